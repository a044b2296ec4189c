#include "support/scene.h"

/* The numbers of a second implementation, in Python, after the papers. */
TEST(a_seed_gives_the_same_numbers_on_every_machine)
{
    Random one = random_new(1), last = random_new(UINT64_MAX);
    assert_true(random_bits(&one) == 0xb3f2af6d0fc710c5);
    assert_true(random_bits(&one) == 0x853b559647364cea);
    assert_true(random_bits(&one) == 0x92f89756082a4514);
    assert_true(random_bits(&one) == 0x642e1c7bc266a3a7);
    assert_true(random_bits(&last) == 0x8f5520d52a7ead08);
    assert_true(random_bits(&last) == 0xc476a018caa1802d);
}

TEST(a_name_has_a_stream_of_its_own)
{
    Random bat = random_named(7, "bat"), nameless = random_named(7, "");
    assert_true(random_bits(&bat) == 0xe1168aed64719b61);
    assert_true(random_bits(&bat) == 0xc09875e9edbf9683);
    assert_true(random_bits(&bat) == 0x73d58473c0c42886);
    assert_true(random_bits(&nameless) == 0x7a5b1491418ef44c);

    Random other_seed = random_named(8, "bat"), other_name = random_named(7, "tab");
    Random again = random_named(7, "bat");
    uint64_t bits = random_bits(&again);
    assert_true(bits == 0xe1168aed64719b61);
    assert_true(random_bits(&other_seed) != bits);
    assert_true(random_bits(&other_name) != bits);
}

TEST(a_copy_repeats_what_the_original_will_say)
{
    Random random = random_new(3);
    random_bits(&random);
    Random copy = random;
    for (int i = 0; i < 100; i++)
        assert_true(random_bits(&copy) == random_bits(&random));
}

static bool same(double x, double y)
{
    return !(x < y) && !(x > y);
}

TEST(uniform_and_normal_numbers_are_the_same_bits_everywhere)
{
    Random random = random_new(1);
    assert_true(same(random_uniform(&random), 0x1.67e55eda1f8e2p-1));
    assert_true(same(random_uniform(&random), 0x1.0a76ab2c8e6c9p-1));
    assert_true(same(random_uniform(&random), 0x1.25f12eac10548p-1));
    random = random_new(1);
    assert_true(same(random_normal(&random), 0x1.e267c87ac62ebp+0));
    assert_true(same(random_normal(&random), 0x1.4d55c9633557cp+0));
    assert_true(same(random_normal(&random), 0x1.c0d732ae4b3ddp-2));
}

/* The means of x, x², x³, x⁴ over many numbers. */
static void moments(double mean[4], double (*draw)(Random *))
{
    enum { COUNT = 200000 };
    Random random = random_new(11);
    for (int m = 0; m < 4; m++)
        mean[m] = 0;
    for (int i = 0; i < COUNT; i++) {
        double x = draw(&random), power = 1;
        assert_true(isfinite(x));
        for (int m = 0; m < 4; m++)
            mean[m] += (power *= x) / COUNT;
    }
}

/* The bounds are four standard deviations of each mean. */
TEST(normal_numbers_have_the_moments_of_the_normal_distribution)
{
    double mean[4];
    moments(mean, random_normal);
    assert_true(fabs(mean[0]) < 0.009);
    assert_true(fabs(mean[1] - 1) < 0.013);
    assert_true(fabs(mean[2]) < 0.035);
    assert_true(fabs(mean[3] - 3) < 0.088);
}

static double uniform_below_one(Random *random)
{
    double x = random_uniform(random);
    assert_true(x >= 0 && x < 1);
    return x;
}

TEST(uniform_numbers_fill_zero_to_one)
{
    double mean[4];
    moments(mean, uniform_below_one);
    for (int m = 0; m < 4; m++)
        assert_true(fabs(mean[m] - 1.0 / (m + 2)) < 0.003);
}

/* χ² with n − 1 degrees of freedom: beyond these bounds once in a thousand. */
TEST(numbers_below_n_are_equally_frequent)
{
    static const struct {
        uint32_t n;
        double bound;
    } cases[] = {{2, 10.83}, {3, 13.82}, {6, 20.52}, {10, 27.88}};
    Random random = random_new(5);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        double expected = 10000, chi_squared = 0;
        int count[10] = {0};
        for (uint32_t i = 0; i < cases[c].n * 10000; i++) {
            uint32_t x = random_below(&random, cases[c].n);
            assert_true(x < cases[c].n);
            count[x]++;
        }
        for (uint32_t x = 0; x < cases[c].n; x++)
            chi_squared += (count[x] - expected) * (count[x] - expected) / expected;
        assert_true(chi_squared < cases[c].bound);
    }
}

TEST(numbers_below_one_are_zero_and_large_bounds_are_reached)
{
    Random random = random_new(6);
    uint32_t largest = 0;
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(random_below(&random, 1), 0);
        uint32_t x = random_below(&random, UINT32_MAX);
        assert_true(x < UINT32_MAX);
        largest = x > largest ? x : largest;
    }
    assert_true(largest > UINT32_MAX / 100 * 98);
}
