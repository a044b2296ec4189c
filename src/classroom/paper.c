#include "classroom/paper.h"

#include "classroom/recipe.h"

/* A sheet, or with a walk of the key its key, as it is told. */
typedef struct Teller {
    Arena *arena;
    Document *document;
    const Worksheet *sheet;
    const Walk *key;
} Teller;

const char *hand_number(char out[NUMBER_SIZE], double x)
{
    bool is_whole = isinf(x) || (double)(long)x == x;
    return number_fixed(out, x, is_whole ? 0 : DECIMALS);
}

static const char *hand_text(Arena *arena, double x)
{
    char number[NUMBER_SIZE];
    return arena_strdup(arena, hand_number(number, x));
}

const char *place_text(Arena *arena, const Worksheet *sheet, int table, int cell)
{
    const Table *t = &sheet->tables[table];
    int cols = cols_of(t->node);
    return arena_format(arena, "%s [%s, %s]", t->title, t->rows[cell / cols], t->cols[cell % cols]);
}

/* ---- matrices ---- */

static Grid grid_new(const Teller *t, const char *corner, Tensor numbers, const char *const *rows,
                     const char *const *cols)
{
    size_t size = tensor_size(numbers);
    Grid g = {corner, rows, cols, numbers.rows, numbers.cols, .is_given = true};
    g.cells = arena_alloc(t->arena, size, sizeof *g.cells);
    for (size_t i = 0; i < size; i++)
        g.cells[i] = hand_text(t->arena, (double)numbers.data[i]);
    return g;
}

/* What is asked is empty on the sheet; on the key its doubt stands behind it. */
static Grid table_grid(const Teller *t, const Table *table)
{
    int size = table_size(table), place = (int)(table - t->sheet->tables);
    Grid g =
        grid_new(t, table->is_given ? table->formula : "", table->shown, table->rows, table->cols);
    g.is_given = table->is_given;
    g.worked = table->worked;
    g.notes = arena_alloc(t->arena, (size_t)size, sizeof *g.notes);
    for (int i = 0; i < size; i++) {
        double doubt = t->key && is_asked(table, i) ? key_doubt(t->sheet, t->key, place, i) : 0;
        char number[NUMBER_SIZE];
        bool is_told = doubt > 0.0055;
        g.notes[i] =
            is_told ? arena_format(t->arena, "±%s", number_fixed(number, doubt, DECIMALS)) : "";
        g.cells[i] = is_asked(table, i) && !t->key ? "" : g.cells[i];
    }
    return g;
}

static Grid figure_grid(const Teller *t, const Figure *f)
{
    Grid g = grid_new(t, f->label, f->numbers, f->rows, f->cols);
    g.is_shaded = f->is_shaded;
    for (size_t i = 0; f->is_shaded && i < tensor_size(f->numbers); i++)
        g.cells[i] = arena_format(t->arena, "%.0f", 100 * (double)f->numbers.data[i]);
    return g;
}

static void add_exercise(const Teller *t, const char *title, int number, Exercise exercise)
{
    Exercise *e = arena_alloc(t->arena, 1, sizeof *e);
    *e = exercise;
    e->formula = e->formula ? e->formula : "";
    document_add(t->document,
                 (Block){.kind = BLOCK_EXERCISE, .text = title, .number = number, .exercise = e});
}

/* A table of values, for whole and half numbers. */
static void add_values(const Teller *t, const char *name, double (*f)(double), int most)
{
    int count = 4 * most + 1;
    Tensor values = tensor_new(t->arena, 1, count);
    const char **xs = arena_alloc(t->arena, (size_t)count, sizeof *xs);
    const char **rows = arena_alloc(t->arena, 1, sizeof *rows);
    Grid *g = arena_alloc(t->arena, 1, sizeof *g);
    *rows = name;
    for (int i = 0; i < count; i++) {
        double x = i / 2.0 - most;
        xs[i] = digits_text(t->arena, x, 2);
        values.data[i] = (real)f(x);
    }
    *g = grid_new(t, "x", values, rows, xs);
    add_exercise(t, NULL, 0, (Exercise){.grids = g, .grid_count = 1, .is_wide = true});
}

static double tanh_by_exp(double x)
{
    return 1 - 2 / (portable_exp(2 * x) + 1);
}

/* ---- examples ---- */

/* A cell's arithmetic, from the numbers as the sheet shows them; NULL where there is none, or, for
   an example, where it has numbers that the sheet does not show. */
static const char *arithmetic(const Teller *t, int table, int cell, bool is_example)
{
    const Worksheet *s = t->sheet;
    Walk shown = {0};
    for (int i = 0; i < s->count; i++)
        shown.carried[i] = s->tables[i].shown;
    Bench b = bench_of(t->arena, s, &shown, table);
    const Node *n = recompute(&b, NULL);
    Cell of = {n, cell / cols_of(n), cell % cols_of(n)};
    Explanation e = cell_told((Explanation){.arena = t->arena, .digits = 5}, of);
    for (int u = 0; is_example && u < e.use_count; u++) {
        int from = 0, at = e.uses[u].row * cols_of(e.uses[u].node) + e.uses[u].col;
        while (from < s->count && b.leaves[from] != e.uses[u].node)
            from++;
        if (from == s->count || is_asked(&s->tables[from], at))
            return NULL;
    }
    return e.copies || !e.expression_count ? NULL : e.expressions[0].data;
}

/* Its numbers taken out, but for that of a root. */
static const char *skeleton(Arena *arena, const char *text)
{
    Text out = text_new(arena);
    while (*text) {
        bool has_bracket = begins_with(text, "(−");
        const char *number = text + has_bracket;
        number += begins_with(number, "−") ? strlen("−") : 0;
        size_t length = strspn(number, "0123456789.");
        bool is_blank = length && !ends_with(out.data, "√");
        text_add_bytes(&out, is_blank ? "____" : text, is_blank ? 4 : length ? length : 1);
        text = is_blank ? number + length + has_bracket : text + (length ? length : 1);
    }
    return out.data;
}

static const char *told_cell(const Teller *t, const Table *table, int cell, const char *equals,
                             const char *number)
{
    int cols = cols_of(table->node);
    return arena_format(t->arena, "%s, %s: %s = %s", table->rows[cell / cols],
                        table->cols[cell % cols], equals, number);
}

/* The longest arithmetic of a worked cell; and the first one that is asked, with blanks. */
static const char *const *examples(const Teller *t, const Table *table)
{
    int place = (int)(table - t->sheet->tables), best = 0;
    const char **lines = arena_alloc(t->arena, 3, sizeof *lines), *longest = NULL, *next = NULL;
    for (int i = 0; i < table->worked && !t->key; i++) {
        const char *told = arithmetic(t, place, i, true);
        if (told && (!longest || strlen(told) > strlen(longest))) {
            longest = told;
            best = i;
        }
    }
    if (!longest)
        return lines;
    lines[0] =
        told_cell(t, table, best, longest, hand_text(t->arena, (double)table->shown.data[best]));
    if (table->worked < table_size(table))
        next = arithmetic(t, place, table->worked, false);
    if (next && strlen(next) > 8 && strcmp(table->node->op->name, "row_totals") != 0)
        lines[1] = told_cell(t, table, table->worked, skeleton(t->arena, next), "____");
    return lines;
}

/* ---- a sheet ---- */

static void add_given(const Teller *t)
{
    const Worksheet *s = t->sheet;
    Grid *grids = arena_alloc(t->arena, (size_t)s->count, sizeof *grids);
    int count = 0;
    for (int i = 0; i < s->count; i++)
        if (s->tables[i].is_given)
            grids[count++] = table_grid(t, &s->tables[i]);
    add_exercise(t, NULL, 0, (Exercise){.grids = grids, .grid_count = count, .is_wide = true});
}

static void add_tables(const Teller *t)
{
    int number = 0;
    for (int i = 0; i < t->sheet->count; i++) {
        const Table *table = &t->sheet->tables[i];
        Grid *g = arena_alloc(t->arena, 1, sizeof *g);
        if (table->is_given)
            continue;
        *g = table_grid(t, table);
        add_exercise(t, table->title, ++number,
                     (Exercise){.formula = table->formula,
                                .grids = g,
                                .grid_count = 1,
                                .lines = examples(t, table)});
    }
}

/* Those before the tables, or behind them. */
static void add_tasks(const Teller *t, bool before)
{
    for (int i = 0; i < t->sheet->task_count; i++) {
        const Task *task = &t->sheet->tasks[i];
        Exercise e = {.question = task->text,
                      .grid_count = task->figure_count,
                      .room = t->key         ? 0
                              : task->rubric ? 3
                                             : 1,
                      .is_wide = before};
        Grid *grids = arena_alloc(t->arena, (size_t)task->figure_count, sizeof *grids);
        const char **lines = arena_alloc(t->arena, 16, sizeof *lines);
        if ((task->kind == PREDICT) != before)
            continue;
        for (int k = 0; k < task->figure_count; k++)
            grids[k] = figure_grid(t, &task->figures[k]);
        char *rest = arena_strdup(t->arena, task->rubric ? task->rubric : task->answer);
        for (int k = 0; t->key && rest && k < 15; k++)
            lines[k] = arena_format(t->arena, "→ %s", strsep(&rest, "\n"));
        e.grids = grids;
        e.lines = lines;
        add_exercise(t, task->title, 0, e);
    }
}

static void add_signs(const Teller *t)
{
    int count;
    const Sign *signs = sheet_signs(t->arena, t->sheet, &count);
    const char **lines = arena_alloc(t->arena, (size_t)count + 1, sizeof *lines);
    for (int i = 0; i < count; i++)
        lines[i] = arena_format(t->arena, "%s for %s in %s: %s", hand_text(t->arena, signs[i].seen),
                                hand_text(t->arena, signs[i].instead_of),
                                place_text(t->arena, t->sheet, signs[i].table, signs[i].cell),
                                signs[i].mistake->says);
    add_exercise(t, "If you see", 0, (Exercise){.lines = lines, .is_wide = true});
}

void sheet_tell(Document *document, const Worksheet *s, const char *name)
{
    Arena *arena = document->arena;
    Teller t = {arena, document, s, NULL};
    document_add(document, (Block){.kind = BLOCK_HEADING, .text = s->title, .id = s->code});
    document_say(document, BLOCK_QUOTE, name);
    document_say(document, BLOCK_PARAGRAPH, s->intro);
    document_say(
        document, BLOCK_PARAGRAPH,
        arena_format(arena,
                     "Round each number to two decimals, and go on with what you wrote. Grey boxes "
                     "are done for you. About %d products; dₖ = %d.",
                     s->products, s->d_k));
    add_given(&t);
    if (s->needs_exp)
        add_values(&t, "eˣ", portable_exp, 4);
    if (s->needs_tanh)
        add_values(&t, "tanh x", tanh_by_exp, 3);
    add_tasks(&t, true);
    add_tables(&t);
    add_tasks(&t, false);
}

void key_tell(Document *document, const Worksheet *s, const char *name, const Walk *key)
{
    Arena *arena = document->arena;
    Teller t = {arena, document, s, key};
    document_add(document, (Block){.kind = BLOCK_HEADING,
                                   .text = arena_format(arena, "Key: %s", s->title),
                                   .id = s->code});
    document_say(
        document, BLOCK_PARAGRAPH,
        arena_format(
            arena,
            "For %s. Numbers are those of careful work with two decimals; ± says how far honest "
            "rounding may carry one from there.",
            name));
    add_given(&t);
    add_tasks(&t, true);
    add_tables(&t);
    add_tasks(&t, false);
    add_signs(&t);
}
