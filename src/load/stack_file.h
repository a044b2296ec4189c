/* A folder with a pretrained model, as Hugging Face's transformers save it, → a stack.
 *
 *     config.json          family and sizes
 *     *.safetensors        tensors, in one file or several
 *     tokenizer.json       the tokenizer (load/subwords.h)
 *
 * The families and their names of sizes and tensors: stack_families.list, stack_entries.list,
 * stack_tensors.list. The folder is untrusted; a feature that is not supported is
 * refused by name. Results live in the arena. */
#pragma once

#include "load/weights.h"

/* `kind` becomes the model_type of config.json. */
Model stack_file_read(Arena *arena, const char *folder, const char **kind);
