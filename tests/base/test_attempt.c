#include "support/scene.h"
#include "tensor/tensor.h"

#include <jansson.h>

static const char starved[] = "out of memory; a shorter text or a smaller model takes less";

/* ---- leaving ---- */

static bool give(void *data, Error *error)
{
    return *(bool *)data || (fail)(error, "refused");
}

static bool dive(void *data, Error *error)
{
    int *depth = data;
    if (--*depth == 0)
        out_of_memory();
    return *depth > 0 && dive(depth, error);
}

static bool attempt_within(void *data, Error *error)
{
    Error inner;
    int depth = 10;
    *(bool *)data = attempt(dive, &depth, &inner);
    memory_forgive();
    return (fail)(error, "told: %.13s", inner.message);
}

TEST(work_ends_as_it_does_or_is_left)
{
    bool yes = true, no = false;
    int depth = 1000;
    assert_true(attempt(give, &yes, &scene->error));
    assert_refused(attempt(give, &no, &scene->error), "refused");
    assert_refused(attempt(dive, &depth, &scene->error), starved);
    memory_forgive();
    assert_true(attempt(give, &yes, &scene->error));
}

TEST(attempts_nest)
{
    bool inner = true;
    assert_refused(attempt(attempt_within, &inner, &scene->error), "told: out of memory");
    assert_false(inner);
}

/* ---- threads ---- */

static void do_share(const void *job, int part, int parts)
{
    (void)parts;
    if (part == *(const int *)job)
        out_of_memory();
}

static bool share_out(void *data, Error *error)
{
    (void)error;
    run_shares(do_share, data, 4);
    return true;
}

TEST(a_share_is_left_for_who_waits_for_all)
{
    for (int part = 0; part <= 4; part++) {
        bool done = attempt(share_out, &part, &scene->error);
        memory_forgive();
        assert_int_equal(done, part == 4);
        assert_true(done || !strcmp(scene->error.message, starved));
    }
}

/* ---- what libraries are refused ---- */

#ifndef ATTNVIZ_SANITIZE

static void *nothing(size_t size)
{
    return malloc(size > 8 ? PTRDIFF_MAX : size);
}

static bool make_a_string(void *data, Error *error)
{
    (void)error;
    *(json_t **)data = json_string("text");
    return true;
}

static bool meet_a_bug(void *data, Error *error)
{
    (void)data, (void)error;
    CHECK(nothing(PTRDIFF_MAX), "what a library made of it");
    return true;
}

TEST(what_a_library_was_refused_is_not_forgotten)
{
    json_t *made = NULL;
    json_set_alloc_funcs(nothing, free);
    bool done = attempt(make_a_string, &made, &scene->error);
    json_set_alloc_funcs(malloc, free);
    assert_refused(done, starved);
    assert_null(made);
    fail_usage(&scene->error, "whatever else");
    assert_string_equal(scene->error.message, starved);
    assert_int_equal(scene->error.exit_code, EXIT_FAILURE);
    memory_forgive();
    fail_usage(&scene->error, "whatever else");
    assert_string_equal(scene->error.message, "whatever else");
}

TEST(a_refusal_is_no_bug_of_ours)
{
    assert_refused(attempt(meet_a_bug, NULL, &scene->error), starved);
    memory_forgive();
}

#endif
