#include "classroom/recipe.h"

enum { MAX_QUERY = 4, MAX_KEYS = 5, CHOICES = 5 }; /* numbers from −2 to 2 */

static Task *new_task(Worksheet *s, TaskKind kind, const char *text, const char *answer)
{
    static const char *const ids[] = {"predict", "error", "choose", "match", "why"};
    static const char *const titles[] = {"Before you compute", "Find the error", "Choose a query",
                                         "Which picture?", "In one sentence"};
    Task *task = &s->tasks[s->task_count++];
    *task = (Task){kind, ids[kind], titles[kind], text, .answer = answer};
    return task;
}

static const Table *task_table(const Worksheet *s, const char *id)
{
    return &s->tables[table_index(s, id)];
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
    const Table *t = task_table(s, levels[s->level - 1].compared);
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
            t->formula, t->formula);
        const char *answer = arena_format(s->arena, "row %d, column %d: %s, not %s", i + 1, k + 1,
                                          digits_text(s->arena, right, 3),
                                          digits_text(s->arena, right - 2 * term, 3));
        Task *task = new_task(s, FIND_ERROR, text, answer);
        task->figures[task->figure_count++] = (Figure){"", wrong, row_numbers, row_numbers, false};
        return;
    }
}

/* Whether the query fits the second key best of all. */
static bool fits_second(Tensor keys, const int *query)
{
    double scores[MAX_KEYS] = {0};
    for (int i = 0; i < keys.rows; i++)
        for (int k = 0; k < keys.cols; k++)
            scores[i] += query[k] * (double)at(keys, i, k);
    for (int i = 0; i < keys.rows; i++)
        if (i != 1 && scores[i] >= scores[1])
            return false;
    return true;
}

/* The first that does where the last number changes slowest; false if none does. */
static bool choose_query(Tensor keys, int *query)
{
    static const int choices[] = {0, 1, -1, 2, -2};
    int count = 1;
    for (int k = 0; k < keys.cols; k++)
        count *= CHOICES;
    for (int q = 1; q < count; q++) {
        for (int k = 0, rest = q; k < keys.cols; k++, rest /= CHOICES)
            query[k] = choices[rest % CHOICES];
        if (fits_second(keys, query))
            return true;
    }
    return false;
}

static void add_choice(Worksheet *s)
{
    const Table *t = task_table(s, levels[s->level - 1].chosen_on);
    int query[MAX_QUERY] = {0};
    if (!choose_query(t->node->value, query))
        return;
    const char *text =
        arena_format(s->arena,
                     "Choose a query of %d whole numbers from −2 to 2 so that of all rows of "
                     "%s its product with “%s” is the largest.",
                     cols_of(t->node), *t->title ? t->title : t->formula, t->rows[1]);
    Text answer = text_new(s->arena);
    for (int k = 0; k < cols_of(t->node); k++)
        text_format(&answer, "%s, ", digits_text(s->arena, query[k], 1));
    text_add(&answer, "for one");
    new_task(s, CHOOSE_QUERY, text, answer.data);
}

/* The weights, the same from the last cell to the first, and the same each moved on. */
static Tensor shuffled(Arena *arena, Tensor t, int how)
{
    Tensor other = tensor_copied(arena, t);
    int size = (int)tensor_size(t);
    for (int c = 0; how && c < size; c++)
        other.data[c] = t.data[how == 1 ? size - 1 - c : (c + 1) % size];
    return other;
}

static bool look_alike(Tensor a, Tensor b)
{
    for (size_t i = 0; i < tensor_size(a); i++)
        if (fabs((double)(a.data[i] - b.data[i])) >= 0.1)
            return false;
    return true;
}

static void add_match(Worksheet *s, Random *random)
{
    static const char *const letters[] = {"A", "B", "C"};
    const Table *t = last_weights(s);
    int first = (int)random_below(random, 3);
    Figure shown[3];
    for (int k = 0; k < 3; k++) {
        Tensor numbers = shuffled(s->arena, t->node->value, (k + 3 - first) % 3);
        shown[k] = (Figure){letters[k], numbers, t->rows, t->cols, true};
    }
    for (int k = 0; k < 3; k++)
        if (look_alike(shown[k].numbers, shown[(k + 1) % 3].numbers))
            return;
    const char *text = arena_format(
        s->arena, "Which heatmap shows your table “%s”? The darker, the larger.", t->title);
    Task *task = new_task(s, MATCH, text, letters[first]);
    task->figure_count = 3;
    memcpy(task->figures, shown, sizeof shown);
}

void tasks_add(Worksheet *s)
{
    Random random = random_named(s->variant, "tasks");
    add_prediction(s);
    add_error(s, &random);
    add_choice(s);
    add_match(s, &random);
    new_task(s, WHY, levels[s->level - 1].why, "")->rubric = levels[s->level - 1].rubric;
}

/* ---- marking ---- */

/* The whole numbers of a text. */
static int read_numbers(const char *text, int *numbers, int most)
{
    static const char minus[] = "−";
    int count = 0;
    for (int sign = 1; *text && count < most; text++) {
        size_t digits = strspn(text, "0123456789");
        if (digits) {
            numbers[count++] = sign * atoi(text);
            text += digits - 1;
        }
        if (!(*text & 0x80) || begins_with(text, minus)) /* not within a letter */
            sign = *text == '-' || *text & 0x80 ? -1 : 1;
    }
    return count;
}

Verdict task_verdict(const Worksheet *s, const Task *task, const char *written)
{
    int numbers[MAX_QUERY] = {0}, right[2];
    if (task->kind == WHY || !written || !*written)
        return EMPTY;
    int count = read_numbers(written, numbers, MAX_QUERY);
    bool is_right = ends_with(lowered(s->arena, task->answer), lowered(s->arena, written));
    if (task->kind == FIND_ERROR) {
        read_numbers(task->answer, right, 2);
        is_right = count >= 2 && !memcmp(numbers, right, sizeof right);
    } else if (task->kind == CHOOSE_QUERY) {
        Tensor keys = task_table(s, levels[s->level - 1].chosen_on)->node->value;
        is_right = count == keys.cols && fits_second(keys, numbers);
        for (int k = 0; k < count; k++)
            is_right &= abs(numbers[k]) <= CHOICES / 2;
    }
    return is_right ? RIGHT : WRONG;
}
