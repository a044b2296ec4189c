#include "cli/bottleneck.h"

#include "cli/output.h"
#include "cli/translator_choice.h"
#include "cli/values.h"
#include "trace/bottleneck.h"
#include "train/language.h"

enum { MOST_TESTED = 10000, COMPARED = 2 };

/* What is compared, and how it is called. */
static const char *const kinds[COMPARED] = {"bahdanau", "fixed"};
static const char *const names[COMPARED] = {"with attention", "fixed vector"};

typedef struct BottleneckSettings {
    int sentences, longest;
    OutputSettings output;
} BottleneckSettings;

static bool read_settings(const Run *run, BottleneckSettings *s, Error *error)
{
    const Arguments *a = run->arguments;
    return value_whole(a, OPTION_SENTENCES, 1, MOST_TESTED, &s->sentences, error) &&
           value_whole(a, OPTION_LONGEST, SHORTEST_SENTENCE, LONGEST_LANGUAGE_SENTENCE, &s->longest,
                       error) &&
           output_settings_read(run->arena, a, &s->output, error);
}

/* Sentences that no translator has learned from, each with its end. */
static TestSentence *held_out(Arena *arena, int most, int longest, int *count)
{
    PairSource language = language_source(arena, (Lengths){SHORTEST_SENTENCE, longest});
    Pair *pairs = arena_alloc(arena, (size_t)most, sizeof *pairs);
    *count = language.held_out(&language, most, pairs);
    TestSentence *sentences = arena_alloc(arena, (size_t)*count, sizeof *sentences);
    for (int i = 0; i < *count; i++) {
        const Pair *p = &pairs[i];
        int *target = arena_alloc(arena, LONGEST_SIDE + 1, sizeof *target);
        int length = target_with_end(p, target);
        sentences[i] = (TestSentence){p->source, target, p->source_length, length};
    }
    return sentences;
}

bool bottleneck_run(const Run *run, Error *error)
{
    Arena *arena = run->arena;
    BottleneckSettings settings;
    KnownTranslator known[COMPARED];
    const Translator *translators[COMPARED];
    Text warnings = text_new(arena);
    int count;
    if (!read_settings(run, &settings, error))
        return false;
    for (int i = 0; i < COMPARED; i++) {
        TranslatorChoice choice = {.weights = "built-in", .kind = kinds[i]};
        if (!translator_find(arena, &choice, &known[i], error))
            return false;
        translators[i] = &known[i].translator;
    }
    TestSentence *sentences = held_out(arena, settings.sentences, settings.longest, &count);
    Graph *g = graph_new(arena);
    graph_name(g);
    Bottleneck measured = bottleneck(scope_of(g), translators, names, COMPARED, sentences, count);
    BottleneckSubject subject = {.argc = run->argc,
                                 .argv = run->argv,
                                 .sentences = count == 1 ? "held-out sentence of the toy language"
                                                         : "held-out sentences of the toy language",
                                 .learned = arena_format(arena, "sentences of %d to %d words",
                                                         SHORTEST_SENTENCE, LONGEST_USUAL),
                                 .origin = translators[0]->parameters->origin};
    return output_trace(arena, &settings.output, trace_bottleneck(g, &measured, &subject),
                        &warnings, error);
}
