#include "load/arguments.h"

#include "load/files.h"

#include <strings.h>
#include <unistd.h>

enum { LARGEST_FILE = 1 << 28, MOST_MATRICES = 256 };

/* The source of the vectors, and what is known so far. */
typedef struct Source {
    Arena *arena;
    const char *what; /* "--keys", or the file's name */
    bool is_file;
    double most;    /* the largest absolute value allowed */
    bool drawn;     /* matrices for a picture: −∞, headings and dimensions are allowed */
    char separator; /* between numbers */
    int line;       /* of a file; for typed input the number of the vector */
    bool labelled;
    bool own;        /* written by attnviz: labels that could be taken for a formula are
                        prefixed with an apostrophe */
    bool cornered;   /* its headings have a corner, so the first column holds labels, whatever
                        they are */
    Bytes headings;  /* the heading line; no data if there is none */
    Strings labels;  /* of all vectors, if they are labelled */
    VectorList list; /* its vectors are those read so far; their cols are set by the first */
} Source;

/* "keys.csv:3", or "--keys, vector 3" */
static const char *place(const Source *s)
{
    return arena_format(s->arena, s->is_file ? "%s:%d" : "%s, vector %d", s->what, s->line);
}

/* −∞ as programs and people write it, in any case. */
static bool is_minus_infinity(const char *text)
{
    static const char *const spellings[] = {"-inf", "-infinity", "-∞", "−inf", "−infinity", "−∞"};
    for (int i = 0; i < COUNT_OF(spellings); i++)
        if (!strcasecmp(text, spellings[i]))
            return true;
    return false;
}

/* nan and 1x are meant as numbers: they are not labels. */
static bool is_meant_as_number(const char *field)
{
    return (*field && strchr("+-.0123456789", *field)) ||
           is_number((Bytes){field, strlen(field)}, false) || is_minus_infinity(field);
}

/* `col` counts from 1. */
static real read_number(const Source *s, Bytes field, int col)
{
    char text[LONGEST_NUMBER + 1];
    double x = -INFINITY;
    field_string(field, text, sizeof text);
    if (!(s->drawn && is_minus_infinity(text)) && !is_decimal_number(text, -s->most, s->most, &x)) {
        const char *where =
            s->drawn ? arena_format(s->arena, "%s, column %d", place(s), col) : place(s);
        parse_decimal(where, text, -s->most, s->most);
    }
    return (real)x;
}

/* Takes the label, the first field, off a line. */
static const char *cut_label(const Source *s, Bytes *line)
{
    Bytes label = cut_csv_label(line, s->separator, s->own);
    return arena_strndup(s->arena, label.data, label.size);
}

/* Adds the vector of a line with `count` fields. */
static void add_vector(Source *s, Bytes line, int count)
{
    Bytes rest = line;
    Tensor *t = &s->list.vectors;
    const char *label = cut_label(s, &rest);
    int row = t->rows++;
    if (!row) /* the first vector decides for all */
        s->labelled = count > 1 && (s->cornered || (*label && !is_meant_as_number(label)));
    int cols = count - s->labelled;
    t->cols = row ? t->cols : cols;
    if (t->cols > MOST_LISTED)
        fail("%s: %d numbers; a vector may have %d", place(s), cols, MOST_LISTED);
    if (row == MOST_LISTED)
        fail("%s: more than %d vectors", s->what, MOST_LISTED);
    if (s->labelled && !s->cornered && is_meant_as_number(label))
        fail("%s: no label, but the first vector has one", place(s));
    if (cols != t->cols)
        fail("%s: %d number%s, but the first vector has %d", place(s), cols, plural(cols), t->cols);
    t->data = arena_grow(s->arena, t->data, row, (size_t)cols * sizeof *t->data);
    strings_add(s->arena, &s->labels, label);
    if (!s->labelled)
        rest = line;
    for (int j = 0; j < cols; j++)
        tensor_row(*t, row)[j] = read_number(s, cut_csv(&rest, s->separator), j + 1);
}

/* The first line of a file may be headings, as in a spreadsheet or attnviz's own CSV:
   "token\feature,1,2" or ",x,y" or "word,x,y". */
static void read_line(Source *s, Bytes line)
{
    Bytes rest = line;
    if (!s->separator)
        s->separator = separator_of(line, s->drawn ? ";,\t" : s->is_file ? ";," : ",");
    int count = count_csv(line, s->separator);
    if (count < 0)
        fail("%s: %s", place(s), csv_quotes_wrong);
    if (s->is_file && s->line == 1 && count > 1 &&
        !is_number(cut_csv(&rest, s->separator), false) &&
        is_csv_heading(line, s->separator, &s->own)) {
        s->headings = line;
        s->cornered |= s->own || *line.data == s->separator;
    } else {
        add_vector(s, line, count);
    }
}

/* Reads the names of the columns and of both axes: "query\key,the,cat". An empty corner before a
   tab was trimmed away. */
static void name_columns(Source *s)
{
    Arena *arena = s->arena;
    VectorList *list = &s->list;
    Bytes rest = s->headings;
    int cols = list->vectors.cols, corner = count_csv(rest, s->separator) - cols;
    const char **names = arena_alloc(arena, (size_t)cols, sizeof *names);
    if (corner < 0 || corner > s->labelled)
        fail("%s:1: %d headings for %d columns", s->what, corner + cols, cols);
    const char *axes = corner ? visible_label(arena, cut_label(s, &rest)) : "";
    if (strchr(axes, '\\')) {
        list->cols_name = axes;
        list->rows_name = next_part(arena, &list->cols_name, "\\");
    }
    for (int i = 0; i < cols; i++)
        names[i] = cut_label(s, &rest);
    list->headings = tokens_labelled(arena, names, NULL, cols).labels;
}

/* ---- NumPy's arrays ---- */

static void read_array(Source *s, Bytes file)
{
    VectorList *list = &s->list;
    Npy npy = npy_header(s->arena, s->what, file);
    uintmax_t rows = npy.blocks * npy.rows;
    size_t size = (size_t)npy.as.type->size, most = s->drawn ? MOST_MATRICES : 1;
    if (npy.blocks - 1 >= most || npy.rows - 1 >= MOST_LISTED || npy.cols - 1 >= MOST_LISTED ||
        file.size - npy.data_begin != rows * npy.cols * size)
        fail("%s: %ju × %ju × %ju numbers in %zu bytes; at most %zu × %d × %d can be read, "
             "with none missing",
             s->what, npy.blocks, npy.rows, npy.cols, file.size - npy.data_begin, most, MOST_LISTED,
             MOST_LISTED);
    list->blocks = (int)npy.blocks;
    list->vectors = tensor_new(s->arena, (int)rows, (int)npy.cols);
    for (size_t i = 0; i < rows * npy.cols; i++) {
        double x = stored_number(npy.as, file.data + npy.data_begin + i * size);
        list->vectors.data[i] = (real)x;
        if (!(fabs(x) <= s->most || (s->drawn && x == -INFINITY)))
            fail("%s: matrix %ju, row %ju, column %ju is %g, not from %g to %g", s->what,
                 i / npy.cols / npy.rows + 1, i / npy.cols % npy.rows + 1, i % npy.cols + 1, x,
                 -s->most, s->most);
    }
}

/* ---- the whole ---- */

static void read_text(Source *s, Bytes text)
{
    VectorList *list = &s->list;
    Bytes rest = without_byte_order_mark(text);
    check_text(s->what, text.data, text.size);
    s->cornered = s->drawn && rest.size && *rest.data == '\t';
    for (Bytes line; take_line(&rest, s->is_file ? '\n' : ';', &line);) {
        s->line++;
        line = trimmed(line);
        if (!line.size && !s->is_file && rest.data[-1] == ';')
            fail("%s: no numbers", place(s));
        if (line.size)
            read_line(s, line);
    }
    if (!list->vectors.rows)
        fail("%s: no vector", s->what);
    if (s->labelled)
        list->tokens = tokens_labelled(s->arena, s->labels.items, NULL, s->labels.count);
    list->labels = list->tokens.labels;
    if (s->drawn && s->headings.data)
        name_columns(s);
}

/* Typed vectors contain commas, semicolons or blanks, or are a single number; anything else is a
   file name. */
VectorList vector_list_read(Arena *arena, const char *what, const char *text, bool drawn)
{
    Source s = {arena, what, !access(text, F_OK), drawn ? 1e30 : 1e6, drawn, .list.blocks = 1};
    Bytes bytes = {arena_strdup(arena, text), strlen(text)}; /* a writable copy */
    if (!s.is_file && *text && !strpbrk(text, ",; \t\n") &&
        (!is_meant_as_number(text) || strchr(text, '/')))
        fail_usage("%s: '%s' is neither a vector nor a file", what, text);
    if (s.is_file) {
        s.what = text;
        bytes = file_read(arena, text, LARGEST_FILE);
        (bytes_begin_with(bytes, NPY_MAGIC) ? read_array : read_text)(&s, bytes);
    } else {
        FAILS_AS_USAGE;
        read_text(&s, bytes);
    }
    return s.list;
}

const char *const *labels_read(Arena *arena, const char *what, const char *text, int count)
{
    Strings words = {0};
    bool is_file = access(text, F_OK) == 0;
    Bytes line, rest = is_file ? file_read(arena, text, LARGEST_FILE) : (Bytes){text, strlen(text)};
    check_text(what, rest.data, rest.size);
    while (take_line(&rest, is_file ? '\n' : ',', &line)) {
        line = trimmed(line);
        strings_add(arena, &words, arena_strndup(arena, line.data, line.size));
    }
    if (words.count != count)
        fail_usage("%s: %d label%s for %d place%s", what, words.count, plural(words.count), count,
                   plural(count));
    return tokens_labelled(arena, words.items, NULL, count).labels;
}
