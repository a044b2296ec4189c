/* The commands, in one table. The first has no name: plain `attnviz --sentence …` is the main job.
 */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/options.h"

/* What a command is given: its options, and the whole command line as it was typed. */
typedef struct Run {
    Arena *arena;
    int argc;
    const char *const *argv;
    const Arguments *arguments;
} Run;

typedef struct Command {
    const char *title;    /* "attnviz compare", "attnviz train attention" */
    const char *usage;    /* "--word WORD --sentence TEXT --sentence TEXT" */
    const char *operands; /* what may follow without an option, "WORD"; NULL: nothing may */
    const char *summary;  /* one line */
    struct {
        const char *command, *what;
    } examples[2]; /* the second may be missing */
    bool (*run)(const Run *run, Error *error);
} Command;

extern const Command command_table[COMMAND_COUNT];

/* "compare", "train attention"; "" for the main job. */
const char *command_name(const Command *command);

/* The command that argv names, and in how many words (0 for the main job, whose line begins with an
   option). An unknown one is a usage error that says what is nearest. */
bool command_find(Arena *arena, int argc, char *const *argv, CommandId *id, int *words,
                  Error *error);

#endif
