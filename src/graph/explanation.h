/* The arithmetic behind one cell, as an operation tells it.
 *
 * An operation writes one or more expressions whose value is the cell, each from the actual
 * numbers of its operands:
 *
 *     explanation_begin(e, "@ × @ / #", (Cell){a, row, 0}, (Cell){b, 0, col}, length);
 *
 * A cell is printed and remembered, so that a walk (lesson/lesson.h) can go on to explain it.
 * Evaluating any of the expressions gives the cell, up to the digits printed; the tests do evaluate
 * them. A leaf writes no expression but where its number comes from.
 */
#pragma once

#include "base/base.h"

struct Node;

typedef struct Cell {
    const struct Node *node;
    int row, col;
} Cell;

enum { MAX_EXPRESSIONS = 3 };

/* A sum over more cells than this tells nothing by its cells: it is written by its parts. */
enum { EXPLAINED_TERMS = 400 };

/* What stands for a number in an expression that is told in parts, so that expressions of the same
   form are the same text: one that has brackets where it is negative, and one that has none. */
#define PART_BRACKETED "\1"
#define PART_BARE "\2"

/* Such a number: as it is printed, or the use whose cell it is. */
typedef struct NumberPart {
    const char *digits; /* NULL: of a use */
    int use;
} NumberPart;

typedef struct Explanation {
    Arena *arena;
    int digits; /* significant digits of a printed number */
    bool in_parts;
    Text expressions[MAX_EXPRESSIONS]; /* all equal to the cell, in the order of evaluation */
    int expression_count;
    const char *given;  /* a leaf: where the number comes from; else NULL */
    const char *remark; /* one clause on a special case, or NULL */
    bool copies;        /* the cell is its one operand, only moved */
    Cell *uses;         /* the operands met, in order */
    int use_count;
    NumberPart *parts; /* in their order; none unless it is told so */
    int part_count;
} Explanation;

/* Starts the next expression with a text. In it, @ stands for an operand's cell (a Cell), which
   becomes one of the uses, # for another number (a double), %d for an int that is exact. A negative
   number has brackets where it follows an operator, or is raised to a power. Σ@ and Σ@^2 are sums
   over all cells of the row that a cell is in, @·@ is the product of two such rows. */
void explanation_begin(Explanation *e, const char *text, ...);

/* More of the same expression. A text that begins with " + " is the next term of a sum: the plus is
   left out where the sum begins, or its bracket. */
void explanation_add(Explanation *e, const char *text, ...);

/* A cell that the remark speaks of: one of the uses, without being printed. */
void explanation_use(Explanation *e, Cell cell);

/* An expression that is one operand's cell: copies and look-ups. */
void explanation_copy(Explanation *e, Cell cell);
