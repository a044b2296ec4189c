#!/usr/bin/env python3
"""Reference values for what the heads of a model look at, computed by NumPy in double precision.

    python3 tests/model/reference/make_head_measures.py

writes head_measures.safetensors beside itself (Debian: python3-numpy). A small model (a vocabulary
of 30 words, 12 features, 3 heads), sentences of its words (-1 behind their ends), which words are
content words and how frequent each is; and for each head the measures of train/texts.h.
"""

import numpy

from numpy_layers import positions, softmax
from safetensors_file import write_safetensors

WORDS, D, HEADS, LONGEST, REACH = 30, 12, 3, 11, 4
LENGTHS = [7, 11, 4, 9, 3, 8, 10, 6, 5, 11]


def centred(scores, chosen):
    part = scores[numpy.ix_(chosen, chosen)]
    return part - part.mean(axis=1, keepdims=True)


def targets(words, content, counts, unit):
    """Of each relation, each word's place to look at, or None."""
    n = len(words)
    places = [j for j in range(n) if content[words[j]]]
    relations = []
    for i in range(n):
        after = [j for j in places if 0 < j - i <= REACH]
        before = [j for j in places if 0 < i - j <= REACH]
        others = [j for j in range(n) if j != i]
        alike = [j for j in places if words[j] != words[i]] if content[words[i]] else []
        relations.append([
            min(after) if after else max(before) if before else None,
            i - 1 if i else None,
            i,
            min(others, key=lambda j: (counts[words[j]], j)),
            max(alike, key=lambda j: (unit[words[i]] @ unit[words[j]], -j)) if alike else None])
    return places, relations


def measure(E, matrices, sentences, content, counts):
    W_Q, W_K = matrices
    unit = E / numpy.linalg.norm(E, axis=1, keepdims=True)
    sums = {part: (numpy.zeros(HEADS), numpy.zeros((HEADS, HEADS))) for part in ("all", "content")}
    found, asked, chance = numpy.zeros((HEADS, 5)), numpy.zeros(5), numpy.zeros(5)
    given, asking, share = numpy.zeros(HEADS), 0, 0
    for words in sentences:
        n = len(words)
        x = E[words] * D**0.5 + positions(n, D)
        scores = [q @ k.T / (D / HEADS) ** 0.5
                  for q, k in zip(numpy.split(x @ W_Q, HEADS, 1), numpy.split(x @ W_K, HEADS, 1))]
        weights = [softmax(s) for s in scores]
        places, relations = targets(words, content, counts, unit)
        for part, chosen in (("all", list(range(n))), ("content", places)):
            c = numpy.array([centred(s, chosen) for s in scores])
            key_only, products = sums[part]
            key_only += (c.mean(axis=1) ** 2).sum(axis=1) * len(chosen)
            products += numpy.einsum("hij,kij->hk", c, c)
        for i in range(n):
            if not content[words[i]]:
                asking, share = asking + 1, share + len(places) / n
                given += [w[i, places].sum() for w in weights]
            for r, target in enumerate(relations[i]):
                if target is not None:
                    asked[r], chance[r] = asked[r] + 1, chance[r] + 1 / n
                    found[:, r] += [w[i].argmax() == target for w in weights]
    columns, correlations = [], []
    for part in ("all", "content"):
        key_only, products = sums[part]
        own = numpy.diag(products)
        columns.append(key_only / own)
        correlations.append((products / numpy.sqrt(numpy.outer(own, own)))[numpy.triu_indices(HEADS, 1)].mean())
    return {"heads": numpy.column_stack(columns + [given / asking, found / asked]),
            "correlations": numpy.array([correlations]),
            "chances": numpy.array([[share / asking, *(chance / asked)]])}


def main():
    random = numpy.random.default_rng(12)
    single = lambda *shape, scale=1.0: random.normal(scale=scale, size=shape).astype(numpy.float32)
    E, W_Q, W_K, W_V, W_O = single(WORDS, D, scale=0.5), *(single(D, D, scale=D**-0.5) for _ in range(4))
    content = random.random(WORDS) < 0.6
    content[:2] = False  # the special words
    counts = random.permutation(WORDS) + 1
    sentences = [random.integers(2, WORDS, n) for n in LENGTHS]
    padded = numpy.full((len(sentences), LONGEST), -1)
    for row, words in zip(padded, sentences):
        row[: len(words)] = words
    tensors = {"embeddings": E, "W_Q": W_Q, "W_K": W_K, "W_V": W_V, "W_O": W_O,
               "content": content[None], "counts": counts[None], "sentences": padded}
    wide = [t.astype(float) for t in (E, W_Q, W_K)]
    tensors.update(measure(wide[0], wide[1:], sentences, content, counts))
    write_safetensors("head_measures.safetensors", tensors)


main()
