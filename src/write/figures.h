/* The figures of a document, a file each. */
#pragma once

#include "write/formats.h"

/* What it writes, as bytes of `scratch`. */
bool figure_bytes(DrawingWriter *write, const Drawing *drawing, const FigureInfo *info,
                  Arena *scratch, Bytes *bytes, Error *error);

/* Shapes and texts as such; pixels, with a resolution (pHYs) and texts, too many for which fail. */
DrawingWriter svg_write, png_write;

/* All figures, one after the other. */
bool figures_write(const Format *format, const Document *document, const WriteOptions *options,
                   Folder *folder, Error *error);
