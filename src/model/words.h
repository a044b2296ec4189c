/* Words as vectors, trained or random: look-up forms, nearest neighbours, and attention over a
 * sentence. Each part is implemented in the file of its name.
 */
#pragma once

#include "model/layers.h"

/* ==== word form ====
 *
 * Fallback forms of an English word that is out of vocabulary:
 *
 *     bats → bat, hopped → hop          endings, by the rules of WordNet's morphy(7WN)
 *     swam → swim, mice → mouse         irregular_forms.list
 *     don't → not, he'll → he           contractions; of a possessive (dog's) the noun
 *     e-mail → email, fruit-bats → bat  hyphenated words: in one word, or else the head
 *     colour ↔ color, realise ↔ realize British and American spelling
 *
 * No rule derives a function word: "thing" does not become "the".
 */

/* The key, then its other forms in the order to try them, without duplicates. An overlong key has
   only itself. */
Lexicon word_forms(Arena *arena, const char *key);

/* The row of the first form that `words` contains; −1 if there is none. *form is that form: the key
   itself, or a string in the arena. */
int vocabulary_row_of_form(Arena *arena, const Lexicon *words, const char *key, const char **form);

/* Whether a key is a function word (the, of, he, is). Training masks only content words, and lists
   of nearest words omit function words. */
bool is_function_word(const char *key);

/* Whether lists of nearest words may contain this key. */
bool is_listed_word(const char *key);

/* ==== weights ====
 *
 * The weights of the main job, trained or random: word vectors and projections.
 *
 * X = the words' rows of `embeddings`; Q = X·W_Q, K = X·W_K, V = X·W_V, where head h has columns
 * h·dₖ … (h+1)·dₖ − 1; W_O maps the concatenated heads back to D features. Everything lives in the
 * arena.
 */

typedef struct Weights {
    Tensor embeddings;      /* [vocabulary, D] */
    Lexicon vocabulary;     /* the keys (load/tokens.h) of the rows of `embeddings` */
    Parameters *parameters; /* W_Q, W_K, W_V and W_O [D, D], and possibly others; user-supplied ones
                               may have any consistent shapes */
    int heads;              /* 0: any number that divides D */
    const char *origin;     /* "random, not learned", "from w.safetensors" */
    const char *recipe;     /* how they were trained, or NULL */
    const char *perplexity; /* on held-out text, or NULL */
} Weights;

/* Declares the four projections, without values. */
Parameters *projections_declared(Arena *arena, int d);

/* Random weights: a row per distinct key, in order of appearance. Embeddings are N(0, 1),
   projections N(0, 1/D), so that scaled scores have variance 1. Each word and matrix has its own
   random stream, so a word has the same vector in every sentence. With count 0 there are only
   projections, for vectors from elsewhere. */
Weights weights_random(Arena *arena, const char *const *keys, int count, int d, uint64_t seed);

/* The word vectors of a text. */
typedef struct WordVectors {
    Tensor table;             /* [count, D]: row i is the vector of word i at its first
                                 occurrence */
    const int *rows;          /* row of the table per word; equal words share a row */
    const char *const *forms; /* the form by which each was found, its key or a fallback form; NULL
                                 for an unknown word */
} WordVectors;

/* Looks up all keys. An unknown word (in every form) gets the vector of "<unk>", or zeros without
   one. */
WordVectors word_vectors(Arena *arena, const Weights *weights, const char *const *keys, int count);

/* ==== neighbours ====
 *
 * Nearest neighbours among static word vectors, by cosine similarity.
 *
 * Function words and the special tokens <unk> and <mask> are excluded. The graph and its arena own
 * everything.
 */

/* Cosines [count,1] of the `most` words nearest to vector[1,d], except rows in `own`, in descending
   order (ties: the lower row). Named "nearest", with vectors "nearest/vectors"; `to` is for the
   title. NULL if there are none, as for a zero vector. The embeddings are not copied. */
Node *nearest_words(Scope s, const Weights *weights, const char *to, Node *vector, const int *own,
                    int own_count, int most);

/* ---- neighbours of words, and of sums of words ---- */

/* Neighbours of static vectors; or of a sum of words, as in king − man + woman (Mikolov, Yih and
   Zweig 2013), each normalised to length 1 first. */

/* A word as a row of the table, with its sign in a sum. */
typedef struct Term {
    int row;
    bool minus;
    const char *word; /* sanitised for display */
} Term;

/* Up to `most` neighbours of each of `count` words, "word-i/vector", "word-i/nearest"; or, if
   is_sum, of their sum, "word-i/unit", "sum", "nearest" (the first term has no minus). Returns the
   vectors [count,d], or their sum [1,d]; with `most` 0 it does only that. */
Node *neighbours(Scope s, const Weights *weights, const Term *terms, int count, bool is_sum,
                 int most);

/* ==== sentence attention ====
 *
 * The main job: multi-head self-attention over a sentence, compared with attention without learned
 * projections on the same input.
 */

typedef struct SelfAttentionSettings {
    int heads; /* divides the weights' d_model */
    bool positions;
    bool normalise; /* for attention without projections: normalise vectors to length 1 */
    Variation variation;
    Mask mask; /* [n,n] */
} SelfAttentionSettings;

typedef struct SentenceAttention {
    SelfAttentionSettings settings;
    Node *input;  /* X + PE, or X without positions [n,d] */
    Node *mask;   /* M [n,n] or NULL */
    Attended raw; /* softmax(XXᵀ/√d + M) X, with unit rows if `normalise` */
    Attended *heads;
    Node *W_O;
    Node *mean, *output; /* mean weights of the heads [n,n]; output [n,d] */
} SentenceAttention;

/* The vectors of n words from `weights` [n,d]; nothing is copied. `labels` name the words in a
   graph with names. */
Node *sentence_embeddings(Scope s, const Weights *weights, WordVectors vectors,
                          const char *const *labels, int n);

/* X + PE, or X itself without positions. */
Node *sentence_input(Scope s, Node *X, const SelfAttentionSettings *settings);

/* Attention over the embeddings X, with positions if the settings say so. */
SentenceAttention sentence_attention(Scope s, const Weights *weights, Node *X,
                                     SelfAttentionSettings settings);

/* The control: XXᵀ/√d (over the temperature), scaled by c so that its scores have the heads' mean
   standard deviation and differences are not due to scale. Returns the weights; named

       matched/scores   matched/masked   matched/weights */
Node *matched_attention(Scope s, const SentenceAttention *attention);

/* The weights' projections as nodes of a graph. */
Projections projections_of(Graph *g, const Weights *weights);

/* Follows the query of one word (position from 0) through each head: rows of the matrices above.
   The steps of head h:

       word/head-h/query              q [1,dₖ]
       word/head-h/keys               K
       head-h/geometry                how each q·k comes about (dot_geometry) [n,4]
       word/head-h/scores   …/scaled   …/masked   …/weights      one number of each key [n,1]
       word/head-h/stages             those as columns
       word/head-h/values             V
       word/head-h/parts              weight · value [n,dₖ]
       word/head-h/sum                their sum [1,dₖ]
       word/output                    the word's row of the output [1,d] */
void follow_word(Scope s, const SentenceAttention *attention, int place);

/* ---- what the projections change ---- */

/* Measures attention without projections (XXᵀ), each head, and the mean of the heads
   (projection_measures.c). Scores are taken before the mask, which would make any matrix
   asymmetric; weights after it. The steps, for n words and H heads:

       symmetry    of the scores: XXᵀ, each head [1+H,1]
       diagonal    a word's mean weight for itself: XXᵀ, each head, mean [1+H+1,1]
       entropy     of each row of weights, in bits: XXᵀ, each head, mean, and the control, XXᵀ at
                   the heads' spread [n,1+H+1+1]
       raw/most    each row's largest weight without projections [n,1], …
       mean/most   … and in the mean of the heads, their rows saying whose that is [n,1]
       distances   total variation between the weights: XXᵀ, each head [1+H,1+H] */
void measure_projections(Scope s, const SentenceAttention *attention, const char *const *labels);

/* ==== comparison ====
 *
 * One word in several sentences: the same static vector, to which attention adds a different Δ in
 * each.
 *
 *     y = x + Δ,   Δ = Σⱼ cⱼ,   cⱼ = Σₕ wₕⱼ Vₕⱼ W_Oʰ
 *
 * where x is the word's embedding without position, wₕ its row of weights in head h, Vₕⱼ the value
 * of word j, and W_Oʰ head h's rows of W_O; cⱼ is the contribution of word j.
 */

/* A sentence, and the position of the word in it, from 0. */
typedef struct ComparedSentence {
    WordVectors vectors;
    const char *const *labels; /* of its words, sanitised */
    int n, place;
    SelfAttentionSettings settings;
} ComparedSentence;

/* The input of a comparison; nothing is copied. */
typedef struct ComparisonInput {
    const Weights *weights;
    int count;
    const ComparedSentence *sentences;
    const char *word; /* as the user wrote it, sanitised */
    const char *key;  /* its look-up key, excluded from its own neighbours */
    int nearest;      /* maximum length of a list of neighbours */
} ComparisonInput;

/* The steps; those of a sentence, with all of its attention, are under "sentence-i/":
 *
 *     static   static/nearest
 *     sentence-i/attention   …/contributions   …/change   …/after   …/gained/nearest   …/nearest
 *     cosine/before   cosine/after
 *
 * A list of neighbours is missing if it would be empty (a zero vector, no other content word).
 * "unknown" is an alias of "static" if the word is out of vocabulary. */
void compare_word(Scope s, const ComparisonInput *input);
