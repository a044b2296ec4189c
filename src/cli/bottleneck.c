#include "cli/settings.h"
#include "load/weights.h"
#include "train/pair_training.h"

/* Sentences that no translator has learned from, each with its end. */
static SentencePairs *held_out(Arena *arena, int most, int longest, int *count)
{
    PairSource language = language_source(arena, (Lengths){SHORTEST_SENTENCE, longest});
    Pair *pairs = arena_alloc(arena, (size_t)most, sizeof *pairs);
    *count = language.held_out(&language, most, pairs);
    SentencePairs *sentences = arena_alloc(arena, (size_t)*count, sizeof *sentences);
    for (int i = 0; i < *count; i++)
        sentences[i] = pair_alone(arena, &model_kinds[0], &pairs[i]);
    return sentences;
}

/* The numbers of its vector: the last states of both directions. */
static int size_of_sort(const Model *m)
{
    return 2 * model_size(m, "units");
}

static bool is_asked_for(const Numbers *dims, int size)
{
    for (int i = 0; i < dims->count; i++)
        if (dims->wholes[i] == size)
            return true;
    return false;
}

/* The one with attention, and those vectors that were asked for. */
static bool find_translators(Arena *arena, const Numbers *dims, Translators *by, Error *error)
{
    const char **names = arena_alloc(arena, SWEPT_SORTS, sizeof *names);
    const Model **members = arena_alloc(arena, SWEPT_SORTS * SWEPT_SEEDS, sizeof *members);
    *by = (Translators){.seeds = SWEPT_SEEDS, .names = names, .members = members};
    for (int sort = 0; sort < SWEPT_SORTS; sort++) {
        Model *seeds = arena_alloc(arena, SWEPT_SEEDS, sizeof *seeds);
        for (int k = 0; k < SWEPT_SEEDS; k++) {
            seeds[k] = swept_model(arena, sort, k);
            members[by->sorts * SWEPT_SEEDS + k] = &seeds[k];
        }
        bool attends = ((const TranslatorDesign *)seeds->kind->design)->attends;
        names[by->sorts] =
            attends ? "with attention" : arena_format(arena, "vector of %d", size_of_sort(seeds));
        by->sorts += attends || is_asked_for(dims, size_of_sort(seeds));
    }
    return by->sorts > 1 ||
           fail_usage(error, "--dim: there are vectors of 16, 32 and 64 numbers; for others: "
                             "attnviz compare-training --dim");
}

/* "sentences of 3 to 20 words": what all have learned from. */
static const char *learned_from(Translators *by)
{
    const char *lengths = strstr(by->members[0]->corpus, "sentences of ");
    CHECK(lengths && sscanf(lengths, "sentences of %*d to %d", &by->longest) == 1,
          "learned from %s", by->members[0]->corpus);
    return lengths;
}

/* "8000 steps of 32 sentences: with attention; 16000 steps of …": what stands in the recipes behind
   the sizes, and before the optimiser. */
static const char *recipes_of(Arena *arena, const Translators *by)
{
    Text text = text_new(arena);
    const char *before = "";
    for (int sort = 0; sort < by->sorts; sort++) {
        const char *steps = strstr(by->members[sort * by->seeds]->recipe, "; ") + strlen("; ");
        steps = arena_strndup(arena, steps, strcspn(steps, ","));
        if (strcmp(steps, before) != 0)
            text_format(&text, "%s%s: ", sort ? "; " : "", before = steps);
        else
            text_add(&text, ", ");
        text_add(&text, by->names[sort]);
    }
    return text.data;
}

static void add_settings(Trace *t, Translators *by, int count)
{
    add_number_setting(t, "sentences", count);
    add_setting(t, "source",
                arena_format(t->arena, "held-out sentence%s of the toy language", plural(count)),
                false);
    add_setting(t, "weights", "learned from the toy language (built in)", false);
    add_setting(t, "learned from", learned_from(by), false);
    add_setting(t, "recipe", recipes_of(t->arena, by), false);
    add_number_setting(t, "seeds", by->seeds);
    add_number_setting(t, "longest", by->longest);
}

static Trace *run_bottleneck(const Run *run, Error *error)
{
    const Settings *s = run->settings;
    Translators by;
    int count;
    if (!find_translators(run->arena, &s->bottleneck.dims, &by, error))
        return NULL;
    SentencePairs *sentences =
        held_out(run->arena, s->bottleneck.sentences, s->bottleneck.longest, &count);
    Trace *t = trace_begin(run->graph);
    add_settings(t, &by, count);
    Bottleneck measured = bottleneck(scope_of(run->graph), &by, sentences, count);
    tell_bottleneck(t, &measured);
    return t;
}

const Command bottleneck_command = {
    .title = "attnviz bottleneck",
    .options = {&bottleneck_options, &output_options},
    .run = run_bottleneck,
};
