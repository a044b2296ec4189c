/* A transformer's weights file (safetensors) → a transformer and its vocabularies.
 *
 * Metadata "kind" is "transformer"; "encoder layers", "decoder layers" and "heads" are numbers, and
 * "norm" is "post", "pre" or "none" (model/transformer_layers.h). "source vocabulary" and "target
 * vocabulary" are the words in the order of the rows of source/E and target/E, one a line, all
 * different. Tensors have the names and shapes of model/transformer.h. The end of a sentence is the
 * target word </s>. The built-in one is such a file too (load/builtin_transformer.h).
 */
#ifndef LOAD_TRANSFORMER_H
#define LOAD_TRANSFORMER_H

#include "base/error.h"
#include "base/file.h"
#include "model/transformer.h"

typedef struct LoadedTransformer {
    Transformer transformer;
    const char **source_words, **target_words; /* as many as its sizes say, all different */
    /* What the file says of itself, or NULL. */
    const char *corpus, *recipe, *score;
} LoadedTransformer;

/* The result lives in the arena. Fails with one line that names the file and what is wrong. */
bool transformer_read(Arena *arena, const char *path, LoadedTransformer *loaded, Error *error);

/* The same of bytes that were read. */
bool transformer_parse(Arena *arena, const char *path, Bytes bytes, LoadedTransformer *loaded,
                       Error *error);

#endif
