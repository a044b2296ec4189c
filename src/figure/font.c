#include "figure/drawing.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include <hb-ft.h>
#include <utf8proc.h>

extern const char dejavu[], dejavu_end[]; /* the file: list.S */

enum {
    MOST_FACES = 2,
    FONT_FILE_LIMIT = 64 << 20,
    UNIT = 1 << 16,    /* 1 in FreeType's 16.16 fixed-point matrices */
    SLANT = 12747,     /* tan 11°, as in DejaVu Sans Oblique */
    GLYPH_LIMIT = 4,   /* a glyph larger than this many ems is not drawn */
    MISSING_SHOWN = 8, /* characters that a warning names */
};

typedef struct Face {
    FT_Face outlines;
    hb_font_t *shaper;
} Face;

/* A cached image; images with the same hash form a list. */
typedef struct KeptImage {
    uint64_t key;
    GlyphImage image;
    struct KeptImage *next;
} KeptImage;

enum { HASHES = 4096 };

struct Font {
    Arena *arena;
    FT_Library library;
    Face faces[MOST_FACES];
    int face_count;
    KeptImage *kept[HASHES];
    Lexicon missing; /* "U+1F600 (😀)" */
};

/* ---- faces ---- */

static hb_font_t *shaper_new(FT_Face outlines)
{
    hb_face_t *face = hb_ft_face_create_referenced(outlines);
    hb_font_t *font = hb_font_create(face);
    hb_font_set_scale(font, EM, EM);
    hb_face_destroy(face);
    return font;
}

static void add_face(Font *font, const char *name, Bytes file)
{
    FT_Face outlines;
    if (FT_New_Memory_Face(font->library, (const FT_Byte *)file.data, (FT_Long)file.size, 0,
                           &outlines))
        fail("%s: not a font file (TrueType or OpenType)", name);
    font->faces[font->face_count++] = (Face){outlines, shaper_new(outlines)};
    if (!FT_IS_SCALABLE(outlines) || !outlines->charmap)
        fail("%s: the font has no outlines for Unicode characters", name);
}

Font *font_open(Arena *arena, const char *path)
{
    Bytes built_in = {dejavu, (size_t)(dejavu_end - dejavu)};
    Font *font = arena_alloc(arena, 1, sizeof *font);
    font->arena = arena;
    font->missing = lexicon_new(arena);
    if (FT_Init_FreeType(&font->library))
        fail("FreeType does not start");
    ENDED_BY(font_close) Font *opened = font;
    if (path)
        add_face(font, path, file_read(arena, path, FONT_FILE_LIMIT));
    add_face(font, "the built-in font", built_in);
    opened = NULL; /* the caller closes it */
    return font;
}

void font_close(Font **opened)
{
    const Font *font = *opened;
    if (!font)
        return;
    for (int i = 0; i < font->face_count; i++) {
        hb_font_destroy(font->faces[i].shaper);
        FT_Done_Face(font->faces[i].outlines);
    }
    FT_Done_FreeType(font->library);
}

const char *font_family(const Font *font)
{
    return font->faces[0].outlines->family_name;
}

struct hb_font_t *font_shaper(const Font *font, int face)
{
    return font->faces[face].shaper;
}

/* ---- missing characters ---- */

static void miss(Font *font, int32_t character)
{
    char bytes[5] = {0};
    utf8proc_encode_char(character, (utf8proc_uint8_t *)bytes);
    lexicon_add(&font->missing, arena_format(font->arena, "U+%04X (%s)", (unsigned)character,
                                             visible_text(font->arena, bytes)));
}

/* Whether a face has the whole cluster. What the last face lacks is recorded as missing. */
static bool face_has(Font *font, int face, const char *cluster, size_t size)
{
    bool has_all = true;
    for (size_t i = 0, length; i < size; i += length) {
        int32_t c = character_at(cluster + i, size - i, &length);
        if (utf8proc_get_property(c)->ignorable ||
            FT_Get_Char_Index(font->faces[face].outlines, (FT_ULong)c))
            continue;
        has_all = false;
        if (face == font->face_count - 1)
            miss(font, c);
    }
    return has_all;
}

int font_face_of(Font *font, const char *cluster, size_t size)
{
    int face = 0;
    while (face < font->face_count && !face_has(font, face, cluster, size))
        face++;
    return face < font->face_count ? face : -1;
}

void font_warn(const Font *font, Text *warnings)
{
    int count = font->missing.count;
    if (!count)
        return;
    text_add(warnings, "no glyph in the font for ");
    text_add(warnings, join_strings(warnings->arena, font->missing.words,
                                    smaller(count, MISSING_SHOWN), ", ", ", "));
    text_add(warnings, count > MISSING_SHOWN ? " and others" : "");
    text_add(warnings, ": drawn by number; --font FILE.ttf names a font that has it\n");
}

/* ---- glyphs ---- */

/* From font units to 1/64 pixel: size, then slant, then rotation. */
static FT_Matrix glyph_matrix(int64_t size, bool slanted, int angle, int units_per_em)
{
    int64_t scale = size * UNIT / units_per_em, slant = slanted ? SLANT * scale / UNIT : 0;
    Point x = point_turned(angle, scale, 0), y = point_turned(angle, slant, scale);
    return (FT_Matrix){.xx = x.x, .xy = y.x, .yx = x.y, .yy = y.y};
}

static GlyphImage draw_glyph(Font *font, const PlacedGlyph *placed, int size, int angle)
{
    FT_Face face = font->faces[placed->face].outlines;
    FT_GlyphSlot glyph = face->glyph;
    FT_Matrix matrix = glyph_matrix(size, placed->slanted, angle, face->units_per_EM);
    FT_Pos limit = (FT_Pos)size * GLYPH_LIMIT;
    FT_BBox box;
    FT_Set_Transform(face, &matrix, NULL);
    if (FT_Load_Glyph(face, placed->glyph, FT_LOAD_NO_SCALE) ||
        glyph->format != FT_GLYPH_FORMAT_OUTLINE)
        return (GlyphImage){0};
    FT_Outline_Get_CBox(&glyph->outline, &box);
    if (box.xMin < -limit || box.yMin < -limit || box.xMax > limit || box.yMax > limit ||
        FT_Render_Glyph(glyph, FT_RENDER_MODE_NORMAL))
        return (GlyphImage){0};
    int width = (int)glyph->bitmap.width, height = (int)glyph->bitmap.rows;
    uint8_t *coverage = arena_alloc(font->arena, (size_t)width * (size_t)height, 1);
    for (int i = 0; i < width * height; i++)
        coverage[i] = (uint8_t)((glyph->bitmap.buffer[i] * COVERAGE_MOST + 127) / 255);
    return (GlyphImage){glyph->bitmap_left, glyph->bitmap_top, width, height, coverage};
}

const GlyphImage *font_glyph(Font *font, const PlacedGlyph *glyph, int em, int angle)
{
    int size = em_scaled(glyph->scale, em);
    int how = glyph->face << 3 | angle / 45 << 1 | glyph->slanted;
    uint64_t number = (uint64_t)glyph->glyph << 32 | (uint64_t)size << 16 | (uint64_t)how;
    uint64_t hash = number * 0x9e3779b97f4a7c15u; /* 2⁶⁴ / golden ratio */
    KeptImage **link = &font->kept[(hash >> 32) % HASHES];
    while (*link && (*link)->key != number)
        link = &(*link)->next;
    if (!*link) {
        KeptImage kept = {number, draw_glyph(font, glyph, size, angle), NULL};
        memory_check(); /* do not take out of memory in FreeType for a blank glyph */
        *link = arena_copy(font->arena, &kept, sizeof kept);
    }
    return &(*link)->image;
}
