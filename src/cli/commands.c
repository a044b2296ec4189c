#include "cli/settings.h"

#include <wordexp.h>

const char *command_name(const Command *command)
{
    const char *space = strchr(command->title, ' ');
    return space ? space + 1 : "";
}

Lexicon command_names(Arena *arena)
{
    Lexicon names = lexicon_new(arena);
    for (const Command *const *c = command_table + 1; *c; c++)
        lexicon_add(&names, command_name(*c));
    return names;
}

Run run_new(Arena *arena, int argc, const char *const *argv, const Arguments *arguments)
{
    Run run = {.arena = arena, .argc = argc, .argv = argv, .arguments = arguments};
    run.settings = arena_alloc(arena, 1, sizeof *run.settings);
    run.warnings = arena_alloc(arena, 1, sizeof *run.warnings);
    *run.warnings = text_new(arena);
    run.graph = graph_new(arena);
    run.graph->rooms = arena_within(arena);
    graph_name(run.graph);
    return run;
}

/* Tries the first two words, then the first alone; none if that begins with a hyphen, or with what
   a word processor makes of it. */
const Command *command_find(Arena *arena, int argc, char *const *argv, int *words)
{
    Lexicon names = command_names(arena);
    const char *unknown = NULL, *meant = "";
    *words = 0;
    if (argc < 2 || strchr("-\xe2", *argv[1]))
        return command_table[0];
    for (*words = argc > 2 && *argv[2] != '-' ? 2 : 1; *words; --*words) {
        const char *typed = join_strings(arena, (const char *const *)argv + 1, *words, " ", " ");
        int found = lexicon_find(&names, typed);
        if (found >= 0)
            return command_table[found + 1];
        unknown = *meant ? unknown : typed;
        meant = *meant ? meant : did_you_mean(arena, typed, "", names.words, names.count);
    }
    if (*meant)
        fail_usage("unknown command '%s'%s", unknown, meant);
    fail_usage("unexpected '%s'; a sentence goes with --sentence, in quotes; the commands are %s",
               unknown, join_strings(arena, names.words, names.count, ", ", ", "));
}

char **line_words(Arena *arena, const char *line, int *count)
{
    wordexp_t typed;
    int failed = wordexp(line, &typed, WRDE_NOCMD);
    CHECK(failed != WRDE_NOSPACE, "no memory for a line to type: %s", line);
    if (failed)
        return NULL;
    *count = (int)typed.we_wordc;
    char **words = arena_alloc(arena, typed.we_wordc, sizeof *words);
    for (int i = 0; i < *count; i++)
        words[i] = arena_strdup(arena, typed.we_wordv[i]);
    wordfree(&typed);
    return words;
}

/* ---- a command line without input ---- */

/* If the arguments give no input, parses the command's first example into them and returns a
   message about that; else NULL. */
static const char *example_instead(const Run *run, Arguments *arguments)
{
    Arena *arena = run->arena;
    const Command *c = arguments->command;
    bool is_piped = c->about && !strcmp(c->about, "sentence") && input_is_piped();
    if (!c->about || is_given(run, c->about) || arguments->operands.count || is_piped)
        return NULL;
    int argc, words;
    char **argv = line_words(arena, c->examples->line, &argc);
    command_find(arena, argc, argv, &words);
    options_parse(arena, argc - words, argv + words, arguments);
    return arena_format(arena, "An example, as nothing was given. Yours: %s %s", c->title,
                        c->usage ? c->usage : c->operands);
}

void run_read(Run *run)
{
    int words;
    Arguments *arguments = arena_alloc(run->arena, 1, sizeof *arguments);
    /* getopt permutes its array; a trace records the line as typed */
    char **argv = arena_copy(run->arena, run->argv, (size_t)run->argc * sizeof *argv);
    *arguments = options_default(command_find(run->arena, run->argc, argv, &words));
    *run = run_new(run->arena, run->argc, run->argv, arguments);
    options_parse(run->arena, run->argc - words, argv + words, arguments);
    run->settings->output.preface = example_instead(run, arguments);
}
