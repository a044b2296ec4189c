/* The loop that trains transformers: it learns, its bits depend on nothing but its seed, and what
   it learned is written to a file and scored. */
#include "train/transformer_training.h"

#include "load/transformer.h"
#include "support/scene.h"
#include "train/pair_file.h"
#include "train/transformer_file.h"
#include "train/transformer_score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 4, MEASURED = 50 };

static Pair held_out[MEASURED];

static TransformerRecipe small_recipe(const PairSource *source, int steps, uint64_t seed)
{
    TransformerRecipe recipe = transformer_recipe(source);
    recipe.sizes.d_model = 24;
    recipe.sizes.ffn = 32;
    recipe.sizes.encoder_layers = recipe.sizes.decoder_layers = 1;
    recipe.settings.steps = steps;
    recipe.settings.warm_up = steps / 10;
    recipe.settings.rate = 1e-2;
    recipe.settings.seed = seed;
    return recipe;
}

/* Steps of fewer sentences: less is learned in each, and more in a second. */
static TransformerRecipe quick_recipe(const PairSource *source, int steps)
{
    TransformerRecipe recipe = small_recipe(source, steps, 1);
    recipe.settings.pairs = 16;
    return recipe;
}

static Transformer trained(Scene *scene, TransformerRecipe recipe, double *last_loss)
{
    PairSource source = translator_recipe_source(scene->arena);
    Transformer *t = arena_alloc(scene->arena, 1, sizeof *t);
    *t = transformer_start(scene->arena, &recipe);
    TransformerTrainer *trainer =
        transformer_trainer_new(scene->arena, &source, t, recipe.settings);
    while (transformer_steps_done(trainer) < recipe.settings.steps)
        *last_loss = transformer_step(trainer);
    transformer_trainer_free(trainer);
    return *t;
}

static bool is_same(Tensor a, Tensor b)
{
    return same_shape(a, b) && memcmp(a.data, b.data, tensor_size(a) * sizeof(real)) == 0;
}

static void assert_same_bits(const Transformer *a, const Transformer *b)
{
    const Parameters *p = a->parameters, *q = b->parameters;
    assert_int_equal(p->count, q->count);
    for (int i = 0; i < p->count; i++)
        if (!is_same(p->items[i].value, q->items[i].value))
            fail_msg("%s differs", p->items[i].name);
}

/* ---- training ---- */

static void any_number_of_threads_and_any_kernel_learns_the_same_bits(void **state)
{
    Scene *scene = *state;
    static const char *const ways[][2] = {{"1", ""}, {"2", ""}, {"5", ""}, {"2", "baseline"}};
    PairSource source = translator_recipe_source(scene->arena);
    double loss[4];
    Transformer found[4];
    for (int i = 0; i < 4; i++) {
        setenv("ATTNVIZ_THREADS", ways[i][0], 1);
        if (*ways[i][1])
            setenv("ATTNVIZ_KERNEL", ways[i][1], 1);
        found[i] = trained(scene, small_recipe(&source, FEW, 1), &loss[i]);
    }
    unsetenv("ATTNVIZ_THREADS");
    unsetenv("ATTNVIZ_KERNEL");
    for (int i = 1; i < 4; i++) {
        assert_same_bits(&found[i], &found[0]);
        assert_true(loss[i] == loss[0]);
    }
}

static void another_seed_learns_something_else(void **state)
{
    Scene *scene = *state;
    PairSource source = translator_recipe_source(scene->arena);
    double loss[2];
    Transformer a = trained(scene, small_recipe(&source, 1, 1), &loss[0]);
    Transformer b = trained(scene, small_recipe(&source, 1, 2), &loss[1]);
    assert_true(loss[0] != loss[1]);
    assert_true(at(a.parameters->items[0].value, 3, 0) != at(b.parameters->items[0].value, 3, 0));
}

/* Each tensor that there is moves, wherever the norms are. */
static void every_tensor_is_learned(void **state)
{
    Scene *scene = *state;
    PairSource source = translator_recipe_source(scene->arena);
    for (int place = 0; place < NORM_PLACES; place++) {
        TransformerRecipe recipe = small_recipe(&source, 1, 1);
        recipe.sizes.norm = (NormPlace)place;
        double loss;
        Transformer t = trained(scene, recipe, &loss);
        Transformer start = transformer_start(scene->arena, &recipe);
        for (int i = 0; i < t.parameters->count; i++)
            if (is_same(t.parameters->items[i].value, start.parameters->items[i].value))
                fail_msg("%s: %s stayed as it was", norm_place_names[place],
                         t.parameters->items[i].name);
    }
}

static void the_rate_rises_and_falls(void **state)
{
    (void)state;
    TransformerSettings s = {.steps = 12, .warm_up = 4, .rate = 8};
    assert_true(transformer_rate(&s, 0) == 2);
    assert_true(transformer_rate(&s, 3) == 8);
    assert_true(transformer_rate(&s, 4) == 8);
    assert_true(transformer_rate(&s, 8) == 4);
    assert_true(transformer_rate(&s, 11) == 1);
    s.warm_up = 0;
    assert_true(transformer_rate(&s, 0) == 8);
}

/* A transformer that knows nothing is surprised at least as much as by a word drawn from all. */
static void it_learns(void **state)
{
    Scene *scene = *state;
    PairSource source = translator_recipe_source(scene->arena);
    double first, last;
    trained(scene, small_recipe(&source, 1, 1), &first);
    TransformerRecipe recipe = quick_recipe(&source, 400);
    Transformer t = trained(scene, recipe, &last);
    assert_true(first > log(source.target.count));
    assert_true(last < 1);
    Transformer untrained = transformer_start(scene->arena, &recipe);
    int count = source.held_out(&source, MEASURED, held_out);
    assert_int_equal(transformer_score(&untrained, held_out, count).right, 0);
    TranslationScore score = transformer_score(&t, held_out, count);
    assert_int_equal(score.sentences, MEASURED);
    assert_true(score.right > 0 && score.right < MEASURED);
}

/* ---- the score ---- */

static bool is_translated(const Transformer *t, const Pair *pair)
{
    int words[LONGEST_SIDE];
    int length = transformer_words(t, pair->source, pair->source_length, LONGEST_SIDE, words);
    return length == pair->target_length + 1 && words[pair->target_length] == END_WORD &&
           memcmp(words, pair->target, (size_t)pair->target_length * sizeof(int)) == 0;
}

/* One pass over the true words tells what going on with its own words would give. */
static void right_is_what_greedy_translation_gives(void **state)
{
    Scene *scene = *state;
    PairSource source = translator_recipe_source(scene->arena);
    double loss;
    Transformer t = trained(scene, quick_recipe(&source, 300), &loss);
    int count = source.held_out(&source, MEASURED, held_out), right = 0;
    for (int i = 0; i < count; i++) {
        int is_right = transformer_score(&t, &held_out[i], 1).right;
        assert_int_equal(is_right, is_translated(&t, &held_out[i]));
        right += is_right;
    }
    assert_int_equal(transformer_score(&t, held_out, count).right, right);
    assert_true(right > 0 && right < count);
}

/* ---- the file ---- */

static void what_is_rounded_is_read_back_to_the_bit(void **state)
{
    Scene *scene = *state;
    PairSource source = translator_recipe_source(scene->arena);
    for (int place = 0; place < NORM_PLACES; place++) {
        TransformerRecipe recipe = transformer_recipe(&source);
        recipe.sizes.norm = (NormPlace)place;
        Transformer t = transformer_start(scene->arena, &recipe);
        pair_file_round(t.parameters);
        FILE *stream = fopen("t.safetensors", "wb");
        transformer_file_write(scene->arena, stream, &source, &t, &recipe, 5,
                               (TranslationScore){.sentences = 8, .right = 7});
        assert_int_equal(fclose(stream), 0);
        LoadedTransformer l;
        if (!transformer_read(scene->arena, "t.safetensors", &l, &scene->error))
            fail_msg("%s", scene->error.message);
        assert_same_bits(&l.transformer, &t);
        assert_int_equal(l.transformer.sizes.norm, place);
        assert_int_equal(l.transformer.sizes.heads, recipe.sizes.heads);
        assert_int_equal(l.transformer.end, END_WORD);
        assert_string_equal(l.corpus, "the toy language");
        assert_string_equal(l.score, "7 of 8 sentences");
        assert_non_null(strstr(l.recipe, norm_place_names[place]));
        for (int i = 0; i < source.target.count; i++)
            assert_string_equal(l.target_words[i], source.target.words[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads_and_any_kernel_learns_the_same_bits),
        cmocka_unit_test(another_seed_learns_something_else),
        cmocka_unit_test(every_tensor_is_learned),
        cmocka_unit_test(the_rate_rises_and_falls),
        cmocka_unit_test(it_learns),
        cmocka_unit_test(right_is_what_greedy_translation_gives),
        cmocka_unit_test(what_is_rounded_is_read_back_to_the_bit),
    };
    return run_scenes(tests);
}
