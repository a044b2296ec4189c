"""What attnviz draws for

    attnviz --sentence "He hit the ball with the bat" --heads 3 --mask causal

by NumPy and matplotlib: the same computation, the same pictures, as one would write them in a
notebook. The benchmark runs both.

    matplotlib_main_job.py DIR

writes the pictures into DIR.
"""
import os
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

SENTENCE, HEADS, D = "He hit the ball with the bat", 3, 48
PROBABILITY = dict(cmap="viridis", vmin=0, vmax=1)


def softmax(scores):
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def attend(q, k, v, mask):
    scores = q @ k.T
    scaled = scores / np.sqrt(q.shape[1])
    masked = scaled + mask
    weights = softmax(masked)
    steps = dict(scores=scores, scaled=scaled, masked=masked, weights=weights)
    return dict(q=q, k=k, v=v, output=weights @ v, **steps)


def sinusoids(n, d):
    angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    positional = np.zeros((n, d), np.float32)
    positional[:, 0::2], positional[:, 1::2] = np.sin(angles), np.cos(angles)
    return positional


def signed(matrix):
    """Colours centred on zero."""
    top = np.abs(matrix).max()
    return dict(cmap="RdBu", vmin=-top, vmax=top)


def heatmap(ax, panel, labels, values=True):
    """One matrix with the tokens at its sides and the number in each cell."""
    image = ax.imshow(np.where(panel.hidden, np.nan, panel.matrix), aspect="auto", **panel.colours)
    ax.set_facecolor("lightgrey")
    ax.set_title(panel.title)
    ax.set_yticks(range(len(labels)), labels)
    ax.set_xticks([])
    if values:
        ax.set_xticks(range(len(labels)), labels, rotation=90)
        ax.set_xlabel("key")
        for i, j in np.argwhere(~panel.hidden):
            r, g, b, _ = image.cmap(image.norm(panel.matrix[i, j]))
            ink = "black" if 0.3 * r + 0.6 * g + 0.1 * b > 0.5 else "white"
            value = f"{panel.matrix[i, j]:.2f}"
            ax.text(j, i, value, ha="center", va="center", color=ink, fontsize=7)
    return image


class Panel:
    def __init__(self, matrix, title, colours, hidden=None):
        self.matrix, self.title, self.colours = matrix, title, colours
        self.hidden = np.zeros(matrix.shape, bool) if hidden is None else hidden


class Book:
    """Numbers the pictures in their order."""

    def __init__(self, folder, labels):
        self.folder, self.labels, self.count = folder, labels, 0

    def save(self, figure, name):
        figure.savefig(os.path.join(self.folder, f"{self.count:02d}-{name}.png"), dpi=200)
        plt.close(figure)
        self.count += 1

    def row(self, name, panels):
        """Panels side by side, with the labels of the queries once and a colour bar a scale."""
        figure, axes = plt.subplots(
            1, len(panels), figsize=(3.6 * len(panels) + 1.4, 4.2), sharey=True, squeeze=False
        )
        axes[0, 0].set_ylabel("query")
        bars = {}
        for ax, panel in zip(axes[0], panels):
            image = heatmap(ax, panel, self.labels)
            bars[panel.colours["cmap"]] = image
        for image in bars.values():
            figure.colorbar(image, ax=axes[0].tolist())
        self.save(figure, name)

    def grid(self, name, rows):
        """Rows of small panels without numbers, None where there is none."""
        wide = max(map(len, rows))
        figure, axes = plt.subplots(len(rows), wide, figsize=(1.9 * wide, 1.8 * len(rows)))
        for axes_row, panels in zip(axes, rows):
            for ax, panel in zip(axes_row, panels + [None] * (wide - len(panels))):
                if panel:
                    labels = self.labels if len(panel.matrix) == len(self.labels) else []
                    heatmap(ax, panel, labels, values=False)
                else:
                    ax.set_visible(False)
        self.save(figure, name)


def stages(attention, hidden):
    colours = signed(attention["scores"])
    return [
        Panel(attention["scores"], r"$QK^T$", colours),
        Panel(attention["scaled"], r"$QK^T/\sqrt{d_k}$", colours),
        Panel(attention["masked"], r"$QK^T/\sqrt{d_k} + M$", colours, hidden),
        Panel(attention["weights"], r"$softmax(QK^T/\sqrt{d_k} + M)$", PROBABILITY, hidden),
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
    concat = np.concatenate([h["output"] for h in heads], axis=1)
    output = concat @ w_o
    mean = np.mean([h["weights"] for h in heads], axis=0)
    difference = mean - raw["weights"]

    book = Book(folder, tokens)
    mask_panel = Panel(mask, "M", signed(np.ones(1)), hidden)
    learned = [
        Panel(h["weights"], f"head {i + 1}", PROBABILITY, hidden) for i, h in enumerate(heads)
    ]
    mean_panel = Panel(mean, "mean of the heads", PROBABILITY, hidden)
    difference_panel = Panel(difference, "difference", signed(difference), hidden)

    inputs = [features(embeddings, "X"), features(positional, "PE"), features(x, "X + PE")]
    rows = [inputs + [mask_panel]]
    for attention in [raw] + heads:
        projected = [features(attention[name], name.upper()) for name in "qkv"]
        first = [None] * 3 if attention is raw else projected
        rows.append(first + stages(attention, hidden) + [features(attention["output"], "output")])
    result = [features(concat, "concat"), features(w_o, "$W_O$"), features(output, "output")]
    rows.append(result + [None] * 3 + [mean_panel, difference_panel])
    book.grid("overview", rows)

    book.row("mask", [mask_panel])
    for i, attention in enumerate([raw] + heads):
        names = ("scores", "scaled", "masked", "weights")
        for name, panel in zip(names, stages(attention, hidden)):
            book.row(f"head-{i}-{name}" if i else f"raw-{name}", [panel])
        if i:
            book.row(f"head-{i}-stages", stages(attention, hidden))
    book.row("heads", learned + [mean_panel])
    book.row("mean-weights", [mean_panel])
    book.row("difference-weights", [difference_panel])
    raw_panel = Panel(raw["weights"], "no projections", PROBABILITY, hidden)
    book.row("xxt-beside-heads", [raw_panel, mean_panel, difference_panel])


main(sys.argv[1])
