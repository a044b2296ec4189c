#include "cli/settings.h"

/* ---- the pages ---- */

/* The templates in the .list files beside this file. Between « and » is a tag:
 *
 *     «summary»   «=summary»   «name,18»   a word's value; unescaped; padded to a width
 *     «?letter» … «/»   «!letter» … «/»    only if the word has a value, or has none
 *     «*options» … «/»                     a loop
 *
 * A line that contains only an opening or closing tag is not written. */
extern const char start_list[], help_list[], manual_list[], bash_list[], zsh_list[], fish_list[],
    mask_list[], explain_list[], what_if_list[], format_list[], words_list[], levels_list[];

typedef struct Page {
    const char *name, *text;
    const char *escapes[12]; /* special characters, each with its escape; NULL-terminated */
} Page;

/* The topics are listed on the start page. */
enum { TOPICS = 6, SHELLS = 3 };

static const Page pages[] = {
#include "cli/pages.list"
};

/* ---- values ---- */

enum { MOST_WORDS = 32, ANY_GROUP = -1 };

/* A page being rendered: its current subject, and the values of all words. */
typedef struct Writer {
    FILE *out;
    Arena *arena;
    const Page *page;
    const Command *command;
    int group; /* or ANY_GROUP */
    Lexicon words;
    const char *values[MOST_WORDS]; /* "": no value */
} Writer;

static void set(Writer *w, const char *name, const char *value)
{
    int word = lexicon_add(&w->words, name);
    CHECK(word < MOST_WORDS, "too many words");
    w->values[word] = value ? value : "";
}

static const char *value_of(const Writer *w, const char *name)
{
    int word = lexicon_find(&w->words, name);
    CHECK(word >= 0, "%s has no word %s", w->page->name, name);
    return w->values[word];
}

/* The distinct next words of all command names that begin with `begun`, "" or "train ". */
static const char *endings(Arena *arena, const char *begun)
{
    Lexicon words = lexicon_new(arena);
    for (const Command *const *c = command_table + 1; *c; c++) {
        const char *word = command_name(*c) + strlen(begun);
        if (begins_with(command_name(*c), begun))
            lexicon_add(&words, arena_strndup(arena, word, strcspn(word, " ")));
    }
    return join_strings(arena, words.words, words.count, " ", " ");
}

/* The first word of a two-word command name, "train ", only for the first such command; else "". */
static const char *beginning(Arena *arena, const Command *command)
{
    const char *name = command_name(command), *space = strchr(name, ' ');
    const char *begun = space ? arena_strndup(arena, name, (size_t)(space + 1 - name)) : "";
    for (const Command *const *c = command_table; *c != command; c++)
        begun = begins_with(command_name(*c), begun) ? "" : begun;
    return begun;
}

static void set_command(Writer *w, const Command *c)
{
    w->command = c;
    set(w, "name", command_name(c));
    set(w, "title", c->title);
    set(w, "operands", c->operands);
    set(w, "usage", c->usage);
    set(w, "summary", c->summary);
    set(w, "about", c->about);
    set(w, "several", c->examples[1].line);
    set(w, "beginning", beginning(w->arena, c));
    set(w, "endings", endings(w->arena, beginning(w->arena, c)));
}

/* The help line of an option, with the names of its values: "layer norms: post, pre or none". */
static const char *help_of(Arena *arena, const Option *o)
{
    Strings words = option_words(arena, o);
    const char *values = join_strings(arena, words.items, words.count, ", ", " or ");
    return respelled(arena, o->help, (const char *const[]){"%", values, NULL});
}

static void set_option(Writer *w, const Option *o)
{
    Text words = text_new(w->arena);
    Strings all = option_words(w->arena, o);
    for (int i = 0; i < all.count; i++)
        if (*all.items[i] != '@')
            text_format(&words, "%s%s", words.length ? " " : "", all.items[i]);
    set(w, "option", o->name);
    set(w, "letter", arena_strndup(w->arena, &o->letter, o->letter != 0));
    set(w, "argument", o->argument);
    set(w, "flag", arena_format(w->arena, "--%s %s", o->name, value_of(w, "argument")));
    set(w, "help", help_of(w->arena, o));
    set(w, "default", o->fallback);
    set(w, "repeats", o->kind == OPTION_TEXTS && o->count != 1 ? "repeats" : "");
    /* for completing its value */
    set(w, "words", words.data);
    set(w, "files", find_string(all.items, all.count, "@file") >= 0 ? "files" : "");
    set(w, "folders", find_string(all.items, all.count, "@folder") >= 0 ? "folders" : "");
}

/* ---- loops ---- */

static const char *render(Writer *w, const char *text, bool shown);

/* Which options. */
enum { ALL, OWN };

/* All commands from `first` on, then those before it. */
static void each_command(Writer *w, const char *part, int first)
{
    const Command *before = w->command;
    int count = command_names(w->arena).count + 1;
    for (int i = 0; i < count; i++) {
        set_command(w, command_table[(first + i) % count]);
        render(w, part, true);
    }
    set_command(w, before);
}

/* The formats, with their file names. */
static void each_format(Writer *w, const char *part, int first)
{
    for (int i = first; i < FORMAT_COUNT; i++) {
        const char *name = format_files[i]->name;
        set(w, "format", format_name(i));
        set(w, "files", arena_format(w->arena, "%s%s", *name == '.' ? "NN-STEP" : "", name));
        render(w, part, true);
    }
}

static void each_example(Writer *w, const char *part, int first)
{
    for (const Example *e = w->command->examples + first; e->line; e++) {
        set(w, "example", e->line);
        set(w, "what", e->what);
        render(w, part, true);
    }
}

/* Whether to list an option: if it is in the current group; or, with `shared`, if it affects the
   computation or the main command does not have it. */
static bool is_told(const Writer *w, const Argument *item, const Arguments *shared)
{
    if (!shared)
        return w->group == ANY_GROUP ? item->group != OPTIONS_HIDDEN : (int)item->group == w->group;
    const Argument *same = argument_named(shared, item->option->name);
    return item->group <= OPTIONS_DRAWN || !same || same->option != item->option;
}

static void each_option(Writer *w, const char *part, int which)
{
    Arguments a = options_default(w->command), shared = options_default(command_table[0]);
    for (int i = 0; i < a.count; i++) {
        if (!is_told(w, &a.items[i], which == OWN ? &shared : NULL))
            continue;
        set_option(w, a.items[i].option);
        render(w, part, true);
    }
}

/* The groups from `first` on in which the command has options. */
static void each_group(Writer *w, const char *part, int first)
{
#define GROUP(name, title) title,
    static const char *const titles[] = {
#include "cli/option_groups.list"
    };
    Arguments a = options_default(w->command);
    for (int group = first; group < OPTIONS_HIDDEN; group++) {
        bool any = false;
        for (int i = 0; i < a.count; i++)
            any |= (int)a.items[i].group == group;
        w->group = group;
        set(w, "group", titles[group]);
        if (any)
            render(w, part, true);
    }
    w->group = ANY_GROUP;
}

/* Stands for command names among the tongues. */
enum { NAMES = TONGUES };

/* Names of commands, or the toy language's words. */
static void each_word(Writer *w, UNUSED const char *part, int which)
{
    PairSource toy = language_source(w->arena, LONGEST_USUAL, false);
    Lexicon names = command_names(w->arena), *words = which == FRENCH ? &toy.target : &toy.source;
    const char *list = which == NAMES ? join_strings(w->arena, names.words, names.count, ", ", ", ")
                                      : words_listed(w->arena, words);
    text_write_paragraph(w->out, w->arena, "  ", list, terminal_width());
}

static void each(Writer *w, const char *what, const char *part)
{
    static const struct Loop {
        const char *what;
        void (*each)(Writer *w, const char *part, int which);
        int which;
    } kinds[] = {
#include "cli/repeated.list"
    };
    const struct Loop *loop = find_named(kinds, COUNT_OF(kinds), sizeof *kinds, what);
    CHECK(loop, "%s asks for %s", w->page->name, what);
    loop->each(w, part, loop->which);
}

/* ---- the page ---- */

static void put_word(Writer *w, const char *mark)
{
    const char *comma = strchr(mark, ',');
    if (*mark == '=')
        fputs(value_of(w, mark + 1), w->out);
    else if (comma)
        fprintf(w->out, "%-*s", atoi(comma + 1),
                value_of(w, arena_strndup(w->arena, mark, (size_t)(comma - mark))));
    else
        fputs(respelled(w->arena, value_of(w, mark), w->page->escapes), w->out);
}

/* Renders a template up to its end or the closing tag of the current part; returns the rest. */
static const char *render(Writer *w, const char *text, bool shown)
{
    for (const char *mark; (mark = strstr(text, "«"));) {
        bool begins_line = mark == w->page->text || mark[-1] == '\n';
        if (shown)
            fwrite(text, 1, (size_t)(mark - text), w->out);
        text = mark + strlen("«");
        const char *name = next_part(w->arena, &text, "»");
        if (strchr("/?!*", *name) && begins_line && *text == '\n')
            text++;
        if (*name == '/')
            return text;
        bool is_part = strchr("?!", *name), wanted = false;
        if (shown && is_part)
            wanted = *value_of(w, name + 1) ? *name == '?' : *name == '!';
        else if (shown && *name == '*')
            each(w, name + 1, text);
        else if (shown)
            put_word(w, name);
        if (is_part || *name == '*')
            text = render(w, text, wanted);
    }
    fputs(text, w->out);
    return text;
}

/* Everything that has a help page: the topics, then the commands. */
static Lexicon told_of(Arena *arena)
{
    Lexicon names = lexicon_new(arena), commands = command_names(arena);
    for (int i = 0; i < TOPICS; i++)
        lexicon_add(&names, pages[i].name);
    for (int i = 0; i < commands.count; i++)
        lexicon_add(&names, commands.words[i]);
    return names;
}

void help_write(FILE *out, Arena *arena, const char *page, const Command *command)
{
    Writer w = {.out = out, .arena = arena, .group = ANY_GROUP, .words = lexicon_new(arena)};
    w.page = find_named(pages, COUNT_OF(pages), sizeof *pages, page);
    set(&w, "version", ATTNVIZ_VERSION);
    set(&w, "commands", endings(arena, ""));
    set(&w, "topics", join_strings(arena, told_of(arena).words, TOPICS, " ", " "));
    set_command(&w, command);
    render(&w, w.page->text, true);
}

void completion_write(FILE *out, Arena *arena, const char *name)
{
    if (!find_named(pages + TOPICS, SHELLS, sizeof *pages, name))
        fail_usage("--completion: no shell '%s'; there are bash, zsh and fish", name);
    help_write(out, arena, name, command_table[0]);
}

/* ---- the command ---- */

/* Shows the start page, a topic, or the help of a command, whose name may have two words. */
Trace *help_command(const Run *run)
{
    Arena *arena = run->arena;
    const Strings *words = &run->arguments->operands;
    const char *name = join_strings(arena, words->items, words->count, " ", " ");
    Lexicon names = told_of(arena);
    int found = lexicon_find(&names, name);
    const char *meant = did_you_mean(arena, name, "", names.words, names.count);
    if (!words->count)
        help_write(stdout, arena, "start", command_table[0]);
    else if (found >= TOPICS)
        help_write(stdout, arena, "help", command_table[1 + found - TOPICS]);
    else if (found >= 0)
        help_write(stdout, arena, name, command_table[0]);
    else
        fail_usage("no help on '%s'%s", name, *meant ? meant : "; attnviz help lists the topics");
    return NULL;
}
