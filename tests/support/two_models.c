#include "support/two_models.h"

#include "graph/ops.h"
#include "trace/transformer.h"

#include <string.h>

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

static void transform(Scene *scene, TwoModels *m, bool other_words, int source_length)
{
    TransformerSizes sizes = {TWO_WORDS, TWO_WORDS,  TWO_D,      TWO_HEADS,
                              TWO_FFN,   TWO_LAYERS, TWO_LAYERS, NORM_POST};
    m->task = (TranslationTask){.source = source_numbers,
                                .source_length = source_length,
                                .target = other_words ? few_numbers : all_numbers,
                                .target_length = other_words ? 2 : 4,
                                .likely = LIKELY,
                                .source_labels = source_words,
                                .target_labels = other_words ? few_words : all_words,
                                .read_labels = words_read,
                                .source_vocabulary = vocabulary,
                                .vocabulary = vocabulary};
    m->transformer = model_random(scene->arena, model_kind("transformer"), &sizes, 1);
    m->transformer.end = END;
    graph_name(m->graph);
    m->parameters = transformer_in(m->graph, &m->transformer, false);
    m->translation = transformer_translate(scope_of(m->graph), &m->parameters, &m->task);
}

/* The transformer alone. */
static const Trace *trace_alone(const TwoModels *m)
{
    TranslationSubject subject = {.argc = m->subject.argc,
                                  .argv = m->subject.argv,
                                  .source = m->subject.source,
                                  .target = m->subject.targets[MODEL_TRANSFORMER],
                                  .forced = true};
    return trace_transformer(m->graph, &m->transformer, &m->task, &subject);
}

static void set_subject(TwoModels *m, bool other_words)
{
    const TranslationSubject *s = &m->bahdanau->subject;
    TranslatedText few = {"le", few_words, few_words};
    m->subject =
        (ModelsSubject){.argc = s->argc,
                        .argv = s->argv,
                        .source = s->source,
                        .targets = {s->target, other_words ? few : s->target},
                        .source_length = m->bahdanau->task.source_length,
                        .target_lengths = {m->bahdanau->translation.length, m->task.target_length},
                        .same_words = !other_words,
                        .forced = true};
    m->subject.alone[MODEL_BAHDANAU] = m->bahdanau->trace;
    m->subject.alone[MODEL_TRANSFORMER] = trace_alone(m);
}

TwoModels *two_models_new(Scene *scene, TwoModelsSettings s)
{
    TwoModels *m = arena_alloc(scene->arena, 1, sizeof *m);
    TranslatedSettings bahdanau = {0};
    int length = s.length ? s.length : (int)(sizeof source_words / sizeof *source_words);
    memcpy(bahdanau.source, source_words, (size_t)length * sizeof *source_words);
    memcpy(bahdanau.target, all_words, sizeof all_words);
    m->bahdanau = translated_new(scene, bahdanau);
    m->graph = m->bahdanau->graph;
    Node *weights = translated_node(m->bahdanau, "alignment");
    transform(scene, m, s.other_words, length);
    m->pair = (ModelPair){&m->bahdanau->translator,
                          &m->bahdanau->translation,
                          weights,
                          argmax_rows(m->graph, weights),
                          &m->parameters,
                          &m->translation,
                          m->task.target_length};
    m->comparison = model_comparison(m->graph, &m->pair, !s.other_words);
    set_subject(m, s.other_words);
    return m;
}

const Trace *two_models_trace(Scene *scene, const TwoModels *m)
{
    return narrate_model_comparison(scene->arena, &m->pair, &m->comparison, &m->subject);
}
