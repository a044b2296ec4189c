#include "cli/help.h"

#include "base/text.h"
#include "base/version.h"

#include <string.h>

static const char *const group_titles[] = {
    [OPTIONS_COMPUTED] = "What is computed", [OPTIONS_DRAWN] = "Random weights",
    [OPTIONS_ASKED] = "What is asked of it", [OPTIONS_FILES] = "Files and tables",
    [OPTIONS_PICTURES] = "Pictures",         [OPTIONS_OTHER] = "Other",
};

/* "attnviz compare --word WORD …", what a command line of it begins with. */
static void put_usage(FILE *out, const Command *command)
{
    fputs(command->title, out);
    if (command->operands)
        fprintf(out, " %s", command->operands);
    if (command->usage)
        fprintf(out, " %s", command->usage);
}

/* The line about an option, with the names of its values: "layer norms: post, pre or none". */
static const char *help_of(Arena *arena, const Option *o)
{
    const char *mark = strchr(o->help, '%'), *name, *next;
    if (!mark)
        return o->help;
    Text help = text_new(arena);
    text_add_bytes(&help, o->help, (size_t)(mark - o->help));
    for (int i = 0; (name = option_word(arena, o, i)); i++) {
        next = option_word(arena, o, i + 1);
        text_format(&help, "%s%s",
                    !i                                  ? ""
                    : next || o->kind == OPTION_CHOICES ? ", "
                                                        : " or ",
                    name);
    }
    text_add(&help, mark + 1);
    return help.data;
}

/* ---- --help ---- */

static void put_option(FILE *out, Arena *arena, const Option *option)
{
    enum { FLAG_WIDTH = 22 };
    const char *flag =
        arena_format(arena, "--%s %s", option->name, option->argument ? option->argument : "");
    if (option->letter)
        fprintf(out, "  -%c, ", option->letter);
    else
        fputs("      ", out);
    fprintf(out, "%-*s%s", FLAG_WIDTH, flag, help_of(arena, option));
    if (option->fallback)
        fprintf(out, " [%s]", option->fallback);
    putc('\n', out);
}

/* The options of a group, under the group's title if there are any. */
static void put_group(FILE *out, Arena *arena, const Arguments *a, OptionGroup group)
{
    bool begun = false;
    for (int i = 0; i < a->count; i++) {
        if (a->items[i].group != group)
            continue;
        if (!begun)
            fprintf(out, "%s:\n", group_titles[group]);
        begun = true;
        put_option(out, arena, a->items[i].option);
    }
}

static void put_commands(FILE *out)
{
    fputs("Commands, each with its own --help:\n", out);
    for (const Command *const *c = command_table + 1; *c; c++)
        fprintf(out, "  %-18s%s\n", command_name(*c), (*c)->summary);
}

void help_write(FILE *out, Arena *arena, const Command *command)
{
    Arguments a = options_default(command);
    const Example *examples = command->examples;
    fputs("Usage: ", out);
    put_usage(out, command);
    fprintf(out, " [OPTION]...\n%s\n", command->summary);
    if (command == command_table[0])
        put_commands(out);
    for (OptionGroup group = OPTIONS_COMPUTED; group < OPTIONS_HIDDEN; group++)
        put_group(out, arena, &a, group);
    fputs(examples[1].command ? "Examples:\n" : "Example:\n", out);
    for (const Example *e = examples; e->command; e++)
        fprintf(out, "  %s\n", e->command);
}

/* ---- the manual page ---- */

/* roff takes a backslash for itself, a '-' for a hyphen, and a '.' or ''' in front for a
   command. */
static void put_roff(FILE *out, const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", out);
    for (; *text; text++) {
        if (*text == '\\')
            fputs("\\e", out);
        else if (*text == '-')
            fputs("\\-", out);
        else
            putc(*text, out);
    }
}

/* A paragraph of its own: what is told of, and what is said of it. */
static void put_man_entry(FILE *out, const char *title, const char *text)
{
    fputs(".TP\n.B ", out);
    put_roff(out, title);
    putc('\n', out);
    put_roff(out, text);
    putc('\n', out);
}

static void put_man_option(FILE *out, Arena *arena, const Option *option)
{
    fputs(".TP\n.B ", out);
    if (option->letter)
        fprintf(out, "\\-%c, ", option->letter);
    fputs("\\-\\-", out);
    put_roff(out, option->name);
    if (option->argument)
        fprintf(out, " \\fI%s\\fP", option->argument);
    putc('\n', out);
    put_roff(out, help_of(arena, option));
    if (option->fallback) {
        fputs(" (default: ", out);
        put_roff(out, option->fallback);
        putc(')', out);
    }
    putc('\n', out);
}

/* What a command takes that the main job does not, and what it computes. */
static void put_man_own_options(FILE *out, Arena *arena, const Command *command,
                                const Arguments *shared)
{
    Arguments a = options_default(command);
    fputs(".SS ", out);
    put_roff(out, command->title);
    putc('\n', out);
    for (int i = 0; i < a.count; i++) {
        const Argument *item = &a.items[i], *same = argument_named(shared, item->option->name);
        if (item->group <= OPTIONS_DRAWN || !same || same->option != item->option)
            put_man_option(out, arena, item->option);
    }
}

static void put_man_options(FILE *out, Arena *arena)
{
    Arguments shared = options_default(command_table[0]);
    fputs(".SH OPTIONS\nFirst what is each command's own, then what nearly all have in common; a "
          "command's \\fB\\-\\-help\\fP has the whole of its list.\n",
          out);
    for (const Command *const *c = command_table; *c; c++)
        put_man_own_options(out, arena, *c, &shared);
    for (OptionGroup group = OPTIONS_ASKED; group < OPTIONS_HIDDEN; group++) {
        fprintf(out, ".SS %s\n", group_titles[group]);
        for (int i = 0; i < shared.count; i++)
            if (shared.items[i].group == group)
                put_man_option(out, arena, shared.items[i].option);
    }
}

static void put_man_ends(FILE *out)
{
    fputs(".SH FILES\nThe folder of "
          "\\fB\\-\\-out\\fP holds exactly the files of the last run; "
          "\\fI.attnviz\\fP in it lists them. A file that attnviz did not write is never removed "
          "or overwritten.\n",
          out);
    fputs(".SH ENVIRONMENT\n\\fBNO_COLOR\\fP: when set and not empty, tables are not shaded "
          "unless \\fB\\-\\-color\\fP asks.\n",
          out);
    fputs(".SH EXIT STATUS\n0 on success, 2 when the command line is wrong, 1 when anything else "
          "is. A signal (Ctrl-C) ends the program as signals do, which a shell shows as 130; "
          "training saves what is learned so far first.\n",
          out);
    fputs(".SH EXAMPLES\n", out);
    for (const Command *const *c = command_table; *c; c++)
        for (const Example *e = (*c)->examples; e->command; e++)
            put_man_entry(out, e->command, e->what);
}

void man_write(FILE *out, Arena *arena)
{
    fprintf(out, ".TH ATTNVIZ 1 \"\" \"attnviz %s\" \"User Commands\"\n", ATTNVIZ_VERSION);
    fputs(".SH NAME\nattnviz \\- trace attention step by step\n.SH SYNOPSIS\n", out);
    for (const Command *const *c = command_table; *c; c++) {
        fputs(c > command_table ? ".br\n.B " : ".B ", out);
        put_usage(out, *c);
        fputs("\n[\\fIOPTION\\fP]...\n", out);
    }
    fputs(".SH DESCRIPTION\n", out);
    put_roff(out, command_table[0]->summary);
    fputs("\nThe sentence goes from its embeddings through the queries, keys and values of each "
          "head to the attention weights and the output, beside attention without learned "
          "projections. Nothing is shown that was not computed.\n.SH COMMANDS\n",
          out);
    for (const Command *const *c = command_table + 1; *c; c++)
        put_man_entry(out, (*c)->title, (*c)->summary);
    put_man_options(out, arena);
    put_man_ends(out);
}

/* ---- completions ---- */

/* The words that commands' names go on with behind what is `begun` of them, "" or "train ", each
   once. */
static const char *command_words(Arena *arena, const char *begun)
{
    Text list = text_new(arena);
    size_t length = strlen(begun);
    for (const Command *const *c = command_table + 1; *c; c++) {
        const char *word = command_name(*c) + length;
        if (strncmp(command_name(*c), begun, length) != 0)
            continue;
        word = arena_format(arena, "%.*s ", (int)strcspn(word, " "), word);
        if (!strstr(arena_format(arena, " %s", list.data), arena_format(arena, " %s", word)))
            text_add(&list, word);
    }
    return list.data;
}

/* The first word of a command's name where that is but the beginning of it, "train ", once for all
   of these commands; else NULL. */
static const char *command_beginning(Arena *arena, const Command *const *command)
{
    const char *name = command_name(*command), *space = strchr(name, ' ');
    if (!space)
        return NULL;
    size_t length = (size_t)(space - name) + 1;
    for (const Command *const *c = command_table; c < command; c++)
        if (!strncmp(command_name(*c), name, length))
            return NULL;
    return arena_strndup(arena, name, length);
}

/* What is completed for an option's value. */
typedef struct Completed {
    const char *words;   /* with a space between */
    bool files, folders; /* those too */
} Completed;

static Completed completed(Arena *arena, const Option *o)
{
    Completed c = {0};
    Text words = text_new(arena);
    for (int i = 0; option_word(arena, o, i); i++) {
        const char *word = option_word(arena, o, i);
        c.files |= !strcmp(word, "@file");
        c.folders |= !strcmp(word, "@folder");
        if (*word != '@')
            text_format(&words, "%s%s", words.length ? " " : "", word);
    }
    c.words = words.data;
    return c;
}

/* How a shell's file of completions is put together: formats for printf, and what is written of an
   option. */
typedef struct Shell {
    const char *name;
    const char *begin;     /* the words of all commands */
    const char *beginning; /* "train ", and the words that it goes on with */
    const char *command;   /* a command's name; then its options */
    const char *main_job;  /* the words of all commands; then the options of the main job */
    const char *command_end, *end;
    void (*put_option)(FILE *out, Arena *arena, const Command *command, const Option *option);
} Shell;

static void put_bash_option(FILE *out, Arena *arena, const Command *command, const Option *o)
{
    Completed c = completed(arena, o);
    (void)command;
    fprintf(out, "        _attnviz_option --%s %s", o->name,
            o->letter ? arena_format(arena, "-%c", o->letter) : "''");
    if (o->argument)
        fprintf(out, " %s-W '%s'", c.files ? "-f " : c.folders ? "-d " : "", c.words);
    putc('\n', out);
}

/* A text between quotes, a backslash before what the shell would take for its own. */
static void put_escaped(FILE *out, const char *text, const char *own, const char *quote)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs(quote, out);
        else
            fprintf(out, strchr(own, *text) ? "\\%c" : "%c", *text);
    }
}

static void put_zsh_option(FILE *out, Arena *arena, const Command *command, const Option *o)
{
    Completed c = completed(arena, o);
    (void)command;
    fputs(o->kind == OPTION_TEXTS && o->count != 1 ? " \\\n    \\*" : " \\\n    ", out);
    if (o->letter)
        fprintf(out, "{-%c,--%s}'[", o->letter, o->name);
    else
        fprintf(out, "--%s'[", o->name);
    put_escaped(out, help_of(arena, o), "[]:\\", "'\\''");
    putc(']', out);
    if (o->argument)
        fprintf(out, ":%s:", o->argument);
    if (c.files || c.folders)
        fputs(c.files ? "_files" : "_files -/", out);
    else if (*c.words)
        fprintf(out, "(%s)", c.words);
    putc('\'', out);
}

static void put_fish_option(FILE *out, Arena *arena, const Command *command, const Option *o)
{
    Completed c = completed(arena, o);
    const char *name = command_name(command);
    fprintf(out, "complete -c attnviz -n '__attnviz_runs%s%s' -l %s", *name ? " " : "", name,
            o->name);
    if (o->letter)
        fprintf(out, " -s %c", o->letter);
    if (o->argument && !c.files && !c.folders)
        fprintf(out, " -x -a '%s'", c.words);
    else if (o->argument)
        fputs(" -r", out);
    fputs(" -d '", out);
    put_escaped(out, help_of(arena, o), "\\", "\\'");
    fputs("'\n", out);
}

/* In bash an option adds its name to the words, and says what its value may be if it stands last.
   The functions of fish and of zsh's completion system are described in their manuals. */
static const Shell shells[] = {
    {"bash",
     "_attnviz_option()\n{\n    words+=\" $1\"\n"
     "    if [[ $# -gt 2 && ($last == \"$1\" || $last == \"$2\") ]]; then values=(\"${@:3}\"); "
     "fi\n}\n"
     "_attnviz()\n{\n    local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]}\n"
     "    local words= values=()\n"
     "    if ((COMP_CWORD == 1)); then words='%s'; fi\n"
     "    case \"${COMP_WORDS[*]:1:COMP_CWORD-1} \" in\n",
     "    '%s') words='%s' ;;\n", "    '%s '*)\n", "    ' '|-*)\n", "        ;;\n",
     "    esac\n    if ((!${#values[@]})); then values=(-W \"$words\"); fi\n"
     "    COMPREPLY=($(compgen \"${values[@]}\" -- \"$word\"))\n}\n"
     "complete -o filenames -F _attnviz attnviz\n",
     put_bash_option},
    {"zsh", "#compdef attnviz\ncase \"${(j: :)words[2,CURRENT-1]} \" in\n", "'%s') compadd %s;;\n",
     "'%s '*) _arguments -s '*:word:'", "' '|-*) _arguments -s '1:command:(%s)' '*:word:'", " ;;\n",
     "esac\n", put_zsh_option},
    {"fish",
     "function __attnviz_runs\n" /* a command of this name; without one, the main job */
     "    set -l words (commandline -opc)\n"
     "    if set -q argv[1]\n"
     "        set -l name $words[2..(math 1 + (count $argv))]\n"
     "        test \"$name\" = \"$argv\"\n"
     "    else\n"
     "        not set -q words[2]; or string match -q -- '-*' $words[2]\n"
     "    end\nend\n"
     "complete -c attnviz -f -n 'test (count (commandline -opc)) -eq 1' -a '%s'\n",
     "complete -c attnviz -f -n '__attnviz_runs %s; and test (count (commandline -opc)) -eq 2' -a "
     "'%s'\n",
     "", "", "", "", put_fish_option},
};

static void put_completions(FILE *out, Arena *arena, const Shell *shell, const Command *command)
{
    Arguments a = options_default(command);
    for (int i = 0; i < a.count; i++)
        if (a.items[i].group != OPTIONS_HIDDEN)
            shell->put_option(out, arena, command, a.items[i].option);
    fputs(shell->command_end, out);
}

bool completion_write(FILE *out, Arena *arena, const char *name, Error *error)
{
    const Shell *shell = shells, *last = shells + sizeof shells / sizeof *shells - 1;
    const char *words = command_words(arena, "");
    while (strcmp(shell->name, name) != 0)
        if (shell++ == last)
            return fail_usage(error, "--completion: no shell '%s'; there are bash, zsh and fish",
                              name);
    fprintf(out, shell->begin, words);
    for (const Command *const *c = command_table + 1; *c; c++) {
        const char *begun = command_beginning(arena, c);
        if (begun)
            fprintf(out, shell->beginning, begun, command_words(arena, begun));
        fprintf(out, shell->command, command_name(*c));
        put_completions(out, arena, shell, *c);
    }
    fprintf(out, shell->main_job, words);
    put_completions(out, arena, shell, command_table[0]);
    fputs(shell->end, out);
    return true;
}
