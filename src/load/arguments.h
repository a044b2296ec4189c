/* Option arguments that are more than a number, a name or a text: those of --mask, --keys and the
 * like, --explain. Everything lives in the arena. What the user types is untrusted, and so are the
 * files it names.
 */
#pragma once

#include "load/tokens.h"
#include "model/layers.h"
#include "trace/trace.h"

/* ---- a mask (mask.c) ---- */

/* `spec` is a comma-separated list of none, causal, local:W, padding:N and files; a cell that any
   of them masks is masked. A file is a table of n × n values separated by commas, semicolons, tabs
   or spaces, row i for query i: either of 1 (visible) and 0 (masked), or of 0 (visible) and -inf
   (masked). A table of zeros only is of the second kind and masks nothing. Details are in
   docs/formats.md.

   `spec` may end in ":zero" or ":after", which holds for all its items, "causal,local:2:zero":
   `masking` becomes how the mask is applied, if there is one.

   The mask is [n,n]. A bad spec fails as usage; a bad file fails with its line and the value. */
Mask mask_load(Arena *arena, const char *spec, int n, Masking *masking);

/* ---- a few vectors (vector_list.c) ---- */

/* Vectors, typed or in a small file, one per row of a matrix:

       "1,0,0; 0,1,0"    on the command line: vectors separated by semicolons (or lines), numbers
                         by commas or blanks
       keys.csv          one vector per line, numbers separated by semicolons, commas or blanks;
                         the first line may have headings

   Either all vectors or none have a label before the numbers: "cat,1,0; dog,0,1"; a label that
   contains the separator is quoted. Any other text is the name of a file, which may also be a NumPy
   array (load/files.h). */
enum { MOST_LISTED = 4096 }; /* the largest number of vectors, and of numbers in each */

typedef struct VectorList {
    Tensor vectors;
    Tokens tokens;             /* the labels as words; count 0 if there are none */
    const char *const *labels; /* safe to show, repeated ones numbered; NULL if there are none */
    /* Only if `drawn`: */
    int blocks;                        /* the number of matrices on top of each other */
    const char *const *headings;       /* of the columns, in the same form as the labels; or NULL */
    const char *rows_name, *cols_name; /* of the axes, or NULL */
} VectorList;

/* `what` names the source in messages: "--keys". Typed input fails as usage, with the vector's
   number; a file with the line's. With `drawn`, matrices are read for a
   picture: cells may be −∞, columns may have headings, fields may be separated by tabs, and an
   array may have more than two dimensions, which are stacked. */
VectorList vector_list_read(Arena *arena, const char *what, const char *text, bool drawn);

/* Labels for `count` places, "a,b,c" or a file with one per line, made safe to show, repeated ones
   numbered. */
const char *const *labels_read(Arena *arena, const char *what, const char *text, int count);

/* ---- a picture (picture.c) ---- */

/* A picture divided into rows × cols patches, as evenly as whole pixels allow. */
typedef struct Patches {
    int rows, cols;
} Patches;

/* "8x8" */
Patches patches_parse(Arena *arena, const char *text);

/* The mean colour of each patch of a PNG file, in column-major order: red, green and blue from 0 to
   1 [rows·cols,3]. The file is untrusted; each patch must have at least one pixel. */
Tensor patches_read(Arena *arena, const char *path, Patches grid);

/* ---- one cell of a trace (cell.c) ---- */

/* "head-2/weights[bat,ball]": a step's id, then a row and a column, each by label ("the₂", or
   "the_2" as typed on a keyboard; in any case if that is unambiguous) or by position from 1; or "*"
   for EVERY_PLACE, if `all` is set. `what` names the source in messages ("--explain"). */
enum { EVERY_PLACE = -3 };

/* Finds a place of an axis: by exact label ("the_2" and "the:2" stand for "the₂"), then ignoring
   case, then by position. `where` begins every message: "--explain 'raw/scores[a,b]'"; anything
   wrong fails as usage, here and below. */
int place_parse(Arena *arena, const char *where, const Axis *axis, const char *name, bool all);

/* The same; if there is none, or several, another negative number. */
int place_find(Arena *arena, const Axis *axis, const char *name, bool all);

StepCell cell_parse(Arena *arena, const char *what, const Trace *trace, const char *text, bool all);

/* ---- cells to be set (change.c) ---- */

/* Adds the changes asked for by "head-2/weights[bat,*]=0" to `changes`; the trace is the one
   without them. They apply to each step whose id matches, to the given cells (default: all). The
   value is a number, "x0.5" (times 0.5), "uniform" (1/n, with n the number of unmasked cells in the
   row), "identity" (1 where row and column are the same place, else 0), "mean" (of the column), or
   vectors of the step's shape, typed or in a file. Masked cells stay as they are. A mismatch
   fails as usage. `what` names the source in messages ("--set"). */
void change_parse(Arena *arena, const char *what, const Trace *trace, const char *text,
                  Changes *changes);
