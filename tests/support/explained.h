/* Explanations to test with, and that each cell in them has a name. */
#pragma once

#include "document/document.h"
#include "support/scene.h"

/* A document as text, to fit a width (0: any). */
const char *document_text(Scene *scene, const Document *document, int width);

/* The explanation of a cell of the step with this id; `depth` 0: back to what was given. */
const char *explained(Scene *scene, const Trace *trace, const char *id, int row, int col,
                      int depth);

/* That every cell of an explanation is one of a step, shown or not: one without a name would be
   called by its operation, "matmul 2[1,1]". */
void check_all_named(Scene *scene, const Trace *trace, const char *explanation);
