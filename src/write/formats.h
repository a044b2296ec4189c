/* The formats a trace can be written in. A new one is a word here, and its file. */
#pragma once

#include "base/folder.h"
#include "document/document.h"
#include "figure/drawing.h"

/* Of `name`, by which users ask for it, write/name.c has the Format format_name. */
#define FORMATS(row)                                                                               \
    row(text) row(png) row(svg) row(pdf) row(csv) row(npy) row(json) row(md) row(latex) row(html)

#define FORMAT_PLACE(name) FORMAT_##name,
enum { FORMATS(FORMAT_PLACE) FORMAT_COUNT };

typedef enum ColourDepth { COLOUR_NONE, COLOUR_256, COLOUR_TRUE } ColourDepth;

typedef struct WriteOptions {
    int precision;              /* decimals in tables */
    bool formats[FORMAT_COUNT]; /* all that are written, by their places */
    bool full; /* large tables whole, too; else the first and last rows and columns only */
    const FigureStyle *figure;
    Text *warnings; /* gets a line for each */

    /* of a terminal */
    int width;         /* columns to fit in; 0: nothing is left out for that */
    ColourDepth depth; /* of the colours by which the figure's style shades the cells */
} WriteOptions;

/* Writes a drawing; what it needs meanwhile lives in `scratch`. Escapes where that fails; of the
   stream the caller sees to the errors. */
typedef void DrawingWriter(FILE *out, const Drawing *drawing, Arena *scratch);

/* A document, or the trace that it tells, as files of a folder. One of these writes them; of a
   stream that it is given, the caller sees to the errors. */
typedef struct Format {
    FileKind files;
    void (*write_step)(FILE *out, const Step *step); /* a file a step */
    void (*write_one)(FILE *out, const Document *document, const WriteOptions *options);
    const struct Markup *markup;  /* one file: write/page.h */
    DrawingWriter *write_drawing; /* a file a figure */
    bool is_raster; /* that is done for several figures at once, once each has its raster */
} Format;

#define DECLARE_FORMAT(name) extern const Format format_##name;
FORMATS(DECLARE_FORMAT)

/* By index; NULL behind the last. */
const char *format_name(int index);
extern FileKinds format_files[];

bool format_write(int index, const Document *document, const WriteOptions *options, Folder *folder,
                  Error *error);

/* ---- the figures of a document, a file each ---- */

/* What it writes, as bytes of `scratch`. */
Bytes figure_bytes(DrawingWriter *write, const Drawing *drawing, Arena *scratch);

/* Shapes and texts as such; pixels, with a resolution (pHYs) and texts. */
DrawingWriter svg_write, png_write;

/* Figures that would be too large for the size that is asked for become several. False for a font
   that cannot be read. */
bool figures_split(Document *document, const WriteOptions *options, Error *error);

/* A text so that it stands in XML or HTML as it is, in an element or between double quotes. */
void xml_put(FILE *out, const char *text);

/* A row of a CSV file of texts, each quoted where need be, and none that a spreadsheet would take
   for a formula. */
void csv_put_row(FILE *out, const char *const *labels, int count);

/* Cells as a PNG with a pixel each, as a data: URL. */
void pixels_put(FILE *out, const Cells *cells, Arena *scratch);

/* What a page's script is told of each cell: the arithmetic of all, as JSON that may stand in a
   <script>. Of the trace's steps those that have a table are `tabled`; what is made from others is
   left to --explain. */
void html_put_cells(FILE *out, const Trace *trace, const bool *tabled);

/* All figures, one after the other. */
bool figures_write(const Format *format, const Document *document, const WriteOptions *options,
                   Folder *folder, Error *error);
