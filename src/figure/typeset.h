/* Text → lines of glyphs, each text set once and kept.
 *
 * HarfBuzz shapes plain text: marks sit on their letters, Arabic joins, Hebrew and Arabic run from
 * right to left; each part is set in the first face of the font that has it. Formulas are set as in
 * a paper: variables slanted and functions upright; W_Q, d_{model}, x^{2}, ᵀ and ₖ as scripts; √
 * with a bar over what it covers. Nothing fails: what is not UTF-8 shows as �, what no face has as
 * a box. Lines belong to the arena that typesetter_new was given.
 */
#pragma once

#include "figure/font.h"

/* From the origin of the line, in EM; y upwards. */
typedef struct PlacedGlyph {
    uint32_t glyph;
    int x, y;
    int scale; /* EM: as large as the line's font */
    uint8_t face;
    bool slanted;
} PlacedGlyph;

typedef struct Bar {
    int x, y, width, height; /* x, y: its lower left corner */
} Bar;

/* Plain text as it stands in a line: what is drawn by others, with fonts of their own. */
typedef struct Span {
    const char *text;
    size_t size;
    int x, y; /* where it begins, in EM; y upwards */
    int width, scale;
    bool slanted;
} Span;

typedef struct Line {
    Font *font; /* whose glyphs these are */
    PlacedGlyph *glyphs;
    int glyph_count;
    Bar *bars; /* over radicands */
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

/* ---- how a line is put together: figure/line.c, figure/formula.c ---- */

/* A line in the making, and how what is added next is set. */
typedef struct LineBuilder {
    Arena *arena;
    Line line;
    int scale, rise; /* in EM */
    bool slanted;
    int depth; /* of scripts and roots */
} LineBuilder;

/* After what is there already. A formula's marks are those of trace/trace.h; marks that make no
   sense stand for themselves. */
void line_add_text(LineBuilder *builder, const char *text, size_t size);
void line_add_formula(LineBuilder *builder, const char *text, size_t size);

/* a · scale, both in EM. */
static inline int em_scaled(int64_t a, int scale)
{
    return (int)(a * scale / EM);
}

/* A character, or � for a byte that begins none; its length in bytes. */
int32_t character_at(const char *text, size_t size, size_t *length);
