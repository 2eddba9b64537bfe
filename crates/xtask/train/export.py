"""Writes a model in Hugging Face layout: `config.json` and `model.safetensors`."""

import json

from safetensors.torch import save_file


def export(model, eot, out):
    """Writes the model's files (f16, tied head, the tensor names of the published GPT-2) to the folder `out`."""
    config = model.config
    settings = {
        "architectures": ["GPT2LMHeadModel"],
        "model_type": "gpt2",
        "vocab_size": config.d_vocab,
        "n_positions": config.n_ctx,
        "n_ctx": config.n_ctx,
        "n_embd": config.d_model,
        "n_layer": config.n_layers,
        "n_head": config.n_heads,
        "n_inner": None,
        "activation_function": "gelu_new",
        "layer_norm_epsilon": 1e-5,
        "attn_pdrop": 0.0,
        "embd_pdrop": 0.0,
        "resid_pdrop": 0.0,
        "initializer_range": 0.02,
        "scale_attn_weights": True,
        "tie_word_embeddings": True,
        "bos_token_id": eot,
        "eos_token_id": eot,
        "torch_dtype": "float16",
    }
    (out / "config.json").write_text(json.dumps(settings, indent=2) + "\n")
    tensors = {name: p.detach().cpu().half().contiguous() for name, p in model.named_parameters()}
    save_file(tensors, out / "model.safetensors.tmp", metadata={"format": "pt"})
    (out / "model.safetensors.tmp").chmod(0o644)
    (out / "model.safetensors.tmp").replace(out / "model.safetensors")
