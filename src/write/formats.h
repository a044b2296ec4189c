/* The formats a trace can be written in, one row each. */
#ifndef WRITE_FORMATS_H
#define WRITE_FORMATS_H

#include "base/folder.h"
#include "figure/style.h"
#include "trace/trace.h"

#include <stdio.h>

typedef struct WriteOptions {
    int precision; /* decimals in tables */
    bool features; /* pictures of feature matrices too */
    bool full;     /* pictures of what is minor too */
    const FigureStyle *figure;
    void (*appendix)(FILE *out, const Trace *trace); /* ends the text; NULL for none */
    Text *warnings;                                  /* gets a line for each */
} WriteOptions;

typedef struct Format {
    const char *name;
    bool (*write)(const Trace *trace, const WriteOptions *options, Folder *folder, Error *error);
} Format;

enum { FORMAT_COUNT = 5 };
extern const Format format_table[FORMAT_COUNT];

#endif
