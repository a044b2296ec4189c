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

static void transform(Scene *scene, TwoModels *m, const int *target, int length, int source_length)
{
    TransformerSizes sizes = {TWO_WORDS, TWO_WORDS,  TWO_D,      TWO_HEADS,
                              TWO_FFN,   TWO_LAYERS, TWO_LAYERS, NORM_POST};
    m->transformer = transformer_random(scene->arena, sizes, 1);
    m->transformer.end = END;
    m->nodes = transformer_nodes(m->graph, &m->transformer, false);
    m->translation =
        transformer_translate(m->graph, &m->nodes, source_numbers, source_length, length, target);
    m->summary = transformer_summary(m->graph, &m->nodes, &m->translation, LIKELY);
}

/* The transformer alone. */
static const Trace *trace_alone(Scene *scene, const TwoModels *m)
{
    TransformerSubject *subject = arena_alloc(scene->arena, 1, sizeof *subject);
    *subject = (TransformerSubject){.argc = m->subject.argc,
                                    .argv = m->subject.argv,
                                    .source = m->subject.source,
                                    .target = m->subject.targets[MODEL_TRANSFORMER],
                                    .read = words_read,
                                    .vocabulary = vocabulary,
                                    .forced = true};
    return narrate_transformer(scene->arena, &m->nodes, &m->translation, &m->summary, subject);
}

static void set_subject(Scene *scene, TwoModels *m, bool other_words)
{
    const TranslationSubject *s = &m->bahdanau->subject;
    TranslatedText few = {"le", few_words, few_words};
    m->subject =
        (ModelsSubject){.argc = s->argc,
                        .argv = s->argv,
                        .source = s->source,
                        .targets = {s->target, other_words ? few : s->target},
                        .source_length = m->bahdanau->task.source_length,
                        .target_lengths = {m->bahdanau->translation.length, m->translation.length},
                        .same_words = !other_words,
                        .forced = true};
    m->subject.alone[MODEL_BAHDANAU] = m->bahdanau->trace;
    m->subject.alone[MODEL_TRANSFORMER] = trace_alone(scene, m);
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
    if (s.other_words)
        transform(scene, m, few_numbers, 2, length);
    else
        transform(scene, m, all_numbers, 4, length);
    Node *weights = translated_node(m->bahdanau, "alignment");
    m->pair = (ModelPair){&m->bahdanau->translator,
                          &m->bahdanau->translation,
                          weights,
                          argmax_rows(m->graph, weights),
                          &m->nodes,
                          &m->translation,
                          &m->summary};
    m->comparison = model_comparison(m->graph, &m->pair, !s.other_words);
    set_subject(scene, m, s.other_words);
    return m;
}

const Trace *two_models_trace(Scene *scene, const TwoModels *m)
{
    return narrate_model_comparison(scene->arena, &m->pair, &m->comparison, &m->subject);
}
