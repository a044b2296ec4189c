/* A folder with a pretrained model, as Hugging Face's transformers save it, → a stack.
 *
 *     config.json          family and sizes
 *     *.safetensors        tensors, in one file or several
 *     tokenizer.json       the tokenizer, see below
 *
 * The families and their names of sizes and tensors: stack_families.list, stack_entries.list,
 * stack_tensors.list. The folder is untrusted; a feature that is not supported is
 * refused by name. Results live in the arena. */
#pragma once

#include "load/weights.h"

#include <jansson.h>

/* Reads a JSON file, which json_auto_t frees. */
json_t *json_read(Arena *arena, const char *path);

/* `kind` becomes the model_type of config.json. */
Model stack_file_read(Arena *arena, const char *folder, const char **kind);

/* ---- its tokens ---- */

/* A text → the tokens of a pretrained model.
 *
 * tokenizer.json, the file of Hugging Face's tokenizers, describes the normalizer of the
 * characters, the pre-tokenizer (word boundaries), the model (byte pair encoding, Sennrich et al.
 * 2016; or WordPiece, Wu et al. 2016), and the tokens before and after the text. The file is
 * untrusted; a type that is not supported is refused by name. */
typedef struct Subwords {
    int count;
    int *ids;                /* rows of the embedding matrix */
    const char **vocabulary; /* all tokens, safe to print; a space is ␣ */
} Subwords;

/* text: has passed check_text. words: the size of the model's vocabulary. */
Subwords subwords_cut(Arena *arena, const char *path, const char *text, int words);
