#include "write/formats.h"

typedef struct Writer {
    FILE *out;
    Arena *arena; /* of one block */
    const WriteOptions *options;
    bool elided; /* something was left out */
} Writer;

/* ---- lines ---- */

/* The length of a text up to the next place to break it: a space after a word and before one of the
   characters; NULL: before any. */
static size_t length_to_gap(const char *text, const char *before)
{
    size_t length = strspn(text, " ");
    for (;; length++) {
        length += strcspn(text + length, " ");
        if (!text[length] || !before || strchr(before, text[length + 1]))
            return length;
    }
}

/* Writes `start` and a text, wrapped at such spaces with a hanging indent. */
static void put_broken(const Writer *w, const char *start, const char *text, const char *before)
{
    int width = w->options->width, indent = utf8_width(start), used = indent;
    fputs(start, w->out);
    for (const char *part = text; *part;) {
        size_t length = length_to_gap(part, before), spaces = strspn(part, " ");
        int columns = utf8_width(arena_strndup(w->arena, part, length));
        if (part > text && width && used + columns > width) {
            fprintf(w->out, "\n%*s", indent, "");
            part += spaces;
            length -= spaces;
            used = indent - (int)spaces;
        }
        used += columns;
        fwrite(part, 1, length, w->out);
        part += length;
    }
    putc('\n', w->out);
}

static const char indentation[] = "    "; /* under a heading */

void text_write_paragraph(FILE *out, Arena *arena, const char *start, const char *text, int width)
{
    Writer w = {out, arena, &(WriteOptions){.width = width}, false};
    put_broken(&w, start, text, NULL);
}

/* Elides the middle if the text is wider than the width minus `less`. */
static const char *fitted(const Writer *w, const char *text, int less)
{
    return w->options->width ? elide_middle(w->arena, text, w->options->width - less) : text;
}

/* ---- blocks ---- */

/* A formula follows its title, or goes on its own line if there is little room. */
static void put_heading(Writer *w, const Block *b)
{
    int width = w->options->width;
    if (!b->formula) {
        bool bold = b->number && w->options->depth != COLOUR_NONE;
        const char *numbered = arena_format(w->arena, "%2d. %s", b->number, b->text);
        fprintf(w->out, "%s%s%s\n", bold ? "\033[1m" : "",
                b->number ? fitted(w, numbered, 0) : b->text, bold ? "\033[0m" : "");
        return;
    }
    const char *title = arena_format(w->arena, "%s   ", b->text);
    int before = utf8_width(title);
    if (width && 2 * before > width && before + utf8_width(b->formula) > width) {
        fprintf(w->out, "%s\n", b->text);
        title = indentation;
    }
    put_broken(w, title, b->formula, NULL);
}

static void put_formula(Writer *w, const Block *b)
{
    const Step *step = b->step;
    const char *line = arena_format(w->arena, "%s   %d × %d   %s", step->id, step->rows.count,
                                    step->cols.count, formula_plain(w->arena, step->formula));
    put_broken(w, indentation, line, NULL);
}

/* Columns of numbers are right-aligned; what follows them has its own gap. */
static void put_listing(Writer *w, const Block *b)
{
    const Listing *listing = b->listing;
    for (int i = 0; i < listing->count; i++) {
        int column = i % listing->column_count, width = listing->widths[column];
        int room = larger(0, abs(width) - utf8_width(listing->cells[i]));
        bool after_number = column && listing->widths[column - 1] > 0 && *listing->cells[i];
        fprintf(w->out, "%s%*s%s%*s", after_number ? "   " : "", width > 0 ? room : 0, "",
                listing->cells[i], width > 0 ? 0 : room, "");
        fputs(column + 1 == listing->column_count ? "\n" : "", w->out);
    }
}

static void put_arithmetic(Writer *w, const Block *b)
{
    fprintf(w->out, "%s\n", b->text);
    for (const char *const *equal = b->equals; *equal; equal++)
        put_broken(w, "  = ", *equal, "+/");
    if (b->remark)
        put_broken(w, "  (", arena_format(w->arena, "%s)", b->remark), NULL);
}

/* A sentence takes up to four lines. */
static void put_quote(Writer *w, const Block *b)
{
    const char *text = fitted(w, b->text, 2 - 3 * w->options->width);
    put_broken(w, "“", arena_format(w->arena, "%s”", text), NULL);
}

static void put_paragraph(Writer *w, const Block *b)
{
    put_broken(w, indentation, b->text, NULL);
    putc('\n', w->out);
}

static void put_table(Writer *w, const Block *b)
{
    w->elided |= table_write(w->out, w->arena, b->step, w->options);
    putc('\n', w->out);
}

static void put_line(Writer *w, const Block *b)
{
    fprintf(w->out, "%s%s\n", b->kind == BLOCK_ITEM ? "  " : "", b->text);
}

#define BLOCK(name, text, ...) text,
static void (*const put_block[BLOCK_KINDS])(Writer *w, const Block *b) = {
#include "document/blocks.list"
};

bool text_write(FILE *out, const Document *document, const WriteOptions *options)
{
    ENDED_BY(arena_end) Arena *arena = arena_new();
    Writer w = {out, arena, options, false};
    const Block *before = NULL;
    for (int i = 0; i < document->count; i++) {
        const Block *block = &document->blocks[i];
        if (!put_block[block->kind])
            continue;
        /* paragraphs and tables are followed by an empty line anyway */
        if (before && (before->titles_all || before->kind == BLOCK_LISTING ||
                       (before->kind >= BLOCK_ARITHMETIC && block->kind == BLOCK_HEADING)))
            putc('\n', out);
        put_block[block->kind](&w, block);
        before = block;
        arena_reset(arena);
    }
    return w.elided;
}

static void write_one(FILE *out, const Document *document, const WriteOptions *options)
{
    text_write(out, document, options);
}

/* The mark that identifies our files is the × in the shape of a step. */
const Format format_text = {.files = {"trace.txt", " × ", 4, ANYWHERE}, .write_one = write_one};
