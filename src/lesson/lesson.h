/* What a teacher does with a trace. One number, explained: the arithmetic of its cell from its
 * operands' actual numbers, then that of the operands, back to what was given. And what all of it
 * cost: multiply-adds of every step, and the terms that grow as n²d and as nd². */
#pragma once

#include "document/document.h"

/* Adds each cell once, nearest operations first; a number that was only moved is told where it was
   made. `depth`: how many operations back, 0: all; `digits`: significant. */
void explain_cell(Document *document, StepCell cell, int depth, int digits);

/* Of the main job's trace: each step's cells and the terms that they add up to, n being the number
   of tokens and d the embeddings' features. Of any other: for each step, in their order, what it
   takes to get there from the steps before it, and for those that are not shown the same by the
   part that they are of: "step-2", "encoder-1/self". */
void cost_add(Document *document);
