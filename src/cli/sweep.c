#include "cli/settings.h"

typedef struct Sweep {
    const Run *run;
    Arguments base;     /* of the command; the option's value is set for each run */
    const char *option; /* "temperature" */
    char *asked;        /* "0.5,1,2" … */
    Strings values;     /* … those that could be measured, … */
    int failed;         /* … and the number of those that could not */
    real *numbers;      /* the measurements, one row per value */
} Sweep;

/* ---- parsing ---- */

/* Parses "temperature=0.5,1,2", and the command line that follows. */
static void read_line(Sweep *w)
{
    const Strings *line = &w->run->arguments->operands;
    int words;
    if (!line->count || !strchr(*line->items, '=') || !w->run->settings->measures.count)
        fail_usage("what is swept, and what is measured? attnviz sweep "
                   "temperature=0.5,1,2 -s … --measure 'head-1/weights[bat,ball]'");
    const Command *command = command_find(w->run->arena, line->count, (char **)line->items, &words);
    Arguments own = options_default(command);
    w->base = *w->run->arguments;
    w->base.command = command;
    w->base.operands = (Strings){line->items + 1 + words, line->count - 1 - words};
    w->asked = arena_strdup(w->run->arena, *line->items);
    const Argument *a = argument_named(&own, w->option = strsep(&w->asked, "="));
    if (!argument_named(&own, "versus") || !a || !a->option->argument || a->group > OPTIONS_DRAWN)
        fail_usage("%s has no option '%s' to sweep", command->title, w->option);
}

/* ---- measuring ---- */

/* Finds the probability of a word at the place where it is written. */
static StepCell find_word(Arena *arena, const char *where, const Trace *t, const char *word)
{
    if (!written_word(t, 0).step && !written_word(t, 1).step)
        fail_usage("%s: the command writes no words", where);
    const TracedText *text = &t->texts[t->text_count > 1];
    Tokens tokens = tokens_padded(arena, text->tokens, text->token_count, text->token_count);
    Axis written = label_axis("word", tokens.labels, tokens.count);
    StepCell cell = written_word(t, place_parse(arena, where, &written, word, false));
    if (!cell.step)
        fail_usage("%s: nothing predicts that word", where);
    return cell;
}

/* Measures "p(zone)", "entropy(head-2/weights[bat])", or a cell. */
static real measure(Arena *arena, const Trace *t, const char *text)
{
    const char *where = arena_format(arena, "--measure '%s'", text);
    bool of_word = begins_with(text, "p("), of_row = begins_with(text, "entropy(");
    const char *inside = of_word || of_row ? strchr(text, '(') + 1 : text;
    inside = arena_strndup(arena, inside, strcspn(inside, of_row ? "]" : of_word ? ")" : ""));
    if (of_row && !strchr(inside, '['))
        fail_usage("%s: expected entropy(STEP[ROW])", where);
    if (of_row)
        inside = arena_format(arena, "%s,1]", inside);
    StepCell cell = of_word ? find_word(arena, where, t, inside)
                            : cell_parse(arena, "--measure", t, inside, false);
    if (of_row && cell.step->kind != VALUE_PROBABILITY)
        fail_usage("%s: %s has no weights", where, cell.step->id);
    return of_row ? node_value(row_entropy(t->graph, (Node *)cell.step->node)).data[cell.row]
                  : (real)step_number(cell.step, cell.row, cell.col);
}

/* ---- runs ---- */

/* Runs and measures the next value. */
static void run_value(void *data)
{
    Sweep *w = data;
    const Strings *measures = &w->run->settings->measures;
    ENDED_BY(arena_end) Arena *scratch = arena_new();
    const Trace *t = run_again(w->run, scratch, &w->base, (Changes){0});
    for (int j = 0; j < measures->count; j++)
        w->numbers[w->values.count * measures->count + j] = measure(scratch, t, measures->items[j]);
}

/* Runs and measures each value; a run that fails gives a warning and no row. */
static void run_values(Sweep *w)
{
    size_t row_size = (size_t)w->run->settings->measures.count * sizeof(real);
    Arena *arena = w->run->arena;
    Argument *swept = argument_named(&w->base, w->option);
    Error error;
    for (const char *value; (value = next_item(&w->asked));) {
        w->numbers = arena_grow(arena, w->numbers, w->values.count, row_size);
        swept->value = value;
        swept->given = (Strings){&value, 1};
        if (attempt(run_value, w, &error)) {
            strings_add(arena, &w->values, visible_text(arena, value));
            continue;
        }
        memory_check();
        text_format(w->run->warnings, "%s=%s: %s\n", w->option, value, error.message);
        w->failed++;
    }
    if (!w->values.count)
        fail_usage("no value of --%s could be measured: %s", w->option, error.message);
}

/* ---- trace ---- */

static bool values_ascend(const Strings *values)
{
    double last = -INFINITY, x;
    for (int i = 0; i < values->count; i++, last = x)
        if (!is_decimal_number(values->items[i], -1e300, 1e300, &x) || x <= last)
            return false;
    return values->count > 1;
}

static Trace *tell(const Sweep *w, const Trace *before)
{
    const Strings *measures = &w->run->settings->measures, *values = &w->values;
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
    add_number_setting(t, "failed", w->failed);
    trace_tell(t, sweep_list);
    if (t->steps->curves)
        t->steps->curves->x_name = w->option;
    return t;
}

Trace *sweep_command(const Run *run)
{
    Sweep w = {.run = run};
    read_line(&w);
    check_runs(run, &w.base);
    const Trace *before = run_again(run, run->arena, &w.base, (Changes){0});
    give_target(run, before, &w.base);
    run_values(&w);
    return tell(&w, before);
}
