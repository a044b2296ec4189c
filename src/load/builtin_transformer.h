/* The transformer that comes with the program: learned by `make translators` from the toy language
 * and embedded as a safetensors file, translators/transformer.safetensors. */
#ifndef LOAD_BUILTIN_TRANSFORMER_H
#define LOAD_BUILTIN_TRANSFORMER_H

#include "load/transformer.h"

LoadedTransformer builtin_transformer(Arena *arena);

#endif
