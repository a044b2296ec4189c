/* Sheets of all levels: made again from their codes, within their bounds, and what another
   program computes from the same numbers. */
#include "classroom/paper.h"
#include "classroom/recipe.h"

#include "support/scene.h"

enum { VARIANTS = 6 };

typedef void Look_at(Scene *scene, const Worksheet *sheet);

/* Every level, with no, one and two rows worked. */
static void for_all_sheets(Scene *scene, Look_at *look_at)
{
    for (int level = 1; level <= LEVELS; level++)
        for (unsigned v = 0; v < VARIANTS; v++)
            look_at(scene, worksheet_new(scene->arena, level, v * 400 + v % 3));
}

static Tensor value_of(const Worksheet *s, const char *id)
{
    int i = table_index(s, id);
    return i < 0 ? (Tensor){0} : s->tables[i].node->value;
}

/* ---- codes ---- */

static const char letters[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

static void check_code(Scene *scene, const Worksheet *s)
{
    int level = 0;
    unsigned variant = 0;
    assert_true(code_read(s->code, &level, &variant));
    assert_int_equal(level, s->level);
    assert_int_equal(variant, s->variant);
    for (size_t i = 0; s->code[i]; i++)
        for (const char *c = letters; s->code[i] != '-' && *c; c++) {
            char *wrong = arena_strdup(scene->arena, s->code);
            wrong[i] = *c;
            assert_int_equal(code_read(wrong, &level, &variant), *c == s->code[i]);
        }
}

TEST(a_wrong_letter_is_no_code)
{
    for_all_sheets(scene, check_code);
    int level;
    unsigned variant;
    const Worksheet *s = worksheet_new(scene->arena, 3, 400);
    assert_true(code_read(arena_format(scene->arena, " %s ", lowered(scene->arena, s->code)),
                          &level, &variant));
    const char *wrong[] = {"", "A", "A3", "A3-", "A3-000001111", "B3-00001W", "A0-00001W", "A3\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(code_read(wrong[i], &level, &variant));
}

/* ---- the same sheet ---- */

static void check_made_again(Scene *scene, const Worksheet *s)
{
    const Worksheet *t = worksheet_new(scene->arena, s->level, s->variant);
    assert_int_equal(s->count, t->count);
    for (int i = 0; i < s->count; i++) {
        Tensor a = s->tables[i].node->value, b = t->tables[i].node->value;
        assert_string_equal(s->tables[i].id, t->tables[i].id);
        assert_memory_equal(a.data, b.data, tensor_size(a) * sizeof(real));
    }
    assert_int_equal(s->task_count, t->task_count);
    for (int i = 0; i < s->task_count; i++)
        assert_string_equal(s->tasks[i].answer, t->tasks[i].answer);
}

TEST(a_code_makes_the_same_sheet)
{
    for_all_sheets(scene, check_made_again);
    unsigned ada = sheet_variant(11, "Ada", 1);
    assert_int_equal(ada % 4, 1);
    assert_int_not_equal(ada, sheet_variant(11, "Bob", 1));
    assert_int_not_equal(ada, sheet_variant(12, "Ada", 1));
}

/* ---- numbers for hands ---- */

static void check_weights(const Table *t)
{
    for (int i = 0; i < rows_of(t->node); i++) {
        double first = 0, second = 0, sum = 0;
        for (int j = 0; j < cols_of(t->node); j++) {
            double w = (double)at(t->node->value, i, j);
            assert_true(w == 0 || w >= 0.02);
            second = w > first ? first : fmax(second, w);
            first = fmax(first, w);
            sum += w;
        }
        assert_true(fabs(sum - 1) < 1e-6);
        assert_true(second == 0 || (first <= 0.95 && first - second >= 0.08));
    }
}

static void check_bounds(Scene *scene, const Worksheet *s)
{
    (void)scene;
    int asked = 0, most_products = levels[s->level - 1].most_products;
    assert_true(s->products > 0 && s->products <= most_products && most_products <= 64);
    for (int i = 0; i < s->count; i++) {
        const Table *t = &s->tables[i];
        bool is_scaled = ends_with(t->id, "scaled") && !begins_with(t->id, "d-");
        for (int c = 0; c < table_size(t); c++) {
            double x = (double)t->node->value.data[c];
            asked += is_asked(t, c);
            assert_true(!t->is_given || isinf(x) || 2 * x == rint(2 * x));
            assert_true(!is_scaled || (fabs(x) <= 4 && 2 * x == rint(2 * x)));
        }
        if (ends_with(t->id, "weights") && !begins_with(t->id, "d-"))
            check_weights(t);
        assert_true(t->is_given || t->worked < table_size(t));
        assert_true(t->rows[rows_of(t->node) - 1] && t->cols[cols_of(t->node) - 1]);
    }
    assert_true(asked >= 7);
}

TEST(a_hand_can_work_with_the_numbers)
{
    for_all_sheets(scene, check_bounds);
}

/* ---- tasks ---- */

static void check_tasks(Scene *scene, const Worksheet *s)
{
    Walk key = sheet_key(scene->arena, s, STRICT);
    Answers answers = answers_new(scene->arena, s);
    Marks marks;
    assert_true(s->task_count >= 2);
    for (int i = 0; i < s->task_count; i++)
        answers.task[i] = s->tasks[i].answer;
    assert_int_equal(s->tasks[0].kind, PREDICT);
    if (s->variant % 2)
        answers.task[0] = arena_format(scene->arena, "Column %s", s->tasks[0].answer);
    marks = mark(scene->arena, s, &answers, &key);
    for (int i = 0; i < s->task_count; i++) {
        assert_int_equal(marks.task[i], s->tasks[i].kind == WHY ? EMPTY : RIGHT);
        answers.task[i] = "9, 9, 9, 9";
    }
    marks = mark(scene->arena, s, &answers, &key);
    for (int i = 0; i < s->task_count; i++)
        assert_int_equal(marks.task[i], s->tasks[i].kind == WHY ? EMPTY : WRONG);
}

TEST(tasks_have_their_answers)
{
    for_all_sheets(scene, check_tasks);
}

/* Not that a sign was lost: a product of two positive numbers has none. */
static void check_error(Scene *scene, const Worksheet *s)
{
    (void)scene;
    for (int i = 0; i < s->task_count; i++)
        if (s->tasks[i].kind == FIND_ERROR) {
            assert_has(s->tasks[i].text, "one product got the wrong sign");
            assert_lacks(s->tasks[i].text, "lost");
        }
}

TEST(the_error_is_a_product_with_the_wrong_sign)
{
    for_all_sheets(scene, check_error);
}

static int find_task(const Worksheet *s, TaskKind kind)
{
    for (int i = 0; i < s->task_count; i++)
        if (s->tasks[i].kind == kind)
            return i;
    return -1;
}

static Verdict verdict_of(Scene *scene, const Worksheet *s, int task, const char *answer)
{
    Walk key = sheet_key(scene->arena, s, STRICT);
    Answers answers = answers_new(scene->arena, s);
    Marks marks;
    answers.task[task] = answer;
    marks = mark(scene->arena, s, &answers, &key);
    return marks.task[task];
}

/* As people name a place: in words, quotes and brackets, with what they think behind a comma or in
   a number, by its label or by its number. */
static void check_ways(Scene *scene, const Worksheet *s)
{
    static const char *const ways[] = {"“%s”",
                                       "(%s)",
                                       "column %s.",
                                       "It is %s!",
                                       "«%s»",
                                       "column\t%s",
                                       "%s, because it is the largest",
                                       "%s, not another",
                                       "%s (0.51)",
                                       "%s column",
                                       "**%s**",
                                       "%s\u00a0– the largest"};
    for (int i = 0; i < s->task_count; i++) {
        const Task *t = &s->tasks[i];
        for (int c = 0; c < t->choice_count; c++) {
            const char *label = t->choices[c], *digit = strpbrk(label, "0123456789");
            Verdict verdict = !strcmp(label, t->answer) ? RIGHT : WRONG;
            for (int w = 0; w < COUNT_OF(ways); w++)
                assert_int_equal(
                    verdict_of(scene, s, i, arena_format(scene->arena, ways[w], label)), verdict);
            static const char *const numbered[] = {"column %d", "C%d", "#%d", "no. %d (1.00)"};
            for (int w = 0; w < COUNT_OF(numbered); w++) {
                const char *number =
                    arena_format(scene->arena, numbered[w], digit ? atoi(digit) : c + 1);
                if (w != 1 || t->kind != MATCH) /* "C1" is picture C */
                    assert_int_equal(verdict_of(scene, s, i, number), verdict);
            }
            static const char *const places[][3] = {{"first", "Second", "third"},
                                                    {"the first one", "the second one", "3rd"},
                                                    {"1st column", "the 2nd", "It is the third"}};
            for (int w = 0; w < 3 && c < 3; w++)
                assert_int_equal(verdict_of(scene, s, i, places[w][c]), verdict);
        }
        if (t->choice_count)
            assert_int_equal(verdict_of(scene, s, i, "key"), WRONG);
    }
}

TEST(a_choice_is_named_in_many_ways)
{
    for_all_sheets(scene, check_ways);
}

/* "row 1, column 2: −3, not 3", or its numbers alone, or the column first. */
static void check_places(Scene *scene, const Worksheet *s)
{
    int task = find_task(s, FIND_ERROR), row, col;
    if (task < 0)
        return;
    assert_int_equal(sscanf(s->tasks[task].answer, "row %d, column %d", &row, &col), 2);
    const char *right[] = {"%d, %d",
                           "row %d, col %d",
                           "(%d|%d)",
                           "Row %d and column %d",
                           "the −1 in row %d, column %d",
                           "R%d C%d",
                           "r%dc%d",
                           "line %d: column %d",
                           "[%d][%d]",
                           "row %d, column %d: 5, not 1",
                           "row and column: %d, %d"};
    for (int w = 0; w < COUNT_OF(right); w++) {
        const char *typed = arena_format(scene->arena, right[w], row, col);
        assert_int_equal(verdict_of(scene, s, task, typed), RIGHT);
    }
    static const char *const numerals[] = {"", "one", "two", "three", "four", "five"},
                             *const ordinals[] = {"", "first", "2nd", "third", "4th", "fifth"};
    const char *turned[] = {"Column %d, row %d", "C%d R%d", "column %d of row %d"};
    for (int w = 0; w < COUNT_OF(turned); w++) {
        const char *typed = arena_format(scene->arena, turned[w], col, row),
                   *wrong = arena_format(scene->arena, turned[w], row, col);
        assert_int_equal(verdict_of(scene, s, task, typed), RIGHT);
        assert_int_equal(verdict_of(scene, s, task, wrong), WRONG); /* they never are the same */
    }
    const char *said[] = {
        arena_format(scene->arena, "row %s, column %s", numerals[row], numerals[col]),
        arena_format(scene->arena, "%s row, %s column", ordinals[row], ordinals[col]),
        arena_format(scene->arena, "the %s column in the %s row", ordinals[col], ordinals[row]),
        arena_format(scene->arena, "in row %d and the %s column", row, ordinals[col])};
    for (int w = 0; w < COUNT_OF(said); w++)
        assert_int_equal(verdict_of(scene, s, task, said[w]), RIGHT);
}

TEST(a_place_is_a_row_and_a_column_in_any_order)
{
    for_all_sheets(scene, check_places);
}

/* Of all queries exactly those are right whose product with the second key is the largest. */
static void check_choices(Scene *scene, const Worksheet *s)
{
    static const char *const ways[] = {"%d, %d, %d, %d", "[%d %d %d %d]", "q = %d;%d;%d;%d",
                                       "%d.0 %d.0 %d.0 %d.0"};
    int task = find_task(s, CHOOSE), right = 0;
    if (task < 0 || cols_of(s->tasks[task].of->node) != 4)
        return;
    Tensor keys = s->tasks[task].of->node->value;
    for (int n = 0; n < 625; n += 7) {
        int q[4] = {n % 5 - 2, n / 5 % 5 - 2, n / 25 % 5 - 2, n / 125 - 2};
        bool best = true;
        for (int i = 0; i < keys.rows; i++) {
            double lead = 0;
            for (int k = 0; k < 4; k++)
                lead += q[k] * (double)(at(keys, 1, k) - at(keys, i, k));
            best &= i == 1 || lead > 0;
        }
        const char *answer = arena_format(scene->arena, ways[n % 4], q[0], q[1], q[2], q[3]);
        assert_int_equal(verdict_of(scene, s, task, answer), best ? RIGHT : WRONG);
        right += best;
    }
    assert_true(right > 0);
    assert_int_equal(verdict_of(scene, s, task, "3, 0, 0, 0"), WRONG);
    assert_int_equal(verdict_of(scene, s, task, "1, 0, 0"), WRONG);
    assert_int_equal(verdict_of(scene, s, task, "0.5, 0.5, 0.5, 0.5"), WRONG);
    assert_int_equal(verdict_of(scene, s, task, "4294967297 0 0 0"), WRONG);
    assert_int_equal(verdict_of(scene, s, task, "− −"), WRONG);
}

TEST(a_query_is_right_if_the_second_key_fits_it_best)
{
    for (int level = 1; level <= LEVELS; level++)
        check_choices(scene, worksheet_new(scene->arena, level, 401));
}

/* A minus sign of any kind; and keys that were computed wrong, but gone on with. */
TEST(a_query_is_right_for_the_keys_that_were_gone_on_with)
{
    const Worksheet *s = worksheet_new(scene->arena, 3, 401);
    int task = find_task(s, CHOOSE), table = table_index(s, "K");
    Walk key = sheet_key(scene->arena, s, STRICT);
    Answers answers = answers_new(scene->arena, s);
    Marks marks;
    assert_int_equal(s->tasks[task].of - s->tables, table);
    for (int c = 4; c < 12; c++)
        answers.value[table][c] = c == 7 ? -9 : 1;
    answers.task[task] = "0 ; 0 ; 0 ; – 1";
    marks = mark(scene->arena, s, &answers, &key);
    assert_int_equal(marks.task[task], RIGHT);
    answers.task[task] = "0 ; 0 ; 0 ; 1";
    marks = mark(scene->arena, s, &answers, &key);
    assert_int_equal(marks.task[task], WRONG);
}

/* One heatmap shows the weights, the others something else. */
static void check_heatmaps(Scene *scene, const Worksheet *s)
{
    int task = find_task(s, MATCH), same = 0;
    const Task *t = task < 0 ? NULL : &s->tasks[task];
    const Table *last = &s->tables[s->count - 1];
    while (strcmp(last->id, "weights") != 0 && !ends_with(last->id, "/weights"))
        last--;
    for (int k = 0; task >= 0 && k < MAX_FIGURES; k++) {
        const char *letter = arena_format(scene->arena, "%c", 'A' + k);
        Tensor weights = last->node->value;
        bool shows =
            !memcmp(t->figures[k].shown.data, weights.data, tensor_size(weights) * sizeof(real));
        same += shows;
        assert_int_equal(!strcmp(t->answer, letter), shows);
        assert_int_equal(verdict_of(scene, s, task, arena_format(scene->arena, "Map %c", 'a' + k)),
                         shows ? RIGHT : WRONG);
    }
    assert_int_equal(same, task >= 0);
}

TEST(one_heatmap_shows_the_weights)
{
    for_all_sheets(scene, check_heatmaps);
    assert_true(find_task(worksheet_new(scene->arena, 2, 1), MATCH) > 0);
}

/* The pictures of a key in Markdown, each from its heading to the next blank line. */
static void check_pictures(Scene *scene, const Worksheet *s)
{
    Walk key = sheet_key(scene->arena, s, STRICT);
    Paper paper = paper_new(scene->arena, PAPER_MARKDOWN, false);
    const char *picture[MAX_FIGURES];
    if (find_task(s, MATCH) < 0)
        return;
    paper_add(&paper, s, "", &key);
    for (int k = 0; k < MAX_FIGURES; k++) {
        const char *begin =
            strstr(paper_end(&paper), arena_format(scene->arena, "|$%c$|", 'A' + k));
        assert_non_null(begin);
        begin += strlen("|$A$|");
        picture[k] = arena_strndup(scene->arena, begin, (size_t)(strstr(begin, "\n\n") - begin));
    }
    for (int k = 0; k < MAX_FIGURES; k++)
        fail_if(!strcmp(picture[k], picture[(k + 1) % MAX_FIGURES]), "%s: two are%s", s->code,
                picture[k]);
}

TEST(no_two_heatmaps_look_the_same)
{
    static const char *const codes[] = {"A2-B9A3SK", "A2-F1BVH4", "A6-WYX1SC", "A8-J22FN9"};
    int level;
    unsigned variant;
    for_all_sheets(scene, check_pictures);
    for (int k = 0; k < 4; k++) {
        assert_true(code_read(codes[k], &level, &variant));
        check_pictures(scene, worksheet_new(scene->arena, level, variant));
    }
}

/* The blank in exp(−0.5) stands in its brackets, as that in exp(0.5). */
static void check_blanks(Scene *scene, const Worksheet *s)
{
    Paper paper = paper_new(scene->arena, PAPER_HTML, false);
    paper_add(&paper, s, "", NULL);
    const char *text = paper_end(&paper);
    assert_lacks(text, "exp&#95;");
    assert_lacks(text, "tanh&#95;");
}

TEST(blanks_of_functions_are_in_brackets)
{
    for_all_sheets(scene, check_blanks);
    Paper paper = paper_new(scene->arena, PAPER_HTML, false);
    for (unsigned variant = 1; variant < 40; variant += 4) /* one row is worked */
        paper_add(&paper, worksheet_new(scene->arena, 3, variant), "", NULL);
    assert_has(paper_end(&paper), "exp(&#95;&#95;&#95;&#95;) =");
}

/* ---- what another program computes ---- */

enum { REFERENCE_VARIANT = 5 };

/* For tests/classroom/reference/sheets.py. */
static void print_given(const Worksheet *s)
{
    for (int i = 0; i < s->count; i++) {
        const Table *t = &s->tables[i];
        if (!t->is_given)
            continue;
        printf("%s %s %d %d", s->code, t->id, rows_of(t->node), cols_of(t->node));
        for (int c = 0; c < table_size(t); c++)
            printf(" %g", (double)t->node->value.data[c]);
        printf("\n");
    }
}

static int check_reference(const Worksheet *s, const char *list)
{
    int found = 0;
    for (const char *line = list; *line; line += strcspn(line, "\n") + 1) {
        char code[CODE_SIZE], id[64];
        int rows, cols, used;
        assert_int_equal(sscanf(line, "%15s %63s %d %d%n", code, id, &rows, &cols, &used), 4);
        if (strcmp(code, s->code) != 0)
            continue;
        Tensor t = value_of(s, id);
        assert_true(t.rows == rows && t.cols == cols);
        char *next = (char *)(line + used);
        for (size_t i = 0; i < tensor_size(t); i++) {
            double x = strtod(next, &next), y = (double)t.data[i];
            fail_if(isinf(x) ? x != y : fabs(x - y) > 2e-5 * (1 + fabs(x)),
                    "%s %s, cell %zu: %g, not %g", code, id, i, y, x);
        }
        found++;
    }
    return found;
}

TEST(sheets_are_what_another_program_computes)
{
    Bytes list = file_read(scene->arena, TESTS_FOLDER "/classroom/reference/sheets.list", 1 << 20);
    for (int level = 1; level <= LEVELS; level++) {
        const Worksheet *s = worksheet_new(scene->arena, level, REFERENCE_VARIANT);
        int computed = 0;
        for (int i = 0; i < s->count; i++)
            computed += !s->tables[i].is_given;
        if (getenv("GIVEN"))
            print_given(s);
        else
            assert_int_equal(check_reference(s, list.data), computed);
    }
}

/* ---- signs of mistakes ---- */

/* Whether no other mistake makes this number in this cell. */
static bool is_alone(Scene *scene, const Worksheet *s, const Sign *sign, const Sign *all, int count)
{
    for (int k = 0; k < count; k++) {
        Answers other = careful_work(scene->arena, s, all[k].mistake, &(Walk){0});
        if (all[k].mistake != sign->mistake && other.value[sign->table][sign->cell] == sign->seen)
            return false;
    }
    return true;
}

/* Every sign is in a cell that is asked, and can be seen; none stands for two mistakes. */
static void check_signs(Scene *scene, const Worksheet *s)
{
    int count = 0, alone = 0;
    const Sign *signs = sheet_signs(scene->arena, s, &count);
    assert_true(count >= 4);
    for (int i = 0; i < count; i++) {
        assert_true(is_asked(&s->tables[signs[i].table], signs[i].cell));
        assert_true(!(fabs(signs[i].seen - signs[i].instead_of) <= 0.02));
        for (int k = 0; k < i; k++)
            assert_false(signs[i].table == signs[k].table && signs[i].cell == signs[k].cell &&
                         signs[i].seen == signs[k].seen);
        alone += is_alone(scene, s, &signs[i], signs, count);
    }
    assert_true(alone >= count - 1);
}

TEST(mistakes_have_signs)
{
    for_all_sheets(scene, check_signs);
}
