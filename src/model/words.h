/* Words as vectors, learned or drawn: what forms a word is looked up by, which words are near it,
 * and what attention makes of it in a sentence. Each part has its source in the file of its name.
 */
#pragma once

#include "model/layers.h"

/* ==== word form ====
 *
 * The other forms by which an English word may be looked up when a vocabulary lacks it:
 *
 *     bats → bat, hopped → hop          endings, by the rules of WordNet's morphy(7WN)
 *     swam → swim, mice → mouse         irregular_forms.list
 *     don't → not, he'll → he           contractions; of a possessive (dog's) the noun
 *     e-mail → email, fruit-bats → bat  hyphenated words: in one word, or else the head
 *     colour ↔ color, realise ↔ realize British and American spelling
 *
 * By rule no word becomes a function word: "thing" is no form of the.
 */

/* The key and then its other forms, each once, in the order in which they are to be tried. What
   is longer than any word has none but itself. */
Lexicon word_forms(Arena *arena, const char *key);

/* The row of the first of these forms that these words have; −1 if they have none. *form is then
   the form found: the key itself, or a string in the arena. */
int vocabulary_row_of_form(Arena *arena, const Lexicon *words, const char *key, const char **form);

/* Whether a key is a word that holds a sentence together and says little of what it is about (the,
   of, he, is). Training asks only for the others, content words, and lists of nearest words leave
   these out. */
bool is_function_word(const char *key);

/* Whether a list of nearest words can have this one. */
bool is_listed_word(const char *key);

/* ==== weights ====
 *
 * What a model has learned, or would have: word vectors and projections.
 *
 * X = the words' rows of `embeddings`; Q = X·W_Q, K = X·W_K, V = X·W_V, where head h owns the
 * columns h·dₖ … (h+1)·dₖ − 1; W_O maps the heads' outputs, side by side, back to D features.
 * Everything lives in the arena.
 */

typedef struct Weights {
    Tensor embeddings;      /* [vocabulary, D] */
    Lexicon vocabulary;     /* the words' keys (load/tokens.h), by their rows */
    Parameters *parameters; /* W_Q, W_K, W_V and W_O [D, D], among others perhaps; of those that
                               were given by hand any shape that fits */
    int heads;              /* 0: any number that divides D */
    const char *origin;     /* "random, not learned", "from w.safetensors" */
    const char *recipe;     /* how they were learned, or NULL */
    const char *perplexity; /* on text held out of the training, or NULL */
} Weights;

/* The four projections, without values. */
Parameters *projections_declared(Arena *arena, int d);

/* Weights drawn from a seed for the words of a text: a row for each distinct key, in the order
   of appearance. Embeddings are N(0, 1) and projections N(0, 1/D), so that a scaled score has
   variance 1. Each word and each matrix has a stream of its own under the seed: a word has the
   same vector in every sentence. Of no words they are projections for vectors made elsewhere. */
Weights weights_random(Arena *arena, const char *const *keys, int count, int d, uint64_t seed);

/* The vectors of a text's words. */
typedef struct WordVectors {
    Tensor table;             /* [count, D]: row i is the vector of word i where it first appears */
    const int *rows;          /* for each word the row of the table: equal words, equal rows */
    const char *const *forms; /* the form by which each was found (see above): its key, or
                                 another that the vocabulary has; NULL for an unknown word */
} WordVectors;

/* Looks every key up. A word the vocabulary lacks in every form takes the vector of "<unk>" if
   there is one, else zeros. */
WordVectors word_vectors(Arena *arena, const Weights *weights, const char *const *keys, int count);

/* ==== neighbours ====
 *
 * The words whose static vectors point most nearly the way a vector does, by cosine.
 *
 * Function words and the special words <unk> and <mask> are never among
 * them. Everything belongs to the graph and its arena.
 */

/* Up to `most` words of the vocabulary nearest to vector[1,d], without the rows in `own`: their
   cosines with it [count,1], nearest first and of equally near ones the first row. Named "nearest",
   "Nearest to …", with their vectors "nearest/vectors". NULL where there are none: a vector of
   zeros points nowhere. The embeddings are not copied. */
Node *nearest_words(Scope s, const Weights *weights, const char *to, Node *vector, const int *own,
                    int own_count, int most);

/* ---- of words, and of their sums ---- */

/* The nearest words of some words by their static vectors; or of a sum of words, as in
   king − man + woman (Mikolov, Yih and Zweig 2013), each taken at length 1 so that none outweighs
   another. */

/* A word by its row of the table, and its sign in a sum. */
typedef struct Term {
    int row;
    bool minus;
    const char *word; /* safe to show */
} Term;

/* At most `most` neighbours of each of `count` words: "word-i/vector", "word-i/nearest". Or those
   of their sum, whose first term has no minus: "word-i/unit", "sum", "nearest". Returns what they
   are near to: the vectors of these words [count,d], or of their sum [1,d]; with 0 for `most` that
   is all. */
Node *neighbours(Scope s, const Weights *weights, const Term *terms, int count, bool is_sum,
                 int most);

/* ==== sentence attention ====
 *
 * The main job: a sentence through multi-head self-attention, beside attention without any learned
 * projection on the same input.
 */

typedef struct SelfAttentionSettings {
    int heads; /* divides the weights' d_model */
    bool positions;
    bool normalise; /* attention without projections has vectors of length 1, where x·x is 1 */
    Variation variation;
    Tensor mask; /* [n,n] of 0 and −∞; no data for none */
} SelfAttentionSettings;

typedef struct SentenceAttention {
    SelfAttentionSettings settings;
    Node *input;  /* X + PE; X itself without positions [n,d] */
    Node *mask;   /* M [n,n] or NULL */
    Attended raw; /* softmax(XXᵀ/√d + M) X, X being rows of length 1 if normalised */
    Attended *heads;
    Node *W_O;
    Node *mean, *output; /* of the heads' weights [n,n]; [n,d] */
} SentenceAttention;

/* The vectors of n words, from these weights [n,d]. Neither is copied. The labels name the words
   where the graph has names. */
Node *sentence_embeddings(Scope s, const Weights *weights, WordVectors vectors,
                          const char *const *labels, int n);

/* X + PE, or X itself without positions. */
Node *sentence_input(Scope s, Node *X, const SelfAttentionSettings *settings);

/* Attention over these embeddings, in their positions. */
SentenceAttention sentence_attention(Scope s, const Weights *weights, Node *X,
                                     SelfAttentionSettings settings);

/* The control: XXᵀ/√d (over the temperature) times the number c that gives its scores the standard
   deviation of the heads' (on average), so that no head differs from it by scale. The weights;
   named

       matched/scores   matched/masked   matched/weights */
Node *matched_attention(Scope s, const SentenceAttention *attention);

/* What the weights' matrices are in a graph. */
Projections projections_of(Graph *g, const Weights *weights);

/* One query of the sentence, that of the word at a place from 0, followed through each head: rows
   of the matrices above. The steps, of head h:

       word/head-h/query              q [1,dₖ]
       word/head-h/keys               K
       head-h/geometry                how each q·k comes about (dot_geometry) [n,4]
       word/head-h/scores   …/scaled   …/masked   …/weights      one number of each key [n,1]
       word/head-h/stages             those side by side
       word/head-h/values             V
       word/head-h/parts              each value times its weight [n,dₖ]
       word/head-h/sum                their sum [1,dₖ]
       word/output                    the word's row of the output [1,d] */
void follow_word(Scope s, const SentenceAttention *attention, int place);

/* ---- what the projections do ---- */

/* What the learned projections do that XXᵀ does not, in numbers: attention without projections,
   each head, and the mean of the heads, measured side by side (projection_measures.c). Scores are
   measured as they are before the mask, which would make any matrix asymmetric; weights as they are
   behind it. The steps, of n words whose attention has H heads:

       symmetry    of the scores: XXᵀ, each head [1+H,1]
       diagonal    a word's mean weight for itself: XXᵀ, each head, mean [1+H+1,1]
       entropy     of each row of weights, in bits: XXᵀ, each head, mean, and the control, XXᵀ at
                   the heads' spread [n,1+H+1+1]
       raw/most    each row's largest weight without projections [n,1], …
       mean/most   … and in the mean of the heads, their rows saying whose that is [n,1]
       distances   total variation between the weights: XXᵀ, each head [1+H,1+H]
*/
void measure_projections(Scope s, const SentenceAttention *attention, const char *const *labels);

/* ==== comparison ====
 *
 * One word in several sentences: one static vector goes in, and in each sentence attention adds
 * something else to it.
 *
 *     y = x + Δ,   Δ = Σⱼ cⱼ,   cⱼ = Σₕ wₕⱼ Vₕⱼ W_Oʰ
 *
 * where x is the word's row of the embeddings without its position, wₕ its row of weights in head
 * h, Vₕⱼ the value of word j, and W_Oʰ head h's rows of W_O; cⱼ is what word j contributes.
 */

/* A sentence, and the place of the word in it, from 0. */
typedef struct ComparedSentence {
    WordVectors vectors;
    const char *const *labels; /* of its words, safe to show */
    int n, place;
    SelfAttentionSettings settings;
} ComparedSentence;

/* What is compared; nothing is copied. */
typedef struct ComparisonInput {
    const Weights *weights;
    int count;
    const ComparedSentence *sentences;
    const char *word; /* as it was asked for, safe to show */
    const char *key;  /* what its vector was looked up by: itself it is not near */
    int nearest;      /* how many words a list has at most */
} ComparisonInput;

/* The steps, each sentence's under "sentence-i/" together with all of its attention:
 *
 *     static   static/nearest
 *     sentence-i/attention   …/contributions   …/change   …/after   …/gained/nearest   …/nearest
 *     cosine/before   cosine/after
 *
 * A list of nearest words is missing where there are none: near a vector of zeros, or where the
 * vocabulary has no other content word. "unknown" is another name of "static" where the vocabulary
 * lacks the word. */
void compare_word(Scope s, const ComparisonInput *input);
