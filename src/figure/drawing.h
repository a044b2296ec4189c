/* What figures are made of: colours, glyphs, lines of text, drawings. */
#pragma once

#include "base/base.h"

/* ==== style ====
 *
 * How figures look: colormaps for numbers, themes for everything around them, and the other options
 * of the command line.
 *
 * Everything here is a constant or a pure function; nothing fails.
 */

typedef uint32_t Colour; /* 0xRRGGBB */

/* 0 to 255 each. */
typedef struct Channels {
    int red, green, blue;
} Channels;

static inline Channels colour_channels(Colour c)
{
    return (Channels){c >> 16 & 0xff, c >> 8 & 0xff, c & 0xff};
}

static inline Colour colour_of(Channels channels)
{
    return (Colour)(channels.red << 16 | channels.green << 8 | channels.blue);
}

/* Relative luminance, 0 (black) to 1 (white).   WCAG 2.2, "relative luminance" */
double colour_luminance(Colour c);

/* 1 to 21; text wants at least 4.5.   WCAG 2.2, "contrast ratio" */
double colour_contrast(Colour a, Colour b);

/* Black or white, whichever reads better on a background: the contrast is at least 4.58. */
Colour colour_ink(Colour background);

/* a·(1 − part/whole) + b·part/whole */
static inline Colour colour_mix(Colour a, Colour b, int part, int whole)
{
    Colour mixed = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        int x = a >> shift & 0xff, y = b >> shift & 0xff;
        mixed |= (Colour)((x * (whole - part) + y * part + whole / 2) / whole) << shift;
    }
    return mixed;
}

/* Curves that share axes have different colours; when these run out, dashes. */
enum { THEME_CURVES = 6 };

/* The colours of everything but the numbers. */
typedef struct Theme {
    const char *name;
    bool dark;
    Colour background, text, muted; /* muted: axis words, ticks, provenance */
    Colour frame;                   /* the hairline around a matrix, the ticks' marks */
    Colour visible;                 /* an unmasked cell of a mask */
    Colour masked, hatch;           /* a masked cell and its stripes */
    Colour accent;                  /* what is followed: curves[3], more legible */
    Colour curves[THEME_CURVES];
} Theme;

/* A sequential map for 0 … 1 and a diverging one, centred on zero, for signed numbers: evenly
   spaced colours, interpolated linearly. Luminance is monotonic in a sequential map (in "grey",
   away from the background) and symmetric about the middle in a diverging one (but monotonic in
   "grey": falling, or rising on dark). */
enum { COLORMAP_POINTS = 33 };

typedef Colour Gradient[COLORMAP_POINTS];

typedef struct Colormap {
    const char *name;
    const Gradient *gradients[2][2]; /* the sequential one on a light and on a dark theme, then the
                                        diverging one */
} Colormap;

/* The themes and colormaps that users name. Each table ends with a NULL name; the first row is the
   default. */
extern const Theme themes[];
extern const Colormap colormaps[];

/* The index-th name; NULL after the last. */
const char *theme_name(int index);
const char *colormap_name(int index);

/* The colour of x in 0 … 1. */
Colour gradient_colour(const Gradient *gradient, double x);

/* ---- what a user chooses ---- */

enum { CSS_DPI = 96 }; /* CSS pixels per inch */
enum { DPI_LEAST = 50, DPI_MOST = 600, CELL_LEAST = 1, CELL_MOST = 200, PRECISION_MOST = 6 };

/* How weights map to colours. With many words most weights are small, so RANGE_AUTO is then
   logarithmic from the uniform weight 1/n; otherwise linear from 0 to 1. */
typedef enum RangeKind { RANGE_AUTO, RANGE_ROW, RANGE_LOG, RANGE_GIVEN } RangeKind;

typedef struct Range {
    RangeKind kind;
    double least, most; /* of RANGE_GIVEN: within 0 … 1 for weights, −B … B for scores */
} Range;

typedef struct FigureStyle {
    const Theme *theme;
    const Colormap *colormap;
    int dpi;       /* pixels per inch; lengths below are in CSS pixels */
    int cell;      /* side of a cell; 0: chosen for the matrix */
    bool values;   /* numbers in the cells, where they fit */
    int precision; /* their decimals */
    Range range;
    const char *title;    /* replaces the figure's own; "": no caption; NULL: its own */
    double width, height; /* inches: exact width, maximum height; 0: as needed */
    double points;        /* size of the smallest text; 0: the default */
    int graphics;         /* size of plots in per cent of their usual size: figure/figure.c */
    const char *font;     /* a font file to try before the built-in one, or NULL */
} FigureStyle;

/* ==== geometry ==== */

typedef struct Point {
    int x, y;
} Point;

/* Rotates a point counter-clockwise by 0, 45 or 90 degrees; y upwards. */
Point point_turned(int angle, int64_t x, int64_t y);

typedef struct Box {
    int x, y, width, height;
} Box;

/* The intersection; width or height 0 if it is empty. */
static inline Box box_common(Box a, Box b)
{
    int left = larger(a.x, b.x), top = larger(a.y, b.y);
    int right = smaller(a.x + a.width, b.x + b.width);
    int bottom = smaller(a.y + a.height, b.y + b.height);
    return (Box){left, top, larger(0, right - left), larger(0, bottom - top)};
}

/* ==== font ====
 *
 * A font is a list of faces, tried in turn for each character: the user's file, if any, then DejaVu
 * Sans, which is built into the program. FreeType renders glyphs without hinting, so that a glyph
 * has the same pixels everywhere; images are cached.
 *
 * Images belong to the arena given to font_open; font_close frees what FreeType and HarfBuzz hold.
 * Only font_open fails.
 */

typedef struct Font Font;

/* path: the file to try first, or NULL. Fails if it cannot be read or is no scalable font. */
Font *font_open(Arena *arena, const char *path);
void font_close(Font **font);

/* The family name of the first face, or NULL. */
const char *font_family(const Font *font);

/* The first face with glyphs for the whole cluster; −1 if none, and then the missing character is
   recorded. Variation selectors and joiners need no glyph. */
int font_face_of(Font *font, const char *cluster, size_t size);

enum { EM = 1 << 16 }; /* the unit of lengths in a line of text: one em of its font */

/* a · scale, both in EM. */
static inline int em_scaled(int64_t a, int scale)
{
    return (int)(a * scale / EM);
}

/* A face for text shaping, with lengths in EM. */
struct hb_font_t *font_shaper(const Font *font, int face);

/* Adds a line that names the missing characters, if any. */
void font_warn(const Font *font, Text *warnings);

enum { COVERAGE_MOST = 7 };

/* A glyph and its position from the origin of its line, in EM; y upwards. */
typedef struct PlacedGlyph {
    uint32_t glyph;
    int x, y;
    int scale; /* EM: full size of the line's font */
    uint8_t face;
    bool slanted;
} PlacedGlyph;

/* The image of a glyph. */
typedef struct GlyphImage {
    int left, top; /* of the first pixel, from the glyph's origin; top is upwards */
    int width, height;
    const uint8_t *coverage; /* 0 … COVERAGE_MOST */
} GlyphImage;

/* The image of a glyph in a line with `em` 1/64 pixels per em, rotated by `angle`, with its origin
   on a whole pixel. Empty for a glyph that is blank or cannot be drawn. */
const GlyphImage *font_glyph(Font *font, const PlacedGlyph *glyph, int em, int angle);

/* ==== typeset ====
 *
 * Text → lines of glyphs; each text is typeset once and cached.
 *
 * HarfBuzz shapes plain text: marks sit on their letters, Arabic joins, Hebrew and Arabic run from
 * right to left; each run uses the first face that has it. Formulas are set as in a paper:
 * variables slanted and functions upright; W_Q, d_{model}, x^{2}, ᵀ and ₖ as scripts; √ with a bar
 * over the radicand. Nothing fails: invalid UTF-8 shows as �, a character without a glyph as its
 * code point, U+1F600. Lines belong to the arena given to typesetter_new.
 */

/* A run of plain text in a line, for formats that draw text with their own fonts. */
typedef struct Span {
    const char *text;
    int x, y; /* its start, in EM; y upwards */
    int width, scale;
    bool slanted;
    bool stood_for; /* drawn as code points for want of glyphs, which other fonts may have */
} Span;

typedef struct Line {
    Font *font; /* of the glyphs */
    PlacedGlyph *glyphs;
    int glyph_count;
    Box *bars; /* over radicands; x, y: the lower left corner */
    int bar_count;
    Span *spans; /* the same line as text */
    int span_count;
    bool leftwards; /* base direction is right to left */
    int width;
} Line;

typedef enum TextForm { TEXT_PLAIN, TEXT_FORMULA } TextForm;

typedef struct Typesetter Typesetter;

Typesetter *typesetter_new(Arena *arena, Font *font);

const Line *typeset(Typesetter *typesetter, const char *text, TextForm form);

/* The width in pixels, rounded up, in a font of `size` 1/64 pixels. */
int text_width(Typesetter *typesetter, const char *text, TextForm form, int size);

/* Plain text, with its middle replaced by … if it is wider than `limit` pixels. */
const char *text_elide(Typesetter *typesetter, Arena *arena, const char *text, int size, int limit);

/* Decodes a character, or � for an invalid byte; *length: in bytes. */
int32_t character_at(const char *text, size_t size, size_t *length);

/* ==== drawing ====
 *
 * A figure as data: rectangles, cells, lines and texts, in painting order.
 *
 * Layout (figure/figure.h) makes drawings; figure/raster.h and write/svg.c need nothing else. A
 * part of a figure is drawn around its own origin, measured, and then put into the drawing of the
 * whole. All lengths are whole pixels of the final picture, so that every edge is sharp; x to the
 * right, y downwards. Everything, strings included, belongs to the arena.
 */

/* A grid of cells, `gap` pixels of background between them. */
enum { CELL_COLOURS = 255, CELL_MASKED = 255 };

typedef struct Cells {
    int x, y;
    int rows, cols;
    int width, height, gap; /* pitch of the cells, gap included */
    const uint8_t *levels;  /* rows × cols: indices into `colours`, or CELL_MASKED */
    const Colour *colours;
    Colour masked, hatch; /* background and stripes of a masked cell */
} Cells;

typedef enum Align { ALIGN_START, ALIGN_MIDDLE, ALIGN_END } Align;

typedef struct TextItem {
    int x, y; /* the point on the baseline to align to */
    const char *string;
    const Line *line; /* the string, typeset */
    TextForm form;
    int size;  /* of an em, in 1/64 pixel */
    int angle; /* 0, 45 or 90 degrees counter-clockwise about that point */
    Align align;
    Colour colour;
} TextItem;

/* The offset from that point to the start of the text, in 1/64 pixel along the baseline. */
int text_start(const TextItem *text);

/* A polyline with round ends and joins; a single point is a disc. Points are in 1/64 pixel, as
   curves need subpixel positions. */
enum { STROKE_PIXEL = 64 };

typedef struct Stroke {
    Point at; /* origin of the points, in pixels */
    const Point *points;
    int count, thickness;
    Colour colour;
} Stroke;

typedef struct Fill {
    Box box;
    Colour colour;
} Fill;

typedef enum ItemKind { ITEM_FILL, ITEM_CELLS, ITEM_STROKE, ITEM_TEXT } ItemKind;

typedef struct Item {
    ItemKind kind;
    union {
        Point at; /* the position, the first member of each */
        Fill fill;
        Cells cells;
        Stroke stroke;
        TextItem text;
    };
    struct Plot *unread; /* cells whose levels plots_read has yet to set; else NULL */
} Item;

/* Metadata of a figure: UTF-8, or NULL. */
typedef struct FigureInfo {
    const char *title, *description, *command;
    const char *comment; /* how the weights were trained */
} FigureInfo;

typedef struct Drawing {
    Arena *arena;
    FigureInfo info;
    int width, height, dpi;
    Colour background;
    Item *items;
    int count;
    struct Raster *raster; /* prepared by write/png.c before writing; or NULL */
} Drawing;

Drawing *drawing_new(Arena *arena, int dpi, Colour background);

void drawing_add(Drawing *drawing, Item item);

/* ---- sheets: drawing with a style ---- */

/* A drawing with its style and typesetter. */
typedef struct Sheet {
    Arena *arena;
    Drawing *drawing;
    Typesetter *typesetter;
    const FigureStyle *style;
    const Theme *theme;
    const struct Trace *trace; /* tells which words have no vector; or NULL */
} Sheet;

/* Sizes of text, of things, and of the space around them, in CSS pixels. */
#define SIZE(name, pixels) name = pixels,
enum {
#include "figure/sizes.list"
};

Sheet sheet_new(Arena *arena, Typesetter *typesetter, const FigureStyle *style,
                const struct Trace *trace);

/* A sheet with an empty drawing for a part; and puts that drawing into another, its origin at x, y.
 */
Sheet sheet_of_part(const Sheet *sheet);
void sheet_put(const Sheet *sheet, const Drawing *part, int x, int y);

/* Converts CSS pixels to picture pixels, at least one. */
int sheet_pixels(const Sheet *sheet, double length);

/* The same for plots, which style->graphics scales. */
int sheet_plot(const Sheet *sheet, int length);

/* A font size in CSS pixels as 1/64 picture pixels, the unit of text. */
int sheet_font(const Sheet *sheet, double size);

/* The line spacing of a font, and the distance from the middle of capitals and digits down to their
   baseline; in pixels. */
int line_height(int font);
int middle_to_base(int font);

int sheet_text_width(const Sheet *sheet, const char *string, int font);

/* The look of small text: axis names, ticks, legends. */
TextItem sheet_small(const Sheet *sheet, Align align);

/* Adds a string with this look at a point; fills a box. */
void sheet_text(const Sheet *sheet, TextItem look, const char *string, int x, int y);
void sheet_fill(const Sheet *sheet, Box box, Colour colour);

/* Draws a hairline around a box. */
void sheet_frame(const Sheet *sheet, Box inner);

/* Adds a single sample cell: CELL_MASKED, or 0 for an unmasked cell of a mask. */
void sheet_sample(const Sheet *sheet, uint8_t level, Box box);

/* Draws a polyline; thickness in CSS pixels. */
void sheet_stroke(const Sheet *sheet, const Point *points, int count, double thickness,
                  Colour colour);

/* Draws the outline of a box, centred on its edge. */
void sheet_outline(const Sheet *sheet, Box box, double thickness, Colour colour);

/* Draws a straight arrow with an open head. */
void sheet_arrow(const Sheet *sheet, Point from, Point tip, double thickness, Colour colour);
