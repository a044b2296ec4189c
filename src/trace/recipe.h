/* Matrices that are made from others as a recipe says, in reverse Polish notation: "Q K ×ᵀ", "exp
 * sum ÷". Sentences measure so, on the matrices of a step; worksheets make their tables so.
 *
 * What one or two matrices become is in vocabulary_operators.list. Signs go from cell to cell,
 * where one row, one column or one number stands for all: + - * / < > = and, for not equal, !.
 * Nothing explains these, and no gradient goes back through them. And there are
 *
 *     cols[1:-2]  rows[0:1]                some columns or rows of a matrix, as Python writes them
 *
 * Every other word is an operand, which is whose recipe it is. Results belong to the graph; shapes
 * that do not fit are a bug.
 */
#pragma once

#include "graph/ops.h"

/* The matrix that a word stands for, which may take others from the stack, `**--*top` being the
   last; NULL where there is none. */
typedef Node *Operand(void *user, const char *word, Node ***top);

/* On top of `below`, which may be NULL; NULL where an operand is not there. */
Node *matrix_made(Graph *g, const char *recipe, Node *below, Operand *operand, void *user);
