#include "figure/drawing.h"

#include "trace/trace.h"

#include <hb.h>
#include <utf8proc.h>

enum {
    REPLACEMENT = 0xfffd,
    ADVANCE_MOST = 4 * EM,      /* no glyph of a sound font is wider */
    WIDTH_MOST = EM * 10000,    /* longer lines are truncated */
    RISE_MOST = EM * 6 / 10,    /* a mark farther off would run into other lines */
    SLANT_SHIFT = EM * 5 / 100, /* letters are slanted about their middle, not the baseline */
};

/* A line under construction, with the state for the next text. */
typedef struct LineBuilder {
    Arena *arena;
    Line line;
    int scale, rise; /* in EM */
    bool slanted;
    int depth; /* nesting of scripts and roots */
} LineBuilder;

int32_t character_at(const char *text, size_t size, size_t *length)
{
    CodePoint c = utf8_decode(text, size);
    *length = c.length;
    return c.value < 0 ? REPLACEMENT : c.value;
}

/* ---- clusters ---- */

/* A grapheme cluster; after join, a run of clusters that are shaped together. */
typedef struct Cluster {
    size_t start, length;
    int face;
    hb_segment_properties_t how; /* direction, script, language */
} Cluster;

/* The direction of a character; invalid if neutral. Numbers run left to right in every script. */
static hb_direction_t direction_of(int32_t c)
{
    int class = utf8proc_get_property(c)->bidi_class;
    if (class == UTF8PROC_BIDI_CLASS_R || class == UTF8PROC_BIDI_CLASS_AL)
        return HB_DIRECTION_RTL;
    bool rightwards = class == UTF8PROC_BIDI_CLASS_L || class == UTF8PROC_BIDI_CLASS_EN ||
                      class == UTF8PROC_BIDI_CLASS_AN;
    return rightwards ? HB_DIRECTION_LTR : HB_DIRECTION_INVALID;
}

/* The script of a character; a common character takes that of the previous one. */
static hb_script_t script_of(int32_t c, hb_script_t before)
{
    hb_script_t script = hb_unicode_script(hb_unicode_funcs_get_default(), (hb_codepoint_t)c);
    bool shared =
        script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN;
    return shared ? before : script;
}

/* The text to draw: a cluster that no face has is replaced by the code point of its first
 * character. */
static Text drawn_text(const LineBuilder *b, const char *text, size_t size)
{
    Text drawn = text_new(b->arena);
    for (size_t i = 0, cluster, length; i < size; i += cluster) {
        cluster = utf8_cluster(text + i, size - i);
        int32_t first = character_at(text + i, size - i, &length);
        if (font_face_of(b->line.font, text + i, cluster) >= 0)
            text_add_bytes(&drawn, text + i, cluster);
        else
            text_format(&drawn, "U+%04X%s", (unsigned)first, length < cluster ? "…" : "");
    }
    return drawn;
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
        c.how.direction = direction_of(first);
        c.how.script = script = script_of(first, script);
        c.how.language = hb_language_from_string("en", -1);
        c.face = larger(0, font_face_of(b->line.font, text + i, c.length));
        clusters[(*count)++] = c;
        i += c.length;
    }
    return clusters;
}

/* The direction of the first character that is not neutral. */
static hb_direction_t base_direction(const Cluster *clusters, int count)
{
    for (int i = 0; i < count; i++)
        if (clusters[i].how.direction != HB_DIRECTION_INVALID)
            return clusters[i].how.direction;
    return HB_DIRECTION_LTR;
}

/* Neutrals between two of one direction take that direction, others the base direction. This is as
   much of Unicode Standard Annex 9 as a word, a title or a file name needs. */
static void resolve_neutrals(Cluster *clusters, int count, hb_direction_t base)
{
    for (int i = 0, end; i < count; i = end + 1) {
        for (end = i; end < count && clusters[end].how.direction == HB_DIRECTION_INVALID; end++)
            ;
        hb_direction_t before = i ? clusters[i - 1].how.direction : base;
        hb_direction_t after = end < count ? clusters[end].how.direction : base;
        for (int j = i; j < end; j++)
            clusters[j].how.direction = before == after ? before : base;
    }
}

/* ---- runs of one face, script and direction ---- */

/* Joins adjacent clusters with the same properties; returns the number of runs. */
static int join(Cluster *c, int count)
{
    int made = 0;
    for (int i = 0; i < count; i++) {
        Cluster *last = &c[made - 1];
        if (made && last->face == c[i].face && hb_segment_properties_equal(&last->how, &c[i].how))
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

/* Reorders runs from logical to visual order.   Annex 9, rule L2 */
static void put_in_order(Cluster *runs, int count, hb_direction_t base)
{
    if (base == HB_DIRECTION_RTL)
        reverse(runs, count);
    for (int i = 0, end; i < count; i = end + 1) {
        for (end = i; end < count && runs[end].how.direction != base; end++)
            ;
        reverse(runs + i, end - i);
    }
}

/* Shapes a run, independently of locale and environment. */
static hb_buffer_t *shape(const Font *font, const char *text, size_t size, const Cluster *run)
{
    static const char *const shapers[] = {"ot", NULL};
    hb_buffer_t *buffer = hb_buffer_create();
    hb_buffer_add_utf8(buffer, text, (int)size, (unsigned)run->start, (int)run->length);
    hb_buffer_set_segment_properties(buffer, &run->how);
    hb_shape_full(font_shaper(font, run->face), buffer, NULL, 0, shapers);
    memory_check(); /* HarfBuzz continues silently when out of memory */
    return buffer;
}

/* Appends a shaped glyph to the line. */
static void add_shaped(LineBuilder *b, uint32_t glyph, int face, hb_glyph_position_t position)
{
    Line *line = &b->line;
    int x = position.x_offset - (b->slanted ? SLANT_SHIFT : 0), y = position.y_offset;
    PlacedGlyph placed = {.glyph = glyph,
                          .x = line->width + em_scaled(x, b->scale),
                          .y = b->rise + em_scaled(y, b->scale),
                          .scale = b->scale,
                          .face = (uint8_t)face,
                          .slanted = b->slanted};
    if (line->width > WIDTH_MOST)
        return;
    if (abs(x) < ADVANCE_MOST && abs(y) < RISE_MOST)
        line->glyphs =
            arena_append(b->arena, line->glyphs, &line->glyph_count, &placed, sizeof placed);
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

/* Appends plain text. */
static void line_add_text(LineBuilder *b, const char *text, size_t size)
{
    Line *line = &b->line;
    int count, before = line->width;
    Text drawn = drawn_text(b, text, size);
    Cluster *runs = clusters_of(b, drawn.data, drawn.length, &count);
    hb_direction_t base = base_direction(runs, count);
    line->leftwards |= base == HB_DIRECTION_RTL;
    resolve_neutrals(runs, count, base);
    count = join(runs, count);
    put_in_order(runs, count, base);
    for (int i = 0; i < count; i++)
        add_run(b, drawn.data, drawn.length, &runs[i]);
    Span span = {.text = arena_strndup(b->arena, text, size),
                 .x = before,
                 .y = b->rise,
                 .width = line->width - before,
                 .scale = b->scale,
                 .slanted = b->slanted,
                 .stood_for = drawn.length != size};
    line->spans = arena_append(b->arena, line->spans, &line->span_count, &span, sizeof span);
}

/* ==== formulas ==== */

enum {
    DEPTH_MOST = 3,                 /* nesting of scripts */
    SCRIPT_SCALE = EM * 7 / 10,     /* relative to the base */
    SUBSCRIPT = -EM * 16 / 100,     /* baseline shift of scripts */
    SUPERSCRIPT = EM * 36 / 100,    /* … */
    LEAN = EM * 4 / 100,            /* overhang of a slanted letter */
    BAR_THICKNESS = EM * 47 / 1000, /* that of √ in DejaVu Sans */
    ROOT = 0x221a,
};

typedef enum Sort { SIGN, LETTER, DIGIT } Sort;

/* Letters are Latin and Greek ones, which name variables. */
static Sort sort_of(int32_t c)
{
    if (is_between(c, 'A', 'Z') || is_between(c, 'a', 'z') || is_between(c, 0x391, 0x3c9))
        return LETTER;
    return is_between(c, '0', '9') ? DIGIT : SIGN;
}

static size_t add_atom(LineBuilder *b, const char *text, size_t size);
static void line_add_formula(LineBuilder *b, const char *text, size_t size);

/* Adds all scripts of an atom, superscripts above subscripts. Returns the bytes consumed. */
static size_t add_scripts(LineBuilder *b, const char *text, size_t size)
{
    size_t used = 0;
    int ends[2] = {b->line.width, b->line.width}, scale = b->scale, rise = b->rise;
    Script script;
    while (b->depth < DEPTH_MOST && script_at(text + used, size - used, &script)) {
        if (is_open(&script)) { /* an unclosed brace is literal */
            script.text--;
            script.size = 1;
            script.length = 2;
        }
        b->line.width = ends[script.raised];
        b->rise += em_scaled(script.raised ? SUPERSCRIPT : SUBSCRIPT, scale);
        b->scale = em_scaled(SCRIPT_SCALE, scale);
        b->depth++;
        line_add_formula(b, script.text, script.size);
        b->depth--;
        b->scale = scale;
        b->rise = rise;
        ends[script.raised] = b->line.width;
        used += script.length;
    }
    b->line.width = larger(ends[0], ends[1]);
    return used;
}

/* Adds the bar of a √, at its top, over the line from `start` on. */
static void add_bar(LineBuilder *b, const PlacedGlyph *root, int start)
{
    Line *line = &b->line;
    hb_glyph_extents_t box = {0};
    hb_font_get_glyph_extents(font_shaper(line->font, root->face), root->glyph, &box);
    int thickness = em_scaled(BAR_THICKNESS, b->scale);
    int top = root->y + em_scaled(box.y_bearing, root->scale);
    Box bar = {start, top - thickness, line->width - start, thickness};
    line->bars = arena_append(b->arena, line->bars, &line->bar_count, &bar, sizeof bar);
}

/* Adds √ with a bar over the next atom or bracketed group, whose brackets it replaces. Returns the
   bytes consumed. */
static size_t add_root(LineBuilder *b, const char *text, size_t size)
{
    size_t used = strlen("√");
    int root = b->line.glyph_count;
    line_add_text(b, text, used);
    int start = b->line.width;
    b->depth++;
    FormulaGroup group = radicand_at(text + used, size - used);
    if (group.length == group.size + 2) { /* closed */
        line_add_formula(b, group.text, group.size);
        used += group.length;
    } else if (used < size) {
        used += add_atom(b, text + used, size - used);
        used += add_scripts(b, text + used, size - used);
    }
    b->depth--;
    if (b->line.glyph_count > root)
        add_bar(b, &b->line.glyphs[root], start);
    return used;
}

/* The length of a run of letters, digits or signs; signs end at a script or root, too. */
static size_t run_length(const char *text, size_t size, Sort sort)
{
    size_t end = 0, length;
    Script script;
    for (; end < size; end += utf8_cluster(text + end, size - end)) {
        int32_t c = character_at(text + end, size - end, &length);
        if (sort_of(c) != sort ||
            (end && sort == SIGN && (c == ROOT || script_at(text + end, size - end, &script))))
            break;
    }
    return end;
}

/* Adds a word, a number, a root or signs; variables are slanted. What follows a slanted letter is
   set clear of it, except a subscript. Returns the bytes consumed, at least one. */
static size_t add_atom(LineBuilder *b, const char *text, size_t size)
{
    Script script;
    size_t one;
    int32_t first = character_at(text, size, &one);
    if (first == ROOT && b->depth < DEPTH_MOST)
        return add_root(b, text, size);
    size_t length = run_length(text, size, sort_of(first));
    b->slanted = sort_of(first) == LETTER && is_product(text, length);
    line_add_text(b, text, length);
    if (b->slanted && length < size && text[length] != ' ' &&
        (!script_at(text + length, size - length, &script) || script.raised))
        b->line.width += em_scaled(LEAN, b->scale);
    b->slanted = false;
    return length;
}

/* Appends a formula with the marks of trace/trace.h; stray marks are literal. */
static void line_add_formula(LineBuilder *b, const char *text, size_t size)
{
    for (size_t used = 0; used < size;) {
        used += add_atom(b, text + used, size - used);
        used += add_scripts(b, text + used, size - used);
    }
}

/* ==== cached lines ==== */

/* No label has room for more. */
enum { COLUMNS_MOST = 512, BYTES_MOST = 4096 };

struct Typesetter {
    Arena *arena;
    Font *font;
    Lexicon texts[TEXT_FORMULA + 1];      /* by form, … */
    const Line **lines[TEXT_FORMULA + 1]; /* … with the line of each text */
};

Typesetter *typesetter_new(Arena *arena, Font *font)
{
    Typesetter t = {arena, font, {lexicon_new(arena), lexicon_new(arena)}, {NULL}};
    return arena_copy(arena, &t, sizeof t);
}

const Line *typeset(Typesetter *t, const char *text, TextForm form)
{
    const Line ***lines = &t->lines[form];
    int count = t->texts[form].count, number = lexicon_add(&t->texts[form], text);
    if (number == count) {
        LineBuilder builder = {.arena = t->arena, .line = {.font = t->font}, .scale = EM};
        (form == TEXT_FORMULA ? line_add_formula : line_add_text)(&builder, text, strlen(text));
        const Line *line = arena_copy(t->arena, &builder.line, sizeof *line);
        *lines = arena_append(t->arena, *lines, &count, &line, sizeof line);
    }
    return (*lines)[number];
}

int text_width(Typesetter *t, const char *text, TextForm form, int size)
{
    int64_t unit = (int64_t)EM * 64;
    return (int)(((int64_t)typeset(t, text, form)->width * size + unit - 1) / unit);
}

/* Keeps the beginning and end of a text too long to show. A character cut in between is far from
   the part shown. */
static const char *shorten(Arena *arena, const char *text)
{
    enum { HALF = BYTES_MOST / 2 };
    size_t size = strlen(text);
    if (size > BYTES_MOST)
        text = arena_format(arena, "%.*s%s", HALF, text, text + size - HALF);
    return size > COLUMNS_MOST ? elide_middle(arena, text, COLUMNS_MOST) : text;
}

const char *text_elide(Typesetter *t, Arena *arena, const char *text, int size, int limit)
{
    const char *all = shorten(arena, text);
    if (text_width(t, all, TEXT_PLAIN, size) <= limit)
        return all;
    int fits = 1, too_many = utf8_width(all);
    while (fits + 1 < too_many) {
        int middle = (fits + too_many) / 2;
        bool fit = text_width(t, elide_middle(arena, all, middle), TEXT_PLAIN, size) <= limit;
        *(fit ? &fits : &too_many) = middle;
    }
    return elide_middle(arena, all, fits);
}
