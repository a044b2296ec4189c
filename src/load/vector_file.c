#include "load/vector_file.h"

#include "base/number.h"
#include "base/utf8.h"
#include "load/fields.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST_BINARY_WORD = 1 << 16,
    NUMBER_BYTES = 4, /* of a float32 */
    PLACE_SIZE = 4200 /* a path, a line, and what of it */
};

/* A number, or meant as one: nan and 1e999 are no words and no headings. */
static bool is_number(Bytes field)
{
    char string[LONGEST_NUMBER + 1], *end = string;
    if (field_string(field, string, sizeof string))
        (void)strtod(string, &end);
    return end > string && !*end;
}

static bool fail_count(const VectorFile *file, int count, Error *error)
{
    return fail(error, "%s:%ld: %d number%s, expected %d", file->stream.path, file->stream.line,
                count, count == 1 ? "" : "s", file->d_model);
}

/* ---- fields with blanks between ---- */

/* A word may hold spaces (". . ." in glove.840B): it is what stands before the last D fields. But
   where it ends with a number, the row has one number too many. It may also be missing. */
static bool split_blanks(const VectorFile *file, Bytes line, VectorRow *row, Error *error)
{
    Bytes rest = trimmed(line), last = {line.data, 0};
    int count = count_fields(rest, ' '), words = count - file->d_model;
    bool wordless = is_blank(*line.data) && !words;
    if (words <= 0 && !wordless)
        return fail_count(file, count - 1, error);
    const char *begin = wordless ? line.data : rest.data;
    for (int i = 0; i < words; i++)
        last = cut_field(&rest, ' ');
    if (words > 1 && is_number(last))
        return fail_count(file, count - 1, error);
    *row = (VectorRow){piece(begin, last.data + last.size), rest};
    return true;
}

/* ---- CSV ---- */

/* Where the quotes end that begin here: behind the second; NULL if they do not. Two in a row are
   a quote that belongs to the text. */
static const char *end_of_quotes(const char *begin, const char *end)
{
    for (const char *at = begin + 1; at < end; at++)
        if (*at == '"') {
            if (at + 1 == end || at[1] != '"')
                return at + 1;
            at++;
        }
    return NULL;
}

/* Takes the next field off the rest of a line, as cut_field does. A separator between quotes
   separates nothing, and the field is what stands in them. False if the quotes are not closed, or
   more follows them. */
static bool next_field(Bytes *rest, char separator, Bytes *field)
{
    const char *begin = rest->data, *end = begin + rest->size;
    while (begin < end && is_blank(*begin) && *begin != separator)
        begin++;
    if (separator == ' ' || begin == end || *begin != '"') {
        *field = cut_field(rest, separator);
        return true;
    }
    const char *behind = end_of_quotes(begin, end);
    if (!behind)
        return false;
    *field = piece(begin + 1, behind - 1);
    *rest = piece(behind, end);
    return cut_field(rest, separator).size == 0;
}

/* How many fields there are; −1 where quotes are wrong. */
static int count_quoted(Bytes line, char separator)
{
    Bytes field;
    int count = 0;
    for (; line.data; count++)
        if (!next_field(&line, separator, &field))
            return -1;
    return count;
}

/* Headings: a corner that is empty or names both axes (token\feature, as attnviz writes it: then it
   is its `own`), or not a number among them. */
static bool is_heading(Bytes line, char separator, bool *own)
{
    Bytes field;
    next_field(&line, separator, &field);
    *own = field.size && memchr(field.data, '\\', field.size);
    if (!field.size || *own)
        return true;
    while (line.data && next_field(&line, separator, &field))
        if (is_number(field))
            return false;
    return true;
}

/* What stood in quotes, where doubled ones stand for one; in place. */
static Bytes without_doubled_quotes(Bytes field)
{
    char *to = (char *)field.data;
    for (const char *at = to, *end = at + field.size; at < end; at++) {
        at += *at == '"';
        *to++ = *at;
    }
    return piece(field.data, to);
}

static bool split_csv(const VectorFile *file, Bytes line, VectorRow *row, Error *error)
{
    int count = count_quoted(line, file->separator);
    if (count < 0)
        return fail(error, "%s:%ld: quotes that are not closed, or not around a whole field",
                    file->stream.path, file->stream.line);
    if (count != file->d_model + 1)
        return fail_count(file, count - 1, error);
    row->numbers = line;
    next_field(&row->numbers, file->separator, &row->word);
    if (row->word.data > line.data && row->word.data[-1] == '"')
        row->word = without_doubled_quotes(row->word);
    if (file->own && row->word.size && *row->word.data == '\'')
        row->word = piece(row->word.data + 1, row->word.data + row->word.size);
    return true;
}

/* ---- a row of text ---- */

/* The next line that is not blank, without blanks at its end; its data is NULL at the end. */
static bool next_line(VectorFile *file, Bytes *line, Error *error)
{
    *line = file->first;
    file->first = (Bytes){0};
    while (!line->size) {
        if (!stream_line(&file->stream, line, error))
            return false;
        if (!line->data)
            return true;
        *line = end_trimmed(*line);
    }
    return true;
}

static bool next_text(VectorFile *file, VectorRow *row, Error *error)
{
    Bytes line;
    if (!next_line(file, &line, error))
        return false;
    if (!line.data)
        return file->rows_promised < 0 || file->rows == file->rows_promised ||
               fail(error, "%s: %ld row%s, but its first line says %ld", file->stream.path,
                    file->rows, file->rows == 1 ? "" : "s", file->rows_promised);
    file->rows++;
    return file->separator == ' ' ? split_blanks(file, line, row, error)
                                  : split_csv(file, line, row, error);
}

static bool text_numbers(const VectorFile *file, const VectorRow *row, real *numbers, Error *error)
{
    char place[PLACE_SIZE];
    Bytes rest = row->numbers, field;
    double number;
    snprintf(place, sizeof place, "%s:%ld", file->stream.path, file->stream.line);
    for (int i = 0; i < file->d_model; i++) {
        if (!next_field(&rest, file->separator, &field) ||
            !field_number(place, field, &number, error))
            return false;
        numbers[i] = (real)number;
    }
    return true;
}

/* ---- word2vec binary ---- */

static bool skip_newlines(Stream *stream, Error *error)
{
    for (;;) {
        if (!stream_need(stream, 1, error))
            return false;
        if (!stream->size || *stream->data != '\n')
            return true;
        stream_skip(stream, 1);
    }
}

static bool next_binary(VectorFile *file, VectorRow *row, Error *error)
{
    Stream *stream = &file->stream;
    size_t size = NUMBER_BYTES * (size_t)file->d_model;
    if (!skip_newlines(stream, error))
        return false;
    if (file->rows == file->rows_promised)
        return !stream->size ||
               fail(error, "%s: byte %ju: the file goes on after the %ld rows of its first line",
                    stream->path, (uintmax_t)stream->offset, file->rows_promised);
    if (!stream_need(stream, LONGEST_BINARY_WORD + 1 + size, error))
        return false;
    const char *begin = stream->data, *end = begin + stream->size;
    size_t room = stream->size < LONGEST_BINARY_WORD ? stream->size : LONGEST_BINARY_WORD;
    const char *space = memchr(begin, ' ', room);
    if (!space && room == LONGEST_BINARY_WORD)
        return fail(error, "%s: byte %ju: a word longer than %d bytes", stream->path,
                    (uintmax_t)stream->offset, LONGEST_BINARY_WORD - 1);
    if (!space || (size_t)(end - space) < 1 + size)
        return fail(error, "%s: ends at byte %ju, in row %ld of %ld", stream->path,
                    (uintmax_t)(stream->offset + stream->size), file->rows + 1,
                    file->rows_promised);
    *row = (VectorRow){piece(begin, space), {space + 1, size}};
    stream_skip(stream, row->word.size + 1 + size);
    file->rows++;
    return true;
}

static bool binary_numbers(const VectorFile *file, const VectorRow *row, real *numbers,
                           Error *error)
{
    uint64_t offset = file->stream.offset - row->numbers.size;
    for (int i = 0; i < file->d_model; i++, offset += NUMBER_BYTES) {
        numbers[i] = (real)float32_at(row->numbers.data + NUMBER_BYTES * i);
        if (!isfinite(numbers[i]))
            return fail(error, "%s: byte %ju: number %d of row %ld is not finite",
                        file->stream.path, (uintmax_t)offset, i + 1, file->rows);
    }
    return true;
}

/* ---- which format it is ---- */

static bool fail_unrecognised(const VectorFile *file, Error *error)
{
    return fail(error,
                "%s: not a table of word vectors: a word and its numbers a line, with blanks "
                "or commas between, or word2vec's binary format",
                file->stream.path);
}

static bool is_whole(Bytes field)
{
    char string[LONGEST_NUMBER + 1], *end = string;
    if (field_string(field, string, sizeof string))
        (void)strtol(string, &end, 10);
    return end > string && !*end;
}

static bool read_whole(const VectorFile *file, const char *what, Bytes field, long min, long max,
                       long *number, Error *error)
{
    char name[PLACE_SIZE], string[LONGEST_NUMBER + 1];
    snprintf(name, sizeof name, "%s:1: %s", file->stream.path, what);
    field_string(field, string, sizeof string);
    return parse_whole(name, string, min, max, number, error);
}

/* Whether binary numbers follow the word at the beginning of the data: then there are control
   characters among their bytes, or what is no UTF-8. As text they end with the line, and take two
   characters each. */
static bool is_binary(const Stream *stream, int d_model)
{
    size_t least = 2 * (size_t)d_model, most = NUMBER_BYTES * (size_t)d_model;
    const char *end = stream->data + stream->size;
    const char *begin = memchr(stream->data, ' ', stream->size);
    if (!begin)
        return false;
    const char *at = begin, *stop = (size_t)(end - begin) > most ? begin + 1 + most : end;
    for (; at < stop && (*at != '\n' || at < begin + least); at++)
        if ((unsigned char)*at < ' ' && *at != '\t' && *at != '\n' && *at != '\r')
            return true;
    size_t size = (size_t)(at - begin), valid = utf8_valid_length(begin, size);
    return valid + 3 < size; /* the last character may be cut */
}

/* "rows D", and the format of what follows. */
static bool open_promised(VectorFile *file, Bytes rows, Bytes features, Error *error)
{
    long d_model;
    if (!read_whole(file, "rows", rows, 0, INT_MAX, &file->rows_promised, error) ||
        !read_whole(file, "numbers a row", features, 1, MOST_VECTOR_FEATURES, &d_model, error))
        return false;
    file->d_model = (int)d_model;
    file->binary = is_binary(&file->stream, file->d_model);
    return true;
}

/* By its first line. A GloVe file may begin with a comma, which is a word. A line that begins with
   a tab has an empty corner. */
static bool open_rows(VectorFile *file, Bytes line, Error *error)
{
    int fields = count_fields(trimmed(line), ' '), numbers = 0;
    for (Bytes rest = trimmed(line); rest.data;)
        numbers = is_number(cut_field(&rest, ' ')) ? numbers + 1 : 0; /* at the end */
    if (*line.data != '\t' && numbers >= 2 && numbers >= fields - 1)
        numbers = fields - 1;
    else
        file->separator = separator_of(line, ";,\t");
    if (file->separator != ' ')
        numbers = count_quoted(line, file->separator) - 1;
    if (numbers < 1)
        return fail_unrecognised(file, error);
    if (numbers > MOST_VECTOR_FEATURES)
        return fail(error, "%s:1: %d numbers, at most %d can be read", file->stream.path, numbers,
                    MOST_VECTOR_FEATURES);
    file->d_model = numbers;
    return true;
}

static bool recognise(VectorFile *file, Error *error)
{
    Stream *stream = &file->stream;
    if (!stream_need(stream, STREAM_CAPACITY, error))
        return false;
    Bytes text = {stream->data, stream->size}, line;
    if (!text.size)
        return fail(error, "%s: empty file", stream->path);
    if (!check_kind(stream->path, text, error))
        return false;
    stream_skip(stream, text.size - without_byte_order_mark(text).size);
    if (!stream_line(stream, &line, error))
        return false;
    line = end_trimmed(line);
    if (!line.size || memchr(line.data, '\0', line.size))
        return fail_unrecognised(file, error);
    if (*line.data != '\t' && count_fields(line, ' ') == 2) {
        Bytes second = trimmed(line), first = cut_field(&second, ' ');
        if (is_whole(first) && is_whole(second))
            return open_promised(file, first, second, error);
    }
    if (!open_rows(file, line, error))
        return false;
    if (file->separator == ' ' || !is_heading(line, file->separator, &file->own))
        file->first = line;
    return true;
}

/* ---- the whole ---- */

bool vector_file_open(Arena *arena, const char *path, VectorFile *file, Error *error)
{
    *file = (VectorFile){.separator = ' ', .rows_promised = -1};
    return stream_open(arena, path, &file->stream, error) && recognise(file, error);
}

void vector_file_close(VectorFile *file)
{
    stream_close(&file->stream);
}

bool vector_file_next(VectorFile *file, VectorRow *row, Error *error)
{
    *row = (VectorRow){0};
    return file->binary ? next_binary(file, row, error) : next_text(file, row, error);
}

bool vector_file_numbers(const VectorFile *file, const VectorRow *row, real *numbers, Error *error)
{
    return file->binary ? binary_numbers(file, row, numbers, error)
                        : text_numbers(file, row, numbers, error);
}
