#include "load/arguments.h"

#include "base/number.h"
#include "load/fields.h"
#include "load/tokens.h"

#include <string.h>
#include <unistd.h>

enum { LARGEST_FILE = 16 << 20 };

static const double largest_number = 1e6;

/* What is known while the vectors are read. */
typedef struct Source {
    Arena *arena;
    const char *what; /* "--keys", or the file's name */
    bool is_file;
    char separator; /* between numbers */
    int line;       /* of a file; of what is typed the vector */
    int empty;      /* the last one before a semicolon that had nothing typed; or 0 */
    bool labelled;
    bool own;       /* attnviz wrote it: an apostrophe stands before what may look a formula */
    Tensor vectors; /* those so far; there is room for MOST_LISTED. No columns before the first */
    const char **labels; /* of all vectors if there are any */
} Source;

/* "keys.csv:3", or "--keys, vector 3" */
static const char *place(const Source *s)
{
    return arena_format(s->arena, s->is_file ? "%s:%d" : "%s, vector %d", s->what, s->line);
}

/* nan and 1x are meant as numbers: no labels. */
static bool is_meant_as_number(const char *field)
{
    return (*field && strchr("+-.0123456789", *field)) ||
           is_number((Bytes){field, strlen(field)}, false);
}

/* What the first vector has, all have: its fields are so many, and the first one is this. */
static bool begin(Source *s, const char *first, int count, Error *error)
{
    s->labelled = *first && !is_meant_as_number(first);
    int cols = count - s->labelled;
    if (!cols)
        return fail(error, "%s: '%s' is not a decimal number", place(s), first);
    if (cols > MOST_LISTED)
        return fail(error, "%s: %d numbers; a vector may have %d", place(s), cols, MOST_LISTED);
    s->vectors = tensor_new(s->arena, MOST_LISTED, cols);
    s->vectors.rows = 0;
    s->labels = arena_alloc(s->arena, MOST_LISTED, sizeof *s->labels);
    return true;
}

/* Of a line with so many fields. */
static bool add_vector(Source *s, Bytes line, int count, Error *error)
{
    Bytes rest = line, field = cut_csv_label(&rest, s->separator);
    const char *text = arena_strndup(s->arena, field.data, field.size);
    if (!s->vectors.cols && !begin(s, text, count, error))
        return false;
    int row = s->vectors.rows++, cols = count - s->labelled;
    if (row == MOST_LISTED)
        return fail(error, "%s: more than %d vectors", s->what, MOST_LISTED);
    if (s->labelled && is_meant_as_number(text))
        return fail(error, "%s: no label, but the first vector has one", place(s));
    if (cols != s->vectors.cols)
        return fail(error, "%s: %d number%s, but the first vector has %d", place(s), cols,
                    plural(cols), s->vectors.cols);
    s->labels[row] = text + (s->own && *text == '\'');
    for (int j = 0; j < cols; j++) {
        double number;
        if (j || s->labelled) {
            cut_csv(&rest, s->separator, &field);
            text = arena_strndup(s->arena, field.data, field.size);
        }
        if (!parse_decimal(place(s), text, -largest_number, largest_number, &number, error))
            return false;
        tensor_row(s->vectors, row)[j] = (real)number;
    }
    return true;
}

/* As a spreadsheet or attnviz's own CSV has them: "token\feature,1,2" or ",x,y" or "word,x,y". */
static bool is_heading(Bytes line, char separator, bool *own)
{
    Bytes rest = line, first;
    cut_csv(&rest, separator, &first);
    return rest.data && !is_number(first, false) && is_csv_heading(line, separator, own);
}

static bool read_line(Source *s, Bytes line, Error *error)
{
    if (!line.size)
        return true;
    if (s->empty)
        return fail(error, "%s, vector %d: no numbers", s->what, s->empty);
    if (!s->vectors.cols)
        s->separator = separator_of(line, s->is_file ? ";," : ",");
    int count = count_csv(line, s->separator);
    if (count < 0)
        return fail(error, "%s: %s", place(s), csv_quotes_wrong);
    if (s->is_file && s->line == 1 && is_heading(line, s->separator, &s->own))
        return true;
    return add_vector(s, line, count, error);
}

static bool read_lines(Source *s, Bytes text, Error *error)
{
    Bytes line;
    text = without_byte_order_mark(text);
    while (cut_line(&text, s->is_file ? '\n' : ';', &line)) {
        s->line++;
        if (!read_line(s, line, error))
            return false;
        if (!line.size && !s->is_file && text.data[-1] == ';')
            s->empty = s->line;
    }
    return s->vectors.rows || fail(error, "%s: no vector", s->what);
}

/* Vectors have commas, semicolons or blanks between their numbers; a lone number is one too. */
static bool is_typed(const char *text)
{
    return access(text, F_OK) != 0 &&
           (!*text || strpbrk(text, ",; \t\n") || (is_meant_as_number(text) && !strchr(text, '/')));
}

bool vector_list_read(Arena *arena, const char *what, const char *text, VectorList *list,
                      Error *error)
{
    Source s = {.arena = arena, .what = what, .is_file = !is_typed(text)};
    Bytes bytes = {arena_strdup(arena, text), strlen(text)}; /* to be written to */
    if (s.is_file && access(text, F_OK) != 0)
        return fail_usage(error, "%s: '%s' is neither a vector nor a file", what, text);
    if (s.is_file) {
        s.what = text;
        if (!file_read(arena, text, LARGEST_FILE, &bytes, error))
            return false;
    }
    if (!check_text(s.what, bytes.data, bytes.size, error) || !read_lines(&s, bytes, error)) {
        error->exit_code = s.is_file ? error->exit_code : EXIT_USAGE;
        return false;
    }
    *list = (VectorList){.vectors = s.vectors};
    if (s.labelled)
        list->labels = tokens_labelled(arena, s.labels, NULL, s.vectors.rows).labels;
    return true;
}
