"""Writes reference values as attnviz reads them: float32, in a safetensors file beside the scripts."""
import json
import os
import struct

import numpy


def write_safetensors(file_name, tensors):
    """Of NumPy or of PyTorch."""
    header, data = {}, b""
    for name, tensor in tensors.items():
        tensor = tensor.detach().numpy() if hasattr(tensor, "detach") else tensor
        values = numpy.ascontiguousarray(tensor, dtype="<f4")
        header[name] = {"dtype": "F32", "shape": list(values.shape),
                        "data_offsets": [len(data), len(data) + values.nbytes]}
        data += values.tobytes()
    head = json.dumps(header).encode()
    head += b" " * (-len(head) % 8)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), file_name)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(head)) + head + data)
