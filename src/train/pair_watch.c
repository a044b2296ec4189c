/* Where a model that learns to translate looks for each word of a sentence, and how many sentences
 * it has right. */
#include "base/number.h"
#include "graph/ops.h"
#include "model/transformer.h"
#include "model/translator.h"
#include "train/watch.h"

enum {
    TOLD_PAIRS = 100, /* translated for a measurement */
    TOLD_EVERY = 250
};

typedef struct Seen {
    const PairTraining *training;
    Measured held_out;
    const TranslationTask *task;
} Seen;

/* Both families name "alignment"; the transformer's is the mean of the last layer's heads. */
static void take_snapshot(const void *data, Scope s, int step)
{
    static const char title[] = "What each output word looks at";
    const Seen *seen = data;
    Graph *g = s.graph;
    Model now = seen->training->model;
    (void)step;
    now.parameters = parameters_shared(g->arena, now.parameters, false);
    for (int i = 0; i < now.parameters->count; i++)
        now.parameters->items[i].value = tensor_copied(g->arena, now.parameters->items[i].value);
    if (now.kind->family == &transformer_family) {
        TransformerParameters parameters = transformer_in(g, &now, false);
        transformer_translate(s, &parameters, seen->task);
    } else {
        compared_alignment(s, &now, seen->task, title);
    }
    const char *id = arena_format(g->arena, "%salignment", s.path);
    named(s, "weights", title, name_find(g, id)->node);
}

static double measure(const void *data)
{
    const Seen *seen = data;
    const PairTraining *t = seen->training;
    return translation_score(t->source, &t->model, seen->held_out.pairs,
                             smaller(seen->held_out.count, TOLD_PAIRS))
        .right;
}

Watch *watch_pairs(Arena *arena, const PairTraining *training, Measured held_out,
                   const TranslationTask *task)
{
    Seen *seen = arena_alloc(arena, 1, sizeof *seen);
    int count = smaller(held_out.count, TOLD_PAIRS);
    const char *after = arena_format(arena, " of %d held out right", count);
    *seen = (Seen){training, held_out, task};
    Watch *w =
        watch_begin(arena, &(Watched){.data = seen,
                                      .steps = training->plan.recipe.steps,
                                      .corpus = training->source->origin,
                                      .snapshot = task ? take_snapshot : NULL,
                                      .measure = held_out.count ? measure : NULL,
                                      .every = TOLD_EVERY,
                                      .id = "right",
                                      .title = "How many sentences held out are right",
                                      .formula = "translations that are the pair's, word for word",
                                      .told = {count ? "" : "nothing held out", after}});
    watch_give(w, "sentences", "Sentences that are translated", count);
    return w;
}
