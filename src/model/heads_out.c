#include "model/layers.h"
#include "model/studies.h"

/* How a head's output is changed. */
typedef enum Kind { OUT, MEAN, DRAWN, KINDS } Kind;

static const struct {
    const char *p_id, *p_symbol, *lost_id, *lost_symbol, *how;
} kinds[KINDS] = {
    {"without", "p_{out}", "lost", "L_{out}", "without each head"},
    {"without/mean", "p_{mean}", "lost/mean", "L_{mean}", "with a head's mean"},
    {"without/drawn", "p_{drawn}", "lost/drawn", "L_{drawn}", "by a drawn change, on average"}};

typedef struct Head {
    const char *id, *label; /* "encoder-1/self/head-2", "encoder-1.2" */
    Node *weights, *output; /* with all heads [n,m], [n,d_k] */
} Head;

/* Of each head a row, until they are ranked. */
typedef struct Tried {
    const HeadsOut *study;
    Scope scope;
    Head *heads;
    int count;
    Node *before, **p[KINDS]; /* how probable the words are [1,words] */
    Tensor most;              /* what a word loses on average by the worst draw [heads,1] */
    Tensor others;            /* the most probable words without it; 0: that which was written */
    int *order;
    Axis head, word;
    Node *lost[KINDS]; /* on average [heads,1], ranked */
} Tried;

/* The heads of the run before, by their names. "cross-1.2" is of the decoder. */
static void find_heads(Tried *t)
{
    Graph *g = t->scope.graph;
    for (int i = 0; i < g->names->count; i++) {
        const char *id = g->names->items[i].id, *end;
        int layer, head, length = 0;
        int found = sscanf(id, "%*[a-z]-%d/%*[a-z]/head-%d%n", &layer, &head, &length);
        if (found < 2 || strcmp(end = id + length, "/output") != 0)
            continue;
        t->heads = arena_grow(g->arena, t->heads, t->count, sizeof(Head));
        Head *h = &t->heads[t->count++];
        h->id = arena_strndup(g->arena, id, (size_t)(end - id));
        const char *kind = strstr(id, "/cross/") ? "cross-" : id;
        h->label = arena_format(g->arena, "%.*s-%d.%d", (int)strcspn(kind, "-"), kind, layer, head);
        h->output = g->names->items[i].node;
        h->weights = name_find(g, arena_format(g->arena, "%s/weights", h->id))->node;
    }
}

/* ---- runs ---- */

/* With this as the output of a head: how probable the words are. A run that is not kept whole
   leaves that alone. */
static Node *run_with(const Tried *t, int head, Kind kind, Tensor output)
{
    static const char *const scopes[][2] = {{"out", "without"}, {"mean", "with the mean of"}};
    const HeadsOut *study = t->study;
    const char *id = t->heads[head].id;
    Arena *scratch = arena_new(), *arena = t->scope.graph->arena;
    Scope s = scope_of(graph_new(scratch));
    if (study->whole && kind != DRAWN)
        s = within(within(t->scope, scopes[kind][0], "", 0), id,
                   arena_format(arena, ", %s %s", scopes[kind][1], id), 0);
    else
        graph_name(s.graph);
    Change *change = arena_alloc(arena, 1, sizeof *change);
    *change = (Change){arena_format(arena, "%s%s/output", s.path, id), "attnviz ablate",
                       tensor_new(arena, output.rows, output.cols), output};
    s.graph->names->changes = (Changes){change, 1};
    Node *p = transformer_translate(s, model_in(scope_of(s.graph), study->transformer, false),
                                    study->task)
                  .probabilities;
    s.graph->names->changes = (Changes){0};
    for (int j = 0; j < rows_of(p) && kind == OUT; j++) {
        int first = largest_in_row(p->value, j);
        bool is_written = first == study->task->target[j];
        tensor_row(t->others, head)[j] = is_written ? 0 : (real)(first + 1);
    }
    Node *words = transpose(s.graph, pick(s.graph, p, study->task->target));
    if (s.graph != t->scope.graph)
        words = constant(t->scope.graph, tensor_copied(arena, words->value),
                         LEAF_COMPUTED "in a run of its own");
    arena_free(scratch);
    return words;
}

/* A head's output z with each row moved as far as it is long: z + diag(|zᵢ|) r. */
static Tensor moved(Graph *g, Random *random, Node *z)
{
    Tensor drawn = tensor_drawn(g->arena, random, rows_of(z), cols_of(z), 1);
    Node *lengths = diagonal(g, transpose(g, row_lengths(g, z)));
    Node *directions = unit_rows(g, constant(g, drawn, "drawn from N(0, 1)"));
    return add(g, z, matmul(g, lengths, directions))->value;
}

static void try_draws(const Tried *t, int head)
{
    Graph *g = t->scope.graph;
    Random random = random_named(t->study->seed, t->heads[head].id);
    int draws = t->study->draws;
    Node **runs = arena_alloc(g->arena, (size_t)draws, sizeof(Node *));
    real *most = &t->most.data[head];
    for (int i = 0; i < draws; i++) {
        runs[i] = run_with(t, head, DRAWN, moved(g, &random, t->heads[head].output));
        real lost = row_mean(g, subtract(g, t->before, runs[i]))->value.data[0];
        *most = i && *most > lost ? *most : lost;
    }
    t->p[DRAWN][head] = mean(g, runs, draws);
}

static void try_head(const Tried *t, int head)
{
    Graph *g = t->scope.graph;
    Node *z = t->heads[head].output;
    Node *mean_row = transpose(g, column_mean(g, z));
    Tensor none = tensor_new(g->arena, rows_of(z), cols_of(z));
    t->p[OUT][head] = run_with(t, head, OUT, none);
    t->p[MEAN][head] = run_with(t, head, MEAN, repeated_row(g, mean_row, 0, rows_of(z))->value);
    try_draws(t, head);
}

/* ---- what is found ---- */

static Node *ranked(const Tried *t, Node *rows)
{
    return gather(t->scope.graph, rows, t->order, t->count);
}

/* Those without which the words are the least probable first. */
static void rank(Tried *t)
{
    Graph *g = t->scope.graph;
    const char **labels = arena_alloc(g->arena, (size_t)t->count, sizeof *labels);
    Node *each = row_mean(g, stack(g, t->p[OUT], t->count));
    t->order = arena_alloc(g->arena, (size_t)t->count, sizeof *t->order);
    largest_places(complement(g, each)->value.data, t->count, NULL, t->count, t->order);
    for (int i = 0; i < t->count; i++)
        labels[i] = t->heads[t->order[i]].label;
    t->head = axis_unquoted(label_axis("head", labels, t->count));
}

static void name_kind(Tried *t, Kind kind)
{
    Scope s = t->scope;
    Graph *g = s.graph;
    const char *how = kinds[kind].how;
    Node *p = ranked(t, with_symbol(s, stack(g, t->p[kind], t->count), "P", 0));
    defined(s, kinds[kind].p_id, arena_format(g->arena, "Probability of each word %s", how),
            kinds[kind].p_symbol, p);
    with_kind(s, with_axes(s, p, t->head, t->word), VALUE_FRACTION);
    Node *lost = subtract(g, repeated_row(g, t->before, 0, t->count), p);
    defined(s, kinds[kind].lost_id, arena_format(g->arena, "What each word loses %s", how),
            kinds[kind].lost_symbol, lost);
    with_kind(s, with_axes(s, lost, t->head, t->word), VALUE_DIFFERENCE);
    t->lost[kind] = row_mean(g, lost);
}

static void name_ranking(const Tried *t)
{
    static const char *const columns[] = {"p lost", "with its mean", "drawn", "worst draw",
                                          "largest weight"};
    enum { COLUMNS = sizeof columns / sizeof *columns };
    Scope s = t->scope;
    Graph *g = s.graph;
    Node **sharpness = arena_alloc(g->arena, (size_t)t->count, sizeof(Node *));
    for (int i = 0; i < t->count; i++)
        sharpness[i] = row_mean(g, transpose(g, largest_of_rows(g, t->heads[i].weights)));
    Node *most = constant(g, t->most, LEAF_COMPUTED "by the worst draw");
    Node *parts[COLUMNS] = {t->lost[OUT], t->lost[MEAN], t->lost[DRAWN],
                            with_symbol(s, ranked(t, most), "max L_{drawn}", 0),
                            with_symbol(s, ranked(t, stack(g, sharpness, t->count)), "max A", 0)};
    Node *all =
        named(s, "ranking", "The heads, by what is lost without them", concat(g, parts, COLUMNS));
    with_axes(s, all, t->head, label_axis("measure", columns, COLUMNS));
}

/* Counted of all heads. */
static void count_heads(const Tried *t, HeadsOut *study)
{
    for (int i = 0; i < t->count; i++) {
        double lost = (double)t->lost[OUT]->value.data[i];
        study->beyond += lost > fmax(0, (double)t->most.data[t->order[i]]);
        study->turned += vector_max(tensor_row(t->others, i), t->others.cols) > 0;
    }
    study->count = t->count;
}

void heads_out(Scope s, HeadsOut *study)
{
    Graph *g = s.graph;
    const TranslationTask *task = study->task;
    Tried t = {.study = study, .scope = s};
    Node *p = transformer_translate(s, model_in(s, study->transformer, false), task).probabilities;
    find_heads(&t);
    t.word = label_axis("output word", task->target_labels, task->target_length);
    t.before = defined(s, "before", "Probability of each word with all heads", "p_{all}",
                       transpose(g, pick(g, p, task->target)));
    with_kind(s, with_axes(s, t.before, single_axis(g, "p", "before"), t.word), VALUE_FRACTION);
    t.most = tensor_new(g->arena, t.count, 1);
    t.others = tensor_new(g->arena, t.count, task->target_length);
    for (Kind k = 0; k < KINDS; k++)
        t.p[k] = arena_alloc(g->arena, (size_t)t.count, sizeof(Node *));
    for (int i = 0; i < t.count; i++)
        try_head(&t, i);
    rank(&t);
    for (Kind k = 0; k < KINDS; k++)
        name_kind(&t, k);
    name_ranking(&t);
    Node *others = constant(g, t.others, LEAF_COMPUTED "the most probable, if it is another");
    with_symbol(s, others, "(argmax P)", 0);
    named(s, "instead", "What is written instead", ranked(&t, others));
    with_axes(s, node_within(s, "instead"), t.head, t.word);
    count_heads(&t, study);
}
