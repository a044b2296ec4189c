/* Words about gradients on their way back through time, in a trace with a column a gain. */
#include "base/number.h"
#include "graph/names.h"
#include "graph/ops.h"
#include "trace/vocabulary.h"

#include <string.h>

/* With three digits, however large it is. */
static void say_measure(Text *out, double x)
{
    enum { DIGITS = 3 };
    char digits[NUMBER_SIZE];
    text_add(out, number_digits(digits, x, DIGITS));
}

/* ---- what the states let through ---- */

static Node *mean_of_all(Graph *g, Node *a)
{
    return row_mean(g, transpose(g, row_mean(g, a)));
}

static Node *mean_square(Graph *g, Node *states)
{
    return mean_of_all(g, multiply(g, states, states));
}

/* Of the update gates of all places that the states are stacked from. */
static Node *mean_gate(Graph *g, Node *states)
{
    int count = states->input_count;
    Node **gates = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    for (int t = 0; t < count; t++) {
        const char *state = name_of(g, states->inputs[t])->id;
        int folder = (int)(strrchr(state, '/') - state);
        gates[t] = name_find(g, arena_format(g->arena, "%.*s/update-gate", folder, state))->node;
    }
    return mean_of_all(g, stack(g, gates, count));
}

/* What is left where so much is lost; what would be rounded to all of it is told by the loss. */
static void say_straight(const Look *s, Text *out)
{
    double lost = (double)measured(s, "mean-square", mean_square)->value.data[0];
    Text left = text_new(s->trace->arena);
    say_measure(&left, 1 - lost);
    if (strcmp(left.data, "1") != 0) {
        text_add(out, left.data);
        return;
    }
    text_add(out, lost > 0 ? "all but " : "all");
    if (lost > 0)
        say_measure(out, lost);
}

static void say_gate(const Look *s, Text *out)
{
    say_measure(out, (double)measured(s, "mean-gate", mean_gate)->value.data[0]);
}

static void say_gate_rest(const Look *s, Text *out)
{
    say_measure(out, 1 - (double)measured(s, "mean-gate", mean_gate)->value.data[0]);
}

/* ---- the last row: back at the first word ---- */

static int last_longest(const Look *s)
{
    return largest_in_row(seen_tensor(s), seen_tensor(s).rows - 1);
}

static int last_shortest(const Look *s)
{
    Tensor t = seen_tensor(s);
    int least = 0;
    for (int k = 1; k < t.cols; k++)
        if (at(t, t.rows - 1, k) < at(t, t.rows - 1, least))
            least = k;
    return least;
}

static void say_last_cell(const Look *s, int col, Text *out)
{
    say_measure(out, (double)at(seen_tensor(s), seen_tensor(s).rows - 1, col));
}

static void say_last_longest(const Look *s, Text *out)
{
    say_col(s, last_longest(s), out);
}

static void say_last_longest_number(const Look *s, Text *out)
{
    say_last_cell(s, last_longest(s), out);
}

static void say_last_shortest(const Look *s, Text *out)
{
    say_col(s, last_shortest(s), out);
}

static void say_last_shortest_number(const Look *s, Text *out)
{
    say_last_cell(s, last_shortest(s), out);
}

static bool ends_in_zero(const Look *s)
{
    return at(seen_tensor(s), seen_tensor(s).rows - 1, last_longest(s)) == 0;
}

/* ---- what becomes of a norm of 1 ---- */

static const char *fate(double end)
{
    if (end * 2 < 1)
        return end * 10 < 1 ? "vanishes" : "shrinks";
    if (end > 2)
        return end > 10 ? "explodes" : "grows";
    return "holds";
}

static Tensor growth_of(const Look *s)
{
    Look growth = look_at(s, "growth");
    return seen_tensor(&growth);
}

/* "to 0.957 at gain 1 (holds, ×0.998 a step)" for each. */
static void say_ends(const Look *s, Text *out)
{
    Tensor t = seen_tensor(s);
    for (int i = 0; i < t.cols; i++) {
        double end = (double)at(t, t.rows - 1, i);
        text_add(out, i ? ", to " : "to ");
        say_measure(out, end);
        text_format(out, " at %s (%s, ×", s->step->cols.labels[i], fate(end));
        say_measure(out, (double)growth_of(s).data[i]);
        text_add(out, " a step)");
    }
}

static void say_steps(const Look *s, Text *out)
{
    say_whole(out, s->step->rows.count - 1);
}

/* ---- growth beside the gain ---- */

/* How far a gradient gets before it is zero: the last distance with a positive norm. */
static int reach(Tensor norms, int gain)
{
    int last = 0;
    while (last + 1 < norms.rows && at(norms, last + 1, gain) > 0)
        last++;
    return last;
}

static Tensor norms_of(const Look *s)
{
    Look norms = look_at(s, "norms");
    return seen_tensor(&norms);
}

/* The first gain whose gradient is lost on the way; as many as there are for none. */
static int lost_gain(const Look *s)
{
    Tensor norms = norms_of(s);
    int i = 0;
    while (i < norms.cols && reach(norms, i) == norms.rows - 1)
        i++;
    return i;
}

static bool is_lost(const Look *s)
{
    return lost_gain(s) < s->step->cols.count;
}

static void say_lost(const Look *s, Text *out)
{
    text_add(out, s->step->cols.labels[lost_gain(s)]);
}

static void say_reach(const Look *s, Text *out)
{
    say_whole(out, reach(norms_of(s), lost_gain(s)));
}

static double share_of_gain(const Look *s, int i)
{
    Look gain = look_at(s, arena_format(s->trace->arena, "gain-%d/gain", i + 1));
    return (double)seen_tensor(s).data[i] / (double)seen_tensor(&gain).data[0];
}

static int farthest_from_gain(const Look *s)
{
    int far = 0;
    for (int i = 1; i < s->step->cols.count; i++)
        far = share_of_gain(s, i) < share_of_gain(s, far) ? i : far;
    return far;
}

/* From this share of the gain on hardly anything is missing to it. */
static bool is_nearly_the_gain(const Look *s)
{
    return share_of_gain(s, farthest_from_gain(s)) >= 0.99;
}

static void say_far_gain(const Look *s, Text *out)
{
    text_add(out, s->step->cols.labels[farthest_from_gain(s)]);
}

static void say_far_growth(const Look *s, Text *out)
{
    say_measure(out, (double)seen_tensor(s).data[farthest_from_gain(s)]);
}

/* ---- clipping: the last three columns are the norm before, the factor, and the norm after ---- */

static double clipping(const Look *s, int row, int from_end)
{
    return (double)at(seen_tensor(s), row, s->step->cols.count - from_end);
}

static int clipped_rows(const Look *s)
{
    int count = 0;
    for (int i = 0; i < s->step->rows.count; i++)
        count += clipping(s, i, 2) < 1;
    return count;
}

static int largest_norm_row(const Look *s)
{
    int most = 0;
    for (int i = 1; i < s->step->rows.count; i++)
        most = clipping(s, i, 3) > clipping(s, most, 3) ? i : most;
    return most;
}

static bool is_any_clipped(const Look *s)
{
    return clipped_rows(s) > 0;
}

static void say_clipped(const Look *s, Text *out)
{
    say_whole(out, clipped_rows(s));
}

static void say_longest_gain(const Look *s, Text *out)
{
    text_add(out, s->step->rows.labels[largest_norm_row(s)]);
}

static void say_longest_norm(const Look *s, Text *out)
{
    say_measure(out, clipping(s, largest_norm_row(s), 3));
}

static void say_longest_factor(const Look *s, Text *out)
{
    say_measure(out, clipping(s, largest_norm_row(s), 2));
}

const Word gradient_words[] = {
    {"straight", say_straight},
    {"gate", say_gate},
    {"gate-rest", say_gate_rest},
    {"last-longest", say_last_longest},
    {"last-longest-number", say_last_longest_number},
    {"last-shortest", say_last_shortest},
    {"last-shortest-number", say_last_shortest_number},
    {"ends", say_ends},
    {"steps", say_steps},
    {"lost", say_lost},
    {"reach", say_reach},
    {"far-gain", say_far_gain},
    {"far-growth", say_far_growth},
    {"clipped", say_clipped},
    {"longest-gain", say_longest_gain},
    {"longest-norm", say_longest_norm},
    {"longest-factor", say_longest_factor},
    {0},
};

const Condition gradient_conditions[] = {
    {"ends-in-zero", ends_in_zero},
    {"lost", is_lost},
    {"nearly-the-gain", is_nearly_the_gain},
    {"any-clipped", is_any_clipped},
    {0},
};
