#include "figure/drawing.h"

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
    Typesetter *t = arena_alloc(arena, 1, sizeof *t);
    *t = (Typesetter){
        .arena = arena, .font = font, .texts = {lexicon_new(arena), lexicon_new(arena)}};
    return t;
}

const Line *typeset(Typesetter *t, const char *text, TextForm form)
{
    const Line ***lines = &t->lines[form];
    int count = t->texts[form].count, number = lexicon_add(&t->texts[form], text);
    if (number == count) {
        LineBuilder *builder = arena_alloc(t->arena, 1, sizeof *builder);
        *builder = (LineBuilder){.arena = t->arena, .line = {.font = t->font}, .scale = EM};
        (form == TEXT_FORMULA ? line_add_formula : line_add_text)(builder, text, strlen(text));
        *lines = arena_grow(t->arena, *lines, count, sizeof **lines);
        (*lines)[number] = &builder->line;
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
