#include "trace/traces.h"

static void add_settings(Trace *t, const TrainingHistory *h, uint64_t seed)
{
    if (h->heads) {
        add_number_setting(t, "heads", h->heads);
        add_number_setting(t, "d_model", h->d_model);
        add_number_setting(t, "d_k", h->d_model / h->heads);
    }
    add_setting(t, "corpus", h->corpus, false);
    add_number_setting(t, "steps", h->steps_done);
    add_number_setting(t, "steps asked for", h->steps_asked);
    add_origin(t, &(Origin){.weights = arena_format(t->arena, "learned from %s", h->corpus),
                            .seed = &seed});
}

Trace *trace_training(const TrainingHistory *h, const TracedText *texts, int text_count,
                      uint64_t seed)
{
    Trace *t = trace_begin(h->graph);
    for (int i = 0; i < text_count; i++)
        add_text(t, texts[i]);
    add_settings(t, h, seed);
    trace_tell(t, training_list);
    trace_curves(t, "loss", h->loss_steps);
    trace_curves(t, "perplexity|right|next-word", h->measured_steps);
    add_panels(t);
    return t;
}
