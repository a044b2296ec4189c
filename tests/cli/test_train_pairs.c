/* `attnviz train bahdanau`, `train transformer` and `bottleneck` as a user sees them. Pairs of
   one's own keep training quick: of the toy language, a thousand sentences are translated after the
   last step. */
#include "load/model_file.h"
#include "model/transformer.h"
#include "support/program.h"
#include "train/pair_training.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char pairs[] = "the cat\tle chat\nthe dog\tle chien\nthe red cat\tle chat rouge\n"
                            "the red dog\tle chien rouge\nthe small cat\tle petit chat\n"
                            "the small dog\tle petit chien\n";

/* A small transformer, learned in a moment. */
#define SMALL " --layers 1 --dim 16 --heads 2 --ffn 20 "

/* Both commands, and how each is told a sentence. */
static const struct {
    const char *kind;  /* of the model */
    const char *train; /* from the pairs */
    const char *show;
    int steps; /* that teach it "the small cat" */
} models[] = {
    {"bahdanau", "train bahdanau -C pairs.txt ", "bahdanau", 150},
    {"transformer", "train transformer -C pairs.txt" SMALL, "transformer", 80},
};

enum { MODELS = sizeof models / sizeof *models };

/* What the command writes of a small transformer, by the functions that `make translators` calls.
 */
static void write_by_hand(Scene *scene, const char *path, int steps, uint64_t seed)
{
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
    PairTraining *t = pair_training_new(scene->arena, &source, &plan);
    while (t->training->steps_done < steps)
        training_step(t->training);
    pair_training_end(t);
    Measured held_out = measured_pairs(scene->arena, &source);
    FILE *stream = fopen(path, "wb");
    pair_file_write(t, stream,
                    translation_score(&source, &t->model, held_out.pairs, held_out.count));
    assert_int_equal(fclose(stream), 0);
}

static void check_other_file(Scene *scene, const char *a, const char *b)
{
    Bytes x = scene_read(scene, a), y = scene_read(scene, b);
    assert_true(x.size != y.size || memcmp(x.data, y.data, x.size) != 0);
}

static void the_same_training_writes_the_same_bytes_with_any_number_of_threads(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "pairs.txt", pairs);
    for (int i = 0; i < MODELS; i++) {
        check_finished(attnviz(scene, "%s --steps 12 -o a -j 1", models[i].train));
        check_finished(attnviz(scene, "%s --steps 12 -o b -j 2 -S 1", models[i].train));
        check_finished(attnviz(scene, "%s --steps 12 -o c -S 2", models[i].train));
        check_same_file(scene, "a", "b");
        check_other_file(scene, "a", "c");
    }
    check_finished(attnviz(scene, "%s --norm pre --steps 12 -S 7 -o a", models[1].train));
    write_by_hand(scene, "b", 12, 7);
    check_same_file(scene, "a", "b");
}

static void what_was_learned_translates_words_of_ones_own(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "pairs.txt", pairs);
    for (int i = 0; i < MODELS; i++) {
        int steps = models[i].steps;
        Run run = check_finished(attnviz(scene, "%s --steps %d -o w", models[i].train, steps));
        check_shows(
            run, arena_format(scene->arena, "Learned in %d of %d steps. Held out: ", steps, steps),
            " of 1 sentence", "Wrote w. It goes with --weights.\n", NULL);
        assert_non_null(
            strstr(run.errors, arena_format(scene->arena, "step %d of %d, loss ", steps, steps)));
        assert_non_null(strstr(run.errors, " of 1 held out right, "));
        run = check_finished(
            attnviz(scene, "%s -w w --source 'the small cat' -f text", models[i].show));
        assert_non_null(strstr(run.output, "“the small cat”\n“le petit chat”\n"));
        check_refused(attnviz(scene, "%s -w w --source 'the large cat'", models[i].show), 2,
                      "--source: not in the vocabulary: 'large'; known: the dog cat small red");
    }
    Run run = attnviz(scene, "transformer -w w --source 'the cat' -f text");
    check_shows(run, "1 + 1 layers, 2 heads, d_model = 16, dₖ = 8, d_ff = 20,", NULL);
}

static void one_sentence_leaves_nothing_to_hold_out(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "one.tsv", "the cat\tle chat\nthe cat\tun chat\n");
    Run run = check_finished(attnviz(scene, "train bahdanau -C one.tsv --steps 2"));
    assert_non_null(strstr(run.output, "Learned in 2 of 2 steps. Nothing was held out: there is "
                                       "one source sentence, to learn from.\n"));
    assert_non_null(strstr(run.errors, ", nothing held out, "));
    run = check_finished(attnviz(
        scene, "bahdanau -w translator.safetensors --source 'the cat' --target 'le chat' --full"));
    assert_non_null(strstr(run.output, " none: nothing was held out\n"));
}

static void every_kind_is_learned_and_a_model_of_another_is_refused(void **state)
{
    Scene *scene = *state;
    scene_write(scene, "pairs.txt", pairs);
    check_finished(attnviz(scene, "%s --kind dot --steps 2 -qo w", models[0].train));
    check_finished(attnviz(scene, "luong --score dot -w w --source 'the cat' -f csv -q"));
    check_refused(attnviz(scene, "bahdanau -w w"), 2,
                  "--weights w is a model of the kind dot, but bahdanau is asked for; it goes with "
                  "attnviz luong --score dot");
    check_refused(attnviz(scene, "transformer -w w"), 2,
                  "--weights w is a model of the kind dot, but transformer is asked for; it goes "
                  "with attnviz luong --score dot");
    Run run = attnviz(scene, "luong --score dot -w w");
    assert_int_equal(run.status, 2);
    assert_non_null(strstr(run.errors, "attnviz: the paper's sentence, without --source: not in "));
    check_refused(attnviz(scene, "train bahdanau --kind dott"), 2,
                  "--kind: 'dott' is none of bahdanau, bahdanau-rnn, bahdanau-causal, "
                  "bahdanau-rnn-causal, dot, general, concat, local-m, local-p, fixed; did you "
                  "mean dot?");
}

static void what_cannot_be_learned_from_is_named(void **state)
{
    static const Refusal wrong[] = {
        {"-C none.txt", 1, "none.txt: No such file or directory"},
        {"-o novel.txt", 1,
         "novel.txt: there is a file of that name that holds no weights; choose another"},
        {"--steps 0", 2, "--steps: 0 is not from 1 to 1000000"},
        {"--steps many", 2, "--steps: 'many' is not a whole number, nor auto"},
        {"-j 0", 2, "--threads: 0 is not from 1 to 8"},
    };
    static const char *const commands[] = {"train bahdanau", "train transformer"};
    Scene *scene = *state;
    scene_write(scene, "empty.txt", "");
    scene_write(scene, "cut.txt", "the cat\tle chat\nthe dog\n");
    scene_write(scene, "novel.txt", "It was a dark and stormy night.\n");
    mkdir("folder", 0755);
    for (int i = 0; i < MODELS; i++) {
        check_refusals(scene, commands[i], wrong, sizeof wrong / sizeof *wrong);
        check_refused_with(attnviz(scene, "%s -C empty.txt", commands[i]), 1, "empty.txt: ");
        check_refused_with(attnviz(scene, "%s -C cut.txt", commands[i]), 1, "cut.txt:2: ");
        assert_int_not_equal(attnviz(scene, "%s -o folder", commands[i]).status, 0);
        assert_int_not_equal(attnviz(scene, "%s -o no/w", commands[i]).status, 0);
    }
    assert_string_equal(scene_list(scene, "."), "cut.txt empty.txt folder novel.txt");
}

static void sizes_that_do_not_fit_are_refused(void **state)
{
    static const Refusal wrong[] = {
        {"--layers 0", 2, "--layers: 0 is not from 1 to 100"},
        {"--heads 5", 2, "--heads 5 does not divide --dim 48"},
        {"--dim 47", 2, "--dim 47 is odd, but sinusoidal positions go in pairs of features"},
        {"--ffn 65537", 2, "--ffn: 65537 is not from 1 to 65536"},
        {"--norm batch", 2, "--norm: 'batch' is none of post, pre, none"},
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
    for (int i = 0; i < MODELS; i++) {
        const char *file = models[i].kind;
        program_break_off(
            scene, arena_format(scene->arena, "%s --steps 1000000 -o %s", models[i].train, file),
            file);
        check_finished(
            attnviz(scene, "%s -w %s --source 'the cat' -f csv -q", models[i].show, file));
    }
    assert_string_equal(scene_list(scene, "."), "attnviz-out bahdanau pairs.txt transformer");
}

/* The recipe says sizes, rates and steps; only how many were done differs, and what was learned. */
static void the_defaults_are_those_of_the_built_in_ones(void **state)
{
    Scene *scene = *state;
    for (int i = 0; i < MODELS; i++) {
        const ModelKind *kind = model_kind(models[i].kind);
        Model built_in = builtin_model(scene->arena, kind), m;
        program_break_off(scene,
                          arena_format(scene->arena, "train %s -o %s", kind->name, kind->name),
                          kind->name);
        if (!model_file_read(scene->arena, kind->name, &m, &scene->error))
            fail_msg("%s", scene->error.message);
        assert_ptr_equal(m.kind, kind);
        assert_memory_equal(m.sizes, built_in.sizes, kind->family->sizes_size);
        assert_string_equal(m.corpus, built_in.corpus);
        size_t length = strlen(built_in.recipe);
        assert_int_equal(strncmp(m.recipe, built_in.recipe, length), 0);
        assert_int_equal(strncmp(m.recipe + length, "; broken off after ", 19), 0);
    }
}

static void without_attention_long_sentences_are_lost(void **state)
{
    Scene *scene = *state;
    Run run = attnviz(scene, "bottleneck -n 200 -f text,csv,png -o out");
    check_finished(run);
    assert_string_equal(scene_list(scene, "out"),
                        ".attnviz 00-overview.png 01-right.csv 01-right.png 02-accuracy.csv "
                        "02-accuracy.png trace.txt");
    int length, lost = 0, kept = 0, with, without;
    for (const char *line = strchr(scene_read(scene, "out/01-right.csv").data, '\n'); line;
         line = strchr(line + 1, '\n'))
        if (sscanf(line, "\n%d,%d,%d", &length, &with, &without) == 3 && length >= 12 &&
            length <= 14) {
            kept += with;
            lost += with - without;
        }
    assert_true(kept >= 10);
    assert_true(lost > kept * 3 / 4);
    check_refused(attnviz(scene, "bottleneck -n 0"), 2, "--sentences: 0 is not from 1 to 10000");
    check_refused(attnviz(scene, "bottleneck -l 25"), 2, "--longest: 25 is not from 3 to 24");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_training_writes_the_same_bytes_with_any_number_of_threads),
        cmocka_unit_test(what_was_learned_translates_words_of_ones_own),
        cmocka_unit_test(one_sentence_leaves_nothing_to_hold_out),
        cmocka_unit_test(every_kind_is_learned_and_a_model_of_another_is_refused),
        cmocka_unit_test(what_cannot_be_learned_from_is_named),
        cmocka_unit_test(sizes_that_do_not_fit_are_refused),
        cmocka_unit_test(training_broken_off_keeps_what_is_learned),
        cmocka_unit_test(the_defaults_are_those_of_the_built_in_ones),
        cmocka_unit_test(without_attention_long_sentences_are_lost),
    };
    return run_scenes(tests);
}
