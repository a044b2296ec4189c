/* What the commands share that learn from pairs of sentences, `train bahdanau` and `train
 * transformer`: their settings, the progress that they tell, and what becomes of Ctrl-C. A command
 * says which model is to learn. */
#ifndef CLI_TRAIN_PAIRS_H
#define CLI_TRAIN_PAIRS_H

#include "cli/commands.h"
#include "train/pair_training.h"

typedef struct TrainPairsSettings {
    const char *corpus; /* "toy" or a path */
    int steps;          /* 0: as the recipe has it */
    int threads;        /* 0: as many as there are processors */
    uint64_t seed;
    const char *out;
    bool quiet;
} TrainPairsSettings;

/* `out` is the command's own option. */
bool train_pairs_settings_read(const Arguments *arguments, OptionId out,
                               TrainPairsSettings *settings, Error *error);

/* Begins the training of the command's model from pairs; `own` are the command's own settings. */
typedef PairTraining *BeginTraining(Arena *arena, const PairSource *source,
                                    const TrainPairsSettings *settings, const void *own);

/* From the pairs to the file. Broken off, it writes what was learned so far. */
bool train_pairs(Arena *arena, const TrainPairsSettings *settings, BeginTraining *begin,
                 const void *own, Error *error);

#endif
