#include "write/figures.h"

#include "base/memory.h"
#include "figure/figure.h"

#include <stdlib.h>

Drawing *figure_drawing(Arena *arena, Typesetter *typesetter, const FigureStyle *style,
                        const Document *document, const Block *figure)
{
    const Trace *trace = document->trace;
    return figure->step ? step_figure(arena, typesetter, style, trace, figure->step)
                        : panel_figure(arena, typesetter, style, trace, figure->panel);
}

FigureInfo figure_info(Arena *arena, const Document *document, const Block *figure, int precision)
{
    const Trace *trace = document->trace;
    return (FigureInfo){.title = figure->text,
                        .description = figure_description(arena, figure, precision),
                        .command = shell_command(arena, trace->argc, trace->argv),
                        .comment = trace->source};
}

bool figure_bytes(DrawingWriter *write, const Drawing *drawing, const FigureInfo *info,
                  Arena *scratch, Bytes *bytes, Error *error)
{
    char *data = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&data, &size);
    bool written = memory && write(memory, drawing, info, scratch, error);
    if (!memory || fclose(memory) != 0)
        out_of_memory();
    *bytes = (Bytes){arena_strndup(scratch, data, size), size};
    free(data);
    return written;
}

const char *figure_file(const Document *document, const Block *figure, const char *extension)
{
    return file_name(document->trace, figure->number, figure->id, extension);
}

static bool write_figure(const char *extension, DrawingWriter *write, const Document *document,
                         const Block *figure, Typesetter *typesetter, const WriteOptions *options,
                         Folder *folder, Error *error)
{
    Arena *scratch = arena_new();
    FILE *out = folder_begin(folder, figure_file(document, figure, extension), error);
    bool written = false;
    if (out) {
        Drawing *drawing = figure_drawing(scratch, typesetter, options->figure, document, figure);
        FigureInfo info = figure_info(scratch, document, figure, options->figure->precision);
        written = write(out, drawing, &info, scratch, error) && folder_end(folder, error);
    }
    arena_free(scratch);
    return written;
}

bool figures_write(const char *extension, DrawingWriter *write, const Document *document,
                   const WriteOptions *options, Folder *folder, Error *error)
{
    Arena *kept = arena_new(); /* for all figures */
    Font *font = font_open(kept, options->figure->font, error);
    bool written = font != NULL;
    Typesetter *typesetter = font ? typesetter_new(kept, font) : NULL;
    for (int i = 0; i < document->count && written; i++)
        if (document->blocks[i].kind == BLOCK_FIGURE)
            written = write_figure(extension, write, document, &document->blocks[i], typesetter,
                                   options, folder, error);
    if (font)
        font_close(font);
    arena_free(kept);
    return written;
}
