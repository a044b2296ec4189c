#!/usr/bin/env python3
"""Writes the maps of src/figure/colormaps.list, below the comment that it begins with.

    python3 tests/figure/colormaps.py

(Debian: python3-matplotlib, whose maps are thinned here.)
"""

import math
import pathlib

import matplotlib

POINTS = 33
LIST = pathlib.Path(__file__).parents[2] / "src/figure/colormaps.list"


def hexadecimal(rgb):
    return "0x%02x%02x%02x" % tuple(round(255 * channel) for channel in rgb)


def listed(name, colours):
    rows = (", ".join(map(hexadecimal, colours[i : i + 9])) for i in range(0, POINTS, 9))
    return f"MAP({name.replace('-', '_')},\n    " + ",\n    ".join(rows) + ")\n"


def thinned(name):
    """POINTS colours at equal distances, between entries where they fall there."""
    entries = matplotlib.colormaps[name].colors
    places = [i * (len(entries) - 1) / (POINTS - 1) for i in range(POINTS)]
    return [
        [
            entries[int(p)][c] + (p - int(p)) * (entries[min(int(p) + 1, 255)][c] - entries[int(p)][c])
            for c in range(3)
        ]
        for p in places
    ]


def linear_rgb(lightness, chroma, hue):
    """OKLab (Björn Ottosson, 2020) in polar coordinates to linear sRGB."""
    a, b = chroma * math.cos(hue), chroma * math.sin(hue)
    l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    s = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
        -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
    )


def luminance(rgb):
    red, green, blue = (min(max(channel, 0), 1) for channel in rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def encoded(linear):
    return 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055


def in_gamut(rgb):
    return all(-0.003 < channel <= 1 for channel in rgb)


def colour_of(target, chroma, hue):
    """The colour of this luminance and hue, of this chroma or the largest that a screen has."""
    while True:
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            if luminance(linear_rgb(middle, chroma, hue)) < target:
                low = middle
            else:
                high = middle
        rgb = linear_rgb(low, chroma, hue)
        if in_gamut(rgb):
            return [encoded(max(channel, 0)) for channel in rgb]
        chroma -= 0.001


def side(lightness, chroma, hues):
    """From zero outwards: L* from one value to the other, the hue too, the chroma from none."""
    colours = []
    for i in range(POINTS // 2 + 1):
        t = i / (POINTS // 2)
        l_star = lightness[0] + (lightness[1] - lightness[0]) * t
        hue = math.radians(hues[0] + (hues[1] - hues[0]) * t)
        growth = math.sin(min(1, 1.25 * t) * math.pi / 2)
        colours.append(colour_of(((l_star + 16) / 116) ** 3, chroma * growth, hue))
    return colours


def diverging(lightness, chromas, blues, oranges):
    return side(lightness, chromas[0], blues)[:0:-1] + side(lightness, chromas[1], oranges)


maps = [
    listed("viridis", thinned("viridis")),
    listed("blue-orange", diverging((96, 28), (0.17, 0.17), (235, 262), (60, 32))),
    listed("cividis", thinned("cividis")),
    listed("magma", thinned("magma")),
    listed("grey", [[(245 - 7 * i) / 255] * 3 for i in range(POINTS)]),
    listed("dark-grey", [[(21 + 7 * i) / 255] * 3 for i in range(POINTS)]),
    listed("dark-blue-orange", diverging((15, 78), (0.13, 0.15), (262, 235), (32, 62))),
]
comment = LIST.read_text().split("\n\n")[0]
LIST.write_text("\n\n".join([comment, "\n".join(maps)]))
