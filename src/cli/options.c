#include "cli/options.h"

#include "base/nearest.h"
#include "base/text.h"

#include <getopt.h>
#include <string.h>

const Option option_table[OPTION_COUNT] = {
    [OPTION_SENTENCE] = {"sentence", 's', "TEXT", NULL, "the sentence; - reads standard input", ""},
    [OPTION_HEADS] = {"heads", 'n', "H", "3", "attention heads; H divides the dimension", ""},
    [OPTION_DIM] = {"dim", 'd', "D", "48", "features of a word's vector (d_model)", ""},
    [OPTION_MASK] = {"mask", 'm', "MASK", "none", "causal, local:W, padding:N, FILE.csv; a,b",
                     "none causal local: padding: @file"},
    [OPTION_POSITIONS] = {"positions", 'p', "KIND", "sinusoidal", "sinusoidal or none",
                          "sinusoidal none"},
    [OPTION_SCALE] = {"scale", 0, "KIND", "sqrt", "divide scores by √dₖ: sqrt or none",
                      "sqrt none"},
    [OPTION_SEED] = {"seed", 'S', "N", "1", "draws the random weights", ""},
    [OPTION_WEIGHTS] = {"weights", 'w', "FILE", NULL, "weights of your own, a .safetensors file",
                        "@file"},
    [OPTION_EXPLAIN] = {"explain", 'e', "CELL", NULL, "how a number came about: 'input[bat,1]'",
                        ""},
    [OPTION_DEPTH] = {"depth", 0, "N", "all", "how many operations back --explain goes", "all"},
    [OPTION_COST] = {"cost", 'c', NULL, NULL, "end with the multiply-adds of every step", ""},
    [OPTION_OUT] = {"out", 'o', "DIR", "attnviz-out", "folder for the files", "@folder"},
    [OPTION_FORMAT] = {"format", 'f', "LIST", "text,png", "of text, png, csv, npy, json",
                       "text png csv npy json"},
    [OPTION_FEATURES] = {"features", 'F', NULL, NULL, "pictures of X, Q, K, V, … too", ""},
    [OPTION_PRECISION] = {"precision", 'P', "N", "2", "decimals of tables and pictures", ""},
    [OPTION_FULL] = {"full", 'a', NULL, NULL, "tables with nothing left out", ""},
    [OPTION_COLOR] = {"color", 0, "WHEN", "auto", "shade tables: auto, always or never",
                      "auto always never"},
    [OPTION_QUIET] = {"quiet", 'q', NULL, NULL, "files only, nothing on the terminal", ""},
    [OPTION_COLORMAP] = {"colormap", 0, "NAME", "viridis", "viridis, cividis, magma or grey",
                         "viridis cividis magma grey"},
    [OPTION_THEME] = {"theme", 't', "NAME", "light", "light or dark", "light dark"},
    [OPTION_DPI] = {"dpi", 0, "N", "192", "pixels an inch, 50 to 600", ""},
    [OPTION_CELL] = {"cell", 0, "N", "auto", "size of a cell in 1/96 inch", ""},
    [OPTION_NO_VALUES] = {"no-values", 0, NULL, NULL, "no numbers in the cells", ""},
    [OPTION_FONT] = {"font", 0, "FILE", NULL, "another font, for scripts DejaVu Sans lacks",
                     "@file"},
    [OPTION_HELP] = {"help", 'h', NULL, NULL, "show this", ""},
    [OPTION_VERSION] = {"version", 'V', NULL, NULL, "show the version", ""},
    [OPTION_MAN] = {"man", 0, NULL, NULL, "print the manual page", ""},
    [OPTION_COMPLETION] = {"completion", 0, "SHELL", NULL, "print completions: bash, zsh or fish",
                           "bash zsh fish"},
};

const OptionGroup option_groups[OPTION_GROUPS + 1] = {
    {"What is computed", OPTION_SENTENCE},
    {"What is asked of it", OPTION_EXPLAIN},
    {"Files and tables", OPTION_OUT},
    {"Pictures", OPTION_COLORMAP},
    {"Other", OPTION_HELP},
    {"", OPTION_MAN},
};

/* getopt_long's own forms of the table. */
typedef struct GetoptTable {
    struct option longs[OPTION_COUNT + 1];
    char shorts[2 * OPTION_COUNT + 2];
} GetoptTable;

/* getopt_long returns an option's place in the table, beyond any letter. */
enum { FIRST_VALUE = 256 };

static GetoptTable getopt_table(void)
{
    GetoptTable table = {0};
    char *shorts = table.shorts;
    *shorts++ = ':'; /* tells a missing value from an unknown option */
    for (int i = 0; i < OPTION_COUNT; i++) {
        int takes = option_table[i].argument ? required_argument : no_argument;
        table.longs[i] = (struct option){option_table[i].name, takes, NULL, FIRST_VALUE + i};
        if (option_table[i].letter) {
            *shorts++ = option_table[i].letter;
            if (option_table[i].argument)
                *shorts++ = ':';
        }
    }
    return table;
}

static int option_of(int value)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        if (value == FIRST_VALUE + i || (option_table[i].letter && value == option_table[i].letter))
            return i;
    return -1;
}

/* The options that a name cut short may mean: "--color, --colormap". */
static const char *options_beginning(Arena *arena, const char *name)
{
    Text list = text_new(arena);
    for (int i = 0; i < OPTION_COUNT; i++)
        if (!strncmp(option_table[i].name, name, strlen(name)))
            text_format(&list, "%s--%s", list.length ? ", " : "", option_table[i].name);
    return list.data;
}

static bool fail_name(Arena *arena, const char *name, Error *error)
{
    const char *names[OPTION_COUNT], *begun = *name ? options_beginning(arena, name) : "";
    if (*begun)
        return fail_usage(error, "--%s may be any of %s", name, begun);
    for (int i = 0; i < OPTION_COUNT; i++)
        names[i] = option_table[i].name;
    const char *meant = nearest(name, names, OPTION_COUNT);
    if (meant)
        return fail_usage(error, "unknown option --%s; did you mean --%s?", name, meant);
    return fail_usage(error, "unknown option --%.60s; attnviz --help lists all", name);
}

/* What getopt_long could not read: an unknown option, or one with a value too many or too few. */
static bool fail_option(Arena *arena, int result, const char *argument, Error *error)
{
    if (result == ':')
        return fail_usage(error, "%s needs a value", argument);
    int known = option_of(optopt);
    if (known >= 0 && !strncmp(argument, "--", 2))
        return fail_usage(error, "--%s takes no value", option_table[known].name);
    if (strncmp(argument, "--", 2) != 0)
        return fail_usage(error, "unknown option -%c; attnviz --help lists all", optopt);
    size_t length = strcspn(argument + 2, "=");
    return fail_name(arena, arena_strndup(arena, argument + 2, length), error);
}

static void set(Arguments *arguments, int id, const char *value)
{
    arguments->given[id] = true;
    if (option_table[id].argument)
        arguments->value[id] = value;
    if (id == OPTION_EXPLAIN)
        arguments->explain[arguments->explain_count++] = value;
}

bool options_parse(Arena *arena, int argc, char *const *argv, Arguments *arguments, Error *error)
{
    *arguments = (Arguments){.explain = arena_alloc(arena, (size_t)argc, sizeof(char *))};
    for (int i = 0; i < OPTION_COUNT; i++)
        arguments->value[i] = option_table[i].fallback;
    GetoptTable table = getopt_table();
    optind = 0; /* begins anew, whatever was read before */
    opterr = 0;
    for (;;) {
        int at = optind ? optind : 1; /* the argument that is read next */
        int result = getopt_long(argc, argv, table.shorts, table.longs, NULL);
        if (result == -1)
            break;
        if (result == '?' || result == ':')
            return fail_option(arena, result, argv[optind > at ? optind - 1 : at], error);
        set(arguments, option_of(result), optarg);
    }
    if (optind < argc)
        return fail_usage(error, "unexpected '%s'; a sentence goes with --sentence, in quotes",
                          argv[optind]);
    return true;
}
