#include "cli/settings.h"

/* ---- a step of the alignment model with the user's own numbers ---- */

static const char *const names[OWN_ALIGNMENT] = {"annotations", "state", "W_a", "U_a", "v_a"};

static void check_shape(const VectorList *own, int which, int rows, int cols, const char *because)
{
    Tensor t = own[which].vectors;
    if (t.rows != rows || t.cols != cols)
        fail_usage("--%s is %d × %d, but has to be %d × %d: %s", names[which], t.rows, t.cols, rows,
                   cols, because);
}

void check_own_alignment(const Run *run)
{
    const VectorList *own = run->settings->translating.own;
    if (!own[ANNOTATIONS].vectors.data)
        return;
    for (int i = 0; i < OWN_ALIGNMENT; i++)
        if (!own[i].vectors.data)
            fail_usage("--annotations needs --%s too", names[i]);
    int n = own[STATE].vectors.cols, m = own[ANNOTATIONS].vectors.cols, a = own[V_A].vectors.cols;
    check_shape(own, STATE, 1, n, "one state asks");
    check_shape(own, V_A, 1, a, "a number for each unit");
    check_shape(own, W_A, n, a, "numbers of --state × numbers of --v_a");
    check_shape(own, U_A, m, a, "numbers of an annotation × numbers of --v_a");
}

static Trace *own_alignment(const Run *run)
{
    const VectorList *own = run->settings->translating.own;
    Graph *g = run->graph;
    Axis asks = axis_unquoted(single_axis(g, "state", "s"));
    Scope s = scope_of(g), step = with_row(within(s, "step-%d", "", 1), asks);
    Node *of[OWN_ALIGNMENT];
    for (int i = 0; i < OWN_ALIGNMENT; i++)
        of[i] = constant(g, own[i].vectors, arena_format(g->arena, "--%s", names[i]));
    given(s, "annotations", "Annotations", "H",
          vector_axis(g->arena, "source word", "h", &own[ANNOTATIONS]),
          feature_axis(g, cols_of(of[ANNOTATIONS])), of[ANNOTATIONS]);
    Aligner aligner = {
        .score = SCORE_ADDITIVE,
        .W_a = given_matrix(s, "W_a", "Projection of the query", "W_a", of[W_A]),
        .U_a = given_matrix(s, "U_a", "Projection of the keys", "U_a", of[U_A]),
        .v_a = given_row(s, "v_a", "What the units of the layer count", "v_a", "v_a", of[V_A])};
    AlignmentKeys keys = alignment_keys(s, &aligner, of[ANNOTATIONS]);
    given(step, "query", "Query", "s", asks, feature_axis(g, cols_of(of[STATE])), of[STATE]);
    align(step, &aligner, &keys, of[STATE], 0);
    Trace *t = trace_begin(g);
    add_setting(t, "score", score_names[SCORE_ADDITIVE], false);
    add_setting(t, "local", reach_names[REACH_GLOBAL], false);
    add_setting(t, "attention", "soft", false);
    add_setting(t, "numbers", "given", false);
    add_number_setting(t, "annotations", rows_of(of[ANNOTATIONS]));
    tell_translation(t, 1);
    return t;
}

/* ---- a sentence ---- */

Trace *bahdanau_command(const Run *run)
{
    const TranslatingSettings *s = &run->settings->translating;
    bool fixed = s->attention == 2;
    if (s->own->vectors.data)
        return own_alignment(run);
    if (fixed && (s->encoder || s->cell))
        fail_usage("--attention none was learned with a bidirectional encoder of "
                   "GRUs: it goes with no other --encoder or --cell");
    if (s->choices && (s->encoder || s->cell || fixed || !weights_are_builtin(s->weights)))
        fail_usage("--choices is a built-in translator, a bidirectional encoder of "
                   "GRUs with attention: it goes with no other, and no --weights");
    const char *kind = arena_format(run->arena, "bahdanau%s%s", s->cell ? "-rnn" : "",
                                    s->encoder ? "-causal" : "");
    return translating_run(run, fixed ? "fixed" : kind);
}
