/* A form as people fill it in. */
#include "classroom/paper.h"
#include "support/case_list.h"

/* ---- numbers ---- */

static void check_number(Scene *scene, const char *const *columns)
{
    double value, half;
    bool read = number_typed(scene->arena, columns[0], &value, &half);
    const char *found = read ? arena_format(scene->arena, "%.12g %g", value, half) : "no";
    assert_string_equal(found, columns[1]);
}

TEST_CASES(reads_a_number_however_it_is_typed, "classroom/answers.list", "numbers", check_number)

/* ---- rows ---- */

/* A sheet of level 2, whose scores are three by three. */
static const Worksheet *small_sheet(Scene *scene)
{
    return worksheet_new(scene->arena, 2, sheet_variant(1, "Ada", 1));
}

static Answers answers_of(Scene *scene, const Worksheet *sheet, const char *text, Form *form)
{
    Bytes bytes = {text, strlen(text)};
    *form = form_head(scene->arena, bytes);
    return form_answers(scene->arena, bytes, sheet, form);
}

static const char *row_of(Scene *scene, const Worksheet *sheet, const Answers *a, const char *id,
                          int row)
{
    int table = table_index(sheet, id), cols = cols_of(sheet->tables[table].node);
    Text text = text_new(scene->arena);
    for (int j = 0; j < cols; j++) {
        double x = a->value[table][row * cols + j];
        text_add(&text, j ? "|" : "");
        if (isnan(x))
            text_add(&text, "_");
        else
            text_format(&text, "%.3g", x);
    }
    return text.data;
}

static void check_row(Scene *scene, const char *const *columns)
{
    static const Worksheet *sheet;
    Form form;
    sheet = small_sheet(scene);
    const char *text = arena_format(scene->arena, "sheet: A\n[scores]\nsat:%s\n", columns[0]);
    Answers a = answers_of(scene, sheet, text, &form);
    assert_string_equal(row_of(scene, sheet, &a, "scores", 2), columns[1]);
    assert_string_equal(form.remarks.data,
                        columns[2] ? arena_format(scene->arena, "3: %s\n", columns[2]) : "");
}

TEST_CASES(reads_a_row_with_any_separator, "classroom/answers.list", "rows", check_row)

TEST(a_row_that_is_written_again_counts_as_it_is_then)
{
    Form form;
    const Worksheet *sheet = small_sheet(scene);
    Answers a = answers_of(scene, sheet, "sheet: A\n[scores]\nsat: 1;2;3\nsat: 4 5\n", &form);
    assert_string_equal(row_of(scene, sheet, &a, "scores", 2), "_|_|_");
    assert_string_equal(form.remarks.data, "4: not 3 numbers\n");
}

TEST(rows_are_found_by_their_labels_in_any_order)
{
    Form form;
    const Worksheet *sheet = small_sheet(scene);
    Answers a = answers_of(scene, sheet, "[scores]\r\nsat: 7;8;9\r\nCat : 4;5;6\r\n", &form);
    assert_string_equal(row_of(scene, sheet, &a, "scores", 1), "4|5|6");
    assert_string_equal(row_of(scene, sheet, &a, "scores", 2), "7|8|9");
    a = answers_of(scene, sheet, "[scores]\n1 2 3\n4 5 6\n7 8 9\n1 1 1\n", &form);
    assert_string_equal(row_of(scene, sheet, &a, "scores", 1), "4|5|6");
    assert_string_equal(row_of(scene, sheet, &a, "scores", 2), "7|8|9");
    assert_has(form.remarks.data, "5: [scores] has no such row\n");
    a = answers_of(scene, sheet, "[scores]\n1 2 3\ndog: 0\n4 5 6\n", &form);
    assert_string_equal(row_of(scene, sheet, &a, "scores", 0), "1|2|3");
    assert_string_equal(row_of(scene, sheet, &a, "scores", 1), "4|5|6");
}

/* As word processors and people write the names of tables and rows; rows of no table are told. */
TEST(names_are_read_in_any_case_and_quotes)
{
    Form form;
    const Worksheet *sheet = small_sheet(scene);
    static const char *const heads[] = {"[Scores]", "[ SCORES ]", "［scores］", "[“scores”]"};
    static const char *const labels[] = {"cat:", "“Cat”:", "**cat**:", "cat：", "CAT :"};
    for (int i = 0; i < COUNT_OF(heads); i++)
        for (int k = 0; k < COUNT_OF(labels); k++) {
            const char *text =
                arena_format(scene->arena, "%s\r\n%s 4;5;6\r\n", heads[i], labels[k]);
            Answers a = answers_of(scene, sheet, text, &form);
            assert_string_equal(row_of(scene, sheet, &a, "scores", 1), "4|5|6");
            assert_string_equal(form.remarks.data, "");
        }
    answers_of(scene, sheet, "sheet;A2\nname: x\nscores\ncat: 4;5;6\n[sum]\ncat: 1\n", &form);
    assert_string_equal(form.remarks.data, "4: no table is named above 'cat: 4;5;6'\n");
}

TEST(one_number_may_have_spaces)
{
    Form form;
    const Worksheet *sheet = small_sheet(scene);
    Answers a = answers_of(scene, sheet, "[sum]\ncat: 50 %\nsat: − 2\nsat: 1 2\n", &form);
    assert_string_equal(row_of(scene, sheet, &a, "sum", 1), "0.5");
    assert_string_equal(row_of(scene, sheet, &a, "sum", 2), "_");
    assert_string_equal(form.remarks.data, "4: '1 2' is no number\n");
}

/* ---- heads ---- */

TEST(a_head_is_read_whatever_wrote_it)
{
    static const char *const heads[] = {"sheet: A3-053NN5\nname: Ada\n",
                                        "\xef\xbb\xbfSHEET:A3-053NN5 \r\nName : Ada\r\n",
                                        "# x\n\nName;Ada\nsheet;A3-053NN5\n",
                                        "  sheet:\tA3-053NN5\n\tname:  Ada  \n[scores]\nname: x\n",
                                        "sheet：\u00a0“A3–053NN5”\nname: Ada\n",
                                        "**Sheet:** A3\u2011053NN5\n**Name:** Ada\n"};
    for (int i = 0; i < COUNT_OF(heads); i++) {
        Form form = form_head(scene->arena, (Bytes){heads[i], strlen(heads[i])});
        assert_string_equal(form.code, "A3-053NN5");
        assert_true(i == 1 || !strcmp(form.name, "Ada"));
    }
    assert_null(form_head(scene->arena, (Bytes){"Sheet **A3-053NN5**", 19}).code);
    assert_null(form_head(scene->arena, (Bytes){"", 0}).code);
    const char *typed = "sheet: A3\nname: Zoë O’Neil–Smith\n"; /* as it is in the list of names */
    assert_string_equal(form_head(scene->arena, (Bytes){typed, strlen(typed)}).name,
                        "Zoë O’Neil–Smith");
}

TEST(what_belongs_to_no_sheet_is_named_by_its_line)
{
    Form form;
    const Worksheet *sheet = small_sheet(scene);
    answers_of(scene, sheet, "sheet: x\n[nothing]\n[scores]\ndog: 1;2;3\ncat: 1;two;3\n", &form);
    assert_has(form.remarks.data, "2: sheet A2-");
    assert_has(form.remarks.data, "4: [scores] has no such row\n");
    assert_has(form.remarks.data, "5: 'two' is no number\n");
}

/* ---- round trip ---- */

TEST(an_empty_form_has_no_answers_and_no_remarks)
{
    for (int level = 1; level <= LEVELS; level++) {
        const Worksheet *sheet = worksheet_new(scene->arena, level, sheet_variant(2, "Ada", 1));
        Form form;
        Answers a = answers_of(scene, sheet, form_text(sheet, "Ada"), &form);
        assert_string_equal(form.code, sheet->code);
        assert_string_equal(form.name, "Ada");
        assert_string_equal(form.remarks.data, "");
        for (int i = 0; i < sheet->count; i++)
            for (int c = 0; c < table_size(&sheet->tables[i]); c++)
                assert_true(!is_asked(&sheet->tables[i], c) || isnan(a.value[i][c]));
    }
}
