#include "trace/traces.h"

#include "support/sample.h"
#include "support/steps.h"

/* Calls `check` for all combinations of mask, positions, scale and one to three heads. */
static void for_all_kinds(Scene *scene, const char *text,
                          void (*check)(Scene *, const Sample *, const SampleSettings *))
{
    for (int bits = 0; bits < 8; bits++)
        for (int heads = 1; heads <= 3; heads++) {
            SampleSettings settings = {.text = text,
                                       .heads = heads,
                                       .dim = 12,
                                       .mask = bits & 1 ? "causal" : NULL,
                                       .no_positions = bits & 2,
                                       .no_scale = bits & 4};
            Sample sample = sample_new(scene, settings);
            check(scene, &sample, &settings);
        }
}

/* ---- the steps ---- */

static void add_stages(Text *ids, const char *prefix, const SampleSettings *s)
{
    text_format(ids, "%s/scores ", prefix);
    if (!s->no_scale)
        text_format(ids, "%s/scaled ", prefix);
    if (s->mask)
        text_format(ids, "%s/masked ", prefix);
    text_format(ids, "%s/weights %s/output ", prefix, prefix);
}

/* What a user is promised, in order. */
static const char *promised_ids(Scene *scene, const SampleSettings *s)
{
    Text ids = text_new(scene->arena);
    text_add(&ids, s->no_positions ? "embeddings " : "embeddings positional input ");
    text_add(&ids, s->mask ? "mask " : "");
    add_stages(&ids, "raw", s);
    for (int h = 1; h <= s->heads; h++) {
        const char *head = arena_format(scene->arena, "head-%d", h);
        text_format(&ids, "%s/W_Q %s/W_K %s/W_V %s/Q %s/K %s/V ", head, head, head, head, head,
                    head);
        add_stages(&ids, head, s);
    }
    text_add(&ids, "concat W_O output mean/weights difference/weights ");
    return ids.data;
}

static void check_promised(Scene *scene, const Sample *sample, const SampleSettings *settings)
{
    check_ids(scene, sample->trace, promised_ids(scene, settings));
}

TEST(the_steps_are_those_promised_in_their_order)
{
    for_all_kinds(scene, "he hit the ball", check_promised);
}

/* The last part of an id: "head-2/weights" → "weights". */
static const char *stage_of(const char *id)
{
    const char *slash = strrchr(id, '/');
    return slash ? slash + 1 : id;
}

static bool is_one_of(const char *word, const char *list)
{
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at++)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

static void check_axis(const Axis *axis, const char *name, int count, const char *const *labels)
{
    assert_string_equal(axis->name, name);
    assert_int_equal(axis->count, count);
    assert_int_equal(axis->named, labels != NULL);
    for (int i = 0; i < count; i++)
        if (labels)
            assert_string_equal(axis->labels[i], labels[i]);
}

static void check_shape(const Sample *sample, const Step *step)
{
    int n = rows_of(sample->model.input), d = cols_of(sample->model.input),
        d_k = d / sample->model.settings.heads;
    const char *stage = stage_of(step->id), *const *labels = sample->tokens.labels;
    bool in_head = !strncmp(step->id, "head-", 5);
    if (is_one_of(stage, "mask scores scaled masked weights")) {
        check_axis(&step->rows, "query", n, labels);
        check_axis(&step->cols, "key", n, labels);
    } else if (is_one_of(stage, "W_Q W_K W_V W_O")) {
        check_axis(&step->rows, "feature", d, NULL);
        check_axis(&step->cols, "feature", in_head ? d_k : d, NULL);
    } else {
        assert_true(is_one_of(stage, "embeddings positional input Q K V output concat"));
        check_axis(&step->rows, "token", n, labels);
        check_axis(&step->cols, "feature", in_head ? d_k : d, NULL);
    }
}

static ValueKind promised_kind(const Step *step)
{
    if (!strcmp(step->id, "mask"))
        return VALUE_MASK;
    if (!strcmp(step->id, "difference/weights"))
        return VALUE_DIFFERENCE;
    return is_one_of(stage_of(step->id), "weights") ? VALUE_PROBABILITY : VALUE_SIGNED;
}

static void check_steps(Scene *scene, const Sample *sample, const SampleSettings *settings)
{
    (void)scene;
    for (int i = 0; i < sample->trace->step_count; i++) {
        const Step *step = &sample->trace->steps[i];
        check_shape(sample, step);
        assert_int_equal(step->kind, promised_kind(step));
        /* only what comes after the mask has masked cells */
        bool masked = settings->mask && is_one_of(stage_of(step->id), "mask masked weights");
        assert_ptr_equal(step->mask, masked ? sample->model.mask : NULL);
        assert_true(strlen(step->note) > 10);
    }
}

TEST(every_step_has_its_shape_labels_kind_and_sentence)
{
    for_all_kinds(scene, "he hit the ball, the bat", check_steps);
}

/* ---- settings ---- */

TEST(learned_weights_say_how_they_were_learned)
{
    Sample s = sample_untold(scene, (SampleSettings){.text = "a"});
    s.subject.origin.recipe = "by heart";
    assert_string_equal(sample_told(&s)->source, "random, not learned: by heart");
    s = sample_untold(scene, (SampleSettings){.text = "a"});
    s.subject.origin.recipe = "by heart";
    s.subject.origin.measured = "12";
    const Trace *trace = sample_told(&s);
    assert_string_equal(trace->source, "random, not learned: by heart; held-out perplexity 12");
    check_setting(trace, "recipe", "by heart");
    check_setting(trace, "held-out perplexity", "12");
}

/* ---- panels ---- */

static void check_panel(const Trace *trace, const Panel *panel)
{
    int last = -1, shown = 0;
    for (int i = 0; i < panel->rows * panel->cols; i++) {
        assert_int_equal(panel->places[i].step != NULL, panel->places[i].title != NULL);
        if (!panel->places[i].step)
            continue;
        assert_ptr_equal(trace_step(trace, panel->places[i].step->id), panel->places[i].step);
        int index = (int)(panel->places[i].step - trace->steps);
        last = index > last ? index : last;
        shown++;
    }
    assert_true(shown > 0);
    assert_int_equal(panel->after, last);
    assert_true(*panel->title && *panel->formula && *panel->note);
}

static void check_panels(Scene *scene, const Sample *sample, const SampleSettings *settings)
{
    Text ids = text_new(scene->arena), promised = text_new(scene->arena);
    text_add(&promised, "overview ");
    for (int h = 1; h <= settings->heads; h++)
        text_format(&promised, "head-%d/stages ", h);
    text_add(&promised, "heads xxt-beside-heads ");
    for (int i = 0; i < sample->trace->panel_count; i++) {
        text_format(&ids, "%s ", sample->trace->panels[i].id);
        check_panel(sample->trace, &sample->trace->panels[i]);
    }
    assert_string_equal(ids.data, promised.data);
}

TEST(the_panels_are_overview_stages_heads_and_comparison)
{
    for_all_kinds(scene, "he hit the ball", check_panels);
}

TEST(the_comparison_ends_with_the_difference)
{
    const Trace *trace = sample_trace(scene, (SampleSettings){.text = "a b"});
    const Panel *panel = panel_named(trace, "xxt-beside-heads");
    assert_string_equal(panel_row(scene, panel, 0), "raw/weights mean/weights difference/weights");
    assert_string_equal(panel->note, step_named(trace, "difference/weights")->note);
}

TEST(the_overview_shows_every_step_but_the_projections)
{
    const Trace *trace = sample_trace(scene, (SampleSettings){.text = "a b", .mask = "causal"});
    const Panel *overview = &trace->panels[0];
    assert_int_equal(overview->rows, 6);
    for (int row = 0; row < overview->rows; row++)
        assert_non_null(overview->row_titles[row]);
    for (int i = 0; i < trace->step_count; i++) {
        int times = 0;
        for (int p = 0; p < overview->rows * overview->cols; p++)
            times += overview->places[p].step == &trace->steps[i];
        bool head_matrix = !strncmp(trace->steps[i].id, "head-", 5) &&
                           is_one_of(stage_of(trace->steps[i].id), "W_Q W_K W_V");
        assert_int_equal(times, head_matrix ? 0 : 1);
    }
}

/* ---- extremes ---- */

TEST(one_token_has_every_step)
{
    SampleSettings settings = {.text = "bat", .heads = 1, .dim = 2, .mask = "causal"};
    Sample s = sample_new(scene, settings);
    check_promised(scene, &s, &settings);
    check_steps(scene, &s, &settings);
    check_panels(scene, &s, &settings);
    assert_true(at(s.model.mean->value, 0, 0) == 1);
}
