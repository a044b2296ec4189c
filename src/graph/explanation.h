/* The arithmetic behind one cell, as an operation tells it.
 *
 * An operation writes one or more expressions whose value is the cell, each from the actual
 * numbers of its operands:
 *
 *     explanation_begin(e);
 *     explanation_cell(e, a, row, 0), explanation_text(e, " × "), explanation_cell(e, b, 0, col);
 *
 * explanation_cell prints the number and remembers the cell, so that the walk (lesson/explain.h)
 * can go on to explain it. Evaluating any of the expressions gives the cell, up to the digits
 * printed; the tests do evaluate them.
 */
#ifndef GRAPH_EXPLANATION_H
#define GRAPH_EXPLANATION_H

#include "base/text.h"

#include <stdbool.h>

struct Node;

typedef struct Cell {
    const struct Node *node;
    int row, col;
} Cell;

typedef struct Explanation {
    Arena *arena;
    int digits;        /* significant digits of a printed number */
    Text *expressions; /* equal to each other and to the cell, in the order of evaluation */
    int expression_count;
    Text given; /* for a leaf: where the number comes from; no expressions then */
    Cell *uses; /* the operands met, each once, in order */
    int use_count, use_capacity;
} Explanation;

Explanation explanation_new(Arena *arena, int digits);

/* Starts the next expression. */
void explanation_begin(Explanation *explanation);
void explanation_text(Explanation *explanation, const char *text);
/* A number: −∞ and a minus sign as such, a negative one in brackets unless it begins. */
void explanation_number(Explanation *explanation, double number);
/* The number of an operand's cell, which becomes one of the uses. */
void explanation_cell(Explanation *explanation, const struct Node *node, int row, int col);

#endif
