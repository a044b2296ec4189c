#include "document/document.h"
#include "figure/figure.h"

#include "support/picture.h"
#include "support/sample.h"

static Trace *trace_of(Scene *scene, const char *text)
{
    return sample_trace(scene, (SampleSettings){.text = text, .mask = "causal"});
}

/* The weights of the steps of a panel that are at least so large. */
static int count_weights(const Trace *t, const char *panel, double least)
{
    int count = 0;
    for (int p = 0; p < t->panel_count; p++)
        for (int i = 0; !strcmp(t->panels[p].id, panel) && i < t->panels[p].cols; i++) {
            Tensor w = t->panels[p].places[i].step->node->value;
            for (size_t k = 0; k < tensor_size(w); k++)
                count += (double)w.data[k] >= least;
        }
    return count;
}

TEST(a_line_a_weight_as_wide_as_that)
{
    Studio *studio = studio_open(scene);
    Trace *t = trace_of(scene, "the cat sat");
    assert_true(trace_add_links(t, NULL, &scene->error));
    Drawing *d = figure_of(studio, t, "heads-links");
    assert_int_equal(count_items(d, ITEM_STROKE), count_weights(t, "heads", LEAST_LINK));
    const Item *first = item_at(d, ITEM_STROKE, 0);
    const Step *weights = trace_step(t, "head-1/weights");
    assert_int_equal(at(weights->node->value, 0, 0), 1); /* all is masked but the word itself */
    assert_int_equal(first->stroke.thickness, 9 * 2 * STROKE_PIXEL);
    Colour pale = first->stroke.colour;
    int followed = 0;
    for (int i = 0; i < count_items(d, ITEM_STROKE); i++)
        followed += item_at(d, ITEM_STROKE, i)->stroke.colour != pale;
    int least = 0;
    for (int j = 0; j < 3; j++)
        least += (double)at(weights->node->value, 2, j) >= LEAST_LINK;
    assert_true(followed >= least && followed < count_items(d, ITEM_STROKE));
}

TEST(the_words_stand_on_both_sides_with_the_numbers_of_one)
{
    Studio *studio = studio_open(scene);
    Trace *t = trace_of(scene, "the cat sat");
    assert_true(trace_add_links(t, "cat", &scene->error));
    Drawing *d = figure_of(studio, t, "heads-links");
    assert_int_equal(count_text(d, "sat"), 2 * 4); /* three heads and their mean */
    char digits[NUMBER_SIZE];
    const Step *weights = trace_step(t, "head-2/weights");
    number_fixed(digits, (double)at(weights->node->value, 1, 0), 2);
    int found = 0;
    for (int i = 0; i < count_items(d, ITEM_TEXT); i++) {
        const TextItem *text = &item_at(d, ITEM_TEXT, i)->text;
        found += text->colour == studio->style.theme->curves[1] && !strcmp(text->string, digits);
    }
    assert_true(found > 0);
}

TEST(what_has_too_many_words_or_is_no_weight_is_left_alone)
{
    Trace *t = trace_of(scene, "one two three four five six seven eight nine ten eleven twelve "
                               "thirteen fourteen fifteen sixteen seventeen");
    assert_fails(trace_add_links(t, NULL, &scene->error), scene, EXIT_USAGE,
                 "--diagram links: there are no weights of 2 to 16 words");
    Trace *few = trace_of(scene, "the cat sat");
    int panels = few->panel_count;
    assert_fails(trace_add_links(few, "dog", &scene->error), scene, EXIT_USAGE,
                 "--diagram links:dog: no query is called so");
    for (int p = panels; p < few->panel_count; p++)
        assert_string_not_equal(few->panels[p].id, "overview-links");
}
