#include "load/cell.h"

#include "support/sample.h"

#include <stdlib.h>
#include <string.h>

/* The cell of this name in the trace of a text. */
static StepCell cell_of(Scene *scene, const char *text, const char *name)
{
    StepCell cell;
    const Trace *trace = sample_trace(scene, (SampleSettings){.text = text});
    if (!cell_parse(scene->arena, "--explain", trace, name, &cell, &scene->error))
        fail_msg("%s", scene->error.message);
    return cell;
}

static void check(Scene *scene, const char *text, const char *name, const char *id, int row,
                  int col)
{
    StepCell cell = cell_of(scene, text, name);
    assert_string_equal(cell.step->id, id);
    if (cell.row != row || cell.col != col)
        fail_msg("%s is [%d,%d], expected [%d,%d]", name, cell.row, cell.col, row, col);
}

static const char bats[] = "He hit the ball with the bat";

static void check_fails(Scene *scene, const char *text, const char *name, const char *message)
{
    StepCell cell;
    const Trace *trace = sample_trace(scene, (SampleSettings){.text = text});
    assert_fails(cell_parse(scene->arena, "--explain", trace, name, &cell, &scene->error), scene,
                 EXIT_FAILURE, message);
}

/* "raw/scores[a,b]": row and column by label, as every table prints them. */
static void every_cell_is_found_by_its_own_labels(void **state)
{
    Scene *scene = *state;
    const Trace *trace = sample_trace(
        scene, (SampleSettings){.text = "The 2 [the] bats, the , bat; \x01 1", .mask = "causal"});
    for (int i = 0; i < trace->step_count; i++)
        for (int k = 0; k < trace->steps[i].rows.count; k++) {
            const Step *step = &trace->steps[i];
            int col = (7 * k + i) % step->cols.count;
            const char *name = arena_format(scene->arena, "%s[%s,%s]", step->id,
                                            step->rows.labels[k], step->cols.labels[col]);
            StepCell cell;
            assert_true(cell_parse(scene->arena, "x", trace, name, &cell, &scene->error));
            assert_ptr_equal(cell.step, step);
            assert_int_equal(cell.row, k);
            assert_int_equal(cell.col, col);
        }
}

static void a_name_without_brackets_is_told_what_is_expected(void **state)
{
    static const char *const names[] = {"",     "head-2/weights",     "raw/scores[a,b",
                                        "[",    "raw/scores[a,b] ",   "raw/scores a,b]",
                                        "a]b[", "head-2/weights(a,b)"};
    Scene *scene = *state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check_fails(scene, "a b", names[i],
                    arena_format(scene->arena,
                                 "--explain '%s': expected step[row,column], as in "
                                 "difference/weights[1,1]",
                                 names[i]));
}

static void positions_out_of_range_are_no_positions(void **state)
{
    static const char *const positions[] = {
        "0", "-1", "3", "99999999999999999999999", "1.0", "1e0", "0x1", " 1", "1 ", "nan"};
    Scene *scene = *state;
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        const char *name = arena_format(scene->arena, "raw/scores[%s,a]", positions[i]);
        check_fails(scene, "a b", name,
                    arena_format(scene->arena, "--explain '%s': no query '%s'; there are 2: a b",
                                 name, positions[i]));
    }
}

static void a_very_long_name_is_an_error_like_any_other(void **state)
{
    enum { LONG = 100000 };
    Scene *scene = *state;
    StepCell cell;
    const Trace *trace = sample_trace(scene, (SampleSettings){.text = "a b"});
    char *digits = arena_alloc(scene->arena, LONG + 1, 1);
    memset(digits, '7', LONG);
    const char *name = arena_format(scene->arena, "raw/scores[a_%s,a]", digits);
    assert_false(cell_parse(scene->arena, "--explain", trace, name, &cell, &scene->error));
    assert_int_equal(strncmp(scene->error.message, "--explain 'raw/scores[a_777", 27), 0);
}

static void any_bytes_give_a_cell_or_an_error(void **state)
{
    static const char pool[] = "raw/scoeshd-1[],,ab_1₂\xff\x80 ";
    Scene *scene = *state;
    const Trace *trace = sample_trace(scene, (SampleSettings){.text = "a b , a"});
    uint32_t noise = 1;
    int found = 0;
    for (int round = 0; round < 20000; round++) {
        char name[48] = "raw/scores[";
        size_t length = round % 2 ? 11 : 0, end = length + noise % 12;
        for (; length < end; length++) {
            noise = noise * 1664525 + 1013904223;
            name[length] = pool[(noise >> 16) % (sizeof pool - 1)];
        }
        strcpy(name + length, round % 3 ? "]" : "");
        noise = noise * 1664525 + 1013904223;
        StepCell cell;
        if (cell_parse(scene->arena, "x", trace, name, &cell, &scene->error)) {
            assert_in_range(cell.row, 0, cell.step->rows.count - 1);
            assert_in_range(cell.col, 0, cell.step->cols.count - 1);
            found++;
        } else {
            assert_int_equal(strncmp(scene->error.message, "x '", 3), 0);
        }
    }
    assert_true(found > 0);
}

static const struct {
    const char *text, *name, *id;
    int row, col;
} found[] = {
    /* a cell is named by its labels */
    {bats, "head-2/weights[bat,ball]", "head-2/weights", 6, 3},
    {bats, "raw/scores[He,He]", "raw/scores", 0, 0},
    {"naïve 日 👩‍👩‍👧", "raw/scores[日,👩‍👩‍👧]", "raw/scores", 1, 2},
    /* features are named by their numbers */
    {bats, "embeddings[bat,48]", "embeddings", 6, 47},
    {bats, "W_O[1,2]", "W_O", 0, 1},
    {bats, "head-3/W_K[48,16]", "head-3/W_K", 47, 15},
    /* a cell is named by its positions */
    {bats, "output[7,1]", "output", 6, 0},
    {bats, "raw/scores[3,bat]", "raw/scores", 2, 6},
    {bats, "raw/scores[007,+1]", "raw/scores", 6, 0},
    /* case does not matter */
    {bats, "raw/scores[he,BALL]", "raw/scores", 0, 3},
    {"Größe STRASSE", "raw/scores[GRÖSSE,straße]", "raw/scores", 0, 1},
    {"cafe\u0301 x", "raw/scores[CAFE\u0301,x]", "raw/scores", 0, 1},
    /* a repeated word has a number in either spelling */
    {bats, "raw/scores[the₁,the₂]", "raw/scores", 2, 5},
    {bats, "raw/scores[the_1,THE_2]", "raw/scores", 2, 5},
    {"a a a a a a a a a a a", "raw/scores[a_11,a_1]", "raw/scores", 10, 0},
    {"_ a _", "raw/scores[__2,_₁]", "raw/scores", 2, 0},
    /* a label goes before a position */
    {"3 2 1", "raw/scores[3,1]", "raw/scores", 0, 2},
    {"5 2", "raw/scores[2,1]", "raw/scores", 1, 0}, /* there is no token 1 */
    /* tokens may be commas and brackets */
    {"a , b", "raw/scores[,,b]", "raw/scores", 1, 2},
    {"a , b", "raw/scores[b,,]", "raw/scores", 2, 1},
    {"a , b", "raw/scores[,,,]", "raw/scores", 1, 1},
    {", , a", "raw/scores[,₂,,₁]", "raw/scores", 1, 0},
    {"1,000 x", "raw/scores[1,000,x]", "raw/scores", 0, 1},
    {"[ a ]", "raw/scores[[,]]", "raw/scores", 0, 2},
    /* what cannot be shown is named as it is shown */
    {"a \x1b", "raw/scores[␛,a]", "raw/scores", 1, 0},
    {"a \x1b", "raw/scores[2,1]", "raw/scores", 1, 0},
    /* labels that look the same need positions */
    {"the₁ the the", "raw/scores[2,the₂]", "raw/scores", 1, 2},
};

static void a_cell_is_found_by_its_name(void **state)
{
    for (size_t i = 0; i < sizeof found / sizeof *found; i++)
        check(*state, found[i].text, found[i].name, found[i].id, found[i].row, found[i].col);
}

static const char *const refused[][3] = {
    /* a name with one place is told what is expected */
    {"a b", "raw/scores[a]", "--explain 'raw/scores[a]': expected raw/scores[row,column]"},
    {"a b", "raw/scores[]", "--explain 'raw/scores[]': expected raw/scores[row,column]"},
    /* an unknown step is named and the nearest suggested */
    {"a b", "raw/wieghts[a,b]",
     "--explain 'raw/wieghts[a,b]': no step 'raw/wieghts'; did you mean raw/weights?"},
    {"a b", "head-4/weights[a,b]",
     "--explain 'head-4/weights[a,b]': no step 'head-4/weights'; did you mean "
     "head-1/weights?"},
    {"a b", "attention[a,b]",
     "--explain 'attention[a,b]': no step 'attention'; the tables name theirs, from "
     "embeddings to difference/weights"},
    {"a b", "[a,b]",
     "--explain '[a,b]': no step ''; the tables name theirs, from embeddings to "
     "difference/weights"},
    /* an unknown row is named before an unknown column */
    {"a b", "raw/scores[x,y]", "--explain 'raw/scores[x,y]': no query 'x'; there are 2: a b"},
    {"a b", "raw/scores[a,y]", "--explain 'raw/scores[a,y]': no key 'y'; there are 2: a b"},
    {"a b", "output[a,49]",
     "--explain 'output[a,49]': no feature '49'; there are 48: 1 2 3 4 5 6 7 8 9 10 11 "
     "12 …"},
    {"a b", "output[,1]", "--explain 'output[,1]': no token ''; there are 2: a b"},
    /* a repeated word without its number is not guessed */
    {"the the", "raw/scores[the,the₁]",
     "--explain 'raw/scores[the,the₁]': no query 'the'; there are 2: the₁ the₂"},
    /* labels that look the same need positions */
    {"the₁ the the", "raw/scores[the₁,the₂]",
     "--explain 'raw/scores[the₁,the₂]': there are several 'the₁'; give a position from "
     "1 to 3"},
    /* invalid utf8 is no label */
    {"a b", "raw/scores[\xff,a]",
     "--explain 'raw/scores[\xff,a]': no query '\xff'; there are 2: a b"},
    {"a b", "raw/scores[a,\xe2\x82]",
     "--explain 'raw/scores[a,\xe2\x82]': no key '\xe2\x82'; there are 2: a b"},
};

static void a_name_of_no_cell_is_refused(void **state)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        check_fails(*state, refused[i][0], refused[i][1], refused[i][2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cell_is_found_by_its_name),
        cmocka_unit_test(a_name_of_no_cell_is_refused),
        cmocka_unit_test(every_cell_is_found_by_its_own_labels),
        cmocka_unit_test(a_name_without_brackets_is_told_what_is_expected),
        cmocka_unit_test(positions_out_of_range_are_no_positions),
        cmocka_unit_test(a_very_long_name_is_an_error_like_any_other),
        cmocka_unit_test(any_bytes_give_a_cell_or_an_error),
    };
    return run_scenes(tests);
}
