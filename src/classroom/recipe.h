/* Internal to this folder: computes one table from others, correctly (the sheet), from the numbers
 * a student has written so far, or as a mistake does.
 */
#pragma once

#include "classroom/sheet.h"

/* The context in which tables are computed: the sheet's own graph, or a new one whose leaves are
   the numbers that a walk carries. */
typedef struct Bench {
    Graph *graph;
    const Worksheet *sheet;
    const Walk *walk;         /* NULL: compute in the sheet's graph */
    int table;                /* being computed; it may use only earlier tables */
    Node *leaves[MAX_TABLES]; /* of a walk: the tables used so far, else NULL */
} Bench;

/* A table, on the levels that have it (tables.list). */
typedef struct TableRow {
    const char *levels; /* "37" */
    Recipe recipe;      /* only the id if its numbers are drawn */
    const char *title, *formula;
    const char *axes; /* of rows and columns: queries, keys, features, a sum, or blank: "qf" */
    struct {
        int rows, cols, low, high; /* integers from low to high … */
        int zeros;                 /* … and this percentage of extra zeros */
        bool halves;               /* all of it halved */
        bool repeats;              /* the last row repeats the first */
    } drawn;
    const char *faded; /* levels on which no row is worked */
    int within;        /* bound on the absolute value of its numbers */
    bool clear;        /* rows of weights: the largest is clearly the largest */
    bool varied;       /* no row is zero or a duplicate; in a table of one row, no number */
} TableRow;

enum { MAX_COLS = 5 };

/* A level's title and its tasks besides the tables (levels.list). */
typedef struct Level {
    const char *title, *intro;
    int most_products, most_worked;
    const char *const *queries, *const *keys;
    const char *compared; /* the given table of whose rows FIND_ERROR shows the products */
    const char *matched;  /* CHOOSE: the table of keys (of the first head) */
    const char *why, *rubric;
    const char *traced;   /* by its commands: their heading in the key */
    const char *commands; /* that show its numbers, one a line; recipes in braces */
} Level;

extern const Level levels[LEVELS];
extern const char *const row_numbers[];

/* Evaluates a recipe (trace/build.h). Its operands are tables and
 *
 *     S               the softmax's input
 *     0,-inf;0,0      a literal matrix
 *
 * √ divides by √d_k, and hidden-0 sets masked cells to 0. NULL if an operand does not exist.
 */
Node *recipe_make(Bench *bench, const char *made);

/* ---- walks ---- */

/* The recipe with which a mistake replaces this table's; NULL if it does not. */
const Recipe *replaced_by(const Mistake *mistake, const Table *table);

Bench bench_of(Arena *arena, const Worksheet *sheet, const Walk *walk, int table);

/* Computes the bench's table from what the walk carries. `made` is a NULL-terminated array of
   mistakes, or NULL; if two replace the same recipe, the last one wins. */
Node *recompute(Bench *bench, const Mistake *const *made);

/* The walk of these answers, judged against the key. The key itself is a walk without answers. */
Walk walk_sheet(Arena *arena, const Worksheet *sheet, const Answers *answers,
                const Mistake *const *made, const Walk *key);

/* Whether a number differs from the correct one by more than rounding. */
static inline bool is_visible(double seen, double shown)
{
    return seen != shown && !(fabs(seen - shown) <= 0.02);
}

/* The number of asked cells in which a mistake, sign->mistake, changes `own`, one of `count` wrong
   answers; `sign` gets the first that none of the others changes alike, if there is one. 0 if the
   mistake leads to NaN or ∞ (division by a sum of 0), at which a student would stop. */
int cells_seen(const Worksheet *s, const Answers *wrong, int count, const Answers *own, Sign *sign);

/* The first mistake after `last` (NULL: of all) that can be made on the sheet; NULL if none can. */
const Mistake *next_mistake(const Worksheet *sheet, const Mistake *last);

/* ---- tasks ---- */

void tasks_add(Worksheet *sheet);

/* Judged by the numbers that the walk carries. */
Verdict task_verdict(const Worksheet *sheet, const Task *task, const Walk *walk,
                     const char *written);
