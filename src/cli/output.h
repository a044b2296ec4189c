/* What becomes of a trace: files in a folder, tables on the terminal, explanations of its numbers.
 * The same for every command that ends in one. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "cli/options.h"
#include "figure/style.h"
#include "write/formats.h"

typedef enum ColourChoice { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER } ColourChoice;

enum { FORMATS_MOST = 16 };

typedef struct OutputSettings {
    Values explain;
    int depth; /* 0: all */
    bool cost;

    const char *out;
    const Format *formats[FORMATS_MOST];
    int format_count;
    bool writes_files; /* not when only --explain was asked for */
    bool features;
    int precision; /* decimals */
    int digits;    /* significant digits of an explanation */
    bool full, quiet;
    const char *elsewhere; /* which option shows what these tables left out, or NULL: a command that
                              has such a one sets it */
    ColourChoice color;
    FigureStyle figure;
} OutputSettings;

bool output_settings_read(Arena *arena, const Arguments *arguments, OutputSettings *settings,
                          Error *error);

/* Checks the numbers, writes the files, then the tables or explanations on standard output;
   `warnings`, a line each, go to standard error. Nothing is left behind when it fails. */
bool output_trace(Arena *arena, const OutputSettings *settings, const Trace *trace, Text *warnings,
                  Error *error);

#endif
