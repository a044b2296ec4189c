/* What is told of how many sentences translators get right. */
#include "trace/traces.h"

#include "support/sample.h"
#include "support/steps.h"

/* What was counted, and the graph that names it. */
typedef struct Measured {
    Graph *g;
    Bottleneck b;
} Measured;

/* Of two sorts; `right` has three numbers a length, seed after seed. */
static Measured measure(Scene *scene, int count, int seeds, int longest, const real *right)
{
    static const char *const names[] = {"with attention", "fixed vector"};
    static int lengths[] = {2, 5, 7};
    Measured m = {.g = graph_new(scene->arena)};
    m.b = (Bottleneck){2, seeds, names, longest, count, lengths, NULL};
    m.b.right = arena_alloc(scene->arena, (size_t)seeds, sizeof(Tensor));
    for (int k = 0; k < seeds; k++)
        m.b.right[k] =
            tensor_copied(scene->arena, (Tensor){count, 3, (real *)right + 3 * count * k});
    graph_name(m.g);
    bottleneck(scope_of(m.g), &m.b);
    return m;
}

static Tensor made(const Measured *m, const char *id)
{
    return name_find(m->g, id)->node->value;
}

static void check_note(const Trace *trace, const char *id, const char *note)
{
    assert_string_equal(step_named(trace, id)->note, note);
}

static Trace *trace_of(const Measured *m)
{
    int all = 0;
    for (int i = 0; i < m->b.length_count; i++)
        all += (int)at(m->b.right[0], i, 2);
    Trace *t = trace_begin(m->g);
    add_number_setting(t, "sentences", all);
    add_setting(t, "source", "sentences made up", false);
    add_setting(t, "weights", "random, not learned", false);
    add_setting(t, "learned from", "sentences of 3 words", false);
    add_setting(t, "recipe", "no steps", false);
    add_number_setting(t, "seeds", m->b.seeds);
    if (m->b.longest)
        add_number_setting(t, "longest", m->b.longest);
    tell_bottleneck(t, &m->b);
    add_panels(t);
    return t;
}

TEST(the_sentence_is_of_the_length_that_tells_them_apart)
{
    static const struct {
        int lengths;
        real right[9];
        const char *note;
    } cases[] = {
#include "trace/farthest.list"
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Measured m = measure(scene, cases[i].lengths, 1, 0, cases[i].right);
        check_note(trace_of(&m), "accuracy", cases[i].note);
    }
}

/* tests/trace/reference/bottleneck.py counts them anew. */
TEST(seeds_are_a_band_and_lengths_beyond_are_told_apart)
{
    static const struct {
        const char *id;
        int count;
        double numbers[6]; /* row after row */
    } expected[] = {
#include "trace/bands.list"
    };
    Measured measured = measure(
        scene, 3, 2, 5, (const real[]){1, 0, 2, 2, 1, 3, 0, 0, 1, 1, 0, 2, 0, 0, 3, 0, 1, 1});
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        Tensor t = made(&measured, expected[i].id);
        assert_int_equal(tensor_size(t), expected[i].count);
        for (int k = 0; k < expected[i].count; k++)
            fail_if(fabs((double)t.data[k] - expected[i].numbers[k]) > 1e-6,
                    "%s: number %d is %g, not %g", expected[i].id, k, (double)t.data[k],
                    expected[i].numbers[k]);
    }
    Trace *trace = trace_of(&measured);
    check_ids(scene, trace,
              "right accuracy accuracy/least accuracy/most ranges ranges/least ranges/most");
    check_note(trace, "right",
               "Right, of all 12 translations (2 of each sentence): 4 (with attention), 2 "
               "(fixed vector).");
    check_note(trace, "ranges",
               "Of the lengths learned from, up to 5 words: with attention 0.40 (0.20 to 0.60), "
               "fixed vector 0.10 (0.00 to 0.20). Beyond: with attention 0.00 (0.00 to 0.00), "
               "fixed vector 0.50 (0.00 to 1.00).");
    check_note(trace, "accuracy",
               "At 5 words, the longest learned from: with attention 0.33 (0.00 to 0.67), fixed "
               "vector 0.17 (0.00 to 0.33).");
    const Curves *curves = step_named(trace, "accuracy")->curves;
    assert_true(curves->mark == 5 && curves->mark_name && curves->least && curves->most);
}
