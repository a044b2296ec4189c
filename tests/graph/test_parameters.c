/* What a model learns: declared where it is used, drawn by name, counted. */
#include "graph/ops.h"

#include "support/nodes.h"

enum { D = 6, HIDDEN = 40 };

typedef struct Layers {
    int count;
} Layers;

/* A stack of layers, each with a matrix, a bias and a gain. */
static Node *model(Scope s, const Layers *layers, Node *x)
{
    for (int i = 0; i < layers->count; i++) {
        Scope layer = within(s, "layer-%d", " of layer %d", i + 1);
        Node *W = learned(layer, "W", "Weights", D, HIDDEN, START_BY_ROWS);
        Node *b = learned(layer, "b", NULL, 1, HIDDEN, START_ZEROS);
        Node *U = learned(layer, "U", NULL, HIDDEN, D, START_BY_COLUMNS);
        Node *gain = learned(layer, "gain", NULL, 1, D, START_ONES);
        Node *hidden = tanh_of(s.graph, add_row(s.graph, matmul(s.graph, x, W), b));
        x = multiply_row(s.graph, matmul(s.graph, hidden, U), gain);
    }
    return x;
}

static void declare(Scope s, const void *layers)
{
    model(s, layers, constant(s.graph, (Tensor){3, D, NULL}, "a shape"));
}

static Parameters *declared(Scene *scene, int layers)
{
    return parameters_declared(scene->arena, declare, &(Layers){layers});
}

TEST(they_are_declared_in_the_order_of_the_model)
{
    static const char *const names[] = {"layer-1/W", "layer-1/b", "layer-1/U", "layer-1/gain",
                                        "layer-2/W", "layer-2/b", "layer-2/U", "layer-2/gain"};
    Parameters *p = declared(scene, 2);
    assert_int_equal(p->count, 8);
    for (int i = 0; i < 8; i++) {
        assert_string_equal(p->items[i].name, names[i]);
        assert_null(p->items[i].value.data);
    }
    assert_int_equal(p->items[2].rows, HIDDEN);
    assert_int_equal(p->items[2].cols, D);
    assert_int_equal(parameters_size(p), 2 * (D * HIDDEN + HIDDEN + HIDDEN * D + D));
    assert_ptr_equal(parameter_find(p, "layer-2/b"), &p->items[5]);
    assert_null(parameter_find(p, "b"));
}

static double deviation_around(Tensor t, double mean)
{
    double squares = 0;
    for (size_t i = 0; i < tensor_size(t); i++)
        squares += pow((double)t.data[i] - mean, 2);
    return sqrt(squares / (double)tensor_size(t));
}

TEST(each_is_drawn_from_a_stream_of_its_name)
{
    Parameters *one = declared(scene, 1), *two = declared(scene, 2), *other = declared(scene, 1);
    parameters_draw(one, 7);
    parameters_draw(two, 7);
    parameters_draw(other, 8);
    Tensor W = one->items[0].value;
    Random random = random_named(7, "layer-1/W");
    for (size_t i = 0; i < tensor_size(W); i++) {
        assert_true(W.data[i] == (real)(1 / sqrt(D) * random_normal(&random)));
        assert_true(W.data[i] == two->items[0].value.data[i]); /* whatever else is drawn */
    }
    assert_true(W.data[0] != other->items[0].value.data[0]);
    assert_string_equal(one->origin, "random, not learned");
}

TEST(they_start_as_they_are_declared)
{
    Parameters *p = declared(scene, 1);
    parameters_draw(p, 1);
    assert_true(fabs(deviation_around(p->items[0].value, 0) * sqrt(D) - 1) < 0.2);
    assert_true(fabs(deviation_around(p->items[2].value, 0) * sqrt(D) - 1) < 0.2);
    assert_true(deviation_around(p->items[1].value, 0) == 0);
    assert_true(deviation_around(p->items[3].value, 1) == 0);
}

static Node *in_graph(Graph *g, Parameters *p)
{
    graph_use(g, p);
    return model(scope_of(g), &(Layers){2}, zeros(g, 3, D));
}

TEST(a_graph_takes_them_with_names_or_without)
{
    Parameters *p = declared(scene, 2);
    Graph *plain = graph_new(scene->arena), *told = graph_new(scene->arena);
    parameters_draw(p, 1);
    graph_name(told);
    assert_false(in_graph(plain, p)->wants_grad);
    assert_ptr_equal(p->items[4].node->value.data, p->items[4].value.data); /* not copied */
    p->is_learning = true;
    assert_true(in_graph(told, p)->wants_grad);
    assert_ptr_equal(name_find(told, "layer-2/W")->node, p->items[4].node);
    assert_string_equal(name_find(told, "layer-2/W")->title, "Weights of layer 2");
    assert_null(name_find(told, "layer-2/U")); /* has no title: the model names it */
}

TEST_ABORTS(another_shape_is_a_bug)
{
    Graph *g = graph_new(scene->arena);
    graph_use(g, declared(scene, 1));
    learned(scope_of(g), "layer-1/W", NULL, D, HIDDEN + 1, START_ZEROS);
}

TEST(no_parameters_at_all_are_a_bug)
{
    assert_aborts(learned(scope_of(graph_new(scene->arena)), "W", NULL, 1, 1, START_ZEROS));
}
