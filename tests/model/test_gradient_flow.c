/* Gradients through time against torch.autograd (reference/make_gradient_flow.py), and by their
   properties. */
#include "model/studies.h"

#include "support/reference_models.h"

static const FlowSettings plain = {
    .kind = CELL_TANH, .length = 12, .units = 18, .deviation = 0.01, .seed = 1};

static const double gains[] = {0.5, 1, 1.5};

/* The graph that names all of a flow. */
static Graph *flow_of(Scene *scene, FlowSettings settings, const double *of, int count)
{
    Graph *g = graph_new(scene->arena);
    graph_name(g);
    settings.gains = (Numbers){.decimals = of, .count = count};
    gradient_flow(scope_of(g), &settings);
    return g;
}

static Graph *flow_with(Scene *scene, FlowSettings settings)
{
    return flow_of(scene, settings, gains, 3);
}

static double norm_of(const Graph *g, int distance, int gain)
{
    return cell(node_of(g, "norms")->value, distance, gain);
}

static double growth_of(const Graph *g, int gain)
{
    return cell(node_of(g, "growth")->value, 0, gain);
}

/* What is called so of gain i, from 0: "U". */
static Node *of_gain(const Graph *g, int i, const char *id)
{
    const char *path = arena_format(g->arena, "gain-%d/%s", i + 1, id);
    const Name *name = name_find(g, path);
    return name ? name->node : NULL;
}

/* ---- against autograd ---- */

TEST(every_length_is_that_of_autograd)
{
    static const char *const names[] = {"rnn-0.5", "rnn-1.5", "gru-1.5"};
    Safetensors file = reference_file(scene, "gradient_flow.safetensors");
    for (int k = 0; k < 3; k++) {
        Graph *g = plain_graph(scene);
        RecurrentCell cell =
            reference_cell(g, scene, &file, names[k], k == 2 ? CELL_GRU : CELL_TANH);
        Tensor expected = reference(scene, &file, names[k], "lengths");
        Node *x = reference_node(g, scene, &file, names[k], "x");
        Encoding read = encode(scope_of(g), &cell, NULL, x, 1);
        Tensor found = gradient_lengths(scope_of(g), read.forward, read.length)->value;
        assert_true(same_shape(found, expected));
        for (size_t i = 0; i < tensor_size(found); i++) {
            double e = (double)expected.data[i], f = (double)found.data[i];
            fail_if(!(fabs(f - e) <= 1e-4 * e), "%s, cell %zu: %.9g, expected %.9g", names[k], i, f,
                    e);
        }
    }
}

/* ---- properties ---- */

TEST(the_recurrent_matrix_is_the_gain_times_an_orthogonal_one)
{
    Graph *flown = flow_with(scene, plain);
    for (int i = 0; i < 3; i++) {
        Graph *g = plain_graph(scene);
        Node *U = of_gain(flown, i, "U");
        const Node *square = matmul_transposed(g, U, U);
        Tensor expected = tensor_new(g->arena, 18, 18);
        for (int k = 0; k < 18; k++)
            tensor_row(expected, k)[k] = (real)(gains[i] * gains[i]);
        assert_close(square->value, expected, 1e-6, "UUᵀ");
    }
}

/* With next to no input tanh is straight: what is left is the gain itself. */
TEST(without_input_the_growth_is_the_gain)
{
    FlowSettings settings = plain;
    settings.deviation = 1e-6;
    Graph *g = flow_with(scene, settings);
    for (int i = 0; i < 3; i++)
        assert_near(growth_of(g, i), gains[i], 1e-4 * gains[i]);
    assert_near(norm_of(g, 11, 0) * 2048, 1, 1e-3);
}

/* A closed gate keeps what is there. */
TEST(a_closed_update_gate_keeps_the_gradient)
{
    FlowSettings settings = plain;
    settings.kind = CELL_GRU;
    settings.gate_bias = -10;
    Graph *g = flow_with(scene, settings);
    for (int i = 0; i < 3; i++)
        assert_near(growth_of(g, i), 1, 1e-3);
    settings.gate_bias = 0;
    assert_true(growth_of(flow_with(scene, settings), 0) < 0.8);
}

TEST(the_same_seed_draws_the_same_and_another_does_not)
{
    FlowSettings other = plain;
    other.seed = 2;
    Graph *g = flow_with(scene, plain);
    Tensor a = node_of(g, "norms")->value, b = node_of(flow_with(scene, plain), "norms")->value;
    Tensor c = node_of(flow_with(scene, other), "norms")->value;
    size_t size = tensor_size(a) * sizeof(real);
    assert_memory_equal(a.data, b.data, size);
    assert_true(memcmp(a.data, c.data, size) != 0);
    assert_null(name_find(g, "clipped"));
}

/* ---- clipping ---- */

static double squares(Tensor t)
{
    double sum = 0;
    for (size_t i = 0; i < tensor_size(t); i++)
        sum += (double)t.data[i] * (double)t.data[i];
    return sum;
}

TEST(a_clipped_gradient_has_the_limit_or_its_own_norm)
{
    FlowSettings settings = plain;
    settings.length = 30;
    settings.clip = 5;
    for (int kind = CELL_TANH; kind <= CELL_GRU; kind++) {
        settings.kind = (CellKind)kind;
        static const char *const parts[] = {"loss/W", "loss/U", "loss/U_zr", "loss/b"};
        Graph *g = flow_with(scene, settings);
        for (int i = 0; i < 3; i++) {
            double norm = 0;
            for (int k = 0; k < 4; k++) {
                const Node *gradient = of_gain(g, i, parts[k]);
                norm += gradient ? squares(gradient->value) : 0;
            }
            norm = sqrt(norm);
            Tensor clipped = node_of(g, "clipped")->value;
            double before = cell(clipped, i, clipped.cols - 3);
            double after = cell(node_of(g, "clipped/after")->value, i, 0);
            assert_true(norm > 0 && fabs(before / norm - 1) < 1e-5);
            assert_near(after, fmin(norm, 5), 1e-5 * norm);
        }
        assert_int_equal(cols_of(node_of(g, "clipped")), kind == CELL_GRU ? 7 : 6);
    }
}

/* As it is computed in training, in numbers. */
TEST(what_is_clipped_is_the_gradient_of_training)
{
    static const char *const parts[] = {"W", "U", "U_zr", "b"};
    FlowSettings settings = plain;
    settings.clip = 1;
    for (int kind = CELL_TANH; kind <= CELL_GRU; kind++) {
        settings.kind = (CellKind)kind;
        Graph *g = flow_with(scene, settings);
        graph_backward(g, of_gain(g, 1, "loss/value"));
        for (int k = 0; k < 4; k++) {
            const Node *part = of_gain(g, 1, parts[k]), *learned = part;
            Node *shown = of_gain(g, 1, arena_format(scene->arena, "loss/%s", parts[k]));
            if (!part)
                continue;
            if (part->input_count) { /* gain · Q */
                shown = multiply_by(g, shown, part->inputs[1]);
                learned = part->inputs[0];
            }
            assert_close(shown->value, learned->grad, 1e-6, parts[k]);
        }
    }
}

/* The loss by hand, from the last state. */
TEST(the_loss_is_half_the_squared_distance_to_signs)
{
    FlowSettings settings = plain;
    settings.clip = 1;
    Graph *g = flow_with(scene, settings);
    Tensor states = of_gain(g, 1, "states")->value;
    double least = 0, most = 0;
    for (int k = 0; k < states.cols; k++) {
        double h = fabs(cell(states, states.rows - 1, k));
        least += (1 - h) * (1 - h) / 2;
        most += (1 + h) * (1 + h) / 2;
    }
    double loss = (double)of_gain(g, 1, "loss/value")->value.data[0];
    assert_true(loss >= least && loss <= most);
}

TEST(what_leaves_the_range_is_told)
{
    static const double huge[] = {1, 50};
    FlowSettings settings = plain;
    settings.deviation = 0;
    settings.length = 1000;
    /* 50^23 is beyond a float; of a double the squares are, 50^182 */
    int distance = sizeof(real) == sizeof(float) ? 23 : 91;
    assert_refused(flow_of(scene, settings, huge, 2),
                   arena_format(scene->arena,
                                "--gain 50: at distance %d the gradient is beyond the range of "
                                "float32; take a smaller gain or --length",
                                distance));
}
