#include "model/model.h"

/* ---- parameters ---- */

/* Whether each encoder direction has half as many units as the decoder. Luong's `dot` needs states
   and annotations of equal length, and all of his kinds use that; Bahdanau's decoder takes
   annotations of any length. */
static bool halves(const TranslatorDesign *design)
{
    return design->both_ways && design->score != SCORE_ADDITIVE;
}

bool translator_has_layer(const void *design)
{
    const TranslatorDesign *d = design;
    return d->attends &&
           (d->score == SCORE_ADDITIVE || d->score == SCORE_CONCAT || d->reach == REACH_PREDICTIVE);
}

/* A translator's parameters as nodes. */
typedef struct LearnedTranslator {
    const TranslatorDesign *design;
    const TranslatorSizes *sizes;
    Node *source_words, *target_words;
    RecurrentCell forward, backward, decoder;
    Aligner aligner;
    Node *W_s, *C;   /* Bahdanau: initial state; context → cell input */
    Node *W_c;       /* Luong: attentional state h̃ */
    Node *W_o, *b_o; /* output layer; Luong's has no bias */
} Learned;

static void *declare(Scope s, const Model *translator)
{
    const TranslatorDesign *d = translator->kind->design;
    const TranslatorSizes *z = translator->sizes;
    bool first = d->score == SCORE_ADDITIVE; /* Bahdanau's decoder: context first */
    int n = z->hidden, half = halves(d) ? n / 2 : n, m = d->both_ways ? 2 * half : half;
    Scope decoder = within(s, "decoder", "", 0), output = within(s, "output", "", 0);
    if (halves(d) && n % 2 != 0)
        fail("%d units cannot be halved for an encoder that reads both ways", n);
    Learned *l = arena_copy(s.graph->arena, &(Learned){.design = d, .sizes = z}, sizeof *l);
    l->source_words = learned(within(s, "source", "", 0), "E", "Vectors of the source words",
                              z->source_words, z->embedding, START_NORMAL);
    l->target_words = learned(within(s, "target", "", 0), "E", "Vectors of the target words",
                              z->target_words, z->embedding, START_NORMAL);
    l->forward = reading_cell(s, d->cell, z->embedding, half, false);
    if (d->both_ways)
        l->backward = reading_cell(s, d->cell, z->embedding, half, true);
    if (first)
        l->W_s = learned(decoder, "W_s", "Weights of the first state", n, n, START_BY_ROWS);
    l->decoder = recurrent_cell(
        decoder, d->cell, z->embedding, n,
        (CellWords){first ? "New state" : "New state, the query", "s_{%d}", "s̃_{%d}"});
    if (first)
        l->C = learned(decoder, "C", "Weights of the context", m, cell_width(d->cell, n),
                       START_BY_ROWS);
    if (d->attends)
        l->aligner = aligner_learned(s, d->score, d->reach, n, m, z->alignment);
    l->aligner.window = z->window;
    if (!first)
        l->W_c =
            learned(output, "W_c", "Weights of the attentional state", n + m, n, START_BY_ROWS);
    l->W_o = learned(output, first ? "W_o" : "W_s", "Weights of the scores",
                     first ? n + m + z->embedding : n, z->target_words, START_BY_ROWS);
    if (first)
        l->b_o = learned(output, "b_o", "Biases of the scores", 1, z->target_words, START_ZEROS);
    return l;
}

/* ---- encoder ---- */

/* s_0: a layer over the last encoder state. */
static Node *first_state(Scope s, const Learned *l, Node *last)
{
    Scope decoder = within(s, "decoder", "", 0);
    Node *sum = named(with_row(decoder, single_axis(s.graph, "state", "before the first word")),
                      "first-state-sum", "Pre-activation of the decoder's first state",
                      matmul(s.graph, last, l->W_s));
    return tanh_of(s.graph, sum);
}

/* Encodes words[t·G + g] (word t of sentence g). Labels may be NULL. Allocates room for `steps`
   steps. */
static Translation read_source(Scope s, const Learned *l, const int *words, int count,
                               int sentences, const char *const *labels, int steps)
{
    const TranslatorDesign *design = l->design;
    Node **nodes = arena_alloc(s.graph->arena, (size_t)(5 * steps), sizeof(Node *));
    Translation t = {
        .learned = s.graph->parameters,
        .translator = l,
        .steps = {nodes, nodes + steps, nodes + 2 * steps, nodes + 3 * steps, nodes + 4 * steps}};
    Node *x = defined(s, "source", "Embeddings of the source words", "X",
                      gather(s.graph, l->source_words, words, count));
    with_axes(s, x, label_axis("source word", labels, count), (Axis){0});
    t.encoding = encode(s, &l->forward, design->both_ways ? &l->backward : NULL, x, sentences);
    if (design->attends)
        t.keys = alignment_keys(s, &l->aligner, t.encoding.annotations);
    /* the final state of each direction, [h→_T ; h←₁] */
    Node *forward = t.encoding.forward[t.encoding.length - 1];
    Node *last = design->both_ways ? t.encoding.backward[0] : forward;
    Node *ends = last == forward ? last : concat(s.graph, (Node *[]){forward, last}, 2);
    if (!design->attends)
        t.summary = defined(with_row(s, single_axis(s.graph, "sentence", "all of it")), "vector",
                            "The one vector of the sentence", "c", ends);
    t.first_state = l->W_s ? first_state(s, l, last) : ends;
    with_symbol(s, t.first_state, "s_{0}", 0);
    return t;
}

/* ---- decoder step ---- */

/* The context of word number `word`. */
static Node *context(Scope s, Translation *t, Node *query, int word)
{
    if (t->summary)
        return t->summary;
    Aligned a = align(s, &t->translator->aligner, &t->keys, query, word);
    t->steps.weights[word] = a.weights;
    t->steps.taken[word] = a.taken;
    return a.context;
}

/* State and context of word number `word`; `input` is y_i−1 W + b. */
static void decoder_step(Scope s, Translation *t, Node *input, int word)
{
    const Learned *l = t->translator;
    Node *previous = word ? t->steps.states[word - 1] : t->first_state, *c = NULL;
    Scope before = s; /* the query is the old state, with its old name */
    before.number--;
    if (l->C) {
        if (!t->summary)
            defined(before, "query", "Query", "s_{%d}", previous);
        c = context(s, t, previous, word);
        named(s, "word-input", "What the word before adds", input);
        Node *added = named(s, "context-input", "What the context adds", matmul(s.graph, c, l->C));
        input = add(s.graph, input, added);
    }
    named(s, "input",
          l->C ? "What the word before and the context add" : "What the word before adds", input);
    Node *state = t->steps.states[word] = cell_step(s, &l->decoder, input, previous);
    t->steps.contexts[word] = c ? c : context(s, t, state, word);
}

/* Logits of the next word, for each row of states. */
static Node *scores_of(Scope s, const Learned *l, Node *states, Node *contexts, Node *embeddings)
{
    Graph *g = s.graph;
    if (l->b_o) {
        Node *joined = concat(g, (Node *[]){states, contexts, embeddings}, 3);
        Node *products =
            named(s, "score-products", "The scores before the bias", matmul(g, joined, l->W_o));
        return named(s, "scores", "Scores of the next word", add_row(g, products, l->b_o));
    }
    Node *sum = named(s, "attentional-sum", "Pre-activation of the attentional state",
                      matmul(g, concat(g, (Node *[]){contexts, states}, 2), l->W_c));
    Node *attentional = defined(s, "attentional", "Attentional state", "h̃_{%d}", tanh_of(g, sum));
    return named(s, "scores", "Scores of the next word", matmul(g, attentional, l->W_o));
}

/* ---- all steps at once ---- */

/* Stacks one kind of step results, such as α [L,T]; NULL if there are none. */
static Node *all_steps(Graph *g, Node *const *steps, int length)
{
    return steps[0] ? stack(g, steps, length) : NULL;
}

/* Teacher forcing: each step reads the true previous word, not the predicted one. */
static Predictions predict(Graph *g, const Model *model, const SentencePairs *p, bool learns)
{
    Scope s = scope_of(g);
    int sentences = p->sentences, length = p->target_length, count = length * sentences;
    CHECK(!g->names, "%d sentences side by side have no names", sentences);
    const Learned *l = model_in(s, model, learns);
    Translation t =
        read_source(s, l, p->source, p->source_length * sentences, sentences, NULL, length);
    const int *before = words_before(g->arena, p->target, length, sentences, model->end);
    Node *embeddings = gather(g, l->target_words, before, count);
    Node *inputs = cell_input(s, &l->decoder, embeddings, "word-product");
    for (int i = 0; i < length; i++)
        decoder_step(s, &t, row_range(g, inputs, i * sentences, sentences), i);
    Node *states = stack(g, t.steps.states, length), *contexts = stack(g, t.steps.contexts, length);
    return (Predictions){.scores = scores_of(s, l, states, contexts, embeddings),
                         .words = p->target,
                         .weights = learns ? NULL : all_steps(g, t.steps.weights, length)};
}

/* ---- translating one sentence ---- */

Translation translate(Scope s, const Model *translator, const TranslationTask *task)
{
    Graph *g = s.graph;
    int end = translator->end, before = end;
    CHECK(!g->names || task->target, "words are named that are not known yet");
    Learned *l = model_in(s, translator, false);
    l->aligner.taking = task->taking;
    l->aligner.seed = task->seed;
    with_axes(s, l->source_words,
              label_axis("word", task->source_vocabulary, l->sizes->source_words), (Axis){0});
    with_axes(s, l->target_words, label_axis("word", task->vocabulary, l->sizes->target_words),
              (Axis){0});
    Translation t = read_source(s, l, task->source, task->source_length, 1, task->source_labels,
                                task->target_length);
    t.words = arena_alloc(g->arena, (size_t)task->target_length, sizeof *t.words);
    for (bool ended = false; t.length < task->target_length && !ended; t.length++) {
        int i = t.length;
        Scope step = step_scope(s, task->target_labels, i);
        Node *y = with_symbol(step, row_range(g, l->target_words, before, 1), "y_{%d}", i);
        decoder_step(step, &t, cell_input(step, &l->decoder, y, "word-product"), i);
        Node *scores = scores_of(step, l, t.steps.states[i], t.steps.contexts[i], y);
        Node *p = t.steps.probabilities[i] = softmax_rows(g, scores);
        name_probabilities(step, task, scores, p);
        t.words[i] = before = task->target ? task->target[i] : largest_in_row(node_value(p), 0);
        ended = !task->target && before == end;
    }
    t.alignment = all_steps(g, t.steps.weights, t.length);
    t.taken = all_steps(g, t.steps.taken, t.length);
    return t;
}

/* ---- a translation as a whole ---- */

Translation translate_aligned(Scope s, const Model *translator, const TranslationTask *task)
{
    Translation t = translate(s, translator, task);
    if (t.alignment)
        defined(s, "alignment", "Alignment: what each output word looks at", "A", t.alignment);
    if (t.taken)
        named(s, "taken", "The one place that each output word takes", t.taken);
    return t;
}

Node *argmax_of_each(Graph *g, Node *const *matrices, int count)
{
    Node **places = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    for (int i = 0; i < count; i++)
        places[i] = argmax_rows(g, matrices[i]);
    return concat(g, places, count);
}

/* ---- seen by several alignment models ---- */

Node *compared_alignment(Scope s, const Model *translator, const TranslationTask *task,
                         const char *title)
{
    Translation t = translate(s, translator, task);
    if (t.taken)
        named(s, "weights", "The weights beside what is taken", t.alignment);
    return defined(s, "alignment", title, "A_{%d}", t.taken ? t.taken : t.alignment);
}

Node *named_looks(Scope s, const char *id, const char *title, Axis of, Node *const *matrices)
{
    Node *all = named(s, id, title, argmax_of_each(s.graph, matrices, of.count));
    return with_axes(s, all, (Axis){0}, axis_unquoted(of));
}

/* ---- as one of the models ---- */

static int write_words(const Model *translator, const TranslationTask *task, int *words)
{
    ENDED_BY(arena_end) Arena *arena = arena_new();
    Translation t = translate(scope_of(graph_new(arena)), translator, task);
    memcpy(words, t.words, (size_t)t.length * sizeof *words);
    return t.length;
}

const char *translator_described(Arena *arena, const Model *translator)
{
    const TranslatorSizes *z = translator->sizes;
    const char *layer = translator_has_layer(translator->kind->design)
                            ? arena_format(arena, ", %d in the alignment layer", z->alignment)
                            : "";
    return arena_format(arena, "embeddings of %d numbers, %d units%s", z->embedding, z->hidden,
                        layer);
}

static bool is_local(const void *design)
{
    const TranslatorDesign *d = design;
    return d->reach != REACH_GLOBAL;
}

const ModelField translator_fields[] = {
#include "model/translator_fields.list"
    {0},
};

/* Decay of the recurrent weights makes the state carry little, so that annotations must tell which
   word is where; decay of the output rewards sharp attention to one annotation.

   In the first part of training the alignment model decays too, which keeps it from settling on a
   neighbour of the right word while annotations are still changing. Afterwards the output decays
   faster, which sharpens the alignment. */
static const WeightDecay decays[] = {
#include "model/translator_decays.list"
    {0},
};

const ModelFamily translator_family = {
    .fields = translator_fields,
    .sizes_size = sizeof(TranslatorSizes),
    .recipe =
        {.steps = 8000, .batch = 32, .learning_rate = 5e-3, .early_part = 0.3, .decays = decays},
    .declare = declare,
    .described = translator_described,
    .predict = predict,
    .write = write_words,
};
