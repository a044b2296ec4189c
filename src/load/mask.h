/* --mask → a mask: the built-in ones by name, or a table in a file.
 *
 * `spec` is a comma list of none, causal, local:W, padding:N and files; what any of them hides is
 * hidden. A file is a table of n × n values separated by commas, semicolons, tabs or spaces, row i
 * for query i: either of 1 (may look) and 0 (hidden), or of 0 (may look) and -inf (hidden).
 * Nothing but zeros is the second kind and hides nothing. docs/formats.md has the details.
 */
#ifndef LOAD_MASK_H
#define LOAD_MASK_H

#include "base/error.h"
#include "tensor/tensor.h"

/* Makes the mask [n,n] of 0 and −∞ in the arena; without data where none is asked for. A bad spec
   fails as usage; a bad file fails naming the line and the value. */
bool mask_load(Arena *arena, const char *spec, int n, Tensor *mask, Error *error);

#endif
