#include "trace/traces.h"

#include <string.h>

/* ---- what is said of the whole ---- */

/* How well both were learned, and how; NULL of models that were not. */
static const char *learned_models(Arena *arena, const ModelsSubject *s)
{
    const ModelOrigin *b = &s->learned[MODEL_BAHDANAU], *t = &s->learned[MODEL_TRANSFORMER];
    if (!b->recipe || !t->recipe)
        return NULL;
    return arena_format(arena,
                        "Of sentences held out of learning Bahdanau's translator has right %s; the "
                        "transformer %s. Bahdanau's translator: %s. The transformer: %s",
                        b->score, t->score, b->recipe, t->recipe);
}

static void add_settings(Trace *t, const ModelsSubject *s)
{
    add_setting(t, "models", "Bahdanau et al. 2015, Vaswani et al. 2017", false);
    add_setting(t, "target", s->forced ? "given" : "chosen", false);
    if (!s->forced)
        add_setting(t, "same words", s->same_words ? "yes" : "no", false);
    add_setting(t, "weights", s->origin, false);
    t->source = learned_models(t->arena, s);
}

/* ---- the whole ---- */

/* The mean of the heads stands in front of them, as in the picture. */
static void lead_with_means(Trace *t, int heads)
{
    for (int i = heads; i < t->step_count; i++)
        if (id_matches("*/cross/mean", t->steps[i].id)) {
            Step mean = t->steps[i];
            memmove(&t->steps[i - heads + 1], &t->steps[i - heads], (size_t)heads * sizeof mean);
            t->steps[i - heads] = mean;
        }
}

/* Rows are words that are written, and numbers of looks are places of the source. */
static void show_words(Trace *t)
{
    Axis written = trace_any_step(t, "transformer/alignment")->rows;
    for (int i = 0; i < t->step_count; i++) {
        const char *id = t->steps[i].id;
        if (id_matches("transformer/decoder-*", id))
            t->steps[i].rows = written;
        if (id_matches("looks|*/looks", id))
            trace_places(t, id, trace_step(t, "bahdanau/alignment")->cols);
    }
}

Trace *trace_model_comparison(Graph *g, const TransformerSizes *sizes, const ModelsSubject *s)
{
    Trace *t = trace_begin(g);
    add_text(t, s->source);
    for (int k = 0; k < (s->same_words ? 1 : MODELS); k++)
        add_text(t, s->targets[k]);
    add_settings(t, s);
    trace_tell(t, model_comparison_list);
    lead_with_means(t, sizes->heads);
    show_words(t);
    add_panels(t);
    return t;
}
