#include "model/translator.h"

#include "base/random.h"
#include "graph/ops.h"
#include "tensor/vector.h"

#include <math.h>
#include <string.h>

/* ---- kinds ---- */

const TranslatorKind translator_kinds[] = {
    {.name = "bahdanau",
     .source = "Bahdanau et al. 2015",
     .cell = CELL_GRU,
     .both_ways = true,
     .attends = true,
     .context_first = true,
     .score = SCORE_ADDITIVE},
    {.name = "bahdanau-rnn",
     .source = "Bahdanau et al. 2015",
     .cell = CELL_TANH,
     .both_ways = true,
     .attends = true,
     .context_first = true,
     .score = SCORE_ADDITIVE},
    {.name = "bahdanau-causal",
     .source = "Bahdanau et al. 2015",
     .cell = CELL_GRU,
     .attends = true,
     .context_first = true,
     .score = SCORE_ADDITIVE},
    {.name = "bahdanau-rnn-causal",
     .source = "Bahdanau et al. 2015",
     .cell = CELL_TANH,
     .attends = true,
     .context_first = true,
     .score = SCORE_ADDITIVE},
    {.name = "dot",
     .source = "Luong et al. 2015",
     .cell = CELL_GRU,
     .both_ways = true,
     .attends = true,
     .score = SCORE_DOT},
    {.name = "general",
     .source = "Luong et al. 2015",
     .cell = CELL_GRU,
     .both_ways = true,
     .attends = true,
     .score = SCORE_GENERAL},
    {.name = "concat",
     .source = "Luong et al. 2015",
     .cell = CELL_GRU,
     .both_ways = true,
     .attends = true,
     .score = SCORE_CONCAT},
    {.name = "local-m",
     .source = "Luong et al. 2015",
     .cell = CELL_GRU,
     .both_ways = true,
     .attends = true,
     .score = SCORE_GENERAL,
     .reach = REACH_MONOTONIC},
    {.name = "local-p",
     .source = "Luong et al. 2015",
     .cell = CELL_GRU,
     .both_ways = true,
     .attends = true,
     .score = SCORE_GENERAL,
     .reach = REACH_PREDICTIVE},
    {.name = "fixed",
     .source = "Cho et al. 2014",
     .cell = CELL_GRU,
     .both_ways = true,
     .context_first = true},
};
const int translator_kind_count = sizeof translator_kinds / sizeof *translator_kinds;

const TranslatorKind *translator_kind(const char *name)
{
    for (int i = 0; i < translator_kind_count; i++)
        if (strcmp(translator_kinds[i].name, name) == 0)
            return &translator_kinds[i];
    return NULL;
}

/* ---- tensors ---- */

static bool always(const TranslatorKind *kind)
{
    (void)kind;
    return true;
}

static bool gated(const TranslatorKind *kind)
{
    return kind->cell == CELL_GRU;
}

static bool both_ways(const TranslatorKind *kind)
{
    return kind->both_ways;
}

static bool gated_both_ways(const TranslatorKind *kind)
{
    return gated(kind) && both_ways(kind);
}

static bool context_first(const TranslatorKind *kind)
{
    return kind->context_first;
}

static bool context_last(const TranslatorKind *kind)
{
    return !kind->context_first;
}

static bool additive(const TranslatorKind *kind)
{
    return kind->attends && kind->score == SCORE_ADDITIVE;
}

static bool general(const TranslatorKind *kind)
{
    return kind->attends && kind->score == SCORE_GENERAL;
}

static bool concatenating(const TranslatorKind *kind)
{
    return kind->attends && kind->score == SCORE_CONCAT;
}

static bool squashing(const TranslatorKind *kind)
{
    return additive(kind) || concatenating(kind);
}

static bool predictive(const TranslatorKind *kind)
{
    return kind->attends && kind->reach == REACH_PREDICTIVE;
}

typedef enum Extent {
    ONE,
    SOURCE_WORDS,
    TARGET_WORDS,
    WORD,        /* e */
    STATE,       /* n */
    STATE_GATES, /* 2n */
    STATE_INPUT, /* 3n: both gates and the candidate; n of a plain cell */
    READING,     /* the same of one direction of the encoder, see halves */
    READING_GATES,
    READING_INPUT,
    LAYER,      /* a: the alignment model's */
    ANNOTATION, /* m: what is read in all directions */
    STATE_AND_ANNOTATION,
    STATE_ANNOTATION_AND_WORD,
    EXTENTS
} Extent;

/* The deviation that a tensor is drawn with. */
typedef enum Start { ZERO, UNIT, BY_ROWS, BY_COLUMNS } Start;

static const struct {
    const char *name;
    Extent rows, cols;
    Start start;
    bool (*used)(const TranslatorKind *kind);
} learned[TRANSLATOR_TENSORS] = {
    [LEARNS_SOURCE_WORDS] = {"source/E", SOURCE_WORDS, WORD, UNIT, always},
    [LEARNS_TARGET_WORDS] = {"target/E", TARGET_WORDS, WORD, UNIT, always},
    [LEARNS_FORWARD_W] = {"forward/W", WORD, READING_INPUT, BY_ROWS, always},
    [LEARNS_FORWARD_U] = {"forward/U", READING, READING, BY_ROWS, always},
    [LEARNS_FORWARD_U_GATES] = {"forward/U_zr", READING, READING_GATES, BY_ROWS, gated},
    [LEARNS_FORWARD_B] = {"forward/b", ONE, READING_INPUT, ZERO, always},
    [LEARNS_BACKWARD_W] = {"backward/W", WORD, READING_INPUT, BY_ROWS, both_ways},
    [LEARNS_BACKWARD_U] = {"backward/U", READING, READING, BY_ROWS, both_ways},
    [LEARNS_BACKWARD_U_GATES] = {"backward/U_zr", READING, READING_GATES, BY_ROWS, gated_both_ways},
    [LEARNS_BACKWARD_B] = {"backward/b", ONE, READING_INPUT, ZERO, both_ways},
    [LEARNS_FIRST_STATE] = {"decoder/W_s", STATE, STATE, BY_ROWS, context_first},
    [LEARNS_DECODER_W] = {"decoder/W", WORD, STATE_INPUT, BY_ROWS, always},
    [LEARNS_DECODER_U] = {"decoder/U", STATE, STATE, BY_ROWS, always},
    [LEARNS_DECODER_U_GATES] = {"decoder/U_zr", STATE, STATE_GATES, BY_ROWS, gated},
    [LEARNS_DECODER_B] = {"decoder/b", ONE, STATE_INPUT, ZERO, always},
    [LEARNS_DECODER_CONTEXT] = {"decoder/C", ANNOTATION, STATE_INPUT, BY_ROWS, context_first},
    [LEARNS_ADDITIVE_W_A] = {"additive/W_a", STATE, LAYER, BY_ROWS, additive},
    [LEARNS_GENERAL_W_A] = {"general/W_a", STATE, ANNOTATION, BY_ROWS, general},
    [LEARNS_CONCAT_W_A] = {"concat/W_a", STATE_AND_ANNOTATION, LAYER, BY_ROWS, concatenating},
    [LEARNS_U_A] = {"additive/U_a", ANNOTATION, LAYER, BY_ROWS, additive},
    [LEARNS_V_A] = {"alignment/v_a", ONE, LAYER, BY_COLUMNS, squashing},
    [LEARNS_W_P] = {"local/W_p", STATE, LAYER, BY_ROWS, predictive},
    [LEARNS_V_P] = {"local/v_p", ONE, LAYER, BY_COLUMNS, predictive},
    [LEARNS_OUTPUT] = {"output/W_o", STATE_ANNOTATION_AND_WORD, TARGET_WORDS, BY_ROWS,
                       context_first},
    [LEARNS_OUTPUT_B] = {"output/b_o", ONE, TARGET_WORDS, ZERO, context_first},
    [LEARNS_W_C] = {"output/W_c", STATE_AND_ANNOTATION, STATE, BY_ROWS, context_last},
    [LEARNS_W_S] = {"output/W_s", STATE, TARGET_WORDS, BY_ROWS, context_last},
};

const char *translator_tensor_name(int index)
{
    return learned[index].name;
}

/* Of one direction of the encoder. Bahdanau's decoder takes annotations of any length; of Luong's
   score `dot` a state and an annotation are equally long, and so they are of all his kinds: each
   direction reads with half as many units. */
static bool halves(const TranslatorKind *kind)
{
    return kind->both_ways && !kind->context_first;
}

bool translator_sizes_fit(const TranslatorKind *kind, TranslatorSizes sizes)
{
    return !halves(kind) || sizes.hidden % 2 == 0;
}

bool translator_tensor_shape(const TranslatorKind *kind, TranslatorSizes sizes, int index,
                             int *rows, int *cols)
{
    int n = sizes.hidden, reading = halves(kind) ? n / 2 : n;
    int m = kind->both_ways ? 2 * reading : reading, parts = gated(kind) ? 3 : 1;
    const int extents[EXTENTS] = {[ONE] = 1,
                                  [SOURCE_WORDS] = sizes.source_words,
                                  [TARGET_WORDS] = sizes.target_words,
                                  [WORD] = sizes.embedding,
                                  [STATE] = n,
                                  [STATE_GATES] = 2 * n,
                                  [STATE_INPUT] = parts * n,
                                  [READING] = reading,
                                  [READING_GATES] = 2 * reading,
                                  [READING_INPUT] = parts * reading,
                                  [LAYER] = sizes.alignment,
                                  [ANNOTATION] = m,
                                  [STATE_AND_ANNOTATION] = n + m,
                                  [STATE_ANNOTATION_AND_WORD] = n + m + sizes.embedding};
    *rows = extents[learned[index].rows];
    *cols = extents[learned[index].cols];
    return learned[index].used(kind);
}

Translator translator_zero(Arena *arena, const TranslatorKind *kind, TranslatorSizes sizes)
{
    CHECK(translator_sizes_fit(kind, sizes), "%d units in two directions", sizes.hidden);
    Translator t = {.kind = kind, .sizes = sizes, .origin = "zero"};
    int rows, cols;
    for (int i = 0; i < TRANSLATOR_TENSORS; i++)
        if (translator_tensor_shape(kind, sizes, i, &rows, &cols))
            t.tensors[i] = tensor_new(arena, rows, cols);
    return t;
}

static double first_deviation(Start start, Tensor t)
{
    switch (start) {
    case ZERO:
        return 0;
    case UNIT:
        return 1;
    case BY_ROWS:
        return 1 / sqrt(t.rows);
    case BY_COLUMNS:
        return 1 / sqrt(t.cols);
    }
    return 0;
}

Translator translator_random(Arena *arena, const TranslatorKind *kind, TranslatorSizes sizes,
                             uint64_t seed)
{
    Translator t = translator_zero(arena, kind, sizes);
    t.origin = "random, not learned";
    for (int i = 0; i < TRANSLATOR_TENSORS; i++) {
        Random random = random_named(seed, learned[i].name);
        double deviation = first_deviation(learned[i].start, t.tensors[i]);
        for (size_t k = 0; k < tensor_size(t.tensors[i]); k++)
            t.tensors[i].data[k] = (real)(deviation * random_normal(&random));
    }
    return t;
}

long translator_parameters(const Translator *translator)
{
    size_t sum = 0;
    for (int i = 0; i < TRANSLATOR_TENSORS; i++)
        sum += tensor_size(translator->tensors[i]);
    return (long)sum;
}

/* ---- nodes ---- */

static RecurrentCell cell_from(CellKind kind, Node *const *tensors)
{
    return (RecurrentCell){
        .kind = kind, .W = tensors[0], .U = tensors[1], .U_gates = tensors[2], .b = tensors[3]};
}

/* Of the three W_a a kind has at most one. */
static Aligner aligner_from(const Translator *t, Node *const *tensors)
{
    Node *W_a = tensors[LEARNS_ADDITIVE_W_A];
    W_a = W_a ? W_a : tensors[LEARNS_GENERAL_W_A];
    W_a = W_a ? W_a : tensors[LEARNS_CONCAT_W_A];
    return (Aligner){.score = t->kind->score,
                     .reach = t->kind->reach,
                     .window = t->sizes.window,
                     .W_a = W_a,
                     .U_a = tensors[LEARNS_U_A],
                     .v_a = tensors[LEARNS_V_A],
                     .W_p = tensors[LEARNS_W_P],
                     .v_p = tensors[LEARNS_V_P]};
}

TranslatorNodes translator_assembled(const Translator *translator, Node *const *tensors)
{
    TranslatorNodes nodes = {.translator = translator};
    CellKind cell = translator->kind->cell;
    memcpy(nodes.tensors, tensors, sizeof nodes.tensors);
    nodes.forward = cell_from(cell, tensors + LEARNS_FORWARD_W);
    nodes.backward = cell_from(cell, tensors + LEARNS_BACKWARD_W);
    nodes.decoder = cell_from(cell, tensors + LEARNS_DECODER_W);
    nodes.aligner = aligner_from(translator, tensors);
    return nodes;
}

TranslatorNodes translator_nodes(Graph *g, const Translator *translator, bool is_learned)
{
    Node *tensors[TRANSLATOR_TENSORS] = {0};
    for (int i = 0; i < TRANSLATOR_TENSORS; i++)
        if (translator->tensors[i].data)
            tensors[i] =
                (is_learned ? parameter : constant)(g, translator->tensors[i], translator->origin);
    return translator_assembled(translator, tensors);
}

/* ---- reading ---- */

/* The state that each direction ends in, [h→_T ; h←₁]. */
static Node *ends_of(Graph *g, const Encoding *e)
{
    Node *forward = e->forward[e->length - 1].state;
    return e->backward ? concat(g, (Node *[]){forward, e->backward[0].state}, 2) : forward;
}

SourceReading read_source(Graph *g, const TranslatorNodes *nodes, const int *words, int length,
                          int sentences)
{
    const TranslatorKind *kind = nodes->translator->kind;
    SourceReading s;
    s.embeddings = gather(g, nodes->tensors[LEARNS_SOURCE_WORDS], words, length * sentences);
    s.encoding = encode(g, &nodes->forward, kind->both_ways ? &nodes->backward : NULL, s.embeddings,
                        sentences);
    s.keys = (AlignmentKeys){0};
    if (kind->attends)
        s.keys = alignment_keys(g, &nodes->aligner, s.encoding.annotations);
    Node *ends = ends_of(g, &s.encoding);
    s.summary = kind->attends ? NULL : ends;
    s.first_state = ends;
    if (kind->context_first) {
        Node *read_last = kind->both_ways ? s.encoding.backward[0].state : ends;
        s.first_state = tanh_of(g, matmul(g, read_last, nodes->tensors[LEARNS_FIRST_STATE]));
    }
    return s;
}

/* ---- one step ---- */

static void attend(Graph *g, const TranslatorNodes *nodes, const SourceReading *source, Node *query,
                   int word, DecoderStep *step)
{
    step->context = source->summary;
    if (!step->context) {
        step->alignment = align(g, &nodes->aligner, &source->keys, query, word);
        step->context = step->alignment.context;
    }
}

/* Word number `word` from the state before it; `input` is y_i−1 W + b. */
static DecoderStep decoder_step(Graph *g, const TranslatorNodes *nodes, const SourceReading *source,
                                Node *previous, Node *input, int word)
{
    DecoderStep step = {0};
    if (nodes->translator->kind->context_first) {
        attend(g, nodes, source, previous, word, &step);
        step.context_input = matmul(g, step.context, nodes->tensors[LEARNS_DECODER_CONTEXT]);
        step.cell = cell_step(g, &nodes->decoder, add(g, input, step.context_input), previous);
    } else {
        step.cell = cell_step(g, &nodes->decoder, input, previous);
        attend(g, nodes, source, step.cell.state, word, &step);
    }
    return step;
}

static Readout read_out(Graph *g, const TranslatorNodes *nodes, Node *states, Node *contexts,
                        Node *embeddings)
{
    Node *const *tensors = nodes->tensors;
    Readout r = {0};
    if (nodes->translator->kind->context_first) {
        r.joined = concat(g, (Node *[]){states, contexts, embeddings}, 3);
        r.scores =
            add_row(g, matmul(g, r.joined, tensors[LEARNS_OUTPUT]), tensors[LEARNS_OUTPUT_B]);
    } else {
        r.joined = concat(g, (Node *[]){contexts, states}, 2);
        r.attentional = tanh_of(g, matmul(g, r.joined, tensors[LEARNS_W_C]));
        r.scores = matmul(g, r.attentional, tensors[LEARNS_W_S]);
    }
    return r;
}

/* ---- training ---- */

/* The word before each: the end before the first. */
static const int *words_before(Arena *arena, const SentencePairs *pairs, int end)
{
    int first = pairs->sentences, count = pairs->target_length * pairs->sentences;
    int *words = arena_alloc(arena, (size_t)count, sizeof *words);
    for (int i = 0; i < count; i++)
        words[i] = i < first ? end : pairs->target[i - first];
    return words;
}

static Readout read_out_steps(Graph *g, const TranslatorNodes *nodes, const DecoderStep *steps,
                              int count, Node *embeddings)
{
    Node **states = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    Node **contexts = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    for (int i = 0; i < count; i++) {
        states[i] = steps[i].cell.state;
        contexts[i] = steps[i].context;
    }
    return read_out(g, nodes, stack(g, states, count), stack(g, contexts, count), embeddings);
}

ForcedDecoding decode_forced(Graph *g, const TranslatorNodes *nodes, const SentencePairs *pairs)
{
    int sentences = pairs->sentences, length = pairs->target_length, count = length * sentences;
    ForcedDecoding d;
    d.source = read_source(g, nodes, pairs->source, pairs->source_length, sentences);
    const int *before = words_before(g->arena, pairs, nodes->translator->end);
    d.embeddings = gather(g, nodes->tensors[LEARNS_TARGET_WORDS], before, count);
    Node *inputs = cell_input(g, &nodes->decoder, d.embeddings);
    Node *state = d.source.first_state;
    d.steps = arena_alloc(g->arena, (size_t)length, sizeof *d.steps);
    for (int i = 0; i < length; i++) {
        d.steps[i] = decoder_step(g, nodes, &d.source, state, place_of(g, inputs, i, sentences), i);
        state = d.steps[i].cell.state;
    }
    d.readout = read_out_steps(g, nodes, d.steps, length, d.embeddings);
    double *weights = arena_alloc(g->arena, (size_t)count, sizeof *weights);
    for (int i = 0; i < count; i++)
        weights[i] = pairs->weight;
    d.loss = cross_entropy(g, d.readout.scores, pairs->target, weights);
    return d;
}

/* ---- translating one sentence ---- */

/* Word number `index` after the word `before`. */
static TranslatedWord next_word(Graph *g, const TranslatorNodes *nodes, const SourceReading *source,
                                Node *state, int before, int index)
{
    int *row = arena_alloc(g->arena, 1, sizeof *row);
    *row = before;
    TranslatedWord w = {.embedding = gather(g, nodes->tensors[LEARNS_TARGET_WORDS], row, 1)};
    Node *input = cell_input(g, &nodes->decoder, w.embedding);
    w.step = decoder_step(g, nodes, source, state, input, index);
    w.readout = read_out(g, nodes, w.step.cell.state, w.step.context, w.embedding);
    w.probabilities = softmax_rows(g, w.readout.scores);
    w.word = largest_in_row(w.probabilities->value, 0);
    return w;
}

Translation translate(Graph *g, const TranslatorNodes *nodes, const int *words, int length,
                      int longest, const int *asked)
{
    int end = nodes->translator->end, before = end;
    Translation t = {.source = read_source(g, nodes, words, length, 1)};
    t.words = arena_alloc(g->arena, (size_t)longest, sizeof *t.words);
    Node *state = t.source.first_state;
    for (bool ended = false; t.length < longest && !ended; t.length++) {
        TranslatedWord *w = &t.words[t.length];
        *w = next_word(g, nodes, &t.source, state, before, t.length);
        w->word = asked ? asked[t.length] : w->word;
        state = w->step.cell.state;
        before = w->word;
        ended = !asked && before == end;
    }
    return t;
}
