/* Forms as a class hands them in, and what attnviz makes of them: as a fair teacher would. */
#include "classroom/paper.h"

#include "support/csv.h"
#include "support/program.h"
#include "support/student.h"

/* ---- filling in ---- */

static Worksheet *small_sheet(Scene *scene)
{
    return worksheet_new(scene->arena, 2, sheet_variant(11, "Ada", 1));
}

/* What somebody wrote who works carefully but for a mistake ("" for none). */
static Answers careful(Scene *scene, const Worksheet *s, const char *mistake)
{
    Random r = random_new(3);
    const Mistake *made[1];
    int count = 0;
    for (int i = 0; i < mistake_count; i++)
        if (!strcmp(mistakes[i].id, mistake))
            made[count++] = &mistakes[i];
    assert_int_equal(count, *mistake != '\0');
    Answers a = answers_new(scene->arena, s);
    student(scene->arena, s, made, count, (Habit){DECIMALS, CARRY_ROUNDED, false}, &r, &a);
    for (int i = 0; i < s->task_count; i++)
        a.task[i] = s->tasks[i].answer;
    return a;
}

/* A form in the hand of somebody who types numbers after a format. */
static const char *form_of(Scene *scene, const Worksheet *s, const Answers *a, const char *number)
{
    Text out = text_new(scene->arena);
    text_format(&out, "sheet: %s\nname: Ada\n", s->code);
    for (int i = 0; i < s->count; i++) {
        const Table *t = &s->tables[i];
        for (int c = 0, cols = cols_of(t->node); !t->is_given && c < table_size(t); c++) {
            if (c == 0)
                text_format(&out, "[%s]\n", t->id);
            if (c % cols == 0)
                text_format(&out, "%s:", t->rows[c / cols]);
            double x = a->value[i][c];
            if (isinf(x))
                text_add(&out, " -inf");
            else if (!isnan(x))
                text_format(&out, number, x);
            text_add(&out, (c + 1) % cols ? " ;" : "\n");
        }
    }
    for (int i = 0; i < s->task_count; i++)
        if (a->task[i])
            text_format(&out, "[%s]\nanswer: %s\n", s->tasks[i].id, a->task[i]);
    return out.data;
}

/* ---- marking ---- */

enum { COLUMNS = 12 };

static const char *const heads[COLUMNS] = {"file",  "name",  "sheet",          "percent",
                                           "asked", "right", "followed",       "one decimal",
                                           "wrong", "empty", "misconceptions", "remarks"};

typedef const char *MarksRow[COLUMNS];

/* The rows behind the head; each field as a spreadsheet has it. */
static int read_marks(Scene *scene, MarksRow *rows, int most)
{
    const char *cursor = scene_read(scene, "marks/marks.csv").data;
    int count = -1;
    for (; *cursor && count < most; count++)
        for (int i = 0; i < COLUMNS; i++) {
            char end;
            const char *field = csv_field(scene->arena, &cursor, &end);
            assert_non_null(field);
            assert_int_equal(end, i + 1 < COLUMNS ? ',' : '\n');
            if (count < 0)
                assert_string_equal(field, heads[i]);
            else
                assert_non_null(rows[count][i] = csv_label(field));
        }
    return count;
}

static const char *value(MarksRow row, const char *column)
{
    return row[find_string(heads, COLUMNS, column)];
}

/* Marks one form. */
static Run check_form(Scene *scene, const char *text, const char *options, MarksRow *row)
{
    scene_write(scene, "form.txt", text);
    Run run = check_finished(attnviz(scene, "check form.txt %s", options));
    assert_int_equal(read_marks(scene, row, 1), 1);
    return run;
}

static void assert_marked(Scene *scene, const char *text, const char *column, const char *expected)
{
    MarksRow row;
    check_form(scene, text, "", &row);
    if (strcmp(value(row, column), expected) != 0)
        print_message("%s%s", text, scene_read(scene, "marks/summary.txt").data);
    assert_string_equal(value(row, column), expected);
}

static bool has_why(const Worksheet *s)
{
    for (int i = 0; i < s->task_count; i++)
        if (s->tasks[i].kind == WHY)
            return true;
    return false;
}

TEST(careful_work_is_all_right_however_it_is_typed)
{
    static const char *const hands[] = {" %.2f", " %.3f", "%g", " %.5e"};
    for (int level = 1; level <= LEVELS; level++) {
        Worksheet *s = worksheet_new(scene->arena, level, sheet_variant(5, "Ada", 1));
        Answers a = careful(scene, s, "");
        assert_true(has_why(s));
        for (int i = 0; i < (level == 2 ? 4 : 1); i++)
            assert_marked(scene, form_of(scene, s, &a, hands[i]), "percent", "100.0");
    }
    Worksheet *s = small_sheet(scene);
    Answers a = careful(scene, s, "");
    char *commas = arena_strdup(scene->arena, form_of(scene, s, &a, " %.2f"));
    for (char *c = strchr(commas, '['); *c; c++)
        *c = *c == '.' && c[1] >= '0' && c[1] <= '9' ? ',' : *c;
    assert_marked(scene, commas, "percent", "100.0");
}

#define TEST_OF_SHEET(name) TEST_OF(name, Worksheet *, s, small_sheet(scene))

TEST_OF_SHEET(one_slip_costs_one_number_and_what_follows_from_it_none)
{
    Answers a = careful(scene, s, "");
    int table = table_index(s, "output"), last = table_size(&s->tables[table]) - 1;
    MarksRow row;
    a.value[table][last] += 3;
    check_form(scene, form_of(scene, s, &a, " %.2f"), "", &row);
    assert_string_equal(value(row, "wrong"), "1");
    assert_string_equal(value(row, "misconceptions"), "");
}

TEST_OF_SHEET(a_misconception_is_named_and_followed_through)
{
    Answers a = careful(scene, s, "no-scale");
    MarksRow row;
    Run run = check_form(scene, form_of(scene, s, &a, " %.2f"), "", &row);
    assert_string_equal(value(row, "misconceptions"), "no-scale");
    double lenient = strtod(value(row, "percent"), NULL);
    assert_true(atoi(value(row, "followed")) > 5);
    assert_true(lenient > 80 && lenient < 100);
    assert_has(run.output, "In 1 form: The scaled scores are the scores themselves");
    const char *feedback =
        scene_read(scene, arena_format(scene->arena, "marks/%s-feedback.txt", s->code)).data;
    assert_has(feedback, " numbers: The scaled scores are the scores themselves");
    check_form(scene, form_of(scene, s, &a, " %.2f"), "--follow-through 0", &row);
    assert_true(strtod(value(row, "percent"), NULL) < lenient);
}

TEST_OF_SHEET(half_a_form_is_half_marked)
{
    Answers a = careful(scene, s, "");
    MarksRow row;
    for (int i = table_index(s, "exp"); i < s->count; i++)
        for (int c = 0; c < table_size(&s->tables[i]); c++)
            a.value[i][c] = NAN;
    check_form(scene, form_of(scene, s, &a, " %.2f"), "", &row);
    assert_string_equal(value(row, "wrong"), "0");
    assert_true(atoi(value(row, "empty")) > 10 && atoi(value(row, "right")) > 10);
    check_form(scene, form_text(s, ""), "", &row);
    assert_true(begins_with(
        scene_read(scene, arena_format(scene->arena, "marks/%s-feedback.txt", s->code)).data,
        arena_format(scene->arena, "No name, sheet %s: 0 %%\n", s->code)));
    assert_string_equal(value(row, "right"), "0");
    assert_string_equal(value(row, "empty"), value(row, "asked"));
}

TEST_OF_SHEET(nonsense_is_named_by_file_and_line_and_counts_as_empty)
{
    MarksRow row;
    const char *text = arena_format(
        scene->arena, "sheet: %s\nname: =cmd()\n[scores]\ncat: 1 ; two ; 3\nsat: 1 2 3 4\n",
        s->code);
    Run run = check_form(scene, text, "", &row);
    assert_string_equal(value(row, "name"), "=cmd()");
    assert_string_equal(value(row, "remarks"), "line 4: 'two' is no number; line 5: not 3 numbers");
    assert_has(run.errors, "warning: form.txt: line 4: 'two' is no number\n");
    assert_has(scene_read(scene, "marks/marks.csv").data, ",'=cmd(),");
}

TEST_OF_SHEET(what_is_no_form_is_one_line_and_nothing_is_lost)
{
    Answers a = careful(scene, s, "");
    MarksRow rows[9];
    char *other = arena_strdup(scene->arena, s->code);
    mkdir("forms", 0755);
    mkdir("forms/deeper", 0755);
    other[7] = other[7] == 'X' ? 'Y' : 'X';
    scene_write(scene, "forms/a.txt", form_of(scene, s, &a, " %.2f"));
    scene_write(scene, "forms/again.txt", form_of(scene, s, &a, " %.2f"));
    scene_write(scene, "forms/code.txt", arena_format(scene->arena, "sheet: %s\n", other));
    scene_write(scene, "forms/edition.txt", "sheet: B3-053NN5\n");
    scene_write(scene, "forms/letter.txt", "Dear teacher,\n");
    scene_write_bytes(scene, "forms/notepad.txt", "\xff\xfes\0h\0", 6);
    scene_write_bytes(scene, "forms/noise.bin", "\x00\xff\xfe sheet\n\x80", 12);
    scene_write(scene, "forms/.hidden", "sheet: x\n");
    Run run = check_finished(attnviz(scene, "check forms"));
    assert_has(run.output, "Marked 2 forms: 100 % on average\n");
    assert_int_equal(read_marks(scene, rows, 9), 8);
    assert_has(run.errors,
               arena_format(scene->arena,
                            "forms/code.txt: there is no sheet '%s': a letter of it is wrong\n",
                            other));
    assert_has(
        run.errors,
        "forms/edition.txt: there is no sheet 'B3-053NN5': codes of this edition begin with A\n");
    assert_has(run.errors, "forms/letter.txt: no answer form: no line begins with 'sheet:'\n");
    assert_has(run.errors, "forms/notepad.txt: UTF-16; save it as UTF-8\n");
    assert_has(run.errors, "forms/deeper: no answer form: a folder, or larger than a megabyte\n");
    assert_string_equal(
        scene_list(scene, "marks"),
        arena_format(scene->arena,
                     ".attnviz %s-2-feedback.txt %s-feedback.txt marks.csv summary.txt", s->code,
                     s->code));
}

TEST(a_form_of_another_sheet_is_noticed)
{
    Worksheet *s = small_sheet(scene),
              *other = worksheet_new(scene->arena, 2, sheet_variant(12, "Bob", 1));
    Answers a = careful(scene, s, "");
    MarksRow row;
    char *text = arena_strdup(scene->arena, form_of(scene, s, &a, " %.2f"));
    memcpy(strstr(text, s->code), other->code, strlen(other->code));
    Run run = check_form(scene, text, "", &row);
    assert_has(run.errors,
               arena_format(scene->arena, "is not the example of sheet %s", other->code));
}
