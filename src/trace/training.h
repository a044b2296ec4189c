/* The narrator of a training, as seen by one sentence: its attention after 0, 10, 100, … steps, and
 * how loss and perplexity fall meanwhile. */
#ifndef TRACE_TRAINING_H
#define TRACE_TRAINING_H

#include "trace/self_attention.h"

/* The sentence's attention with what was learned in so many steps. */
typedef struct Snapshot {
    int step;
    SelfAttention attention;
    Node *change; /* embeddings less those of the first snapshot [n,d]; NULL in that */
} Snapshot;

/* Something measured now and then. */
typedef struct Measurements {
    int count;
    const double *steps; /* ascending, from 1 */
    Node *values;        /* [count,1] */
} Measurements;

typedef struct TrainingHistory {
    int steps_done, steps_asked;
    const char *corpus; /* "WordNet 3.0", or a file's name; safe to show */
    int snapshot_count; /* at least 1: step 0, then ascending */
    const Snapshot *snapshots;
    Measurements loss;       /* mean over the steps since the measurement before */
    Measurements perplexity; /* of so many sentences held out: */
    int held_out;
    double first_perplexity; /* the same before the first step */
    double unigram;          /* the same of a model that knows only how frequent each word is */
} TrainingHistory;

/* The subject's sentence is the snapshots'; its mask is not looked at: there is none. */
Trace *narrate_training(Arena *arena, const TrainingHistory *history, const Subject *subject);

#endif
