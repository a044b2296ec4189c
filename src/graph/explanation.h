/* The arithmetic behind one cell, as an operation tells it.
 *
 * An operation writes one or more expressions whose value is the cell, each from the actual
 * numbers of its operands:
 *
 *     explanation_begin(e);
 *     explanation_cell(e, a, row, 0);
 *     explanation_text(e, " × ");
 *     explanation_cell(e, b, 0, col);
 *
 * explanation_cell prints the number and remembers the cell, so that a walk (lesson/explain.h) can
 * go on to explain it. Evaluating any of the expressions gives the cell, up to the digits printed;
 * the tests do evaluate them. A leaf writes no expression but where its number comes from.
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

/* A cell that the arithmetic uses, and where its number is printed: so many bytes of an expression.
   What stands between the operands is mere text. */
typedef struct CellUse {
    const struct Node *node;
    int row, col;
    int expression; /* −1: only the remark speaks of it */
    size_t start, length;
} CellUse;

enum { MAX_EXPRESSIONS = 3 };

/* A sum over more cells than this tells nothing by its cells: it is written by its parts. */
enum { EXPLAINED_TERMS = 400 };

typedef struct Explanation {
    Arena *arena;
    int digits;                        /* significant digits of a printed number */
    Text expressions[MAX_EXPRESSIONS]; /* all equal to the cell, in the order of evaluation */
    int expression_count;
    const char *given;  /* a leaf: where the number comes from; else NULL */
    const char *remark; /* one clause on a special case, or NULL */
    bool copies;        /* the cell is its one operand, only moved */
    CellUse *uses;      /* the operands met, in order */
    int use_count, use_capacity;
} Explanation;

Explanation explanation_new(Arena *arena, int digits);

Cell used_cell(const CellUse *use);

/* Starts the next expression. */
void explanation_begin(Explanation *e);
void explanation_text(Explanation *e, const char *text);

/* A number, in brackets when it is negative and follows an operator. */
void explanation_number(Explanation *e, double number);

/* The number of an operand's cell, which becomes one of the uses. */
void explanation_cell(Explanation *e, const struct Node *node, int row, int col);

/* The square of a cell: "(−2)^2". */
void explanation_square(Explanation *e, const struct Node *node, int row, int col);

/* The product of row i of a and row j of b: aᵢ₁ × bⱼ₁ + aᵢ₂ × bⱼ₂ + … */
void explanation_dot(Explanation *e, const struct Node *a, int i, const struct Node *b, int j);

/* A cell that the remark speaks of: one of the uses, without being printed. */
void explanation_use(Explanation *e, const struct Node *node, int row, int col);

/* An expression that is one operand's cell: copies and look-ups. */
void explanation_copy(Explanation *e, const struct Node *node, int row, int col);

#endif
