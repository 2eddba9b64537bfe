"""Writes the golden files of GPT-NeoX, of GPT-Neo, of Phi, and of GPT-2 with options that GPT-2 itself does not have.

    python make_neo.py

It needs Transformers 5: `config.json` has the layout of 5. They were made by 5.19 with torch 2.13, those of `phi.json` by
5.24 with torch 2.15.
"""

import argparse
import math
from pathlib import Path
from types import SimpleNamespace

import torch
import transformers
from transformers.models.gpt_neox.modeling_gpt_neox import apply_rotary_pos_emb

from make_golden import HERE, fill, make_case, tokens, write_manifest

GPT2 = dict(model_type="gpt2", n_layer=3, n_head=3, n_embd=18, vocab_size=53, n_positions=32)

CASES = {
    "gpt2-options": dict(
        T=11,
        P=7,
        config=GPT2
        | dict(activation_function="gelu", scale_attn_by_inverse_layer_idx=True, tie_word_embeddings=False, n_inner=21),
    ),
    "gpt2-unscaled": dict(T=9, P=5, config=GPT2 | dict(n_layer=1, activation_function="silu", scale_attn_weights=False)),
    # The window is shorter than the text.
    "gpt-neo": dict(
        T=21,
        P=15,
        config=dict(
            model_type="gpt_neo",
            num_layers=4,
            attention_types=[[["global", "local"], 2]],
            num_heads=3,
            hidden_size=12,
            vocab_size=61,
            max_position_embeddings=32,
            window_size=6,
        ),
    ),
    "gpt-neox": dict(
        T=15,
        P=11,
        config=dict(
            model_type="gpt_neox",
            num_hidden_layers=3,
            num_attention_heads=3,
            hidden_size=48,
            intermediate_size=37,
            vocab_size=59,
            max_position_embeddings=32,
            rope_parameters=dict(rope_type="default", rope_theta=10000.0, partial_rotary_factor=0.25),
        ),
    ),
    "gpt-neox-in-turn": dict(
        T=9,
        P=5,
        config=dict(
            model_type="gpt_neox",
            num_hidden_layers=2,
            num_attention_heads=5,
            hidden_size=30,
            intermediate_size=22,
            vocab_size=31,
            max_position_embeddings=16,
            use_parallel_residual=False,
            attention_bias=False,
            tie_word_embeddings=True,
            rope_parameters=dict(rope_type="default", rope_theta=500.0, partial_rotary_factor=1.0),
        ),
    ),
}

PHI = dict(
    model_type="phi",
    num_hidden_layers=2,
    num_attention_heads=4,
    num_key_value_heads=2,
    hidden_size=40,
    intermediate_size=27,
    vocab_size=59,
    max_position_embeddings=32,
    rope_parameters=dict(rope_type="default", rope_theta=10000.0, partial_rotary_factor=0.4),
)
PHIS = {
    "phi": dict(T=15, P=11, config=PHI),
    "phi-tied": dict(T=9, P=5, config=PHI | dict(num_hidden_layers=1, num_key_value_heads=4, hidden_size=24, tie_word_embeddings=True)),
    "phi-normed": dict(T=12, P=7, config=PHI | dict(qk_layernorm=True)),
}
MANIFESTS = {"neo.json": CASES, "phi.json": PHIS}


class Family:
    """Where a family has its modules."""

    def __init__(self, model):
        self.config = model.config
        self.kind = model.config.model_type
        self.phi = self.kind == "phi"
        # Phi differs in its names, and in what it has less.
        self.neox = self.kind == "gpt_neox" or self.phi
        self.base = model.model if self.phi else model.gpt_neox if self.neox else model.transformer
        self.blocks = self.base.layers if self.neox else self.base.h
        self.embed = model.get_input_embeddings()
        self.ln_f = self.base.final_layernorm if self.phi else self.base.final_layer_norm if self.neox else self.base.ln_f
        self.head = model.get_output_embeddings()
        self.n_heads = self.config.num_attention_heads
        self.d_head = self.config.hidden_size // self.n_heads
        self.n_kv_heads = getattr(self.config, "num_key_value_heads", self.n_heads)
        self.parallel = self.neox and getattr(self.config, "use_parallel_residual", True)

    def parts(self, block) -> dict:
        """The modules of a block."""
        if self.phi:
            attention, mlp = block.self_attn, block.mlp
            return dict(ln1=block.input_layernorm, out=attention.dense, ln2=None, fc=mlp.fc1, proj=mlp.fc2)
        if self.neox:
            attention, mlp = block.attention, block.mlp
            return dict(ln1=block.input_layernorm, out=attention.dense, ln2=block.post_attention_layernorm, fc=mlp.dense_h_to_4h, proj=mlp.dense_4h_to_h)
        out = block.attn.c_proj if self.kind == "gpt2" else block.attn.attention.out_proj
        return dict(ln1=block.ln_1, out=out, ln2=block.ln_2, fc=block.mlp.c_fc, proj=block.mlp.c_proj)

    def qkv(self, block, x) -> list:
        """Queries, keys and values of `x`, `[T, d_model]`: `[T, n_heads, d_head]` each, or as many heads as there are."""
        if self.phi:
            own = block.self_attn
            return [part(x).reshape(len(x), -1, self.d_head) for part in (own.q_proj, own.k_proj, own.v_proj)]
        if self.neox:
            joined = block.attention.query_key_value(x).reshape(len(x), self.n_heads, 3 * self.d_head)
            return list(joined.chunk(3, dim=-1))
        if self.kind == "gpt2":
            parts = block.attn.c_attn(x).split(self.config.hidden_size, dim=-1)
        else:
            own = block.attn.attention
            parts = [own.q_proj(x), own.k_proj(x), own.v_proj(x)]
        return [part.reshape(len(x), self.n_heads, self.d_head) for part in parts]

    def scale(self, layer: int) -> float:
        scaled = self.neox or self.kind == "gpt2" and self.config.scale_attn_weights
        by_depth = getattr(self.config, "scale_attn_by_inverse_layer_idx", False)
        return (1 / math.sqrt(self.d_head) if scaled else 1.0) / (layer + 1 if by_depth else 1)

    def window(self, layer: int):
        local = self.kind == "gpt_neo" and self.config.attention_layers[layer] == "local"
        return self.config.window_size if local else None


def build_model(config: dict, dtype: str):
    """A model with the hashed weights, in f32, and for each tensor its shape and checksum."""
    last = config["vocab_size"] - 1
    more = {key: value for key, value in config.items() if key != "model_type"}
    hf_config = transformers.AutoConfig.for_model(config["model_type"], **more, bos_token_id=last, eos_token_id=last)
    model = transformers.AutoModelForCausalLM.from_config(hf_config, attn_implementation="eager", torch_dtype=torch.float32)

    def name_of(name: str) -> str:
        name = name.removeprefix("transformer.").removeprefix("gpt_neox.").removeprefix("model.")
        # Its name in files.
        return "embed_out.weight" if config["model_type"] == "gpt_neox" and name == "lm_head.weight" else name

    return model, fill(model, dtype, name_of)


def capture(model, ids: list):
    """One full forward over `ids`, with hooks on the modules: (every named intermediate, the logits `[T, vocab]`). Queries, keys, values,
    what is turned and the scores are recomputed; the pattern and the mixture that follow from them are compared with the model's."""
    family = Family(model)
    seen, handles = {}, []

    def keep_input(module, name):
        handles.append(module.register_forward_pre_hook(lambda m, args: seen.__setitem__(name, args[0].reshape(len(ids), -1).clone())))

    def keep_output(module, name):
        def hook(m, args, out):
            seen[name] = (out[0] if isinstance(out, tuple) else out).reshape(len(ids), -1).clone()

        handles.append(module.register_forward_hook(hook))

    keep_output(family.embed, "embed")
    keep_output(family.ln_f, "ln_final")
    if not family.neox:
        keep_output(family.base.wpe, "pos_embed")
    for i, block in enumerate(family.blocks):
        parts = family.parts(block)
        keep_input(parts["ln1"], f"resid_pre.{i}")
        keep_output(parts["ln1"], f"ln1.{i}")
        keep_input(parts["out"], f"z.{i}")
        keep_output(parts["out"], f"attn_out.{i}")
        if parts["ln2"] is not None:
            keep_output(parts["ln2"], f"ln2.{i}")
        keep_output(parts["fc"], f"mlp_pre.{i}")
        keep_input(parts["proj"], f"mlp_post.{i}")
        keep_output(parts["proj"], f"mlp_out.{i}")
        keep_output(block, f"resid_post.{i}")
    out = model(torch.tensor([ids]), output_attentions=True, use_cache=False)
    for handle in handles:
        handle.remove()

    T = len(ids)

    def close(a, b):
        torch.testing.assert_close(a, b, rtol=1e-5, atol=1e-5)

    for i, block in enumerate(family.blocks):
        q, k, v = family.qkv(block, seen[f"ln1.{i}"])
        seen |= {f"q.{i}": q, f"k.{i}": k, f"v.{i}": v}
        if family.phi and family.config.qk_layernorm:
            q, k = block.self_attn.q_layernorm(q), block.self_attn.k_layernorm(k)
            seen |= {f"q_norm.{i}": q, f"k_norm.{i}": k}
        if family.neox:
            cos, sin = family.base.rotary_emb(seen["embed"][None], torch.arange(T)[None])
            q, k = (x[0].transpose(0, 1) for x in apply_rotary_pos_emb(q.transpose(0, 1)[None], k.transpose(0, 1)[None], cos, sin))
            seen |= {f"rot_q.{i}": q, f"rot_k.{i}": k}
        k, v = (x.repeat_interleave(family.n_heads // x.shape[1], dim=1) for x in (k, v))
        scores = torch.einsum("qhd,khd->hqk", q, k) * family.scale(i)
        position = torch.arange(T)
        causal = position[None] <= position[:, None]
        masked = causal & (position[None] <= position[:, None] - (family.window(i) or T))
        scores = scores.masked_fill(masked, -1e30)
        pattern = out.attentions[i][0]
        close(torch.softmax(scores.masked_fill(~causal, -math.inf), dim=-1), pattern)
        z = torch.einsum("hqk,khd->qhd", pattern, v)
        close(z.reshape(T, -1), seen[f"z.{i}"])
        mid = seen[f"resid_pre.{i}"] + seen[f"attn_out.{i}"]
        close(mid + seen[f"mlp_out.{i}"], seen[f"resid_post.{i}"])
        before = seen[f"resid_pre.{i}"] if family.parallel else mid
        if not family.phi:
            close(family.parts(block)["ln2"](before), seen[f"ln2.{i}"])
        seen |= {f"pattern.{i}": pattern, f"attn_scores.{i}": scores.masked_fill(~causal, 0.0)}
        seen |= {f"z.{i}": z, f"resid_mid.{i}": mid}
    return seen, out.logits[0]


def lens(model, ids: list) -> dict:
    """The logit lens after the last token: `lens.l` are the logits `[vocab]` if the model ended before block l."""
    family = Family(model)
    states = model(torch.tensor([ids]), output_hidden_states=True, use_cache=False).hidden_states
    return {f"lens.{i}": family.head(family.ln_f(states[i][0, -1])) for i in range(len(family.blocks))}


def knocked(model, ids: list) -> torch.Tensor:
    """`[T, vocab]`: the logits with the last head of the first layer scaled by 0, the last layer's MLP by 0.5, and the attention of layer
    `n_layers // 2` by 0.25."""
    family = Family(model)
    d_head, layers = family.d_head, [family.parts(block) for block in family.blocks]

    def without_head(m, args):
        z = args[0].clone()
        z[..., -d_head:] = 0
        return (z, *args[1:])

    handles = [
        layers[0]["out"].register_forward_pre_hook(without_head),
        layers[-1]["proj"].register_forward_hook(lambda m, args, out: out * 0.5),
        layers[len(layers) // 2]["out"].register_forward_hook(lambda m, args, out: out * 0.25),
    ]
    logits = model(torch.tensor([ids]), use_cache=False).logits[0]
    for handle in handles:
        handle.remove()
    return logits


def direct(model, seen: dict, watch: list) -> torch.Tensor:
    """Direct logit attribution after the last token, `[parts, len(watch)]`: the embedding, the position, for each layer its heads, the
    bias of its output projection if there is one, and its MLP; and the bias of the final norm, and of the head if there is one."""
    family = Family(model)
    parts, width = [seen["embed"][-1]], family.config.hidden_size
    if not family.neox:
        parts.append(seen["pos_embed"][-1])
    for i, block in enumerate(family.blocks):
        out = family.parts(block)["out"]
        bias = out(torch.zeros(1, width))[0]
        for head in range(family.n_heads):
            z = torch.zeros(1, width)
            z[0, head * family.d_head : (head + 1) * family.d_head] = seen[f"z.{i}"][-1, head]
            parts.append(out(z)[0] - bias)
        if out.bias is not None:
            parts.append(bias)
        parts.append(seen[f"mlp_out.{i}"][-1])
    resid = seen[f"resid_post.{len(family.blocks) - 1}"][-1]
    torch.testing.assert_close(torch.stack(parts).sum(0), resid, rtol=1e-4, atol=1e-5)
    scale = (resid.var(unbiased=False) + family.ln_f.eps).sqrt()
    normed = [(part - part.mean()) / scale * family.ln_f.weight for part in parts] + [family.ln_f.bias]
    shares = torch.stack(normed) @ family.head.weight[watch].T
    return shares if family.head.bias is None else torch.cat([shares, family.head.bias[watch][None]])


HOW = SimpleNamespace(capture=capture, direct=direct, lens=lens, knocked=knocked)


def make_hashed(case: str, out_dir: Path) -> dict:
    """Writes `{case}-f32.safetensors` and returns its manifest entry."""
    T, P, config = ((CASES | PHIS)[case][key] for key in ("T", "P", "config"))
    model, weights = build_model(config, "f32")
    return make_case(HOW, case, "f32", model, weights, tokens("tokens.main", T, config["vocab_size"]), P, out_dir)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=HERE, help="where to write (default: beside this script)")
    parser.add_argument("--manifest", choices=MANIFESTS, nargs="*", default=list(MANIFESTS), help="which cases to write (default: all)")
    args = parser.parse_args()
    for name in args.manifest:
        make = lambda: {f"{case}-f32.safetensors": make_hashed(case, args.out) for case in MANIFESTS[name]}
        write_manifest(args.out / name, make)


if __name__ == "__main__":
    main()
