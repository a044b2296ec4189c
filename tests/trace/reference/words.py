#!/usr/bin/env python3
"""What every word of the sentences says of small matrices, calculated by NumPy.

    python3 tests/trace/reference/words.py

writes words.inc beside itself (Debian: python3-numpy): the matrices, which tests/trace/test_words.c
makes steps of, and a row for each word, the step that it is measured on, and its text. Operations
on the matrices (a product, a softmax) are done there by the graph and here by NumPy.
"""
import os

import numpy as np

WORDS = ["bat", "hit", "ball", "the", "dog", "cat"]
OTHERS = ["one", "two", "three", "four", "five", "six"]
rng = np.random.default_rng(5)
matrices, rows = {}, []


# ---- how numbers and labels are written ----

def minus(text):
    zero = float(text) == 0
    return text.replace("-", "" if zero else "−")


def decimal(x):
    return minus(f"{x:.2f}")


def whole(x):
    return minus(f"{x:.0f}")


def measure(x):
    return minus(f"{x:.3g}")


def digits(x):
    return measure(x) if abs(x) < 1000 else whole(x)


def chance(x):
    return "under 0.01" if 0 < x < 0.005 else "over 0.99" if 0.995 <= x < 1 else decimal(x)


def row_label(i):
    return f"“{WORDS[i]}”"


def col_label(j):
    return f"“{OTHERS[j]}”"


def between(low, high):
    return decimal(low) if decimal(low) == decimal(high) else f"{decimal(low)} to {decimal(high)}"


# ---- the table ----

def matrix(name, numbers):
    """A given step; its numbers as float32 has them."""
    matrices[name] = np.array(numbers, dtype=np.float32).astype(float)
    return matrices[name]


def drawn(name, n, m, low=-3.0, high=3.0):
    return matrix(name, np.round(rng.uniform(low, high, (n, m)), 2))


def said(step, **words):
    """Of a step, each word by its name, a form in front of it: row__largest is "row of largest"."""
    for word, text in words.items():
        rows.append((word.replace("__", " of ").replace("_", "-"), step, text))


def first_place(found):
    """The first place, row by row, where a matrix of booleans is true."""
    return tuple(int(i) for i in np.argwhere(found)[0])


def softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def lengths_of(x):
    return np.sqrt((x * x).sum(axis=1))


def cosines_of(a, b):
    return a @ b.T / np.outer(lengths_of(a), lengths_of(b))


def upper(x):
    """The cells above the diagonal, the others as no numbers."""
    return np.where(np.triu(np.ones(x.shape), 1) > 0, x, np.nan)


# ---- any matrix ----

def any_matrix():
    m = np.round(rng.uniform(-3, 3, (3, 4)), 2)
    m[1, 2], m[0, 1] = 0, -4.5
    m = matrix("m", m)
    high, low = first_place(m == m.max()), first_place(m == m.min())
    far = first_place(abs(m) == abs(m).max())
    last = m[-1]
    again = first_place(m == np.sort(m, axis=None)[-2])
    said("m", largest_again=decimal(m[again]), col__largest_again=col_label(again[1]))
    said("m", rows="3", cols="4", cells="12", crossing="1", pairs="3", other_columns="3", even="0.25",
         ratio=decimal(m[2, 3] / m[2, 0]), first=row_label(0), col__first=col_label(0),
         number__first=decimal(m[0, 0]), runner_up=row_label(1), last=row_label(2), col__last=col_label(3),
         digits__last=digits(m[2, 3]), final=decimal(m[2, 0]), last_seen_of_first=col_label(3))
    said("m", largest=decimal(m.max()), row__largest=row_label(high[0]), col__largest=col_label(high[1]),
         smallest=decimal(m.min()), row__smallest=row_label(low[0]), col__smallest=col_label(low[1]),
         largest_size=decimal(m[far]), row__largest_size=row_label(far[0]),
         col__largest_size=col_label(far[1]), size=digits(abs(m[far])), read_size=digits(abs(m[far])),
         evenness=decimal(m.min() / m.max()))
    said("m", digits__last_largest=digits(last.max()), number__last_largest=decimal(last.max()),
         col__last_largest=col_label(last.argmax()), last_largest=measure(last.max()),
         last_smallest=measure(last.min()), col__last_smallest=col_label(last.argmin()),
         last_evenness=decimal(last.min() / last.max()))
    said("m", deviation=decimal(m.std()), zeros=whole((m == 0).sum()),
         zeros_share=decimal((m == 0).mean()), span=between(m.min(), m.max()), place="word",
         range=f"from {digits(m.min())} ({row_label(low[0])}) to {digits(m.max())} ({row_label(high[0])})",
         first_course=f"from {digits(m[0, 0])} (word “bat”) to {digits(m[2, 0])} (word “ball”)",
         second_course=f"from {digits(m[0, 1])} (word “bat”) to {digits(m[2, 1])} (word “ball”)",
         named="1", first_second=digits(m[0, 1]), final_second=digits(m[2, 1]),
         most_gained=chance(-m.min()), second_gain=chance(-m[0, 1]),
         title="The title of m", symbol="m",
         first_two=f"“bat” {decimal(m[0, 0])}, “hit” {decimal(m[1, 0])}")
    centred = softmax(m) - 1 / 4
    said("m", common=decimal(3 * (centred.mean(axis=0)**2).sum() / (centred**2).sum()),
         common_by_chance=decimal(1 / 3))
    n = drawn("n", 3, 4)
    moved = lengths_of(n)
    said("sum", moved=row_label(moved.argmax()), number__moved=decimal(moved.max()),
         moved_ties=whole(np.isclose(moved, moved.max()).sum() - 1),
         moved_was=decimal(lengths_of(m)[moved.argmax()]))
    said("cut", columns_before="1", first_column="2", last_column="3", part_cols="4")
    said("joined", inputs="2")
    said("sum", formula="m + n", each="m + n", note="", notation="m + n")
    said("scaled", dimension="7", root=digits(7**0.5))
    said("means", across="4 others")
    said("gram", with_itself="1")
    said("product", with_itself="0", right="W_1".replace("_1", "₁"))
    drawn("w", 4, 2)


def numbers_of_a_kind():
    alike = matrix("alike", [[0.501, 0.5], [0.502, 0.5]])
    said("alike", span="about " + decimal(alike[0, 0]),
         evenness="1.00", range=f"about {digits(0.502)} throughout")
    matrix("apart", [[0.506, 0.5]])
    said("apart", evenness="0.99", range=f"from {digits(0.5)} (“bat”) to {digits(0.506)} (“bat”)")
    matrix("one", [[2.25]])
    said("one", span="2.25", range="2.25 (“bat”)", first_course="2.25 (word “bat”)", lengths="its length is 2.25")
    p = matrix("p", [[0.998, 0.3], [0.002, 0.1], [0.0, 1.0]])
    said("p", chance__first=chance(p[0, 0]), chance__runner_up=chance(p[1, 0]), chance__largest="1.00")
    counts = np.array([[3.0, 4.0, 1234567.0], [5.0, 6.0, 89.0]])
    matrix("counts", counts)
    said("counts", whole__first="3", whole__final="5", whole__total=whole(counts[:, 2].sum()),
         total=f"{counts[:, 2].sum():,.0f}", totals="8 (one), 10 (two)", row__column_top="“bat”",
         column_top="1,234,567", column_top_first=decimal(counts[counts[:, 2].argmax(), 0]),
         column_top_ties="0", first_top=decimal(counts[0, 2]),
         column_top_gain=chance(-counts[counts[:, 2].argmax(), 0]))
    wide = matrix("wide", [[12345.6, -0.04321], [1.0, 2345.67]])
    said("wide", digits__last=digits(2345.67), size=digits(wide.max()), digits__last_largest=digits(2345.67),
         last_largest=measure(2345.67))
    said("wide", lengths=f"the longest is that of “bat”, {decimal(lengths_of(wide)[0])}, "
         f"the shortest that of “hit”, {decimal(lengths_of(wide)[1])}")


def waves():
    length = 2 * np.pi * 100.0 ** (2 * np.arange(3) / 6)
    said("waves", last_length="6", longest_followed="1000", wave_base="100", waves="3", shortest_wave=digits(length[0]),
         longest_wave=digits(length[-1]), width="6 numbers", turning=whole((length <= 11).sum()))
    said("waves", equal_parts=whole(4 / 2 * 96))  # 4nd² = 2n²d, d = 96
    said("rotations", first_angle=digits(3 * 360 / length[0]), last_angle=digits(3 * 360 / length[-1]))


# ---- rows as vectors ----

def vectors():
    m = matrices["m"]
    length, cosines = lengths_of(m), cosines_of(m, m)
    i, j = first_place(upper(cosines) == np.nanmax(upper(cosines)))
    said("m", first_length=decimal(length[0]), longest=row_label(length.argmax()),
         shortest=row_label(length.argmin()),
         number__longest=decimal(length.max()), alike=row_label(i), col__alike=row_label(j),
         number__alike=decimal(cosines[i, j]), second_cosine=decimal(cosines[0, 1]),
         last_cosine=decimal(cosines[0, 2]))
    came, went = drawn("layer/out", 3, 4), drawn("layer/input", 3, 4)
    turned = np.diag(cosines_of(came, went))
    said("layer/out", turned=row_label(turned.argmin()), number__turned=decimal(turned.min()))
    # without positions, the input is the embeddings
    matrix("bare/out", came), matrix("bare/embeddings", went)
    said("bare/out", turned=row_label(turned.argmin()), number__turned=decimal(turned.min()))
    even, before = matrix("even/m", [[0, 1, 2], [2, 0, 1], [1, 2, 0]]), matrix("even/input", [[1, 3, 0], [0, 1, 3], [3, 0, 1]])
    cosines, turned = upper(cosines_of(even, even)), np.diag(cosines_of(even, before))
    ties = {"largest": even, "smallest": -even, "least": -upper(even), "largest-size": abs(even), "between": even, "longest": lengths_of(even),
            "shortest": -lengths_of(even), "alike": cosines, "turned": -turned, "sink": even.mean(axis=0)}
    said("even/m", **{name + "-ties": whole(np.isclose(x, np.nanmax(x)).sum() - 1) for name, x in ties.items()})
    for name, last in ("first", [3, 1, 3, 3]), ("second", [1, 3, 2, 2]):
        matrix("tied/" + name, [[3, 2, 2, 2], last])
        word = "top" if name == "first" else "second"
        said("tied/" + name, **{word + "_ties": whole(last.count(sorted(last)[-1 if word == "top" else -2]) - 1)})
    said("tied/first", undecided="1")
    near = matrix("near", [[0.7, 0.696], [0.694, 0.7]])
    said("near", largest_nearly=whole((near > 0.695).sum() - 1))
    said("layer/out", cosine_to_static=decimal(cosines_of(came, drawn("layer/static", 1, 4))[0, 0]))
    matrix("beside/attention", [[0.2, 0.8]])
    matrix("beside/contributions", [[1]])
    said("beside/attention", top_itself="0")
    x = drawn("standard/x", 3, 4)
    mean, variance = drawn("standard/mean", 3, 1), np.array([[1.5], [0.0], [0.7]])
    matrix("standard/variance", variance)
    standard = (x - mean) / np.sqrt(variance + 1e-5)
    seen = standard[[0, 2]]
    said("standard/output", flat="1", mean_off=digits(abs(seen.mean(axis=1)).max()),
         variance_off=digits(abs(seen.var(axis=1) - 1).max()))
    cell, before = drawn("cosine/after", 3, 3, -1, 1), drawn("cosine/before", 3, 3, -1, 1)
    i, j = first_place(upper(cell) == np.nanmin(upper(cell)))
    said("cosine/after", row__least=str(i + 1), col__least=str(j + 1), least=decimal(cell[i, j]),
         **{"[least]@before": decimal(before[i, j])})


# ---- attention ----

def attention():
    hidden = np.array([[0, 0, 1, 1], [1, 1, 1, 1], [0, 1, 0, 0], [0, 0, 0, 1]], dtype=bool)
    matrix("mask", np.where(hidden, -np.inf, 0))
    scores = np.round(rng.uniform(-3, 3, (4, 4)), 2)
    scores[0, 0], scores[0, 3], scores[3, 3] = 0, 0, 9
    scores = matrix("masked", scores)
    off = np.where(hidden | np.eye(4, dtype=bool), -np.inf, scores)
    i, j = first_place(off == off.max())
    last = np.where(hidden[3], -np.inf, scores[3])
    best, second = np.argsort(-last)[:2]
    seen = (~hidden).sum(axis=1)
    even = np.where(hidden, 0, 1 / np.maximum(seen, 1)[:, None])
    said("masked", seen_above=whole((~hidden & np.triu(np.ones((4, 4), dtype=bool), 1)).sum()))
    said("masked", hidden=whole(hidden.sum()), seen=whole((~hidden).sum()), blind="1", zeros="1",
         last_seen_of_first=col_label(1), between=decimal(scores[i, j]), row__between=row_label(i),
         col__between=col_label(j), even_own=decimal(np.diag(even).mean()),
         even_bits=decimal(np.log2(np.maximum(seen, 1)).mean()))
    # what is hidden counts where it is not asked what is seen
    i, j = first_place(scores == scores.max())
    said("masked", largest=decimal(scores[i, j]), row__largest=row_label(i), col__largest=col_label(j))
    late = matrix("late", [[0, 0], [0, -np.inf]])
    i, j = first_place(late == late.min())
    said("late", smallest="−∞", row__smallest=row_label(i), col__smallest=col_label(j))
    said("masked", last_seen=whole(seen[3]), top=col_label(best), number__top=decimal(last[best]),
         second=col_label(second), bottom=col_label(np.where(hidden[3], np.inf, scores[3]).argmin()), number__second=decimal(last[second]), top_two=decimal(last[best] + last[second]))
    widest, narrowest = int(seen.argmax()), int(seen.argmin())
    said("masked", widest=whole(seen.max()), row__widest=row_label(widest), narrowest=whole(seen.min()),
         row__narrowest=row_label(narrowest),
         sees_itself=whole(not hidden[narrowest, narrowest]))
    w = np.where(hidden, 0, np.exp(scores))
    sink = (w / np.maximum(w.sum(axis=1), 1e-9)[:, None]).mean(axis=0).argmax()
    said("masked/weights", sink=col_label(sink), even_sink=decimal(even[:, sink].mean()))
    sure = matrix("sure/scores", [[9, 1, 2.5], [3, 2, 1], [8, 2.5, 3], [1, 7, 1]])
    w = softmax(sure)
    saturated = w.max(axis=1) > 0.99
    margins = np.sort(sure, axis=1)[:, 2] - np.sort(sure, axis=1)[:, 1]
    sink = w.mean(axis=0).argmax()
    said("sure/weights", saturated=whole(saturated.sum()), least_margin=decimal(margins[saturated].min()),
         sink=f"column {sink + 1}", number__sink=decimal(w.mean(axis=0)[sink]), even_sink=decimal(1 / 3))
    given, shared = matrix("part/attention", [[0.1, 0.5, 0.4], [0.15, 0.1, 0.25]]), [[0.25, 0.45, 0.3]]
    given = given / given.sum(axis=1, keepdims=True)
    shared = matrix("part/contributions", shared)
    apart = abs(shared[0] - given[1])
    said("part/contributions", unlike=col_label(apart.argmax()), unlike_by=decimal(apart.max()),
         unlike_weight=decimal(given[1, apart.argmax()]))
    s = drawn("square", 4, 4)
    gap = s - s.T
    i, j = first_place(gap == gap.max())
    largest = s.argmax(axis=1)
    diagonals = [np.ptp(np.diag(s, k)) for k in range(-3, 4)]
    said("square", row__gap=row_label(i), col__gap=col_label(j), gap=decimal(gap.max()),
         gap_back=decimal(s[j, i]), own=decimal(np.trace(s) / 4), own_largest=whole((largest == range(4)).sum()),
         back=whole((np.diff(largest) < 0).sum()), words_written="4", unevenness=digits(max(diagonals)), even="0.25",
         even_own="0.25", even_bits="2.00", blind="0")
    w, _ = softmax(drawn("mix/scores", 2, 3)), drawn("mix/v", 3, 4)
    order = np.argsort(-w[1])
    said("mix/output", most=row_label(order[0]), number__most=decimal(w[1, order[0]]),
         most_ties=whole(np.isclose(w[1], w[1].max()).sum() - 1), next=row_label(order[1]),
         number__next=decimal(w[1, order[1]]), other_weight=decimal(w[1, order[2]]), mixed="3", parts="3",
         each_part="{} of {}, {} of {} and {} of {}".format(*(x for k in range(3) for x in (decimal(w[1, k]), row_label(k)))),
         mixture=" + ".join(f"{decimal(w[1, k])} {row_label(k)}" for k in range(3)))


def variations():
    """Scores that a mask sets to 0; scores over their sum, and squares."""
    seen = np.isfinite(matrices["mask"])
    scores = drawn("zero/scores", 4, 4)
    w = softmax(np.where(seen, scores, 0))
    leak = np.where(seen, 0, w).sum(axis=1)
    said("zero/weights", leak=chance(leak.max()), row__leak=row_label(leak.argmax()))
    m, sums = matrices["m"], matrices["m"].sum(axis=1)
    said("m", padding="0", rows_read=whole(len(m)), sum_off=decimal(abs(sums - 1).max()), negative=whole((m < 0).sum()), least_sum=decimal(sums.min()), most_sum=decimal(sums.max()),
         row__least_sum=row_label(sums.argmin()))
    s, v = drawn("linear/S", 3, 4), drawn("linear/v", 4, 2)
    sums = s.sum(axis=1)
    w = s / sums[:, None]
    tops = [decimal(x.max(axis=1).mean()) for x in (w, softmax(s))]
    said("linear/weights", row_top=tops[0], softmax_top=tops[1])
    said("linear/output", negative_parts=whole((w[-1] < 0).sum()))
    w = s ** 2 / (s ** 2).sum(axis=1, keepdims=True)
    lost = np.where(s < 0, w, 0)
    i, j = first_place(lost == lost.max())
    said("squared/squares", lost_signs=whole((s < 0).sum()))
    said("squared/weights", lost_sign=chance(lost[i, j]), row__lost_sign=row_label(i), col__lost_sign=col_label(j),
         row_top=decimal(w.max(axis=1).mean()), softmax_top=tops[1])


def heads():
    weights = np.stack([softmax(drawn(f"head-{h}/scores", 4, 4)) for h in (1, 2, 3)])
    gap = weights.max(axis=0) - weights.min(axis=0)
    i, j = first_place(gap == gap.max())
    mean = weights.mean(axis=0)
    said("mean/weights", heads_ties="0", row__heads_gap=row_label(i), col__heads_gap=col_label(j), **{"[heads-gap]": decimal(mean[i, j])},
         heads_gap=decimal(gap.max()),
         highest=decimal(weights[:, i, j].max()), col__highest=whole(weights[:, i, j].argmax() + 1),
         lowest=decimal(weights[:, i, j].min()), col__lowest=whole(weights[:, i, j].argmin() + 1))
    raw = np.array([[0.7, 0.1, 0.1, 0.1], [0.1, 0.6, 0.2, 0.1], [0.1, 0.8, 0.05, 0.05], [0, 0, 0, 0]])
    raw = matrix("raw/weights", raw)
    at, to = raw.argmax(axis=1), mean.argmax(axis=1)
    own = [k for k in range(3) if at[k] == k]
    away = [k for k in range(3) if at[k] != k]
    gazer = max(away, key=lambda k: raw[k].max())
    said("raw/weights", empty="1")
    said("raw/most", looking="3", own_gazes=whole(len(own)), 
         gazer=row_label(gazer), gazed=row_label(at[gazer]), number__gazer=decimal(raw[gazer].max()))
    said("mean/most", own_gazes=whole((to == range(4)).sum()))
    content = [word != "the" for word in WORDS]
    raw_at = [at[0], at[1], at[2], -1]
    turned = [k for k in range(4) if to[k] != raw_at[k]]
    k = max(turned, key=lambda k: (raw_at[k] == k, content[k], mean[k].max()))
    said("mean/most", redirected=row_label(k), redirected_to="itself" if to[k] == k else row_label(to[k]),
         redirected_from="itself" if raw_at[k] == k else row_label(raw_at[k]),
         number__redirected=decimal(mean[k].max()))
    matrix("symmetry", [[1], [0.25], [0.998], [-0.5], [0.3]])
    said("symmetry", symmetric_heads="1", asymmetric="0.30", least_asymmetric="−0.50",
         **{"least-asymmetric to asymmetric": "−0.50 to 0.30"})
    bits = drawn("entropy", 4, 5, 0, 2)
    means = bits.mean(axis=0)
    said("entropy", raw_mean=decimal(means[0]), mean_of_heads=decimal(means[1:3].mean()),
         matched_mean=decimal(means[4]))
    d = drawn("distances", 4, 4, 0, 1)
    pairs = {(i, j): d[i, j] for i in range(1, 4) for j in range(i + 1, 4)}
    near, far = min(pairs, key=pairs.get), max(pairs, key=pairs.get)
    said("distances", nearest_to_raw=decimal(d[0, 1:].min()), farthest_from_raw=decimal(d[0, 1:].max()),
         **{"nearest-to-raw to farthest-from-raw": between(d[0, 1:].min(), d[0, 1:].max())})
    said("distances", row__closest=str(near[0]), col__closest=str(near[1]), closest=decimal(d[near]),
         row__farthest=str(far[0]), col__farthest=str(far[1]), farthest=decimal(d[far]))


# ---- texts ----

def texts():
    said("m", unknown="zug", forms="bats as bat", left_out="zag", others="2", text="bat", texts="3")
    said("sentence-2/x", unknown="zog", forms="hits as hit", left_out="zig", text="hit")
    drawn("sentence-2/x", 2, 2)
    matrix("word-1/nearest", [[0.5]])
    said("m", nearest_to_each="Nearest to bat: bat; to hit: none; to un trois: none")
    table = drawn("table", 4, 3)
    x = table[[2, 0, 2]] + drawn("positions", 3, 3)
    said("input", twin=row_label(0), col__twin=row_label(2), twins_apart=decimal(np.linalg.norm(x[0] - x[2])))
    p = matrix("step-2/probabilities", [[0.25, 0.3, 0.002, 0.448]])
    said("step-2/words", unlikely="1", written="“three”", written_chance=chance(p[0, 2]))
    q = matrix("last/output/probabilities", [[0.1, 0.2, 0.3, 0.4], [0.25, 0.25, 0.127, 0.373]])
    said("last/step-2/words", written="“three”", written_chance=chance(q[1, 2]))


# ---- learning ----

def learning():
    start, end = drawn("step-0/weights", 3, 3, 0, 1), drawn("step-9/weights", 3, 3, 0, 1)
    gained = np.where(np.eye(3) > 0, -np.inf, end - start)
    i, j = first_place(gained == gained.max())
    said("step-9/weights", followed=decimal(end[i, j]), row__followed=row_label(i), col__followed=col_label(j),
         gained=decimal(gained.max()), followed_top=col_label(end[i].argmax()),
         number__followed_top=decimal(end[i].max()), learned_by=decimal(np.sqrt(((end - start) ** 2).mean())),
         course=f"{decimal(start[i, j])} at step 0, {decimal(end[i, j])} at step 9", last_note="",
         **{"[followed]@/step-0/weights": decimal(start[i, j])})
    change, embeddings = drawn("step-9/change", 3, 2), drawn("step-0/embeddings", 3, 2)
    said("step-9/change", longest_at_start=decimal(lengths_of(embeddings)[lengths_of(change).argmax()]))
    drawn("loss", 3, 1)
    said("loss", last_name="40", last_begin="13")


# ---- a translation ----

def translation():
    weights = matrix("local/weights", [[0.1, 0.5, 0.3]])
    matrix("local/taken", [[0, 0, 1]])
    said("chosen", drawn="0")
    said("local/taken", **{"[top]@weights": decimal(weights[0, 2])})
    said("drawn", drawn="1")
    matrix("local/place", [[1.7]])
    drawn("local/energies", 1, 3)
    said("local/place", nearest_place=col_label(2))
    said("bell", sigma="1.50")
    drawn("step-1/state", 1, 4)
    state, query = drawn("step-2/state", 1, 4), drawn("step-2/query", 1, 4)
    said("step-2/state", before="“dog”", state_moved=decimal(np.linalg.norm(state - query)),
         mean=decimal(state.mean()), above=whole((state > 0.9).sum()), below=whole((state < -0.9).sum()),
         beyond=whole((abs(state) > 0.9).sum()))
    h, back = drawn("encoder/forward", 3, 4), drawn("encoder/backward", 3, 4)
    moved = lengths_of(np.diff(np.vstack([np.zeros((1, 4)), h]), axis=0))
    said("encoder/forward", mover=row_label(moved.argmax()), number__mover=decimal(moved.max()))
    moved = lengths_of(np.diff(np.vstack([back, np.zeros((1, 4))]), axis=0))
    said("encoder/backward", mover_back=row_label(moved.argmax()), number__mover_back=decimal(moved.max()))
    said("encoder/forward", twin_cosine=decimal(cosines_of(h, h)[0, 2]))
    w, v = softmax(matrices["mix/scores"]), matrices["mix/v"]
    like = cosines_of(w @ v, v)[0]
    said("mix/output", factor=decimal(v[0, 0]), most_like=row_label(like.argmax()), number__most_like=decimal(like.max()))


def alignments():
    a = matrix("hard/alignment", [[0, 0, 0, 1], [0.1, 0.5, 0.2, 0.2], [0, 0, 0, 0], [0.6, 0.1, 0.2, 0.1],
                                  [0, 0, 0, 0], [0.3, 0.2, 0.4, 0.1]])
    taken = matrix("hard/taken", np.eye(4)[[3, 2, 0, 0, 0, 2]] * [[1], [1], [0], [1], [0], [1]])
    matrix("hard/weights", a)
    said("hard/alignment", back="1", row__back_to="“hit”", back_from="“four”", back_to="“two”", seeing="4",
         unseeing="2", row__unseeing="“ball”", unseeing_last="“dog”",
         mean_largest=decimal(a.max(axis=1).mean()), end_signs="0")
    said("hard/taken", ones="4", taken_largest="3", mean_taken=decimal((a * taken).sum(axis=1).mean()))
    matrix("looks", [[1, 1, 1], [2, 3, 2], [4, 4, 1], [2, 2, 0]])
    said("looks", agreeing="1", row__split="“hit”", split_first="“two”", col__split="“two”",
         place__split="“three”", agreeing_columns="in two at 3, in three at 2", agreeing_others="1",
         nearest="“two”", parting="“hit”", place__parting="“three”", parting_first="“two”")
    matrix("looks/nothing", [[3, 0]])
    said("looks/nothing", place__split="nothing")
    matrix("batch", [[1, 0.2], [0.75, 0.3], [0.5, 1]])
    said("batch", departing="2")
    seeds, sentences = 3, np.array([2, 4, 1])  # each is translated once for a seed
    right = matrix("lengths/right", [[6, 3, 6], [9, 3, 12], [0, 3, 3]])
    share = matrix("lengths/accuracy", right[:, :2] / (seeds * sentences[:, None]))
    i = np.ptp(share, axis=1).argmax()
    said("lengths/accuracy", widest_gap=decimal(np.ptp(share, axis=1).max()), widest_row="%d words (%d sentence%s): one %s, two %s" % (
        2 * i + 2, sentences[i], "" if sentences[i] == 1 else "s", decimal(share[i, 0]), decimal(share[i, 1])),
        sentences_there=whole(sentences[i]), each_there=f"one {decimal(share[i, 0])}, two {decimal(share[i, 1])}")


# ---- several seeds ----

def seeds():
    runs = np.array([[[0.5, 0.25, 0.5], [0.25, 1, 0.5], [0.75, 0.5, 0.125]],
                     [[0.5, 0.75, 1.0], [0.75, 0, 0.5], [1.0, 0.75, 0.25]]])
    mean = matrix("seeds", runs.mean(axis=0))
    least, most = matrix("seeds/least", runs.min(axis=0)), matrix("seeds/most", runs.max(axis=0))
    told = [", ".join(f"{OTHERS[k]} {mean[i, k]:.2f} ({least[i, k]:.2f} to {most[i, k]:.2f})" for k in range(3))
            for i in range(3)]
    best = mean[-1].argmax()
    rivals = [k for k in range(3) if k != best and most[-1, k] >= least[-1, best]]
    said("seeds", first_row=told[0], at_longest=told[1], finals=told[2], **{"row of final": "40", "col of last-largest": col_label(best)},
         rivals=" and ".join(OTHERS[k] for k in rivals), rival_count=whole(len(rivals)),
         last_largest_ties=whole((mean[-1] == mean[-1].max()).sum() - 1),
         first_measures=", ".join(f"{OTHERS[k]} {digits(mean[0, k])}" for k in range(3)),
         last_measures=", ".join(f"{OTHERS[k]} {digits(mean[-1, k])}" for k in range(3)),
         here=decimal(mean[0, 0]), column=OTHERS[0], least_here=decimal(least[0, 0]), most_here=decimal(most[0, 0]))
    matrix("seeds/even", [[0, 1, 2], [2, 1, 2]])
    said("seeds/even", last_largest_ties="1")


# ---- gradients ----

def gradients():
    h = np.vstack([drawn("place-1/state", 1, 4, -1, 1), drawn("place-2/state", 1, 4, -1, 1)])
    z = np.vstack([drawn("place-1/update-gate", 1, 4, 0, 1), drawn("place-2/update-gate", 1, 4, 0, 1)])
    said("states", slope_lost=measure((h * h).mean()), slope_left=measure(1 - (h * h).mean()), gate=measure(z.mean()), gate_rest=measure(1 - z.mean()))
    norms = matrix("norms", [[1, 1, 1], [0.9, 3, 1e-7], [0.72, 9, 0]])
    growth = matrix("growth", [[0.85, 3, 0.0001]])
    ends = ["holds", "grows", "vanishes"]
    said("norms", growth_here=measure(growth[0, 0]), steps="2", ends=", ".join(f"to {measure(norms[2, k])} at {OTHERS[k]} ({ends[k]}, "
                                            f"×{measure(growth[0, k])} per step)" for k in range(3)))
    gains = [0.9, 3.0, 0.5]
    for k, gain in enumerate(gains):
        matrix(f"gain-{k + 1}/gain", [[gain]])
    far = (growth[0] / gains).argmin()
    said("growth", missing=decimal(1 - (growth[0] / gains).min()), lost=col_label(2), reach="1", col__far_growth=col_label(far), far_growth=measure(growth[0, far]))
    clipped = matrix("clipped", [[7, 0.5, 1, 0.5], [7, 4, 0.25, 1], [7, 2, 0.5, 1]])
    said("clipped", clipped="2", row__longest_norm="“hit”", longest_norm=measure(clipped[1, 1]),
         longest_factor=measure(clipped[1, 2]))


# ---- the file ----

def number(x):
    return "-INFINITY" if np.isinf(x) else repr(round(float(x), 7))


def main():
    for part in (any_matrix, numbers_of_a_kind, waves, vectors, attention, heads, texts, learning, translation,
                 alignments, seeds, gradients, variations):
        part()
    with open(os.path.join(os.path.dirname(__file__), "words.inc"), "w") as file:
        file.write("/* Made by words.py. */\n\nstatic const Matrix matrices[] = {\n")
        for name, m in matrices.items():
            cells = ", ".join(number(x) for x in m.ravel())
            file.write(f'    {{"{name}", {m.shape[0]}, {m.shape[1]}, {{{cells}}}}},\n')
        file.write("};\n\nstatic const Said words_said[] = {\n")
        for word, step, text in rows:
            file.write(f'    {{"{word}", "{step}", "{text}"}},\n')
        file.write("};\n")


if __name__ == "__main__":
    main()
