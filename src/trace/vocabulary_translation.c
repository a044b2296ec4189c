/* Words about a translation: what a word of it looks at, and how states move from word to word. */
#include "graph/ops.h"
#include "tensor/vector.h"
#include "trace/vocabulary.h"

#include <math.h>
#include <string.h>

/* ---- the largest numbers of the first row ---- */

static const Search top = {.in = IN_FIRST_ROW};

static bool sees_one(const Look *s)
{
    Place second = search(s, (Search){.in = IN_FIRST_ROW, .after = &top});
    return second.row < 0 || number_at(second) <= 0;
}

/* The weight of the place that was taken. */
static Place taken_weight(const Look *s)
{
    Look weights = look_at(s, "weights");
    return place_here(&weights, 0, sought(s, &top).col);
}

static bool is_drawn(const Look *s)
{
    return s->step->node->parameter.draws != NULL;
}

/* ---- the steps of words ---- */

static bool is_first_word(const Look *s)
{
    return number_in_id(s, "step-") == 1;
}

/* The word that was written before this one. */
static Place word_before(const Look *s)
{
    int number = number_in_id(s, "step-");
    const char *stage = strchr(strstr(s->step->id, "step-"), '/');
    Look before = look_at(s, arena_format(s->trace->arena, "../step-%d%s", number - 1, stage));
    CHECK(!before.absent, "no word before %s", s->step->id);
    Place p = place_here(&before, 0, 0);
    p.rows = &before.step->rows;
    return p;
}

/* How far the new state is from the one that asked. */
static double state_moved(const Look *s)
{
    return (double)measured_pair(s, "moved", "query", rows_apart).data[0];
}

/* How many cells are where tanh is nearly flat. */
static double beyond(const Look *s)
{
    Tensor t = seen_tensor(s);
    int count = 0;
    for (size_t i = 0; i < tensor_size(t); i++)
        count += fabs((double)t.data[i]) > 0.9;
    return count;
}

/* ---- states that read ---- */

/* How far each row is from the one before it, the first from zero; `step` −1 from the last on. */
static Node *steps_apart(Graph *g, Node *states, int step)
{
    int n = rows_of(states), *before = arena_alloc(g->arena, (size_t)n, sizeof *before);
    Node *zero = constant(g, tensor_new(g->arena, 1, cols_of(states)), "zero");
    for (int i = 0; i < n; i++)
        before[i] = i - step >= 0 && i - step < n ? i - step : n;
    Node *padded = stack(g, (Node *[]){states, zero}, 2);
    return rows_apart(g, states, gather(g, padded, before, n));
}

static Node *steps_forward(Graph *g, Node *states)
{
    return steps_apart(g, states, 1);
}

static Node *steps_backward(Graph *g, Node *states)
{
    return steps_apart(g, states, -1);
}

static Tensor movement(const Look *s)
{
    bool backwards = id_matches("*backward", s->step->id);
    return measured(s, "movement", backwards ? steps_backward : steps_forward);
}

/* The state that moved most. */
static const Search mover = {.of = movement};

/* Of a word that stands twice in the source. */
static Place twin_cosine(const Look *s)
{
    Look source = look_at(s, "source");
    Place p = found(&source, repeated_words);
    return place_in(measured(s, "cosines", cosines_of_rows), p.row, p.col);
}

/* ---- where local attention looks ---- */

static Place nearest_place(const Look *s)
{
    Look energies = look_at(s, "energies");
    const Axis *places = &energies.step->cols;
    Place p = place_here(s, 0, (int)fmin(rint((double)seen_tensor(s).data[0]), places->count - 1));
    p.cols = places;
    return p;
}

static double sigma(const Look *s)
{
    return s->step->node->parameter.deviation;
}

/* ---- what was retrieved ---- */

/* Cosines to the values that it was mixed from. */
static Node *cosines_of_mixed(Graph *g, Node *mixed)
{
    return cosines(g, mixed, mixed->inputs[1]);
}

static Tensor likeness(const Look *s)
{
    return measured(s, "likeness", cosines_of_mixed);
}

static const Search most_like = {.of = likeness, .in = IN_FIRST_ROW, .cols = mixed_axis};

/* ---- an alignment: a row a word ---- */

/* The place that a word looks at most; −1 if it sees nothing. */
static int looks_at(const Look *s, int word)
{
    Tensor weights = seen_tensor(s);
    int place = largest_in_row(weights, word);
    return at(weights, word, place) > 0 ? place : -1;
}

static bool sees(const Look *s, int word)
{
    return looks_at(s, word) >= 0;
}

static bool is_unseeing(const Look *s, int word)
{
    return !sees(s, word);
}

/* Whether it looks to the left of where the word before it looks. */
static bool looks_back(const Look *s, int word)
{
    return word && sees(s, word) && looks_at(s, word) < looks_at(s, word - 1);
}

static Place first_that(const Look *s, bool (*is_so)(const Look *s, int row))
{
    int row = 0;
    while (row < s->step->rows.count - 1 && !is_so(s, row))
        row++;
    return place_here(s, row, 0);
}

static Place back_to(const Look *s)
{
    int word = first_that(s, looks_back).row;
    return place_here(s, word, looks_at(s, word));
}

static Place back_from(const Look *s)
{
    int word = found(s, back_to).row - 1;
    return place_here(s, word, looks_at(s, word));
}

static Place first_unseeing(const Look *s)
{
    return first_that(s, is_unseeing);
}

static Place last_unseeing(const Look *s)
{
    int row = s->step->rows.count - 1;
    while (row && sees(s, row))
        row--;
    return place_here(s, row, 0);
}

/* ---- hard attention beside the weights ---- */

/* Whether a word takes the place with the largest weight. */
static bool takes_largest(const Look *s, int word)
{
    Look weights = look_at(s, "alignment");
    return sees(&weights, word) && looks_at(&weights, word) == looks_at(s, word);
}

/* The mean, over the words, of the weight at the place where each looks. */
static Node *mean_largest(Graph *g, Node *weights)
{
    return column_means(g, row_dots(g, weights, take_one(g, weights, NULL)));
}

static Node *mean_taken(Graph *g, Node *taken, Node *weights)
{
    return column_means(g, row_dots(g, weights, taken));
}

static double taken_on_average(const Look *s)
{
    return (double)measured_pair(s, "mean-taken", "weights", mean_taken).data[0];
}

/* ---- where several look: a column each, of places from 1 ---- */

/* The first column that says otherwise than the first one; 0 for none. */
static int dissenter(const Look *s, int row)
{
    Tensor t = seen_tensor(s);
    for (int k = 1; k < t.cols; k++)
        if (at(t, row, k) != at(t, row, 0))
            return k;
    return 0;
}

static bool agree(const Look *s, int row)
{
    return !dissenter(s, row);
}

static bool disagree(const Look *s, int row)
{
    return !agree(s, row);
}

/* The first word where not all say the same, and who says otherwise. */
static Place split(const Look *s)
{
    int row = first_that(s, disagree).row;
    return place_here(s, row, dissenter(s, row));
}

static Place split_first(const Look *s)
{
    return place_here(s, found(s, split).row, 0);
}

/* ---- several beside the first ---- */

/* For how many rows a column says what the first one says. */
static int agreeing_with_first(Tensor t, int col)
{
    int count = 0;
    for (int i = 0; i < t.rows; i++)
        count += at(t, i, 0) == at(t, i, col);
    return count;
}

/* "in decoder 1 at 3, in decoder 2 at 4" */
static void say_agreeing_columns(const Look *s, Text *out)
{
    for (int k = 1; k < s->step->cols.count; k++)
        text_format(out, "%sin %s at %d", k > 1 ? ", " : "", s->step->cols.labels[k],
                    agreeing_with_first(seen_tensor(s), k));
}

static double agreement_of_column(const Search *how, int row, int col)
{
    (void)row;
    return agreeing_with_first(how->numbers, col);
}

/* The column that says most often what the first one says. */
static const Search nearest = {.in = BESIDE_FIRST, .value = agreement_of_column};

/* The first row where it says something else. */
static Place parting(const Look *s)
{
    int col = sought(s, &nearest).col;
    Tensor t = seen_tensor(s);
    for (int i = 0; i < t.rows; i++)
        if (at(t, i, 0) != at(t, i, col))
            return place_here(s, i, col);
    return place_here(s, -1, -1);
}

static Place parting_first(const Look *s)
{
    return place_here(s, found(s, parting).row, 0);
}

/* Whether all columns behind the first say the same. */
static bool others_agree(const Look *s, int row)
{
    Tensor t = seen_tensor(s);
    for (int k = 2; k < t.cols; k++)
        if (at(t, row, k) != at(t, row, 1))
            return false;
    return true;
}

/* ---- rows whose cells differ ---- */

static double gap_in_row(const Search *how, int row, int col)
{
    double least = INFINITY, most = -INFINITY;
    (void)col;
    for (int k = 0; k < how->numbers.cols; k++) {
        least = fmin(least, (double)at(how->numbers, row, k));
        most = fmax(most, (double)at(how->numbers, row, k));
    }
    return most - least;
}

/* The first of the rows with the widest gap. */
static const Search widest_row = {.value = gap_in_row};

static double widest_gap(const Look *s)
{
    Search how = {.numbers = seen_tensor(s)};
    return gap_in_row(&how, sought(s, &widest_row).row, 0);
}

/* "7 words (2 sentences): with attention 1.00, fixed vector 0.50" */
static void say_widest_row(const Look *s, Text *out)
{
    int row = sought(s, &widest_row).row;
    Look right = look_at(s, "right");
    int count = (int)at(seen_tensor(&right), row, right.step->cols.count - 1);
    const char *length = s->step->rows.labels[row];
    text_format(out, "%s word%s (%d sentence%s): ", length, strcmp(length, "1") ? "s" : "", count,
                count == 1 ? "" : "s");
    for (int k = 0; k < s->step->cols.count; k++) {
        text_format(out, "%s%s ", k ? ", " : "", s->step->cols.labels[k]);
        say_decimal(out, (double)at(seen_tensor(s), row, k));
    }
}

const Word translation_words[] = {
    {"taken-weight", DECIMAL, {.place = taken_weight}},
    {"before", ROW, {.place = word_before}},
    {"state-moved", DECIMAL, {.number = state_moved}},
    {"mean", DECIMAL, {.measure = row_mean}},
    {"beyond", WHOLE, {.number = beyond}},
    {"mover", ROW, {.search = &mover}},
    {"movement", DECIMAL, {.search = &mover}},
    {"twin-cosine", DECIMAL, {.place = twin_cosine}},
    {"nearest-place", COL, {.place = nearest_place}},
    {"sigma", DECIMAL, {.number = sigma}},
    {"most-like", COL, {.search = &most_like}},
    {"most-like-cosine", DECIMAL, {.search = &most_like}},
    {"back", WHOLE, {.rows_that = looks_back}},
    {"back-word", ROW, {.place = back_to}},
    {"back-from", COL, {.place = back_from}},
    {"back-to", COL, {.place = back_to}},
    {"seeing", WHOLE, {.rows_that = sees}},
    {"unseeing", WHOLE, {.rows_that = is_unseeing}},
    {"unseeing-first", ROW, {.place = first_unseeing}},
    {"unseeing-last", ROW, {.place = last_unseeing}},
    {"taken-largest", WHOLE, {.rows_that = takes_largest}},
    {"mean-largest", DECIMAL, {.measure = mean_largest}},
    {"mean-taken", DECIMAL, {.number = taken_on_average}},
    {"agreeing", WHOLE, {.rows_that = agree}},
    {"split-word", ROW, {.place = split}},
    {"split-first-place", NUMBERED, {.place = split_first}},
    {"split-other", COL, {.place = split}},
    {"split-other-place", NUMBERED, {.place = split}},
    {"agreeing-columns", TEXT, {.text = say_agreeing_columns}},
    {"agreeing-others", WHOLE, {.rows_that = others_agree}},
    {"nearest", COL, {.search = &nearest}},
    {"parting", ROW, {.place = parting}},
    {"parting-place", NUMBERED, {.place = parting}},
    {"parting-first-place", NUMBERED, {.place = parting_first}},
    {"widest-row", TEXT, {.text = say_widest_row}},
    {0},
};

const Condition translation_conditions[] = {
    {"sees-nothing", NONE, {.search = &top}},
    {"sees-one", HOLDS, {.holds = sees_one}},
    {"drawn", HOLDS, {.holds = is_drawn}},
    {"first-word", HOLDS, {.holds = is_first_word}},
    {"goes-back", SOME, {.rows_that = looks_back}},
    {"agrees", ALL, {.rows_that = agree}},
    {"nearest-parts", FOUND, {.place = parting}},
    {"even-rows", NONE, {.number = widest_gap}},
    {"one-sees-nothing", ONE, {.rows_that = is_unseeing}},
    {"some-see-nothing", SEVERAL, {.rows_that = is_unseeing}},
    {0},
};
