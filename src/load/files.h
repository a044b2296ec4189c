/* What files of words and numbers have alike: how numbers are stored, lines and their fields, a
 * stream of bytes.
 */
#pragma once

#include "tensor/tensor.h"

/* ==== stored numbers ====
 *
 * Numbers as files store them: the types of safetensors and of NumPy's .npy, in either byte order.
 */

/* Whole numbers have no functions: NumPy's arrays are read of them, weights are not. Nor have types
   that attnviz has no use for; those that it does not write have no second one. */
typedef struct NumberType {
    const char *name; /* of safetensors: "F16" */
    const char *npy;  /* of NumPy, behind the byte order: "f2", "i4", "b1"; NULL for none */
    int size;         /* bytes */
    double (*number)(uint64_t bits);
    uint64_t (*bits)(double number);
} NumberType;

/* Those that attnviz writes, by their place among the types. */
typedef enum Precision { FLOAT32, FLOAT16 } Precision;

extern const NumberType number_types[];
extern const int number_type_count;

/* Of so many bytes, little-endian: of most processors a single load. */
static inline uint64_t little_endian(const char *bytes, int count)
{
    uint64_t word = 0;
    if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
        memcpy(&word, bytes, (size_t)count);
    else
        for (int i = 0; i < count; i++)
            word |= (uint64_t)(unsigned char)bytes[i] << 8 * i;
    return word;
}

typedef struct Stored {
    const NumberType *type; /* one with a function, or of NumPy */
    bool swapped;           /* big-endian */
} Stored;

/* One number, of the bytes where it begins; and what is wrong with it: it is not "finite", or not
   "within float32's range". */
double stored_number(Stored as, const char *bytes);
const char *number_flaw(Stored as, const char *bytes);

/* `count` numbers as attnviz's own, up to the first that is none: NaN, ∞, or beyond the range.
   Returns how many were read. */
size_t stored_numbers(Stored as, const char *bytes, size_t count, real *numbers);

/* ==== npy ====
 *
 * The header of a .npy file: what the numbers behind it are.
 *
 *     6 bytes     \x93NUMPY
 *     2 bytes     the version: 1.0, 2.0 or 3.0
 *     2 or 4      the length of the rest, little-endian: 2 bytes in version 1
 *     the rest    {'descr': '<f4', 'fortran_order': False, 'shape': (3, 48), }, spaces, a newline
 *
 * Source: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html. The numbers
 * follow, row by row. The bytes are hostile.
 */

enum { NPY_LARGEST_HEADER = 1 << 16 };

typedef struct Npy {
    Stored as;
    size_t blocks, rows, cols; /* more dimensions than two are matrices one behind the other */
    size_t dimensions;
    size_t data_begin; /* in the file */
} Npy;

/* What it begins with. */
#define NPY_MAGIC "\x93NUMPY"

/* `begin` is the file, or as much of it as the largest header takes. Fails with one line that names
   the path; also for what attnviz has no use for: other numbers, or columns one after the other. */
bool npy_header(Arena *arena, const char *path, Bytes begin, Npy *npy, Error *error);

/* ==== fields ====
 *
 * Lines and the fields in them: what a mask, a list of vectors and a file of word vectors have
 * alike.
 *
 * All are pieces of one text, cut off it without copying. The text is hostile, and may hold any
 * bytes.
 */

enum { LONGEST_NUMBER = 63 }; /* characters of a number in a table */

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static inline Bytes piece(const char *begin, const char *end)
{
    return (Bytes){begin, (size_t)(end - begin)};
}

/* Without blanks around it; without those at its end. A carriage return there is one, too. */
Bytes trimmed(Bytes text);
Bytes end_trimmed(Bytes text);

/* Without the byte order mark that it may begin with. */
Bytes without_byte_order_mark(Bytes text);

/* The first of these characters that a line has, ' ' if it has none of them. A space stands for any
   blanks between two fields. */
char separator_of(Bytes line, const char *separators);

/* Cuts the next field, trimmed, off the rest of a line, whose data is NULL after the last. Where
   blanks separate, the rest begins with a field. */
Bytes cut_field(Bytes *rest, char separator);

/* How often cut_field can be called where blanks separate. */
int count_fields(Bytes line);

/* ---- CSV: fields may be in quotes ---- */

/* What is wrong where one of these fails. */
extern const char csv_quotes_wrong[];

/* Takes the next field off the rest of a line, as cut_field does. A separator between quotes
   separates nothing, and the field is what stands in them; blanks have no quotes. False if the
   quotes are not closed, or more follows them. */
bool cut_csv(Bytes *rest, char separator, Bytes *field);

/* How many fields there are; −1 where quotes are wrong. */
int count_csv(Bytes line, char separator);

/* Whether a line is of headings: its corner is empty or names both axes (token\feature, as attnviz
   writes it: then it is its `own`), or there is no number behind it. */
bool is_csv_heading(Bytes line, char separator, bool *own);

/* Cuts the label, its first field, off a line whose quotes are right. Quotes in it are written
   over: the text must be one that may be. */
Bytes cut_csv_label(Bytes *line, char separator);

/* ---- what lies there ---- */

/* Fails for what often lies in the place of a table or of weights: an archive, a .npy file where
   none is read, the pointer that Git LFS leaves where it has not fetched a large file. */
bool check_type(const char *path, Bytes text, Error *error);

/* A field as a string, cut to `size` − 1 characters; false if it was cut, or has a NUL byte. */
bool field_string(Bytes field, char *out, size_t size);

/* A number, or meant as one: nan and 1e999 are no words and no headings. Or a whole one. */
bool is_number(Bytes field, bool whole);

/* As programs and people write −∞, in any case. */
bool is_minus_infinity(const char *text);

/* A finite decimal number that a float32 can hold. `place` begins the message. */
bool field_number(const char *place, Bytes field, double *number, Error *error);

/* ==== stream ====
 *
 * A file of any size, or a pipe, read in one pass through a buffer of fixed size.
 *
 * What a stream hands out points into the buffer, and holds until more is asked for; it may be
 * written to. The buffer lives in the arena; the descriptor stays open.
 */

#ifdef ATTNVIZ_FUZZ
enum { STREAM_CAPACITY = 1 << 17 }; /* made quickly, a hundred thousand times */
#else
enum { STREAM_CAPACITY = 1 << 20 };
#endif

enum { STREAM_ROOM = 64 }; /* bytes behind what is handed out that may be read, whatever they are */

typedef struct Stream {
    const char *path; /* for messages */
    int descriptor;
    bool ended;  /* nothing is left to be read into the buffer */
    char *data;  /* at the place in the file that is `offset` bytes from its beginning */
    size_t size; /* bytes there */
    uint64_t offset;
    long line; /* lines handed out so far */
    char *buffer;
} Stream;

/* Its descriptor is to be closed (file_close) also when this fails. */
bool stream_open(Arena *arena, const char *path, Stream *stream, Error *error);

/* Whether that is a file and no pipe. Of what is not there, too: opening it will say so. */
bool can_be_read_again(const char *path);

/* Has at least `size` bytes at `data`, at most STREAM_CAPACITY, unless the file ends before. */
bool stream_need(Stream *stream, size_t size, Error *error);

/* Goes on by so many bytes of those there. */
void stream_skip(Stream *stream, size_t size);

/* Goes on behind the next line and hands it out without its newline; its data is NULL at the end of
   the file. Fails if it is longer than the buffer. */
bool stream_line(Stream *stream, Bytes *line, Error *error);

/* ==== vector file ====
 *
 * A file of words and their vectors, a row at a time, in one of the formats in use:
 *
 *     text      a word and D numbers a line, blanks between     GloVe
 *               the same after a line "rows D"                  word2vec text, fastText .vec
 *     binary    the line "rows D"; then the word, a space,      word2vec binary
 *               D float32 little-endian, perhaps a newline
 *     CSV       a label and D numbers a line, with commas,      by hand, from a spreadsheet
 *               semicolons or tabs between; perhaps headings
 *     array     vectors.npy [rows, D] (npy, above), and beside  NumPy
 *               it vectors.words, a word a line
 *
 * Which it is is seen from the first lines. The bytes are hostile. Of every row it is checked that
 * it has the word and D numbers (in text: fields, which are not read as numbers until
 * vector_file_numbers), and at the end that there were as many rows as the first line says. What
 * fails names the file and the line, or the byte.
 */

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
