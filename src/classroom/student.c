#include "classroom/recipe.h"

Answers answers_new(Arena *arena, const Worksheet *sheet)
{
    Answers a = {0};
    for (int i = 0; i < sheet->count; i++) {
        size_t n = (size_t)table_size(&sheet->tables[i]);
        a.value[i] = arena_alloc(arena, n, sizeof(double));
        a.half[i] = arena_alloc(arena, n, sizeof(double));
        a.bad[i] = arena_alloc(arena, n, sizeof(bool));
        for (size_t c = 0; c < n; c++) {
            a.value[i][c] = NAN;
            a.half[i][c] = 0.5 * power_of_ten(-DECIMALS);
        }
    }
    return a;
}

static double written(double x, Habit habit)
{
    double units = power_of_ten(habit.decimals), slack = copysign(1e-5, x);
    if (isinf(x))
        return x;
    return habit.cuts ? trunc(x * units + slack) / units : rint(x * units) / units;
}

/* Of what is worked on the sheet, who keeps all digits has those of the sheet. */
void student(Arena *arena, const Worksheet *sheet, const Mistake *const *made, int count,
             Habit habit, Random *random, Answers *answers)
{
    Walk walk = {0};
    Active active = {.count = count};
    for (int k = 0; k < count; k++)
        active.made[k] = made[k];
    for (int i = 0; i < sheet->count; i++) {
        const Table *t = &sheet->tables[i];
        walk.carried[i] = tensor_copied(arena, t->node->value);
        Bench bench = bench_of(arena, sheet, &walk, i);
        Node *node = t->is_given ? t->node : recompute(&bench, &active);
        for (int c = 0; !t->is_given && c < table_size(t); c++) {
            double x = (double)(c < t->worked ? t->node : node)->value.data[c];
            double y = c < t->worked ? (double)t->shown.data[c] : written(x, habit);
            bool is_full = habit.carry == CARRY_FULL ||
                           (habit.carry == CARRY_MIXED && random_below(random, 2));
            walk.carried[i].data[c] = (real)(is_full ? x : y);
            answers->value[i][c] = y;
            answers->half[i][c] = 0.5 * power_of_ten(-habit.decimals);
        }
    }
}

/* What a mistake makes of a table from the sheet's numbers; NULL where it cannot be made. */
static Node *made_wrong(Arena *arena, const Worksheet *sheet, const Mistake *mistake, int table)
{
    const Table *t = &sheet->tables[table];
    const Recipe *recipe = replaced_by(mistake, t);
    Walk own = {0};
    for (int i = 0; i < table; i++)
        own.carried[i] = sheet->tables[i].node->value;
    Bench bench = bench_of(arena, sheet, &own, table);
    Node *node = recipe ? recipe_make(&bench, recipe) : NULL;
    return node && same_shape(node->value, t->node->value) ? node : NULL;
}

bool can_be_made(Arena *arena, const Worksheet *sheet, const Mistake *mistake)
{
    for (int i = 0; i < sheet->count; i++)
        if (replaced_by(mistake, &sheet->tables[i]) == mistake->wrong &&
            made_wrong(arena, sheet, mistake, i))
            return true;
    return false;
}

/* A later recipe may differ only after an earlier one, so the student does the whole sheet. */
bool sign_of(Arena *arena, const Worksheet *sheet, const Mistake *mistake, Sign *sign)
{
    Random unused = random_new(0);
    Answers wrong = answers_new(arena, sheet);
    bool shows[2] = {false, !mistake->wrong[1].id};
    student(arena, sheet, &mistake, 1, (Habit){.decimals = DECIMALS}, &unused, &wrong);
    for (int i = 0; i < sheet->count; i++) {
        const Table *t = &sheet->tables[i];
        bool concerned = made_wrong(arena, sheet, mistake, i) != NULL;
        for (int c = t->worked; concerned && c < table_size(t); c++) {
            double seen = wrong.value[i][c], shown = (double)t->shown.data[c];
            if (isinf(seen) || isinf(shown) ? seen == shown : fabs(seen - shown) <= 0.02)
                continue;
            if (!shows[0])
                *sign = (Sign){mistake, i, c, seen, shown};
            shows[replaced_by(mistake, t) - mistake->wrong] = true;
        }
    }
    return shows[0] && shows[1];
}

Sign *sheet_signs(Arena *arena, const Worksheet *sheet, int *count)
{
    Sign *signs = arena_alloc(arena, (size_t)mistake_count, sizeof *signs);
    *count = 0;
    for (int k = 0; k < mistake_count; k++)
        *count += sign_of(arena, sheet, &mistakes[k], &signs[*count]);
    return signs;
}
