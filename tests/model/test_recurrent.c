/* Cells and encoders against PyTorch and against the formulas of the paper, place by place
   (reference/make_recurrent.py). */

#include "support/reference_models.h"

enum { T = 6, G = 3, D = 5, N = 4 }; /* of the references */

TEST_OF_GRAPH(a_plain_network_in_both_directions_is_that_of_pytorch)
{
    Safetensors file = reference_file(scene, "recurrent.safetensors");
    RecurrentCell forward = reference_cell(g, scene, &file, "rnn/forward", CELL_TANH);
    RecurrentCell backward = reference_cell(g, scene, &file, "rnn/backward", CELL_TANH);
    Encoding e =
        encode(scope_of(g), &forward, &backward, reference_node(g, scene, &file, "rnn", "x"), G);
    assert_int_equal(e.length, T);
    assert_close(e.annotations->value, reference(scene, &file, "rnn", "annotations"), 1e-5, "rnn");
}

TEST(a_gru_is_that_of_the_paper_and_of_pytorch_where_they_agree)
{
    static const char *const names[] = {"gru", "gru-open"};
    Safetensors file = reference_file(scene, "recurrent.safetensors");
    for (int i = 0; i < 2; i++) {
        Graph *g = plain_graph(scene);
        RecurrentCell cell = reference_cell(g, scene, &file, names[i], CELL_GRU);
        Encoding e =
            encode(scope_of(g), &cell, NULL, reference_node(g, scene, &file, names[i], "x"), G);
        assert_close(e.annotations->value, reference(scene, &file, names[i], "annotations"), 1e-5,
                     names[i]);
        assert_null(e.backward);
    }
}

TEST_OF_GRAPH(the_gates_of_the_last_place_are_those_of_the_paper)
{
    Safetensors file = reference_file(scene, "recurrent.safetensors");
    RecurrentCell cell = reference_cell(g, scene, &file, "gru", CELL_GRU);
    cell.words = (CellWords){"State", "h→_{%d}", "h̃→_{%d}"};
    Node *x = reference_node(g, scene, &file, "gru", "x");
    Node *input = row_range(g, cell_input(scope_of(g), &cell, x, "products"), (T - 1) * G, G);
    Node *before = encode(scope_of(g), &cell, NULL, x, G).forward[T - 2];
    graph_name(g);
    cell_step(scope_of(g), &cell, input, before);
    assert_close(value_of(g, "update-gate"), reference(scene, &file, "gru", "z"), 1e-5, "z");
    assert_close(value_of(g, "reset-gate"), reference(scene, &file, "gru", "r"), 1e-5, "r");
}
