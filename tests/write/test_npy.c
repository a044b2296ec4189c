#include "write/formats.h"

#include "support/sample.h"

static Bytes npy_of(Scene *scene, const Step *step)
{
    Recording recording;
    recording_begin(&recording);
    format_npy.write_step(recording.stream, step);
    return recording_end(scene, &recording);
}

static unsigned byte_at(Bytes file, size_t i)
{
    assert_true(i < file.size);
    return (unsigned char)file.data[i];
}

/* Reads the header as numpy.lib.format describes it; returns where the numbers begin. */
static size_t check_header(Scene *scene, Bytes file, int rows, int cols)
{
    assert_true(file.size > 10 && !memcmp(file.data, "\x93NUMPY\x01\x00", 8));
    size_t start = 10 + byte_at(file, 8) + 256 * byte_at(file, 9);
    assert_int_equal(start % 64, 0);
    assert_true(start <= file.size);
    assert_int_equal(byte_at(file, start - 1), '\n');
    const char *dictionary = arena_format(
        scene->arena, "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }", rows, cols);
    size_t length = strlen(dictionary);
    assert_memory_equal(file.data + 10, dictionary, length);
    for (size_t i = 10 + length; i < start - 1; i++)
        assert_int_equal(byte_at(file, i), ' ');
    return start;
}

static float float_at(Bytes file, size_t start, int index)
{
    size_t i = start + 4 * (size_t)index;
    uint32_t bits = byte_at(file, i) | byte_at(file, i + 1) << 8 | byte_at(file, i + 2) << 16 |
                    (uint32_t)byte_at(file, i + 3) << 24;
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static void check_read_back(Scene *scene, const Step *step)
{
    Bytes file = npy_of(scene, step);
    Tensor t = step->node->value;
    size_t start = check_header(scene, file, t.rows, t.cols);
    assert_int_equal(file.size - start, 4 * tensor_size(t));
    for (int i = 0; i < (int)tensor_size(t); i++)
        assert_true(float_at(file, start, i) == (float)t.data[i]);
}

static const char *const labels[] = {"a", "b", "c"};

TEST(the_header_says_float32_row_after_row)
{
    const double numbers[] = {1, 2, 3, 4, 5, 6};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 2, 3, labels, numbers, NULL);
    Bytes file = npy_of(scene, &step);
    size_t start = check_header(scene, file, 2, 3);
    assert_int_equal(file.size, start + 24);
    assert_true(float_at(file, start, 1) == 2 && float_at(file, start, 3) == 4);
}

TEST(numbers_are_little_endian)
{
    const double numbers[] = {-1.5};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 1, 1, labels, numbers, NULL);
    Bytes file = npy_of(scene, &step);
    assert_memory_equal(file.data + file.size - 4, "\x00\x00\xc0\xbf", 4);
}

TEST(minus_infinity_stays_minus_infinity)
{
    const double numbers[] = {-INFINITY, 1e-45, 3.4028235e38};
    Step step = step_of_numbers(scene, VALUE_SIGNED, 1, 3, labels, numbers, NULL);
    check_read_back(scene, &step);
}

TEST(the_largest_shape_fits_the_header)
{
    Node node = {.value = {.rows = 0, .cols = 2147483647}};
    Step step = {.node = &node};
    Bytes file = npy_of(scene, &step);
    assert_int_equal(check_header(scene, file, 0, 2147483647), file.size);
}

TEST(every_step_of_a_trace_comes_back)
{
    const Trace *trace = sample_trace(
        scene, (SampleSettings){.text = "he hit the ball", .heads = 2, .mask = "causal"});
    for (int i = 0; i < trace->step_count; i++)
        check_read_back(scene, &trace->steps[i]);
}
