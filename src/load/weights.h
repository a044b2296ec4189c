/* Weights files (safetensors) → weights, and models with their vocabularies.
 *
 * Files are hostile: each failure is one line that names the file and what is wrong with it.
 * Results live in the arena.
 */
#pragma once

#include "load/safetensors.h"
#include "model/model.h"
#include "model/words.h"

/* ---- the weights of attention ----
 *
 * Tensors embeddings [vocabulary, D] and W_Q, W_K, W_V, W_O [D, D]; other tensors are ignored, so
 * that a file may hold more than attnviz shows. Metadata "vocabulary": the words in the order of
 * the rows, one a line; "heads", if it is there: for how many the projections were made.
 * A file may hold projections for several numbers of heads H: "heads-H/W_Q" and so on.
 * docs/formats.md has an example. */

/* The result lives in the arena. Of a file with projections for several numbers of heads those for
   `heads`, which there must be, or for 0 the first. Of the vocabulary only what these keys are
   looked up by, and "<unk>"; without keys (NULL) all of it. Only what is taken is read and checked.
   Fails with one line that names the file and what is wrong. */
bool weights_read(Arena *arena, const char *path, int heads, const char *const *keys, int count,
                  Weights *weights, Error *error);

/* The same of a file whose header was read. */
bool weights_of_file(Arena *arena, const Safetensors *file, int heads, const char *const *keys,
                     int count, Weights *weights, Error *error);

/* "from w.safetensors", "learned from WordNet 3.0 (built in)" */
const char *file_origin(Arena *arena, const Safetensors *file);

/* A vocabulary in a file's metadata: the words of the text `name`, one a line, as many as there are
   rows in `table`, whose name is for the message. All are different: by their keys, of which the
   vocabulary is; or, where none is wanted (NULL), as they are spelled. Words of a file inside the
   program are their own keys, and are not to be changed. */
bool word_lines(Arena *arena, const Safetensors *file, const char *name, const char *table,
                int rows, const char ***words, Lexicon *vocabulary, Error *error);

/* ---- the weights that come with the program ---- */

/* Every weights file that is inside the program, by its name in src/load: "builtin", "bahdanau".
   What there is to know of them was prepared when the program was built; one without a name ends
   them. */
extern const Safetensors builtin_files[];

/* "builtin" is attention's, learned by `make weights`, for every number of heads that divides its
   D. What they were learned from, how, and how well they do is in the file's metadata: "corpus",
   "recipe", "licence", "held-out perplexity". */
const Safetensors *builtin_file(const char *name);

/* ---- a model that learned from pairs ----
 *
 * Metadata "kind" is its name (model/model.h); the fields of its family say which other metadata
 * and which tensors tell its sizes. "source vocabulary" and "target vocabulary" are the words in
 * the order of the rows of source/E and target/E, one a line, all different; the target's </s> ends
 * a sentence. Tensors have the names and shapes that the model declares. The built-in models are
 * such files too: learned by `make translators` from the toy language, and embedded. */

bool model_file_read(Arena *arena, const char *path, Model *model, Error *error);

/* Reads the tensors that have their names, with `prefix` before them, and their shapes. */
bool parameters_read(Arena *arena, const Safetensors *file, const char *prefix,
                     Parameters *parameters, Error *error);

/* Of a file that was parsed. */
bool model_of_file(Arena *arena, const Safetensors *file, Model *model, Error *error);

/* The model that comes with the program, by the name of its kind. */
Model builtin_model(Arena *arena, const char *name);

/* ---- the models of `attnviz bottleneck` ---- */

/* Translators that learned from longer sentences (`make translators`): for each of SWEPT_SORTS, a
   kind and a size of its annotations, SWEPT_SEEDS that differ in nothing but their seed. */
enum { SWEPT_SORTS = 4, SWEPT_SEEDS = 3 };

Model swept_model(Arena *arena, int sort, int seed);
