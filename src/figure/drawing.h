/* What figures are made of: colours, glyphs, lines of text, drawings. */
#pragma once

#include "base/base.h"

/* ==== style ====
 *
 * How figures are to look: the colours of numbers (colormaps) and of everything around them
 * (themes), and what else the command line lets a user choose.
 *
 * Everything here is a constant or a plain function; nothing fails.
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

/* Lines that share axes are told apart by so many colours, and then by dashes. */
enum { THEME_CURVES = 6 };

/* What surrounds the numbers. */
typedef struct Theme {
    const char *name;
    bool dark;
    Colour background, text, muted; /* muted: axis words, ticks, provenance */
    Colour frame;                   /* the hairline around a matrix, the ticks' marks */
    Colour visible;                 /* a cell of a mask where the query may look */
    Colour masked, hatch;           /* a masked cell and its stripes */
    Colour curves[THEME_CURVES];
} Theme;

/* A sequential map for 0 … 1 and a diverging one, centred on zero, for signed numbers: colours at
   equal distances, straight lines between; what begins each in figure/colormaps.list. */
enum { COLORMAP_POINTS = 33 };

typedef struct Colormap {
    const char *name;
    const char *sequential[2], *diverging[2]; /* on a light and on a dark theme */
} Colormap;

/* What users name. Each table ends with a NULL name; its first row is the default. */
extern const Theme themes[];
extern const Colormap colormaps[];

/* The names in their order; NULL behind the last. */
const char *theme_name(int index);
const char *colormap_name(int index);

/* One of a map's, read. */
typedef struct Gradient {
    Colour points[COLORMAP_POINTS];
} Gradient;

/* In the sequential one luminance rises or falls all the way (in "grey" away from the
   background's); in that of signed numbers it is the same as far before the middle as behind it
   (but in "grey", where it falls from one end to the other, and rises on dark). */
Gradient colormap_gradient(const Colormap *map, bool is_signed, bool dark);

/* The colour of x in 0 … 1, from end to end. */
Colour gradient_colour(const Gradient *gradient, double x);

/* ---- what a user chooses ---- */

enum { DPI_LEAST = 50, DPI_MOST = 600, CELL_LEAST = 1, CELL_MOST = 200, PRECISION_MOST = 6 };

/* How weights become colours. Of many words most weights are small: `RANGE_AUTO` is then
   logarithmic from the even share, 1/n, else from 0 to 1. */
typedef enum RangeKind { RANGE_AUTO, RANGE_ROW, RANGE_LOG, RANGE_GIVEN } RangeKind;

typedef struct Range {
    RangeKind kind;
    double least, most; /* of RANGE_GIVEN: within 0 … 1 of weights, −B … B of scores */
} Range;

typedef struct FigureStyle {
    const Theme *theme;
    const Colormap *colormap;
    int dpi;       /* pixels an inch; lengths below are in CSS pixels, 96 an inch */
    int cell;      /* side of a cell; 0: what suits the matrix */
    bool values;   /* numbers in the cells, where they fit */
    int precision; /* their decimals */
    Range range;
    const char *title;    /* instead of a figure's own; "": no heading; or NULL */
    double width, height; /* inches that a picture has, and may have; 0: what it needs */
    double points;        /* of its smallest text; 0: what looks well */
    int graphics;         /* per cent of their usual size that plots have: figure/figure.c */
    const char *font;     /* a font file to try before the built-in one, or NULL */
} FigureStyle;

/* ==== geometry ==== */

typedef struct Point {
    int x, y;
} Point;

/* A point of a text that is turned, counter-clockwise, by 0, 45 or 90 degrees; y upwards. */
Point point_turned(int angle, int64_t x, int64_t y);

typedef struct Box {
    int x, y, width, height;
} Box;

/* What both cover; no width or height where that is nothing. */
static inline Box box_common(Box a, Box b)
{
    int left = larger(a.x, b.x), top = larger(a.y, b.y);
    int right = smaller(a.x + a.width, b.x + b.width);
    int bottom = smaller(a.y + a.height, b.y + b.height);
    return (Box){left, top, larger(0, right - left), larger(0, bottom - top)};
}

/* ==== font ====
 *
 * Fonts: the shapes of glyphs.
 *
 * A font is a list of faces, asked in turn for each character: a file of the user's, if any, then
 * DejaVu Sans, which is built into the program. Glyphs become images by FreeType without hinting,
 * so the same glyph has the same pixels everywhere; each image is made once and kept.
 *
 * Images belong to the arena that font_open was given; font_close frees what FreeType and HarfBuzz
 * hold. Only font_open fails.
 */

typedef struct Font Font;
struct hb_font_t;

/* path: the file to ask first, or NULL. NULL when it cannot be read or is no scalable font. */
Font *font_open(Arena *arena, const char *path, Error *error);
void font_close(Font *font);

/* The name of the face that is asked first, or NULL. */
const char *font_family(const Font *font);

/* The first face that has all of a cluster; −1 where none has, and what is missing is remembered.
   Selectors and joiners, which have no shape, do not count. */
int font_face_of(Font *font, const char *cluster, size_t size);

enum { EM = 1 << 16 }; /* the unit of a line of text: the size of its font, whatever that is */

/* a · scale, both in EM. */
static inline int em_scaled(int64_t a, int scale)
{
    return (int)(a * scale / EM);
}

/* For text shaping: a face whose lengths are in EM. */
struct hb_font_t *font_shaper(const Font *font, int face);

/* Adds one line that names the characters that were missed, if any. */
void font_warn(const Font *font, Text *warnings);

enum { FRACTIONS = 2, COVERAGE_MOST = 7 };

/* From the origin of its line, in EM; y upwards. */
typedef struct PlacedGlyph {
    uint32_t glyph;
    int x, y;
    int scale; /* EM: as large as the line's font */
    uint8_t face;
    bool slanted;
} PlacedGlyph;

/* One image of one glyph. */
typedef struct GlyphImage {
    int left, top; /* of the first pixel, from the glyph's origin; top counts upwards */
    int width, height;
    const uint8_t *coverage; /* 0 … COVERAGE_MOST */
} GlyphImage;

/* In a line of so many 1/64 pixels an em, turned; of `at`, in 1/FRACTIONS pixel, y upwards, only
   what lies between pixels counts. An image without pixels for a glyph that is blank or cannot be
   drawn.
 */
const GlyphImage *font_glyph(Font *font, const PlacedGlyph *glyph, int em, int angle, Point at);

/* ==== typeset ====
 *
 * Text → lines of glyphs, each text set once and kept.
 *
 * HarfBuzz shapes plain text: marks sit on their letters, Arabic joins, Hebrew and Arabic run from
 * right to left; each part is set in the first face of the font that has it. Formulas are set as in
 * a paper: variables slanted and functions upright; W_Q, d_{model}, x^{2}, ᵀ and ₖ as scripts; √
 * with a bar over what it covers. Nothing fails: what is not UTF-8 shows as �, a character that no
 * face has as its number, U+1F600. Lines belong to the arena that typesetter_new was given.
 */

/* Plain text as it stands in a line: what is drawn by others, with fonts of their own. */
typedef struct Span {
    const char *text;
    size_t size;
    int x, y; /* where it begins, in EM; y upwards */
    int width, scale;
    bool slanted;
    bool stood_for; /* numbers of characters were drawn in its place: others may have glyphs */
} Span;

typedef struct Line {
    Font *font; /* whose glyphs these are */
    PlacedGlyph *glyphs;
    int glyph_count;
    Box *bars; /* over radicands; x, y: the lower left corner */
    int bar_count;
    Span *spans; /* the same in words */
    int span_count;
    bool leftwards; /* the first letter that has a direction runs from right to left */
    int width;
} Line;

typedef enum TextForm { TEXT_PLAIN, TEXT_FORMULA } TextForm;

typedef struct Typesetter Typesetter;

Typesetter *typesetter_new(Arena *arena, Font *font);

const Line *typeset(Typesetter *typesetter, const char *text, TextForm form);

/* Of a line in a font of `size` 1/64 pixels: pixels, rounded up. */
int text_width(Typesetter *typesetter, const char *text, TextForm form, int size);

/* Plain text with its middle replaced by … where it is wider than `limit` pixels. */
const char *text_elide(Typesetter *typesetter, Arena *arena, const char *text, int size, int limit);

/* A character, or � for a byte that begins none; its length in bytes. */
int32_t character_at(const char *text, size_t size, size_t *length);

/* ==== drawing ====
 *
 * A figure as data: rectangles, cells, lines and texts, in the order of painting.
 *
 * Layout (figure/figure.h) makes drawings; what shows them (figure/raster.h) needs nothing else. A
 * part of a figure is drawn around an origin of its own, which tells how much room it takes, and
 * then put into the drawing of the whole.
 * All lengths are whole pixels of the finished picture, so that every edge is sharp; x grows to the
 * right and y downwards. Everything, the strings too, lives in the arena.
 */

/* A grid of cells, `gap` pixels of background between them. */
enum { CELL_COLOURS = 255, CELL_MASKED = 255 };

typedef struct Cells {
    int x, y;
    int rows, cols;
    int width, height, gap; /* from one cell to the next: width and height, gap included */
    const uint8_t *levels;  /* rows × cols: an index of `colours`, or CELL_MASKED */
    const Colour *colours;
    Colour masked, hatch; /* the ground and the stripes of a masked cell */
} Cells;

typedef enum Align { ALIGN_START, ALIGN_MIDDLE, ALIGN_END } Align;

typedef struct TextItem {
    int x, y; /* the point on the base line that `align` names */
    const char *string;
    const Line *line; /* the string, set */
    TextForm form;
    int size;  /* of an em, in 1/64 pixel */
    int angle; /* 0, 45 or 90 degrees, counter-clockwise about that point */
    Align align;
    Colour colour;
} TextItem;

/* From that point to where the text begins, in 1/64 pixel along its base line. */
int text_start(const TextItem *text);

/* A line through points, its ends and corners round; through one point it is a disc. In 1/64 pixel,
   for between the pixels is where most points of a curve lie. */
enum { STROKE_PIXEL = 64 };

typedef struct Stroke {
    Point at; /* pixels: the points' origin */
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
        Point at; /* where any of them is */
        Fill fill;
        Cells cells;
        Stroke stroke;
        TextItem text;
    };
} Item;

/* What a figure says of itself: UTF-8, NULL for what there is not. */
typedef struct FigureInfo {
    const char *title, *description, *command;
    const char *comment; /* how the weights were learned */
} FigureInfo;

typedef struct Drawing {
    Arena *arena;
    FigureInfo info;
    int width, height, dpi;
    Colour background;
    Item *items;
    int count;
    struct Raster *raster; /* what was got ready of it to be written: write/png.c; or NULL */
} Drawing;

Drawing *drawing_new(Arena *arena, int dpi, Colour background);

void drawing_add(Drawing *drawing, Item item);

/* ---- what the parts of a figure are laid out on ---- */

/* A drawing with its style, and the measure of texts. */
typedef struct Sheet {
    Arena *arena;
    Drawing *drawing;
    Typesetter *typesetter;
    const FigureStyle *style;
    const Theme *theme;
    const struct Trace *trace; /* whose words may have no vector; or NULL */
} Sheet;

/* Sizes of text, of things, and of the space around them, in CSS pixels. */
#define SIZE(name, pixels) name = pixels,
enum {
#include "figure/sizes.list"
};
#undef SIZE

Sheet sheet_new(Arena *arena, Typesetter *typesetter, const FigureStyle *style,
                const struct Trace *trace);

/* One like it for a part, whose drawing is then put into another, with its origin there. */
Sheet sheet_of_part(const Sheet *sheet);
void sheet_put(const Sheet *sheet, const Drawing *part, int x, int y);

/* CSS pixels as pixels of the picture, at least one. */
int sheet_pixels(const Sheet *sheet, double length);

/* The same of plots, which may be drawn larger or smaller than all else. */
int sheet_plot(const Sheet *sheet, int length);

/* Whether the width that is asked for is that of a column: less than 45 em. */
bool sheet_is_narrow(const Sheet *sheet);

/* A font of so many CSS pixels, as text is measured: in 1/64 pixel. */
int sheet_font(const Sheet *sheet, double size);

/* From one line to the next, and from the middle of a line down to the base line of its capitals
   and digits; pixels of a font. */
int line_height(int font);
int middle_to_base(int font);

int sheet_text_width(const Sheet *sheet, const char *string, int font);

/* How small words look: axis words, ticks, legends. */
TextItem sheet_small(const Sheet *sheet, Align align);

/* A string that looks like that, at a point. */
void sheet_text(const Sheet *sheet, TextItem look, const char *string, int x, int y);
void sheet_fill(const Sheet *sheet, Box box, Colour colour);

/* A hairline around a box. */
void sheet_frame(const Sheet *sheet, Box inner);

/* Cells; and a single one, CELL_MASKED or the 0 of a mask. */
void sheet_cells(const Sheet *sheet, Cells cells);
void sheet_sample(const Sheet *sheet, uint8_t level, Box box);

/* A line through points; its thickness in CSS pixels. */
void sheet_stroke(const Sheet *sheet, const Point *points, int count, double thickness,
                  Colour colour);

/* One around a box, on its edge. */
void sheet_outline(const Sheet *sheet, Box box, double thickness, Colour colour);

/* A straight one with an open head. */
void sheet_arrow(const Sheet *sheet, Point from, Point tip, double thickness, Colour colour);
