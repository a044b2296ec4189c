#include "write/formats.h"

#include "support/read_back.h"
#include "support/sample.h"

static Bytes npy_of(Scene *scene, const Step *step)
{
    return recorded(scene->arena, format_npy.write_step(recorder, step));
}

static const char *const labels[] = {"a", "b", "c"};

TEST(the_largest_shape_fits_the_header)
{
    Node node = {.value = {.rows = 0, .cols = 2147483647}};
    check_npy(scene->arena, &(Step){.node = &node});
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
    check_npy(scene->arena, &step);
}

TEST(every_step_of_a_trace_comes_back)
{
    const Trace *trace = sample_trace(
        scene, (SampleSettings){.text = "he hit the ball", .heads = 2, .mask = "causal"});
    for (int i = 0; i < trace->step_count; i++)
        check_npy(scene->arena, &trace->steps[i]);
}
