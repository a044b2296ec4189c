#include "trace/sentences.h"

/* ---- printing ---- */

static const char *chance(char out[NUMBER_SIZE], double p)
{
    if (p > 0 && p < 0.005)
        return "under 0.01";
    return p < 1 && p >= 0.995 ? "over 0.99" : number_fixed(out, p, 2);
}

void say_number(Text *out, WordForm form, double x)
{
    enum { THREE = 3, LARGE = 1000 };
    char digits[NUMBER_SIZE];
    if (form == DIGITS)
        form = fabs(x) < LARGE ? MEASURE : WHOLE;
    text_add(out, form == DECIMAL   ? number_fixed(digits, x, 2)
                  : form == CHANCE  ? chance(digits, x)
                  : form == MEASURE ? number_digits(digits, x, THREE)
                  : form == GROUPED ? number_count(digits, x)
                                    : number_fixed(digits, x, 0));
}

/* Appends a label, in quotes if the axis is named: “bat”. */
static void say_label(const Axis *axis, int place, Text *out)
{
    text_format(out, axis->named && !axis->unquoted ? "“%s”" : "%s",
                isolated(out->arena, axis->labels[place]));
}

bool look_equal(double x, double y)
{
    char a[NUMBER_SIZE], b[NUMBER_SIZE];
    return !strcmp(number_fixed(a, x, 2), number_fixed(b, y, 2));
}

/* ---- places ---- */

Place place_here(const Look *s, int row, int col)
{
    return (Place){.row = row, .col = col, .in = s->step->node, .counts = s->step->counts};
}

double number_at(Place p)
{
    CHECK(p.row >= 0 && p.col >= 0, "a number of a place that there is not");
    return p.counts ? p.counts[(ptrdiff_t)p.row * cols_of(p.in) + p.col]
                    : (double)node_row(p.in, p.row).data[p.col];
}

typedef enum Wanted { BEST, TIES, COUNT, ALL } Wanted; /* TIES: those that tie with `best` */

/* A search for the place of a word, and its result. */
typedef struct Search {
    const Look *s;
    const Word *word;
    Wanted wanted;
    Tensor among, by; /* the word's recipes; no rows if it has none */
    Place but, best;
    int count;
    Place *all; /* all places that count, if ALL are wanted */
} Search;

/* The cell of t at p, where t's last column stands for all that follow. */
static double beside(Tensor t, Place p)
{
    return (double)at(t, p.row, smaller(p.col, t.cols - 1));
}

/* Off the diagonal: if rows and columns have the same labels, the diagonal does not count. */
static bool is_left_out(const Search *f, Place p)
{
    return f->word->in == OFF_DIAGONAL && p.row == p.col &&
           f->s->step->rows.labels == f->s->step->cols.labels;
}

static bool counts(const Search *f, Place p)
{
    const Word *word = f->word;
    return !is_left_out(f, p) && !(word->seen && step_is_masked(f->s->step, p.row, p.col)) &&
           !(p.row == f->but.row && p.col == f->but.col) &&
           (!word->is.sign || combined(word->is.sign, (double)node_row(p.in, p.row).data[p.col],
                                       (double)word->is.number) > 0) &&
           (!word->among || beside(f->among, p) > 0);
}

typedef struct Span {
    int first, end;
} Span;

/* One line out of `count`; empty if it is out of range. */
static Span only(int line, int count)
{
    return line < 0 || line >= count ? (Span){0, 0} : (Span){line, line + 1};
}

static Span span_of(Which which, int count)
{
    return which == ANY ? (Span){0, count} : only((int)which + (which > 0 ? -1 : count), count);
}

/* The columns of a row that lie in the region. */
static Span in_region(Region in, Span cols, int row)
{
    bool above = in == ABOVE_DIAGONAL || (in == AMONG_OTHERS && row);
    int first = above || in == ON_DIAGONAL ? row + above : in == BESIDE_FIRST;
    int end = in == ON_DIAGONAL ? row + 1 : in == AMONG_OTHERS && !row ? 0 : cols.end;
    return (Span){larger(first, cols.first), smaller(end, cols.end)};
}

/* A place not yet found, with the matrix to search and its axes: those of its name if it has one,
   else the step's. */
static Place nowhere(const Look *s, const Word *word)
{
    Look there = word->at ? look_there(s, word->at) : *s;
    const Step *step = there.step;
    const Node *node = word->of ? recipe_made(&there, word->of) : step->node;
    const Name *name = node && node != step->node ? name_of(s->trace->graph, node) : NULL;
    Place p = {.row = -1, .col = -1, .in = node};
    p.counts = node == s->step->node ? s->step->counts : NULL;
    p.rows = name ? &name->writing->rows : &step->rows;
    p.cols = name ? &name->writing->cols : &step->cols;
    if (word->called_as)
        p.rows = p.cols = &writing_of(s->trace->graph, recipe_made(&there, word->called_as))->rows;
    return p;
}

double largest_but(Tensor row, int col)
{
    int before = smaller(col, row.cols), behind = larger(0, row.cols - col - 1);
    double largest = (double)vector_max(row.data, before);
    return behind ? fmax(largest, (double)vector_max(row.data + col + 1, behind)) : largest;
}

/* The value to maximise. */
static double value_of(const Search *f, Place p)
{
    const Word *word = f->word;
    double x = word->by ? beside(f->by, p) : number_at(p);
    double late = (double)p.row * cols_of(p.in) + p.col;
    return word->extreme == SMALLEST   ? -x
           : word->extreme == FARTHEST ? fabs(x)
           : word->extreme == EARLIEST ? -late
           : word->extreme == LATEST   ? late
                                       : x;
}

/* Whether a value, and all that are smaller, can be skipped. Two that differ by no more than the
   rounding of float32 sums tie, and those within what the word says. */
static bool is_behind(const Search *f, double x)
{
    double best = f->best.value, size = fmin(fabs(x), fabs(best));
    return f->wanted == BEST ? f->best.row >= 0 && x <= best
                             : f->wanted == TIES && best - x > fmax(1e-6 * size, f->word->within);
}

/* An upper bound for the values of a row by surveys, whatever is masked: of its own, or, if it is
   how far the heads are apart, of the heads' rows; ∞ if there are none. */
static double bound_known(const Search *f, const Node *in, int row)
{
    const Survey *known = in->surveys ? &in->surveys[row] : NULL;
    bool is_gap = !strcmp(in->op->name, "heads_apart");
    double most = is_gap ? 0 : INFINITY;
    if (known && !known->infinite)
        return f->word->extreme == SMALLEST && !known->negative ? 0 : (double)known->size_all;
    for (int h = 0; is_gap && h < in->input_count; h++)
        most = fmax(most, 2 * bound_known(f, in->inputs[h], row));
    return most;
}

/* An upper bound for the values of a row; ∞ if unknown. The search skips rows whose bound is
   behind; where the row's survey says so, it need not even be computed. */
static double bound_of(const Search *f, Place p)
{
    const Word *word = f->word;
    bool is_row_whole = word->col == ANY && !word->col_of && word->in != ON_DIAGONAL;
    if (p.counts || word->by || word->extreme > FARTHEST)
        return INFINITY;
    double known = bound_known(f, p.in, p.row);
    if (is_behind(f, known))
        return known;
    if (!is_row_whole)
        return INFINITY;
    Tensor cells = node_row(p.in, p.row);
    int but = is_left_out(f, (Place){.row = p.row, .col = p.row}) ? p.row : cells.cols;
    return word->extreme == SMALLEST   ? -(double)vector_min(cells.data, cells.cols)
           : word->extreme == FARTHEST ? (double)vector_size(cells.data, cells.cols)
                                       : largest_but(cells, but);
}

static Tensor made_for(const Look *s, const char *recipe)
{
    const Node *node = recipe ? recipe_made(s, recipe) : NULL;
    return node ? node_value(node) : (Tensor){0};
}

static void meet(Search *f, const Place *p)
{
    if (f->wanted == ALL)
        f->all = arena_append(f->s->trace->arena, f->all, &f->count, p, sizeof *p);
    else if (f->wanted != BEST)
        f->count++;
    else if (f->best.row < 0 || p->value > f->best.value)
        f->best = *p;
}

static Search search(const Look *s, const Word *word, Wanted wanted)
{
    Place p = wanted == TIES ? word_place(s, word->name) : nowhere(s, word);
    Search f = {.s = s,
                .word = word,
                .wanted = wanted,
                .among = made_for(s, word->among),
                .by = made_for(s, word->by),
                .but = word->after ? word_place(s, word->after) : (Place){.row = -1},
                .best = p};
    int all_rows = p.in ? rows_of(p.in) : 0, all_cols = p.in ? cols_of(p.in) : 0;
    Span rows = word->row_of ? only(word_place(s, word->row_of).row, all_rows)
                             : span_of(word->row, all_rows);
    Span cols = word->col_of ? only(word_place(s, word->col_of).col, all_cols)
                             : span_of(word->col, all_cols);
    if (word->among && !f.among.rows)
        rows.end = 0;
    for (p.row = rows.first; p.row < rows.end; p.row++) {
        Span span = in_region(word->in, cols, p.row);
        if (wanted <= TIES && is_behind(&f, bound_of(&f, p)))
            continue;
        for (p.col = span.first; p.col < span.end; p.col++) {
            p.value = wanted <= TIES ? value_of(&f, p) : 0; /* else nothing is compared */
            if (!is_behind(&f, p.value) && counts(&f, p))
                meet(&f, &p);
        }
    }
    return f;
}

/* The number of places that count; for a whole matrix it is known from the survey. */
static int how_many(const Look *s, const Word *word)
{
    const Node *in = nowhere(s, word).in;
    bool surveyed = word->in == EVERYWHERE && word->row == ANY && word->col == ANY &&
                    !word->is.sign && !word->among && in == s->step->node;
    if (surveyed)
        return (int)tensor_size(in->value) - (word->seen ? (int)step_survey(s->step).hidden : 0);
    return search(s, word, COUNT).count;
}

/* A cache of the places found for the current sentence, whose words often ask for the same; or of
   how many were counted, as the place's value. */
typedef struct Memory {
    const Step *step;
    const Word *word;
    bool counted;
    Place place;
    const struct Memory *before;
} Memory;

static Place found_or_counted(const Look *s, const Word *word, bool counted)
{
    Trace *trace = s->trace;
    for (const Memory *m = trace->memory; m && !s->here; m = m->before)
        if (m->step == s->step && m->word == word && m->counted == counted)
            return m->place;
    Place place = counted       ? (Place){.value = how_many(s, word)}
                  : word->place ? word->place(s)
                                : search(s, word, BEST).best;
    place.rows = place.rows ? place.rows : &s->step->rows;
    place.cols = place.cols ? place.cols : &s->step->cols;
    Memory *m = arena_copy(trace->arena, &(Memory){s->step, word, counted, place, trace->memory},
                           sizeof *m);
    if (!s->here) /* inside a list the result depends on its current place */
        trace->memory = m;
    return place;
}

static Place place_found(const Look *s, const Word *word)
{
    return found_or_counted(s, word, false);
}

/* ---- words ---- */

const Word *word_named(const char *name)
{
    return find_named(vocabulary, -1, sizeof *vocabulary, name);
}

static const Word *word_that_is(const char *name)
{
    const Word *word = word_named(name);
    CHECK(word, "no word %s", name);
    return word;
}

static bool is_place(const Word *word)
{
    return !word->ties && !word->number && !word->in_step && !word->in_node &&
           word->form != HOW_MANY && word->form != TEXT;
}

/* The address of a word that is a member of the text, the node or the step. */
static const void *field_of(const Look *s, const Word *word)
{
    return word->in_text   ? (const char *)text_of(s) + word->in_text
           : word->in_node ? (const char *)s->step->node + word->in_node
                           : (const char *)s->step + word->in_step;
}

Look *word_places(const Look *s, const Word *word, int *count)
{
    Search found = search(s, word, ALL);
    Look *there = arena_alloc(s->trace->arena, (size_t)found.count + 1, sizeof *there);
    *count = found.count;
    for (int i = 0; i < found.count; i++)
        there[i] = (Look){.trace = s->trace, .step = s->step, .here = &found.all[i]};
    return there;
}

/* Appends the word's sentence for each place that counts. */
static void say_each(const Look *s, const Word *word, Text *out)
{
    int count;
    const Look *there = word_places(s, word, &count);
    const char *between = word->between ? word->between : ", ";
    const char *last = word->and ? " and " : between;
    for (int i = 0; i < count; i++) {
        if (i)
            text_add(out, i == count - 1 ? last : between);
        sentence_say(&there[i], word->each, out);
    }
}

static void say_text(const Look *s, const Word *word, Text *out)
{
    Node *called = word->formula_of ? recipe_made(s, word->formula_of) : NULL;
    if (word->text)
        word->text(s, out);
    else if (word->each)
        say_each(s, word, out);
    else if (called)
        text_add(out, formula_plain(out->arena, writing_of(s->trace->graph, called)->formula.text));
    else if (*(const char *const *)field_of(s, word))
        text_add(out, *(const char *const *)field_of(s, word));
}

static double number_found(const Look *s, const Word *word)
{
    if (word->ties)
        return fmax(0, search(s, word_that_is(word->ties), TIES).count - 1);
    if (word->number)
        return word->number(s);
    if (word->in_step || word->in_node)
        return *(const int *)field_of(s, word);
    if (word->form == HOW_MANY)
        return found_or_counted(s, word, true).value;
    Place p = place_found(s, word);
    return word->by_value ? p.value : number_at(p);
}

Place word_place(const Look *s, const char *name)
{
    return place_found(s, word_that_is(name));
}

double word_number(const Look *s, const char *name)
{
    const Word *word = word_that_is(name);
    return is_place(word) && place_found(s, word).row < 0 ? NAN : number_found(s, word);
}

bool word_holds(const Look *s, const char *name)
{
    const Word *word = word_that_is(name);
    Text text = text_new(s->trace->arena);
    if (is_place(word)) /* which need not exist: the third row of two */
        return place_found(s, word).row >= 0;
    if (word->form != TEXT)
        return number_found(s, word) > 0;
    say_text(s, word, &text);
    return text.length;
}

/* Appends a label of a place; or, for PLACE, of the column whose 1-based index is its number. */
static void say_place(const Look *s, const Word *word, WordForm form, Text *out)
{
    Place p = place_found(s, word);
    int number = form == PLACE ? (int)number_at(p) : 0;
    if (word->numbered)
        text_format(out, "%d", (form == ROW ? p.row : p.col) + (word->in != AMONG_OTHERS));
    else if (form == TARGET && p.row == p.col && p.rows->labels == p.cols->labels)
        text_add(out, "itself");
    else if (form == ROW)
        say_label(p.rows, p.row, out);
    else if (form != PLACE)
        say_label(p.cols, p.col, out);
    else if (number)
        say_label(&s->trace->steps[0].cols, number - 1, out);
    else
        text_add(out, "nothing");
}

/* A cell of an integer matrix is printed as in tables: without decimals. */
static WordForm form_of_cell(const Look *s, const Word *word, WordForm form)
{
    bool is_cell = is_place(word) && !word->by_value && place_found(s, word).in == s->step->node;
    return form == DECIMAL && is_cell && step_is_whole(s->step) ? WHOLE : form;
}

static void say_in_form(const Look *s, const Word *word, WordForm form, Text *out)
{
    if (form == TEXT)
        say_text(s, word, out);
    else if (form < ROW)
        say_number(out, form_of_cell(s, word, form), number_found(s, word));
    else
        say_place(s, word, form, out);
}

/* CHANCE for "chance of first" */
static WordForm form_asked(const char *asked)
{
    static const char *const forms[] = {
#define FORM(form, asked) asked,
#include "trace/vocabulary_forms.list"
    };
    WordForm form = 0;
    while (form < TEXT && !(forms[form] && begins_with(asked, forms[form])))
        form++;
    CHECK(form < TEXT, "no form for %s", asked);
    return form;
}

/* "0.12 to 0.31" for "smallest to largest"; "0.12" if both print the same. */
static bool say_span(const Look *s, const char *names, const char *to, Text *out)
{
    double low = word_number(s, arena_strndup(s->trace->arena, names, (size_t)(to - names)));
    double high = word_number(s, to + strlen(" to "));
    say_number(out, DECIMAL, low);
    if (!look_equal(low, high)) {
        text_add(out, " to ");
        say_number(out, DECIMAL, high);
    }
    return true;
}

bool word_say(const Look *s, const char *asked, Text *out)
{
    const char *of = strstr(asked, " of "), *to = strstr(asked, " to ");
    if (to)
        return say_span(s, asked, to, out);
    const Word *word = word_named(of ? of + strlen(" of ") : asked);
    if (word)
        say_in_form(s, word, of ? form_asked(asked) : word->form, out);
    return word;
}

/* ---- ids ---- */

int number_in_id(const Look *s, const char *part)
{
    const char *place = strstr(s->step->id, part);
    return place ? (int)strtol(place + strlen(part), NULL, 10) : 0;
}

/* ---- other steps ---- */

Look look_first(const Look *s, const char *paths)
{
    Look there;
    do
        there = look_at(s, next_part(s->trace->arena, &paths, "|"));
    while (there.absent && *paths);
    return there;
}

Look look_there(const Look *s, const char *paths)
{
    Look there = look_first(s, paths);
    CHECK(!there.absent, "%s: no step %s", s->step->id, paths);
    return there;
}
