#include "figure/drawing.h"

#include "trace/trace.h"

#include <hb.h>
#include <utf8proc.h>

enum {
    REPLACEMENT = 0xfffd,
    ADVANCE_MOST = 4 * EM,      /* no glyph of a sound font is wider */
    WIDTH_MOST = EM * 10000,    /* the rest of an endless line is left out */
    RISE_MOST = EM * 6 / 10,    /* a mark set farther off would run into other lines */
    SLANT_SHIFT = EM * 5 / 100, /* a letter is slanted about its middle, not its foot */
};

/* A line in the making, and how what is added next is set. */
typedef struct LineBuilder {
    Arena *arena;
    Line line;
    int scale, rise; /* in EM */
    bool slanted;
    int depth; /* of scripts and roots */
} LineBuilder;

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
    hb_segment_properties_t how; /* direction, script, language */
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

/* What is drawn of a text: in place of a cluster that no face has the number of its first
   character. */
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

/* The direction of the first letter that has one. */
static hb_direction_t base_direction(const Cluster *clusters, int count)
{
    for (int i = 0; i < count; i++)
        if (clusters[i].how.direction != HB_DIRECTION_INVALID)
            return clusters[i].how.direction;
    return HB_DIRECTION_LTR;
}

/* A neutral between two of one direction has theirs, any other the base's. This is as much of
   Unicode's Standard Annex 9 as a word, a title or a file name needs. */
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

/* Joins neighbours that are alike; returns how many runs there are. */
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

/* From the order of reading to that of the eye, left to right.   Annex 9, rule L2 */
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

/* Neither the locale nor the environment has a say in how a run is shaped. */
static hb_buffer_t *shape(const Font *font, const char *text, size_t size, const Cluster *run)
{
    static const char *const shapers[] = {"ot", NULL};
    hb_buffer_t *buffer = hb_buffer_create();
    hb_buffer_add_utf8(buffer, text, (int)size, (unsigned)run->start, (int)run->length);
    hb_buffer_set_segment_properties(buffer, &run->how);
    hb_shape_full(font_shaper(font, run->face), buffer, NULL, 0, shapers);
    memory_check(); /* HarfBuzz goes on without what it could not have */
    return buffer;
}

/* A glyph at the end of the line. */
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

/* After what is there already. */
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
                 .size = size,
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
    DEPTH_MOST = 3,                 /* scripts of scripts */
    SCRIPT_SCALE = EM * 7 / 10,     /* of what they belong to */
    SUBSCRIPT = -EM * 16 / 100,     /* how high the scripts stand */
    SUPERSCRIPT = EM * 36 / 100,    /* … */
    LEAN = EM * 4 / 100,            /* how far a slanted letter reaches over the next */
    BAR_THICKNESS = EM * 47 / 1000, /* that of √ in DejaVu Sans */
    ROOT = 0x221a,
};

typedef enum Sort { SIGN, LETTER, DIGIT } Sort;

/* Letters are Latin and Greek: what variables are named by. */
static Sort sort_of(int32_t c)
{
    if (is_between(c, 'A', 'Z') || is_between(c, 'a', 'z') || is_between(c, 0x391, 0x3c9))
        return LETTER;
    return is_between(c, '0', '9') ? DIGIT : SIGN;
}

static size_t add_atom(LineBuilder *b, const char *text, size_t size);
static void line_add_formula(LineBuilder *b, const char *text, size_t size);

/* All scripts of an atom; raised ones stand over lowered ones. Returns their bytes. */
static size_t add_scripts(LineBuilder *b, const char *text, size_t size)
{
    size_t used = 0;
    int ends[2] = {b->line.width, b->line.width}, scale = b->scale, rise = b->rise;
    Script script;
    while (b->depth < DEPTH_MOST && script_at(text + used, size - used, &script)) {
        if (is_open(&script)) { /* the brace stands for itself */
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

/* The bar of a √, at its top, over what stands in the line from `start` on. */
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

/* √ with a bar over the next atom, or over what stands in brackets; the bar takes their place.
   Returns the bytes of both. */
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

/* How far letters, digits or plain signs go; signs to the next script or root, too. */
static size_t run_length(const char *text, size_t size, Sort sort)
{
    size_t end = 0, length;
    Script script;
    for (; end < size; end += length) {
        int32_t c = character_at(text + end, size - end, &length);
        if (sort_of(c) != sort ||
            (end && sort == SIGN && (c == ROOT || script_at(text + end, size - end, &script))))
            break;
    }
    return end;
}

/* A word, a number, a root or the signs between them; letters are slanted where they are variables.
   What follows stands clear of a slanted letter, but not a subscript. Returns its bytes, at least
   one. */
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

/* Its marks are those of trace/trace.h; marks that make no sense stand for themselves. */
static void line_add_formula(LineBuilder *b, const char *text, size_t size)
{
    for (size_t used = 0; used < size;) {
        used += add_atom(b, text + used, size - used);
        used += add_scripts(b, text + used, size - used);
    }
}

/* ==== lines that are kept ==== */

/* No label has room for more. */
enum { COLUMNS_MOST = 512, BYTES_MOST = 4096 };

struct Typesetter {
    Arena *arena;
    Font *font;
    Lexicon texts[TEXT_FORMULA + 1];      /* of each form, … */
    const Line **lines[TEXT_FORMULA + 1]; /* … and the line of each text */
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

/* Of a text too long to be shown, what may be: its beginning and its end. A character cut between
   them is far from what is shown. */
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
