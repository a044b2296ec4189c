#define _GNU_SOURCE /* pthread_setattr_default_np */

#include "tensor/tensor.h"

#include "support/scene.h"

#include <pthread.h>

static InstructionSet asked_for(const char *name)
{
    assert_int_equal(setenv("ATTNVIZ_KERNEL", name, 1), 0);
    find_instruction_set();
    InstructionSet set = instruction_set();
    unsetenv("ATTNVIZ_KERNEL");
    find_instruction_set();
    return set;
}

TEST(a_lesser_set_can_be_asked_for)
{
    InstructionSet best = instruction_set();
    assert_int_equal(asked_for("baseline"), BASELINE);
    assert_int_equal(asked_for("avx2"), best < AVX2 ? best : AVX2);
    assert_int_equal(asked_for("avx512"), best);
}

TEST(any_other_name_means_the_best_set)
{
    InstructionSet best = instruction_set();
    assert_int_equal(asked_for(""), best);
    assert_int_equal(asked_for("AVX2"), best);
    assert_int_equal(asked_for("baseline "), best);
}

static int limit_when_asked_for(const char *threads)
{
    assert_int_equal(setenv("ATTNVIZ_THREADS", threads, 1), 0);
    int limit = thread_limit();
    unsetenv("ATTNVIZ_THREADS");
    return limit;
}

TEST(the_number_of_threads_can_be_asked_for)
{
    assert_int_equal(limit_when_asked_for("1"), 1);
    assert_int_equal(limit_when_asked_for("3"), 3);
    assert_int_equal(limit_when_asked_for("8"), 8);
}

TEST(otherwise_it_is_that_of_the_processors)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    int usual = online < MAX_THREADS ? (int)online : MAX_THREADS;
    assert_int_equal(thread_limit(), usual);
    static const char *const wrong[] = {"", "0", "-1", "9", "two", "2x", "1e9"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(limit_when_asked_for(wrong[i]), usual);
}

/* Each share writes into its own cell. */
typedef struct Tally {
    int *done, *parts;
} Tally;

static void count_share(const void *job, int part, int parts)
{
    const Tally *tally = job;
    tally->done[part]++;
    tally->parts[part] = parts;
}

static bool every_share_is_done_once(int parts)
{
    int done[MAX_THREADS] = {0}, seen[MAX_THREADS] = {0};
    Tally tally = {done, seen};
    run_shares(count_share, &tally, parts);
    for (int i = 0; i < MAX_THREADS; i++)
        if (done[i] != (i < parts) || seen[i] != (i < parts ? parts : 0))
            return false;
    return true;
}

TEST(every_number_of_shares_is_done_once_each)
{
    for (int parts = 1; parts <= MAX_THREADS; parts++)
        for (int round = 0; round < 20; round++)
            assert_true(every_share_is_done_once(parts));
}

static void *do_nothing(void *argument)
{
    return argument;
}

/* No thread can have a stack of nearly all addresses. */
static int work_without_threads(Scene *scene)
{
    (void)scene;
    pthread_attr_t impossible;
    pthread_t thread;
    pthread_attr_init(&impossible);
    if (pthread_attr_setstacksize(&impossible, SIZE_MAX / 16 * 15) != 0 ||
        pthread_setattr_default_np(&impossible) != 0 ||
        pthread_create(&thread, NULL, do_nothing, NULL) == 0)
        return 2;
    return every_share_is_done_once(MAX_THREADS) ? 0 : 1;
}

TEST(without_threads_the_caller_does_it_all)
{
    int status = run_apart(work_without_threads, scene);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
    unsetenv("ATTNVIZ_THREADS");
    unsetenv("ATTNVIZ_KERNEL");
    find_instruction_set();
    return run_all_tests();
}
