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

TEST(one_seed_gives_the_same_bytes_with_any_number_of_threads)
{
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

TEST(what_was_learned_goes_with_weights)
{
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

TEST(training_broken_off_leaves_a_file_that_loads)
{
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
