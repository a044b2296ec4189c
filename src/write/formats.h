/* The formats a trace can be written in. A new one is a word in FORMATS and a file. */
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
    bool formats[FORMAT_COUNT]; /* those to write */
    bool full; /* large tables in full; otherwise only the first and last rows and columns */
    const FigureStyle *figure;
    Text *warnings; /* one line each */

    /* for a terminal */
    int width;         /* columns; 0: unlimited */
    ColourDepth depth; /* of the shading of cells */
} WriteOptions;

/* A drawing as the bytes of a file, in `arena`, with temporary memory from `scratch`. Fails if a
   library does. */
typedef Bytes DrawingEncoder(const Drawing *drawing, Arena *arena, Arena *scratch);

/* A document, or its trace, as files in a folder. Exactly one of the writers is set; the caller
   checks their streams for errors. */
typedef struct Format {
    FileKind files;
    void (*write_step)(FILE *out, const Step *step); /* one file per step */
    void (*write_one)(FILE *out, const Document *document, const WriteOptions *options);
    const struct Markup *markup; /* one file, in a markup language */
    DrawingEncoder *encode;      /* one file per figure */
    bool is_raster;              /* figures are encoded in parallel, once each has its raster */
} Format;

/* The mark of a kind of file that begins with it. */
#define BEGINS(mark) mark, sizeof mark - 1, sizeof mark - 1

#define MADE_BY "<!-- made by attnviz "

#define DECLARE_FORMAT(name) extern const Format format_##name;
FORMATS(DECLARE_FORMAT)

/* The index-th name; NULL after the last. */
const char *format_name(int index);
extern FileKinds format_files[];

void format_write(int index, const Document *document, const WriteOptions *options, Folder *folder);

/* ---- large matrices ---- */

/* The rows or columns of a large matrix that are shown: the first `head` and last `tail` of
   `count`. */
typedef struct Ends {
    int count, head, tail;
} Ends;

static inline bool is_cut(Ends ends)
{
    return ends.head + ends.tail < ends.count;
}

/* Whether the gap follows the i-th one. */
static inline bool is_cut_behind(Ends ends, int i)
{
    return is_cut(ends) && i + 1 == ends.head;
}

/* The next one shown. */
static inline int following(Ends ends, int i)
{
    return is_cut_behind(ends, i) ? ends.count - ends.tail : i + 1;
}

/* All, or fewer than `most` in two equal halves. */
static inline Ends ends_within(int count, int most)
{
    return count <= most ? (Ends){count, count, 0} : (Ends){count, most / 2 - 1, most / 2 - 1};
}

/* ---- a document as plain text: on a terminal, in a pipe, in a file ---- */

/* Writes all blocks but figures. Returns whether anything was elided. The caller checks the stream.
 */
bool text_write(FILE *out, const Document *document, const WriteOptions *options);

/* Writes `start` and a paragraph, wrapped at `width` (0: never) with a hanging indent. */
void text_write_paragraph(FILE *out, Arena *arena, const char *start, const char *text, int width);

/* Writes a step's matrix as a table with labels, aligned on the decimal point, shaded by value if
   there are colours. To fit the width, columns of words move closer, with labels staggered in two
   lines; after that, the middle is elided. Returns whether anything was left out. arena: scratch.
 */
bool table_write(FILE *out, Arena *arena, const Step *step, const WriteOptions *options);

/* ---- the figures of a document, one file each ---- */

/* SVG with shapes and text; PNG with resolution (pHYs) and metadata. */
DrawingEncoder svg_encode, png_encode;

/* Splits figures that exceed the requested size into several. Fails if the font cannot be read. */
void figures_split(Document *document, const WriteOptions *options);

/* Writes a text escaped for XML and HTML, in an element or a double-quoted attribute. */
void xml_put(FILE *out, const char *text);

/* Writes a CSV row of texts, quoted where necessary and guarded against being read as spreadsheet
   formulas. */
void csv_put_row(FILE *out, const char *const *labels, int count);

/* Writes cells as a data: URL of a PNG with one pixel per cell. */
void pixels_put(FILE *out, const Cells *cells, Arena *scratch);

/* Writes the arithmetic of all cells for the page's script, as JSON that is safe inside <script>.
   tabled[i]: step i has a table. Cells that depend on other matrices are left to --explain. */
void html_put_cells(FILE *out, const Trace *trace, const bool *tabled);

/* Writes all figures in order. */
void figures_write(const Format *format, const Document *document, const WriteOptions *options,
                   Folder *folder);

/* ---- a document as a page in a markup language: Markdown, LaTeX (page.c) ----
 *
 * The order of the parts is defined once, in page.c; a language only gives the markup around each.
 */

/* Markup before and after a text. */
typedef struct Around {
    const char *before, *behind;
} Around;

typedef struct Markup {
    Around page, blocks[BLOCK_KINDS];
    Around code;      /* around a step's id */
    Around row;       /* of a table or listing */
    const char *gap;  /* between the cells of a row */
    const char *rule; /* between labels and numbers */
    const char *dots; /* stands for what a large table leaves out */
    int most_cols;    /* of a table; more are elided in the middle */
    /* Escapes a text. */
    const char *(*text)(Arena *arena, const char *text);
    /* The column specification, with one `column` for each but the first: at the table's beginning
       if columns_first, else under its labels. */
    Around columns;
    const char *column;
    bool columns_first;
    int vectors;        /* the picture format it prefers to PNG */
    Around description; /* of a picture; NULL: pictures are not shown */
    Around picture;     /* around its file name */
} Markup;

/* The page begins with the format's mark and the version. The caller checks the stream. */
void page_write(FILE *out, const Format *format, const Document *document,
                const WriteOptions *options);
