/* Numbers for nodes: kept for as many as a walk meets. */
#include "graph/node_numbers.h"

#include "graph/ops.h"
#include "support/scene.h"

enum { MANY = 5000 }; /* the table grows several times */

static void every_node_keeps_its_number(void **state)
{
    Scene *scene = *state;
    Graph *g = graph_new(scene->arena);
    NodeNumbers numbers = node_numbers_new(scene->arena);
    for (int i = 0; i < MANY; i++)
        node_number_set(&numbers, constant(g, tensor_new(g->arena, 1, 1), "zero"), 7 * i);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(node_number(&numbers, g->nodes[i], -1), 7 * i);
}

static void a_node_that_was_not_met_has_none(void **state)
{
    Scene *scene = *state;
    Graph *g = graph_new(scene->arena);
    NodeNumbers numbers = node_numbers_new(scene->arena);
    Node *a = constant(g, tensor_new(g->arena, 1, 1), "zero");
    assert_int_equal(node_number(&numbers, a, -1), -1);
    node_number_set(&numbers, a, 3);
    node_number_set(&numbers, a, 4);
    assert_int_equal(node_number(&numbers, a, -1), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_node_keeps_its_number),
        cmocka_unit_test(a_node_that_was_not_met_has_none),
    };
    return run_scenes(tests);
}
