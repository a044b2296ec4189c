/* Table 1 as nodes: sums that can be explained, beside numbers that are exact. */
#include "model/studies.h"

#include "support/nodes.h"

static LayerCosts costs_of(Scene *scene, const int *lengths, int count, LayerSizes sizes, Graph **g)
{
    *g = named_graph(scene);
    return layer_costs(scope_of(*g), lengths, count, sizes);
}

static const LayerSizes small = {.d = 16, .kernel = 3, .window = 2};

static double exact(const Graph *g, const char *id, int row, int col)
{
    return name_of(g, node_of(g, "%s", id))
        ->writing->counts[row * cols_of(node_of(g, "%s", id)) + col];
}

static void assert_exact(const Graph *g, const char *id)
{
    const Node *node = node_of(g, "%s", id);
    for (int i = 0; i < rows_of(node); i++)
        for (int j = 0; j < cols_of(node); j++) {
            double count = exact(g, id, i, j);
            assert_true(count > 0 && count == floor(count));
            assert_near(cell(node->value, i, j) / count, 1, 1e-6);
        }
}

TEST(nodes_are_the_exact_counts_but_for_rounding)
{
    static const int lengths[] = {3, 999, 20000};
    static const char *const ids[] = {"multiply-adds", "growth", "growth/real", "crossing",
                                      "crossing/real"};
    Graph *g;
    costs_of(scene, lengths, 3, (LayerSizes){.d = 77, .kernel = 5, .window = 9}, &g);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        assert_exact(g, ids[i]);
    for (int kind = 0; kind < COSTED_KINDS; kind++)
        assert_exact(g, arena_format(scene->arena, "%s/operations",
                                     lowered(scene->arena, layer_facts[kind].name)));
    /* 2 · 999² · 77 + 4 · 999² */
    assert_true(exact(g, "multiply-adds", LAYER_SELF_ATTENTION, 1) == 157684158);
}

TEST(long_sentences_have_formulas_alone)
{
    static const int lengths[] = {100, 10000, 10001};
    Graph *g;
    costs_of(scene, lengths, 3, small, &g);
    const Name *difference = name_find(g, "difference");
    Tensor uncounted = difference->writing->mask->value;
    for (int kind = 0; kind < COSTED_KINDS; kind++) {
        LayerSizes s = small;
        s.n = 10001;
        assert_true(isinf(at(uncounted, kind, 2)));
        assert_true(exact(g, "multiply-adds", kind, 2) == layer_multiply_adds((LayerKind)kind, &s));
        for (int i = 0; i < 2; i++) {
            assert_true(at(uncounted, kind, i) == 0);
            assert_true(at(difference->node->value, kind, i) == 0);
        }
    }
    static const int beyond[] = {50000};
    costs_of(scene, beyond, 1, small, &g);
    assert_null(name_find(g, "gru/operations"));
}

/* 16 · (2 · 16 + 5)/(2 · 16 + 4) = 16.4 and 16 · (2 · 16 + 19)/36 = 22.7, and W + 1 = 3; with
   shorter lengths the crossings are not among them. */
TEST(curves_have_what_was_asked_for_and_what_is_to_be_seen)
{
    static const struct {
        int lengths[2], count, expected[8];
    } curves[] = {{{2, 40}, 8, {2, 3, 5, 10, 17, 20, 23, 40}}, {{6, 14}, 3, {6, 10, 14}}};
    Graph *g;
    for (int k = 1; k >= 0; k--) {
        LayerCosts c = costs_of(scene, curves[k].lengths, 2, small, &g);
        assert_int_equal(c.attention, 17);
        assert_int_equal(c.gated, 23);
        assert_int_equal(c.curve_count, curves[k].count);
        for (int i = 0; i < c.curve_count; i++)
            assert_int_equal(c.curve_lengths[i], curves[k].expected[i]);
    }
    for (int kind = 0; kind < COSTED_KINDS; kind++) { /* the last row is that of n = 40 */
        double last = kind < TABLE_1_KINDS ? exact(g, "growth", 7, kind)
                                           : exact(g, "growth/real", 7, kind - TABLE_1_KINDS);
        assert_true(last == exact(g, "multiply-adds", kind, 1));
    }
}

TEST(the_crossing_lies_between_its_two_rows)
{
    static const int lengths[] = {1};
    static const char *const ids[] = {"crossing", "crossing/real"};
    Graph *g;
    costs_of(scene, lengths, 1, small, &g);
    for (int i = 0; i < 2; i++) {
        assert_true(exact(g, ids[i], 0, 0) < exact(g, ids[i], 0, 1));
        assert_true(exact(g, ids[i], 1, 0) >= exact(g, ids[i], 1, 1));
    }
}

/* 1.2 words of one feature are the first, 512.5 of 512 the last. */
TEST(crossings_are_found_with_few_features_and_with_many)
{
    static const int lengths[] = {1};
    Graph *g;
    LayerCosts few =
        costs_of(scene, lengths, 1, (LayerSizes){.d = 1, .kernel = 2, .window = 1}, &g);
    assert_int_equal(few.attention, 2);
    node_of(g, "crossing");
    LayerCosts many =
        costs_of(scene, lengths, 1, (LayerSizes){.d = 512, .kernel = 2, .window = 1}, &g);
    assert_int_equal(many.attention, 513);
    assert_int_equal(many.gated, 520);
}

/* Of 100 words with a kernel of 3 and windows of 5. */
TEST(paths_are_layers_times_products)
{
    static const int lengths[] = {100};
    static const double layers[LAYER_KINDS] = {1, 1, 50, 50, 1, 1, 5};
    static const double products[LAYER_KINDS] = {2, 100, 1, 2, 4, 200, 1};
    Graph *g;
    costs_of(scene, lengths, 1, small, &g);
    for (int kind = 0; kind < LAYER_KINDS; kind++) {
        assert_true(cell(value_of(g, "layers"), kind, 0) == layers[kind]);
        assert_true(cell(value_of(g, "sequential"), kind, 0) == products[kind]);
        assert_true(cell(value_of(g, "path"), kind, 0) == layers[kind] * products[kind]);
    }
}
