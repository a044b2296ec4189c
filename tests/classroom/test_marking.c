/* Does honest work ever lose a mark? Is what is wrong found, and called by its name? A class of
   made-up students answers. CLASSES says how many sheets of each level; `make test-classroom`. */
#include "classroom/recipe.h"

#include "support/scene.h"
#include "support/student.h"

/* How many of a kind there were, and of how many something is true. */
typedef struct Tally {
    long all, true_of;
} Tally;

static int classes(void)
{
    const char *many = getenv("CLASSES");
    return many ? atoi(many) : 2;
}

static double leniency(void)
{
    return getenv("LENIENT") ? LENIENT : STRICT;
}

/* A sheet, its key, and what a student makes of it. */
enum { MOST_CELLS = 64 };

typedef struct Desk {
    Arena *arena;
    Worksheet *sheet;
    Walk key;
    Random random;
    Answers answers;
    Marks marks;
    bool spoilt[MAX_TABLES][MOST_CELLS]; /* on purpose */
} Desk;

static Desk sit_down(int level, int number)
{
    Desk d = {.arena = arena_new(), .random = random_new((uint64_t)number)};
    d.sheet = worksheet_new(d.arena, level, (unsigned)number * 4 + 1);
    d.key = sheet_key(d.arena, d.sheet, leniency());
    d.answers = answers_new(d.arena, d.sheet);
    return d;
}

static void answer(Desk *d, const Mistake *const *made, int count, Habit habit)
{
    student(d->arena, d->sheet, made, count, habit, &d->random, &d->answers);
}

static const Habit usual = {.decimals = DECIMALS};

static void complain(const Desk *d, const char *what)
{
    const Worksheet *s = d->sheet;
    printf("  %s: %s", s->code, what);
    for (int k = 0; k < d->marks.named_count; k++)
        printf(" [%s]", d->marks.named[k]->id);
    printf("\n");
    for (int i = 0; i < s->count; i++)
        for (int c = 0; c < table_size(&s->tables[i]); c++)
            if (d->marks.walk.verdict[i][c] > RIGHT)
                printf("    %s %d: verdict %d of %g, expected %g ± %g\n", s->tables[i].id, c,
                       d->marks.walk.verdict[i][c], d->answers.value[i][c],
                       (double)d->marks.walk.expected[i].data[c],
                       (double)d->marks.walk.slack[i].data[c]);
}

static void tell(const char *what, Tally tally)
{
    printf("  %-44s %8ld of %ld\n", what, tally.true_of, tally.all);
}

/* ---- honest work ---- */

static void honest(const char *what, Habit habit)
{
    Tally lost = {0}, accused = {0};
    for (int level = 1; level <= LEVELS; level++)
        for (int n = 0; n < classes(); n++) {
            Desk d = sit_down(level, n);
            answer(&d, NULL, 0, habit);
            d.marks = mark(d.arena, d.sheet, &d.answers, &d.key);
            long gone = d.marks.walk.asked - d.marks.walk.counts[RIGHT];
            if (gone)
                complain(&d, what);
            lost = (Tally){lost.all + d.marks.walk.asked, lost.true_of + gone};
            accused.all++;
            accused.true_of += d.marks.named_count + d.marks.slip_count;
            arena_free(d.arena);
        }
    tell(what, lost);
    if (habit.cuts && leniency() < LENIENT)
        return;
    assert_int_equal(lost.true_of, 0);
    assert_int_equal(accused.true_of, 0);
}

TEST(honest_rounding_loses_nothing)
{
    honest("two decimals, goes on with them: lost", usual);
    honest("two decimals, keeps all digits: lost", (Habit){2, CARRY_FULL, false});
    honest("two decimals, now this, now that: lost", (Habit){2, CARRY_MIXED, false});
    honest("three decimals, goes on with them: lost", (Habit){3, CARRY_ROUNDED, false});
    honest("three decimals, now this, now that: lost", (Habit){3, CARRY_MIXED, false});
    honest("two decimals, cut off: lost", (Habit){2, CARRY_ROUNDED, true});
}

/* ---- misconceptions ---- */

static bool can_make(const Desk *d, const Mistake *m)
{
    int count = 0;
    const Sign *signs = sheet_signs(d->arena, d->sheet, &count);
    for (int k = 0; k < count; k++)
        if (signs[k].mistake == m)
            return true;
    return false;
}

/* Cells that differ from honest work by more than roundings do, and yet are right. */
static void count_passed(const Desk *d, const Answers *right, Tally *passed)
{
    const Worksheet *s = d->sheet;
    for (int i = 0; i < s->count; i++)
        for (int c = 0; c < table_size(&s->tables[i]); c++) {
            double h = right->value[i][c], w = d->answers.value[i][c];
            Verdict verdict = d->marks.walk.verdict[i][c];
            double reach = 0.0201 + (double)d->marks.walk.slack[i].data[c];
            bool same = isinf(h) || isinf(w) ? h == w : fabs(h - w) <= reach;
            if (!is_asked(&s->tables[i], c) || same || verdict == FOLLOWED)
                continue;
            passed->all++;
            passed->true_of += verdict == RIGHT;
        }
}

static void planted(const char *what, Habit habit, int sheets, long missed_at_most)
{
    Tally named = {0}, passed = {0};
    long times[64] = {0};
    for (int level = 1; level <= LEVELS; level++)
        for (int n = 0; n < sheets; n++) {
            Desk d = sit_down(level, n);
            Answers right = answers_new(d.arena, d.sheet);
            student(d.arena, d.sheet, NULL, 0, habit, &d.random, &right);
            for (int k = 0; k < mistake_count; k++) {
                const Mistake *made = &mistakes[k];
                if (!can_make(&d, made))
                    continue;
                answer(&d, &made, 1, habit);
                d.marks = mark(d.arena, d.sheet, &d.answers, &d.key);
                bool only = d.marks.named_count == 1 && d.marks.named[0] == made;
                if (!only)
                    complain(&d, made->id);
                named = (Tally){named.all + 1, named.true_of + only};
                times[k]++;
                if (!made->is_right)
                    count_passed(&d, &right, &passed);
            }
            arena_free(d.arena);
        }
    tell(what, named);
    tell("  cells that differ, marked right", passed);
    for (int k = 0; k < mistake_count; k++)
        assert_true(times[k] > 0); /* each can be made somewhere */
    assert_true(named.all - named.true_of <= missed_at_most * named.all / 100);
    assert_true(passed.true_of * 200 <= passed.all);
}

TEST(planted_mistakes_are_named)
{
    planted("planted, two decimals: named", usual, classes(), 0);
    planted("planted, three decimals: named", (Habit){3, CARRY_MIXED, false}, classes() / 4 + 1, 2);
}

static bool clash(const Mistake *a, const Mistake *b)
{
    for (int i = 0; i < 2 && a->wrong[i].id; i++)
        for (int k = 0; k < 2 && b->wrong[k].id; k++)
            if (!strcmp(a->wrong[i].id, b->wrong[k].id))
                return true;
    return false;
}

/* Whether these mistakes make, in all but one cell at most, what was answered. */
static bool makes_the_same(const Desk *d, const Mistake *const *made, int count)
{
    Answers other = answers_new(d->arena, d->sheet);
    Random unused = random_new(0);
    int differ = 0;
    student(d->arena, d->sheet, made, count, usual, &unused, &other);
    for (int i = 0; i < d->sheet->count; i++)
        for (int c = 0; c < table_size(&d->sheet->tables[i]); c++)
            differ += is_asked(&d->sheet->tables[i], c) &&
                      is_visible(other.value[i][c], d->answers.value[i][c]);
    return differ < 2;
}

/* Both, or what nobody can tell from them: mask-late without exponentials is mask-ignored without
   them. */
static bool names_both(const Desk *d, const Mistake *const *made)
{
    int hits = 0;
    for (int q = 0; q < d->marks.named_count; q++)
        hits += d->marks.named[q] == made[0] || d->marks.named[q] == made[1];
    return d->marks.named_count == 2 && (hits == 2 || makes_the_same(d, d->marks.named, 2));
}

TEST(two_mistakes_at_once_are_named)
{
    Tally both = {0}, one = {0};
    for (int level = 1; level <= LEVELS; level++)
        for (int n = 0; n < classes() / 4 + 1; n++) {
            Desk d = sit_down(level, n);
            for (int j = 0; j < mistake_count; j++)
                for (int k = j + 1; k < mistake_count; k++) {
                    const Mistake *made[] = {&mistakes[j], &mistakes[k]};
                    if (clash(made[0], made[1]) || random_below(&d.random, 6) ||
                        !can_make(&d, made[0]) || !can_make(&d, made[1]))
                        continue;
                    answer(&d, made, 2, usual);
                    if (makes_the_same(&d, &made[0], 1) || makes_the_same(&d, &made[1], 1))
                        continue; /* the other cannot be seen */
                    d.marks = mark(d.arena, d.sheet, &d.answers, &d.key);
                    int hits = 0;
                    for (int q = 0; q < d.marks.named_count; q++)
                        hits += d.marks.named[q] == made[0] || d.marks.named[q] == made[1];
                    both = (Tally){both.all + 1, both.true_of + names_both(&d, made)};
                    one = (Tally){one.all + 1, one.true_of + (hits >= 1)};
                }
            arena_free(d.arena);
        }
    tell("two mistakes at once: both named, no more", both);
    tell("two mistakes at once: one at least", one);
    assert_true(both.true_of * 100 >= both.all * 95);
}

/* ---- slips ---- */

/* Another asked cell, off by something that no rounding makes. */
static void spoil(Desk *d, int *table, int *cell)
{
    double *x;
    do {
        *table = (int)random_below(&d->random, (uint32_t)d->sheet->count);
        *cell = (int)random_below(&d->random, (uint32_t)table_size(&d->sheet->tables[*table]));
        x = &d->answers.value[*table][*cell];
    } while (!is_asked(&d->sheet->tables[*table], *cell) || isinf(*x) || d->spoilt[*table][*cell]);
    d->spoilt[*table][*cell] = true;
    double off = *x == rint(*x) ? 1 + random_below(&d->random, 3)
                                : (6 + random_below(&d->random, 40)) / 100.0;
    *x += random_below(&d->random, 2) ? off : -off;
}

/* Whether a number is what follows, to two decimals, from those that are written before it: then
   nobody can tell it from honest work. */
static bool follows(const Desk *d, int table, int cell)
{
    Walk written = {0};
    for (int i = 0; i < table; i++) {
        const Table *t = &d->sheet->tables[i];
        written.carried[i] = tensor_copied(d->arena, t->node->value);
        for (int c = 0; !t->is_given && c < table_size(t); c++)
            written.carried[i].data[c] = (real)d->answers.value[i][c];
    }
    Bench bench = bench_of(d->arena, d->sheet, &written, table);
    return !is_visible(d->answers.value[table][cell],
                       (double)recompute(&bench, NULL)->value.data[cell]);
}

TEST(random_errors_are_caught)
{
    for (int wrong = 1; wrong <= 5; wrong += 2) {
        Tally caught = {0}, chance = {0}, accused = {0};
        for (int level = 1; level <= LEVELS; level++)
            for (int n = 0; n < classes(); n++) {
                Desk d = sit_down(level, n);
                int table[5], cell[5];
                answer(&d, NULL, 0, usual);
                for (int k = 0; k < wrong; k++)
                    spoil(&d, &table[k], &cell[k]);
                d.marks = mark(d.arena, d.sheet, &d.answers, &d.key);
                for (int k = 0; k < wrong; k++) {
                    bool right = follows(&d, table[k], cell[k]);
                    chance = (Tally){chance.all + 1, chance.true_of + right};
                    caught.all += !right;
                    caught.true_of += !right && d.marks.walk.verdict[table[k]][cell[k]] >= COARSE;
                }
                accused = (Tally){accused.all + 1, accused.true_of + (d.marks.named_count > 0)};
                arena_free(d.arena);
            }
        tell("random wrong cells: caught", caught);
        tell("  others, by chance what follows from a slip", chance);
        tell("  sheets with a mistake named", accused);
        assert_true(caught.true_of * 100 >= caught.all * (leniency() < LENIENT ? 99 : 98));
        assert_true(chance.true_of * 50 <= chance.all);
        assert_true(accused.true_of * 20 <= accused.all);
    }
}

/* A score of whole numbers is exact: nothing has been rounded. */
TEST(what_is_exact_must_be_met)
{
    for (int n = 0; n < classes(); n++) {
        Desk d = sit_down(3, n);
        int scores = table_index(d.sheet, "scores");
        for (int sign = -1; sign <= 1; sign++) {
            answer(&d, NULL, 0, usual);
            int c = table_size(&d.sheet->tables[scores]) - 1;
            d.answers.value[scores][c] += sign * 0.01;
            d.marks = mark(d.arena, d.sheet, &d.answers, &d.key);
            assert_int_equal(d.marks.walk.verdict[scores][c], sign ? WRONG : RIGHT);
        }
        arena_free(d.arena);
    }
}

/* The product's k-th term in a cell. */
static double term_of(const Node *product, int cell, int k)
{
    Tensor a = product->inputs[0]->value, b = product->inputs[1]->value;
    int row = cell / cols_of(product), col = cell % cols_of(product);
    return (double)at(a, row, k) *
           (double)(product->parameter.blocks.transposed ? at(b, col, k) : at(b, k, col));
}

TEST(a_sign_slip_is_found)
{
    Tally wrong = {0}, found = {0};
    for (int level = 1; level <= LEVELS; level++)
        for (int n = 0; n < classes() / 4 + 1; n++) {
            Desk d = sit_down(level, n);
            for (int i = 0; i < d.sheet->count; i++) {
                const Table *t = &d.sheet->tables[i];
                if (t->is_given || strcmp(t->node->op->name, "matmul") != 0 ||
                    t->worked == table_size(t))
                    continue;
                int c =
                    t->worked + (int)random_below(&d.random, (uint32_t)(table_size(t) - t->worked));
                double term = term_of(t->node, c, 0);
                if (fabs(term) < 0.1)
                    continue;
                answer(&d, NULL, 0, usual);
                d.answers.value[i][c] = rint((d.answers.value[i][c] - 2 * term) * 100) / 100;
                d.marks = mark(d.arena, d.sheet, &d.answers, &d.key);
                wrong =
                    (Tally){wrong.all + 1, wrong.true_of + (d.marks.walk.verdict[i][c] == WRONG)};
                found.all++;
                for (int k = 0; k < d.marks.slip_count; k++)
                    found.true_of += d.marks.slips[k].table == i && d.marks.slips[k].cell == c;
            }
            arena_free(d.arena);
        }
    tell("a sign slip: marked wrong", wrong);
    tell("a sign slip: found", found);
    assert_true(found.true_of * 100 >= found.all * 90);
}
