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
    return step_named(trace, id)->node->value;
}

/* a[i,:] · b[:,j] */
static double product(Tensor a, Tensor b, int i, int j)
{
    double sum = 0;
    for (int k = 0; k < a.cols; k++)
        sum += (double)at(a, i, k) * (double)at(b, k, j);
    return sum;
}

static void check_product(const Trace *trace, const char *a, const char *b, const char *product_id)
{
    Tensor x = numbers(trace, a), y = numbers(trace, b), z = numbers(trace, product_id);
    for (int i = 0; i < z.rows; i++)
        for (int j = 0; j < z.cols; j++)
            assert_true(fabs(product(x, y, i, j) - (double)at(z, i, j)) < 1e-5);
}

/* Post-norm: what leaves a sublayer is its norm's output. */
TEST(keys_of_the_decoder_come_from_the_encoder_queries_do_not)
{
    const Trace *trace = trace_of(scene, "");
    check_product(trace, "encoder-2/ffn/norm/output", "decoder-1/cross/W_K", "decoder-1/cross/K");
    check_product(trace, "encoder-2/ffn/norm/output", "decoder-2/cross/W_V", "decoder-2/cross/V");
    check_product(trace, "decoder-1/self/norm/output", "decoder-1/cross/W_Q", "decoder-1/cross/Q");
    check_product(trace, "encoder-1/ffn/norm/output", "encoder-2/self/W_Q", "encoder-2/self/Q");
}

/* As everywhere: tests/lesson/test_explain.c. */
TEST(a_masked_cell_is_called_so_and_its_score_not_pursued)
{
    const Trace *trace = trace_of(scene, "");
    const char *text = explained(scene, trace, "decoder-1/self/head-1/masked", 0, 1, 0);
    assert_has(text, "(masked: this key is hidden from this query)");
    assert_lacks(text, "head-1/scaled[");
}

TEST(a_residual_is_what_goes_in_and_what_the_sublayer_made)
{
    static const char *const sums[][3] = {
        {"source/input", "encoder-1/self/output", "encoder-1/self/residual"},
        {"encoder-1/self/residual", "encoder-1/ffn/output", "encoder-1/ffn/residual"},
        {"target/input", "decoder-1/self/output", "decoder-1/self/residual"},
        {"decoder-1/self/residual", "decoder-1/cross/output", "decoder-1/cross/residual"},
        {"decoder-1/cross/residual", "decoder-1/ffn/output", "decoder-1/ffn/residual"},
        {"decoder-1/ffn/residual", "decoder-2/self/output", "decoder-2/self/residual"},
    };
    static const char *const norms[] = {"--norm pre", "--norm none"};
    for (int n = 0; n < 2; n++) {
        const Trace *trace = trace_of(scene, norms[n]);
        for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
            Tensor a = numbers(trace, sums[i][0]), b = numbers(trace, sums[i][1]);
            Tensor sum = numbers(trace, sums[i][2]);
            for (size_t k = 0; k < tensor_size(sum); k++)
                assert_true(fabs((double)(a.data[k] + b.data[k] - sum.data[k])) < 1e-6);
        }
    }
}

TEST(moments_are_those_of_rows_before_and_after)
{
    const Trace *trace = trace_of(scene, "");
    static const char *const ids[] = {"decoder-1/cross/residual", "decoder-1/cross/norm/output"};
    Tensor moments = numbers(trace, "decoder-1/cross/norm/moments");
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < LENGTH; i++) {
            Tensor x = numbers(trace, ids[side]);
            double mean = 0, variance = 0;
            for (int j = 0; j < D; j++)
                mean += (double)at(x, i, j) / D;
            for (int j = 0; j < D; j++)
                variance += ((double)at(x, i, j) - mean) * ((double)at(x, i, j) - mean) / D;
            assert_true(fabs(mean - (double)at(moments, i, 2 * side)) < 1e-5);
            assert_true(fabs(variance - (double)at(moments, i, 2 * side + 1)) < 1e-5);
        }
}

TEST(the_mean_is_that_of_the_heads_and_nobody_looks_ahead)
{
    const Trace *trace = trace_of(scene, "");
    Tensor a = numbers(trace, "decoder-1/self/head-1/weights");
    Tensor b = numbers(trace, "decoder-1/self/head-2/weights");
    Tensor mean = numbers(trace, "decoder-1/self/mean");
    for (int i = 0; i < LENGTH; i++)
        for (int j = 0; j < LENGTH; j++) {
            double half = ((double)at(a, i, j) + (double)at(b, i, j)) / 2;
            assert_true(fabs(half - (double)at(mean, i, j)) < 1e-6);
            assert_int_equal(at(mean, i, j) > 0, j <= i);
        }
}

TEST(each_word_has_its_most_probable_ones)
{
    const Trace *trace = small(scene, "--max-steps 6");
    const Step *all = step_named(trace, "output/probabilities");
    for (int i = 0; i < all->rows.count; i++) {
        const Step *step = step_named(trace, arena_format(scene->arena, "step-%d/words", i + 1));
        assert_int_equal(step->rows.count, LIKELY);
        assert_string_equal(step->rows.labels[0], trace->texts[1].tokens[i]);
        for (int k = 0; k < LIKELY; k++) {
            int word = 0;
            while (strcmp(all->cols.labels[word], step->rows.labels[k]) != 0)
                word++;
            assert_true(at(step->node->value, k, 0) == at(all->node->value, i, word));
            assert_true(!k || at(step->node->value, k, 0) <= at(step->node->value, k - 1, 0));
        }
    }
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
                         sqrt(D) * (double)at(all->node->value, place, k)) < 1e-6);
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
