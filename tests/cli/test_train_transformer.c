/* `attnviz train transformer` as a user sees it. Pairs of one's own keep it quick: of the toy
   language, a thousand sentences are translated after the last step. */
#include "load/model_file.h"
#include "model/transformer.h"
#include "support/program.h"
#include "train/model_training.h"

#include <stdio.h>
#include <string.h>

static const char pairs[] = "the cat\tle chat\nthe dog\tle chien\nthe red cat\tle chat rouge\n"
                            "the red dog\tle chien rouge\nthe small cat\tle petit chat\n"
                            "the small dog\tle petit chien\n";

/* A model that is small enough to be learned in a moment. */
#define TRAIN "train transformer -C pairs.txt --layers 1 --dim 16 --heads 2 --ffn 20 "

/* What the command writes, by the functions that `make translators` calls. */
static void write_by_hand(Scene *scene, const char *path, int steps, uint64_t seed)
{
    static Pair held_out[MEASURED_PAIRS];
    PairSource source;
    assert_true(pairs_read(scene->arena, "pairs.txt", 8000, &source, &scene->error));
    TransformerSizes sizes = {.d_model = 16,
                              .heads = 2,
                              .ffn = 20,
                              .encoder_layers = 1,
                              .decoder_layers = 1,
                              .norm = NORM_PRE};
    TrainingPlan plan =
        training_plan(scene->arena, model_kind("transformer"), &sizes, &source, steps, seed);
    ModelTraining *t = model_training_new(scene->arena, &source, &plan);
    while (t->steps_done < steps)
        model_training_step(t);
    model_training_end(t);
    int count = measured_pairs(scene->arena, &source, held_out);
    FILE *stream = fopen(path, "wb");
    model_training_write(t, stream, translation_score(&source, &t->model, held_out, count));
    assert_int_equal(fclose(stream), 0);
}

static void the_same_training_writes_the_same_bytes(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "pairs.txt", pairs);
    static const char *const threads[] = {"1", "2"};
    for (int i = 0; i < 2; i++) {
        check_finished(attnviz(scene, TRAIN "--norm pre --steps 12 -S 7 -j %s -o a", threads[i]));
        write_by_hand(scene, "b", 12, 7);
        check_same_file(scene, "a", "b");
    }
    write_by_hand(scene, "c", 12, 8);
    Bytes a = scene_read(scene, "a"), c = scene_read(scene, "c");
    assert_true(a.size != c.size || memcmp(a.data, c.data, a.size) != 0);
}

static void what_was_learned_translates_words_of_ones_own(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "pairs.txt", pairs);
    Run run = check_finished(attnviz(scene, TRAIN "--steps 80 -o w"));
    check_shows(run, "Learned in 80 of 80 steps. Held out: 0 of 1 sentence.\n",
                "Wrote w. It goes with --weights.\n", NULL);
    assert_non_null(strstr(run.errors, "step 80 of 80, loss "));
    assert_non_null(strstr(run.errors, " of 1 held out right, "));
    run = check_finished(attnviz(scene, "transformer -w w --source 'the small cat' -f text"));
    check_shows(run, "“the small cat”\n“le petit chat”\n",
                "1 + 1 layers, 2 heads, d_model = 16, dₖ = 8, d_ff = 20,", NULL);
    check_refused(attnviz(scene, "transformer -w w --source 'the large cat'"), 2,
                  "--source: not in the vocabulary: 'large'; known: the dog cat small red");
}

static void what_cannot_be_learned_from_is_named(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "cut.txt", "the cat\tle chat\nthe dog\n");
    scene_write(scene, "novel.txt", "It was a dark and stormy night.\n");
    check_refused(attnviz(scene, "train transformer -C none.txt"), 1,
                  "none.txt: No such file or directory");
    check_refused_with(attnviz(scene, "train transformer -C cut.txt"), 1, "cut.txt:2: ");
    check_refused(attnviz(scene, "train transformer -o novel.txt"), 1,
                  "novel.txt: there is a file of that name that holds no weights; choose "
                  "another");
    assert_string_equal(scene_list(scene, "."), "cut.txt novel.txt");
}

static void sizes_that_do_not_fit_are_refused(void **state)
{
    static const Refusal wrong[] = {
        {"--layers 0", 2, "--layers: 0 is not from 1 to 100"},
        {"--heads 5", 2, "--heads 5 does not divide --dim 48"},
        {"--dim 47", 2, "--dim 47 is odd, but sinusoidal positions go in pairs of features"},
        {"--ffn 65537", 2, "--ffn: 65537 is not from 1 to 65536"},
        {"--norm batch", 2, "--norm: 'batch' is none of post, pre, none"},
        {"--steps many", 2, "--steps: 'many' is not a whole number, nor auto"},
        {"--threads 0", 2, "--threads: 0 is not from 1 to 8"},
        {"--kind dot", 2, "--kind is no option of attnviz train transformer"},
    };
    check_refusals(*state, "train transformer", wrong, sizeof wrong / sizeof *wrong);
    check_refused_with(attnviz(*state, "train transformer --dim 65536 --layers 100 --heads 1"), 2,
                       "a model of these sizes learns 5,");
}

static void training_broken_off_keeps_what_is_learned(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "pairs.txt", pairs);
    program_break_off(scene, TRAIN "--steps 1000000 -o w", "w");
    assert_string_equal(scene_list(scene, "."), "pairs.txt w");
    check_finished(attnviz(scene, "transformer -w w --source 'the cat' -f csv -q"));
}

/* The recipe says sizes, rates and steps; only how many were done differs, and what was learned. */
static void the_defaults_are_those_of_the_built_in_one(void **state)
{
    Scene *scene = *state;
    Model built_in = builtin_model(scene->arena, model_kind("transformer")), m;
    program_break_off(scene, "train transformer -o w", "w");
    if (!model_file_read(scene->arena, "w", &m, &scene->error))
        fail_msg("%s", scene->error.message);
    assert_memory_equal(m.sizes, built_in.sizes, sizeof(TransformerSizes));
    assert_string_equal(m.corpus, built_in.corpus);
    size_t length = strlen(built_in.recipe);
    assert_int_equal(strncmp(m.recipe, built_in.recipe, length), 0);
    assert_int_equal(strncmp(m.recipe + length, "; broken off after ", 19), 0);
}

static void the_seed_is_1_unless_another_is_given(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "pairs.txt", pairs);
    check_finished(attnviz(scene, TRAIN "--steps 1 -qo a"));
    check_finished(attnviz(scene, TRAIN "--steps 1 -qo b -S 1"));
    check_same_file(scene, "a", "b");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_training_writes_the_same_bytes),
        cmocka_unit_test(what_was_learned_translates_words_of_ones_own),
        cmocka_unit_test(what_cannot_be_learned_from_is_named),
        cmocka_unit_test(sizes_that_do_not_fit_are_refused),
        cmocka_unit_test(training_broken_off_keeps_what_is_learned),
        cmocka_unit_test(the_defaults_are_those_of_the_built_in_one),
        cmocka_unit_test(the_seed_is_1_unless_another_is_given),
    };
    return run_scenes(tests);
}
