#include "support/scene.h"

#include <sys/mman.h>

/* What is mapped counts. With AddressSanitizer that is more than the limit from the start. */
static int ask_within_a_limit(Scene *scene)
{
    enum { TAKEN = 100 << 20 };
    struct rlimit limit = {1 << 30, RLIM_INFINITY};
    void *memory = mmap(NULL, TAKEN, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    (void)scene;
    if (memory == MAP_FAILED || setrlimit(RLIMIT_AS, &limit) != 0)
        return 1;
    double left = memory_left();
    munmap(memory, TAKEN);
    return left <= (1 << 30) - TAKEN && memory_left() - left > TAKEN / 2 ? 0 : 2;
}

TEST(what_is_left_is_known)
{
    assert_true(memory_left() > 0);
    assert_int_equal(WEXITSTATUS(run_apart(ask_within_a_limit, scene)), 0);
    assert_true(disk_left(scene->arena, ".") > 0 && isfinite(disk_left(scene->arena, ".")));
    assert_true(isfinite(disk_left(scene->arena, "a/folder/that/is/not/there")));
    /* of the folder above: /proc has no disk */
    assert_true(isinf(disk_left(scene->arena, "/proc/self/a/folder/that/is/not/there")));
}
