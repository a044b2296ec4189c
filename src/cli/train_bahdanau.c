/* Trains a translator of any kind on pairs of sentences. */
#include "cli/settings.h"

/* All kinds but language models and the transformer, which come last and have their own commands.
 */
const char *translator_kind_name(int i)
{
    const ModelFamily *family = model_kinds[i].family;
    return family == &transformer_family || family->predicts_source ? NULL : model_kinds[i].name;
}

Trace *train_bahdanau_command(const Run *run)
{
    const LearningSettings *s = &run->settings->learning;
    const ModelKind *kind = &model_kinds[s->kind];
    return train_pairs(run, kind, training_translator_sizes(run->arena, kind, s->dim));
}
