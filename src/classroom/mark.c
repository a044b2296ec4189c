#include "classroom/recipe.h"

/* The wrong cells that a mistake explains minus the right ones it would make wrong. 0 unless that
   is at least 2, and the explained ones are at least 3/4 of all cells concerned: explained,
   spoiled, and still wrong in the tables it replaces. */
static int gain_of(const Worksheet *sheet, const Mistake *m, const Walk *before, const Walk *after,
                   int *explained)
{
    int spoiled = 0, left = 0;
    *explained = 0;
    for (int i = 0; i < sheet->count; i++)
        for (int c = 0; c < table_size(&sheet->tables[i]); c++) {
            int was = (int)before->verdict[i][c], is = (int)after->verdict[i][c];
            *explained += was == WRONG && is_between(is, RIGHT, FOLLOWED);
            spoiled += is_between(was, RIGHT, FOLLOWED) && is == WRONG;
            left += is == WRONG && replaced_by(m, &sheet->tables[i]);
        }
    int gain = *explained - spoiled;
    return gain >= 2 && 4 * *explained >= 3 * (*explained + spoiled + left) ? gain : 0;
}

/* Greedy step: adds the mistake that explains most given those already named; false if none does.
   `now` becomes the walk with all of them. */
static bool name_mistake(Arena *arena, const Worksheet *sheet, const Answers *answers,
                         const Walk *key, Walk *now, Marks *m)
{
    const Mistake **next = &m->named[m->named_count], *chosen = NULL;
    Walk before = *now;
    int most = 0;
    for (*next = NULL; (*next = next_mistake(sheet, *next));) {
        Walk walk = walk_sheet(arena, sheet, answers, m->named, key);
        int cells, gain = gain_of(sheet, *next, &before, &walk, &cells);
        if (gain > most) {
            most = gain;
            m->explained[m->named_count] = cells;
            chosen = *next;
            *now = walk;
        }
    }
    *next = chosen;
    m->named_count += chosen != NULL;
    return chosen;
}

/* The term of a dot product whose flipped sign turns the expected number into the written one; NULL
   if there is none. */
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
                       const Walk *walk, Marks *m)
{
    for (int i = 0; i < sheet->count; i++) {
        Bench bench = bench_of(arena, sheet, walk, i);
        Node *node = sheet->tables[i].is_given ? NULL : recompute(&bench, m->named);
        if (!node || strcmp(node->op->name, "matmul") != 0)
            continue;
        for (int c = 0; c < table_size(&sheet->tables[i]) && m->slip_count < MAX_SLIPS; c++) {
            const char *text = slip_text(arena, node, c, answers->value[i][c]);
            if (text && walk->verdict[i][c] == WRONG)
                m->slips[m->slip_count++] = (Slip){i, c, text};
        }
    }
}

Marks mark(Arena *arena, const Worksheet *sheet, const Answers *answers, const Walk *key)
{
    Marks m = {.walk = walk_sheet(arena, sheet, answers, NULL, key)};
    Walk now = m.walk;
    while (now.counts[WRONG] > 1 && m.named_count < MAX_NAMED &&
           name_mistake(arena, sheet, answers, key, &now, &m))
        continue;
    find_slips(arena, sheet, answers, &now, &m);
    m.unexplained = now.counts[WRONG] - m.slip_count;
    const Mistake *right[MAX_NAMED + 1] = {NULL};
    for (int i = 0, count = 0; i < m.named_count; i++)
        if (m.named[i]->is_right)
            right[count++] = m.named[i];
    if (*right)
        m.walk = walk_sheet(arena, sheet, answers, right, key);
    for (int i = 0; i < sheet->task_count; i++)
        m.task[i] = task_verdict(sheet, &sheet->tasks[i], &m.walk, answers->task[i]);
    return m;
}
