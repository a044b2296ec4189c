#include "load/safetensors.h"

#include "base/random.h"
#include "support/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    assert_fails(parse(scene, bytes, &file), scene, EXIT_FAILURE, message);
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
    if (!parse(scene, file_of(scene, header, data, size), &file))
        fail_msg("%s", scene->error.message);
    return safetensors_matrix(scene->arena, &file, "x", matrix, &scene->error);
}

/* ---- What is right ---- */

static Tensor counting(Scene *scene, int rows, int cols, real first)
{
    Tensor t = tensor_new(scene->arena, rows, cols);
    for (size_t i = 0; i < tensor_size(t); i++)
        t.data[i] = first + (real)i / 8;
    return t;
}

/* A file of two tensors and two strings, as the writer writes it. */
static Bytes written(Scene *scene)
{
    NamedTensor tensors[] = {{"b", counting(scene, 2, 3, 1), FLOAT32},
                             {"a", counting(scene, 3, 1, -2), FLOAT32}};
    NamedText metadata[] = {{"vocabulary", "the\nbat \"ü\""}, {"heads", "3"}};
    FILE *stream = fopen("w", "wb");
    safetensors_write(stream, tensors, 2, metadata, 2);
    assert_int_equal(fclose(stream), 0);
    return scene_read(scene, "w");
}

static void assert_same(Tensor a, Tensor b)
{
    assert_true(same_shape(a, b));
    assert_memory_equal(a.data, b.data, tensor_size(a) * sizeof(real));
}

static void reads_what_it_wrote(void **state)
{
    Scene *scene = *state;
    Safetensors file;
    Tensor a, b;
    assert_true(parse(scene, written(scene), &file));
    assert_int_equal(file.count, 2);
    assert_true(safetensors_matrix(scene->arena, &file, "a", &a, &scene->error));
    assert_true(safetensors_matrix(scene->arena, &file, "b", &b, &scene->error));
    assert_same(b, counting(scene, 2, 3, 1));
    assert_same(a, counting(scene, 3, 1, -2));
    assert_string_equal(safetensors_metadata(&file, "vocabulary"), "the\nbat \"ü\"");
    assert_string_equal(safetensors_metadata(&file, "heads"), "3");
    assert_null(safetensors_metadata(&file, "absent"));
}

static void writes_the_bytes_of_the_format(void **state)
{
    static const char header[] =
        "{\"__metadata__\":{\"vocabulary\":\"the\\nbat \\\"ü\\\"\",\"heads\":\"3\"},"
        "\"b\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]},"
        "\"a\":{\"dtype\":\"F32\",\"shape\":[3,1],\"data_offsets\":[24,36]}}";
    Bytes bytes = written(*state);
    size_t padded = (strlen(header) + 7) / 8 * 8;
    assert_int_equal(bytes.size, 8 + padded + 36);
    assert_int_equal((unsigned char)bytes.data[0], padded);
    assert_memory_equal(bytes.data + 1, "\0\0\0\0\0\0", 7);
    assert_memory_equal(bytes.data + 8, header, strlen(header));
    for (size_t i = strlen(header); i < padded; i++)
        assert_int_equal(bytes.data[8 + i], ' ');
    assert_memory_equal(bytes.data + 8 + padded, "\0\0\x80\x3f", 4); /* 1.0 */
}

static void a_file_without_tensors_is_one(void **state)
{
    Scene *scene = *state;
    Safetensors file;
    assert_true(parse(scene, file_of(scene, "{}", "", 0), &file));
    assert_int_equal(file.count, 0);
    assert_true(parse(scene, file_of(scene, "{\"__metadata__\":{}}   ", "", 0), &file));
}

static void tensors_may_be_listed_in_any_order(void **state)
{
    Scene *scene = *state;
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

static void converts_the_floating_types(void **state)
{
    Scene *scene = *state;
    Tensor x;
    assert_true(load_matrix(scene, "F32", "[1,2]", "\0\0\x40\xc0\xcd\xcc\xcc\x3d", 8, &x));
    assert_true(at(x, 0, 0) == -3 && at(x, 0, 1) == (real)0.1f);
    assert_true(load_matrix(scene, "F64", "[1,1]", "\0\0\0\0\0\0\xf4\xbf", 8, &x));
    assert_true(at(x, 0, 0) == (real)-1.25);
    assert_true(load_matrix(scene, "BF16", "[2,1]", "\x80\x3f\x48\xc0", 4, &x));
    assert_true(at(x, 0, 0) == 1 && at(x, 1, 0) == (real)-3.125);
    /* 1, −2, 65504, 2⁻¹⁴, 2⁻²⁴, −0 */
    assert_true(load_matrix(scene, "F16", "[2,3]",
                            "\x00\x3c\x00\xc0\xff\x7b\x00\x04\x01\x00\x00\x80", 12, &x));
    assert_true(at(x, 0, 0) == 1 && at(x, 0, 1) == -2 && at(x, 0, 2) == 65504);
    assert_true(at(x, 1, 0) == (real)0x1p-14 && at(x, 1, 1) == (real)0x1p-24);
    assert_true(at(x, 1, 2) == 0 && signbit(at(x, 1, 2)));
}

/* ---- What is not asked for as it is ---- */

static void only_matrices_of_floating_numbers_can_be_had(void **state)
{
    Scene *scene = *state;
    Tensor x;
    assert_fails(load_matrix(scene, "I32", "[1,1]", "0123", 4, &x), scene, EXIT_FAILURE,
                 "w: x is of dtype I32, expected F32, F16, BF16 or F64");
    assert_fails(load_matrix(scene, "F32", "[1]", "0123", 4, &x), scene, EXIT_FAILURE,
                 "w: x has 1 dimension, expected 2");
    assert_fails(load_matrix(scene, "F32", "[1,1,1]", "0123", 4, &x), scene, EXIT_FAILURE,
                 "w: x has 3 dimensions, expected 2");
    assert_fails(load_matrix(scene, "F32", "[]", "0123", 4, &x), scene, EXIT_FAILURE,
                 "w: x has 0 dimensions, expected 2");
    assert_fails(load_matrix(scene, "F32", "[0,3000000000]", "", 0, &x), scene, EXIT_FAILURE,
                 "w: x is too large: 0 × 3000000000");
    Safetensors file;
    assert_true(parse(scene, written(scene), &file));
    assert_fails(safetensors_matrix(scene->arena, &file, "c", &x, &scene->error), scene,
                 EXIT_FAILURE, "w: there is no tensor c");
}

static void a_number_that_is_not_finite_is_named(void **state)
{
    Scene *scene = *state;
    Tensor x;
    static const char one[] = "\0\0\x80\x3f";
    static const char *const bad[] = {"\0\0\x80\x7f", "\0\0\x80\xff", "\0\0\xc0\x7f",
                                      "\x01\0\x80\xff"};
    for (int i = 0; i < 4; i++) {
        char data[24];
        for (int k = 0; k < 6; k++)
            memcpy(data + 4 * k, k == 5 - i ? bad[i] : one, 4);
        assert_fails(load_matrix(scene, "F32", "[2,3]", data, 24, &x), scene, EXIT_FAILURE,
                     arena_format(scene->arena, "w: x[%d, %d] is not a finite number", (5 - i) / 3,
                                  (5 - i) % 3));
    }
    static const char *const message = "w: x[0, 0] is not a finite number";
    assert_fails(load_matrix(scene, "F16", "[1,1]", "\x00\x7c", 2, &x), scene, EXIT_FAILURE,
                 message);
    assert_fails(load_matrix(scene, "F16", "[1,1]", "\x01\xfe", 2, &x), scene, EXIT_FAILURE,
                 message);
    assert_fails(load_matrix(scene, "BF16", "[1,1]", "\x80\xff", 2, &x), scene, EXIT_FAILURE,
                 message);
    assert_fails(load_matrix(scene, "F64", "[1,1]", "\0\0\0\0\0\0\xf8\x7f", 8, &x), scene,
                 EXIT_FAILURE, message);
}

/* 1e300 and −1e39 as float64. */
static void a_number_beyond_float32_is_named(void **state)
{
    Scene *scene = *state;
    Tensor x;
    static const char data[] = "\x9c\x75\x00\x88\x3c\xe4\x37\x7e"
                               "\x1d\x4a\x9c\xf4\x87\x82\x07\xc8";
    bool read = load_matrix(scene, "F64", "[2,1]", data, 16, &x);
    if (sizeof(real) == sizeof(double)) {
        assert_true(read && at(x, 0, 0) == (real)1e300);
        return;
    }
    assert_fails(read, scene, EXIT_FAILURE, "w: x[0, 0] is 1e+300, beyond float32's range");
    assert_fails(load_matrix(scene, "F64", "[1,1]", data + 8, 8, &x), scene, EXIT_FAILURE,
                 "w: x[0, 0] is -1e+39, beyond float32's range");
}

/* ---- What is wrong ---- */

static void the_header_s_size_must_fit_the_file(void **state)
{
    Scene *scene = *state;
    assert_bad_bytes(scene, (Bytes){"", 0}, "w: 0 bytes are too few for a safetensors file");
    assert_bad_bytes(scene, (Bytes){"\2\0\0\0\0\0\0", 7},
                     "w: 7 bytes are too few for a safetensors file");
    assert_bad_bytes(scene, (Bytes){"\0\0\0\0\0\0\0\0", 8},
                     "w: not a safetensors file: its header is no JSON object");
    assert_bad_bytes(scene, (Bytes){"\3\0\0\0\0\0\0\0{}", 10},
                     "w: truncated: 10 bytes, but the header alone is 3");
    assert_bad_bytes(scene, (Bytes){"\xff\xff\xff\xff\xff\xff\xff\xff{}", 10},
                     "w: not a safetensors file: its header would be 18446744073709551615 bytes, "
                     "at most 100000000");
    assert_bad_bytes(scene, (Bytes){"\x01\xe1\xf5\x05\0\0\0\0{}", 10},
                     "w: not a safetensors file: its header would be 100000001 bytes, at most "
                     "100000000");
    assert_bad_bytes(scene, (Bytes){"\x89PNG\r\n\x1a\n{}", 10},
                     "w: not a safetensors file: its header would be 727905341920923785 bytes, at "
                     "most 100000000");
}

static void a_pointer_of_git_lfs_is_told_as_one(void **state)
{
    static const char pointer[] = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n";
    assert_bad_bytes(*state, (Bytes){pointer, strlen(pointer)},
                     "w: a Git LFS pointer, not the file itself; `git lfs pull` fetches that");
}

static void the_header_must_be_a_json_object(void **state)
{
    Scene *scene = *state;
    assert_bad_header(scene, "[]", "w: not a safetensors file: its header is no JSON object");
    assert_bad_header(scene, " {}", "w: not a safetensors file: its header is no JSON object");
    static const char *const headers[] = {"{",
                                          "{}x",
                                          "{\"x\"}",
                                          "{\"x\":1,}",
                                          "{'x':1}",
                                          "{\"x\":1e999}",
                                          "{\"\\u0000\":1}",
                                          "{\"\xff\":1}",
                                          "{\"x\":99999999999999999999}"};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        Safetensors file;
        assert_false(parse(scene, file_of(scene, headers[i], "", 0), &file));
        assert_non_null(strstr(scene->error.message, "w: the header is not valid JSON: "));
    }
}

static void a_name_may_not_come_twice(void **state)
{
    Scene *scene = *state;
    Safetensors file;
    const char *header = "{\"x\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]},"
                         "\"x\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}}";
    assert_false(parse(scene, file_of(scene, header, "", 0), &file));
    assert_non_null(strstr(scene->error.message, "duplicate object key"));
}

static void deep_nesting_is_refused(void **state)
{
    Scene *scene = *state;
    Safetensors file;
    size_t depth = 100000;
    char *header = arena_alloc(scene->arena, depth + 8, 1);
    strcpy(header, "{\"x\":");
    memset(header + 5, '[', depth);
    assert_false(parse(scene, file_of(scene, header, "", 0), &file));
    assert_non_null(strstr(scene->error.message, "w: the header is not valid JSON: "));
}

static void every_field_of_a_tensor_is_checked(void **state)
{
    Scene *scene = *state;
#define X(fields) "{\"x\":{" fields "}}"
#define GOOD_TYPE "\"dtype\":\"F32\","
#define GOOD_SHAPE "\"shape\":[2,3],"
#define GOOD_OFFSETS "\"data_offsets\":[0,24]"
    assert_bad_header(scene, "{\"x\":1}", "w: x: no dtype");
    assert_bad_header(scene, "{\"x\":null}", "w: x: no dtype");
    assert_bad_header(scene, "{\"x\":[]}", "w: x: no dtype");
    assert_bad_header(scene, X("\"dtype\":32," GOOD_SHAPE GOOD_OFFSETS), "w: x: no dtype");
    assert_bad_header(scene, X("\"dtype\":\"f32\"," GOOD_SHAPE GOOD_OFFSETS),
                      "w: x: unknown dtype 'f32'");
    assert_bad_header(scene, X(GOOD_TYPE GOOD_OFFSETS), "w: x: no shape");
    assert_bad_header(scene, X(GOOD_TYPE "\"shape\":6," GOOD_OFFSETS), "w: x: no shape");
    assert_bad_header(scene, X(GOOD_TYPE "\"shape\":[2,-3]," GOOD_OFFSETS),
                      "w: x: shape[1] is not a whole number");
    assert_bad_header(scene, X(GOOD_TYPE "\"shape\":[2.0,3]," GOOD_OFFSETS),
                      "w: x: shape[0] is not a whole number");
    assert_bad_header(scene, X(GOOD_TYPE "\"shape\":[1,1,1,1,1,1,1,2,3]," GOOD_OFFSETS),
                      "w: x: 9 dimensions, at most 8");
    static const char *const offsets[] = {"24",      "[0]",        "[0,24,24]", "[\"0\",24]",
                                          "[-1,23]", "[0.0,24.0]", "{}",        "null"};
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++)
        assert_bad_header(
            scene,
            arena_format(scene->arena, X(GOOD_TYPE GOOD_SHAPE "\"data_offsets\":%s"), offsets[i]),
            "w: x: data_offsets are not two whole numbers");
    assert_bad_header(scene, X(GOOD_TYPE "\"shape\":[2,3]"),
                      "w: x: data_offsets are not two whole numbers");
#undef X
#undef GOOD_TYPE
#undef GOOD_SHAPE
#undef GOOD_OFFSETS
}

static void metadata_are_strings(void **state)
{
    assert_bad_header(*state, "{\"__metadata__\":\"x\"}", "w: __metadata__ is not an object");
    assert_bad_header(*state, "{\"__metadata__\":{\"a\":\"1\",\"b\":2}}",
                      "w: __metadata__: b is not a string");
}

/* A header of one float32 tensor with this shape and these offsets, before 24 bytes of data. */
static void assert_bad_place(Scene *scene, const char *shape, const char *offsets,
                             const char *message)
{
    assert_bad_header(
        scene,
        arena_format(scene->arena,
                     "{\"x\":{\"dtype\":\"F32\",\"shape\":[%s],\"data_offsets\":[%s]}}", shape,
                     offsets),
        message);
}

static void offsets_that_lie_are_found_out(void **state)
{
    assert_bad_place(*state, "2,3", "0,28",
                     "w: x: data_offsets 0 to 28 do not lie within the 24 bytes of data");
    assert_bad_place(*state, "2,3", "24,48",
                     "w: x: data_offsets 24 to 48 do not lie within the 24 bytes of data");
    assert_bad_place(*state, "2,3", "24,0",
                     "w: x: data_offsets 24 to 0 do not lie within the 24 bytes of data");
    assert_bad_place(*state, "2,3", "0,9223372036854775807",
                     "w: x: data_offsets 0 to 9223372036854775807 do not lie within the 24 bytes "
                     "of data");
    assert_bad_place(*state, "2,3", "0,20",
                     "w: x: data_offsets 0 to 20 do not hold its shape in F32");
    assert_bad_place(*state, "2,4", "0,24",
                     "w: x: data_offsets 0 to 24 do not hold its shape in F32");
    assert_bad_place(*state, "1,5", "4,24",
                     "w: x: its data begin at 4, expected 0: there is a hole");
    assert_bad_place(*state, "1,5", "0,20", "w: 4 bytes after the last tensor");
}

/* Products that wrap round to 24 bytes, or to nothing. */
static void shapes_beyond_memory_are_found_out(void **state)
{
    static const char *const shapes[] = {"4611686018427387904,4", "4611686018427387910",
                                         "4294967296,4294967296", "9223372036854775807,3",
                                         "6,4611686018427387905"};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        assert_bad_place(*state, shapes[i], "0,24",
                         "w: x: data_offsets 0 to 24 do not hold its shape in F32");
}

static void tensors_share_no_byte_and_leave_no_hole(void **state)
{
    static const char *const form =
        "{\"a\":{\"dtype\":\"U8\",\"shape\":[12],\"data_offsets\":[0,12]},"
        "\"b\":{\"dtype\":\"U8\",\"shape\":[%d],\"data_offsets\":[%d,24]}}";
    Scene *scene = *state;
    assert_bad_header(scene, arena_format(scene->arena, form, 13, 11),
                      "w: b: its data begin at 11, expected 12: they overlap others");
    assert_bad_header(scene, arena_format(scene->arena, form, 11, 13),
                      "w: b: its data begin at 13, expected 12: there is a hole");
    assert_bad_header(scene, arena_format(scene->arena, form, 24, 0),
                      "w: b: its data begin at 0, expected 12: they overlap others");
}

/* ---- Everything else ---- */

/* Parses and asks for both tensors: nothing but an answer or a message that names the file. */
static void survive(Scene *scene, Bytes bytes)
{
    Safetensors file;
    Tensor t;
    scene->error.message[0] = '\0';
    bool ok = parse(scene, bytes, &file) &&
              safetensors_matrix(scene->arena, &file, "a", &t, &scene->error) &&
              safetensors_matrix(scene->arena, &file, "b", &t, &scene->error);
    assert_true(ok ? !*scene->error.message : strncmp(scene->error.message, "w: ", 3) == 0);
}

static void a_file_cut_anywhere_fails(void **state)
{
    Scene *scene = *state;
    Bytes whole = written(scene);
    for (size_t size = 0; size < whole.size; size++) {
        Safetensors file;
        char *cut = memcpy(arena_alloc(scene->arena, size, 1), whole.data, size);
        assert_false(parse(scene, (Bytes){cut, size}, &file));
        assert_int_equal(strncmp(scene->error.message, "w: ", 3), 0);
    }
}

/* One to four bytes changed, put in or left out, anywhere; digits and punctuation more often. */
static size_t mutate(Random *random, char *bytes, size_t size)
{
    static const char likely[] = "0123456789{}[]\",:\\-eE\xff ";
    for (uint32_t left = 1 + random_below(random, 4); left; left--) {
        uint32_t place = random_below(random, (uint32_t)size), kind = random_below(random, 4);
        char byte = random_below(random, 2) ? likely[random_below(random, sizeof likely)]
                                            : (char)random_below(random, 256);
        size_t rest = size - place;
        if (kind == 0 && size > 1)
            memmove(bytes + place, bytes + place + 1, --size - place);
        else if (kind == 1)
            memmove(bytes + place + 1, bytes + place, rest), size++;
        if (kind != 0)
            bytes[place] = byte;
    }
    return size;
}

static void a_mutated_file_is_read_or_refused(void **state)
{
    Scene *scene = *state;
    Bytes whole = written(scene);
    char original[512], bytes[520];
    assert_true(whole.size <= sizeof original);
    memcpy(original, whole.data, whole.size);
    Random random = random_new(1);
    for (int round = 0; round < 20000; round++) {
        arena_reset(scene->arena);
        memcpy(bytes, original, whole.size);
        size_t size = mutate(&random, bytes, whole.size);
        char *exact = memcpy(arena_alloc(scene->arena, size, 1), bytes, size);
        if (round % 2 && size > 16) /* the header's size kept right, so that more of it is read */
            memcpy(exact, original, 8);
        survive(scene, (Bytes){exact, size});
    }
}

/* What a float16 makes of a number: written and read. */
static double through_f16(Scene *scene, double number)
{
    Tensor t = tensor_new(scene->arena, 1, 1), found;
    t.data[0] = (real)number;
    FILE *stream = fopen("half", "wb");
    safetensors_write(stream, &(NamedTensor){"t", t, FLOAT16}, 1, NULL, 0);
    fclose(stream);
    Safetensors file;
    if (!safetensors_parse(scene->arena, "half", scene_read(scene, "half"), &file, &scene->error) ||
        !safetensors_matrix(scene->arena, &file, "t", &found, &scene->error))
        return INFINITY;
    return (double)found.data[0];
}

static void float16_rounds_to_the_nearest_and_ties_to_even(void **state)
{
    Scene *scene = *state;
    static const double cases[][2] = {
        {0, 0},
        {1, 1},
        {-1.5, -1.5},
        {0.1, 0x1.998p-4},
        {1 + 0x1p-11, 1},
        {1 + 3 * 0x1p-11, 1 + 0x1p-9},
        {1 + 0x1.02p-11, 1 + 0x1p-10},
        {2 - 0x1p-12, 2},
        {65504, 65504},
        {65519, 65504},
        {65520, INFINITY},
        {-1e9, INFINITY}, /* refused when read */
        {0x1p-14, 0x1p-14},
        {0x1p-14 - 0x1p-26, 0x1p-14},
        {0x1p-24, 0x1p-24},
        {0x1p-25, 0},
        {0x1.01p-25, 0x1p-24},
        {-3 * 0x1p-25, -0x1p-23},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double found = through_f16(scene, cases[i][0]);
        if (!(found == cases[i][1]))
            fail_msg("%a became %a, expected %a", cases[i][0], found, cases[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_it_wrote),
        cmocka_unit_test(writes_the_bytes_of_the_format),
        cmocka_unit_test(a_file_without_tensors_is_one),
        cmocka_unit_test(tensors_may_be_listed_in_any_order),
        cmocka_unit_test(converts_the_floating_types),
        cmocka_unit_test(only_matrices_of_floating_numbers_can_be_had),
        cmocka_unit_test(a_number_that_is_not_finite_is_named),
        cmocka_unit_test(a_number_beyond_float32_is_named),
        cmocka_unit_test(the_header_s_size_must_fit_the_file),
        cmocka_unit_test(a_pointer_of_git_lfs_is_told_as_one),
        cmocka_unit_test(the_header_must_be_a_json_object),
        cmocka_unit_test(a_name_may_not_come_twice),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(every_field_of_a_tensor_is_checked),
        cmocka_unit_test(metadata_are_strings),
        cmocka_unit_test(offsets_that_lie_are_found_out),
        cmocka_unit_test(shapes_beyond_memory_are_found_out),
        cmocka_unit_test(tensors_share_no_byte_and_leave_no_hole),
        cmocka_unit_test(a_file_cut_anywhere_fails),
        cmocka_unit_test(a_mutated_file_is_read_or_refused),
        cmocka_unit_test(float16_rounds_to_the_nearest_and_ties_to_even),
    };
    return run_scenes(tests);
}
