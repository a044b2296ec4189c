/* Words about a translation: what a word of it looks at, and how states move from word to word. */
#include "graph/ops.h"
#include "trace/vocabulary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the largest numbers of the first row ---- */

static int top(const Look *s)
{
    return largest_in_row(seen_tensor(s), 0);
}

/* The largest but this; −1 where there is none. */
static int runner_up(const Look *s)
{
    Tensor t = seen_tensor(s);
    int first = top(s), second = -1;
    for (int j = 0; j < t.cols; j++)
        if (j != first && (second < 0 || at(t, 0, j) > at(t, 0, second)))
            second = j;
    return second;
}

static bool sees_nothing(const Look *s)
{
    return at(seen_tensor(s), 0, top(s)) <= 0;
}

static bool sees_one(const Look *s)
{
    int second = runner_up(s);
    return second < 0 || at(seen_tensor(s), 0, second) <= 0;
}

/* The weight of the place that was taken. */
static void say_taken_weight(const Look *s, Text *out)
{
    Look weights = look_at(s, "weights");
    say_decimal(out, (double)at(seen_tensor(&weights), 0, top(s)));
}

static bool is_drawn(const Look *s)
{
    return s->step->node->parameter.draws != NULL;
}

/* ---- the steps of words ---- */

/* The number in "step-3/query", from 1. */
static int step_number_of(const Look *s, const char **stage)
{
    const char *step = strstr(s->step->id, "step-");
    char *end = NULL;
    long number = step ? strtol(step + 5, &end, 10) : 0;
    CHECK(number > 0, "%s is no step of a word", s->step->id);
    *stage = end;
    return (int)number;
}

static bool is_first_word(const Look *s)
{
    const char *stage;
    return step_number_of(s, &stage) == 1;
}

/* The word that was written before this one. */
static void say_before(const Look *s, Text *out)
{
    const char *stage;
    int number = step_number_of(s, &stage);
    Look before = look_at(s, arena_format(s->trace->arena, "../step-%d%s", number - 1, stage));
    CHECK(!before.absent, "no word before %s", s->step->id);
    say_row(&before, 0, out);
}

static Node *apart(Graph *g, Node *a, Node *b)
{
    return row_lengths(g, subtract(g, a, b));
}

/* How far the new state is from the one that asked. */
static void say_moved(const Look *s, Text *out)
{
    say_decimal(out, (double)measured_pair(s, "moved", "query", apart)->value.data[0]);
}

static void say_mean(const Look *s, Text *out)
{
    say_decimal(out, (double)measured(s, "mean", row_mean)->value.data[0]);
}

/* How many cells are where tanh is nearly flat. */
static void say_beyond(const Look *s, Text *out)
{
    Tensor t = seen_tensor(s);
    int count = 0;
    for (size_t i = 0; i < tensor_size(t); i++)
        count += fabs((double)t.data[i]) > 0.9;
    say_whole(out, count);
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
    return apart(g, states, gather(g, padded, before, n));
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
    return measured(s, "movement", backwards ? steps_backward : steps_forward)->value;
}

static void say_mover(const Look *s, Text *out)
{
    say_row(s, largest_size(movement(s), NULL).row, out);
}

static void say_movement(const Look *s, Text *out)
{
    Tensor moved = movement(s);
    say_decimal(out, (double)at(moved, largest_size(moved, NULL).row, 0));
}

/* ---- where local attention looks ---- */

static void say_nearest_place(const Look *s, Text *out)
{
    Look energies = look_at(s, "energies");
    double place = (double)seen_tensor(s).data[0];
    say_col(&energies, (int)fmin(rint(place), energies.step->cols.count - 1), out);
}

static void say_sigma(const Look *s, Text *out)
{
    say_decimal(out, s->step->node->parameter.deviation);
}

/* ---- what was retrieved ---- */

/* Cosines to the values that it was mixed from. */
static Node *likeness(Graph *g, Node *mixed)
{
    return cosines(g, mixed, mixed->inputs[1]);
}

static int most_like(const Look *s)
{
    return largest_in_row(measured(s, "likeness", likeness)->value, 0);
}

static void say_most_like(const Look *s, Text *out)
{
    const Node *values = s->step->node->inputs[1];
    const Writing *w = writing_of(s->trace->graph, (Node *)values);
    text_format(out, "“%s”", w->rows.labels[most_like(s)]);
}

static void say_most_like_cosine(const Look *s, Text *out)
{
    say_decimal(out, (double)at(measured(s, "likeness", likeness)->value, 0, most_like(s)));
}

/* ---- an alignment: a row a word ---- */

/* The place that a word looks at most; −1 if it sees nothing. */
static int looks_at(Tensor weights, int word)
{
    int place = largest_in_row(weights, word);
    return at(weights, word, place) > 0 ? place : -1;
}

/* How many words look to the left of where the word before them looks; the first of them. */
static int words_back(const Look *s, int *first)
{
    Tensor t = seen_tensor(s);
    int count = 0;
    for (int i = 1; i < t.rows; i++)
        if (looks_at(t, i) >= 0 && looks_at(t, i) < looks_at(t, i - 1)) {
            *first = count ? *first : i;
            count++;
        }
    return count;
}

static bool goes_back(const Look *s)
{
    int first;
    return words_back(s, &first) > 0;
}

static void say_back(const Look *s, Text *out)
{
    int first;
    say_whole(out, words_back(s, &first));
}

static int first_back(const Look *s)
{
    int first = 1;
    words_back(s, &first);
    return first;
}

static void say_back_word(const Look *s, Text *out)
{
    say_row(s, first_back(s), out);
}

static void say_back_from(const Look *s, Text *out)
{
    say_col(s, looks_at(seen_tensor(s), first_back(s) - 1), out);
}

static void say_back_to(const Look *s, Text *out)
{
    say_col(s, looks_at(seen_tensor(s), first_back(s)), out);
}

/* ---- words that see nothing ---- */

typedef struct Unseeing {
    int count, first, last;
} Unseeing;

static Unseeing unseeing(const Look *s)
{
    Unseeing u = {0};
    for (int i = 0; i < seen_tensor(s).rows; i++)
        if (looks_at(seen_tensor(s), i) < 0) {
            u.first = u.count++ ? u.first : i;
            u.last = i;
        }
    return u;
}

static bool one_sees_nothing(const Look *s)
{
    return unseeing(s).count == 1;
}

static bool some_see_nothing(const Look *s)
{
    return unseeing(s).count > 1;
}

static void say_unseeing(const Look *s, Text *out)
{
    say_whole(out, unseeing(s).count);
}

static void say_unseeing_first(const Look *s, Text *out)
{
    say_row(s, unseeing(s).first, out);
}

static void say_unseeing_last(const Look *s, Text *out)
{
    say_row(s, unseeing(s).last, out);
}

/* ---- hard attention beside the weights ---- */

/* How many words take the place with the largest weight. */
static void say_taken_largest(const Look *s, Text *out)
{
    Look weights = look_at(s, "alignment");
    Tensor taken = seen_tensor(s), all = seen_tensor(&weights);
    int same = 0;
    for (int i = 0; i < taken.rows; i++)
        same += looks_at(all, i) >= 0 && looks_at(all, i) == looks_at(taken, i);
    say_whole(out, same);
}

static void say_seeing(const Look *s, Text *out)
{
    say_whole(out, seen_tensor(s).rows - unseeing(s).count);
}

/* The mean, over the words, of the weight at the place where each looks. */
static Node *mean_of_column(Graph *g, Node *column)
{
    return row_mean(g, transpose(g, column));
}

static Node *mean_largest(Graph *g, Node *weights)
{
    return mean_of_column(g, row_dots(g, weights, take_one(g, weights, NULL)));
}

static Node *mean_taken(Graph *g, Node *taken, Node *weights)
{
    return mean_of_column(g, row_dots(g, weights, taken));
}

static void say_mean_largest(const Look *s, Text *out)
{
    say_decimal(out, (double)measured(s, "mean-largest", mean_largest)->value.data[0]);
}

static void say_mean_taken(const Look *s, Text *out)
{
    say_decimal(out, (double)measured_pair(s, "mean-taken", "weights", mean_taken)->value.data[0]);
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

static int agreeing(const Look *s)
{
    int count = 0;
    for (int i = 0; i < seen_tensor(s).rows; i++)
        count += !dissenter(s, i);
    return count;
}

static bool agrees(const Look *s)
{
    return agreeing(s) == seen_tensor(s).rows;
}

static void say_agreeing(const Look *s, Text *out)
{
    say_whole(out, agreeing(s));
}

/* The first row where not all say the same. */
static int split(const Look *s)
{
    int row = 0;
    while (!dissenter(s, row))
        row++;
    return row;
}

static void say_split_word(const Look *s, Text *out)
{
    say_row(s, split(s), out);
}

static void say_split_first(const Look *s, Text *out)
{
    say_col(s, 0, out);
}

static void say_split_other(const Look *s, Text *out)
{
    say_col(s, dissenter(s, split(s)), out);
}

/* The word at a place: the first step's columns are the places. */
static void say_place(const Look *s, int row, int col, Text *out)
{
    int place = (int)at(seen_tensor(s), row, col);
    Look first = {.trace = s->trace, .step = &s->trace->steps[0]};
    if (place)
        say_col(&first, place - 1, out);
    else
        text_add(out, "nothing");
}

static void say_split_first_place(const Look *s, Text *out)
{
    say_place(s, split(s), 0, out);
}

static void say_split_other_place(const Look *s, Text *out)
{
    say_place(s, split(s), dissenter(s, split(s)), out);
}

/* ---- several beside the first ---- */

/* For how many rows a column says what the first one says. */
static int agreeing_with_first(const Look *s, int col)
{
    Tensor t = seen_tensor(s);
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
                    agreeing_with_first(s, k));
}

/* The column that says most often what the first one says. */
static int nearest(const Look *s)
{
    int best = 1;
    for (int k = 2; k < s->step->cols.count; k++)
        if (agreeing_with_first(s, k) > agreeing_with_first(s, best))
            best = k;
    return best;
}

static bool nearest_parts(const Look *s)
{
    return agreeing_with_first(s, nearest(s)) < s->step->rows.count;
}

static void say_nearest(const Look *s, Text *out)
{
    say_col(s, nearest(s), out);
}

/* The first row where it says something else. */
static int parting(const Look *s)
{
    Tensor t = seen_tensor(s);
    int row = 0;
    while (at(t, row, 0) == at(t, row, nearest(s)))
        row++;
    return row;
}

static void say_parting(const Look *s, Text *out)
{
    say_row(s, parting(s), out);
}

static void say_parting_place(const Look *s, Text *out)
{
    say_place(s, parting(s), nearest(s), out);
}

static void say_parting_first_place(const Look *s, Text *out)
{
    say_place(s, parting(s), 0, out);
}

static void say_other_columns(const Look *s, Text *out)
{
    say_whole(out, s->step->cols.count - 1);
}

/* For how many rows all columns behind the first say the same. */
static void say_agreeing_others(const Look *s, Text *out)
{
    Tensor t = seen_tensor(s);
    int count = 0;
    for (int i = 0; i < t.rows; i++) {
        bool alike = true;
        for (int k = 2; k < t.cols; k++)
            alike = alike && at(t, i, k) == at(t, i, 1);
        count += alike;
    }
    say_whole(out, count);
}

/* The last row's last number by its first. */
static void say_ratio(const Look *s, Text *out)
{
    int row = s->step->rows.count - 1, col = s->step->cols.count - 1;
    say_decimal(out, step_number(s->step, row, col) / step_number(s->step, row, 0));
}

/* ---- counts: a column each, and in the last how many there are ---- */

static int total(const Look *s, int col)
{
    int sum = 0;
    for (int i = 0; i < seen_tensor(s).rows; i++)
        sum += (int)at(seen_tensor(s), i, col);
    return sum;
}

static bool counts_one(const Look *s)
{
    return total(s, s->step->cols.count - 1) == 1;
}

static void say_all_counted(const Look *s, Text *out)
{
    say_whole(out, total(s, s->step->cols.count - 1));
}

/* "with attention 31, fixed vector 12" */
static void say_totals(const Look *s, Text *out)
{
    for (int k = 0; k < s->step->cols.count - 1; k++)
        text_format(out, "%s%s %d", k ? ", " : "", s->step->cols.labels[k], total(s, k));
}

/* ---- rows whose cells differ ---- */

static double gap(const Look *s, int row)
{
    Tensor t = seen_tensor(s);
    double most = (double)at(t, row, 0), least = most;
    for (int k = 1; k < t.cols; k++) {
        double x = (double)at(t, row, k);
        most = x > most ? x : most;
        least = x < least ? x : least;
    }
    return most - least;
}

/* The first of the rows with the widest gap. */
static int widest_row(const Look *s)
{
    int widest = 0;
    for (int i = 1; i < s->step->rows.count; i++)
        widest = gap(s, i) > gap(s, widest) ? i : widest;
    return widest;
}

static bool has_even_rows(const Look *s)
{
    return gap(s, widest_row(s)) <= 0;
}

/* "7 words (2 sentences): with attention 1.00, fixed vector 0.50" */
static void say_widest_row(const Look *s, Text *out)
{
    int row = widest_row(s);
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

/* ---- a word that stands twice ---- */

static void say_twin_cosine(const Look *s, Text *out)
{
    Look source = look_at(s, "source");
    Place p = repeated_words(&source);
    say_decimal(out, (double)at(measured(s, "cosines", cosines_of_rows)->value, p.row, p.col));
}

const Word translation_words[] = {
    {"taken-weight", say_taken_weight},
    {"before", say_before},
    {"state-moved", say_moved},
    {"mean", say_mean},
    {"beyond", say_beyond},
    {"mover", say_mover},
    {"movement", say_movement},
    {"nearest-place", say_nearest_place},
    {"sigma", say_sigma},
    {"most-like", say_most_like},
    {"most-like-cosine", say_most_like_cosine},
    {"back", say_back},
    {"back-word", say_back_word},
    {"back-from", say_back_from},
    {"back-to", say_back_to},
    {"unseeing", say_unseeing},
    {"unseeing-first", say_unseeing_first},
    {"unseeing-last", say_unseeing_last},
    {"taken-largest", say_taken_largest},
    {"seeing", say_seeing},
    {"mean-largest", say_mean_largest},
    {"mean-taken", say_mean_taken},
    {"agreeing", say_agreeing},
    {"split-word", say_split_word},
    {"split-first", say_split_first},
    {"split-first-place", say_split_first_place},
    {"split-other", say_split_other},
    {"split-other-place", say_split_other_place},
    {"agreeing-columns", say_agreeing_columns},
    {"nearest", say_nearest},
    {"parting", say_parting},
    {"parting-place", say_parting_place},
    {"parting-first-place", say_parting_first_place},
    {"other-columns", say_other_columns},
    {"agreeing-others", say_agreeing_others},
    {"ratio", say_ratio},
    {"all-counted", say_all_counted},
    {"totals", say_totals},
    {"widest-row", say_widest_row},
    {"twin-cosine", say_twin_cosine},
    {0},
};

const Condition translation_conditions[] = {
    {"sees-nothing", sees_nothing},
    {"sees-one", sees_one},
    {"drawn", is_drawn},
    {"first-word", is_first_word},
    {"goes-back", goes_back},
    {"agrees", agrees},
    {"counts-one", counts_one},
    {"even-rows", has_even_rows},
    {"one-sees-nothing", one_sees_nothing},
    {"some-see-nothing", some_see_nothing},
    {"nearest-parts", nearest_parts},
    {0},
};
