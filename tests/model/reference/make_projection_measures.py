#!/usr/bin/env python3
"""Reference values for what is measured of attention with and without projections, by NumPy.

    python3 tests/model/reference/make_projection_measures.py

writes projection_measures.safetensors beside itself (Debian: python3-numpy). Each case has its
input X [n, D], its projections (heads side by side in columns) and which keys are hidden [n, n],
and, in double precision from these, the measures in the order XXᵀ, head 1 …, mean of the heads, and
of the entropy XXᵀ times what gives its scores the mean standard deviation of the heads'. A case
"unit" has rows of X that are divided by their length before XXᵀ.
"""

import numpy

from safetensors_file import write_safetensors

CASES = [  # name, tokens, d_model, heads, mask
    ("plain", 7, 12, 3, None),
    ("causal", 7, 12, 2, "causal"),
    ("blind", 6, 16, 4, "blind"),
    ("one-head", 5, 8, 1, None),
    ("one-token", 1, 8, 2, None),
    ("unit", 7, 12, 3, "causal"),
]


def make_hidden(kind, n):
    row, col = numpy.indices((n, n))
    return {
        None: row < 0,
        "causal": col > row,
        "blind": (row == 2) | (col == 4),  # the third query sees nothing
    }[kind]


def softmax(scores, hidden):
    exponentials = numpy.where(hidden, 0, numpy.exp(scores))
    sums = exponentials.sum(axis=1, keepdims=True)
    return exponentials / numpy.where(sums == 0, 1, sums)


def symmetry(a):
    return (a * a.T).sum() / (a * a).sum()


def entropy(w):
    return -(w * numpy.log2(numpy.where(w > 0, w, 1))).sum(axis=1)


def distance(v, w):
    return numpy.abs(v - w).sum(axis=1).mean() / 2


def make_case(name, n, d, heads, mask, random, tensors):
    x = random.normal(size=(n, d)).astype(numpy.float32)
    w_q, w_k = (random.normal(scale=d**-0.5, size=(d, d)).astype(numpy.float32) for _ in range(2))
    hidden = make_hidden(mask, n)
    tensors.update({f"{name}/X": x, f"{name}/W_Q": w_q, f"{name}/W_K": w_k, f"{name}/hidden": hidden})

    x, w_q, w_k = (t.astype(numpy.float64) for t in (x, w_q, w_k))
    u = x / numpy.linalg.norm(x, axis=1, keepdims=True) if name == "unit" else x
    scores, weights = [u @ u.T], [softmax(u @ u.T / d**0.5, hidden)]
    for q, k in zip(numpy.split(x @ w_q, heads, 1), numpy.split(x @ w_k, heads, 1)):
        scores.append(q @ k.T)
        weights.append(softmax(q @ k.T / (d // heads) ** 0.5, hidden))
    mean = sum(weights[1:]) / heads
    raw, spread = scores[0] / d**0.5, numpy.mean([s.std() / (d // heads) ** 0.5 for s in scores[1:]])
    matched = softmax(raw * (spread / raw.std() if n > 1 else 0), hidden)
    tensors[f"{name}/matched"] = matched
    shown = weights + [mean]
    tensors[f"{name}/symmetry"] = numpy.array([[symmetry(s)] for s in scores])
    tensors[f"{name}/diagonal"] = numpy.array([[w.trace() / n] for w in shown])
    tensors[f"{name}/entropy"] = numpy.stack([entropy(w) for w in shown + [matched]], 1)
    tensors[f"{name}/raw-most"] = weights[0].max(axis=1, keepdims=True)
    tensors[f"{name}/mean-most"] = mean.max(axis=1, keepdims=True)
    tensors[f"{name}/distances"] = numpy.array([[distance(v, w) for w in weights] for v in weights])


def main():
    random, tensors = numpy.random.default_rng(1), {}
    for case in CASES:
        make_case(*case, random, tensors)
    write_safetensors("projection_measures.safetensors", tensors)


main()
