#include "load/files.h"

#include <float.h>

static bool is_edge(char c)
{
    return is_blank(c) || c == '\r' || c == '\n';
}

Bytes end_trimmed(Bytes text)
{
    while (text.size && is_edge(text.data[text.size - 1]))
        text.size--;
    return text;
}

Bytes trimmed(Bytes text)
{
    while (text.size && is_edge(*text.data))
        text = piece(text.data + 1, text.data + text.size);
    return end_trimmed(text);
}

Bytes without_byte_order_mark(Bytes text)
{
    return bytes_begin_with(text, "\xef\xbb\xbf") ? (Bytes){text.data + 3, text.size - 3} : text;
}

void check_type(const char *path, Bytes text)
{
    static const char *const kinds[][2] = {
#include "load/other_files.list"
    };
    for (int i = 0; i < COUNT_OF(kinds); i++)
        if (bytes_begin_with(text, kinds[i][0]))
            fail("%s: %s", path, kinds[i][1]);
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
    bool blanks = separator == ' ';
    const char *begin = rest->data, *end = begin + rest->size, *stop = begin;
    while (stop < end && (blanks ? !is_blank(*stop) : *stop != separator))
        stop++;
    *rest = behind_field(*rest, stop, separator);
    return blanks ? piece(begin, stop) : trimmed(piece(begin, stop));
}

FOR_EACH_PROCESSOR
int count_fields(Bytes line)
{
    int count = line.size && !is_blank(*line.data);
    for (size_t i = 1; i < line.size; i++)
        count += is_blank(line.data[i]) < is_blank(line.data[i - 1]);
    return count;
}

/* ---- CSV ---- */

const char csv_quotes_wrong[] = "quotes that are not closed, or not around a whole field";

/* The end of the quotes that begin here, just after the closing one; NULL if they are not closed. A
   doubled quote is part of the text. */
static const char *end_of_quotes(const char *begin, const char *end)
{
    for (const char *at = begin + 1; at < end; at++)
        if (*at == '"' && (++at == end || *at != '"'))
            return at;
    return NULL;
}

Bytes cut_csv(Bytes *rest, char separator)
{
    const char *begin = rest->data, *end = begin + rest->size;
    while (begin < end && is_blank(*begin) && *begin != separator)
        begin++;
    if (separator == ' ' || begin == end || *begin != '"')
        return cut_field(rest, separator);
    const char *behind = end_of_quotes(begin, end);
    if (!behind)
        return (Bytes){0};
    *rest = piece(behind, end);
    return cut_field(rest, separator).size ? (Bytes){0} : piece(begin + 1, behind - 1);
}

int count_csv(Bytes line, char separator)
{
    int count = 0;
    for (; line.data; count++)
        if (!cut_csv(&line, separator).data)
            return -1;
    return count;
}

bool is_csv_heading(Bytes line, char separator, bool *own)
{
    Bytes field = cut_csv(&line, separator);
    *own = field.size && memchr(field.data, '\\', field.size);
    if (!field.size || *own)
        return true;
    while (line.data)
        if (is_number(cut_csv(&line, separator), false))
            return false;
    return true;
}

/* Replaces doubled quotes by single ones, in place. */
static Bytes without_doubled_quotes(Bytes field)
{
    char *to = (char *)field.data;
    for (const char *at = to, *end = at + field.size; at < end; at++) {
        at += *at == '"';
        *to++ = *at;
    }
    return piece(field.data, to);
}

Bytes cut_csv_label(Bytes *line, char separator, bool own)
{
    const char *begin = line->data;
    Bytes label = cut_csv(line, separator);
    if (label.data > begin && label.data[-1] == '"')
        label = without_doubled_quotes(label);
    bool is_guarded = own && bytes_begin_with(label, "'");
    return (Bytes){label.data + is_guarded, label.size - is_guarded};
}

/* ---- values ---- */

bool is_number(Bytes field, bool whole)
{
    char string[LONGEST_NUMBER + 1], *end = string;
    if (!field_string(field, string, sizeof string))
        return false;
    if (whole)
        (void)strtol(string, &end, 10);
    else
        (void)strtod(string, &end);
    return end > string && !*end;
}

bool field_string(Bytes field, char *out, size_t size)
{
    size_t length = field.size < size ? field.size : size - 1;
    if (length) /* a missing field has no address either */
        memcpy(out, field.data, length);
    out[length] = '\0';
    return strlen(out) == field.size;
}

double field_number(const char *place, Bytes field)
{
    char string[LONGEST_NUMBER + 1];
    if (!field_string(field, string, sizeof string))
        fail("%s: '%s' is not a decimal number", place, string);
    return parse_decimal(place, string, -FLT_MAX, FLT_MAX);
}
