/* The command line, understood: every value checked, in its own type. */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include "cli/options.h"
#include "figure/style.h"
#include "model/attention.h"
#include "write/formats.h"

#include <stdint.h>

typedef enum ColourChoice { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER } ColourChoice;

typedef struct Settings {
    const char *sentence; /* NULL: standard input */
    int heads, dim;
    bool heads_given, dim_given;
    const char *mask;
    bool positions;
    ScoreScale scale;
    uint64_t seed;
    const char *weights; /* path, or NULL for random ones */

    const char **explain;
    int explain_count;
    int depth; /* 0: all */
    bool cost;

    const char *out;
    const Format *formats[FORMAT_COUNT];
    int format_count;
    bool writes_files; /* not when only --explain was asked for */
    bool features;
    int precision; /* decimals */
    int digits;    /* significant digits of an explanation */
    bool full, quiet;
    ColourChoice color;
    FigureStyle figure;
} Settings;

/* Only single values: whether heads divide the weights' dimension, say, is seen later. */
bool settings_read(Arena *arena, const Arguments *arguments, Settings *settings, Error *error);

#endif
