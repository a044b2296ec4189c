#include "write/formats.h"

#include "support/read_back.h"
#include "support/sample.h"

static const char *csv_of(Scene *scene, const Step *step)
{
    return recorded(scene->arena, format_csv.write_step(recorder, step)).data;
}

static const double hidden = -INFINITY;

TEST(labels_stand_before_the_numbers)
{
    static const char *const labels[] = {"the₁", "bat"};
    const double numbers[] = {0.5, -0.25, 0, hidden}, mask[] = {0, 0, 0, hidden};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 2, 2, labels, numbers, mask);
    assert_string_equal(csv_of(scene, &step), "query\\key,the₁,bat\r\n"
                                              "the₁,0.5,-0.25\r\n"
                                              "bat,0,-inf\r\n");
}

TEST(features_are_numbered)
{
    static const char *const labels[] = {"bat"};
    const double numbers[] = {1, 2, 3};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 1, 3, labels, numbers, NULL);
    assert_string_equal(csv_of(scene, &step), "token\\feature,1,2,3\r\nbat,1,2,3\r\n");
}

TEST(commas_quotes_and_line_breaks_are_quoted)
{
    static const char *const labels[] = {",", "\"", "a\"b,\"", "x\r\ny", "plain 'x'"};
    const double numbers[25] = {0};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 5, 5, labels, numbers, NULL);
    assert_string_equal(line_at(scene, csv_of(scene, &step), 0),
                        "query\\key,\",\",\"\"\"\",\"a\"\"b,\"\"\",\"x\r");
    check_csv(scene->arena, &step);
}

/* Of labels that a spreadsheet would compute: OWASP's list. What follows does not matter. */
TEST(no_label_is_a_formula)
{
    static const char *const labels[] = {"=1+1", "+1",           "-1",  "@SUM(1)", "\t=1", "\r=1",
                                         "\n=1", "=\"a\",\"b\"", "＝1", "＋1",     "－1",  "＠A",
                                         "'",    "'=1",          "a=1", "NA"};
    const double numbers[256] = {-1};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 16, 16, labels, numbers, NULL);
    check_csv(scene->arena, &step);
    assert_string_equal(line_at(scene, csv_of(scene, &step), 0),
                        "query\\key,'=1+1,'+1,'-1,'@SUM(1),'\t=1,\"'\r=1\",\"'");
    step = step_of_numbers(scene, VALUE_SIGNED, 1, 3, labels, numbers, NULL);
    assert_string_equal(csv_of(scene, &step), "token\\feature,1,2,3\r\n'=1+1,-1,0,0\r\n");
}

TEST(every_float_comes_back)
{
    static const char *const labels[] = {"a"};
    static const double numbers[] = {0.1f,          1.0f / 3,    -1e-45f,     1.17549435e-38f,
                                     3.4028235e38f, 16777217.0f, -0.0f,       123456.789f,
                                     0.99999994f,   1.0000001f,  -2.7182817f, hidden};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 1, 12, labels, numbers, NULL);
    check_csv(scene->arena, &step);
}

TEST(every_step_of_a_trace_comes_back)
{
    const Trace *trace =
        sample_trace(scene, (SampleSettings){.text = "He, \"she\" <script> \x1b , ; = + - @",
                                             .heads = 2,
                                             .dim = 8,
                                             .mask = "causal"});
    for (int i = 0; i < trace->step_count; i++)
        check_csv(scene->arena, &trace->steps[i]);
}
