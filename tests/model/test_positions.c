/* Sinusoidal positions: dot products by distance, and the rotation. */
#include "model/studies.h"

#include "support/nodes.h"

static Graph *graph_of(Scene *scene, int length, int d, double base)
{
    PositionSettings s = {.length = length, .d = d, .base = base, .other_base = 1000, .shift = 3};
    Graph *g = named_graph(scene);
    positions(scope_of(g), s);
    return g;
}

/* Σᵢ cos(k / base^(2i/d)), the sum that PE(p)·PE(p + k) is for every p */
static double dot_at(double base, int d, int k)
{
    double sum = 0;
    for (int i = 0; i < d / 2; i++)
        sum += cos(k / pow(base, 2.0 * i / d));
    return sum;
}

TEST(dot_products_depend_on_the_distance_alone)
{
    Graph *g = graph_of(scene, 50, 48, 10000);
    Tensor dots = value_of(g, "dots"), distances = value_of(g, "distances");
    for (int i = 0; i < 50; i++)
        for (int j = 0; j < 50; j++)
            assert_near(cell(dots, i, j), dot_at(10000, 48, j - i), 2e-5);
    for (int k = 0; k < 50; k++) {
        assert_near(cell(distances, k, 0), dot_at(10000, 48, k), 2e-5);
        assert_near(cell(distances, k, 1), dot_at(1000, 48, k), 2e-5);
    }
}

TEST(one_rotation_takes_every_position_to_the_one_ahead)
{
    Graph *g = graph_of(scene, 20, 8, 100);
    Tensor rotated = value_of(g, "rotated"), ahead = value_of(g, "ahead");
    Tensor encodings = value_of(g, "encodings"), rotation = value_of(g, "rotation");
    assert_close(rotated, ahead, 1e-6, "rotated");
    Node *error = subtract(g, node_of(g, "rotated"), node_of(g, "ahead"));
    assert_close(value_of(g, "error"), error->value, 0, "error");
    assert_close((Tensor){17, 8, ahead.data}, (Tensor){17, 8, tensor_row(encodings, 3)}, 0,
                 "ahead");
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            assert_true(i / 2 == j / 2 || at(rotation, i, j) == 0);
}

TEST(a_wave_comes_round_after_its_length)
{
    assert_near(position_wavelength(10000, 48, 0), 2 * M_PI, 1e-12);
    assert_near(position_wavelength(10000, 4, 1), 200 * M_PI, 1e-9);
}

TEST(one_position_of_two_features_will_do)
{
    Graph *g = graph_of(scene, 1, 2, 10000);
    Tensor encodings = value_of(g, "encodings");
    assert_true(at(encodings, 0, 0) == 0 && at(encodings, 0, 1) == 1);
    assert_true(at(value_of(g, "dots"), 0, 0) == 1);
    assert_close(value_of(g, "rotated"), value_of(g, "ahead"), 1e-6, "rotated");
}
