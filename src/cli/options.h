/* The options, in one table: it makes the getopt_long array, --help, the man page and the shell
 * completions, and holds the default values, so that none of them can differ from another. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "base/arena.h"
#include "base/error.h"

typedef enum OptionId {
    OPTION_SENTENCE,
    OPTION_HEADS,
    OPTION_DIM,
    OPTION_MASK,
    OPTION_POSITIONS,
    OPTION_SCALE,
    OPTION_SEED,
    OPTION_WEIGHTS,
    OPTION_EXPLAIN,
    OPTION_DEPTH,
    OPTION_COST,
    OPTION_OUT,
    OPTION_FORMAT,
    OPTION_FEATURES,
    OPTION_PRECISION,
    OPTION_FULL,
    OPTION_COLOR,
    OPTION_QUIET,
    OPTION_COLORMAP,
    OPTION_THEME,
    OPTION_DPI,
    OPTION_CELL,
    OPTION_NO_VALUES,
    OPTION_FONT,
    OPTION_HELP,
    OPTION_VERSION,
    OPTION_MAN,
    OPTION_COMPLETION,
    OPTION_COUNT
} OptionId;

typedef struct Option {
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* "TEXT"; NULL: a switch */
    const char *fallback; /* the default value, NULL for none */
    const char *help;     /* one line */
    const char *words;    /* the values to complete, separated by spaces; "@file", "@folder" */
} Option;

extern const Option option_table[OPTION_COUNT];

/* Groups of options as the help shows them: each begins at an option and runs to the next. */
typedef struct OptionGroup {
    const char *title;
    OptionId first;
} OptionGroup;

enum { OPTION_GROUPS = 5 };
extern const OptionGroup option_groups[OPTION_GROUPS + 1]; /* the last ends the one before */

/* The command line, not yet understood: a value for each option, the default where none was
   given. Strings are argv's. */
typedef struct Arguments {
    const char *value[OPTION_COUNT];
    bool given[OPTION_COUNT];
    const char **explain; /* --explain may be given again and again */
    int explain_count;
} Arguments;

/* Reads argv. What it does not know is a usage error that names it and what is nearest. */
bool options_parse(Arena *arena, int argc, char *const *argv, Arguments *arguments, Error *error);

#endif
