#include "support/scene.h"

TEST(reads_every_byte_and_adds_a_terminator)
{
    scene_write_bytes(scene, "a.bin", "x\0\xff\n", 4);
    Bytes bytes = file_read(scene->arena, "a.bin", 4);
    assert_int_equal(bytes.size, 4);
    assert_memory_equal(bytes.data, "x\0\xff\n\0", 5);
}

TEST(reads_an_empty_file)
{
    scene_write(scene, "empty", "");
    Bytes bytes = file_read(scene->arena, "empty", 0);
    assert_int_equal(bytes.size, 0);
    assert_string_equal(bytes.data, "");
}

TEST(refuses_one_byte_more_than_the_limit)
{
    scene_write(scene, "five", "12345");
    assert_int_equal(file_read(scene->arena, "five", 5).size, 5);
    assert_refused(file_read(scene->arena, "five", 4), "five: larger than the limit of 4 bytes");
}

TEST(an_endless_file_stops_at_the_limit)
{
    assert_refused(file_read(scene->arena, "/dev/zero", 1000000),
                   "/dev/zero: larger than the limit of 1000000 bytes");
}

TEST(says_why_a_file_cannot_be_read)
{
    enum { LONG = 6000 };
    char *path = memset(arena_alloc(scene->arena, LONG + 1, 1), 'x', LONG);
    assert_failing(file_read(scene->arena, path, 9));
    assert_true(ends_with(scene->error.message, "xx: File name too long"));
    assert_refused(file_read(scene->arena, "mask.csv", 9), "mask.csv: No such file or directory");
    assert_refused(file_read(scene->arena, "", 9), ": No such file or directory");
    assert_refused(file_read(scene->arena, ".", 9), ".: Is a directory");
    scene_write(scene, "file", "");
    assert_refused(file_read(scene->arena, "file/x", 9), "file/x: Not a directory");
    assert_int_equal(symlink("loop", "loop"), 0);
    assert_refused(file_read(scene->arena, "loop", 9), "loop: Too many levels of symbolic links");
}

static void read_without_privileges(Scene *scene, const char *path)
{
    WITHOUT_PRIVILEGES;
    file_read(scene->arena, path, 9);
}

TEST(says_that_a_file_is_not_ours_to_read)
{
    scene_write(scene, "secret", "x");
    assert_int_equal(chmod("secret", 0), 0);
    assert_refused(read_without_privileges(scene, "secret"), "secret: Permission denied");
}

/* A descriptor from which `text` can be read `times` times, written by another process. */
static int pipe_with(const char *text, int times)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    if (fork() == 0) {
        bool ok = true;
        for (int i = 0; ok && i < times; i++)
            ok = write(ends[1], text, strlen(text)) > 0;
        _exit(!ok);
    }
    close(ends[1]);
    return ends[0];
}

TEST(reads_a_pipe_to_its_end)
{
    int descriptor = pipe_with("0123456789", 50000);
    Bytes bytes = file_read_open(scene->arena, descriptor, "standard input", 500000);
    close(descriptor);
    wait(NULL);
    assert_int_equal(bytes.size, 500000);
    for (size_t i = 0; i < bytes.size; i++)
        assert_int_equal(bytes.data[i], '0' + i % 10);
}

TEST(a_pipe_has_the_same_limit)
{
    int descriptor = pipe_with("0123456789", 11);
    assert_refused(file_read_open(scene->arena, descriptor, "standard input", 100),
                   "standard input: larger than the limit of 100 bytes");
    close(descriptor);
    wait(NULL);
}

TEST(a_closed_descriptor_fails)
{
    assert_refused(file_read_open(scene->arena, -1, "standard input", 100),
                   "standard input: Bad file descriptor");
}

TEST(takes_lines_with_and_without_a_line_feed_at_the_end)
{
    static const char text[] = "one\n\nthree";
    static const char *const expected[] = {"one", "", "three"};
    Bytes rest = {text, sizeof text - 1}, line;
    for (int i = 0; i < 3; i++) {
        assert_true(take_line(&rest, '\n', &line));
        assert_int_equal(line.size, strlen(expected[i]));
        assert_memory_equal(line.data, expected[i], line.size);
    }
    assert_false(take_line(&rest, '\n', &line));
    rest = (Bytes){text, 4};
    assert_true(take_line(&rest, '\n', &line));
    assert_false(take_line(&rest, '\n', &line));
}
