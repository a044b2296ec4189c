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

void tell_training(Trace *t, const TrainingHistory *h, uint64_t seed)
{
    add_settings(t, h, seed);
    trace_tell(t, training_list);
    trace_curves(t, "loss", h->loss_steps);
    trace_curves(t, "perplexity|right|next-word", h->measured_steps);
}
