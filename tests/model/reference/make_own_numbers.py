#!/usr/bin/env python3
"""The numbers of a trace of one's own vectors and projections, cell by cell.

    python3 tests/model/reference/make_own_numbers.py > tests/cli/own_numbers.list

(Debian: python3-numpy.) The formulas are those of Vaswani et al. 2017, §3.2, with d_k = 3 of queries and
keys and d_v = 3 of values that differ from the 2 numbers of a word, and a causal mask; in float64.
"""

import numpy as np

from numpy_layers import softmax

words = ["the", "cat"]
X = np.array([[1, 0], [3, 1]], float)
W_Q = np.array([[1, 0, 2], [0, 1, -1]], float)
W_K = np.array([[0, 1, 1], [2, 0, -1]], float)
W_V = np.array([[1, 2, 0], [0.5, -1, 3]], float)
W_O = np.array([[1, 0], [0, 1], [2, -1]], float)
M = np.array([[0, -np.inf], [0, 0]])


def attend(name, q, k, v, steps):
    steps[name + "/scores"] = q @ k.T
    steps[name + "/scaled"] = q @ k.T / np.sqrt(q.shape[1])
    steps[name + "/weights"] = softmax(steps[name + "/scaled"] + M)
    steps[name + "/output"] = steps[name + "/weights"] @ v


def main():
    steps = {"embeddings": X}
    attend("raw", X, X, X, steps)
    steps.update({"head-1/W_Q": W_Q, "head-1/W_K": W_K, "head-1/W_V": W_V, "W_O": W_O})
    steps.update({"head-1/Q": X @ W_Q, "head-1/K": X @ W_K, "head-1/V": X @ W_V})
    attend("head-1", X @ W_Q, X @ W_K, X @ W_V, steps)
    steps["concat"] = steps["head-1/output"]
    steps["output"] = steps["concat"] @ W_O
    steps["mean/weights"] = steps["head-1/weights"]
    steps["difference/weights"] = steps["head-1/weights"] - steps["raw/weights"]
    matched = steps["raw/scaled"] * steps["head-1/scaled"].std() / steps["raw/scaled"].std()
    steps["matched/scores"] = matched
    steps["matched/weights"] = softmax(matched + M)
    command, told = [], []
    for name, matrix in steps.items():
        rows = words if len(matrix) == 2 and "W_" not in name else range(1, len(matrix) + 1)
        cols = words if name.endswith(("scores", "scaled", "weights")) else range(1, matrix.shape[1] + 1)
        for row, numbers in zip(rows, matrix):
            for col, number in zip(cols, numbers):
                command.append(f"-e {name}[{row},{col}]")
                told.append(f"shows \\n{name}[{row},{col}] = {number:.4g}\\n".replace("= -", "= −"))

    def typed(matrix):
        return ";".join(",".join(f"{x:g}" for x in row) for row in matrix)

    print("# every number of a trace by hand is that of numpy")
    print("$ --vectors 'the,1,0; cat,3,1' -m causal -P 4", *(f"--{name} '{typed(w)}'" for name, w in [
        ("W_Q", W_Q), ("W_K", W_K), ("W_V", W_V), ("W_O", W_O)]), *command)
    print("\n".join(told))


if __name__ == "__main__":
    main()
