"""The file of wllama: f32."""

import json
from pathlib import Path

import gguf
import numpy as np
from safetensors.numpy import load_file

NORMAL, USER_DEFINED = 1, 4


def make(folder: Path, reference: dict):
    """Writes `model-f32.gguf` into `folder`, from its `hf/`."""
    config = json.loads((folder / "hf/config.json").read_text())
    weights = load_file(folder / "hf/model.safetensors")
    weights = {name.removeprefix("transformer."): value for name, value in weights.items()}
    writer = gguf.GGUFWriter(folder / "model-f32.gguf", "gpt2")
    describe(writer, config)
    add_tokens(writer, config["vocab_size"], reference["prompt"])
    for name, value in tensors(weights, config["n_layer"]):
        writer.add_tensor(name, np.ascontiguousarray(value, np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def describe(writer: gguf.GGUFWriter, config: dict):
    """Writes the sizes."""
    writer.add_name("random")
    writer.add_context_length(config["n_positions"])
    writer.add_embedding_length(config["n_embd"])
    writer.add_block_count(config["n_layer"])
    writer.add_feed_forward_length(4 * config["n_embd"])
    writer.add_head_count(config["n_head"])
    writer.add_layer_norm_eps(config["layer_norm_epsilon"])
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)


def add_tokens(writer: gguf.GGUFWriter, vocab_size: int, prompt: list):
    """Names token 7 `<7>`. Those of the prompt are user-defined, so that their names in a text are read as one token."""
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list([f"<{i}>" for i in range(vocab_size)])
    writer.add_token_types([USER_DEFINED if i in prompt else NORMAL for i in range(vocab_size)])
    writer.add_token_merges(["a b"])
    writer.add_bos_token_id(0)
    writer.add_eos_token_id(vocab_size - 1)
    writer.add_add_bos_token(False)


def tensors(weights: dict, n_layer: int):
    """Every tensor under llama.cpp's name, as `(name, value)`; matrices become `[out, in]`."""
    yield "token_embd.weight", weights["wte.weight"]
    yield "position_embd.weight", weights["wpe.weight"]
    for layer in range(n_layer):
        ours, theirs = f"h.{layer}", f"blk.{layer}"
        for a, b in (("ln_1", "attn_norm"), ("ln_2", "ffn_norm")):
            for part in ("weight", "bias"):
                yield f"{theirs}.{b}.{part}", weights[f"{ours}.{a}.{part}"]
        for a, b in (
            ("attn.c_attn", "attn_qkv"),
            ("attn.c_proj", "attn_output"),
            ("mlp.c_fc", "ffn_up"),
            ("mlp.c_proj", "ffn_down"),
        ):
            yield f"{theirs}.{b}.weight", weights[f"{ours}.{a}.weight"].T
            yield f"{theirs}.{b}.bias", weights[f"{ours}.{a}.bias"]
    yield "output_norm.weight", weights["ln_f.weight"]
    yield "output_norm.bias", weights["ln_f.bias"]
