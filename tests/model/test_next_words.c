/* The likely words in order. */
#include "model/next_words.h"

#include "support/translated.h"

TEST(likely_words_are_different_and_ever_less_probable)
{
    const TranslatedSentence *t = translated_new(scene, (TranslatedSettings){0});
    for (int i = 0; i < t->translation.length; i++) {
        Node *probabilities = t->translation.steps.probabilities[i];
        Tensor all = probabilities->value;
        LikelyWords likely = likely_words(t->graph, probabilities, 3);
        assert_int_equal(likely.count, 3);
        assert_int_equal(likely.words[0], t->translation.words[i]);
        int better = 0;
        for (int j = 0; j < all.cols; j++)
            better += at(all, 0, j) > at(likely.probabilities->value, 2, 0);
        assert_int_equal(better, 2);
        for (int k = 0; k < 3; k++)
            assert_true(at(likely.probabilities->value, k, 0) == at(all, 0, likely.words[k]));
    }
}

TEST(there_are_no_more_likely_words_than_words)
{
    const TranslatedSentence *t = translated_new(scene, (TranslatedSettings){0});
    Node *probabilities = t->translation.steps.probabilities[0];
    assert_int_equal(likely_words(t->graph, probabilities, 100).count, cols_of(probabilities));
}
