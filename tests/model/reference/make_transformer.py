#!/usr/bin/env python3
"""Reference values for the transformer: PyTorch's own layers, and a whole model of them.

    python3 tests/model/reference/make_transformer.py

writes transformer.safetensors beside itself (Debian: python3-torch, python3-numpy).

The layers are nn.TransformerEncoderLayer and nn.TransformerDecoderLayer with the norms after (post)
and before (pre) the sublayers. The paper's attention has no biases and attnviz has none; PyTorch's
are zero here, as they are when its layers are made. All other numbers are drawn: gains and biases of the
norms too. Matrices have attnviz's names and shapes, for rows times matrix. The whole model adds √d·E + PE, the last norms (pre), and scores against
the target's vectors.

The same model (post) also reads its sentences as if the last words of the second, PADDING of them,
were padding, by PyTorch's key padding masks; and, in float64, with weights that are no softmax.
"""

import torch

from safetensors_file import write_safetensors

V_X, V_Y, D, HEADS, FFN, LAYERS = 7, 9, 12, 3, 20, 2
END = 2
PADDING = 2
SOURCE = [[3, 0, 6, 3, 1], [5, 5, 2, 0, 4]]
TARGET = [[4, 8, 0, 4, 5, END], [1, 7, 7, 3, 6, END]]


def draw(module):
    for name, p in module.named_parameters():
        with torch.no_grad():
            if "in_proj_bias" in name or "out_proj.bias" in name:
                p.zero_()
            else:
                p.copy_(torch.randn(p.shape) / (p.shape[-1] ** 0.5 if p.dim() == 2 else 3))
                if p.dim() == 1 and "norm" in name and "weight" in name:
                    p.add_(1)
    return module


def named(layer, is_decoder):
    """A layer's parameters by attnviz's names, and their gradients once there are any."""
    def attention(name, module):
        for part, weight, grad in zip("QKV", module.in_proj_weight.chunk(3),
                                      parts(module.in_proj_weight.grad, 3)):
            yield f"{name}/W_{part}", weight.T, grad
        yield f"{name}/W_O", module.out_proj.weight.T, module.out_proj.weight.grad

    yield from attention("self", layer.self_attn)
    yield "ffn/W_1", layer.linear1.weight.T, layer.linear1.weight.grad
    yield "ffn/b_1", layer.linear1.bias[None], layer.linear1.bias.grad
    yield "ffn/W_2", layer.linear2.weight.T, layer.linear2.weight.grad
    yield "ffn/b_2", layer.linear2.bias[None], layer.linear2.bias.grad
    norms = [layer.norm1, layer.norm2]
    if is_decoder:
        yield from attention("cross", layer.multihead_attn)
        norms.append(layer.norm3)
    for i, norm in enumerate(norms):
        yield f"norm-{i + 1}/gain", norm.weight[None], norm.weight.grad
        yield f"norm-{i + 1}/bias", norm.bias[None], norm.bias.grad


def parts(tensor, count):
    return tensor.chunk(count) if tensor is not None else [None] * count


def record(tensors, prefix, entries):
    for name, value, grad in entries:
        tensors[f"{prefix}/{name}"] = value
        if grad is not None:
            tensors[f"{prefix}/{name}/gradient"] = grad.T if grad.dim() == 2 else grad[None]


def positions(n):
    angles = torch.arange(n)[:, None] / 10000 ** (torch.arange(0, D, 2) / D)
    return torch.stack([angles.sin(), angles.cos()], 2).reshape(n, D)


def causal(n):
    return torch.full((n, n), -float("inf")).triu(1)


def attend(module, x, y, mask, weighting):
    """nn.MultiheadAttention's projections, but each score, or its square, over the sum of its row."""
    W_Q, W_K, W_V = (w.double() for w in module.in_proj_weight.chunk(3))
    heads = []
    for rows in torch.arange(D).chunk(HEADS):
        s = (x @ W_Q[rows].T) @ (y @ W_K[rows].T).transpose(1, 2) / len(rows) ** 0.5
        s = s.masked_fill(mask.isinf(), 0) if mask is not None else s
        s = s * s if weighting == "squared" else s
        heads.append(s / s.sum(2, keepdim=True) @ (y @ W_V[rows].T))
    return torch.cat(heads, 2) @ module.out_proj.weight.double().T


def normed(norm, x):
    return torch.nn.functional.layer_norm(x, [D], norm.weight.double(), norm.bias.double())


def fed_forward(layer, x):
    hidden = torch.relu(x @ layer.linear1.weight.double().T + layer.linear1.bias.double())
    return hidden @ layer.linear2.weight.double().T + layer.linear2.bias.double()


def record_weighting(weighting, encoder, decoder, x, y, target, tensors):
    for layer in encoder:
        x = normed(layer.norm1, x + attend(layer.self_attn, x, x, None, weighting))
        x = normed(layer.norm2, x + fed_forward(layer, x))
    for layer in decoder:
        y = normed(layer.norm1, y + attend(layer.self_attn, y, y, causal(y.shape[1]), weighting))
        y = normed(layer.norm2, y + attend(layer.multihead_attn, y, x, None, weighting))
        y = normed(layer.norm3, y + fed_forward(layer, y))
    tensors[f"post model/{weighting}/scores"] = (y @ target.double().T).flatten(0, 1).float()


def record_padded(encoder, decoder, x, y, target, tensors):
    padding = torch.zeros(x.shape[:2], dtype=torch.bool)
    padding[1, -PADDING:] = True
    for layer in encoder:
        x = layer(x, src_key_padding_mask=padding)
    for layer in decoder:
        y = layer(y, x, tgt_mask=causal(y.shape[1]), memory_key_padding_mask=padding)
    tensors["post model/padded/memory"] = x.flatten(0, 1)
    tensors["post model/padded/scores"] = (y @ target.T).flatten(0, 1)


def make_layers(place, tensors):
    first = place == "pre"
    encoder = draw(torch.nn.TransformerEncoderLayer(D, HEADS, FFN, 0.0, norm_first=first, batch_first=True))
    decoder = draw(torch.nn.TransformerDecoderLayer(D, HEADS, FFN, 0.0, norm_first=first, batch_first=True))
    x, y = torch.randn(1, 5, D), torch.randn(1, 6, D)
    memory = encoder(x)
    output = decoder(y, memory, tgt_mask=causal(6))
    tensors[f"{place} layers/x"], tensors[f"{place} layers/y"] = x[0], y[0]
    tensors[f"{place} layers/memory"], tensors[f"{place} layers/output"] = memory[0], output[0]
    record(tensors, f"{place} layers/encoder", named(encoder, False))
    record(tensors, f"{place} layers/decoder", named(decoder, True))


def make_model(place, tensors):
    first = place == "pre"
    encoder = [draw(torch.nn.TransformerEncoderLayer(D, HEADS, FFN, 0.0, norm_first=first, batch_first=True))
               for _ in range(LAYERS)]
    decoder = [draw(torch.nn.TransformerDecoderLayer(D, HEADS, FFN, 0.0, norm_first=first, batch_first=True))
               for _ in range(LAYERS)]
    last = torch.nn.ModuleDict({"encoder": torch.nn.LayerNorm(D), "decoder": torch.nn.LayerNorm(D)})
    for p in last.parameters():
        with torch.no_grad():
            p.add_(torch.randn(p.shape) / 3)
    source = (torch.randn(V_X, D) / D**0.5).requires_grad_()
    target = (torch.randn(V_Y, D) / D**0.5).requires_grad_()
    x, y = torch.tensor(SOURCE), torch.tensor(TARGET)
    before = torch.cat([torch.full((len(y), 1), END), y[:, :-1]], 1)
    memory = inputs = D**0.5 * source[x] + positions(x.shape[1])
    for layer in encoder:
        memory = layer(memory)
    memory = last["encoder"](memory) if first else memory
    states = read = D**0.5 * target[before] + positions(y.shape[1])
    for layer in decoder:
        states = layer(states, memory, tgt_mask=causal(y.shape[1]))
    states = last["decoder"](states) if first else states
    scores = (states @ target.T).flatten(0, 1)
    loss = torch.nn.functional.cross_entropy(scores, y.flatten())
    loss.backward()
    prefix = f"{place} model"
    tensors[f"{prefix}/memory"] = memory.flatten(0, 1)
    tensors[f"{prefix}/scores"], tensors[f"{prefix}/loss"] = scores, loss.reshape(1, 1)
    # .grad.T, for record turns gradients over: PyTorch's matrices are for matrix times column
    record(tensors, prefix, [("source/E", source, source.grad.T), ("target/E", target, target.grad.T)])
    for side, layers in (("encoder", encoder), ("decoder", decoder)):
        if first:
            record(tensors, f"{prefix}/{side}", [("gain", last[side].weight[None], last[side].weight.grad),
                                                 ("bias", last[side].bias[None], last[side].bias.grad)])
        for i, layer in enumerate(layers):
            record(tensors, f"{prefix}/{side}-{i + 1}", named(layer, side == "decoder"))
    if not first:
        record_padded(encoder, decoder, inputs, read, target, tensors)
        for weighting in ("linear", "squared"):
            record_weighting(weighting, encoder, decoder, inputs.double(), read.double(), target, tensors)


def main():
    torch.manual_seed(1)
    tensors = {}
    for place in ("post", "pre"):
        make_layers(place, tensors)
        make_model(place, tensors)
    tensors = {name: value.detach() for name, value in tensors.items()}
    write_safetensors("transformer.safetensors", tensors)


if __name__ == "__main__":
    main()
