"""Random weights, and what torch makes of them."""

import json
from pathlib import Path

import torch
from transformers import GPT2Config, GPT2LMHeadModel

import byte_tokenizer

PROMPT_LEN, NEW_TOKENS = 16, 32
# With less between the two best logits, another order of the same sums could choose another token.
LEAST_MARGIN = 1e-3


def make(folder: Path, shape: dict) -> dict:
    """Writes `hf/` and `ref.json` into `folder`; returns the latter."""
    for seed in range(100):
        model = random_model(shape, seed)
        reference = greedy(model, prompt(shape["vocab_size"]))
        if reference["min_margin"] >= LEAST_MARGIN:
            break
    else:
        raise SystemExit("no seed gave a model whose choices are clear")
    model.save_pretrained(folder / "hf", safe_serialization=True)
    byte_tokenizer.write(folder / "hf/tokenizer.json", shape["vocab_size"])
    reference["weight_seed"] = seed
    (folder / "ref.json").write_text(json.dumps(reference))
    return reference


def random_model(shape: dict, seed: int) -> GPT2LMHeadModel:
    """A GPT-2 of this shape, whose matrices are twice as wide as usual: else its logits are nearly flat."""
    torch.manual_seed(seed)
    config = GPT2Config(**shape, bos_token_id=0, eos_token_id=None, resid_pdrop=0, embd_pdrop=0, attn_pdrop=0)
    model = GPT2LMHeadModel(config).eval()
    model.generation_config.pad_token_id = 0
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if weight.dim() == 2 and "wte" not in name and "wpe" not in name:
                weight.mul_(2.0)
    return model


def prompt(vocab_size: int) -> list:
    """Ids spread over the vocabulary."""
    return [(i * 7919 + 13) % vocab_size for i in range(PROMPT_LEN)]


@torch.no_grad()
def greedy(model: GPT2LMHeadModel, ids: list) -> dict:
    """The most probable continuation, and the smallest distance between a chosen logit and the next best."""
    chosen, margins = [], []
    past, rows = None, torch.tensor([ids])
    for _ in range(NEW_TOKENS):
        out = model(rows, past_key_values=past, use_cache=True)
        best = out.logits[0, -1].topk(2)
        margins.append((best.values[0] - best.values[1]).item())
        chosen.append(int(best.indices[0]))
        past, rows = out.past_key_values, best.indices[:1].reshape(1, 1)
    params = sum(weight.numel() for weight in model.parameters())
    return dict(prompt=ids, greedy32=chosen, min_margin=min(margins), params=params)
