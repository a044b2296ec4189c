/* Translators: an encoder, attention and a decoder, each word being read and written as the row of
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
 * model/recurrent.h for the rows). A graph owns its nodes; what is learned lives in the caller's
 * arena. Where the graph has names (graph/names.h), all that is made on the way is found by its
 * path:
 *
 *     source   encoder/…   annotations   keys   decoder/first-state-sum
 *     step-i/query   …   step-i/probabilities   step-i/words
 */
#ifndef MODEL_TRANSLATOR_H
#define MODEL_TRANSLATOR_H

#include "model/alignment.h"
#include "model/recurrent.h"

typedef struct TranslatorKind {
    const char *name;   /* "bahdanau" */
    const char *source; /* "Bahdanau et al. 2015" */
    CellKind cell;      /* of encoder and decoder */
    bool attends;       /* else one context for all words */
    bool both_ways;     /* the encoder reads backwards too */
    bool context_first; /* Bahdanau's decoder, else Luong's */
    Score score;
    Reach reach;
} TranslatorKind;

/* All kinds; the first is Bahdanau's. */
extern const TranslatorKind translator_kinds[];
extern const int translator_kind_count;

/* NULL for none of that name. */
const TranslatorKind *translator_kind(const char *name);

typedef struct TranslatorSizes {
    int source_words, target_words;
    int embedding; /* features of a word */
    int hidden;    /* units of the decoder's state, and of each direction of the encoder; with
                      Luong's decoder half of them in each direction, so that a state and an
                      annotation are equally long */
    int alignment; /* units of the alignment model's layer */
    int window;    /* D of local attention; else not looked at */
} TranslatorSizes;

typedef struct Translator {
    const TranslatorKind *kind;
    TranslatorSizes sizes;
    int end; /* the target word that ends a sentence, and stands before its first word */
    Parameters *parameters;
} Translator;

/* Whether the units of a kind that halves them can be halved. */
bool translator_sizes_fit(const TranslatorKind *kind, TranslatorSizes sizes);

/* Whether a kind has an alignment model with a layer of its own. */
bool translator_has_layer(const TranslatorKind *kind);

/* With what it learns, but without numbers. */
Translator translator_new(Arena *arena, const TranslatorKind *kind, TranslatorSizes sizes);

/* Drawn from a seed: words' vectors from N(0, 1), matrices from N(0, 1/rows), vₐ and v_p from
   N(0, 1/a), biases zero. */
Translator translator_random(Arena *arena, const TranslatorKind *kind, TranslatorSizes sizes,
                             uint64_t seed);

/* ---- training ---- */

/* Sentences of one length with translations of one length, side by side. */
typedef struct SentencePairs {
    int sentences;                    /* G */
    int source_length, target_length; /* T and L; the target's counts its end */
    const int *source;                /* source[t·G + g] */
    const int *target; /* target[i·G + g], the end last; what stands before the first
                          word is not there */
    double weight;     /* of each target word's surprise in the loss */
} SentencePairs;

typedef struct TeacherForced {
    Node *scores; /* of the next word: row i·G + g [L·G,target words] */
    Node *loss;   /* weight · Σ −log p(word) [1,1] */
} TeacherForced;

/* Every word after the true words before it, in a graph that uses the translator's parameters. The
   arrays of `pairs` are not copied. */
TeacherForced teacher_forced(Scope s, const Translator *translator, const SentencePairs *pairs);

/* ---- translating one sentence ---- */

/* What is to be translated, and how. Not copied. */
typedef struct TranslationTask {
    const int *source; /* words, rows of the source table */
    int source_length;
    const int *target; /* the words to go on with, all of them; NULL: the most probable each, the
                          first of equals, up to the end */
    int target_length; /* of words at most */
    Taking taking;
    uint64_t seed; /* of what is drawn */
    /* Where the graph has names; then the target's words are given. */
    int likely; /* so many of the most probable words are listed for each */
    /* Labels of the words. */
    const char *const *source_labels, *const *target_labels;
    const char *const *source_vocabulary, *const *vocabulary; /* of the target */
} TranslationTask;

typedef struct TranslatedWord {
    int word;
    Node *state;           /* s_i [1,n] */
    Node *weights, *taken; /* of the alignment; NULL where there is none */
    Node *probabilities;   /* of every target word [1,v] */
} TranslatedWord;

typedef struct Translation {
    const Parameters *learned; /* with their nodes in this graph */
    Encoding encoding;
    int length; /* of words, with the end if it came */
    TranslatedWord *words;
} Translation;

/* Word by word. */
Translation translate(Scope s, const Translator *translator, const TranslationTask *task);

/* α of every word on top of each other [L,T]; of hard attention what is taken, else NULL. Of a
   translator that attends. */
Node *all_weights(Graph *g, const Translation *translation);
Node *all_taken(Graph *g, const Translation *translation);

/* The same translation, and these named "alignment" and "taken". */
Translation translate_aligned(Scope s, const Translator *translator, const TranslationTask *task);

/* The words alone, by a graph that is given back: into room for `target_length`; returns how many.
 */
int translated_words(const Translator *translator, const TranslationTask *task, int *words);

#endif
