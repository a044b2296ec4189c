/* The weights that come with the program: learned by `make weights` and embedded as a safetensors
 * file, builtin.safetensors, for every number of heads that divides its D. What they were learned
 * from, how, and how well they do is in the file's metadata.
 */
#ifndef LOAD_BUILTIN_H
#define LOAD_BUILTIN_H

#include "base/file.h"
#include "load/weights.h"

/* The file. */
Bytes builtin_bytes(void);

/* Fails if there are no projections for so many heads, and names the numbers that there are. */
bool builtin_weights(Arena *arena, int heads, Weights *weights, Error *error);

/* What the metadata says under a name ("corpus", "recipe", "licence", "held-out perplexity"), or
   NULL. */
const char *builtin_metadata(Arena *arena, const char *name);

#endif
