/* The one sentence of each step: short, and true of these very numbers. */
#ifndef TRACE_NOTES_H
#define TRACE_NOTES_H

#include "model/self_attention.h"

typedef struct Notes {
    Arena *arena;
    const SelfAttention *model;
    const char *const *labels;              /* of the tokens */
    const char *unknown, *forms, *left_out; /* as in Subject (trace/self_attention.h) */
} Notes;

/* A note, and behind it what became of the words when they were looked up; each may be NULL. */
const char *note_of_words(Arena *arena, const char *note, const char *unknown, const char *forms,
                          const char *left_out);

const char *note_embeddings(const Notes *n);
const char *note_positional(const Notes *n);
const char *note_input(const Notes *n);
const char *note_mask(const Notes *n);
const char *note_raw_scores(const Notes *n);
const char *note_head_scores(const Notes *n, const Node *scores);
const char *note_scaled(const Notes *n, const Attention *a, int d);
const char *note_masked(const Notes *n);
const char *note_weights(const Notes *n, const Node *weights);
/* `part`: what the weights add up, "vector" or "value". */
const char *note_output(const Notes *n, const Attention *a, const char *part);
/* `what`: "the whole W_O", "columns 1 to 16 of W_Q" */
const char *note_matrix(const Notes *n, const Node *matrix, const char *what);
/* `what`: "One query a word", for a matrix with one row a token. */
const char *note_rows(const Notes *n, const Node *rows, const char *what);
const char *note_concat(const Notes *n);
const char *note_result(const Notes *n);
const char *note_mean(const Notes *n);
const char *note_difference(const Notes *n);

#endif
