#include "train/pair_training.h"

#include "train/pair_file.h"
#include "train/transformer_file.h"
#include "train/transformer_score.h"
#include "train/translator_file.h"

typedef struct PairModel {
    double (*step)(void *state);
    void (*end)(void *state);
    TranslationScore (*score)(const PairTraining *training, const Pair *pairs, int count);
    long (*parameters)(const void *state);
    void (*write)(const PairTraining *training, FILE *stream, TranslationScore score);
} PairModel;

static PairTraining *training_new(Arena *arena, PairTraining training)
{
    PairTraining *t = arena_alloc(arena, 1, sizeof *t);
    *t = training;
    t->arena = arena;
    return t;
}

/* ---- translators ---- */

typedef struct TranslatorState {
    Translator translator;
    TranslatorRecipe recipe;
    TranslationTrainer *trainer;
} TranslatorState;

static double step_translator(void *state)
{
    TranslatorState *s = state;
    return translation_step(s->trainer);
}

static void end_translator(void *state)
{
    TranslatorState *s = state;
    translation_trainer_free(s->trainer);
    translator_round(&s->translator);
}

static TranslationScore score_translator(const PairTraining *t, const Pair *pairs, int count)
{
    const TranslatorState *s = t->state;
    return translation_score(t->source, &s->translator, pairs, count);
}

static long translator_size(const void *state)
{
    const TranslatorState *s = state;
    return parameters_size(s->translator.parameters);
}

static void write_translator(const PairTraining *t, FILE *stream, TranslationScore score)
{
    const TranslatorState *s = t->state;
    translator_file_write(t->arena, stream, t->source, &s->translator, &s->recipe, t->steps_done,
                          score);
}

PairTraining *translator_training(Arena *arena, const PairSource *source,
                                  const TranslatorRecipe *recipe)
{
    static const PairModel model = {step_translator, end_translator, score_translator,
                                    translator_size, write_translator};
    TranslatorState *s = arena_alloc(arena, 1, sizeof *s);
    s->recipe = *recipe;
    s->translator = translator_start(arena, recipe);
    s->trainer = translation_trainer_new(arena, source, &s->translator, recipe->settings);
    return training_new(arena, (PairTraining){.source = source,
                                              .name = recipe->kind->name,
                                              .steps = recipe->settings.steps,
                                              .model = &model,
                                              .state = s});
}

/* ---- the transformer ---- */

typedef struct TransformerState {
    Transformer transformer;
    TransformerRecipe recipe;
    TransformerTrainer *trainer;
} TransformerState;

static double step_transformer(void *state)
{
    TransformerState *s = state;
    return transformer_step(s->trainer);
}

static void end_transformer(void *state)
{
    TransformerState *s = state;
    transformer_trainer_free(s->trainer);
    pair_file_round(s->transformer.parameters);
}

static TranslationScore score_transformer(const PairTraining *t, const Pair *pairs, int count)
{
    const TransformerState *s = t->state;
    return transformer_score(&s->transformer, pairs, count);
}

static long transformer_size(const void *state)
{
    const TransformerState *s = state;
    return parameters_size(s->transformer.parameters);
}

static void write_transformer(const PairTraining *t, FILE *stream, TranslationScore score)
{
    const TransformerState *s = t->state;
    transformer_file_write(t->arena, stream, t->source, &s->transformer, &s->recipe, t->steps_done,
                           score);
}

PairTraining *transformer_training(Arena *arena, const PairSource *source,
                                   const TransformerRecipe *recipe)
{
    static const PairModel model = {step_transformer, end_transformer, score_transformer,
                                    transformer_size, write_transformer};
    TransformerState *s = arena_alloc(arena, 1, sizeof *s);
    s->recipe = *recipe;
    s->transformer = transformer_start(arena, recipe);
    s->trainer = transformer_trainer_new(arena, source, &s->transformer, recipe->settings);
    return training_new(arena, (PairTraining){.source = source,
                                              .name = "transformer",
                                              .steps = recipe->settings.steps,
                                              .model = &model,
                                              .state = s});
}

/* ---- either ---- */

double pair_training_step(PairTraining *training)
{
    training->steps_done++;
    return training->model->step(training->state);
}

void pair_training_end(PairTraining *training)
{
    training->model->end(training->state);
}

TranslationScore pair_training_score(const PairTraining *training, const Pair *pairs, int count)
{
    return training->model->score(training, pairs, count);
}

long pair_training_parameters(const PairTraining *training)
{
    return training->model->parameters(training->state);
}

void pair_training_write(const PairTraining *training, FILE *stream, TranslationScore score)
{
    training->model->write(training, stream, score);
}
