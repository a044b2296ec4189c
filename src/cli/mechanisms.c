#include "cli/settings.h"

Trace *mechanisms_command(const Run *run)
{
    ModelSettings *s = &run->settings->model;
    Mechanism all[MECHANISMS];
    /* both sentences are read like those of --sentence */
    s->sentences = (Strings){.items = run->settings->pair, .count = 2};
    Readings readings = model_read(run);
    const ComparedSentence *pair = readings.sentences;
    graph_use(run->graph, parameters_from_seed(run->arena, s->seed));
    run_mechanisms(scope_of(run->graph), &readings.weights, pair, s->seed, all);
    Trace *t = output_begin(run);
    Origin origin = readings.items[0].subject.origin;
    origin.seed = &s->seed;
    add_text(t, readings.items[0].subject.text);
    add_text(t, readings.items[1].subject.text);
    add_setting(t, "word", pair[1].labels[pair[1].place], false);
    add_origin(t, &origin);
    tell_mechanisms(t, all);
    return t;
}
