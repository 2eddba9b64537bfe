"""Writes `greedy.json`: greedy texts of small models of every family, in f32, f16 and bf16, as Transformers generates them; and the folder
`sharded`, a model as Transformers saves it in several files, whose text is there, too.

    python make_greedy.py
    python make_greedy.py --older

The first needs Transformers 5. The second needs an older one (4.51), in whose layout it writes the configs: `greedy_older.json`. The weights
come from the hash that README.md describes. Nothing here is needed to run the Rust tests.
"""

import argparse
import json
from pathlib import Path

import tokenizers
import torch

import make_families
import make_llama
import make_neo
from make_golden import HERE, sample_stride, tokens, write_manifest

PROMPT, NEW = 9, 32
# The best logit is above the others by so much at each step, so that no rounding chooses another token.
LEAST_MARGIN = 2e-3
# A text is not one word again and again.
LEAST_DIFFERENT = 5
# Most logits that are stored of a step.
MOST_LOGITS = 600
# Where the text becomes longer than those of the first training, in models that turn positions in another way then.
FIRST = PROMPT + NEW // 2
# Long enough for the text; and a head of its own, because one that is the embedding mostly gives back the word that it was given.
CONTEXT = dict(max_position_embeddings=64, tie_word_embeddings=False)

FAMILIES = make_families.CASES | make_families.NEWER
LLAMA = make_llama.CASES["llama-two"]["config"]
YARN = FAMILIES["llama-yarn"]["config"]


def named(name: str, **more) -> dict:
    """The config of another script's case, with another context."""
    cases = FAMILIES | make_llama.CASES | make_neo.CASES | make_neo.PHIS
    return cases[name]["config"] | CONTEXT | more


def turned(**rope) -> dict:
    """A Llama whose positions turn so."""
    return YARN | CONTEXT | dict(rope_parameters=dict(rope_theta=1e4, factor=4.0) | rope)


CASES = {
    "gpt2": make_neo.GPT2 | dict(n_positions=64),
    "gpt2-options": make_neo.CASES["gpt2-options"]["config"] | dict(n_positions=64),
    **{name: named(name) for name in ("gpt-neo", "gpt-neox", "gpt-neox-in-turn", "phi")},
    "llama": LLAMA,
    **{name: named(name) for name in ("mistral", "qwen2", "qwen3", "smollm3", "phi3", "olmo2", "gemma", "gemma2", "gemma3")},
    # The text ends where the short factors do.
    "phi3-longrope": named("phi3-longrope", max_position_embeddings=256, original_max_position_embeddings=PROMPT + NEW),
    "llama-linear": turned(rope_type="linear", factor=2.5),
    "llama-rope3": named("llama-rope3"),
    # It changes nothing before the context ends.
    "llama-dynamic": turned(rope_type="dynamic", factor=2.0),
    "phi3-longrope-beyond": named("phi3-longrope", max_position_embeddings=256, original_max_position_embeddings=FIRST),
    "llama-dynamic-beyond": turned(rope_type="dynamic", factor=2.0) | dict(max_position_embeddings=FIRST),
    "llama-yarn": turned(rope_type="yarn", beta_fast=4.0, original_max_position_embeddings=16),
    "llama-yarn-not-truncated": turned(rope_type="yarn", rope_theta=100.0, beta_fast=4.0, original_max_position_embeddings=32, truncate=False),
    "llama-yarn-factor": turned(rope_type="yarn", original_max_position_embeddings=16, attention_factor=0.8),
    "llama-yarn-scales": turned(rope_type="yarn", original_max_position_embeddings=16, mscale=0.7, mscale_all_dim=1.2),
    # As many tokens as Qwen has.
    "qwen2-large-vocabulary": named("qwen2", vocab_size=151936, hidden_size=8, num_hidden_layers=1),
}
# As many tokens as there are bytes, and some.
SHARDED = LLAMA | dict(vocab_size=280, model_type="llama")
# The configs of these differ in an older layout.
OLDER = {
    "gpt-neox": dict(rotary_pct=0.25, rotary_emb_base=10000),
    "phi": dict(partial_rotary_factor=0.4, rope_theta=10000.0),
    "llama-linear": dict(rope_theta=1e4, rope_scaling=dict(rope_type="linear", factor=2.5)),
    "llama-dynamic": dict(rope_theta=1e4, rope_scaling=dict(rope_type="dynamic", factor=2.0)),
    "llama-rope3": dict(
        rope_theta=100.0,
        rope_scaling=dict(rope_type="llama3", factor=4.0, low_freq_factor=1.0, high_freq_factor=4.0, original_max_position_embeddings=32),
    ),
    "llama-yarn": dict(rope_theta=1e4, rope_scaling=dict(rope_type="yarn", factor=4.0, beta_fast=4.0, original_max_position_embeddings=16)),
    "mistral": dict(rope_theta=1e4),
    # Published files have such a window, which is not used; 4.51 uses it all the same.
    "qwen2": dict(rope_theta=1e6, use_sliding_window=False, sliding_window=4096),
    "qwen3": dict(rope_theta=1e6, use_sliding_window=False),
    "phi3": dict(rope_theta=1e4),
    "phi3-longrope": dict(
        rope_theta=100.0,
        partial_rotary_factor=0.75,
        rope_scaling=dict(
            type="longrope",
            short_factor=[1.0, 1.05, 1.5, 2.25, 3.0, 4.5],
            long_factor=[1.0, 2.0, 4.0, 8.0, 16.0, 32.0],
        ),
    ),
    "olmo2": dict(rope_theta=5e5),
    # What "gelu" means there, 4.51 does not know.
    "gemma": dict(hidden_act="gelu_pytorch_tanh"),
    "gemma2": {},
    "gemma3": dict(rope_theta=1e4, rope_local_base_freq=100.0, rope_scaling=dict(rope_type="linear", factor=8.0)),
}


def older(name: str) -> dict:
    """The config of a case in the older layout."""
    config = {key: value for key, value in CASES[name].items() if key != "rope_parameters"}
    return config | OLDER[name]


def build_model(config: dict, dtype: str):
    how = make_neo if config.get("model_type") in ("gpt2", "gpt_neo", "gpt_neox", "phi") else make_llama
    return how.build_model(config, dtype)


def save_sharded(folder: Path):
    """Saves a model in several files, with a tokenizer."""
    model, _ = build_model(SHARDED, "bf16")
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    model.to(torch.bfloat16).save_pretrained(folder, max_shard_size="24KB")
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = tokenizers.decoders.ByteLevel()
    alphabet = tokenizers.pre_tokenizers.ByteLevel.alphabet()
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=SHARDED["vocab_size"], initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator([Path(__file__).read_text(encoding="ascii")], trainer)
    assert tokenizer.get_vocab_size() == SHARDED["vocab_size"]
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)


@torch.no_grad()
def greedy(name: str, config: dict, dtype: str) -> dict:
    """The entry of a case: a prompt, the greedy text behind it, and the logits that chose its first and its last token."""
    model, weights = build_model(config, dtype)
    model.generation_config.eos_token_id = None
    for attempt in range(100):
        prompt = tokens(f"tokens.greedy.{attempt}", PROMPT, config["vocab_size"])
        out = model.generate(
            torch.tensor([prompt]),
            attention_mask=torch.ones(1, PROMPT, dtype=torch.long),
            pad_token_id=0,
            do_sample=False,
            # What is kept of a text was turned as in a shorter one, and Transformers keeps it.
            use_cache="beyond" not in name,
            max_new_tokens=NEW,
            return_dict_in_generate=True,
            output_logits=True,
        )
        logits = torch.cat(out.logits)
        best = logits.topk(2).values
        margin = (best[:, 0] - best[:, 1]).min().item()
        text = out.sequences[0, PROMPT:].tolist()
        if margin >= LEAST_MARGIN and len(set(text)) >= LEAST_DIFFERENT:
            break
    else:
        raise ValueError(f"{name}-{dtype}: no prompt will do")
    assert len(text) == NEW and text == logits.argmax(-1).tolist()
    stride = sample_stride([config["vocab_size"]], MOST_LOGITS) if config["vocab_size"] > MOST_LOGITS else 1
    rows = [[float(f"{x:.9g}") for x in row[::stride].tolist()] for row in (logits[0], logits[-1])]
    print(f"{name}-{dtype}: {len(set(text))} different tokens, least margin {margin:.1e}", flush=True)
    hf_config = {k: v for k, v in json.loads(model.config.to_json_string()).items() if not k.startswith("_")}
    shapes = {key: weight["shape"] for key, weight in weights.items()}
    return dict(config=hf_config, dtype=dtype, prompt=prompt, text=text, stride=stride, first=rows[0], last=rows[1], weights=shapes)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=HERE, help="where to write (default: beside this script)")
    parser.add_argument("--older", action="store_true", help="configs in the layout of Transformers 4")
    args = parser.parse_args()
    if args.older:
        make = lambda: {name: greedy(name, older(name), "f32") for name in OLDER}
        write_manifest(args.out / "greedy_older.json", make)
        return
    dtypes = lambda name: ("bf16",) if "large" in name or name == "sharded" else ("f32", "f16", "bf16")
    make = lambda: {
        f"{name}-{dtype}": greedy(name, config, dtype)
        for name, config in (CASES | {"sharded": SHARDED}).items()
        for dtype in dtypes(name)
    }
    save_sharded(args.out / "sharded")
    write_manifest(args.out / "greedy.json", make)


if __name__ == "__main__":
    main()
