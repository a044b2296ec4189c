/* Trainable models. On sentence pairs: the translators and the transformer. On single sentences:
 * language models, which see a sentence as both sides of a pair, and the context model (masked
 * words), whose pair-specific members are NULL. Each has its part below.
 *
 * Everything specific to a model is in its row of kinds.list and in the functions and tables of its
 * family. Initialising, loading, training, scoring and saving are shared: a new model is one file
 * with a ModelFamily, and one row.
 *
 * A Model is a value; what it points to lives in the arena it was made in. */
#pragma once

#include "model/layers.h"

/* ---- configuration ---- */

/* Where a model file stores a size: in its metadata, or as the rows or columns of a tensor. */
typedef enum FieldSource { FROM_METADATA, FROM_ROWS, FROM_COLS } FieldSource;

/* Upper bounds for files and options; a GRU's 3 · MOST_UNITS columns fit in an int. */
enum { MOST_MODEL_WORDS = 1 << 24, MOST_UNITS = 1 << 16, MOST_LAYERS = 100, MOST_WINDOW = 1000 };

/* An integer of a family's sizes struct ("TransformerSizes"). */
typedef struct ModelField {
    const char *name;                    /* "encoder layers", in files too; NULL ends a table */
    size_t at;                           /* offset of its int in the struct */
    int most;                            /* 1 … most; a choice is 0 … most − 1 */
    FieldSource source;                  /* FROM_METADATA by default */
    const char *tensors[3];              /* the first of these that the model has gives the size */
    const char *const *choices;          /* names written instead of numbers, or NULL */
    bool (*is_used)(const void *design); /* NULL: always. Unused fields may be missing in a file */
} ModelField;

/* ---- recipe ---- */

/* Decoupled weight decay: each step subtracts rate · decay · θ. For parameters whose names match
   (id_matches, trace/trace.h); the first matching row counts. */
typedef struct WeightDecay {
    const char *names;  /* NULL ends a table */
    double early, late; /* during early_part of the steps, and after it */
} WeightDecay;

/* Gradients are clipped to this global norm. */
enum { CLIP_NORM = 1 };

/* How a model is trained. The learning rate rises linearly during the warm-up, then falls linearly
   to 0. */
typedef struct ModelRecipe {
    int steps, warm_up;   /* the last warm-up step has the peak rate */
    int batch;            /* batch size: sentences or sentence pairs */
    double learning_rate; /* the peak, of Adam */
    double early_part;    /* the fraction of steps with the early weight decay */
    const WeightDecay *decays;
} ModelRecipe;

/* ---- batches ---- */

/* A batch of sentence pairs with one source length and one target length. */
typedef struct SentencePairs {
    int sentences;                    /* G */
    int source_length, target_length; /* T and L; L includes the end, if there is one */
    const int *source;                /* source[t·G + g] */
    const int *target; /* target[i·G + g], the end last (none for a cloze), no start symbol */
    double weight;     /* of each target word's −log p in the loss */
} SentencePairs;

/* A model's predictions with teacher forcing. */
typedef struct Predictions {
    Node *scores;     /* logits of the next word [L·G,target words]; ties: the first */
    const int *words; /* the true word of each row */
    Node *weights;    /* alignment α [L·G,T]; NULL during training, or if there is no single one
                         (several heads) */
} Predictions;

/* ---- translating one sentence ---- */

/* What to translate, and how. Nothing is copied. */
typedef struct TranslationTask {
    const int *source; /* word indices */
    int source_length;
    int source_padding, target_padding; /* trailing padding words, if the target is given */
    const int *target; /* the words to feed (teacher forcing), all of them; NULL: greedy decoding up
                          to the end */
    int target_length; /* of target, or the maximum for greedy decoding */
    Taking taking;     /* how a translator's attention makes its contexts */
    uint64_t seed;     /* of TAKE_DRAWN */
    /* Only for a graph with names, where the target is given. */
    int likely;    /* how many of the most probable words to list per position */
    bool is_cloze; /* predict each word from both sides instead of the next word */
    /* Labels of the source words, of the target words, and of the word read before each target
       word. */
    const char *const *source_labels, *const *target_labels, *const *read_labels;
    const char *const *source_vocabulary, *const *vocabulary; /* of the target */
} TranslationTask;

/* ---- kinds ---- */

struct Model;

typedef struct ModelFamily {
    const ModelField *fields; /* in the order of the file's metadata */
    size_t sizes_size;        /* sizeof its sizes struct */
    ModelRecipe recipe;
    bool predicts_source; /* a language model: source and target of a pair are the same */
    /* Declares the parameters; returns their nodes in a struct private to the family, in the
       graph's arena. Fails if the sizes do not fit each other. */
    void *(*declare)(Scope s, const struct Model *model);
    /* The sizes as text for a recipe: "…, 32 units". */
    const char *(*described)(Arena *arena, const struct Model *model);
    /* The forward pass over a batch, with gradients if is_learning. The arrays in `pairs` are not
       copied. */
    Predictions (*predict)(Graph *g, const struct Model *model, const SentencePairs *pairs,
                           bool is_learning);
    /* Greedy decoding (ties: the first) until the end or task->target_length words, the room in
       `words`; returns how many. Frees its graph. NULL if the model does not generate. */
    int (*write)(const struct Model *model, const TranslationTask *task, int *words);
} ModelFamily;

typedef struct ModelKind {
    const char *name;  /* "bahdanau" */
    const char *paper; /* "Bahdanau et al. 2015" */
    const ModelFamily *family;
    const void *design; /* its variant within the family, or NULL */
    const void *sizes;  /* default sizes, without those of the vocabularies */
} ModelKind;

/* NAME_family, of each row of model/kinds.list. */
#define KIND(name, paper, family, ...) extern const ModelFamily family##_family;
#include "model/kinds.list"

/* All models: translators (Bahdanau's first), language models, the transformer. */
extern const ModelKind model_kinds[];
extern const int model_kind_count;

/* NULL if there is no kind of that name. */
const ModelKind *model_kind(const char *name);

/* Whether it is a cloze: it predicts each word from the words on both sides, and no end. */
bool kind_is_cloze(const ModelKind *kind);

/* Whether a kind uses a field. */
bool field_is_used(const ModelKind *kind, const ModelField *field);

/* The address of a field's int in a sizes struct. */
int *field_in(void *sizes, const ModelField *field);

/* ---- models ---- */

typedef struct Model {
    const ModelKind *kind;
    void *sizes; /* the family's sizes struct */
    Parameters *parameters;
    int end;                /* the target word that ends a sentence; also the start symbol */
    Lexicon source, target; /* vocabularies as large as its sizes say; empty if unnamed */
    const char *corpus, *recipe, *score; /* metadata about its training, or NULL */
} Model;

/* A copy of `sizes` (NULL: the kind's defaults) with these vocabulary sizes. */
void *model_sizes(Arena *arena, const ModelKind *kind, const void *sizes, int sources, int targets);

/* A size by its field name: "source words". */
int model_size(const Model *model, const char *field);

/* Parameters are declared, but have no values yet. The sizes are copied. */
Model model_new(Arena *arena, const ModelKind *kind, const void *sizes);

/* With randomly initialised parameters: see Start in graph/names.h. */
Model model_random(Arena *arena, const ModelKind *kind, const void *sizes, uint64_t seed);

/* The parameters as nodes of the scope's graph, in the family's private struct. Graphs of several
   threads can share a model: values are not copied. */
void *model_in(Scope s, const Model *model, bool is_learning);

/* ---- the next word ---- */

/* The decoder's inputs for teacher forcing: the targets shifted right by one word, with `end`
   first. Same layout as `target`. */
int *words_before(Arena *arena, const int *target, int length, int sentences, int end);

/* weight · Σ −log p of the true words [1,1], summed in row order. */
Node *predictions_loss(Graph *g, Predictions p, double weight);

/* ---- names ---- */

/* The scope of output word `index` (from 0). `labels` may be NULL in a graph without names. */
Scope step_scope(Scope s, const char *const *labels, int index);

/* Names "probabilities" [1,v] of a word's scores, their axes, and the task's likely words. */
void name_probabilities(Scope s, const TranslationTask *task, Node *scores, Node *probabilities);

/* "right": the probability of each of the first `count` target words [count,1]. */
Node *right_words(Scope s, const TranslationTask *task, Node *const *probabilities, int count);

/* "compared": the same of two models, without and with attention [count,2]. */
void right_beside(Scope s, Node *without, Node *with);

/* The task->likely largest of probabilities [1,v], descending [count,1], named "words". called:
   "words", or "tokens", in the title. */
Node *likely_words(Scope s, Node *probabilities, const char *called, const TranslationTask *task);

/* ==== translator ====
 *
 * Recurrent translators: an encoder, attention and a decoder over word embeddings.
 *
 * Bahdanau et al. 2015: the previous state is the query, and the context enters the new state.
 *
 *     c_i = attention(s_i−1, h)    s_i = GRU(s_i−1, [y_i−1 ; c_i])    s_0 = tanh(W_s h←_1)
 *     scores of the next word = [s_i ; c_i ; y_i−1] W_o + b_o
 *
 * The output is linear instead of the paper's maxout of U_o s + V_o y + C_o c, so that a logit is
 * the sum of contributions of state, context and previous word, which can be shown.
 *
 * Luong et al. 2015: the new state is the query, and the context enters the output only.
 *
 *     s_i = GRU(s_i−1, y_i−1)      c_i = attention(s_i, h)            s_0 = [h→_T ; h←_1]
 *     h̃_i = tanh([c_i ; s_i] W_c)    scores of the next word = h̃_i W_s        eq. 5, 6
 *
 * without input feeding, and with a bidirectional encoder, as Bahdanau's.
 *
 * Without attention (Cho et al. 2014) it is Bahdanau's decoder with the constant context [h→_T ;
 * h←_1]: the bottleneck, with nothing else changed.
 *
 * Bahdanau's also comes with plain cells (-rnn), and with a unidirectional encoder (-causal), whose
 * annotations do not see later words, and which aligns less well.
 *
 * The same functions train on a batch of G sentences and trace a single one (rows: see recurrent in
 * model/layers.h). The graph owns nodes, the caller's arena parameters. In a graph with names
 * (graph/names.h) intermediate results are found by path:
 *
 *     source   encoder/…   annotations   keys   decoder/first-state-sum
 *     step-i/query   …   step-i/probabilities   step-i/words
 *
 * Initialisation: embeddings N(0, 1), matrices N(0, 1/rows), vₐ and v_p N(0, 1/a), biases 0.
 * Predictions have word i of sentence g in row i·G + g.
 */

typedef struct TranslatorDesign {
    CellKind cell;  /* of encoder and decoder */
    bool attends;   /* else one constant context */
    bool both_ways; /* bidirectional encoder */
    Score score;    /* additive: Bahdanau's decoder; others: Luong's */
    Reach reach;
} TranslatorDesign;

typedef struct TranslatorSizes {
    int source_words, target_words;
    int embedding; /* features of a word embedding */
    int hidden;    /* units of the decoder's state and of each encoder direction; with Luong's
                      decoder half as many per direction, for annotations as long as states */
    int alignment; /* units of the alignment model's layer */
    int window;    /* D of local attention; unused otherwise */
} TranslatorSizes;

/* Shared with the language models, which have the same design and sizes structs. */
extern const ModelField translator_fields[];
const char *translator_described(Arena *arena, const Model *translator);

/* Whether a design's alignment model has a hidden layer. */
bool translator_has_layer(const void *design);

/* ---- translating one sentence ---- */

/* Results of each step: s_i, c_i, … at index i − 1, or NULL. */
typedef struct Decoding {
    Node **states, **contexts; /* [G,n] [G,m] */
    Node **weights, **taken;   /* of the alignment [G,T]; or NULL */
    Node **probabilities;      /* of all target words [1,v]; only for a single sentence */
} Decoding;

typedef struct Translation {
    const Parameters *learned; /* with nodes in this graph */
    const struct LearnedTranslator *translator;
    Encoding encoding;
    AlignmentKeys keys; /* unused without attention */
    Node *summary;      /* the constant context [G,m] without attention, else NULL */
    Node *first_state;  /* s_0 [G,n] */
    int length;         /* number of words, including the end if it was reached */
    int *words;
    Decoding steps;
    Node *alignment, *taken; /* of all steps [L,T], for a single sentence; or NULL */
} Translation;

/* Translates word by word: greedily, or with the task's target. */
Translation translate(Scope s, const Model *translator, const TranslationTask *task);

/* The same, and names the weights of all steps "alignment" (if it attends), and "taken" for hard
   attention. */
Translation translate_aligned(Scope s, const Model *translator, const TranslationTask *task);

/* argmax of each row of each matrix [L,T], counted from 1, 0 for a row without one: [L,count], a
   column per matrix. */
Node *argmax_of_each(Graph *g, Node *const *matrices, int count);

/* The same, named; `of` is the axis of columns. */
Node *named_looks(Scope s, const char *id, const char *title, Axis of, Node *const *matrices);

/* ---- several alignment models compared ---- */

/* Translates with one of them; returns its [L,T] "alignment": the weights or, for hard attention,
   what it takes, with "weights" named separately. The symbol has the scope's number. */
Node *compared_alignment(Scope s, const Model *translator, const TranslationTask *task,
                         const char *title);

/* ---- language models ---- */

/* Recurrent language models.
 *
 *     h_t = cell(h_t−1, x_t)                y_t = softmax([h_t ; c_t] W_o + b_o)
 *
 * x_1 embeds </s>, the start symbol, so h_t has read the words before word t, and y_t is the
 * distribution of word t.      Elman 1990; Mikolov et al. 2010
 *
 * With attention the state is the query and earlier states are the keys; else there is no c_t.
 *                                                  Daniluk et al. 2017; Salton et al. 2017
 *
 *     e_tj = v_aᵀ tanh(W_a h_t + U_a h_j)   α_t = softmax(e_t)   c_t = Σ_j α_tj h_j       j < t
 *
 * There is no state before the first: c_1 = 0.
 *
 * A bidirectional encoder would see the word it predicts, so that model is a cloze: each word in
 * turn is predicted from the forward state before it and the backward state after it. The sentence
 * has T words and no end; it is encoded as a translator's source.
 *                                                                        Melamud et al. 2016
 *     q_t = [h→_t−1 ; h←_t+1]               y_t = softmax([q_t ; c_t] W_o + b_o)
 *
 * With attention q_t is the query; the keys are the states that have not read word t: h→_j for j <
 * t, h←_j for j > t.
 *
 * Batched as in recurrent (model/layers.h). Sentences are the targets of pairs; the sources are
 * ignored.
 *
 * Uses TranslatorDesign (cell, attends, both_ways) and TranslatorSizes (one vocabulary, embedding,
 * hidden, alignment). Predictions have word t of sentence g in row t·G + g. Pairs and tasks of a
 * cloze have no end. */

/* Reads a task's target, in a graph with names:

       inputs   step-t/…   …/state   states   keys     as the recurrence has them
       encoder/…   step-t/sides   step-t/beside        both ways
       step-t/query   …   step-t/context               as the alignment has them
       step-t/scores   step-t/probabilities   step-t/words
       alignment [L,L]
       right

   Returns "right", the probability of each word [L,1]. */
Node *language_read(Scope s, const Model *model, const TranslationTask *task);

/* ==== transformer ====
 *
 * The transformer: Vaswani et al. 2017, "Attention is all you need".
 *
 *     X = √d·E[words] + PE             of either side; the layers are in model/layers.h
 *     memory = encoder layers(X)
 *     states = decoder layers(Y, memory)
 *     scores of the next word = states E_targetᵀ
 *
 * Target embeddings and output projection are tied (§3.4); the source language has its own
 * embeddings. With pre-norm the residual stream grows from layer to layer, so each side ends with
 * one more norm.
 *
 * The same functions train on a batch and trace a single sentence. The graph owns nodes, found by
 * name (listed in trace/traces.h).
 *
 * The parameters are "source/E", …, "decoder-2/norm-3/bias". Initialisation: embeddings N(0, 1/d),
 * matrices N(0, 1/rows), gains 1, biases 0. Predictions are sentence-major: word i of sentence g in
 * row g·L + i.
 */

/* ---- in a graph ---- */

/* The encoder reads the source, the decoder the target so far. */
typedef enum Coder { ENCODER, DECODER, CODERS } Coder;

typedef struct SideParameters {
    Node *E;             /* embeddings [words,d] */
    NormParameters norm; /* the final norm of NORM_PRE */
    int layer_count;
    LayerParameters *layers;
} SideParameters;

/* What model_in gives. */
typedef struct TransformerParameters {
    const TransformerSizes *sizes;
    int end;
    const Parameters *learned; /* the parameters with their nodes, in order */
    SideParameters sides[CODERS];
} TransformerParameters;

/* The input of one side: a batch of equal or padded length. */
typedef struct WordsRead {
    int length, sentences;
    const int *words; /* words[g·length + t]: word t of sentence g; not copied */
    /* Source only: number of trailing padding words of each sentence, which are masked; NULL:
       none. */
    const int *padding;
    /* Only in a graph with names: labels of the sentence's words, and of the whole vocabulary. */
    const char *const *labels, *const *vocabulary;
} WordsRead;

/* Returns the memory [length·sentences,d]. */
Node *transformer_encode(Scope s, const TransformerParameters *p, const WordsRead *source);

/* The logits of the word after each word in `read`, which starts with the end symbol
   [length·sentences,target words]. `memory` is that of the source. */
Node *transformer_decode(Scope s, const TransformerParameters *p, Node *memory,
                         const WordsRead *source, const WordsRead *read);

/* ---- translating one sentence ---- */

typedef struct TransformerTranslation {
    Node *memory, *scores;
    Node *probabilities; /* of all target words at each step [length,v] */
} TransformerTranslation;

/* Translates with teacher forcing, in one pass: with the causal mask row i is what step i
   computes. */
TransformerTranslation transformer_translate(Scope s, const TransformerParameters *p,
                                             const TranslationTask *task);

/* ---- a batch ---- */

/* A batch padded to the longest source and target, "sentence-i/…". A row of "batch/sentences" for
   each: the share of its words that are the argmax, their mean probability, and the same with
   padding included. */
void transformer_batch(Scope s, const TransformerParameters *p, const TranslationTask *tasks,
                       int count);

/* ==== stack ====
 *
 * A transformer with one side, as pretrained models have: decoder-only with a causal mask (GPT-2,
 * Radford et al. 2019; Llama, Touvron et al. 2023), which predicts the next token; or encoder-only
 * (BERT, Devlin et al. 2019), which predicts masked tokens.
 *
 *     X = E[words] + P + T[0]    P: learned positions, T: segment embeddings; if the model has them
 *     states = layers(X)         model/layers.h
 *     scores = states Eᵀ         or another matrix; in an encoder f(states W + b) is normed first
 *
 * It is read from files (load/pretrained.h), not trained.
 */

typedef struct StackSizes {
    TransformerSizes layers; /* encoder_layers, heads, d_model, ffn, norm and design are used */
    int words;
    int places, first_place; /* rows of P (0: none), and the row of the first token */
    int types;               /* rows of T; 0: none */
    int window;              /* a token sees no further back; 0: it sees all */
    bool is_causal;
    bool norms_input; /* X is normed */
    bool predicts;    /* has scores */
    bool transforms;  /* the states are transformed by W before the scores, which have biases */
    bool gelu_last;   /* … by GELU, whatever activates the layers */
    bool is_tied;     /* E is also the output matrix */
} StackSizes;

/* Not one of model_kinds. */
extern const ModelKind stack_kind;

/* Reads a task's target. The steps:

       mask   input/words …/places …/types …/input …/norm/…   layer-l/self/… layer-l/ffn/…
       last/norm/…   output/scores   output/probabilities   place-i/words

   Returns the states after the last layer [n,d]. */
Node *stack_read(Scope s, const Model *model, const TranslationTask *task);

/* ==== context model ====
 *
 * One attention layer from static to contextual word vectors, trained on masked words. The main job
 * shows its first half.
 *
 *     X = √d·E[words] + PE            H = X + MultiHead(X)
 *     score of word w at place i = g LayerNorm(Hᵢ)·E_w + b_w
 *
 * Input and output embeddings are tied (Press and Wolf 2017), so that a contextual vector can be
 * compared with static ones. The graph owns all nodes.
 */

/* Words of the longest sentence. */
enum { MOST_PLACES = 64 };

typedef struct ContextSizes {
    int words, d_model, heads;
    Tensor positions; /* PE [MOST_PLACES,d_model] with POSITION_BASE, shared by all graphs */
} ContextSizes;

/* In the arena. */
ContextSizes *context_sizes(Arena *arena, int words, int d_model, int heads);

/* Parameters: embeddings, bias, gain, W_Q, W_K, W_V, W_O. It is not in model_kinds: its file names
   no kind and need not have all of them (load/weights.h). */
extern const ModelKind context_kind;

/* What model_in gives. */
typedef struct ContextNodes {
    Node *embeddings; /* E [v,d] */
    Node *bias;       /* b [v,1] */
    Node *gain;       /* g [1,1] */
    Node *positions;  /* PE */
    Projections projections;
    int heads;
} ContextNodes;

typedef struct ContextVectors {
    Node *embeddings; /* √d·E[words] [n,d] */
    MultiHeadAttention attention;
    Node *output; /* H [n,d] */
} ContextVectors;

/* The forward pass over n words (rows of E). They may be several concatenated sentences: then the
   mask M [n,n] of 0 and −∞ separates them, and `places` restart at 0 with each. M may be NULL.
   `heads` keeps the attention of each head. Nothing is copied. */
ContextVectors context_vectors(Graph *g, const ContextNodes *model, const int *words,
                               const int *places, int n, Node *mask, bool heads);

/* [g LayerNorm(H) | 1] [count,d+1] for some rows of H: multiplied with rows of context_candidates,
   it gives the logits. */
Node *context_questions(Graph *g, const ContextNodes *model, Node *H, const int *rows, int count);

/* [E | b] [v,d+1] */
Node *context_candidates(Graph *g, const ContextNodes *model);
