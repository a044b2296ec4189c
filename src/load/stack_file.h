/* A folder with a model of other people, as Hugging Face's transformers save it, → a stack.
 *
 *     config.json          its kind and sizes
 *     *.safetensors        its tensors, in one file or several
 *     tokenizer.json       how a text is cut (load/subwords.h)
 *
 * Which kinds, what they call their sizes and tensors: stack_families.list, stack_entries.list,
 * stack_tensors.list. The folder is hostile; what a configuration asks for that is not computed
 * here is an error that names it. All lives in the arena. */
#pragma once

#include "load/weights.h"

/* `kind` is its model_type. */
bool stack_file_read(Arena *arena, const char *folder, Model *model, const char **kind,
                     Error *error);
