"""What the scripts of whole recurrent models share: their cell, additive scores, and what is kept of each."""
import torch

from safetensors_file import write_safetensors


def drawn(shapes):
    return {name: (0.7 * torch.randn(shape)).requires_grad_() for name, shape in shapes.items()}


def step(p, cell, x, s, extra=0):
    inputs = p[f"{cell}/W"].T @ x + p[f"{cell}/b"][0] + extra
    if f"{cell}/U_zr" not in p:
        return torch.tanh(inputs + p[f"{cell}/U"].T @ s)
    in_z, in_r, in_s = inputs.chunk(3)
    U_z, U_r = p[f"{cell}/U_zr"].T.chunk(2)
    z, r = torch.sigmoid(in_z + U_z @ s), torch.sigmoid(in_r + U_r @ s)
    return (1 - z) * s + z * torch.tanh(in_s + p[f"{cell}/U"].T @ (r * s))


def additive(p, s, h):
    W, U, v = p["additive/W_a"].T, p["additive/U_a"].T, p["alignment/v_a"][0]
    return torch.stack([v @ torch.tanh(W @ s + U @ hj) for hj in h])


def write_models(file_name, kinds, learned, scores, words):
    """Of each kind what it learned, the scores of the words, the loss and its gradients."""
    torch.manual_seed(1)
    tensors = {}
    for kind in kinds:
        p = learned(kind)
        found = scores(p, kind)
        loss = torch.nn.functional.cross_entropy(found, torch.tensor(words))
        loss.backward()
        for name, tensor in p.items():
            tensors[f"{kind}/{name}"] = tensor
            tensors[f"{kind}/gradient of {name}"] = tensor.grad
        tensors[f"{kind}/scores"], tensors[f"{kind}/loss"] = found, loss.reshape(1, 1)
    write_safetensors(file_name, tensors)
