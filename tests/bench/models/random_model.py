"""Random weights, and what torch makes of them."""

import json
from pathlib import Path

import torch
from transformers import AutoModelForCausalLM, GPT2Config, LlamaConfig, PreTrainedModel, Qwen3Config

import byte_tokenizer

CONFIGS = dict(gpt2=GPT2Config, llama=LlamaConfig, qwen3=Qwen3Config)

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


def random_model(shape: dict, seed: int) -> PreTrainedModel:
    """A model of this shape, whose matrices are twice as wide as usual: else its logits are nearly flat."""
    torch.manual_seed(seed)
    more = dict(shape)
    family = CONFIGS[more.pop("model_type", "gpt2")]
    if family is GPT2Config:
        more.update(resid_pdrop=0, embd_pdrop=0, attn_pdrop=0)
    config = family(**more, bos_token_id=0, eos_token_id=None)
    model = AutoModelForCausalLM.from_config(config).eval()
    model.generation_config.pad_token_id = 0
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if weight.dim() == 2 and not any(table in name for table in ("wte", "wpe", "embed_tokens")):
                weight.mul_(2.0)
    return model


def prompt(vocab_size: int) -> list:
    """Ids spread over the vocabulary."""
    return [(i * 7919 + 13) % vocab_size for i in range(PROMPT_LEN)]


@torch.no_grad()
def greedy(model: PreTrainedModel, ids: list) -> dict:
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
