#include "model/translator.h"

/* ---- what is learned ---- */

typedef struct Learned {
    Node *words;                  /* E */
    RecurrentCell cell, backward; /* which is there in a cloze */
    Aligner aligner;              /* with attention */
    Node *W_o, *b_o;
} Learned;

static Learned declare(Scope s, const Model *model)
{
    const TranslatorDesign *d = model->kind->design;
    const TranslatorSizes *z = model->sizes;
    bool both = d->both_ways;
    int n = z->hidden, seen = both ? 2 * n : n;
    Scope output = within(s, "output", "", 0);
    Learned l = {.words = learned(within(s, "words", "", 0), "E", "Vectors of the words",
                                  z->target_words, z->embedding, START_NORMAL)};
    if (both) {
        l.cell = reading_cell(s, d->cell, z->embedding, n, false);
        l.backward = reading_cell(s, d->cell, z->embedding, n, true);
    } else {
        l.cell = recurrent_cell(within(s, "cell", "", 0), d->cell, z->embedding, n,
                                (CellWords){"State", "h_{%d}", "h̃_{%d}"});
    }
    if (d->attends)
        l.aligner = aligner_learned(s, SCORE_ADDITIVE, both ? REACH_OTHERS : REACH_OWN, seen, n,
                                    z->alignment);
    l.W_o = learned(output, "W_o", "Weights of the scores", d->attends ? seen + n : seen,
                    z->target_words, START_BY_ROWS);
    l.b_o = learned(output, "b_o", "Biases of the scores", 1, z->target_words, START_ZEROS);
    return l;
}

static void declares(Scope s, const void *model)
{
    declare(s, model);
}

/* ---- reading and predicting ---- */

/* G sentences as read. */
typedef struct Read {
    Learned learned;
    int length;
    /* What is read before word t, from 0 [G,n], and in a cloze behind it, or NULL. */
    Node **before, **behind;
    /* With attention: α of each word [G,L], and whom it asks: all states, or those of each
       direction. */
    Node **weights;
    AlignmentKeys keys[2];
} Read;

static void read_forwards(Scope s, Read *r, Node *x, int sentences)
{
    r->before = read_places(ending_in(s, ""), &r->learned.cell, x, sentences,
                            (ReadingOrder){"products", "step-%d", s.of, false});
    Node *all = defined(s, "states", "States", "H", stack(s.graph, r->before, r->length));
    if (r->weights)
        r->keys[0] = alignment_keys(s, &r->learned.aligner, all);
}

static void read_both_ways(Scope s, Read *r, Node *x, int sentences)
{
    Encoding e = encode(s, &r->learned.cell, &r->learned.backward, x, sentences);
    r->before = e.forward - 1;
    r->behind = e.backward + 1;
    for (int i = 0; r->weights && i < 2; i++)
        r->keys[i] = alignment_keys(within(s, i ? "encoder/backward" : "encoder/forward", "", 0),
                                    &r->learned.aligner, e.all[i]);
}

/* The task has the labels, none where there are no names. */
static Read read_sentences(Scope s, const Model *model, const SentencePairs *pairs,
                           const TranslationTask *task)
{
    Read r = {.learned = declare(s, model), .length = pairs->target_length};
    Learned *l = &r.learned;
    with_axes(s, l->words, label_axis("word", task->vocabulary, rows_of(l->words)), (Axis){0});
    bool cloze = kind_is_cloze(model->kind);
    const int *words = cloze ? pairs->target : words_before(s.graph->arena, pairs, model->end);
    Node *x = defined(s, "inputs", "Embeddings of the words", "X",
                      gather(s.graph, l->words, words, r.length * pairs->sentences));
    const char *const *labels = cloze ? task->target_labels : task->read_labels;
    with_axes(s, x, label_axis("word read", labels, r.length), (Axis){0});
    if (l->aligner.W_a) {
        r.weights = arena_alloc(s.graph->arena, (size_t)r.length, sizeof(Node *));
        l->aligner.window = r.length;
    }
    (cloze ? read_both_ways : read_forwards)(s, &r, x, pairs->sentences);
    return r;
}

/* Of one direction up to word t, of the other one from it on. */
static Node *beside(Graph *g, Node *before, Node *behind, int rows)
{
    Node *last = row_range(g, behind, rows, rows_of(behind) - rows);
    return rows ? stack(g, (Node *[]){row_range(g, before, 0, rows), last}, 2) : last;
}

/* The states that word t may ask: its own, too, which the reach hides. */
static AlignmentKeys keys_of(Scope s, const Read *r, int t)
{
    const AlignmentKeys *before = &r->keys[0], *behind = &r->keys[1];
    if (!r->behind)
        return *before;
    int rows = t * rows_of(r->before[t]);
    return (AlignmentKeys){defined(s, "beside", "States that have read no more than one side",
                                   "B_{%d}",
                                   beside(s.graph, before->annotations, behind->annotations, rows)),
                           beside(s.graph, before->projected, behind->projected, rows)};
}

/* What word t is predicted from, [h_t ; c_t], or [h→_{t−1} ; h←_{t+1} ; c_t]. */
static Node *seen_by(Scope s, const Read *r, int t)
{
    Node *query = r->before[t];
    if (r->behind)
        query = defined(s, "sides", "What is read on both sides", "q_{%d}",
                        concat(s.graph, (Node *[]){query, r->behind[t]}, 2));
    if (!r->weights)
        return query;
    AlignmentKeys keys = keys_of(s, r, t);
    Aligned a = align(s, &r->learned.aligner, &keys, query, t);
    r->weights[t] = a.weights;
    return concat(s.graph, (Node *[]){query, a.context}, 2);
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
    .recipe = {.steps = 4000, .batch = 32, .learning_rate = 1e-2, .decays = decays},
    .predicts_source = true,
    .declares = declares,
    .misfit = translator_misfit,
    .described = translator_described,
    .predict = predict};
