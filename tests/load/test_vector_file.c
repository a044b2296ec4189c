#include "load/files.h"

#include "support/case_list.h"

/* Reads a file to its end: what it holds, as "word 1 2|word 3 4". */
static const char *read_file(Scene *scene, const char *path)
{
    Text text = text_new(scene->arena);
    ENDED_BY(vector_file_close) VectorFile file;
    vector_file_open(scene->arena, path, &file);
    for (VectorRow row; (row = vector_file_next(&file)).word.data;) {
        real numbers[MOST_VECTOR_FEATURES];
        text_add(&text, text.length ? "|" : "");
        text_add_bytes(&text, row.word.data, row.word.size);
        vector_file_numbers(&file, &row, numbers);
        for (int i = 0; i < file.d_model; i++)
            text_format(&text, " %g", (double)numbers[i]);
    }
    return text.data;
}

static void assert_bytes(Scene *scene, const void *bytes, size_t size, const char *expected)
{
    scene_write_bytes(scene, "v", bytes, size);
    assert_string_equal(read_file(scene, "v"), expected);
}

static void check_rows(Scene *scene, const char *const *columns)
{
    assert_bytes(scene, columns[0], strlen(columns[0]), columns[1]);
}

static void assert_bad_bytes(Scene *scene, const void *bytes, size_t size, const char *message)
{
    scene_write_bytes(scene, "v", bytes, size);
    assert_refused(read_file(scene, "v"), message);
}

static void check_bad(Scene *scene, const char *const *columns)
{
    assert_bad_bytes(scene, columns[0], strlen(columns[0]), columns[1]);
}

/* ---- text ---- */

TEST(a_row_of_too_many_numbers_is_refused)
{
    const char *numbers = repeated(scene, " 1", MOST_VECTOR_FEATURES + 1);
    const char *text = arena_format(scene->arena, "the%s", numbers);
    assert_bad_bytes(scene, text, strlen(text), "v:1: 4097 numbers, at most 4096 can be read");
}

TEST(a_word_of_a_megabyte_is_an_error)
{
    size_t size = (size_t)2 << 20;
    char *bytes = repeated(scene, "x", (int)size);
    memcpy(bytes, "the 1 2\n", 8);
    assert_bad_bytes(scene, bytes, size, "v:2: the line is longer than 1048575 bytes");
    memcpy(bytes, "1 2\nx \0\0\0\0\0\0\0\0", 14);
    memcpy(bytes, "2", 1);
    assert_bad_bytes(scene, bytes, size, "v: byte 14: a word longer than 65535 bytes");
}

/* ---- binary ---- */

/* A first line and rows of two numbers; `after` follows each row. */
static Text binary(Scene *scene, const char *first, int count, const char *const *words,
                   const float (*numbers)[2], const char *after)
{
    Text text = text_new(scene->arena);
    text_add(&text, first);
    for (int i = 0; i < count; i++) {
        text_format(&text, "%s ", words[i]);
        text_add_bytes(&text, (const char *)numbers[i], sizeof numbers[i]);
        text_add(&text, after);
    }
    return text;
}

static const char *const words[] = {"the", "Größe", "new_york"};
static const float numbers[][2] = {{1, -0.5f}, {0, 1e-3f}, {10.5f, 2}};
static const char rows[] = "the 1 -0.5|Größe 0 0.001|new_york 10.5 2";

TEST(word2vec_binary_is_read_with_newlines_and_without)
{
    Text text = binary(scene, "3 2\n", 3, words, numbers, "\n");
    assert_bytes(scene, text.data, text.length, rows);
    text = binary(scene, "3 2\n", 3, words, numbers, "");
    assert_bytes(scene, text.data, text.length, rows);
}

TEST(a_number_in_binary_is_four_bytes_little_endian)
{
    assert_bytes(scene, "1 2\nbat \x00\x00\x80\x3f\x00\x00\x20\xc1", 16, "bat 1 -10");
}

TEST(a_binary_file_cut_anywhere_is_an_error)
{
    Text text = binary(scene, "3 2\n", 3, words, numbers, "");
    for (size_t size = 0; size < text.length; size++) {
        scene_write_bytes(scene, "v", text.data, size);
        assert_failing(read_file(scene, "v"));
        assert_int_equal(strncmp(scene->error.message, "v:", 2), 0);
    }
    assert_bad_bytes(scene, text.data, text.length - 1, "v: ends at byte 48, in row 3 of 3");
}

TEST(a_binary_first_line_that_lies_is_an_error)
{
    Text text = binary(scene, "9 2\n", 3, words, numbers, "\n");
    assert_bad_bytes(scene, text.data, text.length, "v: ends at byte 52, in row 4 of 9");
    text = binary(scene, "2 2\n", 3, words, numbers, "\n");
    assert_bad_bytes(scene, text.data, text.length,
                     "v: byte 34: the file goes on after the 2 rows of its first line");
    text = binary(scene, "3 4096\n", 3, words, numbers, "\n");
    assert_bad_bytes(scene, text.data, text.length, "v: ends at byte 55, in row 1 of 3");
}

/* ---- arrays ---- */

static const char array_words[] = "the\nbat\r\nGröße\n";

static void check_numpy(Scene *scene, const char *const *columns)
{
    Bytes bytes = bytes_of_hex(scene, columns[0]);
    scene_write_bytes(scene, "v.npy", bytes.data, bytes.size);
    scene_write(scene, "v.words", array_words);
    assert_string_equal(read_file(scene, "v.npy"), columns[1]);
}

static void check_header(Scene *scene, const char *const *columns)
{
    size_t length = strlen(columns[0]);
    Text bytes = text_new(scene->arena);
    text_add_bytes(&bytes, "\x93NUMPY\1\0", 8);
    text_add_bytes(&bytes, (const char[]){(char)length, 0}, 2);
    text_add_bytes(&bytes, columns[0], length);
    text_add_bytes(&bytes, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 24);
    scene_write_bytes(scene, "v.npy", bytes.data, bytes.length);
    scene_write(scene, "v.words", array_words);
    if (*columns[1])
        assert_refused(read_file(scene, "v.npy"), columns[1]);
    else
        read_file(scene, "v.npy");
}

TEST_CASES(arrays_of_numpy_are_read_with_the_words_beside_them, "load/npy.list", "numpy",
           check_numpy)

TEST_CASES(hostile_headers_of_arrays_are_refused, "load/npy.list", "headers", check_header)

TEST(the_words_of_an_array_must_be_there)
{
    const char *const columns[] = {"{'descr':'<f4','fortran_order':False,'shape':(3,2)}", ""};
    check_header(scene, columns);
    assert_int_equal(unlink("v.words"), 0);
    assert_refused(read_file(scene, "v.npy"),
                   "v.words: the words of v.npy, one a line, cannot be read: No such file or "
                   "directory");
    assert_true(fcntl(STDIN_FILENO, F_GETFD) >= 0); /* no other file was closed in its place */
}

TEST_CASES(files_of_every_format_are_read, "load/vector_files.list", "good", check_rows)

TEST_CASES(what_is_wrong_is_told_by_its_line, "load/vector_files.list", "bad", check_bad)

static const struct {
    const char *bytes;
    size_t size;
    const char *message;
} bad_bytes[] = {
#include "load/bad_bytes.list"
};

TEST(wrong_bytes_are_told_by_their_place)
{
    for (size_t i = 0; i < sizeof bad_bytes / sizeof *bad_bytes; i++)
        assert_bad_bytes(scene, bad_bytes[i].bytes, bad_bytes[i].size, bad_bytes[i].message);
}
