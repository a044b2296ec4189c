#include "classroom/recipe.h"

/* Tolerances are first-order: a factor for the terms left out, and float32 rounding. */
static const double SECOND_ORDER = 1.03, EPSILON = 2e-5;

/* Half a unit of one decimal, plus a margin. */
static const double COARSE_HALF = 0.0501;

/* After a wrong number, an answer counts as the key's only within this distance, even if rounding
   could explain more. */
static const double KEY_REACH = 0.01;

Bench bench_of(Arena *arena, const Worksheet *sheet, const Walk *walk, int table)
{
    return (Bench){.graph = graph_new(arena), .sheet = sheet, .walk = walk, .table = table};
}

const Recipe *replaced_by(const Mistake *mistake, const Table *table)
{
    const Recipe *wrong = mistake->wrong;
    return table->is_given ? NULL : find_named(wrong, 2, sizeof *wrong, base_name(table->id));
}

Node *recompute(Bench *b, const Mistake *const *made)
{
    const Table *t = &b->sheet->tables[b->table];
    const Recipe *wrong = NULL;
    for (; made && *made; made++) {
        const Recipe *other = replaced_by(*made, t);
        wrong = other ? other : wrong;
    }
    Node *node = wrong ? recipe_make(b, wrong->made) : NULL;
    return node ? node : recipe_make(b, t->row->recipe.made);
}

/* State while one cell is judged. */
typedef struct Look {
    Bench bench;
    Node *node; /* the table, computed from what is carried */
    int cell;
    Walk *walk;
    const Walk *key;
    bool is_faulty; /* some carried number is not right */
    bool is_unsure; /* some carried number is not exact */
    double written, half, expected, slack, taint;
} Look;

/* Σ number(x) over the carried numbers x used by the bench; weighted by |∂cell/∂x| if by_slope. */
static double sum_taken(const Bench *b, const Tensor *numbers, bool by_slope)
{
    double sum = 0;
    for (int i = 0; i < b->table; i++)
        for (int c = 0; b->leaves[i] && c < table_size(&b->sheet->tables[i]); c++) {
            double slope = by_slope ? fabs((double)b->leaves[i]->grad.data[c]) : 1;
            sum += slope > 0 ? slope * (double)numbers[i].data[c] : 0;
        }
    return sum;
}

/* Backpropagates from the cell. Slack: how far the doubts of the carried numbers may move it;
   taint: whether an earlier wrong number reaches it. */
static void find_slack(Look *look)
{
    Graph *g = look->bench.graph;
    Node *n = look->node;
    int before = g->count, row = look->cell / cols_of(n), col = look->cell % cols_of(n);
    graph_backward(g, columns(g, row_range(g, n, row, 1), col, 1));
    g->count = before; /* drop the nodes that select the cell */
    look->slack = SECOND_ORDER * sum_taken(&look->bench, look->walk->doubt, true);
    look->taint = sum_taken(&look->bench, look->walk->fault, true);
}

/* Whether two decimals represent a number exactly. */
static bool is_short(double x)
{
    return isinf(x) || fabs(x * 100 - rint(x * 100)) < 1e-4;
}

static bool is_near(double written, double number, double reach)
{
    if (isinf(written) || isinf(number))
        return written == number;
    return fabs(written - number) <= reach + EPSILON * (1 + fabs(number));
}

static bool is_coarse(const Look *look)
{
    return look->half < HALF_UNIT * look->walk->leniency * 1.01 &&
           fabs(look->written * 10 - rint(look->written * 10)) < 1e-6 &&
           fabs(look->written - look->expected) <= COARSE_HALF + look->slack &&
           !is_short(look->expected);
}

/* How far a number may be from the expected one: not at all if two decimals and what it is made of
   are exact. */
static double reach(double expected, double half, double slack)
{
    return is_short(expected) && slack < 1e-7 ? 0 : half + slack;
}

static Verdict judge(const Look *look)
{
    double key = (double)look->key->expected[look->bench.table].data[look->cell];
    double key_slack = (double)look->key->slack[look->bench.table].data[look->cell];
    bool follows =
        is_near(look->written, look->expected, reach(look->expected, look->half, look->slack));
    bool is_keys = is_near(look->written, key, reach(key, look->half, fmin(key_slack, KEY_REACH)));
    bool is_tainted = look->taint > 1e-6;
    if (look->is_faulty) /* also where the gradient is 0 or vanished */
        is_tainted |= !is_near(look->expected, key, look->slack + key_slack);
    if (follows)
        return is_tainted && !is_keys ? FOLLOWED : RIGHT;
    return is_tainted && is_keys ? RIGHT : is_coarse(look) ? COARSE : WRONG;
}

/* The error bound of the number that is carried. */
static double doubt_of(const Look *look, const Table *t)
{
    double own = (double)t->node->value.data[look->cell];
    bool is_exact = is_short(look->expected) && look->slack < 1e-7;
    if (isinf(look->written))
        return 0;
    if (look->cell < t->worked) /* the printed number includes earlier rounding */
        return is_short(own) && fabs(look->written - own) < 1e-6
                   ? 0
                   : fmax(look->half, fabs(look->written - own));
    if (isnan(look->written))
        return is_exact ? 0 : look->slack + HALF_UNIT * look->walk->leniency;
    if (look->written == rint(look->written) && is_short(own)) /* an integer slip is exact */
        is_exact |= look->key->slack[look->bench.table].data[look->cell] < 1e-7f;
    return is_exact ? 0 : look->half;
}

static void walk_cell(Look *look, const Answers *answers, const Table *t)
{
    Walk *walk = look->walk;
    int i = look->bench.table, c = look->cell;
    bool is_worked = c < t->worked;
    look->written = is_worked ? (double)t->shown.data[c] : answers->value[i][c];
    look->half = walk->leniency * (is_worked ? HALF_UNIT : answers->half[i][c]);
    look->expected = (double)look->node->value.data[c];
    if (look->is_unsure)
        find_slack(look);
    bool is_written = !isnan(look->written);
    Verdict verdict = is_worked || !is_written ? EMPTY : judge(look);
    walk->slack[i].data[c] = (real)look->slack;
    walk->carried[i].data[c] = (real)(is_written ? look->written : look->expected);
    walk->doubt[i].data[c] = (real)doubt_of(look, t);
    walk->fault[i].data[c] = verdict >= FOLLOWED;
    walk->verdict[i][c] = (unsigned char)verdict;
    walk->asked += !is_worked;
    walk->counts[verdict] += !is_worked;
}

Walk walk_sheet(Arena *arena, const Worksheet *sheet, const Answers *answers,
                const Mistake *const *made, const Walk *key)
{
    Walk walk = {.leniency = key->leniency};
    for (int i = 0; i < sheet->count; i++) {
        const Table *t = &sheet->tables[i];
        Tensor own = t->node->value,
               *of[] = {&walk.slack[i], &walk.carried[i], &walk.doubt[i], &walk.fault[i]};
        for (int k = 0; k < 4; k++)
            *of[k] = tensor_new(arena, own.rows, own.cols);
        walk.verdict[i] = arena_alloc(arena, tensor_size(own), 1);
        if (t->is_given) {
            walk.expected[i] = walk.carried[i] = own;
            continue;
        }
        Look look = {bench_of(arena, sheet, &walk, i), .walk = &walk, .key = key};
        look.node = recompute(&look.bench, made);
        look.is_faulty = sum_taken(&look.bench, walk.fault, false) > 0;
        look.is_unsure = look.is_faulty || sum_taken(&look.bench, walk.doubt, false) > 0;
        walk.expected[i] = look.node->value;
        for (; look.cell < table_size(t); look.cell++)
            walk_cell(&look, answers, t);
    }
    return walk;
}

Walk sheet_key(Arena *arena, const Worksheet *sheet, double leniency)
{
    Answers none = answers_new(arena, sheet); /* of which nothing is judged */
    return walk_sheet(arena, sheet, &none, NULL, &(Walk){.leniency = leniency});
}
