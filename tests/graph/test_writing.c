/* How nodes are written: brackets and juxtaposition, what rows and columns are called, what numbers
   mean. (The formula of each operation is in test_ops.c.) */

#include "graph/ops.h"
#include "support/nodes.h"

/* Two matrices of queries and keys by features, in a graph with names. */
typedef struct Board {
    Graph *g;
    Scope s;
    Node *Q, *K; /* tokens "a", "b", "c" by 4 features, d_k of them */
} Board;

static const char *const tokens[] = {"a", "b", "c"};

static Node *matrix(Scope s, const char *symbol, int rows, int cols)
{
    Graph *g = s.graph;
    return given(s, symbol, symbol, symbol, label_axis("token", tokens, rows),
                 feature_axis(g, cols), zeros(g, rows, cols));
}

static Board board_new(Scene *scene)
{
    Board b = {.g = graph_new(scene->arena)};
    graph_name(b.g);
    b.s = scope_of(b.g);
    b.Q = with_width(b.s, matrix(b.s, "Q", 3, 4), "d_k");
    b.K = matrix(b.s, "K", 3, 4);
    return b;
}

static void assert_formula(Graph *g, Node *node, const char *formula)
{
    assert_string_equal(writing_of(g, node)->formula.text, formula);
}

/* ---- formulas ---- */

#define TEST_OF_BOARD(name) TEST_OF(name, Board, b, board_new(scene))

TEST_OF_BOARD(what_binds_less_than_its_surroundings_stands_in_brackets)
{
    Graph *g = b.g;
    Node *sum = add(g, b.Q, b.K), *product = multiply(g, b.Q, b.K);
    assert_formula(g, multiply(g, sum, product), "(Q + K) ⊙ (Q ⊙ K)");
    assert_formula(g, matmul_transposed(g, product, b.K), "(Q ⊙ K) Kᵀ");
    assert_formula(g, subtract(g, b.Q, sum), "Q − (Q + K)");
    assert_formula(g, add(g, product, sum), "Q ⊙ K + Q + K");
    assert_formula(g, transpose(g, product), "(Q ⊙ K)ᵀ");
    assert_formula(g, softmax_rows(g, sum), "softmax(Q + K)");
    assert_formula(g, matmul_transposed(g, sum, softmax_rows(g, b.K)), "(Q + K) softmax(K)ᵀ");
}

TEST_OF_BOARD(single_letters_stand_side_by_side_and_others_apart)
{
    Graph *g = b.g;
    Node *W = with_symbol(b.s, matrix(b.s, "W", 3, 3), "W_{%d}", 2);
    Node *alpha = with_symbol(b.s, matrix(b.s, "other", 3, 3), "α", 0);
    assert_formula(g, matmul_transposed(g, b.Q, b.K), "QKᵀ");
    assert_formula(g, matmul(g, W, b.Q), "W_{2} Q");
    assert_formula(g, matmul(g, alpha, b.Q), "αQ");
    assert_formula(g, matmul(g, matmul(g, W, alpha), b.Q), "W_{2} αQ");
    assert_formula(g, matmul(g, alpha, matmul(g, W, b.Q)), "α W_{2} Q");
}

TEST_OF_BOARD(a_root_is_that_of_the_width_by_its_symbol_if_it_has_one)
{
    Node *scores = matmul_transposed(b.g, b.Q, b.K), *others = matmul_transposed(b.g, b.K, b.K);
    assert_formula(b.g, divide_by_root(b.g, scores, 4), "QKᵀ/√d_k");
    assert_formula(b.g, divide_by_root(b.g, others, 4), "KKᵀ/√d");
    assert_formula(b.g, divide_by_root(b.g, scores, 7), "QKᵀ/√7");
}

TEST_OF_BOARD(parts_side_by_side_are_a_series_a_few_or_many)
{
    Graph *g = b.g;
    Node *heads[5], *others[5];
    for (int i = 0; i < 5; i++) {
        heads[i] = relu(g, b.Q);
        writing_of(g, heads[i]);
        with_symbol(b.s, heads[i], "head_{%d}", i + 1);
        others[i] = i % 2 ? tanh_of(g, b.Q) : relu(g, b.Q);
    }
    assert_true(formulas_are_series(g, heads, 5));
    assert_false(formulas_are_series(g, others, 5));
    assert_formula(g, concat(g, heads, 5), "Concat(head_{1}, …, head_{5})");
    assert_formula(g, concat(g, heads, 2), "Concat(head_{1}, head_{2})");
    assert_formula(g, concat(g, heads, 1), "Concat(head_{1})");
    assert_formula(g, concat(g, others, 2), "[max(0, Q) ; tanh(Q)]");
    assert_formula(g, concat(g, others, 5), "[max(0, Q) ; … ; max(0, Q)]");
    assert_formula(g, concat(g, (Node *[]){others[0], others[2]}, 2), "max(0, Q)");
    assert_formula(g, mean(g, (Node *[]){others[0], others[2]}, 2), "mean of max(0, Q)");
    assert_formula(g, mean(g, others, 2), "mean(max(0, Q), tanh(Q))");
}

/* States that are made from each other; the first of something given. */
TEST_OF_BOARD(a_stack_of_a_series_says_how_each_is_made)
{
    Graph *g = b.g;
    Node *states[4], *before = with_symbol(b.s, matrix(b.s, "other", 3, 4), "h_{%d}", 9);
    for (int i = 0; i < 4; i++) {
        Scope s = within(b.s, "place-%d", "", 10 + i);
        states[i] = before = defined(s, "state", "State", "h_{%d}", add(g, before, b.Q));
    }
    named(b.s, "all", "All", stack(g, states, 4));
    assert_string_equal(name_find(g, "all")->formula, "[h_{10} ; … ; h_{13}], h_{i} = h_{i−1} + Q");
    named(b.s, "one", "One", stack(g, states + 1, 1));
    assert_string_equal(name_find(g, "one")->formula, "h_{11}, h_{11} = h_{10} + Q");
    Node *mixed[] = {states[0], with_symbol(b.s, tanh_of(g, b.Q), "h_{%d}", 11)};
    assert_null(formula_of_each(g, mixed, 2));
    assert_null(formula_of_each(g, (Node *[]){b.Q, b.K}, 2));
}

/* What was shown as masked is masked when it is turned, and among others. */
TEST_OF_BOARD(masks_go_with_what_is_turned_or_stacked)
{
    Graph *g = b.g;
    static const double hidden[12] = {0, 0, 0, 0, 0, 0, -INFINITY};
    Axis axis = writing_of(g, b.Q)->rows;
    Node *mask = given_mask(b.s, "mask", "Mask", axis, (Axis){0}, by_hand(g, 3, 4, hidden));
    Node *masked = add(g, b.Q, mask);
    assert_true(isinf(at(writing_of(g, transpose(g, masked))->mask->value, 2, 1)));
    Node *both = stack(g, (Node *[]){masked, masked}, 2);
    assert_true(isinf(at(writing_of(g, both)->mask->value, 4, 2)));
    /* a part without a mask hides nothing; parts without any have none */
    Tensor below = writing_of(g, stack(g, (Node *[]){b.K, masked}, 2))->mask->value;
    Tensor beside = writing_of(g, concat(g, (Node *[]){b.K, masked}, 2))->mask->value;
    assert_true(isinf(at(below, rows_of(b.K) + 1, 2)) && at(below, 1, 2) == 0);
    assert_true(isinf(at(beside, 1, cols_of(b.K) + 2)) && at(beside, 1, 2) == 0);
    assert_null(writing_of(g, stack(g, (Node *[]){b.K, b.K}, 2))->mask);
}

TEST_OF_BOARD(what_was_only_given_is_three_dots)
{
    Node *unknown = zeros(b.g, 3, 4);
    assert_formula(b.g, add(b.g, b.Q, unknown), "Q + …");
    assert_null(writing_of(b.g, gather(b.g, unknown, (int[]){2, 0}, 2))->formula.text);
}

TEST_OF_BOARD(pieces_say_which_they_are)
{
    Graph *g = b.g;
    Node *scores = softmax_rows(g, b.Q);
    assert_formula(g, columns(g, b.Q, 1, 2), "Q[·, 2…3]");
    assert_formula(g, columns(g, b.Q, 3, 1), "Q[·, 4]");
    assert_formula(g, columns(g, b.Q, 0, 4), "Q");
    assert_formula(g, gather(g, b.Q, (int[]){0, 2}, 2), "Q[tokens]");
    assert_formula(g, gather(g, b.Q, (int[]){2}, 1), "Q[3, ·]");
    assert_formula(g, gather(g, scores, (int[]){1, 2}, 2), "softmax(Q)[2…3, ·]");
    assert_formula(g, gather(g, scores, (int[]){0, 1, 2}, 3), "softmax(Q)");
    Node *rows = gather(g, scores, (int[]){1, 2}, 2);
    assert_formula(g, columns(g, rows, 0, 2), "softmax(Q)[2…3, 1…2]");
}

TEST_OF_BOARD(where_a_word_is_a_column_so_is_its_part)
{
    Graph *g = b.g;
    g->names->columns = true;
    Node *scores = matmul_transposed(g, b.Q, b.K), *row = row_range(g, scores, 2, 1);
    assert_formula(g, row_range(g, scores, 1, 2), "(KᵀQ)[·, 2…3]");
    assert_formula(g, row, "(KᵀQ)[·, 3]");
    assert_formula(g, columns(g, b.Q, 1, 2), "Q[2…3, ·]");
    assert_formula(g, columns(g, row, 0, 1), "(KᵀQ)[·, 3][1, ·]");
    assert_formula(g, weigh_rows(g, b.K, row), "K diag((KᵀQ)[·, 3])");
}

/* ---- rows and columns ---- */

static void assert_axis(Axis axis, const char *name, const char *labels)
{
    char found[64] = "";
    for (int i = 0; i < axis.count; i++)
        strcat(strcat(found, i ? " " : ""), axis.labels[i]);
    assert_string_equal(axis.name, name);
    assert_string_equal(found, labels);
}

TEST_OF_BOARD(a_product_has_the_rows_of_one_and_the_columns_of_the_other)
{
    Graph *g = b.g;
    const Writing *w = writing_of(g, matmul_transposed(g, b.Q, b.K));
    assert_axis(w->rows, "token", "a b c");
    assert_axis(w->cols, "token", "a b c");
    w = writing_of(g, transpose(g, b.Q));
    assert_axis(w->rows, "feature", "1 2 3 4");
    assert_axis(w->cols, "token", "a b c");
}

TEST_OF_BOARD(labels_go_with_their_rows_and_columns)
{
    Graph *g = b.g;
    Node *turned = transpose(g, b.Q), *two = gather(g, b.Q, (int[]){2, 1}, 2);
    assert_axis(writing_of(g, two)->rows, "token", "c b");
    assert_axis(writing_of(g, columns(g, turned, 1, 2))->cols, "token", "b c");
    assert_axis(writing_of(g, columns(g, b.Q, 1, 2))->cols, "feature", "1 2");
    assert_axis(writing_of(g, stack(g, (Node *[]){b.Q, two}, 2))->rows, "token", "a b c c b");
    Node *beside = concat(g, (Node *[]){turned, turned}, 2);
    assert_axis(writing_of(g, beside)->cols, "token", "a b c a b c");
    assert_axis(writing_of(g, stack(g, (Node *[]){b.Q, matmul(g, turned, b.K)}, 2))->rows,
                "feature", "1 2 3 4 5 6 7");
    assert_axis(writing_of(g, row_mean(g, b.Q))->cols, "measure", "mean");
    assert_axis(writing_of(g, row_lengths(g, b.Q))->rows, "token", "a b c");
}

TEST_OF_BOARD(roles_are_said_of_scores_and_end_with_them)
{
    Graph *g = b.g;
    Node *scores = named(b.s, "scores", "Scores", matmul_transposed(g, b.Q, b.K));
    with_roles(b.s, scores, "query", "key");
    Node *weights = softmax_rows(g, scores);
    assert_axis(writing_of(g, weights)->cols, "key", "a b c");
    assert_string_equal(writing_of(g, weights)->cols.role_of, "token");
    Axis rows = writing_of(g, matmul(g, weights, b.K))->rows;
    assert_axis(rows, "token", "a b c");
    assert_null(rows.role_of);
    assert_axis(axis_itself(axis_as(rows, "query")), "token", "a b c");
}

TEST(a_graph_without_names_has_axes_without_labels)
{
    Axis axis = feature_axis(graph_new(scene->arena), 7);
    assert_int_equal(axis.count, 7);
    assert_null(axis.labels);
}

/* ---- what numbers mean ---- */

TEST_OF_BOARD(kinds_follow_from_the_operations)
{
    Graph *g = b.g;
    Node *weights = softmax_rows(g, b.Q), *share = sigmoid(g, b.K);
    const struct {
        Node *node;
        ValueKind kind;
    } rows[] = {
#include "graph/kinds.list"
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(writing_of(g, rows[i].node)->kind, rows[i].kind);
    assert_int_equal(
        writing_of(g, with_kind(b.s, named(b.s, "x", "x", rows[0].node), VALUE_COUNT))->kind,
        VALUE_COUNT);
}

TEST_OF_BOARD(what_a_mask_was_added_to_is_masked_until_its_cells_are_gone)
{
    Graph *g = b.g;
    static const double hidden[9] = {0, -INFINITY};
    Axis axis = label_axis("token", tokens, 3);
    Node *mask = given_mask(b.s, "mask", "Mask", axis, axis, by_hand(g, 3, 3, hidden));
    Node *masked = add(g, matmul_transposed(g, b.Q, b.K), mask);
    Node *weights = softmax_rows(g, masked);
    assert_formula(g, masked, "QKᵀ + M");
    assert_ptr_equal(writing_of(g, weights)->mask, mask);
    assert_int_equal(writing_of(g, mask)->kind, VALUE_MASK);
    assert_null(writing_of(g, matmul(g, weights, b.K))->mask);
    assert_null(writing_of(g, row_entropy(g, weights))->mask);
    const Node *moved = writing_of(g, gather(g, weights, (int[]){1, 0, 2}, 3))->mask;
    assert_true(isinf(at(moved->value, 1, 1)) && at(moved->value, 0, 1) == 0);
}
