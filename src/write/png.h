/* Drawings → PNG files.
 *
 * A file says what it shows: its resolution (pHYs) and, as text, its title, a description for those
 * who cannot see it, the command that makes it again, how the weights were
 * learned, and the program.
 */
#ifndef WRITE_PNG_H
#define WRITE_PNG_H

#include "base/folder.h"
#include "figure/drawing.h"
#include "figure/style.h"
#include "trace/trace.h"

#include <stdio.h>

/* UTF-8; NULL for what there is not. */
typedef struct PngInfo {
    const char *title, *description, *command;
    const char *comment; /* how the weights were learned */
} PngInfo;

/* Draws, compresses and writes. The pixels live in `scratch`. Fails when the picture is too large
   for the format; whether all of it reached the file is for the owner of the stream to ask. */
bool png_write(FILE *file, const Drawing *drawing, Typesetter *typesetter, const PngInfo *info,
               Arena *scratch, Error *error);

/* What is drawn beside what every run draws. */
enum { DRAW_FEATURES = 1, DRAW_MINOR = 2 };

/* The figures of a trace: 00-overview.png, each step that is drawn in every run (heatmaps of
   token × token matrices, bars, curves), those asked for in `too` (DRAW_…), and each further panel,
   named so that they sort in the order of the trace. Adds a line to `warnings` for characters that
   could not be shown. */
bool png_write_trace(const Trace *trace, const FigureStyle *style, unsigned too, Folder *folder,
                     Text *warnings, Error *error);

/* A command as a shell reads it: quoted where need be, so that it can be pasted. Valid UTF-8
   without control characters, whatever the arguments hold. */
const char *shell_command(Arena *arena, int argc, const char *const *argv);

#endif
