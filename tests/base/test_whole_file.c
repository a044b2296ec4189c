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

static bool write_file(Scene *scene, const char *path, const char *text)
{
    return whole_file_write(scene->arena, path, put_text, text, &scene->error);
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
    assert_true(whole_file_write(scene->arena, "a", put_text_and_look, scene, &scene->error));
    assert_string_equal(scene_read(scene, "a").data, "after");
    assert_string_equal(scene_list(scene, "."), "a");
}

TEST(a_full_disk_leaves_what_was_there)
{
    struct rlimit before, limit;
    scene_write(scene, "a", "before");
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = (struct rlimit){3, before.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    bool written = write_file(scene, "a", "after");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_DFL);
    assert_refused(written, "a: File too large");
    assert_string_equal(scene_read(scene, "a").data, "before");
    assert_string_equal(scene_list(scene, "."), "a");
}

TEST(a_disk_that_fails_leaves_what_was_there)
{
    scene_write(scene, "a", "before");
    failing = true;
    bool written = write_file(scene, "a", "after");
    failing = false;
    assert_refused(written, "a: Input/output error");
    assert_string_equal(scene_read(scene, "a").data, "before");
    assert_string_equal(scene_list(scene, "."), "a");
}

TEST(a_check_leaves_nothing)
{
    assert_int_equal(mkdir("folder", 0755), 0);
    assert_true(whole_file_check(scene->arena, "folder/a", &scene->error));
    assert_string_equal(scene_list(scene, "folder"), "");
}

TEST(a_link_stays_a_link)
{
    struct stat status;
    assert_int_equal(mkdir("folder", 0755), 0);
    scene_write(scene, "folder/a", "before");
    assert_int_equal(symlink("folder/a", "link"), 0);
    assert_true(write_file(scene, "link", "after"));
    assert_string_equal(scene_read(scene, "folder/a").data, "after");
    assert_int_equal(lstat("link", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
}
