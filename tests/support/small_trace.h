/* Traces of a few zeros, to test what a list of sentences, views and panels makes of them. */
#pragma once

#include "support/scene.h"
#include "trace/trace.h"

/* X   W   Q   scores   scaled   mask   masked   weights   output. `views` stands before sentences.
 */
Trace *small_trace(Scene *scene, const char *views);

/* The matrices A of three heads, and B of two of them. */
Trace *heads_trace(Scene *scene, const char *list);
