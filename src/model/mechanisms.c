#include "model/studies.h"

/* The decoders' mechanisms. */
static const struct {
    const char *name, *paper;
    Score score;
    Reach reach;
    Taking taking;
} aligned[] = {
#include "model/mechanisms.list"
};

enum { WINDOW = 2 };

/* ---- one mechanism ---- */

/* The states, the query rows, and the output array. */
typedef struct Running {
    Scope scope;
    Node *S, *H, *s, *h;
    Axis keys;
    Mechanism *next;
} Running;

/* The cost excludes that of the states. */
static void add_run(Running *r, Mechanism m)
{
    const Graph *g = r->scope.graph;
    bool *met = arena_alloc(g->arena, (size_t)g->count, sizeof *met);
    graph_work(g, met, r->S);
    graph_work(g, met, r->H);
    m.multiply_adds = graph_work(g, met, m.output);
    m.two = m.query == r->s;
    *r->next++ = m;
}

/* Alignment as in a decoder at this word index. */
static void run_aligned(Running *r, int i, int word, uint64_t seed)
{
    Scope in = within(r->scope, aligned[i].name, "", 0);
    int d = cols_of(r->H);
    Aligner aligner = aligner_learned(in, aligned[i].score, aligned[i].reach, d, d, d);
    in.number = word + 1;
    aligner.window = WINDOW;
    aligner.taking = aligned[i].taking;
    aligner.seed = seed;
    AlignmentKeys keys = alignment_keys(in, &aligner, r->H);
    Aligned a = align(in, &aligner, &keys, r->s, word);
    add_run(r, (Mechanism){aligned[i].name, aligned[i].paper,
                           aligned[i].reach == REACH_GLOBAL ? "global" : "local", r->s, r->H, r->H,
                           a.taken ? a.taken : a.weights, a.context,
                           .scores = node_within(in, "energies")});
}

static void run_cosine(Running *r)
{
    Scope in = within(r->scope, "cosine", "", 0);
    Node *scores = named(in, "scores", "Scores", cosines(in.graph, r->s, r->H));
    Node *weights = named(in, "weights", "Attention weights", softmax_rows(in.graph, scores));
    add_run(r, (Mechanism){"cosine", "Graves 2014", "global", r->s, r->H, r->H, weights,
                           matmul(in.graph, weights, r->H), .scores = scores});
}

/* Vaswani et al. 2017, eq. 1 */
static void run_scaled(Running *r, const char *name, Node *query, Node *mask)
{
    AttentionShape shape = {.heads = 1, .sentences = 1, .mask = mask};
    Attended a = attention(within(r->scope, name, "", 0), query, r->H, r->H, &shape);
    add_run(r, (Mechanism){name, "Vaswani 2017", mask ? "causal" : "global", query, r->H, r->H,
                           a.weights, a.output, .scores = a.masked});
}

/* A row of the causal mask. */
static Node *causal_row(const Running *r, int place)
{
    Graph *g = r->scope.graph;
    int n = rows_of(r->H);
    return given_mask(
        within(r->scope, "causal", "", 0), "mask", "Mask",
        axis_as(writing_of(g, r->h)->rows, "query"), r->keys,
        row_range(g, window_mask(g, n, n, causal_window, "none looks ahead"), place, 1));
}

static void run_heads(Running *r, const Weights *weights, int heads)
{
    AttentionShape shape = {.heads = heads, .sentences = 1};
    MultiHeadAttention m = multi_head_attention(within(r->scope, "multi-head", "", 0), r->h, r->H,
                                                projections_of(r->scope.graph, weights), &shape);
    add_run(r, (Mechanism){"multi-head", "Vaswani 2017", "global", m.heads->queries, m.heads->keys,
                           m.heads->values, mean_weights(r->scope.graph, m.heads, heads), m.output,
                           .scores = m.heads->masked});
}

/* ---- all of them ---- */

static Node *states(Scope s, const Weights *weights, const ComparedSentence *sentence,
                    const char *name, const char *symbol)
{
    Scope in = within(s, name, arena_format(s.graph->arena, " of the %s", name), 0);
    Node *X = sentence_embeddings(in, weights, sentence->vectors, sentence->labels, sentence->n);
    return defined(in, "states", "States", symbol, sentence_input(in, X, &sentence->settings));
}

void run_mechanisms(Scope s, const Weights *weights, const ComparedSentence sentences[2],
                    uint64_t seed, Mechanism all[MECHANISMS])
{
    Graph *g = s.graph;
    Node *parts[MECHANISMS];
    const char **names = arena_alloc(g->arena, MECHANISMS, sizeof *names);
    int asked = sentences[0].place, asking = sentences[1].place;
    Running r = {.scope = s, .next = all};
    r.H = states(s, weights, &sentences[0], "source", "H");
    r.S = states(s, weights, &sentences[1], "target", "S");
    r.h = with_symbol(s, row_range(g, r.H, asked, 1), "h_{%d}", asked + 1);
    r.s = with_symbol(s, row_range(g, r.S, asking, 1), "s_{%d}", asking + 1);
    r.keys = axis_as(writing_of(g, r.H)->rows, "key");
    for (int i = 0; i < COUNT_OF(aligned); i++)
        run_aligned(&r, i, asking, seed);
    run_cosine(&r);
    run_scaled(&r, "cross", r.s, NULL);
    run_scaled(&r, "self", r.h, NULL);
    run_scaled(&r, "causal", r.h, causal_row(&r, asked));
    run_heads(&r, weights, sentences[0].settings.heads);
    CHECK(r.next == all + MECHANISMS, "%d mechanisms", (int)(r.next - all));
    for (int i = 0; i < MECHANISMS; i++) {
        names[i] = all[i].name;
        parts[i] = all[i].weights;
    }
    Node *each = named(s, "weights", "Where each looks", stack(g, parts, MECHANISMS));
    with_axes(s, each, axis_unquoted(label_axis("mechanism", names, MECHANISMS)), r.keys);
}
