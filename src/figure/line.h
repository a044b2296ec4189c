/* A line of glyphs, and how plain text is added to one.
 *
 * HarfBuzz shapes the text: marks sit on their letters, Arabic joins, Hebrew and Arabic run from
 * right to left. Each part of it is set in the first face of the font that has it. Nothing fails:
 * what is not UTF-8 shows as �, what no face has as a box. Lines belong to the builder's arena.
 */
#ifndef FIGURE_LINE_H
#define FIGURE_LINE_H

#include "figure/font.h"

enum { EM = 1 << 16 }; /* the unit of a line: the size of its font, whatever that is */

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

typedef struct Line {
    PlacedGlyph *glyphs;
    int glyph_count;
    Bar *bars; /* over radicands */
    int bar_count;
    int width;
} Line;

/* A line in the making, and how what is added next is set. */
typedef struct LineBuilder {
    Arena *arena;
    Font *font;
    Line line;
    int glyph_capacity, bar_capacity;
    int scale, rise; /* in EM */
    bool slanted;
} LineBuilder;

LineBuilder line_begin(Arena *arena, Font *font);

/* Text after what is there already. */
void line_add_text(LineBuilder *builder, const char *text, size_t size);
void line_add_bar(LineBuilder *builder, Bar bar);

/* a · scale, both in EM. */
static inline int em_scaled(int64_t a, int scale)
{
    return (int)(a * scale / EM);
}

/* A character, or � for a byte that begins none; its length in bytes. */
int32_t character_at(const char *text, size_t size, size_t *length);

#endif
