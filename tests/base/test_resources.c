#include "support/scene.h"

static int ask_within_a_limit(Scene *scene)
{
    (void)scene;
    struct rlimit limit = {1 << 30, RLIM_INFINITY};
    if (setrlimit(RLIMIT_AS, &limit) != 0)
        return 1;
    return memory_left() > 0 && memory_left() <= 1 << 30 ? 0 : 2;
}

TEST(what_is_left_is_known)
{
    assert_true(memory_left() > 0);
    assert_int_equal(WEXITSTATUS(run_apart(ask_within_a_limit, scene)), 0);
    assert_true(disk_left(".") > 0 && isfinite(disk_left(".")));
    assert_true(isfinite(disk_left("a/folder/that/is/not/there")));
}
