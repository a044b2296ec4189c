#!/usr/bin/env python3
"""Reference values for attention over a picture: patches' mean colours, weights, what is retrieved.

    python3 tests/model/reference/make_picture.py

writes picture.safetensors beside itself (Debian: python3-numpy) from examples/picture/beach.png, whose rows have no
filter (examples/picture/draw.py). Everything is float64 and written out by the formulas.
"""

import pathlib
import struct
import zlib

import numpy as np

from safetensors_file import write_safetensors


def read_png(path):
    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        size, name = struct.unpack(">I4s", data[at : at + 8])
        content = data[at + 8 : at + 8 + size]
        if name == b"IHDR":
            width, height = struct.unpack(">II", content[:8])
        packed += content if name == b"IDAT" else b""
        at += 12 + size
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + 3 * width)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, 3)


def patches(pixels, rows, cols):  # column after column
    height, width, _ = pixels.shape
    return np.array([pixels[r * height // rows : (r + 1) * height // rows, c * width // cols : (c + 1) * width // cols]
                     .reshape(-1, 3).mean(axis=0) / 255 for c in range(cols) for r in range(rows)])


def main():
    pixels = read_png(pathlib.Path(__file__).parents[3] / "examples/picture/beach.png")
    keys = patches(pixels, 8, 8)
    scores = keys @ np.array([5.0, -5, -5])
    exponentials = np.exp(scores - scores.max())
    weights = exponentials / exponentials.sum()
    taken = (weights == weights.max()).astype(float)
    write_safetensors("picture.safetensors", {
        "8x8/colours": keys, "5x7/colours": patches(pixels, 5, 7), "64x1/colours": patches(pixels, 64, 1),
        "8x8/weights": weights[None], "8x8/grid": weights.reshape(8, 8).T, "8x8/brightness": keys.mean(1).reshape(8, 8).T,
        "8x8/output": weights[None] @ keys, "8x8/taken": taken.reshape(8, 8).T, "8x8/hard": taken[None] @ keys})


if __name__ == "__main__":
    main()
