/* The trace of a command line, in this process:
 *
 *     Trace *t = traced(scene, "-s 'He hit the ball' -m causal");
 *
 * What `attnviz` would print and write; a line that fails, fails the test. */
#pragma once

#include "support/scene.h"
#include "trace/build.h"

Trace *traced(Scene *scene, const char *line);

/* The trace of what a graph names, in the words and pictures of a list. Its texts are a word each,
   and of settings it has d_model and the weights' name. */
Trace *traced_graph(Graph *g, const char *list, int d_model, int count, const char *const *words);
