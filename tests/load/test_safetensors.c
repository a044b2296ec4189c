#include "load/weights.h"

#include "support/case_list.h"
#include "support/draft.h"
#include "support/reference.h"
#include "support/sample.h"
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

static Safetensors parse(Scene *scene, Bytes bytes)
{
    return safetensors_parse(scene->arena, "w", bytes);
}

static void assert_bad_bytes(Scene *scene, Bytes bytes, const char *message)
{
    assert_refused(parse(scene, bytes), message);
}

/* The header fails with 24 bytes of data behind it. */
static void assert_bad_header(Scene *scene, const char *header, const char *message)
{
    assert_bad_bytes(scene, file_of(scene, header, "0123456789abcdefghijklmn", 24), message);
}

/* A matrix "x" of this type and shape holding these bytes. */
static Tensor load_matrix(Scene *scene, const char *type, const char *shape, Bytes data)
{
    const char *header = arena_format(
        scene->arena, "{\"x\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[0,%zu]}}", type,
        shape, data.size);
    Safetensors file = parse(scene, file_of(scene, header, data.data, data.size));
    return safetensors_rows(scene->arena, &file, "x", NULL, 0);
}

/* ---- What is right ---- */

/* A file of the tensor "t". */
static Bytes written_alone(Scene *scene, Tensor t, Precision precision)
{
    Parameter alone = {.name = "t", .value = t};
    Parameters parameters = {.items = &alone, .count = 1};
    WeightsFile file = {.parameters = &parameters, .precision = precision};
    return recorded(scene->arena, safetensors_write(recorder, &file));
}

/* A file of two tensors and two strings, as the writer writes it. */
static Bytes written(Scene *scene)
{
    Parameter tensors[] = {{.name = "b", .value = counting_tensor(scene->arena, 2, 3, 1)},
                           {.name = "a", .value = counting_tensor(scene->arena, 3, 1, -2)}};
    WeightsFile file = {.parameters = &(Parameters){.items = tensors, .count = 2},
                        .count = 2,
                        .texts = (NamedText[]){{"vocabulary", "the\nbat \"ü\""}, {"heads", "3"}}};
    return recorded(scene->arena, safetensors_write(recorder, &file));
}

TEST(reads_what_it_wrote)
{
    Safetensors file = parse(scene, written(scene));
    assert_int_equal(file.count, 2);
    Tensor a = safetensors_rows(scene->arena, &file, "a", NULL, 0);
    Tensor b = safetensors_rows(scene->arena, &file, "b", NULL, 0);
    assert_true(same_bits(b, counting_tensor(scene->arena, 2, 3, 1)));
    assert_true(same_bits(a, counting_tensor(scene->arena, 3, 1, -2)));
    assert_string_equal(safetensors_metadata(&file, "vocabulary"), "the\nbat \"ü\"");
    assert_string_equal(safetensors_metadata(&file, "heads"), "3");
    assert_null(safetensors_metadata(&file, "absent"));
    assert_refused(safetensors_rows(scene->arena, &file, "c", NULL, 0), "w: there is no tensor c");
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
    assert_int_equal(parse(scene, file_of(scene, "{}", "", 0)).count, 0);
    parse(scene, file_of(scene, "{\"__metadata__\":{}}   ", "", 0));
}

TEST(tensors_may_be_listed_in_any_order)
{
    const char *header = "{\"last\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[8,12]},"
                         "\"first\":{\"dtype\":\"F32\",\"shape\":[1,2],\"data_offsets\":[0,8]},"
                         "\"none\":{\"dtype\":\"F32\",\"shape\":[0,7],\"data_offsets\":[8,8]},"
                         "\"scalar\":{\"dtype\":\"I16\",\"shape\":[],\"data_offsets\":[12,14]}}";
    Safetensors file = parse(scene, file_of(scene, header, "01234567abcdxy", 14));
    assert_int_equal(file.count, 4);
    assert_string_equal(file.tensors[0].name, "first");
    assert_string_equal(file.tensors[3].name, "scalar");
}

/* A matrix of a type and a shape, its bytes, and its numbers or why it has none. */
static void check_matrix(Scene *scene, const char *const *columns)
{
    Text numbers = text_new(scene->arena);
    Bytes bytes = bytes_of_hex(scene, columns[2]);
    if (*columns[3] == 'w') {
        assert_refused(load_matrix(scene, columns[0], columns[1], bytes), columns[3]);
        return;
    }
    Tensor x = load_matrix(scene, columns[0], columns[1], bytes);
    for (size_t i = 0; i < tensor_size(x); i++)
        text_format(&numbers, "%s%.9g", i ? " " : "", (double)x.data[i]);
    assert_string_equal(numbers.data, columns[3]);
}

TEST_CASES(only_matrices_of_finite_floating_numbers_can_be_had, "load/safetensors.list", "matrices",
           check_matrix)

static void check_beyond(Scene *scene, const char *const *columns)
{
    Bytes bytes = bytes_of_hex(scene, columns[0]);
    if (sizeof(real) == sizeof(float))
        assert_refused(load_matrix(scene, "F64", "[1,2]", bytes), columns[1]);
    else
        assert_true(fabs((double)load_matrix(scene, "F64", "[1,2]", bytes).data[1]) > FLT_MAX);
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
        assert_failing(parse(scene, file_of(scene, headers[i], "", 0)));
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

static void parse_alone(Arena *arena, const char *path, Bytes bytes)
{
    safetensors_parse(arena, path, bytes);
}

TEST(a_truncated_file_fails)
{
    check_truncated(scene, written(scene), parse_alone);
}

/* ---- rounding ---- */

/* What a float16 makes of a number: written and read. */
static double through_f16(Scene *scene, double number)
{
    Tensor t = tensor_new(scene->arena, 1, 1);
    t.data[0] = (real)number;
    Safetensors file = parse(scene, written_alone(scene, t, FLOAT16));
    bool is_finite = is_done(scene, t = safetensors_rows(scene->arena, &file, "t", NULL, 0));
    return is_finite ? (double)t.data[0] : INFINITY;
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

static Safetensors read_file(Scene *scene, Bytes bytes)
{
    Safetensors file;
    scene_write_bytes(scene, "w", bytes.data, bytes.size);
    safetensors_read(scene->arena, "w", &file);
    return file;
}

TEST(rows_are_read_by_their_numbers)
{
    Safetensors file = read_file(scene, written(scene));
    Tensor b = safetensors_rows(scene->arena, &file, "b", NULL, 0);
    Tensor rows = safetensors_rows(scene->arena, &file, "b", (int[]){1, 0, 1}, 3);
    for (int i = 0; i < 3; i++)
        assert_memory_equal(tensor_row(rows, i), tensor_row(b, i != 1), 3 * sizeof(real));
    file_close(&file.descriptor);
    file_close(&file.descriptor);
}

TEST(a_tensor_of_many_rows_is_read_in_pieces)
{
    enum { ROWS = 70001 };
    Tensor t = counting_tensor(scene->arena, ROWS, 3, -7);
    Safetensors file = read_file(scene, written_alone(scene, t, FLOAT32));
    assert_true(same_bits(safetensors_rows(scene->arena, &file, "t", NULL, 0), t));
    file_close(&file.descriptor);
}

/* As a download that is begun anew would do it. */
TEST(a_file_that_shrinks_while_it_is_read_is_an_error)
{
    Safetensors file = read_file(scene, written(scene));
    off_t end = (off_t)(file.data_begin + file.data_size);
    assert_int_equal(truncate("w", end - 30), 0);
    assert_refused(safetensors_rows(scene->arena, &file, "b", NULL, 0),
                   arena_format(scene->arena,
                                "w: became shorter while it was read: it ends before byte %ju",
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
    scene_write_bytes(scene, "w", bytes.data, bytes.size);
    assert_int_equal(truncate("w", (off_t)bytes.size + 8000000000), 0);
    Safetensors file;
    safetensors_read(scene->arena, "w", &file);
    Tensor x = safetensors_rows(scene->arena, &file, "x", NULL, 0);
    assert_true(x.data[0] == 1 && x.data[1] == 2);
    file_close(&file.descriptor);
}
