#!/usr/bin/env python3
"""Reference values for whole translators: the scores of every word and the loss.

    python3 tests/model/reference/make_translator.py

writes translator.safetensors beside itself (Debian: python3-torch, python3-numpy). One sentence at a
time, as column vectors, in the notation of the papers: Bahdanau et al. 2015, appendix A, with a linear
readout; Luong et al. 2015, §3; Cho et al. 2014 without attention. The gradients are PyTorch's.

Tensors have attnviz's names and shapes, for rows times matrix.
"""

import torch

from learned_models import additive, drawn, step, write_models

V_X, V_Y, E, N, A = 7, 9, 5, 4, 6  # words a side, features of a word, units, alignment layer
END, WINDOW = 2, 2
SOURCE, TARGET = [3, 0, 6, 3, 1], [4, 8, 0, 4, 5, END]


def reads_both_ways(kind):
    return "causal" not in kind


def context_comes_first(kind):  # Bahdanau's decoder, else Luong's
    return kind.startswith("bahdanau") or kind == "fixed"


def learned(kind):
    both, first = reads_both_ways(kind), context_comes_first(kind)
    units = N if first else N // 2  # of each direction: Luong's annotations are as long as a state
    m = 2 * units if both else units
    shapes = {"source/E": (V_X, E), "target/E": (V_Y, E)}
    for cell in ("forward", "backward", "decoder") if both else ("forward", "decoder"):
        n = N if cell == "decoder" else units
        parts = 1 if "rnn" in kind else 3
        shapes[f"{cell}/W"], shapes[f"{cell}/b"] = (E, parts * n), (1, parts * n)
        shapes[f"{cell}/U"] = (n, n)
        if "rnn" not in kind:
            shapes[f"{cell}/U_zr"] = (n, 2 * n)
    if first:
        shapes.update({"decoder/W_s": (N, N), "decoder/C": (m, parts * N), "output/W_o": (N + m + E, V_Y),
                       "output/b_o": (1, V_Y)})
    else:
        shapes.update({"output/W_c": (m + N, N), "output/W_s": (N, V_Y)})
    if kind.startswith("bahdanau"):
        shapes.update({"additive/W_a": (N, A), "additive/U_a": (m, A), "alignment/v_a": (1, A)})
    if kind in ("general", "local-m", "local-p"):
        shapes["general/W_a"] = (N, m)
    if kind == "concat":
        shapes.update({"concat/W_a": (N + m, A), "alignment/v_a": (1, A)})
    if kind == "local-p":
        shapes.update({"local/W_p": (N, A), "local/v_p": (1, A)})
    return drawn(shapes)


def read(p, cell, x):
    s, states = torch.zeros(p[f"{cell}/U"].shape[0]), []
    for word in x:
        s = step(p, cell, word, s)
        states.append(s)
    return states


def annotate(p, kind):
    """The annotations, the state that was reached last in each direction, and the last of these."""
    x = p["source/E"][SOURCE]
    forward = read(p, "forward", x)
    if not reads_both_ways(kind):
        return forward, forward[-1], forward[-1]
    backward = read(p, "backward", x.flip(0))[::-1]
    h = [torch.cat(pair) for pair in zip(forward, backward)]
    return h, torch.cat([forward[-1], backward[0]]), backward[0]


def context(p, kind, s, h, ends, word):
    if kind == "fixed":
        return ends
    if kind.startswith("bahdanau"):
        energies = additive(p, s, h)
    elif kind == "concat":
        W, v = p["concat/W_a"].T, p["alignment/v_a"][0]
        energies = torch.stack([v @ torch.tanh(W @ torch.cat([s, hj])) for hj in h])
    elif kind == "dot":
        energies = torch.stack([s @ hj for hj in h])
    else:
        energies = torch.stack([s @ p["general/W_a"] @ hj for hj in h])
    places = torch.arange(float(len(h)))
    centre = torch.tensor(float(word))
    if kind == "local-p":
        centre = len(h) * torch.sigmoid(p["local/v_p"][0] @ torch.tanh(p["local/W_p"].T @ s))
    if kind.startswith("local"):
        energies = energies.masked_fill((places - centre).abs() > WINDOW, -float("inf"))
    weights = torch.softmax(energies, 0)
    if kind == "local-p":
        weights = weights * torch.exp(-((places - centre) ** 2) / (2 * (WINDOW / 2) ** 2))
    return sum(w * hj for w, hj in zip(weights, h))


def scores(p, kind):
    h, ends, last = annotate(p, kind)
    s = torch.tanh(p["decoder/W_s"].T @ last) if context_comes_first(kind) else ends
    rows = []
    for i, before in enumerate([END] + TARGET[:-1]):
        y = p["target/E"][before]
        if context_comes_first(kind):
            c = context(p, kind, s, h, ends, i)
            s = step(p, "decoder", y, s, p["decoder/C"].T @ c)
            rows.append(p["output/W_o"].T @ torch.cat([s, c, y]) + p["output/b_o"][0])
        else:
            s = step(p, "decoder", y, s)
            c = context(p, kind, s, h, ends, i)
            rows.append(p["output/W_s"].T @ torch.tanh(p["output/W_c"].T @ torch.cat([c, s])))
    return torch.stack(rows)


if __name__ == "__main__":
    write_models("translator.safetensors",
                 ("bahdanau", "bahdanau-rnn", "bahdanau-causal", "bahdanau-rnn-causal", "dot", "general", "concat",
                  "local-m", "local-p", "fixed"), learned, scores, TARGET)
