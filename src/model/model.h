/* Models that learn. From pairs of a sentence and its translation: the translators and the
 * transformer. From sentences alone: language models, for which they are their own translations,
 * and attention (the context model), which guesses hidden words, and has what is particular to
 * pairs as NULL. Each has its part below.
 *
 * What is particular to a model stands in its row of kinds.list, and in the functions and tables
 * of its family. Drawing, loading, training, scoring and writing are the same for all: another
 * model is a file of its own with a ModelFamily, and a row.
 *
 * A Model is a value; what it points to lives in the arena that it was made in. */
#pragma once

#include "model/layers.h"

/* ---- configuration ---- */

/* Where the file of a model says how large it is. */
typedef enum FieldSource { FROM_METADATA, FROM_ROWS, FROM_COLS } FieldSource;

/* Of models that anybody would train; three times as many units still count in an int. */
enum { MOST_MODEL_WORDS = 1 << 24, MOST_UNITS = 1 << 16, MOST_LAYERS = 100, MOST_WINDOW = 1000 };

/* A number of a configuration, in the struct of its family ("TransformerSizes"). */
typedef struct ModelField {
    const char *name;                    /* "encoder layers": in files too; NULL ends a table */
    size_t at;                           /* the offset of its int */
    int most;                            /* it is from 1 to this; a choice is below it */
    FieldSource source;                  /* metadata, unless it says something else */
    const char *tensors[3];              /* of these the one that the model has */
    const char *const *choices;          /* written instead of the number, or NULL */
    bool (*is_used)(const void *design); /* NULL: always; what is not may be missing in a file */
} ModelField;

/* ---- recipe ---- */

/* How much of a parameter's value is taken off per unit of the learning rate in each step. Those
   whose names match (fnmatch); the first row that does counts. */
typedef struct WeightDecay {
    const char *names;  /* NULL ends a table */
    double early, late; /* in the first part of the steps, and after it */
} WeightDecay;

/* A longer gradient is scaled down to this norm. */
enum { CLIP_NORM = 1 };

/* How a model is trained. The learning rate rises in a straight line through the warm-up, and falls
   to 0 in another. */
typedef struct ModelRecipe {
    int steps, warm_up;   /* the last step of the warm-up has the full learning rate */
    int batch;            /* examples in a step: sentences, or pairs of them */
    double learning_rate; /* of Adam: the highest */
    double early_part;    /* the share of the steps whose weight decay is the early one */
    const WeightDecay *decays;
} ModelRecipe;

/* ---- what it learns from ---- */

/* Sentences of one length with translations of one length, side by side. */
typedef struct SentencePairs {
    int sentences;                    /* G */
    int source_length, target_length; /* T and L; the target's counts its end if it has one */
    const int *source;                /* source[t·G + g] */
    const int *target; /* target[i·G + g], the end last, unless a word is left out of a sentence
                          known to end; what stands before the first word is not there */
    double weight;     /* of each target word's −log p in the loss */
} SentencePairs;

/* What a model would write after the true words before each of the target's. */
typedef struct Predictions {
    Node *scores; /* of the next word: the first largest of a row is taken [L·G,target words] */
    const int *words; /* the true one of each row */
    Node *weights;    /* α: where each word looks [L·G,T]; NULL where one head cannot tell, or the
                         graph learns */
} Predictions;

/* ---- translating one sentence ---- */

/* What is to be translated, and how. Not copied. */
typedef struct TranslationTask {
    const int *source; /* words, rows of the source table */
    int source_length;
    int source_padding, target_padding; /* so many of the last words only fill up; where all are
                                           given */
    const int *target; /* the words to go on with, all of them; NULL: the most probable each, the
                          first of equals, up to the end */
    int target_length; /* of words at most */
    Taking taking;     /* of attention that is a translator's */
    uint64_t seed;     /* of what is drawn */
    /* Where the graph has names; then the target's words are given. */
    int likely;    /* so many of the most probable words are listed for each */
    bool is_cloze; /* each is a missing word, not the next one */
    /* Labels of the words; of the target's, and of the words that stand before each of them. */
    const char *const *source_labels, *const *target_labels, *const *read_labels;
    const char *const *source_vocabulary, *const *vocabulary; /* of the target */
} TranslationTask;

/* ---- kinds ---- */

struct Model;

typedef struct ModelFamily {
    const ModelField *fields; /* in the order of a file's metadata */
    size_t sizes_size;        /* of the struct of its sizes */
    ModelRecipe recipe;
    bool predicts_source; /* the words of the source itself: both sides of a pair are the same */
    /* Declares the parameters of a model; returns them as nodes, in a struct of the family's own in
       the graph's arena. */
    void *(*declare)(Scope s, const struct Model *model);
    /* What is wrong with sizes that do not go together, or NULL; NULL: they always do. */
    const char *(*misfit)(Arena *arena, const void *design, const void *sizes);
    /* Sizes in the words of a recipe: "…, 32 units". */
    const char *(*described)(Arena *arena, const struct Model *model);
    /* In a graph that learns, or only looks. The arrays of `pairs` are not copied. */
    Predictions (*predict)(Graph *g, const struct Model *model, const SentencePairs *pairs,
                           bool is_learning);
    /* The most probable words, the first of equals, until the end or the task's `target_length`:
       into room for so many; returns how many. Their graph is given back. NULL: it writes none by
       itself. */
    int (*write)(const struct Model *model, const TranslationTask *task, int *words);
} ModelFamily;

typedef struct ModelKind {
    const char *name;  /* "bahdanau" */
    const char *paper; /* "Bahdanau et al. 2015" */
    const ModelFamily *family;
    const void *design; /* what else sets it apart in its family, or NULL */
    const void *sizes;  /* of its recipe, but for the vocabularies' */
} ModelKind;

/* Every model: the translators, Bahdanau's first, those of language, the transformer. */
extern const ModelKind model_kinds[];
extern const int model_kind_count;

/* NULL for none of that name. */
const ModelKind *model_kind(const char *name);

/* Whether it predicts each word of a sentence from those on both sides, the end being none. */
bool kind_is_cloze(const ModelKind *kind);

/* Whether a field means something to a kind. */
bool field_is_used(const ModelKind *kind, const ModelField *field);

/* Its number in the sizes of a kind. */
int *field_in(void *sizes, const ModelField *field);

/* ---- models ---- */

typedef struct Model {
    const ModelKind *kind;
    void *sizes; /* the struct of its family */
    Parameters *parameters;
    int end; /* the target word that ends a sentence, and stands before its first word */
    Lexicon source, target; /* as many words as its sizes say; none where nobody has named them */
    const char *corpus, *recipe, *score; /* what its file says of how it was learned, or NULL */
} Model;

/* A copy of these sizes of a kind, NULL for those of its recipe, for so many words a side. */
void *model_sizes(Arena *arena, const ModelKind *kind, const void *sizes, int sources, int targets);

/* A number of the configuration by its name: "source words". */
int model_size(const Model *model, const char *field);

/* With its parameters declared, but without values. The sizes are copied. */
Model model_new(Arena *arena, const ModelKind *kind, const void *sizes);

/* Drawn from a seed: see Start in graph/names.h. */
Model model_random(Arena *arena, const ModelKind *kind, const void *sizes, uint64_t seed);

/* Its parameters as nodes of the scope's graph, in the struct of its family. Graphs of several
   threads can use one model; nothing is copied but nodes. */
void *model_in(Scope s, const Model *model, bool is_learning);

/* ---- the next word ---- */

/* The word before each of the targets of so many sentences side by side, in their order: `end`
   before the first. */
int *words_before(Arena *arena, const int *target, int length, int sentences, int end);

/* weight · Σ −log p of the true words [1,1], in the order of the rows. */
Node *predictions_loss(Graph *g, Predictions p, double weight);

/* ---- names ---- */

/* The names of an output word's steps, from 0; the labels of all words may be NULL where the graph
   has no names. */
Scope step_scope(Scope s, const char *const *labels, int index);

/* Of a word's scores, [1,v] as their probabilities: axes, "probabilities", and the task's likely
   words. */
void name_probabilities(Scope s, const TranslationTask *task, Node *scores, Node *probabilities);

/* "right": how probable the first words of the task's target are, a row each [count,1]. */
Node *right_words(Scope s, const TranslationTask *task, Node *const *probabilities, int count);

/* "compared": the same by two models, without attention and with it [count,2]. */
void right_beside(Scope s, Node *without, Node *with);

/* The task's `likely` most probable words, the first first, of a row of probabilities [1,v]: theirs
   [count,1], named "words" in a graph with names. */
Node *likely_words(Scope s, Node *probabilities, const TranslationTask *task);

/* ==== translator ====
 *
 * Translators: an encoder, attention and a decoder, each word being read and written as the row of
 * a table of vectors.
 *
 * Bahdanau et al. 2015 ("context first"): the old state asks, and the answer enters the new one.
 *
 *     c_i = attention(s_i−1, h)    s_i = GRU(s_i−1, [y_i−1 ; c_i])    s_0 = tanh(W_s h←_1)
 *     scores of the next word = [s_i ; c_i ; y_i−1] W_o + b_o
 *
 * The last line is simpler than the paper's maxout of U_o s + V_o y + C_o c: a score is then the
 * sum of what the state, the context and the last word say to it, and each can be read off.
 *
 * Luong et al. 2015: the new state asks, and the answer enters the output only.
 *
 *     s_i = GRU(s_i−1, y_i−1)      c_i = attention(s_i, h)            s_0 = [h→_T ; h←_1]
 *     h̃_i = tanh([c_i ; s_i] W_c)    scores of the next word = h̃_i W_s        eq. 5, 6
 *
 * without input feeding, and with an encoder that reads both ways, as Bahdanau's does.
 *
 * Without attention (Cho et al. 2014) it is Bahdanau's decoder with one c, [h→_T ; h←_1], for all
 * words: the bottleneck that attention removes, and nothing else is removed.
 *
 * Bahdanau's kind comes with plain cells too (-rnn), and with an encoder that only reads forwards
 * (-causal): its annotation of a word knows nothing of the words to come, and it aligns less well.
 *
 * The same functions train on G sentences of one length side by side and trace one (see
 * recurrent in model/layers.h for the rows). A graph owns its nodes; what is learned lives in the
 * caller's arena. Where the graph has names (graph/names.h), all that is made on the way is found
 * by its path:
 *
 *     source   encoder/…   annotations   keys   decoder/first-state-sum
 *     step-i/query   …   step-i/probabilities   step-i/words
 */

typedef struct TranslatorDesign {
    CellKind cell;  /* of encoder and decoder */
    bool attends;   /* else one context for all words */
    bool both_ways; /* the encoder reads backwards too */
    Score score;    /* an additive one has Bahdanau's decoder, the others have Luong's */
    Reach reach;
} TranslatorDesign;

typedef struct TranslatorSizes {
    int source_words, target_words;
    int embedding; /* features of a word */
    int hidden;    /* units of the decoder's state, and of each direction of the encoder; with
                      Luong's decoder half of them in each direction, so that a state and an
                      annotation are equally long */
    int alignment; /* units of the alignment model's layer */
    int window;    /* D of local attention; else not looked at */
} TranslatorSizes;

/* Words' vectors are drawn from N(0, 1), matrices from N(0, 1/rows), vₐ and v_p from N(0, 1/a);
   biases are zero. Predictions have word i of sentence g in row i·G + g. */
extern const ModelFamily translator_family;

/* Of the family, and of what shares its design and sizes: the language models. */
extern const ModelField translator_fields[];
const char *translator_misfit(Arena *arena, const void *design, const void *sizes);
const char *translator_described(Arena *arena, const Model *translator);

/* Whether a design has an alignment model with a layer of its own. */
bool translator_has_layer(const void *design);

/* ---- translating one sentence ---- */

/* What is made step by step; s_i, c_i, … in place i − 1, or NULL. */
typedef struct Decoding {
    Node **states, **contexts; /* [G,n] [G,m] */
    Node **weights, **taken;   /* of the alignment [G,T]; NULL where there is none */
    Node **probabilities;      /* of every target word [1,v]; where one sentence is translated */
} Decoding;

typedef struct Translation {
    const Parameters *learned; /* with their nodes in this graph */
    const struct LearnedTranslator *translator;
    Encoding encoding;
    AlignmentKeys keys; /* without attention none */
    Node *summary;      /* without attention the one context [G,m], else NULL */
    Node *first_state;  /* s_0 [G,n] */
    int length;         /* of words, with the end if it came */
    int *words;
    Decoding steps;
    Node *alignment,
        *taken; /* those of all steps [L,T], or NULL; where one sentence is translated */
} Translation;

/* Word by word. */
Translation translate(Scope s, const Model *translator, const TranslationTask *task);

/* The same translation, and the weights of a translator that attends named "alignment"; of hard
   attention "taken" too. */
Translation translate_aligned(Scope s, const Model *translator, const TranslationTask *task);

/* The place from 1 of the largest number of each row, 0 for none, a column a matrix: [L,count] of
   matrices [L,T]. */
Node *argmax_of_each(Graph *g, Node *const *matrices, int count);

/* The same named, a column for each of an axis. */
Node *named_looks(Scope s, const char *id, const char *title, Axis of, Node *const *matrices);

/* ---- seen by several alignment models ---- */

/* The translation by one of them, and its alignment [L,T], named "alignment": the weights, or what
   hard attention takes; then "weights" are named too. The symbol has the scope's number. */
Node *compared_alignment(Scope s, const Model *translator, const TranslationTask *task,
                         const char *title);

/* ---- language models ---- */

/* Language models: a recurrence that predicts the words of one sentence.
 *
 *     h_t = cell(h_t−1, x_t)                y_t = softmax([h_t ; c_t] W_o + b_o)
 *
 * x_1 is the vector of </s>, which stands before the first word; so h_t has read the words before
 * word t, and y_t is how probable each word is as word t.      Elman 1990; Mikolov et al. 2010
 *
 * With attention the state asks the states before it; else there is no c_t.
 *                                                  Daniluk et al. 2017; Salton et al. 2017
 *
 *     e_tj = v_aᵀ tanh(W_a h_t + U_a h_j)   α_t = softmax(e_t)   c_t = Σ_j α_tj h_j       j < t
 *
 * The first state has none before it: c_1 = 0.
 *
 * Both ways, no state could predict the next word that has not seen it: so it is a cloze, in which
 * each word is left out in turn. The sentence of T words is known to end, and is read as a
 * translator reads its source; word t is predicted from the states that stop short of it.
 *                                                                        Melamud et al. 2016
 *     q_t = [h→_t−1 ; h←_t+1]               y_t = softmax([q_t ; c_t] W_o + b_o)
 *
 * With attention q_t asks, of every other word, the state that read it and not yet word t: h→_j of
 * words j < t, h←_j of words j > t.
 *
 * G sentences of one length are read side by side (recurrent in model/layers.h). Sentences are the
 * targets of pairs; their sources are not looked at. */

/* With the design and the sizes of a translator, as far as they say something: its cell, whether it
   attends, whether it reads both ways; `hidden` units of a state, one table of words. Predictions
   have word t of sentence g in row t·G + g. Pairs and tasks of a cloze are without the end. */
extern const ModelFamily language_family;

/* The sentence of a task, its target, in a graph with names:

       inputs   step-t/…   …/state   states   keys     as the recurrence has them
       encoder/…   step-t/sides   step-t/beside        both ways
       step-t/query   …   step-t/context               as the alignment has them
       step-t/scores   step-t/probabilities   step-t/words
       alignment [L,L]
       right

   Returns the last, how probable each of its words was [L,1]. */
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
 * The target's words and the scores share one table of vectors (§3.4); the source's words have one
 * of their own, being of another language. With norms before the sublayers the sums grow from layer
 * to layer, so each side ends with one more norm.
 *
 * The same functions train on sentences side by side and trace one. A graph owns its nodes, which
 * are found by their names (trace/traces.h lists them).
 */

/* The parameters are "source/E", …, "decoder-2/norm-3/bias". Words' vectors are drawn from N(0,
   1/d), matrices from N(0, 1/rows); gains are 1, biases 0. Predictions are sentence after sentence:
   word i of sentence g in row g·L + i. */
extern const ModelFamily transformer_family;

/* ---- in a graph ---- */

/* The encoder reads the source, the decoder what is written of the target. */
typedef enum Coder { ENCODER, DECODER, CODERS } Coder;

typedef struct SideParameters {
    Node *E;             /* words' vectors [words,d] */
    NormParameters norm; /* the last one, of NORM_PRE */
    int layer_count;
    LayerParameters *layers;
} SideParameters;

/* What model_in gives. */
typedef struct TransformerParameters {
    const TransformerSizes *sizes;
    int end;
    const Parameters *learned; /* the same with its nodes, in their order */
    SideParameters sides[CODERS];
} TransformerParameters;

/* Words that one side reads, of sentences of one length, or padded to one. */
typedef struct WordsRead {
    int length, sentences;
    const int *words; /* words[g·length + t]: word t of sentence g; not copied */
    /* Of a source: how many of each sentence's words, the last, are padding, which nobody sees;
       NULL: none. */
    const int *padding;
    /* Where the graph has names: what the words of the one sentence are called, and all words of
       the table. */
    const char *const *labels, *const *vocabulary;
} WordsRead;

/* The memory [length·sentences,d]. */
Node *transformer_encode(Scope s, const TransformerParameters *p, const WordsRead *source);

/* The scores of the word after each, `read` being the words before them: the end before the first
   [length·sentences,target words]. The memory is that of the source. */
Node *transformer_decode(Scope s, const TransformerParameters *p, Node *memory,
                         const WordsRead *source, const WordsRead *read);

/* ---- translating one sentence ---- */

typedef struct TransformerTranslation {
    Node *memory, *scores;
    Node *probabilities; /* of every target word at each step [length,v] */
} TransformerTranslation;

/* A translation into the task's words, each after those before it: all at once, for the causal mask
   makes row i what step i saw. */
TransformerTranslation transformer_translate(Scope s, const TransformerParameters *p,
                                             const TranslationTask *task);

/* ---- a batch ---- */

/* Sentences and their translations, padded to the longest on either side, "sentence-i/…"; and of
   each, a row of "batch/sentences": how large a part of its words is the most probable, how
   probable they are on average, and where the padding behind them counts, too. */
void transformer_batch(Scope s, const TransformerParameters *p, const TranslationTask *tasks,
                       int count);

/* ==== stack ====
 *
 * A stack of layers of one side alone, as models of other people are that can be had: decoder-only
 * (GPT-2, Radford et al. 2019; Llama, Touvron et al. 2023), in which no word looks ahead, and the
 * next one is predicted; encoder-only (BERT, Devlin et al. 2019), in which hidden words are.
 *
 *     X = E[words] + P + T[0]    learned places P, and the first of BERT's two sentences, where
 *                                there are such
 *     states = layers(X)         model/layers.h
 *     scores of the word at each place = states Eᵀ, or another matrix, and in an encoder
 *                                through one more layer
 *
 * It is read from a file (load/stack_file.h), not trained.
 */

typedef struct StackSizes {
    TransformerSizes layers; /* of encoder_layers, heads, d_model, ffn, norm and design */
    int words;
    int places, first_place; /* rows of P, 0 for none, and which is the first word's */
    int types;               /* rows of T; 0: none */
    bool is_causal;
    bool norms_input; /* X goes through a norm first */
    bool predicts;    /* it has scores */
    bool transforms;  /* first states go through a matrix, the activation and a norm; scores have
                         biases */
    bool is_tied;     /* E makes the scores */
} StackSizes;

/* None of model_kinds. */
extern const ModelKind stack_kind;

/* What is read, in a graph with names. Not copied. */
typedef struct StackTask {
    int length;
    const int *words;
    const char *const *labels, *const *vocabulary; /* of these words; of all */
    int likely; /* so many of the most probable words are listed at each place */
} StackTask;

/* The steps:

       mask   input/words …/places …/types …/input …/norm/…   layer-l/self/… layer-l/ffn/…
       last/norm/…   output/scores   output/probabilities   place-i/words

   Returns the states behind the last layer [n,d]. */
Node *stack_read(Scope s, const Model *model, const StackTask *task);

/* ==== context model ====
 *
 * One word, two vectors: a static one goes in, and the same word comes out changed by the words
 * around it. This is the model that is trained; the main job shows its first half.
 *
 *     X = √d·E[words] + PE            H = X + MultiHead(X)
 *     score of word w at place i = g LayerNorm(Hᵢ)·E_w + b_w
 *
 * Input and output share the embeddings E (Press and Wolf 2017), so that a word's context vector
 * can be held against any word's static one. All nodes belong to the graph.
 */

/* Words of the longest sentence. */
enum { MOST_PLACES = 64 };

typedef struct ContextSizes {
    int words, d_model, heads;
    Tensor positions; /* PE [MOST_PLACES,d_model], with POSITION_BASE: the same in every graph */
} ContextSizes;

/* In the arena. */
ContextSizes *context_sizes(Arena *arena, int words, int d_model, int heads);

/* It learns embeddings, bias, gain, W_Q, W_K, W_V, W_O. It is none of model_kinds: its file says no
   kind, and need not have all of that (load/weights.h). */
extern const ModelKind context_kind;

/* Whether a parameter is one of the projections, which depend on the number of heads. */
bool parameter_is_projection(const Parameter *parameter);

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

/* Of n words, rows of E, one after the other. They may be of several sentences: then the mask M
   [n,n], of 0 and −∞ or NULL, keeps each sentence to itself, and places, from 0, start again with
   each. `heads` if somebody looks inside the attention. Nothing is copied. */
ContextVectors context_vectors(Graph *g, const ContextNodes *model, const int *words,
                               const int *places, int n, Node *mask, bool heads);

/* What the scores at some places (rows of H) are made from: [g LayerNorm(H) | 1] [count,d+1], to
   be multiplied with rows of `context_candidates`. */
Node *context_questions(Graph *g, const ContextNodes *model, Node *H, const int *rows, int count);

/* [E | b] [v,d+1] */
Node *context_candidates(Graph *g, const ContextNodes *model);
