#include "load/vector_file.h"

#include "base/number.h"
#include "base/utf8.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct VectorFormat {
    bool (*next)(VectorFile *file, VectorRow *row, Error *error);
    bool (*numbers)(const VectorFile *file, const VectorRow *row, real *numbers, Error *error);
};

enum {
    LONGEST_NUMBER = 63, /* in characters */
    LONGEST_BINARY_WORD = 1 << 16,
    NUMBER_BYTES = 4, /* of a float32 */
    PLACE_SIZE = 4200 /* a path and a line */
};

/* Any piece of a line. */
static Bytes piece(const char *begin, const char *end)
{
    return (Bytes){begin, (size_t)(end - begin)};
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static Bytes trimmed(Bytes text)
{
    const char *begin = text.data, *end = begin + text.size;
    while (begin < end && is_blank(*begin))
        begin++;
    while (begin < end && (is_blank(end[-1]) || end[-1] == '\r'))
        end--;
    return piece(begin, end);
}

/* The next line, without blanks at its end; its data is NULL at the end of the file. */
static bool next_line(VectorFile *file, Bytes *line, Error *error)
{
    size_t length, whole;
    if (!stream_line(&file->stream, file->line + 1, &length, &whole, error))
        return false;
    const char *begin = file->stream.data, *end = begin + length;
    while (begin < end && (is_blank(end[-1]) || end[-1] == '\r'))
        end--;
    *line = whole ? piece(begin, end) : (Bytes){NULL, 0};
    stream_skip(&file->stream, whole);
    file->line += whole > 0;
    return true;
}

/* ---- numbers in text ---- */

/* Most numbers, fast: up to 15 digits and a point are a whole number that a double holds exactly,
   divided by an exact power of ten; so the quotient is rounded once, as strtod rounds. */
static bool read_short_number(Bytes text, double *number)
{
    static const double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const char *at = text.data, *end = at + text.size, *point = NULL;
    bool negative = at < end && *at == '-';
    int64_t whole = 0;
    int digits = 0;
    for (at += negative; at < end; at++) {
        if (*at == '.' && !point) {
            point = at;
        } else if ('0' <= *at && *at <= '9' && digits < 15) {
            whole = 10 * whole + (*at - '0');
            digits++;
        } else {
            return false;
        }
    }
    double size = (double)whole / powers[point ? end - point - 1 : 0];
    *number = negative ? -size : size;
    return digits > 0;
}

/* A finite decimal number that a float32 can hold. */
static bool read_number(const char *place, Bytes text, double *number, Error *error)
{
    if (read_short_number(text, number))
        return true;
    char copy[LONGEST_NUMBER + 1] = "";
    size_t length = text.size < LONGEST_NUMBER ? text.size : LONGEST_NUMBER;
    memcpy(copy, text.data, length);
    if (text.size > LONGEST_NUMBER || memchr(copy, '\0', length))
        return fail(error, "%s: '%s' is not a decimal number", place, copy);
    return parse_decimal(place, copy, -FLT_MAX, FLT_MAX, number, error);
}

static bool is_number(Bytes text)
{
    double number;
    Error ignored;
    return read_number("", text, &number, &ignored);
}

static bool fail_count(const VectorFile *file, long count, Error *error)
{
    return fail(error, "%s:%ld: %ld number%s, expected %d", file->stream.path, file->line, count,
                count == 1 ? "" : "s", file->d_model);
}

static const char *place_of(const VectorFile *file, char place[PLACE_SIZE])
{
    snprintf(place, PLACE_SIZE, "%s:%ld", file->stream.path, file->line);
    return place;
}

/* ---- text: fields with blanks between ---- */

/* How many fields there are: each begins after a blank, or with the line. */
static long count_fields(Bytes line)
{
    long count = line.size && !is_blank(line.data[0]);
    for (size_t i = 1; i < line.size; i++)
        count += is_blank(line.data[i - 1]) && !is_blank(line.data[i]);
    return count;
}

/* The last field of a line that ends with one. */
static Bytes last_field(Bytes line)
{
    const char *end = line.data + line.size, *begin = end;
    while (begin > line.data && !is_blank(begin[-1]))
        begin--;
    return piece(begin, end);
}

/* The line without its last field and the blanks before that. */
static Bytes without_field(Bytes line)
{
    const char *end = last_field(line).data;
    while (end > line.data && is_blank(end[-1]))
        end--;
    return piece(line.data, end);
}

/* A word may hold spaces (". . ." in glove.840B): it is what stands before the last D fields. But
   where it ends with a number, the row has one number too many. */
static bool split_line(const VectorFile *file, Bytes line, VectorRow *row, Error *error)
{
    long count = count_fields(line), d = file->d_model;
    bool wordless = is_blank(line.data[0]) && count == d;
    if (count <= d && !wordless)
        return fail_count(file, count ? count - 1 : 0, error);
    if (!wordless)
        line = trimmed(line);
    const char *end = line.data;
    while (end < line.data + line.size && !is_blank(*end))
        end++;
    row->word = piece(line.data, end);
    if (count > d + 1) {
        row->word = line;
        for (int i = 0; i < d; i++)
            row->word = without_field(row->word);
        if (is_number(last_field(row->word)))
            return fail_count(file, count - 1, error);
    }
    row->numbers = piece(row->word.data + row->word.size, line.data + line.size);
    return true;
}

static bool check_promise(const VectorFile *file, Error *error)
{
    return !file->promised || file->rows == file->rows_promised ||
           fail(error, "%s: %ld row%s, but its first line says %ld", file->stream.path, file->rows,
                file->rows == 1 ? "" : "s", file->rows_promised);
}

static bool next_text(VectorFile *file, VectorRow *row, Error *error)
{
    Bytes line;
    do
        if (!next_line(file, &line, error))
            return false;
    while (line.data && !line.size);
    if (!line.data)
        return check_promise(file, error);
    file->rows++;
    return split_line(file, line, row, error);
}

static bool text_numbers(const VectorFile *file, const VectorRow *row, real *numbers, Error *error)
{
    char place[PLACE_SIZE];
    place_of(file, place);
    const char *at = row->numbers.data, *end = at + row->numbers.size;
    for (int i = 0; i < file->d_model; i++) {
        while (is_blank(*at))
            at++;
        const char *begin = at;
        while (at < end && !is_blank(*at))
            at++;
        double number;
        if (!read_number(place, piece(begin, at), &number, error))
            return false;
        numbers[i] = (real)number;
    }
    return true;
}

/* ---- word2vec binary ---- */

static bool fail_cut(const VectorFile *file, Error *error)
{
    return fail(error, "%s: ends at byte %llu, in row %ld of %ld", file->stream.path,
                (unsigned long long)(file->stream.offset + file->stream.size), file->rows + 1,
                file->rows_promised);
}

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

static bool end_binary(const VectorFile *file, Error *error)
{
    return !file->stream.size ||
           fail(error, "%s: byte %llu: the file goes on after the %ld rows of its first line",
                file->stream.path, (unsigned long long)file->stream.offset, file->rows_promised);
}

static bool next_binary(VectorFile *file, VectorRow *row, Error *error)
{
    Stream *stream = &file->stream;
    size_t size = NUMBER_BYTES * (size_t)file->d_model;
    if (!skip_newlines(stream, error))
        return false;
    if (file->rows == file->rows_promised)
        return end_binary(file, error);
    if (!stream_need(stream, LONGEST_BINARY_WORD + 1 + size, error))
        return false;
    size_t room = stream->size < LONGEST_BINARY_WORD ? stream->size : LONGEST_BINARY_WORD;
    const char *space = room ? memchr(stream->data, ' ', room) : NULL;
    if (!space && room == LONGEST_BINARY_WORD)
        return fail(error, "%s: byte %llu: a word longer than %d bytes", stream->path,
                    (unsigned long long)stream->offset, LONGEST_BINARY_WORD - 1);
    if (!space || (size_t)(stream->data + stream->size - space) < 1 + size)
        return fail_cut(file, error);
    row->word = piece(stream->data, space);
    row->numbers = (Bytes){space + 1, size};
    row->offset = stream->offset + row->word.size + 1;
    stream_skip(stream, row->word.size + 1 + size);
    file->rows++;
    return true;
}

static float float_of(const unsigned char *bytes)
{
    uint32_t bits = 0;
    for (int i = 0; i < NUMBER_BYTES; i++)
        bits |= (uint32_t)bytes[i] << 8 * i;
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static bool binary_numbers(const VectorFile *file, const VectorRow *row, real *numbers,
                           Error *error)
{
    const unsigned char *bytes = (const unsigned char *)row->numbers.data;
    for (int i = 0; i < file->d_model; i++) {
        numbers[i] = (real)float_of(bytes + NUMBER_BYTES * i);
        if (!isfinite(numbers[i]))
            return fail(
                error, "%s: byte %llu: number %d of row %ld is not finite", file->stream.path,
                (unsigned long long)row->offset + NUMBER_BYTES * (unsigned)i, i + 1, file->rows);
    }
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

/* Takes the next field off the rest of a line, whose data is NULL after the last. A separator
   between quotes separates nothing. False if the quotes are not closed, or more follows them. */
static bool next_field(Bytes *rest, char separator, Bytes *field)
{
    const char *begin = rest->data, *end = begin + rest->size;
    while (begin < end && *begin == ' ')
        begin++;
    bool quoted = begin < end && *begin == '"';
    const char *from = quoted ? end_of_quotes(begin, end) : begin;
    if (!from)
        return false;
    const char *stop = from < end ? memchr(from, separator, (size_t)(end - from)) : NULL;
    *field = trimmed(piece(begin, stop ? stop : end));
    *rest = stop ? piece(stop + 1, end) : (Bytes){NULL, 0};
    return !quoted || field->data + field->size == from;
}

/* A field without the quotes around it. */
static Bytes inside_quotes(Bytes field)
{
    return field.size && *field.data == '"' ? (Bytes){field.data + 1, field.size - 2} : field;
}

/* What a label says: quotes in quotes are doubled, and made one where they stand. */
static Bytes unquoted(Bytes label)
{
    Bytes inside = inside_quotes(label);
    if (inside.data == label.data)
        return label;
    char *to = (char *)inside.data;
    for (const char *at = inside.data, *end = at + inside.size; at < end; at++) {
        at += *at == '"';
        *to++ = *at;
    }
    return piece(inside.data, to);
}

/* How many fields there are; −1 where quotes are wrong. */
static int csv_count(Bytes line, char separator)
{
    Bytes field;
    int count = 0;
    for (; line.data; count++)
        if (!next_field(&line, separator, &field))
            return -1;
    return count;
}

/* Headings: a corner that is empty or names both axes (token\feature, as attnviz writes it), or
   not a number among them. */
static bool is_heading(const VectorFile *file, const VectorRow *row)
{
    if (!row->word.size || memchr(row->word.data, '\\', row->word.size))
        return true;
    Bytes rest = row->numbers, field;
    while (rest.data && next_field(&rest, file->separator, &field))
        if (is_number(inside_quotes(field)))
            return false;
    return true;
}

static bool split_csv(const VectorFile *file, Bytes line, VectorRow *row, Error *error)
{
    int count = csv_count(line, file->separator);
    if (count < 0)
        return fail(error, "%s:%ld: quotes that are not closed, or not around a whole field",
                    file->stream.path, file->line);
    if (count != file->d_model + 1)
        return fail_count(file, count - 1, error);
    Bytes field;
    next_field(&line, file->separator, &field);
    *row = (VectorRow){.word = unquoted(field), .numbers = line};
    return true;
}

static bool next_csv(VectorFile *file, VectorRow *row, Error *error)
{
    for (bool first = file->rows == 0;; first = false) {
        Bytes line;
        do
            if (!next_line(file, &line, error))
                return false;
        while (line.data && !line.size);
        if (!line.data)
            return true;
        if (!split_csv(file, line, row, error))
            return false;
        if (first && is_heading(file, row)) {
            *row = (VectorRow){0};
            continue;
        }
        file->rows++;
        return true;
    }
}

static bool csv_numbers(const VectorFile *file, const VectorRow *row, real *numbers, Error *error)
{
    char place[PLACE_SIZE];
    place_of(file, place);
    Bytes rest = row->numbers, field;
    for (int i = 0; i < file->d_model; i++) {
        double number;
        if (!next_field(&rest, file->separator, &field) ||
            !read_number(place, inside_quotes(field), &number, error))
            return false;
        numbers[i] = (real)number;
    }
    return true;
}

/* ---- which format it is ---- */

static const VectorFormat text_rows = {next_text, text_numbers};
static const VectorFormat binary_rows = {next_binary, binary_numbers};
static const VectorFormat csv_rows = {next_csv, csv_numbers};

static bool starts_with(const Stream *stream, const char *bytes, size_t size)
{
    return stream->size >= size && memcmp(stream->data, bytes, size) == 0;
}

static bool check_unpacked(const Stream *stream, Error *error)
{
    if (!stream->size)
        return fail(error, "%s: empty file", stream->path);
    if (starts_with(stream, "\x1f\x8b", 2))
        return fail(error, "%s: compressed with gzip; unpack it first", stream->path);
    if (starts_with(stream, "PK\x03\x04", 4))
        return fail(error, "%s: a zip archive; unpack it first", stream->path);
    return true;
}

static bool fail_unrecognised(const VectorFile *file, Error *error)
{
    return fail(error,
                "%s: not a table of word vectors: a word and its numbers a line, with blanks "
                "or commas between, or word2vec's binary format",
                file->stream.path);
}

static bool is_whole(Bytes text)
{
    size_t sign = text.size && (*text.data == '-' || *text.data == '+');
    if (sign == text.size)
        return false;
    for (size_t i = sign; i < text.size; i++)
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
    return true;
}

static bool read_whole(const char *place, const char *what, Bytes text, long min, long max,
                       long *number, Error *error)
{
    char name[PLACE_SIZE + 32], copy[LONGEST_NUMBER + 1] = "";
    snprintf(name, sizeof name, "%s: %s", place, what);
    memcpy(copy, text.data, text.size < LONGEST_NUMBER ? text.size : LONGEST_NUMBER);
    return parse_whole(name, copy, min, max, number, error);
}

/* Whether binary numbers follow the word at the beginning of the data: then there are control
   characters among their bytes, or what is no UTF-8. As text they end with the line, and take two
   characters each. */
static bool is_binary(const Stream *stream, int d_model)
{
    size_t least = 2 * (size_t)d_model, most = NUMBER_BYTES * (size_t)d_model;
    const char *end = stream->data + stream->size;
    const char *begin = stream->size ? memchr(stream->data, ' ', stream->size) : NULL;
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
static bool open_promised(VectorFile *file, Bytes line, Error *error)
{
    char place[PLACE_SIZE];
    long d_model;
    place_of(file, place);
    if (!read_whole(place, "rows", without_field(line), 0, INT_MAX, &file->rows_promised, error) ||
        !read_whole(place, "numbers a row", last_field(line), 1, MOST_VECTOR_FEATURES, &d_model,
                    error))
        return false;
    file->promised = true;
    file->d_model = (int)d_model;
    file->format = is_binary(&file->stream, file->d_model) ? &binary_rows : &text_rows;
    return true;
}

/* The numbers at the end of a line. */
static long count_numbers(Bytes line)
{
    long count = 0;
    for (; line.size && is_number(last_field(line)); line = without_field(line))
        count++;
    return count;
}

static bool set_features(VectorFile *file, long count, Error *error)
{
    if (count < 1)
        return fail_unrecognised(file, error);
    if (count > MOST_VECTOR_FEATURES)
        return fail(error, "%s:1: %ld numbers, at most %d can be read", file->stream.path, count,
                    MOST_VECTOR_FEATURES);
    file->d_model = (int)count;
    return true;
}

/* By its first line. A GloVe file may begin with a comma, which is a word. */
static bool open_rows(VectorFile *file, Bytes line, Error *error)
{
    static const char separators[] = ";,\t";
    long fields = count_fields(line), numbers = count_numbers(line);
    file->format = &text_rows;
    if (numbers >= 2 && numbers >= fields - 1)
        return set_features(file, fields - 1, error);
    for (const char *s = separators; *s; s++)
        if (memchr(line.data, *s, line.size)) {
            file->format = &csv_rows;
            file->separator = *s;
            return set_features(file, csv_count(line, *s) - 1, error);
        }
    return set_features(file, numbers, error);
}

static bool recognise(VectorFile *file, Error *error)
{
    Stream *stream = &file->stream;
    size_t length, whole;
    if (!stream_need(stream, STREAM_CAPACITY, error) || !check_unpacked(stream, error))
        return false;
    if (starts_with(stream, "\xef\xbb\xbf", 3))
        stream_skip(stream, 3);
    if (!stream_line(stream, 1, &length, &whole, error))
        return false;
    Bytes line = trimmed((Bytes){stream->data, length});
    if (!line.size || memchr(line.data, '\0', line.size))
        return fail_unrecognised(file, error);
    if (count_fields(line) != 2 || !is_whole(last_field(line)) || !is_whole(without_field(line)))
        return open_rows(file, line, error);
    stream_skip(stream, whole);
    file->line = 1;
    return open_promised(file, line, error);
}

/* ---- the whole ---- */

bool vector_file_open(Arena *arena, const char *path, VectorFile *file, Error *error)
{
    *file = (VectorFile){0};
    return stream_open(arena, path, &file->stream, error) && recognise(file, error);
}

void vector_file_close(VectorFile *file)
{
    stream_close(&file->stream);
}

bool vector_file_next(VectorFile *file, VectorRow *row, Error *error)
{
    *row = (VectorRow){0};
    return file->format->next(file, row, error);
}

bool vector_file_numbers(const VectorFile *file, const VectorRow *row, real *numbers, Error *error)
{
    return file->format->numbers(file, row, numbers, error);
}
