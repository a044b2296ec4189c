"""What attnviz draws for

    attnviz --sentence "He hit the ball with the bat" --heads 3 --mask causal

by NumPy and matplotlib: the same computation and the same pictures, with the same content and
the same sizes, as one would write them in a notebook. Places are given, not searched: with
layout="constrained" or bbox_inches="tight" matplotlib would lay out or draw each picture twice.
The benchmark runs both.

    matplotlib_main_job.py DIR

writes the pictures into DIR.
"""
import os
import sys
from collections import Counter

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Patch

SENTENCE, HEADS, D = "He hit the ball with the bat", 3, 48
GAP, MINI = 0.25, 0.98  # inches: between panels; a panel of the overview
PROBABILITY = dict(cmap="viridis", vmin=0, vmax=1)
GREY, STRIPED = "#606068", dict(facecolor="#efefef", edgecolor="#c8c8c8", hatch="/////")
SETTINGS = (
    r"$d_{\mathrm{model}}$ = 48, $d_k$ = 16, mask causal, sinusoidal positions, random weights"
)
WEIGHTS = r"softmax($QK^T/\sqrt{d_k} + M$)"
NAMES = {
    "scores": ("Scores", "$QK^T$"),
    "scaled": ("Scaled scores", r"$QK^T/\sqrt{d_k}$"),
    "masked": ("Masked scores", r"$QK^T/\sqrt{d_k} + M$"),
    "weights": ("Attention weights", WEIGHTS),
}


def softmax(scores):
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def attend(q, k, v, mask, factor=1):
    scores = q @ k.T
    scaled = scores * (factor / np.sqrt(q.shape[1]))
    masked = scaled + mask
    weights = softmax(masked)
    steps = dict(scores=scores, scaled=scaled, masked=masked, weights=weights)
    return dict(q=q, k=k, v=v, output=weights @ v, **steps)


def sinusoids(n, d):
    angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    positional = np.zeros((n, d), np.float32)
    positional[:, 0::2], positional[:, 1::2] = np.sin(angles), np.cos(angles)
    return positional


def numbered(tokens):
    """Tokens that occur several times, with their numbers."""
    total, seen, labels = Counter(tokens), Counter(), []
    for token in tokens:
        seen[token] += 1
        labels.append(token + ("₀₁₂₃₄₅₆₇₈₉"[seen[token]] if total[token] > 1 else ""))
    return labels


def signed(matrix):
    """Colours centred on zero."""
    top = np.abs(matrix).max()
    return dict(cmap="RdBu_r", vmin=-top, vmax=top)


class Panel:
    def __init__(self, matrix, title, colours, hidden=None, label="score"):
        self.matrix, self.title, self.colours, self.label = matrix, title, colours, label
        self.hidden = np.zeros(matrix.shape, bool) if hidden is None else hidden


class Page:
    """A figure whose places are given in inches from its upper left corner."""

    def __init__(self, width, height, title, formula, notes=()):
        self.figure, self.width, self.height = plt.figure(figsize=(width, height)), width, height
        self.text(0.16, 0.38, title, fontsize=12)
        self.text(0.16, 0.6, formula, fontsize=10)
        for i, note in enumerate([*notes, SETTINGS]):
            self.text(0.16, 0.78 + 0.16 * i, note, fontsize=7, color=GREY)

    def text(self, x, y, text, **how):
        self.figure.text(x / self.width, 1 - y / self.height, text, **how)

    def axes(self, x, y, width, height):
        box = (x / self.width, 1 - (y + height) / self.height)
        return self.figure.add_axes([*box, width / self.width, height / self.height])

    def arrow(self, x, y, text, to):
        where = dict(xycoords="figure fraction", textcoords="figure fraction")
        y = 1 - y / self.height
        ends = (to / self.width, y), (x / self.width, y)
        self.figure.text((x + to) / 2 / self.width, y + 0.01, text, fontsize=8, ha="center")
        ax = self.figure.axes[-1]
        ax.annotate("", *ends, **where, arrowprops=dict(arrowstyle="->", color=GREY))

    def bar(self, image, label, x, y, height):
        bar = self.figure.colorbar(image, cax=self.axes(x, y, 0.13, height))
        bar.set_label(label, fontsize=8, color=GREY)
        bar.ax.tick_params(labelsize=8, labelcolor=GREY, length=3)
        bar.outline.set_edgecolor("#b0b4b8")

    def legend(self, x, y, handles):
        self.figure.legend(
            handles=handles,
            loc="upper left",
            bbox_to_anchor=(x / self.width, 1 - y / self.height),
            ncols=len(handles),
            frameon=False,
            fontsize=8,
            labelcolor=GREY,
        )


def heatmap(ax, panel):
    """One matrix: masked cells are striped, and white lines part the cells if there are few."""
    image = ax.imshow(np.where(panel.hidden, np.nan, panel.matrix), aspect="auto", **panel.colours)
    ax.set_xticks([])
    ax.set_yticks([])
    for spine in ax.spines.values():
        spine.set_color("#b0b4b8")
    rows, cols = panel.matrix.shape
    for i in np.flatnonzero(panel.hidden.any(axis=1)):
        first = np.argmax(panel.hidden[i])  # with a causal mask the rest of the row is hidden
        ax.add_patch(plt.Rectangle((first - 0.5, i - 0.5), cols - first, 1, lw=0, **STRIPED))
    if cols < D:
        ax.vlines(np.arange(1, cols) - 0.5, -0.5, rows - 0.5, color="white", lw=0.7)
        ax.hlines(np.arange(1, rows) - 0.5, -0.5, cols - 0.5, color="white", lw=0.7)
    return image


def named(ax, labels, axis, size):
    ticks = dict(length=0, labelsize=size, labeltop=True, labelbottom=False)
    getattr(ax, f"set_{axis}ticks")(range(len(labels)), labels)
    ax.tick_params(axis=axis, **ticks)


def numbers(ax, panel, image):
    """The number of each visible cell, unless it is rounded to zero."""
    values = np.round(panel.matrix, 2)
    drawn = ~panel.hidden & (values != 0) if panel.label != "mask" else ~panel.hidden
    for i, j in np.argwhere(drawn):
        r, g, b, _ = image.cmap(image.norm(panel.matrix[i, j]))
        ink = "black" if 0.3 * r + 0.6 * g + 0.1 * b > 0.5 else "white"
        value = f"{values[i, j]:.2f}" if panel.label != "mask" else "0"
        ax.text(j, i, value, ha="center", va="center", color=ink, fontsize=7)
    return (drawn | panel.hidden).all()


def key(hidden, whole, mask=False):
    """What the legend beneath says."""
    handles = [Patch(facecolor="#9ec5e5", label="visible (0)")] if mask else []
    handles += [Patch(label="masked (−∞)", **STRIPED)] if hidden else []
    return handles + ([] if whole else [Patch(alpha=0, label="no number: 0 when rounded")])


class Book:
    """Numbers the pictures in their order."""

    def __init__(self, folder, labels):
        self.folder, self.labels, self.count = folder, labels, 0

    def save(self, page, name):
        path = os.path.join(self.folder, f"{self.count:02d}-{name}.png")
        page.figure.savefig(path, dpi=200)
        plt.close(page.figure)
        self.count += 1

    def row(self, name, title, formula, panels, arrows=()):
        """Panels side by side, with the labels of the queries once and a colour bar a scale."""
        side = (0.4 if len(panels) == 1 else 0.36) * len(self.labels)
        gap = 0.42 if arrows else GAP
        bars = {p.colours["cmap"]: p for p in panels if p.label != "mask"}
        width = 0.7 + len(panels) * (side + gap) - gap + 0.75 * len(bars) + 0.15
        page = Page(width, 4.7, title, formula)
        whole, images = True, {}
        for i, panel in enumerate(panels):
            x = 0.7 + i * (side + gap)
            if arrows and i:
                page.arrow(x - gap + 0.05, 1.5 + side / 2, arrows[i - 1], x - 0.05)
            ax = page.axes(x, 1.5, side, side)
            image = heatmap(ax, panel)
            named(ax, self.labels, "x", 9)
            ax.set_xlabel("key (column)", fontsize=8, color=GREY)
            ax.xaxis.set_label_position("top")
            if len(panels) > 1:
                ax.set_title(panel.title, fontsize=9)
            if i == 0:
                named(ax, self.labels, "y", 9)
                ax.set_ylabel("query (row)", fontsize=8, color=GREY)
            whole &= numbers(ax, panel, image)
            images[panel.colours["cmap"]] = image
        for i, (colours, panel) in enumerate(bars.items()):
            x = width - 0.75 * (len(bars) - i) - 0.05
            page.bar(images[colours], panel.label, x, 1.5, side)
        hidden, is_mask = any(p.hidden.any() for p in panels), panels[0].label == "mask"
        if hidden or not whole:
            page.legend(0.65, 1.6 + side, key(hidden, whole, is_mask))
        self.save(page, name)

    def overview(self, rows):
        """Rows of small panels without numbers, None where there is none."""
        title, formula = "Self-attention, stage by stage", rf"head = {WEIGHTS} $V$"
        page = Page(15.5, 11.6, title, formula, [SENTENCE])
        signs = {"scores": r"$/\sqrt{d_k}$", "scaled": "+ M", "masked": "softmax", "weights": r"$· V$"}
        for i, (name, panels) in enumerate(rows):
            y = 1.5 + 1.7 * i
            page.text(0.16, y + MINI / 2, name, fontsize=8)
            columns = [j for j, panel in enumerate(panels) if panel]
            for j in columns:
                panel, x = panels[j], 1.5 + 1.32 * j + (0.45 if j > 2 else 0) + 0.27 * max(0, j - 3)
                ax = page.axes(x, y, MINI, MINI)
                image = heatmap(ax, panel)
                square = panel.matrix.shape == (len(self.labels), len(self.labels))
                ax.set_title(panel.title, fontsize=8, pad=12 if square else 6)
                if square:
                    ax.set_xlabel("key", fontsize=7, color=GREY)
                    ax.xaxis.set_label_position("top")
                    ax.set_ylabel("query", fontsize=7, color=GREY)
                if j == columns[0]:
                    named(ax, self.labels, "y", 8)
                if panel.colours["cmap"] == "viridis":
                    weights = image
                else:
                    values = image
                    if panel.label != "mask":
                        limit = f"±{panel.colours['vmax']:.3g}"
                        page.text(x + MINI / 2, y + MINI + 0.14, limit, fontsize=7, ha="center")
                if panel.title in signs and j < 7:
                    page.arrow(x + MINI + 0.06, y + MINI / 2, signs[panel.title], x + MINI + 0.4)
        page.bar(weights, "attention weight", 13.9, 1.5, 1.4)
        page.bar(values, "value (max: see beneath)", 14.65, 1.5, 1.4)
        page.legend(1.45, 11.2, key(True, True, True))
        self.save(page, "overview")


def stages(attention, hidden, widest="scores"):
    colours = signed(attention[widest])
    weights = Panel(attention["weights"], "weights", PROBABILITY, hidden, "attention weight")
    return [
        Panel(attention["scores"], "scores", colours),
        Panel(attention["scaled"], "scaled", colours),
        Panel(attention["masked"], "masked", colours, hidden),
        weights,
    ]


def features(matrix, title):
    return Panel(matrix, title, signed(matrix))


def main(folder):
    os.makedirs(folder, exist_ok=True)
    rng = np.random.default_rng(1)
    tokens = SENTENCE.split()
    n = len(tokens)
    vectors = {t: rng.standard_normal(D, np.float32) for t in dict.fromkeys(tokens)}
    embeddings, positional = np.stack([vectors[t] for t in tokens]), sinusoids(n, D)
    x = embeddings + positional
    w_q, w_k, w_v, w_o = (rng.standard_normal((D, D), np.float32) / np.sqrt(D) for _ in range(4))
    mask = np.where(np.triu(np.ones((n, n), bool), 1), -np.inf, 0).astype(np.float32)
    hidden = np.isinf(mask)

    raw = attend(x, x, x, mask)
    heads = []
    for columns in np.split(np.arange(D), HEADS):
        heads.append(attend(x @ w_q[:, columns], x @ w_k[:, columns], x @ w_v[:, columns], mask))
    spread = np.mean([h["scaled"][~hidden].std() for h in heads])
    matched = attend(x, x, x, mask, spread / raw["scaled"][~hidden].std())
    concat = np.concatenate([h["output"] for h in heads], axis=1)
    output = concat @ w_o
    mean = np.mean([h["weights"] for h in heads], axis=0)
    difference = mean - raw["weights"]

    book = Book(folder, numbered(tokens))
    mask_panel = Panel(mask, "M", dict(cmap="Blues", vmin=-1, vmax=2), hidden, "mask")
    learned = [
        Panel(h["weights"], f"head {i + 1}", PROBABILITY, hidden, "attention weight")
        for i, h in enumerate(heads)
    ]
    mean_panel = Panel(mean, "mean of the heads", PROBABILITY, hidden, "attention weight")
    difference_panel = Panel(
        difference, "difference", signed(difference), hidden, "difference of weights"
    )

    inputs = [features(embeddings, "X"), features(positional, "PE"), features(x, "X + PE")]
    rows = [("input", inputs + [mask_panel])]
    for i, attention in enumerate([raw] + heads):
        projected = [features(attention[name], name.upper()) for name in "qkv"]
        first = projected if i else [None] * 3
        panels = first + stages(attention, hidden) + [features(attention["output"], "output")]
        rows.append((f"head {i}" if i else "no projections", panels))
    result = [features(concat, "concat"), features(w_o, "$W_O$"), features(output, "output")]
    rows.append(("result", result + [None] * 3 + [mean_panel, difference_panel]))
    book.overview(rows)

    book.row("mask", "Mask", "M", [mask_panel])
    kinds = [("raw", "without projections", raw)]
    kinds += [(f"head-{i + 1}", f"of head {i + 1}", head) for i, head in enumerate(heads)]
    for kind, whose, attention in kinds:
        for (name, (title, formula)), panel in zip(NAMES.items(), stages(attention, hidden)):
            formula = formula.replace("QK", "XX") if attention is raw else formula
            book.row(f"{kind}-{name}", f"{title} {whose}", formula, [panel])
        if attention is not raw:
            arrows = [r"$/\sqrt{d_k}$", "+ M", "softmax"]
            title = f"Head {kind[-1]}, from scores to weights"
            book.row(f"{kind}-stages", title, WEIGHTS, stages(attention, hidden), arrows)
    book.row("heads", "Attention weights of the heads", WEIGHTS, learned + [mean_panel])
    book.row("mean-weights", "Mean of the heads", WEIGHTS, [mean_panel])
    title = "Projections minus no projections"
    book.row("difference-weights", title, rf"$\bar{{A}}$ − {WEIGHTS}", [difference_panel])
    for (name, (title, formula)), panel in list(zip(NAMES.items(), stages(matched, hidden, "scaled")))[1:]:
        title += " at the heads' spread"
        book.row(f"matched-{name}", title, formula.replace("QK", "XX"), [panel])
    raw_panel, matched_panel = (stages(a, hidden)[-1] for a in (raw, matched))
    raw_panel.title, matched_panel.title = "no projections", "no projections, at the heads' spread"
    panels = [raw_panel, mean_panel, difference_panel, matched_panel]
    book.row("xxt-beside-heads", "What the projections change", WEIGHTS, panels)


main(sys.argv[1])
