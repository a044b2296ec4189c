#include "cli/help.h"

#include "base/utf8.h"
#include "base/version.h"
#include "cli/options.h"

#include <string.h>

static const char summary[] =
    "Traces attention step by step: each stage a table, each matrix a picture.";

static const struct {
    const char *command, *what;
} examples[] = {
    {"attnviz -s \"He hit the ball with the bat\" --heads 3 --mask causal",
     "The whole trace, and its pictures in attnviz-out/."},
    {"attnviz -s \"Bat is a mammal\" --explain 'head-2/weights[bat,mammal]' --depth 4",
     "How one number came about."},
};

enum { EXAMPLES = sizeof examples / sizeof *examples };

static bool is_hidden(int id)
{
    return id == OPTION_MAN || id == OPTION_COMPLETION;
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

void help_write(FILE *out)
{
    fprintf(out, "Usage: attnviz --sentence TEXT [OPTION]...\n%s\n", summary);
    for (int group = 0; group < OPTION_GROUPS; group++) {
        fprintf(out, "%s:\n", option_groups[group].title);
        for (OptionId id = option_groups[group].first; id < option_groups[group + 1].first; id++)
            put_option(out, &option_table[id]);
    }
    fputs("Examples:\n", out);
    for (int i = 0; i < EXAMPLES; i++)
        fprintf(out, "  %s\n", examples[i].command);
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
          "is.\n",
          out);
    fputs(".SH EXAMPLES\n", out);
    for (int i = 0; i < EXAMPLES; i++) {
        fputs(".TP\n.B ", out);
        put_roff(out, examples[i].command);
        putc('\n', out);
        put_roff(out, examples[i].what);
        putc('\n', out);
    }
}

void man_write(FILE *out)
{
    fprintf(out, ".TH ATTNVIZ 1 \"\" \"attnviz %s\" \"User Commands\"\n", ATTNVIZ_VERSION);
    fputs(".SH NAME\nattnviz \\- trace attention step by step\n", out);
    fputs(".SH SYNOPSIS\n.B attnviz\n\\fB\\-\\-sentence\\fP \\fITEXT\\fP [\\fIOPTION\\fP]...\n",
          out);
    fputs(".SH DESCRIPTION\n", out);
    put_roff(out, summary);
    fputs("\nThe sentence goes from its embeddings through the queries, keys and values of each "
          "head to the attention weights and the output, beside attention without learned "
          "projections. Nothing is shown that was not computed.\n.SH OPTIONS\n",
          out);
    for (int group = 0; group < OPTION_GROUPS; group++) {
        fprintf(out, ".SS %s\n", option_groups[group].title);
        for (OptionId id = option_groups[group].first; id < option_groups[group + 1].first; id++)
            put_man_option(out, &option_table[id]);
    }
    put_man_ends(out);
}

/* ---- completions ---- */

/* The words an option completes, without the marks for files and folders. */
static void put_words(FILE *out, const char *words)
{
    const char *mark = strchr(words, '@');
    fprintf(out, "%.*s", mark ? (int)(mark - words) : (int)strlen(words), words);
}

static void put_bash(FILE *out)
{
    fputs("_attnviz()\n{\n    local word=${COMP_WORDS[COMP_CWORD]} "
          "last=${COMP_WORDS[COMP_CWORD-1]}\n    case $last in\n",
          out);
    for (int i = 0; i < OPTION_COUNT; i++) {
        const Option *o = &option_table[i];
        if (!o->argument || is_hidden(i))
            continue;
        fprintf(out, "    --%s", o->name);
        if (o->letter)
            fprintf(out, "|-%c", o->letter);
        fputs(") COMPREPLY=($(compgen ", out);
        fputs(strstr(o->words, "@file") ? "-f " : strstr(o->words, "@folder") ? "-d " : "", out);
        fputs("-W '", out);
        put_words(out, o->words);
        fputs("' -- \"$word\")); return ;;\n", out);
    }
    fputs("    esac\n    COMPREPLY=($(compgen -W '", out);
    for (int i = 0; i < OPTION_COUNT; i++)
        if (!is_hidden(i))
            fprintf(out, "%s--%s", i ? " " : "", option_table[i].name);
    fputs("' -- \"$word\"))\n}\ncomplete -o filenames -F _attnviz attnviz\n", out);
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
    fputs("#compdef attnviz\n_arguments -s", out);
    for (int i = 0; i < OPTION_COUNT; i++) {
        const Option *o = &option_table[i];
        if (is_hidden(i))
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
            if (strstr(o->words, "@file"))
                fputs("_files", out);
            else if (strstr(o->words, "@folder"))
                fputs("_files -/", out);
            else if (*o->words) {
                fputs("(", out);
                put_words(out, o->words);
                fputs(")", out);
            }
        }
        fputs("'", out);
    }
    putc('\n', out);
}

static void put_fish(FILE *out)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        const Option *o = &option_table[i];
        if (is_hidden(i))
            continue;
        fprintf(out, "complete -c attnviz -l %s", o->name);
        if (o->letter)
            fprintf(out, " -s %c", o->letter);
        if (o->argument && !strchr(o->words, '@')) {
            fputs(" -x -a '", out);
            put_words(out, o->words);
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
