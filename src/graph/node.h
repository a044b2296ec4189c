/* A tensor that remembers how it was made, and the operation that made it.
 *
 * An operation knows four things about one formula: how to compute it, how to differentiate it,
 * how to explain any one cell of its result in plain arithmetic, and what it costs. Everything
 * attnviz does (tracing, training, explaining, counting) walks a graph of such nodes.
 *
 * A graph owns its nodes through its arena. Nodes are computed when they are made, so the list is
 * in topological order. Shapes that do not fit are our own bug: CHECK aborts.
 */
#ifndef GRAPH_NODE_H
#define GRAPH_NODE_H

#include "graph/explanation.h"
#include "tensor/tensor.h"

typedef struct Node Node;

typedef struct Op {
    const char *name;
    /* Fills node->value from the inputs' values. NULL for a leaf. */
    void (*forward)(Node *node);
    /* Adds to the gradient of each input that wants one. */
    void (*backward)(Node *node);
    /* Writes the arithmetic behind one cell; see graph/explanation.h. */
    void (*explain)(const Node *node, int row, int col, Explanation *explanation);
    /* Multiply-adds of the forward pass, by the rule in docs/architecture.md. */
    double (*cost)(const Node *node);
} Op;

struct Node {
    const Op *op;
    Tensor value;
    Tensor grad; /* no data until a backward pass reaches the node */
    bool wants_grad;
    int input_count;
    Node **inputs;
    union {
        real factor;       /* scale */
        int first_col;     /* columns */
        const int *rows;   /* gather: one row index of the input a row of the result */
        double base;       /* sinusoids */
        const char *given; /* leaf: where its numbers come from */
    } parameter;
};

typedef struct Graph {
    Arena *arena;
    Node **nodes;
    int count, capacity;
} Graph;

Graph *graph_new(Arena *arena);

/* What the operations' constructors call: allocates the node and its value, computes it. The
   inputs are copied. `parameter` is copied from `model` when it is not NULL. */
Node *graph_node(Graph *g, Node node, int rows, int cols, Node *const *inputs, int input_count);

/* ∂loss/∂node into the grad of every node that wants one; loss is 1 × 1. Gradients of an earlier
   pass are cleared first. */
void graph_backward(Graph *g, Node *loss);

/* Multiply-adds of one node. */
double node_cost(const Node *node);

static inline int rows_of(const Node *node)
{
    return node->value.rows;
}

static inline int cols_of(const Node *node)
{
    return node->value.cols;
}

#endif
