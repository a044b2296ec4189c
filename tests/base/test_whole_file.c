#include "base/folder.h"

#include "support/scene.h"

#include <sys/syscall.h>

/* This program's own fsync stands in for the C library's: a disk that fails. */
static bool failing;

int fsync(int descriptor)
{
    errno = EIO;
    return failing ? -1 : (int)syscall(SYS_fsync, descriptor);
}

static void put_text(FILE *stream, const void *text)
{
    fputs(text, stream);
}

static void write_file(Scene *scene, const char *path, const char *text)
{
    whole_file_write(scene->arena, path, put_text, text);
}

static void put_text_and_look(FILE *stream, const void *data)
{
    const Scene *scene = data;
    fputs("after", stream);
    fflush(stream);
    assert_string_equal(scene_read((Scene *)(uintptr_t)scene, "a").data, "before");
}

TEST(a_file_is_there_when_it_is_whole)
{
    scene_write(scene, "a", "before");
    whole_file_write(scene->arena, "a", put_text_and_look, scene);
    assert_string_equal(scene_read(scene, "a").data, "after");
    assert_string_equal(scene_list(scene, "."), "a");
}

static void write_to_a_full_disk(Scene *scene)
{
    FILES_WITHIN(3);
    write_file(scene, "a", "after");
}

static void put_text_at_once(FILE *stream, const void *text)
{
    put_text(stream, text);
    fflush(stream); /* fails; closing does not */
}

static void write_at_once_to_a_full_disk(Scene *scene)
{
    FILES_WITHIN(3);
    whole_file_write(scene->arena, "a", put_text_at_once, "after");
}

static void write_to_a_failing_disk(Scene *scene)
{
    failing = true;
    write_file(scene, "a", "after");
}

static void put_half(FILE *stream, const void *text)
{
    put_text(stream, text);
    (fail)("half: %s", (const char *)text);
}

static void write_half(Scene *scene)
{
    whole_file_write(scene->arena, "a", put_half, "after");
}

static const struct {
    void (*write)(Scene *scene);
    const char *message;
} failures[] = {{write_to_a_full_disk, "a: File too large"},
                {write_at_once_to_a_full_disk, "a: File too large"},
                {write_to_a_failing_disk, "a: Input/output error"},
                {write_half, "half: after"}};

TEST(a_failure_leaves_what_was_there)
{
    scene_write(scene, "a", "before");
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        assert_refused(failures[i].write(scene), failures[i].message);
        failing = false;
        assert_string_equal(scene_read(scene, "a").data, "before");
        assert_string_equal(scene_list(scene, "."), "a");
    }
}

TEST(a_check_leaves_nothing)
{
    assert_int_equal(mkdir("folder", 0755), 0);
    whole_file_check(scene->arena, "folder/a");
    assert_string_equal(scene_list(scene, "folder"), "");
}

TEST(a_link_stays_a_link)
{
    struct stat status;
    assert_int_equal(mkdir("folder", 0755), 0);
    scene_write(scene, "folder/a", "before");
    assert_int_equal(symlink("folder/a", "link"), 0);
    write_file(scene, "link", "after");
    assert_string_equal(scene_read(scene, "folder/a").data, "after");
    assert_int_equal(lstat("link", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
}
