#include "classroom/recipe.h"

Answers answers_new(Arena *arena, const Worksheet *sheet)
{
    Answers a = {0};
    for (int i = 0; i < sheet->count; i++) {
        size_t n = (size_t)table_size(&sheet->tables[i]);
        a.value[i] = arena_alloc(arena, n, sizeof(double));
        a.half[i] = arena_alloc(arena, n, sizeof(double));
        for (size_t c = 0; c < n; c++) {
            a.value[i][c] = NAN;
            a.half[i][c] = HALF_UNIT;
        }
    }
    return a;
}

Answers careful_work(Arena *arena, const Worksheet *sheet, const Mistake *made, Walk *walk)
{
    Answers answers = answers_new(arena, sheet);
    for (int i = 0; i < sheet->count; i++) {
        const Table *t = &sheet->tables[i];
        walk->carried[i] = tensor_copied(arena, t->node->value);
        if (t->is_given)
            continue;
        Bench bench = bench_of(arena, sheet, walk, i);
        Tensor exact = recompute(&bench, (const Mistake *[]){made, NULL})->value;
        for (int c = 0; c < table_size(t); c++) {
            double hundreds = power_of_ten(DECIMALS),
                   x = rint((double)exact.data[c] * hundreds) / hundreds;
            x = c < t->worked ? (double)t->shown.data[c] : x;
            walk->carried[i].data[c] = (real)x;
            answers.value[i][c] = x;
        }
    }
    return answers;
}

/* Whether another mistake makes the same number there. */
static bool is_shared(const Answers *wrong, int count, const Answers *own, int table, int cell)
{
    for (const Answers *other = wrong; other < wrong + count; other++)
        if (other != own && other->value[table][cell] == own->value[table][cell])
            return true;
    return false;
}

int cells_seen(const Worksheet *s, const Answers *wrong, int count, const Answers *own, Sign *sign)
{
    int cells = 0;
    bool is_reached = false;
    for (int i = 0; i < s->count; i++) {
        const Table *t = &s->tables[i];
        is_reached |= replaced_by(sign->mistake, t) != NULL;
        for (int c = t->worked; is_reached && !t->is_given && c < table_size(t); c++) {
            double seen = own->value[i][c], shown = (double)t->shown.data[c];
            if (isnan(seen) || seen == INFINITY)
                return 0;
            if (is_visible(seen, shown) &&
                (!cells++ || (is_shared(wrong, count, own, sign->table, sign->cell) &&
                              !is_shared(wrong, count, own, i, c))))
                *sign = (Sign){sign->mistake, i, c, seen, shown};
        }
    }
    return cells;
}

Sign *sheet_signs(Arena *arena, const Worksheet *sheet, int *count)
{
    Sign *signs = arena_alloc(arena, (size_t)mistake_count, sizeof *signs);
    Answers *wrong = arena_alloc(arena, (size_t)mistake_count, sizeof *wrong);
    *count = 0;
    for (const Mistake *m = NULL; (m = next_mistake(sheet, m)); ++*count) {
        signs[*count].mistake = m;
        wrong[*count] = careful_work(arena, sheet, m, &(Walk){0});
    }
    for (int i = 0; i < *count; i++)
        cells_seen(sheet, wrong, *count, &wrong[i], &signs[i]);
    return signs;
}
