#include "load/mask.h"

#include "base/text.h"
#include "support/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Rows of 0 and x (hidden), with '/' between. */
static const char *drawn(Scene *scene, Tensor mask)
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
    bool any;
    Tensor mask;
    if (!mask_load(scene->arena, spec, n, &any, &mask, &scene->error))
        fail_msg("%s: %s", spec, scene->error.message);
    assert_true(any);
    assert_string_equal(drawn(scene, mask), expected);
}

/* A file of this text hides what is expected. */
static void assert_file(Scene *scene, const char *text, int n, const char *expected)
{
    scene_write(scene, "m.csv", text);
    assert_mask(scene, "m.csv", n, expected);
}

static bool load(Scene *scene, const char *spec, int n)
{
    bool any;
    Tensor mask;
    return mask_load(scene->arena, spec, n, &any, &mask, &scene->error);
}

static void assert_bad_spec(Scene *scene, const char *spec, const char *message)
{
    assert_fails(load(scene, spec, 7), scene, EXIT_USAGE, message);
}

static void assert_bad_file(Scene *scene, const char *text, int n, const char *message)
{
    scene_write(scene, "m.csv", text);
    assert_fails(load(scene, "m.csv", n), scene, EXIT_FAILURE, message);
}

/* ---- By name ---- */

static void none_is_no_mask(void **state)
{
    Scene *scene = *state;
    bool any = true;
    Tensor mask;
    assert_true(mask_load(scene->arena, "none", 2, &any, &mask, &scene->error));
    assert_false(any);
    assert_string_equal(drawn(scene, mask), "00/00");
}

static void masks_combine(void **state)
{
    Scene *scene = *state;
    assert_mask(scene, "causal,local:1", 4, "0xxx/00xx/x00x/xx00");
    assert_mask(scene, "none,causal,none", 2, "0x/00");
    scene_write(scene, "m.csv", "1,1\n0,1\n");
    assert_mask(scene, "causal,m.csv", 2, "0x/x0");
    assert_mask(scene, "m.csv,causal", 2, "0x/x0");
}

/* ---- From a file ---- */

static void a_nul_byte_does_not_end_a_value(void **state)
{
    Scene *scene = *state;
    scene_write_bytes(scene, "m.csv", "1,0\0\n1,1\n", 9);
    assert_fails(load(scene, "m.csv", 2), scene, EXIT_FAILURE, "m.csv:1: '0' is not 0, 1 or -inf");
}

static void a_file_that_cannot_be_read_is_named(void **state)
{
    Scene *scene = *state;
    assert_fails(load(scene, "mask.csv", 2), scene, EXIT_FAILURE,
                 "mask.csv: No such file or directory");
    assert_fails(load(scene, "causal,/nowhere/mask", 2), scene, EXIT_FAILURE,
                 "/nowhere/mask: No such file or directory");
    assert_fails(load(scene, ".", 2), scene, EXIT_FAILURE, ".: Is a directory");
}

static void a_file_needs_no_ending(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "mymask", "1,0\n1,1\n");
    assert_mask(scene, "mymask", 2, "0x/00");
    scene_write(scene, "causal", "1,1\n1,1\n");
    assert_mask(scene, "causal", 2, "0x/00");
    assert_mask(scene, "./causal", 2, "00/00");
}

static void a_file_far_too_large_is_not_read(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "m.csv", "1,0\n");
    assert_int_equal(truncate("m.csv", (off_t)1 << 36), 0);
    assert_fails(load(scene, "m.csv", 2), scene, EXIT_FAILURE,
                 "m.csv: larger than the limit of 1048704 bytes");
}

static void a_large_table_is_read(void **state)
{
    Scene *scene = *state;
    enum { N = 300 };
    Text text = text_new(scene->arena);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            text_format(&text, "%.18e%c", j > i ? 0.0 : 1.0, j + 1 < N ? ',' : '\n');
    scene_write(scene, "m.csv", text.data);
    bool any;
    Tensor mask, causal;
    assert_true(mask_load(scene->arena, "m.csv", N, &any, &mask, &scene->error));
    assert_true(mask_load(scene->arena, "causal", N, &any, &causal, &scene->error));
    assert_memory_equal(mask.data, causal.data, tensor_size(mask) * sizeof(real));
}

static const struct {
    const char *spec;
    int n;
    const char *expected;
} named[] = {
    /* masks go by their names */
    {"causal", 3, "0xx/00x/000"},     {"local:1", 3, "00x/000/x00"},   {"local:0", 2, "0x/x0"},
    {"local:2147483647", 2, "00/00"}, {"padding:1", 3, "00x/00x/00x"}, {"padding:0", 2, "00/00"},
    {"padding:2", 2, "xx/xx"},
};

static void masks_go_by_their_names(void **state)
{
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        assert_mask(*state, named[i].spec, named[i].n, named[i].expected);
}

static const char *const bad_specs[][2] = {
    /* an unknown mask is told with the nearest */
    {"casual", "mask 'casual': neither a file nor one of none, causal, local:W, padding:N; "
               "did you mean 'causal'?"},
    {"causal,loca:2", "mask 'loca:2': neither a file nor one of none, causal, local:W, padding:N; "
                      "did you mean 'local'?"},
    {"upside", "mask 'upside': neither a file nor one of none, causal, local:W, padding:N"},
    {"", "mask '': neither a file nor one of none, causal, local:W, padding:N"},
    {"causal,", "mask '': neither a file nor one of none, causal, local:W, padding:N"},
    /* a mask's number is checked */
    {"causal:2", "mask 'causal:2': causal takes no number"},
    {"local", "mask 'local': the number is missing: local:W"},
    {"padding", "mask 'padding': the number is missing: padding:N"},
    {"local:", "mask 'local:': '' is not a whole number"},
    {"local:2x", "mask 'local:2x': '2x' is not a whole number"},
    {"local:-1", "mask 'local:-1': -1 is not from 0 to 2147483647"},
    {"local:99999999999999999999",
     "mask 'local:99999999999999999999': 99999999999999999999 is not from 0 to "
     "2147483647"},
    {"padding:8", "mask 'padding:8': 8 is not from 0 to 7"},
};

static void a_bad_name_is_told(void **state)
{
    for (size_t i = 0; i < sizeof bad_specs / sizeof *bad_specs; i++)
        assert_bad_spec(*state, bad_specs[i][0], bad_specs[i][1]);
}

static const struct {
    const char *text;
    int n;
    const char *expected;
} files[] = {
    /* a table of ones and zeros says what may be seen */
    {"1,0\n1,1\n", 2, "0x/00"},
    {"1", 1, "0"},
    {"1,1\n0,0\n", 2, "00/xx"}, /* a row wholly hidden */
    /* a table of zeros and infinities is added */
    {"0,-inf\n0,0\n", 2, "0x/00"},
    {"-Infinity -INF\n-∞ −∞\n", 2, "xx/xx"},
    {"0 −inf\n−infinity 0\n", 2, "0x/x0"},
    /* nothing but zeros hides nothing */
    {"0,0\n0,0\n", 2, "00/00"},
    {"0", 1, "0"},
    {"-inf", 1, "x"},
    /* separators and line ends are those of any program */
    {"1;0\n1;1", 2, "0x/00"},
    {"1\t0\n1\t1\n", 2, "0x/00"},
    {"1 0\n1 1\n", 2, "0x/00"},
    {"  1   0 \n\t1 \t 1\n", 2, "0x/00"},
    {"1, 0\r\n1 ,1\r\n", 2, "0x/00"},
    {"\n1,0\n\n1,1\n \n\n", 2, "0x/00"},
    {"\xef\xbb\xbf"
     "1,0\n1,1\n",
     2, "0x/00"},
    /* numbers may be written as numpy writes them */
    {"1.000000000000000000e+00 0.000000000000000000e+00\n"
     "1.000000000000000000e+00 1.000000000000000000e+00\n",
     2, "0x/00"},
    {"0.000000000000000000e+00,-inf\n-0.0,+0\n", 2, "0x/00"},
};

static void a_file_is_a_table(void **state)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        assert_file(*state, files[i].text, files[i].n, files[i].expected);
}

static const struct {
    const char *text;
    int n;
    const char *message;
} bad_files[] = {
    /* a row of the wrong length is named */
    {"1,0,1\n1,1\n1,1,1\n", 3, "m.csv:2: 2 values, expected 3, one a token"},
    {"1\n1\n", 2, "m.csv:1: 1 value, expected 2, one a token"},
    {"\n\n1 1 1\n1 1\n", 2, "m.csv:3: 3 values, expected 2, one a token"},
    {"1,1,\n1,1\n", 2, "m.csv:1: 3 values, expected 2, one a token"},
    /* the number of rows is checked */
    {"1,0\n", 2, "m.csv: 1 row, expected 2, one a token"},
    {"1,0\n1,1\n1,1\nx\n", 2, "m.csv: 4 rows, expected 2, one a token"},
    {"", 2, "m.csv: 0 rows, expected 2, one a token"},
    {"\n \n", 2, "m.csv: 0 rows, expected 2, one a token"},
    /* anything else is no value */
    {"1,0\n1,0.5\n", 2, "m.csv:2: '0.5' is not 0, 1 or -inf"},
    {"he,hit\n1,0\n", 2, "m.csv:1: 'he' is not 0, 1 or -inf"},
    {"1,\n1,0\n", 2, "m.csv:1: '' is not 0, 1 or -inf"},
    {"1,nan\n1,0\n", 2, "m.csv:1: 'nan' is not 0, 1 or -inf"},
    {"1,inf\n1,0\n", 2, "m.csv:1: 'inf' is not 0, 1 or -inf"},
    {"1,-1\n1,0\n", 2, "m.csv:1: '-1' is not 0, 1 or -inf"},
    {"1,0x1\n1,0\n", 2, "m.csv:1: '0x1' is not 0, 1 or -inf"},
    {"0,-1e9\n0,0\n", 2, "m.csv:1: '-1e9' is not 0, 1 or -inf"},
    {"0;0,0\n0;0\n", 2, "m.csv:1: '0,0' is not 0, 1 or -inf"},
    {"1,00000000000000000000000000000000000000000\n1,0\n", 2,
     "m.csv:1: '0000000000000000000000000000000' is not 0, 1 or -inf"},
    /* the two kinds do not mix */
    {"0,-inf\n0,1\n", 2,
     "m.csv:2: 1 and -inf (line 1) in one mask; it is of 0 and 1 or of 0 and -inf"},
    {"1,-inf\n0,1\n", 2,
     "m.csv:1: 1 and -inf (line 1) in one mask; it is of 0 and 1 or of 0 and -inf"},
};

static void a_bad_file_is_told_by_its_line(void **state)
{
    for (size_t i = 0; i < sizeof bad_files / sizeof *bad_files; i++)
        assert_bad_file(*state, bad_files[i].text, bad_files[i].n, bad_files[i].message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_go_by_their_names),
        cmocka_unit_test(a_bad_name_is_told),
        cmocka_unit_test(a_file_is_a_table),
        cmocka_unit_test(a_bad_file_is_told_by_its_line),
        cmocka_unit_test(none_is_no_mask),
        cmocka_unit_test(masks_combine),
        cmocka_unit_test(a_nul_byte_does_not_end_a_value),
        cmocka_unit_test(a_file_that_cannot_be_read_is_named),
        cmocka_unit_test(a_file_needs_no_ending),
        cmocka_unit_test(a_file_far_too_large_is_not_read),
        cmocka_unit_test(a_large_table_is_read),
    };
    return run_scenes(tests);
}
