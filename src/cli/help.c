#include "cli/help.h"

#include "base/utf8.h"
#include "base/version.h"

#include <string.h>

enum { EXAMPLES = sizeof command_table->examples / sizeof *command_table->examples };

/* "attnviz compare --word WORD …", what a command line of it begins with. */
static void put_usage(FILE *out, const Command *command)
{
    fputs(command->title, out);
    if (command->operands)
        fprintf(out, " %s", command->operands);
    if (*command->usage)
        fprintf(out, " %s", command->usage);
}

/* ---- --help ---- */

static void put_option(FILE *out, const Option *option)
{
    enum { FLAG_WIDTH = 22 };
    char flag[64];
    snprintf(flag, sizeof flag, "--%s %s", option->name, option->argument ? option->argument : "");
    if (option->letter)
        fprintf(out, "  -%c, ", option->letter);
    else
        fputs("      ", out);
    fprintf(out, "%-*s%s", FLAG_WIDTH, flag, option->help);
    if (option->fallback)
        fprintf(out, " [%s]", option->fallback);
    putc('\n', out);
}

/* The options of a group that a command takes, under the group's title if there are any. */
static void put_group(FILE *out, CommandId command, int group)
{
    bool begun = false;
    for (OptionId id = option_groups[group].first; id < option_groups[group + 1].first; id++) {
        if (!option_is_of(id, command))
            continue;
        if (!begun)
            fprintf(out, "%s:\n", option_groups[group].title);
        begun = true;
        put_option(out, &option_table[id]);
    }
}

static void put_commands(FILE *out)
{
    fputs("Commands, each with its own --help:\n", out);
    for (int i = 1; i < COMMAND_COUNT; i++)
        fprintf(out, "  %-18s%s\n", command_name(&command_table[i]), command_table[i].summary);
}

static void put_examples(FILE *out, const Command *command)
{
    fputs(command->examples[1].command ? "Examples:\n" : "Example:\n", out);
    for (int i = 0; i < EXAMPLES && command->examples[i].command; i++)
        fprintf(out, "  %s\n", command->examples[i].command);
}

void help_write(FILE *out, CommandId id)
{
    const Command *command = &command_table[id];
    fputs("Usage: ", out);
    put_usage(out, command);
    fprintf(out, " [OPTION]...\n%s\n", command->summary);
    if (id == COMMAND_ATTENTION)
        put_commands(out);
    for (int group = 0; group < OPTION_GROUPS; group++)
        put_group(out, id, group);
    put_examples(out, command);
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

static void put_man_option(FILE *out, const Option *option)
{
    fputs(".TP\n.B ", out);
    if (option->letter)
        fprintf(out, "\\-%c, ", option->letter);
    fputs("\\-\\-", out);
    put_roff(out, option->name);
    if (option->argument)
        fprintf(out, " \\fI%s\\fP", option->argument);
    putc('\n', out);
    put_roff(out, option->help);
    if (option->fallback) {
        fputs(" (default: ", out);
        put_roff(out, option->fallback);
        putc(')', out);
    }
    putc('\n', out);
}

static void put_man_examples(FILE *out, const Command *command)
{
    for (int i = 0; i < EXAMPLES && command->examples[i].command; i++) {
        fputs(".TP\n.B ", out);
        put_roff(out, command->examples[i].command);
        putc('\n', out);
        put_roff(out, command->examples[i].what);
        putc('\n', out);
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
    for (int i = 0; i < COMMAND_COUNT; i++)
        put_man_examples(out, &command_table[i]);
}

/* All rows of a group: what one command means by a name, and what another does. */
static void put_man_group(FILE *out, int group)
{
    fprintf(out, ".SS %s\n", option_groups[group].title);
    for (OptionId id = option_groups[group].first; id < option_groups[group + 1].first; id++)
        put_man_option(out, &option_table[id]);
}

void man_write(FILE *out)
{
    fprintf(out, ".TH ATTNVIZ 1 \"\" \"attnviz %s\" \"User Commands\"\n", ATTNVIZ_VERSION);
    fputs(".SH NAME\nattnviz \\- trace attention step by step\n.SH SYNOPSIS\n", out);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        fputs(i ? ".br\n.B " : ".B ", out);
        put_usage(out, &command_table[i]);
        fputs("\n[\\fIOPTION\\fP]...\n", out);
    }
    fputs(".SH DESCRIPTION\n", out);
    put_roff(out, command_table[COMMAND_ATTENTION].summary);
    fputs("\nThe sentence goes from its embeddings through the queries, keys and values of each "
          "head to the attention weights and the output, beside attention without learned "
          "projections. Nothing is shown that was not computed.\n.SH COMMANDS\n",
          out);
    for (int i = 1; i < COMMAND_COUNT; i++) {
        fputs(".TP\n.B ", out);
        put_roff(out, command_table[i].title);
        putc('\n', out);
        put_roff(out, command_table[i].summary);
        putc('\n', out);
    }
    fputs(".SH OPTIONS\nA command's own list is that of its \\fB\\-\\-help\\fP.\n", out);
    for (int group = 0; group < OPTION_GROUPS; group++)
        put_man_group(out, group);
    put_man_ends(out);
}

/* ---- completions ---- */

/* Whether one of the words, which stand between spaces, is this one. */
static bool has_word(const char *words, const char *word, size_t length)
{
    for (const char *next = words; *next; next += strspn(next, " ")) {
        size_t size = strcspn(next, " ");
        if (size == length && !strncmp(next, word, length))
            return true;
        next += size;
    }
    return false;
}

/* Whether a row before this one has the word for an option of this name. */
static bool is_put_before(int id, const char *word, size_t length)
{
    for (int i = 0; i < id; i++)
        if (!strcmp(option_table[i].name, option_table[id].name) &&
            has_word(option_table[i].words, word, length))
            return true;
    return false;
}

/* Whether any command takes this mark, "@file" or "@folder", by the option's name. */
static bool is_marked(int id, const char *mark)
{
    for (int i = id; i < OPTION_COUNT; i++)
        if (!strcmp(option_table[i].name, option_table[id].name) &&
            has_word(option_table[i].words, mark, strlen(mark)))
            return true;
    return false;
}

/* The words that an option completes with any of the commands, each once, without the marks for
   files and folders. */
static void put_words(FILE *out, int id)
{
    const char *between = "";
    for (int i = id; i < OPTION_COUNT; i++) {
        const char *next =
            strcmp(option_table[i].name, option_table[id].name) ? "" : option_table[i].words;
        for (; *next; next += strspn(next, " ")) {
            size_t length = strcspn(next, " ");
            if (*next != '@' && !is_put_before(i, next, length)) {
                fprintf(out, "%s%.*s", between, (int)length, next);
                between = " ";
            }
            next += length;
        }
    }
}

/* Two commands may mean different things by one name: completed once. */
static bool is_completed(int id)
{
    for (int i = 0; i < id; i++)
        if (!strcmp(option_table[i].name, option_table[id].name))
            return false;
    return !option_is_hidden((OptionId)id);
}

/* The commands' names, all their words. */
static void put_command_names(FILE *out)
{
    for (int i = 1; i < COMMAND_COUNT; i++)
        fprintf(out, "%s%s", i > 1 ? " " : "", command_name(&command_table[i]));
}

/* What a line that begins with a command may go on with; one that begins with none is the main
   job's, or is about to name a command. */
static void put_bash_options(FILE *out, CommandId command)
{
    if (command == COMMAND_ATTENTION)
        fputs("    *", out);
    else
        fprintf(out, "    '%s '*", command_name(&command_table[command]));
    fputs(") options='", out);
    for (int i = 0; i < OPTION_COUNT; i++)
        if (option_is_of((OptionId)i, command) && !option_is_hidden((OptionId)i))
            fprintf(out, "--%s ", option_table[i].name);
    if (command == COMMAND_ATTENTION)
        put_command_names(out);
    fputs("' ;;\n", out);
}

static void put_bash(FILE *out)
{
    fputs("_attnviz()\n{\n    local word=${COMP_WORDS[COMP_CWORD]} "
          "last=${COMP_WORDS[COMP_CWORD-1]}\n    case $last in\n",
          out);
    for (int i = 0; i < OPTION_COUNT; i++) {
        const Option *o = &option_table[i];
        if (!o->argument || !is_completed(i))
            continue;
        fprintf(out, "    --%s", o->name);
        if (o->letter)
            fprintf(out, "|-%c", o->letter);
        fputs(") COMPREPLY=($(compgen ", out);
        fputs(is_marked(i, "@file") ? "-f " : is_marked(i, "@folder") ? "-d " : "", out);
        fputs("-W '", out);
        put_words(out, i);
        fputs("' -- \"$word\")); return ;;\n", out);
    }
    fputs("    esac\n    local options\n    case \"${COMP_WORDS[*]:1:COMP_CWORD-1} \" in\n", out);
    for (int i = 1; i < COMMAND_COUNT; i++)
        put_bash_options(out, (CommandId)i);
    put_bash_options(out, COMMAND_ATTENTION);
    fputs("    esac\n    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n}\n"
          "complete -o filenames -F _attnviz attnviz\n",
          out);
}

/* A help text inside [brackets] and 'single quotes'. */
static void put_zsh_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", out);
        else if (strchr("[]:\\", *text))
            fprintf(out, "\\%c", *text);
        else
            putc(*text, out);
    }
}

static void put_zsh(FILE *out)
{
    fputs("#compdef attnviz\n_arguments -s '1:command:(", out);
    put_command_names(out);
    fputs(")' '*:word:'", out);
    for (int i = 0; i < OPTION_COUNT; i++) {
        const Option *o = &option_table[i];
        if (!is_completed(i))
            continue;
        fputs(" \\\n  ", out);
        if (o->letter)
            fprintf(out, "{-%c,--%s}", o->letter, o->name);
        else
            fprintf(out, "--%s", o->name);
        fputs("'[", out);
        put_zsh_text(out, o->help);
        fputs("]", out);
        if (o->argument) {
            fprintf(out, ":%s:", o->argument);
            if (is_marked(i, "@file"))
                fputs("_files", out);
            else if (is_marked(i, "@folder"))
                fputs("_files -/", out);
            else if (*o->words) {
                fputs("(", out);
                put_words(out, i);
                fputs(")", out);
            }
        }
        fputs("'", out);
    }
    putc('\n', out);
}

static void put_fish(FILE *out)
{
    for (int i = 1; i < COMMAND_COUNT; i++)
        fprintf(out, "complete -c attnviz -f -n __fish_use_subcommand -a '%s'\n",
                command_name(&command_table[i]));
    for (int i = 0; i < OPTION_COUNT; i++) {
        const Option *o = &option_table[i];
        if (!is_completed(i))
            continue;
        fprintf(out, "complete -c attnviz -l %s", o->name);
        if (o->letter)
            fprintf(out, " -s %c", o->letter);
        if (o->argument && !is_marked(i, "@file") && !is_marked(i, "@folder")) {
            fputs(" -x -a '", out);
            put_words(out, i);
            fputs("'", out);
        } else if (o->argument) {
            fputs(" -r", out);
        }
        fputs(" -d '", out);
        for (const char *c = o->help; *c; c++) {
            if (*c == '\'' || *c == '\\')
                putc('\\', out);
            putc(*c, out);
        }
        fputs("'\n", out);
    }
}

static const struct {
    const char *shell;
    void (*write)(FILE *out);
} shells[] = {{"bash", put_bash}, {"zsh", put_zsh}, {"fish", put_fish}};

bool completion_write(FILE *out, const char *shell, Error *error)
{
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (!strcmp(shells[i].shell, shell)) {
            shells[i].write(out);
            return true;
        }
    return fail_usage(error, "--completion: no shell '%s'; there are bash, zsh and fish", shell);
}
