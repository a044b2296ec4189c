#include "cli/settings.h"

typedef struct Sweep {
    const Run *run;
    Arguments base; /* of the command, without a value of the option */
    int option;     /* its place among them */
    Values values;  /* then those whose run did not fail */
    real *numbers;  /* what is measured, a row for each of these */
} Sweep;

/* ---- what is asked ---- */

/* The command behind the first operand, with its options. */
static bool read_command(Sweep *w, Error *error)
{
    const Arguments *given = w->run->arguments;
    const Values *line = &given->operands;
    const Command *command;
    int words;
    if (!line->count)
        return fail_usage(error, "no option: attnviz sweep temperature=0.5,1,2 --sentence …");
    if (!w->run->settings->measures.count)
        return fail_usage(error, "nothing to measure: --measure 'head-1/weights[bat,ball]'");
    if (!command_find(w->run->arena, line->count, (char **)line->items, &command, &words, error))
        return false;
    w->base = options_default(command);
    w->base.operands = (Values){line->items + 1 + words, line->count - 1 - words};
    for (int i = 0; i < w->base.count; i++) {
        const Argument *a = argument_named(given, w->base.items[i].option->name);
        w->base.items[i] = a ? *a : w->base.items[i];
    }
    return argument_named(&w->base, "versus") ||
           fail_usage(error, "%s is not to be swept", command->title);
}

/* "temperature=0.5,1,2" */
static bool read_values(Sweep *w, const char *text, Error *error)
{
    char *rest = arena_strdup(w->run->arena, text), *name = strsep(&rest, "=");
    if (!rest || !*rest)
        return fail_usage(error, "'%s': expected OPTION=VALUE,VALUE,…", text);
    const Argument *a = argument_named(&w->base, name);
    if (!a || !a->option->argument || a->group > OPTIONS_DRAWN)
        return fail_usage(error, "%s has no option '%s' to sweep", w->base.command->title, name);
    w->option = (int)(a - w->base.items);
    w->values.items = arena_alloc(w->run->arena, strlen(rest) + 1, sizeof *w->values.items);
    while (rest)
        w->values.items[w->values.count++] = strsep(&rest, ",");
    return true;
}

/* ---- what is measured ---- */

/* How probable a word is where it is written. */
static bool find_word(Arena *arena, const char *where, const Trace *t, const char *word,
                      StepCell *cell, Error *error)
{
    const TracedText *text = t->text_count ? &t->texts[t->text_count > 1] : NULL;
    int count = text ? text->token_count : 0, place;
    const char **words = arena_alloc(arena, (size_t)count, sizeof *words);
    for (int i = 0; i < count; i++)
        words[i] = text->tokens[i];
    Axis written = label_axis("word", tokens_labelled(arena, words, NULL, count).labels, count);
    if (!count || !written_probabilities(t, 0, &cell->row))
        return fail_usage(error, "%s: the command writes no words", where);
    if (!place_parse(arena, where, &written, word, false, &place, error))
        return fail_as_usage(error);
    cell->step = written_probabilities(t, place, &cell->row);
    cell->col = find_string(cell->step->cols.labels, cell->step->cols.count, words[place]);
    return true;
}

/* "p(zone)", "entropy(head-2/weights[bat])", or a cell. */
static bool measure(Arena *arena, const Trace *t, const char *text, real *x, Error *error)
{
    const char *where = arena_format(arena, "--measure '%s'", text), *open = strchr(text, '(');
    bool of_word = begins_with(text, "p("), of_row = begins_with(text, "entropy(");
    int length = (int)strcspn(open ? open : text, of_row ? "]" : ")") - 1;
    StepCell cell;
    if (of_word &&
        !find_word(arena, where, t, arena_format(arena, "%.*s", length, open + 1), &cell, error))
        return false;
    if (of_row)
        text = arena_format(arena, "%.*s,1]", length, open + 1);
    if (!of_word && !cell_parse(arena, "--measure", t, text, false, &cell, error))
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
    Values given = {&value, 1};
    if (value) {
        a.items[w->option].value = value;
        a.items[w->option].given = given;
    }
    Run run = run_new(arena, w->run->argc, w->run->argv, &a);
    run.warnings = w->run->warnings;
    Trace *trace = options_validate(&run, error) ? a.command->run(&run, error) : NULL;
    return trace && trace_check(trace, error) ? trace : NULL;
}

/* Measures each run; one that fails is told of, and leaves no row. */
static bool run_values(Sweep *w, Error *error)
{
    const Values *measures = &w->run->settings->measures, asked = w->values;
    const char *option = w->base.items[w->option].option->name;
    w->numbers = arena_alloc(w->run->arena, (size_t)(asked.count * measures->count), sizeof(real));
    w->values.count = 0;
    for (int i = 0; i < asked.count; i++) {
        Arena *scratch = arena_new();
        const char *value = asked.items[i];
        real *row = w->numbers + w->values.count * measures->count;
        Trace *t = run_with(w, scratch, value, error);
        bool done = t;
        for (int j = 0; done && j < measures->count; j++)
            done = measure(scratch, t, measures->items[j], &row[j], error);
        if (done)
            w->values.items[w->values.count++] = visible_text(w->run->arena, value);
        else
            text_format(w->run->warnings, "%s=%s: %s\n", option, value, error->message);
        arena_free(scratch);
    }
    const char *why = arena_strdup(w->run->arena, error->message);
    return w->values.count ||
           fail_usage(error, "no value of --%s could be measured: %s", option, why);
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

static Trace *tell(const Sweep *w, const Trace *before, int asked)
{
    const Values *measures = &w->run->settings->measures, *values = &w->values;
    const char *option = w->base.items[w->option].option->name,
               *what = measures->count > 1 ? "What is measured" : *measures->items;
    const Argument *target = argument_named(&w->base, "target");
    Graph *g = w->run->graph;
    const char *how = arena_format(g->arena, LEAF_COMPUTED "in a run with --%s of its own", option);
    given(scope_of(g), "sweep", arena_format(g->arena, "%s by %s", what, option), "…",
          axis_unquoted(label_axis(option, values->items, values->count)),
          axis_unquoted(label_axis("measure", measures->items, measures->count)),
          constant(g, (Tensor){values->count, measures->count, w->numbers}, how));
    Trace *t = trace_begin(g);
    for (int i = 0; i < before->text_count; i++)
        add_text(t, before->texts[i]);
    add_setting(t, "command", w->base.command->title, false);
    add_setting(t, "option", option, false);
    add_setting(t, "values", join_strings(g->arena, values->items, values->count, ", ", ", "),
                false);
    add_setting(t, "curves", values_ascend(values) ? "yes" : NULL, false);
    add_setting(t, "target", target ? target->value : NULL, false);
    add_number_setting(t, "failed", asked - values->count);
    trace_tell(t, sweep_list);
    if (t->steps->curves)
        t->steps->curves->x_name = option;
    return t;
}

Trace *sweep_command(const Run *run, Error *error)
{
    Sweep w = {.run = run};
    if (!read_command(&w, error) || !read_values(&w, *run->arguments->operands.items, error) ||
        !check_runs(run, &w.base, error))
        return NULL;
    int asked = w.values.count;
    const Trace *before = run_with(&w, run->arena, NULL, error);
    if (!before)
        return NULL;
    give_target(run, before, &w.base);
    return run_values(&w, error) ? tell(&w, before, asked) : NULL;
}
