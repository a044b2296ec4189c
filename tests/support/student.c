#include "support/student.h"

#include "classroom/recipe.h"

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
    const Mistake *active[MAX_NAMED + 1] = {NULL};
    for (int k = 0; k < count; k++)
        active[k] = made[k];
    for (int i = 0; i < sheet->count; i++) {
        const Table *t = &sheet->tables[i];
        walk.carried[i] = tensor_copied(arena, t->node->value);
        Bench bench = bench_of(arena, sheet, &walk, i);
        Node *node = t->is_given ? t->node : recompute(&bench, active);
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
