"""Prints the section [numpy] of tests/load/npy.list: small arrays as NumPy writes them, and their
numbers as it reads them back."""
import io

import numpy as np

numbers = np.array([[0.5, -1.25], [3, 6.1e-5], [-1024, 0.1]])
print("[numpy]")
for dtype in ["<f4", ">f4", "<f8", ">f8", "<f2", ">f2"]:
    for version in [(1, 0), (2, 0), (3, 0)] if dtype == "<f4" else [(1, 0)]:
        file = io.BytesIO()
        array = numbers.astype(dtype)
        np.lib.format.write_array(file, array, version=version)
        rows = [" ".join(f"{x:.6g}" for x in row) for row in array.astype(np.float32)]
        listed = "|".join(f"{word} {row}" for word, row in zip(["the", "bat", "Größe"], rows))
        print(file.getvalue().hex(), "→", listed)
