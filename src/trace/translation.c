#include "trace/traces.h"

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

void add_translator_settings(Trace *t, const Model *m, Taking taking)
{
    const TranslatorDesign *design = m->kind->design;
    const TranslatorSizes *sizes = m->sizes;
    bool attends = design->attends;
    add_setting(t, "score", attends ? score_names[design->score] : NULL, false);
    add_setting(t, "local", attends ? reach_names[design->reach] : NULL, false);
    add_setting(t, "attention", attends ? taking_names[taking] : "none", false);
    add_setting(t, "encoder", design->both_ways ? "bidirectional" : "causal", false);
    add_setting(t, "cell", design->cell == CELL_GRU ? "gru" : "rnn", false);
    add_size(t, "embedding", sizes->embedding, true);
    add_size(t, "hidden", sizes->hidden, true);
    add_size(t, "alignment_layer", sizes->alignment, translator_has_layer(design));
    add_size(t, "window", sizes->window, design->reach != REACH_GLOBAL);
}

/* ---- panels ---- */

/* What stands turned in the picture of the alignment model's inside, where the numbers of each
   source word stand in one row. */
static const char *const turned[] = {"energies", "masked", "softmax", "bell", "weights", "taken"};

enum { TURNED = sizeof turned / sizeof *turned };

/* Names the columns of the whole word: "step-6/inside/energies". */
static void name_inside(Graph *g, const TranslationTask *task, int word)
{
    Scope inside = within(scope_of(g), "step-%d/inside", "", word);
    inside = ending_in(inside, arena_format(g->arena, " for “%s”", task->target_labels[word - 1]));
    for (int i = 0; i < TURNED; i++) {
        const Name *row = name_find(g, arena_format(g->arena, "step-%d/%s", word, turned[i]));
        if (row)
            named(inside, turned[i], "A column of the picture: ", transpose(g, row->node));
    }
}

/* ---- the whole ---- */

void tell_translation(Trace *t, const TranslationTask *task, int word)
{
    name_inside(t->graph, task, word);
    trace_tell(t, translation_list);
    trace_tell_whole(t, arena_format(t->arena, "step-%d", word));
}
