/* Words about single vectors and rows: what is nearest to them, what a row's largest cells are. */
#include "graph/ops.h"
#include "trace/vocabulary.h"

#include <string.h>

/* ---- lists ---- */

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

static void say_title(const Look *s, Text *out)
{
    text_add(out, s->step->title);
}

/* Of the first row with that of the step "static" beside it. */
static void say_cosine_to_static(const Look *s, Text *out)
{
    say_decimal(out, (double)measured_pair(s, "cosine", "static", cosines)->value.data[0]);
}

/* ---- the last row ---- */

static bool is_hidden(const Look *s, int row, int col)
{
    return step_is_masked(s->step, row, col);
}

/* The last row: how many of its cells are not masked, and its two largest; −1 where there is none.
 */
typedef struct LastRow {
    int seen, first, second;
    bool even; /* all have the same number */
} LastRow;

static void find_last_row(const Look *s, void *found)
{
    Tensor t = seen_tensor(s);
    int row = t.rows - 1;
    LastRow last = {.first = -1, .second = -1, .even = true};
    for (int j = 0; j < t.cols; j++) {
        if (is_hidden(s, row, j))
            continue;
        last.seen++;
        last.even = last.even && (last.first < 0 || at(t, row, j) == at(t, row, last.first));
        if (last.first < 0 || at(t, row, j) > at(t, row, last.first)) {
            last.second = last.first;
            last.first = j;
        } else if (last.second < 0 || at(t, row, j) > at(t, row, last.second)) {
            last.second = j;
        }
    }
    *(LastRow *)found = last;
}

static const LastRow *last_row(const Look *s)
{
    return remembered(s, sizeof(LastRow), find_last_row);
}

static double last_cell(const Look *s, int col)
{
    return (double)at(seen_tensor(s), rows_of(s->step->node) - 1, col);
}

static void say_last_seen(const Look *s, Text *out)
{
    say_whole(out, last_row(s)->seen);
}

static void say_top(const Look *s, Text *out)
{
    say_col(s, last_row(s)->first, out);
}

static void say_top_cell(const Look *s, Text *out)
{
    say_decimal(out, last_cell(s, last_row(s)->first));
}

static void say_second(const Look *s, Text *out)
{
    say_col(s, last_row(s)->second, out);
}

static void say_second_cell(const Look *s, Text *out)
{
    say_decimal(out, last_cell(s, last_row(s)->second));
}

static void say_top_two(const Look *s, Text *out)
{
    say_decimal(out, last_cell(s, last_row(s)->first) + last_cell(s, last_row(s)->second));
}

/* ---- rows beside each other ---- */

/* The smallest cell above the diagonal, the first of equals: the two rows least alike. */
static void find_least_alike(const Look *s, void *found)
{
    Tensor t = seen_tensor(s);
    Place best = {0, t.rows > 1};
    for (int i = 0; i < t.rows; i++)
        for (int j = i + 1; j < t.cols; j++)
            if (at(t, i, j) < at(t, best.row, best.col))
                best = (Place){i, j};
    *(Place *)found = best;
}

static Place least_alike(const Look *s)
{
    return *(const Place *)remembered(s, sizeof(Place), find_least_alike);
}

/* The numbers of the two rows. */
static void say_least(const Look *s, Text *out)
{
    say_whole(out, least_alike(s).row + 1);
}

static void say_least_other(const Look *s, Text *out)
{
    say_whole(out, least_alike(s).col + 1);
}

static double least_cell(const Look *s)
{
    return (double)at(seen_tensor(s), least_alike(s).row, least_alike(s).col);
}

static void say_least_cell(const Look *s, Text *out)
{
    say_decimal(out, least_cell(s));
}

/* What stood there in the step "before" beside it. */
static void say_least_cell_before(const Look *s, Text *out)
{
    Look before = look_at(s, "before");
    say_decimal(out, (double)at(seen_tensor(&before), least_alike(s).row, least_alike(s).col));
}

/* How many pairs the rows make. */
static void say_pairs(const Look *s, Text *out)
{
    say_whole(out, (long)s->step->rows.count * (s->step->rows.count - 1) / 2);
}

const Word vector_words[] = {
    {"title", say_title},
    {"first-two", say_first_two},
    {"cosine-to-static", say_cosine_to_static},
    {"last-seen", say_last_seen},
    {"top", say_top},
    {"top-cell", say_top_cell},
    {"second", say_second},
    {"second-cell", say_second_cell},
    {"top-two", say_top_two},
    {"least", say_least},
    {"least-other", say_least_other},
    {"least-cell", say_least_cell},
    {"least-cell-before", say_least_cell_before},
    {"pairs", say_pairs},
    {0},
};

/* ---- conditions ---- */

static bool last_sees_one_key(const Look *s)
{
    return last_row(s)->seen == 1;
}

static bool is_last_even(const Look *s)
{
    return last_row(s)->even;
}

/* Its largest cell is that of the word which the step "contributions" beside it is about. */
static bool is_top_itself(const Look *s)
{
    Look about = look_at(s, "contributions");
    const char *top = s->step->cols.labels[last_row(s)->first];
    return !strcmp(top, about.step->rows.labels[0]);
}

/* One cell of the last row makes up nearly all of it, or all that is positive. */
static bool is_top_nearly_all(const Look *s)
{
    static const double NEARLY_ALL = 0.9;
    const LastRow *last = last_row(s);
    return last->second < 0 || last_cell(s, last->first) > NEARLY_ALL ||
           last_cell(s, last->second) <= 0;
}

static bool are_all_parallel(const Look *s)
{
    return least_cell(s) == 1;
}

const Condition vector_conditions[] = {
    {"last-sees-one-key", last_sees_one_key},
    {"last-even", is_last_even},
    {"top-itself", is_top_itself},
    {"top-nearly-all", is_top_nearly_all},
    {"all-parallel", are_all_parallel},
    {0},
};
