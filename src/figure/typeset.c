#include "figure/drawing.h"

enum {
    ELIDED_CLUSTERS_MOST = 512, /* no label has room for more … */
    ELIDED_BYTES_MOST = 4096,   /* … */
};

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

static const Line *set_line(Typesetter *t, const char *text, TextForm form)
{
    LineBuilder *builder = arena_alloc(t->arena, 1, sizeof *builder);
    *builder = (LineBuilder){.arena = t->arena, .line = {.font = t->font}, .scale = EM};
    (form == TEXT_FORMULA ? line_add_formula : line_add_text)(builder, text, strlen(text));
    return &builder->line;
}

const Line *typeset(Typesetter *t, const char *text, TextForm form)
{
    const Line ***lines = &t->lines[form];
    int count = t->texts[form].count, number = lexicon_add(&t->texts[form], text);
    if (number == count) {
        *lines = arena_grow(t->arena, *lines, count, sizeof **lines);
        (*lines)[number] = set_line(t, text, form);
    }
    return (*lines)[number];
}

int text_width(Typesetter *t, const char *text, TextForm form, int size)
{
    int64_t unit = (int64_t)EM * 64;
    return (int)(((int64_t)typeset(t, text, form)->width * size + unit - 1) / unit);
}

/* ---- elision ---- */

/* The first and last clusters of a text, `kept` in all, with … between. `starts` holds where each
   of `count` clusters begins, and where the last ends. */
static const char *cut_middle(Arena *arena, const char *text, const size_t *starts, int count,
                              int kept)
{
    size_t head = starts[(kept + 1) / 2];
    size_t tail = starts[count - kept / 2];
    return arena_format(arena, "%.*s…%s", (int)head, text, text + tail);
}

/* Of a text too long to be shown, what may be: its beginning and its end. A character cut between
   them is far from what is shown. */
static const char *shorten(Arena *arena, const char *text)
{
    enum { HALF = ELIDED_BYTES_MOST / 2 };
    size_t size = strlen(text);
    return size <= ELIDED_BYTES_MOST
               ? text
               : arena_format(arena, "%.*s%s", HALF, text, text + size - HALF);
}

static size_t *cluster_starts(Arena *arena, const char *text, int *count)
{
    size_t size = strlen(text);
    size_t *starts = arena_alloc(arena, size + 1, sizeof *starts);
    *count = 0;
    for (size_t i = 0; i < size; i += utf8_cluster(text + i, size - i))
        starts[(*count)++] = i;
    starts[*count] = size;
    return starts;
}

const char *text_elide(Typesetter *t, Arena *arena, const char *text, int size, int limit)
{
    int count;
    text = shorten(arena, text);
    size_t *starts = cluster_starts(arena, text, &count);
    if (count <= ELIDED_CLUSTERS_MOST && text_width(t, text, TEXT_PLAIN, size) <= limit)
        return text;
    int fits = 0, too_many = count < ELIDED_CLUSTERS_MOST ? count : ELIDED_CLUSTERS_MOST;
    while (fits + 1 < too_many) {
        int middle = (fits + too_many) / 2;
        const char *cut = cut_middle(arena, text, starts, count, middle);
        if (text_width(t, cut, TEXT_PLAIN, size) <= limit)
            fits = middle;
        else
            too_many = middle;
    }
    return cut_middle(arena, text, starts, count, fits);
}
