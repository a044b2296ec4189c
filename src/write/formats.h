/* The formats a trace can be written in. A new one is a row here, and its file. */
#ifndef WRITE_FORMATS_H
#define WRITE_FORMATS_H

#include "base/folder.h"
#include "document/document.h"
#include "figure/drawing.h"
#include "figure/style.h"

#include <stdio.h>

/* Row `name`: write/name.c writes it with write_name into files of the kind name_files, and users
   ask for it by this name. */
#define FORMATS(row)                                                                               \
    row(text) row(png) row(svg) row(pdf) row(csv) row(npy) row(json) row(md) row(latex)

typedef struct WriteOptions {
    int precision; /* decimals in tables */
    bool pictures; /* there are PNG files beside what is written */
    bool full;     /* large tables whole, too */
    const FigureStyle *figure;
    Text *warnings; /* gets a line for each */
} WriteOptions;

/* A document, or the trace that it tells, as one or more files of a folder. */
typedef bool FormatWriter(const Document *document, const WriteOptions *options, Folder *folder,
                          Error *error);

#define DECLARE_FORMAT(name)                                                                       \
    FormatWriter write_##name;                                                                     \
    extern const FileKind name##_files;
FORMATS(DECLARE_FORMAT)

typedef struct Format {
    const char *name;
    FormatWriter *write;
    const FileKind *files;
} Format;

extern const Format format_table[]; /* ends with a NULL name */

/* NULL behind the last. */
const char *format_name(int index);
const FileKind *format_files(int index);

/* One file a step, which `write` fills. */
bool write_steps(const Trace *trace, const char *extension,
                 void (*write)(FILE *out, const Step *step), Folder *folder, Error *error);

/* What a picture says of itself: UTF-8, NULL for what there is not. */
typedef struct FigureInfo {
    const char *title, *description, *command;
    const char *comment; /* how the weights were learned */
} FigureInfo;

/* Writes a drawing; what it needs meanwhile lives in `scratch`. */
typedef bool DrawingWriter(FILE *out, const Drawing *drawing, const FigureInfo *info,
                           Arena *scratch, Error *error);

/* One file a figure of the document. */
bool write_figures_as(const char *extension, DrawingWriter *write, const Document *document,
                      const WriteOptions *options, Folder *folder, Error *error);

/* ---- what is in the files; the caller checks the stream ---- */

/* RFC 4180: a header row of column labels, then a row a token. Numbers round-trip float32; −∞ is
   "-inf". */
void csv_write_step(FILE *out, const Step *step);

/* NumPy's format version 1.0: little-endian float32, row after row. */
void npy_write_step(FILE *out, const Step *step);

/* The whole trace as one JSON document (docs/formats.md), strict: numbers round-trip float32, −∞ is
   null. */
void json_write_trace(FILE *out, const Trace *trace);

/* The drawing of a document's figure, what it says of itself, and its file: "03-weights.svg". */
Drawing *figure_drawing(Arena *arena, Typesetter *typesetter, const FigureStyle *style,
                        const Document *document, const Block *figure);
FigureInfo figure_info(Arena *arena, const Document *document, const Block *figure, int precision);
const char *figure_file(const Document *document, const Block *figure, const char *extension);

/* Shapes and texts as such; the same for print. */
DrawingWriter svg_write, pdf_write;

/* Draws, compresses and writes a picture with its resolution (pHYs) and texts. The pixels live in
   `scratch`. Fails when the picture is too large for the format. */
bool png_write(FILE *file, const Drawing *drawing, const FigureInfo *info, Arena *scratch,
               Error *error);

#endif
