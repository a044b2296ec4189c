/* What is said of two models side by side: short, and true of these very numbers. */
#ifndef TRACE_MODEL_COMPARISON_NOTES_H
#define TRACE_MODEL_COMPARISON_NOTES_H

#include "trace/model_comparison.h"

typedef struct ModelNotes {
    Arena *arena;
    const ModelComparison *comparison;
    const ModelsSubject *subject;
} ModelNotes;

/* How large the largest weight of a row is on average. */
const char *note_sharpness(const ModelNotes *n, const Node *weights);

/* Of the same words. */
const char *note_looks(const ModelNotes *n);
const char *note_agreement(const ModelNotes *n);

/* Of one layer: the mean's places, and behind them each head's. */
const char *note_heads(const ModelNotes *n, const Node *looks);

const char *note_parameters(const ModelNotes *n);
const char *note_work(const ModelNotes *n);
const char *note_steps(const ModelNotes *n);
const char *note_operations(const ModelNotes *n);

/* Whether both write the same words, and whether these are right. */
const char *note_verdict(const ModelNotes *n);

/* How well both were learned, and how; NULL of models that were not. */
const char *note_learned_models(const ModelNotes *n);

#endif
