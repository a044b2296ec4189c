#include "cli/settings.h"

#include "lesson/lesson.h"

enum { DIGITS = 6 }; /* of an explanation's numbers, unless --precision says otherwise */

/* ---- settings ---- */

/* Parses "row", or "0:0.3" for weights, "-5:5" for scores. */
static Range read_range(const char *text)
{
    static const char *const names[] = {"auto", "row", "log"};
    char rest;
    int kind = find_string(names, RANGE_GIVEN, text);
    Range range = {.kind = kind >= 0 ? (RangeKind)kind : RANGE_GIVEN};
    bool given = sscanf(text, "%lf:%lf%c", &range.least, &range.most, &rest) == 2;
    bool of_weights = range.least >= 0 && range.least < range.most && range.most <= 1;
    bool of_scores = range.least < 0 && range.least == -range.most && range.most < 1e9;
    if (kind < 0 && !(given && (of_weights || of_scores)))
        fail_usage("--range: '%s' is none of auto, row, log, A:B within 0:1, -B:B", text);
    return range;
}

/* Sets the picture's width and maximum height in inches, and its minimum font size, from its use.
 */
static void read_size(OutputSettings *s)
{
    static const double sizes[][3] = {
        {0, 0, 0}, {13.33, 7.5, 16}, {3.3, 9, 8}, {6.5, 9, 8}, {12.5, 0, 8}};
    const double *size = sizes[s->figure_for];
    FigureStyle *figure = &s->figure;
    if (figure->points > 0 && figure->points < size[2])
        fail_usage("--font-size: text on a slide has at least %g points", size[2]);
    figure->width = figure->width > 0 ? figure->width : size[0];
    figure->height = size[1];
    if (!(figure->points > 0) && figure->width > 0)
        figure->points = fmax(size[2], 8);
    figure->title = s->no_title ? "" : figure->title;
}

void check_output(const Run *run)
{
    OutputSettings *s = &run->settings->output;
    FigureStyle *figure = &s->figure;
    /* the --out of training commands is a file */
    const char *folder = argument_named(run->arguments, "folder") ? "folder" : "out";
    if (!*s->out)
        fail_usage("--%s: the name of the folder is empty", folder);
    s->writes_files =
        !s->explain.count || s->diagram || is_given(run, folder) || is_given(run, "format");
    s->minor_unread = !s->explain.count && !s->only && !s->write.full && !changes_asked(run);
    for (int i = 0; i < FORMAT_COUNT; i++)
        s->minor_unread &= !s->write.formats[i] || is_between(i, FORMAT_png, FORMAT_pdf);
    s->digits = is_given(run, "precision") && s->write.precision ? s->write.precision : DIGITS;
    figure->theme = &themes[s->theme];
    figure->colormap = &colormaps[s->colormap];
    figure->values = !s->no_values;
    s->write.figure = figure;
    s->write.warnings = run->warnings;
    figure->precision = s->write.precision < PRECISION_MOST ? s->write.precision : PRECISION_MOST;
    read_size(s);
    figure->range = read_range(s->range);
}

/* ---- settings of a trace ---- */

/* An option's value as parsed, not as typed. */
static const char *value_of(Arena *arena, const Option *o, const void *place)
{
    switch (o->kind) {
    case OPTION_WHOLE:
        return arena_format(arena, "%d", *(const int *)place);
    case OPTION_SEED:
        return arena_format(arena, "%ju", (uintmax_t) * (const uint64_t *)place);
    case OPTION_DECIMAL:
        return arena_format(arena, "%.15g", *(const double *)place);
    case OPTION_WHOLES:
        return listed(arena, ((const Numbers *)place)->count, ((const Numbers *)place)->wholes);
    default:
        return option_words(arena, o).items[*(const int *)place];
    }
}

Trace *output_begin(const Run *run)
{
    Trace *t = trace_begin(run->graph);
    for (int i = 0; i < run->arguments->count; i++) {
        const Option *o = run->arguments->items[i].option;
        if (o->setting)
            add_setting(t, o->setting, value_of(run->arena, o, (const char *)run->settings + o->at),
                        o->kind == OPTION_WHOLE || o->kind == OPTION_SEED ||
                            o->kind == OPTION_DECIMAL);
    }
    return t;
}

/* ---- files ---- */

/* More bytes than this are written only with --full. */
static const double files_most = 1e9;

/* Estimates the bytes of a trace in the formats asked for, from the bytes per number; pictures are
   small. */
static double bytes_of(const OutputSettings *s, const Trace *trace)
{
    static const int sizes[FORMAT_COUNT] = {
        [FORMAT_csv] = 12, [FORMAT_npy] = 4, [FORMAT_json] = 13, [FORMAT_text] = 11};
    double total = 0;
    for (int i = 0; i < trace->step_count; i++)
        for (int k = 0; k < FORMAT_COUNT; k++) {
            double cells = step_cells(&trace->steps[i]);
            bool cut = k == FORMAT_text && !s->write.full && cells > TABLE_CELLS_MOST;
            total += s->write.formats[k] && !cut ? cells * sizes[k] : 0;
        }
    return total;
}

/* Checks the disk space before anything is written. */
static void check_room(const OutputSettings *s, const Trace *trace)
{
    double bytes = bytes_of(s, trace), left = disk_left(trace->arena, s->out);
    char takes[NUMBER_SIZE], room[NUMBER_SIZE];
    if (bytes > left)
        fail("the files would take about %s kB, and %s has room for %s kB: fewer words, fewer "
             "formats, or another folder (--out)",
             number_count(takes, ceil(bytes / 1e3)), s->out, number_count(room, floor(left / 1e3)));
    if (bytes > files_most && !s->write.full)
        fail_usage("the files would take about %.1f GB: fewer words, fewer formats (--format "
                   "npy is the smallest that has all numbers), or --full to write them anyway",
                   bytes / 1e9);
}

/* Writes all formats, and the marks that identify the folder as ours; or nothing. Returns the names
   of the files; sets *more if lesser pictures are left out. */
static Strings write_files(const Run *run, const Trace *trace, bool *more)
{
    const OutputSettings *s = &run->settings->output;
    check_room(s, trace);
    ENDED_BY(folder_close) Folder *folder = folder_open(run->arena, s->out, format_files);
    Document *document = document_new(trace->arena, trace);
    document_add_trace(
        document, TELL_ALL | (s->features ? DRAW_FEATURES : 0) |
                      (s->write.full || trace->is_partial || !trace->panel_count ? DRAW_MINOR : 0));
    if (s->cost)
        cost_add(document);
    if (s->figure.width > 0)
        figures_split(document, &s->write);
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (s->write.formats[i])
            format_write(i, document, &s->write, folder);
    folder_commit(folder);
    *more = document->undrawn && (s->write.formats[FORMAT_png] || s->write.formats[FORMAT_svg] ||
                                  s->write.formats[FORMAT_pdf]);
    return folder_names(folder);
}

/* Prints lines, wrapped to the terminal. */
static void print_lines(Arena *arena, const char *lines)
{
    for (char *rest = arena_strdup(arena, lines), *line; (line = strsep(&rest, "\n")) && *line;)
        text_write_paragraph(stdout, arena, "", line, terminal_width());
}

/* Prints the closing lines: what was left out, with the file that has it; the files that were
   written, if any; and whether there are more pictures. */
static void print_closing(const OutputSettings *s, const Document *document, Strings names,
                          bool elided, bool more)
{
    const Trace *trace = document->trace;
    Text lines = text_new(trace->arena);
    const char *out = visible_text(trace->arena, s->out),
               *weights = trace_setting(trace, "weights");
    bool whole = names.items && s->write.formats[FORMAT_text];
    int left_out = document->left_out;
    for (int i = 0; i < trace->step_count && !s->write.full; i++)
        whole &= step_cells(&trace->steps[i]) <= TABLE_CELLS_MOST;
    const char *file = whole ? arena_format(trace->arena, ", or %s/trace.txt", out) : "";
    if (left_out)
        text_format(&lines, "%d of %d steps %s left out: --all%s.\n", left_out, trace->step_count,
                    left_out == 1 ? "was" : "were", file);
    if (elided)
        text_format(&lines, "Tables were cut to fit; whole ones: --full%s.\n", file);
    if ((elided || left_out) && s->elsewhere)
        text_format(&lines, "%s\n", s->elsewhere);
    if (left_out && trace->next)
        text_format(&lines, "%s\n", trace->next);
    if (names.items)
        text_format(&lines, "Wrote %d file%s to %s%s%s%s.\n", names.count, plural(names.count), out,
                    weights ? " (weights " : "", weights ? weights : "", weights ? ")" : "");
    for (int i = 0; i < names.count; i++)
        if (strstr(names.items[i], "-overview.png"))
            text_format(&lines, "Open %s/%s first.%s", out, names.items[i], more ? " " : "\n");
    text_add(&lines, more ? "More pictures: --full.\n" : "");
    print_lines(trace->arena, lines.data);
}

void print_warnings(Arena *arena, const Text *warnings)
{
    Lexicon lines = lexicon_new(arena);
    for (const char *rest = warnings->data; *rest;)
        lexicon_add(&lines, next_part(arena, &rest, "\n"));
    for (int i = 0; i < lines.count; i++)
        fprintf(stderr, "attnviz: warning: %s\n", visible_text(arena, lines.words[i]));
}

/* The document to print. */
static Document *asked_document(const OutputSettings *s, const Trace *trace, const StepCell *cells)
{
    Document *document = document_new(trace->arena, trace);
    for (int i = 0; i < s->explain.count; i++)
        explain_cell(document, cells[i], s->depth, s->digits);
    if (!s->explain.count && s->write.formats[FORMAT_text])
        document_add_trace(document, s->all || s->write.full ? TELL_ALL : 0);
    if (s->cost)
        cost_add(document);
    return document;
}

/* Restricts files and tables to what --only asks for. If that is pictures alone, prints no text. */
static void keep_asked(OutputSettings *s, Trace *trace)
{
    int last = trace->step_count - 1, i = 0;
    if (!trace_keep_only(trace, s->only))
        fail_usage("--only '%s': no such step; the tables name theirs, from %s to %s", s->only,
                   trace->steps[0].id, trace->steps[last].id);
    while (i <= last && trace->steps[i].unasked)
        i++;
    s->write.formats[FORMAT_text] &= i <= last;
}

void output_trace(const Run *run, Trace *trace)
{
    OutputSettings *s = &run->settings->output;
    StepCell *cells = arena_alloc(run->arena, (size_t)s->explain.count, sizeof *cells);
    Strings names = {0};
    bool more = false;
    add_panels(trace);
    draw_overview(trace, s->figure.height > 0);
    if (s->diagram) {
        const Option *option = argument_named(run->arguments, "diagram")->option;
        Strings known = option_words(run->arena, option);
        diagrams_add(trace, s->diagram, known.items, known.count);
    }
    trace_turn(trace);
    trace->argc = run->argc;
    trace->argv = run->argv;
    /* show the word or layer that was asked for in full at once */
    bool is_chosen = !changes_asked(run) && is_given(run, "step|layer");
    for (int i = 0; i < trace->step_count && is_chosen; i++)
        trace->steps[i].later = false;
    for (int i = 0; i < s->explain.count; i++)
        cells[i] = cell_parse(run->arena, "--explain", trace, s->explain.items[i], false);
    if (s->only)
        keep_asked(s, trace);
    const Document *document = asked_document(s, trace, cells);
    if (s->writes_files)
        names = write_files(run, trace, &more);
    print_warnings(run->arena, run->warnings);
    if (s->quiet)
        return;
    if (s->preface)
        print_lines(run->arena, s->preface);
    WriteOptions terminal = s->write;
    terminal.width = s->write.full ? 0 : terminal_width();
    terminal.depth = terminal_colours(s->color);
    bool elided = text_write(stdout, document, &terminal);
    if (document->goes_on && !is_given(run, "depth"))
        puts("\nFurther back: --depth 2, or --depth all.");
    print_closing(s, document, names, elided, more);
}
