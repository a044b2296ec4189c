/* What the traces of command lines hold, by the texts in traces/ (support/transcript.h):
 *
 *     # a dot product has its geometry
 *     $ retrieve
 *     steps query keys values geometry scores weights weighted output
 *     kind weights probability bars
 *     rows geometry 4 key: k₁|k₂|k₃|k₄
 *     provenance dot score, d = 2, 4 keys
 *
 * A $ makes the trace of a line; each statement below it is of that trace (`words`, `qualities` and
 * `texts` below have them all). A list of ids goes up to the end of the line; "head-1/: Q K" in it
 * stands for "head-1/Q head-1/K", up to the next such.
 */
#include "document/document.h"
#include "support/explained.h"
#include "support/reference.h"
#include "support/sample.h"
#include "support/small_corpus.h"
#include "support/small_trace.h"
#include "support/steps.h"
#include "support/traced.h"
#include "support/transcript.h"

typedef struct Looked {
    Scene *scene;
    Trace *trace, *before; /* the one before it */
} Looked;

static void writes(Looked *l, const char *text)
{
    const char *path = first_word(l->scene, &text);
    scene_write(l->scene, path, text);
}

static void writes_small_corpus(Looked *l, const char *none)
{
    (void)none;
    small_corpus(l->scene);
}

static void traces(Looked *l, const char *line)
{
    l->before = l->trace;
    l->trace = traced(l->scene, line);
}

/* The panels that a list makes of small traces. */
static void lists_panels(Looked *l, const char *list)
{
    l->trace = small_trace(l->scene, list);
    add_panels(l->trace);
}

static void lists_panels_of_heads(Looked *l, const char *list)
{
    l->trace = heads_trace(l->scene, list);
    add_panels(l->trace);
}

/* ---- lists of ids ---- */

/* The next one behind its part; NULL behind the last. */
static const char *next_id(Looked *l, const char **ids, const char **part)
{
    while (**ids) {
        const char *word = first_word(l->scene, ids);
        size_t length = strlen(word);
        if (length && word[length - 1] != ':')
            return arena_format(l->scene->arena, "%s%s", *part, word);
        *part = length ? arena_strndup(l->scene->arena, word, length - 1) : *part;
    }
    return NULL;
}

static const char *whole_ids(Looked *l, const char *ids)
{
    Text all = text_new(l->scene->arena);
    for (const char *part = "", *id; (id = next_id(l, &ids, &part));)
        text_format(&all, "%s%s", all.length ? " " : "", id);
    return all.data;
}

static void has_steps(Looked *l, const char *ids)
{
    check_ids(l->scene, l->trace, whole_ids(l, ids));
}

static void has_panels(Looked *l, const char *ids)
{
    Text all = text_new(l->scene->arena);
    for (int i = 0; i < l->trace->panel_count; i++)
        text_format(&all, "%s%s", i ? " " : "", l->trace->panels[i].id);
    assert_string_equal(all.data, ids);
}

typedef bool Holds(const Trace *trace, const char *id);

/* Of each step with one of these ids. */
static void check_each(Looked *l, const char *ids, Holds *holds, bool expected)
{
    for (const char *part = "", *id; (id = next_id(l, &ids, &part));)
        fail_if(holds(l->trace, id) != expected, "not so: %s", id);
}

/* The numbers, the mask and the words of each are those that it has in the trace before. */
static void are_as_before(Looked *l, const char *ids)
{
    for (const char *part = "", *id; (id = next_id(l, &ids, &part));) {
        const Step *step = step_named(l->trace, id), *known = step_named(l->before, id);
        fail_if(!same_bits(node_value(step->node), node_value(known->node)) ||
                    !step->mask != !known->mask || step->kind != known->kind,
                "%s has other numbers", id);
        assert_string_equal(step->title, known->title);
        assert_string_equal(step->formula, known->formula);
        assert_string_equal(step->note, known->note);
    }
}

static bool has_step(const Trace *trace, const char *id)
{
    return trace_step(trace, id);
}

/* It has a name for explanations, and is as large as its axes. */
static bool is_behind(const Trace *trace, const char *id)
{
    const Step *step = trace_any_step(trace, id);
    return step && !trace_step(trace, id) && step->rows.count == rows_of(step->node) &&
           step->cols.count == cols_of(step->node);
}

static bool is_detail(const Trace *trace, const char *id)
{
    return step_named(trace, id)->detail;
}

static bool is_drawn(const Trace *trace, const char *id)
{
    return step_is_drawn(step_named(trace, id));
}

static bool is_minor(const Trace *trace, const char *id)
{
    return step_named(trace, id)->minor;
}

static const struct {
    const char *word;
    Holds *holds;
    bool expected;
} qualities[] = {
    {"no-step", has_step, false},   {"behind", is_behind, true}, {"detail", is_detail, true},
    {"told", is_detail, false},     {"drawn", is_drawn, true},   {"not-drawn", is_drawn, false},
    {"not-minor", is_minor, false}, {"minor", is_minor, true},
};

/* ---- texts of a step ---- */

/* "probability bars masked". Nothing but curves has what is told of curves. */
static const char *kind_of(Scene *scene, const Step *step)
{
    static const char *const forms[] = {
        [FORM_CELLS] = "cells", [FORM_BARS] = "bars", [FORM_CURVES] = "curves"};
    assert_int_equal(step->curves != NULL, step->form == FORM_CURVES);
    return arena_format(scene->arena, "%s %s%s", kind_words[step->kind].name, forms[step->form],
                        step->mask ? " masked" : "");
}

/* "7 token: he|hit|…"; "2 n, numbered: 16|17" where they are no names. */
static const char *axis_text(Scene *scene, const Axis *axis)
{
    Text all = text_new(scene->arena);
    text_format(&all, "%d %s%s", axis->count, axis->name, axis->named ? "" : ", numbered");
    for (int i = 0; i < axis->count && axis->labels; i++)
        text_format(&all, "%s%s", i ? "|" : ": ", axis->labels[i]);
    return all.data;
}

static const char *rows_text(Scene *scene, const Step *step)
{
    return axis_text(scene, &step->rows);
}

static const char *cols_text(Scene *scene, const Step *step)
{
    return axis_text(scene, &step->cols);
}

/* Of each row which cells are masked: "..x|.xx". */
static const char *hidden_text(Scene *scene, const Step *step)
{
    Text all = text_new(scene->arena);
    for (int i = 0; i < step->rows.count; i++)
        for (int j = 0; j < step->cols.count; j++)
            text_format(&all, "%s%s", i && !j ? "|" : "", step_is_masked(step, i, j) ? "x" : ".");
    return all.data;
}

/* "log-plain from n = 17 at 17: 4|40 (n; bits), a band": which axes are logarithmic, what is
   marked, the places of the rows, the names of the axes. */
static const char *curves_text(Scene *scene, const Step *step)
{
    const Curves *c = step->curves;
    Text all = text_new(scene->arena);
    text_format(&all, "%s-%s", c->log_x ? "log" : "plain", c->log_y ? "log" : "plain");
    if (c->mark_name)
        text_format(&all, " %s at %g", c->mark_name, c->mark);
    for (int i = 0; i < step->rows.count; i++)
        text_format(&all, "%s%g", i ? "|" : ": ", step_row_number(step, i));
    text_format(&all, " (%s; %s)%s", c->x_name, c->y_name, c->least ? ", a band" : "");
    return all.data;
}

/* An id stands before the text. */
static const struct {
    const char *word;
    Relation relation;
    const char *(*text)(Scene *scene, const Step *step);
} texts[] = {
    {"kind", IS, kind_of},           {"rows", BEGINS, rows_text}, {"cols", BEGINS, cols_text},
    {"curves", BEGINS, curves_text}, {"hides", IS, hidden_text},
};

/* ---- the trace ---- */

static void has_setting(Looked *l, const char *value)
{
    const char *name = first_word(l->scene, &value);
    check_setting(l->trace, name, value);
}

static void has_no_setting(Looked *l, const char *name)
{
    check_setting(l->trace, name, NULL);
}

/* "text 0 the bat: the|bat" */
static void has_text(Looked *l, const char *expected)
{
    int number = atoi(first_word(l->scene, &expected));
    assert_in_range(number, 0, l->trace->text_count - 1);
    const TracedText *t = &l->trace->texts[number];
    Text found = text_new(l->scene->arena);
    text_format(&found, "%s:", t->text);
    for (int i = 0; i < t->token_count; i++)
        text_format(&found, "%s%s", i ? "|" : " ", t->tokens[i]);
    assert_string_equal(found.data, expected);
}

static void has_texts(Looked *l, const char *count)
{
    assert_int_equal(l->trace->text_count, atoi(count));
}

/* ---- pictures ---- */

static const Panel *next_panel(Looked *l, const char **text)
{
    return panel_named(l->trace, first_word(l->scene, text));
}

/* "places overview 1 2 scores weights": rows, columns, and what stands there, - for nothing. */
static void has_places(Looked *l, const char *text)
{
    const Panel *panel = next_panel(l, &text);
    int rows = atoi(first_word(l->scene, &text)), cols = atoi(first_word(l->scene, &text));
    check_places(panel, rows, cols, text);
}

/* "row overview 0 scores →softmax weights": with the arrows. */
static void has_row(Looked *l, const char *text)
{
    const Panel *panel = next_panel(l, &text);
    int row = atoi(first_word(l->scene, &text));
    assert_string_equal(panel_row(l->scene, panel, row), text);
}

static void has_heading(Looked *l, const char *text)
{
    const Panel *panel = next_panel(l, &text);
    int place = atoi(first_word(l->scene, &text));
    assert_in_range(place, 0, panel->rows * panel->cols - 1);
    assert_text(panel->places[place].title, *text ? text : NULL); /* nothing stands for none */
}

static void has_row_title(Looked *l, const char *text)
{
    const Panel *panel = next_panel(l, &text);
    int row = atoi(first_word(l->scene, &text));
    assert_in_range(row, 0, panel->rows - 1);
    assert_text(panel->row_titles[row], *text ? text : NULL);
}

/* "names step-2/words 0 0": all that the explanation of this cell passes through has a name. */
static void names_all(Looked *l, const char *text)
{
    const char *id = first_word(l->scene, &text);
    int row = atoi(first_word(l->scene, &text)), col = atoi(text);
    check_all_named(l->scene, l->trace, explained(l->scene, l->trace, id, row, col, 0));
}

static const struct {
    const char *word;
    void (*heed)(Looked *l, const char *text);
} words[] = {
    {"write", writes},
    {"small-corpus", writes_small_corpus},
    {"$", traces},
    {"list", lists_panels},
    {"list-of-heads", lists_panels_of_heads},
    {"steps", has_steps},
    {"as-before", are_as_before},
    {"panels", has_panels},
    {"setting", has_setting},
    {"no-setting", has_no_setting},
    {"text", has_text},
    {"texts", has_texts},
    {"places", has_places},
    {"row", has_row},
    {"heading", has_heading},
    {"row-title", has_row_title},
    {"names", names_all},
};

/* Texts that are members of the trace, or of a step or a panel whose id stands before the text. */
static const struct {
    const char *word;
    Relation relation;
    enum { OF_TRACE, OF_STEP, OF_PANEL } of;
    size_t at;
} members[] = {
    {"provenance", IS, OF_TRACE, offsetof(Trace, provenance)},
    {"source", IS, OF_TRACE, offsetof(Trace, source)},
    {"formula", IS, OF_STEP, offsetof(Step, formula)},
    {"title", IS, OF_STEP, offsetof(Step, title)},
    {"note", IS, OF_STEP, offsetof(Step, note)},
    {"says", HAS, OF_STEP, offsetof(Step, note)},
    {"caption", BEGINS, OF_PANEL, offsetof(Panel, title)},
    {"panel-title", IS, OF_PANEL, offsetof(Panel, title)},
    {"panel-formula", IS, OF_PANEL, offsetof(Panel, formula)},
    {"panel-note", IS, OF_PANEL, offsetof(Panel, note)},
};

/* Shown or not. */
static const Step *any_step(const Trace *trace, const char *id)
{
    const Step *step = trace_any_step(trace, id);
    fail_if(!step, "no step %s", id);
    return step;
}

static void check_statement(Looked *l, const char *word, const char *text)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i].word, word)) {
            words[i].heed(l, text);
            return;
        }
    for (size_t i = 0; i < sizeof qualities / sizeof *qualities; i++)
        if (!strcmp(qualities[i].word, word)) {
            check_each(l, text, qualities[i].holds, qualities[i].expected);
            return;
        }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!strcmp(texts[i].word, word)) {
            const Step *step = any_step(l->trace, first_word(l->scene, &text));
            check_so(word, texts[i].text(l->scene, step), texts[i].relation, text);
            return;
        }
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (!strcmp(members[i].word, word)) {
            const void *of = members[i].of == OF_TRACE ? (const void *)l->trace
                             : members[i].of == OF_STEP
                                 ? (const void *)any_step(l->trace, first_word(l->scene, &text))
                                 : next_panel(l, &text);
            const char *found = *(const char *const *)((const char *)of + members[i].at);
            check_so(word, found, members[i].relation, text);
            return;
        }
    fail_msg("no such word: %s", word);
}

static void check_trace(Scene *scene, Bytes lines)
{
    Looked l = {.scene = scene};
    const char *word;
    Text text;
    while (take_statement(scene, &lines, &word, &text))
        check_statement(&l, word, text.data);
}

int main(void)
{
    return run_transcripts("trace/traces/*.list", check_trace);
}
