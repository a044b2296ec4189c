/* Weights, models and word vectors, read from files. */
#pragma once

#include "load/files.h"
#include "load/tokens.h"
#include "model/model.h"
#include "model/words.h"
#include "trace/trace.h"

/* ==== safetensors ====
 *
 * The safetensors format: named tensors and string metadata in one file.
 *
 *     8 bytes     N, the header's size, little-endian
 *     N bytes     JSON: {"W_Q": {"dtype": "F32", "shape": [48, 48], "data_offsets": [0, 9216]},
 *                        …, "__metadata__": {"heads": "3", …}}, padded with spaces
 *     the rest    the numbers, row-major, little-endian; offsets count from here
 *
 * Source: https://huggingface.co/docs/safetensors. The bytes are untrusted. safetensors_header
 * validates the whole header: the tensors must lie within the file and cover it without holes or
 * overlaps; safetensors_rows validates the numbers of the tensor it reads. Both fail with one line
 * that names the file and the tensor. All strings live in the arena.
 *
 * Only the header is read at once, and tensors when they are asked for: unused numbers cost neither
 * time nor memory. The file is not mapped, since truncating a mapped file would end the program by
 * SIGBUS; a short read is an ordinary error.
 */

typedef struct StoredTensor {
    const char *name;
    const NumberType *type;
    size_t dimensions;
    uintmax_t rows, cols; /* of two dimensions; one dimension is one row */
    uintmax_t begin, end; /* offsets in the data */
    uintmax_t size;       /* in bytes, from shape and type; UINTMAX_MAX if it overflows */
} StoredTensor;

/* A string of the metadata. */
typedef struct NamedText {
    const char *name, *text;
} NamedText;

typedef struct Safetensors {
    const char *path; /* for messages */
    bool built_in;    /* embedded in the program */
    bool takes_rows;  /* also read tensors of one dimension, as matrices of one row */
    int descriptor;
    const char *bytes;               /* the file in memory; or NULL, and `descriptor` is open */
    uintmax_t data_begin, data_size; /* offsets in the file */
    int count;
    const StoredTensor *tensors; /* in the order of their data */
    int metadata_count;
    const NamedText *metadata;
} Safetensors;

/* Reads the header of a file of `size` bytes, which `file` refers to. */
void safetensors_header(Arena *arena, uintmax_t size, Safetensors *file);

/* Reads the header of a file of any size, or of a pipe of less than 4 GiB. It may fail with the
   file open:

       ENDED_BY(safetensors_close) Safetensors file = {.descriptor = -1};
       safetensors_read(arena, path, &file); */
void safetensors_read(Arena *arena, const char *path, Safetensors *file);
void safetensors_close(Safetensors *file);

/* Reads `count` rows of a two-dimensional floating-point tensor (F64, F32, F16, BF16), by index;
   all rows if `rows` is NULL. Fails if the tensor is missing or of another kind, or holds NaN, ±∞
   or numbers out of range. */
Tensor safetensors_rows(Arena *arena, const Safetensors *file, const char *name, const int *rows,
                        int count);

/* Finds such a tensor, with rows and columns in int range; does not check its numbers. */
const StoredTensor *safetensors_find(const Safetensors *file, const char *name);

/* A string of the metadata, or NULL. */
const char *safetensors_metadata(const Safetensors *file, const char *name);

/* A string of the metadata that must exist. */
const char *safetensors_text(const Safetensors *file, const char *name);

/* A whole number of the metadata, from 1 to `most`. */
int safetensors_number(Arena *arena, const Safetensors *file, const char *name, int most);

/* A file to be written: these parameters, whose names must differ, and the metadata, in its
   order. */
typedef struct WeightsFile {
    Arena *arena;
    const Parameters *parameters;
    Precision precision; /* numbers too large for float16 become ∞ */
    int count;
    NamedText *texts;
} WeightsFile;

/* Writes a WeightsFile. Errors are kept in the stream. */
void safetensors_write(FILE *stream, const void *file);

/* ==== weights ====
 *
 * Weights files (safetensors) → weights, and models with their vocabularies.
 *
 * Files are untrusted: each failure is one line that names the file and what is wrong with it.
 * Results live in the arena.
 */

/* ---- the weights of attention ----
 *
 * Tensors embeddings [vocabulary, D] and W_Q, W_K, W_V, W_O [D, D]; others are ignored, so that a
 * file may hold more than attnviz shows. Metadata "vocabulary": the words in row order, one per
 * line; optional "heads": the number of heads the projections were trained for. A file may hold
 * projections for several numbers of heads H: "heads-H/W_Q" and so on. docs/formats.md has an
 * example.
 */

/* Reads weights into the arena. If the file has projections for several numbers of heads, takes
   those for `heads`, which must exist; for 0, the first. The vocabulary is reduced to what these
   keys are looked up by, plus "<unk>"; if keys is NULL, it is complete. Only what is taken is read
   and checked. Fails with one line that names the file and what is wrong. */
Weights weights_read(Arena *arena, const char *path, int heads, const char *const *keys, int count);

/* The same from a file whose header was read. */
Weights weights_of_file(Arena *arena, const Safetensors *file, int heads, const char *const *keys,
                        int count);

/* "from w.safetensors", "learned from WordNet 3.0 (built in)" */
const char *file_origin(Arena *arena, const Safetensors *file);

/* Reads a vocabulary from the metadata: the words of the text `name`, one per line, as many as the
   tensor `table` has rows. All must be different: either their keys (load/tokens.h), which then
   form the vocabulary, or the words as spelled. */
Lexicon word_lines(Arena *arena, const Safetensors *file, const char *name, const char *table,
                   int rows, bool keys);

/* ---- the built-in weights ---- */

/* A weights file embedded in the program, by its name in src/load: "builtin", "bahdanau". "builtin"
   holds attention weights, trained by `make weights`, for every number of heads that divides its D.
   Its metadata says what they were trained on, how, and how good they are: "corpus", "recipe",
   "licence", "held-out perplexity". What is long lies in tensors of bytes, so that a run neither
   parses nor hashes it: its words in two, as lexicon_prepared takes them, and what its heads look
   at (train/texts.h) in "heads-3", a text that ends in a zero. */
const Safetensors *builtin_file(Arena *arena, const char *name);

/* The bytes of a tensor of a built-in file, or NULL. */
const void *bytes_of_builtin(const Safetensors *file, const char *name);

/* ---- a model trained on sentence pairs ----
 *
 * Metadata "kind" is its name (model/model.h); the fields of its family say which other metadata
 * and which tensors give its sizes. "source vocabulary" and "target vocabulary" are the words in
 * the row order of source/E and target/E, one per line, all different; the target's </s> ends a
 * sentence. Tensors have the names and shapes that the model declares. The built-in models are such
 * files, too: trained on the toy language by `make translators`, and embedded.
 */

Model model_file_read(Arena *arena, const char *path);

/* Reads the tensors of these parameters, with `prefix` before their names, checking their
   shapes. */
void parameters_read(const Safetensors *file, const char *prefix, Parameters *parameters);

/* From a file whose header was read. */
Model model_of_file(Arena *arena, const Safetensors *file);

/* A built-in model, by the name of its kind. */
Model builtin_model(Arena *arena, const char *name);

/* ---- the models of `attnviz bottleneck` ---- */

/* Translators trained on longer sentences (`make translators`): for each of SWEPT_SORTS (a kind and
   a size of its annotations) SWEPT_SEEDS that differ only in their seed. */
enum { SWEPT_SORTS = 4, SWEPT_SEEDS = 3 };

Model swept_model(Arena *arena, int sort, int seed);

/* ==== embeddings ====
 *
 * A file of word vectors (load/files.h) → a table of the vectors that are wanted.
 *
 * The file is read once, keeping only what is wanted, and only until every wanted word was found in
 * its exact spelling. A key (load/tokens.h) gets the row spelled exactly like it; if there is none,
 * the first row that matches ignoring case ("Paris" for paris). Rows whose word is invalid UTF-8 or
 * longer than 1,024 bytes are skipped. Everything lives in the arena.
 */

/* A word found in a file. */
typedef struct FoundWord {
    long row;     /* from 1 */
    char *word;   /* as spelled in the file */
    real *vector; /* [D] */
    real cosine;  /* to the vector of which it is a nearest neighbour */
} FoundWord;

typedef struct Embeddings {
    const char *path;
    Tensor table;           /* [words, D], in file order */
    Lexicon vocabulary;     /* of the words' keys */
    const FoundWord *found; /* one per row of the table, which holds the vector */
} Embeddings;

/* A table of copies of these words and vectors, in file order. Reorders `found`; a row that occurs
   twice is taken once, entries without a word (NULL) are skipped. */
Embeddings embeddings_of(Arena *arena, const char *path, FoundWord *found, int count, int d_model);

/* The result of the first pass over a regular file that is read twice. */
typedef struct FirstReading {
    long count;   /* the number of rows */
    bool *serves; /* per row: false if its key belongs to another row, or it has no valid word */
    Embeddings wanted; /* the vectors found for the keys and their other forms */
} FirstReading;

/* Reads the vectors of these keys and of their other forms (model/words.h), and of "<unk>". With
   `most` it goes on reading until it has so many words, the first ones (most files are ordered by
   frequency); if keys is NULL, their vectors are kept, too, else only the words, for `survey` (NULL
   if there is no second pass). Fails with one line that names the file and the place; also if no
   key is found in any form, or no word at all. */
Embeddings embeddings_read(Arena *arena, const char *path, const char *const *keys, int count,
                           int most, FirstReading *survey);

/* The second pass: what was wanted, and for each of the vectors its `most` nearest neighbours by
   cosine among the words that can be listed (model/words.h); in file order. Memory is proportional
   to what is kept. Checks all numbers of the file. */
Embeddings embeddings_nearest(Arena *arena, const FirstReading *survey, Tensor vectors, int most);

/* Replaces the embeddings of weights by these vectors. Fails if their D differs. */
void embeddings_replace(Arena *arena, const Embeddings *embeddings, Weights *weights);

/* ==== words ====
 *
 * A text's tokens, looked up in the vocabulary of weights.
 *
 * A mark (a token without a letter or digit) that has no vector is dropped: where training dropped
 * punctuation, a mark with the vector of unknown words would draw attention for no reason. A word
 * without a vector stays, and is reported. Everything lives in the arena.
 */

typedef struct Words {
    Tokens tokens;       /* the tokens kept; repeated words are numbered among them */
    WordVectors vectors; /* of these tokens */
    /* For the reader. Each list has a word once, in text order, and is cut to about a line:
       "flurble, wug and 3 more", "bats as bat, swam as swim", and dropped marks: "." ",". */
    TracedText text;
} Words;

/* Fails if nothing is left: the text has only marks. */
Words words_look_up(Arena *arena, const char *text, const Tokens *tokens, const Weights *weights);
