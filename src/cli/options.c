#include "cli/settings.h"

#include <getopt.h>
#include <unistd.h>

/* ---- the options of a command ---- */

Argument *argument_named(const Arguments *a, const char *name)
{
    for (int i = 0; i < a->count; i++)
        if (!strcmp(a->items[i].option->name, name))
            return (Argument *)&a->items[i];
    return NULL;
}

static void take(Arguments *a, const OptionList *list)
{
    OptionGroup group = OPTIONS_COMPUTED;
    for (; list; list = list->more) {
        group = list->group ? list->group : group;
        for (const Option *o = list->rows; o->name; o++) {
            if (argument_named(a, o->name))
                continue;
            CHECK(a->count < MOST_OPTIONS, "%s has too many options", a->command->title);
            a->items[a->count++] =
                (Argument){.option = o, .group = group ? group : o->group, .value = o->fallback};
        }
    }
}

Arguments options_default(const Command *command)
{
    Arguments a = {.command = command};
    for (const OptionList *const *list = command->options; *list; list++)
        take(&a, *list);
    take(&a, &general_options);
    return a;
}

const char *is_given(const Run *run, const char *names)
{
    for (const Argument *a = run->arguments->items;
         a < run->arguments->items + run->arguments->count; a++)
        if (a->given.count && id_matches(names, a->option->name))
            return a->option->name;
    return NULL;
}

/* ---- parsing ---- */

/* getopt_long returns FIRST_VALUE plus an option's index, beyond any letter. */
enum { FIRST_VALUE = 256 };

/* Converts a command's options for getopt_long: fills longs, returns the short ones. */
static const char *getopt_forms(Arena *arena, const Arguments *a, struct option *longs)
{
    Text shorts = text_new(arena);
    text_add(&shorts, ":"); /* distinguishes a missing value from an unknown option */
    for (int i = 0; i < a->count; i++) {
        const Option *o = a->items[i].option;
        int takes = o->argument ? required_argument : no_argument;
        longs[i] = (struct option){o->name, takes, NULL, FIRST_VALUE + i};
        if (o->letter)
            text_format(&shorts, o->argument ? "%c:" : "%c", o->letter);
    }
    return shorts.data;
}

/* The option for a return value of getopt_long, index or letter; NULL if none. */
static Argument *argument_returned(Arguments *a, int value)
{
    for (int i = 0; i < a->count; i++)
        if (value == FIRST_VALUE + i || (value && value == a->items[i].option->letter))
            return &a->items[i];
    return NULL;
}

/* An option of another command, by name or, if name is NULL, by letter; NULL if none. */
static const Option *foreign_option(const char *name, int letter)
{
    for (int i = 0; command_table[i]; i++) {
        Arguments a = options_default(command_table[i]);
        const Argument *found = name ? argument_named(&a, name) : argument_returned(&a, letter);
        if (found)
            return found->option;
    }
    return NULL;
}

const char *place_of_sentences(const Arguments *a)
{
    return argument_named(a, "sentence") ? "; a sentence goes with --sentence"
           : argument_named(a, "source") ? "; a sentence goes with --source"
                                         : "";
}

/* Fails for an unknown option, given by name or, if name is NULL, by letter; says if another
   command has it, or this one under another name. */
static _Noreturn void fail_unknown(Arena *arena, const Arguments *a, const char *name, int letter)
{
    const char *names[MOST_OPTIONS], *title = a->command->title;
    const char *typed =
        name ? arena_format(arena, "--%s", name) : arena_format(arena, "-%c", letter);
    const Option *foreign = foreign_option(name, letter);
    if (foreign)
        fail_usage("%s%s is no option of %s%s", typed,
                   name ? "" : arena_format(arena, " (--%s)", foreign->name), title,
                   id_matches("sentence|source", foreign->name) ? place_of_sentences(a) : "");
    if (!name && letter && strchr("0123456789.", letter))
        fail_usage("unknown option %s; a number with a minus in front goes behind --", typed);
    for (int i = 0; i < a->count; i++)
        names[i] = a->items[i].option->name;
    const char *meant = name ? did_you_mean(arena, name, "--", names, a->count) : "";
    if (*meant)
        fail_usage("unknown option %s%s", typed, meant);
    fail_usage("unknown option %.62s; %s --help lists all", typed, title);
}

/* Fails for an error of getopt_long: an unknown option, a superfluous or a missing value. */
static _Noreturn void fail_option(Arena *arena, Arguments *a, int result, const char *argument)
{
    const Argument *known = argument_returned(a, optopt);
    bool is_name = begins_with(argument, "--");
    if (result == ':')
        fail_usage("%s needs a value", argument);
    if (is_name && known)
        fail_usage("--%s takes no value", known->option->name);
    argument += 2;
    fail_unknown(arena, a, is_name ? arena_strndup(arena, argument, strcspn(argument, "=")) : NULL,
                 optopt);
}

/* Adds the options of the command whose line follows the first operand, except those that ask for a
   second run. */
static void take_repeated(Arena *arena, int argc, char *const *argv, Arguments *a)
{
    int words;
    if (argc < 2 || *argv[1] == '-')
        return;
    const Command *command = command_find(arena, argc - 1, argv + 1, &words);
    for (const OptionList *const *list = command->options; *list; list++)
        if (*list != &what_if_options)
            take(a, *list);
}

void options_parse(Arena *arena, int argc, char *const *argv, Arguments *a)
{
    if (a->command->repeats)
        take_repeated(arena, argc, argv, a);
    struct option longs[MOST_OPTIONS + 1] = {0};
    const char *shorts = getopt_forms(arena, a, longs);
    optind = 0; /* resets getopt */
    opterr = 0;
    /* at: the next argument */
    for (int result, at = 1; (result = getopt_long(argc, argv, shorts, longs, NULL)) != -1;
         at = optind) {
        if (result == '?' || result == ':')
            fail_option(arena, a, result, argv[optind > at ? optind - 1 : at]);
        Argument *item = argument_returned(a, result);
        const Option *o = item->option;
        int room = o->kind == OPTION_TEXTS ? o->count : 1;
        if (o->argument && room && item->given.count == room)
            fail_usage("--%s is given twice", o->name);
        strings_add(arena, &item->given, optarg);
        item->value = optarg;
    }
    a->operands = (Strings){(const char **)argv + optind, argc - optind};
}

/* ---- values ---- */

Strings option_words(Arena *arena, const Option *o)
{
    Strings words = {0};
    char *rest = o->words ? arena_strdup(arena, o->words) : NULL;
    for (const char *word; (word = o->names ? o->names(words.count) : strsep(&rest, " "));)
        strings_add(arena, &words, word);
    return words;
}

/* Checks a value of one kind and stores it at `place`. */
typedef void Filling(Arena *arena, const Option *o, const char *text, void *place);

static void fill_whole(Arena *arena, const Option *o, const char *text, void *place)
{
    bool is_seed = o->kind == OPTION_SEED, is_word = o->words && !strcmp(text, o->words);
    intmax_t most = is_seed ? INTMAX_MAX : (intmax_t)o->range.most;
    const char *what = arena_format(arena, "--%s", o->name);
    intmax_t value = is_word ? 0 : parse_whole(what, text, (intmax_t)o->range.least, most);
    if (is_seed)
        *(uint64_t *)place = (uint64_t)value;
    else
        *(int *)place = (int)value;
}

static void fill_decimal(Arena *arena, const Option *o, const char *text, void *place)
{
    const char *what = arena_format(arena, "--%s", o->name);
    *(double *)place = parse_decimal(what, text, o->range.least, o->range.most);
}

static void fill_choice(Arena *arena, const Option *o, const char *text, void *place)
{
    int *index = place;
    Strings names = option_words(arena, o);
    *index = find_string(names.items, names.count, text);
    if (*index < 0)
        fail_usage("--%s: '%s' is none of %s%s", o->name, text,
                   join_strings(arena, names.items, names.count, ", ", ", "),
                   did_you_mean(arena, text, "", names.items, names.count));
}

static void fill_choices(Arena *arena, const Option *o, const char *text, void *place)
{
    for (char *rest = arena_strdup(arena, text), *item; (item = next_item(&rest));) {
        int index;
        fill_choice(arena, o, item, &index);
        ((bool *)place)[index] = true;
    }
}

static void fill_numbers(Arena *arena, const Option *o, const char *text, void *place)
{
    bool whole = o->kind == OPTION_WHOLES;
    int *wholes = arena_alloc(arena, (size_t)o->count, sizeof *wholes), i = 0;
    double *decimals = arena_alloc(arena, (size_t)o->count, sizeof *decimals);
    for (char *rest = arena_strdup(arena, text), *item; (item = next_item(&rest)); i++) {
        if (i == o->count)
            fail_usage("--%s: more than %d %s", o->name, o->count, o->what);
        if (whole)
            fill_whole(arena, o, item, &wholes[i]);
        else
            fill_decimal(arena, o, item, &decimals[i]);
        if (whole && i && wholes[i] <= wholes[i - 1])
            fail_usage("--%s: %d after %d: %s ascend", o->name, wholes[i], wholes[i - 1], o->what);
    }
    *(Numbers *)place = whole ? (Numbers){.wholes = wholes, .count = i}
                              : (Numbers){.decimals = decimals, .count = i};
}

static void fill(Arena *arena, const Argument *a, Settings *settings)
{
#define KIND(name, function) function,
    static Filling *const fills[] = {
#include "cli/option_kinds.list"
    };
    const Option *o = a->option;
    void *place = (char *)settings + o->at;
    FAILS_AS_USAGE;
    if (o->kind == OPTION_SWITCH)
        *(bool *)place = a->given.count > 0;
    else if (o->kind == OPTION_TEXTS)
        *(Strings *)place = a->given;
    else if (o->kind == OPTION_TEXT)
        *(const char **)place = a->value;
    else if (a->value && fills[o->kind])
        fills[o->kind](arena, o, a->value, place);
}

/* Checks `needs` and `excludes` of an option that is given. */
static void check_others(const Arguments *a, const Option *o)
{
    const Argument *needed = o->needs.option ? argument_named(a, o->needs.option) : NULL;
    const char *said = o->excludes.said;
    if (needed && !(needed->value && id_matches(o->needs.values, needed->value)))
        fail_usage("--%s %s", o->name, o->needs.said);
    for (const Argument *other = a->items; said && other < a->items + a->count; other++)
        if (other->given.count && other->option != o &&
            id_matches(o->excludes.options, other->option->name))
            fail_usage("--%s %s%s", o->name, said,
                       ends_with(said, "--") ? other->option->name : "");
}

void options_validate(const Run *run)
{
    const Arguments *a = run->arguments;
    for (int i = 0; i < a->count; i++)
        fill(run->arena, &a->items[i], run->settings);
    for (int i = 0; i < a->count; i++) { /* read files only if the line is valid so far */
        const Argument *item = &a->items[i];
        const Option *o = item->option;
        if (item->given.count)
            check_others(a, o);
        if (o->kind == OPTION_VECTORS && item->value)
            *(VectorList *)((char *)run->settings + o->at) = vector_list_read(
                run->arena, arena_format(run->arena, "--%s", o->name), item->value, false);
    }
    for (const OptionList *const *lists = a->command->options; *lists; lists++)
        for (const OptionList *list = *lists; list; list = list->more)
            if (list->check)
                list->check(run);
}

/* ---- checks shared by several commands ---- */

/* The limit of standard input: four times the longest possible sentence. */
enum { MOST_INPUT = 16 << 20 };

Bytes text_given(Arena *arena, const char **what, const char *given)
{
    if (!given && !input_is_piped())
        fail_usage("no sentence: give one with --sentence \"…\", or pipe one in");
    if (given && strcmp(given, "-") != 0)
        return (Bytes){given, strlen(given)};
    *what = "standard input";
    return without_byte_order_mark(file_read_open(arena, STDIN_FILENO, *what, MOST_INPUT));
}

void inputs_check(const Strings *sentences)
{
    int inputs = 0;
    for (int i = 0; i < sentences->count; i++)
        inputs += !strcmp(sentences->items[i], "-");
    if (inputs > 1)
        fail_usage("standard input can be one sentence, not %d", inputs);
}

void word_check(const char *what, const char *word)
{
    if (!*word)
        fail_usage("%s: the word is empty", what);
    FAILS_AS_USAGE;
    check_text(what, word, strlen(word));
}

const char *text_trimmed(Arena *arena, Bytes bytes)
{
    bytes = end_trimmed(bytes);
    return arena_strndup(arena, bytes.data, bytes.size);
}
