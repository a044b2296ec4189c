#!/usr/bin/env python3
"""Reference values for gradients through time: whole Jacobians by torch.autograd.

    python3 tests/model/reference/make_gradient_flow.py

writes gradient_flow.safetensors beside itself (Debian: python3-torch, python3-numpy). lengths[d, i] is
the length of the gradient of unit i of the last state by the state d steps before it, from one call of
torch.autograd.grad for each pair; everything in float64. The GRU is that of Bahdanau et al. 2015, A.1.1.
"""

import torch

from safetensors_file import write_safetensors

T, N = 25, 20  # places; more units than copies that are read side by side


def orthogonal():
    return torch.linalg.qr(torch.randn(N, N, dtype=torch.float64))[0]


def rnn_step(w, x, h):
    return torch.tanh(x @ w["W"] + h @ w["U"] + w["b"][0])


def gru_step(w, x, h):
    W_z, W_r, W = w["W"].chunk(3, 1)
    U_z, U_r = w["U_gates"].chunk(2, 1)
    b_z, b_r, b = w["b"][0].chunk(3)
    z = torch.sigmoid(x @ W_z + h @ U_z + b_z)
    r = torch.sigmoid(x @ W_r + h @ U_r + b_r)
    return z * torch.tanh(x @ W + (r * h) @ w["U"] + b) + (1 - z) * h


def main():
    torch.manual_seed(1)
    tensors = {}
    for name, step, gain in ("rnn-0.5", rnn_step, 0.5), ("rnn-1.5", rnn_step, 1.5), ("gru-1.5", gru_step, 1.5):
        k = 3 if step is gru_step else 1
        w = {"W": torch.randn(N, k * N, dtype=torch.float64) / N**0.5, "U": gain * orthogonal(),
             "b": torch.randn(1, k * N, dtype=torch.float64) / 10}
        if k == 3:
            w["U_gates"] = gain * torch.cat([orthogonal(), orthogonal()], 1)
        x = torch.randn(T, N, dtype=torch.float64) / 10
        w = {key: value.float().double() for key, value in w.items()}  # exactly what is stored
        x = x.float().double()
        h, states = torch.zeros(N, dtype=torch.float64, requires_grad=True), []
        for t in range(T):
            h = step(w, x[t], h)
            states.append(h)
        lengths = torch.stack([
            torch.stack([torch.autograd.grad(states[-1][i], states[T - 1 - d], retain_graph=True)[0].norm()
                         for i in range(N)]) for d in range(T)])
        for key, value in {**w, "x": x, "lengths": lengths}.items():
            tensors[f"{name}/{key}"] = value.float()
        print(name, (lengths.pow(2).mean(1).sqrt())[[0, 1, -1]].tolist())
    write_safetensors("gradient_flow.safetensors", tensors)


if __name__ == "__main__":
    main()
