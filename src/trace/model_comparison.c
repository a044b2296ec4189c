#include "trace/traces.h"

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

void tell_model_comparison(Trace *t, int heads)
{
    trace_tell(t, model_comparison_list);
    lead_with_means(t, heads);
    show_words(t);
}
