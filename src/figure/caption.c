#include "figure/layout.h"

#include <string.h>

enum { PARAGRAPH_GAP = 3, COMFORT = 420 }; /* CSS pixels */

/* A caption being filled, word after word. */
typedef struct Writer {
    const Sheet *sheet;
    Caption *caption;
    int capacity;
    int limit;
    int x, base; /* where the next word goes */
    int font;
    Colour colour;
} Writer;

static void new_line(Writer *w)
{
    w->x = 0;
    w->base += line_height(w->font);
    w->caption->height += line_height(w->font);
}

static void begin_paragraph(Writer *w, double size, Colour colour)
{
    int gap = w->caption->height ? sheet_pixels(w->sheet, PARAGRAPH_GAP) : 0;
    w->font = sheet_font(w->sheet, size);
    w->colour = colour;
    w->caption->height += gap;
    w->base = w->caption->height - line_height(w->font) / 4;
    new_line(w);
}

/* A word, on the next line where it does not fit; elided, and then plain, where no line could hold
   it. */
static void add_word(Writer *w, const char *word, TextForm form)
{
    Typesetter *t = w->sheet->typesetter;
    int width = text_width(t, word, form, w->font);
    if (width > w->limit) {
        form = TEXT_PLAIN;
        word = text_elide(t, w->sheet->arena, word, w->font, w->limit);
        width = text_width(t, word, form, w->font);
    }
    if (w->x > 0 && w->x + width > w->limit)
        new_line(w);
    Caption *c = w->caption;
    c->lines = arena_grow(w->sheet->arena, c->lines, c->count, &w->capacity, sizeof *c->lines);
    c->lines[c->count++] = (TextItem){.string = word,
                                      .form = form,
                                      .size = w->font,
                                      .x = w->x,
                                      .y = w->base,
                                      .colour = w->colour};
    c->width = larger(c->width, w->x + width);
    w->x += width + text_width(t, " ", TEXT_PLAIN, w->font);
}

/* What closes the bracket that stands here, if it holds words together as braces and those of a
   root do: √(a + b); else 0. */
static char closing_of(const char *text, size_t i)
{
    static const char root[] = "√";
    size_t length = strlen(root);
    if (text[i] == '{')
        return '}';
    return text[i] == '(' && i >= length && !strncmp(text + i - length, root, length) ? ')' : 0;
}

/* The length of the first word of a text. */
static size_t word_length(const char *text)
{
    size_t length = 0;
    int depth = 0;
    char open = 0, close = 0;
    for (; text[length] && (text[length] != ' ' || depth > 0); length++) {
        if (!depth) {
            close = closing_of(text, length);
            open = close ? text[length] : 0;
        }
        depth += close ? (text[length] == open) - (text[length] == close) : 0;
    }
    return length;
}

/* In provenance only what has a value, "d_k = 16", is a name of the paper's: a file's name may
   hold anything. */
static void add_words(Writer *w, const char *text, TextForm form)
{
    while (*text) {
        size_t length = word_length(text);
        char *word = arena_strndup(w->sheet->arena, text, length);
        text += length;
        if (length)
            add_word(w, word, strncmp(text, " = ", 3) ? form : TEXT_FORMULA);
        text += *text == ' ';
    }
}

/* All in one line where they fit, else each in its own, elided. */
static void add_sentences(Writer *w, const char *sentences)
{
    Arena *arena = w->sheet->arena;
    Typesetter *t = w->sheet->typesetter;
    Text joined = text_new(arena);
    for (const char *c = sentences; *c; c++)
        text_add_bytes(&joined, *c == '\n' ? " · " : c, *c == '\n' ? strlen(" · ") : 1);
    if (text_width(t, joined.data, TEXT_PLAIN, w->font) <= w->limit)
        sentences = joined.data;
    for (bool first = true; *sentences; first = false) {
        size_t length = strcspn(sentences, "\n");
        const char *line = arena_strndup(arena, sentences, length);
        if (!first)
            new_line(w);
        add_word(w, text_elide(t, arena, line, w->font, w->limit), TEXT_PLAIN);
        sentences += length + (sentences[length] == '\n');
    }
}

Caption caption_new(const Sheet *sheet, const char *title, const char *formula,
                    const char *sentences, const char *provenance, int limit)
{
    const Theme *theme = sheet->theme;
    Caption caption = {0};
    Writer w = {.sheet = sheet, .caption = &caption, .limit = limit};
    begin_paragraph(&w, TITLE_SIZE, theme->text);
    add_words(&w, title, TEXT_PLAIN);
    if (*formula) {
        begin_paragraph(&w, FORMULA_SIZE, theme->text);
        add_words(&w, formula, TEXT_FORMULA);
    }
    if (sentences) {
        begin_paragraph(&w, LABEL_SIZE, theme->text);
        add_sentences(&w, sentences);
    }
    begin_paragraph(&w, SMALL_SIZE, theme->muted);
    add_words(&w, provenance, TEXT_PLAIN);
    return caption;
}

int caption_comfort(const Sheet *sheet)
{
    return sheet_pixels(sheet, COMFORT);
}

void caption_draw(const Sheet *sheet, const Caption *caption, int x, int y)
{
    for (int i = 0; i < caption->count; i++) {
        TextItem item = caption->lines[i];
        sheet_text(sheet, item, item.string, x + item.x, y + item.y);
    }
}
