"""A transformer by PyTorch, one thread: what model.c does with its own, and the same arguments.

    pytorch_transformer.py step|forward layers d heads ffn sentences source_length target_length rounds

prints the seconds of each round after two to warm up. The layers are nn.TransformerEncoderLayer and
nn.TransformerDecoderLayer as they come, without dropout; they have a few numbers more (biases of the
projections). The forward pass alone is run as fast as they can: evaluation, inference.
"""
import sys

import torch

from pytorch_common import print_rounds

mode = sys.argv[1]
layers, d, heads, ffn, sentences, source_length, target_length, rounds = map(int, sys.argv[2:])
V = 100


def positions(n):
    angles = torch.arange(n)[:, None] / 10000 ** (torch.arange(0, d, 2) / d)
    return torch.stack([angles.sin(), angles.cos()], 2).reshape(n, d)


class Transformer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.source, self.target = torch.nn.Embedding(V, d), torch.nn.Embedding(V, d)
        self.encoder = torch.nn.ModuleList(
            torch.nn.TransformerEncoderLayer(d, heads, ffn, 0.0, batch_first=True) for _ in range(layers))
        self.decoder = torch.nn.ModuleList(
            torch.nn.TransformerDecoderLayer(d, heads, ffn, 0.0, batch_first=True) for _ in range(layers))
        self.PE = positions(max(source_length, target_length))
        self.causal = torch.full((target_length, target_length), -float("inf")).triu(1)

    def forward(self, x, before, y):
        memory = d**0.5 * self.source(x) + self.PE[:source_length]
        for layer in self.encoder:
            memory = layer(memory)
        states = d**0.5 * self.target(before) + self.PE[:target_length]
        for layer in self.decoder:
            states = layer(states, memory, tgt_mask=self.causal)
        scores = states @ self.target.weight.T
        return torch.nn.functional.cross_entropy(scores.flatten(0, 1), y.flatten(), reduction="sum")


model = Transformer()
x = torch.randint(V, (sentences, source_length))
y = torch.randint(V, (sentences, target_length))
before = torch.cat([torch.zeros(sentences, 1, dtype=torch.long), y[:, :-1]], 1)


def step():
    model.zero_grad(set_to_none=True)
    model(x, before, y).backward()


def forward():
    with torch.inference_mode():
        model(x, before, y)


if mode == "forward":
    model.eval()
print_rounds(step if mode == "step" else forward, rounds)
