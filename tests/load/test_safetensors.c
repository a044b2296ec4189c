#include "load/weights.h"

#include "support/case_list.h"
#include "support/draft.h"
#include "support/reference.h"
#include "support/truncated.h"

#include <float.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A file of this header and data: exactly its bytes, so that a sanitizer sees a read beyond. */
static Bytes file_of(Scene *scene, const char *header, const void *data, size_t size)
{
    size_t length = strlen(header);
    char *bytes = arena_alloc(scene->arena, 8 + length + size, 1);
    for (int i = 0; i < 8; i++)
        bytes[i] = (char)(length >> 8 * i & 0xff);
    memcpy(bytes + 8, header, length);
    memcpy(bytes + 8 + length, data, size);
    return (Bytes){bytes, 8 + length + size};
}

static bool parse(Scene *scene, Bytes bytes, Safetensors *file)
{
    return safetensors_parse(scene->arena, "w", bytes, file, &scene->error);
}

static void assert_bad_bytes(Scene *scene, Bytes bytes, const char *message)
{
    Safetensors file;
    assert_refused(parse(scene, bytes, &file), message);
}

/* The header fails with 24 bytes of data behind it. */
static void assert_bad_header(Scene *scene, const char *header, const char *message)
{
    assert_bad_bytes(scene, file_of(scene, header, "0123456789abcdefghijklmn", 24), message);
}

/* A matrix "x" of this type and shape holding these bytes. */
static bool load_matrix(Scene *scene, const char *type, const char *shape, const void *data,
                        size_t size, Tensor *matrix)
{
    const char *header = arena_format(
        scene->arena, "{\"x\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[0,%zu]}}", type,
        shape, size);
    Safetensors file;
    assert_succeeds(parse(scene, file_of(scene, header, data, size), &file), scene);
    return safetensors_rows(scene->arena, &file, "x", NULL, 0, matrix, &scene->error);
}

/* ---- What is right ---- */

static Tensor counting(Scene *scene, int rows, int cols, real first)
{
    Tensor t = tensor_new(scene->arena, rows, cols);
    for (size_t i = 0; i < tensor_size(t); i++)
        t.data[i] = first + (real)i / 8;
    return t;
}

/* A file of the tensor "t". */
static void write_alone(FILE *stream, Tensor t, Precision precision)
{
    Parameter alone = {.name = "t", .value = t};
    Parameters parameters = {.items = &alone, .count = 1};
    safetensors_write(stream, &(WeightsFile){.parameters = &parameters, .precision = precision});
}

/* A file of two tensors and two strings, as the writer writes it. */
static Bytes written(Scene *scene)
{
    Parameter tensors[] = {{.name = "b", .value = counting(scene, 2, 3, 1)},
                           {.name = "a", .value = counting(scene, 3, 1, -2)}};
    WeightsFile file = {.parameters = &(Parameters){.items = tensors, .count = 2},
                        .count = 2,
                        .texts = (NamedText[]){{"vocabulary", "the\nbat \"ü\""}, {"heads", "3"}}};
    FILE *stream = fopen("w", "wb");
    safetensors_write(stream, &file);
    assert_int_equal(fclose(stream), 0);
    return scene_read(scene, "w");
}

TEST(reads_what_it_wrote)
{
    Safetensors file;
    Tensor a, b;
    assert_true(parse(scene, written(scene), &file));
    assert_int_equal(file.count, 2);
    assert_true(safetensors_rows(scene->arena, &file, "a", NULL, 0, &a, &scene->error));
    assert_true(safetensors_rows(scene->arena, &file, "b", NULL, 0, &b, &scene->error));
    assert_true(same_bits(b, counting(scene, 2, 3, 1)));
    assert_true(same_bits(a, counting(scene, 3, 1, -2)));
    assert_string_equal(safetensors_metadata(&file, "vocabulary"), "the\nbat \"ü\"");
    assert_string_equal(safetensors_metadata(&file, "heads"), "3");
    assert_null(safetensors_metadata(&file, "absent"));
    assert_refused(safetensors_rows(scene->arena, &file, "c", NULL, 0, &a, &scene->error),
                   "w: there is no tensor c");
}

TEST(writes_the_bytes_of_the_format)
{
    static const char header[] =
        "{\"__metadata__\":{\"vocabulary\":\"the\\nbat \\\"ü\\\"\",\"heads\":\"3\"},"
        "\"b\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]},"
        "\"a\":{\"dtype\":\"F32\",\"shape\":[3,1],\"data_offsets\":[24,36]}}";
    Bytes bytes = written(scene);
    size_t padded = (strlen(header) + 7) / 8 * 8;
    assert_int_equal(bytes.size, 8 + padded + 36);
    assert_int_equal((unsigned char)bytes.data[0], padded);
    assert_memory_equal(bytes.data + 1, "\0\0\0\0\0\0", 7);
    assert_memory_equal(bytes.data + 8, header, strlen(header));
    for (size_t i = strlen(header); i < padded; i++)
        assert_int_equal(bytes.data[8 + i], ' ');
    assert_memory_equal(bytes.data + 8 + padded, "\0\0\x80\x3f", 4); /* 1.0 */
}

TEST(a_file_without_tensors_is_one)
{
    Safetensors file;
    assert_true(parse(scene, file_of(scene, "{}", "", 0), &file));
    assert_int_equal(file.count, 0);
    assert_true(parse(scene, file_of(scene, "{\"__metadata__\":{}}   ", "", 0), &file));
}

TEST(tensors_may_be_listed_in_any_order)
{
    Safetensors file;
    const char *header = "{\"last\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[8,12]},"
                         "\"first\":{\"dtype\":\"F32\",\"shape\":[1,2],\"data_offsets\":[0,8]},"
                         "\"none\":{\"dtype\":\"F32\",\"shape\":[0,7],\"data_offsets\":[8,8]},"
                         "\"scalar\":{\"dtype\":\"I16\",\"shape\":[],\"data_offsets\":[12,14]}}";
    assert_true(parse(scene, file_of(scene, header, "01234567abcdxy", 14), &file));
    assert_int_equal(file.count, 4);
    assert_string_equal(file.tensors[0].name, "first");
    assert_string_equal(file.tensors[3].name, "scalar");
}

/* A matrix of a type and a shape, its bytes, and its numbers or why it has none. */
static void check_matrix(Scene *scene, const char *const *columns)
{
    Tensor x;
    Text numbers = text_new(scene->arena);
    Bytes bytes = bytes_of_hex(scene, columns[2]);
    bool loaded = load_matrix(scene, columns[0], columns[1], bytes.data, bytes.size, &x);
    if (*columns[3] == 'w') {
        assert_refused(loaded, columns[3]);
        return;
    }
    assert_succeeds(loaded, scene);
    for (size_t i = 0; i < tensor_size(x); i++)
        text_format(&numbers, "%s%.9g", i ? " " : "", (double)x.data[i]);
    assert_string_equal(numbers.data, columns[3]);
}

TEST_CASES(only_matrices_of_finite_floating_numbers_can_be_had, "load/safetensors.list", "matrices",
           check_matrix)

static void check_beyond(Scene *scene, const char *const *columns)
{
    Tensor x;
    Bytes bytes = bytes_of_hex(scene, columns[0]);
    bool loaded = load_matrix(scene, "F64", "[1,2]", bytes.data, bytes.size, &x);
    if (sizeof(real) == sizeof(float))
        assert_refused(loaded, columns[1]);
    else
        assert_true(loaded && fabs((double)at(x, 0, 1)) > FLT_MAX);
}

TEST_CASES(a_number_that_no_float32_can_be_is_named, "load/safetensors.list", "beyond float32",
           check_beyond)

/* ---- What is wrong ---- */

TEST(the_header_s_size_must_fit_the_file)
{
    static const char lfs[] = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n";
    static const char large[] = "w: not a safetensors file: its header would be %s bytes, at most "
                                "100000000";
    static const struct {
        Bytes bytes;
        const char *message, *size;
    } cases[] = {
#include "load/header_sizes.list"
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_bad_bytes(scene, cases[i].bytes,
                         cases[i].size ? arena_format(scene->arena, large, cases[i].size)
                                       : cases[i].message);
}

TEST(the_header_must_be_valid_json)
{
    enum { DEPTH = 100000 };
    static const char twice[] = "{\"x\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]},"
                                "\"x\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}}";
    static char deep[DEPTH + 8] = "{\"x\":";
    memset(deep + 5, '[', DEPTH);
    const char *const headers[] = {
#include "load/headers.list"
    };
    for (size_t i = 0; i < COUNT(headers); i++) {
        Safetensors file;
        assert_false(parse(scene, file_of(scene, headers[i], "", 0), &file));
        assert_has(scene->error.message, "w: the header is not valid JSON: ");
    }
    assert_has(scene->error.message, "duplicate object key");
}

static void check_header(Scene *scene, const char *const *columns)
{
    assert_bad_header(scene, columns[0], columns[1]);
}

TEST_CASES(every_field_of_the_header_is_checked, "load/safetensors.list", "fields", check_header)

static void check_shape(Scene *scene, const char *const *columns)
{
    static const char form[] = "{\"x\":{\"dtype\":\"F32\",\"shape\":[%s],\"data_offsets\":[%s]}}";
    assert_bad_header(scene, arena_format(scene->arena, form, columns[0], columns[1]), columns[2]);
}

TEST_CASES(shapes_and_offsets_that_lie_are_found_out, "load/safetensors.list", "shapes",
           check_shape)

static bool is_read(Arena *arena, const char *path, Bytes bytes, Error *error)
{
    Safetensors file;
    return safetensors_parse(arena, path, bytes, &file, error);
}

TEST(a_truncated_file_fails)
{
    check_truncated(scene, written(scene), is_read);
}

/* ---- rounding ---- */

/* What a float16 makes of a number: written and read. */
static double through_f16(Scene *scene, double number)
{
    Tensor t = tensor_new(scene->arena, 1, 1), found;
    t.data[0] = (real)number;
    FILE *stream = fopen("half", "wb");
    write_alone(stream, t, FLOAT16);
    fclose(stream);
    Safetensors file;
    if (!safetensors_parse(scene->arena, "half", scene_read(scene, "half"), &file, &scene->error) ||
        !safetensors_rows(scene->arena, &file, "t", NULL, 0, &found, &scene->error))
        return INFINITY;
    return (double)found.data[0];
}

static void check_float16(Scene *scene, const char *const *columns)
{
    double found = through_f16(scene, strtod(columns[0], NULL));
    fail_if(!(found == strtod(columns[1], NULL)), "%s became %a, expected %s", columns[0], found,
            columns[1]);
}

TEST_CASES(float16_rounds_to_the_nearest_and_ties_to_even, "load/safetensors.list", "float16",
           check_float16)

/* ---- files ---- */

static void write_and_read(Scene *scene, Safetensors *file)
{
    written(scene);
    assert_succeeds(safetensors_read(scene->arena, "w", file, &scene->error), scene);
}

TEST(rows_are_read_by_their_numbers)
{
    Safetensors file;
    Tensor b, rows;
    write_and_read(scene, &file);
    assert_true(safetensors_rows(scene->arena, &file, "b", NULL, 0, &b, &scene->error));
    assert_true(
        safetensors_rows(scene->arena, &file, "b", (int[]){1, 0, 1}, 3, &rows, &scene->error));
    for (int i = 0; i < 3; i++)
        assert_memory_equal(tensor_row(rows, i), tensor_row(b, i != 1), 3 * sizeof(real));
    file_close(&file.descriptor);
    file_close(&file.descriptor);
}

TEST(a_tensor_of_many_rows_is_read_in_pieces)
{
    enum { ROWS = 70001 };
    Tensor t = counting(scene, ROWS, 3, -7), read;
    FILE *stream = fopen("w", "wb");
    write_alone(stream, t, FLOAT32);
    assert_int_equal(fclose(stream), 0);
    Safetensors file;
    assert_true(safetensors_read(scene->arena, "w", &file, &scene->error));
    assert_true(safetensors_rows(scene->arena, &file, "t", NULL, 0, &read, &scene->error));
    assert_true(same_bits(read, t));
    file_close(&file.descriptor);
}

/* As a download that is begun anew would do it. */
TEST(a_file_that_shrinks_while_it_is_read_is_an_error)
{
    Safetensors file;
    Tensor b;
    write_and_read(scene, &file);
    off_t end = (off_t)(file.data_begin + file.data_size);
    assert_int_equal(truncate("w", end - 30), 0);
    assert_refused(safetensors_rows(scene->arena, &file, "b", NULL, 0, &b, &scene->error),
                   arena_format(scene->arena,
                                "w: became shorter while it was read: it ends before byte %zu",
                                file.data_begin + 24));
    file_close(&file.descriptor);
}

/* Half of it a hole in a file of gigabytes: what is not asked for is not read. */
TEST(a_tensor_that_nobody_asks_for_is_not_read)
{
    static const char header[] =
        "{\"x\":{\"dtype\":\"F32\",\"shape\":[1,2],\"data_offsets\":[0,8]},"
        "\"y\":{\"dtype\":\"F32\",\"shape\":[2,1000000000],\"data_offsets\":[8,8000000008]}}";
    Bytes bytes = file_of(scene, header, "\0\0\200\77\0\0\0\100", 8);
    Safetensors file;
    Tensor x;
    scene_write_bytes(scene, "w", bytes.data, bytes.size);
    assert_int_equal(truncate("w", (off_t)bytes.size + 8000000000), 0);
    assert_succeeds(safetensors_read(scene->arena, "w", &file, &scene->error), scene);
    assert_true(safetensors_rows(scene->arena, &file, "x", NULL, 0, &x, &scene->error));
    assert_true(x.data[0] == 1 && x.data[1] == 2);
    file_close(&file.descriptor);
}
