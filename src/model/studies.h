/* What commands measure, beside the main job: each part is a mechanism or a question of its own,
 * which has its source in the file of its name and its sentences in trace/. Nodes belong to the
 * graph. */
#pragma once

#include "model/model.h"
#include "model/words.h"

/* ==== learning ====
 *
 * How well models do while they learn: their learning curves, each from several starts.
 *
 * What was measured comes from outside (cli/compare_training.c); nodes belong to the graph.
 */

/* ---- bands ---- */

/* The same measured on several runs that differ in their seed: the mean, and the band that all of
   them lie in, from the least to the most of each cell. */

/* The edges of matrices of one shape, one a run, around a mean that is named `id` already: a single
   run has no band. Names

       id/least   id/most                                                                    */
void spread_around(Scope s, Node *mean, const char *id, const char *title, Node *const *runs,
                   int count);

/* ---- curves ---- */

typedef struct Learning {
    Axis variants; /* the models */
    Axis when;     /* the points: after how many steps or seconds */
    Axis seeds;    /* "seed 1", … */
    /* One a seed [points,variants]: the share of the sentences that is right, word for word; the
       mean of −log p of their words, after the true words before each. */
    Tensor *right, *loss;
    Tensor models; /* what each variant is and got [variants,columns] */
    Axis columns;  /* of that */
    Tensor
        seconds; /* that each run trained for [variants,seeds]; without rows where no clock ran */
} Learning;

/* Names

       models            [variants,columns]
       right, loss       with their bands [points,variants]
       reached           the first point, from 1, at which half were right; 0: none
       seconds           if a clock ran                              both [variants,seeds] */
void learning_curves(Scope s, const Learning *learning);

/* ==== bottleneck ====
 *
 * Translators with and without attention on sentences of every length: what a vector of fixed
 * length holds.      Cho et al. 2014; Bahdanau et al. 2015, figure 2
 *
 * A sentence counts as right when every word is, and its end. Several translators that differ only
 * in their seed are one sort, and what they make of a length is a band. Nodes belong to the graph.
 */

/* How many sentences each translator gets right. */
typedef struct Bottleneck {
    int sorts, seeds;
    const char *const *names; /* of the sorts */
    int longest;              /* words of the longest sentence that all learned from; 0: unknown */
    int length_count;
    int *lengths;  /* of sources, ascending: all that there are */
    Tensor *right; /* one a seed: of each length those that each sort gets right, and in the last
                      column how many there are, at least one [lengths,sorts+1] */
} Bottleneck;

/* Names

       seed-k/right   the counts
       right          the same of all seeds, added up
       share-of-one   1 over how many there are: what one of them counts [1,lengths]
       accuracy       the share that is right, with its band (see learning) [lengths,sorts]
       seed-k/share-of-one   seed-k/accuracy                         the same of one seed
       in-range       if some were short enough to be learned from: each length's part of those
                      sentences, and below, if there are any, of the longer ones [1 or 2,lengths]
       ranges         the share that is right there, with its band [1 or 2,sorts]            */
void bottleneck(Scope s, const Bottleneck *counted);

/* ==== gradient flow ====
 *
 * What becomes of a gradient on its way back through a recurrent network: it vanishes, holds or
 * explodes.      Bengio et al. 1994; Pascanu et al. 2013
 *
 * A network of n units reads T random inputs of n features, once for each gain. Its recurrent
 * matrix is the gain times a random orthogonal matrix (of a GRU: so are the three), every singular
 * value of which is the gain: without the tanh a gradient's length would change by exactly the gain
 * at every step. All gains share the inputs and the matrices, so that nothing else differs.
 *
 * The Jacobian ∂h_T/∂h_t is whole, by the chain rule: a product of a matrix for each step.
 * Nodes belong to the graph. What it names, for each gain:
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

/* So many digits of a gain are told: gains that differ only beyond them cannot be told apart. */
enum { GAIN_DIGITS = 6 };

typedef struct FlowSettings {
    CellKind kind;
    int length;       /* T, at least 2 */
    int units;        /* n */
    double deviation; /* of the inputs, which are N(0, deviation²) */
    double gate_bias; /* of a GRU's update gate; other biases are zero */
    double clip;      /* the limit of the gradient's norm, 0 for none */
    uint64_t seed;
    Numbers gains; /* decimal */
} FlowSettings;

/* |∂h_{T,i}/∂h_{T−d}| in row d, column i [T,n], of the states of T places, each [1,n]: the lengths
   of the rows of ∂h_T/∂h_{T−d} [n,n], the running product of the steps' Jacobians ∂h_t/∂h_{t−1} (of
   a plain cell diag(1 − h²) Uᵀ). */
Node *gradient_lengths(Scope s, Node *const *states, int length);

void gradient_flow(Scope s, const FlowSettings *settings);

/* Of what it named: the first gain whose gradient left the range of numbers, −1 for none; *distance
   is where. */
int gradient_flow_overflow(const Graph *g, int *distance);

/* ==== layer costs ====
 *
 * What the layers cost that Vaswani et al. 2017 compare in table 1 (§4): their table for given
 * numbers, and where two layers cost the same. Nodes belong to the graph.
 */

/* ---- layers (layer_kinds.c) ---- */

/* Those of table 1, and what stands in their place in real networks: each takes n words of d
   features and gives as many back. They are there to be counted, and to see how far a word reaches,
   not to be learned: every weight is 4, every bias 0. In a graph of shapes they have no numbers at
   all. */
#define LAYER(kind, ...) LAYER_##kind,
typedef enum LayerKind {
#include "model/layers.list"
    LAYER_KINDS
} LayerKind;
#undef LAYER

typedef struct LayerSizes {
    int n, d;   /* words, features */
    int kernel; /* k, at least 2: a convolution sees a word and the k − 1 before it */
    int window; /* W, words to either side that restricted attention sees, at least 1 */
} LayerSizes;

/* p = n(2W + 1) − W(W + 1), or n² if all see all: the pairs of words at most W apart. Words near
   the ends of a sentence see fewer than r = 2W + 1. */
double layer_pairs(const LayerSizes *s);

/* x[n,d] → [n,d]; `depth` is how many layers lie under this one. */
Node *layer(Graph *g, LayerKind kind, const LayerSizes *s, int depth, Node *x);

/* ---- counts (layer_count.c) ---- */

/* What a layer takes: multiply-adds, products that wait for each other, layers from one end of a
   sentence to the other. Each is found twice: counted in the layer's own graph, which is of shapes
   and so is counted faster than computed, and by a formula, which needs no graph. The tests hold
   one to the other; so does `attnviz cost` where it shows both. */

/* Longer sentences are left to the formulas: their graphs would not fit, or reaching their end
   would take too long. */
enum { COUNTED_MOST = 10000, REACHED_MOST = 1000 };

/* What is known of the operations of one name and one shape: how many there are, each of rows ×
   columns cells, the multiply-adds of a cell, and all of theirs. */
enum { COUNT_TIMES, COUNT_ROWS, COUNT_COLS, COUNT_EACH, COUNT_ALL, COUNT_COLUMNS };

typedef struct LayerCount {
    int count;          /* of kinds of operations, in the order in which they first come */
    const char **names; /* "matmul" */
    double (*table)[COUNT_COLUMNS]; /* a row a kind */
    double multiply_adds;
    int sequential; /* the longest chain of matrix products, each of which waits for the one before
                     */
} LayerCount;

/* In the layer's graph; the result lives in the arena. */
LayerCount layer_count(Arena *arena, LayerKind kind, const LayerSizes *s);

/* After how many layers the last word depends on the first, seen by what the layers compute. */
double layer_reach(LayerKind kind, const LayerSizes *s);

/* What is known of a layer without its graph. */
typedef struct LayerFacts {
    const char *name;    /* "self-attention", "GRU" */
    const char *formula; /* of its multiply-adds, of n, d, k and p, the pairs: "2n²d + 4n²" */
    int at_once, a_word; /* products that wait for each other, and those of each word */
} LayerFacts;

extern const LayerFacts layer_facts[LAYER_KINDS];

/* A term of a formula: 2 and n²d. */
enum { COST_TERMS = 3 };

typedef struct CostTerm {
    double coefficient, product;
} CostTerm;

/* Those of a layer's multiply-adds for these sizes, in their order: returns how many. */
int layer_terms(LayerKind kind, const LayerSizes *s, CostTerm terms[COST_TERMS]);

/* The terms times their coefficients, added up. */
double layer_multiply_adds(LayerKind kind, const LayerSizes *s);

/* Products in a row: n in a recurrent layer, 2n in a GRU, in all others as many for any n. */
double layer_sequential(LayerKind kind, const LayerSizes *s);

/* Layers until the last word depends on the first: ⌈(n − 1)/(k − 1)⌉ of convolution, ⌈log_k n⌉ of
   dilated convolution, ⌈(n − 1)/W⌉ of restricted attention, 1 of all others; at least 1. */
double layer_reach_formula(LayerKind kind, const LayerSizes *s);

/* The least n at which a layer takes as much as the next kind, or more; 0 for none up to `most`. */
int layers_cross(LayerKind layer, const LayerSizes *s, int most);

/* ---- the table ---- */

/* What is counted becomes nodes: a layer's multiply-adds are a sum over its operations, so that
   each can be explained; beyond COUNTED_MOST words they are the formula's terms added up. Rows or
   columns of layers come in the order of LayerKind. */

/* A dilated convolution takes what any takes; only where it reaches differs. */
enum { TABLE_1_KINDS = LAYER_MULTI_HEAD, COSTED_KINDS = LAYER_DILATED };

typedef struct LayerCosts {
    const int *lengths; /* those asked for, ascending */
    int length_count;
    LayerSizes sizes; /* but for n */
    /* The first lengths, up to COUNTED_MOST, at which two layers cost the same; with up to 9,992
       features there are such. */
    int attention; /* self-attention and recurrence, as in table 1 */
    int gated;     /* with its projections, and a GRU */
    int curve_count;
    int *curve_lengths; /* 1, 2 or 5 times a power of ten, those asked for, crossings, and W + 1 */
} LayerCosts;

/* Names, in a graph that has names,
 *
 *     multiply-adds   growth   growth/real   difference   crossing   crossing/real
 *     sequential   layers   path
 *     self-attention/operations   …
 *
 * Operations are those at the longest length that was counted.
 */
LayerCosts layer_costs(Scope s, const int *lengths, int count, LayerSizes sizes);

/* ==== mechanisms ====
 *
 * Every mechanism of attention over the same states: what a lecture compares, made by running it.
 *
 * H [m,d] are the states of a source sentence, word vectors with their positions. One query looks
 * at them: a row s of the states S of a target sentence, or, where a sentence attends to itself, a
 * row h of H. A layer that a mechanism learns is drawn from a seed; the heads' projections are the
 * weights' own. The steps:
 *
 *     weights   α of every mechanism, one below the other
 *
 * and under the name of each what is made on the way. The graph owns all nodes.
 */

enum { MECHANISMS = 12 };

typedef struct Mechanism {
    const char *name;  /* "additive" */
    const char *paper; /* where it comes from: "Bahdanau 2015" */
    const char *reach; /* "global", "local", "causal" */
    Node *query, *keys, *values;
    Node *weights, *output; /* [1,m], [1,d] */
    Node *scores;           /* what the softmax is of; of several heads those of the first */
    bool two;               /* query and keys are of two sentences */
    double multiply_adds;   /* from the states to the output */
} Mechanism;

/* Over a source and a target, each with the word that asks. Takes the layers from the graph's
   parameters, and what is drawn from the seed. */
void run_mechanisms(Scope s, const Weights *weights, const ComparedSentence sentences[2],
                    uint64_t seed, Mechanism all[MECHANISMS]);

/* ==== model comparison ====
 *
 * One sentence translated by Bahdanau's model and by a transformer: where the words of either look,
 * for how many of them both look at the same place, and what each model takes. What it takes is
 * read off the graph of these very translations:
 *
 *     learned numbers     the sizes of the tensors that the graph was made from
 *     multiply-adds       the operations' own costs, each once
 *     steps               the longest chain of states, or of layers, that wait for each other
 *     operations          the longest chain of any operations
 *
 * An encoder is what lies behind the annotations (the memory); all else is the decoder's, the
 * alignment model too. The transformer's graph reads all words of the translation at once, the mask
 * hiding from each what comes after it, as in training.
 */

/* Columns of what they take. */
enum { MODEL_BAHDANAU, MODEL_TRANSFORMER, MODELS };

extern const char *const model_names[MODELS];

/* Of both translations of one sentence in one graph with names, "bahdanau/…", which is aligned, and
 * "transformer/…", perhaps into the same words. Names
 *
 *     bahdanau/looks   looks   transformer/decoder-l/cross/looks   agreement
 *     parameters/parts   parameters   work/parts   work
 *     steps/chains   steps/rounds   steps   operations
 *
 * `looks` are the places that each word looks at most, by Bahdanau's weights and by each layer's
 * mean; those of a layer are by the mean of its heads and by each head. `agreement` is in how large
 * a part of the words a layer's mean or head looks where Bahdanau's do. Neither is there if the
 * words differ. Of steps there are those while it writes, where each word waits for the one before
 * it, and where the words are given, as for the operations, and it does not have to. */
void compare_models(Scope s, const Translation *bahdanau, const TransformerParameters *transformer,
                    const TransformerTranslation *transformed, bool same_words);

/* ==== heads taken out ====
 *
 * What each word of a transformer's translation loses without each head: a head's output is 0, and
 * in front of each word are those that it wrote with all heads. Beside it the control: its mean
 * over the words in the place of a head's output takes away only what differs between them; and
 * changes of the output as large as itself, row by row, but in drawn directions tell what any
 * change of that size does.
 *
 *     before       how probable each word is with all heads [1,words]
 *     without      how probable it is then      without/mean   without/drawn
 *     lost         before − without             lost/mean   lost/drawn         all [heads,words]
 *     ranking      heads, those without which the words lose most first: what a word loses on
 *                  average with no output, with its mean, by drawn changes and by the worst of
 *                  them; and the largest weight of a row of the head on average [heads,5]
 *     instead      the place in the vocabulary, from 1, of the word that is then the most probable
 *                  one, where it is another than with all heads; else 0 [heads,words]
 *
 * All of the run before is named, and with `whole` what is made without a head: "out/HEAD/…" and
 * "mean/HEAD/…". */
typedef struct HeadsOut {
    const Model *transformer;
    const TranslationTask *task;
    int draws; /* changes of each head */
    uint64_t seed;
    bool whole;

    /* what is found */
    int count;
    int turned; /* heads without which another word is the most probable one somewhere */
    int beyond; /* without which the words lose more than by each drawn change */
} HeadsOut;

void heads_out(Scope s, HeadsOut *study);

/* ==== positions ====
 *
 * Sinusoidal positions and what they are good for: Vaswani et al. 2017, §3.5.
 *
 *     PE(p, 2i) = sin(p / base^(2i/d))      PE(p, 2i+1) = cos(p / base^(2i/d))
 *
 * PE(p)·PE(p + k) depends on the distance k alone, and one rotation of each frequency takes PE(p)
 * to PE(p + k) whatever p is. The steps:
 *
 *     encodings   waves   dots   distances   rotation   rotated   ahead   error
 */

typedef struct PositionSettings {
    int length, d; /* d is even */
    double base;
    double other_base; /* to compare with */
    int shift;         /* k of the rotation */
} PositionSettings;

void positions(Scope s, PositionSettings settings);

/* 2π base^(2i/d): in how many positions frequency i turns once. */
double position_wavelength(double base, int d, int i);

/* ==== retrieval ====
 *
 * Attention at its smallest: one query asks keys, and is answered with their values. The keys may
 * be the patches of a picture, by their mean colours.
 *
 * Nothing is learned and nothing is projected, except that an additive score has a small layer of
 * its own. The steps:
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
    Axis key, value; /* what they are called */
    int patch_rows;  /* the keys are patches of a picture: columns of so many, one after the other;
                        else 0 */
} Retrieval;

/* o = a V [1,d_v] with weights a = softmax(s). An additive score takes its layer, of as many units
   as a key has numbers, from the graph's parameters. Over a picture hard attention stands beside
   that, the value of the largest weight. */
Node *retrieve(Scope s, const Retrieval *r);

/* Of q [1,d] and K [m,d] q·k = |q||k| cos θ: the step "geometry" [m,4], of each key both lengths,
   the cosine and the product, which have names within. */
void dot_geometry(Scope s, Node *query, Node *keys);

/* ==== score variance ====
 *
 * Why scores are divided by √dₖ: Vaswani et al. 2017, §3.2.1, footnote 4, measured.
 *
 * Queries and keys of independent numbers of N(0, 1) are drawn for several dₖ, each query with
 * SCORED_KEYS keys of its own. Their dot product has the variance dₖ; the softmax of such scores
 * puts nearly all weight on one key, and then hardly moves with the scores. The steps, in row i of
 * dims[i]; in the first four column 0 is of the scores as they are, column 1 of those over √dₖ:
 *
 *     variance         of all scores
 *     entropy          of a query's weights, in bits, on average
 *     largest          of a query's weights, on average
 *     slope            √Σᵢⱼ (∂wᵢ/∂xⱼ)² of the softmax, on average
 *     plain/weights   scaled/weights      of the first query [dims,SCORED_KEYS]
 */

enum { SCORED_BITS = 4, SCORED_KEYS = 1 << SCORED_BITS };

typedef struct ScoreVarianceSettings {
    Numbers dims; /* whole, ascending */
    int samples;  /* queries */
    uint64_t seed;
} ScoreVarianceSettings;

void score_variance(Scope s, ScoreVarianceSettings settings);

/* ==== word gradients ====
 *
 * How the score of each word of a translation moves with each word of the source: the gradient of a
 * score by a word's vector, its length and its share of all that the score moves with.
 *
 *     gradients        |∂score_i/∂x_j|                        [L,T]
 *     shares           each row over its sum: what models of different scores are compared by
 *
 * and of a translator that attends
 *
 *     by-annotations   |∂score_i/∂h_j|: of h_j as attention reads it, through the contexts of this
 *                      word and of those before it (a first state that is made from h_1 or h_T is
 *                      another way, which only `gradients` has)
 *     direct           α_ij |∂score_i/∂c_i|: through this word's context alone, its weights held.
 *                      It is no part of the above: what comes by other ways may cancel it
 *
 * Gradients are composed of operations (derivatives in graph/ops.h), word for word under
 * "step-i/…".
 */

/* Of a translation in this scope, in a graph with names: the scores of all words [L,v], or NULL
   where each step has its own; of a translator that attends also what it did, else NULL. Returns
   the shares. */
Node *word_gradients(Scope s, const TranslationTask *task, Node *scores, const Translation *t);
