"""Prints which library PyTorch multiplies with in this process: "PyTorch 1.13.0 on libblas.so.3.11.0".
An OpenBLAS that is loaded in front of another is the one that is called."""
import os

import torch

torch.ones(2, 2) @ torch.ones(2, 2)
paths = {line.split()[-1] for line in open("/proc/self/maps") if "/lib" in line}
names = sorted(os.path.basename(path) for path in paths)
found = [n for n in names if "openblas" in n or "mkl" in n] or [n for n in names if "blas" in n]
print(f"PyTorch {torch.__version__} on {found[0] if found else 'its own'}")
