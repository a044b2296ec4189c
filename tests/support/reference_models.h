/* Cells and whole models with the numbers of another program. */
#pragma once

#include "model/model.h"
#include "model/recurrent.h"
#include "support/nodes.h"

/* W, U, U_gates of a GRU, and b of a case. */
RecurrentCell reference_cell(Graph *g, Scene *scene, const Safetensors *file, const char *name,
                             CellKind kind);

/* All that it learns, by its names in a case. */
Model reference_model(Scene *scene, const Safetensors *file, const char *name,
                      const ModelKind *kind, const void *sizes, int end);

/* That every gradient is that of the case; `part` is a format for the name of a parameter. */
void assert_gradients(Scene *scene, const Graph *g, const Safetensors *file, const char *name,
                      const char *part);
