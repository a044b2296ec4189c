#include "classroom/paper.h"
#include "classroom/recipe.h"

#include "trace/trace.h"

enum { FARTHEST = 2 /* CHOOSE: largest absolute value in the query */ };

static const struct {
    const char *id, *title, *question;
} kinds[] = {
#include "classroom/task_kinds.list"
};

static Task *new_task(Worksheet *s, TaskKind kind, const char *question, const char *answer)
{
    Task *task = &s->tasks[s->task_count++];
    *task = (Task){kinds[kind].id, kind, kinds[kind].title, question, .answer = answer};
    return task;
}

static const char *table_called(Arena *arena, const Table *t)
{
    return *t->title ? arena_format(arena, "the table “%s”", t->title)
                     : formula_plain(arena, t->formula);
}

/* The last table of weights. */
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
    int row = rows_of(t->node) - 1;
    const char *text = arena_format(s->arena, kinds[PREDICT].question, t->title, t->rows[row]);
    Task *task = new_task(s, PREDICT, text, t->cols[largest_in_row(t->node->value, row)]);
    task->choices = t->cols;
    task->choice_count = cols_of(t->node);
}

/* FIND_ERROR: the products of all pairs of rows; in one of them a term has the wrong sign.
 */
static void add_error(Worksheet *s, Random *random)
{
    const Table *t = &s->tables[table_index(s, levels[s->level - 1].compared)];
    const char *name = table_called(s->arena, t);
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
        const char *text = arena_format(s->arena, kinds[FIND_ERROR].question, name, name);
        const char *answer = arena_format(s->arena, "row %d, column %d: %s, not %s", i + 1, k + 1,
                                          digits_text(s->arena, right, 3),
                                          digits_text(s->arena, right - 2 * term, 3));
        Table shown = {.formula = "",
                       .rows = row_numbers,
                       .cols = row_numbers,
                       .is_given = true,
                       .shown = wrong};
        *new_task(s, FIND_ERROR, text, answer)->figures = shown;
        return;
    }
}

/* Whether the query's numbers are in range and its largest dot product is with the second key. */
static bool fits_second(Tensor keys, const double *query)
{
    double scores[MAX_COLS] = {0};
    bool fits = true;
    for (int i = 0; i < keys.rows; i++)
        for (int k = 0; k < keys.cols; k++) {
            scores[i] += query[k] * (double)at(keys, i, k);
            fits &= fabs(query[k]) <= FARTHEST && query[k] == rint(query[k]);
        }
    for (int i = 0; i < keys.rows; i++)
        fits &= i == 1 || scores[i] < scores[1];
    return fits;
}

/* No task if no query prefers the second key (it lies between the others). */
static void add_choice(Worksheet *s)
{
    static const double numbers[] = {0, 1, -1, FARTHEST, -FARTHEST};
    const Table *t = &s->tables[table_index(s, levels[s->level - 1].matched)];
    double query[MAX_COLS] = {0};
    int count = cols_of(t->node), all = 1, tried = 0;
    for (int k = 0; k < count; k++)
        all *= 5;
    for (; tried < all && !fits_second(t->node->value, query); tried++)
        for (int k = 0, rest = tried + 1; k < count; k++, rest /= 5)
            query[k] = numbers[rest % 5];
    if (tried == all)
        return;
    const char *text = arena_format(s->arena, kinds[CHOOSE].question, count, FARTHEST, FARTHEST,
                                    t->rows[1], table_called(s->arena, t));
    Text answer = text_new(s->arena);
    for (int k = 0; k < count; k++)
        text_format(&answer, "%s%s", k ? " ; " : "", digits_text(s->arena, query[k], 1));
    text_add(&answer, " (or another)");
    new_task(s, CHOOSE, text, answer.data)->of = t;
}

/* The tensor itself (0); transposed, or a single row reversed (1); rotated by one cell (2). */
static Tensor changed(Arena *arena, Tensor t, int how)
{
    int size = (int)tensor_size(t), n = t.rows == t.cols ? t.rows : 0;
    Tensor other = tensor_copied(arena, t);
    for (int c = 0; how && c < size; c++) {
        int turned = n ? c % n * n + c / n : size - 1 - c;
        other.data[c] = t.data[how == 1 ? turned : (c + 1) % size];
    }
    return other;
}

static bool look_alike(Arena *arena, Tensor a, Tensor b)
{
    int size = (int)tensor_size(a);
    Tensor gap = tensor_copied(arena, a);
    vector_add_scaled(gap.data, -1, b.data, size);
    return (double)vector_size(gap.data, size) < 0.15;
}

/* No task if two of the heatmaps look alike. */
static void add_match(Worksheet *s, Random *random)
{
    static const char *const letters[MAX_FIGURES] = {"A", "B", "C"};
    const Table *t = last_weights(s);
    int right = (int)random_below(random, MAX_FIGURES);
    Table shown[MAX_FIGURES];
    for (int k = 0; k < MAX_FIGURES; k++) {
        shown[k] =
            (Table){.formula = letters[k], .rows = t->rows, .cols = t->cols, .is_given = true};
        shown[k].shown = changed(s->arena, t->node->value, (k + MAX_FIGURES - right) % MAX_FIGURES);
    }
    for (int k = 0; k < MAX_FIGURES; k++)
        if (look_alike(s->arena, shown[k].shown, shown[(k + 1) % MAX_FIGURES].shown))
            return;
    const char *text = arena_format(s->arena, kinds[MATCH].question, t->title);
    Task *task = new_task(s, MATCH, text, letters[right]);
    memcpy(task->figures, shown, sizeof shown);
    task->choices = letters;
    task->choice_count = MAX_FIGURES;
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

/* The numbers in a text. */
static int read_numbers(const char *text, double *numbers, int most)
{
    int count = 0;
    for (char *end; count < most && *(text += strcspn(text, "-0123456789")); text = end) {
        bool is_negative = *text == '-';
        double x = strtod(text + is_negative, &end);
        numbers[count] = is_negative ? -x : x;
        count += end > text + is_negative;
    }
    return count;
}

#define LETTERS "abcdefghijklmnopqrstuvwxyz"
#define DIGITS "0123456789"

/* What a word of an answer is: of several that name a choice, the first of the highest kind counts.
   A UNIT is a row (0) or a column (1). */
enum { ARTICLE, NUMBER, ORDINAL, LETTER, NAME, UNIT };

typedef struct Word {
    const char *typed;
    int kind, number;
} Word;

static const Word known_words[] = {
#include "classroom/answer_words.list"
};

/* Takes the next word off the rest of an answer in lower case; "" at its end. */
static Word next_word(Arena *arena, const char **rest)
{
    const char *begin = *rest + strcspn(*rest, LETTERS DIGITS);
    size_t letters = strspn(begin, LETTERS), length = letters ? letters : strspn(begin, DIGITS);
    bool has_ending = !letters && strspn(begin + length, "stndrh") >= 2; /* 1st, 2nd, 3rd, 4th */
    int kind = letters ? NAME : has_ending ? ORDINAL : NUMBER;
    Word word = {arena_strndup(arena, begin, length), kind, atoi(begin)};
    const Word *known = find_named(known_words, COUNT_OF(known_words), sizeof word, word.typed);
    *rest = begin + length + (has_ending ? 2 : 0);
    return known ? *known : word;
}

/* The choice named before a comma: “cat”, "(C)", "the second one"; its number is that in its label,
   "1" of "cat (1)", if there is one, but an ordinal counts the places. NULL if there is none. */
static const char *choice_typed(Arena *arena, const Task *task, const char *typed)
{
    const char *named = NULL, *rest = arena_strndup(arena, typed, strcspn(typed, ",;"));
    int best = -1;
    for (Word word; *(word = next_word(arena, &rest)).typed;) {
        int found = 0, count = 0;
        for (int i = 0; i < task->choice_count; i++) {
            const char *label = lowered(arena, task->choices[i]), *digit = strpbrk(label, DIGITS);
            int number = digit && word.kind == NUMBER ? atoi(digit) : i + 1;
            bool is_word = begins_with(label, word.typed) &&
                           !isalpha((unsigned char)label[strlen(word.typed)]);
            if (word.kind == NUMBER || word.kind == ORDINAL ? number == word.number : is_word)
                found = i, count++;
        }
        if (count == 1 && word.kind > best) {
            named = task->choices[found];
            best = word.kind;
        }
    }
    return named;
}

/* The row and the column: "row 2, column 1", "C1 R2", "2nd row, first column"; or the first two
   numbers. */
static void place_typed(Arena *arena, const char *typed, int place[2])
{
    int named[2] = {0}, count = 0, before = 0, unit = -1;
    for (Word word; *(word = next_word(arena, &typed)).typed;) {
        bool is_number = word.kind == NUMBER || word.kind == ORDINAL;
        if (is_number && count < 2)
            place[count++] = word.number;
        if (is_number && unit >= 0)
            named[unit] = word.number;
        else if (word.kind == UNIT)
            named[word.number] = before ? before : named[word.number];
        int behind = word.kind == UNIT && !before ? word.number : is_number ? -1 : unit;
        before = word.kind == ORDINAL && unit < 0 ? word.number : 0;
        unit = behind;
    }
    if (named[0] && named[1])
        memcpy(place, named, sizeof named);
}

Verdict task_verdict(const Worksheet *s, const Task *task, const Walk *walk, const char *written)
{
    if (task->kind == WHY || !written || !*written)
        return EMPTY;
    written = lowered(s->arena, respelled(s->arena, written, typed_lines));
    bool is_right = choice_typed(s->arena, task, written) == task->answer;
    if (task->kind == FIND_ERROR) {
        int place[2] = {0}, asked[2] = {0};
        place_typed(s->arena, written, place);
        place_typed(s->arena, task->answer, asked);
        is_right = !memcmp(place, asked, sizeof place);
    } else if (task->kind == CHOOSE) { /* by the correct keys, or by the student's */
        double numbers[MAX_COLS + 1];
        is_right = read_numbers(written, numbers, MAX_COLS + 1) == cols_of(task->of->node) &&
                   (fits_second(task->of->node->value, numbers) ||
                    fits_second(walk->carried[task->of - s->tables], numbers));
    }
    return is_right ? RIGHT : WRONG;
}
