/* What was learned, read back from the weights file that training writes
 * (train/texts.h): to be measured as it was while it was learned. */
#pragma once

#include "load/weights.h"
#include "model/model.h"

/* With `heads` not 0 the projections for that many, else the only ones; the vocabulary is of keys.
   Fails if a tensor is missing or does not fit the others. */
Model learned_file_parse(Arena *arena, const Safetensors *file, int heads, Lexicon *vocabulary);
