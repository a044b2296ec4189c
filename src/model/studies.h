/* Experiments behind the other commands. Each part is implemented in the file of its name and has
 * its sentences in trace/. The graph owns all nodes. */
#pragma once

#include "model/model.h"
#include "model/words.h"

/* ==== learning ====
 *
 * Learning curves of several models, each over several seeds.
 *
 * The measurements come from cli/compare_training.c.
 */

/* ---- bands ---- */

/* A quantity over several seeds: the mean, and the band from minimum to maximum of each cell. */

/* The cellwise minimum and maximum of the runs, around a mean that is already named `id`. A single
   run has no band. Names

       id/least   id/most */
void spread_around(Scope s, Node *mean, const char *id, const char *title, Node *const *runs,
                   int count);

/* ---- curves ---- */

typedef struct Learning {
    Axis variants; /* the models */
    Axis when;     /* the points: numbers of steps, or seconds */
    Axis seeds;    /* "seed 1", … */
    /* One per seed [points,variants]: the share of sentences translated exactly; the mean −log p of
       their words with teacher forcing. */
    Tensor *right, *loss;
    Tensor models;  /* settings and results of each variant [variants,columns] */
    Axis columns;   /* of that */
    Tensor seconds; /* training time [variants,seeds]; no rows if not measured */
} Learning;

/* Names

       models            [variants,columns]
       right, loss       with their bands [points,variants]
       reached           the first point, from 1, at which half were right; 0: none
       seconds           if a clock ran                              both [variants,seeds] */
void learning_curves(Scope s, const Learning *learning);

/* ==== bottleneck ====
 *
 * Translation accuracy by sentence length, with and without attention: the bottleneck of a vector
 * of fixed length.      Cho et al. 2014; Bahdanau et al. 2015, figure 2
 *
 * A sentence is right if every word and the end are. Translators that differ only in their seed
 * form one sort, whose accuracy is shown with its band.
 */

/* Counts of sentences translated exactly. */
typedef struct Bottleneck {
    int sorts, seeds;
    const char *const *names; /* of the sorts */
    int longest;              /* length of the longest training sentence; 0: unknown */
    int length_count;
    int *lengths;  /* of sources, ascending, all that occur */
    Tensor *right; /* one per seed: right sentences by length and sort; the last column is their
                      number, at least 1 [lengths,sorts+1] */
} Bottleneck;

/* Names

       seed-k/right   the counts
       right          their sum over seeds
       share-of-one   1 / number of sentences [1,lengths]
       accuracy       the share that is right, with its band (see learning) [lengths,sorts]
       seed-k/share-of-one   seed-k/accuracy                         the same for one seed
       in-range       if any length is within the training range: the fraction of the sentences in
                      range that each length has; row 2, if any is longer: the same for those beyond
                      it [1 or 2,lengths]
       ranges         the accuracy within and beyond the range, with its band [1 or 2,sorts] */
void bottleneck(Scope s, const Bottleneck *counted);

/* ==== gradient flow ====
 *
 * Vanishing and exploding gradients in recurrent networks: Bengio et al. 1994; Pascanu et al. 2013.
 *
 * A network of n units reads T random inputs of n features, once for each gain. Its recurrent
 * matrix (a GRU's three) is the gain times a random orthogonal matrix, so all its singular values
 * equal the gain: without the tanh every step would scale a gradient by exactly the gain. All gains
 * share inputs and matrices.
 *
 * The Jacobian ∂h_T/∂h_t is the exact product of the steps' Jacobians. Names, for each gain:
 *
 *     gain-i/x   …/W   …/b   …/Q   …/Q_zr   …/gain   …/U   …/U_zr   …/y   …/products
 *     gain-i/place-t/…   …/place-t/jacobian   …/states   …/jacobian-d   …/gradients
 *     gain-i/frobenius
 *     norms    ‖∂h_T/∂h_{T−d}‖/√n, the Frobenius norm, of each gain side by side [T,gains]:
 *              what a gradient in a random direction is multiplied by
 *     growth   the mean factor of a step, as far as the norm is positive [1,gains]
 *
 * and with a clip (Pascanu et al. 2013, algorithm 1) those of the gradient of ½|h_T − y|², for
 * random y of 1 and −1
 *
 *     gain-i/loss/W   …/loss/W/rows   …/loss/W/norm   …   …/loss/norm
 *     clipped/factor   min(1, clip/norm) [gains,1]
 *     clipped/after    the norm of the clipped gradient: their product
 *     clipped          the norms of all, side by side
 */

/* Significant digits of a gain in labels; gains must differ within them. */
enum { GAIN_DIGITS = 6 };

typedef struct FlowSettings {
    CellKind kind;
    int length;       /* T, at least 2 */
    int units;        /* n */
    double deviation; /* standard deviation of the inputs */
    double gate_bias; /* of a GRU's update gate; other biases are zero */
    double clip;      /* maximum norm of the gradient, 0 for none */
    uint64_t seed;
    Numbers gains; /* decimal */
} FlowSettings;

/* |∂h_{T,i}/∂h_{T−d}| in row d, column i [T,n], for T states [1,n]: the row norms of
   ∂h_T/∂h_{T−d} [n,n], the running product of the steps' Jacobians ∂h_t/∂h_{t−1} (plain cell:
   diag(1 − h²) Uᵀ). */
Node *gradient_lengths(Scope s, Node *const *states, int length);

/* Fails if a gain's gradient overflows. */
void gradient_flow(Scope s, const FlowSettings *settings);

/* ==== layer costs ====
 *
 * Table 1 of Vaswani et al. 2017 (§4), layer costs, for given sizes, and the lengths at which two
 * layers cost the same.
 */

/* ---- layers (layer_kinds.c) ---- */

/* The layers of table 1, and their counterparts in real networks, [n,d] → [n,d]. They serve to
   count operations and to find path lengths, so every weight is 4 and every bias 0. In a graph of
   shapes they have no values. */
#define LAYER(kind, ...) LAYER_##kind,
typedef enum LayerKind {
#include "model/layers.list"
    LAYER_KINDS
} LayerKind;

typedef struct LayerSizes {
    int n, d;   /* words, features */
    int kernel; /* k, at least 2: a convolution sees a word and the k − 1 before it */
    int window; /* W, at least 1: restricted attention sees W words to either side */
} LayerSizes;

/* p = n(2W + 1) − W(W + 1), or n² if W ≥ n − 1: the number of pairs of words at most W apart. Words
   near the ends see fewer than r = 2W + 1. */
double layer_pairs(const LayerSizes *s);

/* x[n,d] → [n,d]; `depth` is the number of layers below this one. */
Node *layer(Graph *g, LayerKind kind, const LayerSizes *s, int depth, Node *x);

/* ---- counts (layer_count.c) ---- */

/* The costs of a layer: multiply-adds, sequential products, and maximum path length in layers. Each
   is found twice: counted in a graph of shapes only, and by formula. The tests compare the two; so
   does `attnviz cost` where it shows both. */

/* Longer sentences use only the formulas: their graphs would not fit into memory, or path lengths
   would take too long. */
enum { COUNTED_MOST = 10000, REACHED_MOST = 1000 };

/* Columns for the operations of one name and shape: their number, rows and columns, multiply-adds
   per cell, and in total. */
enum { COUNT_TIMES, COUNT_ROWS, COUNT_COLS, COUNT_EACH, COUNT_ALL, COUNT_COLUMNS };

typedef struct LayerCount {
    int count;                      /* rows, in order of first occurrence */
    const char **names;             /* "matmul" */
    double (*table)[COUNT_COLUMNS]; /* per name and shape */
    double multiply_adds;
    int sequential; /* the longest chain of dependent matrix products */
} LayerCount;

/* Counts in the layer's graph; the result lives in the arena. */
LayerCount layer_count(Arena *arena, LayerKind kind, const LayerSizes *s);

/* The number of layers after which the last word depends on the first, found by running them. */
double layer_reach(LayerKind kind, const LayerSizes *s);

/* The costs of a layer by formula. */
typedef struct LayerFacts {
    const char *name;    /* "self-attention", "GRU" */
    const char *formula; /* multiply-adds in n, d, k and p: "2n²d + 4n²" */
    int at_once, a_word; /* sequential products: at_once + a_word · n */
} LayerFacts;

extern const LayerFacts layer_facts[LAYER_KINDS];

/* A term of a formula: 2 and n²d. */
enum { COST_TERMS = 3 };

typedef struct CostTerm {
    double coefficient, product;
} CostTerm;

/* The terms of a layer's multiply-adds, in formula order; returns how many. */
int layer_terms(LayerKind kind, const LayerSizes *s, CostTerm terms[COST_TERMS]);

/* Σ coefficient · product. */
double layer_multiply_adds(LayerKind kind, const LayerSizes *s);

/* Sequential products: n in a recurrent layer, 2n in a GRU, constant in all others. */
double layer_sequential(LayerKind kind, const LayerSizes *s);

/* Maximum path length in layers: ⌈(n − 1)/(k − 1)⌉ of convolution, ⌈log_k n⌉ of dilated
   convolution, ⌈(n − 1)/W⌉ of restricted attention, 1 of all others; at least 1. */
double layer_reach_formula(LayerKind kind, const LayerSizes *s);

/* The least n at which a layer costs at least as much as the next kind; 0 if none up to `most`. */
int layers_cross(LayerKind layer, const LayerSizes *s, int most);

/* ---- the table ---- */

/* Counts become nodes: a layer's multiply-adds are a sum over its operations, so that it can be
   explained; beyond COUNTED_MOST words, a sum over the formula's terms. Layers are in the order of
   LayerKind. */

/* A dilated convolution costs the same as any; only its path length differs. */
enum { TABLE_1_KINDS = LAYER_MULTI_HEAD, COSTED_KINDS = LAYER_DILATED };

typedef struct LayerCosts {
    const int *lengths; /* those asked for, ascending */
    int length_count;
    LayerSizes sizes; /* but for n */
    /* The first lengths, up to COUNTED_MOST, at which two layers cost the same; they exist for up
       to 9,992 features. */
    int attention; /* self-attention and recurrent, as in table 1 */
    int gated;     /* multi-head attention and GRU */
    int curve_count;
    int *curve_lengths; /* 1, 2 and 5 times powers of ten, requested lengths, crossings, W + 1 */
} LayerCosts;

/* Names, in a graph that has names,
 *
 *     multiply-adds   growth   growth/real   difference   crossing   crossing/real
 *     sequential   layers   path
 *     self-attention/operations   …
 *
 * Operations are those at the longest counted length.
 */
LayerCosts layer_costs(Scope s, const int *lengths, int count, LayerSizes sizes);

/* ==== mechanisms ====
 *
 * All attention mechanisms, run on the same states.
 *
 * H [m,d] are the states of a source sentence, word vectors with positions. One query attends to
 * them: a row s of the states S of a target sentence, or, for self-attention, a row h of H. Layers
 * of mechanisms are randomly initialised; the heads' projections are those of the weights. The
 * steps:
 *
 *     weights   α of every mechanism, one below the other
 *
 * and intermediate results under the name of each.
 */

enum { MECHANISMS = 12 };

typedef struct Mechanism {
    const char *name;  /* "additive" */
    const char *paper; /* "Bahdanau 2015" */
    const char *reach; /* "global", "local", "causal" */
    Node *query, *keys, *values;
    Node *weights, *output; /* [1,m], [1,d] */
    Node *scores;           /* input of the softmax (of the first head) */
    bool two;               /* query and keys come from two sentences */
    double multiply_adds;   /* from the states to the output */
} Mechanism;

/* sentences: source and target, each with the position of the query word. Layers are the graph's
   parameters; hard attention samples from `seed`. */
void run_mechanisms(Scope s, const Weights *weights, const ComparedSentence sentences[2],
                    uint64_t seed, Mechanism all[MECHANISMS]);

/* ==== model comparison ====
 *
 * One sentence translated by Bahdanau's model and by a transformer: the argmax of their attention,
 * how often they agree, and the models' costs, read off the graph of these translations:
 *
 *     learned numbers     sizes of the parameters used
 *     multiply-adds       sum of the operations' costs
 *     steps               longest chain of dependent states or layers
 *     operations          longest chain of operations
 *
 * The encoder is what the annotations (the memory) depend on; all else, the alignment model too,
 * belongs to the decoder. The transformer's graph is teacher-forced with a causal mask, as in
 * training.
 */

/* Columns of the cost tables. */
enum { MODEL_BAHDANAU, MODEL_TRANSFORMER, MODELS };

extern const char *const model_names[MODELS];

/* For both translations of a sentence in one graph with names, "bahdanau/…", with alignment, and
 * "transformer/…"; same_words: into the same words. Names
 *
 *     bahdanau/looks   looks   transformer/decoder-l/cross/looks   agreement
 *     parameters/parts   parameters   work/parts   work
 *     steps/chains   steps/rounds   steps   operations
 *
 * `looks` are argmax positions: of Bahdanau's weights, and of each layer's mean and heads.
 * `agreement` is the share of words for which a layer's mean or head agrees with Bahdanau's. Both
 * are absent if the words differ. Steps are counted for generation, where each word depends on the
 * one before, and for given words, as are the operations. */
void compare_models(Scope s, const Translation *bahdanau, const TransformerParameters *transformer,
                    const TransformerTranslation *transformed, bool same_words);

/* ==== head ablation ====
 *
 * Head ablation: the probability each word of a transformer's translation loses if a head's output
 * is set to 0, with teacher forcing on the words written with all heads. Controls: mean ablation,
 * which replaces the output by its mean over words; and random changes of each row, as long as the
 * row itself, which show the effect of any change of that size.
 *
 *     before       probability of each word with all heads [1,words]
 *     without      the same with an ablated head      without/mean   without/drawn
 *     lost         before − without             lost/mean   lost/drawn         all [heads,words]
 *     ranking      heads by descending loss, averaged over words: with output 0, with the mean,
 * with random changes, with the worst of them; and the mean over rows of the head's largest weight
 * [heads,5] instead      index + 1 of the ablated argmax if it differs from that with all heads,
 * else 0 [heads,words]
 *
 * The run with all heads is named; with `whole` the ablated runs too: "out/HEAD/…" and
 * "mean/HEAD/…". */
typedef struct HeadsOut {
    const Model *transformer;
    const TranslationTask *task;
    int draws; /* random changes per head */
    uint64_t seed;
    bool whole;

    /* results */
    int count;
    int turned; /* heads whose ablation changes some argmax */
    int beyond; /* heads whose ablation costs more than every random change */
} HeadsOut;

void heads_out(Scope s, HeadsOut *study);

/* ==== positions ====
 *
 * Sinusoidal position encodings and their properties: Vaswani et al. 2017, §3.5.
 *
 *     PE(p, 2i) = sin(p / base^(2i/d))      PE(p, 2i+1) = cos(p / base^(2i/d))
 *
 * PE(p)·PE(p + k) depends only on the distance k, and a rotation of each frequency's pair,
 * independent of p, maps PE(p) to PE(p + k). The steps:
 *
 *     encodings   waves   dots   distances   rotation   rotated   ahead   error
 */

typedef struct PositionSettings {
    int length, d; /* d is even */
    double base;
    double other_base; /* for comparison */
    int shift;         /* k of the rotation */
} PositionSettings;

void positions(Scope s, PositionSettings settings);

/* 2π base^(2i/d): the wavelength of frequency i, in positions. */
double position_wavelength(double base, int d, int i);

/* ==== retrieval ====
 *
 * The smallest attention: one query over keys and values. The keys may be the patches of a picture,
 * by their mean colours.
 *
 * There are no parameters and no projections, except the small layer of an additive score. The
 * steps:
 *
 *     query   keys   values
 *     geometry               how each dot product comes about; of dot, scaled and cosine scores
 *     W   U   v   projected-query   projected-keys   tanh       of additive scores
 *     scores   scaled   weights   weighted   output             scaled of scaled scores only
 *     taken   hard-output   grid/picture   grid/weights   grid/taken              of a picture
 */

typedef enum RetrievalScore {
    RETRIEVAL_DOT,      /* q·k */
    RETRIEVAL_SCALED,   /* q·k/√d                  Vaswani et al. 2017, eq. 1 */
    RETRIEVAL_COSINE,   /* cos(q, k)               Graves et al. 2014, eq. 6, with β = 1 */
    RETRIEVAL_ADDITIVE, /* vᵀ tanh(qW + kU)        Bahdanau et al. 2015, A.1.2 */
} RetrievalScore;

typedef struct Retrieval {
    RetrievalScore score;
    Node *query;     /* q [1,d] */
    Node *keys;      /* K [m,d_k], d_k = d unless the score is additive */
    Node *values;    /* V [m,d_v]; NULL where each key is its own value */
    Axis key, value; /* names of the axes */
    int patch_rows;  /* for patches of a picture: how many a column of patches has (column-major);
                        else 0 */
} Retrieval;

/* o = a V [1,d_v] with weights a = softmax(s). An additive score takes its layer, with d_k units,
   from the graph's parameters. For a picture hard attention (the argmax's value) is added. */
Node *retrieve(Scope s, const Retrieval *r);

/* q·k = |q||k| cos θ for q [1,d] and K [m,d]: the step "geometry" [m,4] has for each key both
   lengths, the cosine and the product, which are also named within it. */
void dot_geometry(Scope s, Node *query, Node *keys);

/* ==== score variance ====
 *
 * Why scores are divided by √dₖ, measured: Vaswani et al. 2017, §3.2.1, footnote 4.
 *
 * For several dₖ, queries with SCORED_KEYS keys each are drawn from N(0, 1). Their dot products
 * have variance dₖ; a softmax of such scores saturates: nearly all weight is on one key, and
 * gradients vanish. In the steps row i is for dims[i]; in the first four, column 0 is for unscaled
 * scores, column 1 for scores over √dₖ:
 *
 *     variance         of all scores
 *     entropy          of a query's weights, in bits, on average
 *     largest          of a query's weights, on average
 *     slope            √Σᵢⱼ (∂wᵢ/∂xⱼ)² of the softmax, on average
 *     plain/weights   scaled/weights      of the first query [dims,SCORED_KEYS]
 */

enum { SCORED_BITS = 4, SCORED_KEYS = 1 << SCORED_BITS };

typedef struct ScoreVarianceSettings {
    Numbers dims; /* integers, ascending */
    int samples;  /* queries */
    uint64_t seed;
} ScoreVarianceSettings;

void score_variance(Scope s, ScoreVarianceSettings settings);

/* ==== word gradients ====
 *
 * Saliency: the gradient of each target word's score with respect to each source word's vector, as
 * its norm and its share of the row.
 *
 *     gradients        |∂score_i/∂x_j|                        [L,T]
 *     shares           each row over its sum, comparable between models
 *
 * and for a translator with attention
 *
 *     by-annotations   |∂score_i/∂h_j|: through the contexts of this word and of earlier ones. The
 *                      path through an initial state made from h_1 or h_T is only in `gradients`
 *     direct           α_ij |∂score_i/∂c_i|: through this word's context alone, with fixed weights.
 *                      Not a lower bound of the above: other paths may cancel it
 *
 * Gradients are composed of operations (derivatives in graph/ops.h), for each target word under
 * "step-i/…".
 */

/* For a translation in this scope, in a graph with names. `scores`: of all words [L,v], or NULL if
   each step has its own. `t`: the translation of a translator with attention, else NULL. Returns
   the shares. */
Node *word_gradients(Scope s, const TranslationTask *task, Node *scores, const Translation *t);
