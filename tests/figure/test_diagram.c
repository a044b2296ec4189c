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

static const char *const all[] = {"links",       "word",      "heads",      "alignment",
                                  "transformer", "retrieval", "recurrence", "unrolled"};
enum { ALL = 8 };

static Trace *trace_of(Scene *scene, const char *text, const char *mask, const char *diagrams_asked)
{
    Trace *trace = sample_trace(scene, (SampleSettings){.text = text, .mask = mask});
    assert_true(diagrams_add(trace, diagrams_asked, all, 3, &scene->error));
    return trace;
}

static const char *digits_at(Scene *scene, const Step *step, int row, int col)
{
    char digits[NUMBER_SIZE];
    double x = (double)at(step->node->value, row, col);
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
            double weight = (double)at(weights->node->value, k / 3, k % 3);
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

TEST_OF_DRAWING(the_numbers_of_a_word_are_those_of_the_trace)
{
    Trace *t = trace_of(scene, seven, NULL, "word:ball");
    for (int head = 1; head <= 3; head++) {
        const char *folder = arena_format(scene->arena, "head-%d", head);
        Drawing *d =
            figure_of(studio, t, arena_format(scene->arena, "diagram/word/%s/weights", folder));
        const char *const names[] = {"scores", "scaled", "weights"};
        Lexicon told = lexicon_new(scene->arena);
        for (int i = 0; i < 3; i++) {
            const Step *step = step_named(t, arena_format(scene->arena, "%s/%s", folder, names[i]));
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
        while ((double)at(weights->node->value, 3, found) * track->fill.box.width < 0.5)
            found++;
        assert_true(fabs(weight - (double)at(weights->node->value, 3, found++)) <=
                    0.51 / track->fill.box.width);
    }
    assert_in_range(found, 1, 7);
}

TEST_OF_DRAWING(a_masked_key_is_striped_and_has_no_number)
{
    Trace *t = trace_of(scene, seven, "causal", "word:hit");
    Drawing *d = figure_of(studio, t, "diagram/word/head-1/weights");
    assert_int_equal(count_text(d, "·"), 5);
    assert_int_equal(count_text(d, "masked (−∞)"), 1);
    assert_int_equal(count_text(figure_of(studio, trace_of(scene, seven, "causal", "word"),
                                          "diagram/word/head-1/weights"),
                                "masked (−∞)"),
                     0); /* the last word sees all */
}

TEST_OF_DRAWING(of_many_keys_those_above_the_even_share_and_together_the_others)
{
    Trace *t = trace_of(scene, many, NULL, "word");
    for (int head = 1; head <= 3; head++) {
        const Step *weights = step_named(t, arena_format(scene->arena, "head-%d/weights", head));
        Drawing *d =
            figure_of(studio, t, arena_format(scene->arena, "diagram/word/head-%d/weights", head));
        int above = 0;
        double rest = 1;
        char digits[NUMBER_SIZE];
        for (int j = 0; j < 17; j++) {
            double weight = (double)at(weights->node->value, 16, j);
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
    Drawing *three =
        figure_of(studio, trace_of(scene, seven, NULL, "heads"), "diagram/heads/heads");
    assert_int_equal(count_items(three, ITEM_CELLS), 3 * 8 + 4);
    Trace *t = sample_trace(scene, (SampleSettings){.text = seven, .heads = 8});
    assert_true(diagrams_add(t, "heads", all, 3, &scene->error));
    Drawing *eight = figure_of(studio, t, "diagram/heads/heads");
    assert_int_equal(count_items(eight, ITEM_CELLS), 2 * 8 + 6 + 4);
    for (int head = 1; head <= 8; head++)
        assert_int_equal(count_text(eight, arena_format(scene->arena, "head %d", head)), 1);
}

TEST_OF_DRAWING(a_translation_shows_the_numbers_of_its_word)
{
    Trace *t = translated_new(scene, (TranslatedSettings){.whole = 1})->trace;
    assert_true(diagrams_add(t, "alignment,links", all, 4, &scene->error));
    Drawing *d = figure_of(studio, t, "diagram/alignment/step-2/weights");
    const Step *energies = step_named(t, "step-2/energies"),
               *weights = step_named(t, "step-2/weights");
    for (int j = 0; j < energies->cols.count; j++) {
        assert_true(count_text(d, digits_at(scene, energies, 0, j)) >= 1);
        assert_true(count_text(d, digits_at(scene, weights, 0, j)) >= 1);
        assert_int_equal(count_text(d, energies->cols.labels[j]), 1);
    }
}

static Drawing *layers_of(Studio *studio, Trace **t, const char *options, const char *asked)
{
    Scene *scene = studio->scene;
    *t = traced(scene, arena_format(scene->arena,
                                    "transformer --weights random --dim 8 --heads 2 --ffn 6 "
                                    "--source 'the cat sees' --target 'le chat voit' %s",
                                    options));
    assert_true(diagrams_add(*t, asked, all, ALL, &scene->error));
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
TEST(layers_of_a_transformer_are_its_matrices)
{
    enum { FIRST = 1, SUBLAYER = 2, CROSS = 3, LINES = 4, MASKED = 1 };
    static const struct {
        const char *options;
        int norms, ends; /* tiles that stand before each sublayer, and behind each stack */
    } cases[] = {{"", 0, 0}, {"--norm none", 0, 0}, {"--norm pre", 1, 2}};
    Studio *studio = studio_open(scene);
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

TEST(of_many_layers_the_middle_ones_are_their_weights)
{
    Studio *studio = studio_open(scene);
    Trace *t;
    Drawing *d = layers_of(studio, &t, "--layers 5", "transformer");
    int whole = 2 + 2 * (2 + 3) + 2 * (4 + 4), brief = 3 * 2 + 3 * 2;
    assert_int_equal(count_items(d, ITEM_CELLS), whole + brief + 1); /* masked */
    for (int layer = 1; layer <= 5; layer++) {
        assert_int_equal(count_text(d, arena_format(scene->arena, "encoder %d", layer)), 1);
        assert_int_equal(count_text(d, arena_format(scene->arena, "decoder %d", layer)), 1);
    }
}

/* After the word that was read last, or the one that is asked for. */
TEST(a_transformer_ends_in_the_probabilities_of_its_next_word)
{
    static const char *const asked[] = {"transformer:chat", "transformer"};
    Studio *studio = studio_open(scene);
    for (int i = 0; i < 2; i++) {
        Trace *t;
        Drawing *d = layers_of(studio, &t, "", asked[i]);
        const Step *p = step_named(t, "output/probabilities");
        int row = 2 + i, best = 0;
        for (int j = 0; j < p->cols.count; j++)
            best = at(p->node->value, row, j) > at(p->node->value, row, best) ? j : best;
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

TEST(a_retrieval_shows_its_numbers_and_bands_add_up_to_a_stream)
{
    Studio *studio = studio_open(scene);
    Trace *t = traced(scene, "retrieve --query '2,1' --keys '1,0;0,1;1,1;-3,0' "
                             "--values '51,62;73,84;95,46;27,38'");
    assert_true(diagrams_add(t, "retrieval", all, ALL, &scene->error));
    Drawing *d = figure_of(studio, t, "diagram/retrieval/weights");
    const Step *weights = step_named(t, "weights"), *values = step_named(t, "values");
    double sum = 0;
    int first = 0;
    while (item_at(d, ITEM_STROKE, first)->stroke.count != 25) /* frames come before */
        first++;
    for (int j = 0; j < 4; j++) {
        assert_true(count_text(d, digits_at(scene, weights, 0, j)) >= 1);
        for (int c = 0; c < 2; c++) /* whole numbers, of each key its own */
            assert_int_equal(
                count_text(d, arena_format(scene->arena, "%d", (int)at(values->node->value, j, c))),
                1);
        double width = j < 3 ? band_of(d, first + j) : 0;
        assert_true(fabs(width - (double)at(weights->node->value, 0, j)) <= 0.51 / 44);
        sum += width;
    }
    assert_true(fabs(sum - 1) < 0.03);
    assert_int_equal(count_text(d, "softmax"), 1);
    assert_true(count_text(d, "−3") >= 1);
}

TEST(a_recurrence_leads_from_word_to_word_both_ways_into_a_context)
{
    Studio *studio = studio_open(scene);
    Trace *t = translated_new(scene, (TranslatedSettings){.whole = 1})->trace;
    assert_true(diagrams_add(t, "recurrence", all, ALL, &scene->error));
    Drawing *d = figure_of(studio, t, "diagram/recurrence/step-2/weights");
    const Step *energies = step_named(t, "step-2/energies"),
               *weights = step_named(t, "step-2/weights");
    int n = energies->cols.count;
    for (int j = 0; j < n; j++) {
        assert_true(count_text(d, digits_at(scene, energies, 0, j)) >= 1);
        assert_true(count_text(d, digits_at(scene, weights, 0, j)) >= 1);
        assert_int_equal(count_text(d, energies->cols.labels[j]), 1);
    }
    assert_int_equal(strokes_of(d, studio->style.theme->muted), 2 * (n - 1));
    assert_int_equal(count_items(d, ITEM_CELLS), 2 * n + 3); /* context, state, new state */
    assert_int_equal(count_text(d, weights->rows.labels[0]), 1);
}

TEST(a_recurrence_unrolled_has_a_state_and_the_next_words_for_each_word)
{
    Studio *studio = studio_open(scene);
    Trace *t = traced(scene, "rnn -s 'the cat sleeps'");
    assert_true(diagrams_add(t, "unrolled", all, ALL, &scene->error));
    Drawing *d = figure_of(studio, t, "diagram/unrolled/all");
    int words = step_named(t, "states")->rows.count;
    assert_int_equal(count_items(d, ITEM_CELLS), words);
    assert_true(strokes_of(d, studio->style.theme->muted) >= words - 1);
    for (int i = 1; i <= words; i++) {
        const Step *p = step_named(t, arena_format(scene->arena, "step-%d/probabilities", i));
        int best = 0;
        for (int j = 0; j < p->cols.count; j++)
            best = at(p->node->value, 0, j) > at(p->node->value, 0, best) ? j : best;
        assert_true(count_text(d, p->cols.labels[best]) >= 1);
        assert_true(count_text(d, digits_at(scene, p, 0, best)) >= 1);
    }
    Trace *both = traced(scene, "rnn --bidirectional -s 'the cat sleeps'");
    assert_true(diagrams_add(both, "unrolled", all, ALL, &scene->error));
    d = figure_of(studio, both, "diagram/unrolled/all");
    assert_int_equal(strokes_of(d, studio->style.theme->muted), 0); /* no side is made of sides */
}

TEST(the_query_is_the_word_asked_for_or_the_last)
{
    Trace *t = trace_of(scene, seven, NULL, "word,word:hit,word:the:2,word:the");
    const int followed[] = {6, 1, 5, 2};
    int found = 0;
    for (int i = 0; i < t->panel_count; i++)
        if (t->panels[i].sketch)
            assert_int_equal(*t->panels[i].sketch->followed, followed[found++ / 3]);
    assert_int_equal(found, 4 * 3);
}

TEST(what_does_not_fit_is_said)
{
    Trace *t = sample_trace(scene, (SampleSettings){.text = many});
    assert_misused(diagrams_add(t, "links", all, 2, &scene->error),
                   "--diagram links: there are no such weights, of at most 16 words");
    assert_misused(diagrams_add(t, "word:cow", all, 2, &scene->error),
                   "--diagram word:cow: no query is called so");
    assert_misused(diagrams_add(t, "alignment", all, 2, &scene->error),
                   "--diagram: 'alignment' is none of links, word");
    assert_misused(diagrams_add(t, "word,arcs", all, 2, &scene->error),
                   "--diagram: 'arcs' is none of links, word");
}

TEST(a_description_tells_the_weights)
{
    Trace *t = trace_of(scene, "the cat sat", NULL, "word:cat");
    const Panel *panel = &t->panels[t->panel_count - 3];
    const char *told =
        figure_description(scene->arena, &(Block){.text = panel->title, .panel = panel}, 2);
    const Step *weights = step_named(t, "head-1/weights");
    const char *expected = arena_format(
        scene->arena, "Attention weights of head 1, cat: the %s, cat %s, sat %s, 3 in all.",
        digits_at(scene, weights, 1, 0), digits_at(scene, weights, 1, 1),
        digits_at(scene, weights, 1, 2));
    assert_has(told, expected);
}
