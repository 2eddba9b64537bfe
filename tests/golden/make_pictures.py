"""Writes small checkpoints of models that also see pictures, with the logits that Transformers computes for a text without any.

    python make_pictures.py

`pictures-*.safetensors` are whole, as Transformers saves them; `pictures.json` has each one's `config.json`. Weights are those of the hash of README.md. It
needs Transformers 5 and was run with 5.24.
"""

import argparse
import json
import tempfile
from pathlib import Path

import numpy as np
import safetensors.numpy
import torch
import transformers

from make_golden import HERE, hash_stream

T = 9
TEXT = dict(
    hidden_size=16, intermediate_size=12, num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=1, vocab_size=40,
    max_position_embeddings=32, pad_token_id=0, bos_token_id=1, eos_token_id=2,
)
VISION = dict(hidden_size=8, intermediate_size=8, num_hidden_layers=1, num_attention_heads=1, image_size=8, patch_size=4)
LAST = dict(pad_token_id=0, bos_token_id=1, eos_token_id=2)

CASES = {
    "gemma3": dict(
        text_config=TEXT | dict(model_type="gemma3_text", head_dim=8, sliding_window=4, query_pre_attn_scalar=8),
        vision_config=VISION | dict(model_type="siglip_vision_model"),
        mm_tokens_per_image=4,
        image_token_index=39,
        boi_token_index=38,
        eoi_token_index=37,
    ),
    "llava": dict(
        text_config=TEXT | dict(model_type="qwen2", tie_word_embeddings=True),
        vision_config=VISION | dict(model_type="siglip_vision_model"),
        image_token_index=39,
        tie_word_embeddings=True,
    ),
    "smolvlm": dict(
        text_config=TEXT | dict(model_type="llama", rms_norm_eps=1e-5),
        vision_config=VISION | dict(model_type="smolvlm_vision"),
        image_token_id=39,
        scale_factor=2,
    ),
}
# SmolVLM's forerunner, by which its first models go.
CASES["idefics3"] = CASES["smolvlm"] | dict(vision_config=VISION | dict(model_type="idefics3_vision"))


def hashed(name: str, shape: tuple) -> np.ndarray:
    """Small numbers of a hash of the name; gains near 1."""
    stream = hash_stream(f"pictures.{name}")
    units = np.array([((next(stream) >> 40) - (1 << 23)) / (1 << 23) for _ in range(int(np.prod(shape)))], dtype=np.float32)
    scale = 0.1 if len(shape) == 1 else 1.5 / np.sqrt(shape[-1])
    base = 1.0 if name.endswith("norm.weight") else 0.0
    return (base + np.float32(scale) * units).reshape(shape).astype(np.float32)


def make(name: str, out: Path) -> tuple:
    """Writes one model; its `config.json`, and its tokens with their logits."""
    config = transformers.AutoConfig.for_model(name, **CASES[name] | LAST)
    model = transformers.AutoModelForImageTextToText.from_config(config, attn_implementation="eager").eval()
    stream = hash_stream("tokens.pictures")
    tokens = np.array([3 + (next(stream) >> 33) % 30 for _ in range(T)], dtype=np.int32)
    with torch.no_grad():
        for parameter_name, parameter in model.named_parameters():
            parameter.copy_(torch.from_numpy(hashed(parameter_name, tuple(parameter.shape))))
        logits = model(input_ids=torch.from_numpy(tokens)[None].long()).logits[0].numpy()
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        (out / f"pictures-{name}.safetensors").write_bytes((Path(folder) / "model.safetensors").read_bytes())
        written = json.loads((Path(folder) / "config.json").read_text())
    return written, {f"{name}.tokens": tokens, f"{name}.logits": np.ascontiguousarray(logits)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=HERE, help="where to write (default: beside this script)")
    args = parser.parse_args()
    configs, arrays = {}, {}
    for name in CASES:
        configs[name], more = make(name, args.out)
        arrays |= more
    text = json.dumps(configs, indent=1)
    (args.out / "pictures.json").write_text(text + "\n", encoding="ascii", newline="\n")
    safetensors.numpy.save_file(arrays, args.out / "pictures-logits.safetensors")


if __name__ == "__main__":
    main()
