#!/usr/bin/python3
"""Counts what layers take, one multiplication at a time, and prints layer_costs.list.

Plain Python over lists of words, with no matrices and none of attnviz's operations: every layer is
the loops of its definition, and `tick` is called where a number is multiplied into a sum, or a
cell takes its elementwise steps. What depends on what is followed word by word.
"""

import sys

SIZES = [  # n, d, kernel, window
    (1, 1, 2, 1), (2, 3, 2, 1), (5, 4, 3, 1), (8, 3, 4, 2), (9, 2, 3, 3), (12, 5, 2, 4), (16, 2, 4, 7),
]
SOFTMAX, ROOT, SQUASH, BIAS, SUM, RELU = 3, 1, 3, 1, 1, 1  # steps a cell


def attention(n, d, keys_of, tick):
    for i in range(n):
        keys = keys_of(i)
        for _ in keys:
            for _ in range(d):
                tick(1)  # q · k
            tick(ROOT + SOFTMAX)
        for _ in range(d):
            for _ in keys:
                tick(1)  # weight × value


def product(rows, inner, cols, tick):
    for _ in range(rows):
        for _ in range(cols):
            for _ in range(inner):
                tick(1)


def near(i, n, window):
    return [j for j in range(n) if abs(i - j) <= window]


def self_attention(n, d, k, w, tick):
    attention(n, d, lambda i: range(n), tick)


def restricted(n, d, k, w, tick):
    attention(n, d, lambda i: near(i, n, w), tick)


def multi_head(n, d, k, w, tick):
    for _ in range(4):
        product(n, d, d, tick)
    attention(n, d, lambda i: range(n), tick)


def recurrent(n, d, k, w, tick):
    for _ in range(n):
        product(1, d, d, tick)  # x W
        product(1, d, d, tick)  # h U
        for _ in range(d):
            tick(BIAS + SUM + SQUASH)


def gru(n, d, k, w, tick):
    for _ in range(n):
        product(1, d, 3 * d, tick)  # x W for z, r and the candidate
        product(1, d, 2 * d, tick)  # h U for z and r
        product(1, d, d, tick)      # (r ⊙ h) U
        for _ in range(d):
            tick(3 * BIAS)
            tick(2 * (SUM + SQUASH))  # z, r
            tick(1)                   # r ⊙ h
            tick(SUM + SQUASH)        # the candidate
            tick(3)                   # z ⊙ a + (1 − z) ⊙ b


def convolution(n, d, k, w, tick):
    for _ in range(n):
        product(1, k * d, d, tick)
        for _ in range(d):
            tick(BIAS + RELU)


def reach(n, sees):
    """Layers until the last word depends on the first; sees(i, depth) are the words i looks at."""
    reached, layers = {0}, 0
    while True:
        reached = {i for i in range(n) if any(j in reached for j in sees(i, layers))}
        layers += 1
        if n - 1 in reached:
            return layers


def main():
    layers = [
        ("self-attention", self_attention, lambda n, k, w: lambda i, depth: range(n), lambda n: 2),
        ("recurrent", recurrent, lambda n, k, w: lambda i, depth: range(i + 1), lambda n: n),
        ("convolution", convolution,
         lambda n, k, w: lambda i, depth: [i - j for j in range(k)], lambda n: 1),
        ("restricted", restricted, lambda n, k, w: lambda i, depth: near(i, n, w), lambda n: 2),
        ("multi-head", multi_head, lambda n, k, w: lambda i, depth: range(n), lambda n: 4),
        ("gru", gru, lambda n, k, w: lambda i, depth: range(i + 1), lambda n: 2 * n),
        ("dilated", convolution,
         lambda n, k, w: lambda i, depth: [i - j * k ** depth for j in range(k)], lambda n: 1),
    ]
    print("# kind n d kernel window multiply-adds sequential reach; by make_layer_costs.py")
    for kind, (name, count, sees, waits) in enumerate(layers):
        for n, d, k, w in SIZES:
            total = [0]
            count(n, d, k, w, lambda steps: total.__setitem__(0, total[0] + steps))
            print(kind, n, d, k, w, total[0], waits(n), reach(n, sees(n, k, w)))


sys.exit(main())
