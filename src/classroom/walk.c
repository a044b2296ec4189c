#include "classroom/recipe.h"

/* Tolerances are of first order; what is left out of them, and float32's own rounding. */
static const double SECOND_ORDER = 1.03, EPSILON = 2e-5;

/* Half a unit of the last of two decimals; of one, and a little. */
static const double HALF_UNIT = 0.005, COARSE_HALF = 0.0501;

/* As far as a right number may lie from the key's, however far roundings could take it there, to be
   right after a wrong one. */
static const double KEY_REACH = 0.01;

Bench bench_of(Arena *arena, const Worksheet *sheet, const Walk *walk, int table)
{
    return (Bench){.graph = graph_new(arena), .sheet = sheet, .walk = walk, .table = table};
}

const Recipe *replaced_by(const Mistake *mistake, const Table *table)
{
    for (int k = 0; !table->is_given && k < 2 && mistake->wrong[k].id; k++)
        if (!strcmp(mistake->wrong[k].id, base_name(table->id)))
            return &mistake->wrong[k];
    return NULL;
}

Node *recompute(Bench *b, const Active *active)
{
    const Table *t = &b->sheet->tables[b->table];
    for (int k = active ? active->count - 1 : -1; k >= 0; k--) {
        const Recipe *wrong = replaced_by(active->made[k], t);
        Node *node = wrong ? recipe_make(b, wrong->made) : NULL;
        if (node)
            return node;
    }
    return recipe_make(b, t->row->recipe.made);
}

/* Where one cell is looked at, and what is seen. */
typedef struct Look {
    const Table *table;
    Bench bench;
    Node *node; /* the table, from what was carried */
    int cell;
    const Walk *key;
    bool is_faulty; /* something carried so far is not right */
    bool is_unsure; /* or not exact */
    double written, half, expected, slack, taint;
    double key_expected, key_slack, leniency;
} Look;

/* Σ |∂cell/∂x| weight(x) over the carried numbers: with their doubts for weights, how far the cell
   may move; with their faults, whether an earlier wrong number reaches it. */
static void find_slack(Look *look)
{
    Graph *g = look->bench.graph;
    Node *n = look->node;
    Tensor row = tensor_new(g->arena, 1, rows_of(n)), col = tensor_new(g->arena, cols_of(n), 1);
    row.data[look->cell / cols_of(n)] = 1;
    col.data[look->cell % cols_of(n)] = 1;
    int before = g->count;
    graph_backward(g, matmul(g, constant(g, row, ""), matmul(g, n, constant(g, col, ""))));
    g->count = before; /* what picks the cell is not gone through again */
    for (int i = 0; i < look->bench.table; i++)
        for (int c = 0; look->bench.leaves[i] && c < table_size(&look->bench.sheet->tables[i]);
             c++) {
            double slope = fabs((double)look->bench.leaves[i]->grad.data[c]);
            if (slope > 0) {
                look->slack += SECOND_ORDER * slope * (double)look->bench.walk->doubt[i].data[c];
                look->taint += slope * (double)look->bench.walk->fault[i].data[c];
            }
        }
}

/* A number that two decimals write exactly. */
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
    return isfinite(look->written) && isfinite(look->expected) &&
           look->half < HALF_UNIT * look->leniency * 1.01 &&
           fabs(look->written * 10 - rint(look->written * 10)) < 1e-6 &&
           fabs(look->written - look->expected) <= COARSE_HALF + look->slack &&
           !is_short(look->expected);
}

static Verdict judge(const Look *look)
{
    bool follows = is_near(look->written, look->expected, look->half + look->slack);
    bool is_keys =
        is_near(look->written, look->key_expected, look->half + fmin(look->key_slack, KEY_REACH));
    bool is_tainted = look->taint > 1e-6;
    if (look->is_faulty) /* also where it has no slope, or has lost it */
        is_tainted |= !is_near(look->expected, look->key_expected, look->slack + look->key_slack);
    if (follows)
        return is_tainted && !is_keys ? FOLLOWED : RIGHT;
    if (is_tainted && is_keys)
        return RIGHT;
    return is_coarse(look) ? COARSE : WRONG;
}

/* What is gone on with, and how sure it is. */
static void carry(const Look *look, Walk *walk, Verdict verdict)
{
    int i = look->bench.table, c = look->cell;
    double own = (double)look->table->node->value.data[c], half = look->half;
    bool is_worked = c < look->table->worked, is_written = !isnan(look->written);
    bool is_exact = is_short(look->expected) && look->slack < 1e-7;
    if (is_worked) { /* printed with earlier roundings in it */
        is_exact = is_short(own) && fabs(look->written - own) < 1e-6;
        half = isinf(own) ? 0 : fmax(half, fabs(look->written - own));
    } else if (!is_written) {
        half = look->slack + HALF_UNIT * walk->leniency;
    } else if (look->written == rint(look->written) && is_short(own) && look->key) {
        is_exact |= look->key->slack[i].data[c] < 1e-7f; /* a slip is carried on as it stands */
    }
    walk->slack[i].data[c] = (real)look->slack;
    walk->carried[i].data[c] = (real)(is_written ? look->written : look->expected);
    walk->doubt[i].data[c] = (real)(is_exact || isinf(look->written) ? 0 : half);
    walk->fault[i].data[c] = verdict >= FOLLOWED;
    walk->verdict[i][c] = (unsigned char)verdict;
}

static void walk_cell(Look *look, const Answers *answers, Walk *walk)
{
    int i = look->bench.table, c = look->cell;
    bool is_worked = c < look->table->worked;
    look->written = is_worked ? (double)look->table->shown.data[c]
                    : answers ? answers->value[i][c]
                              : NAN;
    look->half = walk->leniency * (answers && !is_worked ? answers->half[i][c] : HALF_UNIT);
    look->expected = (double)look->node->value.data[c];
    look->slack = look->taint = 0;
    if (look->is_unsure)
        find_slack(look);
    look->key_expected = look->key ? (double)look->key->expected[i].data[c] : look->expected;
    look->key_slack = look->key ? (double)look->key->slack[i].data[c] : look->slack;
    carry(look, walk, is_worked || isnan(look->written) ? EMPTY : judge(look));
}

/* Whether what the bench has taken from the walk has a number above 0 here. */
static bool any_taken(const Bench *b, const Tensor *of)
{
    for (int i = 0; i < b->table; i++)
        for (int c = 0; b->leaves[i] && c < table_size(&b->sheet->tables[i]); c++)
            if (of[i].data[c] > 0)
                return true;
    return false;
}

void walk_sheet(Arena *arena, const Worksheet *sheet, const Answers *answers, const Active *active,
                const Walk *key, int first, Walk *walk)
{
    for (int i = first; i < sheet->count; i++) {
        const Table *t = &sheet->tables[i];
        Tensor own = t->node->value,
               *of[] = {&walk->slack[i], &walk->carried[i], &walk->doubt[i], &walk->fault[i]};
        for (int k = 0; k < 4; k++)
            *of[k] = tensor_new(arena, own.rows, own.cols);
        walk->verdict[i] = arena_alloc(arena, tensor_size(own), 1);
        if (t->is_given) {
            walk->expected[i] = walk->carried[i] = own;
            continue;
        }
        Look look = {t, .bench = bench_of(arena, sheet, walk, i), .key = key};
        look.leniency = walk->leniency;
        look.node = recompute(&look.bench, active);
        look.is_faulty = any_taken(&look.bench, walk->fault);
        look.is_unsure = look.is_faulty || any_taken(&look.bench, walk->doubt);
        walk->expected[i] = look.node->value;
        for (look.cell = 0; look.cell < table_size(t); look.cell++)
            walk_cell(&look, answers, walk);
    }
}

Walk sheet_key(Arena *arena, const Worksheet *sheet, double leniency)
{
    Walk key = {.leniency = leniency};
    walk_sheet(arena, sheet, NULL, NULL, NULL, 0, &key);
    return key;
}
