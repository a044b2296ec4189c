#include "base/interrupt.h"
#include "base/utf8.h"
#include "base/version.h"
#include "cli/commands.h"
#include "cli/help.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What needs no sentence: --help and its like. */
static bool tell(const Arguments *arguments, bool *told, Error *error)
{
    *told = true;
    if (arguments->given[OPTION_HELP])
        help_write(stdout, arguments->command);
    else if (arguments->given[OPTION_VERSION])
        printf("attnviz %s\n", ATTNVIZ_VERSION);
    else if (arguments->given[OPTION_MAN])
        man_write(stdout);
    else if (arguments->given[OPTION_COMPLETION])
        return completion_write(stdout, arguments->value[OPTION_COMPLETION], error);
    else
        *told = false;
    return true;
}

/* Where a word belongs that stands there without an option. */
static const char *place_of_words(CommandId command)
{
    if (option_is_of(OPTION_SENTENCE, command))
        return "a sentence goes with --sentence, in quotes";
    if (option_is_of(OPTION_SOURCE, command))
        return "a sentence goes with --source, in quotes";
    return "this command takes options only";
}

static bool run_command(const Run *run, Error *error)
{
    const Command *command = &command_table[run->arguments->command];
    const Values *operands = &run->arguments->operands;
    if (operands->count && !command->operands)
        return fail_usage(error, "unexpected '%s'; %s", operands->items[0],
                          place_of_words(run->arguments->command));
    return command->run(run, error);
}

static bool run(Arena *arena, int argc, char **argv, Error *error)
{
    Arguments arguments;
    CommandId command;
    int words;
    bool told;
    /* getopt sorts argv; the trace records it as it was typed */
    const char **typed = arena_alloc(arena, (size_t)argc + 1, sizeof *typed);
    memcpy(typed, argv, (size_t)argc * sizeof *typed);
    if (!command_find(arena, argc, argv, &command, &words, error) ||
        !options_parse(arena, command, argc - words, argv + words, &arguments, error) ||
        !tell(&arguments, &told, error))
        return false;
    if (!told && !run_command(&(Run){arena, argc, typed, &arguments}, error))
        return false;
    /* standard output may be a full disk or a closed pipe */
    if (fflush(stdout) != 0 || ferror(stdout))
        return fail(error, "standard output: %s", strerror(errno));
    return true;
}

/* One line, whatever the message quotes. */
static void print_error(Arena *arena, const Error *error)
{
    Text line = text_new(arena);
    text_add_visible(&line, error->message);
    fprintf(stderr, "attnviz: %s\n", line.data);
}

int main(int argc, char **argv)
{
    interrupt_install();
    Arena *arena = arena_new();
    Error error = {0};
    bool done = run(arena, argc, argv, &error);
    if (!done)
        print_error(arena, &error);
    arena_free(arena);
    interrupt_finish();
    return done ? EXIT_SUCCESS : error.exit_code;
}
