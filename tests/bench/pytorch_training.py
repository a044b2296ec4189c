"""The training of training.c by PyTorch, one thread, on the same questions from the same start:

    pytorch_training.py BATCHES steps

prints the seconds and the loss of each step after two to warm up, as training.c does. Of the ways to
write it these were the fastest: sentences padded to the longest of the step, heads side by side
in one product; fused attention and a fused Adam where PyTorch has them (2.0, 2.4). What a step asks
is in tensors before the clock starts; training.c draws it while the clock runs.
"""
import json
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

HEADS, RATE, WARM_UP, STEPS, DECAY, SENTENCES = 3, 5e-3, 100, 8000, 0.03, 128
POINTED, KEY_ONLY = (0.5, 1), 0.06  # heads 1 and 2 at the next content word and at kin


def read(path):
    data = open(path, "rb").read()
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + size])
    header.pop("__metadata__", None)
    types = {"F32": np.float32, "F64": np.float64}
    return {
        name: torch.from_numpy(
            np.frombuffer(data[8 + size :][slice(*t["data_offsets"])], types[t["dtype"]])
            .astype(np.float32)
            .reshape(t["shape"])
        )
        for name, t in header.items()
    }


def positions(longest, d):
    place = torch.arange(longest, dtype=torch.float64)[:, None]
    wave = place / 10000 ** (torch.arange(0, d, 2, dtype=torch.float64) / d)
    return torch.stack([wave.sin(), wave.cos()], 2).reshape(longest, d).float()


class Batch:
    def __init__(self, file, step):
        of = lambda name: file[f"step-{step}/{name}"]
        word, place, sentence = of("words").long().T
        longest = int(place.max()) + 1
        self.words = torch.zeros(SENTENCES, longest, dtype=torch.long)
        self.words[sentence, place] = word
        there = torch.zeros(SENTENCES, longest, dtype=torch.bool)
        there[sentence, place] = True
        seen = there[:, None, None, :].expand(-1, 1, longest, -1)
        if of("causal").item():
            seen = seen & torch.ones(longest, longest, dtype=torch.bool).tril()
        self.mask = torch.zeros(seen.shape).masked_fill(~seen, -torch.inf)
        row, self.answers = of("questions")[:, :2].long().T
        self.rows = sentence[row] * longest + place[row]
        weight, bag, expected = of("questions")[:, 2:].T
        self.weights = weight / torch.where(bag > 0, SENTENCES, (bag == 0).sum())
        self.candidates = of("candidates")[:, 0].long()
        self.corrections = -of("candidates")[:, 1].repeat(len(row), 1)
        self.corrections[self.answers[:, None] == self.candidates] = -torch.inf
        self.corrections = torch.cat([-expected[:, None], self.corrections], 1)
        self.there = there.float()
        pointers = of("pointers").long()
        self.pointers = [pointers[pointers[:, 2] == kind, :2].T for kind in (0, 1)]
        self.pointers = [(sentence[row], place[row], place[to]) for row, to in self.pointers]


def plain_attention(q, k, v, attn_mask):
    return (q @ k.transpose(2, 3) / q.shape[3] ** 0.5 + attn_mask).softmax(3) @ v


attention = getattr(F, "scaled_dot_product_attention", plain_attention)


def adam_of(p):
    groups = [{"params": p[:5], "weight_decay": 0}, {"params": p[5:], "weight_decay": DECAY}]
    for way in ({"fused": True}, {"foreach": True}):
        try:
            return torch.optim.AdamW(groups, lr=RATE, betas=(0.9, 0.99), eps=1e-8, **way)
        except (TypeError, RuntimeError):
            pass


def looking(q, k, batch):
    """What it costs that heads 1 and 2 look elsewhere, and that words ask alike."""
    d_k, loss = q.shape[3], 0
    for head, (sentence, row, to) in enumerate(batch.pointers):
        scores = (q[sentence, head, row][:, None] @ k[sentence, head].transpose(1, 2))[:, 0] / d_k**0.5
        surprise = -F.log_softmax(scores + batch.mask[sentence, 0, row], 1)
        loss = loss + POINTED[head] * surprise.gather(1, to[:, None]).mean()
    lengths = batch.there.sum(1)
    mean = (q * batch.there[:, None, :, None]).sum(2) / lengths[:, None, None]
    common = (k @ mean[..., None])[..., 0] / d_k**0.5 * batch.there[:, None]
    return loss + KEY_ONLY * ((common**2).sum(2) / lengths[:, None]).mean()


def loss_of(p, pe, batch):
    E, b, g, W_Q, W_K, W_V, W_O = p
    d = E.shape[1]
    n, length = batch.words.shape
    x = F.embedding(batch.words, E) * d**0.5 + pe[:length]
    q, k, v = ((x @ W).view(n, length, HEADS, d // HEADS).transpose(1, 2) for W in (W_Q, W_K, W_V))
    heads = attention(q, k, v, attn_mask=batch.mask)
    h = x + heads.transpose(1, 2).reshape(n, length, d) @ W_O
    asked = g * F.layer_norm(h.view(-1, d)[batch.rows], (d,))
    right = (asked * E[batch.answers]).sum(1, keepdim=True) + b[batch.answers]
    others = torch.addmm(b[batch.candidates].T, asked, E[batch.candidates].T)
    scores = torch.cat([right, others], 1) + batch.corrections
    return -(batch.weights * F.log_softmax(scores, 1)[:, 0]).sum() + looking(q, k, batch)


def main():
    file, steps = read(sys.argv[1]), int(sys.argv[2])
    torch.set_num_threads(1)
    p = [file[name].clone().requires_grad_() for name in ("E", "b", "g", "W_Q", "W_K", "W_V", "W_O")]
    adam = adam_of(p)
    pe = positions(64, p[0].shape[1])
    for i in range(steps):
        batch = Batch(file, i)
        start = time.perf_counter()
        for group in adam.param_groups:
            group["lr"] = RATE * (i + 1) / WARM_UP
        adam.zero_grad(set_to_none=True)
        loss = loss_of(p, pe, batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(p, 1)
        adam.step()
        elapsed = time.perf_counter() - start
        if i >= 2:
            print(f"round {elapsed:.9f} {loss.item():.6f}")


main()
