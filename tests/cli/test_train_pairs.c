/* `attnviz train bahdanau`, `train transformer` and `bottleneck` as a user sees them. Pairs of
   one's own keep training quick: of the toy language, a thousand sentences are translated after the
   last step. */
#include "load/weights.h"
#include "support/program.h"
#include "train/pairs.h"

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
} models[] = {
    {"bahdanau", "train bahdanau -C pairs.txt ", "bahdanau"},
    {"transformer", "train transformer -C pairs.txt" SMALL, "transformer"},
};

enum { TRAINED = sizeof models / sizeof *models };

/* What the command writes of a small transformer, by the functions that it calls. */
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
        pair_plan(scene->arena, model_kind("transformer"), &sizes, &source, steps, seed);
    Training *t = pair_training(scene->arena, &source, &plan);
    while (t->steps_done < steps)
        training_step(t);
    training_end(t);
    parameters_round(t->model.parameters);
    Measured held_out = measured_pairs(scene->arena, &source);
    TranslationScore score = translation_score(&source, &t->model, held_out.pairs, held_out.count);
    t->model.score = translation_score_text(scene->arena, score);
    assert_true(pair_file_write(t, &source, path, &scene->error));
}

static void check_other_file(Scene *scene, const char *a, const char *b)
{
    Bytes x = scene_read(scene, a), y = scene_read(scene, b);
    assert_true(x.size != y.size || memcmp(x.data, y.data, x.size) != 0);
}

TEST(the_same_training_writes_the_same_bytes_with_any_number_of_threads)
{
    scene_write(scene, "pairs.txt", pairs);
    for (int i = 0; i < TRAINED; i++) {
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

TEST(training_broken_off_keeps_what_is_learned)
{
    scene_write(scene, "pairs.txt", pairs);
    for (int i = 0; i < TRAINED; i++) {
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
TEST(the_defaults_are_those_of_the_built_in_ones)
{
    for (int i = 0; i < TRAINED; i++) {
        const ModelKind *kind = model_kind(models[i].kind);
        Model built_in = builtin_model(scene->arena, kind->name), m;
        program_break_off(scene,
                          arena_format(scene->arena, "train %s -o %s", kind->name, kind->name),
                          kind->name);
        assert_succeeds(model_file_read(scene->arena, kind->name, &m, &scene->error), scene);
        assert_ptr_equal(m.kind, kind);
        assert_memory_equal(m.sizes, built_in.sizes, kind->family->sizes_size);
        assert_string_equal(m.corpus, built_in.corpus);
        size_t length = strlen(built_in.recipe);
        assert_int_equal(strncmp(m.recipe, built_in.recipe, length), 0);
        assert_int_equal(strncmp(m.recipe + length, "; broken off after ", 19), 0);
    }
}

TEST(without_attention_long_sentences_are_lost)
{
    Run run = attnviz(scene, "bottleneck -n 200 -f text,csv,png -o out");
    check_finished(run);
    assert_string_equal(scene_list(scene, "out"),
                        ".attnviz 00-overview.png 01-right.csv 01-right.png 02-accuracy.csv "
                        "02-accuracy.png 03-accuracy-least.csv 04-accuracy-most.csv "
                        "05-ranges.csv 05-ranges.png 06-ranges-least.csv 07-ranges-most.csv "
                        "trace.txt");
    int length, lost = 0, kept = 0, with, without;
    for (const char *line = strchr(scene_read(scene, "out/01-right.csv").data, '\n'); line;
         line = strchr(line + 1, '\n'))
        if (sscanf(line, "\n%d,%d,%d", &length, &with, &without) == 3 && length >= 15 &&
            length <= 20) {
            kept += with;
            lost += with - without;
        }
    assert_true(kept >= 10);
    assert_true(lost > kept * 3 / 4);
}
