/* What holds for every figure, whatever the trace: all texts lie within it, none overlaps another,
 * each can be read on what lies beneath it. */
#include "figure/figure.h"
#include "graph/ops.h"
#include "support/case_list.h"
#include "support/forms.h"
#include "support/picture.h"
#include "support/sample.h"
#include "support/traced.h"
#include "trace/build.h"

/* ---- where texts are ---- */

typedef struct Corner {
    double x, y;
} Corner;

/* The four corners of a text's line, from the top of its capitals to its descenders. */
typedef struct Quad {
    Corner corners[4];
    const TextItem *text;
} Quad;

static Corner turned(const TextItem *text, double along, double up)
{
    double angle = text->angle * 3.14159265358979 / 180;
    return (Corner){text->x + along * cos(angle) - up * sin(angle),
                    text->y - along * sin(angle) - up * cos(angle)};
}

static Quad quad_of(Studio *studio, const TextItem *text)
{
    double size = text->size / 64.0;
    double width = typeset(studio->typesetter, text->string, text->form)->width * size / (double)EM;
    double left = text->align == ALIGN_START    ? 0
                  : text->align == ALIGN_MIDDLE ? -width / 2
                                                : -width;
    double top = 0.74 * size, bottom = -0.22 * size;
    return (Quad){{turned(text, left, top), turned(text, left + width, top),
                   turned(text, left + width, bottom), turned(text, left, bottom)},
                  text};
}

static Quad *quads_of(Studio *studio, const Drawing *drawing, int *count)
{
    Quad *quads = arena_alloc(studio->arena, (size_t)drawing->count, sizeof *quads);
    *count = 0;
    for (int i = 0; i < drawing->count; i++)
        if (drawing->items[i].kind == ITEM_TEXT)
            quads[(*count)++] = quad_of(studio, &drawing->items[i].text);
    return quads;
}

/* ---- what holds for them ---- */

static void check_inside(const Drawing *drawing, const Quad *quad)
{
    for (int i = 0; i < 4; i++)
        fail_if(quad->corners[i].x < 0 || quad->corners[i].y < 0 ||
                    quad->corners[i].x > drawing->width || quad->corners[i].y > drawing->height,
                "\"%s\" leaves the picture at (%g, %g) of %d × %d", quad->text->string,
                quad->corners[i].x, quad->corners[i].y, drawing->width, drawing->height);
}

/* The extent of a quad in a direction. */
static void project(const Quad *quad, double dx, double dy, double *least, double *most)
{
    *least = INFINITY;
    *most = -INFINITY;
    for (int i = 0; i < 4; i++) {
        double place = quad->corners[i].x * dx + quad->corners[i].y * dy;
        *least = fmin(*least, place);
        *most = fmax(*most, place);
    }
}

/* Two convex shapes are apart if they are in the direction of one of their sides. */
static bool apart_along_sides(const Quad *a, const Quad *b)
{
    enum { TOLERANCE = 1 };
    for (int i = 0; i < 2; i++) {
        double angle = (a->text->angle + 90 * i) * 3.14159265358979 / 180;
        double a_least, a_most, b_least, b_most;
        project(a, cos(angle), -sin(angle), &a_least, &a_most);
        project(b, cos(angle), -sin(angle), &b_least, &b_most);
        if (a_most < b_least + TOLERANCE || b_most < a_least + TOLERANCE)
            return true;
    }
    return false;
}

static void check_apart(const Quad *quads, int count)
{
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            fail_if(!apart_along_sides(&quads[i], &quads[j]) &&
                        !apart_along_sides(&quads[j], &quads[i]),
                    "\"%s\" overlaps \"%s\"", quads[i].text->string, quads[j].text->string);
}

/* What fills a point: the last thing painted there. A point between cells is background. */
static Colour colour_beneath(const Drawing *drawing, int x, int y)
{
    Colour colour = drawing->background;
    for (int i = 0; i < drawing->count; i++) {
        const Item *item = &drawing->items[i];
        if (item->kind == ITEM_FILL) {
            Box box = item->fill.box;
            if (x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height)
                colour = item->fill.colour;
        } else if (item->kind == ITEM_CELLS) {
            const Cells *c = &item->cells;
            int col = (x - c->x) / c->width, row = (y - c->y) / c->height;
            if (x < c->x || y < c->y || col >= c->cols || row >= c->rows)
                continue;
            uint8_t level = c->levels[row * c->cols + col];
            colour = level == CELL_MASKED ? c->masked : c->colours[level];
        }
    }
    return colour;
}

static void check_readable(const Drawing *drawing, const Quad *quad)
{
    Corner a = quad->corners[0], b = quad->corners[2];
    Colour beneath = colour_beneath(drawing, (int)((a.x + b.x) / 2), (int)((a.y + b.y) / 2));
    double contrast = colour_contrast(quad->text->colour, beneath);
    fail_if(contrast < 4.5, "\"%s\" has a contrast of %.2f", quad->text->string, contrast);
}

/* A frame around cells of a tile, or of several in a stack, runs between cells, or around them. */
static bool is_of_frame(const Stroke *stroke, Point p, const Cells *c)
{
    return stroke->count == 5 && ((p.x - c->x) % c->width == 0 || (p.y - c->y) % c->height == 0);
}

/* No point of a line lies in a text, with its whole width, or in a tile, but for frames. */
static void check_point(const Drawing *drawing, const Quad *quads, int count, const Stroke *stroke,
                        Point p)
{
    enum { EDGE = 2 };
    int half = stroke->thickness / STROKE_PIXEL / 2;
    for (int t = 0; t < drawing->count; t++) {
        const Cells *c = &drawing->items[t].cells;
        fail_if(drawing->items[t].kind == ITEM_CELLS && p.x > c->x + EDGE && p.y > c->y + EDGE &&
                    p.x < c->x + c->cols * c->width - EDGE &&
                    p.y < c->y + c->rows * c->height - EDGE && !is_of_frame(stroke, p, c),
                "a line crosses a tile at (%d, %d)", p.x, p.y);
    }
    for (int t = 0; t < count; t++)
        fail_if(p.x + half > quads[t].corners[0].x && p.x - half < quads[t].corners[2].x &&
                    p.y > quads[t].corners[0].y && p.y < quads[t].corners[2].y,
                "a line crosses \"%s\"", quads[t].text->string);
}

static void check_lines(Studio *studio, const Drawing *drawing)
{
    enum { PARTS = 4 }; /* of each piece of a line */
    int count;
    const Quad *quads = quads_of(studio, drawing, &count);
    for (int i = 0; i < drawing->count; i++) {
        const Stroke *stroke = &drawing->items[i].stroke;
        for (int k = 0; drawing->items[i].kind == ITEM_STROKE && k < stroke->count; k++)
            for (int part = 0; part < PARTS; part++) {
                Point a = stroke->points[k], b = stroke->points[smaller(k + 1, stroke->count - 1)];
                Point p = {stroke->at.x + (a.x + (b.x - a.x) * part / PARTS) / STROKE_PIXEL,
                           stroke->at.y + (a.y + (b.y - a.y) * part / PARTS) / STROKE_PIXEL};
                check_point(drawing, quads, count, stroke, p);
            }
    }
}

static void check_drawing(Studio *studio, const Drawing *drawing)
{
    int count;
    Quad *quads = quads_of(studio, drawing, &count);
    assert_true(count > 3);
    int least = smaller(100, drawing->dpi * 3 / 2);
    assert_in_range(drawing->width, least, 3 * PLOT_SIDE_MOST);
    assert_in_range(drawing->height, least, 3 * PLOT_SIDE_MOST);
    for (int i = 0; i < count; i++) {
        check_inside(drawing, &quads[i]);
        check_readable(drawing, &quads[i]);
    }
    check_apart(quads, count);
}

/* That of a panel, its lines, too, if it is a diagram. */
static void check_panel(Studio *studio, const Trace *trace, int panel)
{
    Drawing *drawing = figure_of_panel(studio, trace, panel);
    check_drawing(studio, drawing);
    if (trace->panels[panel].sketch)
        check_lines(studio, drawing);
}

/* All figures of a trace. */
static void check_trace(Studio *studio, const Trace *trace)
{
    for (int i = 0; i < trace->step_count; i++)
        check_drawing(studio, figure_of(studio, trace, trace->steps[i].id));
    for (int i = 0; i < trace->panel_count; i++)
        check_panel(studio, trace, i);
}

/* With all diagrams that there are of so many words. */
static Trace *trace_with_diagrams(Scene *scene, SampleSettings settings)
{
    Trace *trace = sample_trace(scene, settings);
    static const char *const all[] = {"links",   "arcs",  "word",  "bars",
                                      "product", "heads", "values"};
    (void)is_done(scene, diagrams_add(trace, "links", all, 7)); /* not of many words */
    diagrams_add(trace, "arcs,word,bars,heads,product,values", all, 7);
    return trace;
}

/* That diagram alone. */
static Trace *norms_with_diagram(Scene *scene, const char *text)
{
    static const char *const all[] = {"axes"};
    Trace *trace = traced(scene, arena_format(scene->arena, "norms -s '%s'", text));
    diagrams_add(trace, "axes", all, 1);
    trace->panels += trace->panel_count - 1;
    trace->panel_count = 1;
    trace->step_count = 0;
    return trace;
}

/* ---- every kind of sentence ---- */

/* So many words, in turn. */
static const char *words(Scene *scene, int count)
{
    static const char *const vocabulary[] = {"the", "cat", "sat", "on",    "unbelievably",
                                             "a",   "mat", "and", "hadn't"};
    Text text = text_new(scene->arena);
    for (int i = 0; i < count; i++)
        text_format(&text, "%s ", vocabulary[i % 9]);
    return text.data;
}

/* The same without quotes. */
static const char *plain_words(Scene *scene, int count)
{
    char *text = arena_strdup(scene->arena, words(scene, count));
    for (char *c = strchr(text, '\''); c; c = strchr(c, '\''))
        *c = '-';
    return text;
}

TEST_OF_DRAWING(texts_keep_apart_in_any_sentence)
{
    static const int counts[] = {1, 2, 3, 4, 12, 18, 24, 30, 37, 64, 128};
    const SampleSettings cases[] = {
        {.text = "He hit the ball with the bat", .mask = "causal"},
        {.text =
             "Donaudampfschifffahrtselektrizitäten-hauptbetriebswerkbauunterbeamtengesellschaft "
             "is unquestionably incomprehensible",
         .mask = "padding:1"},
        {.text =
             "אני שלום 😀 مرحبا بالعالم שלום 👩‍👩‍👧 漢字 "
             "Ünïcode "
             "Ελλάδα "
             "a\u0301\u0323\u0301 क्षत्रिय 👍🏽 🇩🇪",
         .mask = "local:1"},
        {.text = "<script> \\input | \x1b[31m \" ' ` $x {a_b^c} \u202e\u2066 \u200b \t _ √ \x7f"},
        {.text = words(scene, 9), .heads = 12, .dim = 12},
        {.text = words(scene, 2), .heads = 1, .dim = 1, .no_positions = true, .no_scale = true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_trace(studio, trace_with_diagrams(scene, cases[i]));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        check_trace(studio,
                    trace_with_diagrams(scene, (SampleSettings){.text = words(scene, counts[i]),
                                                                .mask = "causal"}));
    for (int n = 1; n <= 100; n += 9)
        check_trace(studio, norms_with_diagram(scene, plain_words(scene, n)));
    for (int heads = 1; heads <= 6; heads++)
        check_trace(studio,
                    trace_with_diagrams(scene, (SampleSettings){.text = words(scene, 2 * heads + 1),
                                                                .heads = heads,
                                                                .dim = 60}));
}

/* So many layers, of other heads and norms each. */
static Trace *layers_trace(Scene *scene, int layers)
{
    static const char *const norms[] = {"post", "pre", "none"}, *const all[] = {"transformer",
                                                                                "layers"};
    Text source = text_new(scene->arena);
    for (int i = 0; i < layers * layers; i++)
        text_add(&source, i % 2 ? "cat " : "the ");
    Trace *trace = traced(
        scene, arena_format(scene->arena,
                            "transformer --weights random --dim 12 --ffn 6 --layers %d --heads %d "
                            "--norm %s --source '%s' --target 'le chat voit'",
                            layers, (int[]){1, 3, 12}[layers % 3], norms[layers % 3], source.data));
    diagrams_add(trace, "transformer,layers", all, 2);
    return trace;
}

/* The diagram, which is the last. */
TEST_OF_DRAWING(texts_and_lines_keep_apart_in_every_transformer)
{
    for (int i = 2; i < 16; i++) {
        Trace *trace = layers_trace(scene, i / 2);
        int panel = trace->panel_count - 1 - i % 2;
        assert_non_null(trace->panels[panel].sketch);
        check_panel(studio, trace, panel);
    }
}

static const char *const recurrent[] = {"retrieval", "geometry", "recurrence", "unrolled"};
enum { RECURRENT = sizeof recurrent / sizeof *recurrent };

/* One with columns or arrows for so many keys, of two features every other time, and with so many
   states. */
static Trace *recurrent_trace(Scene *scene, const char *name, int count)
{
    bool keys = !strcmp(name, "retrieval") || !strcmp(name, "geometry");
    const char *third = count % 2 ? "" : ",1";
    Text line = text_new(scene->arena);
    text_add(&line, keys && *third                ? "retrieve --query 1,2,-1 --keys '"
                    : keys                        ? "retrieve --query 1,2 --keys '"
                    : !strcmp(name, "recurrence") ? "bahdanau --step 1 --source '"
                                                  : "rnn --attention -s '");
    for (int i = 0; i < count; i++)
        if (keys)
            text_format(&line, "%s%d,%d.25%s", i ? ";" : "", i - 3, 7 * i % 5, third);
        else
            text_add(&line, i % 2 ? "cat " : "the ");
    text_add(&line, "'");
    Trace *trace = traced(scene, line.data);
    diagrams_add(trace, name, recurrent, RECURRENT);
    return trace;
}

TEST_OF_DRAWING(texts_and_lines_keep_apart_in_columns_of_keys)
{
    for (int d = 0; d < RECURRENT; d++)
        for (int n = 1; n <= 13; n++) {
            Trace *trace = recurrent_trace(scene, recurrent[d], n);
            studio->style.precision = n % (PRECISION_MOST + 1);
            studio->style.theme = theme_named(n % 2 ? "dark" : "light");
            assert_non_null(trace->panels[trace->panel_count - 1].sketch);
            check_panel(studio, trace, trace->panel_count - 1);
        }
}

static Trace *main_job(Scene *scene)
{
    return trace_with_diagrams(
        scene, (SampleSettings){.text = "He hit the ball with the bat", .mask = "causal"});
}

/* Of matrices, then of bars and curves. */
enum { TRACES = 8 };

static void traces_of_all_forms(Scene *scene, Trace *traces[TRACES])
{
    traces[0] = main_job(scene);
    traces[1] = sample_trace(scene, (SampleSettings){.text = words(scene, 9), .mask = "causal"});
    traces[2] = comparison_trace(scene, "He hit the ball hard with the bat", "A bat flew out");
    traces[3] = comparison_trace(scene, "bat",
                                 "one two three four five six seven eight nine ten unquestionably "
                                 "incomprehensible bats fly out at night over the old town and its "
                                 "river");
    traces[4] = mixed_trace(scene);
    traces[5] = training_trace(scene, false);
    traces[6] = training_trace(scene, true);
    traces[7] = norms_with_diagram(scene, "He hit the ball with the bat");
}

TEST_OF_DRAWING(texts_keep_apart_in_every_style)
{
    static const int dpis[] = {DPI_LEAST, 72, 96, 150, 192, DPI_MOST};
    static const int cells[] = {0, CELL_LEAST, 9, 80, CELL_MOST};
    Trace *traces[TRACES];
    traces_of_all_forms(scene, traces);
    for (size_t d = 0; d < sizeof dpis / sizeof *dpis; d++)
        for (int c = 0; c < 5; c++) {
            studio->style.dpi = dpis[d];
            studio->style.cell = cells[c];
            studio->style.theme = theme_named(c % 2 ? "dark" : "light");
            studio->style.precision = smaller(2 * c, PRECISION_MOST);
            studio->style.values = c != 1;
            for (int i = 0; i < TRACES; i++)
                check_trace(studio, traces[i]);
        }
}

TEST_OF_DRAWING(texts_can_be_read_in_every_theme_and_colormap)
{
    Trace *traces[TRACES];
    traces_of_all_forms(scene, traces);
    for (const Theme *theme = themes; theme->name; theme++)
        for (const Colormap *map = colormaps; map->name; map++) {
            studio->style.theme = theme;
            studio->style.colormap = map;
            for (int i = 0; i < TRACES; i++)
                check_trace(studio, traces[i]);
        }
}

/* Texts that stand for themselves: indices and exponents may be smaller. */
static void check_size(Studio *studio, const Drawing *d)
{
    const FigureStyle *style = &studio->style;
    check_drawing(studio, d);
    assert_int_equal(d->dpi, style->dpi);
    assert_int_equal(d->width, (int)floor(style->width * style->dpi + 0.5));
    for (int i = 0; i < d->count; i++)
        if (d->items[i].kind == ITEM_TEXT)
            assert_true(d->items[i].text.size * 72.0 / 64 / style->dpi >= style->points - 0.05);
}

static void check_parts(Studio *studio, const Trace *trace, const Panel *panel, Box box,
                        bool rows_first)
{
    Sheet sheet = studio_sheet(studio);
    sheet.trace = trace;
    const Panel *part = panel_part(studio->arena, panel, box);
    if (!part)
        return;
    Box first = panel_first(&sheet, part, box, rows_first);
    Box second = {box.x + first.width, box.y, box.width - first.width, box.height};
    if (first.height < box.height)
        second = (Box){box.x, box.y + first.height, box.width, box.height - first.height};
    if (!second.width) {
        check_size(studio, panel_figure(&sheet, part));
        return;
    }
    check_parts(studio, trace, panel, first, rows_first);
    check_parts(studio, trace, panel, second, rows_first);
}

/* Inches, and points of the text: a slide's, a page's, … */
static const double sizes[][3] = {{13.33, 7.5, 16}, {6.5, 9, 8}, {12.5, 0, 8}, {3.3, 9, 8}};

static void ask_for_size(Studio *studio, int size)
{
    studio->style.width = sizes[size][0];
    studio->style.height = sizes[size][1];
    studio->style.points = sizes[size][2];
}

TEST_OF_DRAWING(figures_have_the_width_and_the_text_that_are_asked_for)
{
    Trace *traces[TRACES];
    traces_of_all_forms(scene, traces);
    for (int s = 0; s < 4; s++)
        for (int t = 0; t < TRACES; t++) {
            ask_for_size(studio, s);
            for (int i = 0; i < traces[t]->step_count; i++)
                check_size(studio, figure_of(studio, traces[t], traces[t]->steps[i].id));
            for (int i = 0; i < traces[t]->panel_count; i++) {
                const Panel *panel = &traces[t]->panels[i];
                Box all = {0, 0, panel->cols, panel->rows};
                check_parts(studio, traces[t], panel, all, i % 2);
            }
        }
}

TEST_OF_DRAWING(on_a_slide_the_caption_stands_beside_plots_that_are_larger_for_it)
{
    Trace *trace = main_job(scene);
    ask_for_size(studio, 0);
    Drawing *high = figure_of(studio, trace, "head-2/weights");
    const Cells *cells = &item_at(high, ITEM_CELLS, 0)->cells;
    assert_true(3 * cells->rows * cells->height > 2 * high->height);
    assert_true(text_at(high, "positions,")->y > cells->y); /* of the caption */
    Drawing *wide = figure_of(studio, trace, "heads");
    assert_true(text_at(wide, "positions,")->y < item_at(wide, ITEM_CELLS, 0)->cells.y);
    studio->style.height = 0;
    high = figure_of(studio, trace, "head-2/weights");
    assert_true(text_at(high, "positions,")->y < item_at(high, ITEM_CELLS, 0)->cells.y);
}

TEST_OF_DRAWING(diagrams_of_models_have_the_width_and_the_text_that_are_asked_for)
{
    for (int i = 0; i < 20; i++) {
        Trace *trace = i < 12 ? layers_trace(scene, i / 2 + 1)
                              : recurrent_trace(scene, recurrent[i % RECURRENT], 2 * i - 23);
        const Panel *panel = &trace->panels[trace->panel_count - 1 - (i < 12 && i % 2)];
        for (int s = 0; s < 4; s++) {
            ask_for_size(studio, s);
            check_parts(studio, trace, panel, (Box){0, 0, panel->cols, 1}, false);
        }
    }
}

TEST_OF_DRAWING(what_has_no_numbers_says_why_or_frames_the_largest)
{
    Trace *trace = sample_trace(scene, (SampleSettings){.text = words(scene, 64)});
    Drawing *d = figure_of(studio, trace, "head-1/weights");
    assert_int_equal(count_items(d, ITEM_STROKE), FRAMED);
    assert_int_equal(count_text(d, "framed: the 10 largest weights of each matrix"), 1);
    Tensor weights = node_value(step_named(trace, "head-1/weights")->node);
    int best = largest_in_row((Tensor){1, 64 * 64, weights.data}, 0);
    const Stroke *first = &item_at(d, ITEM_STROKE, 0)->stroke;
    const Cells *cells = &item_at(d, ITEM_CELLS, 0)->cells;
    assert_int_equal(first->points[0].x, best % 64 * cells->width * STROKE_PIXEL);
    assert_int_equal(first->points[0].y, best / 64 * cells->height * STROKE_PIXEL);
    studio->style.precision = 6;
    d = figure_of(studio, main_job(scene), "head-1/stages");
    assert_int_equal(count_text(d, "no numbers: so many decimals do not fit"), 1);
}

TEST_OF_DRAWING(a_thousand_tokens_make_a_picture_of_sensible_size)
{
    Trace *trace = sample_trace(
        scene, (SampleSettings){.text = words(scene, 1024), .heads = 1, .mask = "causal"});
    Drawing *single = figure_of(studio, trace, "head-1/weights");
    check_drawing(studio, single);
    assert_in_range(single->width, 2048, 2700); /* 1 CSS pixel a cell, and what surrounds them */
    for (int i = 0; i < trace->panel_count; i++) {
        Drawing *panel = figure_of_panel(studio, trace, i);
        check_drawing(studio, panel);
        assert_in_range(panel->width, 500, 4400);
    }
}

/* ---- plots side by side and one below the other ---- */

static const char *const plain[] = {"a", "b", "c"};

static Step matrix(Scene *scene, int rows, int cols, const char *const *columns)
{
    static const char *const names[] = {"he", "hit", "the", "ball", "with", "his", "bat"};
    static const double numbers[7 * 7] = {0.5};
    Step step = step_of_numbers(scene, VALUE_PROBABILITY, rows, rows, names, numbers, NULL);
    step.node = constant(graph_new(scene->arena), tensor_new(scene->arena, rows, cols), "zero");
    step.cols = columns ? label_axis("key", columns, cols) : numbered_axis(scene->arena, cols);
    step.cols.named = true;
    return step;
}

/* Two matrices in a panel, the second after the first or below it; what holds for every figure
   holds for it. */
static Drawing *panel_of_two(Studio *studio, Step first, Step second, bool below)
{
    Trace *trace = trace_of_step(studio->scene, first);
    trace->steps[0].id = "first";
    second.id = "second";
    add_step(trace, second);
    add_listed(trace,
               arena_format(trace->arena,
                            "[two]\n    Two | Two | Two || first: the first %s second: the second "
                            "one has a title that is far wider than it is itself\n",
                            below ? "||" : "|"));
    Drawing *d = figure_of_panel(studio, trace, 0);
    check_drawing(studio, d);
    return d;
}

TEST_OF_DRAWING(titles_of_a_row_stand_in_a_line_and_the_words_of_the_columns_in_another)
{
    static const char *const tall[] = {"unquestionably", "b", "c"};
    for (int rows = 1; rows <= 3; rows++) {
        Drawing *d =
            panel_of_two(studio, matrix(scene, 3, 3, plain), matrix(scene, rows, 3, tall), false);
        const TextItem *titles[] = {
            text_at(d, "the first"),
            text_at(d, "the second one has a title that is far wider than it is itself")};
        assert_int_equal(titles[0]->y, titles[1]->y);
        int words = 0, line = 0;
        for (int i = 0; i < d->count; i++)
            if (d->items[i].kind == ITEM_TEXT && !strcmp(d->items[i].text.string, "key (column)")) {
                assert_true(!words++ || d->items[i].text.y == line);
                line = d->items[i].text.y;
            }
        assert_int_equal(words, 2);
        assert_true(line > titles[0]->y);
    }
}

TEST_OF_DRAWING(labels_of_rows_stand_under_a_title_that_is_wider_than_its_plot)
{
    Sheet sheet = studio_sheet(studio);
    Drawing *d = panel_of_two(studio, matrix(scene, 3, 3, plain), matrix(scene, 2, 2, plain), true);
    const TextItem *title =
        text_at(d, "the second one has a title that is far wider than it is itself");
    int width = text_width(studio->typesetter, title->string, title->form, title->size);
    assert_in_range(title->x - width / 2 - sheet_pixels(&sheet, MARGIN), 0, 1);
}

TEST_OF_DRAWING(long_labels_keep_clear_of_what_stands_above_the_next_plot)
{
    static const char *const words[] = {"incomprehensible", "unquestionably", "counterrevolution"};
    for (int rows = 2; rows <= 3; rows++)
        panel_of_two(studio, matrix(scene, 3, 3, words), matrix(scene, rows, rows, plain), false);
}

TEST_OF_DRAWING(an_axis_that_a_symbol_names_is_set_as_in_formulas)
{
    Step step = matrix(scene, 3, 3, plain);
    step.rows.name = "dₖ";
    Drawing *d = figure_of_step(studio, step);
    assert_int_equal(text_at(d, "dₖ (row)")->form, TEXT_FORMULA);
    assert_int_equal(text_at(d, "key (column)")->form, TEXT_PLAIN);
}

TEST_OF_DRAWING(the_word_of_few_rows_lies_and_that_of_many_stands)
{
    for (int rows = 1; rows <= 7; rows++) {
        Step step = matrix(scene, rows, 3, plain);
        Drawing *d = panel_of_two(studio, step, step, true);
        assert_int_equal(text_at(d, "query (row)")->angle, rows == 1 ? 0 : 90);
    }
}

TEST_OF_DRAWING(plots_below_each_other_are_as_wide_as_their_columns_need)
{
    Step step = matrix(scene, 4, 48, NULL);
    Drawing *d = panel_of_two(studio, step, step, true);
    assert_int_equal(count_text(d, "ball"), 2); /* no row without its name, … */
    assert_int_equal(count_text(d, "47"), 1);   /* nor a column */
}

/* ---- bars and curves ---- */

/* All of one number's sign, of one size, with names of every length. */
TEST_OF_DRAWING(texts_keep_apart_around_bars_of_any_number)
{
    static const char *const names[] = {"a", "שלום", "unquestionably incomprehensible", "bat",
                                        "{a_b^c}"};
    const int counts[] = {1, 2, 5, 12, 40, 130, 700};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (int shape = 0; shape < 4; shape++) {
            int n = counts[i], list = shape & 1;
            double *numbers = arena_alloc(scene->arena, (size_t)n, sizeof *numbers);
            const char **labels = arena_alloc(scene->arena, (size_t)n, sizeof *labels);
            for (int k = 0; k < n; k++) {
                numbers[k] = (shape & 2 ? -1 : 1) * 1000 * cos(k);
                labels[k] = names[k % 5];
            }
            check_trace(studio,
                        trace_of_step(scene, bars_of_numbers(scene, VALUE_SIGNED, list ? n : 1,
                                                             list ? 1 : n, labels, numbers)));
        }
}

TEST_OF_DRAWING(texts_keep_apart_around_any_number_of_curves)
{
    const int counts[] = {1, 2, 3, 12, 30};
    static const double x[] = {1, 20, 300, 4000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (double size = 1e-9; size < 1e12; size *= 31) {
            double numbers[4 * 30];
            for (int k = 0; k < 4 * counts[i]; k++)
                numbers[k] = size * (1.2 + sin(k));
            Step step = curves_of_numbers(scene, 4, counts[i], x, numbers);
            step = logarithmic(scene, step, counts[i] % 2, counts[i] % 2);
            check_drawing(studio, figure_of_step(studio, step));
        }
}

/* ---- what a figure says ---- */

static Trace *two_words(Scene *scene)
{
    return sample_trace(scene, (SampleSettings){.text = "red \x1b[31m alert"});
}

static Trace *all_details(Scene *scene)
{
    Trace *trace = main_job(scene);
    for (int i = 0; i < trace->step_count; i++)
        trace->steps[i].detail = true;
    return trace;
}

static Trace *list_of_fractions(Scene *scene)
{
    static const char *const words[] = {"he", "hit", "it"};
    static const double numbers[] = {0.5, 0.25, 0.125};
    return trace_of_step(scene, bars_of_numbers(scene, VALUE_FRACTION, 3, 1, words, numbers));
}

static Trace *list_of_probabilities(Scene *scene)
{
    static const char *const measure[] = {"probability"};
    Trace *trace = list_of_fractions(scene);
    trace->steps[0].cols = label_axis("measure", measure, 1);
    return trace;
}

static Trace *list_of_changes(Scene *scene)
{
    Trace *trace = list_of_probabilities(scene);
    trace->steps[0].kind = VALUE_DIFFERENCE;
    return trace;
}

static void check_says(Scene *scene, const char *const *columns)
{
    static const struct {
        const char *name;
        Trace *(*trace)(Scene *);
    } traces[] = {{"main job", main_job},
                  {"all details", all_details},
                  {"two words", two_words},
                  {"list of fractions", list_of_fractions},
                  {"list of probabilities", list_of_probabilities},
                  {"list of changes", list_of_changes}};
    int i = 0;
    while (strcmp(traces[i].name, columns[0]) != 0)
        i++;
    Drawing *d = figure_of(studio_open(scene), traces[i].trace(scene), columns[1]);
    fail_if(count_text(d, columns[2]) != atoi(columns[3]), "%s says \"%s\" %d times", columns[1],
            columns[2], count_text(d, columns[2]));
}

TEST_CASES(figures_say_what_they_show_and_how_often, "figure/figures.list", "says", check_says)

TEST_OF_DRAWING(a_row_that_is_wholly_masked_has_no_numbers)
{
    scene_write(scene, "mask.csv", "1,1,1\n0,0,0\n1,1,1\n");
    Trace *trace =
        sample_trace(scene, (SampleSettings){.text = "one two three", .mask = "mask.csv"});
    const Item *plot = item_at(figure_of(studio, trace, "raw/weights"), ITEM_CELLS, 0);
    for (int c = 0; c < 3; c++) {
        assert_int_equal(plot->cells.levels[3 + c], CELL_MASKED);
        assert_int_not_equal(plot->cells.levels[c], CELL_MASKED);
    }
}

TEST_OF_DRAWING(values_can_be_left_out)
{
    Trace *trace = main_job(scene);
    int with = count_items(figure_of(studio, trace, "raw/masked"), ITEM_TEXT);
    studio->style.values = false;
    int without = count_items(figure_of(studio, trace, "raw/masked"), ITEM_TEXT);
    assert_int_equal(with - without, 28);
}

/* Where colours begin at the even share, so do numbers: of 20 keys at 1/20. */
TEST_OF_DRAWING(of_many_words_only_weights_above_the_even_share_have_numbers)
{
    enum { MANY = 20 };
    const char *labels[MANY];
    double weights[MANY * MANY];
    for (int i = 0; i < MANY * MANY; i++) {
        labels[i % MANY] = arena_format(scene->arena, "w%d", i % MANY);
        weights[i] = i % MANY ? 0.04 : 0.24;
    }
    Drawing *d = figure_of_step(
        studio, step_of_numbers(scene, VALUE_PROBABILITY, MANY, MANY, labels, weights, NULL));
    assert_int_equal(count_text(d, "0.24"), MANY);
    assert_int_equal(count_text(d, "0.04"), 0);
    assert_int_equal(count_text(d, "no number: up to 0.05"), 1);
}

TEST_OF_DRAWING(weights_that_are_written_as_0_have_no_number_and_the_legend_says_so)
{
    const char *const words[] = {"a", "b"};
    const double weights[] = {0.996, 0.004, 0.5, 0.5}, scores[] = {0.004, 0, 0.75, 0.5};
    Step step = step_of_numbers(scene, VALUE_PROBABILITY, 2, 2, words, weights, NULL);
    Drawing *d = figure_of_step(studio, step);
    assert_int_equal(count_text(d, "0.00"), 0);
    assert_int_equal(count_text(d, "1.00"), 1);
    assert_int_equal(count_text(d, "no number: 0 when rounded"), 1);
    d = figure_of_step(studio, step_of_numbers(scene, VALUE_SIGNED, 2, 2, words, scores, NULL));
    assert_int_equal(count_text(d, "0.00"), 1);
    assert_int_equal(count_text(d, "0"), 1); /* nothing is told from little */
    assert_int_equal(count_text(d, "no number: 0 when rounded"), 0);
    const double differences[] = {-0.004, 0.004, -0.005001, 0};
    d = figure_of_step(studio,
                       step_of_numbers(scene, VALUE_DIFFERENCE, 2, 2, words, differences, NULL));
    assert_int_equal(count_text(d, "0.00") + count_text(d, "−0.00") + count_text(d, "0"), 0);
    assert_int_equal(count_text(d, "−0.01"), 1);
    assert_int_equal(count_text(d, "no number: 0 when rounded"), 1);
    studio->style.precision = 3;
    assert_int_equal(count_text(figure_of_step(studio, step), "0.004"), 1);
}

TEST_OF_DRAWING(a_total_has_a_number_and_no_colour)
{
    const char *const words[] = {"right", "of"};
    const double counts[] = {3, 17, 5, 18};
    Step step = step_of_numbers(scene, VALUE_COUNT, 2, 2, words, counts, NULL);
    step.cols.ends_in_total = true;
    Drawing *d = figure_of_step(studio, step);
    const Theme *theme = studio->style.theme;
    const Cells *cells = &item_at(d, ITEM_CELLS, 0)->cells;
    bool covered = false;
    for (int i = 0; i < d->count; i++) {
        const Item *item = &d->items[i];
        if (item->kind == ITEM_FILL && item->fill.box.x == cells->x + cells->width)
            covered = item->fill.colour == theme->background &&
                      item->fill.box.width == cells->width - cells->gap;
        if (item->kind == ITEM_TEXT &&
            (!strcmp(item->text.string, "17") || !strcmp(item->text.string, "18")))
            assert_true(covered && item->text.colour == theme->text);
    }
    assert_true(covered);
}

/* ---- panels ---- */

/* The plots of a drawing, in the order of painting; not the samples of the legend. */
static int plots_of(const Drawing *d, const Cells **plots, int most)
{
    int count = 0;
    for (int i = 0; i < d->count; i++)
        if (d->items[i].kind == ITEM_CELLS && d->items[i].cells.rows > 1 && count < most)
            plots[count++] = &d->items[i].cells;
    return count;
}

TEST_OF_DRAWING(a_difference_has_a_scale_of_its_own_centred_on_zero)
{
    const Cells *plots[3];
    Drawing *d = figure_of(studio, main_job(scene), "xxt-beside-heads");
    assert_int_equal(plots_of(d, plots, 3), 3);
    assert_memory_equal(plots[0]->colours, plots[1]->colours, SCALE_LEVELS * sizeof(Colour));
    assert_memory_not_equal(plots[1]->colours, plots[2]->colours, SCALE_LEVELS * sizeof(Colour));
    assert_int_equal(plots[2]->levels[0], 50); /* both give 1.00 there */
}

/* Zeros alone have no range. */
TEST_OF_DRAWING(what_moved_has_one_scale_a_row)
{
    Trace *trace = traced(scene, "-s 'He hit the ball' --heads 2 --ablate head-2");
    Drawing *d = figure_of(studio, trace, "overview");
    for (const char *const *of = (const char *const[]){"output", "head-2/output", NULL}; *of;
         of++) {
        const Step *before = step_named(trace, arena_format(scene->arena, "%s/before", *of));
        const Step *after = step_named(trace, arena_format(scene->arena, "%s/after", *of));
        char digits[NUMBER_SIZE];
        number_digits(digits, step_range(before), 3);
        assert_true(step_range(after) < 0.9 * step_range(before));
        assert_int_equal(count_text(d, arena_format(scene->arena, "±%s", digits)),
                         2 + (step_range(after) > 0));
    }
}

TEST_OF_DRAWING(weights_and_fractions_have_one_colour_bar)
{
    Trace *trace = sample_trace(scene, (SampleSettings){.text = "red alert", .heads = 2});
    for (int i = 0; i < trace->step_count; i++)
        if (!strcmp(trace->steps[i].id, "head-2/weights"))
            trace->steps[i].kind = VALUE_FRACTION;
    Drawing *d = figure_of(studio, trace, "heads");
    assert_int_equal(count_text(d, "attention weight"), 1);
    assert_int_equal(count_text(d, "fraction"), 0);
    for (int i = 0; i < trace->step_count; i++)
        if (trace->steps[i].kind == VALUE_PROBABILITY)
            trace->steps[i].kind = VALUE_FRACTION;
    d = figure_of(studio, trace, "heads");
    assert_int_equal(count_text(d, "attention weight"), 1); /* fractions by themselves have one */
}

/* Shares of what a score moves with beside probabilities of words. */
TEST_OF_DRAWING(a_colour_bar_of_several_things_says_each)
{
    Trace *trace = traced(scene, "bahdanau --attention none --source 'the cat sleeps'");
    Drawing *d = figure_of(studio, trace, "overview");
    assert_int_equal(count_text(d, "share of the row, fraction"), 1);
}

/* The bars of scores up to 30 make no values of 0.5 pale. */
TEST_OF_DRAWING(bars_take_no_range_from_the_matrices_beside_them)
{
    static const char *const words[] = {"he", "hit", "it"};
    static const double scores[] = {30, -20, 10}, values[] = {0.5, 0.25, -0.25, 0, 0.125, 0.5};
    Step bars = bars_of_numbers(scene, VALUE_SIGNED, 1, 3, words, scores);
    Step cells = step_of_numbers(scene, VALUE_SIGNED, 3, 2, words, values, NULL);
    cells.cols.named = true;
    const Cells *plot = NULL;
    Drawing *d = panel_of_two(studio, bars, cells, false);
    assert_int_equal(plots_of(d, &plot, 1), 1);
    assert_int_equal(plot->levels[0], 100);
    assert_int_equal(plot->levels[2], 25);
}
