#include "cli/bahdanau.h"

#include "cli/translating.h"
#include "cli/values.h"

bool bahdanau_run(const Run *run, Error *error)
{
    static const char *const encoders[] = {"bidirectional", "causal"}, *const cells[] = {"gru",
                                                                                         "rnn"};
    Arena *arena = run->arena;
    TranslatingSettings settings;
    int encoder = 0, cell = 0;
    if (!translating_settings_read(arena, run->arguments, &settings, error) ||
        !value_choice(arena, run->arguments, OPTION_ENCODER, encoders, 2, &encoder, error) ||
        !value_choice(arena, run->arguments, OPTION_BAHDANAU_CELL, cells, 2, &cell, error))
        return false;
    settings.choice.kind =
        arena_format(arena, "bahdanau%s%s", cell ? "-rnn" : "", encoder ? "-causal" : "");
    return translating_run(run, &settings, error);
}
