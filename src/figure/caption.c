#include "figure/figure.h"

/* A caption being filled, word after word. */
typedef struct Writer {
    Sheet sheet;
    TextItem look;
    int limit;
    int x; /* of the next word */
} Writer;

static void new_line(Writer *w)
{
    w->x = 0;
    w->sheet.drawing->height += line_height(w->look.size);
}

static void begin_paragraph(Writer *w, double size, Colour colour)
{
    Drawing *d = w->sheet.drawing;
    w->look = (TextItem){.size = sheet_font(&w->sheet, size), .colour = colour};
    d->height += d->height ? sheet_pixels(&w->sheet, PARAGRAPH_GAP) : 0;
    new_line(w);
}

static int width_of(const Writer *w, const char *word, TextForm form)
{
    return text_width(w->sheet.typesetter, word, form, w->look.size);
}

/* The length of the first word. Braces and the parentheses of a root keep words together: √(a + b);
   an unclosed one, everything that follows. */
static size_t word_length(const char *text)
{
    size_t length = 0, size = strlen(text);
    while (length < size && text[length] != ' ') {
        bool root = begins_with(text + length, "√(");
        length += root ? strlen("√") : 0;
        size_t enclosed = group_at(text + length, size - length, root ? '(' : '{').length;
        length += enclosed ? enclosed : 1;
    }
    return length;
}

/* Adds a word, on a new line if it does not fit with a number right behind it ("head 1"); a word
   longer than a line is elided, as plain text. */
static void add_word(Writer *w, const char *word, TextForm form, const char *behind)
{
    Drawing *d = w->sheet.drawing;
    bool long_word = width_of(w, word, form) > w->limit;
    if (long_word)
        word = text_elide(w->sheet.typesetter, w->sheet.arena, word, w->look.size, w->limit);
    w->look.form = long_word ? TEXT_PLAIN : form;
    int width = width_of(w, word, w->look.form);
    bool numbered = *behind == ' ' && isdigit((unsigned char)behind[1]);
    behind = arena_strndup(w->sheet.arena, behind, numbered ? 1 + word_length(behind + 1) : 0);
    if (w->x > 0 && w->x + width + width_of(w, behind, form) > w->limit)
        new_line(w);
    sheet_text(&w->sheet, w->look, word, w->x, d->height - line_height(w->look.size) / 4);
    d->width = larger(d->width, w->x + width);
    w->x += width + width_of(w, " ", TEXT_PLAIN);
}

/* In provenance only names with a value, "d_k = 16", are formulas: a file name may contain _ and ^.
 */
static void add_paragraph(Writer *w, double size, Colour colour, const char *text, TextForm form)
{
    begin_paragraph(w, size, colour);
    while (*text) {
        size_t length = word_length(text);
        char *word = arena_strndup(w->sheet.arena, text, length);
        text += length;
        if (length)
            add_word(w, word, strncmp(text, " = ", 3) ? form : TEXT_FORMULA, text);
        text += *text == ' ';
    }
}

/* All sentences in one line if they fit; else each in its own line, elided. */
static void add_sentences(Writer *w, const Trace *trace)
{
    int count = trace->text_count;
    begin_paragraph(w, LABEL_SIZE, w->sheet.theme->text);
    const char **texts = arena_alloc(w->sheet.arena, (size_t)count, sizeof *texts);
    for (int i = 0; i < count; i++)
        texts[i] = visible_text(w->sheet.arena, trace->texts[i].text);
    const char *joined = join_strings(w->sheet.arena, texts, count, " · ", " · ");
    bool fit = width_of(w, joined, TEXT_PLAIN) <= w->limit;
    for (int i = 0; i < (fit ? 1 : count); i++) {
        if (i)
            new_line(w);
        add_word(w, fit ? joined : texts[i], TEXT_PLAIN, "");
    }
}

Drawing *caption_draw(const Sheet *sheet, const Panel *panel, bool sentences, int room, int width)
{
    const Theme *theme = sheet->theme;
    const char *title = sheet->style->title ? sheet->style->title : panel->title;
    Writer w = {.sheet = sheet_of_part(sheet),
                .limit = larger(room, width ? width : sheet_pixels(sheet, CAPTION_LEAST))};
    if (!*title)
        return w.sheet.drawing;
    add_paragraph(&w, TITLE_SIZE, theme->text, title, TEXT_PLAIN);
    if (*panel->formula)
        add_paragraph(&w, FORMULA_SIZE, theme->text, panel->formula, TEXT_FORMULA);
    if (sentences && sheet->trace->text_count)
        add_sentences(&w, sheet->trace);
    add_paragraph(&w, SMALL_SIZE, theme->muted, sheet->trace->provenance, TEXT_PLAIN);
    return w.sheet.drawing;
}
