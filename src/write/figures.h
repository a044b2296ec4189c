/* The figures of a document, a file each. */
#pragma once

#include "figure/drawing.h"
#include "write/formats.h"

/* What a figure says of itself: UTF-8, NULL for what there is not. */
typedef struct FigureInfo {
    const char *title, *description, *command;
    const char *comment; /* how the weights were learned */
} FigureInfo;

Drawing *figure_drawing(Arena *arena, Typesetter *typesetter, const FigureStyle *style,
                        const Document *document, const Block *figure);
FigureInfo figure_info(Arena *arena, const Document *document, const Block *figure, int precision);

/* "03-weights.svg" */
const char *figure_file(const Document *document, const Block *figure, const char *extension);

/* Writes a drawing; what it needs meanwhile lives in `scratch`. Of the stream the caller sees to
   the errors. */
typedef bool DrawingWriter(FILE *out, const Drawing *drawing, const FigureInfo *info,
                           Arena *scratch, Error *error);

/* What it writes, as bytes of `scratch`. */
bool figure_bytes(DrawingWriter *write, const Drawing *drawing, const FigureInfo *info,
                  Arena *scratch, Bytes *bytes, Error *error);

/* Shapes and texts as such; pixels, with a resolution (pHYs) and texts, too many for which fail. */
DrawingWriter svg_write, png_write;

/* All figures, one after the other. */
bool figures_write(const char *extension, DrawingWriter *write, const Document *document,
                   const WriteOptions *options, Folder *folder, Error *error);
