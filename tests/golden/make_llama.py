"""Writes the golden files of the Llama family: what Transformers computes for small Llamas whose weights come from the hash.

README.md describes the hash, the keys and the shapes. Nothing here is needed to run the Rust tests.

    python make_llama.py
"""

import argparse
import itertools
import math
from pathlib import Path
from types import SimpleNamespace

import torch
import transformers
from transformers.models.gpt_neox.modeling_gpt_neox import apply_rotary_pos_emb
from transformers.models.llama.modeling_llama import repeat_kv

from make_golden import HERE, TORCH_DTYPES, fill, make_case, tokens, write_manifest

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


def build_model(config: dict, dtype: str):
    """A model with the hashed weights, in f32, and for each tensor its shape and checksum: a Llama, or of the `model_type` in `config`."""
    kind = config.get("model_type", "llama")
    hf_config = transformers.AutoConfig.for_model(
        kind,
        **{key: value for key, value in config.items() if key != "model_type"},
        bos_token_id=config["vocab_size"] - 1,
        eos_token_id=config["vocab_size"] - 1,
        torch_dtype=TORCH_DTYPES[dtype],
    )
    model = transformers.AutoModelForCausalLM.from_config(
        hf_config, attn_implementation="eager", torch_dtype=torch.float32
    )
    model.config.architectures = [type(model).__name__]
    return model, fill(model, dtype, lambda name: name.removeprefix("model."))


def window(config, layer: int, T: int) -> int:
    """How far back a token of a text of `T` sees in block `layer`, itself included."""
    usual = "sliding_attention" if config.model_type in ("mistral", "phi3") else "full_attention"
    kinds = getattr(config, "layer_types", None) or [usual] * config.num_hidden_layers
    return config.sliding_window or T if kinds[layer] == "sliding_attention" else T


def norms(block) -> SimpleNamespace:
    """The norms of a block: before attention, behind it, before the MLP, behind it; None where there is none."""
    first, second = getattr(block, "input_layernorm", None), block.post_attention_layernorm
    behind_mlp = getattr(block, "post_feedforward_layernorm", None)
    if behind_mlp is None:
        return SimpleNamespace(ln1=first, behind_attn=None, ln2=second, behind_mlp=None)
    before_mlp = getattr(block, "pre_feedforward_layernorm", None)
    return SimpleNamespace(ln1=first, behind_attn=second, ln2=before_mlp, behind_mlp=behind_mlp)


def capped(x, cap):
    return x if cap is None else cap * torch.tanh(x / cap)


def cap_of(config, which: str):
    return getattr(config, f"{which}_logit_softcapping", None)


def gain(norm) -> torch.Tensor:
    """What an RMS norm multiplies with; a Gemma's file has what it is above 1."""
    return norm.weight + 1 if type(norm).__name__.startswith("Gemma") else norm.weight


def rms(x, config) -> torch.Tensor:
    return (x.pow(2).mean() + config.rms_norm_eps).sqrt()


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
        own = norms(block)
        keep_input(block, f"resid_pre.{i}")
        if own.ln1 is not None:
            keep_output(own.ln1, f"ln1.{i}")
        if hasattr(block.self_attn, "qkv_proj"):
            keep_output(block.self_attn.qkv_proj, f"qkv.{i}")
            keep_output(block.mlp.gate_up_proj, f"gate_up.{i}")
        else:
            keep_output(block.self_attn.q_proj, f"q.{i}")
            keep_output(block.self_attn.k_proj, f"k.{i}")
            keep_output(block.self_attn.v_proj, f"v.{i}")
            keep_output(block.mlp.gate_proj, f"mlp_pre.{i}")
            keep_output(block.mlp.up_proj, f"mlp_pre_linear.{i}")
        if hasattr(block.self_attn, "q_norm"):
            keep_output(block.self_attn.q_norm, f"q_norm.{i}")
            keep_output(block.self_attn.k_norm, f"k_norm.{i}")
        keep_input(block.self_attn.o_proj, f"z.{i}")
        if own.ln2 is not None:
            keep_input(own.ln2, f"resid_mid.{i}")
            keep_output(own.ln2, f"ln2.{i}")
        keep_input(block.mlp.down_proj, f"mlp_post.{i}")
        if own.behind_attn is None:
            keep_output(block.self_attn.o_proj, f"attn_out.{i}")
            keep_output(block.mlp.down_proj, f"mlp_out.{i}")
        else:
            keep_output(block.self_attn.o_proj, f"attn_proj.{i}")
            keep_output(own.behind_attn, f"attn_out.{i}")
            keep_output(block.mlp.down_proj, f"mlp_proj.{i}")
            keep_output(own.behind_mlp, f"mlp_out.{i}")
        keep_output(block, f"resid_post.{i}")
    out = model(torch.tensor([ids]), output_attentions=True, use_cache=False)
    for handle in handles:
        handle.remove()

    T, n_heads, n_kv_heads = len(ids), config.num_attention_heads, config.num_key_value_heads
    d_head = llama.layers[0].self_attn.head_dim
    causal = torch.ones(T, T, dtype=torch.bool).tril()
    assert torch.equal(seen["embed"], seen["resid_pre.0"])
    for i in range(config.num_hidden_layers):
        of_type = [config.layer_types[i]] if config.model_type == "gemma3_text" else []
        cos, sin = llama.rotary_emb(seen["embed"], torch.arange(T)[None], *of_type)
        if f"qkv.{i}" in seen:
            widths = [n_heads * d_head, n_kv_heads * d_head, n_kv_heads * d_head]
            seen |= {f"{name}.{i}": x for name, x in zip("qkv", seen.pop(f"qkv.{i}").split(widths, dim=-1))}
            seen[f"mlp_pre.{i}"], seen[f"mlp_pre_linear.{i}"] = seen.pop(f"gate_up.{i}").chunk(2, dim=-1)
        seen.setdefault(f"resid_mid.{i}", seen[f"resid_pre.{i}"] + seen[f"attn_out.{i}"])
        q = seen[f"q.{i}"].reshape(T, n_heads, d_head)
        k, v = (seen[f"{name}.{i}"].reshape(T, n_kv_heads, d_head) for name in "kv")
        if config.model_type == "gemma3_text":  # its norms take heads first
            seen |= {f"{name}.{i}": seen[f"{name}.{i}"].transpose(0, 1) for name in ("q_norm", "k_norm")}
        normed = [seen.get(f"{name}_norm.{i}", x).reshape(x.shape) for name, x in (("q", q), ("k", k))]
        by_head = [x.transpose(0, 1)[None] for x in (*normed, v)]  # [1, heads, T, d_head]
        turns = getattr(llama.layers[i].self_attn, "use_rope", True)
        rot_q, rot_k = apply_rotary_pos_emb(by_head[0], by_head[1], cos, sin) if turns else by_head[:2]
        groups = n_heads // n_kv_heads
        scores = (rot_q @ repeat_kv(rot_k, groups).transpose(2, 3))[0]
        scores = capped(scores * llama.layers[i].self_attn.scaling, cap_of(config, "attn"))
        pattern = out.attentions[i][0]
        position = torch.arange(T)
        scores = scores.masked_fill(position[None] <= position[:, None] - window(config, i, T), -1e30)

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
    cap = cap_of(model.config, "final")
    return {f"lens.{i}": capped(model.lm_head(model.model.norm(states[i][0, -1])), cap) for i in depths}


def knocked(model, ids: list) -> torch.Tensor:
    """`[T, vocab]`: the logits with parts of the model scaled by hooks, in one full forward: the last head of the first layer by 0, the
    last layer's MLP by 0.5, and the attention of layer `n_layers // 2` by 0.25."""
    layers, d_head = model.model.layers, model.model.layers[0].self_attn.head_dim
    last_head = model.config.num_attention_heads - 1

    def without_head(m, args):
        z = args[0].clone()
        z[..., last_head * d_head : (last_head + 1) * d_head] = 0
        return (z, *args[1:])

    written = [norms(block).behind_attn or block.self_attn.o_proj for block in layers]
    handles = [
        layers[0].self_attn.o_proj.register_forward_pre_hook(without_head),
        (norms(layers[-1]).behind_mlp or layers[-1].mlp).register_forward_hook(lambda m, args, out: out * 0.5),
        written[len(layers) // 2].register_forward_hook(lambda m, args, out: out * 0.25),
    ]
    logits = model(torch.tensor([ids]), use_cache=False).logits[0]
    for handle in handles:
        handle.remove()
    return logits


def direct(model, seen: dict, watch: list) -> torch.Tensor:
    """Direct logit attribution after the last token, `[parts, len(watch)]`: the embedding, and for each layer its heads, the bias of its
    output projection if there is one, and its MLP; and what a bound of the logits takes off. An RMS norm does not centre, and has no bias.
    What goes through a norm on its way is scaled as that norm scales it here."""
    llama, config = model.model, model.config
    parts = [seen["embed"][-1]]
    for i, block in enumerate(llama.layers):
        proj, d_head = block.self_attn.o_proj, block.self_attn.head_dim
        behind = norms(block).behind_attn
        through = lambda x: x if behind is None else x / rms(seen[f"attn_proj.{i}"][-1], config) * gain(behind)
        for head in range(config.num_attention_heads):
            own = slice(head * d_head, (head + 1) * d_head)
            parts.append(through(proj.weight[:, own] @ seen[f"z.{i}"][-1, head]))
        if proj.bias is not None:
            parts.append(through(proj.bias))
        parts.append(seen[f"mlp_out.{i}"][-1])
    resid = seen[f"resid_post.{config.num_hidden_layers - 1}"][-1]
    torch.testing.assert_close(torch.stack(parts).sum(0), resid, rtol=1e-4, atol=1e-5)
    normed = [part / rms(resid, config) * gain(llama.norm) for part in parts]
    shares = torch.stack(normed) @ model.lm_head.weight[watch].T
    cap = cap_of(config, "final")
    if cap is None:
        return shares
    total = shares.sum(0)
    return torch.cat([shares, (capped(total, cap) - total)[None]])


HOW = SimpleNamespace(capture=capture, direct=direct, lens=lens, knocked=knocked)


def make_hashed(case: str, dtype: str, out_dir: Path, cases: dict = CASES) -> dict:
    """Writes `{case}-{dtype}.safetensors` and returns its manifest entry."""
    T, P, config = (cases[case][key] for key in ("T", "P", "config"))
    model, weights = build_model(config, dtype)
    return make_case(HOW, case, dtype, model, weights, tokens("tokens.main", T, config["vocab_size"]), P, out_dir)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=HERE, help="where to write (default: beside this script)")
    args = parser.parse_args()

    def make() -> dict:
        each = itertools.product(CASES, ("f32", "f16"))
        return {f"{case}-{dtype}.safetensors": make_hashed(case, dtype, args.out) for case, dtype in each}

    write_manifest(args.out / "llama.json", make)


if __name__ == "__main__":
    main()
