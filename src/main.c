#include "base/interrupt.h"
#include "base/utf8.h"
#include "base/version.h"
#include "cli/attention.h"
#include "cli/help.h"
#include "cli/settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What needs no sentence: --help and its like. */
static bool tell(const Arguments *arguments, bool *told, Error *error)
{
    *told = true;
    if (arguments->given[OPTION_HELP])
        help_write(stdout);
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

static bool run(Arena *arena, int argc, char **argv, Error *error)
{
    Arguments arguments;
    Settings settings;
    bool told;
    /* getopt sorts argv; the trace records it as it was typed */
    const char **typed = arena_alloc(arena, (size_t)argc + 1, sizeof *typed);
    memcpy(typed, argv, (size_t)argc * sizeof *typed);
    if (!options_parse(arena, argc, argv, &arguments, error) || !tell(&arguments, &told, error))
        return false;
    if (!told && (!settings_read(arena, &arguments, &settings, error) ||
                  !attention_run(arena, argc, typed, &settings, error)))
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
