#include "write/formats.h"

#include "figure/figure.h"

enum {
    LABEL_WIDTH = 16,     /* a longer label is elided on a terminal */
    MAX_TOKEN_ROWS = 32,  /* a taller matrix is elided ... */
    MAX_COLUMNS = 32,     /* of a large table */
    MAX_FEATURE_ROWS = 8, /* ... and a feature matrix sooner: nobody reads W_Q row by row */
};

typedef struct Table {
    Arena *arena;
    const Step *step;
    const WriteOptions *options;
    NumberFormat format;
    Ends rows, cols;
    int label_width, *col_widths;
    int gap;            /* between columns */
    bool staggered;     /* column labels alternate between two lines */
    bool sums;          /* print each row's sum after it */
    int number_width;   /* of the widest number */
    const Scale *scale; /* the colours of the step's picture; NULL for none */
} Table;

/* ---- labels ---- */

static const char *shown_label(const Table *t, const char *label)
{
    if (t->options->width)
        label = elide_middle(t->arena, label, LABEL_WIDTH);
    return isolated(t->arena, label);
}

/* ---- numbers ---- */

/* The number of characters after a number's units digit. */
static int behind_units(const Table *t)
{
    return t->format.decimals ? t->format.decimals + 1 : 0;
}

/* The text of a cell. */
static const char *shown_text(const Table *t, int row, int col, char digits[NUMBER_SIZE])
{
    const char *text = cell_text(&t->format, row, col, digits);
    return t->step->places && !t->step->texts ? shown_label(t, text) : text;
}

/* The width of the widest text in a range of columns. */
static int widest_text(const Table *t, int first, int end)
{
    char digits[NUMBER_SIZE];
    int widest = 0;
    for (int i = 0; i < t->step->rows.count; i++)
        for (int j = first; j < end; j++)
            widest = larger(widest, utf8_width(shown_text(t, i, j, digits)));
    return widest;
}

/* The width of the widest number, from the largest absolute value and whether any is negative. */
static int widest_number(const Table *t)
{
    Survey all = step_survey(t->step);
    double largest = (double)all.size_all;
    char digits[NUMBER_SIZE];
    int width = utf8_width(number_text(&t->format, all.negative ? -largest : largest, digits));
    return all.infinite ? larger(width, 2 + behind_units(t)) : width;
}

/* ---- what fits ---- */

/* Whether the table is shortened regardless of the width. */
static bool is_bounded(const Table *t)
{
    return !t->options->full && step_cells(t->step) > TABLE_CELLS_MOST;
}

/* The width of "  Σ = 1.00" after a row of weights. */
static int sum_width(const Table *t)
{
    return t->sums ? (int)strlen("   S = 1") + behind_units(t) : 0;
}

static bool fits(const Table *t)
{
    int total = t->label_width + sum_width(t);
    for (int j = 0; j < t->step->cols.count; j++)
        total += t->gap + t->col_widths[j];
    return !t->options->width || total <= t->options->width;
}

/* Sets column widths and returns whether all columns fit. A column is as wide as its label or the
   widest number in the table; counts of different things need no common width. A staggered label
   may extend over the previous column, up to the previous label in its line. */
static bool set_spacing(Table *t, bool staggered, bool sums)
{
    bool common = t->step->kind != VALUE_COUNT && !t->step->texts;
    t->staggered = staggered;
    t->sums = sums;
    t->gap = staggered ? 1 : 2;
    for (int j = 0; j < t->step->cols.count; j++) {
        int beside = staggered && j ? t->col_widths[j - 1] + 1 : 0;
        int label = utf8_width(shown_label(t, t->step->cols.labels[j])) - beside;
        t->col_widths[j] = larger(label, common ? t->number_width : widest_text(t, j, j + 1));
    }
    return fits(t);
}

/* Tries the most readable spacing first, then tighter ones that show all columns of words, with
   sums or without; if nothing fits, the readable spacing with columns elided. */
static void choose_spacing(Table *t)
{
    bool sums = t->step->kind == VALUE_PROBABILITY && !t->step->turned;
    bool words = t->step->cols.named && !t->step->places && t->step->kind != VALUE_COUNT;
    if (set_spacing(t, false, sums) || !words)
        return;
    if (!set_spacing(t, true, sums) && !set_spacing(t, true, false))
        set_spacing(t, false, sums);
}

/* All columns if they fit; else as many as fit, taken alternately from both ends. */
static Ends select_cols(const Table *t)
{
    Ends ends = {.count = t->step->cols.count};
    int used = t->label_width + sum_width(t) + 3;
    if (fits(t))
        return ends_within(ends.count,
                           is_bounded(t) && !t->options->width ? MAX_COLUMNS : ends.count);
    while (is_cut(ends)) {
        bool first = ends.head <= ends.tail;
        used += t->gap + t->col_widths[first ? ends.head : ends.count - 1 - ends.tail];
        if (used > t->options->width && ends.head && ends.tail)
            break;
        ends.head += first;
        ends.tail += !first;
    }
    return ends;
}

static Table table_new(Arena *arena, const Step *step, const WriteOptions *options)
{
    Table t = {.arena = arena, .step = step, .options = options};
    t.format = table_format(step, options->precision);
    t.number_width = step->places ? widest_text(&t, 0, step->cols.count) : widest_number(&t);
    if (options->depth != COLOUR_NONE && !step->places && step->kind != VALUE_MASK)
        t.scale = scale_new(arena, step->kind, step_range(step), options->figure);
    t.col_widths = arena_alloc(arena, (size_t)step->cols.count, sizeof *t.col_widths);
    int most = step->rows.named ? MAX_TOKEN_ROWS : MAX_FEATURE_ROWS;
    t.rows =
        ends_within(step->rows.count, options->width || is_bounded(&t) ? most : step->rows.count);
    t.label_width = utf8_width(arena_format(arena, "%s ↓", step->rows.name));
    for (int i = 0; i < t.rows.count; i = following(t.rows, i))
        t.label_width = larger(t.label_width, utf8_width(shown_label(&t, step->rows.labels[i])));
    choose_spacing(&t);
    t.cols = select_cols(&t);
    return t;
}

/* ---- printing ---- */

static void add_spaces(Text *line, int count)
{
    for (int i = 0; i < count; i++)
        text_add(line, " ");
}

static void add_right(Text *line, const char *string, int width)
{
    add_spaces(line, width - utf8_width(string));
    text_add(line, string);
}

/* Writes a line without trailing spaces. */
static void put_line(FILE *out, Text *line)
{
    while (line->length && line->data[line->length - 1] == ' ')
        line->length--;
    fwrite(line->data, 1, line->length, out);
    putc('\n', out);
    text_clear(line);
}

/* The width of a number. Every character of number_fixed takes one column, so the tens of millions
   of numbers in a long trace need no Unicode tables. */
static int digits_width(const char *number)
{
    int columns = 0;
    for (; *number; number++)
        columns += ((unsigned char)*number & 0xc0) != 0x80;
    return columns;
}

/* Appends a number, or a sign aligned with the units digit. */
static void add_number(Text *line, const Table *t, int row, int col)
{
    char digits[NUMBER_SIZE];
    const char *text = shown_text(t, row, col, digits);
    int behind = step_is_masked(t->step, row, col) ? behind_units(t) : 0;
    int width = t->step->places ? utf8_width(text) : digits_width(text);
    add_spaces(line, t->col_widths[col] - behind - width);
    text_add(line, text);
    add_spaces(line, behind);
}

/* Appends the escape sequence of a colour; in 256 colours, the nearest of the 6 × 6 × 6 cube, which
   follows the first 16. */
static void add_paint(Text *line, ColourDepth depth, int ground, Colour colour)
{
    Channels c = colour_channels(colour);
    if (depth == COLOUR_TRUE)
        text_format(line, "\033[%d;2;%d;%d;%dm", ground, c.red, c.green, c.blue);
    else
        text_format(line, "\033[%d;5;%dm", ground,
                    16 + (c.red * 5 + 127) / 255 * 36 + (c.green * 5 + 127) / 255 * 6 +
                        (c.blue * 5 + 127) / 255);
}

/* Appends the gap and a number; the last space of the gap is coloured, too. A masked number never
   looks like a value. */
static void add_cell(Text *line, const Table *t, int row, int col)
{
    enum { INK = 38, GROUND = 48 };
    bool shaded = t->scale && !step_is_masked(t->step, row, col);
    add_spaces(line, t->gap - 1);
    if (shaded) {
        double x = (double)node_row(t->step->node, row).data[col];
        Colour c = t->scale->fills[scale_level(t->scale, x)];
        add_paint(line, t->options->depth, GROUND, c);
        add_paint(line, t->options->depth, INK, colour_ink(c));
    }
    text_add(line, " ");
    add_number(line, t, row, col);
    text_add(line, shaded ? "\033[0m" : "");
}

/* Appends the column labels, right-aligned with their columns; if staggered, every other one. */
static void add_col_labels(Text *line, const Table *t, int turn)
{
    int at = utf8_width(line->data), end = t->label_width;
    for (int j = 0; j < t->cols.count; j = following(t->cols, j)) {
        end += t->gap + t->col_widths[j];
        if (t->staggered && j % 2 != turn)
            continue;
        add_right(line, shown_label(t, t->step->cols.labels[j]), end - at);
        text_add(line, is_cut_behind(t->cols, j) ? "  …" : "");
        at = end;
    }
}

static void put_col_labels(FILE *out, const Table *t, Text *line)
{
    text_format(line, "%*s%s →", t->label_width + 2, "", t->step->cols.name);
    put_line(out, line);
    if (t->staggered) {
        add_col_labels(line, t, 1);
        put_line(out, line);
    }
    text_format(line, "%s ↓", t->step->rows.name);
    add_col_labels(line, t, 0);
    put_line(out, line);
}

/* The sum of `count` numbers with stride `apart`. */
static const char *sum_of(const Table *t, const real *x, int count, int apart, char *digits)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += (double)x[(size_t)i * (size_t)apart];
    return number_fixed(digits, sum, t->format.decimals);
}

static void put_row(FILE *out, const Table *t, int row, Text *line)
{
    add_right(line, shown_label(t, t->step->rows.labels[row]), t->label_width);
    for (int j = 0; j < t->cols.count; j = following(t->cols, j)) {
        add_cell(line, t, row, j);
        text_add(line, is_cut_behind(t->cols, j) ? "  …" : "");
    }
    char digits[NUMBER_SIZE];
    const real *numbers = node_row(t->step->node, row).data;
    if (t->sums)
        text_format(line, "   Σ = %s", sum_of(t, numbers, t->cols.count, 1, digits));
    put_line(out, line);
}

static void put_column_sums(FILE *out, const Table *t, Text *line)
{
    Tensor x = node_value(t->step->node);
    char digits[NUMBER_SIZE];
    add_right(line, "Σ", t->label_width);
    for (int j = 0; j < x.cols; j = following(t->cols, j)) {
        add_right(line, sum_of(t, x.data + j, x.rows, x.cols, digits), t->gap + t->col_widths[j]);
        text_add(line, is_cut_behind(t->cols, j) ? "  …" : "");
    }
    put_line(out, line);
}

bool table_write(FILE *out, Arena *arena, const Step *step, const WriteOptions *options)
{
    Table t = table_new(arena, step, options);
    Text line = text_new(arena);
    put_col_labels(out, &t, &line);
    for (int i = 0; i < t.rows.count; i = following(t.rows, i)) {
        put_row(out, &t, i, &line);
        if (is_cut_behind(t.rows, i)) {
            add_right(&line, "…", t.label_width);
            if (is_bounded(&t))
                text_format(&line, "  %d more rows of %d columns: --full",
                            t.rows.count - t.rows.head - t.rows.tail, t.cols.count);
            put_line(out, &line);
        }
    }
    if (step->turned && step->kind == VALUE_PROBABILITY)
        put_column_sums(out, &t, &line);
    return is_cut(t.rows) || is_cut(t.cols);
}
