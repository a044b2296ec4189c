/* What the files of all models that learned from pairs have alike: numbers as float16, and in the
 * metadata, after what is the model's own, what it was learned from, how, how well it does, and its
 * two vocabularies. */
#ifndef TRAIN_PAIR_FILE_H
#define TRAIN_PAIR_FILE_H

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

/* To the numbers that a file keeps, half the size of others: what is measured then is what is
   written. */
void pair_file_round(Tensor tensor);

/* Tensors without data are left out. Errors stay in the stream. */
void pair_file_write(Arena *arena, FILE *stream, const NamedTensor *tensors, int count,
                     const NamedText *own, int own_count, const PairLearned *learned);

#endif
