#!/usr/bin/env python3
"""Reference values for recurrent cells and for alignment models.

    python3 tests/model/reference/make_recurrent.py

writes recurrent.safetensors beside itself (Debian: python3-torch, python3-numpy).

rnn       torch.nn.RNN in both directions.
gru-open  torch.nn.GRU with the reset gate held open: there its variant and attnviz's agree, with z and
          1 - z the other way round (sigmoid(-x) = 1 - sigmoid(x)).
gru       Bahdanau et al. 2015, A.1.1, a sentence and a place at a time, as column vectors.
the rest  alignment: Bahdanau et al. 2015, A.1.2; Luong et al. 2015, eq. 7-10; likewise.

Matrices are stored as attnviz has them: for rows times matrix, and for words x[T*G, d] of G sentences
side by side, row t*G + g for place t of sentence g.
"""

import torch

from safetensors_file import write_safetensors

T, G, D, N = 6, 3, 5, 4  # places, sentences, features of a word, units
A, M = 7, 8  # alignment layer, features of an annotation


def store(tensors, name, **parts):
    for part, tensor in parts.items():
        tensors[f"{name}/{part}"] = tensor if tensor.dim() > 1 else tensor.reshape(1, -1)


def side_by_side(x):  # [T, G, d] -> [T*G, d]
    return x.reshape(-1, x.shape[-1])


def rnn(tensors):
    net = torch.nn.RNN(D, N, bidirectional=True)
    x = torch.randn(T, G, D)
    store(tensors, "rnn", x=side_by_side(x), annotations=side_by_side(net(x)[0]))
    for name, end in ("forward", ""), ("backward", "_reverse"):
        w = {k: getattr(net, k + "_l0" + end) for k in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")}
        store(tensors, f"rnn/{name}", W=w["weight_ih"].T, U=w["weight_hh"].T, b=w["bias_ih"] + w["bias_hh"])


def gru_open(tensors):
    net = torch.nn.GRU(D, N)
    with torch.no_grad():
        for w in (net.weight_ih_l0, net.weight_hh_l0):
            w.mul_(2)
            w[:N] = 0
        net.bias_ih_l0[:N] = 100  # r = 1
    x = torch.randn(T, G, D)
    (W_r, W_z, W), (U_r, U_z, U) = net.weight_ih_l0.chunk(3), net.weight_hh_l0.chunk(3)
    b_r, b_z, b = (net.bias_ih_l0 + net.bias_hh_l0).chunk(3)
    store(tensors, "gru-open", x=side_by_side(x), annotations=side_by_side(net(x)[0]),
          W=torch.cat([-W_z, W_r, W]).T, U_gates=torch.cat([-U_z, U_r]).T, U=U.T,
          b=torch.cat([-b_z, b_r, b]))


def gru(tensors):
    W_z, W_r, W = torch.randn(3, N, D)
    U_z, U_r, U = torch.randn(3, N, N)
    b_z, b_r, b = torch.randn(3, N)
    x = torch.randn(T, G, D)
    states, gates_z, gates_r = torch.zeros(3, T, G, N)
    for g in range(G):
        s = torch.zeros(N)
        for t in range(T):
            z = torch.sigmoid(W_z @ x[t, g] + U_z @ s + b_z)
            r = torch.sigmoid(W_r @ x[t, g] + U_r @ s + b_r)
            candidate = torch.tanh(W @ x[t, g] + U @ (r * s) + b)
            s = (1 - z) * s + z * candidate
            states[t, g], gates_z[t, g], gates_r[t, g] = s, z, r
    store(tensors, "gru", x=side_by_side(x), annotations=side_by_side(states), z=gates_z[-1],
          r=gates_r[-1], W=torch.cat([W_z, W_r, W]).T, U_gates=torch.cat([U_z, U_r]).T, U=U.T,
          b=torch.cat([b_z, b_r, b]))


def align(tensors, name, score, places, reach=None, window=2, word=0, d=M, **learned):
    h, queries = torch.randn(places, G, d), torch.randn(G, N if score != "dot" else d)
    energies, weights = torch.zeros(2, G, places)
    contexts, centres = torch.zeros(G, d), torch.zeros(G, 1)
    for g in range(G):
        s = queries[g]
        for j in range(places):
            if score == "additive":
                e = learned["v_a"] @ torch.tanh(learned["W_a"] @ s + learned["U_a"] @ h[j, g])
            elif score == "dot":
                e = s @ h[j, g]
            elif score == "general":
                e = s @ learned["W_a"] @ h[j, g]
            else:
                e = learned["v_a"] @ torch.tanh(learned["W_a"] @ torch.cat([s, h[j, g]]))
            energies[g, j] = e
        centre = float(word)
        if reach == "predictive":
            centre = float(places * torch.sigmoid(learned["v_p"] @ torch.tanh(learned["W_p"] @ s)))
        inside = [j for j in range(places) if not reach or centre - window <= j <= centre + window]
        total = sum(torch.exp(energies[g, j]) for j in inside)
        for j in inside:
            weights[g, j] = torch.exp(energies[g, j]) / total
            if reach == "predictive":
                weights[g, j] *= torch.exp(torch.tensor(-(j - centre) ** 2 / (2 * (window / 2) ** 2)))
            contexts[g] += weights[g, j] * h[j, g]
        centres[g] = centre
    store(tensors, name, annotations=side_by_side(h), queries=queries, energies=energies,
          weights=weights, context=contexts, centres=centres)
    for part, tensor in learned.items():  # W s for a column s is s W.T for a row; s W h stays
        stays = score == "general" and part == "W_a"
        store(tensors, name, **{part: tensor if stays or tensor.dim() == 1 else tensor.T})


def main():
    torch.manual_seed(1)
    tensors = {}
    rnn(tensors)
    gru_open(tensors)
    gru(tensors)
    draw = torch.randn
    align(tensors, "additive", "additive", 6, W_a=draw(A, N), U_a=draw(A, M), v_a=draw(A))
    align(tensors, "dot", "dot", 6)
    align(tensors, "general", "general", 6, W_a=draw(N, M))
    align(tensors, "concat", "concat", 6, W_a=draw(A, N + M), v_a=draw(A))
    align(tensors, "local-m", "general", 9, reach="monotonic", word=5, W_a=draw(N, M))
    align(tensors, "local-m-begin", "general", 9, reach="monotonic", word=0, W_a=draw(N, M))
    align(tensors, "local-p", "general", 9, reach="predictive", W_a=draw(N, M), W_p=draw(A, N), v_p=draw(A))
    align(tensors, "local-p-concat", "concat", 12, reach="predictive", window=3, W_a=draw(A, N + M),
          v_a=draw(A), W_p=draw(A, N), v_p=draw(A))
    write_safetensors("recurrent.safetensors", tensors)


if __name__ == "__main__":
    main()
