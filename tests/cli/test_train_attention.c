/* `attnviz train attention` as a user sees it. */
#include "base/text.h"
#include "support/program.h"
#include "support/small_corpus.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A small training. */
#define TRAIN "train attention -C small.txt -d 12 --steps 12 "

/* The path of the one file in a folder whose name, behind its number, is this. */
static const char *file_of(Scene *scene, const char *folder, const char *name)
{
    const char *end = arena_format(scene->arena, "-%s ", name);
    const char *names = arena_format(scene->arena, "%s ", scene_list(scene, folder));
    const char *found = strstr(names, end);
    if (!found)
        fail_msg("no %s in %s", name, names);
    return arena_format(scene->arena, "%s/%.2s-%s", folder, found - 2, name);
}

static void one_seed_gives_the_same_bytes_with_any_number_of_threads(void **state)
{
    Scene *scene = *state;
    small_corpus(scene);
    const char *watch = "a1 of the b2";
    static const char *const files[] = {"step-0-weights.csv", "step-12-weights.csv", "loss.csv"};
    check_finished(attnviz(scene, TRAIN "-o one -j 1 --watch '%s' --folder 1 -f csv", watch));
    check_finished(attnviz(scene, TRAIN "-o two -j 2 --watch '%s' --folder 2 -f csv", watch));
    check_finished(attnviz(scene, TRAIN "-o other --seed 2"));
    check_same_file(scene, "one", "two");
    for (int i = 0; i < 3; i++)
        check_same_file(scene, file_of(scene, "1", files[i]), file_of(scene, "2", files[i]));
    assert_true(memcmp(scene_read(scene, "one").data, scene_read(scene, "other").data,
                       scene_read(scene, "one").size) != 0);
}

static void what_was_learned_goes_with_weights(void **state)
{
    Scene *scene = *state;
    small_corpus(scene);
    check_finished(
        attnviz(scene, TRAIN "-o w.safetensors --watch 'a1 the a2' --folder watched -f csv"));
    check_success(attnviz(scene, "-s 'a1 the a2' -w w.safetensors -f csv"));
    check_same_file(scene, file_of(scene, "attnviz-out", "mean-weights.csv"),
                    file_of(scene, "watched", "step-12-weights.csv"));
    Run run = attnviz(scene, "weights -w w.safetensors");
    check_success(run);
    const char *const told[] = {"small.txt", "12 of 12", "44 words", "unigram: "};
    for (int i = 0; i < 4; i++)
        if (!strstr(run.output, told[i]))
            fail_msg("no '%s' in %s", told[i], run.output);
}

static void a_pipe_gets_lines_and_quiet_none(void **state)
{
    Scene *scene = *state;
    small_corpus(scene);
    Run run = attnviz(scene, TRAIN "-o w");
    check_finished(run);
    assert_non_null(strstr(run.errors, "small.txt: 44 words, "));
    assert_non_null(strstr(run.errors, "\nstep 12 of 12, loss "));
    assert_null(strchr(run.errors, '\r'));
    assert_non_null(strstr(run.output, "Wrote w. It goes with --weights.\n"));
    run = attnviz(scene, TRAIN "-o w -q");
    check_finished(run);
    assert_string_equal(run.errors, "");
    assert_string_equal(run.output, "");
}

static void training_broken_off_leaves_a_file_that_loads(void **state)
{
    Scene *scene = *state;
    small_corpus(scene);
    program_break_off(scene,
                      "train attention -C small.txt -d 12 --steps 1000000 -o w --watch 'a1 a2' "
                      "-f json",
                      "w");
    assert_string_equal(scene_list(scene, "."), "attnviz-out small.txt w");
    assert_non_null(strstr(scene_read(scene, "attnviz-out/trace.json").data, "\"loss\""));
    Run run = attnviz(scene, "weights -w w");
    check_success(run);
    assert_non_null(strstr(run.output, " of 1000000\n"));
    check_success(attnviz(scene, "-s 'a1 a2' -w w -q"));
}

static void a_number_of_a_snapshot_is_explained(void **state)
{
    Scene *scene = *state;
    small_corpus(scene);
    Run run = attnviz(scene, TRAIN "-o w --watch 'a1 the a2' -e step-10/head-2/weights[a1,a2]");
    check_finished(run);
    assert_non_null(strstr(run.output, "softmax"));
    assert_string_equal(scene_list(scene, "."), "small.txt w");
}

static const Refusal refusals[] = {
    {"-C small.txt -d 13", 2, "--dim 13 is odd, but sinusoidal positions go in pairs of features"},
    {"-C small.txt -d 12 -n 5", 2, "--heads 5 does not divide --dim 12"},
    {"-C small.txt -d 60", 2, "--dim 60 is more than the 44 words of small.txt"},
    {"-v 1", 2, "--vocab: 1 is not from 10 to 1000000"},
    {"--steps 0", 2, "--steps: 0 is not from 1 to 1000000"},
    {"--steps -5", 2, "--steps: -5 is not from 1 to 1000000"},
    {"--threads 0", 2, "--threads: 0 is not from 1 to 8"},
    {"-d 12 -C none", 1, "none: No such file or directory"},
    {"-d 12 -C empty", 1,
     "empty: too little to learn from: 0 sentences of two known words, at least 100"},
    {"-d 12 -C word", 1,
     "word: too little to learn from: 0 sentences of two known words, at least 100"},
    {"-o none/w", 1, "none/w: No such file or directory"},
    {"-o folder", 1, "folder: is a folder, not the name of a file"},
    {"-o ''", 1, "the output file's name is empty"},
    {"-o novel.txt", 1,
     "novel.txt: there is a file of that name that holds no weights; choose another"},
    {"--watch a1 --folder word/x", 1, "word/x: Not a directory"},
    {"-e loss[1,loss]", 2, "--explain is about what --watch shows: give that too"},
};

static void what_is_wrong_is_one_line_before_anything_is_learned(void **state)
{
    Scene *scene = *state;
    small_corpus(scene);
    assert_int_equal(mkdir("folder", 0755), 0);
    scene_write(scene, "empty", "");
    scene_write(scene, "word", "bat\n");
    scene_write(scene, "novel.txt", "It was a dark and stormy night.\n");
    scene_write_bytes(scene, "binary",
                      "\x7f"
                      "ELF\0\xff",
                      6);
    check_refusals(scene, "train attention", refusals, sizeof refusals / sizeof *refusals);
    Run run = attnviz(scene, "train attention -C binary -d 12");
    assert_non_null(strstr(run.errors, "attnviz: binary: "));
    assert_string_equal(scene_list(scene, "."), "binary empty folder novel.txt small.txt word");
}

static void a_sentence_that_cannot_be_watched_is_refused(void **state)
{
    Scene *scene = *state;
    small_corpus(scene);
    Text long_one = text_new(scene->arena);
    for (int i = 0; i < 1000; i++)
        text_add(&long_one, "a1 ");
    Run run = attnviz(scene, TRAIN "--watch '%s'", long_one.data);
    assert_int_equal(run.status, 2);
    assert_non_null(strstr(run.errors, "attnviz: --watch: "));
    assert_non_null(strstr(run.errors, "64"));
    run = attnviz(scene, TRAIN "--watch ''");
    assert_int_equal(run.status, 2);
    assert_non_null(strstr(run.errors, "attnviz: --watch: "));
    assert_string_equal(scene_list(scene, "."), "small.txt");
    run = attnviz(scene, TRAIN "--watch 'flurble a1' -o w");
    check_finished(run);
    assert_non_null(strstr(run.errors, "warning: no vector is learned for: flurble\n"));
}

static void without_wordnet_it_names_the_package(void **state)
{
    Run run =
        attnviz_in(*state, (Surroundings){.variable = "WNSEARCHDIR=/nowhere"}, "train attention");
    check_refused(run, 1,
                  "WordNet is not installed: there is no /nowhere/data.noun (Debian's package is "
                  "wordnet-base)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_seed_gives_the_same_bytes_with_any_number_of_threads),
        cmocka_unit_test(what_was_learned_goes_with_weights),
        cmocka_unit_test(a_pipe_gets_lines_and_quiet_none),
        cmocka_unit_test(training_broken_off_leaves_a_file_that_loads),
        cmocka_unit_test(a_number_of_a_snapshot_is_explained),
        cmocka_unit_test(what_is_wrong_is_one_line_before_anything_is_learned),
        cmocka_unit_test(a_sentence_that_cannot_be_watched_is_refused),
        cmocka_unit_test(without_wordnet_it_names_the_package),
    };
    return run_scenes(tests);
}
