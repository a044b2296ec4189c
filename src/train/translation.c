#include "train/translation.h"

#include "train/pair_learning.h"

#include <math.h>
#include <string.h>

/* What is learned fades, but for biases: by this share per unit of the rate in each step. A state
   that carries little from word to word leaves it to the annotations to say which word is where,
   and an output that costs something is worth a sharp look at one annotation.

   In the first part of the steps the alignment model's fade too: it is kept from settling on a
   neighbour of the right word while the annotations are not yet what they will be. Afterwards the
   output's fade faster, which sharpens the look at the right one. */
static const double GENTLE_PART = 0.3;

/* By how the name begins; the first that fits counts. */
static const struct {
    const char *name;
    double gentle, later;
} decays[] = {
    {"forward/b", 0, 0},     {"backward/b", 0, 0},     {"decoder/b", 0, 0},
    {"output/b", 0, 0},      {"forward/U", 0.5, 0.5},  {"backward/U", 0.5, 0.5},
    {"forward/W", 0.3, 0.3}, {"backward/W", 0.3, 0.3}, {"source/", 0.3, 0.3},
    {"target/", 0.3, 0.3},   {"decoder/", 0.2, 0.2},   {"output/", 0.3, 0.6},
    {"additive/", 0.1, 0},   {"general/", 0.1, 0},     {"concat/", 0.1, 0},
    {"alignment/", 0.1, 0},  {"local/", 0.1, 0},
};

enum { DECAYS = sizeof decays / sizeof *decays };

static double decay_of(const char *name, bool gentle)
{
    int i = 0;
    while (i < DECAYS && strncmp(name, decays[i].name, strlen(decays[i].name)) != 0)
        i++;
    CHECK(i < DECAYS, "nothing says how %s fades", name);
    return gentle ? decays[i].gentle : decays[i].later;
}

double translation_most_decay(void)
{
    double most = 0;
    for (int i = 0; i < DECAYS; i++)
        most = fmax(most, fmax(decays[i].gentle, decays[i].later));
    return most;
}

struct TranslationTrainer {
    TranslationSettings settings;
    const Parameters *parameters;
    double *decays; /* of each, in this step */
    PairLearning *learning;
};

TranslationSettings translation_settings_default(void)
{
    return (TranslationSettings){
        .steps = 8000, .pairs = 32, .rate = 5e-3, .longest_gradient = 1, .seed = 1};
}

static Node *loss_of(Graph *g, const void *model, const SentencePairs *pairs, Node **nodes)
{
    const Translator *translator = model;
    Parameters *p = parameters_shared(g->arena, translator->parameters, true);
    graph_use(g, p);
    Node *loss = teacher_forced(scope_of(g), translator, pairs).loss;
    for (int i = 0; i < p->count; i++)
        nodes[i] = p->items[i].node;
    return loss;
}

TranslationTrainer *translation_trainer_new(Arena *arena, const PairSource *source,
                                            Translator *translator, TranslationSettings settings)
{
    TranslatorSizes sizes = translator->sizes;
    CHECK(sizes.source_words == source->source.count &&
              sizes.target_words == source->target.count && translator->end == END_WORD,
          "a translator of %d and %d words for a source of %d and %d", sizes.source_words,
          sizes.target_words, source->source.count, source->target.count);
    const Parameters *p = translator->parameters;
    Tensor *tensors = arena_alloc(arena, (size_t)p->count, sizeof *tensors);
    for (int i = 0; i < p->count; i++)
        tensors[i] = p->items[i].value;
    PairLearner learner = {translator, p->count, tensors, loss_of};
    TranslationTrainer *t = arena_alloc(arena, 1, sizeof *t);
    t->settings = settings;
    t->parameters = p;
    t->decays = arena_alloc(arena, (size_t)p->count, sizeof *t->decays);
    t->learning = pair_learning_new(arena, source, learner, settings.pairs, settings.seed);
    return t;
}

void translation_trainer_free(TranslationTrainer *trainer)
{
    pair_learning_free(trainer->learning);
}

int translation_steps_done(const TranslationTrainer *trainer)
{
    return pair_learning_steps_done(trainer->learning);
}

double translation_step(TranslationTrainer *trainer)
{
    const TranslationSettings *s = &trainer->settings;
    double loss = pair_learning_differentiate(trainer->learning);
    int step = translation_steps_done(trainer);
    for (int i = 0; i < trainer->parameters->count; i++)
        trainer->decays[i] =
            decay_of(trainer->parameters->items[i].name, step < GENTLE_PART * s->steps);
    double rate = s->rate * (s->steps - step) / s->steps;
    pair_learning_update(trainer->learning, rate, s->longest_gradient, trainer->decays);
    return loss;
}
