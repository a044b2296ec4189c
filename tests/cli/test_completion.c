/* The completions as bash runs them. */
#include "support/shell.h"

#include <stdlib.h>
#include <string.h>

/* What a line whose last word is begun goes on with, a space between. */
static const char *completed(Scene *scene, const char *words)
{
    const char *command =
        arena_format(scene->arena,
                     "bash -c 'source <(attnviz --completion bash); COMP_WORDS=(%s); "
                     "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _attnviz; echo \"${COMPREPLY[*]}\"'",
                     words);
    return shell_succeed(scene, command);
}

static const struct {
    const char *words, *completed;
} cases[] = {
    /* commands, where they stand */
    {"attnviz comp", "compare compare-scores compare-models compare-training"},
    {"attnviz compare-", "compare-scores compare-models compare-training"},
    {"attnviz compare pro", ""},
    {"attnviz -s pro", ""},
    {"attnviz tr", "train transformer"},
    {"attnviz train \"\"", "attention bahdanau transformer rnn"},
    {"attnviz att", ""},
    {"attnviz help m", "mask mechanisms"},
    {"attnviz help comp", "compare compare-scores compare-models compare-training"},
    {"attnviz train bahdanau tr", ""},
    /* options, those of the command */
    {"attnviz --wo", "--word"},
    {"attnviz compare --wo", "--word"},
    {"attnviz neighbours king --m", "--minus"},
    {"attnviz projections --m", "--mask"},
    {"attnviz weights --", "--heads --weights --help --version"},
    {"attnviz cost --wi", "--window"},
    {"attnviz train transformer --n", "--norm --no-values"},
    {"attnviz train bahdanau --n", "--no-values"},
    {"attnviz -s bat --he", "--heads --help"},
    {"attnviz --man", ""},
    /* values, those that the command takes */
    {"attnviz compare --theme d", "dark"},
    {"attnviz -w built", "built-in"},
    {"attnviz projections -f np", "npy"},
    {"attnviz luong --score \"\"", "dot general concat"},
    {"attnviz retrieve --score \"\"", "dot scaled cosine additive"},
    {"attnviz cost --window \"\"", ""},
    {"attnviz gradients --cell \"\"", "rnn gru"},
    {"attnviz bahdanau --cell \"\"", "gru rnn"},
    {"attnviz positions --cell \"\"", "auto"},
    {"attnviz train bahdanau --corpus to", "toy"},
    {"attnviz train attention --corpus wo", "wordnet"},
    {"attnviz train bahdanau --kind bahdanau-rnn-", "bahdanau-rnn-causal"},
    {"attnviz luong --theme", "--theme"},
    /* files and folders */
    {"attnviz -w ex", "examples"},
    {"attnviz -o b", "bin"},
    {"attnviz --font b", "bin"},
};

TEST(a_line_goes_on_with_what_its_command_takes)
{
    shell_prepare(scene);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(
            arena_format(scene->arena, "%s: %s", cases[i].words, completed(scene, cases[i].words)),
            arena_format(scene->arena, "%s: %s\n", cases[i].words, cases[i].completed));
}
