#include "load/short_number.h"

#include <unistd.h>

enum { LONGEST_BINARY_WORD = 1 << 16 };

static _Noreturn void fail_count(const VectorFile *file, int count)
{
    fail("%s:%ld: %d number%s, expected %d", file->stream.path, file->stream.line, count,
         plural(count), file->d_model);
}

/* ---- blank-separated fields ---- */

/* A word may contain spaces (". . ." in glove.840B): it is everything before the last D fields. But
   if it ends with a number, the row has one number too many. The word may also be missing. */
static VectorRow split_blanks(const VectorFile *file, Bytes line)
{
    Bytes rest = trimmed(line), last = {line.data, 0};
    int count = count_fields(rest), words = count - file->d_model;
    bool wordless = is_blank(*line.data) && !words;
    if (words <= 0 && !wordless)
        fail_count(file, count - 1);
    const char *begin = wordless ? line.data : rest.data;
    for (int i = 0; i < words; i++)
        last = cut_field(&rest, ' ');
    if (words > 1 && is_number(last, false))
        fail_count(file, count - 1);
    return (VectorRow){piece(begin, last.data + last.size), rest};
}

/* ---- CSV ---- */

static VectorRow split_csv(const VectorFile *file, Bytes line)
{
    int count = count_csv(line, file->separator);
    if (count < 0)
        fail("%s:%ld: %s", file->stream.path, file->stream.line, csv_quotes_wrong);
    if (count != file->d_model + 1)
        fail_count(file, count - 1);
    Bytes word = cut_csv_label(&line, file->separator, file->own);
    return (VectorRow){word, line};
}

/* ---- a row of text ---- */

/* Reads the next line that is not blank. */
static VectorRow next_text(VectorFile *file)
{
    Bytes line;
    do
        line = end_trimmed(stream_line(&file->stream));
    while (line.data && !line.size);
    if (!line.data && file->rows_promised >= 0 && file->rows != file->rows_promised)
        fail("%s: %ld row%s, but its first line says %ld", file->stream.path, file->rows,
             plural(file->rows), file->rows_promised);
    if (!line.data)
        return (VectorRow){0};
    file->rows++;
    return file->separator == ' ' ? split_blanks(file, line) : split_csv(file, line);
}

/* Takes the next number, if it is short and fills its field. */
static bool take_short(char separator, Bytes *rest, double *number)
{
    const char *end = rest->data + rest->size;
    const char *at = rest->data ? short_number(rest->data, number) : NULL;
    if (!at || at > end || (at < end && !(separator == ' ' ? is_blank(*at) : *at == separator)))
        return false;
    *rest = behind_field(*rest, at, separator);
    return true;
}

static void text_numbers(const VectorFile *file, const VectorRow *row, real *numbers)
{
    char place[4200]; /* room for a path and a line number */
    Bytes rest = row->numbers;
    double number;
    for (int i = 0; i < file->d_model; i++) {
        if (!take_short(file->separator, &rest, &number)) {
            snprintf(place, sizeof place, "%s:%ld", file->stream.path, file->stream.line);
            number = field_number(place, cut_csv(&rest, file->separator));
        }
        numbers[i] = (real)number;
    }
}

/* ---- binary rows ---- */

/* The word before `size` bytes of numbers, after any newlines. With size 0, at the end, only
   newlines are left. If the file ends within the word, there are no numbers after it. */
static Bytes word_before(Stream *stream, size_t size)
{
    size_t most = LONGEST_BINARY_WORD + 1 + size;
    for (stream_need(stream, most); stream->size && *stream->data == '\n';
         stream_need(stream, most))
        stream_skip(stream, 1);
    if (!size)
        return (Bytes){0};
    size_t room = stream->size < LONGEST_BINARY_WORD ? stream->size : LONGEST_BINARY_WORD;
    const char *space = memchr(stream->data, ' ', room);
    if (!space && room == LONGEST_BINARY_WORD)
        fail("%s: byte %ju: a word longer than %d bytes", stream->path, (uintmax_t)stream->offset,
             LONGEST_BINARY_WORD - 1);
    Bytes word = piece(stream->data, space ? space : stream->data + room);
    stream_skip(stream, word.size + (space != NULL));
    return word;
}

/* The word of an array's row, from the separate file of words. */
static Bytes word_beside(VectorFile *file, bool ended)
{
    Bytes word = stream_line(&file->words);
    if (file->rows == 0)
        word = without_byte_order_mark(word);
    if (ended != !word.data)
        fail(ended ? "%s: more than the %ld words of %s"
                   : "%s: too few words for the %ld rows of %s",
             file->words.path, file->rows_promised, file->stream.path);
    return end_trimmed(word);
}

static VectorRow next_binary(VectorFile *file)
{
    Stream *stream = &file->stream;
    bool beside = file->words.path, ended = file->rows == file->rows_promised;
    size_t size = ended ? 0 : (size_t)file->as.type->size * (size_t)file->d_model;
    Bytes word = beside ? word_beside(file, ended) : word_before(stream, size);
    stream_need(stream, ended ? 1 : size);
    if (ended && stream->size)
        fail("%s: byte %ju: the file goes on after the %ld rows of its %s", stream->path,
             (uintmax_t)stream->offset, file->rows_promised, beside ? "header" : "first line");
    if (ended)
        return (VectorRow){0};
    if (stream->size < size)
        fail("%s: ends at byte %ju, in row %ld of %ld", stream->path,
             (uintmax_t)(stream->offset + stream->size), file->rows + 1, file->rows_promised);
    VectorRow row = {word, {stream->data, size}};
    stream_skip(stream, size);
    file->rows++;
    return row;
}

static void binary_numbers(const VectorFile *file, const VectorRow *row, real *numbers)
{
    size_t d = (size_t)file->d_model;
    size_t read = stored_numbers(file->as, row->numbers.data, d, numbers);
    size_t left = (d - read) * (size_t)file->as.type->size;
    if (read != d)
        fail("%s: byte %ju: number %zu of row %ld is not %s", file->stream.path,
             (uintmax_t)(file->stream.offset - left), read + 1, file->rows,
             number_flaw(file->as, row->numbers.data + row->numbers.size - left));
}

/* ---- recognising the format ---- */

/* "vectors.npy" has its words in "vectors.words". */
static void open_array(Arena *arena, VectorFile *file, Bytes begin)
{
    const char *path = file->stream.path;
    size_t stem = strlen(path) - (ends_with(path, ".npy") ? strlen(".npy") : 0);
    const char *words = arena_format(arena, "%.*s.words", (int)stem, path);
    Npy npy = npy_header(arena, path, begin);
    if (npy.dimensions != 2)
        fail("%s: %zu dimension%s, expected 2: a row a word", path, npy.dimensions,
             plural((long)npy.dimensions));
    if (npy.rows > INT_MAX || npy.cols < 1 || npy.cols > MOST_VECTOR_FEATURES)
        fail("%s: %ju rows of %ju numbers; at most %d of 1 to %d can be read", path, npy.rows,
             npy.cols, INT_MAX, MOST_VECTOR_FEATURES);
    file->as = npy.as;
    file->d_model = (int)npy.cols;
    file->rows_promised = (long)npy.rows;
    stream_skip(&file->stream, npy.data_begin);
    if (access(words, R_OK) != 0)
        fail("%s: the words of %s, one a line, cannot be read: %s", words, path, strerror(errno));
    file->words = stream_open(arena, words);
    stream_need(&file->words, STREAM_CAPACITY);
}

static _Noreturn void fail_unrecognised(const VectorFile *file)
{
    fail("%s: %s", file->stream.path,
         is_utf16(file->stream.data, file->stream.size)
             ? UTF16_MESSAGE
             : "not a table of word vectors: a word and its numbers a line, with blanks or commas "
               "between, or word2vec's binary format");
}

/* Whether the data, after its first word, is binary: then its bytes include control characters or
   invalid UTF-8. As text, each number takes at least two characters, and all end with the line. */
static bool is_binary(const Stream *stream, int d_model)
{
    size_t least = 2 * (size_t)d_model, most = 4 * (size_t)d_model;
    const char *end = stream->data + stream->size;
    const char *begin = memchr(stream->data, ' ', stream->size);
    if (!begin)
        return false;
    const char *at = begin, *stop = (size_t)(end - begin) > most ? begin + 1 + most : end;
    for (; at < stop && (*at != '\n' || at < begin + least); at++)
        if ((unsigned char)*at < ' ' && *at != '\t' && *at != '\n' && *at != '\r')
            return true;
    size_t size = (size_t)(at - begin), valid = utf8_valid_length(begin, size);
    return valid + 3 < size; /* the last character may be truncated */
}

/* Parses "rows D", and recognises the format of what follows. */
static void open_promised(Arena *arena, VectorFile *file, Bytes rows, Bytes features)
{
    const char *path = file->stream.path;
    file->rows_promised = (long)parse_whole(arena_format(arena, "%s:1: rows", path),
                                            arena_strndup(arena, rows.data, rows.size), 0, INT_MAX);
    file->d_model = (int)parse_whole(arena_format(arena, "%s:1: numbers a row", path),
                                     arena_strndup(arena, features.data, features.size), 1,
                                     MOST_VECTOR_FEATURES);
    if (is_binary(&file->stream, file->d_model))
        file->as.type = &number_types[FLOAT32];
}

/* Recognises the format from the first line. A GloVe file may begin with a comma, which is a word
   there. A line that begins with a tab has an empty corner. */
static void open_rows(VectorFile *file, Bytes line)
{
    int fields = count_fields(trimmed(line)), numbers = 0;
    for (Bytes rest = trimmed(line); rest.data;)
        numbers = is_number(cut_field(&rest, ' '), false) ? numbers + 1 : 0; /* at line end */
    if (*line.data != '\t' && numbers >= 2 && numbers >= fields - 1)
        numbers = fields - 1;
    else
        file->separator = separator_of(line, ";,\t");
    if (file->separator != ' ')
        numbers = count_csv(line, file->separator) - 1;
    if (numbers < 1)
        fail_unrecognised(file);
    if (numbers > MOST_VECTOR_FEATURES)
        fail("%s:1: %d numbers, at most %d can be read", file->stream.path, numbers,
             MOST_VECTOR_FEATURES);
    file->d_model = numbers;
}

static void recognise(Arena *arena, VectorFile *file)
{
    Stream *stream = &file->stream;
    stream_need(stream, STREAM_CAPACITY);
    Bytes text = {stream->data, stream->size};
    if (!text.size)
        fail("%s: empty file", stream->path);
    if (bytes_begin_with(text, NPY_MAGIC)) {
        open_array(arena, file, text);
        return;
    }
    check_type(stream->path, text);
    stream_skip(stream, text.size - without_byte_order_mark(text).size);
    stream_need(stream, STREAM_CAPACITY);
    Stream behind = *stream; /* looks beyond the first line in what is already in the buffer */
    Bytes line = end_trimmed(stream_line(&behind));
    if (!line.size || memchr(line.data, '\0', line.size))
        fail_unrecognised(file);
    if (*line.data != '\t' && count_fields(line) == 2) {
        Bytes second = trimmed(line), first = cut_field(&second, ' ');
        if (is_number(first, true) && is_number(second, true)) {
            *stream = behind;
            open_promised(arena, file, first, second);
            return;
        }
    }
    open_rows(file, line);
    if (file->separator != ' ' && is_csv_heading(line, file->separator, &file->own))
        *stream = behind;
}

/* ---- the whole ---- */

void vector_file_open(Arena *arena, const char *path, VectorFile *file)
{
    *file = (VectorFile){
        .stream.descriptor = -1, .words.descriptor = -1, .separator = ' ', .rows_promised = -1};
    file->stream = stream_open(arena, path);
    recognise(arena, file);
}

void vector_file_close(VectorFile *file)
{
    file_close(&file->stream.descriptor);
    file_close(&file->words.descriptor);
}

VectorRow vector_file_next(VectorFile *file)
{
    return file->as.type ? next_binary(file) : next_text(file);
}

void vector_file_numbers(const VectorFile *file, const VectorRow *row, real *numbers)
{
    (file->as.type ? binary_numbers : text_numbers)(file, row, numbers);
}
