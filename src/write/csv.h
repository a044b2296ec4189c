/* One CSV file a step (RFC 4180): a header row of column labels, then a row a token. */
#ifndef WRITE_CSV_H
#define WRITE_CSV_H

#include "trace/trace.h"

#include <stdio.h>

/* Numbers round-trip float32; −∞ is "-inf". The caller checks the stream. */
void csv_write_step(FILE *out, const Step *step);

#endif
