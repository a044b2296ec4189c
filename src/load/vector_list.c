#include "load/vector_list.h"

#include "base/file.h"
#include "base/number.h"
#include "load/tokens.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST_FILE = 16 << 20 };

static const double largest_number = 1e6;

static const char blanks[] = " \t\r";

/* What is known while the vectors are read. */
typedef struct Source {
    Arena *arena;
    const char *what; /* "--keys", or the file's name */
    bool is_file;
    char separator; /* between numbers; ' ' for blanks */
    int line;       /* of a file; of what is typed the vector */
    int empty;      /* the last one before a semicolon that had nothing typed; or 0 */
    int count;      /* of vectors so far */
    int cols;
    bool labelled;
    Tensor vectors;      /* room for the most that there may be */
    const char **labels; /* of all vectors if there are any */
} Source;

/* "keys.csv:3", or "--keys, vector 3" */
static const char *place(const Source *s)
{
    return arena_format(s->arena, s->is_file ? "%s:%d" : "%s, vector %d", s->what, s->line);
}

static bool fail_typed(const Source *s, Error *error)
{
    if (!s->is_file)
        error->exit_code = EXIT_USAGE;
    return false;
}

/* ---- fields ---- */

typedef struct Fields {
    int count;
    char **items;
} Fields;

static char *trimmed(char *begin, char *end)
{
    while (begin < end && strchr(blanks, *begin))
        begin++;
    while (begin < end && strchr(blanks, end[-1]))
        end--;
    *end = '\0';
    return begin;
}

static char *end_of_field(char *field, char separator)
{
    return field +
           (separator == ' ' ? strcspn(field, blanks) : strcspn(field, (char[]){separator, 0}));
}

/* A line that is not blank, cut into its fields. */
static Fields fields_of(const Source *s, char *line)
{
    Fields fields = {.items = arena_alloc(s->arena, strlen(line) + 1, sizeof(char *))};
    for (char *field = line;;) {
        char *end = end_of_field(field, s->separator), *next = *end ? end + 1 : NULL;
        fields.items[fields.count++] = trimmed(field, end);
        if (!next)
            return fields;
        field = s->separator == ' ' ? next + strspn(next, blanks) : next;
    }
}

/* A number, or meant as one: nan and 1x are no labels. */
static bool is_number(const char *field)
{
    char *end;
    (void)strtod(field, &end);
    return (end > field && !*end) || (*field && strchr("+-.0123456789", *field));
}

/* As a spreadsheet or attnviz's own CSV has them: "token \ feature,1,2" or ",x,y" or "word,x,y". */
static bool are_headings(const Fields *fields)
{
    if (!*fields->items[0] || strchr(fields->items[0], '\\'))
        return true;
    for (int i = 0; i < fields->count; i++)
        if (is_number(fields->items[i]))
            return false;
    return fields->count > 1;
}

static char separator_of(const Source *s, const char *line)
{
    return s->is_file && strchr(line, ';') ? ';' : strchr(line, ',') ? ',' : ' ';
}

/* ---- vectors ---- */

/* What the first vector has, all have. */
static bool begin(Source *s, const Fields *fields, Error *error)
{
    s->labelled = *fields->items[0] && !is_number(fields->items[0]);
    s->cols = fields->count - s->labelled;
    if (!s->cols)
        return fail(error, "%s: '%s' is not a decimal number", place(s), fields->items[0]);
    if (s->cols > MOST_LISTED)
        return fail(error, "%s: %d numbers; a vector may have %d", place(s), s->cols, MOST_LISTED);
    s->vectors = tensor_new(s->arena, MOST_LISTED, s->cols);
    s->labels = arena_alloc(s->arena, MOST_LISTED, sizeof *s->labels);
    return true;
}

static bool add_vector(Source *s, const Fields *fields, Error *error)
{
    int count = fields->count - s->labelled;
    if (s->count == MOST_LISTED)
        return fail(error, "%s: more than %d vectors", s->what, MOST_LISTED);
    if (s->labelled && is_number(fields->items[0]))
        return fail(error, "%s: no label, but the first vector has one", place(s));
    if (count != s->cols)
        return fail(error, "%s: %d number%s, but the first vector has %d", place(s), count,
                    count == 1 ? "" : "s", s->cols);
    s->labels[s->count] = s->labelled ? fields->items[0] : NULL;
    for (int j = 0; j < count; j++) {
        double number;
        if (!parse_decimal(place(s), fields->items[j + s->labelled], -largest_number,
                           largest_number, &number, error))
            return false;
        tensor_row(s->vectors, s->count)[j] = (real)number;
    }
    s->count++;
    return true;
}

static bool read_line(Source *s, char *line, Error *error)
{
    if (!*line)
        return true;
    if (s->empty)
        return fail(error, "%s, vector %d: no numbers", s->what, s->empty);
    if (!s->cols)
        s->separator = separator_of(s, line);
    Fields fields = fields_of(s, line);
    if (s->is_file && s->line == 1 && are_headings(&fields))
        return true;
    return (s->cols || begin(s, &fields, error)) && add_vector(s, &fields, error);
}

static bool read_lines(Source *s, char *text, Error *error)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    if (!strncmp(text, byte_order_mark, 3))
        text += 3;
    for (char *line = text, *next; line; line = next) {
        char *end = line + strcspn(line, s->is_file ? "\n" : ";\n");
        next = *end ? end + 1 : NULL;
        s->line++;
        if (*end == ';' && strspn(line, blanks) == (size_t)(end - line))
            s->empty = s->line;
        if (!read_line(s, trimmed(line, end), error))
            return fail_typed(s, error);
    }
    if (!s->count)
        fail(error, "%s: no vector", s->what);
    return s->count || fail_typed(s, error);
}

/* ---- the whole ---- */

/* Vectors have commas, semicolons or blanks between their numbers; a lone number is one too. */
static bool is_typed(const char *text)
{
    return access(text, F_OK) != 0 &&
           (!*text || strpbrk(text, ",; \t\n") || (is_number(text) && !strchr(text, '/')));
}

static bool read_source(Source *s, const char *text, char **copy, Error *error)
{
    Bytes bytes = {text, strlen(text)};
    if (s->is_file && access(text, F_OK) != 0)
        return fail_usage(error, "%s: '%s' is neither a vector nor a file", s->what, text);
    if (s->is_file) {
        s->what = text;
        if (!file_read(s->arena, text, LARGEST_FILE, &bytes, error))
            return false;
    }
    *copy = arena_strndup(s->arena, bytes.data, bytes.size);
    return check_text(s->what, bytes.data, bytes.size, error) || fail_typed(s, error);
}

bool vector_list_read(Arena *arena, const char *what, const char *text, VectorList *list,
                      Error *error)
{
    Source s = {.arena = arena, .what = what, .is_file = !is_typed(text)};
    char *copy = NULL;
    if (!read_source(&s, text, &copy, error) || !read_lines(&s, copy, error))
        return false;
    s.vectors.rows = s.count;
    *list = (VectorList){.vectors = s.vectors};
    if (s.labelled) {
        const char **keys = arena_alloc(arena, (size_t)s.count, sizeof *keys);
        for (int i = 0; i < s.count; i++)
            keys[i] = token_key(arena, s.labels[i]);
        list->labels = tokens_labelled(arena, s.labels, keys, s.count).labels;
    }
    return true;
}
