/* What attnviz writes of a step or of a trace, read back by readers that have nothing in common
 * with what wrote it; the process ends by a CHECK where it is not all there. */
#pragma once

#include "trace/trace.h"

/* A header of labels, then a row of label and numbers for each row. */
void check_csv(Arena *arena, const Step *step);

/* As numpy.lib.format describes it. */
void check_npy(Arena *arena, const Step *step);

/* All that the document says of each step, by jansson, which accepts only strict JSON. */
void check_json(Arena *arena, const Trace *trace);
