/* Vectors as they are typed, and from a file; and everything that is none. */
#include "load/arguments.h"

#include "support/case_list.h"

static VectorList read_list(Scene *scene, const char *text)
{
    return vector_list_read(scene->arena, "--keys", text, false);
}

/* "cat 1 0|dog 0 1", or without labels. */
static const char *listed(Scene *scene, const char *text)
{
    VectorList list = read_list(scene, text);
    Text out = text_new(scene->arena);
    for (int i = 0; i < list.vectors.rows; i++) {
        text_format(&out, "%s%s", i ? "|" : "", list.labels ? list.labels[i] : "");
        for (int j = 0; j < list.vectors.cols; j++)
            text_format(&out, "%s%g", list.labels || j ? " " : "", (double)at(list.vectors, i, j));
    }
    return out.data;
}

static void check_typed(Scene *scene, const char *const *columns)
{
    assert_string_equal(listed(scene, columns[0]), columns[1]);
}

/* A file's name, what it holds, and what is read of it. */
static void check_file(Scene *scene, const char *const *columns)
{
    scene_write(scene, columns[0], columns[1]);
    assert_string_equal(listed(scene, columns[0]), columns[2]);
}

TEST_CASES(vectors_are_typed_with_commas_or_blanks, "load/vector_lists.list", "typed", check_typed)
TEST_CASES(a_file_has_a_vector_a_line, "load/vector_lists.list", "files", check_file)

static void check_fails(Scene *scene, const char *text, int status, const char *message)
{
    assert_fails(read_list(scene, text), scene, status, message);
}

static void check_refused(Scene *scene, const char *const *columns)
{
    check_fails(scene, columns[0], atoi(columns[1]), columns[2]);
}

TEST(what_is_no_list_is_refused)
{
    scene_write(scene, "ragged.csv", "1,0\n\n0,1,2\n");
    scene_write(scene, "word.csv", "1,0\n0,yes\n");
    scene_write(scene, "empty.csv", "");
    scene_write_bytes(scene, "nul.csv", "1,0\0", 4);
    check_cases(scene, "load/vector_lists.list", "refused", check_refused);
}

TEST(there_is_a_limit)
{
    assert_int_equal(read_list(scene, repeated(scene, "1,0;", MOST_LISTED)).vectors.rows,
                     MOST_LISTED);
    check_fails(scene, repeated(scene, "1,0;", MOST_LISTED + 1), 2,
                "--keys: more than 4096 vectors");
    assert_int_equal(read_list(scene, repeated(scene, "1 ", MOST_LISTED)).vectors.cols,
                     MOST_LISTED);
    check_fails(scene, repeated(scene, "1 ", MOST_LISTED + 1), 2,
                "--keys, vector 1: 4097 numbers; a vector may have 4096");
}
