#!/usr/bin/env python3
"""Computes a translation's energies again from nothing but its trace.json: the encoder's states from
the vectors of the words and the gates' matrices, and the energies of every word from these, its query
and the alignment model's matrices.

    python3 tests/write/reference/rebuild.py attnviz-out/trace.json

prints the largest difference from what the file says (Debian: python3-numpy), and fails where that is
more than rounding.
"""

import json
import sys

import numpy

TOLERANCE = 1e-4


def sigmoid(x):
    return 1 / (1 + numpy.exp(-x))


def cell(p, side, inputs, h):
    """One step of a GRU, or of an RNN: rows times matrices."""
    U, n = p[f"{side}/U"], len(h)
    if f"{side}/U_zr" not in p:
        return numpy.tanh(inputs + h @ U)
    gates = sigmoid(inputs[: 2 * n] + h @ p[f"{side}/U_zr"])
    z, r = gates[:n], gates[n:]
    return z * numpy.tanh(inputs[2 * n :] + (r * h) @ U) + (1 - z) * h


def states(p, side, X):
    inputs, h, rows = X @ p[f"{side}/W"] + p[f"{side}/b"], numpy.zeros(len(p[f"{side}/U"])), []
    for row in inputs if side == "forward" else inputs[::-1]:
        h = cell(p, side, row, h)
        rows.append(h)
    return numpy.array(rows if side == "forward" else rows[::-1])


def energies(p, score, s, H):
    if score == "dot":
        return s @ H.T
    if score == "general":
        return s @ p["general/W_a"] @ H.T
    if score == "concat":
        both = numpy.concatenate([numpy.repeat(s, len(H), 0), H], 1)
        return p["alignment/v_a"] @ numpy.tanh(both @ p["concat/W_a"]).T
    return p["alignment/v_a"] @ numpy.tanh(H @ p["additive/U_a"] + s @ p["additive/W_a"]).T


def main():
    trace = json.load(open(sys.argv[1], encoding="utf-8"))
    step = {s["id"]: numpy.array(s["values"], float) for s in trace["steps"] if s["kind"] != "mask"}
    p = {s["id"]: numpy.array(s["values"], float) for s in trace["given"]}
    X, worst = step["source"], 0
    H = numpy.concatenate([states(p, side, X) for side in ("forward", "backward") if f"{side}/W" in p], 1)
    worst = abs(H - step.get("annotations", step["encoder/forward"])).max()
    for t in range(1, len(step["alignment"]) + 1):
        s = step.get(f"step-{t}/query", step.get(f"step-{t}/state"))
        if trace["settings"]["score"] == "additive" and f"step-{t}/query" not in step:
            s = step[f"step-{t - 1}/state"]
        near = [row for row in H if f"step-{t}/near" not in step
                or abs(row - step[f"step-{t}/near"]).max(1).min() < TOLERANCE]
        e = energies(p, trace["settings"]["score"], s, numpy.array(near))
        worst = max(worst, abs(e - step[f"step-{t}/energies"]).max())
    print(f"{worst:.1e}")
    return int(worst > TOLERANCE)


sys.exit(main())
