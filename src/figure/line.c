#include "figure/drawing.h"

#include <hb.h>
#include <utf8proc.h>

enum {
    REPLACEMENT = 0xfffd,
    ADVANCE_MOST = 4 * EM,      /* no glyph of a sound font is wider */
    WIDTH_MOST = EM * 10000,    /* the rest of an endless line is left out */
    RISE_MOST = EM * 6 / 10,    /* a mark set farther off would run into other lines */
    SLANT_SHIFT = EM * 5 / 100, /* a letter is slanted about its middle, not its foot */
};

int32_t character_at(const char *text, size_t size, size_t *length)
{
    CodePoint c = utf8_decode(text, size);
    *length = c.length;
    return c.value < 0 ? REPLACEMENT : c.value;
}

/* ---- clusters ---- */

/* What a reader takes for one character; then, runs of such that are shaped together. */
typedef struct Cluster {
    size_t start, length;
    int face;
    hb_direction_t direction;
    hb_script_t script;
} Cluster;

/* Invalid where it takes that of its neighbours. Digits and marks of quantity are written from left
   to right in every script. */
static hb_direction_t direction_of(int32_t c)
{
    int class = utf8proc_get_property(c)->bidi_class;
    if (class == UTF8PROC_BIDI_CLASS_R || class == UTF8PROC_BIDI_CLASS_AL)
        return HB_DIRECTION_RTL;
    bool rightwards = class == UTF8PROC_BIDI_CLASS_L || class == UTF8PROC_BIDI_CLASS_EN ||
                      class == UTF8PROC_BIDI_CLASS_AN;
    return rightwards ? HB_DIRECTION_LTR : HB_DIRECTION_INVALID;
}

/* The script of a character; what all scripts share has that of the character before it. */
static hb_script_t script_of(int32_t c, hb_script_t before)
{
    hb_script_t script = hb_unicode_script(hb_unicode_funcs_get_default(), (hb_codepoint_t)c);
    bool shared =
        script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN;
    return shared ? before : script;
}

static Cluster *clusters_of(const LineBuilder *b, const char *text, size_t size, int *count)
{
    Cluster *clusters = arena_alloc(b->arena, size, sizeof *clusters);
    hb_script_t script = HB_SCRIPT_LATIN;
    *count = 0;
    for (size_t i = 0; i < size;) {
        Cluster c = {.start = i, .length = utf8_cluster(text + i, size - i)};
        size_t length;
        int32_t first = character_at(text + i, size - i, &length);
        c.direction = direction_of(first);
        c.script = script = script_of(first, script);
        c.face = font_face_of(b->line.font, text + i, c.length);
        clusters[(*count)++] = c;
        i += c.length;
    }
    return clusters;
}

/* The direction of the first letter that has one. */
static hb_direction_t base_direction(const Cluster *clusters, int count)
{
    for (int i = 0; i < count; i++)
        if (clusters[i].direction != HB_DIRECTION_INVALID)
            return clusters[i].direction;
    return HB_DIRECTION_LTR;
}

/* A neutral between two of one direction has theirs, any other the base's. This is as much of
   Unicode's Standard Annex 9 as a word, a title or a file name needs. */
static void resolve_neutrals(Cluster *clusters, int count, hb_direction_t base)
{
    for (int i = 0, end; i < count; i = end + 1) {
        for (end = i; end < count && clusters[end].direction == HB_DIRECTION_INVALID; end++)
            ;
        hb_direction_t before = i ? clusters[i - 1].direction : base;
        hb_direction_t after = end < count ? clusters[end].direction : base;
        for (int j = i; j < end; j++)
            clusters[j].direction = before == after ? before : base;
    }
}

/* ---- runs of one face, script and direction ---- */

/* Joins neighbours that are alike; returns how many runs there are. */
static int join(Cluster *c, int count)
{
    int made = 0;
    for (int i = 0; i < count; i++) {
        Cluster *last = &c[made - 1];
        if (made && last->direction == c[i].direction && last->face == c[i].face &&
            last->script == c[i].script)
            last->length += c[i].length;
        else
            c[made++] = c[i];
    }
    return made;
}

static void reverse(Cluster *c, int count)
{
    for (int i = 0; i < count / 2; i++) {
        Cluster first = c[i];
        c[i] = c[count - 1 - i];
        c[count - 1 - i] = first;
    }
}

/* From the order of reading to that of the eye, left to right.   Annex 9, rule L2 */
static void put_in_order(Cluster *runs, int count, hb_direction_t base)
{
    if (base == HB_DIRECTION_RTL)
        reverse(runs, count);
    for (int i = 0, end; i < count; i = end + 1) {
        for (end = i; end < count && runs[end].direction != base; end++)
            ;
        reverse(runs + i, end - i);
    }
}

/* Neither the locale nor the environment has a say in how a run is shaped. */
static hb_buffer_t *shape(const Font *font, const char *text, size_t size, const Cluster *run)
{
    static const char *const shapers[] = {"ot", NULL};
    hb_buffer_t *buffer = hb_buffer_create();
    hb_buffer_add_utf8(buffer, text, (int)size, (unsigned)run->start, (int)run->length);
    hb_buffer_set_direction(buffer, run->direction);
    hb_buffer_set_script(buffer, run->script);
    hb_buffer_set_language(buffer, hb_language_from_string("en", -1));
    hb_shape_full(font_shaper(font, run->face), buffer, NULL, 0, shapers);
    memory_check(); /* HarfBuzz goes on without what it could not have */
    return buffer;
}

/* A glyph at the end of the line. */
static void add_shaped(LineBuilder *b, uint32_t glyph, int face, hb_glyph_position_t position)
{
    Line *line = &b->line;
    int x = position.x_offset - (b->slanted ? SLANT_SHIFT : 0), y = position.y_offset;
    if (line->width > WIDTH_MOST)
        return;
    line->glyphs = arena_grow(b->arena, line->glyphs, line->glyph_count, sizeof *line->glyphs);
    if (abs(x) < ADVANCE_MOST && abs(y) < RISE_MOST)
        line->glyphs[line->glyph_count++] = (PlacedGlyph){.glyph = glyph,
                                                          .x = line->width + em_scaled(x, b->scale),
                                                          .y = b->rise + em_scaled(y, b->scale),
                                                          .scale = b->scale,
                                                          .face = (uint8_t)face,
                                                          .slanted = b->slanted};
    if (0 < position.x_advance && position.x_advance < ADVANCE_MOST)
        line->width += em_scaled(position.x_advance, b->scale);
}

static void add_run(LineBuilder *b, const char *text, size_t size, const Cluster *run)
{
    hb_buffer_t *buffer = shape(b->line.font, text, size, run);
    unsigned count;
    const hb_glyph_info_t *info = hb_buffer_get_glyph_infos(buffer, &count);
    const hb_glyph_position_t *positions = hb_buffer_get_glyph_positions(buffer, NULL);
    for (unsigned i = 0; i < count; i++)
        add_shaped(b, info[i].codepoint, run->face, positions[i]);
    hb_buffer_destroy(buffer);
}

void line_add_text(LineBuilder *b, const char *text, size_t size)
{
    Line *line = &b->line;
    int count, before = line->width;
    Cluster *runs = clusters_of(b, text, size, &count);
    hb_direction_t base = base_direction(runs, count);
    line->leftwards |= base == HB_DIRECTION_RTL;
    resolve_neutrals(runs, count, base);
    count = join(runs, count);
    put_in_order(runs, count, base);
    for (int i = 0; i < count; i++)
        add_run(b, text, size, &runs[i]);
    line->spans = arena_grow(b->arena, line->spans, line->span_count, sizeof *line->spans);
    line->spans[line->span_count++] = (Span){.text = arena_strndup(b->arena, text, size),
                                             .size = size,
                                             .x = before,
                                             .y = b->rise,
                                             .width = line->width - before,
                                             .scale = b->scale,
                                             .slanted = b->slanted};
}
