/* What files of words and numbers have in common: stored numbers, lines and their fields, byte
 * streams.
 */
#pragma once

#include "tensor/tensor.h"

/* ==== stored numbers ====
 *
 * Numbers as stored in files: the types of safetensors and of NumPy's .npy, in either byte order.
 */

/* A type of stored numbers. Integers have no functions: they are read from NumPy arrays, but not as
   weights. Unsupported types are not in the list; types that are never written have no write
   function. */
typedef struct NumberType {
    const char *name; /* of safetensors: "F16" */
    const char *npy;  /* in NumPy, without the byte order: "f2", "i4", "b1"; or NULL */
    int size;         /* in bytes */
    double (*number)(uint64_t bits);
    uint64_t (*bits)(double number);
} NumberType;

/* The types that attnviz writes; indices into the list of types. */
typedef enum Precision { FLOAT32, FLOAT16 } Precision;

extern const NumberType number_types[]; /* the last has no name */

typedef struct Stored {
    const NumberType *type; /* has a read function, or is NumPy's */
    bool swapped;           /* big-endian */
} Stored;

/* Reads one number, which begins at `bytes`; and says what is wrong with one: it is not "finite",
   or not "within float32's range". */
double stored_number(Stored as, const char *bytes);
const char *number_flaw(Stored as, const char *bytes);

/* Converts `count` numbers, stopping at the first that is NaN, ±∞ or out of range. Returns how many
   were converted. */
size_t stored_numbers(Stored as, const char *bytes, size_t count, real *numbers);

/* ==== npy ====
 *
 * The header of a .npy file, which describes the array that follows.
 *
 *     6 bytes     \x93NUMPY
 *     2 bytes     the version: 1.0, 2.0 or 3.0
 *     2 or 4      the length of the rest, little-endian: 2 bytes in version 1
 *     the rest    {'descr': '<f4', 'fortran_order': False, 'shape': (3, 48), }, spaces, a newline
 *
 * Source: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html. The numbers
 * follow, row-major. The bytes are untrusted.
 */

enum { NPY_LARGEST_HEADER = 1 << 16 };

typedef struct Npy {
    Stored as;
    uintmax_t blocks, rows, cols; /* arrays with more than two dimensions are blocks of matrices */
    size_t dimensions;
    size_t data_begin; /* offset in the file */
} Npy;

/* The magic bytes. */
#define NPY_MAGIC "\x93NUMPY"

/* `begin` is the file, or at least as much of it as the largest header takes. Fails with one line
   that names the path; also for what is not supported: other types, or Fortran order. */
Npy npy_header(Arena *arena, const char *path, Bytes begin);

/* ==== fields ====
 *
 * Lines and their fields, shared by masks, lists of vectors and files of word vectors.
 *
 * All of them are slices of one text, not copied. The text is untrusted, and may hold any bytes.
 */

enum { LONGEST_NUMBER = 63 }; /* the longest number in a table, in characters */

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static inline Bytes piece(const char *begin, const char *end)
{
    return (Bytes){begin, (size_t)(end - begin)};
}

/* Without blanks at both ends; without those at the end. The end of a line counts as a blank
   there. */
Bytes trimmed(Bytes text);
Bytes end_trimmed(Bytes text);

/* Without a leading byte order mark. */
Bytes without_byte_order_mark(Bytes text);

/* The first of these characters that occurs in a line, or ' ' if none does. A space means any run
   of blanks. */
char separator_of(Bytes line, const char *separators);

/* What follows a field that ends at `stop`, perhaps an empty field; no data after the last. */
static inline Bytes behind_field(Bytes rest, const char *stop, char separator)
{
    const char *end = rest.data + rest.size, *next = stop + (stop < end);
    while (separator == ' ' && next < end && is_blank(*next))
        next++;
    return (separator == ' ' ? next : stop) < end ? piece(next, end) : (Bytes){0};
}

/* Takes the next field, trimmed, off the rest of a line; the rest's data is NULL after the last. If
   blanks are the separator, the rest must begin with a field. */
Bytes cut_field(Bytes *rest, char separator);

/* The number of blank-separated fields. */
int count_fields(Bytes line);

/* ---- CSV: fields may be quoted ---- */

/* The message if one of these fails. */
extern const char csv_quotes_wrong[];

/* Takes the next field off the rest of a line, as cut_field does. A quoted field may contain
   separators; blank-separated fields are never quoted. Its data is NULL if a quote is not closed,
   or followed by more text. */
Bytes cut_csv(Bytes *rest, char separator);

/* The number of fields; −1 if the quoting is wrong. */
int count_csv(Bytes line, char separator);

/* Whether a line holds headings: its first field is empty or names both axes (token\feature, as
   attnviz writes it: then it is its `own`), or no number follows it. */
bool is_csv_heading(Bytes line, char separator, bool *own);

/* Takes the label, the first field, off a line whose quoting is right; in a file of our `own`
   without the apostrophe of one that could be taken for a formula. Unquotes in place: the text must
   be writable. */
Bytes cut_csv_label(Bytes *line, char separator, bool own);

/* ---- values, and files of another type ---- */

/* Fails for files that are commonly given by mistake: an archive, a .npy file where none is read,
   the pointer that Git LFS leaves in place of a large file. */
void check_type(const char *path, Bytes text);

/* Copies a field to a string of at most `size` − 1 characters; false if it was truncated, or has a
   NUL byte. */
bool field_string(Bytes field, char *out, size_t size);

/* Whether a field is a number or meant as one: nan and 1e999 are not words or headings. With
   `whole`, a whole number. */
bool is_number(Bytes field, bool whole);

/* A finite decimal number in float32's range. `place` begins the message. */
double field_number(const char *place, Bytes field);

/* ==== stream ====
 *
 * A file of any size, or a pipe, read in one pass through a fixed-size buffer.
 *
 * A stream hands out pointers into the buffer, which are writable and valid until the next read.
 * The buffer lives in the arena; the stream does not close its descriptor.
 */

#ifdef ATTNVIZ_FUZZ
enum { STREAM_CAPACITY = 1 << 17 }; /* small: fuzzing allocates it a hundred thousand times */
#else
enum { STREAM_CAPACITY = 1 << 20 };
#endif

enum { STREAM_ROOM = 64 }; /* readable bytes after those handed out, with any content */

typedef struct Stream {
    const char *path; /* for messages */
    int descriptor;
    bool ended;  /* everything has been read into the buffer */
    char *data;  /* the current position, at `offset` bytes from the file's beginning */
    size_t size; /* bytes available there */
    uint64_t offset;
    long line; /* lines handed out so far */
    char *buffer;
} Stream;

/* The caller closes the descriptor (file_close). */
Stream stream_open(Arena *arena, const char *path);

/* Makes at least `size` bytes (at most STREAM_CAPACITY) available at `data`, unless the file ends
   before. */
void stream_need(Stream *stream, size_t size);

/* Skips `size` of the available bytes. */
void stream_skip(Stream *stream, size_t size);

/* Returns the next line without its newline and moves past it; line->data is NULL at the end of the
   file. Fails if the line is longer than the buffer. */
Bytes stream_line(Stream *stream);

/* ==== vector file ====
 *
 * A file of words and their vectors, read row by row, in any common format:
 *
 *     text      a word and D numbers per line, blank-separated  GloVe
 *               the same after a line "rows D"                  word2vec text, fastText .vec
 *     binary    the line "rows D"; then the word, a space,      word2vec binary
 *               D float32 little-endian, perhaps a newline
 *     CSV       a label and D numbers per line, separated by    by hand, from a spreadsheet
 *               commas, semicolons or tabs; perhaps headings
 *     array     vectors.npy [rows, D] (npy, above), and beside  NumPy
 *               it vectors.words, a word per line
 *
 * The format is recognised from the first lines. The bytes are untrusted. Each row must have the
 * word and D numbers (in text: fields, which are not parsed until vector_file_numbers), and the
 * file as many rows as its first line says. Errors name the file and the line, or the byte.
 */

enum { MOST_VECTOR_FEATURES = 4096 };

typedef struct VectorFile {
    Stream stream;
    Stream words;       /* of an array, the file with its words */
    int d_model;        /* numbers per row */
    Stored as;          /* no type for text */
    bool own;           /* written by attnviz: labels that could be taken for a formula are prefixed
                           with an apostrophe */
    char separator;     /* ' ' for any run of blanks; with any other, fields may be quoted */
    long rows;          /* read so far */
    long rows_promised; /* from a first line "rows D" or a header; −1 if there is none */
} VectorFile;

/* Valid until the next row is read. The word may hold any bytes. */
typedef struct VectorRow {
    Bytes word, numbers;
} VectorRow;

/* Opens a file and recognises its format. It may fail with the file open:

       ENDED_BY(vector_file_close) VectorFile file;
       vector_file_open(arena, path, &file); */
void vector_file_open(Arena *arena, const char *path, VectorFile *file);

void vector_file_close(VectorFile *file);

/* Reads the next row; word.data is NULL at the end. */
VectorRow vector_file_next(VectorFile *file);

/* The D numbers of the row just read, all of them finite. */
void vector_file_numbers(const VectorFile *file, const VectorRow *row, real *numbers);
