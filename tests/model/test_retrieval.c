/* A retrieval against PyTorch and the formulas (reference/make_retrieval.py), and by hand. */
#include "model/retrieval.h"

#include "graph/ops.h"
#include "support/gradient.h"
#include "support/reference.h"

#include <math.h>

static Node *given(Scene *scene, Graph *g, const Safetensors *file, const char *name,
                   const char *part)
{
    return constant(g, reference(scene, file, name, part), "reference");
}

static const char *const names[] = {"dot", "scaled", "cosine", "additive"};

static Retrieval of_reference(Scene *scene, const Safetensors *file, RetrievalScore score)
{
    Graph *g = graph_new(scene->arena);
    bool additive = score == RETRIEVAL_ADDITIVE;
    RetrievalLayer layer = {0};
    if (additive)
        layer = (RetrievalLayer){.W = given(scene, g, file, "additive", "W"),
                                 .U = given(scene, g, file, "additive", "U"),
                                 .v = given(scene, g, file, "additive", "v")};
    return retrieve(g, score, given(scene, g, file, "given", "q"),
                    given(scene, g, file, additive ? "additive" : "given", "k"),
                    given(scene, g, file, "given", "v"), layer);
}

static void every_score_retrieves_what_pytorch_does(void **state)
{
    Scene *scene = *state;
    Safetensors file = reference_file(scene, "retrieval.safetensors");
    for (int score = RETRIEVAL_DOT; score <= RETRIEVAL_ADDITIVE; score++) {
        Retrieval r = of_reference(scene, &file, (RetrievalScore)score);
        assert_close(r.scaled->value, reference(scene, &file, names[score], "scores"), 1e-5,
                     names[score]);
        assert_close(r.weights->value, reference(scene, &file, names[score], "weights"), 1e-5,
                     names[score]);
        assert_close(r.output->value, reference(scene, &file, names[score], "output"), 1e-5,
                     names[score]);
    }
}

static void lengths_and_angle_make_the_product(void **state)
{
    Scene *scene = *state;
    Safetensors file = reference_file(scene, "retrieval.safetensors");
    Retrieval r = of_reference(scene, &file, RETRIEVAL_SCALED);
    assert_close(r.geometry->value, reference(scene, &file, "dot", "geometry"), 1e-5, "geometry");
    for (int i = 0; i < rows_of(r.keys); i++)
        assert_true(fabs((double)(at(r.geometry->value, i, 3) - at(r.scores->value, 0, i))) < 1e-5);
}

static void only_an_additive_score_has_a_layer_and_only_the_others_an_angle(void **state)
{
    Scene *scene = *state;
    Safetensors file = reference_file(scene, "retrieval.safetensors");
    Retrieval dot = of_reference(scene, &file, RETRIEVAL_DOT);
    Retrieval additive = of_reference(scene, &file, RETRIEVAL_ADDITIVE);
    assert_true(dot.geometry && !dot.sum && !dot.layer.W);
    assert_true(additive.sum && additive.layer.W && !additive.geometry);
    assert_ptr_equal(dot.scaled, dot.scores);
    assert_ptr_not_equal(of_reference(scene, &file, RETRIEVAL_SCALED).scaled,
                         of_reference(scene, &file, RETRIEVAL_SCALED).scores);
}

static void the_output_is_the_sum_of_the_weighted_values(void **state)
{
    Scene *scene = *state;
    Safetensors file = reference_file(scene, "retrieval.safetensors");
    Retrieval r = of_reference(scene, &file, RETRIEVAL_COSINE);
    for (int k = 0; k < cols_of(r.output); k++) {
        double sum = 0;
        for (int i = 0; i < rows_of(r.weighted); i++)
            sum += (double)at(r.weighted->value, i, k);
        assert_true(fabs(sum - (double)at(r.output->value, 0, k)) < 1e-6);
    }
}

/* Keys in another order: the same answer, their weights in that order. */
static void the_order_of_keys_does_not_matter(void **state)
{
    static const int order[] = {3, 0, 4, 1, 2};
    Scene *scene = *state;
    Graph *g = graph_new(scene->arena);
    Node *q = constant(g, random_tensor(g->arena, 1, 4, "q"), "drawn");
    Node *k = constant(g, random_tensor(g->arena, 5, 4, "k"), "drawn");
    Node *v = constant(g, random_tensor(g->arena, 5, 2, "v"), "drawn");
    RetrievalLayer none = {0};
    Retrieval a = retrieve(g, RETRIEVAL_SCALED, q, k, v, none);
    Retrieval b =
        retrieve(g, RETRIEVAL_SCALED, q, gather(g, k, order, 5), gather(g, v, order, 5), none);
    assert_close(b.output->value, a.output->value, 1e-6, "output");
    for (int i = 0; i < 5; i++)
        assert_true(fabs((double)(at(b.weights->value, 0, i) - at(a.weights->value, 0, order[i]))) <
                    1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_score_retrieves_what_pytorch_does),
        cmocka_unit_test(lengths_and_angle_make_the_product),
        cmocka_unit_test(only_an_additive_score_has_a_layer_and_only_the_others_an_angle),
        cmocka_unit_test(the_output_is_the_sum_of_the_weighted_values),
        cmocka_unit_test(the_order_of_keys_does_not_matter),
    };
    return run_scenes(tests);
}
