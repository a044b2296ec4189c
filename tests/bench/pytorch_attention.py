"""Multi-head self-attention by PyTorch, one thread, with the weights of every head or without any:

    pytorch_attention.py all|output n d heads rounds

prints the seconds of each round after two to warm up, as attention.c does. Of the settings that
nn.MultiheadAttention can be run with, these are its fastest: biases, evaluation, inference.
"""
import sys

import torch

from pytorch_common import print_rounds

kept = sys.argv[1] == "all"
n, d, heads, rounds = map(int, sys.argv[2:])
model = torch.nn.MultiheadAttention(d, heads, batch_first=True).eval()
x = torch.randn(1, n, d)


def attend():
    output, weights = model(x, x, x, need_weights=kept, average_attn_weights=False)
    assert weights.shape == (1, heads, n, n) if kept else weights is None


with torch.inference_mode():
    print_rounds(attend, rounds)
