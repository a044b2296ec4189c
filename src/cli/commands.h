/* The commands. Each has a row in cli/command_table.list, with its help texts and its lists of
 * options (cli/options.list), and its own file with the function that runs it. The first has no
 * name: plain `attnviz --sentence …` is the main command. */
#pragma once

#include "cli/options.h"
#include "trace/trace.h"

typedef struct Settings Settings; /* cli/settings.h */

/* The input of a command: its parsed options, and the whole command line as typed. */
typedef struct Run {
    Arena *arena;
    int argc;
    const char *const *argv;
    const Arguments *arguments;
    Settings *settings; /* zero until options_validate */
    Graph *graph;       /* to be traced: nodes get names */
    Text *warnings;     /* one line each */
} Run;

/* An example command line, and what it shows. */
typedef struct Example {
    const char *line, *what;
} Example;

enum { MOST_LISTS = 10, MOST_EXAMPLES = 5 };

typedef struct Command {
    const char *title;    /* "attnviz compare", "attnviz train attention" */
    const char *summary;  /* one line */
    const char *usage;    /* "[--word WORD --sentence TEXT --sentence TEXT]"; NULL for none */
    const char *operands; /* positional arguments, "[WORD]..."; NULL: none allowed */
    /* The options that, like operands, give the command its input: "word|sentence". If none is
       given, the first example is run instead, except that for "sentence" alone standard input may
       be read. NULL: the command needs no input. */
    const char *about;
    const OptionList *options[MOST_LISTS + 1];
    bool repeats; /* its first operand is followed by another command line, which it runs
                     repeatedly; it also takes the options of that command */
    Example examples[MOST_EXAMPLES + 1]; /* at least one; the last has no line */
    Trace *(*run)(const Run *run);
} Command;

/* NAME_command, for each row of cli/command_table.list, returns a trace, which is output in the
   same way for all commands (cli/output.h); or does everything itself and returns NULL. */
#define COMMAND(name, ...) Trace *name##_command(const Run *run);
#include "cli/command_table.list"

/* The first is the main command, the second the help; the last is NULL. */
extern const Command *const command_table[];

/* "compare", "train attention"; "" for the main command. */
const char *command_name(const Command *command);

/* Splits a command line into words like a shell; NULL on a syntax error. */
char **line_words(Arena *arena, const char *line, int *count);

/* The names of all commands that have one, in table order. */
Lexicon command_names(Arena *arena);

/* Parses run->argv into the run: finds the command, and reads its options, or those of its first
   example if the line gives it no input. */
void run_read(Run *run);

/* A question with its answer (docs/questions.md), or a station of the tour. */
typedef struct Question {
    const char *topic, *title, *answer;
    const char *shown; /* a command line and its output */
    const char *next;
} Question;

typedef struct Questions {
    Question *items;
    int count;
} Questions;

/* Parses a page of questions (ask.c). */
Questions questions_read(Arena *arena, const char *page);

/* Prints a title, a text, a command line and its output on the terminal, writing no files. The
   tables are the steps listed after the line in `shown`; all, if none are (ask.c). */
void line_show(const Run *run, const char *title, const char *told, const char *shown);

/* A run with these arguments. */
Run run_new(Arena *arena, int argc, const char *const *argv, const Arguments *arguments);

/* The command that argv names, and the number of words of its name (0 for the main command, whose
   line begins with an option). An unknown one is a usage error that suggests the nearest name. */
const Command *command_find(Arena *arena, int argc, char *const *argv, int *words);

/* ---- help, made from the table and the options; the caller checks the stream ---- */

/* The page "help": the options of a command, and for the main command a list of the others. Or
   another page: "manual", or a topic of `attnviz help`. */
void help_write(FILE *out, Arena *arena, const char *page, const Command *command);

/* Completions for bash, zsh or fish. */
void completion_write(FILE *out, Arena *arena, const char *shell);
