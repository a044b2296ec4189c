#include "trace/traces.h"

static void add_settings(Trace *t, const TrainingHistory *h, uint64_t seed)
{
    const Model *m = h->model;
    if (m->kind == &context_kind) {
        int d_model = model_size(m, "d_model"), heads = model_size(m, "heads");
        add_number_setting(t, "heads", heads);
        add_number_setting(t, "d_model", d_model);
        add_number_setting(t, "d_k", d_model / heads);
    }
    add_setting(t, "corpus", m->corpus, false);
    add_number_setting(t, "steps", h->steps_done);
    add_number_setting(t, "steps asked for", h->steps_asked);
    add_origin(t, &(Origin){.weights = arena_format(t->arena, "learned from %s", m->corpus),
                            .seed = &seed});
}

void tell_training(Trace *t, const TrainingHistory *h, uint64_t seed)
{
    add_settings(t, h, seed);
    trace_tell(t, training_list);
}
