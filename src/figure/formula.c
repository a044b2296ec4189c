#include "figure/drawing.h"

#include "trace/trace.h"

#include <hb.h>

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

static size_t add_atom(LineBuilder *b, const char *text, size_t size);

/* The bar of a √, at its top, over what stands in the line from `start` on. */
static void add_bar(LineBuilder *b, const PlacedGlyph *root, int start)
{
    Line *line = &b->line;
    hb_glyph_extents_t box = {0};
    hb_font_get_glyph_extents(font_shaper(line->font, root->face), root->glyph, &box);
    int thickness = em_scaled(BAR_THICKNESS, b->scale);
    int top = root->y + em_scaled(box.y_bearing, root->scale);
    line->bars = arena_grow(b->arena, line->bars, line->bar_count, sizeof *line->bars);
    line->bars[line->bar_count++] = (Box){start, top - thickness, line->width - start, thickness};
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

void line_add_formula(LineBuilder *b, const char *text, size_t size)
{
    for (size_t used = 0; used < size;) {
        used += add_atom(b, text + used, size - used);
        used += add_scripts(b, text + used, size - used);
    }
}
