/* The variance of scores, and what the softmax makes of it. */
#include "model/studies.h"

#include "support/nodes.h"

enum { DIMS = 4 };

static const int dims[DIMS] = {1, 4, 16, 256};

static Graph *measured(Scene *scene, const int *sizes, int count, int samples, uint64_t seed)
{
    ScoreVarianceSettings s = {.dims = {{sizes}, count}, .samples = samples, .seed = seed};
    Graph *g = named_graph(scene);
    score_variance(scope_of(g), s);
    return g;
}

/* 1000 queries of 16 keys. The scores of one query share it: |q|²/d has the variance 2/d. */
TEST(the_variance_is_the_number_of_features_and_1_with_the_root)
{
    Graph *g = measured(scene, dims, DIMS, 1000, 1);
    for (int i = 0; i < DIMS; i++) {
        double spread = sqrt(2.0 / dims[i] / 1000 + 8.0 / 16000);
        double plain = cell(value_of(g, "variance"), i, 0);
        assert_near(plain / dims[i], 1, 4 * spread);
        assert_near(cell(value_of(g, "variance"), i, 1), plain / dims[i], 1e-4);
    }
}

/* From the weights that are kept, of the one query there is. */
TEST(measures_are_those_of_the_weights)
{
    Graph *g = measured(scene, dims, DIMS, 1, 2);
    for (int i = 0; i < DIMS; i++)
        for (int kind = 0; kind < 2; kind++) {
            const real *w = tensor_row(value_of(g, kind ? "scaled/weights" : "plain/weights"), i);
            double sum = 0, bits = 0, largest = 0, squares = 0;
            for (int j = 0; j < SCORED_KEYS; j++) {
                double x = (double)w[j];
                sum += x;
                bits -= x > 0 ? x * log2(x) : 0;
                largest = fmax(largest, x);
                for (int k = 0; k < SCORED_KEYS; k++)
                    squares += pow((j == k ? x : 0) - x * (double)w[k], 2);
            }
            assert_near(sum, 1, 1e-5);
            assert_near(cell(value_of(g, "entropy"), i, kind), bits, 1e-5);
            assert_near(cell(value_of(g, "largest"), i, kind), largest, 1e-6);
            assert_near(cell(value_of(g, "slope"), i, kind), sqrt(squares), 1e-5);
        }
}

TEST(a_seed_draws_the_same_numbers_whatever_else_is_drawn)
{
    Graph *g = measured(scene, dims, DIMS, 5, 1), *other = measured(scene, dims, DIMS, 5, 2);
    Graph *alone = measured(scene, (int[]){16}, 1, 5, 1);
    assert_true(at(value_of(alone, "slope"), 0, 0) == at(value_of(g, "slope"), 2, 0));
    assert_true(at(value_of(other, "slope"), 2, 0) != at(value_of(g, "slope"), 2, 0));
}
