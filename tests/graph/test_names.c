/* Names of nodes: paths, titles, symbols, several names of one node, and what they cost where
   nobody looks. */

#include "graph/ops.h"
#include "support/nodes.h"

static void assert_name(const Graph *g, const char *id, const char *title, const char *formula)
{
    const Name *name = name_find(g, id);
    assert_non_null(name);
    assert_string_equal(name->title, title);
    assert_string_equal(name->formula, formula);
}

/* ---- where ---- */

TEST_OF_NAMES(a_path_has_all_scopes_and_a_title_what_they_are_of)
{
    Scope layer = within(scope_of(g), "encoder-%d", " of layer %d", 2);
    Scope head = within(layer, "head-%d", " of head %d", 3);
    Node *x = named(head, "scores", "Scores", zeros(g, 2, 2));
    named(within(scope_of(g), "raw", " without projections", 9), "scores", "Scores",
          zeros(g, 2, 2));
    assert_name(g, "encoder-2/head-3/scores", "Scores of head 3 of layer 2", "");
    assert_name(g, "raw/scores", "Scores without projections", "");
    assert_ptr_equal(name_find(g, "encoder-2/head-3/scores")->node, x);
    assert_string_equal(name_of(g, x)->id, "encoder-2/head-3/scores");
    assert_null(name_find(g, "scores"));
}

/* Symbols have the number of the scope that they are in; a text that nobody wrote for a format may
   have a % of its own; and a single row is what its scope says. */
TEST_OF_NAMES(a_scope_gives_its_number_its_ending_and_its_row)
{
    static const char *const words[] = {"100 %d"};
    Axis row = label_axis("output word", words, 1);
    Scope step = ending_in(within(scope_of(g), "step-%d", "", 12), " for “100 %d”");
    step.row = &row;
    Scope inside = within(step, "cell", "", 5);
    Node *state_node = defined(inside, "state", "State", "s_{%d}", tanh_of(g, zeros(g, 1, 4)));
    defined(step, "two", "Two rows", "t", zeros(g, 2, 4));
    assert_name(g, "step-12/cell/state", "State for “100 %d”", "s_{12} = tanh(…)");
    assert_string_equal(writing_of(g, state_node)->formula.text, "s_{12}");
    assert_string_equal(name_find(g, "step-12/cell/state")->writing->rows.labels[0], "100 %d");
    assert_string_equal(name_find(g, "step-12/two")->writing->rows.name, "feature");
}

/* "H→" is not "H". */
TEST_OF_NAMES(a_marked_symbol_is_another)
{
    Scope s = scope_of(g);
    Node *forward = defined(s, "forward", "Forward", "H→", zeros(g, 2, 2));
    defined(s, "all", "All", "H", tanh_of(g, forward));
    assert_string_equal(name_find(g, "all")->formula, "H = tanh(H→)");
    Node *H = name_find(g, "all")->node;
    defined(s, "next", "Next", "H", relu(g, H));
    assert_string_equal(name_find(g, "next")->formula, "H ← max(0, H)");
}

TEST_OF_NAMES(names_are_found_however_many_there_are)
{
    enum { MANY = 3000 }; /* the table grows several times */
    Scope s = scope_of(g);
    for (int i = 0; i < MANY; i++)
        named(s, arena_format(g->arena, "x-%d", i), "X", zeros(g, 1, 1));
    assert_int_equal(g->names->count, MANY);
    for (int i = 0; i < MANY; i++) {
        const Name *name = name_find(g, arena_format(g->arena, "x-%d", i));
        assert_ptr_equal(name, &g->names->items[i]); /* in the order they were given */
    }
}

TEST_ABORTS(one_name_for_two_nodes_is_a_bug)
{
    Graph *g = named_graph(scene);
    Scope s = within(scope_of(g), "head-%d", "", 1);
    named(s, "x", "X", zeros(g, 1, 1));
    named(scope_of(g), "head-1/x", "X", zeros(g, 1, 1));
}

/* ---- symbols ---- */

TEST_OF_NAMES(a_symbol_stands_for_what_it_defines)
{
    Scope s = scope_of(g);
    Node *X = given(s, "X", "Words", "X", feature_axis(g, 2), feature_axis(g, 3), zeros(g, 2, 3));
    Node *W =
        given(s, "W", "Weights", "W_Q", feature_axis(g, 3), feature_axis(g, 3), zeros(g, 3, 3));
    Node *Q = defined(s, "Q", "Queries", "Q", matmul(g, X, W));
    named(s, "scores", "Scores", matmul_transposed(g, Q, Q));
    named(s, "unnamed", "By operations", tanh_of(g, relu(g, Q)));
    assert_name(g, "X", "Words", "X");
    assert_name(g, "Q", "Queries", "Q = X W_Q");
    assert_name(g, "scores", "Scores", "QQᵀ");
    assert_name(g, "unnamed", "By operations", "tanh(max(0, Q))");
    with_symbol(s, Q, "q_{%d}", 4);
    assert_string_equal(writing_of(g, relu(g, Q))->formula.text, "max(0, q_{4})");
    assert_name(g, "Q", "Queries", "Q = X W_Q");
}

TEST_OF_NAMES(a_symbol_may_get_another_meaning)
{
    Scope s = scope_of(g);
    Node *X = given(s, "X", "Words", "X", feature_axis(g, 2), feature_axis(g, 4), zeros(g, 2, 4));
    Node *PE = defined(s, "PE", "Positions", "PE", sinusoids(g, 2, 4, 100));
    Node *input = defined(s, "input", "Input", "X", add(g, X, PE));
    assert_name(g, "PE", "Positions",
                "PE(p, 2i) = sin(p/100^{2i/d}), PE(p, 2i+1) = "
                "cos(p/100^{2i/d})");
    assert_name(g, "input", "Input", "X ← X + PE");
    assert_string_equal(writing_of(g, relu(g, input))->formula.text, "max(0, X)");
}

/* ---- several names ---- */

TEST_OF_NAMES(a_second_name_keeps_what_the_first_says)
{
    static const char *const words[] = {"a", "b"};
    Scope s = scope_of(g);
    Node *x = given(s, "X", "Words", "X", label_axis("token", words, 2), feature_axis(g, 3),
                    zeros(g, 2, 3));
    named(s, "again", "Again", x);
    assert_string_equal(name_of(g, x)->id, "X");
    assert_string_equal(name_find(g, "again")->writing->rows.labels[1], "b");
    assert_string_equal(writing_of(g, relu(g, x))->formula.text, "max(0, X)");
    with_axes(s, x, (Axis){0}, label_axis("part", words, 3)); /* of the second name alone */
    assert_string_equal(writing_of(g, x)->cols.name, "feature");
    defined(s, "Y", "Renamed", "Y", x);
    with_axes(s, x, (Axis){0}, label_axis("part", words, 3)); /* of what is made from now on */
    assert_string_equal(writing_of(g, x)->cols.name, "part");
    assert_string_equal(writing_of(g, relu(g, x))->formula.text, "max(0, Y)");
}

TEST_OF_NAMES(a_model_knows_more_than_an_operation)
{
    Scope s = scope_of(g);
    Node *x = named(s, "x", "X", relu(g, zeros(g, 2, 3)));
    Axis places = number_axis(g, "position", 0, 2);
    with_kind(s, with_width(s, with_axes(s, x, places, (Axis){0}), "d_k"), VALUE_COUNT);
    const Writing *w = name_find(g, "x")->writing;
    assert_string_equal(w->rows.labels[1], "1");
    assert_true(w->rows.unquoted);
    assert_string_equal(w->cols.symbol, "d_k");
    assert_int_equal(w->kind, VALUE_COUNT);
    Node *unnamed = relu(g, x);
    assert_ptr_equal(with_width(s, unnamed, "d"), unnamed);
    assert_null(name_of(g, unnamed));
}

/* ---- where nobody looks ---- */

static Node *small_model(Graph *g)
{
    Scope s = within(scope_of(g), "layer-%d", " of layer %d", 1);
    Tensor numbers = tensor_new(g->arena, 3, 4);
    for (int i = 0; i < 12; i++)
        numbers.data[i] = (real)(i % 5) - 2;
    Node *x = given(s, "x", "Words", "X", feature_axis(g, 3), feature_axis(g, 4),
                    constant(g, numbers, "by hand"));
    Node *scores = named(s, "scores", "Scores", matmul_transposed(g, x, x));
    with_roles(s, scores, "query", "key");
    Node *weights = defined(s, "weights", "Weights", "A", softmax_rows(g, scores));
    return with_symbol(s, matmul(g, weights, x), "o_%d", 1);
}

TEST(without_names_the_same_nodes_have_the_same_numbers)
{
    Graph *plain = graph_new(scene->arena), *told = named_graph(scene);
    Node *a = small_model(plain), *b = small_model(told);
    assert_int_equal(plain->count, told->count);
    for (size_t i = 0; i < tensor_size(a->value); i++)
        assert_true(a->value.data[i] == b->value.data[i]);
    for (int i = 0; i < plain->count; i++)
        assert_null(plain->nodes[i]->writing);
    assert_null(name_find(plain, "layer-1/scores"));
    assert_null(name_of(plain, a));
    assert_int_equal(told->names->count, 3);
}
