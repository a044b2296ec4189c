#include "base/base.h"

/* splitmix64 expands the seed into the whole state. */
static uint64_t splitmix(uint64_t *x)
{
    uint64_t z = (*x += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

Random random_new(uint64_t seed)
{
    Random random;
    for (int i = 0; i < 4; i++)
        random.state[i] = splitmix(&seed);
    return random;
}

Random random_named(uint64_t seed, const char *name)
{
    uint64_t hash = 0xcbf29ce484222325; /* FNV-1a */
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 0x100000001b3;
    return random_new(splitmix(&seed) ^ hash);
}

static uint64_t rotate_left(uint64_t x, int by)
{
    return (x << by) | (x >> (64 - by));
}

uint64_t random_bits(Random *random)
{
    uint64_t *s = random->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

double random_uniform(Random *random)
{
    return (double)(random_bits(random) >> 11) * 0x1p-53;
}

/* Marsaglia's polar method; the second number of each pair is discarded. */
double random_normal(Random *random)
{
    for (;;) {
        double u = 2 * random_uniform(random) - 1, v = 2 * random_uniform(random) - 1;
        double s = u * u + v * v;
        if (s > 0 && s < 1)
            return u * sqrt(-2 * portable_log(s) / s);
    }
}

uint32_t random_below(Random *random, uint32_t n)
{
    uint64_t limit = UINT64_MAX - UINT64_MAX % n; /* the largest multiple of n */
    uint64_t bits;
    do
        bits = random_bits(random);
    while (bits >= limit);
    return (uint32_t)(bits % n);
}
