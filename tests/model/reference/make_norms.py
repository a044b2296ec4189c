#!/usr/bin/env python3
"""Reference values for norms of a padded batch: PyTorch's layer_norm and batch_norm, in training.

    python3 tests/model/reference/make_norms.py

writes norms.safetensors beside itself (Debian: python3-torch, python3-numpy). Two sentences, "first"
[3,8] and "second" [5,8], and the first one's "padding" [2,8]. The first one's rows by themselves,
among all words, and among words and padding: "layer" does not see the others, "batch/alone",
"batch/joined" and "batch/padded" do.
"""

import torch
from torch.nn.functional import batch_norm, layer_norm

from safetensors_file import write_safetensors

D = 8


def main():
    torch.manual_seed(3)
    first, second, padding = torch.randn(3, D) + 1, 2 * torch.randn(5, D), torch.randn(2, D) - 1
    tensors = {"first": first, "second": second, "padding": padding, "layer": layer_norm(first, [D])}
    for name, rows in (("alone", [first]), ("joined", [first, second]), ("padded", [first, padding, second])):
        tensors[f"batch/{name}"] = batch_norm(torch.cat(rows), None, None, training=True)[:3]
    write_safetensors("norms.safetensors", tensors)


if __name__ == "__main__":
    main()
