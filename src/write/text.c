#include "write/text.h"

#include "base/utf8.h"
#include "trace/formula.h"

#include <string.h>

enum { INDENT = 4 }; /* of what stands under a heading */

void text_write_paragraph(FILE *out, Arena *arena, const char *paragraph, int width)
{
    int used = 0;
    for (const char *word = paragraph; *word;) {
        size_t length = strspn(word, " ") + strcspn(word + strspn(word, " "), " ");
        int columns = utf8_width(arena_strndup(arena, word, length));
        bool breaks = !used || (width && used + columns > width);
        if (breaks) {
            fprintf(out, "%s%*s", used ? "\n" : "", INDENT, "");
            size_t spaces = strspn(word, " ");
            word += spaces;
            length -= spaces;
            used = INDENT + columns - (int)spaces;
        } else {
            used += columns;
        }
        fwrite(word, 1, length, out);
        word += length;
    }
    putc('\n', out);
}

static void put_heading(FILE *out, Arena *arena, const Step *step, int number,
                        const TextStyle *style)
{
    bool bold = style->depth != COLOUR_NONE;
    const char *title = arena_format(arena, "%2d. %s", number, step->title);
    fprintf(out, "%s%s%s\n", bold ? "\033[1m" : "",
            style->width ? elide_middle(arena, title, style->width) : title, bold ? "\033[0m" : "");
    text_write_paragraph(out, arena,
                         arena_format(arena, "%s   %d × %d   %s", step->id, step->rows.count,
                                      step->cols.count, formula_plain(arena, step->formula)),
                         style->width);
    text_write_paragraph(out, arena, step->note, style->width);
    putc('\n', out);
}

/* Only what has a value, "d_k = 16", is a formula: a file's name may hold any mark. */
static const char *provenance_plain(Arena *arena, const char *provenance)
{
    Text out = text_new(arena);
    while (*provenance) {
        size_t length = strcspn(provenance, " ");
        const char *word = arena_strndup(arena, provenance, length);
        provenance += length;
        text_add(&out, strncmp(provenance, " = ", 3) ? word : formula_plain(arena, word));
        size_t spaces = strspn(provenance, " ");
        text_add_bytes(&out, provenance, spaces);
        provenance += spaces;
    }
    return out.data;
}

static void put_title(FILE *out, Arena *arena, const Trace *trace, int width)
{
    const char *provenance = provenance_plain(arena, trace->provenance);
    for (int i = 0; i < trace->text_count; i++) {
        Text text = text_new(arena);
        text_add_visible(&text, trace->texts[i].text);
        fprintf(out, "“%s”\n", width ? elide_middle(arena, text.data, width - 2) : text.data);
    }
    if (trace->text_count == 1) {
        int count = trace->texts[0].token_count;
        provenance =
            arena_format(arena, "%d token%s; %s", count, count == 1 ? "" : "s", provenance);
    }
    text_write_paragraph(out, arena, provenance, width);
    putc('\n', out);
}

/* Where the weights come from, at the end: it is long, and the same for every sentence. */
static void put_source(FILE *out, Arena *arena, const Trace *trace, int width)
{
    if (!trace->source)
        return;
    fputs("Weights\n", out);
    text_write_paragraph(out, arena, visible_text(arena, trace->source), width);
    putc('\n', out);
}

bool text_write_trace(FILE *out, const Trace *trace, const TextStyle *style)
{
    Arena *arena = arena_new();
    bool elided = false;
    put_title(out, arena, trace, style->width);
    for (int i = 0; i < trace->step_count; i++) {
        put_heading(out, arena, &trace->steps[i], i + 1, style);
        elided |= table_write(out, arena, &trace->steps[i], style);
        putc('\n', out);
        arena_reset(arena);
    }
    put_source(out, arena, trace, style->width);
    arena_free(arena);
    return elided;
}
