"""Compares `logitscope trace` with Transformers on random models of every family: random shapes, options and weights, none of them stored.

    python random_models.py --seed 1 --rounds 20
    python random_models.py --backend gpu --only qwen3,gemma3

It runs with Transformers 5 and with 4.51, in whose layout it then writes the configs. A model that is refused is listed; a difference of more
than `TOLERANCE` of the largest logit is an error. The Rust tests need none of this.
"""

import argparse
import copy
import json
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import torch
import transformers
from safetensors.torch import load_file

ROOT = Path(__file__).resolve().parents[2]
TOKENIZER = ROOT / "web/models/pocket/tokenizer.json"
TOLERANCE = 1e-4
NEWER = int(transformers.__version__.split(".")[0]) >= 5
# The bundled tokenizer's, and more than it has.
VOCABULARIES = [6144, 6145, 6150, 6211]
PROMPTS = [
    "Once upon a time there was an old king who lived in a castle near the sea. In the forest lived a",
    "The day after Monday is",
    "a b c d e f g h i j k l m n o p q r s t u v w x y z and then one more time, the wolf said that he would not",
]


def sizes(r, d_head=None):
    """What the families that are built like Llama have in common."""
    groups, shared = r.choice([1, 2, 3]), r.choice([1, 2, 3])
    d_head = d_head or r.choice([4, 6, 8, 10, 16])
    return dict(
        num_attention_heads=groups * shared,
        num_key_value_heads=groups,
        hidden_size=groups * shared * d_head,
        intermediate_size=r.choice([11, 20, 37, 64]),
        num_hidden_layers=r.choice([1, 2, 3, 5]),
        vocab_size=r.choice(VOCABULARIES),
        max_position_embeddings=r.choice([64, 128]),
        rms_norm_eps=r.choice([1e-6, 1e-5]),
    )


def rotary(r, config, kinds, part=None):
    """Gives the config rotary positions of one of these kinds, in the layout of this version."""
    rope = dict(rope_type=r.choice(kinds), rope_theta=r.choice([100.0, 1e4, 5e5]))
    match rope["rope_type"]:
        case "linear":
            rope |= dict(factor=r.choice([1.5, 2.0, 8.0]))
        case "dynamic":
            rope |= dict(factor=r.choice([1.5, 2.0, 4.0]))
        case "llama3":
            first = r.choice([16, 32])
            rope |= dict(factor=r.choice([2.0, 8.0]), low_freq_factor=1.0, high_freq_factor=4.0, original_max_position_embeddings=first)
        case "yarn":
            # 4.51 takes the ratio of the contexts for the factor.
            rope |= dict(factor=2.0, original_max_position_embeddings=config["max_position_embeddings"] // 2)
            options = [
                dict(beta_fast=r.choice([4.0, 16.0]), beta_slow=r.choice([1.0, 2.0])),
                dict(attention_factor=r.choice([0.8, 1.3])),
                dict(mscale=r.choice([0.7, 1.0]), mscale_all_dim=r.choice([0.5, 1.0])),
            ]
            # 4.51 does not know `truncate`.
            options += [dict(truncate=False)] if NEWER else []
            for option in options:
                rope |= option if r.random() < 0.4 else {}
        case "longrope":
            pairs = int(config["hidden_size"] // config["num_attention_heads"] * (part or 1)) // 2
            rope |= {key: [round(1 + r.random() * most, 3) for _ in range(pairs)] for key, most in (("short_factor", 2), ("long_factor", 9))}
    if NEWER:
        config["rope_parameters"] = rope | (dict(partial_rotary_factor=part) if part else {})
        return config
    config["rope_theta"] = rope.pop("rope_theta")
    if rope["rope_type"] != "default":
        # Phi-3 has the older name of the key.
        older = rope["rope_type"] == "longrope"
        config["rope_scaling"] = {"type" if older and key == "rope_type" else key: value for key, value in rope.items()}
    if part:
        config["partial_rotary_factor"] = part
    return config


def llama(r):
    c = sizes(r) | dict(tie_word_embeddings=r.random() < 0.5, attention_bias=r.random() < 0.3, mlp_bias=r.random() < 0.3)
    if r.random() < 0.5:
        c["head_dim"] = r.choice([4, 6, 12])
    if r.random() < 0.3:
        c["hidden_act"] = r.choice(["silu", "gelu", "gelu_new", "gelu_pytorch_tanh", "relu"])
    return rotary(r, c, ["default", "linear", "llama3", "yarn", "dynamic"])


def mistral(r):
    c = sizes(r) | dict(sliding_window=r.choice([None, 3, 8, 1000]), tie_word_embeddings=r.random() < 0.5)
    return rotary(r, c, ["default", "linear", "yarn"])


def qwen2(r):
    c = sizes(r) | dict(tie_word_embeddings=r.random() < 0.5)
    # 4.51 computes Qwen's windows in none of the ways that are compared here.
    if NEWER and r.random() < 0.5:
        c |= dict(use_sliding_window=True, sliding_window=r.choice([3, 5]), max_window_layers=r.choice([0, 1, 2]))
    return rotary(r, c, ["default", "yarn", "linear"])


def qwen3(r):
    return qwen2(r) | dict(head_dim=r.choice([4, 6, 10]), attention_bias=r.random() < 0.3)


def smollm3(r):
    c = sizes(r) | dict(pad_token_id=0, attention_bias=r.random() < 0.4, mlp_bias=r.random() < 0.3, tie_word_embeddings=r.random() < 0.5)
    layers = r.choice([3, 5, 9])
    c |= dict(num_hidden_layers=layers, no_rope_layer_interval=r.choice([2, 3, 4]))
    if r.random() < 0.4:
        c["no_rope_layers"] = [r.choice([0, 1]) for _ in range(layers)]
    if r.random() < 0.4:
        c |= dict(use_sliding_window=True, sliding_window=r.choice([3, 5, 500]))
        if r.random() < 0.5:
            c["layer_types"] = [r.choice(["full_attention", "sliding_attention"]) for _ in range(layers)]
    return rotary(r, c, ["default", "linear", "yarn"])


def olmo2(r):
    c = sizes(r) | dict(attention_bias=r.random() < 0.4, tie_word_embeddings=r.random() < 0.4)
    # 4.51 knows no other kinds for it.
    return rotary(r, c, ["default", "linear", "yarn"] if NEWER else ["default"])


def gemma(r):
    c = sizes(r) | dict(head_dim=r.choice([4, 6, 8]), pad_token_id=0)
    c["hidden_size"] = c["num_attention_heads"] * r.choice([4, 6, 8])
    return rotary(r, c, ["default"])


def gemma2(r):
    c = gemma(r) | dict(sliding_window=r.choice([3, 5, 500]), query_pre_attn_scalar=r.choice([4, 12, 100]))
    return c | dict(attn_logit_softcapping=r.choice([None, 2.0, 50.0]), final_logit_softcapping=r.choice([None, 3.0, 30.0]))


def gemma3(r):
    layers = r.choice([1, 3, 7])
    c = gemma(r) | dict(sliding_window=r.choice([3, 6, 500]), query_pre_attn_scalar=r.choice([3, 16, 256]), num_hidden_layers=layers)
    # Transformers reads the first of these and does nothing with it.
    c |= dict(attn_logit_softcapping=r.choice([None, 3.0]), final_logit_softcapping=r.choice([None, 5.0]))
    scaled = dict(rope_type="linear", factor=8.0)
    if NEWER:
        whole = dict(rope_theta=1e4) | r.choice([scaled, dict(rope_type="default")])
        near = dict(rope_type="default", rope_theta=r.choice([100.0, 1e4]))
        c["rope_parameters"] = dict(full_attention=whole, sliding_attention=near)
        if r.random() < 0.5:
            c["layer_types"] = [r.choice(["full_attention", "sliding_attention"]) for _ in range(layers)]
        return c
    c |= dict(rope_theta=1e4, rope_local_base_freq=r.choice([100.0, 1e4]), sliding_window_pattern=r.choice([2, 3, 6]))
    return c | (dict(rope_scaling=scaled) if r.random() < 0.5 else {})


def phi(r):
    heads, d_head = r.choice([2, 3]), r.choice([8, 16])
    c = dict(num_attention_heads=heads, hidden_size=heads * d_head, intermediate_size=r.choice([20, 37]), num_hidden_layers=r.choice([1, 2, 3]))
    c |= dict(vocab_size=r.choice(VOCABULARIES), max_position_embeddings=64, hidden_act=r.choice(["gelu_new", "gelu", "relu"]), qk_layernorm=r.random() < 0.5)
    if r.random() < 0.3:
        c["num_key_value_heads"] = 1
    return rotary(r, c, ["default", "linear"], part=r.choice([0.25, 0.5, 1.0]))


def phi3(r):
    c = sizes(r, d_head=r.choice([8, 16])) | dict(pad_token_id=0, sliding_window=r.choice([None, 4, 9]), tie_word_embeddings=r.random() < 0.3)
    c |= dict(max_position_embeddings=64, original_max_position_embeddings=r.choice([16, 32]))
    # 4.51 turns a longer text by the long factors from its second token on, but for one pass over all of it.
    return rotary(r, c, ["default", "longrope", "longrope"], part=r.choice([0.5, 0.75, 1.0]))


def gpt_neox(r):
    heads, d_head, part = r.choice([2, 3, 4]), r.choice([8, 16]), r.choice([0.25, 0.5, 1.0])
    c = dict(num_attention_heads=heads, hidden_size=heads * d_head, intermediate_size=r.choice([20, 37]), num_hidden_layers=r.choice([1, 2, 3]))
    c |= dict(vocab_size=r.choice(VOCABULARIES), max_position_embeddings=64, hidden_act=r.choice(["gelu", "gelu_new", "gelu_fast", "relu"]))
    c |= dict(use_parallel_residual=r.random() < 0.5, tie_word_embeddings=r.random() < 0.3, attention_bias=r.random() < 0.7)
    theta = r.choice([100.0, 1e4])
    if NEWER:
        return c | dict(rope_parameters=dict(rope_type="default", rope_theta=theta, partial_rotary_factor=part))
    return c | dict(rotary_pct=part, rotary_emb_base=theta)


def gpt_neo(r):
    heads, pairs = r.choice([2, 3]), r.choice([1, 2])
    c = dict(num_heads=heads, hidden_size=heads * r.choice([4, 6, 8]), intermediate_size=r.choice([None, 20, 37]), num_layers=2 * pairs)
    c |= dict(attention_types=[[["global", "local"], pairs]], window_size=r.choice([3, 5, 256]), tie_word_embeddings=r.random() < 0.7)
    return c | dict(vocab_size=r.choice(VOCABULARIES), max_position_embeddings=64, activation_function=r.choice(["gelu_new", "gelu", "relu"]))


def gpt2(r):
    heads = r.choice([2, 3, 4])
    c = dict(n_head=heads, n_embd=heads * r.choice([4, 6, 8]), n_inner=r.choice([None, 20, 37]), n_layer=r.choice([1, 2, 4]))
    c |= dict(vocab_size=r.choice(VOCABULARIES), n_positions=64, activation_function=r.choice(["gelu_new", "gelu", "gelu_fast", "relu"]))
    c |= dict(scale_attn_weights=r.random() < 0.7, scale_attn_by_inverse_layer_idx=r.random() < 0.4)
    return c | dict(tie_word_embeddings=r.random() < 0.6, layer_norm_epsilon=r.choice([1e-5, 1e-6]))


FAMILIES = dict(gpt2=gpt2, gpt_neo=gpt_neo, gpt_neox=gpt_neox, llama=llama, mistral=mistral, qwen2=qwen2, qwen3=qwen3, phi=phi, phi3=phi3, olmo2=olmo2)
FAMILIES |= dict(gemma=gemma, gemma2=gemma2, gemma3_text=gemma3) | (dict(smollm3=smollm3) if NEWER else {})


def made(r, family, half):
    """A random model of this family, in f32; with `half` its weights are numbers of f16."""
    config = transformers.AutoConfig.for_model(family, **FAMILIES[family](r))
    torch.manual_seed(r.randrange(1 << 30))
    model = transformers.AutoModelForCausalLM.from_config(config, attn_implementation="eager").eval().float()
    for name, weights in model.named_parameters():
        # A gain is about 1, which Gemma adds itself.
        gain = weights.dim() == 1 and name.endswith("weight") and "gemma" not in family
        values = torch.randn_like(weights) * (0.25 if weights.dim() > 1 else 0.3) + float(gain)
        # Not the whole model: the angles of its positions would be rounded, too.
        weights.data = values.half().float() if half else values
    return model


def logits(command, folder, backend, precision, prompt, new):
    """What the command computes: its tokens, and the logits by position; or why it refuses the model."""
    trace = folder / "trace.json"
    options = dict(model=folder, backend=backend, precision=precision, prompt=prompt, temperature=0, logits="full", out=trace)
    options["max-tokens"] = new
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    done = subprocess.run([command, "trace", *words], capture_output=True, text=True)
    if done.returncode:
        return None, done.stderr.strip().splitlines()[-1]
    arrays = load_file(trace.with_suffix(".safetensors"))
    rows = {int(name.split(".")[1]): row for name, row in arrays.items() if name.startswith("logits.")}
    return [node["token"] for node in json.loads(trace.read_text())["nodes"]], rows


@torch.no_grad()
def difference(model, tokens, rows):
    """The largest between these logits and those of one pass over each text, as a part of the largest logit."""
    apart, largest = 0.0, 1.0
    for position, row in rows.items():
        expected = model(torch.tensor([tokens[: position + 1]]), use_cache=False).logits[0, -1]
        known = min(len(expected), len(row))
        apart = max(apart, (expected[:known] - row[:known]).abs().max().item())
        largest = max(largest, expected.abs().max().item())
    return apart / largest


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", default="1", help="names the models (default: 1)")
    parser.add_argument("--rounds", type=int, default=5, help="how many models of each family (default: 5)")
    parser.add_argument("--only", default=",".join(FAMILIES), help="these families, with commas between them (default: all)")
    parser.add_argument("--backend", choices=["cpu", "gpu"], default="cpu", help="what computes (default: cpu)")
    parser.add_argument("--command", type=Path, default=ROOT / "target/debug/logitscope", help="the command (default: target/debug/logitscope)")
    args = parser.parse_args()
    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    torch.set_num_threads(1)
    compared, worst, wrong, refused = 0, 0.0, 0, 0
    for round in range(args.rounds):
        for family in args.only.split(","):
            r = random.Random(f"{args.seed} {round} {family}")
            half, prompt, new = r.random() < 0.5, r.choice(PROMPTS), r.choice([1, 4, 8])
            model = made(r, family, half)
            with tempfile.TemporaryDirectory() as folder:
                folder = Path(folder)
                (copy.deepcopy(model).half() if half else model).save_pretrained(folder)
                shutil.copy(TOKENIZER, folder)
                tokens, rows = logits(args.command, folder, args.backend, "f16" if half else "f32", prompt, new)
            if tokens is None:
                refused += 1
                print(f"refused: {family} {round}: {rows}")
                continue
            apart = difference(model, tokens, rows)
            compared, worst = compared + 1, max(worst, apart)
            if not apart < TOLERANCE:
                wrong += 1
                print(f"{family} {round}: {apart:.1e} apart; {model.config.to_json_string()}")
    print(f"Transformers {transformers.__version__}: {compared} models, {refused} refused, {wrong} wrong; {worst:.1e} apart at most")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
