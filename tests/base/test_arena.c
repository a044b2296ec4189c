#include "support/scene.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

static bool all_bytes_are(const unsigned char *bytes, size_t count, unsigned char expected)
{
    for (size_t i = 0; i < count; i++)
        if (bytes[i] != expected)
            return false;
    return true;
}

TEST(large_memory_begins_where_a_large_page_does)
{
    enum { LARGE = 1 << 25, PAGE = 1 << 21 };
    (void)scene;
    char *memory = memory_take(LARGE);
    assert_int_equal((uintptr_t)memory % PAGE, 0);
    memory[0] = memory[LARGE - 1] = 1;
    free(memory);
}

TEST(memory_is_aligned_and_zero)
{
    for (size_t size = 0; size < 5000; size += 1 + size / 7) {
        unsigned char *memory = arena_alloc(scene->arena, size, 1);
        assert_non_null(memory);
        assert_int_equal((uintptr_t)memory % 64, 0);
        assert_true(all_bytes_are(memory, size, 0));
        memset(memory, 0xff, size);
    }
}

TEST(allocations_do_not_touch)
{
    enum { COUNT = 300 };
    unsigned char *memory[COUNT];
    size_t size[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        size[i] = i % 10 == 9 ? 300000 + i : 1 + i * 37 % 5000; /* blocks of every kind */
        memory[i] = arena_alloc(scene->arena, size[i], 1);
        memset(memory[i], (int)(i % 251), size[i]);
    }
    for (size_t i = 0; i < COUNT; i++)
        assert_true(all_bytes_are(memory[i], size[i], (unsigned char)(i % 251)));
}

TEST(one_allocation_may_be_larger_than_a_block)
{
    size_t size = (size_t)20 << 20;
    unsigned char *large = arena_alloc(scene->arena, size / 8, 8);
    assert_true(all_bytes_are(large, size, 0));
    large[size - 1] = 1;
    unsigned char *small = arena_alloc(scene->arena, 1, 1);
    assert_true(small < large || small >= large + size);
}

TEST(a_reset_gives_zeroed_memory_again)
{
    for (int round = 0; round < 4; round++) {
        for (size_t size = 1; size < 4000000; size *= 3) {
            unsigned char *memory = arena_alloc(scene->arena, size, 1);
            assert_true(all_bytes_are(memory, size, 0));
            memset(memory, 0xee, size);
        }
        arena_reset(scene->arena);
    }
}

#if !defined(__SANITIZE_ADDRESS__)
TEST(a_reset_keeps_the_memory_for_the_next_round)
{
    void *first = arena_alloc(scene->arena, 100, 1);
    void *large = arena_alloc(scene->arena, 5 << 20, 1);
    arena_reset(scene->arena);
    void *again[] = {arena_alloc(scene->arena, 5 << 20, 1), arena_alloc(scene->arena, 100, 1)};
    assert_ptr_equal(again[0], large);
    assert_ptr_equal(again[1], first);
}
#else
TEST(under_a_sanitizer_one_byte_too_far_is_caught)
{
    for (size_t size = 1; size < 200; size++) {
        unsigned char *memory = arena_alloc(scene->arena, size, 1);
        assert_false(__asan_address_is_poisoned(memory + size - 1));
        assert_true(__asan_address_is_poisoned(memory + size));
    }
}

TEST(under_a_sanitizer_memory_of_before_a_reset_is_caught)
{
    unsigned char *memory = arena_alloc(scene->arena, 100, 1);
    arena_reset(scene->arena);
    assert_true(__asan_address_is_poisoned(memory));
}
#endif

TEST(strings_are_copied)
{
    char original[] = "héllo";
    char *copy = arena_strdup(scene->arena, original);
    char *part = arena_strndup(scene->arena, original, 3);
    memset(original, 'x', sizeof original - 1);
    assert_string_equal(copy, "héllo");
    assert_string_equal(part, "hé");
    assert_string_equal(arena_strdup(scene->arena, ""), "");
    assert_string_equal(arena_strndup(scene->arena, "abc", 0), "");
}

TEST(formats_are_as_long_as_they_need_to_be)
{
    assert_string_equal(arena_format(scene->arena, "%s-%d", "head", 2), "head-2");
    assert_string_equal(arena_format(scene->arena, "%s", ""), "");
    const char *wide = arena_format(scene->arena, "%*d", 100000, 7);
    assert_int_equal(strlen(wide), 100000);
    assert_int_equal(wide[99999], '7');
}

/* How often a list moved until it had 1000 items. */
static int moves(Scene *scene, bool alone)
{
    int *items = NULL, count = 0;
    for (int i = 0; i < 1000; i++) {
        const int *last = items;
        items = arena_grow(scene->arena, items, i, sizeof *items);
        count += items != last;
        for (int k = i; k == i || k % 8; k++)
            assert_int_equal(items[k], 0);
        items[i] = i;
        if (!alone)
            memset(arena_alloc(scene->arena, 1, 1), 'x', 1);
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(items[i], i);
    return count;
}

TEST(a_list_grows_and_keeps_its_items)
{
    assert_int_equal(moves(scene, false), 8); /* for 8, 16, … 1024 items */
#ifndef ATTNVIZ_SANITIZE
    assert_int_equal(moves(scene, true), 1);
#endif
}

TEST(an_empty_arena_can_be_freed)
{
    arena_free(arena_new());
}

TEST(an_arena_within_another_ends_with_it)
{
    Arena *inner = arena_within(scene->arena);
    arena_alloc(arena_within(inner), 100, 1);
    char *kept = arena_strdup(scene->arena, "kept");
    arena_reset(inner);
    assert_string_equal(kept, "kept");
    assert_string_equal(arena_strdup(inner, "again"), "again");
    arena_reset(scene->arena); /* a leak of the inner ones would be found by the sanitizers */
}

static int ask_for_more_than_there_is(Scene *scene)
{
    arena_alloc(scene->arena, SIZE_MAX / 2, 3);
    return 0;
}

static int ask_for_nearly_everything(Scene *scene)
{
    arena_alloc(scene->arena, SIZE_MAX - 70, 1);
    return 0;
}

TEST(too_much_memory_ends_the_program)
{
    int status = run_apart(ask_for_more_than_there_is, scene);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILURE);
    status = run_apart(ask_for_nearly_everything, scene);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILURE);
}
