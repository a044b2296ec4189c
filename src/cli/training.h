/* What the commands share that learn weights: how the work is shared and drawn, and which file may
 * be written; and what those share that learn from pairs of sentences, but for the model. */
#ifndef CLI_TRAINING_H
#define CLI_TRAINING_H

#include "cli/commands.h"

struct ModelKind;
struct TranslatorSizes;

enum { MOST_TRAINING_STEPS = 1000000 };

typedef struct LearningSettings {
    const char *corpus; /* a path, or the name of one that every copy of the program has */
    int steps;          /* 0: as many as suit it */
    int longest;        /* words of the toy language's longest sentence */
    int threads;        /* 0: as many as there are processors; they change no number */
    uint64_t seed;
    const char *out;
} LearningSettings;

/* Both fill LearningSettings but for `out`: of any training its threads and seed; of one from pairs
   of sentences the rest, and whether it is quiet. */
extern const OptionList training_options, pair_options;

/* Whether positions and heads can share so many features. */
bool training_check_dimension(int dim, int heads, Error *error);

/* The sizes of a translator's recipe with annotations of so many numbers (--dim); 0 leaves them as
   they are. */
bool training_translator_sizes(const struct ModelKind *kind, int dim, struct TranslatorSizes *sizes,
                               Error *error);

/* Tells all that ask thread_limit (tensor/threads.h), until the process ends; 0 leaves it as it is.
   Before any thread is begun. */
void training_set_threads(int threads);

/* Fails if the weights cannot be written there, or if there is a file of that name that holds none:
   a user's novel is not written over by a slip of the keyboard. */
bool training_check_out(Arena *arena, const char *path, Error *error);

/* A training that is told of on standard error. When memory runs out, what was learned so far is
   still written. */
typedef struct ToldTraining {
    struct Training *training;
    bool quiet;
    bool broken_off;
    bool starved;                                      /* memory ran out */
    void (*watch)(void *data, double loss);            /* after each step, or NULL */
    const char *(*measured)(void *data, bool is_last); /* now and then; what was, in between */
    void *data;
} ToldTraining;

/* Until the last step, or until it is broken off. From then on an interrupt ends the program again.
   Fails if there was no step. */
bool training_run(ToldTraining *told, Error *error);

/* Measures what was learned; where memory runs out, that is noted, and false. */
bool training_measure(ToldTraining *told, Attempted *measure, void *data);

/* On standard output, how far it came, and where the weights were written. `score` is a sentence.
   Fails if memory ran out meanwhile. */
bool training_tell_end(const Run *run, const ToldTraining *told, const char *score, Error *error);

extern const char not_measured[]; /* for the metadata of the weights */

/* Trains a model of this kind and these sizes, NULL for those of its recipe, from the pairs to the
   file. Broken off, it writes what was learned so far. */
bool train_pairs(const Run *run, const struct ModelKind *kind, const void *sizes, Error *error);

#endif
