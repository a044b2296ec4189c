#include "classroom/recipe.h"

static bool is_good(Verdict verdict)
{
    return verdict == RIGHT || verdict == FOLLOWED;
}

/* How many more of the wrong cells a mistake explains than it makes wrong; 0 where it does not
   explain two, and three of four that it has to do with: with what is still wrong in the tables
   that it replaces. */
static int gain_of(const Worksheet *sheet, const Mistake *m, const Walk *before, const Walk *after,
                   int *explained)
{
    int spoiled = 0, left = 0;
    *explained = 0;
    for (int i = 0; i < sheet->count; i++)
        for (int c = 0; c < table_size(&sheet->tables[i]); c++) {
            Verdict was = before->verdict[i][c], is = after->verdict[i][c];
            *explained += was == WRONG && is_good(is);
            spoiled += is_good(was) && is == WRONG;
            left += is == WRONG && replaced_by(m, &sheet->tables[i]);
        }
    int gain = *explained - spoiled;
    return gain >= 2 && 4 * *explained >= 3 * (*explained + spoiled + left) ? gain : 0;
}

/* The mistake that explains most beside those already named; NULL if none does. `now` becomes the
   walk with all of them. */
static const Mistake *next_mistake(Arena *arena, const Worksheet *sheet, const Answers *answers,
                                   const Walk *key, const Active *named, Walk *now, int *explained)
{
    const Mistake *chosen = NULL;
    Walk before = *now;
    int most = 0;
    for (int k = 0; k < mistake_count; k++) {
        if (!can_be_made(sheet, &mistakes[k]))
            continue;
        Active with = *named;
        with.made[with.count++] = &mistakes[k];
        Walk walk = {.leniency = key->leniency};
        walk_sheet(arena, sheet, answers, &with, key, &walk);
        int cells, gain = gain_of(sheet, &mistakes[k], &before, &walk, &cells);
        if (gain > most) {
            most = gain;
            *explained = cells;
            chosen = &mistakes[k];
            *now = walk;
        }
    }
    return chosen;
}

/* The term of a product whose sign would have to turn to make of what is expected what was
   written. */
static const char *slip_text(Arena *arena, const Node *product, int cell, double written)
{
    const double near = 0.03;
    Tensor a = product->inputs[0]->value, b = product->inputs[1]->value;
    int row = cell / cols_of(product), col = cell % cols_of(product);
    double expected = (double)product->value.data[cell];
    for (int k = 0; k < a.cols; k++) {
        double x = (double)at(a, row, k);
        double y = (double)(product->parameter.blocks.transposed ? at(b, col, k) : at(b, k, col));
        if (fabs(x * y) >= 2 * near && fabs(expected - 2 * x * y - written) <= near)
            return arena_format(arena, "%s × %s is %s", digits_text(arena, x, 3),
                                digits_text(arena, y, 3), digits_text(arena, x * y, 3));
    }
    return NULL;
}

static void find_slips(Arena *arena, const Worksheet *sheet, const Answers *answers,
                       const Active *active, const Walk *walk, Marks *m)
{
    for (int i = 0; i < sheet->count; i++) {
        Bench bench = bench_of(arena, sheet, walk, i);
        Node *node = sheet->tables[i].is_given ? NULL : recompute(&bench, active);
        if (!node || strcmp(node->op->name, "matmul") != 0)
            continue;
        for (int c = 0; c < table_size(&sheet->tables[i]) && m->slip_count < MAX_SLIPS; c++) {
            bool is_wrong = walk->verdict[i][c] == WRONG;
            const char *text = slip_text(arena, node, c, answers->value[i][c]);
            if (is_wrong && text)
                m->slips[m->slip_count++] = (Slip){i, c, text};
        }
    }
}

void mark(Arena *arena, const Worksheet *sheet, const Answers *answers, const Walk *key, Marks *m)
{
    *m = (Marks){.walk.leniency = key->leniency};
    walk_sheet(arena, sheet, answers, NULL, key, &m->walk);
    Walk now = m->walk;
    Active named = {0}, right = {0};
    while (now.counts[WRONG] > 1 && named.count < MAX_NAMED) {
        const Mistake *next =
            next_mistake(arena, sheet, answers, key, &named, &now, &m->explained[named.count]);
        if (!next)
            break;
        m->named[m->named_count++] = named.made[named.count++] = next;
        if (next->is_right)
            right.made[right.count++] = next;
    }
    find_slips(arena, sheet, answers, &named, &now, m);
    m->unexplained = now.counts[WRONG] - m->slip_count;
    if (right.count)
        walk_sheet(arena, sheet, answers, &right, key, &m->walk);
    for (int i = 0; i < sheet->task_count; i++)
        m->task[i] = task_verdict(sheet, &sheet->tasks[i], &m->walk, answers->task[i]);
}
