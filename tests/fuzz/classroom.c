/* What comes back from a class: forms, filled in as people type. */
#include "fuzz/targets.h"

#include "classroom/paper.h"

/* One sheet of each level, and its key, for the whole process. */
static const Worksheet *sheet_of(int level, const Walk **key)
{
    static const Worksheet *sheets[LEVELS];
    static Walk keys[LEVELS];
    int i = level - 1;
    if (!sheets[i]) {
        Arena *arena = arena_new();
        sheets[i] = worksheet_new(arena, level, sheet_variant(7, "fuzz", 1));
        keys[i] = sheet_key(arena, sheets[i], LENIENT);
    }
    *key = &keys[i];
    return sheets[i];
}

/* Numbers are numbers, −∞, or nothing. */
static void check_answers(const Worksheet *sheet, const Answers *answers)
{
    for (int i = 0; i < sheet->count; i++)
        for (int c = 0; !sheet->tables[i].is_given && c < table_size(&sheet->tables[i]); c++) {
            double x = answers->value[i][c], half = answers->half[i][c];
            CHECK(!(x > 1e12) && (isnan(x) || isinf(x) || fabs(x) <= 1e12), "%g", x);
            CHECK(0 <= half && half <= 1, "half a unit is %g", half);
        }
}

/* Each asked cell has one verdict, and no more is explained than is wrong. */
static void check_marks(Arena *arena, const Worksheet *sheet, const Answers *answers,
                        const Walk *key)
{
    Marks *marks = arena_alloc(arena, 1, sizeof *marks);
    *marks = mark(arena, sheet, answers, key);
    int sum = 0, asked = 0;
    for (int v = 0; v < VERDICTS; v++)
        sum += marks->walk.counts[v];
    for (int i = 0; i < sheet->count; i++)
        for (int c = 0; c < table_size(&sheet->tables[i]); c++)
            asked += is_asked(&sheet->tables[i], c);
    CHECK(sum == marks->walk.asked && asked == marks->walk.asked, "%d verdicts on %d of %d cells",
          sum, marks->walk.asked, asked);
    CHECK(marks->unexplained <= marks->walk.counts[WRONG], "%d of %d", marks->unexplained,
          marks->walk.counts[WRONG]);
    for (int k = 0; k < marks->named_count; k++)
        CHECK(marks->named[k] && marks->explained[k] > 0, "a mistake that nothing shows");
}

/* The first byte is the level; one form in sixteen is marked, too. */
void fuzz_forms(Arena *arena, Bytes input)
{
    int first = fuzz_byte(&input), level;
    unsigned variant;
    Form form = form_head(arena, input);
    if (form.code && code_read(form.code, &level, &variant))
        CHECK(1 <= level && level <= LEVELS && variant < 1U << 25, "level %d, %u", level, variant);
    const Walk *key;
    const Worksheet *sheet = sheet_of(first % LEVELS + 1, &key);
    Answers answers = form_answers(arena, input, sheet, &form);
    check_answers(sheet, &answers);
    if (first / LEVELS % 16 == 1)
        check_marks(arena, sheet, &answers, key);
}
