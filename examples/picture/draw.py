#!/usr/bin/env python3
"""Draws beach.png beside itself: sky, sun, sea, sand, a red ball and a green parasol. Needs NumPy."""

import pathlib
import struct
import zlib

import numpy as np

SIDE, FINE = 192, 4  # pixels; samples of a pixel along each side

y, x = (np.mgrid[: SIDE * FINE, : SIDE * FINE] + 0.5) / (SIDE * FINE)  # 0 to 1, downwards and to the right


def paint(where, *colour):
    picture[where] = colour


def disc(cx, cy, radius):
    return (x - cx) ** 2 + (y - cy) ** 2 < radius**2


picture = np.empty((SIDE * FINE, SIDE * FINE, 3))
picture[:] = np.stack([0.35 + 0.5 * y, 0.6 + 0.35 * y, np.full_like(y, 0.95)], axis=2)  # sky
paint(disc(0.2, 0.2, 0.1), 1.0, 0.85, 0.2)  # sun
paint(y > 0.45, 0.1, 0.35, 0.6)  # sea
paint(y > 0.62 + 0.02 * np.sin(9 * x), 0.93, 0.83, 0.6)  # sand
paint((abs(x - 0.78) < 0.008) & (y > 0.35) & (y < 0.85), 0.45, 0.3, 0.2)  # the parasol's pole
paint(disc(0.78, 0.5, 0.19) & (y < 0.45), 0.1, 0.55, 0.25)  # the parasol
paint(disc(0.36, 0.79, 0.11), 0.85, 0.1, 0.1)  # ball
paint(disc(0.33, 0.75, 0.025), 1.0, 0.75, 0.75)  # its light

small = picture.reshape(SIDE, FINE, SIDE, FINE, 3).mean(axis=(1, 3))
rows = np.rint(255 * small).astype(np.uint8).reshape(SIDE, -1)
data = b"".join(b"\0" + row.tobytes() for row in rows)  # each row after its filter, none


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)  # 8 bits for each of red, green and blue
pathlib.Path(__file__).with_name("beach.png").write_bytes(
    b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND", b"")
)
