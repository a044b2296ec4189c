#include "lesson/lesson.h"

#include "support/explained.h"
#include "support/sample.h"
#include "trace/build.h"

static const char *cost_text(Scene *scene, const Trace *trace)
{
    Document *document = document_new(scene->arena, trace);
    cost_add(document);
    return document_text(scene, document, 0);
}

static const char *cost_of(Scene *scene, SampleSettings settings)
{
    return cost_text(scene, sample_trace(scene, settings));
}

/* The lines of a text that begin with this, from its `start` on: how many, and the sum of their
   numbers with thousands set apart. */
typedef struct Sum {
    int lines;
    double multiply_adds;
} Sum;

static double grouped_number(const char *digits)
{
    double number = 0;
    for (; (*digits >= '0' && *digits <= '9') || *digits == ','; digits++)
        number = *digits == ',' ? number : number * 10 + (*digits - '0');
    return number;
}

/* The number that stands alone between wide gaps: "7 × 7 × 48      2,352   n²d". */
static double cost_in(const char *line)
{
    for (const char *gap = strstr(line, "  "); gap; gap = strstr(gap, "  ")) {
        gap += strspn(gap, " ");
        const char *end = gap + strspn(gap, "0123456789,");
        if (end > gap && (!*end || !strncmp(end, "  ", 2)))
            return grouped_number(gap);
    }
    fail_msg("no number in '%s'", line);
    return 0;
}

static const char *line_with(Scene *scene, const char *text, const char *start)
{
    for (int i = 0; i < line_count(text); i++) {
        const char *line = line_at(scene, text, i);
        if (!strncmp(line, start, strlen(start)))
            return line;
    }
    fail_msg("no line begins with '%s'", start);
    return NULL;
}

/* What the per-step lines sum up to that grow in this way; `beside` chooses those that are not
   part of the heads. */
static Sum sum_of_steps(Scene *scene, const char *text, const char *growth, bool beside)
{
    Sum sum = {0};
    int end = line_count(
        arena_strndup(scene->arena, text, (size_t)(strstr(text, "\nMulti-head") - text)));
    for (int i = 3; i < end; i++) {
        const char *line = line_at(scene, text, i), *last = strrchr(line, ' ') + 1;
        bool aside = !strncmp(line, "raw/", 4) || !strncmp(line, "mean/", 5) ||
                     !strncmp(line, "difference/", 11);
        if (aside == beside && (!growth || !strcmp(last, growth))) {
            sum.lines++;
            sum.multiply_adds += cost_in(line);
        }
    }
    return sum;
}

static const char *part(const char *text, bool beside)
{
    const char *start = strstr(text, beside ? "\nBeside it" : "\nMulti-head attention\n");
    assert_non_null(start);
    return strchr(start + 1, '\n') + 1;
}

static void check_sums(Scene *scene, SampleSettings settings)
{
    static const char *const terms[] = {"n²d", "nd²", "n²", "nd"};
    const char *text = cost_of(scene, settings);
    double all = 0;
    for (int beside = 0; beside < 2; beside++) {
        const char *block = part(text, beside);
        for (int t = 0; t < 4; t++) {
            Sum steps = sum_of_steps(scene, text, terms[t], beside);
            const char *start = arena_format(scene->arena, "\n%s ", terms[t]);
            const char *line = strstr(arena_format(scene->arena, "\n%s", block), start);
            const char *sum_line = strstr(block, "\nsum ");
            assert_non_null(sum_line);
            if (steps.multiply_adds > 0)
                assert_true(cost_in(line_with(scene, block, start + 1)) == steps.multiply_adds);
            else
                assert_true(!line || line > sum_line);
        }
        double sum = sum_of_steps(scene, text, NULL, beside).multiply_adds;
        assert_true(cost_in(line_with(scene, block, "sum ")) == sum);
        all += sum;
    }
    const char *last = line_with(scene, text, "Altogether ");
    assert_true(grouped_number(last + strlen("Altogether ")) == all);
}

TEST(every_sum_is_that_of_its_lines)
{
    static const char *const masks[] = {NULL, "causal"};
    for (int i = 0; i < 16; i++)
        check_sums(scene, (SampleSettings){.text = "he hit the ball with the bat",
                                           .heads = i & 1 ? 4 : 1,
                                           .dim = i & 2 ? 48 : 8,
                                           .mask = masks[i / 4 % 2],
                                           .no_positions = i & 8,
                                           .no_scale = i & 4});
}

TEST(a_step_costs_its_cells_times_what_each_takes)
{
    const char *text = cost_of(scene, (SampleSettings){.text = "he hit the ball with the bat"});
    static const char *const lines[] = {
        "raw/scores          7 × 7 × 48                  2,352   n²d",
        "head-1/weights      7 × 7 × 3                     147   n²",
        "head-3/V            7 × 16 × 48                 5,376   nd²",
        "head-3/output       7 × 16 × 7                    784   n²d",
        "positional          7 × 48 × 1                    336   nd",
        "raw/scaled          7 × 7 × 1                      49   n²",
        "output              7 × 48 × 48                16,128   nd²"};
    assert_string_equal(line_at(scene, text, 0), "Cost in multiply-adds, n = 7, d = 48");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_has(text, arena_format(scene->arena, "\n%s\n", lines[i]));
}

TEST(what_costs_nothing_has_no_line)
{
    const char *text = cost_of(scene, (SampleSettings){.text = "a b", .mask = "causal"});
    static const char *const free_of_charge[] = {"\nembeddings ", "\nmask ", "\nhead-1/W_Q ",
                                                 "\nconcat ", "\nW_O "};
    for (int i = 0; i < 5; i++)
        assert_lacks(text, free_of_charge[i]);
}

TEST(the_two_terms_are_2n2d_and_4nd2)
{
    static const struct {
        const char *text;
        int n, heads, dim;
    } cases[] = {{"a", 1, 1, 2},
                 {"a b c d e", 5, 2, 8},
                 {"a b c d e f g", 7, 3, 48},
                 {"a b c d e f g h i j", 10, 8, 64}};
    for (int i = 0; i < 4; i++) {
        int n = cases[i].n, d = cases[i].dim;
        const char *text = cost_of(
            scene, (SampleSettings){.text = cases[i].text, .heads = cases[i].heads, .dim = d});
        const char *heads = part(text, false);
        const char *scores = line_with(scene, heads, "n²d ");
        const char *projections = line_with(scene, heads, "nd² ");
        assert_has(scores, arena_format(scene->arena, "2 × %d² × %d ", n, d));
        assert_has(projections, arena_format(scene->arena, "4 × %d × %d² ", n, d));
        assert_true(cost_in(scores) == 2.0 * n * n * d);
        assert_true(cost_in(projections) == 4.0 * n * d * d);
    }
}

TEST(the_terms_cross_at_twice_the_dimension)
{
    static const struct {
        const char *text;
        int dim;
        const char *sentence;
    } cases[] = {
        {"a b c", 48, "In the heads the n²d term is below the nd² term; they cross at n = 96.\n"},
        {"a b c d", 2,
         "In the heads the n²d term is equal to the nd² term; they cross at n = 4.\n"},
        {"a b c d e", 2, "In the heads the n²d term is above the nd² term; they cross at n = 4.\n"},
    };
    for (int i = 0; i < 3; i++) {
        const char *text = cost_of(
            scene, (SampleSettings){.text = cases[i].text, .heads = 1, .dim = cases[i].dim});
        assert_has(text, cases[i].sentence);
    }
}

TEST(the_number_of_heads_does_not_change_the_terms)
{
    double expected = 0;
    for (int heads = 1; heads <= 6; heads++) {
        const char *text =
            cost_of(scene, (SampleSettings){.text = "a b c", .heads = heads, .dim = 60});
        double terms = cost_in(line_with(scene, part(text, false), "n²d ")) +
                       cost_in(line_with(scene, part(text, false), "nd² "));
        assert_true(heads == 1 || terms == expected);
        expected = terms;
    }
}

TEST(the_columns_are_aligned)
{
    const char *text =
        cost_of(scene, (SampleSettings){.text = "a b c d e f g h i j k", .mask = "causal"});
    const char *grows = strstr(text, "grows with");
    int column = utf8_width(line_with(scene, text, "step")) - (int)strlen("grows with");
    assert_non_null(grows);
    for (int i = 3; *line_at(scene, text, i); i++) {
        const char *line = line_at(scene, text, i), *term = strrchr(line, ' ') + 1;
        assert_int_equal(utf8_width(line) - utf8_width(term), column);
    }
}

TEST_OF_GRAPH(any_trace_is_counted_once_step_by_step)
{
    static const char *const labels[] = {"a", "b"};
    Node *a = constant(g, tensor_new(scene->arena, 2, 2), "zeros");
    Node *square = matmul(g, a, a), *sum = add(g, square, a), *cube = matmul(g, sum, square);
    Node *fourth = matmul(g, cube, a), *last = add(g, fourth, a);
    Axis axis = label_axis("row", labels, 2);
    Step step = {.rows = axis, .cols = axis, .detail = true};
    const Step steps[] = {{.id = "sum", .rows = axis, .cols = axis, .node = sum},
                          {.id = "square", .rows = axis, .cols = axis, .node = square},
                          {.id = "layer-1/self/cube", .node = cube},
                          {.id = "layer-2/fourth", .node = fourth},
                          {.id = "layer-1/self/head-1/last", .node = last}};
    Trace *trace = trace_begin(graph_new(scene->arena));
    trace->graph = g;
    for (int i = 0; i < 5; i++) {
        step.id = steps[i].id;
        step.node = steps[i].node;
        add_step(trace, i < 2 ? steps[i] : step);
    }
    const char *text = cost_text(scene, trace);
    double product = node_cost(square);
    double addition = node_cost(sum);
    const char *expected =
        arena_format(scene->arena,
                     "Cost in multiply-adds, of each step beyond those before it\n\n"
                     "sum                                               %3.0f\n"
                     "\nPart by part, with the steps that are not shown\n\n"
                     "sum                                               %3.0f\n"
                     "layer-1/self                                      %3.0f\n"
                     "layer-2                                           %3.0f\n"
                     "\nsum                                               %3.0f\n",
                     product + addition, product + addition, product + addition, product,
                     3 * product + 2 * addition);
    assert_string_equal(text, expected);
}
