#include "load/arguments.h"

#include "support/case_list.h"
#include "support/sample.h"

static void check_found(Scene *scene, const char *const *columns)
{
    const Trace *trace = sample_trace(scene, (SampleSettings){.text = columns[0]});
    StepCell cell = cell_parse(scene->arena, "--explain", trace, columns[1], false);
    assert_string_equal(cell.step->id, columns[2]);
    fail_if(cell.row != atoi(columns[3]) || cell.col != atoi(columns[4]), "%s is [%d,%d]",
            columns[1], cell.row, cell.col);
}

/* "raw/scores[a,b]": row and column by label, as every table prints them. */
static void check_refused(Scene *scene, const char *const *columns)
{
    const Trace *trace = sample_trace(scene, (SampleSettings){.text = columns[0]});
    assert_misused(cell_parse(scene->arena, "--explain", trace, columns[1], false), columns[2]);
}

TEST(every_cell_is_found_by_its_own_labels)
{
    const Trace *trace = sample_trace(
        scene, (SampleSettings){.text = "The 2 [the] bats, the , bat; \x01 1", .mask = "causal"});
    for (int i = 0; i < trace->step_count; i++)
        for (int k = 0; k < trace->steps[i].rows.count; k++) {
            const Step *step = &trace->steps[i];
            int col = (7 * k + i) % step->cols.count;
            const char *name = arena_format(scene->arena, "%s[%s,%s]", step->id,
                                            step->rows.labels[k], step->cols.labels[col]);
            StepCell cell = cell_parse(scene->arena, "x", trace, name, false);
            assert_ptr_equal(cell.step, step);
            assert_int_equal(cell.row, k);
            assert_int_equal(cell.col, col);
        }
}

TEST(a_very_long_name_is_an_error_like_any_other)
{
    enum { LONG = 100000 };
    const Trace *trace = sample_trace(scene, (SampleSettings){.text = "a b"});
    char *digits = arena_alloc(scene->arena, LONG + 1, 1);
    memset(digits, '7', LONG);
    const char *name = arena_format(scene->arena, "raw/scores[a_%s,a]", digits);
    assert_failing(cell_parse(scene->arena, "--explain", trace, name, false));
    assert_int_equal(strncmp(scene->error.message, "--explain 'raw/scores[a_777", 27), 0);
}

TEST_CASES(a_cell_is_found_by_its_name, "load/cells.list", "found", check_found)

TEST_CASES(a_name_of_no_cell_is_refused, "load/cells.list", "refused", check_refused)
