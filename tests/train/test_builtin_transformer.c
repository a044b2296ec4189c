/* What the transformer that comes with the program has learned. */
#include "load/builtin_transformer.h"

#include "support/scene.h"
#include "train/transformer_file.h"
#include "train/transformer_score.h"

#include <string.h>

/* Of Bahdanau et al. 2015, figure 3: held out, so never seen in training. */
static const char english[] =
    "the agreement on the european economic area was signed in august 1992";
static const char french[] = "l'accord sur la zone économique européenne a été signé en août 1992";

static Pair held_out[MEASURED_PAIRS];

static void it_is_the_recipes_and_has_the_words_of_the_toy_language(void **state)
{
    Scene *scene = *state;
    PairSource source = translator_recipe_source(scene->arena);
    TransformerRecipe recipe = transformer_recipe(&source);
    LoadedTransformer l = builtin_transformer(scene->arena);
    assert_memory_equal(&l.transformer.sizes, &recipe.sizes, sizeof recipe.sizes);
    assert_string_equal(l.recipe, transformer_recipe_text(scene->arena, &recipe));
    assert_string_equal(l.transformer.parameters->origin,
                        "learned from the toy language (built in)");
    assert_int_equal(l.transformer.end, END_WORD);
    for (int i = 0; i < source.source.count; i++)
        assert_string_equal(l.source_words[i], source.source.words[i]);
    for (int i = 0; i < source.target.count; i++)
        assert_string_equal(l.target_words[i], source.target.words[i]);
}

/* Of sentences that nothing was learned from, and nothing chosen by. */
static void it_translates_every_fresh_sentence(void **state)
{
    Scene *scene = *state;
    PairSource source = translator_recipe_source(scene->arena);
    LoadedTransformer l = builtin_transformer(scene->arena);
    int count = measured_pairs(scene->arena, &source, held_out);
    TranslationScore score = transformer_score(&l.transformer, held_out, count);
    assert_int_equal(score.sentences, MEASURED_PAIRS);
    assert_int_equal(score.right, score.sentences);
    assert_string_equal(translation_score_text(scene->arena, score), l.score);
}

static void it_translates_the_sentence_of_figure_3_word_by_word(void **state)
{
    Scene *scene = *state;
    PairSource source = translator_recipe_source(scene->arena);
    LoadedTransformer l = builtin_transformer(scene->arena);
    NumberedWords words;
    if (!words_parse(scene->arena, "test", english, strlen(english), &source.source, &words,
                     &scene->error))
        fail_msg("%s", scene->error.message);
    int target[LONGEST_SIDE];
    int length =
        transformer_words(&l.transformer, words.numbers, words.count, LONGEST_SIDE, target);
    assert_int_equal(target[length - 1], END_WORD);
    assert_string_equal(sentence_text(scene->arena, &source.target, target, length - 1), french);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_recipes_and_has_the_words_of_the_toy_language),
        cmocka_unit_test(it_translates_every_fresh_sentence),
        cmocka_unit_test(it_translates_the_sentence_of_figure_3_word_by_word),
    };
    return run_scenes(tests);
}
