/* Learns a language model from sentences. */
#include "cli/settings.h"

static Trace *run_train_rnn(const Run *run, Error *error)
{
    const TranslatingSettings *s = &run->settings->translating;
    return train_pairs(run, model_kind(language_kind(run->arena, s, s->both_ways, s->attends)),
                       NULL, error);
}

const Command train_rnn_command = {
    .title = "attnviz train rnn",
    .options = {&recurrence_options, &train_rnn_options, &pair_options, &training_options},
    .run = run_train_rnn,
};
