#include "trace/trace.h"

#include "trace/sentences.h"

#include <math.h>
#include <string.h>

bool step_is_masked(const Step *step, int row, int col)
{
    return step->mask && isinf(at(step->mask->value, row, col));
}

const real *step_mask_row(const Step *step, int row)
{
    return step->mask ? tensor_row(step->mask->value, row) : NULL;
}

/* Of a row of a mask. */
static RowSeen seen_behind(const real *mask, int n)
{
    Survey survey = {0};
    vector_survey(mask, mask, n, &survey);
    RowSeen seen = {0, n, n - (int)survey.hidden};
    while (seen.end && isinf(mask[seen.end - 1]))
        seen.end--;
    while (seen.first < seen.end && isinf(mask[seen.first]))
        seen.first++;
    return seen;
}

RowSeen step_row_seen(const Step *step, int row)
{
    const real *mask = step_mask_row(step, row);
    int n = step->cols.count;
    return !mask ? (RowSeen){0, n, n} : step->seen ? step->seen[row] : seen_behind(mask, n);
}

Survey step_survey(const Step *step)
{
    Survey survey = {0};
    if (step->survey)
        return *step->survey;
    for (int r = 0; r < step->rows.count; r++)
        vector_survey(tensor_row(step->node->value, r), step_mask_row(step, r), step->cols.count,
                      &survey);
    return survey;
}

double step_number(const Step *step, int row, int col)
{
    if (step->counts)
        return step->counts[(ptrdiff_t)row * step->cols.count + col];
    return (double)at(step->node->value, row, col);
}

int step_digits(const Step *step)
{
    return step->counts ? 17 : 9;
}

double step_cells(const Step *step)
{
    return step->unasked ? 0 : (double)step->rows.count * step->cols.count;
}

bool step_is_minor(const Step *step)
{
    return step->minor ||
           (step->form == FORM_CELLS && (step->kind == VALUE_SIGNED || step->kind == VALUE_SIZE) &&
            step_is_drawn(step) && step_cells(step) > PICTURE_CELLS_MOST);
}

bool step_is_drawn(const Step *step)
{
    if (step->detail || step->places)
        return false;
    return step->form != FORM_CELLS || (step->rows.named && step->cols.named);
}

int step_decimals(const Step *step, int precision)
{
    if (step->kind == VALUE_MASK || step->kind == VALUE_COUNT)
        return 0;
    return step->decimals > precision ? step->decimals : precision;
}

const Step *trace_step(const Trace *trace, const char *id)
{
    return find_named(trace->steps, trace->step_count, sizeof *trace->steps, id);
}

const Step *trace_any_step(const Trace *trace, const char *id)
{
    const Step *step = NULL;
    for (; trace && !step; trace = trace->behind)
        step = trace_step(trace, id);
    return step;
}

const Step *trace_step_of(const Trace *trace, const Node *node)
{
    for (; trace; trace = trace->behind)
        for (int i = 0; i < trace->step_count; i++)
            if (trace->steps[i].made == node)
                return &trace->steps[i];
    return NULL;
}

bool trace_keep_only(Trace *trace, const char *patterns)
{
    char *asked = arena_strdup(trace->arena, patterns);
    bool *steps = arena_alloc(trace->arena, (size_t)trace->step_count + 1, sizeof *steps);
    bool *panels = arena_alloc(trace->arena, (size_t)trace->panel_count + 1, sizeof *panels);
    bool any = false;
    for (char *comma = asked; (comma = strchr(comma, ','));)
        *comma = '|';
    for (int i = 0; i < trace->step_count; i++)
        any |= steps[i] = id_matches(asked, trace->steps[i].id) ||
                          id_matches(asked, arena_format(trace->arena, "%d", i + 1));
    for (int i = 0; i < trace->panel_count; i++)
        any |= panels[i] = id_matches(asked, trace->panels[i].id);
    trace->is_partial = any;
    for (int i = 0; i < trace->step_count && any; i++) {
        trace->steps[i].unasked = !steps[i];
        trace->steps[i].detail = trace->steps[i].minor = trace->steps[i].later = false;
    }
    for (int i = 0; i < trace->panel_count && any; i++)
        trace->panels[i].unasked = !panels[i];
    return any;
}

bool trace_lacks(const Trace *t, const char *label)
{
    for (int i = 0; i < t->text_count; i++)
        for (const char *const *l = t->texts[i].lacking; l && *l; l++)
            if (!strcmp(*l, label))
                return true;
    return false;
}

const char *trace_setting(const Trace *trace, const char *name)
{
    const Setting *setting =
        find_named(trace->settings, trace->setting_count, sizeof *setting, name);
    return setting ? setting->value : NULL;
}

/* The first number of a step that nobody can look at; false for none. */
static bool find_flaw(const Step *step, int *row, int *col)
{
    for (*row = 0; *row < step->rows.count; ++*row)
        for (*col = 0; *col < step->cols.count; ++*col)
            if (!isfinite(at(step->node->value, *row, *col)) && !step_is_masked(step, *row, *col))
                return true;
    return false;
}

static const RowSeen *seen_of_rows(Arena *arena, const Step *step)
{
    RowSeen *seen = arena_alloc(arena, (size_t)step->rows.count, sizeof *seen);
    for (int i = 0; i < step->rows.count; i++)
        seen[i] = step_row_seen(step, i);
    return seen;
}

/* Most steps with a mask have the same. */
bool trace_is_sound(Trace *trace)
{
    int row, col;
    const Step *last = NULL; /* with a mask */
    for (int i = 0; i < trace->step_count && !trace->flaw; i++) {
        Step *step = &trace->steps[i];
        if (step->mask) {
            bool same = last && last->mask == step->mask;
            step->seen = same ? last->seen : seen_of_rows(trace->arena, step);
            last = step;
        }
        Survey *survey = arena_alloc(trace->arena, 1, sizeof *survey);
        *survey = step_survey(step);
        step->survey = survey;
        if (survey->unseen > survey->hidden && find_flaw(step, &row, &col))
            trace->flaw = arena_format(trace->arena,
                                       "%s[%s,%s] is beyond the range of float32: the weights or "
                                       "the embeddings are too large",
                                       step->id, step->rows.labels[row], step->cols.labels[col]);
    }
    return !trace->flaw;
}

bool trace_check(const Trace *trace, Error *error)
{
    return !trace->flaw || fail(error, "%s", trace->flaw);
}
