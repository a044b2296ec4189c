/* A translator's weights file (safetensors) → a translator and its vocabularies.
 *
 * Metadata "kind" is the name of its kind (model/translator.h), "source vocabulary" and "target
 * vocabulary" are the words in the order of the rows of source/E and target/E, one a line, and
 * "window" is D of local attention. Tensors have the names and shapes of model/translator.h. The
 * end of a sentence is the target word </s>. The built-in ones are such files too
 * (load/builtin_translator.h).
 */
#ifndef LOAD_TRANSLATOR_H
#define LOAD_TRANSLATOR_H

#include "base/error.h"
#include "base/file.h"
#include "model/translator.h"

typedef struct LoadedTranslator {
    Translator translator;
    const char **source_words, **target_words; /* as many as its sizes say, all different */
    /* What the file says of itself, or NULL. */
    const char *corpus, *recipe, *score;
} LoadedTranslator;

/* The result lives in the arena. Fails with one line that names the file and what is wrong. */
bool translator_read(Arena *arena, const char *path, LoadedTranslator *loaded, Error *error);

/* The same of bytes that were read. */
bool translator_parse(Arena *arena, const char *path, Bytes bytes, LoadedTranslator *loaded,
                      Error *error);

#endif
