#include "cli/settings.h"

bool changes_asked(const Run *run)
{
    const OutputSettings *s = &run->settings->output;
    return s->set.count || s->ablate.count || s->versus || s->swap.count || s->replace.count;
}

/* The options of --versus in the place of those that were given. */
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
    for (int i = 0; i < given.count; i++)
        if (given.items[i].given.count)
            other->items[i] = given.items[i];
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

/* What --set and --ablate say of the steps of a run without them; and as it is told. */
static bool read_changes(const Run *run, const Trace *before, Text *told, Error *error)
{
    const Values *set = &run->settings->output.set, *heads = &run->settings->output.ablate;
    for (int i = 0; i < set->count + heads->count; i++) {
        const char *what = i < set->count ? "--set" : "--ablate";
        const char *text = i < set->count ? set->items[i] : heads->items[i - set->count];
        int name = (int)strcspn(text, "=");
        text_format(told, "%s%s '%s'", told->length ? ", " : "", what, text);
        if (i >= set->count)
            text = arena_format(run->arena, "%.*s/output%s", name, text,
                                text[name] ? text + name : "=0");
        if (!change_parse(run->arena, what, before, text, &run->graph->names->changes, error))
            return false;
    }
    return true;
}

void give_target(const Run *run, const Trace *before, Arguments *other)
{
    for (int i = 0; i < other->count && before->text_count > 1; i++)
        if (!strcmp(other->items[i].option->name, "target") && !other->items[i].given.count &&
            !is_given(run, "max-steps"))
            other->items[i].value = before->texts[1].text;
}

/* What "bat,ball" or "bat=cat" makes of a sentence. */
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

/* The sentences of another run, as --swap and --replace say: those in which these words stand. */
static bool change_words(const Run *run, const Trace *before, Arguments *other, Text *told,
                         Error *error)
{
    const Values *swap = &run->settings->output.swap, *replace = &run->settings->output.replace;
    const char *option = argument_named(other, "sentence") ? "sentence" : "source";
    Argument *a = (Argument *)argument_named(other, option);
    int changes = swap->count + replace->count;
    int count = changes && a ? larger(1, a->given.count) : 0;
    if (changes && (!a || !before->text_count))
        return fail_usage(error, "--swap and --replace change a sentence: %s has none here",
                          other->command->title);
    const char **items = arena_alloc(run->arena, (size_t)count, sizeof *items);
    for (int k = 0; k < count; k++)
        items[k] = a->given.count ? a->given.items[k] : before->texts->text;
    for (int i = 0; i < changes; i++) {
        bool swaps = i < swap->count, done = false;
        const char *what = swaps ? swap->items[i] : replace->items[i - swap->count];
        const char *where = arena_format(run->arena, "--%s '%s'", swaps ? "swap" : "replace", what);
        for (int k = 0; k < count; k++)
            done |= reword(run->arena, where, what, swaps ? ',' : '=', &items[k], error);
        if (!done)
            return false;
        text_format(told, "%s%s", told->length ? ", " : "", where);
        a->value = items[count - 1];
        a->given = (Values){items, count};
    }
    return true;
}

Trace *run_asked(const Run *run, Error *error)
{
    const OutputSettings *s = &run->settings->output;
    Arguments other = *run->arguments;
    Text told = text_new(run->arena);
    if (!changes_asked(run))
        return other.command->run(run, error);
    if (!check_runs(run, &other, error) || (s->versus && !read_versus(run, &other, error)))
        return NULL;
    text_add(&told, s->versus ? s->versus : "");
    Trace *before = other.command->run(run, error);
    if (!before || !trace_check(before, error))
        return NULL;
    give_target(run, before, &other);
    Run again = run_new(run->arena, run->argc, run->argv, &other);
    again.warnings = run->warnings;
    if (!change_words(run, before, &other, &told, error) || !options_validate(&again, error) ||
        !read_changes(&again, before, &told, error))
        return NULL;
    Trace *after = other.command->run(&again, error);
    if (!after || s->explain.count || !trace_check(after, error))
        return after && s->explain.count ? after : NULL;
    return trace_what_moved(before, after, visible_text(run->arena, told.data));
}
