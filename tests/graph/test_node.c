#include "graph/ops.h"
#include "support/draft.h"
#include "support/gradient.h"

TEST_OF_GRAPH(a_node_is_computed_when_it_is_made)
{
    Node *a = constant(g, counting_tensor(g->arena, 2, 2, 1), "a");
    Node *sum = add(g, a, a);
    assert_true(at(sum->value, 1, 1) == 8);
    assert_int_equal(rows_of(sum), 2);
    assert_int_equal(cols_of(sum), 2);
}

TEST_OF_GRAPH(a_node_keeps_its_inputs_in_order)
{
    Node *a = constant(g, counting_tensor(g->arena, 1, 2, 1), "a");
    Node *b = constant(g, counting_tensor(g->arena, 1, 2, 5), "b");
    Node *inputs[] = {b, a};
    Node *mixed = mean(g, inputs, 2);
    inputs[0] = NULL; /* the array is the caller's */
    assert_int_equal(mixed->input_count, 2);
    assert_ptr_equal(mixed->inputs[0], b);
    assert_ptr_equal(mixed->inputs[1], a);
}

TEST_OF_GRAPH(the_graph_lists_its_nodes_as_they_were_made)
{
    enum { MANY = 1000 }; /* the list grows several times */
    Node *made[MANY];
    made[0] = constant(g, counting_tensor(g->arena, 1, 1, 1), "a");
    for (int i = 1; i < MANY; i++)
        made[i] = add(g, made[i - 1], made[0]);
    assert_int_equal(g->count, MANY);
    for (int i = 0; i < MANY; i++)
        assert_ptr_equal(g->nodes[i], made[i]);
    assert_true(made[MANY - 1]->value.data[0] == MANY);
}

/* An operation of each sort: element by element, a product, look-ups. */
static Node *small_model(Graph *g, Tensor x, Tensor w)
{
    static const int rows[] = {2, 0};
    Node *a = constant(g, x, "a"), *product = matmul(g, a, parameter(g, w, "w"));
    return concat(g,
                  (Node *[]){gather(g, softmax_rows(g, product), rows, 2),
                             gather(g, tanh_of(g, product), rows, 2)},
                  2);
}

TEST(a_graph_of_shapes_costs_the_same_and_computes_nothing)
{
    Graph *g = graph_new(scene->arena), *shapes = graph_of_shapes(scene->arena);
    small_model(g, counting_tensor(g->arena, 3, 4, 1), counting_tensor(g->arena, 4, 5, 1));
    Node *last = small_model(shapes, (Tensor){3, 4, NULL}, (Tensor){4, 5, NULL});
    assert_int_equal(shapes->count, g->count);
    for (int i = 0; i < g->count; i++) {
        const Node *node = g->nodes[i], *shape = shapes->nodes[i];
        assert_true(same_shape(shape->value, node->value));
        assert_null(shape->value.data);
        assert_true(node_cost(shape) == node_cost(node));
    }
    assert_int_equal(cols_of(last), 10);
    assert_true(last->wants_grad);
}

TEST_OF_GRAPH(what_comes_from_a_parameter_wants_a_gradient)
{
    Node *fixed = constant(g, counting_tensor(g->arena, 1, 1, 1), "fixed");
    Node *learned = parameter(g, counting_tensor(g->arena, 1, 1, 1), "learned");
    assert_false(fixed->wants_grad);
    assert_true(learned->wants_grad);
    assert_true(add(g, fixed, learned)->wants_grad);
    assert_true(add(g, learned, fixed)->wants_grad);
    assert_false(add(g, fixed, fixed)->wants_grad);
}

TEST_OF_GRAPH(a_gradient_adds_up_over_all_uses)
{
    Node *x = parameter(g, counting_tensor(g->arena, 1, 1, 3), "x");
    Node *twice = add(g, x, x), *square = matmul(g, twice, twice); /* 4x² */
    graph_backward(g, square);
    assert_true(x->grad.data[0] == 24); /* 8x */
}

TEST_OF_GRAPH(gradients_on_the_way_make_room_for_one_another)
{
    enum { DEPTH = 9 };
    Node *x = parameter(g, counting_tensor(g->arena, 3, 1, 1), "x"), *y = x;
    for (int i = 0; i < DEPTH; i++)
        y = multiply_by(g, y, constant(g, counting_tensor(g->arena, 1, 1, 2), "2"));
    graph_backward(g, row_range(g, y, 1, 1));
    assert_true(x->grad.data[0] == 0 && x->grad.data[1] == 1 << DEPTH && x->grad.data[2] == 0);
    assert_null(y->grad.data);
    assert_true(g->spare_count < DEPTH);
}

TEST_OF_GRAPH(constants_and_what_hangs_on_them_get_no_gradient)
{
    Node *x = parameter(g, counting_tensor(g->arena, 1, 1, 3), "x");
    Node *c = constant(g, counting_tensor(g->arena, 1, 1, 5), "c");
    Node *fixed = add(g, c, c);
    graph_backward(g, matmul(g, x, fixed));
    assert_true(x->grad.data[0] == 10);
    assert_null(c->grad.data);
    assert_null(fixed->grad.data);
}

TEST_OF_GRAPH(what_the_loss_does_not_see_has_a_gradient_of_zero)
{
    Node *x = parameter(g, counting_tensor(g->arena, 1, 1, 3), "x");
    Node *aside = parameter(g, counting_tensor(g->arena, 2, 2, 3), "aside");
    graph_backward(g, matmul(g, x, x));
    for (int i = 0; i < 4; i++)
        assert_true(aside->grad.data[i] == 0);
}

TEST_OF_GRAPH(a_second_backward_pass_begins_anew)
{
    Node *x = parameter(g, counting_tensor(g->arena, 1, 1, 3), "x");
    Node *square = matmul(g, x, x);
    graph_backward(g, square);
    graph_backward(g, square);
    assert_true(x->grad.data[0] == 6);
}

TEST_OF_GRAPH(a_loss_without_parameters_is_no_failure)
{
    Node *c = constant(g, counting_tensor(g->arena, 1, 1, 5), "c");
    graph_backward(g, add(g, c, c));
    assert_null(c->grad.data);
}

TEST_ABORTS(a_loss_that_is_not_one_number_is_a_bug)
{
    Graph *g = graph_new(scene->arena);
    graph_backward(g, parameter(g, counting_tensor(g->arena, 1, 2, 1), "x"));
}

TEST(a_large_node_is_counted_without_overflow)
{
    static const Op op = {.name = "three steps", .steps = 3};
    Node huge = {.op = &op, .value = {.rows = 1 << 20, .cols = 1 << 20}};
    assert_true(node_cost(&huge) == 3 * 0x1p40);
}

/* Every operation that goes by rows, and readers of all kinds, on large matrices. */
static void large_model(Graph *g)
{
    enum { N = 2048, D = 2 };
    Random random = random_named(1, "large");
    int *cols = arena_alloc(g->arena, N, sizeof *cols);
    Node *x = constant(g, tensor_drawn(g->arena, &random, N, D, 1), "x");
    Node *y = constant(g, tensor_drawn(g->arena, &random, N, D, 1), "y");
    Node *scores = matmul_transposed(g, x, y);
    Node *scaled = divide_by_root(g, scores, 3);
    Node *other = multiply_by_root(g, matmul(g, x, transpose(g, y)), 5);
    Node *weights = softmax_rows(g, add(g, scaled, other));
    Node *halved = multiply_by(g, multiply(g, scaled, scaled), number_node(g, 1, 1, 0.5));
    Node *shares = divide_rows(g, subtract(g, halved, weights), row_totals(g, halved));
    Node *both = mean(g, (Node *[]){weights, shares}, 2);
    rows_alike(g, scaled);
    deviation(g, both);
    diagonal_mean(g, weights);
    symmetry(g, scores);
    subtract(g, transpose(g, scores), other);
    column_mean(g, weights);
    pick(g, shares, cols);
}

TEST(a_thrifty_graph_has_the_same_numbers_again_and_again)
{
    Graph *g = graph_new(scene->arena), *thrifty = graph_new(scene->arena);
    thrifty->rooms = arena_within(scene->arena);
    large_model(g);
    large_model(thrifty);
    int resting = 0;
    for (int i = g->count; i--;) {
        const Node *node = thrifty->nodes[i];
        Tensor all = g->nodes[i]->value;
        for (int row = 0; row < all.rows; row += 511)
            assert_memory_equal(node_row(node, row).data, tensor_row(all, row),
                                (size_t)all.cols * sizeof(real));
        /* for a few rows neither it nor what it is made of by rows is made whole */
        bool same_rows = *shape_letters(node->op, 0) == *shape_letters(node->op, node->input_count);
        if (node->resting && node->op->by_rows && node->inputs[0]->op->by_rows && same_rows)
            assert_true(!node->value.data && !node->inputs[0]->value.data);
        assert_memory_equal(node_value(node).data, all.data, tensor_size(all) * sizeof(real));
        graph_rest(thrifty);
        if (tensor_size(all) >= 1 << 22)
            assert_true((node->value.data == NULL) == (node->resting != NULL));
        resting += node->resting != NULL;
    }
    assert_true(resting >= 12);
    Node *last = thrifty->nodes[g->count - 1]->inputs[0];
    assert_true(last->resting);
    assert_ptr_equal(deviation(thrifty, last), deviation(thrifty, last));
    assert_true(column_mean(thrifty, last) != deviation(thrifty, last));
    assert_int_equal(thrifty->count, g->count + 2);
}

/* One that comes too late for some rows asks for those again. */
TEST(a_measure_takes_rows_as_they_pass_by)
{
    enum { N = 2048, LATE = 1000 };
    Graph *g = graph_new(scene->arena);
    g->rooms = arena_within(scene->arena);
    Node *x = constant(g, random_tensor(scene->arena, N, 2, "x"), "x");
    Node *scores = matmul_transposed(g, x, x), *early = rows_alike(g, scores), *late = NULL;
    for (int i = 0; i < N; i++) {
        late = i == LATE ? deviation(g, scores) : late;
        node_row(scores, i);
    }
    assert_true(early->taken == N && late->taken == 0);
    assert_true(node_value(early).rows == 1 && !scores->value.data);
    Graph *whole = graph_new(scene->arena);
    Node *same = matmul_transposed(whole, x, x);
    assert_true(early->value.data[0] == rows_alike(whole, same)->value.data[0]);
    assert_true(node_value(late).data[0] == deviation(whole, same)->value.data[0]);
    graph_rest(g);
    assert_non_null(late->value.data);
}

/* And may be turned into something else itself. */
TEST(a_measure_is_of_what_its_input_was_turned_into)
{
    enum { N = 2048 };
    Tensor one = tensor_filled(scene->arena, 1, 1, 1);
    Graph *g = graph_new(scene->arena);
    g->rooms = arena_within(scene->arena);
    Node *x = constant(g, random_tensor(scene->arena, N, 2, "x"), "x");
    Node *scores = matmul_transposed(g, x, x), *spread = deviation(g, scores);
    double before = (double)node_value(spread).data[0];
    Change halved = {"scores", "halved", tensor_filled(scene->arena, N, N, (real)0.5),
                     tensor_new(scene->arena, N, N)};
    Writing w = *writing_of(g, scores);
    set_numbers(g, scores, &halved, &w);
    node_row(*scores->inputs, 0); /* no row of its measures any more */
    assert_true(fabs((double)node_value(spread).data[0] - before / 2) < 1e-6);
    Node *last = diagonal_mean(g, scores);
    w = *writing_of(g, last);
    set_numbers(g, last, &(Change){"last", "more", one, one}, &w);
    node_row(scores, 0);
    assert_true(node_value(last).data[0] == 1 + node_value(*last->inputs).data[0]);
}
