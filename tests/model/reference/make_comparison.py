#!/usr/bin/env python3
"""Reference values for one word in two sentences, computed by NumPy in double precision.

    python3 tests/model/reference/make_comparison.py

writes comparison.safetensors beside itself (Debian: python3-numpy). A small model (a vocabulary of
12 words, 12 features, projections as attnviz has them) and, for each case and sentence, what
tests/model/test_comparison.c computes again: the word's row of weights in every head and in their
mean, what each word contributes, the change, the shares, the vectors before and after, the cosines
between the sentences and the order of the vocabulary by its cosine to the vector after.
"""

import numpy

from numpy_layers import positions, softmax
from safetensors_file import write_safetensors

WORDS, D = 12, 12

CASES = [  # name, heads, mask, sentences as rows of the vocabulary, the word's place in each
    ("open", 3, None, [[3, 1, 4, 1, 5, 9, 2], [2, 7, 8]], [6, 0]),
    ("causal", 2, "causal", [[3, 1, 4, 1, 5, 9, 2], [2, 7, 8]], [6, 0]),
    ("one-head", 1, None, [[2], [10, 11, 2, 6]], [0, 2]),
]


def cosine(a, b):
    return a @ b / (numpy.linalg.norm(a) * numpy.linalg.norm(b))


def compare(model, heads, mask, words, place):
    n, d_k = len(words), D // heads
    x = model["embeddings"][words] + positions(n, D)
    hidden = numpy.triu(numpy.ones((n, n), bool), 1) if mask else numpy.zeros((n, n), bool)
    weights, parts = [], numpy.zeros((n, D))
    for head in range(heads):
        own = slice(head * d_k, (head + 1) * d_k)
        q, k, v = (x @ model[name][:, own] for name in ("W_Q", "W_K", "W_V"))
        scores = numpy.where(hidden, -numpy.inf, q @ k.T / d_k**0.5)
        weights.append(softmax(scores)[place])
        for j in range(n):  # one word's contribution after another, by the definition
            parts[j] += weights[head][j] * v[j] @ model["W_O"][own, :]
    change = parts.sum(axis=0)
    before = model["embeddings"][words[place]]
    return {"weights": numpy.array(weights + [numpy.mean(weights, axis=0)]),
            "contributions": parts, "change": change[None],
            "shares": (parts @ change / (change @ change))[None],
            "before": before[None], "after": (before + change)[None]}


def add_case(name, heads, mask, sentences, places, model, tensors):
    results = [compare(model, heads, mask, w, p) for w, p in zip(sentences, places)]
    for i, result in enumerate(results):
        for part, value in result.items():
            tensors[f"{name}/{i + 1}/{part}"] = value
        near = [cosine(row, result["after"][0]) for row in model["embeddings"]]
        order = [row for row in numpy.argsort([-c for c in near], kind="stable")
                 if row != sentences[i][places[i]]]
        tensors[f"{name}/{i + 1}/order"] = numpy.array([order])
        tensors[f"{name}/{i + 1}/nearest"] = numpy.array([[near[row]] for row in order])
    for when in ("before", "after"):
        tensors[f"{name}/cosines-{when}"] = numpy.array(
            [[cosine(a[when][0], b[when][0]) for b in results] for a in results])


def main():
    random = numpy.random.RandomState(1)
    model = {"embeddings": random.randn(WORDS, D)}
    for name in ("W_Q", "W_K", "W_V", "W_O"):
        model[name] = random.randn(D, D) / D**0.5
    for name in model:  # the numbers that attnviz reads
        model[name] = model[name].astype(numpy.float32).astype(float)
    tensors = dict(model)
    for case in CASES:
        add_case(*case, model, tensors)
    write_safetensors("comparison.safetensors", tensors)


main()
