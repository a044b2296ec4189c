/* The commands. Each has a row in cli/command_table.list, with what the help says of it and its
 * lists of options (cli/options.list), and a file of its own with the function that runs it. The
 * first has no name: plain `attnviz --sentence …` is the main job. */
#pragma once

#include "cli/options.h"
#include "trace/trace.h"

typedef struct Settings Settings; /* cli/settings.h */

/* What a command is given: its options, understood, and the whole command line as it was typed. */
typedef struct Run {
    Arena *arena;
    int argc;
    const char *const *argv;
    const Arguments *arguments;
    Settings *settings; /* zero until options_validate */
    Graph *graph;       /* for what is traced: nodes get names */
    Text *warnings;     /* gets a line for each */
} Run;

/* A line to type, and what it shows. */
typedef struct Example {
    const char *line, *what;
} Example;

enum { MOST_LISTS = 10, MOST_EXAMPLES = 5 };

typedef struct Command {
    const char *title;    /* "attnviz compare", "attnviz train attention" */
    const char *summary;  /* a line about it */
    const char *usage;    /* "[--word WORD --sentence TEXT --sentence TEXT]"; NULL for none */
    const char *operands; /* what may follow without an option, "[WORD]..."; NULL: nothing may */
    /* The options that, as operands do, say what it is about: "word|sentence". Where none is given
       its first example says it, unless it is a sentence alone, "sentence", and one may be piped
       in. NULL: it is never in want of them. */
    const char *about;
    const OptionList *options[MOST_LISTS + 1];
    bool repeats; /* behind its first operand stands the line of another command, which is run again
                     and again: it takes the options of that, too */
    Example examples[MOST_EXAMPLES + 1]; /* one at least; the last has no line */
    Trace *(*run)(const Run *run, Error *error);
} Command;

/* Of each row of cli/command_table.list NAME_command makes a trace, and what becomes of it is the
   same for all (cli/output.h); or does all there is to do, and makes none: NULL. NULL, too, if it
   failed, and then the error says so. */
#define COMMAND(name, ...) Trace *name##_command(const Run *run, Error *error);
#include "cli/command_table.list"
#undef COMMAND

/* The first is the main job, the second the help; the last is NULL. */
extern const Command *const command_table[];

/* "compare", "train attention"; "" for the main job. */
const char *command_name(const Command *command);

/* The words of a line to type, as a shell reads them; NULL where a shell could not. */
char **line_words(Arena *arena, const char *line, int *count);

/* Of all that have one, in the order of the table. */
Lexicon command_names(Arena *arena);

/* A run of its command line (argc, argv), in its arena: finds the command, and reads the options,
   or those of its first example, where the line says nothing of what the command is about. */
bool run_read(Run *run, Error *error);

/* A question that is answered (docs/questions.md), or a station of the tour. */
typedef struct Question {
    const char *topic, *title, *answer;
    const char *shown; /* a line to type, and what it prints */
    const char *next;
} Question;

typedef struct Questions {
    Question *items;
    int count;
} Questions;

/* Those of a page (ask.c). */
Questions questions_read(Arena *arena, const char *page);

/* A title, what is told, a line to type, and then what that shows on the terminal, without files:
   its tables are the steps that follow it in `shown`, or all, unless it says which (ask.c). */
bool line_show(const Run *run, const char *title, const char *told, const char *shown,
               Error *error);

/* A run of the command whose arguments these are. */
Run run_new(Arena *arena, int argc, const char *const *argv, const Arguments *arguments);

/* The command that argv names, and in how many words (0 for the main job, whose line begins with an
   option). An unknown one is a usage error that says what is nearest. */
bool command_find(Arena *arena, int argc, char *const *argv, const Command **command, int *words,
                  Error *error);

/* ---- what attnviz says of itself, all from the table and the options; the caller checks the
   stream ---- */

/* The page "help", the options of a command; the main job lists the other commands too. Or another
   page: "manual", and what `attnviz help`, a command itself, tells of. */
void help_write(FILE *out, Arena *arena, const char *page, const Command *command);

/* Completions for bash, zsh or fish. */
bool completion_write(FILE *out, Arena *arena, const char *shell, Error *error);
