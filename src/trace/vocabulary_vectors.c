/* Words about the rows of a matrix as vectors: how long they are, how alike, how moved, what their
 * moments are. */
#include "graph/ops.h"
#include "trace/vocabulary.h"

#include <math.h>
#include <string.h>

/* ---- lengths ---- */

static Tensor lengths(const Look *s)
{
    return measured(s, "lengths", row_lengths);
}

static const Search longest = {.of = lengths};

static const Search shortest = {.of = lengths, .value = smallness};

static Place first_length(const Look *s)
{
    return place_in(lengths(s), 0, 0);
}

/* The longest row of how the embeddings changed, and how long it was at the start. */
static Place longest_at_start(const Look *s)
{
    Look start = look_at(s, "/step-0/embeddings");
    return place_in(lengths(&start), sought(s, &longest).row, 0);
}

/* "the longest is that of “hit”, 4.10, the shortest that of “the”, 2.05" */
static void say_lengths(const Look *s, Text *out)
{
    Place most = sought(s, &longest), least = sought(s, &shortest);
    if (look_equal(number_at(most), number_at(least))) {
        text_add(out, lengths(s).rows == 1    ? "its length is "
                      : most.row == least.row ? "all have the length "
                                              : "all have a length of about ");
        say_decimal(out, number_at(most));
        return;
    }
    text_add(out, "the longest is that of ");
    say_row(s, most.row, out);
    text_add(out, ", ");
    say_decimal(out, number_at(most));
    text_add(out, ", the shortest that of ");
    say_row(s, least.row, out);
    text_add(out, ", ");
    say_decimal(out, number_at(least));
}

/* ---- cosines ---- */

static Tensor row_cosines(const Look *s)
{
    return measured(s, "cosines", cosines_of_rows);
}

/* The two rows most alike. */
static const Search most_alike = {.of = row_cosines, .in = ABOVE_DIAGONAL, .cols = row_axis};

static Place second_cosine(const Look *s)
{
    return place_in(row_cosines(s), 0, 1);
}

static Place last_cosine(const Look *s)
{
    return place_in(row_cosines(s), 0, s->step->rows.count - 1);
}

static bool is_far_as_alike(const Look *s)
{
    return number_at(last_cosine(s)) >= number_at(second_cosine(s));
}

/* What came out, beside what went in: the row that was turned farthest. */
static Tensor turns(const Look *s)
{
    return measured_pair(s, "turned", "input", cosines);
}

static const Search most_turned = {.of = turns, .in = ON_DIAGONAL, .value = smallness};

/* Of the first row with that of the step "static" beside it. */
static double cosine_to_static(const Look *s)
{
    return (double)measured_pair(s, "cosine", "static", cosines).data[0];
}

/* ---- a matrix of cosines: the two rows least alike, told by their numbers ---- */

static const Search least_alike = {.in = ABOVE_DIAGONAL, .value = smallness};

static double least(const Look *s)
{
    return sought(s, &least_alike).row + 1;
}

static double least_other(const Look *s)
{
    return sought(s, &least_alike).col + 1;
}

/* What stood there in the step "before" beside it. */
static Place least_before(const Look *s)
{
    Look before = look_at(s, "before");
    Place p = sought(s, &least_alike);
    return place_here(&before, p.row, p.col);
}

/* ---- a sum: which row was moved most ---- */

static Node *lengths_added(Graph *g, Node *sum)
{
    return row_lengths(g, sum->inputs[1]);
}

static Node *lengths_before(Graph *g, Node *sum)
{
    return row_lengths(g, sum->inputs[0]);
}

static Tensor added(const Look *s)
{
    return measured(s, "added-lengths", lengths_added);
}

static const Search most_moved = {.of = added};

static Place moved_was(const Look *s)
{
    return place_in(measured(s, "lengths-before", lengths_before), sought(s, &most_moved).row, 0);
}

/* ---- rows less their mean, over their deviation ---- */

/* Whether the numbers of a row were all equal: they have become 0. */
static bool is_flat(const Look *s, int row)
{
    return s->step->node->inputs[2]->value.data[row] == 0;
}

static bool is_no_flat_row(const Search *how, int row, int col)
{
    (void)col;
    return !is_flat(how->s, row);
}

static Tensor means(const Look *s)
{
    return measured(s, "means", row_mean);
}

static Node *variance_of_rows(Graph *g, Node *a)
{
    return row_variance(g, a, row_mean(g, a));
}

static Tensor variances(const Look *s)
{
    return measured(s, "variances", variance_of_rows);
}

static double off_one(const Search *how, int row, int col)
{
    return fabs((double)at(how->numbers, row, col) - 1);
}

static double mean_off(const Look *s)
{
    return fabs(
        number_at(search(s, (Search){.of = means, .among = is_no_flat_row, .value = size_of})));
}

static double variance_off(const Look *s)
{
    Search far = {.of = variances, .among = is_no_flat_row, .value = off_one};
    return fabs(number_at(search(s, far)) - 1);
}

/* ---- the largest of the last row's cells that are not masked ---- */

static double last_seen(const Look *s)
{
    int seen = 0, row = s->step->rows.count - 1;
    for (int j = 0; j < s->step->cols.count; j++)
        seen += !step_is_masked(s->step, row, j);
    return seen;
}

static const Search top = {.seen = true, .in = IN_LAST_ROW};

static const Search second = {.seen = true, .in = IN_LAST_ROW, .after = &top};
static const Search least_of_last = {.seen = true, .in = IN_LAST_ROW, .value = smallness};

static double top_two(const Look *s)
{
    return number_at(sought(s, &top)) + number_at(sought(s, &second));
}

static bool is_last_even(const Look *s)
{
    return sought(s, &top).row < 0 ||
           number_at(sought(s, &top)) == number_at(sought(s, &least_of_last));
}

/* Its largest cell is that of the word which the step "contributions" beside it is about. */
static bool is_top_itself(const Look *s)
{
    Look about = look_at(s, "contributions");
    return !strcmp(s->step->cols.labels[sought(s, &top).col], about.step->rows.labels[0]);
}

/* One cell of the last row makes up nearly all of it, or all that is positive. */
static bool is_top_nearly_all(const Look *s)
{
    static const double NEARLY_ALL = 0.9;
    Place next = sought(s, &second);
    return next.row < 0 || number_at(sought(s, &top)) > NEARLY_ALL || number_at(next) <= 0;
}

/* The first two rows with their numbers: “hit” 0.71, “ball” 0.69. */
static void say_first_two(const Look *s, Text *out)
{
    for (int i = 0; i < s->step->rows.count && i < 2; i++) {
        text_add(out, i ? ", " : "");
        say_row(s, i, out);
        text_add(out, " ");
        say_decimal(out, (double)at(seen_tensor(s), i, 0));
    }
}

const Word vector_words[] = {
    {"first-length", DECIMAL, {.place = first_length}},
    {"longest", ROW, {.search = &longest}},
    {"longest-length", DECIMAL, {.search = &longest}},
    {"longest-at-start", DECIMAL, {.place = longest_at_start}},
    {"lengths", TEXT, {.text = say_lengths}},
    {"alike", ROW, {.search = &most_alike}},
    {"also-alike", COL, {.search = &most_alike}},
    {"alike-cosine", DECIMAL, {.search = &most_alike}},
    {"second-cosine", DECIMAL, {.place = second_cosine}},
    {"last-cosine", DECIMAL, {.place = last_cosine}},
    {"turned", ROW, {.search = &most_turned}},
    {"turned-cosine", DECIMAL, {.search = &most_turned}},
    {"cosine-to-static", DECIMAL, {.number = cosine_to_static}},
    {"least", WHOLE, {.number = least}},
    {"least-other", WHOLE, {.number = least_other}},
    {"least-cell", DECIMAL, {.search = &least_alike}},
    {"least-cell-before", DECIMAL, {.place = least_before}},
    {"moved", ROW, {.search = &most_moved}},
    {"moved-by", DECIMAL, {.search = &most_moved}},
    {"moved-was", DECIMAL, {.place = moved_was}},
    {"mean-off", DIGITS, {.number = mean_off}},
    {"variance-off", DIGITS, {.number = variance_off}},
    {"last-seen", WHOLE, {.number = last_seen}},
    {"top", COL, {.search = &top}},
    {"top-cell", DECIMAL, {.search = &top}},
    {"second", COL, {.search = &second}},
    {"second-cell", DECIMAL, {.search = &second}},
    {"top-two", DECIMAL, {.number = top_two}},
    {"first-two", TEXT, {.text = say_first_two}},
    {0},
};

const Condition vector_conditions[] = {
    {"far-as-alike", HOLDS, {.holds = is_far_as_alike}},
    {"all-flat", ALL, {.rows_that = is_flat}},
    {"some-flat", SOME, {.rows_that = is_flat}},
    {"last-sees-one-key", ONE, {.number = last_seen}},
    {"last-even", HOLDS, {.holds = is_last_even}},
    {"top-itself", HOLDS, {.holds = is_top_itself}},
    {"top-nearly-all", HOLDS, {.holds = is_top_nearly_all}},
    {0},
};
