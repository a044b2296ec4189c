/* Evaluates recipes: in general (trace/build.h), and on a step for the words of sentences
   (trace/sentences.h). */
#include "model/studies.h"
#include "trace/sentences.h"

/* Wraps numbers in a node that has no explanation. */
static Node *found(Graph *g, Tensor numbers)
{
    return constant(g, numbers, LEAF_COMPUTED "for a sentence");
}

/* ---- of a step: a number for each row, head, wave or column ---- */

/* The function of an operand whose number i is one expression, in `s`, a Look, and `i`. */
#define NUMBER(name, number)                                                                       \
    static double name(UNUSED const Look *s, int i)                                                \
    {                                                                                              \
        return (number);                                                                           \
    }

NUMBER(place, i + 1)
NUMBER(row_seen, step_row_seen(s->step, i))
NUMBER(row_size, (double)step_row_survey(s->step, i).size) /* of weights, the largest */
NUMBER(row_number, step_row_number(s->step, i))

/* Whether the row's word is a content word. */
NUMBER(is_content, !is_function_word(lowered(s->trace->arena, s->trace->texts[0].tokens[i])))

/* The period of a sinusoidal wave, in positions. */
NUMBER(wavelength, position_wavelength(wave_base(s), cols_of(s->step->node), i))

/* A head's weight in the cell where the heads differ most. */
static double head_there(const Look *s, int head)
{
    Place p = word_place(s, "heads-gap");
    return (double)node_row(s->step->node->inputs[head], p.row).data[p.col];
}

/* The norm's gain of a column. */
NUMBER(gain,
       step_number(look_there(s, arena_format(s->trace->arena, "gain-%d/gain", i + 1)).step, 0, 0))

/* [n,1]: 1 for rows whose label matches, else 0. */
static Node *rows_like(const Look *s, const char *pattern)
{
    Tensor t = tensor_new(s->trace->arena, s->step->rows.count, 1);
    for (int i = 0; i < t.rows; i++)
        t.data[i] = id_matches(pattern, s->step->rows.labels[i]);
    return found(s->trace->graph, t);
}

/* ---- of a step: other matrices ---- */

/* The scores behind weights that are scores, or their squares, divided by a sum; or behind those
   squares. */
static Node *scores_behind(UNUSED Graph *g, Node *weights)
{
    Node *a = weights->inputs[0];
    return !strcmp(a->op->name, "multiply") && a->inputs[0] == a->inputs[1] ? a->inputs[0] : a;
}

/* For the mean of heads: max − min over the heads in each cell. */
static void apart(Node *node)
{
    ENDED_BY(arena_end) Arena *scratch = arena_new();
    real *most = node->value.data, *least = tensor_copied(scratch, node->inputs[0]->value).data;
    int size = (int)tensor_size(node->value);
    memcpy(most, least, (size_t)size * sizeof *most);
    for (int h = 1; h < node->input_count; h++)
        vector_widen(most, least, node->inputs[h]->value.data, NULL, size);
    vector_add_scaled(most, -1, least, size);
}

static Node *heads_apart(const Look *s)
{
    static const Op op = {"heads_apart", .forward = apart, .steps = 1, .by_rows = true};
    const Node *mean = s->step->node;
    return node_of_shapes(s->trace->graph, (Node){.op = &op}, mean->inputs, mean->input_count);
}

/* ---- of a matrix ---- */

/* The function of a unary operator whose result is one expression, in `g`, the graph, and `a`. */
#define MATRIX(name, result)                                                                       \
    static Node *name(Graph *g, Node *a)                                                           \
    {                                                                                              \
        return (result);                                                                           \
    }

/* Shifts the rows: each becomes the previous one (step 1) or the next (−1), padded with zeros. */
static Node *moved_by(Graph *g, Node *a, int step)
{
    int n = rows_of(a), *rows = arena_alloc(g->arena, (size_t)n, sizeof *rows);
    Node *zero = constant(g, tensor_new(g->arena, 1, cols_of(a)), "zero");
    for (int i = 0; i < n; i++)
        rows[i] = i - step >= 0 && i - step < n ? i - step : n;
    return gather(g, stack(g, (Node *[]){a, zero}, 2), rows, n);
}

MATRIX(rows_before, moved_by(g, a, 1))
MATRIX(rows_after, moved_by(g, a, -1))

static Node *diagonal_cells(Graph *g, Node *a)
{
    Tensor t = tensor_new(g->arena, rows_of(a), 1);
    for (int i = 0; i < t.rows; i++)
        t.data[i] = node_row(a, i).data[i];
    return found(g, t);
}

/* [n,1]: the largest of each row minus the second largest. */
static Node *margins(Graph *g, Node *a)
{
    Tensor t = tensor_new(g->arena, rows_of(a), 1);
    for (int i = 0; i < t.rows; i++) {
        Tensor row = node_row(a, i);
        int top = largest_in_row(row, 0);
        t.data[i] = (real)((double)row.data[top] - largest_but(row, top));
    }
    return found(g, t);
}

/* The softmax of these scores: the node in the graph if there is one. */
static Node *softmax_of(Graph *g, Node *scores)
{
    for (int i = g->count - 1; i >= 0; i--)
        if (!strcmp(g->nodes[i]->op->name, "softmax_rows") && g->nodes[i]->inputs[0] == scores)
            return g->nodes[i];
    return softmax_rows(g, scores);
}

/* Uniform weights over the unmasked cells of each row. */
static Node *even_weights(Graph *g, Node *weights)
{
    Node *mask = (Node *)writing_of(g, weights)->mask;
    if (!mask)
        mask = constant(g, tensor_new(g->arena, rows_of(weights), cols_of(weights)), "no mask");
    return softmax_of(g, mask);
}

/* The softmax of the scores behind these weights. */
static Node *softmax_instead(Graph *g, Node *weights)
{
    Node *scores = scores_behind(g, weights), *mask = (Node *)writing_of(g, weights)->mask;
    return softmax_of(g, mask ? add(g, scores, mask) : scores);
}

/* √(mean of (aᵢⱼ − bᵢⱼ)²) */
static Node *root_mean_square_gap(Graph *g, Node *a, Node *b)
{
    Node *lengths = row_lengths(g, subtract(g, a, b));
    return divide_by_root(g, row_lengths(g, transpose(g, lengths)), rows_of(a) * cols_of(a));
}

/* The first two rows that were looked up in the same row of the embedding table: the same word. */
static Node *twins_apart(Graph *g, Node *a)
{
    Place twins = twins_of(a);
    return row_lengths(g,
                       subtract(g, row_range(g, a, twins.row, 1), row_range(g, a, twins.col, 1)));
}

/* The update gates of all stacked states, one row each. */
static Node *update_gates(Graph *g, Node *states)
{
    int count = states->input_count;
    Node **gates = arena_alloc(g->arena, (size_t)count, sizeof(Node *));
    for (int t = 0; t < count; t++) {
        const char *state = name_of(g, states->inputs[t])->id;
        int folder = (int)(strrchr(state, '/') - state);
        gates[t] = name_find(g, arena_format(g->arena, "%.*s/update-gate", folder, state))->node;
    }
    return stack(g, gates, count);
}

/* One-hot of the argmax of each row. */
MATRIX(one_hot, take_one(g, a, NULL))

static Node *side_by_side(Graph *g, Node *a, Node *b)
{
    return concat(g, (Node *[]){a, b}, 2);
}

/* ---- recipes ---- */

typedef struct Operator {
    const char *word;
    Node *(*one)(Graph *g, Node *a);
    Node *(*two)(Graph *g, Node *a, Node *b);
} Operator;

static const Operator operators[] = {
#include "trace/vocabulary_operators.list"
    {0}};

double combined(char sign, double x, double y)
{
    return sign == '+'   ? x + y
           : sign == '-' ? x - y
           : sign == '*' ? x * y
           : sign == '/' ? x / y
           : sign == '<' ? x < y
           : sign == '>' ? x > y
           : sign == '=' ? x == y
                         : x != y;
}

/* Elementwise; broadcasts a row, a column or a scalar. */
static Node *by_cells(Graph *g, char sign, const Node *left, const Node *right)
{
    Tensor a = node_value(left), b = node_value(right);
    Tensor t = tensor_new(g->arena, larger(a.rows, b.rows), larger(a.cols, b.cols));
    bool fit = t.rows % a.rows == 0 && t.rows % b.rows == 0;
    CHECK(fit && t.cols % a.cols == 0 && t.cols % b.cols == 0, "%c does not fit", sign);
    for (int i = 0; i < t.rows; i++)
        for (int j = 0; j < t.cols; j++)
            tensor_row(t, i)[j] = (real)combined(sign, (double)at(a, i % a.rows, j % a.cols),
                                                 (double)at(b, i % b.rows, j % b.cols));
    return found(g, t);
}

/* Slices as in Python: "rows[0:1]", "cols[1:-2]", "rows[-1:]". */
static Node *part(Graph *g, const char *text, Node *a)
{
    bool is_rows = begins_with(text, "rows[");
    int n = is_rows ? rows_of(a) : cols_of(a), first = 0, end = n;
    const char *bounds = text + strlen("rows["), *colon = strchr(bounds, ':');
    sscanf(bounds, "%d", &first);
    sscanf(colon + 1, "%d", &end);
    first += first < 0 ? n : 0;
    end += end < 0 ? n : 0;
    return (is_rows ? row_range : columns)(g, a, first, end - first);
}

Node *matrix_made(Graph *g, const char *recipe, Node *below, RecipeOperand *operand, void *user)
{
    enum { HIGHEST = 8 };
    Node *stack[HIGHEST] = {below}, **top = stack + (below != NULL);
    while (*recipe) {
        const char *word = next_part(g->arena, &recipe, " ");
        const Operator *o = find_named(operators, -1, sizeof *o, word);
        bool is_sign = !word[1] && strchr("+-*/<>=!", *word);
        bool is_part = begins_with(word, "rows[") || begins_with(word, "cols[");
        Node *last = o || is_sign || is_part ? *--top : NULL;
        Node *made = is_sign   ? by_cells(g, *word, *--top, last)
                     : is_part ? part(g, word, last)
                     : !o      ? operand(user, word, &top)
                     : o->two  ? o->two(g, *--top, last)
                               : o->one(g, last);
        if (!made)
            return NULL;
        *top++ = made;
    }
    return stack[0];
}

/* ---- recipes of a step ---- */

/* An operand: a matrix; or a function that gives one number per row (a column), or one for each of
   as many items as a word says (a row). */
typedef struct StepOperand {
    const char *word;
    Node *(*matrix)(const Look *s);
    double (*number)(const Look *s, int i);
    const char *across;
} StepOperand;

static const StepOperand step_operands[] = {
#include "trace/vocabulary_operands.list"
    {0}};

static Node *numbers(const Look *s, const StepOperand *o)
{
    int rows = o->across ? 1 : s->step->rows.count;
    Tensor t = tensor_new(s->trace->arena, rows, o->across ? (int)word_number(s, o->across) : 1);
    for (int i = 0; i < (int)tensor_size(t); i++)
        t.data[i] = (real)o->number(s, i);
    return found(s->trace->graph, t);
}

/* The cell of a at the place of a word, "[gap]", possibly found on another step, "[twin@source]";
   if a has one row, the cell in that column. */
static Node *cell_at(const Look *s, const char *text, const Node *a)
{
    const char *rest = arena_strndup(s->trace->arena, text + 1, strlen(text) - 2);
    const char *word = next_part(s->trace->arena, &rest, "@");
    Look there = look_at(s, rest);
    Place p = word_place(&there, word);
    return number_node(s->trace->graph, 1, 1,
                       (double)node_row(a, smaller(p.row, rows_of(a) - 1)).data[p.col]);
}

/* NULL if there is no such step or setting. */
static Node *operand(void *look, const char *name, Node ***top)
{
    const Look *s = look;
    Graph *g = s->trace->graph;
    const StepOperand *o = find_named(step_operands, -1, sizeof *o, name);
    bool is_literal = strspn(name, "0123456789.");
    const char *number = is_literal ? name : trace_setting(s->trace, name);
    if (o)
        return o->matrix ? o->matrix(s) : numbers(s, o);
    if (*name == '[')
        return cell_at(s, name, *--*top);
    if (!strcmp(name, "x"))
        return (Node *)s->step->node;
    if (*name == '#')
        return s->step->node->inputs[atoi(name + 1) - 1];
    if (*name == '~')
        return rows_like(s, name + 1);
    if (*name == '@') {
        Look there = look_first(s, name + 1);
        return there.absent ? NULL : (Node *)there.step->node;
    }
    if (number)
        return number_node(g, 1, 1, strtod(number, NULL));
    return word_named(name) ? number_node(g, 1, 1, word_number(s, name)) : NULL;
}

Node *recipe_made(const Look *s, const char *recipe)
{
    Graph *g = s->trace->graph;
    const char *rest = recipe, *begin = next_part(g->arena, &rest, " :");
    if (!*rest)
        return matrix_made(g, recipe, NULL, operand, (void *)s);
    const char *name = next_part(g->arena, &rest, " ");
    const Name *known = name_find(g, arena_format(g->arena, "%s/%s", s->step->id, name));
    Node *node = known ? known->node : matrix_made(g, begin, NULL, operand, (void *)s);
    Scope scope = scope_of(g);
    scope.path = arena_format(g->arena, "%s/", s->step->id);
    scope.of = arena_format(g->arena, " of: %s", s->step->title);
    if (node && !known)
        named(scope, name, name, node);
    return node ? matrix_made(g, rest, node, operand, (void *)s) : NULL;
}
