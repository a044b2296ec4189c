/* Words about what learning changes: the same step after more and more of training; and about
 * gradients on their way back through time, in a trace with a column a gain. */
#include "trace/sentences.h"

/* ---- the weight that is followed ---- */

/* The same after the last step: "step-3000/weights" for "step-0/weights". */
static Look at_the_end(const Look *s)
{
    return look_there(s, arena_format(s->trace->arena, "/step-%s%s",
                                      trace_setting(s->trace, "steps"), strchr(s->step->id, '/')));
}

static void say_last_note(const Look *s, Text *out)
{
    text_add(out, at_the_end(s).step->note);
}

/* That of the pair of words whose mean weight gained most from the start to the last step. */
static Place followed(const Look *s)
{
    Look last = at_the_end(s);
    Place p = word_place(&last, "gained");
    return place_here(s, p.row, p.col);
}

/* "0.14 at step 0, 0.16 at step 10, 0.37 at step 3000" */
static void say_course(const Look *s, Text *out)
{
    const Trace *t = s->trace;
    for (int i = 0, said = 0; i < t->step_count; i++) {
        Look there = look_there(s, arena_format(t->arena, "/%s", t->steps[i].id));
        int number = number_in_id(&there, "step-");
        if (strcmp(t->steps[i].id, arena_format(t->arena, "step-%d/weights", number)) != 0)
            continue;
        text_add(out, said++ ? ", " : "");
        word_say(&there, "followed", out);
        text_format(out, " at step %d", number);
    }
}

/* A word and another, or one of another language. */
static bool is_pair(const Look *s, Place p)
{
    return p.row != p.col || s->step->rows.labels != s->step->cols.labels;
}

/* ---- how far numbers moved ---- */

/* √(mean of (aᵢⱼ − bᵢⱼ)²) */
static Node *root_mean_square_gap(Graph *g, Node *a, Node *b)
{
    Node *lengths = rows_apart(g, a, b);
    return divide_by_root(g, row_lengths(g, transpose(g, lengths)), rows_of(a) * cols_of(a));
}

/* Since the step with this one's name after no step of training. */
static double learned_by(const Look *s)
{
    const char *start = arena_format(s->trace->arena, "/step-0%s", strchr(s->step->id, '/'));
    Quantity moved = {"moved", .pair = root_mean_square_gap, .with = start};
    return (double)measured(s, moved)->value.data[0];
}

/* ---- curves: numbers measured after so many steps ---- */

static double last_step(const Look *s)
{
    return step_row_number(s->step, s->step->rows.count - 1);
}

/* The step after the last but one measurement. */
static double last_begin(const Look *s)
{
    int rows = s->step->rows.count;
    return rows > 1 ? step_row_number(s->step, rows - 2) + 1 : 1;
}

/* ---- several seeds: a row of means with its band, a column a model ---- */

static Tensor edge(const Look *s, const char *name)
{
    Look band = look_at(s, arena_format(s->trace->arena, "/%s/%s", s->step->id, name));
    return band.absent ? (Tensor){0} : seen_tensor(&band);
}

/* "rnn 0.05 (0.04 to 0.07), bahdanau 0.92 (0.90 to 0.93)" of one row; without a band "rnn 0.05". */
static void say_row(const Look *s, int row, Text *out)
{
    Tensor t = seen_tensor(s), least = edge(s, "least"), most = edge(s, "most");
    for (int k = 0; k < t.cols; k++) {
        text_format(out, "%s%s %.2f", k ? ", " : "", s->step->cols.labels[k],
                    (double)at(t, row, k));
        if (least.rows)
            text_format(out, " (%.2f to %.2f)", (double)at(least, row, k),
                        (double)at(most, row, k));
    }
}

static void say_finals(const Look *s, Text *out)
{
    say_row(s, s->step->rows.count - 1, out);
}

static void say_first_row(const Look *s, Text *out)
{
    say_row(s, 0, out);
}

/* The row of the longest sentence that was learned from, if there is one so long. */
static void say_at_longest(const Look *s, Text *out)
{
    const char *longest = trace_setting(s->trace, "longest");
    int row = longest ? find_string(s->step->rows.labels, s->step->rows.count, longest) : -1;
    if (row >= 0)
        say_row(s, row, out);
}

/* Whether a model's best seed is at least as good as the leader's worst. */
static bool is_rival(const Look *s, Place p)
{
    Tensor least = edge(s, "least"), most = edge(s, "most");
    int leader = word_place(s, "last-largest").col;
    return least.rows && p.col != leader && at(most, p.row, p.col) >= at(least, p.row, leader);
}

static void say_rivals(const Look *s, Text *out)
{
    const Axis *models = &s->step->cols;
    const char **rivals = arena_alloc(out->arena, (size_t)models->count, sizeof *rivals);
    int count = 0;
    for (int k = 0; k < models->count; k++)
        if (is_rival(s, place_here(s, s->step->rows.count - 1, k)))
            rivals[count++] = models->labels[k];
    text_add(out, join_strings(out->arena, rivals, count, ", ", " and "));
}

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

const Word training_words[] = {
#include "trace/vocabulary_training.list"
    {0}};
