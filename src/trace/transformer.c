#include "trace/traces.h"

/* ---- settings ---- */

void add_transformer_settings(Trace *t, const Model *m)
{
    const TransformerSizes *z = m->sizes;
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
}

/* ---- what is told ---- */

void tell_transformer(Trace *t, const TransformerSizes *z, int layer)
{
    const char *told =
        arena_format(t->arena, "encoder-%d/*|decoder-%d/*", smaller(layer, z->encoder_layers),
                     smaller(layer, z->decoder_layers));
    trace_tell(t, transformer_list);
    /* of the other layers all steps are details */
    for (int i = 0; i < t->step_count; i++)
        if (id_matches("encoder-*|decoder-*", t->steps[i].id) && !id_matches(told, t->steps[i].id))
            t->steps[i].detail = true;
}
