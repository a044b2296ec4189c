/* The weights file (safetensors) of a model that learned from pairs → the model, with its
 * vocabularies.
 *
 * Metadata "kind" is its name (model/model.h); the fields of its family say which other metadata
 * and which tensors tell its sizes. "source vocabulary" and "target vocabulary" are the words in
 * the order of the rows of source/E and target/E, one a line, all different; the target's </s> ends
 * a sentence. Tensors have the names and shapes that the model declares. The built-in models are
 * such files too: learned by `make translators` from the toy language, and embedded.
 *
 * Files are hostile: each failure is one line that names the file and what is wrong with it.
 * Results live in the arena. */
#pragma once

#include "base/error.h"
#include "load/safetensors.h"
#include "model/model.h"

bool model_file_read(Arena *arena, const char *path, Model *model, Error *error);

/* Of a file that was parsed. */
bool model_of_file(Arena *arena, const Safetensors *file, Model *model, Error *error);

/* The model that comes with the program, by the name of its kind. */
Model builtin_model(Arena *arena, const char *name);

/* ---- those of `attnviz bottleneck` ---- */

/* Translators that learned from longer sentences (`make translators`): for each of SWEPT_SORTS, a
   kind and a size of its annotations, SWEPT_SEEDS that differ in nothing but their seed. */
enum { SWEPT_SORTS = 4, SWEPT_SEEDS = 3 };

Model swept_model(Arena *arena, int sort, int seed);
