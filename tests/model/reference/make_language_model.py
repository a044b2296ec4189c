#!/usr/bin/env python3
"""Reference values for language models: the scores of every word, the loss and its gradients.

    python3 tests/model/reference/make_language_model.py

writes language_model.safetensors beside itself (Debian: python3-torch, python3-numpy). One sentence, as
column vectors: Elman 1990; Cho et al. 2014; attention to the states before, Daniluk et al. 2017, with an
additive score. The cell is that of make_translator.py (learned_models.py), the gradients are PyTorch's.
"""

import torch

from learned_models import additive, drawn, step, write_models

V, E, N, A = 9, 5, 4, 6  # words, features of a word, units, alignment layer
END = 2
SENTENCE = [4, 8, 0, 4, 5, END]


def learned(kind):
    parts = 1 if kind.startswith("rnn") else 3
    attends = kind.endswith("attention")
    shapes = {"words/E": (V, E), "cell/W": (E, parts * N), "cell/b": (1, parts * N), "cell/U": (N, N),
              "output/W_o": (2 * N if attends else N, V), "output/b_o": (1, V)}
    if parts == 3:
        shapes["cell/U_zr"] = (N, 2 * N)
    if attends:
        shapes.update({"additive/W_a": (N, A), "additive/U_a": (N, A), "alignment/v_a": (1, A)})
    return drawn(shapes)


def context(p, h, before):
    if not before:
        return torch.zeros(N)
    weights = torch.softmax(additive(p, h, before), 0)
    return sum(w * hj for w, hj in zip(weights, before))


def scores(p, kind):
    h, before, rows = torch.zeros(N), [], []
    for word in [END] + SENTENCE[:-1]:
        h = step(p, "cell", p["words/E"][word], h)
        seen = torch.cat([h, context(p, h, before)]) if "additive/W_a" in p else h
        rows.append(p["output/W_o"].T @ seen + p["output/b_o"][0])
        before.append(h)
    return torch.stack(rows)


if __name__ == "__main__":
    write_models("language_model.safetensors", ("rnn", "gru", "rnn-attention", "gru-attention"), learned, scores,
                 SENTENCE)
