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
#pragma once

#include "model/model.h"
#include "model/recurrent.h"

typedef struct TranslatorDesign {
    CellKind cell;      /* of encoder and decoder */
    bool attends;       /* else one context for all words */
    bool both_ways;     /* the encoder reads backwards too */
    bool context_first; /* Bahdanau's decoder, else Luong's */
    Score score;
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
    Encoding encoding;
    int length; /* of words, with the end if it came */
    int *words;
    Decoding steps;
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
 * G sentences of one length are read side by side (model/recurrent.h). Sentences are the targets of
 * pairs; their sources are not looked at. */

/* With the design and the sizes of a translator, as far as they say something: its cell, whether it
   attends, whether it reads both ways; `hidden` units of a state, one table of words. Predictions
   have word t of sentence g in row t·G + g. Pairs and tasks of a cloze are without the end. */
extern const ModelFamily language_family;

/* The sentence of a task, its target, in a graph with names:

       inputs   step-t/…   …/state   states   keys     as model/recurrent.h has them
       encoder/…   step-t/sides   step-t/beside        both ways
       step-t/query   …   step-t/context               as model/alignment.h has them
       step-t/scores   step-t/probabilities   step-t/words
       alignment [L,L]
       right

   Returns the last, how probable each of its words was [L,1]. */
Node *language_read(Scope s, const Model *model, const TranslationTask *task);
