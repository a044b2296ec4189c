/* What a model learns, declared where it is used.
 *
 *     Node *W = learned(s, "W_Q", "Query projection", d, d, START_BY_ROWS);
 *
 * The declaration is all there is: from it a parameter is drawn, loaded and checked, trained,
 * saved, counted and shown. A model declares the same parameters in the same order whenever it is
 * put together with one configuration: the first time, in a graph of shapes, they are collected
 * (name, shape, start); from then on each call answers with the next one. The order is that of
 * files and of the optimiser.
 *
 * The values live in the arena of the Parameters; nodes live in the graph. */
#pragma once

#include "graph/names.h"

/* What a parameter is before it has learned. */
typedef enum Start {
    START_ZEROS,
    START_ONES,
    START_NORMAL,     /* N(0, 1) */
    START_BY_ROWS,    /* N(0, 1/rows): a product keeps the variance of what comes in */
    START_BY_COLUMNS, /* N(0, 1/columns) */
    START_SMALL,      /* N(0, 0.09/rows): at first little comes out of a product */
} Start;

typedef struct Parameter {
    const char *name; /* "encoder-1/self/W_Q": in files, and in explanations */
    int rows, cols;
    Start start;
    Tensor value;      /* no data before it is drawn or loaded */
    Node *node;        /* in the graph that was made last */
    bool fixed;        /* it stays as it is while others learn */
    const int *chosen; /* the rows of a larger parameter that its rows are, or NULL */
} Parameter;

typedef struct Parameters {
    Arena *arena;
    const char *origin; /* "random, not learned", "learned from WordNet 3.0" */
    bool is_learning;   /* nodes want gradients */
    bool draws;         /* what is declared is drawn there and then … */
    uint64_t seed;      /* … from this */
    Parameter *items;
    int count;
} Parameters;

/* Puts a model together, so that it declares its parameters; `model` is its configuration. */
typedef void Declares(Scope s, const void *model);

/* The parameters of a model, without values. */
Parameters *parameters_declared(Arena *arena, Declares *declares, const void *model);

/* Parameters that are drawn from a seed where they are declared: of a graph that is made once. */
Parameters *parameters_from_seed(Arena *arena, uint64_t seed);

/* Values as they start, from a seed: each parameter has a stream of its own, by its name. */
void parameters_draw(Parameters *p, uint64_t seed);

/* How many numbers are learned. */
long parameters_size(const Parameters *p);

/* The parameter with this name, or NULL; the value of one that there is. */
Parameter *parameter_find(const Parameters *p, const char *name);
Tensor parameter_value(const Parameters *p, const char *name);

/* The same values, none of them copied, with nodes of their own: for a graph of another thread, or
   one that learns while others look, or to be given others. */
Parameters *parameters_shared(Arena *arena, const Parameters *p, bool is_learning);

/* From now on `learned` answers from these. */
void graph_use(Graph *g, Parameters *p);

/* The next parameter: rows × cols numbers called `name` under the scope's path. With a title it is
   named there and then; without, the model names it where it is shown. */
Node *learned(Scope s, const char *name, const char *title, int rows, int cols, Start start);
