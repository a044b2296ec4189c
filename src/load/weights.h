/* Weights, models and word vectors from files. */
#pragma once

#include "load/files.h"
#include "load/tokens.h"
#include "model/model.h"
#include "model/words.h"
#include "trace/trace.h"

/* ==== safetensors ====
 *
 * The safetensors format: named tensors and a few strings in one file.
 *
 *     8 bytes     N, the header's size, little-endian
 *     N bytes     JSON: {"W_Q": {"dtype": "F32", "shape": [48, 48], "data_offsets": [0, 9216]},
 *                        …, "__metadata__": {"heads": "3", …}}, filled up with spaces
 *     the rest    the numbers, row by row, little-endian; offsets count from here
 *
 * Source: https://huggingface.co/docs/safetensors. The bytes are hostile. safetensors_parse checks
 * everything the header says: the tensors must lie within the file, fill it, and leave no hole and
 * share no byte; safetensors_rows checks the numbers of the tensor asked for. Both fail with one
 * line that names the file and the tensor. All strings live in the arena.
 *
 * Of a file only the header is read, and then what is asked for: numbers that nobody uses cost
 * neither time nor memory. The file is not mapped, since one that shrinks meanwhile would end the
 * program by SIGBUS; so that is an error like others.
 */

typedef struct StoredTensor {
    const char *name;
    const NumberType *type;
    size_t dimensions;
    size_t rows, cols; /* where there are two of them; of one, a row */
    size_t begin, end; /* offsets in the data */
    size_t size;       /* bytes that shape and type ask for; SIZE_MAX for more */
} StoredTensor;

/* A text of the metadata. */
typedef struct NamedText {
    const char *name, *text;
} NamedText;

typedef struct Safetensors {
    const char *path; /* for messages */
    bool built_in;    /* inside the program */
    bool takes_rows;  /* a tensor of one dimension is a matrix of one row */
    int descriptor;
    const char *bytes;            /* all in memory; or NULL, and a descriptor */
    size_t data_begin, data_size; /* in the file */
    int count;
    const StoredTensor *tensors; /* in the order of their data */
    int metadata_count;
    const NamedText *metadata;
} Safetensors;

/* Of bytes in memory, which are not copied. */
bool safetensors_parse(Arena *arena, const char *path, Bytes bytes, Safetensors *file,
                       Error *error);

/* Of a file inside the program, which safetensors_write wrote: its texts are taken as they are. */
const Safetensors *safetensors_within(Arena *arena, const char *name, Bytes bytes);

/* Of a file of any size, or of a pipe of 4 GiB at most. Its descriptor is to be closed (file_close)
   when nothing more is asked for, also when this fails. */
bool safetensors_read(Arena *arena, const char *path, Safetensors *file, Error *error);

/* A tensor of two dimensions whose numbers are floating (F64, F32, F16, BF16), as numbers of
   attnviz's own type: `count` rows by their numbers, one after the other; all without `rows`
   (NULL). Fails if it is missing or another kind, or holds NaN, ∞ or what is beyond the range of
   that type. */
bool safetensors_rows(Arena *arena, const Safetensors *file, const char *name, const int *rows,
                      int count, Tensor *matrix, Error *error);

/* Such a tensor, whose rows and columns an int can count; its numbers are not looked at. */
bool safetensors_find(const Safetensors *file, const char *name, const StoredTensor **stored,
                      Error *error);

/* A string of the metadata, or NULL. */
const char *safetensors_metadata(const Safetensors *file, const char *name);

/* What there must be of the metadata. */
bool safetensors_text(const Safetensors *file, const char *name, const char **text, Error *error);

/* A whole number of the metadata, from 1 to `most`. */
bool safetensors_number(Arena *arena, const Safetensors *file, const char *name, int most,
                        int *number, Error *error);

enum { MOST_METADATA = 32 };

/* A file that is written: these parameters, whose names differ, and what it says of itself, in its
   order. */
typedef struct WeightsFile {
    Arena *arena;
    const Parameters *parameters;
    Precision precision; /* what is too large for float16 becomes ∞ */
    int count;
    NamedText texts[MOST_METADATA];
} WeightsFile;

/* Writes a WeightsFile. Errors stay in the stream. */
void safetensors_write(FILE *stream, const void *file);

/* ==== weights ====
 *
 * Weights files (safetensors) → weights, and models with their vocabularies.
 *
 * Files are hostile: each failure is one line that names the file and what is wrong with it.
 * Results live in the arena.
 */

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
   rows in `table`, whose name is for the message. All are different: their keys (load/tokens.h), of
   which the vocabulary is then, or the words as they are spelled. */
bool word_lines(Arena *arena, const Safetensors *file, const char *name, const char *table,
                int rows, bool keys, Lexicon *vocabulary, Error *error);

/* ---- the weights that come with the program ---- */

/* A weights file that is inside the program, by its name in src/load: "builtin", "bahdanau".
   "builtin" is attention's, learned by `make weights`, for every number of heads that divides its
   D. What they were learned from, how, and how well they do is in the file's metadata: "corpus",
   "recipe", "licence", "held-out perplexity". */
const Safetensors *builtin_file(Arena *arena, const char *name);

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

/* ==== embeddings ====
 *
 * A file of word vectors (load/files.h) → a table of the vectors that are wanted.
 *
 * The file is read once, with memory for what is wanted only, and no further than until every
 * wanted word is there as it is. A key (load/tokens.h) is served by the row that is spelled so; if
 * there is none, by the first row that is the same without regard to case ("Paris" for paris).
 * Rows whose word is not valid UTF-8 or longer than 1,024 bytes are passed over. All lives in the
 * arena.
 */

/* A word of a file. */
typedef struct FoundWord {
    long row;     /* from 1 */
    char *word;   /* as the file spells it */
    real *vector; /* [D] */
    real cosine;  /* with the vector that it is among the nearest to */
} FoundWord;

typedef struct Embeddings {
    const char *path;
    Tensor table;           /* [words, D], in the order of the file */
    Lexicon vocabulary;     /* of their keys */
    const FoundWord *found; /* of each row of the table, which has the vector */
} Embeddings;

/* Of these words and vectors, which are copied, in the order of their rows, where they are put:
   each row once, and none without a word (NULL). */
Embeddings embeddings_of(Arena *arena, const char *path, FoundWord *found, int count, int d_model);

/* Of a regular file that is to be read twice: what a first reading has found. */
typedef struct FirstReading {
    long count;        /* of rows */
    bool *serves;      /* of each: not where another serves its word, or it has none */
    Embeddings wanted; /* the vectors of the keys and of their other forms: those there are */
} FirstReading;

/* Reads the vectors of these keys and of their other forms (model/words.h), and that of
   "<unk>". With `most` it reads on: all words up to so many, the first, which most files have in
   the order of frequency; without keys (NULL) their vectors, too, else in memory for the words
   alone, as a first reading is (NULL: there is no second). Fails with one line that names the file
   and the place; also when none of the keys is found in any form, or no word at all. */
bool embeddings_read(Arena *arena, const char *path, const char *const *keys, int count, int most,
                     FirstReading *survey, Embeddings *embeddings, Error *error);

/* Reads it again: what was wanted, and of the words that can be listed (model/words.h) the
   `most` nearest to each of the vectors by cosine; in the order of the file. Memory is what is
   kept. Checks all numbers of the file. */
bool embeddings_nearest(Arena *arena, const char *path, const FirstReading *survey, Tensor vectors,
                        int most, Embeddings *embeddings, Error *error);

/* Gives weights these vectors in place of their own. Fails if they have another D. */
bool embeddings_replace(Arena *arena, const Embeddings *embeddings, Weights *weights, Error *error);

/* ==== words ====
 *
 * A text's tokens, looked up in the vocabulary of weights.
 *
 * A mark (a token without a letter or digit) that the vocabulary has no vector for is left out:
 * where punctuation was dropped in learning, a mark on the vector of unknown words would draw
 * attention that no word had earned. A word without a vector stays, and is named. All lives in the
 * arena.
 */

typedef struct Words {
    Tokens tokens;       /* those that are kept; repeated words numbered among them */
    WordVectors vectors; /* of these tokens */
    /* For a reader. Of the lists each has a word once, in the order of the text, and about a line:
       "flurble, wug and 3 more", "bats as bat, swam as swim", and marks that are left out: "." ",".
     */
    TracedText text;
} Words;

/* Fails if nothing is left: the text is of marks only. */
bool words_look_up(Arena *arena, const char *text, const Tokens *tokens, const Weights *weights,
                   Words *words, Error *error);
