#include "cli/values.h"

#include "cli/model.h"
#include "cli/output.h"

#include "support/scene.h"

#include <stdlib.h>
#include <string.h>

/* What the main job reads from its options. */
typedef struct Settings {
    ModelSettings model;
    OutputSettings output;
} Settings;

/* The settings that a command line asks for. */
static bool read_words(Scene *scene, Settings *settings, const char *const *words)
{
    char *argv[16] = {arena_strdup(scene->arena, "attnviz")};
    int argc = 1;
    Arguments arguments;
    for (; words[argc - 1]; argc++)
        argv[argc] = arena_strdup(scene->arena, words[argc - 1]);
    if (!options_parse(scene->arena, COMMAND_ATTENTION, argc, argv, &arguments, &scene->error))
        fail_msg("%s", scene->error.message);
    return model_settings_read(scene->arena, &arguments, &settings->model, &scene->error) &&
           output_settings_read(scene->arena, &arguments, &settings->output, &scene->error);
}

static Settings settings_of(Scene *scene, const char *const *words)
{
    Settings settings;
    if (!read_words(scene, &settings, words))
        fail_msg("%s", scene->error.message);
    return settings;
}

#define WORDS(...)                                                                                 \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

static Settings with(Scene *scene, const char *option, const char *value)
{
    return settings_of(scene, WORDS(option, value));
}

static void check_fails(Scene *scene, const char *option, const char *value, const char *message)
{
    Settings settings;
    assert_fails(read_words(scene, &settings, WORDS(option, value)), scene, EXIT_USAGE, message);
}

/* ---- */

static void the_defaults_are_those_of_the_table(void **state)
{
    Settings s = settings_of(*state, (const char *const[]){NULL});
    assert_int_equal(s.model.heads, atoi(option_table[OPTION_HEADS].fallback));
    assert_int_equal(s.model.dim, atoi(option_table[OPTION_DIM].fallback));
    assert_string_equal(s.model.mask, "none");
    assert_true(s.model.positions);
    assert_int_equal(s.model.scale, SCALE_ROOT);
    assert_int_equal(s.model.seed, atoi(option_table[OPTION_SEED].fallback));
    assert_string_equal(s.model.weights, "built-in");
    assert_int_equal(s.output.explain.count, 0);
    assert_int_equal(s.output.depth, 0);
    assert_string_equal(s.output.out, "attnviz-out");
    assert_int_equal(s.output.format_count, 2);
    assert_string_equal(s.output.formats[0]->name, "text");
    assert_string_equal(s.output.formats[1]->name, "png");
    assert_true(s.output.writes_files);
    assert_int_equal(s.output.precision, 2);
    assert_int_equal(s.output.color, COLOUR_AUTO);
    assert_false(s.output.cost || s.output.features || s.output.full || s.output.quiet ||
                 s.model.heads_given || s.model.dim_given);
}

static void the_figures_defaults_are_those_of_the_table(void **state)
{
    Settings s = settings_of(*state, (const char *const[]){NULL});
    assert_string_equal(s.output.figure.theme->name, option_table[OPTION_THEME].fallback);
    assert_string_equal(s.output.figure.colormap->name, option_table[OPTION_COLORMAP].fallback);
    assert_int_equal(s.output.figure.dpi, atoi(option_table[OPTION_DPI].fallback));
    assert_int_equal(s.output.figure.cell, 0);
    assert_int_equal(s.output.figure.precision, 2);
    assert_true(s.output.figure.values);
    assert_null(s.output.figure.font);
}

static void whole_numbers_are_taken_from_least_to_most(void **state)
{
    assert_int_equal(with(*state, "--heads", "1").model.heads, 1);
    assert_int_equal(with(*state, "--heads", "1024").model.heads, 1024);
    assert_int_equal(with(*state, "--dim", "1").model.dim, 1);
    assert_int_equal(with(*state, "--dim", "4096").model.dim, 4096);
    assert_true(settings_of(*state, WORDS("-w", "random", "--seed", "0")).model.seed == 0);
    assert_true(settings_of(*state, WORDS("-wrandom", "-S9223372036854775807")).model.seed ==
                INT64_MAX);
    assert_int_equal(with(*state, "--precision", "0").output.precision, 0);
    assert_int_equal(with(*state, "--precision", "9").output.precision, 9);
    assert_int_equal(with(*state, "--dpi", "50").output.figure.dpi, 50);
    assert_int_equal(with(*state, "--dpi", "600").output.figure.dpi, 600);
    assert_int_equal(with(*state, "--cell", "1").output.figure.cell, 1);
    assert_int_equal(with(*state, "--cell", "200").output.figure.cell, 200);
    assert_int_equal(with(*state, "--cell", "auto").output.figure.cell, 0);
}

static void numbers_out_of_range_are_told_the_range(void **state)
{
    check_fails(*state, "--heads", "0", "--heads: 0 is not from 1 to 1024");
    check_fails(*state, "--heads", "1025", "--heads: 1025 is not from 1 to 1024");
    check_fails(*state, "--heads", "-3", "--heads: -3 is not from 1 to 1024");
    check_fails(*state, "-n", "99999999999999999999",
                "--heads: 99999999999999999999 is not from 1 to 1024");
    check_fails(*state, "--dim", "0", "--dim: 0 is not from 1 to 4096");
    check_fails(*state, "--dim", "4097", "--dim: 4097 is not from 1 to 4096");
    check_fails(*state, "--seed", "-1", "--seed: -1 is not from 0 to 9223372036854775807");
    check_fails(*state, "--seed", "9223372036854775808",
                "--seed: 9223372036854775808 is not from 0 to 9223372036854775807");
    check_fails(*state, "--precision", "10", "--precision: 10 is not from 0 to 9");
    check_fails(*state, "--precision", "-1", "--precision: -1 is not from 0 to 9");
    check_fails(*state, "--dpi", "49", "--dpi: 49 is not from 50 to 600");
    check_fails(*state, "--dpi", "601", "--dpi: 601 is not from 50 to 600");
    check_fails(*state, "--cell", "0", "--cell: 0 is not from 1 to 200");
    check_fails(*state, "--cell", "201", "--cell: 201 is not from 1 to 200");
}

static void what_is_not_a_whole_number_is_quoted(void **state)
{
    static const char *const options[] = {"heads", "dim", "seed", "precision", "dpi", "cell"};
    static const char *const values[] = {"3x",   "",    " 3",  "3 ", "3.0",   "1e2",
                                         "0x10", "nan", "inf", "--", "three", "٣"};
    Scene *scene = *state;
    for (int i = 0; i < 6; i++)
        for (size_t k = 0; k < sizeof values / sizeof *values; k++)
            check_fails(scene, arena_format(scene->arena, "--%s=%s", options[i], values[k]), NULL,
                        arena_format(scene->arena, "--%s: '%s' is not a whole number%s", options[i],
                                     values[k], strcmp(options[i], "cell") ? "" : ", nor auto"));
}

static void names_are_taken_as_they_are_written(void **state)
{
    assert_false(with(*state, "--positions", "none").model.positions);
    assert_true(with(*state, "--positions", "sinusoidal").model.positions);
    assert_int_equal(with(*state, "--scale", "none").model.scale, SCALE_NONE);
    assert_int_equal(with(*state, "--color", "always").output.color, COLOUR_ALWAYS);
    assert_int_equal(with(*state, "--color", "never").output.color, COLOUR_NEVER);
    for (const Theme *theme = themes; theme->name; theme++)
        assert_ptr_equal(with(*state, "--theme", theme->name).output.figure.theme, theme);
    for (const Colormap *map = colormaps; map->name; map++)
        assert_ptr_equal(with(*state, "--colormap", map->name).output.figure.colormap, map);
}

static void an_unknown_name_is_told_what_there_is_and_what_is_nearest(void **state)
{
    check_fails(*state, "--positions", "sinusodial",
                "--positions: 'sinusodial' is none of sinusoidal, none; did you mean sinusoidal?");
    check_fails(*state, "--positions", "learned",
                "--positions: 'learned' is none of sinusoidal, none");
    check_fails(*state, "--scale", "sqr",
                "--scale: 'sqr' is none of sqrt, none; did you mean sqrt?");
    check_fails(*state, "--color", "yes", "--color: 'yes' is none of auto, always, never");
    check_fails(*state, "--colormap", "virdis",
                "--colormap: 'virdis' is none of viridis, cividis, magma, grey; did you mean "
                "viridis?");
    check_fails(*state, "--colormap", "gray",
                "--colormap: 'gray' is none of viridis, cividis, magma, grey; did you mean grey?");
    check_fails(*state, "--theme", "drak",
                "--theme: 'drak' is none of light, dark; did you mean dark?");
    check_fails(*state, "--theme", "", "--theme: '' is none of light, dark");
    check_fails(*state, "--scale", "SQRT", "--scale: 'SQRT' is none of sqrt, none");
}

static void formats_come_in_the_order_of_the_table_each_once(void **state)
{
    Settings s = with(*state, "--format", "json,csv,text,csv");
    assert_int_equal(s.output.format_count, 3);
    assert_string_equal(s.output.formats[0]->name, "text");
    assert_string_equal(s.output.formats[1]->name, "csv");
    assert_string_equal(s.output.formats[2]->name, "json");
    assert_int_equal(with(*state, "--format", "npy").output.format_count, 1);
}

static void an_unknown_format_is_named(void **state)
{
    check_fails(*state, "--format", "text,pgn",
                "--format: 'pgn' is none of text, png, csv, npy, json; did you mean png?");
    check_fails(*state, "--format", "", "--format: '' is none of text, png, csv, npy, json");
    check_fails(*state, "--format", "text,", "--format: '' is none of text, png, csv, npy, json");
    check_fails(*state, "--format", "text, png",
                "--format: ' png' is none of text, png, csv, npy, json; did you mean png?");
    check_fails(*state, "--format", "latex",
                "--format: 'latex' is none of text, png, csv, npy, json");
}

static void switches_are_off_until_they_are_given(void **state)
{
    Settings s = settings_of(*state, WORDS("-cFaq", "--no-values"));
    assert_true(s.output.cost && s.output.features && s.output.full && s.output.quiet &&
                !s.output.figure.values);
}

static void texts_are_kept_for_later(void **state)
{
    Settings s = settings_of(
        *state, WORDS("-m", "causal,x.csv", "-w", "w.safetensors", "-o", "dir", "--font", "f.ttf"));
    assert_string_equal(s.model.mask, "causal,x.csv");
    assert_string_equal(s.model.weights, "w.safetensors");
    assert_string_equal(s.output.out, "dir");
    assert_string_equal(s.output.figure.font, "f.ttf");
}

static void what_was_given_is_known_from_what_is_the_default(void **state)
{
    assert_true(with(*state, "--heads", "3").model.heads_given);
    assert_true(with(*state, "--dim", "48").model.dim_given);
    assert_false(with(*state, "--heads", "3").model.dim_given);
}

static void an_explanation_alone_writes_no_files(void **state)
{
    Settings s = settings_of(*state, WORDS("-e", "a[1,1]", "-e", "b[2,2]", "--depth", "7"));
    assert_int_equal(s.output.explain.count, 2);
    assert_string_equal(s.output.explain.items[1], "b[2,2]");
    assert_int_equal(s.output.depth, 7);
    assert_false(s.output.writes_files);
    assert_true(settings_of(*state, WORDS("-e", "a[1,1]", "-o", "dir")).output.writes_files);
    assert_true(settings_of(*state, WORDS("-e", "a[1,1]", "-f", "csv")).output.writes_files);
    assert_int_equal(settings_of(*state, WORDS("-e", "a[1,1]", "--depth", "all")).output.depth, 0);
}

static void a_depth_is_checked_and_needs_an_explanation(void **state)
{
    Settings s;
    check_fails(*state, "--depth", "3", "--depth says how far --explain goes: give that too");
    Scene *scene = *state;
    assert_fails(read_words(scene, &s, WORDS("-e", "a[1,1]", "--depth", "0")), scene, EXIT_USAGE,
                 "--depth: 0 is not from 1 to 1000");
    assert_fails(read_words(scene, &s, WORDS("-e", "a[1,1]", "--depth", "deep")), scene, EXIT_USAGE,
                 "--depth: 'deep' is not a whole number, nor all");
}

static void explanations_have_six_digits_unless_precision_says_otherwise(void **state)
{
    assert_int_equal(settings_of(*state, WORDS("-e", "a[1,1]")).output.digits, 6);
    assert_int_equal(settings_of(*state, WORDS("-e", "a[1,1]", "-P", "3")).output.digits, 3);
    assert_int_equal(settings_of(*state, WORDS("-e", "a[1,1]", "-P", "0")).output.digits, 6);
}

static void figures_have_as_many_decimals_as_fit_a_cell(void **state)
{
    assert_int_equal(with(*state, "--precision", "4").output.figure.precision, 4);
    assert_int_equal(with(*state, "--precision", "9").output.figure.precision, PRECISION_MOST);
}

static void a_seed_goes_with_random_weights(void **state)
{
    Scene *scene = *state;
    Settings s;
    assert_fails(read_words(scene, &s, WORDS("--seed", "1", "--weights", "w.safetensors")), scene,
                 EXIT_USAGE, "--seed draws random weights: it goes with --weights random");
    check_fails(scene, "--seed", "1", "--seed draws random weights: it goes with --weights random");
}

static void the_output_folder_has_a_name(void **state)
{
    check_fails(*state, "--out", "", "--out: the name of the folder is empty");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_defaults_are_those_of_the_table),
        cmocka_unit_test(the_figures_defaults_are_those_of_the_table),
        cmocka_unit_test(whole_numbers_are_taken_from_least_to_most),
        cmocka_unit_test(numbers_out_of_range_are_told_the_range),
        cmocka_unit_test(what_is_not_a_whole_number_is_quoted),
        cmocka_unit_test(names_are_taken_as_they_are_written),
        cmocka_unit_test(an_unknown_name_is_told_what_there_is_and_what_is_nearest),
        cmocka_unit_test(formats_come_in_the_order_of_the_table_each_once),
        cmocka_unit_test(an_unknown_format_is_named),
        cmocka_unit_test(switches_are_off_until_they_are_given),
        cmocka_unit_test(texts_are_kept_for_later),
        cmocka_unit_test(what_was_given_is_known_from_what_is_the_default),
        cmocka_unit_test(an_explanation_alone_writes_no_files),
        cmocka_unit_test(a_depth_is_checked_and_needs_an_explanation),
        cmocka_unit_test(explanations_have_six_digits_unless_precision_says_otherwise),
        cmocka_unit_test(figures_have_as_many_decimals_as_fit_a_cell),
        cmocka_unit_test(a_seed_goes_with_random_weights),
        cmocka_unit_test(the_output_folder_has_a_name),
    };
    return run_scenes(tests);
}
