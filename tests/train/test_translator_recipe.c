/* Scores are of sentences that no setting was chosen by. */
#include "train/translator_recipe.h"

#include "support/scene.h"

#include <string.h>

static Pair first[CHOSEN_BY_PAIRS], measured[MEASURED_PAIRS];

static bool same_source(const Pair *a, const Pair *b)
{
    return a->source_length == b->source_length &&
           memcmp(a->source, b->source, (size_t)a->source_length * sizeof *a->source) == 0;
}

static void none_of_the_toy_languages_was_chosen_by(void **state)
{
    Scene *scene = *state;
    PairSource source = translator_recipe_source(scene->arena);
    assert_int_equal(source.held_out(&source, CHOSEN_BY_PAIRS, first), CHOSEN_BY_PAIRS);
    assert_int_equal(measured_pairs(scene->arena, &source, measured), MEASURED_PAIRS);
    for (int i = 0; i < MEASURED_PAIRS; i++)
        for (int k = 0; k < CHOSEN_BY_PAIRS; k++)
            assert_false(same_source(&measured[i], &first[k]));
}

/* Holds out *data pairs, each with its number as its only word. */
static int numbered(const PairSource *source, int most, Pair *pairs)
{
    const int *count = source->data;
    int given = *count < most ? *count : most;
    for (int i = 0; i < given; i++)
        pairs[i] = (Pair){.source_length = 1, .source = {i}};
    return given;
}

static void check_measured(Scene *scene, int held_out, int from, int to)
{
    PairSource source = {.held_out = numbered, .data = &held_out};
    assert_int_equal(measured_pairs(scene->arena, &source, measured), to - from);
    assert_string_equal(
        measured_range(scene->arena, &source),
        held_out ? arena_format(scene->arena, "%d to %d of those held out", from + 1, to) : "none");
    for (int i = from; i < to; i++)
        assert_int_equal(measured[i - from].source[0], i);
}

static void a_file_that_holds_out_fewer_is_measured_by_as_many_as_there_are(void **state)
{
    Scene *scene = *state;
    check_measured(scene, 0, 0, 0);
    check_measured(scene, 1, 0, 1);
    check_measured(scene, MEASURED_PAIRS, 0, MEASURED_PAIRS);
    check_measured(scene, MEASURED_PAIRS + 1, 1, MEASURED_PAIRS + 1);
    check_measured(scene, 100000, CHOSEN_BY_PAIRS, CHOSEN_BY_PAIRS + MEASURED_PAIRS);
}

/* A layer that is there has more numbers if it is wider. */
static void a_layer_is_told_of_the_kinds_that_have_one(void **state)
{
    Scene *scene = *state;
    PairSource source = translator_recipe_source(scene->arena);
    int with = 0;
    for (int kind = 0; kind < translator_kind_count; kind++) {
        TranslatorRecipe recipe = translator_recipe(&translator_kinds[kind], &source);
        TranslatorRecipe wider = recipe;
        wider.sizes.alignment++;
        Translator t = translator_start(scene->arena, &recipe);
        Translator u = translator_start(scene->arena, &wider);
        bool has_layer = parameters_size(u.parameters) > parameters_size(t.parameters);
        const char *text = translator_recipe_text(scene->arena, &recipe);
        const char *layer =
            arena_format(scene->arena, ", %d in the alignment layer;", recipe.sizes.alignment);
        if (has_layer != (strstr(text, layer) != NULL) ||
            has_layer != (strstr(text, "layer") != NULL))
            fail_msg("%s: %s", recipe.kind->name, text);
        with += has_layer;
    }
    assert_true(with > 0 && with < translator_kind_count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_of_the_toy_languages_was_chosen_by),
        cmocka_unit_test(a_file_that_holds_out_fewer_is_measured_by_as_many_as_there_are),
        cmocka_unit_test(a_layer_is_told_of_the_kinds_that_have_one),
    };
    return run_scenes(tests);
}
