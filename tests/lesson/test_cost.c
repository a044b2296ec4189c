#include "lesson/lesson.h"

#include "support/explained.h"
#include "support/nodes.h"
#include "support/sample.h"
#include "trace/build.h"

static const char *cost_text(Scene *scene, const Trace *trace)
{
    Document *document = document_new(scene->arena, trace);
    cost_add(document);
    return document_text(scene, document, 0);
}

TEST_OF_GRAPH(any_trace_is_counted_once_step_by_step)
{
    static const char *const labels[] = {"a", "b"};
    Node *a = zeros(g, 2, 2);
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
