"""Writes the golden files of the format GGUF: blocks with the values that gguf-py gives them, small models written by gguf-py with the logits
that Transformers computes of the same weights.

    python make_gguf.py

It needs gguf (0.19) and Transformers 5 (5.24). The weights are those of the hash of README.md, quantised by gguf-py where it can; Transformers
computes with what they stand for.
"""

import argparse
import json
import math
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
SMALL = dict(
    hidden_size=32, intermediate_size=32, vocab_size=40, max_position_embeddings=64, num_hidden_layers=2, num_attention_heads=4,
    num_key_value_heads=2, pad_token_id=0,
)
MIXED = dict(
    attn_qkv=Type.Q8_0, attn_q=Type.Q8_0, attn_k=Type.Q8_0, attn_v=Type.F16, attn_output=Type.Q5_0, ffn_gate=Type.Q4_0,
    ffn_up=Type.Q8_0, ffn_down=Type.Q4_1, token_embd=Type.F16, output=Type.Q8_0,
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
    "gemma": dict(arch=gguf.MODEL_ARCH.GEMMA, types=MIXED, config=SMALL | dict(model_type="gemma", head_dim=16, num_key_value_heads=1)),
    # Windows shorter than the text, and caps so low that they show.
    "gemma2": dict(
        arch=gguf.MODEL_ARCH.GEMMA2,
        types=MIXED,
        config=SMALL
        | dict(
            model_type="gemma2", num_hidden_layers=3, head_dim=16, sliding_window=5, query_pre_attn_scalar=16,
            attn_logit_softcapping=2.0, final_logit_softcapping=3.0,
        ),
    ),
    # Seven blocks, of which the sixth has no window. Its turns are slower, and θ is another one.
    "gemma3": dict(
        arch=gguf.MODEL_ARCH.GEMMA3,
        types=MIXED,
        config=SMALL
        | dict(
            model_type="gemma3_text", num_hidden_layers=7, head_dim=8, sliding_window=6, query_pre_attn_scalar=8,
            rope_parameters=dict(
                full_attention=dict(rope_type="linear", rope_theta=1e3, factor=8.0),
                sliding_attention=dict(rope_type="default", rope_theta=1e4),
            ),
        ),
    ),
    "phi2": dict(
        arch=gguf.MODEL_ARCH.PHI2,
        types=MIXED,
        config=SMALL | dict(model_type="phi", intermediate_size=128, num_key_value_heads=4),
    ),
    "phi3": dict(
        arch=gguf.MODEL_ARCH.PHI3,
        types=MIXED,
        config=SMALL
        | dict(
            model_type="phi3", sliding_window=6,
            rope_parameters=dict(rope_type="default", rope_theta=1e4, original_max_position_embeddings=64),
        ),
    ),
    # The text is shorter than that of the first training.
    "phi3-longrope": dict(
        arch=gguf.MODEL_ARCH.PHI3,
        types=MIXED,
        config=SMALL
        | dict(
            model_type="phi3", num_hidden_layers=1, hidden_size=64, original_max_position_embeddings=16, sliding_window=None,
            rope_parameters=dict(
                rope_type="longrope", rope_theta=100.0, partial_rotary_factor=0.75,
                short_factor=[1.0, 1.05, 1.5, 2.25, 3.0, 4.5], long_factor=[1.0, 2.0, 4.0, 8.0, 16.0, 32.0],
            ),
        ),
    ),
    "olmo2": dict(
        arch=gguf.MODEL_ARCH.OLMO2,
        types=MIXED,
        config=SMALL | dict(model_type="olmo2", rope_parameters=dict(rope_type="default", rope_theta=5e5)),
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


def gains_above_one(config) -> bool:
    """Whether Transformers adds 1 to gains, and the converter has done so (its `GemmaModel.modify_tensors`)."""
    return config.model_type.startswith("gemma")


def longrope(config) -> dict:
    """What the converter makes of longrope (its `Phi3MiniModel.generate_extra_tensors`): tensors, and the factor of cosines and sines."""
    rope = config.rope_parameters
    longer = config.max_position_embeddings / rope["original_max_position_embeddings"]
    return dict(
        attention=math.sqrt(1 + math.log(longer) / math.log(rope["original_max_position_embeddings"])),
        tensors={f"rope_factors_{x}.weight": np.array(rope[f"{x}_factor"], dtype=np.float32) for x in ["long", "short"]},
    )


def describe_newer(writer: gguf.GGUFWriter, config):
    """As the converter does for Gemma, Phi and OLMo 2 (its `conversion/gemma.py`, `phi.py`, `olmo.py`)."""
    kind = config.model_type
    d_head = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    writer.add_head_count_kv(config.num_key_value_heads)
    if kind == "phi":
        writer.add_layer_norm_eps(config.layer_norm_eps)
    else:
        writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    if kind.startswith("gemma"):
        writer.add_key_length(d_head)
        writer.add_value_length(d_head)
    if kind in ("gemma2", "gemma3_text"):
        writer.add_sliding_window(config.sliding_window)
    if kind == "gemma2":
        writer.add_attn_logit_softcapping(config.attn_logit_softcapping)
        writer.add_final_logit_softcapping(config.final_logit_softcapping)
    rope = config.rope_parameters
    if kind == "gemma3_text":
        rope = rope["full_attention"]
        writer.add_rope_scaling_type(gguf.RopeScalingType.LINEAR)
        writer.add_rope_scaling_factor(rope["factor"])
    if kind in ("gemma3_text", "phi3", "olmo2"):
        writer.add_rope_freq_base(rope["rope_theta"])
    if kind in ("phi", "phi3"):
        turned = int(rope.get("partial_rotary_factor", 1.0) * config.hidden_size) // config.num_attention_heads
        writer.add_rope_dimension_count(turned)
    if kind == "phi3":
        writer.add_rope_scaling_orig_ctx_len(rope["original_max_position_embeddings"])
        writer.add_sliding_window(config.sliding_window or 0)
        if rope["rope_type"] == "longrope":
            writer.add_rope_scaling_attn_factors(longrope(config)["attention"])


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
    if kind.startswith(("gemma", "phi", "olmo")):
        describe_newer(writer, config)
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
    if config.model_type == "phi3" and config.rope_parameters["rope_type"] == "longrope":
        for name, factors in longrope(config)["tensors"].items():
            writer.add_tensor(name, factors)
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
        if gains_above_one(config) and name.endswith("norm.weight"):
            values -= 1
            there, back = (lambda x: x + np.float32(1)), (lambda x: x - np.float32(1))
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
