/* Teaching views of a trace. explain_cell: the arithmetic of one cell from its operands' actual
 * numbers, then that of the operands, back to the inputs. cost_add: multiply-adds of every step,
 * and the terms that grow as n²d and nd². */
#pragma once

#include "document/document.h"

/* Breadth-first from the cell, each cell once; a number that was only moved is explained where it
   was computed. `depth`: how many operations back, 0 for all; `digits`: significant ones. */
void explain_cell(Document *document, StepCell cell, int depth, int digits);

/* For the main job's trace: each step's cost and the sums by term, n being the number of tokens and
   d the features of the embeddings. For any other: the cost of each step given those before it, in
   their order; steps that are not shown are grouped by part: "step-2", "encoder-1/self". */
void cost_add(Document *document);
