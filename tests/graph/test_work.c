/* Multiply-adds of a graph, counted by hand. */
#include "graph/work.h"

#include "graph/ops.h"
#include "support/scene.h"

static Node *zeros(Graph *g, int rows, int cols)
{
    return constant(g, tensor_new(g->arena, rows, cols), "zeros");
}

/* a[2,3] b[3,4]: 2·4 cells of 3 products; the sum of [2,4] with itself: 8 cells. */
static void all_behind_a_node_is_counted_once(void **state)
{
    Scene *scene = *state;
    Graph *g = graph_new(scene->arena);
    NodeNumbers counted = node_numbers_new(scene->arena);
    Node *product = matmul(g, zeros(g, 2, 3), zeros(g, 3, 4));
    Node *sum = add(g, product, product), *beside = tanh_of(g, product);
    double of_sum = node_cost(sum);
    assert_true(graph_work(&counted, sum) == 24 + of_sum);
    assert_true(graph_work(&counted, sum) == 0);
    assert_true(graph_work(&counted, beside) == node_cost(beside));
    assert_int_equal(node_number(&counted, product, 0), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_behind_a_node_is_counted_once),
    };
    return run_scenes(tests);
}
