/* What the page's two parts share: what stands there (html.c), and what its script is told of each
 * cell (html_cells.c). */
#pragma once

#include "trace/trace.h"

#include <stdio.h>

/* The arithmetic of all cells, as JSON that may stand in a <script>. Of the trace's steps those
   that have a table are `tabled`; what is made from others is left to --explain. */
void html_put_cells(FILE *out, const Trace *trace, const bool *tabled);
