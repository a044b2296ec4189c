"""The training of Bahdanau's translator by PyTorch, one thread, on the pairs of a file:

    pytorch_translation.py FILE

FILE is what `translation --pairs STEPS` prints. Prints the seconds of all steps, without reading the
file, and the loss of the last 50, as translation.c does. The sizes, the pairs, Adam, its rate falling to
0 and the cut of the gradient are translation.c's; a batch is padded to its longest sentences, as one
does in PyTorch, which most batches need little of, their pairs being of nearly equal lengths.
"""
import sys
import time

import torch

torch.manual_seed(1)
torch.set_num_threads(1)
E, N, A, END, PADDING = 24, 32, 24, 1, -100
STEPS_OF_LOSS = 50


def read(path):
    batches = []
    with open(path) as file:
        sizes = [int(n) for n in file.readline().split()[1:]]
        for line in file:
            if line.strip() == "batch":
                batches.append([])
            else:
                batches[-1].append([[int(n) for n in side.split()] for side in line.split("|")])
    return sizes, [pad(batch) for batch in batches]


def pad(batch):
    """Words [length, sentences]: the source, its mask, the words before, and those to be found."""
    longest = [max(len(pair[side]) for pair in batch) for side in (0, 1)]
    source = [x + [0] * (longest[0] - len(x)) for x, _ in batch]
    hidden = [[False] * len(x) + [True] * (longest[0] - len(x)) for x, _ in batch]
    before = [[END] + y[:-1] + [0] * (longest[1] - len(y)) for _, y in batch]
    target = [y + [PADDING] * (longest[1] - len(y)) for _, y in batch]
    lengths = torch.tensor([len(x) for x, _ in batch])
    return [torch.tensor(part).T.contiguous() for part in (source, hidden, before, target)] + [lengths]


class Translator(torch.nn.Module):
    def __init__(self, source_words, target_words):
        super().__init__()
        self.source = torch.nn.Embedding(source_words, E)
        self.target = torch.nn.Embedding(target_words, E)
        self.encoder = torch.nn.GRU(E, N, bidirectional=True)
        self.first = torch.nn.Linear(N, N, bias=False)
        self.cell = torch.nn.GRUCell(E + 2 * N, N)
        self.W, self.U = torch.nn.Linear(N, A, bias=False), torch.nn.Linear(2 * N, A, bias=False)
        self.v = torch.nn.Linear(A, 1, bias=False)
        self.output = torch.nn.Linear(N + 2 * N + E, target_words)

    def annotate(self, x, hidden, lengths):
        if not hidden.any():
            return self.encoder(self.source(x))[0]
        packed = torch.nn.utils.rnn.pack_padded_sequence(self.source(x), lengths, enforce_sorted=False)
        return torch.nn.utils.rnn.pad_packed_sequence(self.encoder(packed)[0])[0]

    def forward(self, x, hidden, before, y, lengths):
        h = self.annotate(x, hidden, lengths)  # [T, G, 2N]
        keys, embeddings = self.U(h), self.target(before)
        s, readouts = torch.tanh(self.first(h[0, :, N:])), []
        for word in embeddings:
            energies = self.v(torch.tanh(self.W(s) + keys)).squeeze(2).masked_fill(hidden, -float("inf"))
            c = (torch.softmax(energies, 0).unsqueeze(2) * h).sum(0)
            s = self.cell(torch.cat([word, c], 1), s)
            readouts.append(torch.cat([s, c, word], 1))
        scores = self.output(torch.stack(readouts))
        return torch.nn.functional.cross_entropy(scores.flatten(0, 1), y.flatten(), ignore_index=PADDING)


sizes, batches = read(sys.argv[1])
start = time.perf_counter()
model = Translator(*sizes)
adam = torch.optim.Adam(model.parameters(), lr=5e-3, betas=(0.9, 0.99))
schedule = torch.optim.lr_scheduler.LambdaLR(adam, lambda step: 1 - step / len(batches))
losses = []
for batch in batches:
    adam.zero_grad(set_to_none=True)
    loss = model(*batch)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    adam.step()
    schedule.step()
    losses.append(loss.item())
print(f"training {time.perf_counter() - start:.9f}")
print(f"loss {sum(losses[-STEPS_OF_LOSS:]) / STEPS_OF_LOSS:.4f}")
