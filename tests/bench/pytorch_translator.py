"""One training step, forward and backward, of Bahdanau's translator by PyTorch, one thread:

    pytorch_translator.py sentences source_length target_length rounds

prints the seconds of each round after five to warm up, as model.c does.
"""
import sys

import torch

from pytorch_common import Translator, print_rounds

sentences, source_length, target_length, rounds = map(int, sys.argv[1:])
V = 100
model = Translator(V, V)
x = torch.randint(V, (source_length, sentences))
y = torch.randint(V, (target_length, sentences))
before = torch.cat([torch.zeros(1, sentences, dtype=torch.long), y[:-1]])


def step():
    model.zero_grad(set_to_none=True)
    model(x, before, y, reduction="sum").backward()


print_rounds(step, rounds, warm_up=5)
