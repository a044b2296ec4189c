/* What a training is about to do; its scores are of sentences that no setting was chosen by. */
#include "train/pairs.h"

#include "support/case_list.h"

static Pair first[CHOSEN_BY_PAIRS];

static bool same_source(const Pair *a, const Pair *b)
{
    return a->source_length == b->source_length &&
           memcmp(a->source, b->source, (size_t)a->source_length * sizeof *a->source) == 0;
}

TEST(none_of_the_toy_languages_was_chosen_by)
{
    PairSource source = language_source(scene->arena, LONGEST_USUAL, false);
    assert_int_equal(source.held_out(&source, 0, CHOSEN_BY_PAIRS, first), CHOSEN_BY_PAIRS);
    Measured measured = measured_pairs(scene->arena, &source);
    assert_int_equal(measured.count, MEASURED_PAIRS);
    for (int i = 0; i < MEASURED_PAIRS; i++)
        for (int k = 0; k < CHOSEN_BY_PAIRS; k++)
            assert_false(same_source(&measured.pairs[i], &first[k]));
}

/* Holds out *data pairs, each with its number as its only word. */
static int numbered(const PairSource *source, uint64_t seed, int most, Pair *pairs)
{
    assert_int_equal(seed, 0);
    const int *count = source->data;
    int given = *count < most ? *count : most;
    for (int i = 0; i < given; i++)
        pairs[i] = (Pair){.source_length = 1, .source = {i}};
    return given;
}

static void check_measured(Scene *scene, int held_out, int from, int to)
{
    PairSource source = {.held_out = numbered, .data = &held_out};
    Measured measured = measured_pairs(scene->arena, &source);
    assert_int_equal(measured.count, to - from);
    const char *range = arena_format(scene->arena, "%d to %d of those held out", from + 1, to);
    const char *few = held_out ? "the one held out" : "none";
    assert_string_equal(measured.range, held_out > 1 ? range : few);
    for (int i = from; i < to; i++)
        assert_int_equal(measured.pairs[i - from].source[0], i);
}

TEST(a_file_that_holds_out_fewer_is_measured_by_as_many_as_there_are)
{
    check_measured(scene, 0, 0, 0);
    check_measured(scene, 1, 0, 1);
    check_measured(scene, MEASURED_PAIRS, 0, MEASURED_PAIRS);
    check_measured(scene, MEASURED_PAIRS + 1, 1, MEASURED_PAIRS + 1);
    check_measured(scene, 100000, CHOSEN_BY_PAIRS, CHOSEN_BY_PAIRS + MEASURED_PAIRS);
}

/* ---- recipes ---- */

TEST(the_learning_rate_rises_and_falls)
{
    ModelRecipe r = {.steps = 12, .warm_up = 4, .learning_rate = 8};
    assert_true(learning_rate(&r, 0) == 2);
    assert_true(learning_rate(&r, 3) == 8);
    assert_true(learning_rate(&r, 4) == 8);
    assert_true(learning_rate(&r, 8) == 4);
    assert_true(learning_rate(&r, 11) == 1);
    r.warm_up = 0;
    assert_true(learning_rate(&r, 0) == 8);
}

/* A kind, a parameter, and its decay in the early part of the steps and later. */
static void check_decay(Scene *scene, const char *const *columns)
{
    (void)scene;
    ModelRecipe r = model_kind(columns[0])->family->recipe;
    assert_true(weight_decay(&r, columns[1], 0) == atof(columns[2]));
    assert_true(weight_decay(&r, columns[1], r.steps * 3 / 10 - 1) == atof(columns[2]));
    assert_true(weight_decay(&r, columns[1], r.steps * 3 / 10) == atof(columns[3]));
}

TEST_CASES(weights_decay_by_name_and_by_the_part_of_the_steps, "train/decays.list", "decays",
           check_decay)

TEST(a_plan_fits_its_source_and_its_steps)
{
    PairSource source = language_source(scene->arena, LONGEST_USUAL, false);
    for (int kind = 0; kind < model_kind_count; kind++) {
        TrainingPlan plan = pair_plan(scene->arena, &model_kinds[kind], NULL, &source, 0, 1);
        TrainingPlan quick = pair_plan(scene->arena, &model_kinds[kind], NULL, &source, 30, 1);
        Model m = model_new(scene->arena, plan.kind, plan.sizes);
        assert_int_equal(model_size(&m, "source words"), source.source.count);
        assert_int_equal(model_size(&m, "target words"), source.target.count);
        assert_int_equal(plan.recipe.steps, plan.kind->family->recipe.steps);
        assert_int_equal(quick.recipe.steps, 30);
        assert_int_equal(quick.recipe.warm_up, plan.recipe.warm_up ? 3 : 0);
    }
}

/* A layer that is there has more numbers if it is wider. */
TEST(a_layer_is_told_of_the_kinds_that_have_one)
{
    int with = 0, kind = 0;
    for (; model_kinds[kind].family == &translator_family; kind++) {
        TranslatorSizes sizes = {20, 20, 24, 32, 24, 3}, wider = sizes;
        wider.alignment++;
        Model m = model_new(scene->arena, &model_kinds[kind], &sizes);
        Model n = model_new(scene->arena, &model_kinds[kind], &wider);
        bool has_layer = parameters_size(n.parameters) > parameters_size(m.parameters);
        const char *text = recipe_text(scene->arena, &m.kind->family->recipe, &m);
        fail_if(has_layer != (strstr(text, ", 24 in the alignment layer;") != NULL) ||
                    has_layer != (strstr(text, "layer") != NULL),
                "%s: %s", m.kind->name, text);
        with += has_layer;
    }
    assert_true(with > 0 && with < kind);
}
