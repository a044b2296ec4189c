#include "model/layers.h"

int cell_width(CellKind kind, int n)
{
    return kind == CELL_GRU ? 3 * n : n;
}

RecurrentCell recurrent_cell(Scope s, CellKind kind, int d, int n, CellWords words)
{
    int width = cell_width(kind, n);
    RecurrentCell cell = {.kind = kind, .words = words};
    cell.W = learned(s, "W", "Input weights", d, width, START_BY_ROWS);
    cell.U = learned(s, "U", "Recurrent weights", n, n, START_BY_ROWS);
    if (kind == CELL_GRU)
        cell.U_gates = with_symbol(
            s, learned(s, "U_zr", "Recurrent weights of the gates", n, 2 * n, START_BY_ROWS),
            "U_{zr}", 0);
    cell.b = learned(s, "b", "Biases", 1, width, START_ZEROS);
    return cell;
}

RecurrentCell reading_cell(Scope s, CellKind kind, int d, int n, bool backwards)
{
    static const CellWords words[] = {{"State", "h→_{%d}", "h̃→_{%d}"},
                                      {"State", "h←_{%d}", "h̃←_{%d}"}};
    s = within(s, backwards ? "backward" : "forward", "", 0);
    return recurrent_cell(s, kind, d, n, words[backwards]);
}

/* ---- one step ---- */

Node *cell_input(Scope s, const RecurrentCell *cell, Node *x, const char *product)
{
    Node *brought = named(s, product, "What the words bring", matmul(s.graph, x, cell->W));
    return add_row(s.graph, brought, cell->b);
}

/* The pre-activation of the new state or candidate. */
static Node *pre_activation(Scope s, const RecurrentCell *cell, Node *input, Node *seen)
{
    Node *old = named(s, "from-state", "What the old state adds", matmul(s.graph, seen, cell->U));
    return named(s, "tanh-of", "Pre-activation of the new state", add(s.graph, input, old));
}

static Node *gru_state(Scope s, const RecurrentCell *cell, Node *input, Node *previous)
{
    Graph *g = s.graph;
    int n = cols_of(previous);
    Node *own = columns(g, input, 0, 2 * n); /* [z r] */
    Node *old = named(s, "gates-from-state", "What the old state adds to the gates",
                      matmul(g, previous, cell->U_gates));
    Node *both = named(s, "gates-sum", "Pre-activation of the gates", add(g, own, old));
    Node *gates = named(s, "gates", "Both gates", sigmoid(g, both));
    Node *z = defined(s, "update-gate", "Update gate", "z_{%d}", columns(g, gates, 0, n));
    Node *r = defined(s, "reset-gate", "Reset gate", "r_{%d}", columns(g, gates, n, n));
    Node *kept =
        named(s, "kept", "What the candidate sees of the old state", multiply(g, r, previous));
    Node *sum = pre_activation(s, cell, columns(g, input, 2 * n, n), kept);
    Node *candidate =
        defined(s, "candidate", "Candidate state", cell->words.candidate, tanh_of(g, sum));
    return interpolate(g, z, candidate, previous);
}

Node *cell_step(Scope s, const RecurrentCell *cell, Node *input, Node *previous)
{
    Node *state = cell->kind == CELL_GRU
                      ? gru_state(s, cell, input, previous)
                      : tanh_of(s.graph, pre_activation(s, cell, input, previous));
    return defined(s, "state", cell->words.title, cell->words.state, state);
}

/* ---- a sentence ---- */

/* The scope of a position: "forward-3", “cat”. */
static Scope place_scope(Scope s, ReadOrder reading, Node *x, int place)
{
    if (!s.graph->names)
        return s;
    const Axis *words = &writing_of(s.graph, x)->rows;
    Axis row = *words;
    row.labels += place;
    row.count = 1;
    s = with_row(within(s, reading.place, "", place + 1), row);
    return ending_in(s, arena_format(s.graph->arena, words->named ? " at “%s”%s" : " at place %s%s",
                                     words->labels[place], reading.how));
}

/* The zero initial state, named by the position before the first one read. */
static Node *initial_state(Scope first, const RecurrentCell *cell, int sentences, bool backwards)
{
    Graph *g = first.graph;
    int n = cols_of(cell->U);
    Node *zero = constant(g, tensor_new(g->arena, sentences, n), "zero: nothing has been read yet");
    if (!g->names)
        return zero;
    first.number += backwards ? 1 : -1;
    return given(first, "before", "The initial state", cell->words.state, *first.row,
                 feature_axis(g, n), zero);
}

Node **read_places(Scope s, const RecurrentCell *cell, Node *x, int sentences, ReadOrder reading)
{
    int length = rows_of(x) / sentences, step = reading.backwards ? -1 : 1;
    int first = reading.backwards ? length - 1 : 0;
    Node **states = arena_alloc(s.graph->arena, (size_t)length + 1, sizeof(Node *));
    Node *inputs = cell_input(ending_in(s, reading.how), cell, x, reading.product);
    states += !reading.backwards;
    states[first - step] =
        initial_state(place_scope(s, reading, x, first), cell, sentences, reading.backwards);
    for (int t = first; t >= 0 && t < length; t += step) {
        Scope place = place_scope(s, reading, x, t);
        Node *input = named(place, "input", "What the word adds",
                            row_range(s.graph, inputs, t * sentences, sentences));
        states[t] = cell_step(place, cell, input, states[t - step]);
    }
    return states;
}

/* ---- both directions ---- */

Encoding encode(Scope s, const RecurrentCell *forward, const RecurrentCell *backward, Node *x,
                int sentences)
{
    static const ReadOrder forwards = {"forward/products", "forward-%d", ", read forwards", false};
    static const ReadOrder backwards = {"backward/products", "backward-%d", ", read backwards",
                                        true};
    Graph *g = s.graph;
    Encoding e = {.length = rows_of(x) / sentences};
    Scope in = within(s, "encoder", "", 0);
    e.forward = read_places(in, forward, x, sentences, forwards);
    e.all[0] = stack(g, e.forward, e.length);
    if (!backward) {
        e.annotations = defined(in, "forward", "Annotations: the forward states", "H", e.all[0]);
        return e;
    }
    defined(in, "forward", "Forward states", "H→", e.all[0]);
    e.backward = read_places(in, backward, x, sentences, backwards);
    e.all[1] = defined(in, "backward", "Backward states", "H←", stack(g, e.backward, e.length));
    e.annotations = defined(s, "annotations", "Annotations: the states of both directions", "H",
                            concat(g, e.all, 2));
    return e;
}
