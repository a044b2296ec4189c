/* What the translators that come with the program have learned. */
#include "load/builtin_translator.h"

#include "support/scene.h"
#include "train/translator_file.h"

#include <stdlib.h>
#include <string.h>

/* Of Bahdanau et al. 2015, figure 3: held out, so never seen in training. */
static const char english[] =
    "the agreement on the european economic area was signed in august 1992";
static const char french[] = "l'accord sur la zone économique européenne a été signé en août 1992";

static Pair held_out[MEASURED_PAIRS];

static TranslationScore score_of(Scene *scene, const PairSource *source, const char *kind)
{
    LoadedTranslator l = builtin_translator(scene->arena, translator_kind(kind));
    int count = measured_pairs(scene->arena, source, held_out);
    return translation_score(source, &l.translator, held_out, count);
}

static void every_kind_has_the_words_of_the_toy_language(void **state)
{
    Scene *scene = *state;
    PairSource source = translator_recipe_source(scene->arena);
    for (int kind = 0; kind < translator_kind_count; kind++) {
        LoadedTranslator l = builtin_translator(scene->arena, &translator_kinds[kind]);
        assert_int_equal(l.translator.sizes.source_words, source.source.count);
        assert_int_equal(l.translator.sizes.target_words, source.target.count);
        assert_int_equal(l.translator.end, END_WORD);
        for (int i = 0; i < source.source.count; i++)
            assert_string_equal(l.source_words[i], source.source.words[i]);
        for (int i = 0; i < source.target.count; i++)
            assert_string_equal(l.target_words[i], source.target.words[i]);
        assert_string_equal(l.translator.origin, "learned from the toy language (built in)");
    }
}

static void every_kind_does_as_well_as_its_file_says(void **state)
{
    Scene *scene = *state;
    PairSource source = translator_recipe_source(scene->arena);
    for (int kind = 0; kind < translator_kind_count; kind++) {
        const char *name = translator_kinds[kind].name;
        LoadedTranslator l = builtin_translator(scene->arena, &translator_kinds[kind]);
        assert_string_equal(translation_score_text(scene->arena, score_of(scene, &source, name)),
                            l.score);
    }
}

static void bahdanaus_translates_what_nobody_looked_at_and_looks_at_the_right_words(void **state)
{
    Scene *scene = *state;
    PairSource source = translator_recipe_source(scene->arena);
    TranslationScore score = score_of(scene, &source, "bahdanau");
    assert_int_equal(score.sentences, MEASURED_PAIRS);
    assert_true(score.right >= score.sentences - 1);
    assert_true(score.words > 4000);
    assert_true(score.aligned > 0.99 * score.words);
}

/* ---- the sentence of figure 3 ---- */

typedef struct Figure {
    const PairSource *source;
    NumberedWords words;
    Translation translation;
} Figure;

static Figure figure(Scene *scene, const PairSource *source)
{
    Figure f = {.source = source};
    if (!words_parse(scene->arena, "test", english, strlen(english), &source->source, &f.words,
                     &scene->error))
        fail_msg("%s", scene->error.message);
    LoadedTranslator l = builtin_translator(scene->arena, translator_kind("bahdanau"));
    Graph *g = graph_new(scene->arena);
    Translator *kept = arena_alloc(scene->arena, 1, sizeof *kept);
    *kept = l.translator;
    TranslatorNodes nodes = translator_nodes(g, kept, false);
    f.translation = translate(g, &nodes, f.words.numbers, f.words.count, LONGEST_SIDE, NULL);
    return f;
}

/* How much of the attention of a French word goes to an English one. */
static double weight(const Figure *f, const char *to, const char *from)
{
    int target = lexicon_find(&f->source->target, to);
    int source = lexicon_find(&f->source->source, from);
    for (int i = 0; i < f->translation.length; i++)
        for (int j = 0; j < f->words.count; j++)
            if (f->translation.words[i].word == target && f->words.numbers[j] == source)
                return (double)at(f->translation.words[i].step.alignment.weights->value, 0, j);
    fail_msg("%s or %s is not there", to, from);
    return 0;
}

static void the_sentence_of_figure_3_is_translated(void **state)
{
    Scene *scene = *state;
    PairSource source = translator_recipe_source(scene->arena);
    Figure f = figure(scene, &source);
    int words[LONGEST_SIDE];
    for (int i = 0; i < f.translation.length; i++)
        words[i] = f.translation.words[i].word;
    assert_int_equal(words[f.translation.length - 1], END_WORD);
    assert_string_equal(
        sentence_text(scene->arena, &source.target, words, f.translation.length - 1), french);
}

static void its_adjectives_cross(void **state)
{
    Scene *scene = *state;
    PairSource source = translator_recipe_source(scene->arena);
    Figure f = figure(scene, &source);
    assert_true(weight(&f, "zone", "area") > 0.9);
    assert_true(weight(&f, "économique", "economic") > 0.9);
    assert_true(weight(&f, "européenne", "european") > 0.9);
    assert_true(weight(&f, "accord", "agreement") > 0.9);
    assert_true(weight(&f, "signé", "signed") > 0.9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_has_the_words_of_the_toy_language),
        cmocka_unit_test(every_kind_does_as_well_as_its_file_says),
        cmocka_unit_test(bahdanaus_translates_what_nobody_looked_at_and_looks_at_the_right_words),
        cmocka_unit_test(the_sentence_of_figure_3_is_translated),
        cmocka_unit_test(its_adjectives_cross),
    };
    return run_scenes(tests);
}
