/* The whole trace as one JSON document; docs/formats.md describes it. */
#ifndef WRITE_JSON_H
#define WRITE_JSON_H

#include "trace/trace.h"

#include <stdio.h>

/* Strict JSON: numbers round-trip float32, −∞ is null. The caller checks the stream. */
void json_write_trace(FILE *out, const Trace *trace);

#endif
