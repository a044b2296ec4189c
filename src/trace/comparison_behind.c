#include "trace/comparison_behind.h"

#include "trace/narration.h"
#include "trace/word_list.h"

typedef struct Narration {
    Arena *arena;
    Trace *trace;
    const Comparison *comparison;
    const ComparisonSubject *subject;
} Narration;

static const char *id_of(const Narration *n, int sentence, const char *stage)
{
    return arena_format(n->arena, "sentence-%d/%s", sentence + 1, stage);
}

/* A matrix of weights belongs to no sentence: neither of its axes has names. */
static bool is_of_sentence(const Step *step)
{
    return step->rows.named || step->cols.named;
}

/* The main job's steps over one sentence. */
static void add_whole(Narration *n, int i, const Trace *whole)
{
    for (int k = 0; k < whole->step_count; k++) {
        Step step = whole->steps[k];
        if (is_of_sentence(&step)) {
            step.id = id_of(n, i, step.id);
            step.title = arena_format(n->arena, "%s in sentence %d", step.title, i + 1);
        }
        add_step(n->trace, step);
    }
}

/* A row for every word of the sentence. */
static void add_features(Narration *n, int i, Step named, const Node *node)
{
    Step step = named;
    step.note = "";
    step.rows = token_axis("token", n->subject->sentences[i].labels, rows_of(node));
    step.cols = numbered_axis(n->arena, cols_of(node));
    step.node = node;
    add_step(n->trace, step);
}

static void add_parts(Narration *n, int i)
{
    const WordInSentence *w = &n->comparison->words[i];
    const char *word = n->subject->sentences[i].labels[w->place];
    for (int h = 0; h < w->sentence->multi.head_count; h++)
        add_features(
            n, i,
            (Step){.id = id_of(n, i, arena_format(n->arena, "head-%d/weighed", h + 1)),
                   .title = arena_format(
                       n->arena, "Values of head %d times what %s gives each word in sentence %d",
                       h + 1, word, i + 1),
                   .formula = "w_{hj} V_{hj}"},
            w->weighed[h]);
    add_features(n, i,
                 (Step){.id = id_of(n, i, "parts"),
                        .title = arena_format(n->arena, "What each word adds to %s in sentence %d",
                                              word, i + 1),
                        .formula = "cⱼ = Σₕ w_{hj} V_{hj} W_Oʰ"},
                 w->contributions);
}

/* The word's static vector, which the trace shows for the first sentence. */
static void add_static(Narration *n, int i)
{
    const WordInSentence *w = &n->comparison->words[i];
    add_step(n->trace,
             (Step){.id = id_of(n, i, "static"),
                    .title = arena_format(n->arena, "The static vector of the word in sentence %d",
                                          i + 1),
                    .formula = "x",
                    .note = "",
                    .rows = token_axis("word", n->subject->sentences[i].labels + w->place, 1),
                    .cols = numbered_axis(n->arena, cols_of(w->before)),
                    .node = w->before});
}

static void add_list(Narration *n, const char *id, const NearestWords *nearest)
{
    if (nearest->count)
        add_step(n->trace, word_vectors_step(n->arena, id, &n->comparison->table, nearest));
}

enum { OWN_STEPS = 4, LISTS = 1 };

const Trace *narrate_behind_comparison(Arena *arena, const Comparison *c,
                                       const ComparisonSubject *subject)
{
    const Trace **wholes = arena_alloc(arena, (size_t)c->count, sizeof *wholes);
    int steps = LISTS, heads = c->words[0].sentence->multi.head_count;
    for (int i = 0; i < c->count; i++) {
        wholes[i] = narrate_self_attention(arena, c->words[i].sentence, &subject->sentences[i]);
        steps += wholes[i]->step_count + heads + OWN_STEPS;
    }
    Narration n = {arena, trace_new(arena, steps, 0, 0, 0), c, subject};
    add_list(&n, "static/nearest/vectors", &c->nearest_before);
    for (int i = 0; i < c->count; i++) {
        add_whole(&n, i, wholes[i]);
        add_static(&n, i);
        add_parts(&n, i);
        add_list(&n, id_of(&n, i, "gained/nearest/vectors"), &c->words[i].nearest_gained);
        add_list(&n, id_of(&n, i, "nearest/vectors"), &c->words[i].nearest_after);
    }
    return n.trace;
}
