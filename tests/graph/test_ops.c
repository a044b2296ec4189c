/* Every operation: its values, its gradient against finite differences, its explanation evaluated
   back to the cell, its cost and its formula. */
#include "graph/ops.h"

#include "support/arithmetic.h"
#include "support/nodes.h"

/* ---- one of each, from parameters a and b ---- */

static Node *cross_entropy_of(Graph *g, Node *a)
{
    static const int targets[] = {3, 0, 0};
    static const double weights[] = {0.5, 0, 2};
    return cross_entropy(g, a, targets, weights);
}

static Node *cross_entropy_without_a_candidate_of(Graph *g, Node *a)
{
    Tensor mask = tensor_new(g->arena, rows_of(a), cols_of(a));
    mask.data[1] = -(real)INFINITY;
    return cross_entropy_of(g, add(g, a, constant(g, mask, "a mask")));
}

static Node *masked_softmax_of(Graph *g, Node *a)
{
    Tensor mask = tensor_new(g->arena, rows_of(a), cols_of(a));
    for (int j = 0; j < mask.cols; j++)
        mask.data[j] = -(real)INFINITY; /* the first row sees nothing */
    tensor_row(mask, 1)[2] = -(real)INFINITY;
    return softmax_rows(g, add(g, a, constant(g, mask, "a mask")));
}

/* Columns 1 and 2 of four, of which the first row hides one. */
static Node *placed_of(Graph *g, Node *a)
{
    Tensor mask = tensor_new(g->arena, 3, 4);
    for (int i = 0; i < 3; i++)
        tensor_row(mask, i)[0] = tensor_row(mask, i)[3] = -(real)INFINITY;
    tensor_row(mask, 0)[1] = -(real)INFINITY;
    return softmax_rows(g, place_columns(g, a, constant(g, mask, "a mask"), 1));
}

/* Of the first row a number is halved, and one is replaced. */
static Node *set_of(Graph *g, Node *a)
{
    Node *node = tanh_of(g, a);
    Change *change = arena_alloc(g->arena, 1, sizeof *change);
    *change =
        (Change){"tanh", "--set", tensor_filled(g->arena, 3, 4, 1), tensor_new(g->arena, 3, 4)};
    change->kept.data[1] = (real)0.5;
    change->kept.data[2] = 0;
    change->put.data[2] = 7;
    Writing w = *writing_of(g, node);
    set_numbers(g, node, change, &w);
    return node;
}

static const int groups[] = {0, 0, 1, 2, 2, 2}, gathered[] = {2, 0, 2, 1, 2}, picked[] = {3, 0, 3};
static const double draws[] = {0, 0.4, 0.99};

/* `mover`: what comes back to more columns. */
static Node *sum_of(Graph *g, Node *a, Node *b, Node *mover)
{
    Part *parts = arena_alloc(g->arena, 2, sizeof *parts);
    parts[0] = (Part){.dy = a, .next = &parts[1]};
    parts[1] = (Part){.dy = b, .mover = mover};
    return sum(g, a, parts);
}

/* Two rows that do not turn with a: the first is zero. */
static Node *cosines_with_zero_of(Graph *g, Node *a)
{
    Tensor fixed = tensor_new(g->arena, 2, cols_of(a));
    tensor_row(fixed, 1)[0] = 2;
    return cosines(g, constant(g, fixed, "by hand"), a);
}

static Node *agreement_of(Graph *g, Node *a, Node *b)
{
    Node *first = argmax_rows(g, a), *both[] = {first, argmax_rows(g, b)};
    return agreement(g, concat(g, both, 2), first);
}

/* Of two sentences and two heads, under a mask that leaves a query of the second without a key. */
static Node *attend_of(Graph *g, Node *a, Node *b)
{
    Tensor mask = tensor_new(g->arena, 4, 3);
    for (int i = 0; i < 3; i++)
        tensor_row(mask, 3)[i] = tensor_row(mask, i)[2 - i] = -(real)INFINITY;
    AttendShape shape = {2, 2, 2, true, {a, 0, 2}, {b, 6, -4}, {b, 4, -4}};
    return attend_heads(g, shape, constant(g, mask, "a mask"));
}

static const struct {
    const char *name;
    int rows_a, cols_a, rows_b, cols_b;
    double multiply_adds;
    bool sums_products;
    const char *formula;
} ops[] = {
#define OP(name, rows_a, cols_a, rows_b, cols_b, cost, sums, formula, ...)                         \
    {name, rows_a, cols_a, rows_b, cols_b, cost, sums, formula},
#include "graph/ops.list"
#undef OP
};

enum { OPS = sizeof ops / sizeof *ops };

static Node *build_of(Graph *g, int i, Node *const *p)
{
    Node *a = p[0], *b = p[1];
    int row = 0;
#define OP(name, rows_a, cols_a, rows_b, cols_b, cost, sums, formula, ...)                         \
    if (i == row++)                                                                                \
        return __VA_ARGS__;
#include "graph/ops.list"
#undef OP
    return NULL;
}

/* The values of A and B. */
static void draw_values(Arena *arena, int i, Tensor values[2])
{
    values[0] = random_tensor(arena, ops[i].rows_a, ops[i].cols_a, "a");
    values[1] = random_tensor(arena, ops[i].rows_b, ops[i].cols_b, "b");
}

static void draw_parameters(Graph *g, int i, Node *p[2])
{
    Tensor values[2];
    draw_values(g->arena, i, values);
    for (int k = 0; k < 2; k++)
        p[k] = parameter(g, values[k], "drawn");
}

/* Operation i of A and B, or of them the other way round, as they are called in formulas. */
static Node *build_op(Scene *scene, int i, bool swapped)
{
    Graph *g = graph_new(scene->arena);
    Node *p[2];
    draw_parameters(g, i, p);
    graph_name(g);
    given_matrix(scope_of(g), "a", "A", "A", p[0]);
    given_matrix(scope_of(g), "b", "B", "B", p[1]);
    Node *node = build_of(g, i, swapped ? (Node *[]){p[1], p[0]} : p);
    writing_of(g, node);
    return node;
}

static int checked;

static Node *loss_of_checked(Graph *g, Node *const *p)
{
    return weighted_sum(g, build_of(g, checked, p));
}

/* What only measures, or writes a gradient: nothing is learned through it. */
static bool has_backward(const char *op)
{
    static const char *const without[] = {
        "clip_factor", "column_mean",   "complement",      "cosines",
        "deviation",   "diagonal",      "diagonal_mean",   "gelu",
        "gelu_tanh",   "group_softmax", "growth",          "mean",
        "rotate_rows", "row_entropy",   "row_lengths",     "row_shares",
        "rows_alike",  "set",           "shares",          "softmax_slope",
        "sum",         "symmetry",      "total_variation", "unit_rows"};
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        if (!strcmp(op, without[i]))
            return false;
    return true;
}

static void differentiate_checked(Scene *scene)
{
    Graph *g = graph_new(scene->arena);
    Node *p[2];
    draw_parameters(g, checked, p);
    graph_backward(g, loss_of_checked(g, p));
}

TEST(every_gradient_is_the_difference_quotient_or_aborts)
{
    for (checked = 0; checked < OPS; checked++) {
        const Node *node = build_op(scene, checked, false);
        Tensor values[2];
        draw_values(scene->arena, checked, values);
        if (node->wants_grad && !has_backward(node->op->name))
            assert_aborts(differentiate_checked(scene));
        else
            check_gradients(scene, loss_of_checked, values, 2);
    }
}

/* A step of training uses the memory of the one before. */
TEST(no_value_has_anything_of_what_stood_in_its_memory)
{
    enum { ENOUGH = 1 << 16 };
    Scene used = {.arena = arena_new()};
    for (int i = 0; i < OPS; i++) {
        const Node *fresh = build_op(scene, i, false);
        memset(arena_alloc_unset(used.arena, ENOUGH, 1), 0x7F, ENOUGH);
        arena_reset(used.arena);
        const Node *again = build_op(&used, i, false);
        fail_if(
            memcmp(again->value.data, fresh->value.data, tensor_size(fresh->value) * sizeof(real)),
            "%s is not made anew", ops[i].name);
        arena_reset(used.arena);
    }
    arena_free(used.arena);
}

/* Every expression, evaluated, gives the cell; the operands it names are cells of the inputs. */
static void check_explanation(Arena *arena, const char *name, const Node *node, int row, int col)
{
    enum { DIGITS = 9 };
    Explanation e =
        cell_told((Explanation){.arena = arena, .digits = DIGITS}, (Cell){node, row, col});
    assert_in_range(e.expression_count, 1, MAX_EXPRESSIONS);
    double expected = (double)at(node->value, row, col);
    for (int i = 0; i < e.expression_count; i++) {
        double found = evaluate(e.expressions[i].data);
        fail_if(!(fabs(found - expected) <= 2e-6 * (1 + fabs(expected))),
                "%s: [%d,%d] is %.9g, but %s is %.9g", name, row, col, expected,
                e.expressions[i].data, found);
    }
    for (int i = 0; i < e.use_count; i++) {
        bool is_input = false;
        for (int k = 0; k < node->input_count; k++)
            is_input |= node->inputs[k] == e.uses[i].node;
        assert_true(is_input);
        assert_in_range(e.uses[i].row, 0, rows_of(e.uses[i].node) - 1);
        assert_in_range(e.uses[i].col, 0, cols_of(e.uses[i].node) - 1);
    }
}

TEST(every_explanation_evaluates_to_its_cell)
{
    for (int i = 0; i < OPS; i++) {
        const Node *node = build_op(scene, i, false);
        for (int row = 0; ops[i].formula && row < rows_of(node); row++)
            for (int col = 0; col < cols_of(node); col++)
                check_explanation(scene->arena, ops[i].name, node, row, col);
    }
}

TEST(what_stands_in_no_trace_is_not_explained)
{
    for (int i = 0; i < OPS; i++)
        if (!ops[i].formula)
            assert_aborts(cell_told((Explanation){.arena = scene->arena, .digits = 6},
                                    (Cell){build_op(scene, i, false), 0, 0}));
}

/* ---- gradients as nodes ---- */

/* Batches have one, of one sentence: see tests/model. */
static bool has_derivatives(const Graph *g)
{
    for (int i = 0; i < g->count; i++) {
        const Node *node = g->nodes[i];
        bool is_batch = (!strncmp(node->op->name, "batched", 7) && rows_of(node) > 1) ||
                        (!strcmp(node->op->name, "matmul") && node->parameter.blocks.count > 1) ||
                        (!strcmp(node->op->name, "add_row") && rows_of(node->inputs[1]) > 1);
        if (node->input_count && (is_batch || !(node->op->derive || node->op->source)))
            return false;
    }
    return true;
}

static void check_derivative(const char *name, Node *by, const Node *found)
{
    for (int k = 0; k < (int)tensor_size(by->value); k++) {
        double expected = (double)by->grad.data[k],
               other = found ? (double)found->value.data[k] : 0;
        fail_if(!(fabs(other - expected) <= 2e-6 * (1 + fabs(expected))),
                "%s: the derivative is %.9g, the gradient %.9g", name, other, expected);
    }
}

TEST_OF_GRAPH(the_derivative_of_a_number_that_is_set_is_what_is_kept_of_it)
{
    Node *p[2], *of_set, *of_kept;
    int i = 0;
    while (strcmp(ops[i].name, "set"))
        i++;
    draw_parameters(g, i, p);
    Node *set = set_of(g, p[0]);
    Tensor kept = set->parameter.change->kept;
    Node *other = multiply(g, tanh_of(g, p[0]), constant(g, kept, "kept"));
    derivatives(scope_of(g), weighted_sum(g, set), number_node(g, 1, 1, 1), "L", p, 1, &of_set);
    derivatives(scope_of(g), weighted_sum(g, other), number_node(g, 1, 1, 1), "L", p, 1, &of_kept);
    for (int k = 0; k < 12; k++)
        assert_true(fabs((double)(of_set->value.data[k] - of_kept->value.data[k])) <= 1e-6);
}

/* What was made on the way explains itself, too. */
TEST(every_derivative_is_the_gradient_and_explains_itself)
{
    int found = 0;
    for (int i = 0; i < OPS; i++) {
        Node *ends[2];
        Graph *g = graph_new(scene->arena);
        Node *by[2];
        draw_parameters(g, i, by);
        Node *node = build_of(g, i, by);
        if (!has_derivatives(g) || !has_backward(node->op->name))
            continue;
        Node *loss = weighted_sum(g, node);
        graph_backward(g, loss);
        int before = g->count;
        derivatives(scope_of(g), loss, number_node(g, 1, 1, 1), "L", by, 2, ends);
        for (int k = 0; k < 2; k++)
            check_derivative(ops[i].name, by[k], ends[k]);
        for (int k = before; k < g->count; k++)
            for (int cell = 0; cell < (int)tensor_size(g->nodes[k]->value); cell++)
                if (g->nodes[k]->input_count)
                    check_explanation(g->arena, g->nodes[k]->op->name, g->nodes[k],
                                      cell / cols_of(g->nodes[k]), cell % cols_of(g->nodes[k]));
        found += ends[0] != NULL;
    }
    assert_in_range(found, 25, OPS);
}

TEST(costs_are_those_of_the_formulas)
{
    for (int i = 0; i < OPS; i++) {
        const Node *node = build_op(scene, i, false);
        assert_true(node_cost(node) == ops[i].multiply_adds);
        assert_int_equal(node->op->sums_products, ops[i].sums_products);
    }
}

/* ---- formulas ---- */

static const char *formula_of(Scene *scene, int i, bool swapped)
{
    return build_op(scene, i, swapped)->writing->formula.text;
}

TEST(every_formula_is_made_of_those_of_the_inputs)
{
    for (int i = 0; i < OPS; i++)
        assert_text(formula_of(scene, i, false), ops[i].formula);
}

TEST(a_formula_tells_its_operands_apart)
{
    for (int i = 0; i < OPS; i++) {
        bool same = ops[i].rows_a == ops[i].rows_b && ops[i].cols_a == ops[i].cols_b;
        if (same && ops[i].formula && strstr(ops[i].formula, "B"))
            assert_string_not_equal(formula_of(scene, i, true), ops[i].formula);
    }
}

/* What differs in how rows are laid out alone may have one formula. */
static const char *family_of(const char *op)
{
    static const char *const families[] = {"add add_row sum", "multiply multiply_row",
                                           "matmul batched_dots batched_sums"};
    for (int i = 0; i < 3; i++)
        if (strstr(families[i], op))
            return families[i];
    return op;
}

TEST(a_formula_tells_its_operation_apart)
{
    for (int i = 0; i < OPS; i++)
        for (int k = 0; k < i; k++)
            if (ops[i].formula && ops[k].formula && !strcmp(ops[i].formula, ops[k].formula))
                assert_string_equal(family_of(build_op(scene, i, false)->op->name),
                                    family_of(build_op(scene, k, false)->op->name));
}

/* ---- values ---- */

static void check_values(const char *name, const Node *node, int rows, int cols,
                         const double *expected)
{
    assert_int_equal(rows_of(node), rows);
    assert_int_equal(cols_of(node), cols);
    for (int i = 0; i < rows * cols; i++)
        fail_if(!(fabs((double)node->value.data[i] - expected[i]) < 1e-6),
                "%s: cell %d is %.9g, expected %.9g", name, i, (double)node->value.data[i],
                expected[i]);
}

/* Of a cell of row 0, the arithmetic, the remark, and what cells of which inputs it is made of;
   NULL for what does not matter. */
static void assert_explained(Arena *arena, const Node *node, int col, const char *expected,
                             const char *remark, const char *uses)
{
    Explanation e = cell_told((Explanation){.arena = arena, .digits = 6}, (Cell){node, 0, col});
    Text used = text_new(arena);
    for (int i = 0; i < e.use_count; i++)
        for (int k = 0; k < node->input_count; k++)
            if (node->inputs[k] == e.uses[i].node)
                text_format(&used, " %d[%d,%d]", k, e.uses[i].row, e.uses[i].col);
    assert_string_equal(e.expressions[0].data, expected);
    if (remark)
        assert_string_equal(e.remark, remark);
    if (uses)
        assert_string_equal(used.data, uses);
}

/* A number that is as small as one can be. */
#define TINY (sizeof(real) == sizeof(float) ? 0x1p-149 : 0x1p-1074)

TEST_OF_GRAPH(values_and_explanations_are_those_by_hand)
{
#define GIVEN(name, rows, cols, ...) Node *name = by_hand(g, rows, cols, (double[]){__VA_ARGS__});
#define VALUE(made, rows, cols, ...) check_values(#made, made, rows, cols, (double[]){__VA_ARGS__});
#define EXPLAINED(made, col, expected) TOLD(made, col, expected, NULL, NULL)
#define TOLD(made, col, expected, ...) assert_explained(g->arena, made, col, expected, __VA_ARGS__);
#include "graph/by_hand.list"
}

TEST_OF_GRAPH(symmetry_is_exactly_1_of_symmetric_and_minus_1_of_antisymmetric_matrices)
{
    enum { N = 9 };
    Tensor x = random_tensor(g->arena, N, N, "x"), even = tensor_new(g->arena, N, N),
           odd = tensor_new(g->arena, N, N);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            tensor_row(even, i)[j] = at(x, i, j) + at(x, j, i);
            tensor_row(odd, i)[j] = at(x, i, j) - at(x, j, i);
        }
    assert_true(symmetry(g, constant(g, even, "x"))->value.data[0] == 1);
    assert_true(symmetry(g, constant(g, odd, "x"))->value.data[0] == -1);
    assert_true(symmetry(g, constant(g, tensor_new(g->arena, N, N), "x"))->value.data[0] == 1);
    assert_true(fabs((double)symmetry(g, constant(g, x, "x"))->value.data[0]) < 0.5);
}

TEST_OF_GRAPH(a_sum_over_many_cells_is_written_by_its_parts)
{
    for (int n = 20; n <= 21; n++) {
        Node *a = constant(g, random_tensor(g->arena, n, n, "a"), "drawn");
        Node *b = constant(g, random_tensor(g->arena, n, n, "b"), "drawn");
        Node *nodes[] = {symmetry(g, a), total_variation(g, a, b)};
        for (int i = 0; i < 2; i++) {
            check_explanation(g->arena, nodes[i]->op->name, nodes[i], 0, 0);
            Explanation e =
                cell_told((Explanation){.arena = g->arena, .digits = 6}, (Cell){nodes[i], 0, 0});
            assert_int_equal(e.expression_count, n * n > EXPLAINED_TERMS ? 1 : 2);
        }
    }
}

TEST(sinusoids_are_those_of_the_paper)
{
    const Node *pe = sinusoids(graph_new(scene->arena), 50, 8, 10000);
    for (int p = 0; p < 50; p++)
        for (int i = 0; i < 4; i++) {
            double angle = p / pow(10000, 2 * i / 8.0);
            assert_true(fabs((double)at(pe->value, p, 2 * i) - sin(angle)) < 1e-6);
            assert_true(fabs((double)at(pe->value, p, 2 * i + 1) - cos(angle)) < 1e-6);
        }
}

TEST_OF_GRAPH(softmax_rows_sum_to_one_and_ignore_a_shift)
{
    Tensor x = random_tensor(g->arena, 6, 9, "x"), shifted = tensor_new(g->arena, 6, 9);
    for (size_t i = 0; i < tensor_size(x); i++)
        shifted.data[i] = x.data[i] + 64;
    const Node *y = softmax_rows(g, constant(g, x, "x"));
    const Node *z = softmax_rows(g, constant(g, shifted, "x + 64"));
    for (int i = 0; i < 6; i++) {
        double sum = 0;
        for (int j = 0; j < 9; j++) {
            assert_true(at(y->value, i, j) > 0);
            assert_true(fabs((double)(at(y->value, i, j) - at(z->value, i, j))) < 1e-5);
            sum += (double)at(y->value, i, j);
        }
        assert_true(fabs(sum - 1) < 1e-6);
    }
}

TEST_OF_GRAPH(a_masked_weight_is_exactly_zero_and_a_masked_row_too)
{
    Node *a = constant(g, random_tensor(g->arena, 3, 4, "a"), "drawn");
    const Node *weights = masked_softmax_of(g, a);
    for (int j = 0; j < 4; j++)
        assert_true(at(weights->value, 0, j) == 0);
    assert_true(at(weights->value, 1, 2) == 0);
    assert_true(at(weights->value, 1, 1) > 0);
}

TEST_OF_GRAPH(a_leaf_says_where_it_comes_from)
{
    const Node *leaf = constant(g, tensor_new(g->arena, 1, 1), "drawn from seed 1");
    Explanation e = cell_told((Explanation){.arena = g->arena, .digits = 6}, (Cell){leaf, 0, 0});
    assert_string_equal(e.given, "drawn from seed 1");
    assert_int_equal(e.expression_count, 0);
}

TEST_OF_GRAPH(cosines_are_exactly_one_for_equal_vectors)
{
    Node *drawn = constant(g, random_tensor(g->arena, 40, 48, "drawn"), "drawn");
    const Node *own = cosines(g, drawn, drawn);
    for (int i = 0; i < 40; i++)
        assert_true(at(own->value, i, i) == 1);
}

TEST_ABORTS(shapes_that_do_not_fit_abort)
{
    Graph *g = graph_new(scene->arena);
    matmul(g, constant(g, tensor_new(g->arena, 2, 3), ""),
           constant(g, tensor_new(g->arena, 2, 3), ""));
}

/* Across where the formula changes, and where it saturates. */
TEST_OF_GRAPH(tanh_and_sigmoid_are_those_of_the_c_library)
{
    enum { COUNT = 4001 };
    Tensor x = tensor_new(g->arena, 1, COUNT);
    for (int i = 0; i < COUNT; i++)
        x.data[i] = (real)(i - COUNT / 2) / 100;
    x.data[COUNT / 2 + 1] = (real)1e-7;
    x.data[0] = -1000;
    x.data[COUNT - 1] = 1000;
    const Node *y = tanh_of(g, constant(g, x, "a ramp")), *s = sigmoid(g, y->inputs[0]);
    const double relative = sizeof(real) == sizeof(float) ? 4e-7 : 1e-15;
    for (int i = 0; i < COUNT; i++) {
        double expected = tanh((double)x.data[i]), other = 1 / (1 + exp(-(double)x.data[i]));
        assert_true(fabs((double)y->value.data[i] - expected) <= relative * fabs(expected));
        assert_true(fabs((double)s->value.data[i] - other) <= relative * other);
    }
}

TEST_OF_GRAPH(blocks_are_multiplied_each_with_its_own)
{
    Node *x = constant(g, random_tensor(g->arena, 14, 5, "x"), "drawn");
    Node *y = constant(g, random_tensor(g->arena, 10, 9, "y"), "drawn");
    Node *second = matmul(g, gather(g, x, (int[]){7, 8, 9, 10, 11, 12, 13}, 7),
                          gather(g, y, (int[]){5, 6, 7, 8, 9}, 5));
    Node *both = blockwise_matmul(g, x, y, 2);
    for (size_t i = 0; i < tensor_size(second->value); i++)
        assert_true(tensor_row(both->value, 7)[i] == second->value.data[i]);
}

TEST_OF_GRAPH(the_mean_of_a_column_is_rounded_once)
{
    Node *a = constant(g, random_tensor(g->arena, 130, 67, "x"), "drawn");
    Node *mean = column_mean(g, a);
    for (int j = 0; j < 67; j++) {
        double sum = 0;
        for (int i = 0; i < 130; i++)
            sum += (double)at(a->value, i, j);
        assert_true(mean->value.data[j] == (real)(sum / 130));
    }
}

TEST_OF_GRAPH(long_rows_are_explained_by_their_sums)
{
    Node *x = constant(g, random_tensor(g->arena, 1, EXPLAINED_TERMS + 1, "x"), "drawn");
    Node *mean = row_mean(g, x);
    check_explanation(g->arena, "row_mean", mean, 0, 0);
    check_explanation(g->arena, "row_variance", row_variance(g, x, mean), 0, 0);
}

static void agree_with(Scene *scene, int rows_a, int rows_b, int cols_b)
{
    Graph *g = graph_new(scene->arena);
    agreement(g, constant(g, tensor_new(g->arena, rows_a, 2), ""),
              constant(g, tensor_new(g->arena, rows_b, cols_b), ""));
}

TEST(agreement_is_with_one_column_of_as_many_rows)
{
    assert_aborts(agree_with(scene, 0, 0, 1));
    assert_aborts(agree_with(scene, 3, 2, 1));
    assert_aborts(agree_with(scene, 3, 3, 2));
}
