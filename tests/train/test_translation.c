/* The loop that learns to translate: it learns, and its bits depend on nothing but its seed. */
#include "train/translation.h"

#include "support/scene.h"
#include "train/translation_score.h"
#include "train/translator_recipe.h"

#include <stdlib.h>
#include <string.h>

enum { FEW = 12, MEASURED = 50 };

static Pair held_out[MEASURED];

/* A small translator after some steps. */
static Translator trained(Scene *scene, const TranslatorKind *kind, int steps, uint64_t seed,
                          double *last_loss)
{
    PairSource source = translator_recipe_source(scene->arena);
    TranslatorRecipe recipe = translator_recipe(kind, &source);
    recipe.sizes.embedding = 12;
    recipe.sizes.hidden = 16;
    recipe.sizes.alignment = 8;
    recipe.settings.steps = steps;
    recipe.settings.seed = seed;
    Translator translator = translator_start(scene->arena, &recipe);
    TranslationTrainer *trainer =
        translation_trainer_new(scene->arena, &source, &translator, recipe.settings);
    while (translation_steps_done(trainer) < steps)
        *last_loss = translation_step(trainer);
    translation_trainer_free(trainer);
    return translator;
}

static void assert_same_bits(const Translator *a, const Translator *b)
{
    assert_int_equal(a->parameters->count, b->parameters->count);
    for (int i = 0; i < a->parameters->count; i++) {
        Tensor x = a->parameters->items[i].value, y = b->parameters->items[i].value;
        assert_true(same_shape(x, y));
        assert_memory_equal(x.data, y.data, tensor_size(x) * sizeof(real));
    }
}

static void any_number_of_threads_learns_the_same_bits(void **state)
{
    Scene *scene = *state;
    static const char *const counts[] = {"1", "2", "5"};
    double loss[3];
    Translator found[3];
    for (int i = 0; i < 3; i++) {
        setenv("ATTNVIZ_THREADS", counts[i], 1);
        found[i] = trained(scene, translator_kind("bahdanau"), FEW, 1, &loss[i]);
    }
    unsetenv("ATTNVIZ_THREADS");
    for (int i = 1; i < 3; i++) {
        assert_same_bits(&found[i], &found[0]);
        assert_true(loss[i] == loss[0]);
    }
}

static void another_seed_learns_something_else(void **state)
{
    Scene *scene = *state;
    double loss[2];
    Translator a = trained(scene, translator_kind("bahdanau"), 1, 1, &loss[0]);
    Translator b = trained(scene, translator_kind("bahdanau"), 1, 2, &loss[1]);
    assert_true(loss[0] != loss[1]);
    assert_true(at(parameter_find(a.parameters, "output/W_o")->value, 0, 0) !=
                at(parameter_find(b.parameters, "output/W_o")->value, 0, 0));
}

/* Each tensor that a kind has is moved by a step. */
static void every_tensor_of_every_kind_is_learned(void **state)
{
    Scene *scene = *state;
    for (int kind = 0; kind < translator_kind_count; kind++) {
        double loss;
        Translator t = trained(scene, &translator_kinds[kind], 1, 1, &loss);
        Translator start = translator_random(scene->arena, t.kind, t.sizes, 1);
        for (int i = 0; i < t.parameters->count; i++) {
            const Parameter *p = &t.parameters->items[i];
            if (memcmp(p->value.data, start.parameters->items[i].value.data,
                       tensor_size(p->value) * sizeof(real)) == 0)
                fail_msg("%s: %s stayed as it was", t.kind->name, p->name);
        }
    }
}

/* The loss of a translator that knows nothing is about the logarithm of its vocabulary. */
static void the_loss_falls(void **state)
{
    Scene *scene = *state;
    double first, last;
    trained(scene, translator_kind("bahdanau"), 1, 1, &first);
    Translator t = trained(scene, translator_kind("bahdanau"), 600, 1, &last);
    assert_true(first > 4);
    assert_true(last < first / 2);
    PairSource source = translator_recipe_source(scene->arena);
    Translator untrained = translator_random(scene->arena, t.kind, t.sizes, 1);
    untrained.end = END_WORD;
    int count = source.held_out(&source, MEASURED, held_out);
    TranslationScore before = translation_score(&source, &untrained, held_out, count);
    TranslationScore after = translation_score(&source, &t, held_out, count);
    assert_int_equal(before.sentences, MEASURED);
    assert_int_equal(before.right, 0);
    assert_int_equal(before.words, after.words);
    assert_true(after.aligned > before.aligned);
}

static void a_recipe_fits_its_source(void **state)
{
    Scene *scene = *state;
    PairSource source = translator_recipe_source(scene->arena);
    TranslatorRecipe recipe = translator_recipe(translator_kind("fixed"), &source);
    assert_int_equal(recipe.sizes.source_words, source.source.count);
    assert_int_equal(recipe.sizes.target_words, source.target.count);
    assert_int_equal(translator_start(scene->arena, &recipe).end, END_WORD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads_learns_the_same_bits),
        cmocka_unit_test(another_seed_learns_something_else),
        cmocka_unit_test(every_tensor_of_every_kind_is_learned),
        cmocka_unit_test(the_loss_falls),
        cmocka_unit_test(a_recipe_fits_its_source),
    };
    return run_scenes(tests);
}
