#include "cli/settings.h"

static const OptionList own_options = {
    .rows = {{"encoder", 0, "KIND", "bidirectional", "%", OPTION_CHOICE,
              .at = offsetof(Settings, translating.encoder), .words = "bidirectional causal"},
             {"cell", 0, "KIND", "gru", "recurrent units: %", OPTION_CHOICE,
              .at = offsetof(Settings, translating.cell), .words = "gru rnn"},
             {"choices", 0, NULL, NULL, "the one that learned French in any right order",
              OPTION_SWITCH, .at = offsetof(Settings, translating.choices)},
             {"attention", 0, "KIND", "soft", "soft; hard: one word; none: a fixed vector",
              OPTION_CHOICE, .at = offsetof(Settings, translating.attention),
              .words = "soft hard none"}}};

static Trace *run_bahdanau(const Run *run, Error *error)
{
    const TranslatingSettings *s = &run->settings->translating;
    bool fixed = s->attention == 2;
    if (fixed && (s->encoder || s->cell))
        return fail_usage(error, "--attention none was learned with a bidirectional encoder of "
                                 "GRUs: it goes with no other --encoder or --cell"),
               NULL;
    if (s->choices && (s->encoder || s->cell || fixed || !weights_are_builtin(s->weights)))
        return fail_usage(error, "--choices is a built-in translator, a bidirectional encoder of "
                                 "GRUs with attention: it goes with no other, and no --weights"),
               NULL;
    const char *kind = arena_format(run->arena, "bahdanau%s%s", s->cell ? "-rnn" : "",
                                    s->encoder ? "-causal" : "");
    return translating_run(run, fixed ? "fixed" : kind, error);
}

const Command bahdanau_command = {
    .title = "attnviz bahdanau",
    .options = {&sentence_options, &own_options, &translator_options, &output_options,
                &cost_option},
    .run = run_bahdanau,
};
