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
 * G sentences of one length are read side by side (model/recurrent.h). Sentences are the targets of
 * pairs; their sources are not looked at. */
#pragma once

#include "model/translator.h"

/* With the design and the sizes of a translator, as far as they say something: its cell, whether it
   attends; `hidden` units of a state, one table of words. */
/* Predictions have word t of sentence g in row t·G + g. */
extern const ModelFamily language_family;

/* The sentence of a task, its target, in a graph with names:

       inputs   step-t/…   …/state   states   keys     as model/recurrent.h has them
       step-t/query   …   step-t/context               as model/alignment.h has them
       step-t/scores   step-t/probabilities   step-t/words
       alignment [L,L]
       right

   Returns the last, how probable each of its words was [L,1]. */
Node *language_read(Scope s, const Model *model, const TranslationTask *task);
