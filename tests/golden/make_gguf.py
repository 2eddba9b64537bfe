"""Writes the golden files of the format GGUF: blocks with the values that gguf-py gives them, small models written by gguf-py with the logits
that Transformers computes of the same weights.

    python make_gguf.py

It needs gguf (0.19) and Transformers 5 (5.24). The weights are those of the hash of README.md, quantised by gguf-py where it can; Transformers
computes with what they stand for.
"""

import argparse
import json
from pathlib import Path

import gguf
import numpy as np
import safetensors.numpy
import tokenizers
import torch
import transformers

from make_golden import HERE, hash_stream

Type = gguf.GGMLQuantizationType
BLOCKS = [Type.Q8_0, Type.Q4_0, Type.Q4_1, Type.Q5_0, Type.Q5_1, Type.Q4_K, Type.Q5_K, Type.Q6_K]
# Where the f16 numbers of a block are.
SCALES = {Type.Q4_1: [0, 2], Type.Q5_1: [0, 2], Type.Q4_K: [0, 2], Type.Q5_K: [0, 2], Type.Q6_K: [208]}
N_BLOCKS = 6
T = 12

LLAMA = dict(
    hidden_size=32, intermediate_size=64, vocab_size=40, max_position_embeddings=64, num_hidden_layers=2,
    num_attention_heads=4, num_key_value_heads=2,
)
# The first type of a list that a matrix can have is used for it; vectors are F32.
CASES = {
    "llama": dict(
        arch=gguf.MODEL_ARCH.LLAMA,
        types=dict(attn_q=Type.Q8_0, attn_k=Type.Q5_1, attn_v=Type.F16, attn_output=Type.BF16, ffn_gate=Type.Q4_0, ffn_up=Type.Q4_1, ffn_down=Type.Q5_0, token_embd=Type.Q8_0),
        config=LLAMA
        | dict(
            model_type="llama",
            tie_word_embeddings=True,
            attention_bias=True,
            rope_parameters=dict(
                rope_type="llama3", rope_theta=100.0, factor=4.0, low_freq_factor=1.0, high_freq_factor=4.0,
                original_max_position_embeddings=32,
            ),
        ),
    ),
    "qwen3": dict(
        arch=gguf.MODEL_ARCH.QWEN3,
        types=dict(attn_q=Type.Q8_0, attn_k=Type.Q8_0, attn_v=Type.Q8_0, attn_output=Type.Q8_0, ffn_gate=Type.F16, ffn_up=Type.F16, ffn_down=Type.Q8_0, token_embd=Type.F16, output=Type.Q8_0),
        config=LLAMA | dict(model_type="qwen3", head_dim=16, rope_parameters=dict(rope_type="default", rope_theta=1e6)),
    ),
    "gpt2": dict(
        arch=gguf.MODEL_ARCH.GPT2,
        types=dict(attn_qkv=Type.Q8_0, attn_output=Type.Q5_0, ffn_up=Type.Q8_0, ffn_down=Type.F16, token_embd=Type.F16),
        config=dict(model_type="gpt2", n_embd=32, n_layer=2, n_head=2, n_positions=32, vocab_size=40),
    ),
    "neox": dict(
        arch=gguf.MODEL_ARCH.GPTNEOX,
        types=dict(attn_qkv=Type.Q8_0, attn_output=Type.F16, ffn_up=Type.Q4_0, ffn_down=Type.Q8_0, token_embd=Type.F16, output=Type.F16),
        config=dict(
            model_type="gpt_neox", hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64,
            vocab_size=40, max_position_embeddings=32,
        ),
    ),
}


def blocks() -> dict:
    """Random blocks of each type, and what gguf-py makes of them."""
    arrays = {}
    for kind in BLOCKS:
        elements, size = gguf.GGML_QUANT_SIZES[kind]
        stream = hash_stream(f"blocks.{kind.name}")
        raw = np.array([next(stream) >> 40 & 255 for _ in range(N_BLOCKS * size)], dtype=np.uint8).reshape(N_BLOCKS, size)
        for nth in range(N_BLOCKS):
            for at in SCALES.get(kind, [0]):
                # A finite number: of any size, negative, subnormal, and zero.
                bits = next(stream) >> 32 & 0xFFFF
                bits = [bits & 0xBBFF, 0x2C00 | bits & 0x3FF, 0x8000 | bits & 0x3FF, 0, 0x3C00, bits & 0xF8FF][nth]
                raw[nth, at : at + 2] = np.array([bits], dtype="<u2").view(np.uint8)
        values = gguf.dequantize(raw, kind)
        assert values.shape == (N_BLOCKS, elements) and np.isfinite(values).all()
        arrays[f"{kind.name}.blocks"] = raw.reshape(-1)
        arrays[f"{kind.name}.values"] = values.reshape(-1)
    return arrays


def hashed(name: str, shape: tuple) -> np.ndarray:
    """Small numbers of a hash of the name."""
    stream = hash_stream(f"gguf.{name}")
    units = np.array([((next(stream) >> 40) - (1 << 23)) / (1 << 23) for _ in range(int(np.prod(shape)))], dtype=np.float32)
    scale = 0.1 if len(shape) == 1 else 1.5 / np.sqrt(shape[-1])
    base = 1.0 if "norm" in name and name.endswith("weight") or "ln_" in name and name.endswith("weight") else 0.0
    return (base + np.float32(scale) * units).reshape(shape).astype(np.float32)


def paired(rows: np.ndarray, heads: int) -> np.ndarray:
    """The order of rows that llama.cpp's converter gives queries and keys of a Llama (its `LlamaModel.permute`)."""
    return rows.reshape(heads, 2, rows.shape[0] // heads // 2, *rows.shape[1:]).swapaxes(1, 2).reshape(rows.shape)


def unpaired(rows: np.ndarray, heads: int) -> np.ndarray:
    return rows.reshape(heads, rows.shape[0] // heads // 2, 2, *rows.shape[1:]).swapaxes(1, 2).reshape(rows.shape)


def by_parts(rows: np.ndarray, heads: int) -> np.ndarray:
    """GPT-NeoX's queries, keys and values, each of all heads (its `GPTNeoXModel.modify_tensors`)."""
    return rows.reshape(heads, 3, -1, *rows.shape[1:]).swapaxes(0, 1).reshape(rows.shape)


def by_heads(rows: np.ndarray, heads: int) -> np.ndarray:
    return rows.reshape(3, heads, -1, *rows.shape[1:]).swapaxes(0, 1).reshape(rows.shape)


def divisors(config) -> np.ndarray:
    """The tensor `rope_freqs` (its `LlamaModel.generate_extra_tensors`)."""
    rope = config.rope_parameters
    dim = config.hidden_size // config.num_attention_heads
    frequencies = 1.0 / rope["rope_theta"] ** (np.arange(0, dim, 2, dtype=np.float32) / dim)
    low = rope["original_max_position_embeddings"] / rope["low_freq_factor"]
    high = rope["original_max_position_embeddings"] / rope["high_freq_factor"]
    factors = []
    for frequency in frequencies:
        length = 2 * np.pi / frequency
        if length < high:
            factors.append(1)
        elif length > low:
            factors.append(rope["factor"])
        else:
            smooth = (rope["original_max_position_embeddings"] / length - rope["low_freq_factor"]) / (
                rope["high_freq_factor"] - rope["low_freq_factor"]
            )
            factors.append(1 / ((1 - smooth) / rope["factor"] + smooth))
    return np.array(factors, dtype=np.float32)


def describe(writer: gguf.GGUFWriter, config):
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_head_count(config.num_attention_heads)
    writer.add_feed_forward_length(getattr(config, "intermediate_size", None) or 4 * config.hidden_size)
    kind = config.model_type
    if kind in ("llama", "qwen3"):
        writer.add_head_count_kv(config.num_key_value_heads)
        writer.add_layer_norm_rms_eps(config.rms_norm_eps)
        writer.add_rope_freq_base(config.rope_parameters["rope_theta"])
    if kind == "llama":
        writer.add_vocab_size(config.vocab_size)
        writer.add_rope_dimension_count(config.hidden_size // config.num_attention_heads)
    if kind == "qwen3":
        writer.add_key_length(config.head_dim)
        writer.add_value_length(config.head_dim)
    if kind == "gpt2":
        writer.add_layer_norm_eps(config.layer_norm_epsilon)
    if kind == "gpt_neox":
        writer.add_layer_norm_eps(config.layer_norm_eps)
        writer.add_rope_dimension_count(int(config.rope_parameters["partial_rotary_factor"] * (config.hidden_size // config.num_attention_heads)))
        writer.add_parallel_residual(config.use_parallel_residual)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    # The writer leaves out an empty list, so one of the tokens is made of two others.
    tokens = [chr(ord("!") + i) for i in range(config.vocab_size - 2)] + ['!"', "<|end|>"]
    writer.add_token_list(tokens)
    writer.add_token_types([1] * (len(tokens) - 1) + [3])
    writer.add_token_merges(['! "'])
    writer.add_eos_token_id(len(tokens) - 1)


def model(path: Path, case: dict) -> dict:
    """Writes one model, and gives the logits that Transformers computes with what its tensors stand for."""
    config = transformers.AutoConfig.for_model(**case["config"])
    reference = transformers.AutoModelForCausalLM.from_config(config, attn_implementation="eager").eval()
    names = gguf.get_tensor_name_map(case["arch"], config.num_hidden_layers)
    writer = gguf.GGUFWriter(path, gguf.MODEL_ARCH_NAMES[case["arch"]])
    describe(writer, config)
    if config.model_type == "llama":
        writer.add_tensor("rope_freqs.weight", divisors(config))
    heads = config.num_attention_heads
    own = {}
    for name, parameter in reference.named_parameters():
        here = names.get_name(name, try_suffixes=(".weight", ".bias"))
        values = hashed(name, tuple(parameter.shape))
        there, back = (lambda x: x), (lambda x: x)
        if config.model_type == "llama" and ("q_proj" in name or "k_proj" in name):
            n = heads if "q_proj" in name else config.num_key_value_heads
            there, back = (lambda x, n=n: paired(x, n)), (lambda x, n=n: unpaired(x, n))
        if "query_key_value" in name:
            there, back = (lambda x: by_parts(x, heads)), (lambda x: by_heads(x, heads))
        if config.model_type == "gpt2" and values.ndim == 2 and ".h." in name:
            there = back = np.transpose
        kind = Type.F32 if values.ndim == 1 else case["types"].get(here.split(".")[-2], Type.F32)
        stored = gguf.quantize(np.ascontiguousarray(there(values)), kind)
        writer.add_tensor(here, stored, raw_dtype=kind)
        own[name] = torch.from_numpy(np.ascontiguousarray(back(gguf.dequantize(stored, kind).astype(np.float32))))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    with torch.no_grad():
        for name, parameter in reference.named_parameters():
            parameter.copy_(own[name])
        stream = hash_stream("tokens.gguf")
        tokens = np.array([(next(stream) >> 33) % config.vocab_size for _ in range(T)], dtype=np.int32)
        logits = reference(torch.from_numpy(tokens)[None].long()).logits[0].numpy()
    return dict(tokens=tokens, logits=np.ascontiguousarray(logits))


def check_pieces():
    """Checks that the merges of `tokenizer_pieces.json`, were they lost, could be found again from scores, as they have to be for a file of
    SentencePiece's: by minus its id as the score of each piece, the same ids come out, so that no other golden ids are needed."""
    file = json.loads((HERE / "tokenizer_pieces.json").read_text())
    vocab = file["model"]["vocab"]
    scores = {piece: -float(i) for piece, i in vocab.items() if i >= 3 + 256}
    merges = transformers.tokenization_utils_base.generate_merges(vocab, scores)
    file["model"]["merges"] = [list(merge) for merge in merges]
    tokenizer = tokenizers.Tokenizer.from_str(json.dumps(file))
    strings = json.loads((HERE / "tokenizer_strings.json").read_text())["strings"]
    ids = json.loads((HERE / "tokenizer_pieces_ids.json").read_text())["ids"]
    assert ids == [tokenizer.encode(string, add_special_tokens=False).ids for string in strings]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=HERE, help="where to write (default: beside this script)")
    args = parser.parse_args()
    safetensors.numpy.save_file(blocks(), args.out / "gguf-blocks.safetensors")
    arrays = {}
    for name, case in CASES.items():
        for key, value in model(args.out / f"gguf-{name}.gguf", case).items():
            arrays[f"{name}.{key}"] = value
    safetensors.numpy.save_file(arrays, args.out / "gguf-logits.safetensors")
    check_pieces()


if __name__ == "__main__":
    main()
