"""Prints the section [numpy] of tests/load/npy.list: small arrays as NumPy writes them, and their
numbers as it reads them back."""
import io

import numpy as np



def print_case(array, version):
    file = io.BytesIO()
    np.lib.format.write_array(file, array, version=version)
    rows = [" ".join(f"{x:.6g}" for x in row) for row in array.astype(np.float32)]
    listed = "|".join(f"{word} {row}" for word, row in zip(["the", "bat", "Größe"], rows))
    print(file.getvalue().hex(), "→", listed)


numbers = np.array([[0.5, -1.25], [3, 6.1e-5], [-1024, 0.1]])
print("[numpy]")
for dtype in ["<f4", ">f4", "<f8", ">f8", "<f2", ">f2"]:
    for version in [(1, 0), (2, 0), (3, 0)] if dtype == "<f4" else [(1, 0)]:
        print_case(numbers.astype(dtype), version)

# The least, the most and the sign of whole numbers.
for dtype in ["|i1", "|u1", "|b1"] + [order + kind + size for size in "248" for kind in "iu" for order in "<>"]:
    of = np.dtype(dtype)
    ends = np.array([[0, 1]]) if dtype == "|b1" else np.array([[np.iinfo(of).min, np.iinfo(of).max]], object)
    array = np.concatenate([ends, [[1, 0]], [[100, 1]] if dtype != "|b1" else [[1, 1]]]).astype(of)
    if of.kind == "i":
        array[1, 1] = -2
    print_case(array, (1, 0))
