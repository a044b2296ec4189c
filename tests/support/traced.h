/* The trace of a command line, in this process:
 *
 *     Trace *t = traced(scene, "-s 'He hit the ball' -m causal");
 *
 * What `attnviz` would print and write; a line that fails, fails the test. */
#pragma once

#include "support/scene.h"
#include "trace/build.h"

Trace *traced(Scene *scene, const char *line);
