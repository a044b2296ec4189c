/* What the commands share that learn weights: how the work is shared and drawn, and which file may
 * be written; and what those share that learn from pairs of sentences, but for the model. */
#pragma once

#include "cli/commands.h"
#include "train/training.h"

enum { MOST_TRAINING_STEPS = 1000000 };

typedef struct LearningSettings {
    const char *corpus; /* a path, or the name of one that every copy of the program has */
    int steps;          /* 0: as many as suit it */
    int longest;        /* words of the toy language's longest sentence */
    bool choices;       /* its French in any right order */
    int kind;           /* of a translator: place in model_kinds */
    int heads, dim;     /* of self-attention; the dim of a translator: 0 is the recipe's */
    int vocabulary;     /* 0: the words that are frequent enough */
    int threads;        /* 0: as many as there are processors; they change no number */
    uint64_t seed;
    const char *out;
    const char *watch; /* the sentence, or NULL */
} LearningSettings;

/* Translators of pairs that a training may make, by index; NULL behind the last. */
const char *translator_kind_name(int index);

/* Whether positions and heads can share so many features. */
bool training_check_dimension(int dim, int heads, Error *error);

/* The sizes of a translator's recipe with annotations of so many numbers (--dim); 0 leaves them as
   they are. */
bool training_translator_sizes(const ModelKind *kind, int dim, TranslatorSizes *sizes,
                               Error *error);

/* Of each number its value, two moments and at least two gradients. */
enum { TRAINED_COPIES = 5 };

/* Fails if the weights or the folder cannot be written there, or if there is a file of that name
   that holds none: a user's novel is not written over by a slip of the keyboard. */
bool training_check_out(const Run *run, Error *error);

/* A training that is told of on standard error, up to the file of its weights. */
typedef struct ToldTraining {
    const Run *run;
    Training *training;
    Watch *watch;
    const TracedText *texts; /* of what is watched */
    int text_count;
    /* All there is to measure in the end; returns a sentence for the terminal. */
    const char *(*measure)(void *data);
    bool (*write)(void *data, Error *error); /* the file, whether that was done or not */
    void *data;
} ToldTraining;

/* Until the last step, until it is broken off or until memory runs out: what was learned so far is
   measured and written then, too. From there on an interrupt ends the program again. Fails if there
   was no step, and if memory ran out, at any time. The trace, if one is asked for; else NULL. */
Trace *training_run(const ToldTraining *told, Error *error);

/* Trains a model of this kind and these sizes, NULL for those of its recipe, from the pairs to the
   file. As training_run. */
Trace *train_pairs(const Run *run, const ModelKind *kind, const void *sizes, Error *error);
