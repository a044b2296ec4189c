/* Words about what learning changes: the same step after more and more of training. */
#include "base/number.h"
#include "graph/ops.h"
#include "trace/vocabulary.h"

#include <stdlib.h>
#include <string.h>

/* The step with this one's name after no step of training. */
static Look at_start(const Look *s)
{
    const char *rest = strchr(s->step->id, '/');
    return look_at(s, arena_format(s->trace->arena, "/step-0%s", rest));
}

/* ---- the weight that is followed ---- */

/* The pair of words whose mean weight gained most from the start to the last step. */
static void find_followed(const Look *s, void *found)
{
    const char *steps = trace_setting(s->trace, "steps");
    Look last = look_at(s, arena_format(s->trace->arena, "/step-%s/weights", steps));
    const Node *gained = measured_pair(&last, "gained", "/step-0/weights", subtract);
    *(Place *)found = largest_between(gained->value, NULL);
}

static Place followed(const Look *s)
{
    return *(const Place *)remembered(s, sizeof(Place), find_followed);
}

static void say_followed_from(const Look *s, Text *out)
{
    say_row(s, followed(s).row, out);
}

static void say_followed_to(const Look *s, Text *out)
{
    say_col(s, followed(s).col, out);
}

static void say_followed(const Look *s, Text *out)
{
    say_decimal(out, (double)at(seen_tensor(s), followed(s).row, followed(s).col));
}

static void say_followed_at_start(const Look *s, Text *out)
{
    Look start = at_start(s);
    say_followed(&start, out);
}

static void say_followed_top(const Look *s, Text *out)
{
    say_col(s, largest_in_row(seen_tensor(s), followed(s).row), out);
}

static void say_followed_top_weight(const Look *s, Text *out)
{
    Tensor t = seen_tensor(s);
    int row = followed(s).row;
    say_decimal(out, (double)at(t, row, largest_in_row(t, row)));
}

/* ---- how far numbers moved ---- */

/* √(mean of (aᵢⱼ − bᵢⱼ)²) */
static Node *root_mean_square_gap(Graph *g, Node *a, Node *b)
{
    Node *lengths = row_lengths(g, subtract(g, a, b));
    return divide_by_root(g, row_lengths(g, transpose(g, lengths)), rows_of(a) * cols_of(a));
}

static void say_learned_by(const Look *s, Text *out)
{
    Look start = at_start(s);
    const char *path = arena_format(s->trace->arena, "/%s", start.step->id);
    say_decimal(out, (double)measured_pair(s, "moved", path, root_mean_square_gap)->value.data[0]);
}

/* The longest row of how the embeddings changed, and how long it was at the start. */
static void say_longest_at_start(const Look *s, Text *out)
{
    Look start = look_at(s, "/step-0/embeddings");
    Tensor lengths = measured(&start, "lengths", row_lengths)->value;
    say_decimal(out, (double)lengths.data[longest_row(s)]);
}

/* ---- curves: numbers measured after so many steps ---- */

static void say_last_name(const Look *s, Text *out)
{
    text_add(out, s->step->rows.labels[s->step->rows.count - 1]);
}

/* The step after the last but one measurement. */
static int last_begin(const Look *s)
{
    const Axis *steps = &s->step->rows;
    return steps->count > 1 ? (int)strtol(steps->labels[steps->count - 2], NULL, 10) + 1 : 1;
}

static void say_last_begin(const Look *s, Text *out)
{
    say_whole(out, last_begin(s));
}

static bool is_last_of_one_step(const Look *s)
{
    const Axis *steps = &s->step->rows;
    return last_begin(s) == (int)strtol(steps->labels[steps->count - 1], NULL, 10);
}

/* Perplexities: hundreds and thousands. */
static void say_rounded(double x, Text *out)
{
    char digits[NUMBER_SIZE];
    text_add(out, number_fixed(digits, x, 0));
}

static void say_first_whole(const Look *s, Text *out)
{
    say_rounded((double)seen_tensor(s).data[0], out);
}

static void say_last_whole(const Look *s, Text *out)
{
    say_rounded((double)at(seen_tensor(s), s->step->rows.count - 1, 0), out);
}

const Word training_words[] = {
    {"followed-from", say_followed_from},
    {"followed-to", say_followed_to},
    {"followed", say_followed},
    {"followed-at-start", say_followed_at_start},
    {"followed-top", say_followed_top},
    {"followed-top-weight", say_followed_top_weight},
    {"learned-by", say_learned_by},
    {"longest-at-start", say_longest_at_start},
    {"last-name", say_last_name},
    {"last-begin", say_last_begin},
    {"first-whole", say_first_whole},
    {"last-whole", say_last_whole},
    {0},
};

const Condition training_conditions[] = {
    {"last-of-one-step", is_last_of_one_step},
    {0},
};
