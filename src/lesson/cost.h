/* What a trace cost: multiply-adds of every step, and the terms that grow as n²d and as nd². */
#ifndef LESSON_COST_H
#define LESSON_COST_H

#include "trace/trace.h"

#include <stdio.h>

/* n is the number of tokens; `d_model` evaluates the terms. The caller checks the stream. */
void cost_write(FILE *out, const Trace *trace, int d_model);

/* Of any other trace: for each step, in their order, what it takes to get there from the steps
   before it, and for those that are told in brief the same by the part that they are of: "step-2",
   "encoder-1/self". */
void cost_write_steps(FILE *out, const Trace *trace);

#endif
