"""The numbers of tests/trace/test_bottleneck.c, counted anew: which seed of which sort translates which
sentence, their means, the bands, and the lengths learned from (up to 5 words) and beyond.

    python3 tests/trace/reference/bottleneck.py
"""
import numpy as np

LENGTHS, LONGEST = [2, 5, 7], 5
# of each sentence its length, and the sort and seed that has it right
SENTENCES = [(2, 0, 0), (2, 0, 1), (5, 0, 0), (5, 0, 0), (5, 1, 0), (7, 1, 1)]

right = np.zeros((2, len(LENGTHS), 2))  # seed, length, sort
of = np.zeros(len(LENGTHS))
for length, sort, seed in SENTENCES:
    right[seed, LENGTHS.index(length), sort] += 1
    of[LENGTHS.index(length)] += 1

accuracy = right / of[None, :, None]
within = np.array(LENGTHS) <= LONGEST
ranges = np.stack([right[:, m].sum(axis=1) / of[m].sum() for m in (within, ~within)], axis=1)
for name, x in (("accuracy", accuracy), ("ranges", ranges)):
    for edge, of_seeds in (("", np.mean), ("/least", np.min), ("/most", np.max)):
        print(name + edge, of_seeds(x, axis=0).ravel().round(6).tolist())
