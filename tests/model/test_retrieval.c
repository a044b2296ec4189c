/* A retrieval against PyTorch and the formulas (reference/make_retrieval.py), and by hand. */
#include "model/studies.h"

#include "load/arguments.h"
#include "support/nodes.h"

static const char *const names[] = {"dot", "scaled", "cosine", "additive"};

/* The graph of a retrieval, whose nodes have names. */
static Graph *graph_with(Scene *scene, Parameters *p, RetrievalScore score)
{
    Safetensors file = reference_file(scene, "retrieval.safetensors");
    Graph *g = plain_graph(scene);
    bool additive = score == RETRIEVAL_ADDITIVE;
    Retrieval r = {.score = score,
                   .query = reference_node(g, scene, &file, "given", "q"),
                   .keys = reference_node(g, scene, &file, additive ? "additive" : "given", "k"),
                   .values = reference_node(g, scene, &file, "given", "v")};
    r.key = number_axis(g, "key", 1, rows_of(r.keys));
    r.value = number_axis(g, "value", 1, rows_of(r.values));
    graph_name(g);
    graph_use(g, p);
    retrieve(scope_of(g), &r);
    return g;
}

/* By the numbers of the reference: the first graph declares what there is. */
static Graph *graph_of(Scene *scene, RetrievalScore score)
{
    Safetensors file = reference_file(scene, "retrieval.safetensors");
    Parameters *p = parameters_from_seed(scene->arena, 1);
    graph_with(scene, p, score);
    for (int i = 0; i < p->count; i++)
        p->items[i].value =
            reference(scene, &file, "additive", p->items[i].name + strlen("retrieve/"));
    return graph_with(scene, p, score);
}

TEST(every_score_retrieves_what_pytorch_does)
{
    Safetensors file = reference_file(scene, "retrieval.safetensors");
    for (int score = RETRIEVAL_DOT; score <= RETRIEVAL_ADDITIVE; score++) {
        Graph *g = graph_of(scene, (RetrievalScore)score);
        const char *scores = score == RETRIEVAL_SCALED ? "scaled" : "scores", *name = names[score];
        assert_close(value_of(g, scores), reference(scene, &file, name, "scores"), 1e-5, name);
        assert_close(value_of(g, "weights"), reference(scene, &file, name, "weights"), 1e-5, name);
        assert_close(value_of(g, "output"), reference(scene, &file, name, "output"), 1e-5, name);
    }
}

/* ---- over a picture (reference/make_picture.py) ---- */

static const char beach[] = TESTS_FOLDER "/../examples/picture/beach.png";

static Tensor patches_of(Scene *scene, int rows, int cols)
{
    return patches_read(scene->arena, beach, (Patches){rows, cols});
}

TEST(patches_have_the_colours_that_numpy_sees)
{
    Safetensors file = reference_file(scene, "picture.safetensors");
    assert_close(patches_of(scene, 8, 8), reference(scene, &file, "8x8", "colours"), 1e-6, "8x8");
    assert_close(patches_of(scene, 5, 7), reference(scene, &file, "5x7", "colours"), 1e-6, "5x7");
    assert_close(patches_of(scene, 64, 1), reference(scene, &file, "64x1", "colours"), 1e-6,
                 "64x1");
}

TEST_OF_NAMES(a_picture_is_attended_to_as_by_numpy)
{
    static const struct {
        const char *id, *part;
    } steps[] = {{"weights", "weights"},         {"output", "output"},     {"hard-output", "hard"},
                 {"grid/picture", "brightness"}, {"grid/weights", "grid"}, {"grid/taken", "taken"}};
    Safetensors file = reference_file(scene, "picture.safetensors");
    Tensor red = tensor_filled(scene->arena, 1, 3, -5);
    red.data[0] = 5;
    Retrieval r = {.query = constant(g, red, "red"),
                   .keys = constant(g, patches_of(scene, 8, 8), "the picture"),
                   .key = number_axis(g, "key", 1, 64),
                   .value = number_axis(g, "value", 1, 64),
                   .patch_rows = 8};
    retrieve(scope_of(g), &r);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        assert_close(value_of(g, "%s", steps[i].id), reference(scene, &file, "8x8", steps[i].part),
                     1e-5, steps[i].id);
}

TEST(lengths_and_angle_make_the_product)
{
    Safetensors file = reference_file(scene, "retrieval.safetensors");
    Graph *g = graph_of(scene, RETRIEVAL_SCALED);
    Tensor geometry = value_of(g, "geometry"), scores = value_of(g, "scores");
    assert_close(geometry, reference(scene, &file, "dot", "geometry"), 1e-5, "geometry");
    for (int i = 0; i < geometry.rows; i++)
        assert_true(fabs((double)(at(geometry, i, 3) - at(scores, 0, i))) < 1e-5);
}

TEST_OF_GRAPH(without_values_each_key_is_its_own)
{
    Retrieval r = {.query = drawn(g, 1, 4, "q"), .keys = drawn(g, 5, 4, "k")};
    Node *own = retrieve(scope_of(g), &r);
    r.values = r.keys;
    assert_close(own->value, retrieve(scope_of(g), &r)->value, 0, "output");
}
