/* How well models do while they learn: their learning curves, each from several starts.
 *
 * What was measured comes from outside (cli/compare_training.c); nodes belong to the graph. */
#pragma once

#include "graph/ops.h"

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
