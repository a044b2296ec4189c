#!/usr/bin/env python3
"""The numbers of a step of Bahdanau's alignment model, of one's own, cell by cell.

    python3 tests/model/reference/make_own_alignment.py > tests/cli/own_alignment_numbers.list

(Debian: python3-numpy.) The formulas are those of Bahdanau et al. 2015, appendix A.1.2, with a word a row: annotations
of m = 3 numbers, a state of n = 2, a layer of 4 units; in float64.
"""

import numpy as np

words = ["the", "cat"]
H = np.array([[1, 0, 2], [-1, 3, 0.5]], float)
s = np.array([[2, -1]], float)
W_a = np.array([[1, 0, 0.5, -1], [0, 1, 1, 2]], float)
U_a = np.array([[0, 1, -1, 0.25], [0.5, 0, 1, 0], [1, -1, 0, 1]], float)
v_a = np.array([[2, 1, -1, 0.5]], float)


def main():
    steps = {"annotations": H, "W_a": W_a, "U_a": U_a, "v_a": v_a, "keys": H @ U_a, "step-1/query": s}
    steps["step-1/projected-query"] = s @ W_a
    steps["step-1/sum"] = s @ W_a + H @ U_a
    steps["step-1/tanh"] = np.tanh(steps["step-1/sum"])
    energies = steps["step-1/energies"] = v_a @ steps["step-1/tanh"].T
    e = np.exp(energies - energies.max())
    steps["step-1/weights"] = e / e.sum()
    steps["step-1/context"] = steps["step-1/weights"] @ H
    command, told = [], []
    for name, matrix in steps.items():
        rows = {2: words, 1: ["v_a" if name == "v_a" else "s"]}.get(len(matrix) if name != "W_a" else 0)
        cols = words if name.endswith(("energies", "weights")) else range(1, matrix.shape[1] + 1)
        for row, numbers in zip(rows or range(1, len(matrix) + 1), matrix):
            for col, number in zip(cols, numbers):
                command.append(f"-e {name}[{row},{col}]")
                told.append(f"shows \\n{name}[{row},{col}] = {number:.4g}\\n".replace("= -", "= −"))

    def typed(matrix):
        return ";".join(",".join(f"{x:g}" for x in row) for row in matrix)

    annotations = ";".join(f"{w},{typed([h])}" for w, h in zip(words, H))
    print("# every number of an alignment by hand is that of numpy")
    print(f"$ bahdanau --annotations '{annotations}' -P 4", *(f"--{name} '{typed(m)}'" for name, m in [
        ("state", s), ("W_a", W_a), ("U_a", U_a), ("v_a", v_a)]), *command)
    print("\n".join(told))


if __name__ == "__main__":
    main()
