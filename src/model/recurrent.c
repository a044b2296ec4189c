#include "model/recurrent.h"

#include "graph/ops.h"

Node *cell_input(Graph *g, const RecurrentCell *cell, Node *x)
{
    return add_row(g, matmul(g, x, cell->W), cell->b);
}

static CellStep plain_step(Graph *g, const RecurrentCell *cell, Node *input, Node *previous)
{
    CellStep s = {.input = input};
    s.state = tanh_of(g, add(g, input, matmul(g, previous, cell->U)));
    return s;
}

static CellStep gru_step(Graph *g, const RecurrentCell *cell, Node *input, Node *previous)
{
    int n = cols_of(previous);
    CellStep s = {.input = input};
    s.gates = sigmoid(g, add(g, columns(g, input, 0, 2 * n), matmul(g, previous, cell->U_gates)));
    s.z = columns(g, s.gates, 0, n);
    s.r = columns(g, s.gates, n, n);
    s.kept = multiply(g, s.r, previous);
    s.candidate = tanh_of(g, add(g, columns(g, input, 2 * n, n), matmul(g, s.kept, cell->U)));
    s.state = interpolate(g, s.z, s.candidate, previous);
    return s;
}

CellStep cell_step(Graph *g, const RecurrentCell *cell, Node *input, Node *previous)
{
    return (cell->kind == CELL_GRU ? gru_step : plain_step)(g, cell, input, previous);
}

/* The state of who has read nothing. */
static Node *nothing_read(Graph *g, int rows, int cols)
{
    return constant(g, tensor_new(g->arena, rows, cols), "zero: nothing has been read yet");
}

Node *place_of(Graph *g, Node *a, int place, int sentences)
{
    int *rows = arena_alloc(g->arena, (size_t)sentences, sizeof *rows);
    for (int i = 0; i < sentences; i++)
        rows[i] = place * sentences + i;
    return gather(g, a, rows, sentences);
}

/* From `first` on in steps of 1 or −1 through all places. */
static CellStep *read_places(Graph *g, const RecurrentCell *cell, Node *x, int sentences, int first,
                             int direction)
{
    int length = rows_of(x) / sentences;
    CellStep *steps = arena_alloc(g->arena, (size_t)length, sizeof *steps);
    Node *inputs = cell_input(g, cell, x);
    Node *state = nothing_read(g, sentences, cols_of(cell->U));
    for (int t = first; t >= 0 && t < length; t += direction) {
        steps[t] = cell_step(g, cell, place_of(g, inputs, t, sentences), state);
        state = steps[t].state;
    }
    return steps;
}

static Node *stack_states(Graph *g, const CellStep *steps, int length)
{
    Node **states = arena_alloc(g->arena, (size_t)length, sizeof(Node *));
    for (int t = 0; t < length; t++)
        states[t] = steps[t].state;
    return stack(g, states, length);
}

Encoding encode(Graph *g, const RecurrentCell *forward, const RecurrentCell *backward, Node *x,
                int sentences)
{
    CHECK(rows_of(x) > 0 && rows_of(x) % sentences == 0, "%d words of %d sentences", rows_of(x),
          sentences);
    Encoding e = {.length = rows_of(x) / sentences, .sentences = sentences};
    e.forward = read_places(g, forward, x, sentences, 0, 1);
    e.forward_states = stack_states(g, e.forward, e.length);
    e.annotations = e.forward_states;
    if (backward) {
        e.backward = read_places(g, backward, x, sentences, e.length - 1, -1);
        e.backward_states = stack_states(g, e.backward, e.length);
        e.annotations = concat(g, (Node *[]){e.forward_states, e.backward_states}, 2);
    }
    return e;
}
