#include "train/translation.h"

#include "train/pair_learning.h"

#include <math.h>
#include <string.h>

/* What is learned fades, but for biases: by this share per unit of the rate in each step. A state
   that carries little from word to word leaves it to the annotations to say which word is where,
   and an output that costs something is worth a sharp look at one annotation. */
static const double decays[TRANSLATOR_TENSORS] = {
    [LEARNS_SOURCE_WORDS] = 0.3,
    [LEARNS_TARGET_WORDS] = 0.3,
    [LEARNS_FORWARD_W] = 0.3,
    [LEARNS_FORWARD_U] = 0.5,
    [LEARNS_FORWARD_U_GATES] = 0.5,
    [LEARNS_BACKWARD_W] = 0.3,
    [LEARNS_BACKWARD_U] = 0.5,
    [LEARNS_BACKWARD_U_GATES] = 0.5,
    [LEARNS_FIRST_STATE] = 0.2,
    [LEARNS_DECODER_W] = 0.2,
    [LEARNS_DECODER_U] = 0.2,
    [LEARNS_DECODER_U_GATES] = 0.2,
    [LEARNS_DECODER_CONTEXT] = 0.2,
    [LEARNS_ADDITIVE_W_A] = 0.1,
    [LEARNS_GENERAL_W_A] = 0.1,
    [LEARNS_CONCAT_W_A] = 0.1,
    [LEARNS_U_A] = 0.1,
    [LEARNS_V_A] = 0.1,
    [LEARNS_W_P] = 0.1,
    [LEARNS_V_P] = 0.1,
    [LEARNS_OUTPUT] = 0.3,
    [LEARNS_W_C] = 0.3,
    [LEARNS_W_S] = 0.3,
};

/* In the first part of the steps the alignment model's fade too: it is kept from settling on a
   neighbour of the right word while the annotations are not yet what they will be. Afterwards the
   output's fade faster, which sharpens the look at the right one. */
static const double GENTLE_PART = 0.3, LATER_OUTPUT = 2;

static double decay_of(int index, bool gentle)
{
    bool aligns = index >= LEARNS_ADDITIVE_W_A && index <= LEARNS_V_P;
    if (gentle)
        return decays[index];
    return aligns ? 0 : index >= LEARNS_OUTPUT ? LATER_OUTPUT * decays[index] : decays[index];
}

double translation_most_decay(void)
{
    double most = 0;
    for (int i = 0; i < TRANSLATOR_TENSORS; i++)
        most = fmax(most, fmax(decay_of(i, true), decay_of(i, false)));
    return most;
}

struct TranslationTrainer {
    TranslationSettings settings;
    PairLearning *learning;
};

TranslationSettings translation_settings_default(void)
{
    return (TranslationSettings){
        .steps = 8000, .pairs = 32, .rate = 5e-3, .longest_gradient = 1, .seed = 1};
}

static Node *loss_of(Graph *g, const void *model, const SentencePairs *pairs, Node **nodes)
{
    TranslatorNodes n = translator_nodes(g, model, true);
    memcpy(nodes, n.tensors, sizeof n.tensors);
    return decode_forced(g, &n, pairs).loss;
}

TranslationTrainer *translation_trainer_new(Arena *arena, const PairSource *source,
                                            Translator *translator, TranslationSettings settings)
{
    TranslatorSizes sizes = translator->sizes;
    CHECK(sizes.source_words == source->source.count &&
              sizes.target_words == source->target.count && translator->end == END_WORD,
          "a translator of %d and %d words for a source of %d and %d", sizes.source_words,
          sizes.target_words, source->source.count, source->target.count);
    PairLearner learner = {translator, TRANSLATOR_TENSORS, translator->tensors, loss_of};
    TranslationTrainer *t = arena_alloc(arena, 1, sizeof *t);
    t->settings = settings;
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
    double now[TRANSLATOR_TENSORS];
    for (int i = 0; i < TRANSLATOR_TENSORS; i++)
        now[i] = decay_of(i, step < GENTLE_PART * s->steps);
    double rate = s->rate * (s->steps - step) / s->steps;
    pair_learning_update(trainer->learning, rate, s->longest_gradient, now);
    return loss;
}
