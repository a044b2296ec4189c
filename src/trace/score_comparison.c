#include "trace/score_comparison.h"

#include "base/number.h"
#include "trace/narration.h"
#include "trace/translation_notes.h"

enum { DECIMALS = 2, PANELS_A_ROW = 4, SETTINGS = 5, PANELS = 1 };

typedef struct Narration {
    Arena *arena;
    Trace *trace;
    const ComparedScore *scores;
    const TranslationSummary *summaries;
    int count;
    const Node *looks;
    const ScoreSubject *subject;
} Narration;

static Axis source_axis(const Narration *n)
{
    return token_axis("source word", n->subject->source.labels, n->subject->source_length);
}

static Axis target_axis(const Narration *n)
{
    return token_axis("output word", n->subject->target.labels, n->subject->target_length);
}

static Axis score_axis(const Narration *n)
{
    const char **names = arena_alloc(n->arena, (size_t)n->count, sizeof *names);
    for (int i = 0; i < n->count; i++)
        names[i] = n->scores[i].name;
    return token_axis("score", names, n->count);
}

/* What a model's panel shows: its weights, or what it took. */
static const Node *shown(const TranslationSummary *s)
{
    return s->taken ? s->taken : s->weights;
}

static int place_seen(const Narration *n, int word, int score)
{
    return (int)at(n->looks->value, word, score);
}

/* ---- sentences ---- */

/* The mean, over the words, of the weight at the place where each looks. */
static double mean_weight(const TranslationSummary *s)
{
    double sum = 0;
    for (int i = 0; i < rows_of(s->weights); i++) {
        int place = (int)at(s->looks->value, i, 0);
        sum += place ? (double)at(s->weights->value, i, place - 1) : 0;
    }
    return sum / rows_of(s->weights);
}

static const char *note_sharpness(const Narration *n, const TranslationSummary *s)
{
    char digits[NUMBER_SIZE];
    number_fixed(digits, mean_weight(s), DECIMALS);
    const char *blind = note_blind_words(n->arena, s->weights, n->subject->target.labels);
    if (s->taken)
        return arena_format(n->arena, "Each word takes one place, whose weight is %s on average.%s",
                            digits, blind);
    return arena_format(n->arena, "On average the largest weight of a word is %s.%s", digits,
                        blind);
}

static bool all_look_alike(const Narration *n, int word)
{
    for (int k = 1; k < n->count; k++)
        if (place_seen(n, word, k) != place_seen(n, word, 0))
            return false;
    return true;
}

/* The first model that looks elsewhere than the first one. */
static int dissenter(const Narration *n, int word)
{
    int k = 1;
    while (place_seen(n, word, k) == place_seen(n, word, 0))
        k++;
    return k;
}

/* "“the₁”", or what stands for no place. */
static const char *place_name(const Narration *n, int place)
{
    return place ? arena_format(n->arena, "“%s”", n->subject->source.labels[place - 1]) : "nothing";
}

static const char *note_looks(const Narration *n)
{
    int alike = 0, first = -1, words = n->subject->target_length;
    for (int i = 0; i < words; i++) {
        if (all_look_alike(n, i))
            alike++;
        else if (first < 0)
            first = i;
    }
    if (first < 0)
        return arena_format(n->arena, "All %d agree on every word.", n->count);
    int other = dissenter(n, first);
    return arena_format(n->arena,
                        "All %d agree on %d of %d word%s. At “%s” %s looks at %s, %s at %s.",
                        n->count, alike, words, plural(words), n->subject->target.labels[first],
                        n->scores[0].name, place_name(n, place_seen(n, first, 0)),
                        n->scores[other].name, place_name(n, place_seen(n, first, other)));
}

/* ---- steps ---- */

static const char *id_of(const Narration *n, int i)
{
    return arena_format(n->arena, "%s/alignment", n->scores[i].name);
}

static void add_alignment(Narration *n, int i)
{
    const TranslationSummary *s = &n->summaries[i];
    add_step(n->trace, (Step){.id = id_of(n, i),
                              .title = arena_format(n->arena, "Alignment: %s", n->scores[i].title),
                              .formula = n->scores[i].formula,
                              .note = note_sharpness(n, s),
                              .rows = target_axis(n),
                              .cols = source_axis(n),
                              .kind = n->scores[i].kind,
                              .node = shown(s),
                              .mask = s->mask});
}

static void add_looks(Narration *n)
{
    add_step(n->trace, (Step){.id = "looks",
                              .title = "Where each output word looks most",
                              .formula = "argmax_j α_{ij}",
                              .note = note_looks(n),
                              .rows = target_axis(n),
                              .cols = score_axis(n),
                              .kind = VALUE_SIGNED,
                              .node = n->looks,
                              .places = n->subject->source.labels,
                              .place_count = n->subject->source_length});
}

static void add_overview(Narration *n)
{
    int rows = (n->count + PANELS_A_ROW - 1) / PANELS_A_ROW, cols = (n->count + rows - 1) / rows;
    Grid grid = grid_new(n->trace, "overview", rows, cols);
    grid.panel.title = "One sentence, several scores";
    grid.panel.formula = "α_{ij}";
    grid.panel.note = trace_step(n->trace, "looks")->note;
    for (int i = 0; i < n->count; i++)
        grid_place(&grid, i / cols, i % cols, id_of(n, i), n->scores[i].title, NULL);
    add_panel(n->trace, grid);
}

static void add_behind(Narration *n)
{
    int count = 0;
    for (int i = 0; i < n->count; i++)
        count += count_all_steps(n->subject->alone[i]);
    Trace *behind = trace_new(n->arena, count, 0, 0, 0);
    for (int i = 0; i < n->count; i++)
        add_all_steps(behind, n->scores[i].name, n->subject->alone[i]);
    n->trace->behind = behind;
}

static void add_settings(Narration *n)
{
    const ScoreSubject *s = n->subject;
    const char *origin = n->scores[0].origin, *target = s->forced ? "given" : n->scores[0].name;
    Text names = text_new(n->arena);
    for (int i = 0; i < n->count; i++)
        text_format(&names, "%s%s", i ? ", " : "", n->scores[i].name);
    add_setting(n->trace, "scores", names.data, false);
    add_setting(n->trace, "target", target, false);
    add_setting(n->trace, "weights", origin, false);
    add_setting(n->trace, "seed", s->seed, true);
    n->trace->provenance = arena_format(
        n->arena,
        "each score has a translator of its own, and all go on with the words %s; weights "
        "%s%s%s",
        s->forced ? "given" : arena_format(n->arena, "that %s writes", target), origin,
        s->seed ? ", seed " : "", s->seed ? s->seed : "");
}

Trace *narrate_score_comparison(Arena *arena, const ComparedScore *scores,
                                const TranslationSummary *summaries, int count, const Node *looks,
                                const ScoreSubject *subject)
{
    Narration n = {.arena = arena,
                   .trace = trace_new(arena, count + 1, PANELS, SETTINGS, 2),
                   .scores = scores,
                   .summaries = summaries,
                   .count = count,
                   .looks = looks,
                   .subject = subject};
    n.trace->argc = subject->argc;
    n.trace->argv = subject->argv;
    add_text(n.trace,
             traced_text(subject->source.text, subject->source_length, subject->source.words));
    add_text(n.trace,
             traced_text(subject->target.text, subject->target_length, subject->target.words));
    add_settings(&n);
    for (int i = 0; i < count; i++)
        add_alignment(&n, i);
    add_looks(&n);
    add_overview(&n);
    add_behind(&n);
    return n.trace;
}
