#include "model/model.h"

/* ---- parameters ---- */

typedef struct Learned {
    Node *words;                  /* E */
    RecurrentCell cell, backward; /* backward: only in a cloze */
    Aligner aligner;              /* with attention */
    Node *W_o, *b_o;
} Learned;

static void *declare(Scope s, const Model *model)
{
    const TranslatorDesign *d = model->kind->design;
    const TranslatorSizes *z = model->sizes;
    bool both = d->both_ways;
    int n = z->hidden, seen = both ? 2 * n : n;
    Scope output = within(s, "output", "", 0);
    Learned *l = arena_alloc(s.graph->arena, 1, sizeof *l);
    l->words = learned(within(s, "words", "", 0), "E", "Vectors of the words", z->target_words,
                       z->embedding, START_NORMAL);
    if (both) {
        l->cell = reading_cell(s, d->cell, z->embedding, n, false);
        l->backward = reading_cell(s, d->cell, z->embedding, n, true);
    } else {
        l->cell = recurrent_cell(within(s, "cell", "", 0), d->cell, z->embedding, n,
                                 (CellWords){"State", "h_{%d}", "h̃_{%d}"});
    }
    if (d->attends)
        l->aligner = aligner_learned(s, SCORE_ADDITIVE, both ? REACH_OTHERS : REACH_OWN, seen, n,
                                     z->alignment);
    l->W_o = learned(output, "W_o", "Weights of the scores", d->attends ? seen + n : seen,
                     z->target_words, START_BY_ROWS);
    l->b_o = learned(output, "b_o", "Biases of the scores", 1, z->target_words, START_ZEROS);
    return l;
}

/* ---- reading and predicting ---- */

/* The encoded batch of G sentences. */
typedef struct Read {
    Learned *learned;
    int length;
    /* States before word t (from 0) [G,n]; in a cloze also the backward ones after it, else
       NULL. */
    Node **before, **behind;
    /* With attention: α of each word [G,L], and its keys: all states, or those of each
       direction. */
    Node **weights;
    AlignmentKeys keys[2];
} Read;

/* The task provides labels, if the graph has names. */
static Read read_sentences(Scope s, const Model *model, const SentencePairs *pairs,
                           const TranslationTask *task, bool is_learning)
{
    Learned *l = model_in(s, model, is_learning);
    Read r = {.learned = l, .length = pairs->target_length};
    with_axes(s, l->words, label_axis("word", task->vocabulary, rows_of(l->words)), (Axis){0});
    bool cloze = kind_is_cloze(model->kind);
    const int *words =
        cloze ? pairs->target
              : words_before(s.graph->arena, pairs->target, r.length, pairs->sentences, model->end);
    Node *x = defined(s, "inputs", "Embeddings of the words", "X",
                      gather(s.graph, l->words, words, r.length * pairs->sentences));
    const char *const *labels = cloze ? task->target_labels : task->read_labels;
    with_axes(s, x, label_axis("word read", labels, r.length), (Axis){0});
    if (l->aligner.W_a) {
        r.weights = arena_alloc(s.graph->arena, (size_t)r.length, sizeof(Node *));
        l->aligner.window = r.length;
    }
    if (cloze) {
        Encoding e = encode(s, &l->cell, &l->backward, x, pairs->sentences);
        r.before = e.forward - 1;
        r.behind = e.backward + 1;
        for (int i = 0; r.weights && i < 2; i++)
            r.keys[i] = alignment_keys(within(s, i ? "encoder/backward" : "encoder/forward", "", 0),
                                       &l->aligner, e.all[i]);
        return r;
    }
    r.before = read_places(ending_in(s, ""), &l->cell, x, pairs->sentences,
                           (ReadOrder){"products", "step-%d", s.of, false});
    Node *all = defined(s, "states", "States", "H", stack(s.graph, r.before, r.length));
    if (r.weights)
        r.keys[0] = alignment_keys(s, &l->aligner, all);
    return r;
}

/* Rows before word t from one matrix, rows from t on from the other. */
static Node *beside(Graph *g, Node *before, Node *behind, int rows)
{
    Node *last = row_range(g, behind, rows, rows_of(behind) - rows);
    return rows ? stack(g, (Node *[]){row_range(g, before, 0, rows), last}, 2) : last;
}

/* The features that predict word t: [h_t ; c_t], or [h→_{t−1} ; h←_{t+1} ; c_t]. */
static Node *seen_by(Scope s, const Read *r, int t)
{
    Node *query = r->before[t];
    if (r->behind)
        query = defined(s, "sides", "What is read on both sides", "q_{%d}",
                        concat(s.graph, (Node *[]){query, r->behind[t]}, 2));
    if (!r->weights)
        return query;
    AlignmentKeys keys = r->keys[0];
    if (r->behind) { /* keys of word t; includes its own state, which the reach masks */
        const AlignmentKeys *behind = &r->keys[1];
        int rows = t * rows_of(r->before[t]);
        keys.annotations =
            defined(s, "beside", "States that have read no more than one side", "B_{%d}",
                    beside(s.graph, keys.annotations, behind->annotations, rows));
        keys.projected = beside(s.graph, keys.projected, behind->projected, rows);
    }
    Aligned a = align(s, &r->learned->aligner, &keys, query, t);
    r->weights[t] = a.weights;
    return concat(s.graph, (Node *[]){query, a.context}, 2);
}

static Predictions predict(Graph *g, const Model *model, const SentencePairs *pairs, bool learns)
{
    Scope s = scope_of(g);
    Read r = read_sentences(s, model, pairs, &(TranslationTask){.likely = 0}, learns);
    Node **seen = arena_alloc(g->arena, (size_t)r.length, sizeof *seen);
    for (int t = 0; t < r.length; t++)
        seen[t] = seen_by(s, &r, t);
    Node *products = matmul(g, stack(g, seen, r.length), r.learned->W_o);
    return (Predictions){.scores = add_row(g, products, r.learned->b_o), .words = pairs->target};
}

Node *language_read(Scope s, const Model *model, const TranslationTask *task)
{
    Graph *g = s.graph;
    SentencePairs alone = {
        .sentences = 1, .target_length = task->target_length, .target = task->target};
    Read r = read_sentences(s, model, &alone, task, false);
    Node **probabilities = arena_alloc(g->arena, (size_t)r.length, sizeof(Node *));
    for (int t = 0; t < r.length; t++) {
        Scope step = step_scope(s, task->target_labels, t);
        Node *products = matmul(g, seen_by(step, &r, t), r.learned->W_o);
        Node *scores =
            named(step, "scores", "Scores of the next word", add_row(g, products, r.learned->b_o));
        probabilities[t] = softmax_rows(g, scores);
        name_probabilities(step, task, scores, probabilities[t]);
    }
    if (r.weights)
        defined(s, "alignment", "Attention: which states each word asks", "A",
                stack(g, r.weights, r.length));
    return right_words(s, task, probabilities, r.length);
}

/* ---- as one of the models ---- */

static const WeightDecay decays[] = {{"*/b*", 0, 0}, {"*", 0.01, 0.01}, {0}};

const ModelFamily language_family = {
    .fields = translator_fields,
    .sizes_size = sizeof(TranslatorSizes),
    .recipe = {.steps = 4000, .batch = 32, .learning_rate = 1e-2, .decays = decays},
    .predicts_source = true,
    .declare = declare,
    .described = translator_described,
    .predict = predict};
