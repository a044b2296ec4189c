/* The likely words in order. */
#include "support/translated.h"

/* The most likely ones after word i, of a scope of their own. */
static Node *likely(const TranslatedSentence *t, int i, int most)
{
    TranslationTask task = t->task;
    task.likely = most;
    return likely_words(within(scope_of(t->graph), "likely-%d", "", i),
                        t->translation.steps.probabilities[i], "words", &task);
}

TEST(likely_words_are_different_and_ever_less_probable)
{
    const TranslatedSentence *t = translated_new(scene, (TranslatedSettings){0});
    const char *const *vocabulary = t->task.vocabulary;
    for (int i = 0; i < t->translation.length; i++) {
        Tensor all = t->translation.steps.probabilities[i]->value;
        Node *list = likely(t, i, 3);
        const char *const *labels = writing_of(t->graph, list)->rows.labels;
        assert_int_equal(rows_of(list), 3);
        assert_string_equal(labels[0], vocabulary[t->translation.words[i]]);
        int better = 0, labelled = 0;
        for (int j = 0; j < all.cols; j++)
            better += at(all, 0, j) > at(list->value, 2, 0);
        assert_int_equal(better, 2);
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < all.cols; j++)
                labelled += labels[k] == vocabulary[j] && at(list->value, k, 0) == at(all, 0, j);
        assert_int_equal(labelled, 3);
    }
}

TEST(there_are_no_more_likely_words_than_words)
{
    const TranslatedSentence *t = translated_new(scene, (TranslatedSettings){0});
    Node *probabilities = t->translation.steps.probabilities[0];
    assert_int_equal(rows_of(likely(t, 0, 100)), cols_of(probabilities));
}
