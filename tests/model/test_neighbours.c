/* Nearest words and sums of words, on vectors small enough to be sorted by hand. */
#include "model/words.h"

#include "support/nodes.h"

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
    return (Weights){
        .embeddings = t, .vocabulary = lexicon_of(scene->arena, keys, ROWS), .origin = "by hand"};
}

static Node *vector_of(Graph *g, double x, double y)
{
    return by_hand(g, 1, 2, (double[]){x, y});
}

/* The list called so has these words, in this order; none where there are none. */
static void check_words(const Graph *g, const char *id, const int *expected, int count)
{
    const Name *list = name_find(g, id);
    assert_int_equal(list ? list->writing->rows.count : 0, count);
    for (int i = 0; i < count; i++)
        assert_string_equal(list->writing->rows.labels[i], table[expected[i]].key);
}

/* What is nearest to a vector, in a graph of its own. */
static const Graph *near(Scene *scene, double x, double y, const int *own, int own_count, int most)
{
    Graph *g = named_graph(scene);
    Weights weights = small_weights(scene);
    Node *found =
        nearest_words(scope_of(g), &weights, "it", vector_of(g, x, y), own, own_count, most);
    assert_ptr_equal(found, name_find(g, "nearest") ? node_of(g, "nearest") : NULL);
    return g;
}

TEST(the_nearest_come_first_and_ties_by_row)
{
    static const int order[] = {HIGH, LIFT, NORTH, EAST, WEST, NOTHING, SOUTH};
    static const double cosines_of[] = {1, 1, 0.70710678, 0, 0, 0, -1};
    const Graph *all = near(scene, 0, 0.5, NULL, 0, 100);
    check_words(all, "nearest", order, 7);
    check_words(all, "nearest/vectors", order, 7);
    for (int i = 0; i < 7; i++)
        assert_near(cell(value_of(all, "nearest"), i, 0), cosines_of[i], 1e-6);
    for (int most = 1; most <= 7; most++)
        check_words(near(scene, 0, 0.5, NULL, 0, most), "nearest", order, most);
}

TEST(function_words_special_words_and_the_word_itself_are_left_out)
{
    for (int row = 0; row < ROWS; row++)
        assert_int_equal(is_listed_word(table[row].key),
                         row != THE && row != UNKNOWN && row != HIDDEN);
    static const int own[] = {EAST, SOUTH};
    check_words(near(scene, 1, 0, own, 2, ROWS), "nearest",
                (int[]){NORTH, HIGH, LIFT, NOTHING, WEST}, 5);
}

TEST(a_vector_of_zeros_has_no_neighbours)
{
    check_words(near(scene, 0, 0, NULL, 0, 3), "nearest", NULL, 0);
}

TEST_OF_NAMES(a_vocabulary_of_the_word_alone_has_no_neighbours)
{
    static const char *const keys[] = {"bat", "the"};
    Weights weights = weights_random(scene->arena, keys, 2, 4, 1);
    neighbours(scope_of(g), &weights, &(Term){0, false, "bat"}, 1, false, 8);
    assert_null(name_find(g, "word-1/nearest"));
}

TEST_OF_NAMES(each_word_has_its_own_neighbours)
{
    static const Term words[] = {
        {HIGH, false, "high"}, {THE, false, "the"}, {NOTHING, false, "nothing"}};
    Weights weights = small_weights(scene);
    neighbours(scope_of(g), &weights, words, 3, false, 2);
    check_words(g, "word-1/nearest", (int[]){LIFT, NORTH}, 2);
    check_words(g, "word-2/nearest", (int[]){EAST, NORTH}, 2);
    check_words(g, "word-3/nearest", NULL, 0);
    assert_true(cell(value_of(g, "word-1/vector"), 0, 1) == 5);
}

/* high/5 − south/4 + west/2 = (−1, 2) */
TEST_OF_NAMES(a_sum_takes_each_word_at_length_one_and_leaves_them_out)
{
    static const Term terms[] = {
        {HIGH, false, "high"}, {SOUTH, true, "south"}, {WEST, false, "west"}};
    Weights weights = small_weights(scene);
    neighbours(scope_of(g), &weights, terms, 3, true, 3);
    assert_true(cell(value_of(g, "sum"), 0, 0) == -1 && cell(value_of(g, "sum"), 0, 1) == 2);
    check_words(g, "nearest", (int[]){LIFT, NORTH, NOTHING}, 3);
    assert_true(cell(value_of(g, "word-1/unit"), 0, 1) == 1);
}
