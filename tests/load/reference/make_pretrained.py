#!/usr/bin/env python3
"""Small models as Hugging Face's transformers save them, and what PyTorch computes of them.

    python3 tests/load/reference/make_pretrained.py

writes ../pretrained/NAME/ (config.json, model.safetensors, tokenizer.json), and
../pretrained/reference.safetensors with the scores and some weights of each model for the tokens of
../pretrained/words.txt (Debian: python3-torch, python3-numpy).

All numbers are drawn. Names, shapes and order of the tensors are those of the models that can be
had: GPT-2, BERT, RoBERTa, DistilBERT, Llama (in two files), Mistral, Qwen 2. The arithmetic is PyTorch's, composed as
the papers and transformers' own sources have it. Tokenizers are learned from a few lines of text.
"""

import collections
import json
import math
import os
import re
import sys

import torch
import torch.nn.functional as F

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "../../model/reference"))
from safetensors_file import write_safetensors  # noqa: E402

OUT = os.path.join(here, "../pretrained")
D, HEADS, KEY_HEADS, LAYERS, FFN, PLACES = 16, 4, 2, 2, 24, 24
TEXT = """He hit the ball with the bat. Bat is a mammal. The cat sat on the mat, and the old cat
slept. She threw the ball to him; he hit it. They don't play with bats in the house. What is the
name of the animal that hangs from the tree? 1992 was the year of the bats."""

torch.manual_seed(1)


# ---- tokenizers ----

def learn_merges(words, count):
    """Byte pair encoding: the most frequent pair becomes one, again and again; the first of equals."""
    words = [list(word) for word in words]
    merges = []
    for _ in range(count):
        pairs = collections.Counter()
        for word in words:
            pairs.update(zip(word, word[1:]))
        if not pairs:
            break
        best = max(pairs, key=lambda pair: (pairs[pair], pair))
        merges.append(best)
        for word in words:
            i = 0
            while i + 1 < len(word):
                if (word[i], word[i + 1]) == best:
                    word[i:i + 2] = [word[i] + word[i + 1]]
                i += 1
    return merges


def bytes_seen():
    seen = [*range(33, 127), *range(161, 173), *range(174, 256)]
    table, n = {b: chr(b) for b in seen}, 0
    for b in range(256):
        if b not in table:
            table[b] = chr(256 + n)
            n += 1
    return table


SEEN = bytes_seen()


def as_bytes(text):
    return "".join(SEEN[b] for b in text.encode())


def added(first, tokens, lstrip=()):
    return [{"id": first + i, "content": t, "single_word": False, "lstrip": t in lstrip, "rstrip": False,
             "normalized": False, "special": True} for i, t in enumerate(tokens)]


BYTES = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
QWEN = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|"
        r"\s*[\r\n]+|\s+(?!\S)|\s+")


def byte_tokenizer(special, lists=False, **others):
    words = [as_bytes(w) for w in re.findall(r" ?\w+| ?[^\s\w]+", TEXT.replace("\n", " "))]
    merges = learn_merges(words, 60)
    tokens = [SEEN[b] for b in range(256)] + [a + b for a, b in merges]
    vocab = {t: i for i, t in enumerate(dict.fromkeys(tokens))}
    file = {"version": "1.0", "truncation": None, "padding": None,
            "added_tokens": added(len(vocab), special, ("<mask>",)), "normalizer": None, "pre_tokenizer": BYTES,
            "post_processor": {**BYTES, "trim_offsets": False}, "decoder": BYTES,
            "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": "",
                      "end_of_word_suffix": "", "fuse_unk": False, "byte_fallback": False, "vocab": vocab,
                      "merges": [list(m) for m in merges] if lists else [" ".join(m) for m in merges]}}
    file.update({k: v(len(vocab)) if callable(v) else v for k, v in others.items()})
    return file, len(vocab) + len(special)


def piece_tokenizer(lowercase):
    specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    words = re.findall(r"\w+|[^\s\w]", TEXT.lower() if lowercase else TEXT)
    letters = sorted({c for w in words for c in w})
    pieces = [*letters, *("##" + c for c in letters), "##s", "##at", "##all", "##ing", *sorted(set(words))[::2],
              "中", "é"]
    vocab = {t: i for i, t in enumerate(dict.fromkeys([*specials, *pieces]))}
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": added(0, specials),
            "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True,
                           "strip_accents": None, "lowercase": lowercase},
            "pre_tokenizer": {"type": "BertPreTokenizer"},
            "post_processor": {
                "type": "TemplateProcessing",
                "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
                           {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
                "pair": [],
                "special_tokens": {t: {"id": t, "ids": [vocab[t]], "tokens": [t]} for t in ("[CLS]", "[SEP]")}},
            "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
            "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                      "max_input_chars_per_word": 100, "vocab": vocab}}, len(vocab)


def sentence_tokenizer(metaspace):
    specials = ["<unk>", "<s>", "</s>"]
    words = ["▁" + w for w in re.findall(r"\w+|[^\s\w]", TEXT)]
    merges = learn_merges(words, 60)
    letters = sorted({c for w in words for c in w})
    tokens = [*specials, *(f"<0x{b:02X}>" for b in range(256)), *letters, *(a + b for a, b in merges)]
    vocab = {t: i for i, t in enumerate(dict.fromkeys(tokens))}
    space = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first", "split": False}
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": added(0, specials),
            "normalizer": None if metaspace else {
                "type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "▁"},
                                                    {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]},
            "pre_tokenizer": space if metaspace else None,
            "post_processor": {
                "type": "TemplateProcessing",
                "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
                "pair": [], "special_tokens": {"<s>": {"id": "<s>", "ids": [1], "tokens": ["<s>"]}}},
            "decoder": {"type": "Sequence", "decoders": [
                {"type": "Replace", "pattern": {"String": "▁"}, "content": " "}, {"type": "ByteFallback"},
                {"type": "Fuse"}, {"type": "Strip", "content": " ", "start": 1, "stop": 0}]},
            "model": {"type": "BPE", "dropout": None, "unk_token": "<unk>", "continuing_subword_prefix": None,
                      "end_of_word_suffix": None, "fuse_unk": True, "byte_fallback": True, "ignore_merges": False,
                      "vocab": vocab, "merges": [" ".join(m) for m in merges]}}, len(vocab)


# ---- drawn numbers ----

def matrix(rows, cols):
    return torch.randn(rows, cols) / math.sqrt(cols) * 1.5


def gain(d=D):
    return 1 + torch.randn(d) / 4


def bias(d=D):
    return torch.randn(d) / 3


def linear(name, out, into, biased=True):
    return {name + ".weight": matrix(out, into), **({name + ".bias": bias(out)} if biased else {})}


def norm(name):
    return {name + ".weight": gain(), name + ".bias": bias()}


# ---- what is computed ----

def attend(q, k, v, heads, causal):
    """[n, heads·dₖ] each, keys and values of fewer heads repeated; the output and the weights."""
    n, d_k = q.shape[0], q.shape[1] // heads
    q, k, v = (t.view(n, -1, d_k).transpose(0, 1) for t in (q, k, v))
    k, v = (t.repeat_interleave(heads // t.shape[0], 0) for t in (k, v))
    scores = q @ k.transpose(1, 2) / math.sqrt(d_k)
    if causal:
        scores = scores.masked_fill(torch.ones(n, n).triu(1).bool(), -math.inf)
    weights = scores.softmax(-1)
    return (weights @ v).transpose(0, 1).reshape(n, -1), weights


def ln(x, t, name, epsilon):
    return F.layer_norm(x, (x.shape[-1],), t[name + ".weight"], t[name + ".bias"], epsilon)


def lin(x, t, name):
    return F.linear(x, t[name + ".weight"], t.get(name + ".bias"))


def gpt2(words):
    file, v = byte_tokenizer(["<|endoftext|>"])
    t = {"wte.weight": matrix(v, D), "wpe.weight": matrix(PLACES, D) / 2, **norm("ln_f")}
    for i in range(LAYERS):
        h = f"h.{i}."
        t.update({**norm(h + "ln_1"), **norm(h + "ln_2"),
                  h + "attn.bias": torch.ones(1, 1, PLACES, PLACES).tril(),
                  h + "attn.c_attn.weight": matrix(D, 3 * D), h + "attn.c_attn.bias": bias(3 * D),
                  h + "attn.c_proj.weight": matrix(D, D), h + "attn.c_proj.bias": bias(),
                  h + "mlp.c_fc.weight": matrix(D, 4 * D), h + "mlp.c_fc.bias": bias(4 * D),
                  h + "mlp.c_proj.weight": matrix(4 * D, D), h + "mlp.c_proj.bias": bias()})
    config = {"model_type": "gpt2", "n_embd": D, "n_head": HEADS, "n_layer": LAYERS, "n_positions": PLACES,
              "n_inner": None, "vocab_size": v, "activation_function": "gelu_new", "layer_norm_epsilon": 1e-5}

    def run(ids):
        x, seen = t["wte.weight"][ids] + t["wpe.weight"][:len(ids)], []
        for i in range(LAYERS):
            h = f"h.{i}."
            q, k, v = (ln(x, t, h + "ln_1", 1e-5) @ t[h + "attn.c_attn.weight"]
                       + t[h + "attn.c_attn.bias"]).chunk(3, -1)
            made, weights = attend(q, k, v, HEADS, True)
            seen.append(weights)
            x = x + made @ t[h + "attn.c_proj.weight"] + t[h + "attn.c_proj.bias"]
            hidden = ln(x, t, h + "ln_2", 1e-5) @ t[h + "mlp.c_fc.weight"] + t[h + "mlp.c_fc.bias"]
            x = x + F.gelu(hidden, approximate="tanh") @ t[h + "mlp.c_proj.weight"] + t[h + "mlp.c_proj.bias"]
        return ln(x, t, "ln_f", 1e-5) @ t["wte.weight"].T, seen
    return file, config, t, run


def encoder(config, t, names, head, epsilon, first_place, types):
    def run(ids):
        n, seen = len(ids), []
        x = t[names["words"]][ids] + t[names["places"]][first_place:first_place + n]
        if types:
            x = x + t[names["types"]][0]
        x = ln(x, t, names["norm"], epsilon)
        for i in range(LAYERS):
            h = names["layer"] + f"{i}."
            q, k, v = (lin(x, t, h + names[part]) for part in "qkv")
            made, weights = attend(q, k, v, HEADS, False)
            seen.append(weights)
            x = ln(x + lin(made, t, h + names["o"]), t, h + names["norm-1"], epsilon)
            hidden = F.gelu(lin(x, t, h + names["1"]))
            x = ln(x + lin(hidden, t, h + names["2"]), t, h + names["norm-2"], epsilon)
        x = ln(F.gelu(lin(x, t, head["dense"])), t, head["norm"], epsilon)
        return x @ t[names["words"]].T + t[head["bias"]], seen
    return run


def encoder_tensors(names, head, v, types, places):
    t = {names["words"]: matrix(v, D), names["places"]: matrix(places, D) / 2, **norm(names["norm"])}
    if types:
        t[names["types"]] = matrix(2, D) / 2
    for i in range(LAYERS):
        h = names["layer"] + f"{i}."
        for part in "qkvo":
            t.update(linear(h + names[part], D, D))
        t.update({**norm(h + names["norm-1"]), **norm(h + names["norm-2"]),
                  **linear(h + names["1"], FFN, D), **linear(h + names["2"], D, FFN)})
    t.update({**linear(head["dense"], D, D), **norm(head["norm"]), head["bias"]: bias(v)})
    return t


def bert_names(prefix):
    e = prefix + ".embeddings."
    return {"words": e + "word_embeddings.weight", "places": e + "position_embeddings.weight",
            "types": e + "token_type_embeddings.weight", "norm": e + "LayerNorm",
            "layer": prefix + ".encoder.layer.", "q": "attention.self.query", "k": "attention.self.key",
            "v": "attention.self.value", "o": "attention.output.dense", "norm-1": "attention.output.LayerNorm",
            "1": "intermediate.dense", "2": "output.dense", "norm-2": "output.LayerNorm"}


def bert(words):
    file, v = piece_tokenizer(True)
    names = bert_names("bert")
    head = {"dense": "cls.predictions.transform.dense", "norm": "cls.predictions.transform.LayerNorm",
            "bias": "cls.predictions.bias"}
    t = encoder_tensors(names, head, v, True, PLACES)
    config = {"model_type": "bert", "hidden_size": D, "num_attention_heads": HEADS, "num_hidden_layers": LAYERS,
              "intermediate_size": FFN, "max_position_embeddings": PLACES, "vocab_size": v, "hidden_act": "gelu",
              "layer_norm_eps": 1e-12, "type_vocab_size": 2, "position_embedding_type": "absolute"}
    run = encoder(config, t, names, head, 1e-12, 0, True)
    # the names that old files have for what a norm has learned
    old = {re.sub(r"LayerNorm\.bias$", "LayerNorm.beta", re.sub(r"LayerNorm\.weight$", "LayerNorm.gamma", name)): x
           for name, x in t.items()}
    return file, config, old, run


def roberta(words):
    def post(first):
        return {"type": "RobertaProcessing", "sep": ["</s>", first + 1], "cls": ["<s>", first],
                "trim_offsets": True, "add_prefix_space": False}
    file, v = byte_tokenizer(["<s>", "</s>", "<mask>"], post_processor=post)
    names = bert_names("roberta")
    head = {"dense": "lm_head.dense", "norm": "lm_head.layer_norm", "bias": "lm_head.bias"}
    t = encoder_tensors(names, head, v, True, PLACES + 2)
    config = {"model_type": "roberta", "hidden_size": D, "num_attention_heads": HEADS, "num_hidden_layers": LAYERS,
              "intermediate_size": FFN, "max_position_embeddings": PLACES + 2, "vocab_size": v, "hidden_act": "gelu",
              "layer_norm_eps": 1e-5, "type_vocab_size": 2}
    return file, config, t, encoder(config, t, names, head, 1e-5, 2, True)


def distilbert(words):
    file, v = piece_tokenizer(False)
    e = "distilbert.embeddings."
    names = {"words": e + "word_embeddings.weight", "places": e + "position_embeddings.weight",
             "norm": e + "LayerNorm", "layer": "distilbert.transformer.layer.", "q": "attention.q_lin",
             "k": "attention.k_lin", "v": "attention.v_lin", "o": "attention.out_lin", "norm-1": "sa_layer_norm",
             "1": "ffn.lin1", "2": "ffn.lin2", "norm-2": "output_layer_norm"}
    head = {"dense": "vocab_transform", "norm": "vocab_layer_norm", "bias": "vocab_projector.bias"}
    t = encoder_tensors(names, head, v, False, PLACES)
    config = {"model_type": "distilbert", "dim": D, "n_heads": HEADS, "n_layers": LAYERS, "hidden_dim": FFN,
              "max_position_embeddings": PLACES, "vocab_size": v, "activation": "gelu"}
    return file, config, t, encoder(config, t, names, head, 1e-12, 0, False)


def rms(x, gain, epsilon):
    return gain * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + epsilon))


def turn(x, d_k, base):
    """Rotary positions, with the halves of a head as pairs."""
    n = x.shape[0]
    rate = 1 / base ** (torch.arange(0, d_k, 2).float() / d_k)
    angle = torch.outer(torch.arange(n).float(), rate)
    cos, sin = (torch.cat((f(angle), f(angle)), -1)[:, None] for f in (torch.cos, torch.sin))
    x = x.view(n, -1, d_k)
    half = torch.cat((-x[..., d_k // 2:], x[..., :d_k // 2]), -1)
    return (x * cos + half * sin).reshape(n, -1)


def llama_like(kind, file, v, base, epsilon, biased, tied, d_k, key_heads=KEY_HEADS):
    t = {"model.embed_tokens.weight": matrix(v, D), "model.norm.weight": gain()}
    for i in range(LAYERS):
        h = f"model.layers.{i}."
        t.update({h + "input_layernorm.weight": gain(), h + "post_attention_layernorm.weight": gain(),
                  **linear(h + "self_attn.q_proj", HEADS * d_k, D, biased),
                  **linear(h + "self_attn.k_proj", key_heads * d_k, D, biased),
                  **linear(h + "self_attn.v_proj", key_heads * d_k, D, biased),
                  **linear(h + "self_attn.o_proj", D, HEADS * d_k, False),
                  **linear(h + "mlp.gate_proj", FFN, D, False), **linear(h + "mlp.up_proj", FFN, D, False),
                  **linear(h + "mlp.down_proj", D, FFN, False)})
    if not tied:
        t["lm_head.weight"] = matrix(v, D)
    config = {"model_type": kind, "hidden_size": D, "num_attention_heads": HEADS, "num_hidden_layers": LAYERS,
              "num_key_value_heads": key_heads, "intermediate_size": FFN, "max_position_embeddings": 64,
              "vocab_size": v, "hidden_act": "silu", "rms_norm_eps": epsilon, "rope_theta": base,
              "tie_word_embeddings": tied, "rope_scaling": None}
    if d_k != D // HEADS:
        config["head_dim"] = d_k

    def run(ids):
        x, seen = t["model.embed_tokens.weight"][ids], []
        for i in range(LAYERS):
            h = f"model.layers.{i}."
            y = rms(x, t[h + "input_layernorm.weight"], epsilon)
            q, k, v = (lin(y, t, h + f"self_attn.{part}_proj") for part in "qkv")
            made, weights = attend(turn(q, d_k, base), turn(k, d_k, base), v, HEADS, True)
            seen.append(weights)
            x = x + lin(made, t, h + "self_attn.o_proj")
            y = rms(x, t[h + "post_attention_layernorm.weight"], epsilon)
            x = x + lin(F.silu(lin(y, t, h + "mlp.gate_proj")) * lin(y, t, h + "mlp.up_proj"), t,
                        h + "mlp.down_proj")
        x = rms(x, t["model.norm.weight"], epsilon)
        return x @ t["model.embed_tokens.weight" if tied else "lm_head.weight"].T, seen
    return file, config, t, run


def llama(words):
    return llama_like("llama", *sentence_tokenizer(False), 10000.0, 1e-5, False, False, D // HEADS)


def mistral(words):
    return llama_like("mistral", *sentence_tokenizer(True), 1000000.0, 1e-6, False, False, 6)


def qwen2(words):
    cut = {"type": "Sequence", "pretokenizers": [
        {"type": "Split", "pattern": {"Regex": QWEN}, "behavior": "Isolated", "invert": False},
        {**BYTES, "use_regex": False, "trim_offsets": False}]}
    file, v = byte_tokenizer(["<|endoftext|>", "<|im_start|>"], lists=True, normalizer={"type": "NFC"},
                             pre_tokenizer=cut)
    return llama_like("qwen2", file, v, 1000000.0, 1e-6, True, True, D // HEADS, HEADS)


def write(name, content):
    with open(os.path.join(OUT, name), "w", encoding="utf-8") as out:
        out.write(content)


def main():
    reference = {}
    words = {}
    tokens = os.path.join(OUT, "words.txt")
    if os.path.exists(tokens):
        with open(tokens, encoding="utf-8") as lines:
            words = {line.split("\t")[0]: [int(i) for i in line.split("\t")[1].split()] for line in lines}
    for make in (gpt2, bert, roberta, distilbert, llama, mistral, qwen2):
        name = make.__name__
        file, config, tensors, run = make(words)
        folder = os.path.join(OUT, name)
        os.makedirs(folder, exist_ok=True)
        write(f"{name}/tokenizer.json", json.dumps(file, ensure_ascii=False, separators=(",", ":")) + "\n")
        write(f"{name}/config.json", json.dumps(config) + "\n")
        parts = {"model": tensors}
        if name == "llama":
            half = len(tensors) // 2
            parts = {f"model-0000{i + 1}-of-00002": dict(list(tensors.items())[i * half:][:None if i else half])
                     for i in range(2)}
        for part, some in parts.items():
            write_safetensors(os.path.join(folder, part + ".safetensors"), some)
        if name in words:
            scores, weights = run(words[name])
            reference[name + "/scores"] = scores
            for layer, heads in enumerate(weights):
                for head, w in enumerate(heads):
                    reference[f"{name}/layer-{layer + 1}/self/head-{head + 1}/weights"] = w
    write_safetensors(os.path.join(OUT, "reference.safetensors"), reference)


if __name__ == "__main__":
    main()
