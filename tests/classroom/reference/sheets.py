#!/usr/bin/env python3
"""Computes one sheet of each level from the numbers that are given on it, without attnviz.

given.list: a line for each given table: code, id, rows, columns, numbers.
sheets.list: the same for all others. `sheets.py <given.list >sheets.list`
(given.list itself: `GIVEN=1 build/release/tests/classroom/test_sheets | grep ^A`)
"""
import math
import sys


def product(a, b):
    return [[sum(x * y for x, y in zip(row, col)) for col in zip(*b)] for row in a]


def turned(a):
    return [list(col) for col in zip(*a)]


def cells(f, *tables):
    return [[f(*xs) for xs in zip(*rows)] for rows in zip(*tables)]


def softmax(t, out, head=""):
    out[head + "exp"] = cells(math.exp, t)
    out[head + "sum"] = [[sum(row)] for row in out[head + "exp"]]
    out[head + "weights"] = [[x / sum(row) for x in row] for row in out[head + "exp"]]


def attend(given, out, head="", q=None, k=None, mask=None):
    table = {**given, **out}
    q, k = q or table[head + "Q"], k or table[head + "K"]
    out[head + "scores"] = product(q, turned(k))
    out[head + "scaled"] = last = cells(lambda x: x / math.sqrt(len(k[0])), out[head + "scores"])
    if mask:
        out["masked"] = last = cells(lambda x, m: x + m, last, mask)
    softmax(last, out, head)
    v = table.get(head + "V")
    if v:
        out[head + "output"] = product(out[head + "weights"], v)


def additive(g, out):
    out["query-part"], out["key-part"] = product(g["s"], g["W"]), product(g["H"], g["U"])
    out["sum-in"] = [[x + y for x, y in zip(row, out["query-part"][0])] for row in out["key-part"]]
    out["tanh"] = cells(math.tanh, out["sum-in"])
    out["energies"] = product(g["v"], turned(out["tanh"]))
    softmax(out["energies"], out)
    out["output"] = product(out["weights"], g["H"])


def backward(g, out):
    """By differences: the loss is g · softmax(x) V, the query one that gives the scores."""
    softmax(g["scaled"], out)
    out["d-weights"] = product(g["g"], turned(g["V"]))
    out["dot"] = product(out["weights"], turned(out["d-weights"]))

    def loss(x):
        trial = {}
        softmax([x], trial)
        return product(product(trial["weights"], g["V"]), turned(g["g"]))[0][0]

    step, x = 1e-5, g["scaled"][0]

    def slope(j):
        up, down = ([y + s * (i == j) for i, y in enumerate(x)] for s in (step, -step))
        return (loss(up) - loss(down)) / (2 * step)

    out["d-scaled"] = [[slope(j) for j in range(len(x))]]
    out["d-query"] = cells(lambda y: y / 2, product(out["d-scaled"], g["K"]))


def compute(level, g):
    out, inf = {}, math.inf
    if level in (3, 7):
        if level == 7:
            out["raw/scores"] = product(g["X"], turned(g["X"]))
            softmax(out["raw/scores"], out, "raw/")
        for letter in "QKV"[: 3 if level == 3 else 2]:
            out[letter] = product(g["X"], g["W_" + letter])
    if level in (1, 2, 3, 7):
        attend(g, out, mask=g.get("mask"))
    if level == 7:
        out["change"] = cells(lambda x, y: x - y, out["weights"], out["raw/weights"])
    if level == 4:
        for head in ("head-1/", "head-2/"):
            attend(g, out, head)
        out["concat"] = [a + b for a, b in zip(out["head-1/output"], out["head-2/output"])]
        out["output"] = product(out["concat"], g["W_O"])
    if level == 5:
        additive(g, out)
    if level == 6:
        backward(g, out)
    if level == 8:
        out["positions"] = [[(math.cos if c % 2 else math.sin)(math.pi * p / 2 ** (c // 2))
                             for c in range(4)] for p in range(3)]
        out["placed"] = cells(lambda x, y: x + y, g["X"], out["positions"])
        attend(g, out, q=[out["placed"][1]], k=out["placed"])
    if level == 9:
        out["mask"] = [[0 if abs(j - 3) <= 1 else -inf for j in range(1, 6)]]
        attend(g, out, mask=out["mask"])
        best = max(range(5), key=lambda j: out["scaled"][0][j])
        out["hard"] = [[float(j == best) for j in range(5)]]
        out["hard-output"] = [g["V"][best]]
    return out


sheets = {}
for line in sys.stdin:
    code, name, rows, cols, *numbers = line.split()
    numbers, cols = [float(x) for x in numbers], int(cols)
    table = [numbers[i * cols:(i + 1) * cols] for i in range(int(rows))]
    sheets.setdefault(code, {})[name] = table
for code, given in sheets.items():
    for name, table in compute(int(code[1]), given).items():
        flat = " ".join(f"{x:.7g}" for row in table for x in row)
        print(code, name, len(table), len(table[0]), flat)
