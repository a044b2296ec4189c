#include "cli/settings.h"

/* The first model translates; the others are given its words. */
enum { HARD = 6, COMPARED };

/* The names: additive is Bahdanau's; the others are model kinds of this name. */
static const char *const names[COMPARED] = {"additive", "dot",     "general",      "concat",
                                            "local-m",  "local-p", [HARD] = "hard"};
static const char *const titles[COMPARED] = {
    "additive",          "dot",           "general", "concat", "local, monotonic",
    "local, predictive", "additive, hard"};

/* One graph holds each alignment, each model's steps, with ids under its name
   ("dot/step-1/energies"), and looks. */
Trace *compare_scores_command(const Run *run)
{
    const TranslatingSettings *asked = &run->settings->translating;
    Arena *arena = run->arena;
    Scope scope = scope_of(run->graph);
    KnownModel *known = arena_alloc(arena, COMPARED, sizeof *known);
    TranslationTask *tasks = arena_alloc(arena, COMPARED, sizeof *tasks);
    Node *alignments[COMPARED];
    if (!weights_are_builtin(asked->weights) && !weights_are_random(asked->weights))
        fail_usage("--weights %s: a file holds one translator, and %d are compared: "
                   "built-in or random",
                   asked->weights, COMPARED);
    for (int i = 0; i < COMPARED; i++) {
        known[i] = model_find(arena, asked, i == 0 || i == HARD ? "bahdanau" : names[i]);
        known[i].settings.taking = i == HARD ? asked->taking : TAKE_MEAN;
    }
    sentences_read(run, known);
    for (int i = 0; i < COMPARED; i++) {
        known[i].source = known->source;
        known[i].target = known->target;
        tasks[i] = translating_task(&known[i]);
        Scope its = within(scope, names[i], "", 0);
        its.number = i + 1;
        alignments[i] = compared_alignment(its, &known[i].model, &tasks[i],
                                           arena_format(arena, "Alignment: %s", titles[i]));
    }
    named_looks(scope, "looks", "Where each output word looks most",
                label_axis("score", names, COMPARED), alignments);
    Trace *t = trace_begin(run->graph);
    add_text(t, known->source.text);
    add_text(t, known->target.text);
    add_setting(t, "scores", join_strings(arena, names, COMPARED, ", ", ", "), false);
    add_setting(t, "target", asked->target ? "given" : names[0], false);
    add_origin(
        t, &(Origin){.weights = known->model.parameters->origin, .seed = translating_seed(asked)});
    trace_tell(t, score_comparison_list);
    trace_places(t, "looks", writing_of(run->graph, *alignments)->cols);
    sentence_judge(t, "the translation", known);
    return t;
}
