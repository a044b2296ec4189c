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

/* How many details follow each other from this step on; none where nothing is left out. */
static int details_from(const Trace *trace, int first, const TextStyle *style)
{
    int count = 0;
    while (style->width && first + count < trace->step_count && trace->steps[first + count].detail)
        count++;
    return count;
}

static void put_left_out(FILE *out, Arena *arena, const Trace *trace, int first, int count,
                         int width)
{
    const Step *begin = &trace->steps[first], *end = begin + count - 1;
    const char *ids = count == 1 ? begin->id : arena_format(arena, "%s … %s", begin->id, end->id);
    text_write_paragraph(
        out, arena,
        arena_format(arena, "… %d step%s left out here: %s", count, count == 1 ? "" : "s", ids),
        width);
    putc('\n', out);
}

static bool put_step(FILE *out, Arena *arena, const Trace *trace, int index, const TextStyle *style)
{
    const Step *step = &trace->steps[index];
    put_heading(out, arena, step, index + 1, style);
    bool elided = table_write(out, arena, step, style);
    putc('\n', out);
    return elided;
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
    for (int i = 0; i < trace->step_count; arena_reset(arena)) {
        int details = details_from(trace, i, style);
        if (details)
            put_left_out(out, arena, trace, i, details, style->width);
        else
            elided |= put_step(out, arena, trace, i, style);
        elided |= details > 0;
        i += details ? details : 1;
    }
    put_source(out, arena, trace, style->width);
    arena_free(arena);
    return elided;
}
