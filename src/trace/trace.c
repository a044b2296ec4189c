#include "trace/trace.h"

#include "graph/ops.h"

bool step_is_masked(const Step *step, int row, int col)
{
    return step->mask && isinf(node_row(step->mask, row).data[col]);
}

const real *step_mask_row(const Step *step, int row)
{
    return step->mask ? node_row(step->mask, row).data : NULL;
}

static Survey survey_row(const Step *step, int row)
{
    return vector_survey(node_row(step->node, row).data, step_mask_row(step, row),
                         step->cols.count);
}

Survey step_row_survey(const Step *step, int row)
{
    return step->surveys && !step->turned ? step->surveys[row] : survey_row(step, row);
}

int step_row_seen(const Step *step, int row)
{
    return step->cols.count - (int)step_row_survey(step, row).hidden;
}

Survey step_survey(const Step *step)
{
    Survey survey = {0};
    int count = step->surveys ? rows_of(step->made) : step->rows.count;
    for (int r = 0; r < count; r++)
        survey_add(&survey, step->surveys ? step->surveys[r] : survey_row(step, r));
    return survey;
}

bool step_is_whole(const Step *step)
{
    static const double LARGEST = 999999;
    for (int i = 0; i < rows_of(step->node); i++)
        for (int j = 0; j < cols_of(step->node); j++) {
            double x = (double)node_row(step->node, i).data[j];
            if (isfinite(x) && (fabs(x) > LARGEST || x != rint(x)))
                return false;
        }
    return true;
}

double step_number(const Step *step, int row, int col)
{
    if (step->counts)
        return step->counts[(ptrdiff_t)row * step->cols.count + col];
    return (double)node_row(step->node, row).data[col];
}

double step_row_number(const Step *step, int row)
{
    return strtod(step->rows.labels[row], NULL);
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
    return !step->detail && !step->places &&
           (step->form != FORM_CELLS || (step->rows.named && step->cols.named));
}

Step *trace_step(const Trace *trace, const char *id)
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
    Text asked = text_new(trace->arena);
    for (char *rest = arena_strdup(trace->arena, patterns), *item; (item = next_item(&rest));)
        text_format(&asked, "%s|", item);
    for (int i = 0; i < trace->step_count; i++) {
        Step *step = &trace->steps[i];
        step->unasked = !id_matches(asked.data, step->id) &&
                        !id_matches(asked.data, arena_format(trace->arena, "%d", i + 1));
        step->detail = step->minor = step->later = false;
        trace->is_partial |= !step->unasked;
    }
    for (int i = 0; i < trace->panel_count; i++) {
        Panel *panel = &trace->panels[i];
        panel->unasked = !id_matches(asked.data, panel->id) && !begins_with(panel->id, "diagram/");
        trace->is_partial |= !panel->unasked;
    }
    return trace->is_partial;
}

bool trace_lacks(const Trace *t, const char *label)
{
    return lexicon_find(&t->lacking, label) >= 0;
}

const char *trace_setting(const Trace *trace, const char *name)
{
    const Setting *setting =
        find_named(trace->settings, trace->setting_count, sizeof *setting, name);
    return setting ? setting->value : NULL;
}

/* Fails at the first number that is not finite and not masked. */
static void check_numbers(const Step *step)
{
    for (int row = 0; row < step->rows.count; row++)
        for (int col = 0; col < step->cols.count; col++)
            if (!isfinite(node_row(step->node, row).data[col]) && !step_is_masked(step, row, col))
                fail("%s[%s,%s] is beyond the range of float32: the weights or the embeddings are "
                     "too large",
                     step->id, step->rows.labels[row], step->cols.labels[col]);
}

/* Some rows of each, as steps that follow from each other are computed by rows; what sentences ask
   of large weights is measured as these pass by. */
void trace_survey(Trace *trace)
{
    int rows = 0;
    for (Step *step = trace->steps; step < trace->steps + trace->step_count; step++) {
        Node *node = (Node *)step->node;
        if (node->resting && is_weight_kind(step->kind) && rows_of(node) == cols_of(node)) {
            column_mean(trace->graph, node);
            diagonal_mean(trace->graph, node);
        }
        step->surveys = arena_alloc(trace->arena, (size_t)step->rows.count, sizeof(Survey));
        node->surveys = step->surveys;
        rows = larger(rows, step->rows.count);
    }
    for (int first = 0; first < rows; first += ROWS_AT_ONCE)
        for (Step *step = trace->steps; step < trace->steps + trace->step_count; step++)
            for (int r = first; r < smaller(first + ROWS_AT_ONCE, step->rows.count); r++) {
                step->surveys[r] = survey_row(step, r);
                if (step->surveys[r].unseen > step->surveys[r].hidden)
                    check_numbers(step);
            }
}
