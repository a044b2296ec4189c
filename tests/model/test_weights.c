#include "model/words.h"

#include "support/reference.h"

static const char *const ball[] = {"he", "hit", "the", "ball", "with", "the", "bat"};
static const char *const bat[] = {"a", "bat", "hit", "the", "cave"};

TEST(a_key_is_looked_up_whatever_the_order)
{
    static const char *const keys[] = {"m", "b", "z", "a", "日本", "", "ab"};
    static const char *const others[] = {"c", "zz", "M"};
    Lexicon v = lexicon_of(scene->arena, keys, 7), none = lexicon_of(scene->arena, NULL, 0);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(lexicon_find(&v, keys[i]), i);
        assert_int_equal(lexicon_find(&none, keys[i]), -1);
    }
    for (int i = 0; i < 3; i++)
        assert_int_equal(lexicon_find(&v, others[i]), -1);
    v = lexicon_of(scene->arena, ball, 7);
    assert_int_equal(lexicon_find(&v, "the"), 2); /* of several the first */
}

static Tensor value(const Weights *w, const char *name)
{
    return parameter_value(w->parameters, name);
}

TEST(each_distinct_word_gets_a_row_in_order)
{
    Weights w = weights_random(scene->arena, ball, 7, 12, 1);
    static const char *const words[] = {"he", "hit", "the", "ball", "with", "bat"};
    assert_true(w.embeddings.rows == 6 && w.embeddings.cols == 12 && w.vocabulary.count == 6);
    for (int i = 0; i < 6; i++)
        assert_int_equal(lexicon_find(&w.vocabulary, words[i]), i);
    for (int i = 0; i < 4; i++) {
        Tensor W = value(&w, projection_names[i]);
        assert_true(W.rows == 12 && W.cols == 12);
    }
    assert_string_equal(w.origin, "random, not learned");
    assert_int_equal(w.heads, 0);
}

static bool same_row(const Weights *a, const Weights *b, const char *key)
{
    return memcmp(tensor_row(a->embeddings, lexicon_find(&a->vocabulary, key)),
                  tensor_row(b->embeddings, lexicon_find(&b->vocabulary, key)),
                  (size_t)a->embeddings.cols * sizeof(real)) == 0;
}

TEST(the_seed_and_the_word_make_the_numbers)
{
    Weights a = weights_random(scene->arena, ball, 7, 12, 1);
    Weights b = weights_random(scene->arena, bat, 5, 12, 1);
    Weights other = weights_random(scene->arena, ball, 7, 12, 2);
    assert_true(same_row(&a, &b, "bat") && same_row(&a, &b, "hit") && same_row(&a, &b, "the"));
    assert_true(same_bits(value(&a, "W_Q"), value(&b, "W_Q")) &&
                same_bits(value(&a, "W_O"), value(&b, "W_O")));
    assert_false(same_row(&a, &other, "bat") || same_bits(value(&a, "W_Q"), value(&other, "W_Q")));
}

TEST(words_and_matrices_differ_from_each_other)
{
    static const char *const keys[] = {"W_Q", "W_K"};
    Weights w = weights_random(scene->arena, keys, 2, 8, 1);
    assert_memory_not_equal(tensor_row(w.embeddings, 0), tensor_row(w.embeddings, 1),
                            8 * sizeof(real));
    assert_false(same_bits(value(&w, "W_Q"), value(&w, "W_K")) ||
                 same_bits(value(&w, "W_K"), value(&w, "W_V")));
    assert_false(same_bits(value(&w, "W_V"), value(&w, "W_O")) ||
                 same_bits(value(&w, "W_Q"), value(&w, "W_O")));
}

/* The mean and the variance of many numbers; a standard error of the mean is deviation/√count. */
static void assert_normal(Tensor t, double deviation)
{
    double count = (double)tensor_size(t), sum = 0, squares = 0;
    for (size_t i = 0; i < tensor_size(t); i++) {
        sum += (double)t.data[i];
        squares += (double)t.data[i] * (double)t.data[i];
    }
    assert_true(fabs(sum / count) < 5 * deviation / sqrt(count));
    assert_true(fabs(squares / count / (deviation * deviation) - 1) < 5 * sqrt(2 / count));
}

TEST(embeddings_are_standard_normal_and_projections_scaled)
{
    static const char *const keys[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
    Weights w = weights_random(scene->arena, keys, 10, 300, 7);
    assert_normal(w.embeddings, 1);
    assert_normal(value(&w, "W_Q"), sqrt(1.0 / 300));
    assert_normal(value(&w, "W_O"), sqrt(1.0 / 300));
}

TEST(vectors_from_elsewhere_get_the_projections_of_the_seed)
{
    Weights random = weights_random(scene->arena, ball, 7, 12, 5);
    Weights w = weights_random(scene->arena, NULL, 0, 12, 5);
    for (int i = 0; i < 4; i++)
        assert_true(same_bits(value(&w, projection_names[i]), value(&random, projection_names[i])));
    assert_true(w.embeddings.rows == 0 && w.embeddings.cols == 12 && w.vocabulary.count == 0);
}

/* Weights whose word i has the vector (i + 1, i + 1). */
static Weights counted(Scene *scene, const char *const *words, int count)
{
    Tensor embeddings = tensor_new(scene->arena, count, 2);
    for (int i = 0; i < 2 * count; i++)
        embeddings.data[i] = (real)(i / 2 + 1);
    return (Weights){.embeddings = embeddings,
                     .vocabulary = lexicon_of(scene->arena, words, count)};
}

/* That each key is found by this form, and has this word's vector; 0 for zeros. */
static void assert_vectors(const WordVectors *v, int count, const char *const *forms,
                           const int *numbers)
{
    for (int i = 0; i < count; i++) {
        assert_text(v->forms[i], forms[i]);
        const real *vector = tensor_row(v->table, v->rows[i]);
        assert_true((int)vector[0] == numbers[i] && (int)vector[1] == numbers[i]);
    }
}

TEST(a_word_has_the_vector_of_the_form_it_is_found_by)
{
    static const char *const words[] = {"bat", "swim", "bats"};
    static const char *const keys[] = {"bats", "swam", "bat's", "wug", "swam"};
    static const char *const forms[] = {"bats", "swim", "bat", NULL, "swim"};
    Weights w = counted(scene, words, 3);
    WordVectors v = word_vectors(scene->arena, &w, keys, 5);
    assert_vectors(&v, 5, forms, (const int[]){3, 2, 1, 0, 2});
    assert_int_equal(v.rows[4], 1);
}

TEST(an_unknown_word_has_the_vector_that_the_vocabulary_has_for_such)
{
    static const char *const words[] = {"bat", "<unk>"}, *const keys[] = {"wug", "bat", "wug"};
    Weights w = counted(scene, words, 2);
    WordVectors v = word_vectors(scene->arena, &w, keys, 3);
    assert_vectors(&v, 3, (const char *const[]){NULL, "bat", NULL}, (const int[]){2, 1, 2});
}
