#include "train/pairs.h"

#include "support/scene.h"

enum { SIZE = 32, MOST_WORDS = 32 };

TEST(batches_are_mostly_of_equal_lengths)
{
    PairSource s = language_source(scene->arena, LONGEST_USUAL, false);
    PairBatches batches = pair_batches_new(scene->arena, &s, 1, SIZE);
    int groups = 0;
    for (int step = 0; step < 2 * BATCHES_A_ROUND; step++) {
        const Pair *pairs = pair_batch(&batches, step);
        groups++;
        for (int i = 1; i < SIZE; i++)
            groups += pairs[i].source_length != pairs[i - 1].source_length ||
                      pairs[i].target_length != pairs[i - 1].target_length;
    }
    assert_true(groups < 2 * 2 * BATCHES_A_ROUND); /* fewer than two a batch */
}

static void check_same(const Pair *pairs, const Pair *expected)
{
    for (int i = 0; i < SIZE; i++) {
        assert_int_equal(pairs[i].source_length, expected[i].source_length);
        assert_memory_equal(pairs[i].source, expected[i].source,
                            (size_t)expected[i].source_length * sizeof *expected[i].source);
    }
}

/* Asked for backwards and across rounds, by another object. */
TEST(a_step_has_the_same_batch_whatever_was_asked_before)
{
    static const int steps[] = {0, 1, BATCHES_A_ROUND - 1, BATCHES_A_ROUND, 5 * BATCHES_A_ROUND};
    enum { STEPS = sizeof steps / sizeof *steps };
    PairSource s = language_source(scene->arena, LONGEST_USUAL, false);
    PairBatches batches = pair_batches_new(scene->arena, &s, 2, SIZE);
    PairBatches other = pair_batches_new(scene->arena, &s, 2, SIZE);
    Pair kept[STEPS][SIZE];
    for (int i = 0; i < STEPS; i++)
        memcpy(kept[i], pair_batch(&batches, steps[i]), sizeof kept[i]);
    for (int i = STEPS - 1; i >= 0; i--)
        check_same(pair_batch(&other, steps[i]), kept[i]);
    assert_memory_not_equal(kept[0], kept[1], sizeof kept[0]);
    assert_memory_not_equal(kept[0], kept[STEPS - 1], sizeof kept[0]);
}

TEST(another_seed_gives_others)
{
    PairSource s = language_source(scene->arena, LONGEST_USUAL, false);
    PairBatches first = pair_batches_new(scene->arena, &s, 1, SIZE);
    PairBatches second = pair_batches_new(scene->arena, &s, 2, SIZE);
    assert_memory_not_equal(pair_batch(&first, 0), pair_batch(&second, 0), sizeof(Pair));
}

/* Over whole rounds, lengths are as frequent as in plain draws. No length has more than an eighth
   of the sentences, so the difference of two shares of n draws deviates by at most √(2 · ⅛ · ⅞/n).
 */
TEST(lengths_are_as_frequent_as_drawn)
{
    enum { ROUNDS = 10, DRAWS = ROUNDS * BATCHES_A_ROUND * SIZE };
    PairSource s = language_source(scene->arena, LONGEST_USUAL, false);
    PairBatches batches = pair_batches_new(scene->arena, &s, 3, SIZE);
    int batched[MOST_WORDS] = {0}, drawn[MOST_WORDS] = {0};
    Random random = random_new(4);
    for (int step = 0; step < ROUNDS * BATCHES_A_ROUND; step++) {
        const Pair *pairs = pair_batch(&batches, step);
        for (int i = 0; i < SIZE; i++)
            batched[pairs[i].target_length]++;
    }
    for (int i = 0; i < DRAWS; i++) {
        Pair pair;
        s.draw(&s, &random, &pair);
        drawn[pair.target_length]++;
    }
    for (int i = 0; i < MOST_WORDS; i++)
        assert_true(fabs((double)(batched[i] - drawn[i])) / DRAWS < 5 * sqrt(7. / 32 / DRAWS));
}
