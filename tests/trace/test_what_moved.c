/* A changed run, held against the paper's equations in plain loops over the unchanged one's
   numbers, and what is told of both. */
#include "load/arguments.h"
#include "trace/traces.h"

#include "support/case_list.h"
#include "support/nodes.h"
#include "support/sample.h"

static const char *const words[] = {"the", "bat", "hit", "the", "ball"};

enum { N = 5, D = 12, HEADS = 3, D_K = D / HEADS };

static Trace *trace_of(Scene *scene, Changes changes)
{
    Weights weights = weights_random(scene->arena, words, N, D, 1);
    Graph *g = named_graph(scene);
    g->names->changes = changes;
    SelfAttentionSettings settings = {
        .heads = HEADS, .positions = true, .mask.window = &causal_window};
    static const char *const labels[] = {"the₁", "bat", "hit", "the₂", "ball"};
    WordVectors vectors = word_vectors(scene->arena, &weights, words, N);
    Node *X = sentence_embeddings(scope_of(g), &weights, vectors, labels, N);
    sentence_attention(scope_of(g), &weights, X, settings);
    Trace *t = trace_begin(g);
    add_text(t, traced_text("the bat hit the ball", N, words));
    add_setting(t, "weights", "random", false);
    trace_tell(t, "");
    return t;
}

static Changes parsed(Scene *scene, const Trace *before, const char *text)
{
    Changes changes = {0};
    change_parse(scene->arena, "--set", before, text, &changes);
    return changes;
}

static double number(const Trace *t, const char *id, int row, int col)
{
    return step_number(trace_any_step(t, id), row, col);
}

/* softmax(QKᵀ/√dₖ + M) V W_O, where a row of the second head's weights is even. */
static double output_by_hand(const Trace *before, int row, int col)
{
    double sum = 0;
    for (int k = 0; k < D; k++) {
        double mixed = 0;
        char weights[32], values[32];
        snprintf(weights, sizeof weights, "head-%d/weights", k / D_K + 1);
        snprintf(values, sizeof values, "head-%d/V", k / D_K + 1);
        for (int j = 0; j <= row; j++) {
            bool set = k / D_K == 1 && row == 3;
            mixed += (set ? 1.0 / (row + 1) : number(before, weights, row, j)) *
                     number(before, values, j, k % D_K);
        }
        sum += mixed * number(before, "W_O", k, col);
    }
    return sum;
}

TEST(what_is_made_from_a_row_that_is_set_is_made_from_it)
{
    const Trace *before = trace_of(scene, (Changes){0});
    const Trace *after = trace_of(scene, parsed(scene, before, "head-2/weights[the_2,*]=uniform"));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < D; j++)
            assert_near(number(after, "output", i, j), output_by_hand(before, i, j), 1e-5);
    assert_true(fabs(number(after, "output", 3, 0) - number(before, "output", 3, 0)) > 1e-4);
}

TEST(what_a_change_does_not_reach_stays_bit_for_bit)
{
    const Trace *before = trace_of(scene, (Changes){0});
    const Trace *after = trace_of(scene, parsed(scene, before, "head-2/weights[the_2,*]=uniform"));
    for (int i = 0; i < before->step_count; i++) {
        const Step *step = &before->steps[i];
        Tensor a = step->node->value, b = trace_any_step(after, step->id)->node->value;
        for (int k = 0; k < a.rows; k++)
            if (k != 3 || !id_matches("head-2/weights|head-2/output|concat|output|mean/weights|"
                                      "difference/weights",
                                      step->id))
                assert_memory_equal(tensor_row(a, k), tensor_row(b, k),
                                    (size_t)a.cols * sizeof(real));
    }
}

/* Every matrix, changed, changes something else unless nothing is made from it; and all that is
   made from something is what its operation makes of it. */
TEST(every_step_can_be_set)
{
    const Trace *before = trace_of(scene, (Changes){0});
    for (int i = 0; i < before->step_count; i++) {
        const char *id = before->steps[i].id;
        Changes changes = parsed(scene, before, arena_format(scene->arena, "%s=x0.5", id));
        const Trace *after = trace_of(scene, changes);
        const Node *set = trace_any_step(after, id)->node;
        bool used = false, moved = false;
        for (int k = 0; k < after->graph->count; k++)
            for (int n = 0; n < after->graph->nodes[k]->input_count; n++)
                used |= after->graph->nodes[k]->inputs[n] == set;
        for (int k = 0; k < before->step_count; k++) {
            Tensor a = before->steps[k].node->value,
                   b = trace_any_step(after, before->steps[k].id)->node->value;
            moved |= k != i && memcmp(a.data, b.data, tensor_size(a) * sizeof(real));
        }
        assert_true(used || !moved);
        assert_true(moved || !used || before->steps[i].kind == VALUE_MASK ||
                    before->steps[i].kind == VALUE_DIFFERENCE);
    }
}

TEST(what_moved_is_told_with_the_cell_that_moved_most)
{
    const Trace *before = trace_of(scene, (Changes){0});
    const Trace *after = trace_of(scene, parsed(scene, before, "head-2/output=0"));
    const Trace *t = trace_what_moved(before, after, "--set 'head-2/output=0'");
    assert_int_equal(trace_step(t, "moved")->rows.count, 3);
    const Step *change = trace_step(t, "output/change");
    for (int i = 0; i < N; i++)
        for (int j = 0; j < D; j++)
            assert_true(at(change->node->value, i, j) ==
                        (real)number(after, "output", i, j) - (real)number(before, "output", i, j));
    assert_null(trace_step(t, "head-2/weights/change"));
    assert_non_null(trace_step(t, "head-2/output/before"));
}

/* Differences of weights, and of those, are on one scale. */
TEST(what_weights_and_their_differences_changed_by_is_a_difference)
{
    const Trace *before = trace_of(scene, (Changes){0});
    const Trace *after = trace_of(scene, parsed(scene, before, "head-2/scores=x0.5"));
    const Trace *t = trace_what_moved(before, after, "--set 'head-2/scores=x0.5'");
    assert_int_equal(trace_any_step(t, "head-2/scores/change")->kind, VALUE_SIGNED);
    assert_int_equal(trace_any_step(t, "head-2/weights/change")->kind, VALUE_DIFFERENCE);
    assert_int_equal(trace_any_step(t, "difference/weights/change")->kind, VALUE_DIFFERENCE);
}

/* In any unit: the change over what it is a change of. Of what was set nothing is told. */
TEST(what_comes_out_is_told_with_how_far_each_row_moved)
{
    const Trace *before = trace_of(scene, (Changes){0});
    const Trace *after = trace_of(scene, parsed(scene, before, "head-2/output=0"));
    const Trace *t = trace_what_moved(before, after, "--set 'head-2/output=0'");
    double most = 0;
    for (int i = 0; i < N; i++) {
        double moved = 0, was = 0;
        for (int j = 0; j < D; j++) {
            moved += pow(number(after, "output", i, j) - number(before, "output", i, j), 2);
            was += pow(number(before, "output", i, j), 2);
        }
        assert_true(fabs(number(t, "output/distance", i, 0) - sqrt(moved / was)) < 1e-5);
        most = fmax(most, sqrt(moved / was));
    }
    char digits[NUMBER_SIZE];
    const char *told = arena_format(scene->arena, "moved farthest, by %s of its length",
                                    number_digits(digits, most, 3));
    assert_non_null(strstr(trace_step(t, "output/distance")->note, told));
    assert_null(trace_step(t, "head-2/output/distance"));
}

static void check_changed(Scene *scene, const char *const *columns)
{
    const Trace *before = trace_of(scene, (Changes){0});
    const Trace *after = trace_of(scene, parsed(scene, before, columns[0]));
    const Step *step = trace_any_step(after, columns[1]);
    Text row = text_new(scene->arena);
    for (int j = 0; j < step->cols.count; j++)
        text_format(&row, "%s%.3f", j ? " " : "", step_number(step, atoi(columns[2]) - 1, j));
    assert_string_equal(row.data, columns[3]);
}

static void check_refused(Scene *scene, const char *const *columns)
{
    Changes changes = {0};
    const Trace *before = trace_of(scene, (Changes){0});
    assert_misused(change_parse(scene->arena, "--set", before, columns[0], &changes), columns[1]);
}

TEST_CASES(numbers_are_set_as_they_are_asked_for, "trace/changes.list", "changed", check_changed)
TEST_CASES(what_cannot_be_set_is_refused, "trace/changes.list", "refused", check_refused)
