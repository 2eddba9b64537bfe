"""Writes the golden files of the families that are built like Llama (Gemma and OLMo 2 among them), and of Llama's scaled rotary positions, as make_llama.py does for Llama itself.

    python make_families.py

It needs Transformers 5: SmolLM3 is not in older ones, and `config.json` has the layout of 5. They were made by 5.19 with torch 2.13, those of
`newer_families.json` by 5.24 with torch 2.15.
"""

import argparse
from pathlib import Path

from make_golden import HERE, write_manifest
from make_llama import make_hashed

SIZES = dict(num_attention_heads=4, num_key_value_heads=2, hidden_size=24, intermediate_size=20, vocab_size=67)
# Long enough that a scaling shows.
LONG = SIZES | dict(num_hidden_layers=2, head_dim=16, max_position_embeddings=64)

CASES = {
    # The windows are shorter than the texts.
    "mistral": dict(
        T=21,
        P=17,
        config=SIZES
        | dict(model_type="mistral", num_hidden_layers=2, head_dim=8, max_position_embeddings=64, sliding_window=8),
    ),
    "qwen2": dict(
        T=19,
        P=13,
        config=SIZES
        | dict(
            model_type="qwen2",
            num_hidden_layers=3,
            max_position_embeddings=32,
            tie_word_embeddings=True,
            use_sliding_window=True,
            sliding_window=5,
            max_window_layers=1,
            rope_parameters=dict(rope_type="default", rope_theta=1e6),
        ),
    ),
    "qwen3": dict(
        T=19,
        P=13,
        config=SIZES
        | dict(
            model_type="qwen3",
            num_hidden_layers=2,
            head_dim=10,
            max_position_embeddings=32,
            rope_parameters=dict(rope_type="default", rope_theta=1e6),
        ),
    ),
    "smollm3": dict(
        T=19,
        P=13,
        config=SIZES
        | dict(model_type="smollm3", num_hidden_layers=5, max_position_embeddings=32, attention_bias=True, pad_token_id=0),
    ),
    "llama-rope3": dict(
        T=37,
        P=33,
        config=LONG
        | dict(
            rope_parameters=dict(
                rope_type="llama3",
                rope_theta=100.0,
                factor=4.0,
                low_freq_factor=1.0,
                high_freq_factor=4.0,
                original_max_position_embeddings=32,
            ),
        ),
    ),
    "llama-yarn": dict(
        T=37,
        P=33,
        config=LONG
        | dict(
            rope_parameters=dict(
                rope_type="yarn",
                rope_theta=1e4,
                factor=4.0,
                beta_fast=4.0,
                original_max_position_embeddings=16,
            ),
        ),
    ),
    "llama-linear": dict(
        T=11,
        P=7,
        config=SIZES
        | dict(
            num_hidden_layers=1,
            max_position_embeddings=32,
            rope_parameters=dict(rope_type="linear", rope_theta=1e4, factor=2.5),
        ),
    ),
}

NEWER = {
    # Blocks that turn nothing follow no rule and have a window, and the MLP has relu.
    "smollm3-windows": dict(
        T=19,
        P=13,
        config=SIZES
        | dict(
            model_type="smollm3",
            num_hidden_layers=4,
            max_position_embeddings=32,
            hidden_act="relu",
            no_rope_layers=[1, 0, 0, 1],
            use_sliding_window=True,
            sliding_window=5,
            pad_token_id=0,
        ),
    ),
    # An odd width, so that parts of one matrix are padded; a window shorter than the text.
    "phi3": dict(
        T=19,
        P=13,
        config=SIZES
        | dict(
            model_type="phi3",
            num_hidden_layers=2,
            intermediate_size=11,
            max_position_embeddings=32,
            sliding_window=6,
            pad_token_id=0,
        ),
    ),
    # The text is as long as the short factors hold.
    "phi3-longrope": dict(
        T=16,
        P=11,
        config=SIZES
        | dict(
            model_type="phi3",
            num_hidden_layers=2,
            hidden_size=64,
            intermediate_size=18,
            max_position_embeddings=64,
            original_max_position_embeddings=16,
            pad_token_id=0,
            rope_parameters=dict(
                rope_type="longrope",
                rope_theta=100.0,
                partial_rotary_factor=0.75,
                short_factor=[1.0, 1.05, 1.5, 2.25, 3.0, 4.5],
                long_factor=[1.0, 2.0, 4.0, 8.0, 16.0, 32.0],
            ),
        ),
    ),
    # The text is longer than they hold, from the prompt on.
    "phi3-longrope-beyond": dict(
        T=22,
        P=18,
        config=SIZES
        | dict(
            model_type="phi3",
            num_hidden_layers=2,
            intermediate_size=18,
            max_position_embeddings=64,
            original_max_position_embeddings=16,
            pad_token_id=0,
            rope_parameters=dict(
                rope_type="longrope",
                rope_theta=100.0,
                short_factor=[1.0, 1.05, 2.25],
                long_factor=[1.0, 4.0, 8.0],
            ),
        ),
    ),
    "olmo2": dict(
        T=15,
        P=11,
        config=SIZES
        | dict(
            model_type="olmo2",
            num_hidden_layers=2,
            hidden_size=30,
            num_attention_heads=3,
            num_key_value_heads=1,
            intermediate_size=22,
            max_position_embeddings=32,
            rope_parameters=dict(rope_type="default", rope_theta=5e5),
        ),
    ),
    "olmo2-biases": dict(
        T=9,
        P=5,
        config=SIZES
        | dict(model_type="olmo2", num_hidden_layers=1, max_position_embeddings=16, attention_bias=True, tie_word_embeddings=True),
    ),
    "gemma": dict(
        T=15,
        P=11,
        config=SIZES
        | dict(
            model_type="gemma",
            num_hidden_layers=2,
            hidden_size=22,
            num_key_value_heads=1,
            head_dim=6,
            hidden_act="gelu",
            max_position_embeddings=32,
            pad_token_id=0,
        ),
    ),
    # Caps so low that they show.
    "gemma2": dict(
        T=17,
        P=11,
        config=SIZES
        | dict(
            model_type="gemma2",
            num_hidden_layers=3,
            head_dim=10,
            max_position_embeddings=32,
            sliding_window=5,
            query_pre_attn_scalar=12,
            attn_logit_softcapping=2.0,
            final_logit_softcapping=3.0,
            pad_token_id=0,
        ),
    ),
    "gemma3": dict(
        T=19,
        P=13,
        config=SIZES
        | dict(
            model_type="gemma3_text",
            num_hidden_layers=3,
            head_dim=6,
            max_position_embeddings=32,
            sliding_window=6,
            sliding_window_pattern=3,
            query_pre_attn_scalar=3,
            pad_token_id=0,
            rope_parameters=dict(
                full_attention=dict(rope_type="linear", rope_theta=1e4, factor=8.0),
                sliding_attention=dict(rope_type="default", rope_theta=100.0),
            ),
        ),
    ),
}

MANIFESTS = {"families.json": CASES, "newer_families.json": NEWER}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=HERE, help="where to write (default: beside this script)")
    parser.add_argument("--manifest", choices=MANIFESTS, nargs="*", default=list(MANIFESTS), help="which cases to write (default: all)")
    args = parser.parse_args()
    for name in args.manifest:
        cases = MANIFESTS[name]
        make = lambda: {f"{case}-f32.safetensors": make_hashed(case, "f32", args.out, cases) for case in cases}
        write_manifest(args.out / name, make)


if __name__ == "__main__":
    main()
