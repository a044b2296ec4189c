"""What the PyTorch scripts have alike: one thread, rounds that are timed, and Bahdanau's translator."""
import time

import torch

torch.manual_seed(1)
torch.set_num_threads(1)


def print_rounds(round, rounds, warm_up=2):
    """Prints the seconds of each round after some to warm up, as bench.c does."""
    for i in range(-warm_up, rounds):
        start = time.perf_counter()
        round()
        elapsed = time.perf_counter() - start
        if i >= 0:
            print(f"round {elapsed:.9f}")


class Translator(torch.nn.Module):
    """The sizes and formulas are those of bahdanau's recipe; the encoder is PyTorch's own nn.GRU, the
    decoder its GRUCell, which has a few numbers more (a second bias) and resets after the product."""

    def __init__(self, source_words, target_words, E=24, N=32, A=24):
        super().__init__()
        self.N = N
        self.source = torch.nn.Embedding(source_words, E)
        self.target = torch.nn.Embedding(target_words, E)
        self.encoder = torch.nn.GRU(E, N, bidirectional=True)
        self.first = torch.nn.Linear(N, N, bias=False)
        self.cell = torch.nn.GRUCell(E + 2 * N, N)
        self.W, self.U = torch.nn.Linear(N, A, bias=False), torch.nn.Linear(2 * N, A, bias=False)
        self.v = torch.nn.Linear(A, 1, bias=False)
        self.output = torch.nn.Linear(N + 2 * N + E, target_words)

    def annotate(self, x, hidden, lengths):
        if hidden is None or not hidden.any():
            return self.encoder(self.source(x))[0]
        packed = torch.nn.utils.rnn.pack_padded_sequence(self.source(x), lengths, enforce_sorted=False)
        return torch.nn.utils.rnn.pad_packed_sequence(self.encoder(packed)[0])[0]

    def forward(self, x, before, y, hidden=None, lengths=None, **loss):
        """Words [length, sentences]; what is hidden is padding. The keyword arguments are the loss's."""
        h = self.annotate(x, hidden, lengths)  # [T, G, 2N]
        keys, embeddings = self.U(h), self.target(before)
        s, readouts = torch.tanh(self.first(h[0, :, self.N :])), []
        for word in embeddings:
            energies = self.v(torch.tanh(self.W(s) + keys))
            if hidden is not None:
                energies = energies.masked_fill(hidden.unsqueeze(2), -float("inf"))
            c = (torch.softmax(energies, 0) * h).sum(0)
            s = self.cell(torch.cat([word, c], 1), s)
            readouts.append(torch.cat([s, c, word], 1))
        scores = self.output(torch.stack(readouts))
        return torch.nn.functional.cross_entropy(scores.flatten(0, 1), y.flatten(), **loss)
