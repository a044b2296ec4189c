#include "cli/output.h"

#include "base/utf8.h"
#include "cli/terminal.h"
#include "cli/values.h"
#include "lesson/cost.h"
#include "lesson/explain.h"
#include "load/cell.h"
#include "write/text.h"

#include <stdio.h>
#include <string.h>

enum {
    MOST_DECIMALS = 9,
    DIGITS = 6, /* of an explanation's numbers, unless --precision says otherwise */
};

/* ---- settings ---- */

static bool read_formats(Arena *arena, const Arguments *a, OutputSettings *s, Error *error)
{
    const char *names[FORMATS_MOST];
    bool wanted[FORMATS_MOST] = {false};
    int count = 0;
    for (; format_name(count); count++)
        names[count] = format_name(count);
    if (!value_list(arena, a, OPTION_FORMAT, names, count, wanted, error))
        return false;
    for (int i = 0; i < count; i++)
        if (wanted[i])
            s->formats[s->format_count++] = &format_table[i];
    return true;
}

static bool read_explanation(const Arguments *a, OutputSettings *s, Error *error)
{
    s->explain = a->all[OPTION_EXPLAIN];
    if (a->given[OPTION_DEPTH] && !s->explain.count)
        return fail_usage(error, "--depth says how far --explain goes: give that too");
    return value_whole_or(a, OPTION_DEPTH, "all", 1, 1000, &s->depth, error);
}

static bool read_theme(Arena *arena, const Arguments *a, FigureStyle *style, Error *error)
{
    const char *names[16];
    int count = 0, index = 0;
    for (const Theme *theme = themes; theme->name; theme++)
        names[count++] = theme->name;
    if (!value_choice(arena, a, OPTION_THEME, names, count, &index, error))
        return false;
    style->theme = &themes[index];
    return true;
}

static bool read_colormap(Arena *arena, const Arguments *a, FigureStyle *style, Error *error)
{
    const char *names[16];
    int count = 0, index = 0;
    for (const Colormap *map = colormaps; map->name; map++)
        names[count++] = map->name;
    if (!value_choice(arena, a, OPTION_COLORMAP, names, count, &index, error))
        return false;
    style->colormap = &colormaps[index];
    return true;
}

static bool read_figure(Arena *arena, const Arguments *a, FigureStyle *style, int precision,
                        Error *error)
{
    *style = figure_style_default();
    style->values = !a->given[OPTION_NO_VALUES];
    style->font = a->value[OPTION_FONT];
    style->precision = precision < PRECISION_MOST ? precision : PRECISION_MOST;
    if (!read_theme(arena, a, style, error) || !read_colormap(arena, a, style, error) ||
        !value_whole(a, OPTION_DPI, DPI_LEAST, DPI_MOST, &style->dpi, error))
        return false;
    return value_whole_or(a, OPTION_CELL, "auto", CELL_LEAST, CELL_MOST, &style->cell, error);
}

bool output_settings_read(Arena *arena, const Arguments *a, OutputSettings *s, Error *error)
{
    static const char *const colours[] = {"auto", "always", "never"};
    int colour = 0;
    *s = (OutputSettings){.out = a->value[OPTION_OUT]};
    if (!read_explanation(a, s, error) || !read_formats(arena, a, s, error) ||
        !value_whole(a, OPTION_PRECISION, 0, MOST_DECIMALS, &s->precision, error) ||
        !value_choice(arena, a, OPTION_COLOR, colours, 3, &colour, error))
        return false;
    s->color = (ColourChoice)colour;
    s->digits = a->given[OPTION_PRECISION] && s->precision ? s->precision : DIGITS;
    s->cost = a->given[OPTION_COST];
    s->features = a->given[OPTION_FEATURES];
    s->full = a->given[OPTION_FULL] || a->given[OPTION_TRANSLATOR_FULL];
    s->quiet = a->given[OPTION_QUIET];
    s->writes_files = !s->explain.count || a->given[OPTION_OUT] || a->given[OPTION_FORMAT];
    if (!*s->out)
        return fail_usage(error, "--out: the name of the folder is empty");
    return read_figure(arena, a, &s->figure, s->precision, error);
}

/* ---- files ---- */

static bool write_formats(const OutputSettings *s, const Trace *trace, Text *warnings,
                          Folder *folder, Error *error)
{
    WriteOptions options = {.precision = s->precision, .figure = &s->figure, .warnings = warnings};
    Document *document = document_new(trace->arena, trace);
    document_add_trace(document, TELL_DETAILS | (s->features ? DRAW_FEATURES : 0) |
                                     (s->full ? DRAW_MINOR : 0));
    if (s->cost)
        cost_add(document);
    for (int i = 0; i < s->format_count; i++)
        if (!s->formats[i]->write(document, &options, folder, error))
            return false;
    return folder_commit(folder, error);
}

/* Returns the names of the files written; NULL on failure, with nothing left behind. */
static const char *const *write_files(Arena *arena, const OutputSettings *s, const Trace *trace,
                                      Text *warnings, int *count, Error *error)
{
    Folder *folder = folder_open(arena, s->out, error);
    if (!folder)
        return NULL;
    bool written = write_formats(s, trace, warnings, folder, error);
    folder_abandon(folder);
    return written ? folder_names(folder, count) : NULL;
}

static bool has_format(const OutputSettings *s, const char *name)
{
    for (int i = 0; i < s->format_count; i++)
        if (!strcmp(s->formats[i]->name, name))
            return true;
    return false;
}

/* Whether pictures were left out that --full draws. */
static bool left_out_pictures(const OutputSettings *s, const Trace *trace)
{
    if (s->full || !has_format(s, "png"))
        return false;
    for (int i = 0; i < trace->step_count; i++)
        if (trace->steps[i].minor)
            return true;
    return false;
}

static void print_closing(const OutputSettings *s, const Trace *trace, const char *const *names,
                          int count, bool elided)
{
    const char *out = visible_text(trace->arena, s->out);
    if (elided && names && has_format(s, "text"))
        printf("Tables were cut to fit; whole ones: --full, or %s/trace.txt.\n", out);
    else if (elided)
        puts("Tables were cut to fit; whole ones: --full.");
    if (elided && s->elsewhere)
        puts(s->elsewhere);
    if (!names)
        return;
    const char *weights = trace_setting(trace, "weights");
    const char *wrote =
        arena_format(trace->arena, "Wrote %d file%s to %s", count, count == 1 ? "" : "s", out);
    const char *of = weights ? arena_format(trace->arena, "(weights %s)", weights) : "";
    bool fits = utf8_width(wrote) + utf8_width(of) < terminal_width() - 1;
    printf("%s%s%s.\n", wrote, !weights ? "" : fits ? " " : "\n", of);
    for (int i = 0; i < count; i++)
        if (strstr(names[i], "-overview.png"))
            printf("Open %s/%s first.%s\n", out, names[i],
                   left_out_pictures(s, trace) ? " More pictures: --full." : "");
}

static bool read_cells(Arena *arena, const OutputSettings *s, const Trace *trace, StepCell *cells,
                       Error *error)
{
    for (int i = 0; i < s->explain.count; i++)
        if (!cell_parse(arena, "--explain", trace, s->explain.items[i], &cells[i], error))
            return fail_as_usage(error);
    return true;
}

/* Whether the line stands among those before it: several sentences may lack the same word. */
static bool is_repeated(const char *lines, const char *line)
{
    size_t length = strcspn(line, "\n") + 1;
    for (; lines < line; lines = strchr(lines, '\n') + 1)
        if (!strncmp(lines, line, length))
            return true;
    return false;
}

static void print_warnings(Arena *arena, const Text *warnings)
{
    for (const char *line = warnings->data; *line; line = strchr(line, '\n') + 1)
        if (!is_repeated(warnings->data, line))
            fprintf(stderr, "attnviz: warning: %s\n",
                    visible_text(arena, arena_strndup(arena, line, strcspn(line, "\n"))));
}

/* What is asked for; returns whether anything was cut to fit. */
static bool print_document(const OutputSettings *s, const Trace *trace, const StepCell *cells)
{
    TextStyle style = {.width = s->full ? 0 : terminal_width(),
                       .precision = s->precision,
                       .depth = terminal_colours(s->color),
                       .figure = &s->figure};
    Document *document = document_new(trace->arena, trace);
    for (int i = 0; i < s->explain.count; i++)
        explain_cell(document, cells[i], (ExplainStyle){s->depth, s->digits});
    if (!s->explain.count && has_format(s, "text"))
        document_add_trace(document, s->full ? TELL_DETAILS : 0);
    if (s->cost)
        cost_add(document);
    return text_write(stdout, document, &style);
}

bool output_trace(Arena *arena, const OutputSettings *s, const Trace *trace, Text *warnings,
                  Error *error)
{
    StepCell *cells = arena_alloc(arena, (size_t)s->explain.count, sizeof *cells);
    const char *const *names = NULL;
    int count = 0;
    if (!trace_check(trace, error) || !read_cells(arena, s, trace, cells, error))
        return false;
    if (s->writes_files && !(names = write_files(arena, s, trace, warnings, &count, error)))
        return false;
    print_warnings(arena, warnings);
    if (!s->quiet)
        print_closing(s, trace, names, count, print_document(s, trace, cells));
    return true;
}
