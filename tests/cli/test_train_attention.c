/* `attnviz train attention` as a user sees it. */
#include "support/program.h"
#include "support/small_corpus.h"

TEST(training_broken_off_leaves_a_file_that_loads)
{
    small_corpus(scene);
    program_break_off(scene,
                      "train attention -C small.txt -d 12 --steps 1000000 -o w --watch 'a1 a2' "
                      "-f json",
                      "w");
    assert_string_equal(scene_list(scene, "."), "attnviz-out small.txt w");
    assert_has(scene_read(scene, "attnviz-out/trace.json").data, "\"loss\"");
    Run run = attnviz(scene, "weights -w w");
    check_success(run);
    assert_has(run.output, " of 1000000\n");
    check_success(attnviz(scene, "-s 'a1 a2' -w w -q"));
}
