/* No sentence, formula or label survives a change of the operation under it.
 *
 * The program's models are linked with other operations than they ask for: relu becomes a sigmoid
 * or a GELU, tanh a sigmoid, a softmax a plain normalisation, the operands of a sum and of a
 * product change places. Then a command is traced with and without the change, and of each step
 * that another operation has made what is written has to be another, too. (The linker's --wrap: see
 * the Makefile.) */
#include "graph/ops.h"
#include "support/traced.h"
#include "trace/sentences.h"

typedef enum Swap {
    AS_IT_IS,
    RELU_IS_SIGMOID,
    RELU_IS_GELU,
    TANH_IS_SIGMOID,
    SOFTMAX_IS_NORMALISATION,
    SUMS_TURNED,
    PRODUCTS_TURNED,
    SCALE_IS_LEFT_OUT,
} Swap;

static Swap swap;

/* ---- operations that there are none of ---- */

static void no_explanation(Explanation *e, Cell c)
{
    explanation_copy(e, (Cell){c.node->inputs[0], c.row, c.col});
}

static void forward_normalised(Node *node)
{
    for (int i = 0; i < rows_of(node); i++) {
        double sum = 0;
        for (int j = 0; j < cols_of(node); j++)
            sum += fabs((double)at(node->inputs[0]->value, i, j));
        for (int j = 0; j < cols_of(node); j++)
            tensor_row(node->value, i)[j] =
                (real)(fabs((double)at(node->inputs[0]->value, i, j)) / sum);
    }
}

static const Op normalised = {"normalised", "|{1}|/Σ_j |{1}|_j", no_explanation, forward_normalised,
                              .steps = 1};

static Node *made_by(const Op *op, Graph *g, Node *a)
{
    return graph_node(g, (Node){.op = op}, rows_of(a), cols_of(a), &a, 1);
}

/* ---- what the models are given ---- */

#define WRAPPED(name, ...)                                                                         \
    Node *__real_##name(__VA_ARGS__);                                                              \
    Node *__wrap_##name(__VA_ARGS__)

WRAPPED(softmax_rows, Graph *g, Node *a);
WRAPPED(add, Graph *g, Node *a, Node *b);
WRAPPED(multiply, Graph *g, Node *a, Node *b);
WRAPPED(relu, Graph *g, Node *a);
WRAPPED(tanh_of, Graph *g, Node *a);
WRAPPED(divide_by_root, Graph *g, Node *a, int d);

Node *__wrap_relu(Graph *g, Node *a)
{
    return swap == RELU_IS_SIGMOID ? sigmoid(g, a)
           : swap == RELU_IS_GELU  ? gelu(g, a)
                                   : __real_relu(g, a);
}

Node *__wrap_tanh_of(Graph *g, Node *a)
{
    return swap == TANH_IS_SIGMOID ? sigmoid(g, a) : __real_tanh_of(g, a);
}

Node *__wrap_softmax_rows(Graph *g, Node *a)
{
    return swap == SOFTMAX_IS_NORMALISATION ? made_by(&normalised, g, a)
                                            : __real_softmax_rows(g, a);
}

Node *__wrap_add(Graph *g, Node *a, Node *b)
{
    return swap == SUMS_TURNED ? __real_add(g, b, a) : __real_add(g, a, b);
}

Node *__wrap_multiply(Graph *g, Node *a, Node *b)
{
    return swap == PRODUCTS_TURNED ? __real_multiply(g, b, a) : __real_multiply(g, a, b);
}

Node *__wrap_divide_by_root(Graph *g, Node *a, int d)
{
    return swap == SCALE_IS_LEFT_OUT ? multiply_by_root(g, a, d) : __real_divide_by_root(g, a, d);
}

/* ---- what is compared ---- */

static Trace *traced_with(Scene *scene, const char *line, Swap asked)
{
    swap = asked;
    Trace *trace = traced(scene, line);
    swap = AS_IT_IS;
    return trace;
}

/* A sum or product of two other things than before. */
static bool is_turned(const Step *a, const Step *b)
{
    return a->node->input_count == 2 && a->node->op == b->node->op &&
           strcmp(a->formula, b->formula) != 0;
}

/* No row that the step was told by is about it still. */
static void check_rows(const char *line, Trace *t, const Step *was, const Step *is)
{
    Look before = {.trace = t, .step = was}, after = {.trace = t, .step = is};
    for (const Note *n = t->notes; n->where; n++)
        fail_if(n->kind < NOTE_VIEW && note_fits(&before, n) && note_is_about(&after, n),
                "%s: %s, now made by %s, is still told: %s", line, is->id, is->node->op->name,
                n->text);
}

/* Of one step, before and after: whether another operation made it, and then nothing may be as it
   was but its name. Operands that change places change the formula alone. */
static bool check_step(const char *line, Trace *t, const Step *was, const Step *is)
{
    if (was->node->op == is->node->op)
        return is_turned(was, is);
    fail_if(!strcmp(was->formula, is->formula), "%s: %s still reads %s", line, is->id, is->formula);
    fail_if(*is->note && !strcmp(was->note, is->note), "%s: %s is still said to be: %s", line,
            is->id, is->note);
    check_rows(line, t, was, is);
    return true;
}

static void check_swap(Scene *scene, const char *line, Swap asked)
{
    Trace *was = traced_with(scene, line, AS_IT_IS), *is = traced_with(scene, line, asked);
    int changed = 0;
    for (int i = 0; i < was->step_count; i++) {
        const Step *step = trace_any_step(is, was->steps[i].id);
        if (step)
            changed += check_step(line, was, &was->steps[i], step);
    }
    fail_if(!changed, "%s: swap %d changes no step", line, (int)asked);
}

/* ---- the swaps ---- */

TEST(what_another_operation_makes_is_written_as_what_it_is)
{
    static const struct {
        Swap swap;
        const char *line;
    } cases[] = {
#include "cli/cases/swaps.list"
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_swap(scene, cases[i].line, cases[i].swap);
}

/* The labels of a picture's arrows are what the operations add to the formulas. */
TEST(an_arrow_is_labelled_by_the_operation)
{
    const Trace *t = traced_with(scene, "-s 'He hit the ball'", SCALE_IS_LEFT_OUT);
    const Panel *panel = &t->panels[0];
    int arrows = 0;
    for (int i = 0; i < panel->rows * panel->cols; i++)
        if (panel->places[i].arrow) {
            assert_lacks(panel->places[i].arrow, "/√");
            arrows++;
        }
    assert_true(arrows > 0);
}
