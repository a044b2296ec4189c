/* Alignment models against the papers' formulas, a sentence and a place at a time in PyTorch
   (reference/make_recurrent.py), and by their properties. */
#include "model/layers.h"

#include "support/nodes.h"

enum { G = 3 }; /* sentences of the references */

static const struct {
    const char *name;
    Score score;
    Reach reach;
    int window, word;
    const char *learned[5]; /* in the order W_a, U_a, v_a, W_p, v_p */
} cases[] = {
#include "model/aligners.list"
};

enum { CASES = sizeof cases / sizeof *cases };

typedef struct Example {
    Graph *g;
    Safetensors file;
    Aligner aligner;
    Node *annotations, *queries;
} Example;

static Example example(Scene *scene, int i)
{
    Example e = {.g = plain_graph(scene), .file = reference_file(scene, "recurrent.safetensors")};
    const char *name = cases[i].name;
    Node *learned[5] = {NULL};
    for (int k = 0; k < 5; k++)
        if (cases[i].learned[k])
            learned[k] = reference_node(e.g, scene, &e.file, name, cases[i].learned[k]);
    e.aligner = (Aligner){cases[i].score, cases[i].reach, cases[i].window, learned[0], learned[1],
                          learned[2],     learned[3],     learned[4],      TAKE_MEAN,  0};
    e.annotations = reference_node(e.g, scene, &e.file, name, "annotations");
    e.queries = reference_node(e.g, scene, &e.file, name, "queries");
    return e;
}

/* An alignment by itself, with names for what is made on the way. */
typedef struct Alone {
    Graph *g;
    Aligned a;
} Alone;

static Alone align_all(Scene *scene, const Example *e, int word)
{
    Alone alone = {.g = named_graph(scene)};
    Scope s = scope_of(alone.g);
    AlignmentKeys keys = alignment_keys(s, &e->aligner, e->annotations);
    alone.a = align(s, &e->aligner, &keys, e->queries, word);
    return alone;
}

TEST(energies_weights_and_contexts_are_those_of_the_papers)
{
    for (int i = 0; i < CASES; i++) {
        const char *name = cases[i].name;
        Example e = example(scene, i);
        Alone a = align_all(scene, &e, cases[i].word);
        assert_close(value_of(a.g, "energies"), reference(scene, &e.file, name, "energies"), 1e-5,
                     name);
        assert_close(a.a.weights->value, reference(scene, &e.file, name, "weights"), 1e-5, name);
        assert_close(a.a.context->value, reference(scene, &e.file, name, "context"), 1e-5, name);
        if (cases[i].reach == REACH_PREDICTIVE)
            assert_close(value_of(a.g, "place"), reference(scene, &e.file, name, "centres"), 1e-5,
                         name);
    }
}

/* Sentence i of an example, by itself. */
static Example alone(const Example *all, int i)
{
    int length = rows_of(all->annotations) / G;
    int *rows = arena_alloc(all->g->arena, (size_t)length, sizeof *rows);
    for (int t = 0; t < length; t++)
        rows[t] = t * G + i;
    Example e = *all;
    e.annotations = gather(e.g, all->annotations, rows, length);
    e.queries = row_range(e.g, all->queries, i, 1);
    return e;
}

/* The work of an alignment, its keys left out. */
static double work_of(Scene *scene, const Example *e, int word, const Graph **g)
{
    Alone a = align_all(scene, e, word);
    double sum = 0;
    for (int i = a.g->count - 1; i >= 0; i--)
        sum += node_cost(a.g->nodes[i]);
    *g = a.g;
    return sum;
}

/* Of one sentence; a batch computes all and masks it, which gives the same. */
TEST(one_sentence_computes_the_energies_of_its_window_alone)
{
    for (int i = 0; i < CASES; i += 2) { /* additive, general, local-m, local-p */
        Example all = example(scene, i == 4 ? 3 : i), *e = &all;
        e->aligner.reach = REACH_MONOTONIC;
        e->aligner.window = 1;
        Aligned together = align_all(scene, e, 3).a;
        Example one = alone(e, 1), global = one;
        const Graph *g, *whole;
        double work = work_of(scene, &one, 3, &g);
        Tensor energies = value_of(g, "energies");
        assert_int_equal(energies.cols, 3);
        for (int j = 0; j < rows_of(one.annotations); j++)
            assert_true(at(value_of(g, "weights"), 0, j) == at(together.weights->value, 1, j));
        global.aligner.reach = REACH_GLOBAL;
        assert_true(work < work_of(scene, &global, 3, &whole));
        for (int j = 0; j < 3; j++)
            assert_true(at(energies, 0, j) == at(value_of(whole, "energies"), 0, j + 2));
        assert_int_equal(rows_of(node_of(g, "near")), 3);
    }
}

/* The place of a graph's first node with an operation of this name. */
static int first_of(const Graph *g, const char *operation)
{
    for (int i = 0; i < g->count; i++)
        if (g->nodes[i]->op && !strcmp(g->nodes[i]->op->name, operation))
            return i;
    return g->count;
}

/* The built-in translators learned so; gradients summed in another order would make others. */
TEST_OF_GRAPH(while_a_model_learns_one_sentence_has_all_energies_and_they_come_before_the_place)
{
    Example all = example(scene, 6), one = alone(&all, 1); /* local-p */
    AlignmentKeys keys = alignment_keys(scope_of(g), &one.aligner, one.annotations);
    align(scope_of(g), &one.aligner, &keys, one.queries, 3);
    int energies = first_of(g, "batched_dots");
    assert_int_equal(cols_of(g->nodes[energies]), rows_of(one.annotations));
    assert_true(energies < first_of(g, "multiply_by"));
    assert_int_equal(first_of(g, "place_columns"), g->count);
}

static double sum_of_row(Tensor t, int row)
{
    double sum = 0;
    for (int j = 0; j < t.cols; j++)
        sum += cell(t, row, j);
    return sum;
}

TEST(a_monotonic_window_moves_with_the_word_and_may_leave_the_sentence)
{
    Example e = example(scene, 4); /* 9 places */
    for (int word = 0; word < 15; word++) {
        Aligned a = align_all(scene, &e, word).a;
        for (int j = 0; j < 9; j++)
            assert_true((at(a.weights->value, 0, j) > 0) == (abs(j - word) <= 2));
        assert_true((sum_of_row(a.weights->value, 0) > 0) == (word <= 10));
    }
    assert_true(sum_of_row(align_all(scene, &e, 14).a.context->value, 0) == 0);
}

TEST(keys_are_projected_once_and_queries_each_time)
{
    Example all = example(scene, 0), e = alone(&all, 0);
    Scope scope = scope_of(e.g);
    AlignmentKeys keys = alignment_keys(scope, &e.aligner, e.annotations);
    align(scope, &e.aligner, &keys, e.queries, 0);
    int nodes = e.g->count;
    align(scope, &e.aligner, &keys, e.queries, 1);
    assert_int_equal(e.g->count - nodes, 6); /* Wₐs, sum, tanh, energies, softmax, context */
    assert_int_equal(rows_of(keys.projected), 6);
}

TEST(hard_attention_takes_one_annotation)
{
    Example e = example(scene, 0);
    AlignmentKeys keys = alignment_keys(scope_of(e.g), &e.aligner, e.annotations);
    e.aligner.taking = TAKE_LARGEST;
    Aligned a = align(scope_of(e.g), &e.aligner, &keys, e.queries, 0);
    for (int i = 0; i < G; i++) {
        int place = largest_in_row(a.weights->value, i);
        for (int k = 0; k < cols_of(a.context); k++)
            assert_true(at(a.context->value, i, k) == at(e.annotations->value, place * G + i, k));
    }
}

/* Places over many words come as often as their weights say; the same seed, the same places. */
TEST(hard_attention_draws_in_proportion_to_the_weights)
{
    enum { DRAWS = 2000 };
    Example e = example(scene, 0);
    AlignmentKeys keys = alignment_keys(scope_of(e.g), &e.aligner, e.annotations);
    e.aligner.taking = TAKE_DRAWN;
    e.aligner.seed = 1;
    double counts[64] = {0};
    Aligned a = {0};
    for (int word = 0; word < DRAWS; word++) {
        a = align(scope_of(e.g), &e.aligner, &keys, e.queries, word);
        for (int j = 0; j < cols_of(a.taken); j++)
            counts[j] += cell(a.taken->value, 0, j);
    }
    for (int j = 0; j < cols_of(a.weights); j++)
        assert_near(counts[j] / DRAWS, cell(a.weights->value, 0, j), 0.04);
    Aligned again = align(scope_of(e.g), &e.aligner, &keys, e.queries, DRAWS - 1);
    assert_memory_equal(again.taken->value.data, a.taken->value.data,
                        tensor_size(a.taken->value) * sizeof(real));
}
