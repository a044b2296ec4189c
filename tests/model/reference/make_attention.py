#!/usr/bin/env python3
"""Reference values for multi-head attention: PyTorch's nn.MultiheadAttention.

    python3 tests/model/reference/make_attention.py

writes attention.safetensors beside itself (Debian: python3-torch, python3-numpy). Each case has its
input X [n, D], its mask M [n, n], the projections as attnviz has them (X·W, heads side by side in
columns) and what PyTorch makes of them: the weights of every head and the output.
"""

import numpy
import torch

from safetensors_file import write_safetensors

CASES = [  # name, tokens, d_model, heads, mask
    ("plain", 7, 48, 3, None),
    ("causal", 7, 48, 3, "causal"),
    ("one-head", 5, 16, 1, "causal"),
    ("many-heads", 9, 48, 12, "local"),
    ("one-token", 1, 8, 2, None),
    ("long", 70, 48, 4, "causal"),
]


def make_mask(kind, n):
    row, col = numpy.indices((n, n))
    hidden = {None: numpy.zeros((n, n), bool), "causal": col > row, "local": abs(col - row) > 2}[kind]
    return numpy.where(hidden, -numpy.inf, 0).astype(numpy.float32)


def make_case(name, n, d, heads, mask_kind, tensors):
    attention = torch.nn.MultiheadAttention(d, heads, bias=False, batch_first=True)
    with torch.no_grad():
        for weight in attention.parameters():
            weight.copy_(torch.randn(weight.shape) / d**0.5)
    x = torch.randn(1, n, d)
    mask = make_mask(mask_kind, n)
    # a float mask is added to the scaled scores
    output, weights = attention(x, x, x, attn_mask=torch.tensor(mask), average_attn_weights=False)
    q, k, v = attention.in_proj_weight.detach().chunk(3)
    tensors[f"{name}/X"] = x[0]
    tensors[f"{name}/W_Q"], tensors[f"{name}/W_K"], tensors[f"{name}/W_V"] = q.T, k.T, v.T
    tensors[f"{name}/W_O"] = attention.out_proj.weight.T
    tensors[f"{name}/output"] = output[0]
    for head in range(heads):
        tensors[f"{name}/weights-{head + 1}"] = weights[0, head]


def main():
    torch.manual_seed(1)
    tensors = {}
    for case in CASES:
        make_case(*case, tensors)
    write_safetensors("attention.safetensors", tensors)


if __name__ == "__main__":
    main()
