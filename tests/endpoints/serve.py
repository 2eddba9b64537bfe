"""llama.cpp's server on a model folder in Hugging Face layout (GPT-2 or Llama, byte-level BPE); see README.md.

Keys and values are kept in f32 and flash attention is off, so that numbers can be compared.
"""

import argparse
import json
import shutil
import struct
import sys
import tempfile
import threading
from pathlib import Path

import gguf
import numpy as np
import xllamacpp

DTYPES = {"F16": np.float16, "F32": np.float32}
LLAMA = {
    "architectures": ["LlamaForCausalLM"],
    "model_type": "llama",
    "vocab_size": 6144,
    "hidden_size": 64,
    "intermediate_size": 160,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 16,
    "max_position_embeddings": 256,
    "rms_norm_eps": 1e-5,
    "rope_theta": 10000.0,
    "hidden_act": "silu",
    "tie_word_embeddings": False,
    "attention_bias": False,
    "mlp_bias": False,
    "bos_token_id": 0,
    "eos_token_id": 0,
}


def read_tensors(path):
    """Name -> f32 array."""
    raw = path.read_bytes()
    (length,) = struct.unpack_from("<Q", raw)
    header = json.loads(raw[8 : 8 + length])
    header.pop("__metadata__", None)
    tensors = {}
    for name, tensor in header.items():
        first, last = (8 + length + at for at in tensor["data_offsets"])
        values = np.frombuffer(raw[first:last], DTYPES[tensor["dtype"]])
        short = name.removeprefix("transformer.").removeprefix("model.")
        tensors[short] = values.reshape(tensor["shape"]).astype(np.float32)
    return tensors


def write_tensors(path, tensors):
    header, at = {}, 0
    for name, values in tensors.items():
        header[name] = {"dtype": "F32", "shape": list(values.shape), "data_offsets": [at, at + values.nbytes]}
        at += values.nbytes
    text = json.dumps(header).encode()
    with path.open("wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for values in tensors.values():
            file.write(values.tobytes())


def make_llama(folder, tokenizer):
    """A small Llama with random weights and the tokenizer of another model."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(tokenizer, folder / "tokenizer.json")
    (folder / "config.json").write_text(json.dumps(LLAMA, indent=1))
    random = np.random.default_rng(7)
    d, m, vocab = LLAMA["hidden_size"], LLAMA["intermediate_size"], LLAMA["vocab_size"]
    d_kv = LLAMA["num_key_value_heads"] * LLAMA["head_dim"]
    shapes = {"model.embed_tokens.weight": (vocab, d), "model.norm.weight": (d,), "lm_head.weight": (vocab, d)}
    for layer in range(LLAMA["num_hidden_layers"]):
        parts = {
            "input_layernorm": (d,),
            "post_attention_layernorm": (d,),
            "self_attn.q_proj": (d, d),
            "self_attn.k_proj": (d_kv, d),
            "self_attn.v_proj": (d_kv, d),
            "self_attn.o_proj": (d, d),
            "mlp.gate_proj": (m, d),
            "mlp.up_proj": (m, d),
            "mlp.down_proj": (d, m),
        }
        shapes |= {f"model.layers.{layer}.{part}.weight": shape for part, shape in parts.items()}

    def values(shape):
        about, spread = (1, 0.1) if len(shape) == 1 else (0, 1.5 / shape[-1] ** 0.5)
        return (about + spread * random.standard_normal(shape)).astype(np.float32)

    write_tensors(folder / "model.safetensors", {name: values(shape) for name, shape in shapes.items()})


def add_tokenizer(writer, tokenizer, config):
    size = config["vocab_size"]
    tokens = [f"[PAD{token}]" for token in range(size)]
    types = [gguf.TokenType.UNUSED] * size
    for text, token in tokenizer["model"]["vocab"].items():
        tokens[token], types[token] = text, gguf.TokenType.NORMAL
    for added in tokenizer["added_tokens"]:
        kind = gguf.TokenType.CONTROL if added["special"] else gguf.TokenType.USER_DEFINED
        tokens[added["id"]], types[added["id"]] = added["content"], kind
    merges = tokenizer["model"]["merges"]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    writer.add_token_types(types)
    writer.add_token_merges([merge if isinstance(merge, str) else " ".join(merge) for merge in merges])
    writer.add_bos_token_id(config["bos_token_id"])
    writer.add_eos_token_id(config["eos_token_id"])
    writer.add_add_bos_token(config.get("add_bos_token", False))


def gpt2(writer, config, weights):
    writer.add_context_length(config["n_positions"])
    writer.add_embedding_length(config["n_embd"])
    writer.add_block_count(config["n_layer"])
    writer.add_feed_forward_length(config.get("n_inner") or 4 * config["n_embd"])
    writer.add_head_count(config["n_head"])
    writer.add_layer_norm_eps(config["layer_norm_epsilon"])
    # The output is the embedding.
    yield "token_embd.weight", weights["wte.weight"]
    yield "position_embd.weight", weights["wpe.weight"]
    names = {"ln_1": "attn_norm", "attn.c_attn": "attn_qkv", "attn.c_proj": "attn_output"}
    names |= {"ln_2": "ffn_norm", "mlp.c_fc": "ffn_up", "mlp.c_proj": "ffn_down"}
    for layer in range(config["n_layer"]):
        for own, other in names.items():
            weight = weights[f"h.{layer}.{own}.weight"]
            # [d_in, d_out] there, [d_out, d_in] here.
            yield f"blk.{layer}.{other}.weight", weight.T
            yield f"blk.{layer}.{other}.bias", weights[f"h.{layer}.{own}.bias"]
    yield "output_norm.weight", weights["ln_f.weight"]
    yield "output_norm.bias", weights["ln_f.bias"]


def llama(writer, config, weights):
    heads, kv_heads, d_head = (config[name] for name in ("num_attention_heads", "num_key_value_heads", "head_dim"))
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(config["hidden_size"])
    writer.add_block_count(config["num_hidden_layers"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_head_count(heads)
    writer.add_head_count_kv(kv_heads)
    writer.add_layer_norm_rms_eps(config["rms_norm_eps"])
    writer.add_rope_freq_base(config["rope_theta"])
    writer.add_rope_dimension_count(d_head)
    writer.add_vocab_size(config["vocab_size"])

    def pairs(weight, heads):
        """Rotary pairs lie side by side there, half a head apart here."""
        return weight.reshape(heads, 2, d_head // 2, -1).swapaxes(1, 2).reshape(weight.shape)

    yield "token_embd.weight", weights["embed_tokens.weight"]
    yield "output_norm.weight", weights["norm.weight"]
    yield "output.weight", weights["lm_head.weight"]
    names = {"input_layernorm": "attn_norm", "post_attention_layernorm": "ffn_norm", "self_attn.v_proj": "attn_v"}
    names |= {"self_attn.o_proj": "attn_output", "mlp.gate_proj": "ffn_gate", "mlp.up_proj": "ffn_up", "mlp.down_proj": "ffn_down"}
    for layer in range(config["num_hidden_layers"]):
        weight = lambda part: weights[f"layers.{layer}.{part}.weight"]
        for own, other in names.items():
            yield f"blk.{layer}.{other}.weight", weight(own)
        yield f"blk.{layer}.attn_q.weight", pairs(weight("self_attn.q_proj"), heads)
        yield f"blk.{layer}.attn_k.weight", pairs(weight("self_attn.k_proj"), kv_heads)


def write_gguf(folder, path, bos):
    config = json.loads((folder / "config.json").read_text()) | {"add_bos_token": bos}
    family = config["model_type"]
    writer = gguf.GGUFWriter(str(path), family)
    writer.add_name(folder.name)
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)
    add_tokenizer(writer, json.loads((folder / "tokenizer.json").read_text()), config)
    weights = read_tensors(folder / "model.safetensors")
    for name, values in {"gpt2": gpt2, "llama": llama}[family](writer, config, weights):
        writer.add_tensor(name, np.ascontiguousarray(values))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return config.get("n_positions") or config["max_position_embeddings"]


def serve(path, n_ctx, name, asked):
    """The server; it ends when this object is deleted."""
    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.model_alias = {name}
    params.n_ctx = n_ctx
    params.n_parallel = 1
    params.n_gpu_layers = 0
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    params.n_threads_http = 4
    params.cache_type_k = params.cache_type_v = xllamacpp.ggml_type.GGML_TYPE_F32
    params.flash_attn_type = xllamacpp.llama_flash_attn_type.LLAMA_FLASH_ATTN_TYPE_DISABLED
    params.hostnames = ["127.0.0.1"]
    params.port = asked.port
    if asked.api_key:
        params.api_keys = [asked.api_key]
    if asked.cors_origin:
        params.cors_origins = asked.cors_origin
    return xllamacpp.Server(params)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--make", choices=["llama"], help="write a random model there first")
    parser.add_argument("--bos", action="store_true", help="have every text begin with a token of its own")
    parser.add_argument("--port", type=int, default=0, help="0: any free one")
    parser.add_argument("--api-key")
    parser.add_argument("--cors-origin", help="the only page that may ask; any by default")
    asked = parser.parse_args()
    if asked.make:
        root = Path(__file__).resolve().parents[2]
        make_llama(asked.folder, root / "web/models/pocket/tokenizer.json")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.gguf"
        server = serve(path, write_gguf(asked.folder, path, asked.bos), asked.folder.resolve().name, asked)
        print(server.listening_address, flush=True)
        done = threading.Event()
        threading.Thread(target=lambda: (sys.stdin.read(), done.set()), daemon=True).start()
        done.wait()
        del server


if __name__ == "__main__":
    main()
