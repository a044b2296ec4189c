#include "support/scene.h"
#include "tensor/tensor.h"

#include <jansson.h>
#include <stdatomic.h>

/* `fail` is cmocka's here, (fail) ours. */

static const char starved[] = "out of memory; a smaller task takes less";

/* ---- leaving ---- */

/* Fails as the work that it attempts. */
static void pass_on(Attempted *work, void *data)
{
    Error error;
    if (!attempt(work, data, &error))
        escape(&error);
}

static void give(void *data)
{
    if (!*(bool *)data)
        (fail)("refused %d of %s", 1, "two");
}

static void dive(void *data)
{
    int *depth = data;
    if (--*depth == 0)
        out_of_memory();
    if (*depth > 0)
        dive(depth);
}

static void attempt_within(void *data)
{
    Error inner;
    int depth = 10;
    *(bool *)data = attempt(dive, &depth, &inner);
    memory_forgive();
    fail_usage("told: %.13s", inner.message);
}

TEST(work_ends_as_it_does_or_is_left)
{
    bool yes = true, no = false;
    int depth = 1000;
    pass_on(give, &yes);
    assert_refused(pass_on(give, &no), "refused 1 of two");
    assert_refused(pass_on(dive, &depth), starved);
    memory_forgive();
    pass_on(give, &yes);
}

TEST(attempts_nest)
{
    bool inner = true;
    assert_misused(pass_on(attempt_within, &inner), "told: out of memory");
    assert_false(inner);
}

static int fail_alone(Scene *scene)
{
    (void)scene;
    fail_usage("nobody attempted this");
}

TEST(outside_of_an_attempt_a_failure_ends_the_program)
{
    assert_int_equal(WEXITSTATUS(run_apart(fail_alone, scene)), EXIT_USAGE);
}

/* ---- what is ended on the way ---- */

static char ended[100];

static void note(const char *const *name)
{
    strcat(ended, *name);
}

/* What is ended may do work of its own, which may be left, too. */
static void note_and_dive(const char *const *name)
{
    Error error;
    int depth = 3;
    note(name);
    strcat(ended, attempt(dive, &depth, &error) ? "whole" : "left ");
    memory_forgive();
}

static void fall(int depth)
{
    ENDED_BY(note) const char *name = depth ? "fallen " : "landed ";
    if (!depth)
        (fail)("%s%d", name, depth);
    if (depth > 0)
        fall(depth - 1);
}

static void fall_in_blocks(void *data)
{
    ENDED_BY(note) const char *first = "first ";
    for (int round = 0; round < 2; round++) {
        ENDED_BY(note_and_dive) const char *each = "each ";
        if (round == 1) {
            ENDED_BY(note) const char *inner = "inner ";
            fall(*(int *)data);
        }
    }
    ENDED_BY(note) const char *never = "never ";
}

/* A library in between knows nothing of it. */
static int compare(const void *a, const void *b)
{
    ENDED_BY(note) const char *name = "compared ";
    return *(const int *)a + *(const int *)b > 0 ? ((fail)("%s", name), 0) : 0;
}

static void sort(void *data)
{
    ENDED_BY(note) const char *name = "sorted ";
    qsort(data, 2, sizeof(int), compare);
}

static const struct {
    Attempted *work;
    int data[2];
    const char *message, *ended;
} falls[] = {
    {fall_in_blocks, {0}, "landed 0", "each left landed inner each left first "},
    {fall_in_blocks, {2}, "landed 0", "each left landed fallen fallen inner each left first "},
    {sort, {1, 2}, "compared ", "compared sorted "},
};

TEST(what_is_left_is_ended_from_within_outwards)
{
    for (size_t i = 0; i < sizeof falls / sizeof *falls; i++) {
        int data[2];
        memcpy(data, falls[i].data, sizeof data);
        *ended = '\0';
        assert_refused(pass_on(falls[i].work, data), falls[i].message);
        assert_string_equal(ended, falls[i].ended);
    }
}

/* ---- whose fault it is ---- */

static void stop(int place, int here)
{
    if (place == here)
        (fail)("at %d", here);
}

static void blame_inner(int place)
{
    FAILS_WITH("inner: ");
    stop(place, 3);
}

static void blame_usage(int place)
{
    FAILS_AS_USAGE;
    stop(place, 2);
    blame_inner(place);
    stop(place, 4);
}

static void blame_outer(int place)
{
    FAILS_WITH("outer: ");
    stop(place, 1);
    blame_usage(place);
    stop(place, 5);
}

static void fail_at(int place)
{
    stop(place, 0);
    blame_outer(place);
    stop(place, 6);
    fail_usage("at the end");
}

TEST(a_fault_is_found_in_the_block_that_says_so)
{
    static const char *const messages[] = {
        "at 0",        "outer: at 1", "outer: at 2", "outer: inner: at 3",
        "outer: at 4", "outer: at 5", "at 6"};
    for (int i = 0; i < 7; i++) {
        assert_fails(fail_at(i), scene, 2 <= i && i <= 4 ? EXIT_USAGE : EXIT_FAILURE, messages[i]);
        assert_refused(fail_at(0), "at 0");
    }
    assert_misused(fail_at(-1), "at the end");
}

/* ---- threads ---- */

static atomic_int shares_ended;

static void count_end(const int *part)
{
    (void)part;
    shares_ended++;
}

static void do_share(const void *job, int part, int parts)
{
    ENDED_BY(count_end) int own = part;
    if (part == *(const int *)job)
        fail_usage("share %d of %d", own, parts);
}

static void share_out(void *data)
{
    run_shares(do_share, data, 4);
}

TEST(a_share_is_left_for_who_waits_for_all)
{
    for (int part = 0; part < 4; part++)
        assert_misused(pass_on(share_out, &part),
                       arena_format(scene->arena, "share %d of 4", part));
    pass_on(share_out, &(int){4});
    assert_int_equal(shares_ended, 5 * 4);
}

/* ---- what libraries are refused ---- */

static void starve(void)
{
    FAILS_WITH("outer: ");
    out_of_memory();
}

/* A refusal is no fault of the command line; and it stays what is wrong. */
TEST(memory_takes_precedence)
{
    assert_refused(starve(), starved);
    assert_refused(fail_usage("whatever else"), starved);
    assert_refused(fail_at(3), starved);
    memory_forgive();
    assert_misused(fail_usage("whatever else"), "whatever else");
}

#ifndef ATTNVIZ_SANITIZE

static void *nothing(size_t size)
{
    static volatile size_t too_much = SIZE_MAX; /* which the compiler would warn of */
    return malloc(size > 8 ? too_much : size);
}

static void make_a_string(void *data)
{
    *(json_t **)data = json_string("text");
}

static void meet_a_bug(void *data)
{
    (void)data;
    CHECK(nothing(PTRDIFF_MAX), "what a library made of it");
}

TEST(what_a_library_was_refused_is_not_forgotten)
{
    json_t *made = NULL;
    json_set_alloc_funcs(nothing, free);
    assert_refused(pass_on(make_a_string, &made), starved);
    json_set_alloc_funcs(malloc, free);
    assert_null(made);
    memory_forgive();
}

TEST(a_refusal_is_no_bug_of_ours)
{
    assert_refused(pass_on(meet_a_bug, NULL), starved);
    memory_forgive();
}

#endif
