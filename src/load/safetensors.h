/* The safetensors format: named tensors and a few strings in one file.
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
#pragma once

#include "load/stored_numbers.h"

typedef struct StoredTensor {
    const char *name;
    const NumberType *type;
    size_t dimensions;
    size_t rows, cols; /* where there are two of them */
    size_t begin, end; /* offsets in the data */
    size_t size;       /* bytes that shape and type ask for; SIZE_MAX for more */
} StoredTensor;

/* A text of the metadata. Of one with a word a line in a file inside the program there are the
   words instead, looked up when the program was built (src/prepare_weights.c): none can be added.
 */
typedef struct NamedText {
    const char *name, *text;
    const Lexicon *words;
} NamedText;

typedef struct Safetensors {
    const char *path; /* for messages */
    bool built_in;    /* one of builtin_files (load/weights.h) */
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

/* Of a file of any size, or of a pipe of 4 GiB at most. To be closed also when this fails. */
bool safetensors_read(Arena *arena, const char *path, Safetensors *file, Error *error);

/* When nothing more is asked for. May be called twice, and of what was parsed. */
void safetensors_close(Safetensors *file);

/* A tensor of two dimensions whose numbers are floating (F64, F32, F16, BF16), as numbers of
   attnviz's own type: `count` rows by their numbers, one after the other; all without `rows`
   (NULL). Fails if it is missing or another kind, or holds NaN, ∞ or what is beyond the range of
   that type. */
bool safetensors_rows(Arena *arena, const Safetensors *file, const char *name, const int *rows,
                      int count, Tensor *matrix, Error *error);

/* Such a tensor, whose rows and columns an int can count; its numbers are not looked at. */
bool safetensors_find(const Safetensors *file, const char *name, const StoredTensor **stored,
                      Error *error);

/* The matrix, which must have this shape. */
bool safetensors_matrix_of(Arena *arena, const Safetensors *file, const char *name, int rows,
                           int cols, Tensor *matrix, Error *error);

/* A string of the metadata, or NULL. */
const char *safetensors_metadata(const Safetensors *file, const char *name);

/* What there must be of the metadata. */
bool safetensors_text(const Safetensors *file, const char *name, const NamedText **text,
                      Error *error);

/* A whole number of the metadata, from 1 to `most`. */
bool safetensors_number(Arena *arena, const Safetensors *file, const char *name, int most,
                        int *number, Error *error);

/* What is read back of a number that is written as float16. */
real float16_nearest(real number);

typedef struct NamedTensor {
    const char *name;
    Tensor tensor;
    Precision precision; /* as stored; what is too large for float16 becomes ∞ */
} NamedTensor;

/* Writes a file of matrices; their names differ. Errors stay in the stream. */
void safetensors_write(FILE *stream, const NamedTensor *tensors, int count,
                       const NamedText *metadata, int metadata_count);
