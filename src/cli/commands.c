#include "cli/commands.h"

#include "base/nearest.h"
#include "base/text.h"
#include "cli/attention.h"
#include "cli/bahdanau.h"
#include "cli/bottleneck.h"
#include "cli/compare.h"
#include "cli/compare_models.h"
#include "cli/compare_scores.h"
#include "cli/cost.h"
#include "cli/gradients.h"
#include "cli/luong.h"
#include "cli/neighbours.h"
#include "cli/norms.h"
#include "cli/positions.h"
#include "cli/projections.h"
#include "cli/retrieve.h"
#include "cli/train_attention.h"
#include "cli/train_bahdanau.h"
#include "cli/train_transformer.h"
#include "cli/transformer.h"
#include "cli/variance.h"
#include "cli/weights.h"

#include <string.h>

const Command command_table[COMMAND_COUNT] = {
    [COMMAND_ATTENTION] =
        {.title = "attnviz",
         .usage = "--sentence TEXT",
         .summary = "Traces attention step by step: each stage a table, each matrix a picture.",
         .examples = {{"attnviz -s \"He hit the ball with the bat\" --heads 3 --mask causal",
                       "The whole trace, and its pictures in attnviz-out/."},
                      {"attnviz -s \"Bat is a mammal\" --explain 'head-2/weights[bat,mammal]' "
                       "--depth 4",
                       "How one number came about."}},
         .run = attention_run},
    [COMMAND_COMPARE] =
        {.title = "attnviz compare",
         .usage = "--word WORD --sentence TEXT --sentence TEXT",
         .summary = "One word in two sentences: one vector goes in, two come out.",
         .examples = {{"attnviz compare -W bat -s \"He hit the ball with the bat\" "
                       "-s \"Bat is a mammal\"",
                       "What each sentence makes of the word."},
                      {"attnviz compare -W bat -s \"Hit a bat\" -s \"A bat flew\" -e "
                       "'cosine/after[1,2]'",
                       "How one of its numbers came about."}},
         .run = compare_run},
    [COMMAND_PROJECTIONS] =
        {.title = "attnviz projections",
         .usage = "--sentence TEXT",
         .summary = "What learned projections do that XXᵀ does not, on one page.",
         .examples = {{"attnviz projections -s \"He hit the ball with the bat\"",
                       "Symmetry, the diagonal, entropy, and how far apart the heads are."}},
         .run = projections_run},
    [COMMAND_NEIGHBOURS] = {.title = "attnviz neighbours",
                            .usage = "",
                            .operands = "WORD...",
                            .summary = "The words nearest to a word, or to a sum of words.",
                            .examples = {{"attnviz neighbours bat ball", "Two lists."},
                                         {"attnviz neighbours king --minus man --plus woman",
                                          "An analogy."}},
                            .run = neighbours_run},
    [COMMAND_WEIGHTS] = {.title = "attnviz weights",
                         .usage = "",
                         .summary = "What weights were learned from, and how well.",
                         .examples = {{"attnviz weights", "The built-in ones."}},
                         .run = weights_run},
    [COMMAND_TRAIN_ATTENTION] =
        {.title = "attnviz train attention",
         .usage = "",
         .summary = "Learns weights from a text, and shows them being learned.",
         .examples = {{"attnviz train attention --corpus novel.txt --out novel.safetensors",
                       "Weights from a text of one's own, for --weights. Ctrl-C saves what is "
                       "learned so far."},
                      {"attnviz train attention --watch \"He hit the ball with the bat\"",
                       "From WordNet, and how the attention of a sentence changes meanwhile."}},
         .run = train_attention_run},
    [COMMAND_TRAIN_BAHDANAU] =
        {.title = "attnviz train bahdanau",
         .usage = "",
         .summary = "Learns a translator from the toy language, or from pairs.",
         .examples = {{"attnviz train bahdanau --out mine.safetensors",
                       "The built-in one again. Ctrl-C saves what is learned so far."},
                      {"attnviz train bahdanau --kind dot --corpus pairs.txt",
                       "Luong's dot score, from a file with a sentence, a tab and its translation "
                       "a line."}},
         .run = train_bahdanau_run},
    [COMMAND_TRAIN_TRANSFORMER] =
        {.title = "attnviz train transformer",
         .usage = "",
         .summary = "Learns a transformer from the toy language, or from pairs.",
         .examples = {{"attnviz train transformer --out mine.safetensors",
                       "The built-in one again. Ctrl-C saves what is learned so far."},
                      {"attnviz train transformer --layers 1 --norm pre --corpus pairs.txt",
                       "One layer a side, from a file with a sentence, a tab and its translation "
                       "a line."}},
         .run = train_transformer_run},
    [COMMAND_RETRIEVE] =
        {.title = "attnviz retrieve",
         .usage = "",
         .summary = "Attention at its smallest: one query, a few keys and values.",
         .examples = {{"attnviz retrieve --query 2,1 --keys \"1,0; 0,1; 1,1\"",
                       "Scores, weights and the weighted sum, with lengths and angles."},
                      {"attnviz retrieve --score scaled --explain 'output[q,1]'",
                       "How one number of the output came about."}},
         .run = retrieve_run},
    [COMMAND_GRADIENTS] = {.title = "attnviz gradients",
                           .usage = "",
                           .summary = "Gradients through time: they vanish, hold or explode.",
                           .examples = {{"attnviz gradients --length 30 --gain 0.5,1,1.5",
                                         "The norm of a gradient by how far it went back."},
                                        {"attnviz gradients --cell gru --clip 1",
                                         "What gates change, and a gradient clipped to norm 1."}},
                           .run = gradients_run},
    [COMMAND_BAHDANAU] = {.title = "attnviz bahdanau",
                          .usage = "",
                          .summary = "A sentence is translated: the inside of the alignment model.",
                          .examples = {{"attnviz bahdanau",
                                        "The sentence of Bahdanau et al. 2015, figure 3."},
                                       {"attnviz bahdanau --source \"the cat sleeps\" -e "
                                        "'step-2/weights[1,cat]'",
                                        "A weight of the second word, down to the tanh."}},
                          .run = bahdanau_run},
    [COMMAND_LUONG] = {.title = "attnviz luong",
                       .usage = "",
                       .summary = "The same with the scores and windows of Luong et al. 2015.",
                       .examples = {{"attnviz luong --score dot",
                                     "A dot product instead of a layer."},
                                    {"attnviz luong --local predictive --window 3",
                                     "A window about the place that it expects."}},
                       .run = luong_run},
    [COMMAND_COMPARE_SCORES] =
        {.title = "attnviz compare-scores",
         .usage = "",
         .summary = "One translation seen by all alignment models side by side.",
         .examples = {{"attnviz compare-scores --source \"the red car works\"",
                       "A panel for each, and a table of where each word looks."}},
         .run = compare_scores_run},
    [COMMAND_BOTTLENECK] = {.title = "attnviz bottleneck",
                            .usage = "",
                            .summary =
                                "Translators with and without attention, by sentence length.",
                            .examples = {{"attnviz bottleneck",
                                          "As in Bahdanau et al. 2015, figure 2."}},
                            .run = bottleneck_run},
    [COMMAND_POSITIONS] = {.title = "attnviz positions",
                           .usage = "",
                           .summary = "Sinusoidal positions: their waves, dot products, rotation.",
                           .examples = {{"attnviz positions --length 50 --dim 48", "The paper's."},
                                        {"attnviz positions --base 1000",
                                         "A base that some print, and what it changes."}},
                           .run = positions_run},
    [COMMAND_VARIANCE] = {.title = "attnviz variance",
                          .usage = "",
                          .summary = "Why scores are divided by √dₖ, measured on drawn numbers.",
                          .examples = {{"attnviz variance", "Five sizes, from 1 to 256."},
                                       {"attnviz variance --dim 2,8,32,128 --samples 1000",
                                        "Others, more exactly."}},
                          .run = variance_run},
    [COMMAND_NORMS] = {.title = "attnviz norms",
                       .usage = "--sentence TEXT [--sentence TEXT]...",
                       .summary = "Layer norm beside batch norm on the same numbers.",
                       .examples = {{"attnviz norms -s \"He hit the ball\" -s \"Bat is a mammal\"",
                                     "And what the second sentence changes for the first."}},
                       .run = norms_run},
    [COMMAND_TRANSFORMER] =
        {.title = "attnviz transformer",
         .usage = "",
         .summary = "Encoder and decoder, with three kinds of attention.",
         .examples = {{"attnviz transformer --source \"the european economic area\"",
                       "From positional encoding to the output words."},
                      {"attnviz transformer --weights random --layers 6 --layer 3 --heads 8",
                       "As deep as the paper's, drawn at random; the third layer is told whole."}},
         .run = transformer_run},
    [COMMAND_COST] = {.title = "attnviz cost",
                      .usage = "",
                      .summary = "What attention, recurrence and convolution cost, by length.",
                      .examples = {{"attnviz cost --length 10,100,1000 --dim 512 --kernel 3",
                                    "Table 1 of the paper for these numbers."},
                                   {"attnviz cost -e 'multiply-adds[self-attention,1000]'",
                                    "A count, operation by operation."}},
                      .run = cost_run},
    [COMMAND_COMPARE_MODELS] =
        {.title = "attnviz compare-models",
         .usage = "",
         .summary = "Bahdanau's alignment beside the transformer's attention.",
         .examples = {{"attnviz compare-models --source \"the european economic area\"",
                       "Every head, their means, and what either model takes."},
                      {"attnviz compare-models -e 'agreement[2,mean]' --depth 2",
                       "At which words both look at the same place."}},
         .run = compare_models_run},
};

/* ---- the command that is meant ---- */

const char *command_name(const Command *command)
{
    const char *space = strchr(command->title, ' ');
    return space ? space + 1 : "";
}

/* How many words of argv, from its second, are this name; 0 when it is not all there. */
static int words_matched(const char *name, int argc, char *const *argv)
{
    int words = 0;
    while (*name) {
        size_t length = strcspn(name, " ");
        const char *word = words + 1 < argc ? argv[words + 1] : "";
        if (strlen(word) != length || memcmp(word, name, length) != 0)
            return 0;
        name += length + (name[length] == ' ');
        words++;
    }
    return words;
}

/* The names that begin with a word: "train attention, train bahdanau". */
static const char *names_beginning(Arena *arena, const char *word)
{
    Text list = text_new(arena);
    size_t length = strlen(word);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const char *name = command_name(&command_table[i]);
        if (*name && !strncmp(name, word, length) && (!length || name[length] == ' '))
            text_format(&list, "%s%s", list.length ? ", " : "", name);
    }
    return list.data;
}

static bool begins(const char *name, const char *beginning)
{
    return strncmp(name, beginning, strlen(beginning)) == 0;
}

/* The one name that a word is the beginning of, or the name that all of them begin with; NULL for
   none. */
static const char *only_beginning(const char *word)
{
    const char *found = NULL;
    for (int i = 1; i < COMMAND_COUNT; i++) {
        const char *name = command_name(&command_table[i]);
        if (!begins(name, word) || (found && begins(name, found)))
            continue;
        if (found && !begins(found, name))
            return NULL;
        found = name;
    }
    return found;
}

static bool fail_command(Arena *arena, const char *word, Error *error)
{
    const char *names[COMMAND_COUNT], *longer = *word ? names_beginning(arena, word) : "";
    if (*longer)
        return fail_usage(error, "'%s' alone is no command; there is %s", word, longer);
    for (int i = 0; i < COMMAND_COUNT; i++)
        names[i] = command_name(&command_table[i]);
    if (!strcmp(word, "help"))
        return fail_usage(error, "'help' is an option: attnviz --help, and each command's --help");
    const char *meant = only_beginning(word); /* "comp" is nearer to cost than to compare */
    if (!meant || !*meant)
        meant = nearest(word, names, COMMAND_COUNT);
    if (meant && *meant)
        return fail_usage(error, "unknown command '%s'; did you mean %s?", word, meant);
    return fail_usage(error,
                      "unexpected '%s'; a sentence goes with --sentence, in quotes; the commands "
                      "are %s",
                      word, names_beginning(arena, ""));
}

bool command_find(Arena *arena, int argc, char *const *argv, CommandId *id, int *words,
                  Error *error)
{
    *id = COMMAND_ATTENTION;
    *words = 0;
    if (argc < 2 || *argv[1] == '-')
        return true;
    for (int i = 0; i < COMMAND_COUNT; i++) {
        int matched = words_matched(command_name(&command_table[i]), argc, argv);
        if (matched > *words) {
            *id = (CommandId)i;
            *words = matched;
        }
    }
    return *words || fail_command(arena, argv[1], error);
}
