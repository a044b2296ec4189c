#include "model/studies.h"

/* The kinds of ablation. */
typedef enum Kind { OUT, MEAN, DRAWN, KINDS } Kind;

static const struct {
    const char *path, *p, *p_symbol, *lost, *lost_symbol, *how;
} kinds[KINDS] = {
#include "model/ablations.list"
};

/* Results, one row per head, before ranking. */
typedef struct Tried {
    HeadsOut *study;
    Scope scope;
    const char **heads;       /* "encoder-1/self/head-2" */
    Tensor all;               /* probabilities with all heads [words,v] */
    Node *before, **p[KINDS]; /* probabilities of the words [1,words] */
    Tensor most;              /* mean loss of a word under the worst random change [heads,1] */
    Tensor others;            /* argmax + 1 without the head; 0 if unchanged */
    int *order;
    Axis head, word;
} Tried;

/* A node of the run with all heads. */
static Node *node_of(const Tried *t, int head, const char *what)
{
    return node_within(t->scope,
                       arena_format(t->scope.graph->arena, "%s/%s", t->heads[head], what));
}

static void find_heads(Tried *t)
{
    Graph *g = t->scope.graph;
    for (int i = 0; i < g->names->count; i++) {
        const char *id = g->names->items[i].id, *end = strstr(id, "/weights");
        if (!end || !strstr(id, "/head-"))
            continue;
        t->heads = arena_grow(g->arena, t->heads, t->study->count, sizeof *t->heads);
        t->heads[t->study->count++] = arena_strndup(g->arena, id, (size_t)(end - id));
    }
}

/* ---- runs ---- */

/* Runs with `output` as the head's output; returns the probabilities of the words. Unless the whole
   run is kept, only these are copied. */
static Node *run_with(const Tried *t, int head, Kind kind, Tensor output)
{
    const HeadsOut *study = t->study;
    const char *id = t->heads[head];
    Graph *kept = t->scope.graph;
    ENDED_BY(arena_end) Arena *scratch = arena_new();
    Arena *arena = kept->arena;
    bool whole = study->whole && kind != DRAWN;
    Scope s = scope_of(whole ? kept : graph_new(scratch));
    if (!whole)
        graph_name(s.graph);
    s = within(within(s, kinds[kind].path, "", 0), id, arena_format(arena, ", changed in %s", id),
               0);
    Change change = {arena_format(arena, "%s%s/output", s.path, id), "attnviz ablate",
                     tensor_new(arena, output.rows, output.cols), tensor_copied(arena, output)};
    s.graph->names->changes = (Changes){arena_copy(arena, &change, sizeof change), 1};
    const void *parameters = model_in(scope_of(s.graph), study->transformer, false);
    Node *p = transformer_translate(s, parameters, study->task).probabilities;
    s.graph->names->changes = (Changes){0};
    for (int j = 0; j < rows_of(p) && kind == OUT; j++) {
        int first = largest_in_row(node_row(p, j), 0);
        if (first != largest_in_row(t->all, j))
            tensor_row(t->others, head)[j] = (real)(first + 1);
    }
    Node *words = transpose(s.graph, pick(s.graph, p, study->task->target));
    if (!whole)
        words =
            constant(kept, tensor_copied(arena, node_value(words)), LEAF_COMPUTED "in its own run");
    return words;
}

/* before − p, a row per run. */
static Node *lost_by(const Tried *t, Node *p)
{
    return subtract(t->scope.graph, repeated_row(t->scope.graph, t->before, 0, rows_of(p)), p);
}

/* Runs all ablations: zero, mean, and each row moved by its own length: z + diag(|zᵢ|) r */
static void try_head(const Tried *t, int head)
{
    Graph *g = t->scope.graph;
    int draws = t->study->draws;
    Random random = random_named(t->study->seed, t->heads[head]);
    Node *z = node_of(t, head, "output"), *row = transpose(g, column_mean(g, z));
    Node *lengths = diagonal(g, transpose(g, row_lengths(g, z)));
    Node **runs = arena_alloc(g->arena, (size_t)draws, sizeof(Node *));
    t->p[OUT][head] = run_with(t, head, OUT, tensor_new(g->arena, rows_of(z), cols_of(z)));
    t->p[MEAN][head] = run_with(t, head, MEAN, node_value(repeated_row(g, row, 0, rows_of(z))));
    for (int i = 0; i < draws; i++) {
        Tensor drawn = tensor_drawn(g->arena, &random, rows_of(z), cols_of(z), 1);
        Node *directions = unit_rows(g, constant(g, drawn, "drawn from N(0, 1)"));
        Node *moved = add(g, z, matmul(g, lengths, directions));
        runs[i] = run_with(t, head, DRAWN, node_value(moved));
    }
    Tensor lost = node_value(row_mean(g, lost_by(t, stack(g, runs, draws))));
    t->most.data[head] = vector_max(lost.data, draws);
    t->p[DRAWN][head] = mean(g, runs, draws);
}

/* ---- results ---- */

/* "encoder-1.2", "decoder-1.2"; "cross-1.2" is in the decoder, too. */
static const char *label_of(Arena *arena, const char *id)
{
    int layer, head;
    const char *kind = strstr(id, "/cross/") ? "cross-" : id;
    sscanf(id, "%*[a-z]-%d/%*[a-z]/head-%d", &layer, &head);
    return arena_format(arena, "%.*s-%d.%d", (int)strcspn(kind, "-"), kind, layer, head);
}

/* Sorts heads by descending mean loss, and counts `beyond` and `turned`. */
static void rank(Tried *t)
{
    Graph *g = t->scope.graph;
    int count = t->study->count;
    const char **labels = arena_alloc(g->arena, (size_t)count, sizeof *labels);
    Tensor lost = node_value(row_mean(g, lost_by(t, stack(g, t->p[OUT], count))));
    t->order = arena_alloc(g->arena, (size_t)count, sizeof *t->order);
    largest_places(lost.data, count, NULL, count, t->order);
    for (int i = 0; i < count; i++) {
        labels[i] = label_of(g->arena, t->heads[t->order[i]]);
        t->study->beyond += lost.data[i] > 0 && lost.data[i] > t->most.data[i];
        t->study->turned += vector_max(tensor_row(t->others, i), t->others.cols) > 0;
    }
    t->head = axis_unquoted(label_axis("head", labels, count));
}

static Node *ranked(const Tried *t, Node *rows)
{
    return gather(t->scope.graph, rows, t->order, t->study->count);
}

/* Names a kind's tables; returns the mean loss. */
static Node *name_kind(const Tried *t, Kind kind)
{
    Scope s = ending_in(t->scope, kinds[kind].how);
    Node *p = ranked(t, with_symbol(s, stack(s.graph, t->p[kind], t->study->count), "P", 0));
    defined(s, kinds[kind].p, "Probability of each word ", kinds[kind].p_symbol, p);
    with_kind(s, with_axes(s, p, t->head, t->word), VALUE_FRACTION);
    Node *lost = lost_by(t, p);
    defined(s, kinds[kind].lost, "What each word loses ", kinds[kind].lost_symbol, lost);
    with_kind(s, with_axes(s, lost, t->head, t->word), VALUE_DIFFERENCE);
    return row_mean(s.graph, lost);
}

static void name_ranking(const Tried *t)
{
    static const char *const columns[] = {"p lost", "with its mean", "drawn", "worst draw",
                                          "largest weight"};
    Scope s = t->scope;
    Graph *g = s.graph;
    int count = t->study->count;
    Node **largest = arena_alloc(g->arena, (size_t)count, sizeof(Node *)),
         *parts[COUNT_OF(columns)];
    for (int i = 0; i < count; i++)
        largest[i] = row_mean(g, transpose(g, largest_of_rows(g, node_of(t, i, "weights"))));
    for (Kind k = 0; k < KINDS; k++)
        parts[k] = name_kind(t, k);
    Node *most = constant(g, t->most, LEAF_COMPUTED "by the worst draw");
    parts[KINDS] = with_symbol(s, ranked(t, most), "max L_{drawn}", 0);
    parts[KINDS + 1] = with_symbol(s, ranked(t, stack(g, largest, count)), "max A", 0);
    Node *all = named(s, "ranking", "The heads, by what is lost without them",
                      concat(g, parts, COUNT_OF(columns)));
    with_axes(s, all, t->head, label_axis("measure", columns, COUNT_OF(columns)));
}

void heads_out(Scope s, HeadsOut *study)
{
    Graph *g = s.graph;
    const TranslationTask *task = study->task;
    Tried t = {.study = study, .scope = s};
    Node *p = transformer_translate(s, model_in(s, study->transformer, false), task).probabilities;
    t.all = node_value(p);
    find_heads(&t);
    t.word = label_axis("output word", task->target_labels, task->target_length);
    t.before = defined(s, "before", "Probability of each word with all heads", "p_{all}",
                       transpose(g, pick(g, p, task->target)));
    with_kind(s, with_axes(s, t.before, single_axis(g, "p", "before"), t.word), VALUE_FRACTION);
    t.most = tensor_new(g->arena, study->count, 1);
    t.others = tensor_new(g->arena, study->count, task->target_length);
    for (Kind k = 0; k < KINDS; k++)
        t.p[k] = arena_alloc(g->arena, (size_t)study->count, sizeof(Node *));
    for (int i = 0; i < study->count; i++)
        try_head(&t, i);
    rank(&t);
    name_ranking(&t);
    Node *others = constant(g, t.others, LEAF_COMPUTED "the most probable, if it is another");
    with_symbol(s, others, "(argmax P)", 0);
    Node *instead = named(s, "instead", "What is written instead", ranked(&t, others));
    with_axes(s, instead, t.head, t.word);
}
