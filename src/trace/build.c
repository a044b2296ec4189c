#include "trace/sentences.h"

Trace *trace_begin(Graph *g)
{
    Trace trace = {.arena = g->arena,
                   .graph = g,
                   .lacking = lexicon_new(g->arena),
                   .cell_texts = lexicon_new(g->arena)};
    return arena_copy(g->arena, &trace, sizeof trace);
}

/* ---- texts and settings ---- */

TracedText traced_text(const char *text, int count, const char *const *tokens)
{
    return (TracedText){.text = text, .token_count = count, .tokens = tokens};
}

void add_text(Trace *trace, TracedText text)
{
    trace->texts = arena_append(trace->arena, trace->texts, &trace->text_count, &text, sizeof text);
    for (const char *const *label = text.lacking; label && *label; label++)
        lexicon_add(&trace->lacking, *label);
}

void add_setting(Trace *trace, const char *name, const char *value, bool is_number)
{
    trace->settings = arena_append(trace->arena, trace->settings, &trace->setting_count,
                                   &(Setting){name, value, is_number}, sizeof *trace->settings);
}

void add_number_setting(Trace *trace, const char *name, int number)
{
    add_setting(trace, name, arena_format(trace->arena, "%d", number), true);
}

const char *listed(Arena *arena, int count, const int *numbers)
{
    Text list = text_new(arena);
    for (int i = 0; i < count; i++)
        text_format(&list, "%s%d", i ? "," : "", numbers[i]);
    return list.data;
}

void add_origin(Trace *trace, const Origin *o)
{
    Arena *arena = trace->arena;
    add_setting(trace, "weights", o->weights, false);
    add_setting(trace, "seed", o->seed ? arena_format(arena, "%ju", (uintmax_t)*o->seed) : NULL,
                true);
    if (!o->measure)
        return;
    add_setting(trace, "recipe", o->recipe, false);
    add_setting(trace, o->measure, o->measured, false);
    if (o->recipe)
        trace->source = arena_format(arena, "%s: %s", o->weights, o->recipe);
    if (o->recipe && o->measured)
        trace->source = arena_format(arena, "%s; %s %s", trace->source, o->measure, o->measured);
}

/* ---- steps ---- */

void add_step(Trace *trace, Step step)
{
    CHECK(!trace->panel_count, "%s: a panel points at the steps before", step.id);
    step.made = step.turned ? step.made : step.node;
    trace->steps = arena_append(trace->arena, trace->steps, &trace->step_count, &step, sizeof step);
}

/* The operation of tables of texts. */
static const char by_number[] = LEAF_COMPUTED "texts by their numbers";

/* Makes steps of all names from `first` on. */
static Trace *steps_from(const Trace *trace, int first)
{
    const Names *names = trace->graph->names;
    Trace *steps = trace_begin(trace->graph);
    for (int i = first; i < names->count; i++) {
        const Name *name = &names->items[i];
        const Writing *writing = name->writing;
        add_step(steps, (Step){.id = name->id,
                               .title = name->title,
                               .formula = name->formula,
                               .note = "",
                               .rows = writing->rows,
                               .cols = writing->cols,
                               .kind = writing->kind,
                               .node = name->node,
                               .counts = writing->counts,
                               .mask = writing->mask});
    }
    return steps;
}

/* Splits the next axis off "dₖ; log variance": its name without "log", and whether it had that. */
static const char *next_axis(Arena *arena, const char **axes, bool *logarithmic)
{
    const char *name = next_part(arena, axes, "; ");
    *logarithmic = begins_with(name, "log ");
    return *logarithmic ? name + strlen("log ") : name;
}

/* The axes from the step's view, "curves (dₖ; log variance)". */
static Curves *curves_of(Trace *trace, const Step *step, const char *view)
{
    const char *axes = strchr(view, '(');
    CHECK(axes, "no axes for %s", step->id);
    const Step *least = trace_any_step(trace, arena_format(trace->arena, "%s/least", step->id));
    const Step *most = trace_any_step(trace, arena_format(trace->arena, "%s/most", step->id));
    Curves curves = {.least = least ? least->node : NULL, .most = most ? most->node : NULL};
    axes = arena_strndup(trace->arena, axes + 1, strcspn(axes, ")") - 1);
    curves.x_name = next_axis(trace->arena, &axes, &curves.log_x);
    curves.y_name = next_axis(trace->arena, &axes, &curves.log_y);
    return arena_copy(trace->arena, &curves, sizeof curves);
}

/* Decides for each step whether it is shown or goes behind the others. Of very many to read first,
   those in the middle come later. */
static void show_steps(Trace *trace)
{
    enum { FIRST_MOST = 40 };
    int first = 0, place = 0;
    Trace *all = steps_from(trace, 0), *behind = trace_begin(trace->graph);
    trace->behind = all; /* so that conditions find every step */
    for (int i = 0; i < all->step_count; i++) {
        Step step = all->steps[i];
        const char *view = view_of_step(trace, &step);
        step.form = strstr(view, "bars") ? FORM_BARS : strstr(view, "curves") ? FORM_CURVES : 0;
        step.detail = strstr(view, "detail");
        step.minor = strstr(view, "minor");
        step.later = step_comes_later(trace, &step);
        step.curves = step.form == FORM_CURVES ? curves_of(trace, &step, view) : NULL;
        if (is_leaf(step.node) && step.node->parameter.given == by_number) {
            step.texts = true;
            step.places = trace->cell_texts.words;
            step.place_count = trace->cell_texts.count;
        }
        add_step(strstr(view, "behind") ? behind : trace, step);
        first += !step.later && !strstr(view, "behind");
    }
    for (int i = 0; i < trace->step_count; i++) {
        place += !trace->steps[i].later;
        trace->steps[i].later |= is_between(place, FIRST_MOST / 2 + 1, first - FIRST_MOST / 2);
    }
    trace->behind = behind;
}

void trace_tell(Trace *trace, const char *list)
{
    int count = trace->graph->names->count;
    Note *notes = notes_read(trace->arena, (const char *const[]){list, shared_list}, 2);
    for (Note *n = notes; n->where; n++)
        n->text = text_turned(trace, n->text);
    trace->notes = notes;
    show_steps(trace);
    if (phrase_of(trace, "{provenance}"))
        trace->provenance = sentence_filled(trace, &the_whole, "{provenance}");
    if (phrase_of(trace, "{try-next}"))
        trace->next = sentence_filled(trace, &the_whole, "{try-next}");
    Trace *behind = (Trace *)trace->behind;
    trace_survey(trace);
    for (int i = 0; i < trace->step_count; i++) {
        Step *step = &trace->steps[i];
        if (trace->minor_unread && step_is_minor(step))
            continue;
        step->note = note_of_step(trace, step);
        graph_rest(trace->graph);
    }
    behind->behind = steps_from(trace, count); /* the measurements of the sentences */
}

void trace_tell_whole(Trace *t, const char *word)
{
    const char *whole = arena_format(t->arena, "%s/*", word);
    for (int i = 0; i < t->step_count; i++) {
        Step *step = &t->steps[i];
        if (!id_matches("step-*|encoder/*/*", step->id) || id_matches(whole, step->id))
            continue;
        step->minor = id_matches("*/weights|*/words", step->id);
        step->detail = !step->minor;
        step->later = true;
    }
}

void trace_places(Trace *trace, const char *id, Axis places)
{
    Step *step = trace_step(trace, id);
    step->places = places.labels;
    step->place_count = places.count;
}

void name_texts(Trace *trace, const char *id, const char *title, Axis rows, Axis cols,
                const char *const *cells)
{
    Tensor numbers = tensor_new(trace->arena, rows.count, cols.count);
    for (size_t i = 0; i < tensor_size(numbers); i++)
        if (cells[i])
            numbers.data[i] = (real)(lexicon_add(&trace->cell_texts, cells[i]) + 1);
    given(scope_of(trace->graph), id, title, "…", rows, cols,
          constant(trace->graph, numbers, by_number));
}
