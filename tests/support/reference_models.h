/* Cells and whole models with the numbers of another program. */
#pragma once

#include "model/model.h"
#include "support/nodes.h"

/* W, U, U_gates of a GRU, and b of a case. */
RecurrentCell reference_cell(Graph *g, Scene *scene, const Safetensors *file, const char *name,
                             CellKind kind);

/* The first kind of a family, or the next behind this one; NULL behind the last. */
const ModelKind *next_kind(const ModelFamily *family, const ModelKind *kind);

/* All that it learns, by its names in a case. */
Model reference_model(Scene *scene, const Safetensors *file, const char *name,
                      const ModelKind *kind, const void *sizes, int end);

/* That scores, loss and gradients are those of the case; `gradient` is a format for the name of a
   parameter. */
void check_predictions(Scene *scene, const Safetensors *file, const char *name,
                       const char *gradient, const Model *model, const SentencePairs *pairs);
