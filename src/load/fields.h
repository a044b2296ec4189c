/* Lines and the fields in them: what a mask, a list of vectors and a file of word vectors have
 * alike.
 *
 * All are pieces of one text, cut off it without copying. The text is hostile, and may hold any
 * bytes.
 */
#pragma once

#include "base/base.h"

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

/* Cuts the next line, trimmed, off a text; false at its end. It ends at a newline or at `end`. */
bool cut_line(Bytes *text, char end, Bytes *line);

/* The first of these characters that a line has, ' ' if it has none of them. A space stands for any
   blanks between two fields. */
char separator_of(Bytes line, const char *separators);

/* Cuts the next field, trimmed, off the rest of a line, whose data is NULL after the last. Where
   blanks separate, the rest begins with a field. */
Bytes cut_field(Bytes *rest, char separator);

/* How often cut_field can be called, of any line where blanks separate. */
int count_fields(Bytes line, char separator);

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
bool check_kind(const char *path, Bytes text, Error *error);

/* A field as a string, cut to `size` − 1 characters; false if it was cut, or has a NUL byte. */
bool field_string(Bytes field, char *out, size_t size);

/* A number, or meant as one: nan and 1e999 are no words and no headings. Or a whole one. */
bool is_number(Bytes field, bool whole);

/* As programs and people write −∞, in any case. */
bool is_minus_infinity(const char *text);

/* A finite decimal number that a float32 can hold. `place` begins the message. */
bool field_number(const char *place, Bytes field, double *number, Error *error);
