/* What options take that is more than a number, a name or a text: --mask, --keys and its like,
 * --explain. Everything lives in the arena; what is typed is hostile, and so are the files it
 * names.
 */
#pragma once

#include "load/tokens.h"
#include "model/layers.h"
#include "trace/trace.h"

/* ---- a mask (mask.c) ---- */

/* `spec` is a comma list of none, causal, local:W, padding:N and files; what any of them hides is
   hidden. A file is a table of n × n values separated by commas, semicolons, tabs or spaces, row i
   for query i: either of 1 (may look) and 0 (hidden), or of 0 (may look) and -inf (hidden). Nothing
   but zeros is the second kind and hides nothing. docs/formats.md has the details.

   Makes the mask [n,n] of 0 and −∞; without data where none is asked for. A bad spec fails as
   usage; a bad file fails naming the line and the value. */
bool mask_load(Arena *arena, const char *spec, int n, Tensor *mask, Error *error);

/* How the mask is to hide: `spec` may end in ":zero" or ":after", which is of all its items, and is
   taken away. "causal,local:2:zero" */
Masking mask_masking(Arena *arena, const char **spec);

/* ---- a few vectors (vector_list.c) ---- */

/* As they are typed or kept in a small file, a vector a row of a matrix:

       "1,0,0; 0,1,0"    on the command line: vectors between semicolons (or lines), numbers
                         between commas or blanks
       keys.csv          a vector a line, with semicolons, commas or blanks between the numbers;
                         perhaps headings in the first line

   A label may stand in front of the numbers, of all vectors or of none: "cat,1,0; dog,0,1"; in
   quotes if it has the separator in it. What is no list is the name of a file, which may also be an
   array of NumPy's (load/files.h). */
enum { MOST_LISTED = 4096 }; /* vectors, and numbers of each */

typedef struct VectorList {
    Tensor vectors;
    Tokens tokens;             /* the labels as words; of no length without */
    const char *const *labels; /* safe to show, repeated ones numbered; NULL for none */
    /* Of what is to be drawn: */
    int blocks;                        /* so many matrices on top of each other */
    const char *const *headings;       /* of the columns, as the labels are; or NULL */
    const char *rows_name, *cols_name; /* of the axes, or NULL */
} VectorList;

/* `what` names it in messages: "--keys". What is typed fails as usage and names the vector, a file
   by its line. What is to be drawn is matrices: with −∞ in cells, headings over the columns, a tab
   between fields, and of an array with more dimensions than two all its matrices. */
bool vector_list_read(Arena *arena, const char *what, const char *text, bool drawn,
                      VectorList *list, Error *error);

/* Labels of so many places, "a,b,c" or a file with one a line, safe to show and repeated ones
   numbered; NULL leaves those that there are. */
bool labels_read(Arena *arena, const char *what, const char *text, int count,
                 const char *const **labels, Error *error);

/* ---- a picture (picture.c) ---- */

/* A picture cut into rows and columns of patches, as even as whole pixels allow. */
typedef struct Patches {
    int rows, cols;
} Patches;

/* "8x8" */
bool patches_parse(Arena *arena, const char *text, Patches *grid, Error *error);

/* The mean colours of the patches of a PNG file, column after column, each from the top: red, green
   and blue from 0 to 1 [rows·cols,3]. The file is hostile; each patch has a pixel at least. */
bool patches_read(Arena *arena, const char *path, Patches grid, Tensor *colours, Error *error);

/* ---- one number of a trace (cell.c) ---- */

/* "head-2/weights[bat,ball]": a step's id, then a row and a column by label ("the₂", or "the_2" on
   a keyboard; in any case where that is clear) or by position from 1; where `all` may be asked for,
   * is EVERY_PLACE. `what` names the source in messages ("--explain"). */
enum { EVERY_PLACE = -3 };

/* A place of an axis: by its label as it stands, "the_2" and "the:2" being "the₂", then in any
   case, then by its position. `where` begins every message: "--explain 'raw/scores[a,b]'". */
bool place_parse(Arena *arena, const char *where, const Axis *axis, const char *name, bool all,
                 int *place, Error *error);

bool cell_parse(Arena *arena, const char *what, const Trace *trace, const char *text, bool all,
                StepCell *cell, Error *error);

/* ---- numbers to be set (change.c) ---- */

/* Adds what "head-2/weights[bat,*]=0" asks for, of a trace without it: for each step whose id fits,
   cells as above, all of them where none are given; and to be set to a number, "x0.5" (times it),
   "uniform" (1/n, of the n cells that a row sees), "identity" (1 where row and column are the same
   place, else 0), "mean" (of the column), or as in vectors of the step's shape, typed or in a file.
   Cells that a mask hides stay as they are. What does not fit fails as usage. `what` names it in
   messages ("--set"). */
bool change_parse(Arena *arena, const char *what, const Trace *trace, const char *text,
                  Changes *changes, Error *error);
