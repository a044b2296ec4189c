/* Options: a row says everything of one, and from the rows follow getopt_long's arrays, --help, the
 * manual page, the shell completions, the checks and their messages.
 *
 * The rows stand in cli/options.list. A command names the lists of them that it takes
 * (cli/commands.h): those of its own, and those that it shares with others. They are filled into
 * its settings (cli/settings.h), and a row's `at` is an offset there. A command's line goes through
 * three functions: options_default, options_parse, options_validate.
 */
#pragma once

#include "base/base.h"

#define KIND(name, fill) name,
typedef enum OptionKind {
#include "cli/option_kinds.list"
} OptionKind;
#undef KIND

/* The groups that the help shows, in their order. */
#define GROUP(name, title) name,
typedef enum OptionGroup {
#include "cli/option_groups.list"
    OPTIONS_HIDDEN, /* not shown */
    OPTIONS_BESIDE, /* completed; the line of another tells of it */
} OptionGroup;
#undef GROUP

typedef struct Option {
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* "TEXT"; NULL: it takes no value */
    const char *fallback; /* the default, NULL: what it fills stays zero */
    const char *help;     /* one line; a % stands for the names of its values */
    OptionKind kind;
    size_t at; /* of what it fills, in the settings */
    struct {
        double least, most;
    } range;
    const char *words; /* the values to choose or complete, separated by spaces; "@file"
                          and "@folder" complete those */
    const char *(*names)(int index); /* the same from a table: NULL behind its last */
    int count;                       /* of a list's numbers … */
    const char *what;                /* … and what they are: "lengths" */
    const char *setting; /* what its value is called in a trace; NULL: it is no setting */
    OptionGroup group;
    /* It goes with another option alone: with these of its values, "monotonic|predictive", or with
       any that is given, "*". What is `said` else: "is of a gate: it goes with --cell gru". Where a
       command has no such other one, it needs none. */
    struct {
        const char *option, *values, *said;
    } needs;
    /* And with none of these, "keys|values": what is `said` else, the other's name behind a "--" at
       its end. */
    struct {
        const char *options, *said;
    } excludes;
} Option;

/* The values of an option that may be given again and again, in their order. */
typedef struct Values {
    const char **items;
    int count;
} Values;

struct Command;
struct Run;

/* What is to be seen to when all rows are filled: whether one goes with another, and what follows
   from them. */
typedef bool OptionsCheck(const struct Run *run, Error *error);

/* Rows that go together (cli/options.list). */
typedef struct OptionList {
    const Option *rows; /* the last has no name */
    OptionsCheck *check;
    OptionGroup group;             /* instead of the rows' own, unless 0 … */
    const struct OptionList *more; /* … here, and in those behind it that have none */
} OptionList;

/* Those of every command; those that make two runs of one. */
extern const OptionList general_options, what_if_options;

/* One option of a command, and what its line says of it. */
typedef struct Argument {
    const Option *option;
    OptionGroup group;
    const char *value; /* the last one given, else the default */
    Values given;      /* as often as it is given; NULL where it takes none */
} Argument;

enum { MOST_OPTIONS = 64 };

/* A command's line, not yet understood. Strings are argv's. */
typedef struct Arguments {
    const struct Command *command;
    Argument items[MOST_OPTIONS]; /* in the order of the help */
    int count;
    Values operands; /* what is no option */
} Arguments;

/* The options of a command, none given. Of two rows of one name the command takes the first. */
Arguments options_default(const struct Command *command);

/* Reads what follows the command's name: argv[0] is not looked at, and the array is sorted by
   getopt. What the command does not know is a usage error that names it and what is nearest; so is
   a second value where one counts. */
bool options_parse(Arena *arena, int argc, char *const *argv, Arguments *arguments, Error *error);

/* Every value as what it is, into the run's settings; then whether each option has what it needs
   and nothing that it excludes, and the lists' checks. What is wrong is a usage error that names
   the option. */
bool options_validate(const struct Run *run, Error *error);

/* NULL where the command does not take it. As strchr's, what is found may be changed if what is
   searched may. */
Argument *argument_named(const Arguments *arguments, const char *name);

/* The first of these options that is given, "keys|values"; NULL where none is. */
const char *is_given(const struct Run *run, const char *names);

/* "; a sentence goes with --sentence", or with what this command calls it; "": it takes none. */
const char *place_of_sentences(const Arguments *arguments);

/* The words or names of an option, the marks "@file" and "@folder" among them. */
const char *const *option_words(Arena *arena, const Option *option, int *count);

/* What is given, or for "-" what standard input holds; then *what, which names it in messages,
   becomes "standard input". */
bool text_given(Arena *arena, const char **what, const char *given, Bytes *bytes, Error *error);

/* Whether standard input is one of several sentences at most. */
bool inputs_check(const Values *sentences, Error *error);

/* Whether it is a word at all: not empty, and UTF-8. `what` names it in messages. */
bool word_check(const char *what, const char *word, Error *error);

/* Without the white space at its end: a line that was piped in ends with its newline. */
const char *text_trimmed(Arena *arena, Bytes bytes);

/* What --weights may name beside a file. */
bool weights_are_random(const char *weights);
bool weights_are_builtin(const char *weights);
