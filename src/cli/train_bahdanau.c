/* Learns a translator of any kind from pairs of sentences. */
#include "cli/settings.h"

/* All but language models and the transformer, which come last: they have commands of their own. */
static const char *kind_name(int i)
{
    const ModelFamily *family = model_kinds[i].family;
    bool is_last = family == &transformer_family || family->predicts_source;
    return is_last ? NULL : model_kinds[i].name;
}

static const OptionList own_options = {
    .rows = {{"kind", 0, "KIND", "bahdanau", "bahdanau[-rnn][-causal], dot, general, …",
              OPTION_CHOICE, .at = offsetof(Settings, learning.kind), .names = kind_name},
             {"dim", 'd', "N", "auto", "numbers of an annotation; auto: 64", OPTION_WHOLE,
              .at = offsetof(Settings, learning.dim), .range = {1, 4096}, .words = "auto"},
             {"choices", 0, NULL, NULL, "French in any right order", OPTION_SWITCH,
              .at = offsetof(Settings, learning.choices)},
             {"out", 'o', "FILE", "translator.safetensors", "the weights", OPTION_TEXT,
              .at = offsetof(Settings, learning.out), .words = "@file", .group = OPTIONS_FILES}}};

static Trace *run_train_bahdanau(const Run *run, Error *error)
{
    const LearningSettings *s = &run->settings->learning;
    const ModelKind *kind = &model_kinds[s->kind];
    TranslatorSizes sizes;
    const TranslatorDesign *design = kind->design;
    bool is_right =
        training_translator_sizes(kind, s->dim, &sizes, error) &&
        (!s->watch || design->attends ||
         fail_usage(error, "--watch shows attention, and --kind %s has none", kind->name));
    return is_right ? train_pairs(run, kind, &sizes, error) : NULL;
}

const Command train_bahdanau_command = {
    .title = "attnviz train bahdanau",
    .options = {&own_options, &pair_options, &training_options},
    .run = run_train_bahdanau,
};
