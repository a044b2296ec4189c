/* Diagrams: which there are, of which words; that what is printed is in the trace, and lengths and
 * widths are the weights. That nothing overlaps is for tests/figure/test_layout.c. */
#include "document/document.h"
#include "figure/figure.h"
#include "graph/ops.h"

#include "support/picture.h"
#include "support/sample.h"
#include "support/traced.h"
#include "support/translated.h"

static const char seven[] = "He hit the ball with the bat";
static const char many[] =
    "one two three four five six seven eight nine ten eleven twelve thirteen "
    "fourteen fifteen sixteen seventeen";

static const char *const all[] = {"links",     "word",     "heads",       "product",   "values",
                                  "alignment", "axes",     "transformer", "retrieval", "recurrence",
                                  "unrolled",  "geometry", "layers",      "arcs",      "bars"};
enum { ALL = sizeof all / sizeof *all };

static Trace *trace_of(Scene *scene, const char *text, const char *mask, const char *diagrams_asked)
{
    Trace *trace = sample_trace(scene, (SampleSettings){.text = text, .mask = mask});
    diagrams_add(trace, diagrams_asked, all, ALL);
    return trace;
}

/* Adds a diagram to a trace, and draws it. */
static Drawing *diagram_of(Studio *studio, Trace *trace, const char *name, const char *of)
{
    diagrams_add(trace, name, all, ALL);
    return figure_of(studio, trace, arena_format(studio->arena, "diagram/%s/%s", name, of));
}

/* Of a head: a diagram of its weights that is there, and a step. */
static Drawing *diagram_of_head(Studio *studio, const Trace *trace, const char *name, int head)
{
    return figure_of(studio, trace,
                     arena_format(studio->arena, "diagram/%s/head-%d/weights", name, head));
}

static const Step *step_of_head(const Trace *trace, int head, const char *name)
{
    char id[64];
    snprintf(id, sizeof id, "head-%d/%s", head, name);
    return step_named(trace, id);
}

static const char *digits_at(Scene *scene, const Step *step, int row, int col)
{
    char digits[NUMBER_SIZE];
    double x = (double)at(node_value(step->node), row, col);
    if (x > 0 && x < 0.005 && strstr(step->id, "weights"))
        return "<0.01";
    return arena_strdup(scene->arena, number_fixed(digits, x, 2));
}

TEST_OF_DRAWING(a_line_a_weight_as_wide_as_that)
{
    Trace *t = trace_of(scene, "the cat sat", "causal", "links");
    Drawing *d = figure_of(studio, t, "diagram/links/heads");
    int lines = 0, n = 0;
    for (int head = 1; head <= 4; head++) {
        const Step *weights = step_named(
            t, head < 4 ? arena_format(scene->arena, "head-%d/weights", head) : "mean/weights");
        for (int k = 0; k < 9; k++) { /* the last query's lines are drawn last */
            double weight = (double)at(node_value(weights->node), k / 3, k % 3);
            if (weight < 0.05)
                continue;
            const Stroke *stroke = &item_at(d, ITEM_STROKE, n++)->stroke;
            assert_int_equal(stroke->thickness, (int)(weight * 9 * 192 / 96 * STROKE_PIXEL));
            lines++;
        }
    }
    assert_int_equal(count_items(d, ITEM_STROKE), lines);
    assert_int_equal(count_text(d, "sat"), 2 * 4); /* three heads and their mean, on both sides */
}

/* From left to right of the word itself they end side by side, 2·9 CSS pixels in all. */
TEST_OF_DRAWING(arcs_are_as_wide_as_weights_and_end_beside_each_other)
{
    enum { ASKED = 3, POINTS = 41, WHOLE = 2 * 9 * 192 / 96 };
    Trace *t = trace_of(scene, seven, NULL, "arcs:ball");
    Drawing *d = figure_of(studio, t, "diagram/arcs/heads");
    assert_string_equal(t->panels[t->panel_count - 1].title, "Where “ball” looks");
    int n = 0;
    for (int head = 1; head <= 3; head++) {
        const Step *weights = step_of_head(t, head, "weights");
        double end = 0, first = 0;
        for (int i = 1; i <= 7; i++) { /* ball's neighbour on the left, …, ball */
            int key = (ASKED + 7 - i) % 7;
            double weight = (double)at(node_value(weights->node), ASKED, key);
            assert_true(count_text(d, digits_at(scene, weights, ASKED, key)) >= 1);
            end += weight * WHOLE;
            if (weight < 0.05)
                continue;
            const Stroke *arc = &item_at(d, ITEM_STROKE, n++)->stroke;
            assert_int_equal(arc->thickness, (int)(weight * 2 * 9 * 192 / 96 * STROKE_PIXEL));
            assert_int_equal(arc->count, POINTS);
            assert_int_equal(arc->colour, studio->style.theme->curves[head - 1]);
            const Point *points = arc->points;
            double from = points[0].x / (double)STROKE_PIXEL;
            double to = points[POINTS - 1].x / (double)STROKE_PIXEL;
            first = first > 0 ? first : to - (end - weight * WHOLE / 2);
            assert_true(fabs(to - (end - weight * WHOLE / 2) - first) < 7); /* each is rounded */
            assert_true(key < ASKED ? from < to : from > to);
        }
    }
    assert_int_equal(count_items(d, ITEM_STROKE), n);
    assert_int_equal(count_text(d, "ball"), 3);
}

TEST_OF_DRAWING(arcs_of_many_words_are_those_above_the_even_share_and_its_own)
{
    Trace *t = trace_of(scene, many, NULL, "arcs:nine");
    Drawing *d = figure_of(studio, t, "diagram/arcs/heads");
    int others = 0;
    for (int i = 0; i < count_items(d, ITEM_TEXT); i++)
        others += ends_with(item_at(d, ITEM_TEXT, i)->text.string, " others");
    assert_int_equal(others, 3);
    assert_int_equal(count_text(d, "nine"), 3);
    diagrams_add(t = traced(scene, "transformer --source 'the cat sees' --target 'le chat voit'"),
                 "arcs", all, ALL);
    assert_string_equal(t->panels[t->panel_count - 1].title, "Where “voit” looks, decoder 1, self");
}

TEST_OF_DRAWING(the_numbers_of_a_word_are_those_of_the_trace)
{
    Trace *t = trace_of(scene, seven, NULL, "word:ball");
    for (int head = 1; head <= 3; head++) {
        Drawing *d = diagram_of_head(studio, t, "word", head);
        const char *const names[] = {"scores", "scaled", "weights"};
        Lexicon told = lexicon_new(scene->arena);
        for (int i = 0; i < 3; i++) {
            const Step *step = step_of_head(t, head, names[i]);
            for (int j = 0; j < 7; j++) {
                lexicon_add(&told, digits_at(scene, step, 3, j));
                assert_true(count_text(d, digits_at(scene, step, 3, j)) >= 1);
            }
        }
        /* all other numbers are marks of the colour bars, which stand right of the first strip of
           values' share: what has two decimals is of the trace */
        for (int i = 0; i < count_items(d, ITEM_TEXT); i++) {
            const char *text = item_at(d, ITEM_TEXT, i)->text.string, *point = strchr(text, '.');
            if (point && strlen(point) == 3 && strspn(point + 1, "0123456789") == 2)
                assert_true(lexicon_find(&told, text) >= 0);
        }
    }
}

/* The lengths of bars and shares of 1 that are drawn over each other. */
TEST_OF_DRAWING(bars_are_as_long_as_their_weights)
{
    Trace *t = trace_of(scene, seven, NULL, "word:ball");
    const Step *weights = step_named(t, "head-1/weights");
    Drawing *d = figure_of(studio, t, "diagram/word/head-1/weights");
    int found = 0;
    for (int i = 0; i + 1 < d->count; i++) {
        const Item *track = &d->items[i], *bar = &d->items[i + 1];
        if (track->kind != ITEM_FILL || bar->kind != ITEM_FILL ||
            track->fill.colour != studio->style.theme->masked ||
            track->fill.box.y != bar->fill.box.y || track->fill.box.x != bar->fill.box.x)
            continue;
        double weight = (double)bar->fill.box.width / track->fill.box.width;
        while ((double)at(node_value(weights->node), 3, found) * track->fill.box.width < 0.5)
            found++;
        assert_true(fabs(weight - (double)at(node_value(weights->node), 3, found++)) <=
                    0.51 / track->fill.box.width);
    }
    assert_in_range(found, 1, 7);
}

/* Strips of two numbers, each above its own part of the middle or below it; the largest, here 2 and
   8, is as high as there is room. */
TEST_OF_DRAWING(numbers_as_bars_are_as_high_as_they_are_large)
{
    static const double numbers[][2] = {{2, -1}, {1, 0},  {-2, 0.5}, {0.25, 2},
                                        {8, -8}, {4, -2}, {0, 6}};
    Trace *t = traced(scene, "retrieve --query 2,-1 --keys '1,0;-2,0.5;0.25,2' "
                             "--values '8,-8;4,-2;0,6'");
    Drawing *d = diagram_of(studio, t, "bars", "weights");
    int found = 0;
    for (int i = 1; i + 3 < d->count && found < 7; i++) {
        const Item *strip = &d->items[i], *bars = strip + 1;
        if (strip->kind != ITEM_FILL || bars[2].kind != ITEM_FILL ||
            strip->fill.colour != studio->style.theme->background ||
            bars[2].fill.colour != studio->style.theme->muted)
            continue;
        int middle = strip->fill.box.height / 2;
        for (int k = 0; k < 2; k++) {
            Box bar = bars[k].fill.box;
            double part = numbers[found][k] / (found < 4 ? 2 : 8);
            bool above = bar.y + bar.height == strip->fill.box.y + middle;
            assert_true(fabs(bar.height - fabs(part) * middle) <= 0.51);
            assert_true(above == (part > 0) || bar.height == 0);
            assert_true(above || bar.y == strip->fill.box.y + middle);
        }
        found++;
    }
    assert_int_equal(found, 7);
}

TEST_OF_DRAWING(a_masked_key_is_striped_and_has_no_number)
{
    Trace *t = trace_of(scene, seven, "causal", "word:hit");
    Drawing *d = figure_of(studio, t, "diagram/word/head-1/weights");
    assert_int_equal(count_text(d, "·"), 5);
    assert_int_equal(count_text(d, "masked (−∞)"), 1);
    d = diagram_of_head(studio, trace_of(scene, seven, "causal", "word"), "word", 1);
    assert_int_equal(count_text(d, "masked (−∞)"), 0); /* the last word sees all */
}

TEST_OF_DRAWING(of_many_keys_those_above_the_even_share_and_together_the_others)
{
    Trace *t = trace_of(scene, many, NULL, "word");
    for (int head = 1; head <= 3; head++) {
        const Step *weights = step_of_head(t, head, "weights");
        Drawing *d = diagram_of_head(studio, t, "word", head);
        int above = 0;
        double rest = 1;
        char digits[NUMBER_SIZE];
        for (int j = 0; j < 17; j++) {
            double weight = (double)at(node_value(weights->node), 16, j);
            if (weight * 17 <= 1)
                continue;
            above++;
            rest -= rint(weight * 100) / 100;
        }
        assert_int_equal(count_text(d, arena_format(scene->arena, "%d others", 17 - above)), 1);
        assert_true(count_text(d, number_fixed(digits, rest, 2)) >= 1); /* adds up as printed */
    }
}

TEST_OF_DRAWING(tiles_are_the_matrices_and_of_many_heads_most_are_brief)
{
    Trace *t = sample_trace(scene, (SampleSettings){.text = seven});
    Drawing *three = diagram_of(studio, t, "heads", "heads");
    assert_int_equal(count_items(three, ITEM_CELLS), 3 * 8 + 4);
    t = sample_trace(scene, (SampleSettings){.text = seven, .heads = 8});
    Drawing *eight = diagram_of(studio, t, "heads", "heads");
    assert_int_equal(count_items(eight, ITEM_CELLS), 2 * 8 + 6 + 4);
    for (int head = 1; head <= 8; head++)
        assert_int_equal(count_text(eight, arena_format(scene->arena, "head %d", head)), 1);
}

/* A diagram of the second word of a translation, with all that is read. */
static Drawing *check_second_word(Studio *studio, const Trace *t, const char *name)
{
    Scene *scene = studio->scene;
    Drawing *d =
        figure_of(studio, t, arena_format(scene->arena, "diagram/%s/step-2/weights", name));
    const Step *energies = step_named(t, "step-2/energies"),
               *weights = step_named(t, "step-2/weights");
    for (int j = 0; j < energies->cols.count; j++) {
        assert_true(count_text(d, digits_at(scene, energies, 0, j)) >= 1);
        assert_true(count_text(d, digits_at(scene, weights, 0, j)) >= 1);
        assert_int_equal(count_text(d, energies->cols.labels[j]), 1);
    }
    return d;
}

TEST_OF_DRAWING(a_translation_shows_the_numbers_of_its_word)
{
    Trace *t = translated_new(scene, (TranslatedSettings){.whole = 1})->trace;
    diagrams_add(t, "alignment,links", all, ALL);
    check_second_word(studio, t, "alignment");
}

static Drawing *layers_of(Studio *studio, Trace **t, const char *options, const char *asked)
{
    Scene *scene = studio->scene;
    *t = traced(scene, arena_format(scene->arena,
                                    "transformer --weights random --dim 8 --heads 2 --ffn 6 "
                                    "--source 'the cat sees' --target 'le chat voit' %s",
                                    options));
    diagrams_add(*t, asked, all, ALL);
    return figure_of(studio, *t, "diagram/transformer/all");
}

static int strokes_of(const Drawing *d, Colour colour)
{
    int count = 0;
    for (int i = 0; i < count_items(d, ITEM_STROKE); i++)
        count += item_at(d, ITEM_STROKE, i)->stroke.colour == colour;
    return count;
}

/* Of each layer its heads, hidden units and norms; in the first what it reads, too. A residual
   connection is four lines, so are those that lead to a cross-attention. The legend has a cell. */
TEST_OF_DRAWING(layers_of_a_transformer_are_its_matrices)
{
    enum { FIRST = 1, SUBLAYER = 2, CROSS = 3, LINES = 4, MASKED = 1 };
    static const struct {
        const char *options;
        int norms, ends; /* tiles that stand before each sublayer, and behind each stack */
    } cases[] = {{"", 0, 0}, {"--norm none", 0, 0}, {"--norm pre", 1, 2}};
    const Colour *curves = studio->style.theme->curves;
    for (int i = 0; i < 3; i++) {
        Trace *t;
        Drawing *d = layers_of(studio, &t, cases[i].options, "transformer");
        int sublayers = 2 * SUBLAYER + 2 * CROSS;
        int heads = 2 * (2 + 4), hidden = 4;
        assert_int_equal(count_items(d, ITEM_CELLS), 2 * FIRST + heads + hidden +
                                                         sublayers * (1 + cases[i].norms) +
                                                         cases[i].ends + MASKED);
        if (cases[i].options[0])
            assert_int_equal(count_text(d, "+"), sublayers + 1); /* "2 + 2 layers" */
        else
            assert_int_equal(count_text(d, "+, norm"), sublayers);
        assert_int_equal(strokes_of(d, curves[0]), sublayers * LINES);
        assert_int_equal(strokes_of(d, curves[1]), 2 * LINES);
    }
}

TEST_OF_DRAWING(of_many_layers_the_middle_ones_are_their_weights)
{
    Trace *t;
    Drawing *d = layers_of(studio, &t, "--layers 5", "transformer");
    int whole = 2 + 2 * (2 + 3) + 2 * (4 + 4), brief = 3 * 2 + 3 * 2;
    assert_int_equal(count_items(d, ITEM_CELLS), whole + brief + 1); /* masked */
    for (int layer = 1; layer <= 5; layer++) {
        assert_int_equal(count_text(d, arena_format(scene->arena, "encoder %d", layer)), 1);
        assert_int_equal(count_text(d, arena_format(scene->arena, "decoder %d", layer)), 1);
    }
}

/* Where a word may look at nothing but one, its weight is 1 in every head. */
static double largest_with_choice(const Step *step)
{
    double most = 0;
    for (int i = 0; i < step->rows.count; i++)
        for (int j = 0; j < step->cols.count; j++)
            if (!strstr(step->id, "decoder-1/self") || i > 0)
                most = fmax(most, (double)at(node_value(step->node), i, j));
    return most;
}

TEST_OF_DRAWING(layers_by_heads_name_the_head_with_the_largest_weight)
{
    static const char *const parts[] = {"encoder-1/self", "encoder-2/self", "decoder-1/self",
                                        "decoder-1/cross"};
    Trace *t = traced(scene, "transformer --weights random --dim 8 --heads 4 --ffn 6 --layers 2 "
                             "--source 'the cat sees' --target 'le chat voit'");
    Drawing *d = diagram_of(studio, t, "layers", "all");
    for (int i = 0; i < 4; i++) {
        double most = 0;
        int best = 0;
        for (int head = 1; head <= 4; head++) {
            const Step *step =
                step_named(t, arena_format(scene->arena, "%s/head-%d/weights", parts[i], head));
            double largest = largest_with_choice(step);
            best = largest > most ? head : best;
            most = fmax(most, largest);
        }
        assert_true(count_text(d, arena_format(scene->arena, "head %d: up to %.2f", best, most)) >=
                    1);
    }
    assert_int_equal(count_items(d, ITEM_CELLS), 6 * 4 + 1 + 1); /* one is large; masked */
}

/* After the word that was read last, or the one that is asked for. */
TEST_OF_DRAWING(a_transformer_ends_in_the_probabilities_of_its_next_word)
{
    static const char *const asked[] = {"transformer:chat", "transformer"};
    for (int i = 0; i < 2; i++) {
        Trace *t;
        Drawing *d = layers_of(studio, &t, "", asked[i]);
        const Step *p = step_named(t, "output/probabilities");
        int row = 2 + i, best = largest_in_row(node_value(p->node), row);
        assert_string_equal(p->rows.labels[row], i ? "voit" : "chat");
        assert_int_equal(count_text(d, p->cols.labels[best]), 1);
        assert_true(count_text(d, digits_at(scene, p, row, best)) >= 1);
        assert_string_equal(t->panels[t->panel_count - 1].title,
                            arena_format(scene->arena,
                                         "Encoder and decoder, up to the word after “%s”",
                                         p->rows.labels[row]));
    }
}

/* Pixels of a band, of as many CSS pixels as the whole stream has. */
static double band_of(const Drawing *d, int n)
{
    enum { STREAM = 22 };
    return (double)item_at(d, ITEM_STROKE, n)->stroke.thickness / STROKE_PIXEL / (2 * STREAM);
}

TEST_OF_DRAWING(a_retrieval_shows_its_numbers_and_bands_add_up_to_a_stream)
{
    Trace *t = traced(scene, "retrieve --query '2,1' --keys '1,0;0,1;1,1;-3,0' "
                             "--values '51,62;73,84;95,46;27,38'");
    Drawing *d = diagram_of(studio, t, "retrieval", "weights");
    const Step *weights = step_named(t, "weights"), *values = step_named(t, "values");
    double sum = 0;
    int first = 0;
    while (item_at(d, ITEM_STROKE, first)->stroke.count != 25) /* frames come before */
        first++;
    for (int j = 0; j < 4; j++) {
        assert_true(count_text(d, digits_at(scene, weights, 0, j)) >= 1);
        for (int c = 0; c < 2; c++) /* whole numbers, of each key its own */
            assert_int_equal(count_text(d, arena_format(scene->arena, "%d",
                                                        (int)at(node_value(values->node), j, c))),
                             1);
        double width = j < 3 ? band_of(d, first + j) : 0;
        assert_true(fabs(width - (double)at(node_value(weights->node), 0, j)) <= 0.51 / 44);
        sum += width;
    }
    assert_true(fabs(sum - 1) < 0.03);
    assert_int_equal(count_text(d, "softmax"), 1);
    assert_true(count_text(d, "−3") >= 1);
}

/* Where a point of a line is, seen from its last one, in lengths of 1 to the right and up. */
static void check_point(const Drawing *d, int item, int point, int from, double unit,
                        const double seen[2])
{
    const Point *points = item_at(d, ITEM_STROKE, item)->stroke.points;
    double x = (points[point].x - points[from].x) / unit;
    double y = (points[from].y - points[point].y) / unit;
    assert_true(fabs(x - seen[0]) < 0.01 && fabs(y - seen[1]) < 0.01);
}

/* An arc around the origin from the query's direction to a tip's, nowhere straight. */
static void check_arc(const Drawing *d, int item, Point origin, const double query[2],
                      const double tip[2])
{
    const Stroke *arc = &item_at(d, ITEM_STROKE, item)->stroke;
    const double *ends[] = {query, tip};
    Point first = arc->points[0];
    double radius = hypot(first.x - origin.x, first.y - origin.y);
    for (int i = 0; i < arc->count; i++)
        assert_true(fabs(hypot(arc->points[i].x - origin.x, arc->points[i].y - origin.y) - radius) <
                    3);
    for (int i = 0; i < 2; i++) {
        Point end = arc->points[i * (arc->count - 1)];
        double length = hypot(ends[i][0], ends[i][1]);
        assert_true(fabs(end.x - origin.x - radius * ends[i][0] / length) < 3);
        assert_true(fabs(origin.y - end.y - radius * ends[i][1] / length) < 3);
    }
}

/* The tips of the query and of four keys, and where these fall on the query's line. Each key has a
   line to its foot and one from there to the origin, an arrow of two strokes, an arc and a dot; the
   query's arrow is drawn last. Keys and the query are named at their tips and in the table. */
static Drawing *check_arrows(Studio *studio, const char *line, const double query[2],
                             const double tips[4][2], const double feet[4][2])
{
    enum { STROKES = 6 };
    Trace *t = traced(studio->scene, line);
    Drawing *d = diagram_of(studio, t, "geometry", "weights");
    int last = count_items(d, ITEM_STROKE) - 2;
    const Point *arrow = item_at(d, ITEM_STROKE, last)->stroke.points;
    double unit = hypot(arrow[1].x - arrow[0].x, arrow[1].y - arrow[0].y) / 10;
    assert_true(unit > STROKE_PIXEL);
    check_point(d, last, 1, 0, unit, query);
    for (int i = 0; i < 4; i++) {
        int first = last + STROKES * (i - 4);
        check_point(d, first + 1, 0, 1, unit, feet[i]);
        check_point(d, first + 2, 1, 0, unit, tips[i]);
        check_arc(d, first + 4, arrow[0], query, tips[i]);
        Point foot = item_at(d, ITEM_STROKE, first + 1)->stroke.points[0];
        assert_memory_equal(item_at(d, ITEM_STROKE, first)->stroke.points + 1, &foot, sizeof foot);
        assert_memory_equal(item_at(d, ITEM_STROKE, first + 5)->stroke.points, &foot, sizeof foot);
    }
    for (const char *const *name = (const char *const[]){"ka", "kb", "kc", "kd", NULL}; *name;
         name++)
        assert_int_equal(count_text(d, *name), 2);
    assert_int_equal(count_text(d, "0.80"), 1);
    assert_int_equal(count_text(d, "−50"), 1);
    return d;
}

/* Keys of the length 5: along the query, at a right angle to it, opposite, and of 4/5 its way; the
   highest first. */
TEST_OF_DRAWING(arrows_are_as_long_as_keys_and_at_their_angles_to_the_query)
{
    static const double tips[4][2] = {{0, 5}, {4, 3}, {5, 0}, {-5, 0}};
    static const double feet[4][2] = {{0, 0}, {4, 0}, {5, 0}, {-5, 0}};
    Drawing *d = check_arrows(
        studio, "retrieve --query 10,0,0 --keys 'ka,5,0,0;kb,0,5,0;kc,-5,0,0;kd,4,0,-3'",
        (const double[]){10, 0}, tips, feet);
    assert_int_equal(count_text(d, "−3"), 0);
    assert_int_equal(strokes_of(d, studio->style.theme->frame), 2);
}

/* The same keys around a query that is turned, and no angle to it is lost. Features have a grid. */
TEST_OF_DRAWING(arrows_of_two_features_are_as_they_are_in_their_plane)
{
    static const double tips[4][2] = {{3, 4}, {-4, 3}, {4.8, 1.4}, {-3, -4}};
    static const double feet[4][2] = {{3, 4}, {0, 0}, {2.4, 3.2}, {-3, -4}};
    Drawing *d =
        check_arrows(studio, "retrieve --query 6,8 --keys 'ka,3,4;kb,-4,3;kc,-3,-4;kd,4.8,1.4'",
                     (const double[]){6, 8}, tips, feet);
    assert_int_equal(count_text(d, "1.40"), 1);
    assert_int_equal(count_text(d, "4.80"), 1);
    assert_int_equal(count_text(d, "−4.00"), 2);
    assert_int_equal(count_text(d, "q"), 2);
    assert_int_equal(count_text(d, "5"), 4 + 2); /* lengths; and the grid, whose axes are darker */
    assert_int_equal(strokes_of(d, studio->style.theme->frame), 2);
}

/* Of many keys those above the even share have a colour, and none an arc: here one of six. The
   others have a line to the foot, an arrow of two strokes and a dot each. */
TEST_OF_DRAWING(arrows_of_many_keys_are_coloured_by_weight)
{
    Trace *t = traced(scene, "retrieve --query 3,-2 --keys '1,2;3,-1;-2,-2;-1,0;-3,1;4,4'");
    Drawing *d = diagram_of(studio, t, "geometry", "weights");
    assert_int_equal(strokes_of(d, studio->style.theme->muted), 5 * 4);
}

/* Names that have no room at their tips are led to: here five arrows end in one point. */
TEST_OF_DRAWING(arrows_that_end_together_are_led_to_their_names)
{
    Trace *t = traced(scene, "retrieve --query 6,8 --keys 'ka,6,8;kb,6,8;kc,6,8;kd,6,8'");
    Drawing *d = diagram_of(studio, t, "geometry", "weights");
    assert_int_equal(count_text(d, "ka"), 1);
    assert_int_equal(strokes_of(d, studio->style.theme->frame), 2 + 5);
}

static double width_of(Studio *studio, const TextItem *text)
{
    const Line *line = typeset(studio->typesetter, text->string, text->form);
    return line->width * (text->size / 64.0) / (double)EM;
}

TEST_OF_DRAWING(names_of_arrows_that_end_on_an_axis_keep_away_from_its_numbers)
{
    enum { APART = 5 };
    Trace *t = traced(scene, "retrieve --query 1,0 --keys '1,0;1,0;0,1'");
    Drawing *d = diagram_of(studio, t, "geometry", "weights");
    int count = count_items(d, ITEM_TEXT);
    assert_int_equal(count_text(d, "1.0"), 2);
    for (int i = 0; i < count * count; i++) {
        const TextItem *a = &item_at(d, ITEM_TEXT, i / count)->text;
        const TextItem *b = &item_at(d, ITEM_TEXT, i % count)->text;
        bool is_beside = a != b && fabs((double)(a->y - b->y)) < a->size / 64.0;
        if (!strcmp(a->string, "1.0") && is_beside)
            assert_true(fabs((double)(a->x - b->x)) >=
                        (width_of(studio, a) + width_of(studio, b)) / 2 + APART);
    }
}

TEST_OF_DRAWING(a_recurrence_leads_from_word_to_word_both_ways_into_a_context)
{
    Trace *t = translated_new(scene, (TranslatedSettings){.whole = 1})->trace;
    diagrams_add(t, "recurrence", all, ALL);
    Drawing *d = check_second_word(studio, t, "recurrence");
    const Step *weights = step_named(t, "step-2/weights");
    int n = weights->cols.count;
    assert_int_equal(strokes_of(d, studio->style.theme->muted), 2 * (n - 1));
    assert_int_equal(count_items(d, ITEM_CELLS), 2 * n + 3); /* context, state, new state */
    assert_int_equal(count_text(d, weights->rows.labels[0]), 1);
}

TEST_OF_DRAWING(a_recurrence_unrolled_has_a_state_and_the_next_words_for_each_word)
{
    Trace *t = traced(scene, "rnn -s 'the cat sleeps'");
    Drawing *d = diagram_of(studio, t, "unrolled", "all");
    int words = step_named(t, "states")->rows.count, others = 0;
    assert_int_equal(count_items(d, ITEM_CELLS), words);
    assert_true(strokes_of(d, studio->style.theme->muted) >= words - 1);
    for (int i = 1; i <= words; i++) {
        const Step *p = step_named(t, arena_format(scene->arena, "step-%d/probabilities", i));
        int best = largest_in_row(node_value(p->node), 0);
        while (!ends_with(item_at(d, ITEM_TEXT, others++)->text.string, " others"))
            assert_true(others < count_items(d, ITEM_TEXT));
        const Item *first = item_at(d, ITEM_TEXT, others - 4); /* of three words before them */
        assert_string_equal(first->text.string, p->cols.labels[best]);
        assert_true(count_text(d, digits_at(scene, p, 0, best)) >= 1);
    }
    Trace *both = traced(scene, "rnn --bidirectional -s 'the cat sleeps'");
    d = diagram_of(studio, both, "unrolled", "all");
    assert_int_equal(strokes_of(d, studio->style.theme->muted), 0); /* no side is made of sides */
}

/* ---- sums of products ---- */

/* The number behind a minus, or none, and brackets, or none. */
static double number_behind(const char **text)
{
    bool bracket = **text == '(';
    *text += bracket;
    bool negative = begins_with(*text, "−");
    *text += negative ? strlen("−") : 0;
    char *end;
    double x = strtod(*text, &end);
    assert_true(end > *text);
    *text = end + bracket;
    return negative ? -x : x;
}

/* How many numbers of a row are printed so. */
static int printed_so(const Step *step, int row, double x)
{
    int count = 0;
    for (int k = 0; k < step->cols.count; k++)
        count += fabs((double)at(node_value(step->node), row, k) - x) < 0.000501;
    return count;
}

/* Every factor is of both rows, or of a row and a column, and the sum holds as it is printed. */
static void check_sum(const char *sum, const Step *a, int row, const Step *b, int key, double whole)
{
    double terms = 0, sign = 1;
    while (*sum) {
        double x = number_behind(&sum);
        if (begins_with(sum, "·")) {
            sum += strlen("·");
            double y = number_behind(&sum);
            assert_true(printed_so(a, row, x) && printed_so(b, key, y));
            x *= y;
        }
        terms += sign * x;
        sum += begins_with(sum, " (") ? strcspn(sum, ")") + 1 : 0;
        sign = begins_with(sum, " − ") ? -1 : 1;
        if (begins_with(sum, " = "))
            break;
        sum += begins_with(sum, " + ") ? 3 : strlen(" − ");
    }
    assert_true(begins_with(sum, " = "));
    sum += 3;
    double printed = number_behind(&sum);
    assert_string_equal(sum, "");
    assert_true(fabs(printed - whole) <= 0.00501);
    assert_true(fabs(printed - terms) <= 0.00501);
}

static const char *text_that_begins(const Drawing *d, const char *start)
{
    for (int i = 0; i < count_items(d, ITEM_TEXT); i++)
        if (begins_with(item_at(d, ITEM_TEXT, i)->text.string, start))
            return item_at(d, ITEM_TEXT, i)->text.string + strlen(start);
    fail_msg("no text begins with %s", start);
    return "";
}

TEST_OF_DRAWING(a_product_shows_all_scores_and_the_sum_behind_one)
{
    Trace *t = trace_of(scene, seven, NULL, "product:bat,hit");
    for (int head = 1; head <= 3; head++) {
        const Step *steps[5];
        const char *const names[] = {"scores", "scaled", "weights", "Q", "K"};
        for (int i = 0; i < 5; i++)
            steps[i] = step_of_head(t, head, names[i]);
        Drawing *d = diagram_of_head(studio, t, "product", head);
        for (int i = 0; i < 49; i++)
            assert_true(count_text(d, digits_at(scene, steps[0], i / 7, i % 7)) >= 1);
        assert_true(count_text(d, digits_at(scene, steps[1], 6, 1)) >= 1);
        assert_true(count_text(d, digits_at(scene, steps[2], 6, 1)) >= 1);
        check_sum(text_that_begins(d, "q·k = "), steps[3], 6, steps[4], 1,
                  (double)at(node_value(steps[0]->node), 6, 1));
    }
}

/* Where words are columns in the trace, these are transposes. */
TEST_OF_DRAWING(a_matrix_drawn_with_words_as_rows_is_named_so)
{
    Trace *t = traced(scene, "-s 'a bat'");
    assert_int_equal(count_text(diagram_of(studio, t, "product", "head-1/weights"), "S = Q Kᵀ"), 1);
    t = traced(scene, "-s 'a bat' --convention columns");
    Drawing *d = diagram_of(studio, t, "product", "head-1/weights");
    assert_int_equal(count_text(d, "Sᵀ = Qᵀ K"), 1);
    assert_int_equal(count_text(d, "Kᵀ"), 0);
    assert_int_equal(count_text(diagram_of(studio, t, "values", "head-1/weights"), "Vᵀ"), 1);
}

/* Where every product has its factors, what they lack is rounding, if they lack it. */
TEST(sums_hold_as_printed_with_any_number_of_terms)
{
    Trace *t = sample_trace(scene, (SampleSettings){.text = seven, .heads = 4, .dim = 8});
    for (int head = 1; head <= 4; head++) {
        const Step *scores = step_of_head(t, head, "scores");
        const Step *q = step_of_head(t, head, "Q");
        const Step *k = step_of_head(t, head, "K");
        for (int i = 0; i < 49 * 3; i++) {
            int row = i / 21, key = i / 3 % 7;
            check_sum(product_sum(scene->arena, scores, row, key, 1 + i % 3, 2), q, row, k, key,
                      (double)at(node_value(scores->node), row, key));
        }
    }
}

/* Without a softmax weights are above 1 and below 0. Arcs end side by side at a word: together they
   are no wider than those of a softmax. */
TEST_OF_DRAWING(without_a_softmax_lines_are_parts_of_the_largest_sum)
{
    static const char line[] = "-s 'He hit the ball with the bat' -m causal --diagram arcs%s";
    double widest[2] = {0};
    for (int linear = 0; linear < 2; linear++) {
        Trace *t =
            traced(scene, arena_format(scene->arena, line, linear ? " --weighting linear" : ""));
        Drawing *d = diagram_of(studio, t, "arcs", "heads");
        for (int i = 0; i < d->count; i++)
            if (d->items[i].kind == ITEM_STROKE)
                widest[linear] = fmax(widest[linear], d->items[i].stroke.thickness);
        assert_int_equal(count_text(d, "as wide as the weight; without a line: less than 0.05"),
                         !linear);
        assert_int_equal(
            count_text(d, "as wide as the weight beside 16.7; without a line: less than 0.84"),
            linear);
    }
    assert_true(widest[1] > widest[0] / 2 && widest[1] <= widest[0] * 1.1);
}

/* Equal weights of whole numbers: all that comes out is whole, but no weight is. */
TEST_OF_DRAWING(a_sum_that_is_whole_by_chance_has_the_factors_that_it_has)
{
    Trace *t = traced(scene, "retrieve --query 0,0 --keys '1,2;3,4' --diagram values,product");
    Drawing *d = diagram_of(studio, t, "values", "weights");
    assert_int_equal(count_text(d, "feature 2: 0.500·4.000 + 0.500·2.000 = 3.00"), 1);
    assert_int_equal(count_text(diagram_of(studio, t, "product", "weights"), "q·k = 0·1 + 0·2 = 0"),
                     1);
}

/* The row of Q, the column of Kᵀ and the cell of S are framed, in line. */
TEST_OF_DRAWING(the_framed_row_and_column_meet_in_the_framed_cell)
{
    Drawing *d = figure_of(studio, trace_of(scene, seven, NULL, "product:ball,with"),
                           "diagram/product/head-2/weights");
    assert_int_equal(count_items(d, ITEM_STROKE), 3);
    assert_int_equal(count_items(d, ITEM_CELLS), 3);
    Box frames[3];
    for (int i = 0; i < 3; i++) {
        const Stroke *s = &item_at(d, ITEM_STROKE, i)->stroke;
        frames[i] =
            (Box){s->at.x + s->points[0].x / STROKE_PIXEL, s->at.y + s->points[0].y / STROKE_PIXEL,
                  (s->points[2].x - s->points[0].x) / STROKE_PIXEL,
                  (s->points[2].y - s->points[0].y) / STROKE_PIXEL};
    }
    const Cells *keys = &item_at(d, ITEM_CELLS, 0)->cells,
                *scores = &item_at(d, ITEM_CELLS, 2)->cells;
    assert_int_equal(frames[0].x, keys->x + 4 * keys->width); /* with */
    assert_int_equal(frames[0].height, keys->rows * keys->height);
    assert_int_equal(frames[2].x, frames[0].x);
    assert_int_equal(frames[2].width, frames[0].width);
    assert_int_equal(frames[2].y, frames[1].y);
    assert_int_equal(frames[2].height, frames[1].height);
    assert_int_equal(frames[2].y, scores->y + 3 * scores->height); /* ball */
}

TEST(the_key_is_the_one_asked_for_or_has_the_largest_weight)
{
    Trace *t =
        trace_of(scene, seven, NULL, "product,product:hit,product:hit,the:2,product:hit,word");
    int found = 0;
    for (int i = 0; i < t->panel_count; i++) {
        const Sketch *sketch = t->panels[i].sketch;
        if (!sketch || found == 9)
            continue;
        Tensor weights = node_value(step_of_head(t, 1 + found % 3, "weights")->node);
        int row = found < 3 ? 6 : 1;
        assert_int_equal(sketch->places->followed, row);
        for (int j = 0; j < 7 && found < 6; j++)
            assert_true(at(weights, row, j) <= at(weights, row, sketch->places->column));
        if (found >= 6)
            assert_int_equal(sketch->places->column, 5);
        found++;
    }
    assert_int_equal(found, 9);
}

/* ---- a stack ---- */

/* A feature as a row, as check_sum wants it. */
static const Step *turned(Scene *scene, const Step *step)
{
    Step *other = arena_alloc(scene->arena, 1, sizeof *other);
    Node *node = arena_alloc(scene->arena, 1, sizeof *node);
    node->value = tensor_new(scene->arena, step->cols.count, step->rows.count);
    for (int i = 0; i < step->rows.count * step->cols.count; i++)
        node->value.data[i % step->cols.count * step->rows.count + i / step->cols.count] =
            node_value(step->node).data[i];
    *other = *step;
    other->node = node;
    other->rows = step->cols;
    other->cols = step->rows;
    return other;
}

/* A and V come first, the output last; what would be less than half a pixel high is not there. */
static void check_layers(const Drawing *d, const Step *weights, int row)
{
    const Cells *values = &item_at(d, ITEM_CELLS, 1)->cells;
    int height = values->rows * values->height, item = 2, top = 0;
    double sum = 0;
    for (int k = 0; k < weights->cols.count; k++) {
        sum += (double)at(node_value(weights->node), row, k);
        int end = (int)floor(sum * height + 0.5);
        if (end > top) {
            const Cells *layer = &item_at(d, ITEM_CELLS, item++)->cells;
            assert_int_equal(layer->rows, 1);
            assert_int_equal(layer->y, values->y + top);
            assert_int_equal(layer->height, end - top);
            assert_memory_equal(layer->levels, values->levels + k * values->cols,
                                (size_t)values->cols);
        }
        top = end;
    }
    assert_int_equal(item, count_items(d, ITEM_CELLS) - 1);
    assert_int_equal(top, height);
}

TEST_OF_DRAWING(values_are_as_high_as_their_weights_and_add_up)
{
    Trace *t = trace_of(scene, seven, NULL, "values:bat");
    for (int head = 1; head <= 3; head++) {
        const Step *weights = step_of_head(t, head, "weights");
        const Step *values = step_of_head(t, head, "V");
        const Step *output = step_of_head(t, head, "output");
        Drawing *d = diagram_of_head(studio, t, "values", head);
        check_layers(d, weights, 6);
        assert_int_equal(count_text(d, "sum"), 1); /* a mean only where the weights sum to 1 */
        int feature = largest_in_row(node_value(output->node), 6);
        const char *start = arena_format(scene->arena, "feature %d: ", feature + 1);
        check_sum(text_that_begins(d, start), weights, 6, turned(scene, values), feature,
                  (double)at(node_value(output->node), 6, feature));
    }
}

/* Names stand beside what is higher than a line of text: for the keys have theirs beside V, too. */
TEST_OF_DRAWING(a_layer_is_named_where_there_is_room)
{
    Trace *t = trace_of(scene, seven, NULL, "values:ball");
    const Step *weights = step_named(t, "head-1/weights");
    Drawing *d = figure_of(studio, t, "diagram/values/head-1/weights");
    int named = 0;
    for (int j = 0; j < 7; j++) {
        double height =
            (double)at(node_value(weights->node), 3, j) * 190 * 2; /* of 2 pixels each */
        int count = count_text(d, weights->rows.labels[j]) - 2;    /* beside A and V */
        assert_int_equal(count, height > 31 || (height > 29 && count));
        named += count;
    }
    assert_in_range(named, 1, 6);
}

TEST(no_stack_is_made_of_what_may_be_negative)
{
    Trace *t = sample_trace(scene, (SampleSettings){.text = seven});
    for (int i = 0; i < t->step_count; i++)
        if (ends_with(t->steps[i].id, "weights"))
            t->steps[i].kind = VALUE_SHARE;
    assert_misused(diagrams_add(t, "values", all, ALL),
                   "--diagram values: there are no such weights, of at most 512 words");
    diagrams_add(t, "product", all, ALL);
}

/* ---- norms ---- */

/* The mean and the variance of numbers that stand so far apart. */
static void check_moments(Scene *scene, const Drawing *d, const real *x, int count, int apart)
{
    double mean = 0, variance = 0;
    char digits[NUMBER_SIZE];
    for (int i = 0; i < count; i++)
        mean += (double)x[i * apart] / count;
    for (int i = 0; i < count; i++)
        variance += ((double)x[i * apart] - mean) * ((double)x[i * apart] - mean) / count;
    assert_true(count_text(d, arena_strdup(scene->arena, number_fixed(digits, mean, 2))) >= 1);
    assert_true(count_text(d, arena_strdup(scene->arena, number_fixed(digits, variance, 2))) >= 1);
}

TEST_OF_DRAWING(norms_show_the_moments_of_rows_and_of_a_column)
{
    for (int f = 1; f <= 5; f += 2) {
        Trace *t = traced(scene, "norms -s 'He hit the ball' -s 'Bat is a mammal'");
        diagrams_add(t, arena_format(scene->arena, "axes:hit,%d", f), all, ALL);
        Drawing *d = figure_of(studio, t, "diagram/axes/input");
        Tensor x = node_value(step_named(t, "input")->node);
        for (int row = 0; row < x.rows; row++)
            check_moments(scene, d, tensor_row(x, row), x.cols, 1);
        check_moments(scene, d, x.data + f - 1, x.rows, x.cols);
        assert_int_equal(count_items(d, ITEM_STROKE),
                         6); /* a row and a column, and their moments */
    }
}

TEST(norms_follow_the_last_word_and_its_largest_feature)
{
    Trace *t = traced(scene, "norms -s 'He hit the ball'");
    diagrams_add(t, "axes", all, ALL);
    const Sketch *sketch = t->panels[t->panel_count - 1].sketch;
    Tensor x = node_value(step_named(t, "input")->node);
    assert_int_equal(sketch->places->followed, 3);
    for (int f = 0; f < x.cols; f++)
        assert_true(at(x, 3, f) <= at(x, 3, sketch->places->column));
}

TEST(the_query_is_the_word_asked_for_or_the_last)
{
    Trace *t = trace_of(scene, seven, NULL, "word,word:hit,word:the:2,word:the");
    const int followed[] = {6, 1, 5, 2};
    int found = 0;
    for (int i = 0; i < t->panel_count; i++)
        if (t->panels[i].sketch)
            assert_int_equal(t->panels[i].sketch->places->followed, followed[found++ / 3]);
    assert_int_equal(found, 4 * 3);
}

TEST(a_description_tells_the_weights)
{
    Trace *t = trace_of(scene, "the cat sat", NULL, "word:cat");
    const Panel *panel = &t->panels[t->panel_count - 3];
    const char *told = figure_description(scene->arena, panel, 2);
    const Step *weights = step_named(t, "head-1/weights");
    const char *expected =
        arena_format(scene->arena, "Attention weights of head 1, cat: the %s, cat %s, sat %s.",
                     digits_at(scene, weights, 1, 0), digits_at(scene, weights, 1, 1),
                     digits_at(scene, weights, 1, 2));
    assert_has(told, expected);
}
