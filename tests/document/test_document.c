#include "document/document.h"

#include "support/sample.h"

/* ---- blocks ---- */

static Document *told(Scene *scene, const Trace *trace, unsigned wanted)
{
    Document *d = document_new(scene->arena, trace);
    document_add_trace(d, wanted);
    return d;
}

static int count_kind(const Document *d, BlockKind kind)
{
    int count = 0;
    for (int i = 0; i < d->count; i++)
        count += d->blocks[i].kind == kind;
    return count;
}

/* Where a step's heading is. */
static int heading_of(const Document *d, int number)
{
    int i = 0;
    while (i < d->count && (d->blocks[i].kind != BLOCK_HEADING || d->blocks[i].number != number))
        i++;
    assert_true(i < d->count);
    return i;
}

/* clang-format off */
static const Diagram diagrams[] = {
#include "document/diagrams.list"
};
/* clang-format on */

TEST(a_place_has_room_for_the_leaves_of_each_diagram)
{
    for (int i = 0; i < COUNT_OF(diagrams); i++) {
        int count = 0;
        while (diagrams[i].leaves[count].form)
            count++;
        fail_if(count < 1 || count >= LEAVES_MOST, "%s has %d leaves", diagrams[i].name, count);
    }
}

TEST(a_document_begins_with_the_sentence_and_the_overview)
{
    const Trace *trace = sample_trace(scene, (SampleSettings){.text = "Bat is a mammal"});
    const Document *d = told(scene, trace, TELL_ALL);
    assert_int_equal(d->blocks[0].kind, BLOCK_QUOTE);
    assert_string_equal(d->blocks[0].text, "Bat is a mammal");
    assert_int_equal(d->blocks[1].kind, BLOCK_PARAGRAPH);
    assert_true(begins_with(d->blocks[1].text, "4 tokens; "));
    assert_int_equal(d->blocks[2].kind, BLOCK_FIGURE);
    assert_ptr_equal(d->blocks[2].panel, &trace->panels[0]);
    assert_int_equal(d->blocks[2].number, 0);
}

TEST(a_step_is_its_title_formula_sentence_table_and_figures)
{
    const Trace *trace = sample_trace(scene, (SampleSettings){.text = "a b", .heads = 1});
    const Document *d = told(scene, trace, TELL_ALL);
    for (int i = 0; i < trace->step_count; i++) {
        const Step *step = &trace->steps[i];
        const Block *block = &d->blocks[heading_of(d, i + 1)];
        assert_string_equal(block[0].text, step->title);
        assert_true(block[1].kind == BLOCK_FORMULA && block[1].step == step);
        assert_true(block[2].kind == BLOCK_PARAGRAPH && block[2].text == step->note);
        assert_true(block[3].kind == BLOCK_TABLE && block[3].step == step);
        assert_int_equal(block[4].kind == BLOCK_FIGURE && block[4].step == step,
                         step->rows.named && step->cols.named);
    }
    assert_int_equal(count_kind(d, BLOCK_TABLE), trace->step_count);
}

TEST(figures_follow_the_step_that_they_show_last)
{
    const Trace *trace = sample_trace(scene, (SampleSettings){.text = "a b"});
    const Document *d = told(scene, trace, TELL_ALL);
    for (int i = 1; i < trace->panel_count; i++) {
        int after = trace->panels[i].after + 1, k = heading_of(d, after) + 4;
        while (d->blocks[k].kind == BLOCK_FIGURE && d->blocks[k].panel != &trace->panels[i])
            k++;
        assert_ptr_equal(d->blocks[k].panel, &trace->panels[i]);
        assert_int_equal(d->blocks[k].number, after);
    }
}

TEST(more_figures_are_drawn_where_they_are_asked_for)
{
    Trace *trace = sample_trace(scene, (SampleSettings){.text = "a b", .heads = 1});
    int drawn = 0, panels = trace->panel_count;
    trace->steps[0].detail = trace->steps[1].minor = true;
    for (int i = 0; i < trace->step_count; i++)
        drawn += step_is_drawn(&trace->steps[i]);
    const struct {
        unsigned wanted;
        int figures;
    } cases[] = {
        {TELL_ALL, panels + drawn},
        {TELL_ALL | DRAW_FEATURES, panels + trace->step_count - 2},
        {TELL_ALL | DRAW_FEATURES | DRAW_MINOR, panels + trace->step_count - 1},
    };
    for (int i = 0; i < 3; i++)
        assert_int_equal(count_kind(told(scene, trace, cases[i].wanted), BLOCK_FIGURE),
                         cases[i].figures);
}

TEST(what_is_left_out_is_named)
{
    Trace *trace = sample_trace(scene, (SampleSettings){.text = "a b", .heads = 1});
    for (int i = 0; i < trace->step_count; i++)
        trace->steps[i].later = i == 2 || i == 4;
    trace->steps[1].detail = true;
    const Document *cut = told(scene, trace, 0), *whole = told(scene, trace, TELL_ALL);
    assert_true(cut->left_out == 3 && !whole->left_out);
    assert_int_equal(count_kind(cut, BLOCK_TABLE), trace->step_count - 3);
    assert_int_equal(count_kind(whole, BLOCK_TABLE), trace->step_count);
    const Block *after = &cut->blocks[heading_of(cut, 4)];
    assert_string_equal(after[-1].text,
                        arena_format(trace->arena, "… 2 steps left out here: %s … %s",
                                     trace->steps[1].id, trace->steps[2].id));
}

/* ---- figures ---- */

TEST(a_figure_is_described_by_what_it_shows)
{
    const Trace *trace = sample_trace(scene, (SampleSettings){.text = "a b", .heads = 1});
    const Document *d = told(scene, trace, TELL_ALL);
    for (int i = 0; i < d->count; i++) {
        const Block *figure = &d->blocks[i];
        if (figure->kind != BLOCK_FIGURE)
            continue;
        const char *title = figure->step ? figure->step->title : figure->panel->title;
        const char *note = figure->step ? figure->step->note : figure->panel->note;
        const char *description = figure_description(scene->arena, figure->panel, 2);
        assert_string_equal(figure->panel->title, title);
        assert_true(begins_with(description, title));
        assert_string_equal(description + strlen(description) - strlen(note), note);
    }
}

/* ---- files ---- */

TEST(a_name_has_the_number_the_step_and_the_extension)
{
    const Trace *trace = sample_trace(scene, (SampleSettings){.text = "a", .heads = 1});
    assert_string_equal(file_name(trace, 7, "raw/weights", "png"), "07-raw-weights.png");
    assert_string_equal(file_name(trace, 12, "head-2/W_Q", "csv"), "12-head-2-W_Q.csv");
    assert_string_equal(file_name(trace, 0, "overview", "png"), "00-overview.png");
}

TEST(a_name_is_no_path)
{
    const Trace *trace = sample_trace(scene, (SampleSettings){.text = "a", .mask = "causal"});
    for (int i = 0; i < trace->step_count; i++)
        assert_null(strchr(file_name(trace, i + 1, trace->steps[i].id, "npy"), '/'));
}

static void check_order(Scene *scene, int heads)
{
    const Trace *trace =
        sample_trace(scene, (SampleSettings){.text = "a", .heads = heads, .dim = 2 * heads});
    const char *last = file_name(trace, 0, "overview", "csv");
    for (int i = 0; i < trace->step_count; i++) {
        const char *name = file_name(trace, i + 1, trace->steps[i].id, "csv");
        fail_if(strcmp(last, name) >= 0, "%s sorts before %s", name, last);
        last = name;
    }
}

TEST(names_sort_in_the_order_of_the_trace_however_long_it_is)
{
    check_order(scene, 1);
    check_order(scene, 12);  /* more than 99 steps */
    check_order(scene, 128); /* more than 999 */
}

/* ---- commands ---- */

static const char *command(Scene *scene, const char *argument)
{
    const char *const argv[] = {"attnviz", argument};
    return shell_command(scene->arena, 2, argv);
}

TEST(a_command_is_quoted_where_a_shell_needs_it)
{
    assert_string_equal(command(scene, "--mask=causal,local:2"), "attnviz --mask=causal,local:2");
    assert_string_equal(command(scene, "the bat"), "attnviz 'the bat'");
    assert_string_equal(command(scene, ""), "attnviz ''");
    assert_string_equal(command(scene, "it's"), "attnviz 'it'\\''s'");
    assert_string_equal(command(scene, "$(reboot) `x` \"y\" !z"),
                        "attnviz '$(reboot) `x` \"y\" !z'");
    assert_string_equal(command(scene, "שלום"), "attnviz 'שלום'");
}

TEST(a_command_holds_no_control_character_and_no_half_character)
{
    assert_string_equal(command(scene, "a\x1b[1m\n'\\"), "attnviz $'a\\x1b[1m\\x0a\\x27\\x5c'");
    assert_string_equal(command(scene, "\xff.csv"), "attnviz $'\\xff.csv'");
}

TEST(a_shell_reads_a_command_as_it_was_typed)
{
    const char *const arguments[] = {"plain",       "the bat",     "it's",      "",
                                     "a\nb\t'\\\"", "$HOME `x` *", "é\xff\x01", "-s"};
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        const char *const argv[] = {"printf", "%s.", arguments[i]};
        const char *script =
            arena_format(scene->arena, "bash -c %s > out",
                         command(scene, shell_command(scene->arena, 3, argv)) + strlen("attnviz "));
        if (system(script) != 0)
            skip();
        assert_string_equal(scene_read(scene, "out").data,
                            arena_format(scene->arena, "%s.", arguments[i]));
    }
}
