#include "classroom/recipe.h"

#include "trace/trace.h"

static Task *new_task(Worksheet *s, TaskKind kind, const char *text, const char *answer)
{
    static const char *const ids[] = {"predict", "error", "why"};
    static const char *const titles[] = {"Before you compute", "Find the error", "In one sentence"};
    Task *task = &s->tasks[s->task_count++];
    *task = (Task){kind, ids[kind], titles[kind], text, .answer = answer};
    return task;
}

/* The weights that come last. */
static const Table *last_weights(const Worksheet *s)
{
    const Table *t = &s->tables[s->count - 1];
    while (strcmp(base_name(t->id), "weights") != 0)
        t--;
    return t;
}

static void add_prediction(Worksheet *s)
{
    const Table *t = last_weights(s);
    int row = rows_of(t->node) - 1, best = 0;
    for (int j = 1; j < cols_of(t->node); j++)
        if (at(t->node->value, row, j) > at(t->node->value, row, best))
            best = j;
    const char *text = arena_format(s->arena,
                                    "In the table “%s”, in which column will the largest number of "
                                    "the row “%s” stand? Guess from what is given.",
                                    t->title, t->rows[row]);
    new_task(s, PREDICT, text, t->cols[best]);
}

/* Products of all rows with each other; in one, the first that is met, a term has the wrong sign.
 */
static void add_error(Worksheet *s, Random *random)
{
    const Table *t = &s->tables[table_index(s, levels[s->level - 1].compared)];
    const char *name = formula_plain(s->arena, t->formula);
    Tensor a = t->node->value;
    Tensor wrong = tensor_copied(s->arena, matmul_transposed(s->graph, t->node, t->node)->value);
    int all = a.rows * a.rows * a.cols, place = (int)random_below(random, (uint32_t)all);
    for (int tried = 0; tried < all; tried++, place = (place + 1) % all) {
        int i = place / a.cols / a.rows, k = place / a.cols % a.rows;
        double term = (double)(at(a, i, place % a.cols) * at(a, k, place % a.cols));
        if (i == k || term == 0)
            continue;
        double right = (double)at(wrong, i, k);
        tensor_row(wrong, i)[k] = (real)(right - 2 * term);
        const char *text = arena_format(
            s->arena,
            "A classmate multiplied each row of %s by each row of %s. In one number a sign was "
            "lost. In which row and column does it stand?",
            name, name);
        const char *answer = arena_format(s->arena, "row %d, column %d: %s, not %s", i + 1, k + 1,
                                          digits_text(s->arena, right, 3),
                                          digits_text(s->arena, right - 2 * term, 3));
        new_task(s, FIND_ERROR, text, answer)->table = wrong;
        return;
    }
}

void tasks_add(Worksheet *s)
{
    Random random = random_named(s->variant, "tasks");
    add_prediction(s);
    add_error(s, &random);
    new_task(s, WHY, levels[s->level - 1].why, "")->rubric = levels[s->level - 1].rubric;
}

/* ---- marking ---- */

/* The first two whole numbers of a text; false where there are fewer. */
static bool read_place(const char *text, int place[2])
{
    static const char digits[] = "0123456789";
    for (int i = 0; i < 2; i++) {
        text += strcspn(text, digits);
        place[i] = atoi(text);
        if (!*text)
            return false;
        text += strspn(text, digits);
    }
    return true;
}

Verdict task_verdict(const Worksheet *s, const Task *task, const char *written)
{
    int place[2], right[2];
    if (task->kind == WHY || !written || !*written)
        return EMPTY;
    if (task->kind == PREDICT) { /* "2" for "key 2", "column cat" for "cat" */
        const char *label = lowered(s->arena, task->answer), *typed = lowered(s->arena, written);
        return ends_with(label, typed) || ends_with(typed, label) ? RIGHT : WRONG;
    }
    bool is_right = read_place(task->answer, right) && read_place(written, place) &&
                    !memcmp(place, right, sizeof right);
    return is_right ? RIGHT : WRONG;
}
