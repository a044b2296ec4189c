/* Words about gradients on their way back through time, in a trace with a column a gain. */
#include "graph/ops.h"
#include "trace/vocabulary.h"

/* ---- what the states let through ---- */

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

/* ---- what becomes of a norm of 1 ---- */

/* Of a norm as it is said, with three digits: 0.5 holds. */
static const char *fate(double exact)
{
    char said[NUMBER_SIZE];
    snprintf(said, sizeof said, "%.2e", exact);
    double end = strtod(said, NULL);
    if (end * 2 < 1)
        return end * 10 < 1 ? "vanishes" : "shrinks";
    if (end > 2)
        return end > 10 ? "explodes" : "grows";
    return "holds";
}

/* "to 0.957 at gain 1 (holds, ×0.998 per step)" for each. */
static void say_ends(const Look *s, Text *out)
{
    Tensor t = seen_tensor(s);
    Look growth = look_there(s, "growth");
    for (int i = 0; i < t.cols; i++) {
        double end = (double)at(t, t.rows - 1, i);
        text_add(out, i ? ", to " : "to ");
        say_number(out, MEASURE, end);
        text_format(out, " at %s (%s, ×", s->step->cols.labels[i], fate(end));
        say_number(out, MEASURE, (double)seen_tensor(&growth).data[i]);
        text_add(out, " per step)");
    }
}

/* ---- growth beside the gain ---- */

/* Whether a gradient gets so far and no farther, before it is zero on the way. */
static bool is_lost(const Look *s, Place p)
{
    (void)s;
    return p.row + 1 < p.in.rows && !(at(p.in, p.row + 1, p.col) > 0);
}

static double leftness(const Look *s, Place p)
{
    (void)s;
    return -p.col;
}

static double reach(const Look *s)
{
    return word_place(s, "lost").row;
}

/* How much is missing to a gain, of all of it. */
static double missing_share(const Look *s, Place p)
{
    Look gain = look_there(s, arena_format(s->trace->arena, "gain-%d/gain", p.col + 1));
    return 1 - number_at(p) / (double)seen_tensor(&gain).data[0];
}

const Word gradient_words[] = {
#include "trace/vocabulary_gradients.list"
    {0}};
