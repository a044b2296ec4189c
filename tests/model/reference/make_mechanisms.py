#!/usr/bin/env python3
"""Reference values for every mechanism over the same states.

    python3 tests/model/reference/make_mechanisms.py

writes mechanisms.safetensors beside itself (Debian: python3-numpy). Every weight is written out a key at a
time, as the papers have it, with column vectors; the states are word vectors without positions, the source
being words 0, 1, 2 and the target words 3, 1, and the second word of either asks.
"""

import numpy as np

from safetensors_file import write_safetensors

D, WORDS, SOURCE, TARGET, PLACE, HEADS, WINDOW = 4, 4, [0, 1, 2], [3, 1], 1, 2, 2
GLOBAL = ("additive", "dot", "general", "concat")


def softmax(scores):
    e = np.exp(np.array(scores) - np.max(scores))
    return e / e.sum()


def main():
    rng = np.random.default_rng(1)
    draw = lambda *shape: rng.standard_normal(shape).astype(np.float32)
    E = draw(WORDS, D)
    p = {}
    for name in ("additive", "hard"):
        p[f"{name}/additive/W_a"], p[f"{name}/additive/U_a"] = draw(D, D), draw(D, D)
        p[f"{name}/alignment/v_a"] = draw(1, D)
    for name in ("general", "local-m", "local-p"):
        p[f"{name}/general/W_a"] = draw(D, D)
    p["concat/concat/W_a"], p["concat/alignment/v_a"] = draw(2 * D, D), draw(1, D)
    p["local-p/local/W_p"], p["local-p/local/v_p"] = draw(D, D), draw(1, D)
    heads = {f"W_{x}": draw(D, D) for x in "QKVO"}
    H, s = E[SOURCE].astype(np.float64), E[TARGET[PLACE]].astype(np.float64)
    ask = H[PLACE]
    P = {name: value.astype(np.float64) for name, value in p.items()}

    def additive(name, s, h):
        v = P[f"{name}/alignment/v_a"][0]
        return v @ np.tanh(P[f"{name}/additive/W_a"].T @ s + P[f"{name}/additive/U_a"].T @ h)

    def general(name, s, h):
        return s @ P[f"{name}/general/W_a"] @ h

    def concat(_, s, h):
        return P["concat/alignment/v_a"][0] @ np.tanh(P["concat/concat/W_a"].T @ np.concatenate([s, h]))

    score = {"additive": additive, "dot": lambda _, s, h: s @ h, "general": general, "concat": concat}
    weights = {name: softmax([score[name](name, s, h) for h in H]) for name in GLOBAL}
    weights["cosine"] = softmax([s @ h / np.linalg.norm(s) / np.linalg.norm(h) for h in H])
    scaled = lambda q, k: softmax([q @ key / np.sqrt(len(q)) for key in k])
    weights["cross"], weights["self"] = scaled(s, H), scaled(ask, H)
    weights["causal"] = np.append(scaled(ask, H[: PLACE + 1]), np.zeros(len(H) - 1 - PLACE))
    parts = [slice(i * D // HEADS, (i + 1) * D // HEADS) for i in range(HEADS)]
    weights["multi-head"] = np.mean(
        [scaled(ask @ heads["W_Q"][:, part], H @ heads["W_K"][:, part]) for part in parts], 0)
    for name in ("local-m", "local-p"):
        centre, bell = PLACE, np.ones(len(H))
        if name == "local-p":
            layer = np.tanh(P["local-p/local/W_p"].T @ s)
            centre = len(H) / (1 + np.exp(-P["local-p/local/v_p"][0] @ layer))
            bell = np.exp(-((np.arange(len(H)) - centre) ** 2) / (2 * (WINDOW / 2) ** 2))
        near = np.abs(np.arange(len(H)) - centre) <= WINDOW
        scores = np.where(near, [general(name, s, h) for h in H], -np.inf)
        weights[name] = softmax(scores) * bell
    tensors = {"given/embeddings": E, **{"given/" + name: value for name, value in heads.items()}}
    tensors.update({"layers/" + name: value for name, value in p.items()})
    tensors.update({f"{name}/weights": np.array(w, np.float32)[None] for name, w in weights.items()})
    write_safetensors("mechanisms.safetensors", tensors)


if __name__ == "__main__":
    main()
