/* What --explain prints is read back: every name is found again, every expression evaluated. */
#include "lesson/lesson.h"

#include "load/arguments.h"
#include "support/arithmetic.h"
#include "support/explained.h"
#include "support/forms.h"
#include "support/nodes.h"
#include "support/sample.h"
#include "support/traced.h"
#include "trace/build.h"
#include "trace/traces.h"

/* ---- reading an explanation ---- */

enum { MOST_CELLS = 4000 };

/* How it is told and shown. */
typedef struct Telling {
    int depth, digits, width;
} Telling;

static const char *text_of(Scene *scene, const Trace *trace, StepCell cell, Telling style)
{
    Document *document = document_new(scene->arena, trace);
    explain_cell(document, cell, style.depth, style.digits);
    return document_text(scene, document, style.width);
}

typedef struct Explained {
    StepCell cell;
    const char *name, *value;
    const char *expressions[MAX_EXPRESSIONS];
    int expression_count;
    const char *remark; /* without its brackets, or NULL */
} Explained;

typedef struct Explanations {
    Scene *scene;
    const Trace *trace;
    Telling style;
    StepCell asked;
    const char *text; /* as printed */
    Explained cells[MOST_CELLS];
    int count;
    const char *given; /* the lines at the end, or NULL */
} Explanations;

static StepCell cell_named(const Explanations *e, const char *name)
{
    return cell_parse(e->scene->arena, "printed", e->trace, name, false);
}

/* "head-1/Q[bat,2] = −1.5" */
static void read_cell(Explanations *e, const char *line)
{
    const char *equals = strstr(line, "] = ");
    assert_in_range(e->count, 0, MOST_CELLS - 1);
    Explained *cell = &e->cells[e->count++];
    *cell = (Explained){.name = arena_strndup(e->scene->arena, line, (size_t)(equals + 1 - line)),
                        .value = equals + strlen("] = ")};
    cell->cell = cell_named(e, cell->name);
}

/* What was broken to fit is put together again: only what goes on begins with so many spaces. */
static const char *joined(Scene *scene, const char *text)
{
    Text out = text_new(scene->arena);
    while (*text) {
        size_t spaces = *text == '\n' ? strspn(text + 1, " ") : 0;
        if (spaces > 2) {
            text_add(&out, " ");
            text += 1 + spaces;
        } else {
            text_add_bytes(&out, text++, 1);
        }
    }
    return out.data;
}

/* A step's title and its formula. */
static bool is_heading(const Explanations *e, const char *line)
{
    for (const Trace *trace = e->trace; trace; trace = trace->behind)
        for (int i = 0; i < trace->step_count; i++) {
            const Step *step = &trace->steps[i];
            const char *formula = line + strlen(step->title);
            if (begins_with(line, step->title) && *formula == ' ' &&
                !strcmp(formula + strspn(formula, " "),
                        formula_plain(e->scene->arena, step->formula)))
                return true;
        }
    return false;
}

static void read_line(Explanations *e, const char *line)
{
    if (begins_with(line, "  = ")) {
        Explained *cell = &e->cells[e->count - 1];
        assert_in_range(cell->expression_count, 0, MAX_EXPRESSIONS - 1);
        cell->expressions[cell->expression_count++] = line + strlen("  = ");
    } else if (begins_with(line, "  (")) {
        assert_true(line[strlen(line) - 1] == ')');
        e->cells[e->count - 1].remark = arena_strndup(e->scene->arena, line + 3, strlen(line) - 4);
    } else if (strstr(line, "] = ")) {
        read_cell(e, line);
    } else if (*line) {
        assert_true(is_heading(e, line));
    }
}

static Explanations *explain_with(Scene *scene, const Trace *trace, const char *name, Telling style)
{
    Explanations *e = arena_alloc(scene->arena, 1, sizeof *e);
    *e = (Explanations){.scene = scene, .trace = trace, .style = style};
    e->asked = cell_named(e, name);
    e->text = text_of(scene, trace, e->asked, style);
    const char *whole = style.width ? joined(scene, e->text) : e->text;
    const char *given = strstr(whole, "\nGiven, not computed:\n");
    e->given = given ? given + strlen("\nGiven, not computed:\n") : NULL;
    int lines =
        line_count(given ? arena_strndup(scene->arena, whole, (size_t)(given - whole)) : whole);
    for (int i = 0; i < lines; i++)
        read_line(e, line_at(scene, whole, i));
    return e;
}

/* ---- what must hold of every explanation ---- */

static double value_at(StepCell cell)
{
    return (double)at(node_value(cell.step->node), cell.row, cell.col);
}

/* By how much printed digits may lead an expression astray: in the last digit of its terms. */
static double tolerance(const Explanations *e, const char *expression, double value)
{
    double terms = 1 + 30 * fabs(value);
    if (strstr(expression, " × ")) {
        Text sizes = text_new(e->scene->arena);
        for (const char *c = expression; *c; c++)
            if (begins_with(c, "−"))
                c += strlen("−") - 1;
            else
                text_add_bytes(&sizes, c, 1);
        terms = fabs(evaluate(sizes.data)); /* logarithms of weights are all negative */
    }
    return (pow(10, 1 - e->style.digits) + 3e-7) * terms;
}

static void check_expression(const Explanations *e, const Explained *cell, const char *expression)
{
    double value = value_at(cell->cell);
    bool moved = strchr(expression, '['); /* from the cell that it names */
    double found = moved ? value_at(cell_named(e, expression)) : evaluate(expression);
    assert_true(!moved || found == value);
    fail_if(found != value && !(fabs(found - value) <= tolerance(e, expression, value)),
            "%s is %.9g, but %s is %.9g", cell->name, value, expression, found);
}

static void check_cell(const Explanations *e, const Explained *cell)
{
    double value = value_at(cell->cell), printed = evaluate(cell->value);
    fail_if(printed != value &&
                !(fabs(printed - value) <= pow(10, 1 - e->style.digits) * fabs(value)),
            "%s is %.9g, not %s", cell->name, value, cell->value);
    for (int i = 0; i < cell->expression_count; i++)
        check_expression(e, cell, cell->expressions[i]);
}

static int place_in_list(const Explanations *e, const Step *step, int row, int col)
{
    for (int i = 0; i < e->count; i++)
        if (e->cells[i].cell.step == step && e->cells[i].cell.row == row &&
            e->cells[i].cell.col == col)
            return i;
    return -1;
}

/* ---- the same walk, by recursion ---- */

/* For every cell of the trace how many operations lie between it and the cell asked about; −1 for
   those that have no part in it. */
typedef struct Distances {
    const Explanations *e;
    int **of_step;
} Distances;

static bool is_given(const Node *node)
{
    return is_leaf(node) ||
           ((!strcmp(node->op->name, "columns") || !strcmp(node->op->name, "gather")) &&
            is_leaf(node->inputs[0]));
}

/* Where a number was made that others only move. */
static Cell made_at(const Distances *d, Cell cell)
{
    while (!is_given(cell.node)) {
        Explanation explanation =
            cell_told((Explanation){.arena = d->e->scene->arena, .digits = 3}, cell);
        if (!explanation.copies)
            break;
        cell = *explanation.uses;
    }
    return cell;
}

static void measure(Distances *d, const Node *node, int row, int col, int distance)
{
    const Step *step = trace_step_of(d->e->trace, node);
    assert_non_null(step);
    int *known = &d->of_step[step - d->e->trace->steps][row * cols_of(node) + col];
    if (*known >= 0 && *known <= distance)
        return;
    *known = distance;
    if (is_given(node))
        return;
    Explanation explanation =
        cell_told((Explanation){.arena = d->e->scene->arena, .digits = 3}, (Cell){node, row, col});
    for (int i = 0; i < explanation.use_count; i++) {
        Cell used = made_at(d, explanation.uses[i]);
        measure(d, used.node, used.row, used.col, distance + !explanation.copies);
    }
}

static Distances distances(const Explanations *e)
{
    Arena *arena = e->scene->arena;
    Distances d = {e, arena_alloc(arena, (size_t)e->trace->step_count, sizeof(int *))};
    for (int i = 0; i < e->trace->step_count; i++) {
        size_t size = tensor_size(e->trace->steps[i].node->value);
        d.of_step[i] = arena_alloc(arena, size, sizeof(int));
        for (size_t k = 0; k < size; k++)
            d.of_step[i][k] = -1;
    }
    measure(&d, e->asked.step->node, e->asked.row, e->asked.col, 0);
    return d;
}

/* That exactly the cells within the depth are explained, each once, none that is given but the
   one asked about, and nearer ones first. */
static void check_reach(const Explanations *e)
{
    Distances d = distances(e);
    int expected = 0, last = 0;
    for (int i = 0; i < e->trace->step_count; i++) {
        const Step *step = &e->trace->steps[i];
        for (int k = 0; k < (int)tensor_size(step->node->value); k++) {
            int far = d.of_step[i][k];
            bool within = far >= 0 && (!e->style.depth || far < e->style.depth);
            bool shown = within && (far == 0 || !is_given(step->node));
            int row = k / step->cols.count, col = k % step->cols.count;
            assert_int_equal(place_in_list(e, step, row, col) >= 0, shown);
            expected += shown;
        }
    }
    assert_int_equal(e->count, expected);
    for (int i = 0; i < e->count; i++) {
        StepCell c = e->cells[i].cell;
        int far = d.of_step[c.step - e->trace->steps][c.row * c.step->cols.count + c.col];
        assert_true(far >= last);
        last = far;
    }
}

/* That the list at the end names what is given among the cells met, and where it is from. */
static void check_given(const Explanations *e)
{
    Distances d = distances(e);
    int expected = 0;
    for (int i = 0; i < e->trace->step_count; i++) {
        const Step *step = &e->trace->steps[i];
        bool met = false;
        for (int k = 0; k < (int)tensor_size(step->node->value); k++)
            met |= d.of_step[i][k] >= 0 && (!e->style.depth || d.of_step[i][k] < e->style.depth);
        if (!met || !is_given(step->node))
            continue;
        const char *origin = step->kind == VALUE_MASK ? "as --mask says" : "random, not learned";
        assert_non_null(e->given);
        assert_has(e->given, arena_format(e->scene->arena, "  %s: %s\n", step->id, origin));
        expected++;
    }
    assert_int_equal(e->given ? line_count(e->given) : 0, expected);
}

static void check_all(Scene *scene, const Trace *trace, const char *name, Telling style)
{
    Explanations *e = explain_with(scene, trace, name, style);
    assert_true(e->count >= 1);
    assert_ptr_equal(e->cells[0].cell.step, e->asked.step);
    for (int i = 0; i < e->count; i++)
        check_cell(e, &e->cells[i]);
    check_reach(e);
    check_given(e);
    if (style.width)
        check_narrow(scene, e->text, style.width);
}

/* ---- */

static const SampleSettings small = {
    .text = "the bat hit the ball", .heads = 3, .dim = 6, .mask = "causal"};

/* Cells of every kind of step; [the₂,ball] and [bat,hit] are masked. */
static const char *const cells[] = {
#include "lesson/cells.list"
};

enum { CELLS = sizeof cells / sizeof *cells };

TEST(every_expression_evaluates_to_its_cell)
{
    const Trace *trace = sample_trace(scene, small);
    for (int i = 0; i < CELLS; i++)
        check_all(scene, trace, cells[i], (Telling){.digits = 6});
    for (int i = 0; i < CELLS; i += 3) /* more digits come closer */
        check_all(scene, trace, cells[i], (Telling){.digits = 9, .depth = 4});
}

TEST(lines_are_broken_to_fit_and_still_evaluate)
{
    static const int widths[] = {56, 62, 80, 133};
    const Trace *trace = sample_trace(scene, small);
    for (int i = 0; i < CELLS; i++)
        check_all(scene, trace, cells[i],
                  (Telling){.digits = 6, .depth = 3, .width = widths[i % 4]});
}

TEST(a_depth_says_how_many_operations_are_shown)
{
    const Trace *trace = sample_trace(scene, small);
    for (int depth = 1; depth <= 9; depth++)
        check_all(scene, trace, "difference/weights[ball,bat]",
                  (Telling){.digits = 6, .depth = depth});
    Explanations *one =
        explain_with(scene, trace, "output[bat,1]", (Telling){.digits = 6, .depth = 1});
    assert_int_equal(one->count, 1);
}

TEST(without_a_width_an_expression_is_one_line)
{
    const Trace *trace = sample_trace(scene, (SampleSettings){.text = "a b"}); /* 48 features */
    Explanations *e = explain_with(scene, trace, "output[a,1]", (Telling){.digits = 6, .depth = 1});
    assert_int_equal(line_count(e->text), 3);
    assert_true(utf8_width(line_at(scene, e->text, 2)) > 500);
}

TEST(attention_without_scale_mask_or_positions_is_explained_too)
{
    const Trace *trace = sample_trace(
        scene, (SampleSettings){
                   .text = "a b a", .heads = 1, .dim = 3, .no_positions = true, .no_scale = true});
    static const char *const names[] = {"difference/weights[a₁,b]", "output[b,3]",
                                        "raw/output[a₂,1]", "concat[b,2]"};
    for (int i = 0; i < 4; i++)
        check_all(scene, trace, names[i], (Telling){.digits = 6, .width = 80});
}

TEST(a_wholly_masked_row_is_zero_by_definition)
{
    scene_write(scene, "mask.csv", "0,0\n1,1\n");
    const Trace *trace = sample_trace(
        scene, (SampleSettings){.text = "a b", .heads = 2, .dim = 4, .mask = "mask.csv"});
    Telling style = {.digits = 6};
    check_all(scene, trace, "mean/weights[a,b]", style);
    check_all(scene, trace, "difference/weights[a,a]", style);
    check_all(scene, trace, "output[a,1]", style);
    Explanations *e = explain_with(scene, trace, "raw/weights[a,b]", style);
    assert_int_equal(e->count, 1);
    assert_string_equal(e->cells[0].expressions[0], "0");
    assert_string_equal(e->cells[0].remark,
                        "every key is masked: exp(−∞)/Σ exp(−∞) is 0/0, which is no number, and "
                        "frameworks print NaN; here the weights are 0, a convention");
}

TEST(a_masked_cell_is_called_so_and_its_score_not_pursued)
{
    const Trace *trace = sample_trace(scene, small);
    Explanations *e = explain_with(scene, trace, "head-1/masked[bat,hit]", (Telling){.digits = 6});
    assert_int_equal(e->count, 1);
    assert_string_equal(e->cells[0].value, "−∞");
    assert_string_equal(e->cells[0].remark, "masked: this key is hidden from this query");
    assert_string_equal(e->given, "  mask: as --mask says\n");
}

/* |x| + |x + x|, whose lengths are no steps. */
TEST_OF_GRAPH(what_has_no_step_is_named_by_its_operation_and_numbered)
{
    Node *x = by_hand(g, 1, 1, (double[]){2});
    Node *lengths = row_lengths(g, x), *longer = row_lengths(g, add(g, x, x));
    static const char *const labels[] = {"a"};
    static const double none[] = {0};
    Step step = bars_of_numbers(scene, VALUE_SIGNED, 1, 1, labels, none);
    step.id = "sum";
    step.made = step.node = add(g, lengths, longer);
    const char *text =
        text_of(scene, trace_of_step(scene, step), (StepCell){&step, 0, 0}, (Telling){.digits = 3});
    assert_has(text, "\nsum[a,numbers] = 6\n  = 2 + 4\n");
    assert_has(text, "\nrow lengths[1,1] = 2\n");
    assert_has(text, "\nrow lengths 2[1,1] = 4\n");
    assert_has(text, "\nadd[1,1] = 4\n  = 2 + 2\n");
    assert_has(text, "\nGiven, not computed:\n  numbers without a step: by hand\n");
}

/* The weights of a decoder's last layer are an alignment too, whose rows have other names. */
TEST(a_matrix_of_two_steps_is_named_by_the_one_asked_for)
{
    static const char *const read[] = {"a"}, *const written[] = {"b"};
    static const double one[] = {1};
    Step first = bars_of_numbers(scene, VALUE_SIGNED, 1, 1, read, one), second = first;
    first.id = "mean";
    second.id = "alignment";
    second.rows.labels = written;
    second.title = "Where – and when";
    second.formula = "a formula which is too long for what is left of the line";
    Trace *trace = trace_begin(graph_new(scene->arena));
    add_step(trace, first);
    add_step(trace, second);
    StepCell cell = {&trace->steps[1], 0, 0};
    Telling narrow = {.digits = 3, .width = 60};
    assert_string_equal(text_of(scene, trace, cell, narrow),
                        "Where – and when   a formula which is too long for what is\n"
                        "                   left of the line\n"
                        "alignment[b,numbers] = 1\n"
                        "\nGiven, not computed:\n  alignment: by hand\n");
    trace->steps[1].title = "Where the source is looked at, and when";
    assert_has(text_of(scene, trace, cell, narrow),
               "Where the source is looked at, and when\n"
               "    a formula which is too long for what is left of the line\n"
               "alignment");
}

/* A product takes a query and a key in turn; they are told all queries first. */
TEST(cells_of_one_matrix_stand_together)
{
    const Trace *trace = sample_trace(scene, small);
    Explanations *e =
        explain_with(scene, trace, "head-1/scores[the₂,bat]", (Telling){.digits = 6, .depth = 2});
    static const char *const ids[] = {"head-1/scores", "head-1/Q", "head-1/Q", "head-1/K",
                                      "head-1/K"};
    assert_int_equal(e->count, 5); /* dₖ = 2 */
    for (int i = 0; i < 5; i++)
        assert_string_equal(e->cells[i].cell.step->id, ids[i]);
}

TEST(wide_labels_do_not_break_the_measure)
{
    const Trace *trace =
        sample_trace(scene, (SampleSettings){.text = "日 👩‍👩‍👧 e\u0301", .dim = 6});
    check_all(scene, trace, "head-1/weights[日,e\u0301]",
              (Telling){.digits = 6, .depth = 2, .width = 60});
}

/* ---- what is not shown has names all the same ---- */

/* That the list of what is given names steps, each once. */
static void check_given_names(const Explanations *e)
{
    for (int i = 0; e->given && i < line_count(e->given); i++) {
        const char *line = line_at(e->scene, e->given, i);
        const char *name = arena_strndup(e->scene->arena, line + 2, strcspn(line + 2, ":"));
        assert_non_null(trace_any_step(e->trace, name));
        for (int j = 0; j < i; j++)
            assert_string_not_equal(line, line_at(e->scene, e->given, j));
    }
}

/* Explains the first cell and the last of every step, back to what is given: reading it fails at
   a cell that is called by its operation. */
static void check_every_step(Scene *scene, const Trace *trace)
{
    for (int i = 0; i < trace->step_count; i++) {
        const Step *step = &trace->steps[i];
        const int places[2][2] = {{1, 1}, {step->rows.count, step->cols.count}};
        for (int k = 0; k < 2; k++) {
            const char *name =
                arena_format(scene->arena, "%s[%d,%d]", step->id, places[k][0], places[k][1]);
            Explanations *e = explain_with(scene, trace, name, (Telling){.digits = 9});
            for (int c = 0; c < e->count; c++)
                check_cell(e, &e->cells[c]);
            check_given_names(e);
        }
    }
}

TEST(comparisons_and_projections_are_explained_by_names)
{
    static const char *const lines[] = {
        "compare -W bat -s 'hit a bat' -s 'bat is a mammal' --weights random --dim 6",
        "compare -W bat -s 'hit a bat' -s 'bat is a mammal' --weights random --dim 6 -m causal",
        "projections -s 'the bat hit the ball' --weights random --dim 6 -m causal"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        check_every_step(scene, traced(scene, lines[i]));
}

TEST(neighbours_are_explained_by_names)
{
    scene_write(scene, "vectors",
                "king 2 -0.5 1 0.25\nman 1.5 1 -2 0.5\nwoman 1 1.25 -1 -2\n"
                "queen 1.75 0 1.5 -1\ncrown -1 0.5 3 1\n");
    check_every_step(scene, traced(scene, "neighbours king man woman -E vectors -k 2"));
    check_every_step(scene,
                     traced(scene, "neighbours king --minus man --plus woman -E vectors -k 2"));
}
