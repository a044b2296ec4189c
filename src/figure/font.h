/* Fonts: the shapes of glyphs.
 *
 * A font is a list of faces, asked in turn for each character: a file of the user's, if any, then
 * DejaVu Sans, which is built into the program. Glyphs become images by FreeType without hinting,
 * so the same glyph has the same pixels everywhere; each image is made once and kept.
 *
 * Images belong to the arena that font_open was given; font_close frees what FreeType and HarfBuzz
 * hold. Only font_open fails.
 */
#pragma once

#include "base/base.h"

typedef struct Font Font;
struct hb_font_t;

/* path: the file to ask first, or NULL. NULL when it cannot be read or is no scalable font. */
Font *font_open(Arena *arena, const char *path, Error *error);
void font_close(Font *font);

/* The name of the face that is asked first, or NULL. */
const char *font_family(const Font *font);

/* The first face that has all of a cluster; else the built-in one, which draws a box for what none
   has, and it is remembered. Selectors and joiners, which have no shape, do not count. */
int font_face_of(Font *font, const char *cluster, size_t size);

enum { EM = 1 << 16 }; /* the unit of a line of text: the size of its font, whatever that is */

/* For text shaping: a face whose lengths are in EM. */
struct hb_font_t *font_shaper(const Font *font, int face);

/* Adds one line that names the characters that were missed, if any. */
void font_warn(const Font *font, Text *warnings);

/* Text lies level, or is turned by 45 or 90 degrees, counter-clockwise. In FreeType's numbers. */
enum { TURN_ONE = 1 << 16 };

typedef struct Turn {
    int64_t sine, cosine;
} Turn;

Turn turn_of(int angle);

enum { FRACTIONS = 2, COVERAGE_MOST = 7 };

/* One image of one glyph. */
typedef struct GlyphKey {
    uint32_t glyph;
    uint16_t size; /* of an em, in 1/64 pixel */
    uint8_t face;
    uint8_t angle;
    bool slanted;
    uint8_t x_fraction, y_fraction; /* of a pixel, by which the glyph lies right and above */
} GlyphKey;

typedef struct GlyphImage {
    int left, top; /* of the first pixel, from the glyph's origin; top counts upwards */
    int width, height;
    const uint8_t *coverage; /* 0 … COVERAGE_MOST */
} GlyphImage;

/* An image without pixels for a glyph that is blank or cannot be drawn. */
const GlyphImage *font_glyph(Font *font, GlyphKey key);
