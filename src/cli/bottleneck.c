#include "cli/settings.h"

/* Finds the translators with attention, and those with the requested vector sizes: seed k of sort i
   becomes member i·seeds + k. */
static Bottleneck find_translators(Arena *arena, const Numbers *dims, Model *members)
{
    const char **names = arena_alloc(arena, SWEPT_SORTS, sizeof *names);
    Bottleneck b = {.seeds = SWEPT_SEEDS, .names = names};
    for (int sort = 0; sort < SWEPT_SORTS; sort++) {
        Model *seeds = members + b.sorts * SWEPT_SEEDS;
        for (int k = 0; k < SWEPT_SEEDS; k++)
            seeds[k] = swept_model(arena, sort, k);
        int size = 2 * model_size(seeds, "units"); /* the final states of both directions */
        bool wanted = ((const TranslatorDesign *)seeds->kind->design)->attends;
        names[b.sorts] = wanted ? "with attention" : arena_format(arena, "vector of %d", size);
        for (int i = 0; i < dims->count; i++)
            wanted |= dims->wholes[i] == size;
        b.sorts += wanted;
    }
    if (b.sorts <= 1)
        fail_usage("--dim: there are vectors of 16, 32 and 64 numbers; for others: "
                   "attnviz compare-training --dim");
    return b;
}

/* ---- held-out sentences ---- */

/* Counts the correct translations of sentences of one length. */
static void count_right(const PairSource *language, const Model *members, const Pair *pairs,
                        int count, Bottleneck *b)
{
    int place = b->length_count++;
    b->lengths[place] = pairs->source_length;
    for (int k = 0; k < b->seeds; k++) {
        real *row = tensor_row(b->right[k], place);
        for (int sort = 0; sort < b->sorts; sort++)
            row[sort] =
                (real)translation_score(language, &members[sort * b->seeds + k], pairs, count)
                    .right;
        row[b->sorts] = (real)count;
        b->right[k].rows = b->length_count;
    }
}

/* Returns how many sentences there are. */
static int translate_all(const Run *run, const Model *members, Bottleneck *b)
{
    Arena *arena = run->arena;
    int most = run->settings->comparison.sentences, longest = run->settings->comparison.longest;
    PairSource language = language_source(arena, longest, false);
    Pair *found = arena_alloc(arena, (size_t)most, sizeof *found);
    Pair *pairs = arena_alloc(arena, (size_t)most, sizeof *pairs);
    int count = language.held_out(&language, 0, most, found);
    b->lengths = arena_alloc(arena, (size_t)longest, sizeof *b->lengths);
    b->right = arena_alloc(arena, (size_t)b->seeds, sizeof *b->right);
    for (int k = 0; k < b->seeds; k++)
        b->right[k] = tensor_new(arena, longest, b->sorts + 1);
    pairs_sort(found, count, pairs);
    ENDED_BY(progress_end)
    Progress progress = progress_begin(count, run->settings->output.quiet);
    for (int first = 0, next = 0; first < count; first = next) {
        while (next < count && pairs[next].source_length == pairs[first].source_length)
            next++;
        count_right(&language, members, &pairs[first], next - first, b);
        progress_show(&progress, next, progress_clock());
    }
    return count;
}

/* ---- description ---- */

/* "8000 steps of 32 sentences: with attention; 16000 steps of …": the part of the recipes between
   sizes and optimiser. */
static const char *recipes_of(Arena *arena, const Model *members, const Bottleneck *b)
{
    Text text = text_new(arena);
    const char *before = "";
    for (int sort = 0; sort < b->sorts; sort++) {
        const char *steps = strstr(members[sort * b->seeds].recipe, "; ") + strlen("; ");
        steps = arena_strndup(arena, steps, strcspn(steps, ","));
        if (strcmp(steps, before) != 0)
            text_format(&text, "%s%s: ", sort ? "; " : "", before = steps);
        else
            text_add(&text, ", ");
        text_add(&text, b->names[sort]);
    }
    return text.data;
}

static void add_settings(Trace *t, const Model *members, Bottleneck *b, int count)
{
    /* "sentences of 3 to 20 words": the training lengths of all translators */
    const char *lengths = strstr(members->corpus, "sentences of ");
    CHECK(lengths && sscanf(lengths, "sentences of %*d to %d", &b->longest) == 1, "learned from %s",
          members->corpus);
    add_number_setting(t, "sentences", count);
    add_setting(t, "source",
                arena_format(t->arena, "held-out sentence%s of the toy language", plural(count)),
                false);
    add_setting(t, "weights", "learned from the toy language (built in)", false);
    add_setting(t, "learned from", lengths, false);
    add_setting(t, "recipe", recipes_of(t->arena, members, b), false);
    add_number_setting(t, "seeds", b->seeds);
    add_number_setting(t, "longest", b->longest);
}

Trace *bottleneck_command(const Run *run)
{
    Model members[SWEPT_SORTS * SWEPT_SEEDS];
    Bottleneck b = find_translators(run->arena, &run->settings->comparison.dims, members);
    int count = translate_all(run, members, &b);
    Trace *t = trace_begin(run->graph);
    add_settings(t, members, &b, count);
    bottleneck(scope_of(run->graph), &b);
    tell_bottleneck(t, &b);
    return t;
}
