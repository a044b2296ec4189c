/* A file of words and their vectors, a row at a time, in one of the formats in use:
 *
 *     text      a word and D numbers a line, blanks between     GloVe
 *               the same after a line "rows D"                  word2vec text, fastText .vec
 *     binary    the line "rows D"; then the word, a space,      word2vec binary
 *               D float32 little-endian, perhaps a newline
 *     CSV       a label and D numbers a line, with commas,      by hand, from a spreadsheet
 *               semicolons or tabs between; perhaps headings
 *     array     vectors.npy (load/npy.h) [rows, D], and beside  NumPy
 *               it vectors.words, a word a line
 *
 * Which it is is seen from the first lines. The bytes are hostile. Of every row it is checked that
 * it has the word and D numbers (in text: fields, which are not read as numbers until
 * vector_file_numbers), and at the end that there were as many rows as the first line says. What
 * fails names the file and the line, or the byte.
 */
#pragma once

#include "load/stored_numbers.h"
#include "load/stream.h"

enum { MOST_VECTOR_FEATURES = 4096 };

typedef struct VectorFile {
    Stream stream;
    Stream words;       /* of an array */
    int d_model;        /* numbers a row */
    Stored as;          /* without a type: text */
    bool own;           /* attnviz wrote it: an apostrophe stands before what may look a formula */
    char separator;     /* between fields; ' ' for any blanks, else fields may be in quotes */
    long rows;          /* read so far */
    long rows_promised; /* by a first line "rows D" or a header; −1 without one */
} VectorFile;

/* Until the next row is asked for. The word may hold any bytes. */
typedef struct VectorRow {
    Bytes word, numbers;
} VectorRow;

/* Opens and recognises it. To be closed also when this fails. */
bool vector_file_open(Arena *arena, const char *path, VectorFile *file, Error *error);

void vector_file_close(VectorFile *file);

/* The next row; without a word (word.data is NULL) at the end. */
bool vector_file_next(VectorFile *file, VectorRow *row, Error *error);

/* The D numbers of the row just read, all finite. */
bool vector_file_numbers(const VectorFile *file, const VectorRow *row, real *numbers, Error *error);
