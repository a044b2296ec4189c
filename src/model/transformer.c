#include "model/studies.h"

/* ---- either side ---- */

static const struct {
    const char *words, *of_words, *axis, *E, *X;
    const char *stack, *of_stack, *layer, *of_layer, *output;
} called[CODERS] = {
#include "model/transformer_sides.list"
};

static void *declare(Scope s, const Model *transformer)
{
    const TransformerSizes *z = transformer->sizes;
    const int words[CODERS] = {z->source_words, z->target_words},
              counts[CODERS] = {z->encoder_layers, z->decoder_layers};
    if (z->d_model % z->heads != 0)
        fail("%d columns of source/E cannot be split among %d heads", z->d_model, z->heads);
    TransformerParameters all = {z, transformer->end, s.graph->parameters, {{0}}};
    TransformerParameters *p = arena_copy(s.graph->arena, &all, sizeof all);
    for (Coder i = ENCODER; i < CODERS; i++)
        p->sides[i].E = learned(within(s, called[i].words, "", 0), "E", NULL, words[i], z->d_model,
                                START_BY_COLUMNS);
    for (Coder i = ENCODER; i < CODERS && z->norm == NORM_PRE; i++)
        p->sides[i].norm = norm_learned(within(s, called[i].stack, "", 0), z);
    for (Coder i = ENCODER; i < CODERS; i++) {
        SideParameters *side = &p->sides[i];
        side->layer_count = counts[i];
        side->layers = arena_alloc(s.graph->arena, (size_t)counts[i], sizeof *side->layers);
        for (int l = 0; l < counts[i]; l++)
            side->layers[l] = layer_learned(within(s, called[i].layer, "", l + 1), z, i == DECODER);
    }
    return p;
}

/* √d·E[words] + PE, positions restarting with each sentence. */
static Node *embed(Scope s, Coder side, const TransformerParameters *p, const WordsRead *read,
                   Axis rows)
{
    Graph *g = s.graph;
    Node *E = p->sides[side].E;
    int d = cols_of(E);
    given(s, "E", "Vectors of all words", called[side].E,
          label_axis("word", read->vocabulary, rows_of(E)), feature_axis(g, d), E);
    Node *rows_of_E = gather(g, E, read->words, read->length * read->sentences);
    Node *words = named(s, "words", "Words as vectors", multiply_by_root(g, rows_of_E, d));
    with_axes(s, words, rows, (Axis){0});
    Node *PE = defined(s, "positional", "Positional encoding", "PE",
                       sinusoids(g, read->length, d, p->sizes->variation.base));
    with_axes(s, PE, rows, (Axis){0});
    return defined(s, "input", "Words in their places", called[side].X, add_row(g, words, PE));
}

/* The mask that hides the source's padding from each word of a side; NULL without padding. */
static Node *padding_mask(Scope s, const WordsRead *source, Axis rows)
{
    int n = rows.count;
    if (!source->padding)
        return NULL;
    Tensor mask = tensor_new(s.graph->arena, n * source->sentences, source->length);
    for (int i = 0; i < source->sentences; i++)
        hide_outside(tensor_rows(mask, i * n, n), 0,
                     (Window){INT_MAX, INT_MAX, source->padding[i]});
    return given_mask(s, "padding-mask", "The mask of the padding", rows,
                      label_axis(called[ENCODER].axis, source->labels, source->length),
                      constant(s.graph, mask, "padding is hidden"));
}

/* The output of the last layer: of the encoder, or of the decoder if given a memory. */
static Node *run_side(Scope s, Coder side, const TransformerParameters *p, Node *memory,
                      const WordsRead *source, const WordsRead *read)
{
    const SideParameters *own = &p->sides[side];
    Scope words = within(s, called[side].words, called[side].of_words, 0);
    Axis rows = label_axis(called[side].axis, read->labels, read->length);
    Node *x = embed(words, side, p, read, rows);
    Node *causal = memory ? causal_mask(words, "The mask of its self-attention", rows, rows) : NULL;
    Node *hidden = padding_mask(words, source, rows);
    for (int l = 0; l < own->layer_count; l++)
        x = transformer_layer(within(s, called[side].layer, called[side].of_layer, l + 1),
                              &own->layers[l], read->sentences, x, memory ? causal : hidden, memory,
                              hidden);
    Scope stack = within(s, called[side].stack, called[side].of_stack, 0);
    if (own->norm.gain)
        x = norm_with(within(stack, "norm", ", last layer norm", 0), &own->norm, x);
    return with_symbol(s, x, called[side].output, 0);
}

Node *transformer_encode(Scope s, const TransformerParameters *p, const WordsRead *source)
{
    return run_side(s, ENCODER, p, NULL, source, source);
}

Node *transformer_decode(Scope s, const TransformerParameters *p, Node *memory,
                         const WordsRead *source, const WordsRead *read)
{
    Node *states = run_side(s, DECODER, p, memory, source, read);
    return matmul_transposed(s.graph, states, p->sides[DECODER].E);
}

/* ---- many sentences ---- */

/* Transposes words[t·G + g] (time-major) to sentence-major. */
static int *by_sentence(Arena *arena, const int *words, int length, int sentences)
{
    int *out = arena_alloc(arena, (size_t)(length * sentences), sizeof *out);
    for (int g = 0; g < sentences; g++)
        for (int t = 0; t < length; t++)
            out[g * length + t] = words[t * sentences + g];
    return out;
}

/* There is no single alignment: several heads and layers, none trained to align. */
static Predictions predict(Graph *g, const Model *model, const SentencePairs *pairs, bool learns)
{
    Arena *arena = g->arena;
    const TransformerParameters *p = model_in(scope_of(g), model, learns);
    int sentences = pairs->sentences, length = pairs->target_length;
    WordsRead source = {.length = pairs->source_length, .sentences = sentences};
    WordsRead before = {.length = length, .sentences = sentences};
    source.words = by_sentence(arena, pairs->source, pairs->source_length, sentences);
    before.words = by_sentence(arena, words_before(arena, pairs->target, length, sentences, p->end),
                               length, sentences);
    Node *memory = transformer_encode(scope_of(g), p, &source);
    return (Predictions){.scores = transformer_decode(scope_of(g), p, memory, &source, &before),
                         .words = by_sentence(arena, pairs->target, length, sentences)};
}

/* ---- translating one sentence ---- */

static void name_output(Scope s, const TransformerTranslation *t, const TranslationTask *task)
{
    Scope output = within(s, "output", "", 0);
    /* the columns are the vocabulary: too many to draw */
    Axis next = {.name = "next word", .count = cols_of(t->scores), .labels = task->vocabulary};
    named(output, "scores", "Scores of the word after each", t->scores);
    with_axes(output, t->scores, (Axis){0}, next);
    defined(output, "probabilities", "Probabilities of the word after each", "p", t->probabilities);
    for (int i = 0; i < task->target_length; i++) {
        Scope step = within(s, "step-%d", " at step %d", i + 1);
        likely_words(step, row_range(s.graph, t->probabilities, i, 1), "words", task);
    }
}

static WordsRead source_read(const TranslationTask *task)
{
    const int *padding = task->source_padding ? &task->source_padding : NULL;
    return (WordsRead){task->source_length,    1, task->source, padding, task->source_labels,
                       task->source_vocabulary};
}

TransformerTranslation transformer_translate(Scope s, const TransformerParameters *p,
                                             const TranslationTask *task)
{
    int length = task->target_length;
    const int *words = words_before(s.graph->arena, task->target, length, 1, p->end);
    WordsRead before = {length, 1, words, NULL, task->read_labels, task->vocabulary};
    WordsRead source = source_read(task);
    TransformerTranslation t;
    t.memory = transformer_encode(s, p, &source);
    t.scores = transformer_decode(s, p, t.memory, &source, &before);
    t.probabilities = softmax_rows(s.graph, t.scores);
    if (has_names(s)) {
        name_output(s, &t, task);
        /* Of the last layer, which produces the words. */
        Scope last = within(s, "decoder-%d", "", p->sizes->decoder_layers);
        Node *mean = node_within(last, "cross/mean");
        named(s, "alignment", "Alignment: where the source is looked at for each output word",
              mean);
        with_axes(s, mean, label_axis("output word", task->target_labels, length), (Axis){0});
    }
    return t;
}

/* ---- a batch: the effect of padding ---- */

void transformer_batch(Scope s, const TransformerParameters *p, const TranslationTask *tasks,
                       int count)
{
    static const char *const measures[] = {"most probable", "probability", "padding counted"};
    Graph *g = s.graph;
    Node **rows = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    for (int i = 0; i < count; i++) {
        int n = tasks[i].target_length - tasks[i].target_padding;
        Scope sentence = within(s, "sentence-%d", " of sentence %d", i + 1);
        Node *p_of_all = transformer_translate(sentence, p, &tasks[i]).probabilities;
        Node *padded = with_symbol(s, pick(g, p_of_all, tasks[i].target), "p_{padded}", 0);
        Node *words = with_symbol(s, row_range(g, padded, 0, n), "p_{words}", 0);
        Node *most = row_range(g, largest_of_rows(g, p_of_all), 0, n);
        Node *of[COUNT_OF(measures)] = {agreement(g, with_symbol(s, most, "p_{most}", 0), words),
                                        row_mean(g, transpose(g, words)),
                                        row_mean(g, transpose(g, padded))};
        rows[i] = with_symbol(s, concat(g, of, COUNT_OF(measures)), "b_{%d}", i + 1);
    }
    Node *all = stack(g, rows, count);
    named(s, "batch/sentences", "The words of each sentence, in the batch", all);
    with_axes(s, all, number_axis(g, "sentence", 1, count),
              label_axis("measure", measures, COUNT_OF(measures)));
}

/* ---- as one of the models ---- */

/* Greedy decoding: with the causal mask the last row of logits is the next word's. */
static int write_words(const Model *transformer, const TranslationTask *task, int *words)
{
    int end = transformer->end, longest = task->target_length, count = 0;
    ENDED_BY(arena_end) Arena *kept = arena_new(), *step = arena_new();
    Graph *g = graph_new(kept);
    const TransformerParameters *p = model_in(scope_of(g), transformer, false);
    WordsRead source = source_read(task), read = {.sentences = 1};
    Node *memory = transformer_encode(scope_of(g), p, &source);
    int *before = arena_alloc(kept, (size_t)longest, sizeof *before);
    read.words = before;
    for (int word = end; count < longest && (count == 0 || word != end); count++) {
        arena_reset(step);
        before[count] = word;
        read.length = count + 1;
        Scope s = scope_of(graph_new(step));
        Tensor scores = node_value(transformer_decode(s, p, memory, &source, &read));
        words[count] = word = largest_in_row(scores, count);
    }
    return count;
}

static const char *described(Arena *arena, const Model *transformer)
{
    const TransformerSizes *z = transformer->sizes;
    return arena_format(arena,
                        "%d encoder and %d decoder layer%s, norms: %s, d_model %d, %d head%s, "
                        "feed-forward layers of %d",
                        z->encoder_layers, z->decoder_layers, plural(z->decoder_layers),
                        norm_place_names[z->norm], z->d_model, z->heads, plural(z->heads), z->ffn);
}

static const ModelField fields[] = {
#include "model/transformer_fields.list"
    {0},
};

/* Weight decay for matrices; none for biases and gains. */
static const WeightDecay decays[] = {{"*/b*", 0, 0}, {"*/gain", 0, 0}, {"*", 0.3, 0.3}, {0}};

const ModelFamily transformer_family = {
    .fields = fields,
    .sizes_size = sizeof(TransformerSizes),
    .recipe = {.steps = 8000, .warm_up = 200, .batch = 64, .learning_rate = 3e-3, .decays = decays},
    .declare = declare,
    .described = described,
    .predict = predict,
    .write = write_words};
