#include "cli/translating.h"

typedef struct Settings {
    OutputSettings output;
    TranslatingSettings translating;
    int encoder, cell; /* places among the options' names */
} Settings;

static const Option own_rows[] = {
    {"encoder", 0, "KIND", "bidirectional", "%", OPTION_CHOICE, .at = offsetof(Settings, encoder),
     .words = "bidirectional causal"},
    {"cell", 0, "KIND", "gru", "recurrent units: %", OPTION_CHOICE, .at = offsetof(Settings, cell),
     .words = "gru rnn"},
    {0},
};

static const OptionList own_options = {.rows = own_rows};

static bool run_bahdanau(const Run *run, Trace **trace, Error *error)
{
    Settings *s = run->settings;
    s->translating.kind = arena_format(run->arena, "bahdanau%s%s", s->cell ? "-rnn" : "",
                                       s->encoder ? "-causal" : "");
    return translating_run(run, &s->translating, trace, error);
}

const Command bahdanau_command = {
    .title = "attnviz bahdanau",
    .summary = "A sentence is translated: the inside of the alignment model.",
    .examples = {{"attnviz bahdanau", "The sentence of Bahdanau et al. 2015, figure 3."},
                 {"attnviz bahdanau --source \"the cat sleeps\" -e 'step-2/weights[1,cat]'",
                  "A weight of the second word, down to the tanh."}},
    .options = {{&sentence_options, offsetof(Settings, translating)},
                {&own_options, 0},
                {&translator_options, offsetof(Settings, translating)},
                {&output_options, 0},
                {&cost_option, 0}},
    .settings_size = sizeof(Settings),
    .run = run_bahdanau,
};
