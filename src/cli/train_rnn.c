/* Trains a language model on sentences. */
#include "cli/settings.h"

Trace *train_rnn_command(const Run *run)
{
    const TranslatingSettings *s = &run->settings->translating;
    return train_pairs(run, model_kind(language_kind(run->arena, s, s->both_ways, s->attends)),
                       NULL);
}
