#include "cli/commands.h"

#include "base/text.h"
#include "cli/settings.h"

#include <string.h>

#define COMMAND_ROW(name) &name##_command,
const Command *const command_table[] = {COMMANDS_IN_ORDER(COMMAND_ROW) NULL};

enum { MAIN_JOB, COMMANDS = sizeof command_table / sizeof *command_table - 1 };

const char *command_name(const Command *command)
{
    const char *space = strchr(command->title, ' ');
    return space ? space + 1 : "";
}

/* How many words of argv, one or two from its second on, are this name; 0 when it is not there. */
static int words_matched(Arena *arena, const char *name, int argc, char *const *argv)
{
    bool two = strchr(name, ' ');
    const char *typed = !two       ? argv[1]
                        : argc > 2 ? arena_format(arena, "%s %s", argv[1], argv[2])
                                   : "";
    return strcmp(typed, name) ? 0 : two ? 2 : 1;
}

/* The names that begin with a word: "train attention, train bahdanau". */
static const char *names_beginning(Arena *arena, const char *word)
{
    Text list = text_new(arena);
    size_t length = strlen(word);
    for (int i = MAIN_JOB + 1; i < COMMANDS; i++) {
        const char *name = command_name(command_table[i]);
        if (!strncmp(name, word, length) && (!length || name[length] == ' '))
            text_format(&list, "%s%s", list.length ? ", " : "", name);
    }
    return list.data;
}

/* The one name that a word is the beginning of, or the name that all of them begin with; NULL for
   none. */
static const char *only_beginning(const char *word)
{
    const char *found = NULL;
    for (int i = MAIN_JOB + 1; i < COMMANDS; i++) {
        const char *name = command_name(command_table[i]);
        if (!begins_with(name, word) || (found && begins_with(name, found)))
            continue;
        if (found && !begins_with(found, name))
            return NULL;
        found = name;
    }
    return found;
}

static bool fail_command(Arena *arena, const char *word, Error *error)
{
    const char *names[COMMANDS], *longer = *word ? names_beginning(arena, word) : "";
    if (*longer)
        return fail_usage(error, "'%s' alone is no command; there is %s", word, longer);
    for (int i = 0; i < COMMANDS; i++)
        names[i] = command_name(command_table[i]);
    if (!strcmp(word, "help"))
        return fail_usage(error, "'help' is an option: attnviz --help, and each command's --help");
    const char *meant = only_beginning(word); /* "comp" is nearer to cost than to compare */
    if (!meant)
        meant = nearest(word, names, COMMANDS);
    if (meant && *meant)
        return fail_usage(error, "unknown command '%s'; did you mean %s?", word, meant);
    return fail_usage(error,
                      "unexpected '%s'; a sentence goes with --sentence, in quotes; the commands "
                      "are %s",
                      word, names_beginning(arena, ""));
}

Run run_new(Arena *arena, int argc, const char *const *argv, const Arguments *arguments)
{
    size_t size = arguments->command->settings_size;
    Run run = {.arena = arena, .argc = argc, .argv = argv, .arguments = arguments};
    run.settings = arena_alloc(arena, 1, size ? size : sizeof *run.settings);
    run.warnings = arena_alloc(arena, 1, sizeof *run.warnings);
    *run.warnings = text_new(arena);
    run.graph = graph_new(arena);
    graph_name(run.graph);
    return run;
}

bool command_find(Arena *arena, int argc, char *const *argv, const Command **command, int *words,
                  Error *error)
{
    *command = command_table[MAIN_JOB];
    *words = 0;
    if (argc < 2 || *argv[1] == '-')
        return true;
    for (int i = MAIN_JOB + 1; i < COMMANDS && !*words; i++) {
        *command = command_table[i];
        *words = words_matched(arena, command_name(*command), argc, argv);
    }
    return *words || fail_command(arena, argv[1], error);
}
