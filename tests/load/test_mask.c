#include "load/arguments.h"

#include "support/case_list.h"
#include "support/nodes.h"
#include "support/reference.h"

/* Rows of 0 and x (hidden), with '/' between. */
static const char *pattern(Scene *scene, Tensor mask)
{
    Text text = text_new(scene->arena);
    for (int i = 0; i < mask.rows; i++) {
        text_add(&text, i ? "/" : "");
        for (int j = 0; j < mask.cols; j++) {
            real m = at(mask, i, j);
            assert_true((m >= 0 && m <= 0) || (isinf(m) && m < 0));
            text_add(&text, m < 0 ? "x" : "0");
        }
    }
    return text.data;
}

static void assert_mask(Scene *scene, const char *spec, int n, const char *expected)
{
    Mask mask = mask_load(scene->arena, spec, n, &(Masking){0});
    assert_true(mask.window || mask.table.data);
    assert_string_equal(pattern(scene, mask_table(scene->arena, mask, n)), expected);
}

static void check_name(Scene *scene, const char *const *columns)
{
    assert_mask(scene, columns[0], atoi(columns[1]), columns[2]);
}

static void check_file(Scene *scene, const char *const *columns)
{
    scene_write(scene, "m.csv", columns[0]);
    assert_mask(scene, "m.csv", atoi(columns[1]), columns[2]);
}

static void check_bad_name(Scene *scene, const char *const *columns)
{
    assert_misused(mask_load(scene->arena, columns[0], 7, &(Masking){0}), columns[1]);
}

static void check_bad_file(Scene *scene, const char *const *columns)
{
    scene_write(scene, "m.csv", columns[0]);
    assert_refused(mask_load(scene->arena, "m.csv", atoi(columns[1]), &(Masking){0}), columns[2]);
}

/* ---- By name ---- */

TEST(none_is_no_mask)
{
    Mask mask = mask_load(scene->arena, "none", 2, &(Masking){0});
    assert_null(mask.window);
    assert_null(mask.table.data);
}

TEST(masks_combine)
{
    assert_mask(scene, "causal,local:1", 4, "0xxx/00xx/x00x/xx00");
    assert_mask(scene, "none,causal,none", 2, "0x/00");
    scene_write(scene, "m.csv", "1,1\n0,1\n");
    assert_mask(scene, "causal,m.csv", 2, "0x/x0");
    assert_mask(scene, "m.csv,causal", 2, "0x/x0");
}

/* ---- From a file ---- */

TEST(a_nul_byte_does_not_end_a_value)
{
    scene_write_bytes(scene, "m.csv", "1,0\0\n1,1\n", 9);
    assert_refused(mask_load(scene->arena, "m.csv", 2, &(Masking){0}),
                   "m.csv: a NUL byte at byte offset 3");
}

TEST(a_file_needs_no_ending)
{
    scene_write(scene, "mymask", "1,0\n1,1\n");
    assert_mask(scene, "mymask", 2, "0x/00");
    scene_write(scene, "causal", "1,1\n1,1\n");
    assert_mask(scene, "causal", 2, "0x/00");
    assert_mask(scene, "./causal", 2, "00/00");
}

TEST(a_file_far_too_large_is_not_read)
{
    scene_write(scene, "m.csv", "1,0\n");
    assert_int_equal(truncate("m.csv", (off_t)1 << 36), 0);
    assert_refused(mask_load(scene->arena, "m.csv", 2, &(Masking){0}),
                   "m.csv: larger than the limit of 268435456 bytes");
}

TEST(a_large_table_is_read)
{
    enum { N = 300 };
    Text text = text_new(scene->arena);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            text_format(&text, "%.18e%c", j > i ? 0.0 : 1.0, j + 1 < N ? ',' : '\n');
    scene_write(scene, "m.csv", text.data);
    Mask table = mask_load(scene->arena, "m.csv", N, &(Masking){0});
    assert_true(
        same_bits(table.table, mask_table(scene->arena, (Mask){.window = &causal_window}, N)));
}

TEST_CASES(masks_go_by_their_names, "load/masks.list", "names", check_name)

TEST_CASES(a_bad_name_is_told, "load/masks.list", "bad names", check_bad_name)

TEST_CASES(a_file_is_a_table, "load/masks.list", "files", check_file)

TEST_CASES(a_bad_file_is_told_by_its_line, "load/masks.list", "bad files", check_bad_file)
