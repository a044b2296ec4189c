/* The longest chain of a graph, in operations, products and steps, on graphs drawn by hand. */
#include "graph/depth.h"

#include "graph/ops.h"
#include "support/scene.h"

static Node *zeros(Graph *g)
{
    return constant(g, tensor_new(g->arena, 2, 2), "zeros");
}

/*      a ── tanh ── tanh ── tanh ──┐
 *      │                           add ── stack
 *      └── sigmoid ────────────────┘                */
static void the_longest_of_two_ways_counts_and_copies_take_no_time(void **state)
{
    Scene *scene = *state;
    Graph *g = graph_new(scene->arena);
    Node *a = zeros(g), *way = a;
    assert_int_equal(graph_depth(g, a), 0);
    for (int i = 0; i < 3; i++)
        way = tanh_of(g, way);
    Node *sum = add(g, way, sigmoid(g, a));
    assert_int_equal(graph_depth(g, sum), 4);
    assert_int_equal(graph_depth(g, stack(g, (Node *[]){sum, sum}, 2)), 4);
}

/* Each node is looked at once: 2⁶⁰ ways lead through sixty sums of a node and itself. */
static void ways_that_meet_again_are_walked_once(void **state)
{
    Scene *scene = *state;
    Graph *g = graph_new(scene->arena);
    Node *a = zeros(g);
    for (int i = 0; i < 60; i++)
        a = add(g, a, a);
    assert_int_equal(graph_depth(g, a), 60);
}

/* Two chains side by side, of 3 and 2 steps, and what is between the steps does not count. */
static void steps_in_a_row_are_those_of_one_chain(void **state)
{
    Scene *scene = *state;
    Graph *g = graph_new(scene->arena);
    const Node *steps[5];
    Node *left = zeros(g), *right = zeros(g);
    for (int i = 0; i < 3; i++)
        steps[i] = left = sigmoid(g, tanh_of(g, left));
    for (int i = 3; i < 5; i++)
        steps[i] = right = sigmoid(g, tanh_of(g, right));
    Node *both = add(g, left, right);
    assert_int_equal(graph_steps(g, both, steps, 5), 3);
    assert_int_equal(graph_steps(g, right, steps, 5), 2);
    assert_int_equal(graph_steps(g, both, steps + 3, 2), 2);
    assert_int_equal(graph_steps(g, both, steps, 0), 0);
    assert_int_equal(graph_depth(g, both), 7);
}

/* So many frames of a recursion would not fit on the stack. */
static void a_chain_may_have_a_million_operations(void **state)
{
    Scene *scene = *state;
    Graph *g = graph_of_shapes(scene->arena);
    Node *end = constant(g, (Tensor){1, 1, NULL}, "a shape");
    for (int i = 0; i < 1000000; i++)
        end = relu(g, end);
    assert_int_equal(graph_depth(g, end), 1000000);
    assert_int_equal(graph_steps(g, end, (const Node *[]){g->nodes[7], end}, 2), 2);
}

/* What is made after the end does not matter, and what sums no products is no product. */
static void products_are_counted_alone_up_to_the_end(void **state)
{
    Scene *scene = *state;
    Graph *g = graph_new(scene->arena);
    Node *a = zeros(g), *product = matmul(g, tanh_of(g, matmul(g, a, a)), relu(g, a));
    Node *end = add(g, product, a);
    matmul(g, end, end);
    assert_int_equal(graph_products(g, end), 2);
    assert_int_equal(graph_depth(g, end), 4);
    assert_int_equal(graph_products(g, a), 0);
}

static int ask_another_graph(Scene *scene)
{
    graph_depth(graph_new(scene->arena), zeros(graph_new(scene->arena)));
    return 0;
}

static void the_end_is_of_the_graph(void **state)
{
    check_aborts(ask_another_graph, *state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_of_two_ways_counts_and_copies_take_no_time),
        cmocka_unit_test(ways_that_meet_again_are_walked_once),
        cmocka_unit_test(steps_in_a_row_are_those_of_one_chain),
        cmocka_unit_test(a_chain_may_have_a_million_operations),
        cmocka_unit_test(the_end_is_of_the_graph),
        cmocka_unit_test(products_are_counted_alone_up_to_the_end),
    };
    return run_scenes(tests);
}
