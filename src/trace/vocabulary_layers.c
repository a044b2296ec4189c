/* Words about what a network's layers do to rows, and about the words that it writes. */
#include "base/number.h"
#include "base/utf8.h"
#include "graph/ops.h"
#include "tensor/vector.h"
#include "trace/vocabulary.h"

#include <stdlib.h>
#include <string.h>

/* ---- a sum: which row was moved most ---- */

/* How long the rows are that were added. */
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
    return measured(s, "added-lengths", lengths_added)->value;
}

static int most_moved(const Look *s)
{
    Tensor t = added(s);
    int best = 0;
    for (int i = 1; i < t.rows; i++)
        if (t.data[i] > t.data[best])
            best = i;
    return best;
}

static void say_moved(const Look *s, Text *out)
{
    say_row(s, most_moved(s), out);
}

static void say_moved_by(const Look *s, Text *out)
{
    say_decimal(out, (double)added(s).data[most_moved(s)]);
}

static void say_moved_was(const Look *s, Text *out)
{
    Tensor before = measured(s, "lengths-before", lengths_before)->value;
    say_decimal(out, (double)before.data[most_moved(s)]);
}

/* ---- all numbers of a matrix ---- */

static double extreme(Tensor t, bool largest)
{
    real best = t.data[0];
    for (size_t i = 1; i < tensor_size(t); i++)
        if (largest ? t.data[i] > best : t.data[i] < best)
            best = t.data[i];
    return (double)best;
}

/* "0.10 to 0.20"; "about 0.10" where the two look alike */
static void say_span(const Look *s, Text *out)
{
    double low = extreme(seen_tensor(s), false), high = extreme(seen_tensor(s), true);
    Text from = text_new(s->trace->arena), to = text_new(s->trace->arena);
    say_decimal(&from, low);
    say_decimal(&to, high);
    if (strcmp(from.data, to.data) != 0)
        text_format(out, "%s to %s", from.data, to.data);
    else
        text_format(out, "%s%s", low < high ? "about " : "", from.data);
}

static long zeros(const Look *s)
{
    Tensor t = seen_tensor(s);
    long count = 0;
    for (size_t i = 0; i < tensor_size(t); i++)
        count += t.data[i] == 0;
    return count;
}

static void say_zeros(const Look *s, Text *out)
{
    say_whole(out, zeros(s));
}

/* Those that no mask hides. */
static void say_seen_zeros(const Look *s, Text *out)
{
    long count = 0;
    for (int i = 0; i < seen_tensor(s).rows; i++)
        for (int j = 0; j < seen_tensor(s).cols; j++)
            count += !step_is_masked(s->step, i, j) && at(seen_tensor(s), i, j) == 0;
    say_whole(out, count);
}

static void say_zeros_share(const Look *s, Text *out)
{
    say_decimal(out, (double)zeros(s) / (double)tensor_size(seen_tensor(s)));
}

/* ---- mean weights: the last row, and where rows look one after the other ---- */

/* What a row would give each column if it gave all the same. */
static void say_even(const Look *s, Text *out)
{
    say_decimal(out, 1.0 / s->step->cols.count);
}

static void say_last_most(const Look *s, Text *out)
{
    say_col(s, largest_in_row(seen_tensor(s), seen_tensor(s).rows - 1), out);
}

static void say_last_most_weight(const Look *s, Text *out)
{
    Tensor t = seen_tensor(s);
    say_decimal(out, (double)at(t, t.rows - 1, largest_in_row(t, t.rows - 1)));
}

/* How many rows have their largest number to the left of that of the row before. */
static void say_leaps_back(const Look *s, Text *out)
{
    Tensor t = seen_tensor(s);
    int back = 0;
    for (int i = 1; i < t.rows; i++)
        back += largest_in_row(t, i) < largest_in_row(t, i - 1);
    say_whole(out, back);
}

/* ---- the words that might be written at a step ---- */

/* The number of the step, from 0: "step-3/words". */
static int number_of_step(const Look *s)
{
    const char *place = strstr(s->step->id, "step-");
    CHECK(place, "%s is of no step", s->step->id);
    return atoi(place + strlen("step-")) - 1;
}

/* The word of the translation, the last text, that was written then. */
static const char *word_written(const Look *s)
{
    const TracedText *text = &s->trace->texts[s->trace->text_count - 1];
    return visible_text(s->trace->arena, text->tokens[number_of_step(s)]);
}

/* Its probability: of the step's own row of probabilities, or of its row in those of all steps. */
static double chance_written(const Look *s)
{
    Look own = look_at(s, "probabilities"), all = look_at(s, "../output/probabilities");
    const Step *step = own.absent ? all.step : own.step;
    int row = own.absent ? number_of_step(s) : 0, col = 0;
    while (strcmp(step->cols.labels[col], word_written(s)) != 0) {
        col++;
        CHECK(col < step->cols.count, "no probability of %s", word_written(s));
    }
    return (double)at(step->node->value, row, col);
}

static void say_written(const Look *s, Text *out)
{
    text_format(out, "“%s”", word_written(s));
}

static void say_written_chance(const Look *s, Text *out)
{
    say_chance(out, chance_written(s));
}

static void say_first_chance(const Look *s, Text *out)
{
    say_chance(out, (double)seen_tensor(s).data[0]);
}

static void say_runner_up(const Look *s, Text *out)
{
    say_row(s, 1, out);
}

static void say_runner_up_chance(const Look *s, Text *out)
{
    say_chance(out, (double)seen_tensor(s).data[1]);
}

const Word layer_words[] = {
    {"moved", say_moved},
    {"moved-by", say_moved_by},
    {"moved-was", say_moved_was},
    {"span", say_span},
    {"zeros", say_zeros},
    {"seen-zeros", say_seen_zeros},
    {"zeros-share", say_zeros_share},
    {"even", say_even},
    {"last-most", say_last_most},
    {"last-most-weight", say_last_most_weight},
    {"leaps-back", say_leaps_back},
    {"written", say_written},
    {"written-chance", say_written_chance},
    {"first-chance", say_first_chance},
    {"runner-up", say_runner_up},
    {"runner-up-chance", say_runner_up_chance},
    {0},
};

/* ---- conditions ---- */

static bool are_ones(const Look *s)
{
    return extreme(seen_tensor(s), false) == 1 && extreme(seen_tensor(s), true) == 1;
}

static bool is_asked_for(const Look *s)
{
    const char *target = trace_setting(s->trace, "target");
    return target && !strcmp(target, "given");
}

static bool is_unlikely(const Look *s)
{
    return strcmp(word_written(s), s->step->rows.labels[0]) != 0;
}

const Condition layer_conditions[] = {
    {"ones", are_ones},
    {"asked-for", is_asked_for},
    {"unlikely", is_unlikely},
    {0},
};
