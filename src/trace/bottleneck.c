#include "trace/bottleneck.h"

#include "base/number.h"
#include "trace/narration.h"

#include <string.h>

/* One narration: the trace so far, and the labels that both steps share. */
typedef struct Narration {
    Arena *arena;
    Trace *trace;
    const Bottleneck *bottleneck;
    const BottleneckSubject *subject;
    const char *const *lengths; /* "7" */
} Narration;

enum { DECIMALS = 2 };

/* ---- sentences ---- */

static int all_sentences(const Bottleneck *b)
{
    int count = 0;
    for (int i = 0; i < b->length_count; i++)
        count += b->sentences[i];
    return count;
}

/* "with attention 31, fixed vector 12" */
static const char *note_right(const Narration *n)
{
    const Bottleneck *b = n->bottleneck;
    int all = all_sentences(b);
    Text note = text_new(n->arena);
    text_format(&note, "Right of %s%d sentence%s:", all == 1 ? "" : "all ", all, plural(all));
    for (int k = 0; k < b->count; k++) {
        int right = 0;
        for (int i = 0; i < b->length_count; i++)
            right += (int)at(b->right->value, i, k);
        text_format(&note, "%s %s %d", k ? "," : "", n->subject->translators[k], right);
    }
    text_add(&note, ".");
    return note.data;
}

/* "7 words (2 sentences): with attention 1.00, fixed vector 0.50" */
static void add_at_length(const Narration *n, Text *note, int place)
{
    const Bottleneck *b = n->bottleneck;
    char digits[NUMBER_SIZE];
    text_format(note, "%d word%s (%d sentence%s): ", b->lengths[place], plural(b->lengths[place]),
                b->sentences[place], plural(b->sentences[place]));
    for (int k = 0; k < b->count; k++)
        text_format(note, "%s%s %s", k ? ", " : "", n->subject->translators[k],
                    number_fixed(digits, (double)at(b->accuracy->value, place, k), DECIMALS));
}

/* Between the best translator and the worst, at one length. */
static double gap(const Bottleneck *b, int place)
{
    double most = 0, least = 1;
    for (int k = 0; k < b->count; k++) {
        double share = (double)at(b->accuracy->value, place, k);
        most = share > most ? share : most;
        least = share < least ? share : least;
    }
    return most - least;
}

/* Where the translators are farthest apart, at the shortest such length. */
static const char *note_accuracy(const Narration *n)
{
    const Bottleneck *b = n->bottleneck;
    int widest = 0;
    for (int i = 1; i < b->length_count; i++)
        widest = gap(b, i) > gap(b, widest) ? i : widest;
    Text note = text_new(n->arena);
    if (b->length_count == 1)
        text_add(&note, "Right at ");
    else if (gap(b, widest) > 0)
        text_add(&note, "Farthest apart at ");
    else
        return "At each length all are right alike.";
    add_at_length(n, &note, widest);
    text_add(&note, ".");
    return note.data;
}

/* ---- steps ---- */

static const Curves *accuracy_curves(const Narration *n)
{
    const Bottleneck *b = n->bottleneck;
    double *x = arena_alloc(n->arena, (size_t)b->length_count, sizeof *x);
    Curves *curves = arena_alloc(n->arena, 1, sizeof *curves);
    for (int i = 0; i < b->length_count; i++)
        x[i] = b->lengths[i];
    *curves =
        (Curves){.x = x, .x_name = "words in the source", .y_name = "share of sentences right"};
    return curves;
}

/* The translators, and all there are. */
static Axis counts_axis(const Narration *n)
{
    int count = n->bottleneck->count;
    const char **labels = arena_alloc(n->arena, (size_t)count + 1, sizeof *labels);
    for (int k = 0; k < count; k++)
        labels[k] = n->subject->translators[k];
    labels[count] = "of";
    return token_axis("sentences right", labels, count + 1);
}

static void add_steps(Narration *n)
{
    const Bottleneck *b = n->bottleneck;
    Axis lengths = token_axis("length", n->lengths, b->length_count);
    Axis translators = token_axis("translator", n->subject->translators, b->count);
    add_step(n->trace, (Step){.id = "right",
                              .title = "Sentences right, by length",
                              .formula = "Σ_i [every word of sentence i is right]",
                              .note = note_right(n),
                              .rows = lengths,
                              .cols = counts_axis(n),
                              .kind = VALUE_COUNT,
                              .node = b->counts});
    add_step(n->trace, (Step){.id = "accuracy",
                              .title = "The share of sentences right, by length",
                              .formula = "right / sentences of that length",
                              .note = note_accuracy(n),
                              .rows = lengths,
                              .cols = translators,
                              .kind = VALUE_FRACTION,
                              .form = FORM_CURVES,
                              .curves = accuracy_curves(n),
                              .node = b->accuracy});
}

/* What a share is of, for explanations. */
static const Trace *narrate_behind(const Narration *n)
{
    static const char *const one[] = {"one sentence"};
    Trace *behind = trace_new(n->arena, 1, 0, 0, 0);
    add_step(behind, (Step){.id = "share-of-one",
                            .title = "What one sentence of a length counts",
                            .formula = "1 / sentences of that length",
                            .note = "So that all of one length count 1.",
                            .rows = token_axis("share", one, 1),
                            .cols = token_axis("length", n->lengths, n->bottleneck->length_count),
                            .kind = VALUE_FRACTION,
                            .node = n->bottleneck->share});
    return behind;
}

static void add_overview(Narration *n)
{
    Grid grid = grid_new(n->trace, "overview", 1, 1);
    grid.panel.title = "What a vector of fixed length cannot hold";
    grid.panel.formula = "right / sentences of that length";
    grid.panel.note = note_accuracy(n);
    grid_place(&grid, 0, 0, "accuracy", NULL, NULL);
    add_panel(n->trace, grid);
}

/* ---- the whole ---- */

enum { STEPS = 2, PANELS = 1, SETTINGS = 4 };

/* Where all translators come from, or NULL if not from one place. */
static const char *common_origin(const Bottleneck *b)
{
    for (int k = 1; k < b->count; k++)
        if (strcmp(b->translators[k]->origin, b->translators[0]->origin) != 0)
            return NULL;
    return b->translators[0]->origin;
}

static void add_settings(Narration *n)
{
    const char *origin = common_origin(n->bottleneck), *learned = n->subject->learned;
    int all = all_sentences(n->bottleneck);
    add_number_setting(n->trace, "sentences", all);
    add_setting(n->trace, "source", n->subject->sentences, false);
    add_setting(n->trace, "weights", origin, false);
    add_setting(n->trace, "learned from", learned, false);
    n->trace->provenance = arena_format(n->arena, "%d %s%s%s%s%s", all, n->subject->sentences,
                                        origin ? ", weights " : "", origin ? origin : "",
                                        learned ? ", from " : "", learned ? learned : "");
}

Trace *narrate_bottleneck(Arena *arena, const Bottleneck *bottleneck,
                          const BottleneckSubject *subject)
{
    Narration n = {.arena = arena,
                   .trace = trace_new(arena, STEPS, PANELS, SETTINGS, 0),
                   .bottleneck = bottleneck,
                   .subject = subject,
                   .lengths = number_labels(arena, bottleneck->lengths, bottleneck->length_count)};
    n.trace->argc = subject->argc;
    n.trace->argv = subject->argv;
    add_settings(&n);
    add_steps(&n);
    add_overview(&n);
    n.trace->behind = narrate_behind(&n);
    return n.trace;
}
