#include "cli/options.h"

#include "cli/settings.h"
#include "support/case_list.h"
#include "support/picture.h"

/* A command of one's own: what the main job takes, and options of all other kinds. */
typedef struct Own {
    Settings shared;
    double decimal;
    Numbers wholes;
    Numbers decimals;
    Strings words;
    const char *cell; /* takes the place of another list's */
} Own;

/* of cli/options.list */
extern const OptionList sentence_option, model_options, variation_options, output_options,
    cost_option;

static const OptionList own_options = {
    .rows = (const Option[]){
        {"decimal", 'D', "X", "0.5", "from −1 to 10", OPTION_DECIMAL, .at = offsetof(Own, decimal),
         .range = {-1, 10}},
        {"wholes", 0, "LIST", "1,2", "up to three", OPTION_WHOLES, .at = offsetof(Own, wholes),
         .range = {1, 99}, .count = 3, .what = "sizes"},
        {"decimals", 0, "LIST", NULL, "up to three", OPTION_DECIMALS, .at = offsetof(Own, decimals),
         .range = {0, 1}, .count = 3, .what = "gains"},
        {"word", 'W', "WORD", NULL, "up to two", OPTION_TEXTS, .at = offsetof(Own, words),
         .count = 2},
        {"cell", 0, "TEXT", "own", "not that of the pictures", OPTION_TEXT,
         .at = offsetof(Own, cell)},
        {.name = NULL}}};

static const Command command = {.title = "attnviz test",
                                .options = {&own_options, &sentence_option, &model_options,
                                            &variation_options, &output_options, &cost_option}};

enum { MOST_WORDS = 10 };

typedef const char
    *ArgumentLine[MOST_WORDS + 1]; /* without the program's name, up to the first NULL */

static Arguments parsed_by(Scene *scene, const Command *of, const char *const *line)
{
    /* getopt sorts its array */
    char *argv[MOST_WORDS + 2] = {arena_strdup(scene->arena, "attnviz")};
    int argc = 1;
    for (; line[argc - 1]; argc++)
        argv[argc] = arena_strdup(scene->arena, line[argc - 1]);
    Arguments arguments = options_default(of);
    options_parse(scene->arena, argc, argv, &arguments);
    return arguments;
}

static const Own *settings_by(Scene *scene, const Command *of, const char *const *line)
{
    Arguments arguments = parsed_by(scene, of, line);
    Run run = run_new(scene->arena, 0, NULL, &arguments);
    Own *own = arena_alloc(scene->arena, 1, sizeof *own);
    run.settings = &own->shared;
    options_validate(&run);
    return own;
}

#define SETTINGS(state, ...) settings_by(state, &command, (ArgumentLine){__VA_ARGS__})

static const char *const *words_typed(Scene *scene, const char *line)
{
    int count;
    return (const char *const *)words_of_line(scene, line, &count);
}

/* ---- what is refused ---- */

static void check_refused(Scene *scene, const char *const *columns)
{
    assert_misused(settings_by(scene, &command, words_typed(scene, columns[0])), columns[1]);
}

TEST_CASES(what_is_wrong_is_a_usage_error_that_names_it, "cli/cases/options.list", "refused",
           check_refused)

TEST(a_long_name_is_cut)
{
    char *name = repeated(scene, "x", 100000);
    memcpy(name, "--", 2);
    assert_failing(parsed_by(scene, &command, (ArgumentLine){name}));
    assert_int_equal(strncmp(scene->error.message, "unknown option --xxx", 20), 0);
    assert_true(strlen(scene->error.message) < 200);
    assert_failing(parsed_by(scene, &command, (ArgumentLine){"--=x"}));
}

/* ---- what a line says ---- */

/* A switch has no value; what was not given has no column for one. */
static void check_said(Scene *scene, const char *const *columns)
{
    Arguments arguments = parsed_by(scene, &command, words_typed(scene, columns[0]));
    const Argument *a = argument_named(&arguments, columns[1]);
    assert_int_equal(a->given.count > 0, columns[2] != NULL);
    if (columns[2] && a->option->argument)
        assert_string_equal(a->value, columns[2]);
}

TEST_CASES(a_line_gives_options_their_values, "cli/cases/options.list", "said", check_said)

TEST(what_belongs_to_no_option_is_an_operand)
{
    Arguments a =
        parsed_by(scene, &command, (ArgumentLine){"He", "-s", "a", "hit", "--", "--cost"});
    assert_int_equal(a.operands.count, 3);
    assert_string_equal(a.operands.items[0], "He");
    assert_string_equal(a.operands.items[1], "hit");
    assert_string_equal(a.operands.items[2], "--cost");
}

TEST(values_given_again_are_kept_in_order)
{
    const Own *s =
        SETTINGS(scene, "-e", "x[1,1]", "--cost", "--explain=y[2,2]", "-ez[3,3]", "-W", "a", "-Wb");
    assert_int_equal(s->shared.output.explain.count, 3);
    assert_string_equal(s->shared.output.explain.items[0], "x[1,1]");
    assert_string_equal(s->shared.output.explain.items[1], "y[2,2]");
    assert_string_equal(s->shared.output.explain.items[2], "z[3,3]");
    assert_int_equal(s->words.count, 2);
    assert_string_equal(s->words.items[1], "b");
}

/* ---- what it fills ---- */

TEST(the_defaults_are_those_of_the_rows)
{
    const Own *s = SETTINGS(scene, NULL);
    const OutputSettings *o = &s->shared.output;
    assert_int_equal(s->shared.model.seed, 1);
    assert_int_equal(s->shared.model.sentences.count + o->explain.count, 0);
    for (int i = 0; format_name(i); i++)
        assert_int_equal(o->write.formats[i], i < 2); /* text and png */
    assert_true(o->writes_files);
    assert_false(o->cost || o->features || o->write.full || o->quiet ||
                 s->shared.model.heads_given || s->shared.model.dim_given);
    assert_true(s->decimal == 0.5 && s->wholes.count == 2 && !s->decimals.count && !s->words.count);
}

TEST(the_figures_defaults_are_those_of_its_style)
{
    FigureStyle figure = SETTINGS(scene, NULL)->shared.output.figure,
                expected = figure_style_default();
    assert_ptr_equal(figure.theme, expected.theme);
    assert_ptr_equal(figure.colormap, expected.colormap);
    assert_int_equal(figure.dpi, expected.dpi);
    assert_int_equal(figure.cell, expected.cell);
    assert_int_equal(figure.precision, expected.precision);
    assert_int_equal(figure.values, expected.values);
    assert_null(figure.font);
}

static const struct {
    ArgumentLine line;
    size_t at;
    int expected;
    const char *text; /* that is there instead of an int */
} filled[] = {
#include "cli/cases/filled.list"
};

TEST(numbers_names_and_texts_are_filled_in)
{
    for (size_t i = 0; i < sizeof filled / sizeof *filled; i++) {
        const char *settings = (const char *)settings_by(scene, &command, filled[i].line);
        if (filled[i].text)
            assert_string_equal(*(const char *const *)(settings + filled[i].at), filled[i].text);
        else
            assert_int_equal(*(const int *)(settings + filled[i].at), filled[i].expected);
    }
    assert_true(SETTINGS(scene, "-w", "random", "--seed", "0")->shared.model.seed == 0);
    assert_true(SETTINGS(scene, "-wrandom", "-S9223372036854775807")->shared.model.seed ==
                INT64_MAX);
    assert_true(SETTINGS(scene, "-D-1e-3")->decimal == -1e-3);
    assert_int_equal(SETTINGS(scene, "--wholes", "3,5,7")->wholes.wholes[2], 7);
    assert_true(SETTINGS(scene, "--decimals", "1,0.25")->decimals.decimals[1] == 0.25);
}

TEST(themes_and_colormaps_are_those_of_their_tables)
{
    for (const Theme *theme = themes; theme->name; theme++)
        assert_ptr_equal(SETTINGS(scene, "--theme", theme->name)->shared.output.figure.theme,
                         theme);
    for (const Colormap *map = colormaps; map->name; map++)
        assert_ptr_equal(SETTINGS(scene, "--colormap", map->name)->shared.output.figure.colormap,
                         map);
}

TEST(a_list_of_names_takes_the_place_of_the_default)
{
    const Own *s = SETTINGS(scene, "--format", "json,csv,csv");
    for (int i = 0; format_name(i); i++)
        assert_int_equal(s->shared.output.write.formats[i],
                         !strcmp(format_name(i), "csv") || !strcmp(format_name(i), "json"));
}

TEST(what_was_given_is_known_from_what_is_the_default)
{
    assert_true(SETTINGS(scene, "--heads", "3")->shared.model.heads_given);
    assert_true(SETTINGS(scene, "--dim", "48")->shared.model.dim_given);
    assert_false(SETTINGS(scene, "--heads", "3")->shared.model.dim_given);
}

TEST(an_explanation_alone_writes_no_files)
{
    assert_false(SETTINGS(scene, "-e", "a[1,1]", "-e", "b[2,2]")->shared.output.writes_files);
    assert_true(SETTINGS(scene, "-e", "a[1,1]", "-o", "dir")->shared.output.writes_files);
    assert_true(SETTINGS(scene, "-e", "a[1,1]", "-f", "csv")->shared.output.writes_files);
}

/* ---- all rows there are ---- */

TEST(every_option_of_every_command_is_read_by_name_and_by_letter)
{
    for (const Command *const *c = command_table; *c; c++) {
        Arguments all = options_default(*c);
        for (int i = 0; i < all.count; i++) {
            const Option *o = all.items[i].option;
            const char *value = o->argument ? "value" : NULL;
            const char *flags[] = {arena_format(scene->arena, "--%s", o->name),
                                   arena_format(scene->arena, "-%c", o->letter)};
            for (int form = 0; form < (o->letter ? 2 : 1); form++) {
                Arguments a = parsed_by(scene, *c, (ArgumentLine){flags[form], value});
                assert_int_equal(a.items[i].given.count, 1);
                assert_true(!value || !strcmp(a.items[i].value, value));
            }
        }
    }
}

TEST(a_command_has_no_letter_twice)
{
    for (const Command *const *c = command_table; *c; c++) {
        Arguments a = options_default(*c);
        for (int i = 0; i < a.count; i++)
            for (int j = 0; j < i; j++)
                assert_true(!a.items[i].option->letter ||
                            a.items[i].option->letter != a.items[j].option->letter);
    }
}

TEST(every_default_is_a_value_that_is_taken)
{
    for (const Command *const *c = command_table; *c; c++) {
        FAILS_WITH(arena_format(scene->arena, "%s: ", (*c)->title));
        settings_by(scene, *c, (ArgumentLine){NULL});
    }
}
