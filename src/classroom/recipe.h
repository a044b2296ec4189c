/* How one table is made from others: as a sheet has it, as a student has it from numbers already
 * written, or as a mistake has it. What the files of this folder share.
 */
#pragma once

#include "classroom/sheet.h"

/* Where tables are made, one after the other: in the sheet's own graph, or in one of its own from
   the numbers that a walk has carried so far. */
typedef struct Bench {
    Graph *graph;
    const Worksheet *sheet;
    const Walk *walk;         /* NULL: the sheet's own */
    int table;                /* that is made now: only those before it are at hand */
    Node *leaves[MAX_TABLES]; /* of a walk, where they were asked for */
} Bench;

/* A table of some levels (tables.list). */
typedef struct TableRow {
    const char *levels; /* "37" */
    Recipe recipe;      /* of one that is drawn, the id alone */
    const char *title, *formula;
    const char *axes; /* its rows and columns: queries, keys, features, a sum, or blank: "qf" */
    struct {
        int rows, cols, low, high; /* whole numbers from low to high … */
        int zeros;                 /* … and so many more zeros in a hundred */
        bool halves;               /* half of that */
        bool repeats;              /* the last row is the first again */
    } drawn;
    const char *faded; /* on these levels no row of it is worked */
    int within;        /* its numbers are within so many of 0 */
    bool clear;        /* in its rows, of weights, the largest is plain to see */
    bool varied;       /* no row, or where there is one, no number is zero, or comes twice */
} TableRow;

enum { MAX_COLS = 5 };

/* What a level is called, and what is asked on it beside its tables (levels.list). */
typedef struct Level {
    const char *title, *intro;
    int most_products, most_worked;
    const char *const *queries, *const *keys;
    const char *compared; /* a given table whose rows a planted error compares */
    const char *matched;  /* the keys, of the first head, that a query is chosen for */
    const char *why, *rubric;
    const char *commands; /* that show its numbers, a line each; recipes in braces */
} Level;

extern const Level levels[LEVELS];
extern const char *const row_numbers[];

/* "scores" of "head-1/scores". */
const char *base_name(const char *id);

/* What a recipe makes (trace/build.h). Its operands are tables, and
 *
 *     S               what a softmax is taken of
 *     0,-inf;0,0      a matrix, as its numbers
 *
 * √ divides by √d_k, and hidden-0 puts 0 where the mask hides. NULL where something is not at hand.
 */
Node *recipe_make(Bench *bench, const char *made);

/* ---- walks ---- */

/* The recipe of a table that a mistake replaces it with; NULL if it does not. */
const Recipe *replaced_by(const Mistake *mistake, const Table *table);

Bench bench_of(Arena *arena, const Worksheet *sheet, const Walk *walk, int table);

/* The bench's table, from what the walk has carried. The mistakes that are made, NULL for none, end
   with NULL; the last one counts where two replace one recipe. */
Node *recompute(Bench *bench, const Mistake *const *made);

/* Judges by a key and its leniency; the key itself is a walk without answers. */
Walk walk_sheet(Arena *arena, const Worksheet *sheet, const Answers *answers,
                const Mistake *const *made, const Walk *key);

/* Whether a number is not what careful work writes, by more than roundings do. */
static inline bool is_visible(double seen, double shown)
{
    return seen != shown && !(fabs(seen - shown) <= 0.02);
}

/* In how many asked cells a mistake is seen, from the table of one of
   its recipes on; and the first of them. 0 if it makes what is no number (a sum was 0), and so
   stops whoever makes it. */
int cells_seen(const Worksheet *sheet, const Answers *wrong, const Mistake *made,
               const Recipe *from, Sign *sign);

static inline bool can_be_made(const Worksheet *sheet, const Mistake *mistake)
{
    return strchr(mistake->levels, '0' + sheet->level);
}

/* ---- tasks ---- */

void tasks_add(Worksheet *sheet);

/* Of what is gone on with, as the walk has it. */
Verdict task_verdict(const Worksheet *sheet, const Task *task, const Walk *walk,
                     const char *written);
