/* The one sentence of each step of a transformer: short, and true of these very numbers. Rows and
 * columns are named as the step names them. */
#ifndef TRACE_TRANSFORMER_NOTES_H
#define TRACE_TRANSFORMER_NOTES_H

#include "model/transformer_summary.h"
#include "trace/trace.h"

/* A matrix and what its rows and columns are called. */
typedef struct Seen {
    Arena *arena;
    const Node *node;
    const char *const *rows, *const *cols; /* words, safe to show; NULL for features */
} Seen;

/* As the step has it. */
Seen seen_step(Arena *arena, const Step *step);

/* ---- what goes in ---- */

const char *note_word_vectors(Seen embeddings);
/* The same of the target's side, where the end stands before the first word. */
const char *note_read_words(Seen embeddings);
const char *note_position_vectors(Seen positions);
const char *note_placed_words(Seen input, const Node *embeddings);

/* ---- attention ---- */

/* `what`: "the matrix of all heads' queries, head beside head" */
const char *note_learned(Seen matrix, const char *what);
/* `what`: "A factor for each feature" */
const char *note_learned_row(Seen row, const char *what);
/* `what`: "One query a word, what it asks for" */
const char *note_longest_row(Seen rows, const char *what);
const char *note_largest_score(Seen scores);
const char *note_divided(Seen scaled, const Node *scores, int d);
const char *note_hidden(Seen masked, const Node *mask);
const char *note_largest_weight(Seen weights, bool is_masked);
/* Of the heads' mean: what each word gives itself, or which words look where. */
const char *note_own_weight(Seen mean);
const char *note_masked_mean(Seen mean);
const char *note_cross_mean(Seen mean);
/* The row that its heads' weights make, beside the value that it has most of. */
const char *note_weighted_values(Seen output, const Node *weights, const char *const *keys);

/* ---- around sublayers ---- */

/* x + what the sublayer made */
const char *note_moved(Seen sum, const Node *before);
/* `what`: "mean", of the one column */
const char *note_range(Seen column, const char *what);
const char *note_moments(Seen moments, const Node *gain, const Node *bias);
const char *note_norm_rows(Seen output);

/* ---- the feed-forward network ---- */

const char *note_silent(Seen active);

/* ---- the next word ---- */

const char *note_highest_scores(Seen scores);
const char *note_surest_word(Seen probabilities);
const char *note_chosen(Arena *arena, const LikelyWords *likely, const Node *probabilities,
                        int step, int word, const char *const *vocabulary, bool forced);
/* Weights of encoder–decoder attention, by the words that are written. */
const char *note_aligned(Seen weights);

#endif
