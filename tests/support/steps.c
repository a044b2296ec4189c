#include "support/steps.h"

#include "support/sample.h"

void check_ids(Scene *scene, Trace *trace, const char *ids)
{
    Text told = text_new(scene->arena);
    for (int i = 0; i < trace->step_count; i++) {
        const Step *step = &trace->steps[i];
        text_format(&told, "%s ", step->id);
        assert_ptr_equal(trace_step(trace, step->id), step);
        assert_int_equal(step->rows.count, rows_of(step->node));
        assert_int_equal(step->cols.count, cols_of(step->node));
        fail_if(!*step->title || !*step->formula || !ends_with(step->note, "."), "%s: %s, %s, %s",
                step->id, step->title, step->formula, step->note);
    }
    assert_string_equal(told.data,
                        ends_with(ids, " ") ? ids : arena_format(scene->arena, "%s ", ids));
}

void check_setting(const Trace *trace, const char *name, const char *value)
{
    assert_text(trace_setting(trace, name), value);
}

const Panel *panel_named(const Trace *trace, const char *id)
{
    for (int i = 0; i < trace->panel_count; i++)
        if (!strcmp(trace->panels[i].id, id))
            return &trace->panels[i];
    fail_msg("the trace has no panel %s", id);
    return NULL;
}

static const char *id_at(const Panel *panel, int place)
{
    return panel->places[place].step ? panel->places[place].step->id : "-";
}

void check_places(const Panel *panel, int rows, int cols, const char *ids)
{
    assert_int_equal(panel->rows, rows);
    assert_int_equal(panel->cols, cols);
    for (int i = 0; i < rows * cols; i++) {
        const char *id = id_at(panel, i);
        size_t length = strcspn(ids, " ");
        fail_if(strlen(id) != length || strncmp(id, ids, length) != 0, "place %d has %s, not %.*s",
                i, id, (int)length, ids);
        ids += length + (ids[length] == ' ');
    }
    assert_string_equal(ids, "");
}

const char *panel_row(Scene *scene, const Panel *panel, int row)
{
    Text out = text_new(scene->arena);
    for (int i = row * panel->cols; i < (row + 1) * panel->cols; i++) {
        const char *arrow = panel->places[i].arrow;
        text_add(&out, out.length ? " " : "");
        if (arrow)
            text_format(&out, "→%s ", arrow);
        text_add(&out, id_at(panel, i));
    }
    return out.data;
}
