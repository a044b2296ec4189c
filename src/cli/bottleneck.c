#include "cli/settings.h"
#include "trace/traces.h"
#include "train/pair_source.h"

enum { COMPARED = 2 };

/* What is compared, and how it is called. */
static const char *const kinds[COMPARED] = {"bahdanau", "fixed"};
static const char *const names[COMPARED] = {"with attention", "fixed vector"};

typedef struct Own {
    Settings shared;
    int sentences, longest;
} Own;

static const Option own_rows[] = {
    {"sentences", 'n', "N", "1000", "how many sentences are translated", OPTION_WHOLE,
     .at = offsetof(Own, sentences), .range = {1, 10000}},
    {"longest", 'l', "N", "24", "words of the longest, 3 to 24", OPTION_WHOLE,
     .at = offsetof(Own, longest), .range = {SHORTEST_SENTENCE, LONGEST_LANGUAGE_SENTENCE}},
    {0},
};

static const OptionList own_options = {.rows = own_rows};

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

static bool run_bottleneck(const Run *run, Trace **trace, Error *error)
{
    Arena *arena = run->arena;
    const Own *s = (const Own *)run->settings;
    KnownModel known[COMPARED];
    const Model *translators[COMPARED];
    int count;
    for (int i = 0; i < COMPARED; i++) {
        TranslatingSettings built_in = {.weights = "built-in", .kind = kinds[i]};
        if (!model_find(arena, &built_in, &known[i], error))
            return false;
        translators[i] = &known[i].model;
    }
    TestSentence *sentences = held_out(arena, s->sentences, s->longest, &count);
    Bottleneck measured =
        bottleneck(scope_of(run->graph), translators, names, COMPARED, sentences, count);
    BottleneckSubject subject = {.sentences = count == 1 ? "held-out sentence of the toy language"
                                                         : "held-out sentences of the toy language",
                                 .learned = arena_format(arena, "sentences of %d to %d words",
                                                         SHORTEST_SENTENCE, LONGEST_USUAL),
                                 .origin = translators[0]->parameters->origin};
    *trace = trace_bottleneck(run->graph, &measured, &subject);
    return true;
}

const Command bottleneck_command = {
    .title = "attnviz bottleneck",
    .summary = "Translators with and without attention, by sentence length.",
    .examples = {{"attnviz bottleneck", "As in Bahdanau et al. 2015, figure 2."}},
    .options = {&own_options, &output_options},
    .settings_size = sizeof(Own),
    .run = run_bottleneck,
};
