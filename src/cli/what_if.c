#include "cli/settings.h"

bool changes_asked(const Run *run)
{
    return is_given(run, "set|ablate|versus|swap|replace");
}

Trace *run_again(const Run *run, Arena *arena, const Arguments *a, Changes changes)
{
    Run again = run_new(arena, run->argc, run->argv, a);
    again.warnings = run->warnings;
    again.graph->names->changes = changes;
    options_validate(&again);
    return a->command->run(&again);
}

/* Replaces the given options by those of --versus. */
static void read_versus(const Run *run, Arguments *other)
{
    int argc;
    const char *line = run->settings->output.versus;
    Arguments given = options_default(other->command);
    char **argv = line_words(run->arena, arena_format(run->arena, "attnviz %s", line), &argc);
    if (!argv)
        fail_usage("--versus '%s': no options as a shell reads them", line);
    options_parse(run->arena, argc, argv, &given);
    if (given.operands.count)
        fail_usage("--versus '%s': unexpected '%s'", line, given.operands.items[0]);
    for (int i = 0; i < given.count; i++) {
        if (given.items[i].given.count && given.items[i].group > OPTIONS_DRAWN)
            fail_usage("--versus '%s': --%s stands beside --versus, not in it", line,
                       given.items[i].option->name);
        if (given.items[i].given.count)
            other->items[i] = given.items[i];
    }
}

void check_runs(const Run *run, const Arguments *a)
{
    const Argument *sentence = argument_named(a, "sentence");
    bool reads_input = sentence && !sentence->value;
    for (int i = 0; i < a->count; i++)
        reads_input |= a->items[i].value && !strcmp(a->items[i].value, "-");
    if (reads_input)
        fail_usage("this takes more than one run, and standard input is there once%s",
                   place_of_sentences(a));
    if (run->settings->model.convention || run->settings->output.cost)
        fail_usage("--cost and --convention columns are of one run, and this takes two");
}

void give_target(const Run *run, const Trace *before, Arguments *other)
{
    Argument *target = argument_named(other, "target");
    if (target && !target->given.count && before->text_count > 1 && !is_given(run, "max-steps"))
        target->value = before->texts[1].text;
}

/* Applies "bat,ball" (swap) or "bat=cat" (replace) to a sentence; false if it lacks a word, unless
   it must have them. */
static bool reword(Arena *arena, const char *where, const char *asked, char mark, bool must,
                   const char **sentence)
{
    enum { MOST_WORDS = 4096 };
    const char *at = *asked ? strchr(asked + 1, mark) : NULL;
    const char *other = at ? at + 1 + strspn(at + 1, " ") : "";
    FAILS_AS_USAGE;
    if (!*other)
        fail("%s: expected WORD%cWORD", where, mark);
    const char *word = arena_strndup(arena, asked, (size_t)(at - asked));
    Tokens t = tokenize(arena, where, *sentence, strlen(*sentence), MOST_WORDS);
    Axis words = label_axis("word", t.labels, t.count);
    int first = place_find(arena, &words, word, false);
    int second = mark == ',' ? place_find(arena, &words, other, false) : first;
    if (first < 0 || second < 0) {
        if (must) /* fails */
            place_parse(arena, where, &words, first < 0 ? word : other, false);
        return false;
    }
    const char *put = mark == ',' ? t.words[second] : other;
    Text text = text_new(arena); /* of the same tokens, with what stands between them */
    at = normalised(arena, *sentence, strlen(*sentence), 0, NULL);
    for (int i = 0; i < t.count; i++) {
        const char *found = strstr(at, t.words[i]);
        text_add_bytes(&text, at, (size_t)(found - at));
        text_add(&text, i == first ? put : t.words[i == second ? first : i]);
        at = found + strlen(t.words[i]);
    }
    text_add(&text, at);
    *sentence = text.data;
    return true;
}

/* Changes the words in all sentences of the other run that contain them, one at least. */
static void change_words(const Trace *before, Arguments *other, const char *where,
                         const char *asked, char mark)
{
    bool done = false, is_sentence = argument_named(other, "sentence");
    Argument *a = argument_named(other, is_sentence ? "sentence" : "source");
    if (!a || !before->text_count)
        fail_usage("--swap and --replace change a sentence: %s has none here",
                   other->command->title);
    Strings were = a->given.count ? a->given : (Strings){&before->texts->text, 1};
    a->given.items = arena_alloc(before->arena, (size_t)were.count, sizeof *were.items);
    for (a->given.count = 0; a->given.count < were.count; a->given.count++) {
        bool must = !done && a->given.count == were.count - 1;
        a->value = were.items[a->given.count];
        done |= reword(before->arena, where, asked, mark, must, &a->value);
        a->given.items[a->given.count] = a->value;
    }
}

/* Collects the changes of words and steps for a second run, and their description. */
static Changes change_all(const Run *run, const Trace *before, Arguments *other, Text *told)
{
    static const char *const options[] = {"swap", "replace", "set", "ablate"};
    enum { SWAP, REPLACE, SET, ABLATE, OPTIONS };
    Changes changes = {0};
    give_target(run, before, other);
    for (int i = 0; i < OPTIONS; i++) {
        const Strings *given = &argument_named(run->arguments, options[i])->given;
        const char *option = arena_format(run->arena, "--%s", options[i]);
        for (int k = 0; k < given->count; k++) {
            const char *asked = given->items[k], *value = asked + strcspn(asked, "="),
                       *where = arena_format(run->arena, "%s '%s'", option, asked);
            text_format(told, "%s%s", told->length ? ", " : "", where);
            if (i == ABLATE && value == asked)
                fail_usage("%s: expected HEAD or HEAD=mean", where);
            if (i == ABLATE)
                asked = arena_format(run->arena, "%.*s/output%s", (int)(value - asked), asked,
                                     *value ? value : "=0");
            if (i < SET)
                change_words(before, other, where, asked, i == SWAP ? ',' : '=');
            else
                change_parse(run->arena, option, before, asked, &changes);
        }
    }
    return changes;
}

Trace *run_asked(const Run *run)
{
    const OutputSettings *s = &run->settings->output;
    Arguments other = *run->arguments;
    if (!changes_asked(run))
        return other.command->run(run);
    check_runs(run, &other);
    if (s->versus)
        read_versus(run, &other);
    Text told = text_new(run->arena);
    text_add(&told, s->versus ? s->versus : "");
    Trace *before = other.command->run(run);
    Changes changes = change_all(run, before, &other, &told);
    FAILS_WITH(arena_format(run->arena, "with %s: ", told.data));
    Trace *after = run_again(run, run->arena, &other, changes);
    return s->explain.count ? after
                            : trace_what_moved(before, after, visible_text(run->arena, told.data));
}
