/* Where the numbers of a trace come from, for whoever tells it: in lines (lesson/) or in parts,
 * each of which leads to its cell (write/). */
#pragma once

#include "trace/trace.h"

typedef struct Teller {
    Arena *arena;
    const Trace *trace;
    const Step *asked; /* a matrix may stand in two steps: it is named by the one asked for */
    int digits;
    bool in_parts;
} Teller;

/* The step that a node is told as, shown or not; or NULL. */
const Step *told_step(const Teller *teller, const Node *node);

/* The cell that a number was made in, by a name if it has one on the way there: copies are passed
   over, but for those of what is given. */
Cell made_in(const Teller *teller, Cell cell);

/* The arithmetic of a cell; of one that only moves a number, what was computed under no name. */
Explanation arithmetic_of(const Teller *teller, Cell cell);

/* The leaf of a cell that was not computed: itself, or what its rows and columns are picked from;
   NULL of one that was. */
const Node *given_leaf(Cell cell, const Explanation *e);

/* Where the numbers of a leaf come from, as this node's: "embeddings: learned from …", to stand
   under one of the headings; under which, `computed` says. */
const char *given_text(const Teller *teller, const Node *node, const Node *leaf, bool *computed);
extern const char *const given_headings[2];

/* The operation of a node that has no step in words, "row lengths"; numbered where so many others
   that are called so came before. */
const char *operation_name(Arena *arena, const Node *node, int before);
