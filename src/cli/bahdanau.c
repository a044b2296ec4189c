#include "cli/settings.h"

Trace *bahdanau_command(const Run *run, Error *error)
{
    const TranslatingSettings *s = &run->settings->translating;
    bool fixed = s->attention == 2;
    if (s->own->vectors.data)
        return own_alignment(run);
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
