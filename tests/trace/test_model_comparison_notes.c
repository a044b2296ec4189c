/* The sentences about two models side by side, each with the numbers that it speaks of set by hand.
 */
#include "trace/model_comparison_notes.h"

#include "graph/ops.h"
#include "support/two_models.h"
#include "trace/narration.h"

enum { LAYERS = TWO_LAYERS, VIEWS = 1 + TWO_HEADS };

static ModelNotes notes_of(Scene *scene, const TwoModels *m)
{
    return (ModelNotes){scene->arena, &m->comparison, &m->subject};
}

static TwoModels *same_words(Scene *scene)
{
    return two_models_new(scene, (TwoModelsSettings){0});
}

static Node *table(Scene *scene, int rows, int cols, const double *numbers)
{
    Tensor t = tensor_new(scene->arena, rows, cols);
    for (size_t i = 0; i < tensor_size(t); i++)
        t.data[i] = (real)numbers[i];
    return constant(graph_new(scene->arena), t, "by hand");
}

/* ---- where words look ---- */

static void sharpness_is_the_mean_of_the_largest_weights(void **state)
{
    Scene *scene = *state;
    ModelNotes n = notes_of(scene, same_words(scene));
    const Node *weights = table(scene, 2, 3, (double[]){0.25, 0.5, 0.25, 0, 0, 1});
    assert_string_equal(note_sharpness(&n, weights),
                        "On average the largest weight of a word is 0.75.");
}

/* Each differs from Bahdanau's in one word, the first layer later in the sentence. */
static void of_two_layers_as_near_the_first_is_told(void **state)
{
    static const double places[] = {1, 1, 2, /**/ 2, 2, 2, /**/ 3, 4, 3, /**/ 6, 6, 6};
    Scene *scene = *state;
    TwoModels *m = same_words(scene);
    m->comparison.looks = table(scene, 4, 1 + LAYERS, places);
    ModelNotes n = notes_of(scene, m);
    assert_string_equal(note_looks(&n),
                        "The mean of the heads looks where Bahdanau's translator does: in decoder "
                        "1 at 3, in decoder 2 at 3 of 4 words. Decoder 1 first differs at “voit”: "
                        "it looks at “a”, not “sees”.");
}

static void one_word_is_no_words(void **state)
{
    Scene *scene = *state;
    TwoModels *m = same_words(scene);
    m->comparison.looks = table(scene, 1, 1 + LAYERS, (double[]){2, 2, 2});
    ModelNotes n = notes_of(scene, m);
    assert_string_equal(note_looks(&n), "The mean of the heads looks where Bahdanau's translator "
                                        "does: in decoder 1 at 1, in decoder 2 at 1 of 1 word.");
    assert_string_equal(note_heads(&n, m->comparison.looks),
                        "All 2 heads look at the same word for 1 of 1 output word.");
}

static void one_head_is_the_mean(void **state)
{
    Scene *scene = *state;
    ModelNotes n = notes_of(scene, same_words(scene));
    assert_string_equal(note_heads(&n, table(scene, 2, 2, (double[]){1, 1, 2, 2})),
                        "There is one head: its weights are the mean.");
}

static void of_equals_the_first_is_the_most_and_the_least_alike(void **state)
{
    Scene *scene = *state;
    TwoModels *m = same_words(scene);
    m->comparison.agreement =
        table(scene, LAYERS, VIEWS, (double[]){0.5, 0.75, 0.25, 0.75, 0.25, 0.5});
    ModelNotes n = notes_of(scene, m);
    assert_string_equal(note_agreement(&n),
                        "Most like Bahdanau's alignment is head 1 of decoder 1, at 0.75 of the "
                        "words; least head 2 of decoder 1, at 0.25.");
}

/* ---- what is taken ---- */

static void ratios_are_those_of_both_parts_together(void **state)
{
    static const double counts[] = {/* encoder */ 10, 90, /* decoder */ 30, 10,
                                    /* both */ 40,    100};
    Scene *scene = *state;
    TwoModels *m = same_words(scene);
    m->comparison.parameters.all = table(scene, PARTS, MODELS, counts);
    ModelNotes n = notes_of(scene, m);
    assert_string_equal(note_parameters(&n), "Numbers that were learned. The transformer has 2.50 "
                                             "times as many as Bahdanau's translator.");
}

/* Every number is another one; the transformer's words are two, Bahdanau's four. */
static void steps_are_those_of_their_rows(void **state)
{
    static const double many[] = {/* encoder */ 7, 3, /* writing */ 11, 12,
                                  /* given */ 5,   6};
    static const double one[] = {1, 1, 1, 1, 1, 1};
    Scene *scene = *state;
    TwoModels *m = two_models_new(scene, (TwoModelsSettings){.other_words = true});
    m->comparison.steps.all = table(scene, STEP_ROWS, MODELS, many);
    ModelNotes n = notes_of(scene, m);
    assert_string_equal(
        note_steps(&n),
        "A state for each word, or a layer for all. Bahdanau's encoder reads 7 words in as many "
        "steps, both ways at once; the transformer's has 3 layers, whatever the length. To write, "
        "its words wait for each other too: 2 words × 6 layers; with the words given, as in "
        "training, 6.");
    m->comparison.steps.all = table(scene, STEP_ROWS, MODELS, one);
    m->subject.target_lengths[MODEL_TRANSFORMER] = 1;
    assert_string_equal(
        note_steps(&n),
        "A state for each word, or a layer for all. Bahdanau's encoder reads 1 word in as many "
        "steps, both ways at once; the transformer's has 1 layer, whatever the length. To write, "
        "its words wait for each other too: 1 word × 1 layer; with the words given, as in "
        "training, 1.");
}

static void operations_are_those_of_the_whole(void **state)
{
    Scene *scene = *state;
    TwoModels *m = same_words(scene);
    m->comparison.operations =
        table(scene, OPERATION_ROWS, MODELS, (double[]){/* encoder */ 1, 2, /* both */ 3, 4});
    ModelNotes n = notes_of(scene, m);
    assert_string_equal(note_operations(&n),
                        "The longest chain of operations that need each other's results, with the "
                        "words given: 3 with Bahdanau's translator, 4 with the transformer.");
}

/* ---- the whole ---- */

static Trace *learned_trace(Scene *scene, const char *score, const char *recipe)
{
    Trace *trace = trace_new(scene->arena, 0, 0, 2, 0);
    add_setting(trace, "held-out score", score, false);
    add_setting(trace, "recipe", recipe, false);
    trace->source = "learned";
    return trace;
}

static void who_learned_what_is_told_only_of_two_that_learned(void **state)
{
    Scene *scene = *state;
    TwoModels *m = same_words(scene);
    const Trace *drawn = trace_new(scene->arena, 0, 0, 0, 0);
    const Trace *one = learned_trace(scene, "9 of 10", "slowly"),
                *other = learned_trace(scene, "8", "fast");
    const Trace *const pairs[][MODELS] = {{one, other}, {one, drawn}, {drawn, one}, {drawn, drawn}};
    for (int i = 0; i < 4; i++) {
        m->subject.alone[MODEL_BAHDANAU] = pairs[i][MODEL_BAHDANAU];
        m->subject.alone[MODEL_TRANSFORMER] = pairs[i][MODEL_TRANSFORMER];
        ModelNotes n = notes_of(scene, m);
        if (i)
            assert_null(note_learned_models(&n));
        else
            assert_string_equal(note_learned_models(&n),
                                "Of sentences held out of learning Bahdanau's translator has right "
                                "9 of 10; the transformer 8. Bahdanau's translator: slowly. The "
                                "transformer: fast");
    }
}

static void given_words_are_nobodys_verdict(void **state)
{
    Scene *scene = *state;
    ModelNotes n = notes_of(scene, same_words(scene));
    assert_string_equal(note_verdict(&n), "both go on with the words given");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sharpness_is_the_mean_of_the_largest_weights),
        cmocka_unit_test(of_two_layers_as_near_the_first_is_told),
        cmocka_unit_test(one_word_is_no_words),
        cmocka_unit_test(one_head_is_the_mean),
        cmocka_unit_test(of_equals_the_first_is_the_most_and_the_least_alike),
        cmocka_unit_test(ratios_are_those_of_both_parts_together),
        cmocka_unit_test(steps_are_those_of_their_rows),
        cmocka_unit_test(operations_are_those_of_the_whole),
        cmocka_unit_test(who_learned_what_is_told_only_of_two_that_learned),
        cmocka_unit_test(given_words_are_nobodys_verdict),
    };
    return run_scenes(tests);
}
