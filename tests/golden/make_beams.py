"""Writes beams.json and beams.safetensors: beam searches of Transformers on random next-token tables.

    python make_beams.py

Needs Transformers 5. The model is a table: its logits are those of the last token plus those of the one before, so that every search can be
followed by hand. Searches in which two sums are nearly the same, where f32 decides, are left out.
"""

import json
from pathlib import Path

import torch
import transformers
from safetensors.torch import save_file
from transformers import GenerationConfig, GenerationMixin, PretrainedConfig, PreTrainedModel
from transformers.generation.logits_process import LogitsProcessor, LogitsProcessorList
from transformers.modeling_outputs import CausalLMOutput

HERE = Path(__file__).resolve().parent
V = 23
GAP = 1e-5


class TableConfig(PretrainedConfig):
    model_type = "next_token_table"

    def __init__(self, vocab_size=V, **kwargs):
        self.vocab_size = vocab_size
        self.hidden_size = self.num_hidden_layers = self.num_attention_heads = 1
        super().__init__(**kwargs)


class Table(PreTrainedModel, GenerationMixin):
    config_class = TableConfig

    def __init__(self, config, last, before):
        super().__init__(config)
        self.last = torch.nn.Parameter(last)
        self.before = torch.nn.Parameter(before)

    def forward(self, input_ids, **_):
        before = torch.roll(input_ids, 1, dims=1)
        return CausalLMOutput(logits=self.last[input_ids] + self.before[before])

    def prepare_inputs_for_generation(self, input_ids, **_):
        return {"input_ids": input_ids}


class Watch(LogitsProcessor):
    """Counts the steps."""

    def __init__(self):
        self.steps = 0

    def __call__(self, input_ids, scores):
        self.steps += 1
        return scores


def turns(prompt_len):
    """A grammar: tokens of three kinds in turn, and the ends at any time."""

    def allowed(_, tokens):
        turn = (len(tokens) - prompt_len) % 3
        return [t for t in range(V) if t % 3 == turn or t in (4, 11)]

    return allowed


def processors(kind, prompt_len, beams):
    from transformers.generation import logits_process as hf

    grammar = {"sampler": "grammar", "grammar": {"language": "regex", "text": "turns"}}
    return {
        "grammar": ([grammar], [hf.PrefixConstrainedLogitsProcessor(turns(prompt_len), beams)]),
        "plain": ([], []),
        "repetition": (
            [{"sampler": "repetition_penalty", "theta": 1.3}],
            [hf.RepetitionPenaltyLogitsProcessor(1.3)],
        ),
        "warm": ([{"sampler": "temperature", "t": 1.7}], [hf.TemperatureLogitsWarper(1.7)]),
        "few": (
            [{"sampler": "temperature", "t": 0.8}, {"sampler": "top_k", "k": 9}],
            [hf.TemperatureLogitsWarper(0.8), hf.TopKLogitsWarper(9)],
        ),
    }[kind]


def close(result):
    """Whether two finished texts are closer than f32 can tell."""
    scores = [score for score in result.sequences_scores.tolist() if score > -1e8]
    return any(abs(a - b) < GAP for i, a in enumerate(scores) for b in scores[i + 1 :])


def main():
    generator = torch.Generator().manual_seed(7)
    tables = torch.randn(6, 2, V, V, generator=generator)
    tables[:3, 0] *= 2.0
    # Texts that soon may end, in three of them; and of one nearly flat table no text is much better than another.
    tables[3:, :, :, [4, 11]] += 1.2
    tables[5] *= 0.3
    cases, tensors, skipped = [], {"tables": tables}, 0
    number = 0
    for table in range(tables.shape[0]):
        model = Table(TableConfig(), tables[table, 0], tables[table, 1]).eval()
        for beams in (1, 2, 3, 5):
            for early in (True, False, "never"):
                for penalty in (-1.0, 0.0, 1.0, 2.0):
                    for ends in ([], [4], [4, 11]):
                        number += 1
                        kind = ("plain", "repetition", "warm", "few", "grammar")[number % 5]
                        # Greedy search has its penalties act on logits, beams on log-probabilities.
                        if beams == 1 and kind == "repetition":
                            kind = "plain"
                        longest = (3, 8, 16)[number % 3]
                        prompt = [1 + number % 7, 3, 8][: 1 + number % 3]
                        chain, theirs = processors(kind, len(prompt), beams)
                        watch = Watch()
                        config = GenerationConfig(
                            num_beams=beams,
                            num_return_sequences=beams,
                            length_penalty=penalty,
                            early_stopping=early if beams > 1 else False,
                            max_new_tokens=longest,
                            eos_token_id=ends or None,
                            pad_token_id=V - 1,
                            do_sample=False,
                            return_dict_in_generate=True,
                            output_scores=True,
                            use_cache=False,
                        )
                        result = model.generate(
                            torch.tensor([prompt]),
                            generation_config=config,
                            logits_processor=LogitsProcessorList([*theirs, watch]),
                        )
                        texts, scores = result.sequences[:, len(prompt) :].tolist(), None
                        # One beam is greedy search there: it gives no scores.
                        if beams > 1:
                            if close(result):
                                skipped += 1
                                continue
                            # Slots that stayed empty have −10⁹.
                            found = [s for s in result.sequences_scores.tolist() if s > -1e8]
                            texts, scores = texts[: len(found)], found
                        texts = [cut(text, ends) for text in texts]
                        cases.append(
                            {
                                "table": table,
                                "prompt": prompt,
                                "chain": chain,
                                "width": beams,
                                "length_penalty": penalty,
                                "early_stopping": {True: "always", False: "likely", "never": "never"}[early],
                                "max_tokens": longest,
                                "end_tokens": ends,
                                "steps": watch.steps,
                                "texts": texts,
                                "scores": scores,
                            }
                        )
    save_file(tensors, HERE / "beams.safetensors")
    meta = {"transformers": transformers.__version__, "torch": torch.__version__, "cases": cases}
    (HERE / "beams.json").write_text(json.dumps(meta, separators=(",", ":")) + "\n")
    print(len(cases), "searches,", skipped, "left out")


def cut(text, ends):
    """The text up to its end: what fills it up to the longest is dropped."""
    for at, token in enumerate(text):
        if token in ends:
            return text[: at + 1]
    return text


if __name__ == "__main__":
    main()
