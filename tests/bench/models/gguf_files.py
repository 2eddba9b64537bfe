"""The files of wllama: f32, and blocks of 8 and 4 bits."""

import json
from pathlib import Path

import gguf
import numpy as np
from safetensors.numpy import load_file

NORMAL, USER_DEFINED = 1, 4
BLOCK = 32
FILES = dict(
    f32=(gguf.LlamaFileType.ALL_F32, None),
    q8=(gguf.LlamaFileType.MOSTLY_Q8_0, gguf.GGMLQuantizationType.Q8_0),
    q4=(gguf.LlamaFileType.MOSTLY_Q4_0, gguf.GGMLQuantizationType.Q4_0),
)


def make(folder: Path, reference: dict):
    """Writes `model-f32.gguf`, `model-q8.gguf` and `model-q4.gguf` into `folder`, from its `hf/`."""
    config = json.loads((folder / "hf/config.json").read_text())
    weights = {
        name.removeprefix("transformer.").removeprefix("model."): value
        for path in (folder / "hf").glob("*.safetensors")
        for name, value in load_file(path).items()
    }
    kind = config["model_type"]
    describe, tensors = (gpt2, gpt2_tensors) if kind == "gpt2" else (llama, llama_tensors)
    for name, (file_type, block) in FILES.items():
        writer = gguf.GGUFWriter(folder / f"model-{name}.gguf", kind, use_temp_file=True)
        writer.add_name("random")
        writer.add_file_type(file_type)
        describe(writer, config)
        add_tokens(writer, config["vocab_size"], reference["prompt"])
        for tensor, value in tensors(weights, config):
            add(writer, tensor, value, block)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()


def add(writer: gguf.GGUFWriter, name: str, value: np.ndarray, block):
    """A tensor: a matrix of whole blocks in blocks, if so asked."""
    value = np.ascontiguousarray(value, np.float32)
    if block is None or value.ndim < 2 or value.shape[1] % BLOCK or name.startswith("position"):
        writer.add_tensor(name, value)
    else:
        writer.add_tensor(name, gguf.quants.quantize(value, block), raw_dtype=block)


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


def gpt2(writer: gguf.GGUFWriter, config: dict):
    """Writes the sizes of a GPT-2."""
    writer.add_context_length(config["n_positions"])
    writer.add_embedding_length(config["n_embd"])
    writer.add_block_count(config["n_layer"])
    writer.add_feed_forward_length(4 * config["n_embd"])
    writer.add_head_count(config["n_head"])
    writer.add_layer_norm_eps(config["layer_norm_epsilon"])


def gpt2_tensors(weights: dict, config: dict):
    """Every tensor under llama.cpp's name, as `(name, value)`; matrices become `[out, in]`."""
    yield "token_embd.weight", weights["wte.weight"]
    yield "position_embd.weight", weights["wpe.weight"]
    for layer in range(config["n_layer"]):
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


def llama(writer: gguf.GGUFWriter, config: dict):
    """Writes the sizes of a Llama or Qwen3."""
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(config["hidden_size"])
    writer.add_block_count(config["num_hidden_layers"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_head_count(config["num_attention_heads"])
    writer.add_head_count_kv(config["num_key_value_heads"])
    writer.add_layer_norm_rms_eps(config["rms_norm_eps"])
    writer.add_rope_freq_base(config["rope_theta"])
    writer.add_key_length(config["head_dim"])
    writer.add_value_length(config["head_dim"])
    writer.add_vocab_size(config["vocab_size"])
    if config["model_type"] == "llama":
        writer.add_rope_dimension_count(config["head_dim"])


def llama_tensors(weights: dict, config: dict):
    """Every tensor under llama.cpp's name, as `(name, value)`. A Llama's queries and keys lie there as pairs that are turned."""
    yield "token_embd.weight", weights["embed_tokens.weight"]
    for layer in range(config["num_hidden_layers"]):
        ours, theirs = f"layers.{layer}", f"blk.{layer}"
        for a, b in (
            ("input_layernorm", "attn_norm"),
            ("self_attn.q_proj", "attn_q"),
            ("self_attn.k_proj", "attn_k"),
            ("self_attn.v_proj", "attn_v"),
            ("self_attn.o_proj", "attn_output"),
            ("self_attn.q_norm", "attn_q_norm"),
            ("self_attn.k_norm", "attn_k_norm"),
            ("post_attention_layernorm", "ffn_norm"),
            ("mlp.gate_proj", "ffn_gate"),
            ("mlp.up_proj", "ffn_up"),
            ("mlp.down_proj", "ffn_down"),
        ):
            value = weights.get(f"{ours}.{a}.weight")
            if value is None:
                continue  # Only Qwen3 has norms of queries and keys.
            if config["model_type"] == "llama" and b in ("attn_q", "attn_k"):
                value = as_pairs(value, config["head_dim"])
            yield f"{theirs}.{b}.weight", value
    yield "output_norm.weight", weights["norm.weight"]


def as_pairs(weight: np.ndarray, d_head: int) -> np.ndarray:
    """`[heads · d_head, in]`, the rows of each head from [2][d_head / 2] to [d_head / 2][2]."""
    rows, width = weight.shape
    return weight.reshape(rows // d_head, 2, d_head // 2, width).swapaxes(1, 2).reshape(rows, width)
