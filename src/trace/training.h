/* The trace of a training, as seen by one sentence: its attention after 0, 10, 100, … steps, and
 * how loss and perplexity fall meanwhile. The steps:
 *
 *     step-i/change (but for i = 0)   step-i/head-h/W_Q   …/W_K   …/weights   step-i/weights
 *     loss   perplexity */
#ifndef TRACE_TRAINING_H
#define TRACE_TRAINING_H

#include "trace/self_attention.h"

/* Something measured now and then. */
typedef struct Measurements {
    int count;
    const double *steps; /* ascending, from 1 */
    Node *values;        /* [count,1] */
} Measurements;

typedef struct TrainingHistory {
    Graph *graph; /* has names: the sentence's attention with what was learned in so many steps
                     under "step-i/", and what was measured */
    int steps_done, steps_asked;
    const char *corpus; /* "WordNet 3.0", or a file's name; safe to show */
    int n, d_model;     /* words of the sentence, 0 for none; features */
    SelfAttentionSettings settings;
    int snapshot_count;      /* at least 1 if there is a sentence, else 0 */
    const int *snapshots;    /* after how many steps: 0, then ascending */
    Measurements loss;       /* mean over the steps since the measurement before */
    Measurements perplexity; /* of sentences held out */
} TrainingHistory;

/* The subject's sentence is that of the history; its mask is not looked at: there is none. */
Trace *trace_training(const TrainingHistory *history, const Subject *subject);

#endif
