#include "support/two_models.h"

enum { END = 1, LIKELY = 3 };

static const char *const source_words[] = {"the", "cat", "sees", "a", "red", "cat"};
static const int source_numbers[] = {3, 4, 5, 6, 7, 4};
static const char *const all_words[] = {"le", "chat", "voit", "</s>"};
static const int all_numbers[] = {3, 4, 5, END};
static const char *const few_words[] = {"le", "</s>"};
static const int few_numbers[] = {3, END};
static const char *const words_read[] = {"</s>", "le", "chat", "voit"};
static const char *const vocabulary[TWO_WORDS] = {"<s>",  "</s>", "<unk>", "le",
                                                  "chat", "voit", "un",    "rouge"};

static void transform(Scene *scene, TwoModels *m, bool other_words, const TranslationTask *task)
{
    TransformerSizes sizes = {TWO_WORDS, TWO_WORDS,  TWO_D,      TWO_HEADS,
                              TWO_FFN,   TWO_LAYERS, TWO_LAYERS, .norm = NORM_POST};
    m->task = *task;
    m->task.source = source_numbers;
    m->task.target = other_words ? few_numbers : all_numbers;
    m->task.target_length = other_words ? 2 : 4;
    m->task.target_labels = other_words ? few_words : all_words;
    m->task.read_labels = words_read;
    m->task.source_vocabulary = m->task.vocabulary = vocabulary;
    m->task.likely = LIKELY;
    m->transformer = model_random(scene->arena, model_kind("transformer"), &sizes, 1);
    m->transformer.end = END;
    m->parameters = model_in(scope_of(m->graph), &m->transformer, false);
    m->translation = transformer_translate(within(scope_of(m->graph), "transformer", "", 0),
                                           m->parameters, &m->task);
}

TwoModels *two_models_new(Scene *scene, TwoModelsSettings s)
{
    TwoModels *m = arena_alloc(scene->arena, 1, sizeof *m);
    TranslatedSettings settings = {0};
    int length = s.length ? s.length : (int)(sizeof source_words / sizeof *source_words);
    memcpy(settings.source, source_words, (size_t)length * sizeof *source_words);
    memcpy(settings.target, all_words, sizeof all_words);
    const TranslatedSentence *alone = translated_new(scene, settings);
    m->graph = graph_new(scene->arena);
    graph_name(m->graph);
    m->bahdanau = alone->translator;
    m->aligned = translate_aligned(within(scope_of(m->graph), "bahdanau", "", 0), &m->bahdanau,
                                   &alone->task);
    transform(scene, m, s.other_words, &alone->task);
    compare_models(scope_of(m->graph), &m->aligned, m->parameters, &m->translation, !s.other_words);
    return m;
}
