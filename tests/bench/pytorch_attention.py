"""Multi-head self-attention by PyTorch, one thread, with the weights of every head:

    pytorch_attention.py n d heads rounds

prints the seconds of each round after two to warm up, as attention.c does. Of the settings that
nn.MultiheadAttention can be run with, these are its fastest: biases, evaluation, inference.
"""
import sys
import time

import torch

n, d, heads, rounds = map(int, sys.argv[1:])
torch.manual_seed(1)
torch.set_num_threads(1)
model = torch.nn.MultiheadAttention(d, heads, batch_first=True).eval()
x = torch.randn(1, n, d)

with torch.inference_mode():
    for i in range(-2, rounds):
        start = time.perf_counter()
        output, weights = model(x, x, x, need_weights=True, average_attn_weights=False)
        elapsed = time.perf_counter() - start
        if i >= 0:
            print(f"round {elapsed:.9f}")
assert weights.shape == (1, heads, n, n)
