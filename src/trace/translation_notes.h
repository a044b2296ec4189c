/* The one sentence of each step of a translation: short, and true of these very numbers. */
#ifndef TRACE_TRANSLATION_NOTES_H
#define TRACE_TRANSLATION_NOTES_H

#include "model/translation_summary.h"

typedef struct TranslationNotes {
    Arena *arena;
    const TranslatorNodes *nodes;
    const Translation *translation;
    const TranslationSummary *summary;
    const char *const *source, *const *target; /* labels of the words */
    const char *const *vocabulary;             /* of the target language, safe to show */
    bool forced;                               /* the words were given, not chosen */
} TranslationNotes;

/* ---- of the source ---- */

const char *note_source_words(const TranslationNotes *n);
/* States of one direction, row after row in the order of the sentence. */
const char *note_reading(const TranslationNotes *n, const Node *states, bool backwards);
const char *note_annotations(const TranslationNotes *n);
const char *note_keys(const TranslationNotes *n);

/* ---- of output word i, from 0 ---- */

const char *note_query(const TranslationNotes *n, int i);
const char *note_projected_query(const TranslationNotes *n, int i);
const char *note_sum(const TranslationNotes *n, int i);
const char *note_squashed(const TranslationNotes *n, int i);
const char *note_energies(const TranslationNotes *n, int i);
const char *note_place(const TranslationNotes *n, int i);
const char *note_window(const TranslationNotes *n, int i);
const char *note_softmax_within(const TranslationNotes *n, int i);
const char *note_bell(const TranslationNotes *n, int i);
const char *note_align_weights(const TranslationNotes *n, int i);
const char *note_taken(const TranslationNotes *n, int i);
const char *note_context(const TranslationNotes *n, int i);
/* Of a gate, z or r: `what` it lets through, "the candidate". */
const char *note_gate(const TranslationNotes *n, const Node *gate, const char *what);
const char *note_candidate(const TranslationNotes *n, int i);
const char *note_state(const TranslationNotes *n, int i);
const char *note_attentional(const TranslationNotes *n, int i);
const char *note_word_scores(const TranslationNotes *n, int i);
const char *note_probabilities(const TranslationNotes *n, int i);
const char *note_likely_words(const TranslationNotes *n, int i);

/* ---- of all of it ---- */

const char *note_alignment(const TranslationNotes *n);
/* Which words look at nothing, and why, to follow another sentence; "" where none does. Of
   `weights` and `words`, one a row: no TranslationNotes are needed to compare models. */
const char *note_blind_words(Arena *arena, const Node *weights, const char *const *words);
const char *note_all_taken(const TranslationNotes *n);

#endif
