#include "trace/traces.h"

#include "graph/ops.h"

const char *const score_names[] = {[SCORE_ADDITIVE] = "additive",
                                   [SCORE_DOT] = "dot",
                                   [SCORE_GENERAL] = "general",
                                   [SCORE_CONCAT] = "concat"};

const char *const reach_names[] = {
    [REACH_GLOBAL] = "none", [REACH_MONOTONIC] = "monotonic", [REACH_PREDICTIVE] = "predictive"};

/* ---- settings ---- */

static const char *const taking_names[] = {
    [TAKE_MEAN] = "soft", [TAKE_DRAWN] = "hard (drawn)", [TAKE_LARGEST] = "hard (the largest)"};

/* A size that not every translator has. */
static void add_size(Trace *t, const char *name, int size, bool is_there)
{
    add_setting(t, name, is_there ? arena_format(t->arena, "%d", size) : NULL, true);
}

static void add_settings(Trace *t, const Model *m, Taking taking, const TranslationSubject *s)
{
    const TranslatorDesign *design = m->kind->design;
    const TranslatorSizes *sizes = m->sizes;
    bool attends = design->attends;
    add_setting(t, "model", m->kind->paper, false);
    add_setting(t, "score", attends ? score_names[design->score] : NULL, false);
    add_setting(t, "local", attends ? reach_names[design->reach] : NULL, false);
    add_setting(t, "attention", attends ? taking_names[taking] : "none", false);
    add_setting(t, "encoder", design->both_ways ? "bidirectional" : "causal", false);
    add_setting(t, "cell", design->cell == CELL_GRU ? "gru" : "rnn", false);
    add_size(t, "embedding", sizes->embedding, true);
    add_size(t, "hidden", sizes->hidden, true);
    add_size(t, "alignment_layer", sizes->alignment, translator_has_layer(design));
    add_size(t, "window", sizes->window, design->reach != REACH_GLOBAL);
    add_setting(t, "target", s->forced ? "given" : "chosen", false);
    if (s->expected)
        add_setting(t, "expected", s->expected, false);
    add_origin(t, &(Origin){m->parameters->origin, s->seed, "held-out score", m->score, m->recipe});
}

/* ---- panels ---- */

/* What stands turned in the picture of the alignment model's inside, where the numbers of each
   source word stand in one row. */
static const char *const turned[] = {"energies", "masked", "softmax", "bell", "weights", "taken"};

enum { TURNED = sizeof turned / sizeof *turned };

/* Names the columns of the whole word: "step-6/inside/energies". */
static void name_inside(Graph *g, const TranslationTask *task, int whole)
{
    Scope inside = within(scope_of(g), "step-%d/inside", "", whole + 1);
    inside = ending_in(inside, arena_format(g->arena, " for “%s”", task->target_labels[whole]));
    for (int i = 0; i < TURNED; i++) {
        const Name *row = name_find(g, arena_format(g->arena, "step-%d/%s", whole + 1, turned[i]));
        if (row)
            named(inside, turned[i], "A column of the picture: ", transpose(g, row->node));
    }
}

/* ---- the whole ---- */

Trace *trace_translation(Graph *g, const Model *translator, const TranslationTask *task,
                         const TranslationSubject *subject)
{
    Trace *t = trace_begin(g);
    const char *word = arena_format(t->arena, "step-%d", subject->whole + 1);
    add_text(t, subject->source);
    add_text(t, subject->target);
    add_settings(t, translator, task->taking, subject);
    name_inside(g, task, subject->whole);
    trace_tell(t, translation_list);
    trace_tell_whole(t, word);
    add_panels(t);
    return t;
}
