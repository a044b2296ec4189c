#!/usr/bin/env python3
"""Reference values for language models: the scores of every word, the loss and its gradients.

    python3 tests/model/reference/make_language_model.py

writes language_model.safetensors beside itself (Debian: python3-torch, python3-numpy). One sentence, as
column vectors: Elman 1990; Cho et al. 2014; attention to the states before, Daniluk et al. 2017, with an
additive score. Read both ways, each word is predicted from the states that stop short of it on both sides,
and these ask the states that have read each other word and not this one (Melamud et al. 2016). The cell is
that of make_translator.py (learned_models.py), the gradients are PyTorch's.
"""

import torch

from learned_models import additive, drawn, step, write_models

V, E, N, A = 9, 5, 4, 6  # words, features of a word, units, alignment layer
END = 2
SENTENCE = [4, 8, 0, 4, 5, END]


def learned(kind):
    parts = 1 if kind.startswith("rnn") else 3
    attends = kind.endswith("attention")
    cells = ["forward", "backward"] if "bidirectional" in kind else ["cell"]
    seen = N * len(cells)
    shapes = {"words/E": (V, E)}
    for cell in cells:
        shapes.update({f"{cell}/W": (E, parts * N), f"{cell}/b": (1, parts * N), f"{cell}/U": (N, N)})
    shapes.update({"output/W_o": (seen + N if attends else seen, V), "output/b_o": (1, V)})
    for cell in cells if parts == 3 else []:
        shapes[f"{cell}/U_zr"] = (N, 2 * N)
    if attends:
        shapes.update({"additive/W_a": (seen, A), "additive/U_a": (N, A), "alignment/v_a": (1, A)})
    return drawn(shapes)


def context(p, h, asked):
    if not asked:
        return torch.zeros(N)
    weights = torch.softmax(additive(p, h, asked), 0)
    return sum(w * hj for w, hj in zip(weights, asked))


def states(p, cell, words):
    h = [torch.zeros(N)]
    for word in words:
        h.append(step(p, cell, p["words/E"][word], h[-1]))
    return h


def cloze_scores(p):
    """before[j] has read the words up to j, from 1; behind[j] those from the end back to j"""
    T, rows = len(SENTENCE), []
    before, behind = states(p, "forward", SENTENCE), states(p, "backward", SENTENCE[::-1])[::-1]
    behind = [None] + behind
    for t in range(1, T + 1):
        q = torch.cat([before[t - 1], behind[t + 1]])
        asked = [before[j] if j < t else behind[j] for j in range(1, T + 1) if j != t]
        seen = torch.cat([q, context(p, q, asked)]) if "additive/W_a" in p else q
        rows.append(p["output/W_o"].T @ seen + p["output/b_o"][0])
    return torch.stack(rows)


def scores(p, kind):
    if "forward/W" in p:
        return cloze_scores(p)
    h, before, rows = torch.zeros(N), [], []
    for word in [END] + SENTENCE[:-1]:
        h = step(p, "cell", p["words/E"][word], h)
        seen = torch.cat([h, context(p, h, before)]) if "additive/W_a" in p else h
        rows.append(p["output/W_o"].T @ seen + p["output/b_o"][0])
        before.append(h)
    return torch.stack(rows)


if __name__ == "__main__":
    kinds = ("rnn", "gru", "rnn-attention", "gru-attention")
    clozes = ("rnn-bidirectional", "gru-bidirectional", "rnn-bidirectional-attention", "gru-bidirectional-attention")
    write_models("language_model.safetensors", kinds + clozes, learned, scores, SENTENCE)
