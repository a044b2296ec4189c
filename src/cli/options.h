/* Options. One row defines an option completely; getopt_long's arrays, --help, the manual page, the
 * shell completions, the checks and their messages all follow from the rows.
 *
 * The rows are in cli/options.list. A command names the lists it takes (cli/commands.h), its own
 * and shared ones. Values are stored in its settings (cli/settings.h), at offset `at`. A command
 * line goes through three functions: options_default, options_parse, options_validate.
 */
#pragma once

#include "base/base.h"

#define KIND(name, fill) name,
typedef enum OptionKind {
#include "cli/option_kinds.list"
} OptionKind;

/* The groups in the order of the help. */
#define GROUP(name, title) name,
typedef enum OptionGroup {
#include "cli/option_groups.list"
    OPTIONS_HIDDEN, /* not shown */
    OPTIONS_BESIDE, /* completed, but described in the help line of another option */
} OptionGroup;

typedef struct Option {
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* "TEXT"; NULL: a switch */
    const char *fallback; /* the default; NULL: the member stays zero */
    const char *help;     /* one line; % is replaced by the names of its values */
    OptionKind kind;
    size_t at; /* offset of its member in the settings */
    struct {
        double least, most;
    } range;
    const char *words; /* the allowed or completed values, separated by spaces; "@file" and
                          "@folder" complete paths */
    const char *(*names)(int index); /* the same from a table; returns NULL after the last */
    int count;                       /* for a list, the maximum of numbers … */
    const char *what;                /* … and their meaning: "lengths" */
    const char *setting;             /* name of its value in a trace; NULL: not recorded */
    OptionGroup group;
    /* Allowed only with another option that has one of these values, "monotonic|predictive", or any
       given value, "*"; otherwise fails with `said`: "is of a gate: it goes with --cell gru".
       Ignored if the command does not have the other option. */
    struct {
        const char *option, *values, *said;
    } needs;
    /* Not allowed together with any of these, "keys|values"; fails with `said`, whose final "--" is
       completed by the other's name. */
    struct {
        const char *options, *said;
    } excludes;
} Option;

struct Run;

/* Runs after all values are stored: checks combinations and derives further settings. */
typedef void OptionsCheck(const struct Run *run);

/* A list of options (cli/options.list). */
typedef struct OptionList {
    const Option *rows; /* the last has no name */
    OptionsCheck *check;
    OptionGroup group;             /* unless 0, overrides the rows' own … */
    const struct OptionList *more; /* … here, and in the lists chained by this that have none */
} OptionList;

/* The options of every command; and those that ask for a second run. */
extern const OptionList general_options, what_if_options;

/* An option of a command, and its values on the command line. */
typedef struct Argument {
    const Option *option;
    OptionGroup group;
    const char *value; /* the last one given, else the default */
    Strings given;     /* all values given; items are NULL for a switch */
} Argument;

enum { MOST_OPTIONS = 64 };

/* A command line, split but not yet converted. Strings belong to argv. */
typedef struct Arguments {
    const struct Command *command;
    Argument items[MOST_OPTIONS]; /* in the order of the help */
    int count;
    Strings operands; /* positional arguments */
} Arguments;

/* The options of a command, none given. If two rows have one name, the first is used. */
Arguments options_default(const struct Command *command);

/* Parses what follows the command's name; argv[0] is ignored, and getopt permutes the array. An
   unknown option is a usage error that suggests the nearest one; so is a second value of a
   single-valued option. */
void options_parse(Arena *arena, int argc, char *const *argv, Arguments *arguments);

/* Converts every value into the run's settings; then checks `needs` and `excludes`, and runs the
   lists' checks. Anything wrong is a usage error that names the option. */
void options_validate(const struct Run *run);

/* NULL if the command does not take it. Like strchr, returns a mutable pointer into a const object.
 */
Argument *argument_named(const Arguments *arguments, const char *name);

/* The first of these options that is given, "keys|values"; NULL if none is. */
const char *is_given(const struct Run *run, const char *names);

/* "; a sentence goes with --sentence", or this command's option for it; "" if it takes no sentence.
 */
const char *place_of_sentences(const Arguments *arguments);

/* The words or names of an option, including the marks "@file" and "@folder". */
Strings option_words(Arena *arena, const Option *option);

/* The given text; or for "-", or NULL where standard input is piped, the contents of standard
   input: then *what, its name in messages, becomes "standard input". */
Bytes text_given(Arena *arena, const char **what, const char *given);

/* Fails if more than one of the sentences is standard input. */
void inputs_check(const Strings *sentences);

/* Fails unless the word is non-empty and valid UTF-8. what: its name in messages. */
void word_check(const char *what, const char *word);

/* The text without trailing white space, such as the newline of a piped line. */
const char *text_trimmed(Arena *arena, Bytes bytes);

/* The values of --weights that are not files. */
static inline bool weights_are_random(const char *weights)
{
    return !strcmp(weights, "random");
}

static inline bool weights_are_builtin(const char *weights)
{
    return !strcmp(weights, "built-in");
}
