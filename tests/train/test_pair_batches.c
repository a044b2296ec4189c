#include "train/pair_batches.h"

#include "support/scene.h"
#include "train/pair_source.h"

#include <math.h>
#include <string.h>

enum { SIZE = 32, MOST_WORDS = 32 };

static PairSource language(Scene *scene)
{
    return language_source(scene->arena, (Lengths){SHORTEST_SENTENCE, LONGEST_USUAL});
}

static void groups_are_of_equal_lengths(void **state)
{
    Scene *scene = *state;
    PairSource s = language(scene);
    PairBatches *batches = pair_batches_new(scene->arena, &s, 1, SIZE);
    int groups = 0;
    for (int step = 0; step < 2 * BATCHES_A_ROUND; step++) {
        PairBatch batch = pair_batch(batches, step);
        int count = 0;
        for (int i = 0; i < batch.group_count; i++) {
            const PairGroup *group = &batch.groups[i];
            assert_true(group->count > 0);
            for (int k = 0; k < group->count; k++) {
                assert_int_equal(group->pairs[k].source_length, group->source_length);
                assert_int_equal(group->pairs[k].target_length, group->target_length);
            }
            count += group->count;
        }
        assert_int_equal(count, SIZE);
        groups += batch.group_count;
    }
    assert_true(groups < 2 * 2 * BATCHES_A_ROUND); /* fewer than two a batch */
}

static void check_same(PairBatch batch, const Pair *expected)
{
    int at = 0;
    for (int i = 0; i < batch.group_count; i++)
        for (int k = 0; k < batch.groups[i].count; k++, at++) {
            const Pair *pair = &batch.groups[i].pairs[k];
            assert_int_equal(pair->source_length, expected[at].source_length);
            assert_memory_equal(pair->source, expected[at].source,
                                (size_t)pair->source_length * sizeof *pair->source);
        }
    assert_int_equal(at, SIZE);
}

/* Asked for backwards and across rounds, by another object. */
static void a_step_has_the_same_batch_whatever_was_asked_before(void **state)
{
    static const int steps[] = {0, 1, BATCHES_A_ROUND - 1, BATCHES_A_ROUND, 5 * BATCHES_A_ROUND};
    enum { STEPS = sizeof steps / sizeof *steps };
    Scene *scene = *state;
    PairSource s = language(scene);
    PairBatches *batches = pair_batches_new(scene->arena, &s, 2, SIZE);
    PairBatches *other = pair_batches_new(scene->arena, &s, 2, SIZE);
    Pair kept[STEPS][SIZE];
    for (int i = 0; i < STEPS; i++)
        memcpy(kept[i], pair_batch(batches, steps[i]).groups[0].pairs, sizeof kept[i]);
    for (int i = STEPS - 1; i >= 0; i--)
        check_same(pair_batch(other, steps[i]), kept[i]);
    assert_memory_not_equal(kept[0], kept[1], sizeof kept[0]);
    assert_memory_not_equal(kept[0], kept[STEPS - 1], sizeof kept[0]);
}

static void another_seed_gives_others(void **state)
{
    Scene *scene = *state;
    PairSource s = language(scene);
    Pair first = *pair_batch(pair_batches_new(scene->arena, &s, 1, SIZE), 0).groups[0].pairs;
    Pair second = *pair_batch(pair_batches_new(scene->arena, &s, 2, SIZE), 0).groups[0].pairs;
    assert_memory_not_equal(&first, &second, sizeof first);
}

/* Over whole rounds, lengths are as frequent as in plain draws. No length has more than an eighth
   of the sentences, so the difference of two shares of n draws deviates by at most √(2 · ⅛ · ⅞/n).
 */
static void lengths_are_as_frequent_as_drawn(void **state)
{
    enum { ROUNDS = 10, DRAWS = ROUNDS * BATCHES_A_ROUND * SIZE };
    Scene *scene = *state;
    PairSource s = language(scene);
    PairBatches *batches = pair_batches_new(scene->arena, &s, 3, SIZE);
    int batched[MOST_WORDS] = {0}, drawn[MOST_WORDS] = {0};
    Random random = random_new(4);
    for (int step = 0; step < ROUNDS * BATCHES_A_ROUND; step++) {
        PairBatch batch = pair_batch(batches, step);
        for (int i = 0; i < batch.group_count; i++)
            batched[batch.groups[i].target_length] += batch.groups[i].count;
    }
    for (int i = 0; i < DRAWS; i++) {
        Pair pair;
        s.draw(&s, &random, &pair);
        drawn[pair.target_length]++;
    }
    for (int i = 0; i < MOST_WORDS; i++)
        assert_true(fabs((double)(batched[i] - drawn[i])) / DRAWS < 5 * sqrt(7. / 32 / DRAWS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_are_of_equal_lengths),
        cmocka_unit_test(a_step_has_the_same_batch_whatever_was_asked_before),
        cmocka_unit_test(another_seed_gives_others),
        cmocka_unit_test(lengths_are_as_frequent_as_drawn),
    };
    return run_scenes(tests);
}
