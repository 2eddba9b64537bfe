"""Writes samplers.safetensors and samplers.json: what Transformers' logits processors make of random and adversarial logits.

    python make_samplers.py

Needs Transformers 5: an older one has no Top-H.
Everything is computed in f64, so that only the rules are compared.
"""

import json
from pathlib import Path

import numpy as np
import torch
import transformers
from safetensors.numpy import save_file
from transformers.generation import logits_process as hf

HERE = Path(__file__).resolve().parent
V = 149
PAST = [0, 1, 2, 97, 0, 1, 2, 97, 5, 0, 1, 2]

# Our chain as JSON, and their processors in the same order.
SETTINGS = [
    ([{"sampler": "temperature", "t": 0.7}], [hf.TemperatureLogitsWarper(0.7)]),
    ([{"sampler": "temperature", "t": 3.0}], [hf.TemperatureLogitsWarper(3.0)]),
    *(([{"sampler": "top_k", "k": k}], [hf.TopKLogitsWarper(k)]) for k in (1, 7, 40, 1000)),
    *(([{"sampler": "top_p", "p": p}], [hf.TopPLogitsWarper(p)]) for p in (0.05, 0.5, 0.9, 0.999)),
    *(([{"sampler": "min_p", "p": p}], [hf.MinPLogitsWarper(p)]) for p in (0.001, 0.05, 0.3, 1.0)),
    *(([{"sampler": "typical", "p": p}], [hf.TypicalLogitsWarper(p)]) for p in (0.1, 0.5, 0.95)),
    *(([{"sampler": "epsilon", "epsilon": e}], [hf.EpsilonLogitsWarper(e)]) for e in (3e-4, 0.01, 0.2)),
    *(([{"sampler": "eta", "epsilon": e}], [hf.EtaLogitsWarper(e)]) for e in (3e-4, 0.01, 0.2)),
    # Theirs looks at the first hundred tokens only.
    *(([{"sampler": "top_k", "k": 100}, {"sampler": "top_h", "h": h}], [hf.TopHLogitsWarper(h)]) for h in (0.1, 0.4, 0.9)),
    *(([{"sampler": "repetition_penalty", "theta": t}], [hf.RepetitionPenaltyLogitsProcessor(t)]) for t in (0.8, 1.3, 5.0)),
    *(([{"sampler": "no_repeat_ngram", "n": n}], [hf.NoRepeatNGramLogitsProcessor(n)]) for n in (1, 2, 4)),
    ([{"sampler": "logit_bias", "bias": [[3, 4.5], [97, -50.0]]}], [hf.SequenceBiasLogitsProcessor({(3,): 4.5, (97,): -50.0})]),
    ([{"sampler": "banned", "tokens": [3, 97, 5]}], [hf.SuppressTokensLogitsProcessor([3, 97, 5])]),
    (
        [
            {"sampler": "repetition_penalty", "theta": 1.2},
            {"sampler": "no_repeat_ngram", "n": 3},
            {"sampler": "temperature", "t": 1.5},
            {"sampler": "top_k", "k": 30},
            {"sampler": "top_p", "p": 0.9},
            {"sampler": "min_p", "p": 0.02},
            {"sampler": "typical", "p": 0.9},
            {"sampler": "epsilon", "epsilon": 0.01},
            {"sampler": "eta", "epsilon": 0.02},
        ],
        [
            hf.RepetitionPenaltyLogitsProcessor(1.2),
            hf.NoRepeatNGramLogitsProcessor(3),
            hf.TemperatureLogitsWarper(1.5),
            hf.TopKLogitsWarper(30),
            hf.TopPLogitsWarper(0.9),
            hf.MinPLogitsWarper(0.02),
            hf.TypicalLogitsWarper(0.9),
            hf.EpsilonLogitsWarper(0.01),
            hf.EtaLogitsWarper(0.02),
        ],
    ),
]


def cases():
    """Logits by name, `[V]` f32."""
    rng = np.random.default_rng(1)
    one_hot = np.full(V, -40.0)
    one_hot[97] = 40.0
    impossible = rng.normal(0, 3, V)
    impossible[::3] = -np.inf
    found = {
        "cold": rng.normal(0, 12, V),
        "warm": rng.normal(0, 3, V),
        "hot": rng.normal(0, 0.3, V),
        "like a language model": -2.0 * np.log(1 + rng.permutation(V)) + rng.normal(0, 0.5, V),
        "ties": np.round(rng.normal(0, 2, V)),
        "flat": np.full(V, 1.25),
        "one-hot": one_hot,
        "huge": rng.normal(0, 1, V) * 1e30,
        "tiny": rng.normal(0, 1, V) * 1e-30,
        "impossible tokens": impossible,
    }
    return {name: logits.astype(np.float32) for name, logits in found.items()}


def main():
    logits = cases()
    past = torch.tensor([PAST])
    probs = np.zeros((len(logits), len(SETTINGS), V))
    for i, case in enumerate(logits.values()):
        for j, (_, processors) in enumerate(SETTINGS):
            scores = torch.tensor(case[None], dtype=torch.float64)
            for processor in processors:
                scores = processor(past, scores)
            probs[i, j] = scores.softmax(-1)[0].numpy()
    save_file({"logits": np.stack(list(logits.values())), "probs": probs}, HERE / "samplers.safetensors")
    meta = {"transformers": transformers.__version__, "past": PAST, "cases": list(logits),
            "chains": [chain for chain, _ in SETTINGS]}
    (HERE / "samplers.json").write_text(json.dumps(meta) + "\n")
    print(probs.shape, (HERE / "samplers.safetensors").stat().st_size)


if __name__ == "__main__":
    main()
