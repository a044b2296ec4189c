#include "write/formats.h"

#include "figure/figure.h"
#include "figure/raster.h"

#include <stdatomic.h>

Bytes figure_bytes(DrawingWriter *write, const Drawing *drawing, const FigureInfo *info,
                   Arena *scratch)
{
    Error error;
    char *data = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&data, &size);
    bool written = memory && write(memory, drawing, info, scratch, &error);
    if (!memory || fclose(memory) != 0)
        out_of_memory();
    if (!written)
        escape(&error);
    Bytes bytes = {arena_strndup(scratch, data, size), size};
    free(data);
    return bytes;
}

/* A figure in the making; its arena is used again for the next. */
typedef struct Figure {
    const Block *block;
    Arena *scratch;
    Drawing *drawing;
} Figure;

enum { ABREAST = 2 }; /* figures a thread, so that one that is soon done takes another */

/* What the figures of a document share. */
typedef struct Run {
    const Format *format;
    const Document *document;
    const WriteOptions *options;
    Folder *folder;
    Typesetter *typesetter;
    Figure figures[ABREAST * MAX_THREADS];
    int count;
    atomic_int next; /* to be drawn */
} Run;

/* Laid out, and its letters drawn: on one thread, for all share the font. */
static void begin_figure(Run *run, const Block *block)
{
    Figure *f = &run->figures[run->count++];
    arena_reset(f->scratch);
    Sheet sheet =
        sheet_new(f->scratch, run->typesetter, run->options->figure, run->document->trace);
    f->block = block;
    f->drawing =
        block->step ? step_figure(&sheet, block->step) : panel_figure(&sheet, block->panel);
    if (run->format->draw_pixels)
        f->drawing->raster = raster_new(f->scratch, f->drawing);
}

/* Pixels, for which nothing is shared: a thread takes the next figure until there is none. */
static void draw_share(const void *job, int part, int parts)
{
    Run *run = (Run *)(uintptr_t)job;
    (void)part, (void)parts;
    for (int i; (i = run->next++) < run->count;) {
        Figure *f = &run->figures[i];
        f->drawing->pixels = run->format->draw_pixels(f->drawing->raster, f->drawing, f->scratch);
    }
}

static bool end_figure(const Run *run, const Figure *f, Error *error)
{
    const Trace *trace = run->document->trace;
    const Format *format = run->format;
    int precision = run->options->figure->precision;
    FigureInfo info = {.title = f->block->text,
                       .description = figure_description(f->scratch, f->block, precision),
                       .command = shell_command(f->scratch, trace->argc, trace->argv),
                       .comment = trace->source};
    FILE *out = folder_begin(
        run->folder, file_name(trace, f->block->number, f->block->id, format->files.name + 1),
        error);
    return out && format->write_drawing(out, f->drawing, &info, f->scratch, error) &&
           folder_end(run->folder, error);
}

/* Those that are begun, in their order. */
static bool write_begun(Run *run, Error *error)
{
    run->next = 0;
    if (run->format->draw_pixels)
        run_shares(draw_share, run, smaller(thread_limit(), larger(1, run->count)));
    for (int i = 0; i < run->count; i++)
        if (!end_figure(run, &run->figures[i], error))
            return false;
    run->count = 0;
    return true;
}

static bool write_figures(Run *run, Error *error)
{
    for (int i = 0; i < run->document->count; i++) {
        if (run->document->blocks[i].kind == BLOCK_FIGURE)
            begin_figure(run, &run->document->blocks[i]);
        if (run->count == ABREAST * thread_limit() && !write_begun(run, error))
            return false;
    }
    return write_begun(run, error);
}

static bool is_empty(const Panel *panel)
{
    for (int i = 0; i < panel->rows * panel->cols; i++)
        if (panel->places[i].step && !panel->places[i].elsewhere)
            return false;
    return true;
}

/* A panel, or halves of halves of it, each a figure: "heads-2". */
static void add_parts(Run *run, Document *document, const Block *whole, Box box, bool rows_first)
{
    Arena *arena = document->arena;
    Block block = *whole;
    block.panel = panel_part(arena, whole->panel, box);
    Sheet sheet =
        sheet_new(run->figures->scratch, run->typesetter, run->options->figure, document->trace);
    if (is_empty(block.panel))
        return;
    Box first = panel_first(&sheet, block.panel, box, rows_first);
    Box second = {box.x + first.width, box.y, box.width - first.width, box.height};
    if (first.height < box.height)
        second = (Box){box.x, box.y + first.height, box.width, box.height - first.height};
    if (second.width > 0) {
        add_parts(run, document, whole, first, rows_first);
        add_parts(run, document, whole, second, rows_first);
        return;
    }
    if (box.width < whole->panel->cols || box.height < whole->panel->rows)
        block.id = arena_format(arena, "%s-%d", whole->id, document->count + 1);
    document_add(document, block);
}

/* In as few figures as may be. */
static void add_split(Run *run, Document *document, const Block *whole)
{
    Box all = {0, 0, whole->panel->cols, whole->panel->rows};
    Document ways[] = {{.arena = document->arena, .trace = document->trace},
                       {.arena = document->arena, .trace = document->trace}};
    for (int i = 0; i < 2 && ways[0].count != 1; i++)
        add_parts(run, &ways[i], whole, all, i);
    const Document *way = &ways[ways[1].count && ways[1].count < ways[0].count];
    for (int i = 0; i < way->count; i++)
        document_add(document, way->blocks[i]);
}

bool figures_split(Document *document, const WriteOptions *options, Error *error)
{
    Document whole = *document;
    Arena *scratch = arena_new();
    Font *font = font_open(scratch, options->figure->font, error);
    Run run = {.options = options, .figures[0].scratch = scratch};
    if (font) {
        run.typesetter = typesetter_new(scratch, font);
        document->blocks = NULL;
        document->count = 0;
        for (int i = 0; i < whole.count; i++) {
            const Block *block = &whole.blocks[i];
            if (block->panel)
                add_split(&run, document, block);
            else
                document_add(document, *block);
        }
        font_close(font);
    }
    arena_free(scratch);
    return font;
}

bool figures_write(const Format *format, const Document *document, const WriteOptions *options,
                   Folder *folder, Error *error)
{
    Arena *kept = arena_new(); /* for all figures */
    Font *font = font_open(kept, options->figure->font, error);
    bool written = false;
    if (font) {
        Run run = {format, document, options, folder, .typesetter = typesetter_new(kept, font)};
        for (int i = 0; i < ABREAST * MAX_THREADS; i++)
            run.figures[i].scratch = arena_new();
        written = write_figures(&run, error);
        if (format->draw_pixels) /* other formats leave the letters to who shows them */
            font_warn(font, options->warnings);
        font_close(font);
        for (int i = 0; i < ABREAST * MAX_THREADS; i++)
            arena_free(run.figures[i].scratch);
    }
    arena_free(kept);
    return written;
}
