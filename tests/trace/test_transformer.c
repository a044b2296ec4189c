/* What the trace of a transformer shows: numbers that are again computed here from those before
   them. Steps, axes and pictures: traces/transformer.list. */
#include "support/explained.h"
#include "support/sample.h"
#include "support/steps.h"
#include "support/traced.h"

enum { LENGTH = 4, D = 8, LIKELY = 5 };

/* Of two layers with norms after them, and what is added to that. */
static Trace *small(Scene *scene, const char *options)
{
    return traced(scene, arena_format(scene->arena,
                                      "transformer --weights random --dim 8 --heads 2 --ffn 6 "
                                      "--source 'the cat sees a cat' %s",
                                      options));
}

/* In the words given. */
static Trace *trace_of(Scene *scene, const char *options)
{
    return small(scene, arena_format(scene->arena, "--target 'le chat voit' %s", options));
}

static Tensor numbers(const Trace *trace, const char *id)
{
    return node_value(step_named(trace, id)->node);
}

/* But for the rows that are looked up, of which √d times them are shown, and the likely words. */
TEST(what_a_step_is_made_of_has_a_step)
{
    const Trace *trace = trace_of(scene, "--norm pre");
    for (int i = 0; i < trace->step_count; i++) {
        const Step *step = &trace->steps[i];
        for (int k = 0; k < step->node->input_count && !strstr(step->id, "/words"); k++)
            fail_if(step->node->inputs[k]->input_count &&
                        !trace_step_of(trace, step->node->inputs[k]),
                    "%s: no step for its %s", step->id, step->node->inputs[k]->op->name);
    }
}

/* That a row is √d times the one of its word in a table that stands behind. */
static void check_word(const Trace *trace, const char *table, const char *rows, int row,
                       const char *word)
{
    const Step *all = trace_any_step(trace, table);
    Tensor found = numbers(trace, rows);
    int place = 0;
    assert_null(trace_step(trace, table));
    while (strcmp(all->rows.labels[place], word) != 0)
        place++;
    for (int k = 0; k < D; k++)
        assert_true(fabs((double)at(found, row, k) -
                         sqrt(D) * (double)at(node_value(all->node), place, k)) < 1e-6);
}

TEST(the_tables_of_words_stand_behind)
{
    const Trace *trace = trace_of(scene, "");
    check_word(trace, "source/E", "source/words", 1, "cat");
    check_word(trace, "target/E", "target/words", 2, "chat");
}

/* ---- what is told ---- */

TEST(the_alignment_is_that_of_the_last_layer_whichever_is_told)
{
    for (int told = 1; told <= 3; told++) {
        const Trace *trace =
            trace_of(scene, arena_format(scene->arena, "--layers 3 --layer %d", told));
        const Step *alignment = step_named(trace, "alignment");
        assert_ptr_equal(alignment->node, step_named(trace, "decoder-3/cross/mean")->node);
    }
}
