/* Seeded random numbers: the same seed gives the same numbers on every machine. */
#pragma once

#include <stdint.h>

/* A stream of numbers (xoshiro256**, Blackman & Vigna 2018). A value: copy it to fork it. */
typedef struct Random {
    uint64_t state[4];
} Random;

Random random_new(uint64_t seed);

/* A stream of its own for a named thing (a word, a matrix) under a seed: it does not depend on
   what else was drawn. */
Random random_named(uint64_t seed, const char *name);

uint64_t random_bits(Random *random);
double random_uniform(Random *random);             /* [0, 1) */
double random_normal(Random *random);              /* N(0, 1), polar method */
uint32_t random_below(Random *random, uint32_t n); /* 0 … n−1, unbiased */
