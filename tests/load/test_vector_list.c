/* Vectors as they are typed, and from a file; and everything that is none. */
#include "load/arguments.h"

#include "support/case_list.h"

static VectorList read_list(Scene *scene, const char *text)
{
    VectorList list;
    fail_if(!vector_list_read(scene->arena, "--keys", text, false, &list, &scene->error), "%s: %s",
            text, scene->error.message);
    return list;
}

static void check_list(Scene *scene, const char *text, int rows, int cols, const double *numbers)
{
    VectorList list = read_list(scene, text);
    assert_int_equal(list.vectors.rows, rows);
    assert_int_equal(list.vectors.cols, cols);
    for (int i = 0; i < rows * cols; i++)
        assert_true(list.vectors.data[i] == (real)numbers[i]);
}

static void check_fails(Scene *scene, const char *text, int status, const char *message)
{
    VectorList list;
    assert_fails(vector_list_read(scene->arena, "--keys", text, false, &list, &scene->error), scene,
                 status, message);
}

TEST(vectors_are_typed_with_commas_or_blanks)
{
    static const double numbers[] = {1, 0, -0.5, 0, 1, 200};
    check_list(scene, "1,0,-0.5;0,1,200", 2, 3, numbers);
    check_list(scene, " 1, 0,-.5 ; +0 ,1.0,2e2; ", 2, 3, numbers);
    check_list(scene, "1 0 -0.5\n0 1\t200\n", 2, 3, numbers);
    check_list(scene, "-0.5", 1, 1, (double[]){-0.5});
    assert_null(read_list(scene, "1,0;0,1").labels);
}

TEST(a_file_has_a_vector_a_line)
{
    static const double numbers[] = {1, 0, -0.5, 0, 1, 200};
    scene_write(scene, "a.csv", "1,0,-0.5\r\n\r\n0,1,200");
    scene_write(scene, "b.csv",
                "\xef\xbb\xbf"
                "1;0;-0.5\n0;1;200\n");
    scene_write(scene, "c.txt", "1   0 \t-0.5\n  0 1 200  \n\n");
    check_list(scene, "a.csv", 2, 3, numbers);
    check_list(scene, "b.csv", 2, 3, numbers);
    check_list(scene, "./c.txt", 2, 3, numbers);
    scene_write(scene, "1,5", "7,8\n");
    check_list(scene, "1,5", 1, 2, (double[]){7, 8}); /* there is such a file */
}

TEST(labels_stand_in_front_and_repeated_ones_are_numbered)
{
    scene_write(scene, "own.csv", "key\\feature,1,2\ncat,1,0\nd\x1bg,0,1\n");
    scene_write(scene, "sheet.csv", ",x,y\ncat,1,0\ndog,0,1\n");
    VectorList list = read_list(scene, "cat,1,0; dog,0,1; cat,1,1");
    assert_int_equal(list.vectors.cols, 2);
    assert_string_equal(list.labels[0], "cat₁");
    assert_string_equal(list.labels[1], "dog");
    assert_string_equal(list.labels[2], "cat₂");
    list = read_list(scene, "own.csv");
    assert_int_equal(list.vectors.rows, 2);
    assert_string_equal(list.labels[1], "d␛g");
    list = read_list(scene, "sheet.csv");
    assert_int_equal(list.vectors.rows, 2);
    assert_string_equal(list.labels[0], "cat");
    scene_write(scene, "own.csv", "token\\feature,1\n'=x,1\n'-,2\n'',3\n\"a, \"\"b\"\"\",4\n");
    const char *const *own = read_list(scene, "own.csv").labels;
    assert_string_equal(own[0], "=x");
    assert_string_equal(own[1], "-");
    assert_string_equal(own[2], "'");
    assert_string_equal(own[3], "a, \"b\"");
    assert_string_equal(read_list(scene, "\"a,b\",1; c,2").labels[0], "a,b");
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

static const char *repeated(Scene *scene, const char *part, int count)
{
    Text text = text_new(scene->arena);
    for (int i = 0; i < count; i++)
        text_add(&text, part);
    return text.data;
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

TEST(a_vector_may_have_so_many_numbers_and_no_more)
{
    check_fails(scene, repeated(scene, "1,", 10000), 2,
                "--keys, vector 1: 10001 numbers; a vector may have 4096");
}
