#include "graph/ops.h"
#include "model/translator.h"

/* ---- what is learned ---- */

typedef struct Learned {
    Node *words; /* E */
    RecurrentCell cell;
    Aligner aligner; /* with attention */
    Node *W_o, *b_o;
} Learned;

static Learned declare(Scope s, const Model *model)
{
    const TranslatorDesign *d = model->kind->design;
    const TranslatorSizes *z = model->sizes;
    int n = z->hidden;
    Scope output = within(s, "output", "", 0);
    Learned l = {.words = learned(within(s, "words", "", 0), "E", "Vectors of the words",
                                  z->target_words, z->embedding, START_NORMAL)};
    l.cell = recurrent_cell(within(s, "cell", "", 0), d->cell, z->embedding, n,
                            (CellWords){"State", "h_{%d}", "h̃_{%d}"});
    if (d->attends)
        l.aligner = aligner_learned(s, SCORE_ADDITIVE, REACH_OWN, n, n, z->alignment);
    l.W_o = learned(output, "W_o", "Weights of the scores", d->attends ? 2 * n : n, z->target_words,
                    START_BY_ROWS);
    l.b_o = learned(output, "b_o", "Biases of the scores", 1, z->target_words, START_ZEROS);
    return l;
}

static void declares(Scope s, const void *model)
{
    declare(s, model);
}

/* ---- reading and predicting ---- */

/* G sentences as read: h_t in place t − 1 [G,n]. */
typedef struct Read {
    Learned learned;
    int length;
    Node **states, **weights; /* α of each word [G,L]; NULL without attention */
    AlignmentKeys keys;
} Read;

/* The task has the labels, none where there are no names. */
static Read read_sentences(Scope s, const Model *model, const SentencePairs *pairs,
                           const TranslationTask *task)
{
    Graph *g = s.graph;
    Read r = {.learned = declare(s, model), .length = pairs->target_length};
    Learned *l = &r.learned;
    with_axes(s, l->words, label_axis("word", task->vocabulary, rows_of(l->words)), (Axis){0});
    const int *words = words_before(g->arena, pairs, model->end);
    Node *x = defined(s, "inputs", "Embeddings of the words", "X",
                      gather(g, l->words, words, r.length * pairs->sentences));
    with_axes(s, x, label_axis("word read", task->read_labels, r.length), (Axis){0});
    r.states = read_places(ending_in(s, ""), &l->cell, x, pairs->sentences,
                           (ReadingOrder){"products", "step-%d", s.of, false});
    Node *all = defined(s, "states", "States", "H", stack(g, r.states, r.length));
    if (l->aligner.W_a) {
        r.weights = arena_alloc(g->arena, (size_t)r.length, sizeof(Node *));
        r.keys = alignment_keys(s, &l->aligner, all);
        l->aligner.window = r.length;
    }
    return r;
}

/* What word t is predicted from, [h_t ; c_t]. */
static Node *seen_by(Scope s, const Read *r, int t)
{
    if (!r->weights)
        return r->states[t];
    Aligned a = align(s, &r->learned.aligner, &r->keys, r->states[t], t);
    r->weights[t] = a.weights;
    return concat(s.graph, (Node *[]){r->states[t], a.context}, 2);
}

static Predictions predict(Graph *g, const Model *model, const SentencePairs *pairs,
                           bool is_learning)
{
    Scope s = scope_of(g);
    model_in(g, model, is_learning);
    Read r = read_sentences(s, model, pairs, &(TranslationTask){.likely = 0});
    Node **seen = arena_alloc(g->arena, (size_t)r.length, sizeof *seen);
    for (int t = 0; t < r.length; t++)
        seen[t] = seen_by(s, &r, t);
    Node *products = matmul(g, stack(g, seen, r.length), r.learned.W_o);
    return (Predictions){.scores = add_row(g, products, r.learned.b_o), .words = pairs->target};
}

Node *language_read(Scope s, const Model *model, const TranslationTask *task)
{
    Graph *g = s.graph;
    SentencePairs alone = {
        .sentences = 1, .target_length = task->target_length, .target = task->target};
    model_in(g, model, false);
    Read r = read_sentences(s, model, &alone, task);
    Node **probabilities = arena_alloc(g->arena, (size_t)r.length, sizeof(Node *));
    for (int t = 0; t < r.length; t++) {
        Scope step = step_scope(s, task->target_labels, t);
        Node *products = matmul(g, seen_by(step, &r, t), r.learned.W_o);
        Node *scores =
            named(step, "scores", "Scores of the next word", add_row(g, products, r.learned.b_o));
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
    .recipe = {.steps = 4000, .batch = 32, .learning_rate = 1e-2, .clip_norm = 1, .decays = decays},
    .predicts_source = true,
    .declares = declares,
    .misfit = translator_misfit,
    .described = translator_described,
    .predict = predict,
};
