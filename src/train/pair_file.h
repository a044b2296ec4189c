/* What the files of all models that learned from pairs have alike: numbers as float16, and in the
 * metadata, after what is the model's own, what it was learned from, how, how well it does, and its
 * two vocabularies. */
#ifndef TRAIN_PAIR_FILE_H
#define TRAIN_PAIR_FILE_H

#include "graph/parameters.h"
#include "load/safetensors.h"
#include "train/pair_source.h"
#include "train/translation_score.h"

/* How a model was learned. */
typedef struct PairLearned {
    const PairSource *source;
    const char *recipe; /* in words */
    int steps_done, steps;
    uint64_t seed;
    TranslationScore score; /* of measured_pairs */
} PairLearned;

/* Rounds to float16 first, so that the score is that of the file. */
void pair_file_round(Parameters *parameters);

/* All parameters, as float16. Errors stay in the stream. */
void pair_file_write(Arena *arena, FILE *stream, const Parameters *parameters, const NamedText *own,
                     int own_count, const PairLearned *learned);

#endif
