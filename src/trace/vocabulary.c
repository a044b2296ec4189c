#include "trace/vocabulary.h"

#include "base/number.h"
#include "graph/names.h"
#include "graph/ops.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const Word *const word_lists[] = {
    matrix_words,   vector_words,      attention_words, head_words, text_words,
    training_words, translation_words, gradient_words,  NULL,
};

const Condition *const condition_lists[] = {
    matrix_conditions,      vector_conditions,   attention_conditions,
    head_conditions,        text_conditions,     training_conditions,
    translation_conditions, gradient_conditions, NULL,
};

/* ---- how things are said ---- */

void say_decimal(Text *out, double x)
{
    char digits[NUMBER_SIZE];
    text_add(out, number_fixed(digits, x, 2));
}

static void say_chance(Text *out, double p)
{
    if (p > 0 && p < 0.005)
        text_add(out, "under 0.01");
    else if (p < 1 && p >= 0.995)
        text_add(out, "over 0.99");
    else
        say_decimal(out, p);
}

void say_measure(Text *out, double x)
{
    enum { THREE = 3 };
    char digits[NUMBER_SIZE];
    text_add(out, number_digits(digits, x, THREE));
}

static void say_whole(Text *out, double x)
{
    char digits[NUMBER_SIZE];
    text_add(out, number_fixed(digits, x, 0));
}

void say_digits(Text *out, double x)
{
    enum { LARGE = 1000 };
    (fabs(x) < LARGE ? say_measure : say_whole)(out, x);
}

static void say_count(Text *out, double x)
{
    char digits[NUMBER_SIZE];
    text_add(out, number_count(digits, x));
}

void say_label(const Axis *axis, int place, Text *out)
{
    bool is_word = axis->named && !axis->unquoted;
    text_format(out, is_word ? "“%s”" : "%s", axis->labels[place]);
}

void say_row(const Look *s, int row, Text *out)
{
    say_label(&s->step->rows, row, out);
}

bool look_equal(double x, double y)
{
    char a[NUMBER_SIZE], b[NUMBER_SIZE];
    return !strcmp(number_fixed(a, x, 2), number_fixed(b, y, 2));
}

void say_between(double low, double high, Text *out)
{
    say_decimal(out, low);
    if (look_equal(low, high))
        return;
    text_add(out, " to ");
    say_decimal(out, high);
}

/* The place of an axis called so: by its label, or "first" or "last". */
static int place_called(const Axis *axis, const char *name, size_t length)
{
    if (length == 5 && !memcmp(name, "first", length))
        return 0;
    if (length == 4 && !memcmp(name, "last", length))
        return axis->count - 1;
    for (int i = 0; i < axis->count; i++)
        if (strlen(axis->labels[i]) == length && !memcmp(axis->labels[i], name, length))
            return i;
    CHECK(false, "no %s %.*s", axis->name, (int)length, name);
    return -1;
}

void say_cell(const Look *s, const char *cell, Text *out)
{
    const char *row = cell + 1, *col = strchr(row, ',') + 1, *end = strchr(col, ']');
    int i = place_called(&s->step->rows, row, (size_t)(col - 1 - row));
    int j = place_called(&s->step->cols, col, (size_t)(end - col));
    (s->step->kind == VALUE_COUNT ? say_count : say_decimal)(out, step_number(s->step, i, j));
}

/* ---- words and conditions ---- */

const Word *word_named(const char *name)
{
    for (int i = 0; word_lists[i]; i++)
        for (const Word *w = word_lists[i]; w->name; w++)
            if (!strcmp(w->name, name))
                return w;
    return NULL;
}

const Condition *condition_named(const char *name)
{
    for (int i = 0; condition_lists[i]; i++)
        for (const Condition *c = condition_lists[i]; c->name; c++)
            if (!strcmp(c->name, name))
                return c;
    return NULL;
}

static Place place_found(const Finder *by, const Look *s)
{
    return by->search ? sought(s, by->search) : found(s, by->place);
}

static double number_found(const char *name, const Finder *by, const Look *s)
{
    if (by->search || by->place)
        return number_at(place_found(by, s));
    if (by->measure)
        return (double)measured(s, name, by->measure).data[0];
    return by->rows_that ? count_rows(s, by->rows_that) : by->number(s);
}

/* What is at the place with this number, from 1. */
static void say_numbered(const Axis *places, int number, Text *out)
{
    if (number)
        say_label(places, number - 1, out);
    else
        text_add(out, "nothing");
}

static void say_place(const Look *s, WordKind kind, Place p, Text *out)
{
    if (kind == ROW)
        say_label(p.rows ? p.rows : &s->step->rows, p.row, out);
    else if (kind == COL)
        say_label(p.cols ? p.cols : &s->step->cols, p.col, out);
    else
        say_numbered(&s->trace->steps[0].cols, (int)number_at(p), out);
}

void word_say(const Word *word, const Look *s, Text *out)
{
    static void (*const numbers[])(Text *, double) = {
        [DECIMAL] = say_decimal, [WHOLE] = say_whole,     [CHANCE] = say_chance,
        [DIGITS] = say_digits,   [MEASURE] = say_measure, [COUNT] = say_count,
    };
    if (word->kind < ROW)
        numbers[word->kind](out, number_found(word->name, &word->by, s));
    else if (word->kind == TEXT)
        word->by.text(s, out);
    else
        say_place(s, word->kind, place_found(&word->by, s), out);
}

static bool is_found(const Finder *by, const Look *s)
{
    Text text = text_new(s->trace->arena);
    if (!by->text)
        return place_found(by, s).row >= 0;
    by->text(s, &text);
    return text.length;
}

bool condition_is_met(const Condition *c, const Look *s)
{
    if (c->kind == HOLDS)
        return c->by.holds(s);
    if (c->kind == FOUND)
        return is_found(&c->by, s);
    double number = number_found(c->name, &c->by, s);
    switch (c->kind) {
    case NONE:
        return number <= 0;
    case ONE:
        return number == 1;
    case TWO:
        return number == 2;
    case SOME:
        return number > 0;
    case SEVERAL:
        return number > 1;
    default:
        return number == s->step->rows.count;
    }
}

/* ---- how things are found ---- */

Place place_in(Tensor t, int row, int col)
{
    return (Place){.row = row, .col = col, .in = t};
}

Place place_here(const Look *s, int row, int col)
{
    return place_in(seen_tensor(s), row, col);
}

double number_at(Place p)
{
    CHECK(p.row >= 0 && p.col >= 0, "a number of a place that there is not");
    return (double)at(p.in, p.row, p.col);
}

/* What was found on a step for this sentence: its words ask for the same place. */
typedef struct Memory {
    const Step *step;
    Place (*find)(const Look *s); /* or */
    const Search *what;
    Place place;
    const struct Memory *before;
} Memory;

static Place remembered(const Look *s, Place (*find)(const Look *s), const Search *what)
{
    Trace *trace = s->trace;
    for (const Memory *m = trace->memory; m; m = m->before)
        if (m->step == s->step && m->find == find && m->what == what)
            return m->place;
    Memory *m = arena_alloc(trace->arena, 1, sizeof *m);
    Place place = find ? find(s) : search(s, *what);
    *m = (Memory){s->step, find, what, place, trace->memory};
    trace->memory = m;
    return place;
}

Place sought(const Look *s, const Search *what)
{
    return remembered(s, NULL, what);
}

Place found(const Look *s, Place (*find)(const Look *s))
{
    return remembered(s, find, NULL);
}

static bool is_in(const Search *how, int row, int col)
{
    switch (how->in) {
    case OFF_DIAGONAL:
        return row != col;
    case ABOVE_DIAGONAL:
        return row < col;
    case ON_DIAGONAL:
        return row == col;
    case IN_FIRST_ROW:
        return row == 0;
    case IN_LAST_ROW:
        return row == how->numbers.rows - 1;
    case IN_LAST_COL:
        return col == how->numbers.cols - 1;
    case BESIDE_FIRST:
        return row == 0 && col > 0;
    case AMONG_OTHERS:
        return row > 0 && row < col;
    default:
        return true;
    }
}

static bool counts(const Search *how, int row, int col)
{
    return !(how->seen && step_is_masked(how->s->step, row, col)) && is_in(how, row, col) &&
           (!how->among || how->among(how, row, col));
}

Place search(const Look *s, Search how)
{
    how.s = s;
    how.numbers = how.of ? how.of(s) : seen_tensor(s);
    Place best = place_in(how.numbers, -1, -1), but = how.after ? sought(s, how.after) : best;
    double most = 0;
    for (int i = 0; i < how.numbers.rows; i++)
        for (int j = 0; j < how.numbers.cols; j++) {
            if (!counts(&how, i, j) || (i == but.row && j == but.col))
                continue;
            double value = how.value ? how.value(&how, i, j) : (double)at(how.numbers, i, j);
            if (best.row < 0 || value > most) {
                best = place_in(how.numbers, i, j);
                most = value;
            }
        }
    best.rows = how.rows ? how.rows(s) : NULL;
    best.cols = how.cols ? how.cols(s) : NULL;
    return best;
}

double size_of(const Search *how, int row, int col)
{
    return fabs((double)at(how->numbers, row, col));
}

double smallness(const Search *how, int row, int col)
{
    return -(double)at(how->numbers, row, col);
}

const Search largest_size = {.seen = true, .value = size_of};

const Axis *row_axis(const Look *s)
{
    return &s->step->rows;
}

int count_rows(const Look *s, bool (*is_so)(const Look *s, int row))
{
    int count = 0;
    for (int i = 0; i < s->step->rows.count; i++)
        count += is_so(s, i);
    return count;
}

int number_in_id(const Look *s, const char *part)
{
    const char *place = strstr(s->step->id, part);
    return place ? (int)strtol(place + strlen(part), NULL, 10) : 0;
}

/* ---- what is measured ---- */

static const Node *measured_before(const Look *s, const char *name)
{
    const char *id = arena_format(s->trace->arena, "%s/%s", s->step->id, name);
    const Name *known = name_find(s->trace->graph, id);
    return known ? known->node : NULL;
}

static Tensor kept(const Look *s, const char *name, Node *node)
{
    Scope scope = scope_of(s->trace->graph);
    scope.path = arena_format(s->trace->arena, "%s/", s->step->id);
    scope.of = arena_format(s->trace->arena, " of: %s", s->step->title);
    return named(scope, name, name, node)->value;
}

Tensor measured(const Look *s, const char *name, Node *(*make)(Graph *g, Node *a))
{
    const Node *known = measured_before(s, name);
    Node *node = (Node *)s->step->node;
    return known ? known->value : kept(s, name, make(s->trace->graph, node));
}

Tensor measured_pair(const Look *s, const char *name, const char *path,
                     Node *(*make)(Graph *g, Node *a, Node *b))
{
    const Node *known = measured_before(s, name);
    Look other = look_at(s, path);
    Node *node = (Node *)s->step->node, *second = (Node *)other.step->node;
    return known ? known->value : kept(s, name, make(s->trace->graph, node, second));
}

Node *cosines_of_rows(Graph *g, Node *a)
{
    return cosines(g, a, a);
}

Node *rows_apart(Graph *g, Node *a, Node *b)
{
    return row_lengths(g, subtract(g, a, b));
}

Node *column_means(Graph *g, Node *a)
{
    return row_mean(g, transpose(g, a));
}

Node *mean_of_all(Graph *g, Node *a)
{
    return column_means(g, row_mean(g, a));
}
