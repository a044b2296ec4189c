/* A translation's rows on top of each other, and the likely words in order. */
#include "model/translation_summary.h"

#include "support/translated.h"

static void check_rows(const Node *all, const Translation *t, const Node *(*row)(const Alignment *))
{
    assert_int_equal(rows_of(all), t->length);
    for (int i = 0; i < t->length; i++)
        for (int j = 0; j < cols_of(all); j++)
            assert_true(at(all->value, i, j) == at(row(&t->words[i].step.alignment)->value, 0, j));
}

static const Node *weights_of(const Alignment *a)
{
    return a->weights;
}

static const Node *mask_of(const Alignment *a)
{
    return a->mask;
}

static const Node *taken_of(const Alignment *a)
{
    return a->taken;
}

static void each_row_is_a_words(void **state)
{
    const TranslatedSentence *t =
        translated_new(*state, (TranslatedSettings){.kind = "local-m", .taking = TAKE_LARGEST});
    check_rows(t->summary.weights, &t->translation, weights_of);
    check_rows(t->summary.mask, &t->translation, mask_of);
    check_rows(t->summary.taken, &t->translation, taken_of);
}

static void what_a_translator_has_not_is_not_there(void **state)
{
    const TranslatedSentence *t = translated_new(*state, (TranslatedSettings){0});
    assert_null(t->summary.mask);
    assert_null(t->summary.taken);
    assert_null(translation_summary(t->graph, &t->translation, 0).likely);
}

static void columns_are_rows_turned(void **state)
{
    const TranslatedSentence *t = translated_new(*state, (TranslatedSettings){.kind = "local-p"});
    const AlignmentColumns *c = &t->summary.columns[2];
    const Alignment *a = &t->translation.words[2].step.alignment;
    const Node *rows[] = {a->energies, a->mask, a->masked, a->softmax, a->bell, a->weights};
    const Node *turned[] = {c->energies, c->mask, c->masked, c->softmax, c->bell, c->weights};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < cols_of(rows[i]); j++)
            assert_true(at(turned[i]->value, j, 0) == at(rows[i]->value, 0, j));
    assert_null(c->taken);
}

static void likely_words_are_different_and_ever_less_probable(void **state)
{
    const TranslatedSentence *t = translated_new(*state, (TranslatedSettings){0});
    for (int i = 0; i < t->translation.length; i++) {
        const LikelyWords *likely = &t->summary.likely[i];
        Tensor all = t->translation.words[i].probabilities->value;
        assert_int_equal(likely->count, 3);
        assert_int_equal(likely->words[0], t->translation.words[i].word);
        int better = 0;
        for (int j = 0; j < all.cols; j++)
            better += at(all, 0, j) > at(likely->probabilities->value, 2, 0);
        assert_int_equal(better, 2);
        for (int k = 0; k < 3; k++)
            assert_true(at(likely->probabilities->value, k, 0) == at(all, 0, likely->words[k]));
    }
}

static void there_are_no_more_likely_words_than_words(void **state)
{
    const TranslatedSentence *t = translated_new(*state, (TranslatedSettings){0});
    TranslationSummary s = translation_summary(t->graph, &t->translation, 100);
    assert_int_equal(s.likely[0].count, cols_of(t->translation.words[0].probabilities));
}

static void a_word_looks_at_its_largest_weight_or_at_what_it_took(void **state)
{
    Scene *scene = *state;
    for (int hard = 0; hard <= 1; hard++) {
        const TranslatedSentence *t = translated_new(
            scene, (TranslatedSettings){.taking = hard ? TAKE_DRAWN : TAKE_MEAN, .seed = 3});
        const Node *rows = hard ? t->summary.taken : t->summary.weights;
        for (int i = 0; i < t->translation.length; i++) {
            int place = (int)at(t->summary.looks->value, i, 0) - 1;
            for (int j = 0; j < cols_of(rows); j++)
                assert_true(at(rows->value, i, j) <= at(rows->value, i, place));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_row_is_a_words),
        cmocka_unit_test(what_a_translator_has_not_is_not_there),
        cmocka_unit_test(columns_are_rows_turned),
        cmocka_unit_test(likely_words_are_different_and_ever_less_probable),
        cmocka_unit_test(there_are_no_more_likely_words_than_words),
        cmocka_unit_test(a_word_looks_at_its_largest_weight_or_at_what_it_took),
    };
    return run_scenes(tests);
}
