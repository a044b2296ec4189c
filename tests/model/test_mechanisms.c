/* Every mechanism over the same states against NumPy (reference/make_mechanisms.py), and what is
   known of each as soon as it has run. */
#include "model/studies.h"

#include "support/nodes.h"

enum { D = 4, WORDS = 4, M = 3, N = 2, HEADS = 2, PLACE = 1 };

static const char *const words[WORDS] = {"a", "b", "c", "d"};
static const char *const source[M] = {"a", "b", "c"}, *const target[N] = {"d", "b"};

/* The graph after all have run. */
static Graph *graph_with(Scene *scene, Parameters *p, Mechanism all[MECHANISMS])
{
    Safetensors file = reference_file(scene, "mechanisms.safetensors");
    Weights w = weights_random(scene->arena, words, WORDS, D, 1);
    Graph *g = named_graph(scene);
    w.embeddings = reference(scene, &file, "given", "embeddings");
    set_parameters(scene, w.parameters, &file, "given", projection_names);
    graph_use(g, p);
    SelfAttentionSettings settings = {.heads = HEADS};
    ComparedSentence pair[2] = {
        {word_vectors(scene->arena, &w, source, M), source, M, PLACE, settings},
        {word_vectors(scene->arena, &w, target, N), target, N, PLACE, settings}};
    run_mechanisms(scope_of(g), &w, pair, 1, all);
    return g;
}

/* By the numbers of the reference: the first graph declares what there is. */
static Graph *graph_of(Scene *scene, Mechanism all[MECHANISMS])
{
    Safetensors file = reference_file(scene, "mechanisms.safetensors");
    Parameters *p = parameters_from_seed(scene->arena, 1);
    graph_with(scene, p, all);
    for (int i = 0; i < p->count; i++)
        p->items[i].value = reference(scene, &file, "layers", p->items[i].name);
    return graph_with(scene, p, all);
}

/* One query, from M states to M weights. */
TEST(every_mechanism_weighs_as_numpy_does)
{
    Safetensors file = reference_file(scene, "mechanisms.safetensors");
    Mechanism all[MECHANISMS];
    Graph *g = graph_of(scene, all);
    Tensor stacked = name_find(g, "weights")->node->value;
    for (int i = 0; i < MECHANISMS; i++) {
        if (strcmp(all[i].name, "hard") != 0)
            assert_close(all[i].weights->value, reference(scene, &file, all[i].name, "weights"),
                         1e-5, all[i].name);
        for (int j = 0; j < M; j++)
            assert_true(at(stacked, i, j) == at(all[i].weights->value, 0, j));
    }
}

TEST(hard_attention_takes_one_place)
{
    Mechanism all[MECHANISMS];
    const Graph *g = graph_of(scene, all);
    double sum = 0;
    for (int i = 0; i < MECHANISMS; i++)
        for (int j = 0; j < M && !strcmp(all[i].name, "hard"); j++) {
            double weight = cell(all[i].weights->value, 0, j);
            assert_true(weight == 0 || weight == 1);
            sum += weight;
        }
    assert_non_null(g);
    assert_true(sum == 1);
}

TEST(self_attention_is_of_one_sentence)
{
    static const char *const one[] = {"self", "causal", "multi-head"};
    Mechanism all[MECHANISMS];
    graph_of(scene, all);
    for (int i = 0; i < MECHANISMS; i++) {
        bool is_one = false;
        for (int k = 0; k < 3; k++)
            is_one |= !strcmp(all[i].name, one[k]);
        assert_true(all[i].two == !is_one);
    }
}

/* By hand: a product is as many multiply-adds as it has terms, and a softmax 3 a score. */
TEST(the_states_themselves_are_not_counted)
{
    static const struct {
        const char *name;
        double work;
    } counted[] = {{"dot", M * D + 3 * M + M * D}, {"general", D * D + M * D + 3 * M + M * D}};
    Mechanism all[MECHANISMS];
    graph_of(scene, all);
    for (int i = 0; i < MECHANISMS; i++)
        for (int k = 0; k < 2; k++)
            if (!strcmp(all[i].name, counted[k].name))
                assert_true(all[i].multiply_adds == counted[k].work);
}
