/* Every question of the page has an answer that its command gives (tests/cli/ask.list has more). */
#include "support/program.h"

TEST(every_question_is_answered_without_a_file)
{
    const char *list = attnviz(scene, "ask").output;
    int count = 0;
    for (;; count++) {
        Run run = attnviz(scene, "ask %d", count + 1);
        if (run.status)
            break;
        const char *title = arena_strndup(scene->arena, run.output, strcspn(run.output, "\n"));
        assert_has(list, title);
        assert_has(run.output, "\n$ attnviz ");
        assert_has(run.output, "\nNext: ");
    }
    assert_true(count >= 50);
    assert_string_equal(scene_list(scene, "."), "");
}
