#include "load/fields.h"

#include "base/number.h"

#include <float.h>
#include <stdint.h>
#include <string.h>

static bool is_edge(char c)
{
    return is_blank(c) || c == '\r';
}

Bytes end_trimmed(Bytes text)
{
    while (text.size && is_edge(text.data[text.size - 1]))
        text.size--;
    return text;
}

Bytes trimmed(Bytes text)
{
    while (text.size && is_edge(*text.data)) {
        text.data++;
        text.size--;
    }
    return end_trimmed(text);
}

Bytes without_byte_order_mark(Bytes text)
{
    bool marked = text.size >= 3 && !memcmp(text.data, "\xef\xbb\xbf", 3);
    return marked ? (Bytes){text.data + 3, text.size - 3} : text;
}

bool check_kind(const char *path, Bytes text, Error *error)
{
    static const char *const kinds[][2] = {
        {"\x1f\x8b", "compressed with gzip; unpack it first"},
        {"PK\x03\x04", "a zip archive; unpack it first"},
        {"\x93NUMPY", "a .npy file, which has no words beside its numbers"},
        {"version https://git-lfs.github.com/",
         "a Git LFS pointer, not the file itself; `git lfs pull` fetches that"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (text.size >= strlen(kinds[i][0]) &&
            !memcmp(text.data, kinds[i][0], strlen(kinds[i][0])))
            return fail(error, "%s: %s", path, kinds[i][1]);
    return true;
}

bool cut_line(Bytes *text, char end, Bytes *line)
{
    const char *at = text->data, *stop = at + text->size;
    if (at == stop)
        return false;
    while (at < stop && *at != '\n' && *at != end)
        at++;
    *line = trimmed(piece(text->data, at));
    *text = piece(at < stop ? at + 1 : stop, stop);
    return true;
}

char separator_of(Bytes line, const char *separators)
{
    for (const char *s = separators; *s; s++)
        if (memchr(line.data, *s, line.size))
            return *s;
    return ' ';
}

Bytes cut_field(Bytes *rest, char separator)
{
    const char *begin = rest->data, *end = begin + rest->size, *stop = begin;
    if (separator == ' ') {
        while (stop < end && !is_blank(*stop))
            stop++;
        const char *next = stop;
        while (next < end && is_blank(*next))
            next++;
        *rest = next < end ? piece(next, end) : (Bytes){NULL, 0};
        return piece(begin, stop);
    }
    stop = memchr(begin, separator, rest->size);
    *rest = stop ? piece(stop + 1, end) : (Bytes){NULL, 0};
    return trimmed(piece(begin, stop ? stop : end));
}

int count_fields(Bytes line, char separator)
{
    int count = separator != ' ';
    bool outside = true; /* of a field between blanks */
    for (size_t i = 0; i < line.size; i++) {
        bool blank = is_blank(line.data[i]);
        count += separator == ' ' ? outside && !blank : line.data[i] == separator;
        outside = blank;
    }
    return count;
}

bool field_string(Bytes field, char *out, size_t size)
{
    size_t length = field.size < size ? field.size : size - 1;
    memcpy(out, field.data, length);
    out[length] = '\0';
    return strlen(out) == field.size;
}

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

bool field_number(const char *place, Bytes field, double *number, Error *error)
{
    char string[LONGEST_NUMBER + 1];
    if (read_short_number(field, number))
        return true;
    if (!field_string(field, string, sizeof string))
        return fail(error, "%s: '%s' is not a decimal number", place, string);
    return parse_decimal(place, string, -FLT_MAX, FLT_MAX, number, error);
}
