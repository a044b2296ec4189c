/* Nearest words and sums of words, on vectors small enough to be sorted by hand. */
#include "model/nearest_words.h"

#include "graph/ops.h"
#include "model/neighbours.h"
#include "support/scene.h"

#include <math.h>
#include <string.h>

/* The rows' directions, in degrees, are far from sorted; "high" and "lift" share one. */
static const struct {
    const char *key;
    double x, y;
} table[] = {
    {"east", 1, 0},  {"the", 3, 1},   {"<unk>", 2, 1},   {"high", 0, 5},   {"lift", 0, 2},
    {"north", 1, 1}, {"west", -2, 0}, {"nothing", 0, 0}, {"<mask>", 1, 0}, {"south", 0, -4},
};

enum { EAST, THE, UNKNOWN, HIGH, LIFT, NORTH, WEST, NOTHING, HIDDEN, SOUTH, ROWS };

static Weights small_weights(Scene *scene)
{
    static const char *keys[ROWS];
    Tensor t = tensor_new(scene->arena, ROWS, 2);
    for (int i = 0; i < ROWS; i++) {
        keys[i] = table[i].key;
        tensor_row(t, i)[0] = (real)table[i].x;
        tensor_row(t, i)[1] = (real)table[i].y;
    }
    return (Weights){.embeddings = t,
                     .vocabulary = vocabulary_new(scene->arena, keys, ROWS),
                     .origin = "by hand"};
}

static Node *vector_of(Graph *g, double x, double y)
{
    Tensor t = tensor_new(g->arena, 1, 2);
    t.data[0] = (real)x;
    t.data[1] = (real)y;
    return constant(g, t, "by hand");
}

static void check_rows(const NearestWords *found, const int *expected, int count)
{
    assert_int_equal(found->count, count);
    for (int i = 0; i < count; i++)
        assert_int_equal(found->rows[i], expected[i]);
}

static void the_nearest_come_first_and_ties_by_row(void **state)
{
    Scene *scene = *state;
    Graph *g = graph_new(scene->arena);
    Weights weights = small_weights(scene);
    WordTable words = word_table(g, &weights);
    NearestWords all = nearest_words(g, &words, vector_of(g, 0, 0.5), NULL, 0, 100);
    check_rows(&all, (int[]){HIGH, LIFT, NORTH, EAST, WEST, NOTHING, SOUTH}, 7);
    static const double cosines_of[] = {1, 1, 0.70710678, 0, 0, 0, -1};
    for (int i = 0; i < all.count; i++)
        assert_true(fabs((double)at(all.cosines->value, i, 0) - cosines_of[i]) < 1e-6);
    for (int most = 1; most <= 7; most++) {
        NearestWords some = nearest_words(g, &words, vector_of(g, 0, 0.5), NULL, 0, most);
        check_rows(&some, all.rows, most);
    }
}

static void function_words_special_words_and_the_word_itself_are_left_out(void **state)
{
    Scene *scene = *state;
    Graph *g = graph_new(scene->arena);
    Weights weights = small_weights(scene);
    WordTable words = word_table(g, &weights);
    for (int row = 0; row < ROWS; row++) {
        assert_string_equal(words.keys[row], table[row].key);
        assert_int_equal(words.left_out[row], row == THE || row == UNKNOWN || row == HIDDEN);
    }
    static const int own[] = {EAST, SOUTH};
    NearestWords near = nearest_words(g, &words, vector_of(g, 1, 0), own, 2, ROWS);
    check_rows(&near, (int[]){NORTH, HIGH, LIFT, NOTHING, WEST}, 5);
}

static void a_vector_of_zeros_has_no_neighbours(void **state)
{
    Scene *scene = *state;
    Graph *g = graph_new(scene->arena);
    Weights weights = small_weights(scene);
    WordTable words = word_table(g, &weights);
    NearestWords near = nearest_words(g, &words, vector_of(g, 0, 0), NULL, 0, 3);
    assert_int_equal(near.count, 0);
    assert_null(near.cosines);
}

static void a_vocabulary_of_the_word_alone_has_no_neighbours(void **state)
{
    Scene *scene = *state;
    static const char *const keys[] = {"bat", "the"};
    Graph *g = graph_new(scene->arena);
    Weights weights = weights_random(scene->arena, keys, 2, 4, 1);
    Neighbours n = neighbours(g, &weights, (int[]){0}, 1, 8);
    assert_int_equal(n.words[0].nearest.count, 0);
}

static void each_word_has_its_own_neighbours(void **state)
{
    Scene *scene = *state;
    Weights weights = small_weights(scene);
    Neighbours n = neighbours(graph_new(scene->arena), &weights, (int[]){HIGH, THE, NOTHING}, 3, 2);
    assert_null(n.sum);
    check_rows(&n.words[0].nearest, (int[]){LIFT, NORTH}, 2);
    check_rows(&n.words[1].nearest, (int[]){EAST, NORTH}, 2);
    assert_int_equal(n.words[2].nearest.count, 0);
    assert_true(at(n.words[0].vector->value, 0, 1) == 5);
}

/* high/5 − south/4 + west/2 = (−1, 2) */
static void a_sum_takes_each_word_at_length_one_and_leaves_them_out(void **state)
{
    Scene *scene = *state;
    Weights weights = small_weights(scene);
    static const Term terms[] = {{HIGH, false}, {SOUTH, true}, {WEST, false}};
    Neighbours n = neighbours_of_sum(graph_new(scene->arena), &weights, terms, 3, 3);
    assert_true(at(n.sum->value, 0, 0) == -1 && at(n.sum->value, 0, 1) == 2);
    check_rows(&n.nearest, (int[]){LIFT, NORTH, NOTHING}, 3);
    assert_true(at(n.words[0].unit->value, 0, 1) == 1);
    assert_int_equal(n.words[0].nearest.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_come_first_and_ties_by_row),
        cmocka_unit_test(function_words_special_words_and_the_word_itself_are_left_out),
        cmocka_unit_test(a_vector_of_zeros_has_no_neighbours),
        cmocka_unit_test(a_vocabulary_of_the_word_alone_has_no_neighbours),
        cmocka_unit_test(each_word_has_its_own_neighbours),
        cmocka_unit_test(a_sum_takes_each_word_at_length_one_and_leaves_them_out),
    };
    return run_scenes(tests);
}
