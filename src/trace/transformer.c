#include "trace/traces.h"

/* ---- settings ---- */

static void add_settings(Trace *t, const Model *m, const TranslationSubject *s)
{
    const TransformerSizes *z = m->sizes;
    add_setting(t, "model", m->kind->paper, false);
    add_number_setting(t, "encoder_layers", z->encoder_layers);
    add_number_setting(t, "decoder_layers", z->decoder_layers);
    add_number_setting(t, "heads", z->heads);
    add_number_setting(t, "d_model", z->d_model);
    add_number_setting(t, "d_k", z->d_model / z->heads);
    add_number_setting(t, "d_ff", z->ffn);
    add_setting(t, "norm", norm_place_names[z->norm], false);
    if (z->variation.scale)
        add_setting(t, "scale", z->variation.scale == SCALE_NONE ? "none" : "after", false);
    add_variation_settings(t, &z->variation, false);
    add_setting(t, "target", s->forced ? "given" : "chosen", false);
    add_origin(t, &(Origin){m->parameters->origin, s->seed, "held-out score", m->score, m->recipe});
}

/* ---- what is told ---- */

/* The layer of a side that is told whole, from 1. */
static int told_layer(int whole, int layers)
{
    return whole < layers ? whole + 1 : layers;
}

/* Of the other layers all steps are details. */
static void tell_in_brief(Trace *t, const TransformerSizes *z, int whole)
{
    const char *told =
        arena_format(t->arena, "encoder-%d/*|decoder-%d/*", told_layer(whole, z->encoder_layers),
                     told_layer(whole, z->decoder_layers));
    for (int i = 0; i < t->step_count; i++)
        if (id_matches("encoder-*|decoder-*", t->steps[i].id) && !id_matches(told, t->steps[i].id))
            t->steps[i].detail = true;
}

Trace *trace_transformer(Graph *g, const Model *transformer, const TranslationSubject *s)
{
    Trace *t = trace_begin(g);
    const TransformerSizes *z = transformer->sizes;
    add_text(t, s->source);
    add_text(t, s->target);
    add_settings(t, transformer, s);
    trace_tell(t, transformer_list);
    tell_in_brief(t, z, s->whole);
    add_panels(t);
    return t;
}
