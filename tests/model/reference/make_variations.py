#!/usr/bin/env python3
"""Reference values for attention as it is not done in the paper: NumPy, in float64.

    python3 tests/model/reference/make_variations.py

writes variations.safetensors beside itself (Debian: python3-numpy). Queries, keys and values [n, d],
a causal mask, and for each way to scale, temperature, weighting and masking the weights:
"SCALE-WEIGHTING-MASKING-T", each as a number in the order of model/layers.h, T after it.
"""
import numpy as np

from safetensors_file import write_safetensors

N, D = 5, 4
rng = np.random.default_rng(7)


def weights(scores, scale, temperature, weighting, masking):
    hidden = np.triu(np.ones((N, N), bool), 1)
    s = scores / (D**0.5 if scale == 0 else 1) / temperature
    if masking == 0:
        s = np.where(hidden, -np.inf if weighting == 0 else 0, s)
    if masking == 1:
        s = np.where(hidden, 0, s)
    a = np.exp(s) if weighting == 0 else s**weighting
    a = a / a.sum(axis=1, keepdims=True)
    if masking == 2:
        a = np.where(hidden, 0, a)
    return a / (D**0.5 if scale == 2 else 1)


def main():
    q, k, v = (rng.normal(size=(N, D)).astype(np.float32) for _ in range(3))
    tensors = {"q": q, "k": k, "v": v}
    scores = q.astype(float) @ k.astype(float).T
    for scale in range(3):
        for weighting in range(3):
            for masking in range(3):
                for t in (1, 3):
                    name = f"{scale}-{weighting}-{masking}-{t}"
                    a = weights(scores, scale, t, weighting, masking)
                    tensors[f"{name}/weights"], tensors[f"{name}/output"] = a, a @ v
    write_safetensors("variations.safetensors", tensors)


if __name__ == "__main__":
    main()
