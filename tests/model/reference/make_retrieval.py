#!/usr/bin/env python3
"""Reference values for a retrieval: one query, keys, values.

    python3 tests/model/reference/make_retrieval.py

writes retrieval.safetensors beside itself (Debian: python3-torch, python3-numpy). The softmax, the
lengths and the cosines are PyTorch's; dot and additive scores are written out a key at a time (Bahdanau
et al. 2015, A.1.2, as column vectors).
"""

import torch

from safetensors_file import write_safetensors

M, D, DV, DK = 5, 4, 3, 6  # keys, features of query and key, of a value, of an additive score's key


def main():
    torch.manual_seed(1)
    q, k, v = torch.randn(1, D), torch.randn(M, D), torch.randn(M, DV)
    tensors = {"q": q, "k": k, "v": v}
    scores = {"dot": torch.stack([q[0] @ key for key in k])}
    scores["scaled"] = scores["dot"] / D**0.5
    scores["cosine"] = torch.nn.functional.cosine_similarity(q, k)
    wide, W, U, v_a = torch.randn(M, DK), torch.randn(DK, D), torch.randn(DK, DK), torch.randn(DK)
    scores["additive"] = torch.stack([v_a @ torch.tanh(W @ q[0] + U @ key) for key in wide])
    tensors.update({"additive/k": wide, "additive/W": W.T, "additive/U": U.T, "additive/v": v_a[None]})
    for name, s in scores.items():
        weights = torch.softmax(s, 0)
        tensors[f"{name}/scores"], tensors[f"{name}/weights"] = s[None], weights[None]
        tensors[f"{name}/output"] = (weights @ v)[None]
    lengths = torch.stack([torch.linalg.norm(q[0]).expand(M), torch.linalg.norm(k, dim=1), scores["cosine"],
                           scores["dot"]], 1)
    tensors["dot/geometry"] = lengths
    for name in list(tensors):
        if "/" not in name:
            tensors["given/" + name] = tensors.pop(name)
    write_safetensors("retrieval.safetensors", tensors)


if __name__ == "__main__":
    main()
