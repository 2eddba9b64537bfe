"""Writes the golden files of the Llama family: what Transformers computes for small Llamas whose weights come from the hash.

README.md describes the hash, the keys and the shapes. Nothing here is needed to run the Rust tests.

    python make_llama.py
"""

import argparse
import json
import math
from pathlib import Path

import numpy as np
import safetensors.numpy
import torch
import transformers
from transformers.models.llama.modeling_llama import apply_rotary_pos_emb, repeat_kv

from make_golden import (
    BRANCH_LEN,
    DIRECT_TOKENS,
    HERE,
    TOLERANCE,
    bits_sum,
    cached_logits,
    dump,
    tokens,
    uniform,
)

# T tokens in `main`, of which the first P are the prefill. The fields of `config` are Hugging Face's.
CASES = {
    "llama-one": dict(
        T=11,
        P=7,
        config=dict(
            num_hidden_layers=2,
            num_attention_heads=3,
            num_key_value_heads=1,
            hidden_size=20,
            head_dim=6,
            intermediate_size=37,
            vocab_size=101,
            max_position_embeddings=32,
            tie_word_embeddings=True,
            attention_bias=True,
            mlp_bias=True,
        ),
    ),
    "llama-two": dict(
        T=37,
        P=33,
        config=dict(
            num_hidden_layers=3,
            num_attention_heads=4,
            num_key_value_heads=2,
            hidden_size=16,
            head_dim=8,
            intermediate_size=24,
            vocab_size=67,
            max_position_embeddings=64,
            rope_theta=500.0,
            rms_norm_eps=1e-5,
        ),
    ),
    "llama-all": dict(
        T=9,
        P=5,
        config=dict(
            num_hidden_layers=1,
            num_attention_heads=5,
            num_key_value_heads=5,
            hidden_size=10,
            intermediate_size=7,
            vocab_size=33,
            max_position_embeddings=16,
            attention_bias=True,
        ),
    ),
}


def weight(name: str, shape: tuple, dtype: str) -> np.ndarray:
    """The tensor `name` (without `model.`) of `shape`, as f32 values that `dtype` can hold."""
    u = uniform(name, math.prod(shape))
    layer, leaf = name.split(".")[-2:]
    if leaf == "bias":
        value = np.float32(0.1) * u
    elif layer.endswith("norm"):
        value = np.float32(1) + np.float32(0.1) * u
    elif layer in ("embed_tokens", "lm_head"):
        value = np.float32(0.5) * u
    else:  # Linear: [fan_out, fan_in]
        value = np.float32(1.5 / math.sqrt(shape[1])) * u
    if dtype == "f16":
        value = value.astype(np.float16).astype(np.float32)  # rounds to nearest, ties to even
    assert value.dtype == np.float32
    return value.reshape(shape)


def build_model(config: dict, dtype: str):
    """A LlamaForCausalLM with the hashed weights, in f32, and for each tensor its shape and checksum."""
    hf_config = transformers.LlamaConfig(
        **config,
        bos_token_id=config["vocab_size"] - 1,
        eos_token_id=config["vocab_size"] - 1,
        architectures=["LlamaForCausalLM"],
        torch_dtype={"f32": "float32", "f16": "float16"}[dtype],
    )
    model = transformers.AutoModelForCausalLM.from_config(
        hf_config, attn_implementation="eager", torch_dtype=torch.float32
    )
    model.tie_weights()
    model.eval()
    assert model.config._attn_implementation == "eager"
    weights = {}
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            name = name.removeprefix("model.")
            value = weight(name, tuple(parameter.shape), dtype)
            parameter.copy_(torch.from_numpy(value))
            weights[name] = dict(shape=list(value.shape), bits_sum=bits_sum(value, dtype))
    return model, weights


def capture(model, ids: list):
    """One full forward over `ids`, with hooks on every module: (every named intermediate, the logits `[T, vocab]`).

    `rot_q`, `rot_k` and `attn_scores` are recomputed, because no module exposes them; the pattern that follows from them is compared
    with the module's.
    """
    seen, handles = {}, []

    def keep_input(module, name):
        handles.append(module.register_forward_pre_hook(lambda m, args: seen.__setitem__(name, args[0][0].clone())))

    def keep_output(module, name):
        def hook(m, args, out):
            seen[name] = (out[0] if isinstance(out, tuple) else out)[0].clone()

        handles.append(module.register_forward_hook(hook))

    llama, config = model.model, model.config
    keep_output(llama.embed_tokens, "embed")
    keep_output(llama.norm, "ln_final")
    for i, block in enumerate(llama.layers):
        keep_input(block.input_layernorm, f"resid_pre.{i}")
        keep_output(block.input_layernorm, f"ln1.{i}")
        keep_output(block.self_attn.q_proj, f"q.{i}")
        keep_output(block.self_attn.k_proj, f"k.{i}")
        keep_output(block.self_attn.v_proj, f"v.{i}")
        keep_input(block.self_attn.o_proj, f"z.{i}")
        keep_output(block.self_attn.o_proj, f"attn_out.{i}")
        keep_input(block.post_attention_layernorm, f"resid_mid.{i}")
        keep_output(block.post_attention_layernorm, f"ln2.{i}")
        keep_output(block.mlp.gate_proj, f"mlp_pre.{i}")
        keep_output(block.mlp.up_proj, f"mlp_pre_linear.{i}")
        keep_input(block.mlp.down_proj, f"mlp_post.{i}")
        keep_output(block.mlp.down_proj, f"mlp_out.{i}")
        keep_output(block, f"resid_post.{i}")
    out = model(torch.tensor([ids]), output_attentions=True, use_cache=False)
    for handle in handles:
        handle.remove()

    T, n_heads, n_kv_heads = len(ids), config.num_attention_heads, config.num_key_value_heads
    d_head = config.head_dim
    causal = torch.ones(T, T, dtype=torch.bool).tril()
    cos, sin = llama.rotary_emb(seen["embed"], torch.arange(T)[None])
    assert torch.equal(seen["embed"], seen["resid_pre.0"])
    for i in range(config.num_hidden_layers):
        q = seen[f"q.{i}"].reshape(T, n_heads, d_head)
        k, v = (seen[f"{name}.{i}"].reshape(T, n_kv_heads, d_head) for name in "kv")
        by_head = [x.transpose(0, 1)[None] for x in (q, k, v)]  # [1, heads, T, d_head]
        rot_q, rot_k = apply_rotary_pos_emb(by_head[0], by_head[1], cos, sin)
        groups = n_heads // n_kv_heads
        scores = (rot_q @ repeat_kv(rot_k, groups).transpose(2, 3))[0] / math.sqrt(d_head)
        pattern = out.attentions[i][0]

        def close(a, b):
            torch.testing.assert_close(a, b, rtol=1e-5, atol=1e-6)

        close(torch.softmax(scores.masked_fill(~causal, -math.inf), dim=-1), pattern)
        mixed = (pattern @ repeat_kv(by_head[2], groups)[0]).transpose(0, 1)
        close(mixed.reshape(T, -1), seen[f"z.{i}"])
        assert torch.equal(seen[f"resid_pre.{i}"] + seen[f"attn_out.{i}"], seen[f"resid_mid.{i}"])
        assert torch.equal(seen[f"resid_mid.{i}"] + seen[f"mlp_out.{i}"], seen[f"resid_post.{i}"])
        seen |= {f"q.{i}": q, f"k.{i}": k, f"v.{i}": v, f"pattern.{i}": pattern}
        seen |= {f"rot_{name}.{i}": x[0].transpose(0, 1) for name, x in (("q", rot_q), ("k", rot_k))}
        seen |= {f"attn_scores.{i}": scores.masked_fill(~causal, 0.0)}
        seen |= {f"z.{i}": seen[f"z.{i}"].reshape(T, n_heads, d_head)}
    return seen, out.logits[0]


def lens(model, ids: list) -> dict:
    """The logit lens after the last token: `lens.l` are the logits `[vocab]` if the model ended before block l."""
    states = model(torch.tensor([ids]), output_hidden_states=True, use_cache=False).hidden_states
    depths = range(model.config.num_hidden_layers)
    return {f"lens.{i}": model.lm_head(model.model.norm(states[i][0, -1])) for i in depths}


def knocked(model, ids: list) -> torch.Tensor:
    """`[T, vocab]`: the logits with parts of the model scaled by hooks, in one full forward: the last head of the first layer by 0, the
    last layer's MLP by 0.5, and the attention of layer `n_layers // 2` by 0.25."""
    layers, d_head = model.model.layers, model.config.head_dim
    last_head = model.config.num_attention_heads - 1

    def without_head(m, args):
        z = args[0].clone()
        z[..., last_head * d_head : (last_head + 1) * d_head] = 0
        return (z, *args[1:])

    handles = [
        layers[0].self_attn.o_proj.register_forward_pre_hook(without_head),
        layers[-1].mlp.register_forward_hook(lambda m, args, out: out * 0.5),
        layers[len(layers) // 2].self_attn.o_proj.register_forward_hook(lambda m, args, out: out * 0.25),
    ]
    logits = model(torch.tensor([ids]), use_cache=False).logits[0]
    for handle in handles:
        handle.remove()
    return logits


def direct(model, seen: dict, watch: list) -> torch.Tensor:
    """Direct logit attribution after the last token, `[parts, len(watch)]`: the embedding, and for each layer its heads, the bias of its
    output projection if there is one, and its MLP. An RMS norm does not centre, and has no bias."""
    llama, config = model.model, model.config
    parts = [seen["embed"][-1]]
    for i, block in enumerate(llama.layers):
        proj = block.self_attn.o_proj
        for head in range(config.num_attention_heads):
            own = slice(head * config.head_dim, (head + 1) * config.head_dim)
            parts.append(proj.weight[:, own] @ seen[f"z.{i}"][-1, head])
        if config.attention_bias:
            parts.append(proj.bias)
        parts.append(seen[f"mlp_out.{i}"][-1])
    resid = seen[f"resid_post.{config.num_hidden_layers - 1}"][-1]
    torch.testing.assert_close(torch.stack(parts).sum(0), resid, rtol=1e-4, atol=1e-5)
    scale = (resid.pow(2).mean() + config.rms_norm_eps).sqrt()
    normed = [part / scale * llama.norm.weight for part in parts]
    return torch.stack(normed) @ model.lm_head.weight[watch].T


@torch.no_grad()
def make_case(case: str, dtype: str, out_dir: Path) -> dict:
    """Writes `{case}-{dtype}.safetensors` and returns its manifest entry."""
    T, P, config = (CASES[case][key] for key in ("T", "P", "config"))
    model, weights = build_model(config, dtype)
    main = tokens("tokens.main", T, config["vocab_size"])
    branch = main[:P] + tokens("tokens.branch", BRANCH_LEN, config["vocab_size"])
    assert branch[P] != main[P], "the branch must leave main at P: choose another P"

    found, full_logits = capture(model, main)
    watch = main[:DIRECT_TOKENS]
    shares = direct(model, found, watch)
    torch.testing.assert_close(shares.sum(0), full_logits[-1, watch], rtol=1e-4, atol=1e-4)
    found |= lens(model, main)
    logits, branch_logits = cached_logits(model, main, P), cached_logits(model, branch, P)
    branch_full = model(torch.tensor([branch]), use_cache=False).logits[0]
    difference = max((logits - full_logits).abs().max().item(), (branch_logits - branch_full).abs().max().item())
    assert difference < TOLERANCE, f"{case}-{dtype}: cached and full logits differ by {difference}"

    arrays = {f"main.{key}": value for key, value in sorted(found.items())}
    arrays |= {"main.logits": logits, "main.direct": shares, "knocked.logits": knocked(model, main)}
    arrays |= {"branch.logits": branch_logits[P:]}
    data = {key: value.contiguous().numpy() for key, value in arrays.items()}
    assert all(value.dtype == np.float32 and np.isfinite(value).all() for value in data.values())
    data |= {"main.tokens": np.array(main, dtype=np.int32), "branch.tokens": np.array(branch, dtype=np.int32)}
    path = out_dir / f"{case}-{dtype}.safetensors"
    path.write_bytes(safetensors.numpy.save(data))
    print(f"{path.name}: {path.stat().st_size} bytes; cached and full logits differ by at most {difference:.1e}")
    entries = {key: dict(shape=list(value.shape), stride=1) for key, value in data.items()}
    hf_config = {k: v for k, v in json.loads(model.config.to_json_string()).items() if not k.startswith("_")}
    return dict(case=case, dtype=dtype, T=T, P=P, config=hf_config, tensors=entries, weights=weights)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=HERE, help="where to write (default: beside this script)")
    args = parser.parse_args()
    torch.set_num_threads(1)  # sums in one order, whatever the machine's cores
    torch.use_deterministic_algorithms(True)
    files = {
        f"{case}-{dtype}.safetensors": make_case(case, dtype, args.out) for case in CASES for dtype in ("f32", "f16")
    }
    manifest = dict(
        transformers=transformers.__version__, torch=torch.__version__.split("+")[0], branch_len=BRANCH_LEN, files=files
    )
    (args.out / "llama.json").write_text(dump(manifest) + "\n", encoding="ascii", newline="\n")


if __name__ == "__main__":
    main()
