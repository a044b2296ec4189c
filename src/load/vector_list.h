/* A few vectors as they are typed or kept in a small file → a matrix, a vector a row.
 *
 *     "1,0,0; 0,1,0"         on the command line: vectors between semicolons (or lines), numbers
 *                            between commas or blanks
 *     keys.csv               a vector a line, with semicolons, commas or blanks between the
 *                            numbers; perhaps headings in the first line
 *
 * A label may stand in front of the numbers, of all vectors or of none: "cat,1,0; dog,0,1". What
 * is no list is the name of a file. The text is hostile. All lives in the arena.
 */
#ifndef LOAD_VECTOR_LIST_H
#define LOAD_VECTOR_LIST_H

#include "base/error.h"
#include "tensor/tensor.h"

enum { MOST_LISTED = 512 }; /* vectors, and numbers of each */

typedef struct VectorList {
    Tensor vectors;
    const char *const *labels; /* safe to show, repeated ones numbered; NULL for none */
} VectorList;

/* `what` names it in messages: "--keys". What is typed fails as usage and names the vector, a file
   by its line. */
bool vector_list_read(Arena *arena, const char *what, const char *text, VectorList *list,
                      Error *error);

#endif
