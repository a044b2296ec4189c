/* A text as the tokens of a model of other people: characters, pieces of words, words.
 *
 * How it is cut is told by tokenizer.json, the file of Hugging Face's tokenizers: what is done to
 * the characters, where words end, which pieces are put together (byte pair encoding, Sennrich et
 * al. 2016; or the longest of a vocabulary, Wu et al. 2016), and what stands around the whole. The
 * file is hostile. What attnviz does not follow is an error that names it. */
#pragma once

#include "load/tokens.h"

#include <jansson.h>

/* A file of JSON, to be given back by json_decref. */
bool json_read(Arena *arena, const char *path, json_t **json, Error *error);

typedef struct Subwords {
    int count;
    int *ids;                /* rows of the model's table */
    const char **vocabulary; /* all of them, safe to show; a space before a word is ␣ */
} Subwords;

/* Of a text that has passed check_text, for a model of so many words; all lives in the arena. */
bool subwords_cut(Arena *arena, const char *path, const char *text, int words, Subwords *subwords,
                  Error *error);
