"""One training step, forward and backward, of Bahdanau's translator by PyTorch, one thread:

    pytorch_translator.py sentences source_length target_length rounds

prints the seconds of each round after five to warm up, as translator.c does. The sizes and formulas are
translator.c's; the encoder is PyTorch's own nn.GRU, the decoder its GRUCell, which has a few numbers
more (a second bias) and resets after the product.
"""
import sys
import time

import torch

sentences, source_length, target_length, rounds = map(int, sys.argv[1:])
torch.manual_seed(1)
torch.set_num_threads(1)
V, E, N, A = 100, 24, 32, 24


class Translator(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.source, self.target = torch.nn.Embedding(V, E), torch.nn.Embedding(V, E)
        self.encoder = torch.nn.GRU(E, N, bidirectional=True)
        self.first = torch.nn.Linear(N, N, bias=False)
        self.cell = torch.nn.GRUCell(E + 2 * N, N)
        self.W, self.U = torch.nn.Linear(N, A, bias=False), torch.nn.Linear(2 * N, A, bias=False)
        self.v = torch.nn.Linear(A, 1, bias=False)
        self.output = torch.nn.Linear(N + 2 * N + E, V)

    def forward(self, x, before, y):
        h, _ = self.encoder(self.source(x))  # [T, G, 2N]
        keys, embeddings = self.U(h), self.target(before)
        s, readouts = torch.tanh(self.first(h[0, :, N:])), []
        for word in embeddings:
            weights = torch.softmax(self.v(torch.tanh(self.W(s) + keys)), 0)
            c = (weights * h).sum(0)
            s = self.cell(torch.cat([word, c], 1), s)
            readouts.append(torch.cat([s, c, word], 1))
        scores = self.output(torch.stack(readouts))
        return torch.nn.functional.cross_entropy(scores.flatten(0, 1), y.flatten(), reduction="sum")


model = Translator()
x = torch.randint(V, (source_length, sentences))
y = torch.randint(V, (target_length, sentences))
before = torch.cat([torch.zeros(1, sentences, dtype=torch.long), y[:-1]])
for i in range(-5, rounds):
    start = time.perf_counter()
    model.zero_grad(set_to_none=True)
    model(x, before, y).backward()
    elapsed = time.perf_counter() - start
    if i >= 0:
        print(f"round {elapsed:.9f}")
