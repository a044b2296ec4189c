#include "load/files.h"

#include "support/scene.h"

/* Bytes that differ from place to place. */
static char *counting(Scene *scene, size_t size)
{
    char *bytes = arena_alloc(scene->arena, size, 1);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (char)('a' + i * 7919 % 26);
    return bytes;
}

TEST(a_file_larger_than_the_buffer_comes_whole)
{
    size_t size = 3 * (size_t)STREAM_CAPACITY + 17, step = 999983;
    const char *bytes = counting(scene, size);
    scene_write_bytes(scene, "big", bytes, size);
    Stream stream = stream_open(scene->arena, "big");
    for (size_t at = 0; at < size; at += step) {
        size_t expected = size - at < step ? size - at : step;
        stream_need(&stream, step);
        assert_true(stream.size >= expected && stream.offset == at);
        assert_memory_equal(stream.data, bytes + at, expected);
        stream_skip(&stream, expected);
    }
    stream_need(&stream, 1);
    assert_int_equal(stream.size, 0);
    file_close(&stream.descriptor);
}

TEST(lines_are_cut_wherever_the_buffer_ends)
{
    enum { LINES = 40, LENGTH = 99991 };
    char *bytes = counting(scene, LINES * LENGTH);
    for (int i = 1; i < LINES; i++)
        bytes[i * LENGTH - 1] = '\n';
    scene_write_bytes(scene, "lines", bytes, LINES * LENGTH);
    Stream stream = stream_open(scene->arena, "lines");
    for (int i = 0; i < LINES; i++) {
        Bytes line = stream_line(&stream);
        assert_int_equal(line.size, i < LINES - 1 ? LENGTH - 1 : LENGTH);
        assert_memory_equal(line.data, bytes + i * LENGTH, line.size);
        assert_int_equal(stream.offset, (i + 1) * LENGTH);
        assert_int_equal(stream.line, i + 1);
    }
    assert_null(stream_line(&stream).data);
    assert_int_equal(stream.line, LINES);
    file_close(&stream.descriptor);
}

TEST(a_line_longer_than_the_buffer_is_an_error)
{
    char *bytes = counting(scene, STREAM_CAPACITY + 2);
    bytes[1] = '\n';
    scene_write_bytes(scene, "long", bytes, STREAM_CAPACITY + 2);
    Stream stream = stream_open(scene->arena, "long");
    assert_int_equal(stream_line(&stream).size, 1);
    assert_refused(stream_line(&stream), "long:2: the line is longer than 1048575 bytes");
    file_close(&stream.descriptor);
}

TEST(a_pipe_is_read_as_a_file_is)
{
    assert_int_equal(mkfifo("pipe", 0600), 0);
    pid_t writer = fork();
    if (writer == 0) {
        FILE *file = fopen("pipe", "w");
        for (int i = 0; i < 3; i++) { /* in pieces */
            fputs(&"ab\n"[i], file);
            fflush(file);
        }
        fclose(file);
        _exit(0);
    }
    Stream stream = stream_open(scene->arena, "pipe");
    stream_need(&stream, STREAM_CAPACITY);
    assert_int_equal(stream.size, 6);
    assert_memory_equal(stream.data, "ab\nb\n\n", 6);
    file_close(&stream.descriptor);
    waitpid(writer, NULL, 0);
}

TEST(what_cannot_be_read_is_named)
{
    assert_refused(stream_open(scene->arena, "none"), "none: No such file or directory");
    Stream stream = stream_open(scene->arena, ".");
    assert_refused(stream_need(&stream, 1), ".: Is a directory");
    file_close(&stream.descriptor);
    file_close(&stream.descriptor);
}
