/* Table 1 as nodes: sums that can be explained, beside numbers that are exact. */
#include "model/layer_costs.h"

#include "support/reference.h"

#include <math.h>

static LayerCosts costs_of(Scene *scene, const int *lengths, int count, LayerSizes sizes)
{
    LayerCostsSettings s = {.lengths = lengths, .length_count = count, .sizes = sizes};
    return layer_costs(graph_new(scene->arena), s);
}

static const LayerSizes small = {.d = 16, .kernel = 3, .window = 2};

static void assert_exact(Counts c)
{
    for (int i = 0; i < rows_of(c.node); i++)
        for (int j = 0; j < cols_of(c.node); j++) {
            double exact = c.exact[i * cols_of(c.node) + j];
            assert_true(exact > 0 && exact == floor(exact));
            assert_true(fabs((double)at(c.node->value, i, j) / exact - 1) < 1e-6);
        }
}

static void nodes_are_the_exact_counts_but_for_rounding(void **state)
{
    static const int lengths[] = {3, 999, 20000};
    LayerCosts c = costs_of(*state, lengths, 3, (LayerSizes){.d = 77, .kernel = 5, .window = 9});
    assert_exact(c.multiply_adds);
    assert_exact(c.table_1);
    assert_exact(c.beside);
    assert_exact(c.attention.counts);
    assert_exact(c.gated.counts);
    for (int kind = 0; kind < COSTED_KINDS; kind++)
        assert_exact(c.operations[kind].table);
    /* 2 · 999² · 77 + 4 · 999² */
    assert_true(c.multiply_adds.exact[1] == 157684158);
    assert_true(c.operations[LAYER_SELF_ATTENTION].found.multiply_adds == 157684158);
}

static void long_sentences_have_formulas_alone(void **state)
{
    static const int lengths[] = {100, 10000, 10001};
    LayerCosts c = costs_of(*state, lengths, 3, small);
    assert_int_equal(c.counted, 2);
    assert_int_equal(c.reached, 1);
    for (int kind = 0; kind < COSTED_KINDS; kind++) {
        LayerSizes s = small;
        s.n = 10001;
        assert_true(isinf(at(c.uncounted->value, kind, 2)));
        assert_true(c.multiply_adds.exact[kind * 3 + 2] ==
                    layer_multiply_adds((LayerKind)kind, &s));
        for (int i = 0; i < 2; i++) {
            assert_true(at(c.uncounted->value, kind, i) == 0);
            assert_true(at(c.difference->value, kind, i) == 0);
        }
    }
    static const int beyond[] = {50000};
    assert_null(costs_of(*state, beyond, 1, small).operations);
}

/* 16 · (2 · 16 + 5)/(2 · 16 + 4) = 16.4 and 16 · (2 · 16 + 19)/36 = 22.7 */
static void curves_have_what_was_asked_for_and_what_is_to_be_seen(void **state)
{
    static const int lengths[] = {3, 40}, expected[] = {3, 5, 10, 17, 20, 23, 40};
    LayerCosts c = costs_of(*state, lengths, 2, small);
    assert_int_equal(c.attention.n, 17);
    assert_int_equal(c.gated.n, 23);
    assert_int_equal(c.curve_count, 7); /* r = 5 is one of them */
    for (int i = 0; i < 7; i++)
        assert_int_equal(c.curve_lengths[i], expected[i]);
    const int others = COSTED_KINDS - TABLE_1_KINDS;
    for (int kind = 0; kind < COSTED_KINDS; kind++) { /* the last row is that of n = 40 */
        double last = kind < TABLE_1_KINDS ? c.table_1.exact[6 * TABLE_1_KINDS + kind]
                                           : c.beside.exact[6 * others + kind - TABLE_1_KINDS];
        assert_true(last == c.multiply_adds.exact[kind * 2 + 1]);
    }
}

/* 17 and 23 are not among them. */
static void curves_end_where_the_lengths_do(void **state)
{
    static const int lengths[] = {6, 14}, expected[] = {6, 10, 14};
    LayerCosts c = costs_of(*state, lengths, 2, small);
    assert_int_equal(c.curve_count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(c.curve_lengths[i], expected[i]);
}

static void the_crossing_lies_between_its_two_rows(void **state)
{
    static const int lengths[] = {1};
    LayerCosts c = costs_of(*state, lengths, 1, small);
    const Crossing *crossings[] = {&c.attention, &c.gated};
    for (int i = 0; i < 2; i++) {
        const double *exact = crossings[i]->counts.exact;
        assert_true(exact[0] < exact[1]);
        assert_true(exact[2] >= exact[3]);
    }
}

/* 1.2 words of one feature are the first, 512.5 of 512 the last. */
static void crossings_are_found_with_few_features_and_with_many(void **state)
{
    static const int lengths[] = {1};
    LayerCosts few = costs_of(*state, lengths, 1, (LayerSizes){.d = 1, .kernel = 2, .window = 1});
    LayerCosts many =
        costs_of(*state, lengths, 1, (LayerSizes){.d = 512, .kernel = 2, .window = 1});
    assert_int_equal(few.attention.n, 2);
    assert_non_null(few.attention.counts.node);
    assert_int_equal(many.attention.n, 513);
    assert_int_equal(many.gated.n, 520);
}

/* Of 100 words with a kernel of 3 and windows of 5. */
static void paths_are_layers_times_products(void **state)
{
    static const int lengths[] = {100};
    static const double layers[LAYER_KINDS] = {1, 1, 50, 49, 1, 1, 5};
    static const double products[LAYER_KINDS] = {2, 100, 1, 2, 4, 200, 1};
    LayerCosts c = costs_of(*state, lengths, 1, small);
    for (int kind = 0; kind < LAYER_KINDS; kind++) {
        assert_true((double)at(c.layers->value, kind, 0) == layers[kind]);
        assert_true((double)at(c.sequential->value, kind, 0) == products[kind]);
        assert_true((double)at(c.path->value, kind, 0) == layers[kind] * products[kind]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_are_the_exact_counts_but_for_rounding),
        cmocka_unit_test(long_sentences_have_formulas_alone),
        cmocka_unit_test(curves_have_what_was_asked_for_and_what_is_to_be_seen),
        cmocka_unit_test(curves_end_where_the_lengths_do),
        cmocka_unit_test(the_crossing_lies_between_its_two_rows),
        cmocka_unit_test(crossings_are_found_with_few_features_and_with_many),
        cmocka_unit_test(paths_are_layers_times_products),
    };
    return run_scenes(tests);
}
