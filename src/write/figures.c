#include "write/formats.h"

#include "figure/figure.h"
#include "figure/raster.h"

#include <stdatomic.h>

/* A figure in progress. */
typedef struct Figure {
    const Block *block;
    Drawing *drawing;
    Bytes bytes; /* of its file */
} Figure;

enum { ABREAST = 2, FIGURES = ABREAST * MAX_THREADS };

/* Shared by all figures of a document. */
typedef struct Run {
    const Format *format;
    const Document *document;
    const WriteOptions *options;
    Folder *folder;
    Typesetter *typesetter;
    Figure figures[FIGURES];
    Arena *arenas[FIGURES + MAX_THREADS]; /* of each figure and then of each thread, to be reused */
    int count;
    atomic_int next; /* to be drawn */
} Run;

/* Lays out a figure. */
static void begin_figure(Run *run, const Block *block)
{
    Arena *arena = run->arenas[run->count];
    Figure *f = &run->figures[run->count++];
    const Trace *trace = run->document->trace;
    const FigureStyle *style = run->options->figure;
    arena_reset(arena);
    graph_rest(trace->graph);
    Sheet sheet = sheet_new(arena, run->typesetter, style, trace);
    f->block = block;
    f->drawing = panel_figure(&sheet, block->panel);
    f->drawing->info =
        (FigureInfo){.title = block->panel->title,
                     .description = figure_description(arena, block->panel, style->precision),
                     .command = shell_command(arena, trace->argc, trace->argv),
                     .comment = trace->source};
}

/* The rest, which shares nothing: each thread takes the next figure until there is none. */
static void draw_share(const void *job, int part, UNUSED int parts)
{
    Run *run = (Run *)(uintptr_t)job;
    Arena *working = run->arenas[FIGURES + part];
    for (int i; (i = run->next++) < run->count;) {
        Figure *f = &run->figures[i];
        arena_reset(working);
        f->bytes = run->format->encode(f->drawing, f->drawing->arena, working);
    }
}

/* Reads the plots of the figures begun, together, and renders their glyphs; single-threaded, as the
   font and the trace are shared. */
static void read_begun(Run *run)
{
    Drawing *drawings[FIGURES];
    for (int i = 0; i < run->count; i++)
        drawings[i] = run->figures[i].drawing;
    plots_read(run->arenas[FIGURES], drawings, run->count);
    for (int i = 0; i < run->count && run->format->is_raster; i++)
        drawings[i]->raster = raster_new(drawings[i]->arena, drawings[i]);
}

/* Writes the figures begun, in order. */
static void write_begun(Run *run)
{
    int threads = run->format->is_raster ? thread_limit() : 1;
    read_begun(run);
    run->next = 0;
    run_shares(draw_share, run, smaller(threads, larger(1, run->count)));
    for (int i = 0; i < run->count; i++) {
        const Figure *f = &run->figures[i];
        const char *name = file_name(run->document->trace, f->block->number, f->block->panel->id,
                                     run->format->files.name + 1);
        folder_put(run->folder, name, f->bytes);
    }
    run->count = 0;
}

/* Adds a panel as one figure, or splits it recursively into halves: "heads-2". */
static void add_parts(const Sheet *sheet, Document *document, const Block *whole, Box box,
                      bool rows_first)
{
    Panel *part = panel_part(document->arena, whole->panel, box);
    if (!part)
        return;
    Box first = panel_first(sheet, part, box, rows_first);
    Box second = {box.x + first.width, box.y, box.width - first.width, box.height};
    if (first.height < box.height)
        second = (Box){box.x, box.y + first.height, box.width, box.height - first.height};
    if (second.width > 0) {
        add_parts(sheet, document, whole, first, rows_first);
        add_parts(sheet, document, whole, second, rows_first);
        return;
    }
    if (box.width < whole->panel->cols || box.height < whole->panel->rows)
        part->id = arena_format(document->arena, "%s-%d", part->id, document->count + 1);
    document_add(document, (Block){.kind = BLOCK_FIGURE, .panel = part, .number = whole->number});
}

/* Adds a panel in as few figures as possible. */
static void add_split(const Sheet *sheet, Document *document, const Block *whole)
{
    Box all = {0, 0, whole->panel->cols, whole->panel->rows};
    Document ways[] = {{.arena = document->arena}, {.arena = document->arena}};
    for (int i = 0; i < 2 && ways[0].count != 1; i++)
        add_parts(sheet, &ways[i], whole, all, i);
    const Document *way = &ways[ways[1].count && ways[1].count < ways[0].count];
    for (int i = 0; i < way->count; i++)
        document_add(document, way->blocks[i]);
}

void figures_split(Document *document, const WriteOptions *options)
{
    Document whole = *document;
    ENDED_BY(arena_end) Arena *scratch = arena_new();
    ENDED_BY(font_close) Font *font = font_open(scratch, options->figure->font);
    Sheet sheet =
        sheet_new(scratch, typesetter_new(scratch, font), options->figure, document->trace);
    document->blocks = NULL;
    document->count = 0;
    for (int i = 0; i < whole.count; i++) {
        const Block *block = &whole.blocks[i];
        if (block->panel && !block->step)
            add_split(&sheet, document, block);
        else
            document_add(document, *block);
    }
}

void figures_write(const Format *format, const Document *document, const WriteOptions *options,
                   Folder *folder)
{
    ENDED_BY(arena_end) Arena *kept = arena_new(); /* for all figures */
    ENDED_BY(font_close) Font *font = font_open(kept, options->figure->font);
    Run run = {format, document, options, folder, .typesetter = typesetter_new(kept, font)};
    for (int i = 0; i < COUNT_OF(run.arenas); i++)
        run.arenas[i] = arena_within(kept);
    /* So many are begun before they are read and drawn: some for each thread, so that an idle one
       can take another; more if matrices are computed when they are read, then once for all. */
    int most = document->trace->graph->rests ? FIGURES : ABREAST * thread_limit();
    for (int i = 0; i < document->count; i++) {
        if (document->blocks[i].kind == BLOCK_FIGURE)
            begin_figure(&run, &document->blocks[i]);
        if (run.count == most)
            write_begun(&run);
    }
    write_begun(&run);
    if (format->is_raster) /* in other formats the viewer draws the text */
        font_warn(font, options->warnings);
}
