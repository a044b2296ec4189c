/* Learns a translator of any kind from pairs of sentences. */
#include "cli/settings.h"
#include "model/transformer.h"

typedef struct Own {
    Settings shared;
    int kind; /* place in model_kinds */
} Own;

/* All but the transformer, which comes last: it has a command of its own. */
static const char *kind_name(int i)
{
    return model_kinds[i].family != &transformer_family ? model_kinds[i].name : NULL;
}

static const Option own_rows[] = {
    {"kind", 0, "KIND", "bahdanau", "bahdanau[-rnn][-causal], dot, general, …", OPTION_CHOICE,
     .at = offsetof(Own, kind), .names = kind_name},
    {"out", 'o', "FILE", "translator.safetensors", "the weights", OPTION_TEXT,
     .at = offsetof(Settings, learning.out), .words = "@file", .group = OPTIONS_FILES},
    {0},
};

static const OptionList own_options = {.rows = own_rows};

static bool run_train_bahdanau(const Run *run, Trace **trace, Error *error)
{
    (void)trace;
    return train_pairs(run, &model_kinds[((const Own *)run->settings)->kind], NULL, error);
}

const Command train_bahdanau_command = {
    .title = "attnviz train bahdanau",
    .summary = "Learns a translator from the toy language, or from pairs.",
    .examples = {{"attnviz train bahdanau --out mine.safetensors",
                  "The built-in one again. Ctrl-C saves what is learned so far."},
                 {"attnviz train bahdanau --kind dot --corpus pairs.txt",
                  "Luong's dot score, from a file with a sentence, a tab and its translation a "
                  "line."}},
    .options = {&own_options, &pair_options, &training_options},
    .settings_size = sizeof(Own),
    .run = run_train_bahdanau,
};
