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

from pytorch_common import Translator

END, PADDING = 1, -100
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
    """Words [length, sentences]: the source, the words before, those to be found, and the mask."""
    longest = [max(len(pair[side]) for pair in batch) for side in (0, 1)]
    source = [x + [0] * (longest[0] - len(x)) for x, _ in batch]
    hidden = [[False] * len(x) + [True] * (longest[0] - len(x)) for x, _ in batch]
    before = [[END] + y[:-1] + [0] * (longest[1] - len(y)) for _, y in batch]
    target = [y + [PADDING] * (longest[1] - len(y)) for _, y in batch]
    lengths = torch.tensor([len(x) for x, _ in batch])
    return [torch.tensor(part).T.contiguous() for part in (source, before, target, hidden)] + [lengths]


sizes, batches = read(sys.argv[1])
start = time.perf_counter()
model = Translator(*sizes)
adam = torch.optim.Adam(model.parameters(), lr=5e-3, betas=(0.9, 0.99))
schedule = torch.optim.lr_scheduler.LambdaLR(adam, lambda step: 1 - step / len(batches))
losses = []
for batch in batches:
    adam.zero_grad(set_to_none=True)
    loss = model(*batch, ignore_index=PADDING)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    adam.step()
    schedule.step()
    losses.append(loss.item())
print(f"training {time.perf_counter() - start:.9f}")
print(f"loss {sum(losses[-STEPS_OF_LOSS:]) / STEPS_OF_LOSS:.4f}")
