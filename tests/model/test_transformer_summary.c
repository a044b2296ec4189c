/* Means of heads, moments of norms and likely words of a transformer drawn from a seed, against the
   same computed here. */
#include "model/transformer_summary.h"

#include "support/scene.h"

#include <math.h>

enum { D = 6, HEADS = 3, LENGTH = 3, WORDS = 7, END = 1, LIKELY = 20 };

typedef struct Summed {
    TransformerTranslation translation;
    TransformerSummary summary;
} Summed;

static Summed summed(Scene *scene, NormPlace norm)
{
    static const int source[] = {2, 3, 4, 5}, target[LENGTH] = {5, 2, END};
    Graph *g = graph_new(scene->arena);
    Transformer *t = arena_alloc(scene->arena, 1, sizeof *t);
    *t = transformer_random(scene->arena, (TransformerSizes){WORDS, WORDS, D, HEADS, 8, 1, 2, norm},
                            3);
    t->end = END;
    TransformerNodes nodes = transformer_nodes(g, t, false);
    Summed s = {.translation = transformer_translate(g, &nodes, source, 4, LENGTH, target)};
    s.summary = transformer_summary(g, &nodes, &s.translation, LIKELY);
    return s;
}

static void check_mean(const Node *mean, const MultiHead *multi)
{
    for (int i = 0; i < rows_of(mean); i++)
        for (int j = 0; j < cols_of(mean); j++) {
            double sum = 0;
            for (int h = 0; h < HEADS; h++)
                sum += (double)at(multi->heads[h].attention.weights->value, i, j);
            assert_true(fabs(sum / HEADS - (double)at(mean->value, i, j)) < 1e-6);
        }
}

static void means_are_those_of_the_heads_of_each_attention(void **state)
{
    Summed s = summed(*state, NORM_POST);
    check_mean(s.summary.encoder[0].self, &s.translation.encoder.layers[0].self);
    assert_null(s.summary.encoder[0].cross);
    for (int l = 0; l < 2; l++) {
        check_mean(s.summary.decoder[l].self, &s.translation.decoder.layers[l].self);
        check_mean(s.summary.decoder[l].cross, &s.translation.decoder.layers[l].cross);
    }
}

/* Drawn gains are 1 and biases 0. */
static void rows_leave_a_norm_with_mean_0_and_variance_1(void **state)
{
    for (int norm = NORM_POST; norm <= NORM_PRE; norm++) {
        Summed s = summed(*state, (NormPlace)norm);
        for (int k = 0; k < MOST_NORMS; k++) {
            const Node *moments = s.summary.decoder[1].norms[k].moments;
            assert_int_equal(rows_of(moments), LENGTH);
            for (int i = 0; i < LENGTH; i++) {
                assert_true(at(moments->value, i, 1) > 0);
                assert_true(fabs((double)at(moments->value, i, 2)) < 1e-4);
                assert_true(fabs((double)at(moments->value, i, 3) - 1) < 1e-3);
            }
        }
        assert_int_equal(s.summary.decoder_norm.moments != NULL, norm == NORM_PRE);
    }
}

static void where_there_is_no_norm_there_are_no_moments(void **state)
{
    Summed s = summed(*state, NORM_NONE);
    for (int k = 0; k < MOST_NORMS; k++)
        assert_null(s.summary.decoder[0].norms[k].moments);
    assert_null(s.summary.encoder[0].norms[0].moments);
}

/* More were asked for than there are words: each comes once, and they fall. */
static void likely_words_are_in_order(void **state)
{
    Summed s = summed(*state, NORM_POST);
    for (int i = 0; i < LENGTH; i++) {
        const LikelyWords *likely = &s.summary.likely[i];
        double sum = 0;
        assert_int_equal(likely->count, WORDS);
        for (int k = 0; k < WORDS; k++) {
            real p = at(likely->probabilities->value, k, 0);
            assert_true(p == at(s.translation.probabilities->value, i, likely->words[k]));
            assert_true(k == 0 || p <= at(likely->probabilities->value, k - 1, 0));
            sum += (double)p;
        }
        assert_true(fabs(sum - 1) < 1e-5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(means_are_those_of_the_heads_of_each_attention),
        cmocka_unit_test(rows_leave_a_norm_with_mean_0_and_variance_1),
        cmocka_unit_test(where_there_is_no_norm_there_are_no_moments),
        cmocka_unit_test(likely_words_are_in_order),
    };
    return run_scenes(tests);
}
