/* What a graph takes: multiply-adds counted by hand, and the
   longest chain, in operations, products and steps, on graphs drawn by hand. */

#include "graph/ops.h"
#include "support/nodes.h"

/* ---- work ---- */

/* a[2,3] b[3,4]: 2·4 cells of 3 products; the sum of [2,4] with itself: 8 cells. */
TEST_OF_GRAPH(all_behind_a_node_is_counted_once)
{
    Node *product = matmul(g, zeros(g, 2, 3), zeros(g, 3, 4));
    Node *sum = add(g, product, product), *beside = tanh_of(g, product);
    double of_sum = node_cost(sum);
    bool *met = arena_alloc(scene->arena, (size_t)g->count, sizeof *met);
    assert_true(graph_work(g, met, sum) == 24 + of_sum);
    assert_true(graph_work(g, met, sum) == 0);
    assert_true(graph_work(g, met, beside) == node_cost(beside));
    assert_true(met[product->index]);
}

/* ---- depth ---- */

/*      a ── tanh ── tanh ── tanh ──┐
 *      │                           add ── stack
 *      └── sigmoid ────────────────┘                */
TEST_OF_GRAPH(the_longest_of_two_ways_counts_and_copies_take_no_time)
{
    Node *a = zeros(g, 2, 2), *way = a;
    assert_int_equal(graph_depth(g, a, OPERATIONS), 0);
    for (int i = 0; i < 3; i++)
        way = tanh_of(g, way);
    Node *sum = add(g, way, sigmoid(g, a));
    assert_int_equal(graph_depth(g, sum, OPERATIONS), 4);
    assert_int_equal(graph_depth(g, stack(g, (Node *[]){sum, sum}, 2), OPERATIONS), 4);
}

/* Each node is looked at once: 2⁶⁰ ways lead through sixty sums of a node and itself. */
TEST_OF_GRAPH(ways_that_meet_again_are_walked_once)
{
    Node *a = zeros(g, 2, 2);
    for (int i = 0; i < 60; i++)
        a = add(g, a, a);
    assert_int_equal(graph_depth(g, a, OPERATIONS), 60);
}

/* Two chains side by side, of 3 and 2 steps, and what is between the steps does not count. */
TEST_OF_GRAPH(steps_in_a_row_are_those_of_one_chain)
{
    Node *steps[5];
    Node *left = zeros(g, 2, 2), *right = zeros(g, 2, 2);
    for (int i = 0; i < 3; i++)
        steps[i] = left = sigmoid(g, tanh_of(g, left));
    for (int i = 3; i < 5; i++)
        steps[i] = right = sigmoid(g, tanh_of(g, right));
    Node *both = add(g, left, right);
    assert_int_equal(graph_steps(g, both, steps, 5), 3);
    assert_int_equal(graph_steps(g, right, steps, 5), 2);
    assert_int_equal(graph_steps(g, both, steps + 3, 2), 2);
    assert_int_equal(graph_steps(g, both, steps, 0), 0);
    assert_int_equal(graph_depth(g, both, OPERATIONS), 7);
}

/* So many frames of a recursion would not fit on the stack. */
TEST(a_chain_may_have_a_million_operations)
{
    Graph *g = graph_of_shapes(scene->arena);
    Node *end = constant(g, (Tensor){1, 1, NULL}, "a shape");
    for (int i = 0; i < 1000000; i++)
        end = relu(g, end);
    assert_int_equal(graph_depth(g, end, OPERATIONS), 1000000);
    assert_int_equal(graph_steps(g, end, (Node *[]){g->nodes[7], end}, 2), 2);
}

/* What is made after the end does not matter, and what sums no products is no product. */
TEST_OF_GRAPH(products_are_counted_alone_up_to_the_end)
{
    Node *a = zeros(g, 2, 2), *product = matmul(g, tanh_of(g, matmul(g, a, a)), relu(g, a));
    Node *end = add(g, product, a);
    matmul(g, end, end);
    assert_int_equal(graph_depth(g, end, PRODUCTS), 2);
    assert_int_equal(graph_depth(g, end, OPERATIONS), 4);
    assert_int_equal(graph_depth(g, a, PRODUCTS), 0);
}
