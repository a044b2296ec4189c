#include "train/transformer_training.h"

#include "train/pair_learning.h"

struct TransformerTrainer {
    TransformerSettings settings;
    PairLearning *learning;
    double *decays; /* one a tensor: of a matrix; biases and gains do not fade */
};

static Node *loss_of(Graph *g, const void *model, const SentencePairs *pairs, Node **nodes)
{
    TransformerParameters p = transformer_in(g, model, true);
    for (int i = 0; i < g->parameters->count; i++)
        nodes[i] = g->parameters->items[i].node;
    return transformer_task(g, &p, pairs).loss;
}

TransformerTrainer *transformer_trainer_new(Arena *arena, const PairSource *source,
                                            Transformer *transformer, TransformerSettings settings)
{
    const TransformerSizes *sizes = &transformer->sizes;
    CHECK(sizes->source_words == source->source.count &&
              sizes->target_words == source->target.count && transformer->end == END_WORD,
          "a transformer of %d and %d words for a source of %d and %d", sizes->source_words,
          sizes->target_words, source->source.count, source->target.count);
    const Parameters *p = transformer->parameters;
    Tensor *tensors = arena_alloc(arena, (size_t)p->count, sizeof *tensors);
    PairLearner learner = {transformer, p->count, tensors, loss_of};
    TransformerTrainer *t = arena_alloc(arena, 1, sizeof *t);
    t->settings = settings;
    t->decays = arena_alloc(arena, (size_t)p->count, sizeof *t->decays);
    for (int i = 0; i < p->count; i++) {
        tensors[i] = p->items[i].value;
        t->decays[i] = tensors[i].rows > 1 ? settings.decay : 0;
    }
    t->learning = pair_learning_new(arena, source, learner, settings.pairs, settings.seed);
    return t;
}

void transformer_trainer_free(TransformerTrainer *trainer)
{
    pair_learning_free(trainer->learning);
}

int transformer_steps_done(const TransformerTrainer *trainer)
{
    return pair_learning_steps_done(trainer->learning);
}

double transformer_rate(const TransformerSettings *s, int step)
{
    if (step < s->warm_up)
        return s->rate * (step + 1) / s->warm_up;
    return s->rate * (s->steps - step) / (s->steps - s->warm_up);
}

double transformer_step(TransformerTrainer *trainer)
{
    const TransformerSettings *s = &trainer->settings;
    double loss = pair_learning_differentiate(trainer->learning);
    double rate = transformer_rate(s, transformer_steps_done(trainer));
    pair_learning_update(trainer->learning, rate, s->longest_gradient, trainer->decays);
    return loss;
}
