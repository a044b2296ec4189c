#include "cli/settings.h"

bool changes_asked(const Run *run)
{
    return is_given(run, "set|ablate|versus|swap|replace");
}

Trace *run_again(const Run *run, Arena *arena, const Arguments *a, Changes changes, Error *error)
{
    Run again = run_new(arena, run->argc, run->argv, a);
    again.warnings = run->warnings;
    again.graph->names->changes = changes;
    Trace *trace = options_validate(&again, error) ? a->command->run(&again, error) : NULL;
    return trace && trace_check(trace, error) ? trace : NULL;
}

/* Replaces the given options by those of --versus. */
static bool read_versus(const Run *run, Arguments *other, Error *error)
{
    int argc;
    const char *line = run->settings->output.versus;
    Arguments given = options_default(other->command);
    char **argv = line_words(run->arena, arena_format(run->arena, "attnviz %s", line), &argc);
    if (!argv)
        return fail_usage(error, "--versus '%s': no options as a shell reads them", line);
    if (!options_parse(run->arena, argc, argv, &given, error))
        return false;
    if (given.operands.count)
        return fail_usage(error, "--versus '%s': unexpected '%s'", line, given.operands.items[0]);
    for (int i = 0; i < given.count; i++) {
        if (given.items[i].given.count && given.items[i].group > OPTIONS_DRAWN)
            return fail_usage(error, "--versus '%s': --%s stands beside --versus, not in it", line,
                              given.items[i].option->name);
        if (given.items[i].given.count)
            other->items[i] = given.items[i];
    }
    return true;
}

bool check_runs(const Run *run, const Arguments *a, Error *error)
{
    const Argument *sentence = argument_named(a, "sentence");
    bool reads_input = sentence && !sentence->value;
    for (int i = 0; i < a->count; i++)
        reads_input |= a->items[i].value && !strcmp(a->items[i].value, "-");
    if (reads_input)
        return fail_usage(error, "to see what moves takes two runs, and standard input is there "
                                 "once: give the sentence itself");
    return (!run->settings->model.convention && !run->settings->output.cost) ||
           fail_usage(error, "--cost and --convention columns do not go with --set, --ablate and "
                             "--versus");
}

void give_target(const Run *run, const Trace *before, Arguments *other)
{
    Argument *target = argument_named(other, "target");
    if (target && !target->given.count && before->text_count > 1 && !is_given(run, "max-steps"))
        target->value = before->texts[1].text;
}

/* Applies "bat,ball" (swap) or "bat=cat" (replace) to a sentence. */
static bool reword(Arena *arena, const char *where, const char *asked, char mark,
                   const char **sentence, Error *error)
{
    enum { MOST_WORDS = 4096 };
    Tokens t;
    int first, second;
    const char *other = *asked ? strchr(asked + 1, mark) : NULL;
    if (!other || !other[1])
        return fail_usage(error, "%s: expected WORD%cWORD", where, mark);
    const char *word = arena_strndup(arena, asked, (size_t)(other++ - asked));
    if (!tokenize(arena, where, *sentence, strlen(*sentence), MOST_WORDS, &t, error))
        return fail_as_usage(error);
    Axis words = label_axis("word", t.labels, t.count);
    if (!place_parse(arena, where, &words, word, false, &first, error) ||
        (mark == ',' && !place_parse(arena, where, &words, other, false, &second, error)))
        return fail_as_usage(error);
    word = t.words[first];
    t.words[first] = mark == ',' ? t.words[second] : other;
    if (mark == ',')
        t.words[second] = word;
    *sentence = join_strings(arena, t.words, t.count, " ", " ");
    return true;
}

/* Changes the words in all sentences of the other run that contain them; false if none does. */
static bool change_words(const Trace *before, Arguments *other, const char *where,
                         const char *asked, char mark, Error *error)
{
    bool done = false, is_sentence = argument_named(other, "sentence");
    Argument *a = argument_named(other, is_sentence ? "sentence" : "source");
    if (!a || !before->text_count)
        return fail_usage(error, "--swap and --replace change a sentence: %s has none here",
                          other->command->title);
    Values were = a->given.count ? a->given : (Values){&before->texts->text, 1};
    a->given.items = arena_alloc(before->arena, (size_t)were.count, sizeof *were.items);
    for (a->given.count = 0; a->given.count < were.count; a->given.count++) {
        a->value = were.items[a->given.count];
        done |= reword(before->arena, where, asked, mark, &a->value, error);
        a->given.items[a->given.count] = a->value;
    }
    return done;
}

/* Collects the changes of words and steps for a second run, and their description. */
static bool change_all(const Run *run, const Trace *before, Arguments *other, Changes *changes,
                       Text *told, Error *error)
{
    static const char *const options[] = {"swap", "replace", "set", "ablate"};
    enum { SWAP, REPLACE, SET, ABLATE, OPTIONS };
    give_target(run, before, other);
    for (int i = 0; i < OPTIONS; i++) {
        const Values *given = &argument_named(run->arguments, options[i])->given;
        const char *option = arena_format(run->arena, "--%s", options[i]);
        for (int k = 0; k < given->count; k++) {
            const char *asked = given->items[k], *value = asked + strcspn(asked, "="),
                       *where = arena_format(run->arena, "%s '%s'", option, asked);
            text_format(told, "%s%s", told->length ? ", " : "", where);
            if (i == ABLATE)
                asked = arena_format(run->arena, "%.*s/output%s", (int)(value - asked), asked,
                                     *value ? value : "=0");
            if (!(i < SET ? change_words(before, other, where, asked, i == SWAP ? ',' : '=', error)
                          : change_parse(run->arena, option, before, asked, changes, error)))
                return false;
        }
    }
    return true;
}

Trace *run_asked(const Run *run, Error *error)
{
    const OutputSettings *s = &run->settings->output;
    Arguments other = *run->arguments;
    Changes changes = {0};
    Text told = text_new(run->arena);
    if (!changes_asked(run))
        return other.command->run(run, error);
    if (!check_runs(run, &other, error) || (s->versus && !read_versus(run, &other, error)))
        return NULL;
    text_add(&told, s->versus ? s->versus : "");
    Trace *before = other.command->run(run, error), *after;
    if (!before || !trace_check(before, error) ||
        !change_all(run, before, &other, &changes, &told, error))
        return NULL;
    after = run_again(run, run->arena, &other, changes, error);
    if (!after && error->exit_code == EXIT_USAGE) /* say that the changes caused the error */
        fail_usage(error, "with %s: %s", told.data, arena_strdup(run->arena, error->message));
    return !after || s->explain.count
               ? after
               : trace_what_moved(before, after, visible_text(run->arena, told.data));
}
