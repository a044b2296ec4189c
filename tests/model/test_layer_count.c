/* What layers take: counted in graphs, by formula, and by another program. */
#include "model/studies.h"

#include "support/reference.h"

enum { SIZES = 6 };

static const LayerSizes sizes[SIZES] = {{1, 1, 2, 1},  {2, 3, 2, 1},   {7, 5, 3, 2},
                                        {40, 8, 4, 3}, {33, 4, 5, 16}, {100, 2, 7, 60}};

/* ---- multiply-adds ---- */

TEST(counts_are_what_the_formulas_say)
{
    for (LayerKind kind = 0; kind < LAYER_KINDS; kind++)
        for (int i = 0; i < SIZES; i++) {
            LayerCount c = layer_count(scene->arena, kind, &sizes[i]);
            assert_true(c.multiply_adds == layer_multiply_adds(kind, &sizes[i]));
            assert_true(c.sequential == layer_sequential(kind, &sizes[i]));
            assert_true(layer_reach(kind, &sizes[i]) == layer_reach_formula(kind, &sizes[i]));
        }
}

TEST(counts_are_those_of_another_program)
{
    FILE *file = fopen(TESTS_FOLDER "/model/reference/layer_costs.list", "r");
    int kind, lines = 0, sequential, reach;
    double multiply_adds;
    LayerSizes s;
    assert_non_null(file);
    assert_int_equal(fscanf(file, "#%*[^\n]"), 0);
    while (fscanf(file, "%d %d %d %d %d %lf %d %d", &kind, &s.n, &s.d, &s.kernel, &s.window,
                  &multiply_adds, &sequential, &reach) == 8) {
        LayerCount c = layer_count(scene->arena, (LayerKind)kind, &s);
        assert_true(c.multiply_adds == multiply_adds);
        assert_int_equal(c.sequential, sequential);
        assert_int_equal(layer_reach((LayerKind)kind, &s), reach);
        lines++;
    }
    fclose(file);
    assert_int_equal(lines, 7 * LAYER_KINDS);
}

TEST(operations_of_one_shape_are_counted_together)
{
    LayerSizes s = {.n = 6, .d = 4, .kernel = 3, .window = 1};
    LayerCount c = layer_count(scene->arena, LAYER_RECURRENT, &s);
    double sum = 0;
    assert_int_equal(c.count, 5); /* xW, + b, hU, +, tanh */
    assert_string_equal(c.names[0], "matmul");
    assert_true(c.table[0][COUNT_TIMES] == 1 && c.table[0][COUNT_ROWS] == 6);
    assert_string_equal(c.names[2], "matmul");
    assert_true(c.table[2][COUNT_TIMES] == 6 && c.table[2][COUNT_ROWS] == 1);
    assert_true(c.table[2][COUNT_COLS] == 4 && c.table[2][COUNT_EACH] == 4);
    for (int i = 0; i < c.count; i++) {
        double *row = c.table[i];
        assert_true(row[COUNT_ALL] ==
                    row[COUNT_TIMES] * row[COUNT_ROWS] * row[COUNT_COLS] * row[COUNT_EACH]);
        sum += row[COUNT_ALL];
    }
    assert_true(sum == c.multiply_adds);
}

/* Of a GRU's operations r ⊙ hₜ₋₁ and the sum in the tanh have one shape and one cost. */
TEST(operations_of_two_names_are_counted_apart)
{
    LayerSizes s = {.n = 6, .d = 4, .kernel = 3, .window = 1};
    LayerCount c = layer_count(scene->arena, LAYER_GRU, &s);
    int alike = 0;
    for (int i = 0; i < c.count; i++)
        if (c.table[i][COUNT_ROWS] == 1 && c.table[i][COUNT_COLS] == 4 &&
            c.table[i][COUNT_EACH] == 1) {
            assert_string_equal(c.names[i], alike ? "add" : "multiply");
            assert_true(c.table[i][COUNT_TIMES] == 6);
            alike++;
        }
    assert_int_equal(alike, 2);
}

/* That a word has arrived does not fade or grow with the layers that pass it on: after so many a
   number would be out of range. */
TEST(a_word_reaches_the_end_of_the_longest_sentence)
{
    LayerSizes s = {.n = REACHED_MOST, .d = 512, .kernel = 4, .window = 1};
    assert_int_equal(layer_reach(LAYER_CONVOLUTION, &s), 333);
    assert_int_equal(layer_reach(LAYER_RESTRICTED, &s), 999);
    assert_int_equal(layer_reach(LAYER_DILATED, &s), 5);
}

/* A graph that computes has the same operations. */
TEST(what_is_computed_costs_what_is_counted)
{
    LayerSizes s = {.n = 9, .d = 6, .kernel = 3, .window = 2};
    for (LayerKind kind = 0; kind < LAYER_KINDS; kind++) {
        Graph *g = graph_new(scene->arena);
        Node *out = layer(g, kind, &s, 0, constant(g, tensor_new(scene->arena, 9, 6), "zeros"));
        double sum = 0;
        for (int i = 0; i < g->count; i++)
            sum += node_cost(g->nodes[i]);
        assert_true(sum == layer_count(scene->arena, kind, &s).multiply_adds);
        assert_true(same_shape(out->value, (Tensor){9, 6, NULL}));
    }
}

/* ---- crossings ---- */

/* 2nd + 4n = 2d² + 5d just above n = d, and 2nd + 4n = 2d² + 19d; 12n = 108 where d = 4: with 9
   words both take the same. */
TEST(attention_costs_more_from_n_about_d_on)
{
    static const struct {
        LayerKind kind;
        int d, most, expected;
    } crossings[] = {
        {LAYER_SELF_ATTENTION, 512, 10000, 513},
        {LAYER_MULTI_HEAD, 512, 10000, 520},
        {LAYER_SELF_ATTENTION, 512, 512, 0},
        {LAYER_MULTI_HEAD, 4, 9, 9},
        {LAYER_MULTI_HEAD, 4, 8, 0},
    };
    for (size_t i = 0; i < sizeof crossings / sizeof *crossings; i++) {
        LayerSizes s = {.d = crossings[i].d, .kernel = 3, .window = 1};
        assert_int_equal(layers_cross(crossings[i].kind, &s, crossings[i].most),
                         crossings[i].expected);
    }
}
