/* What the files of all models that learned from pairs have alike, translators and transformers:
 * tensors whose sizes nobody has to believe, and a vocabulary for either side. */
#ifndef LOAD_PAIR_FILE_H
#define LOAD_PAIR_FILE_H

#include "graph/parameters.h"
#include "load/safetensors.h"

/* Of a model that anybody would train; three times as many units still count in an int. */
enum { MOST_PAIR_WORDS = 1 << 24, MOST_UNITS = 1 << 16 };

/* A tensor that says how large others are: its extents are from 1 to `most_rows` and MOST_UNITS. */
bool pair_file_extents(Arena *arena, const Safetensors *file, const char *name, int most_rows,
                       Tensor *tensor, Error *error);

/* The numbers of all parameters, by their names. */
bool pair_file_parameters(Arena *arena, const Safetensors *file, Parameters *parameters,
                          Error *error);

/* As many words a side as source/E and target/E have rows, and which of the target's is </s>. */
bool pair_file_words(Arena *arena, const Safetensors *file, int source_rows, int target_rows,
                     const char ***source, const char ***target, int *end, Error *error);

#endif
