#include "cli/settings.h"

typedef struct Sweep {
    const Run *run;
    Arguments base;       /* of the command, without a value of the option */
    const char *option;   /* "temperature" */
    Values values, asked; /* those that could be measured, of these */
    real *numbers;        /* what is measured, a row for each of them */
} Sweep;

/* ---- what is asked ---- */

/* "temperature=0.5,1,2", and the command behind it with its options. */
static bool read_line(Sweep *w, Error *error)
{
    const Arguments *given = w->run->arguments;
    const Values *line = &given->operands;
    const Command *command;
    int words;
    if (!line->count || !strchr(*line->items, '=') || !w->run->settings->measures.count)
        return fail_usage(error, "what is swept, and what is measured? attnviz sweep "
                                 "temperature=0.5,1,2 -s … --measure 'head-1/weights[bat,ball]'");
    if (!command_find(w->run->arena, line->count, (char **)line->items, &command, &words, error))
        return false;
    w->base = options_default(command);
    w->base.operands = (Values){line->items + 1 + words, line->count - 1 - words};
    for (int i = 0; i < w->base.count; i++) {
        const Argument *a = argument_named(given, w->base.items[i].option->name);
        w->base.items[i] = a ? *a : w->base.items[i];
    }
    char *values = arena_strdup(w->run->arena, *line->items);
    const Argument *a = argument_named(&w->base, w->option = strsep(&values, "="));
    if (!argument_named(&w->base, "versus") || !a || !a->option->argument ||
        a->group > OPTIONS_DRAWN)
        return fail_usage(error, "%s has no option '%s' to sweep", command->title, w->option);
    w->asked.items = arena_alloc(w->run->arena, strlen(values) + 1, sizeof *w->asked.items);
    w->values.items = arena_alloc(w->run->arena, strlen(values) + 1, sizeof *w->asked.items);
    while (values)
        w->asked.items[w->asked.count++] = strsep(&values, ",");
    return true;
}

/* ---- what is measured ---- */

/* How probable a word is where it is written. */
static bool find_word(Arena *arena, const char *where, const Trace *t, const char *word,
                      StepCell *cell, Error *error)
{
    const TracedText *text = t->text_count ? &t->texts[t->text_count > 1] : NULL;
    int place;
    if (!text || !written_probabilities(t, 0, &cell->row))
        return fail_usage(error, "%s: the command writes no words", where);
    const char **words = arena_alloc(arena, (size_t)text->token_count, sizeof *words);
    memcpy(words, text->tokens, (size_t)text->token_count * sizeof *words);
    Tokens tokens = tokens_labelled(arena, words, NULL, text->token_count);
    Axis written = label_axis("word", tokens.labels, tokens.count);
    if (!place_parse(arena, where, &written, word, false, &place, error))
        return fail_as_usage(error);
    cell->step = written_probabilities(t, place, &cell->row);
    cell->col = find_string(cell->step->cols.labels, cell->step->cols.count, words[place]);
    return true;
}

/* "p(zone)", "entropy(head-2/weights[bat])", or a cell. */
static bool measure(Arena *arena, const Trace *t, const char *text, real *x, Error *error)
{
    const char *where = arena_format(arena, "--measure '%s'", text);
    bool of_word = begins_with(text, "p("), of_row = begins_with(text, "entropy(");
    StepCell cell;
    const char *inside = of_word || of_row ? strchr(text, '(') + 1 : text;
    int length = (int)strcspn(inside, of_row ? "]" : ")");
    if (of_row)
        text = arena_format(arena, "%.*s,1]", length, inside);
    if (of_word ? !find_word(arena, where, t, arena_strndup(arena, inside, (size_t)length), &cell,
                             error)
                : !cell_parse(arena, "--measure", t, text, false, &cell, error))
        return fail_as_usage(error);
    if (of_row && cell.step->kind != VALUE_PROBABILITY)
        return fail_usage(error, "%s: %s has no weights", where, cell.step->id);
    Graph *g = t->graph;
    *x = of_row ? row_entropy(g, row_range(g, (Node *)cell.step->node, cell.row, 1))->value.data[0]
                : (real)step_number(cell.step, cell.row, cell.col);
    return true;
}

/* ---- runs ---- */

/* With this value of the option; NULL for the command as it is. */
static Trace *run_with(const Sweep *w, Arena *arena, const char *value, Error *error)
{
    Arguments a = w->base;
    for (int i = 0; value && i < a.count; i++)
        if (!strcmp(a.items[i].option->name, w->option)) {
            a.items[i].value = value;
            a.items[i].given = (Values){&value, 1};
        }
    Run run = run_new(arena, w->run->argc, w->run->argv, &a);
    run.warnings = w->run->warnings;
    Trace *trace = options_validate(&run, error) ? a.command->run(&run, error) : NULL;
    return trace && trace_check(trace, error) ? trace : NULL;
}

/* Measures each run; one that fails is told of, and leaves no row. */
static bool run_values(Sweep *w, Error *error)
{
    const Values *measures = &w->run->settings->measures, *asked = &w->asked;
    w->numbers = arena_alloc(w->run->arena, (size_t)(asked->count * measures->count), sizeof(real));
    for (int i = 0; i < asked->count; i++) {
        Arena *scratch = arena_new();
        real *row = w->numbers + w->values.count * measures->count;
        Trace *t = run_with(w, scratch, asked->items[i], error);
        bool done = t;
        for (int j = 0; done && j < measures->count; j++)
            done = measure(scratch, t, measures->items[j], &row[j], error);
        arena_free(scratch);
        if (done)
            w->values.items[w->values.count++] = visible_text(w->run->arena, asked->items[i]);
        else
            text_format(w->run->warnings, "%s=%s: %s\n", w->option, asked->items[i],
                        error->message);
    }
    const char *why = arena_strdup(w->run->arena, error->message);
    return w->values.count ||
           fail_usage(error, "no value of --%s could be measured: %s", w->option, why);
}

/* ---- what is told ---- */

static bool values_ascend(const Values *values)
{
    double last = -INFINITY, x;
    Error ignored;
    for (int i = 0; i < values->count; i++, last = x)
        if (!parse_decimal("", values->items[i], -1e300, 1e300, &x, &ignored) || x <= last)
            return false;
    return values->count > 1;
}

static Trace *tell(const Sweep *w, const Trace *before)
{
    const Values *measures = &w->run->settings->measures, *values = &w->values;
    const char *what = measures->count > 1 ? "What is measured" : *measures->items;
    const Argument *target = argument_named(&w->base, "target");
    Graph *g = w->run->graph;
    given(scope_of(g), "sweep", arena_format(g->arena, "%s by %s", what, w->option), "…",
          axis_unquoted(label_axis(w->option, values->items, values->count)),
          axis_unquoted(label_axis("measure", measures->items, measures->count)),
          constant(g, (Tensor){values->count, measures->count, w->numbers},
                   LEAF_COMPUTED "in a run with this value, which has its own explanations"));
    Trace *t = trace_begin(g);
    for (int i = 0; i < before->text_count; i++)
        add_text(t, before->texts[i]);
    add_setting(t, "command", w->base.command->title, false);
    add_setting(t, "option", w->option, false);
    add_setting(t, "values", join_strings(g->arena, values->items, values->count, ", ", ", "),
                false);
    add_setting(t, "curves", values_ascend(values) ? "yes" : NULL, false);
    if (target && strcmp(w->option, "target") != 0)
        add_setting(t, "target", target->value, false);
    add_number_setting(t, "failed", w->asked.count - values->count);
    trace_tell(t, sweep_list);
    if (t->steps->curves)
        t->steps->curves->x_name = w->option;
    return t;
}

Trace *sweep_command(const Run *run, Error *error)
{
    Sweep w = {.run = run};
    if (!read_line(&w, error) || !check_runs(run, &w.base, error))
        return NULL;
    const Trace *before = run_with(&w, run->arena, NULL, error);
    if (!before)
        return NULL;
    give_target(run, before, &w.base);
    return run_values(&w, error) ? tell(&w, before) : NULL;
}
