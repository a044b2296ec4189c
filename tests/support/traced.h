/* The trace of a command line, in this process:
 *
 *     Trace *t = traced(scene, "-s 'He hit the ball' -m causal");
 *
 * What `attnviz` would print and write; a line that fails, fails the test. */
#ifndef SUPPORT_TRACED_H
#define SUPPORT_TRACED_H

#include "support/scene.h"
#include "trace/trace.h"

/* Words of a line: between blanks, or all between two quotes of a kind. NULL behind the last. */
char **words_of_line(Scene *scene, const char *line, int *count);

Trace *traced(Scene *scene, const char *line);

#endif
