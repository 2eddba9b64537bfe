"""Measures exported models with Transformers, as one JSON report. Nothing here reads a checkpoint.

    python measure.py --books FOLDER --out web/models --work target/train/work --engine PATH

`--engine` names the `logitscope` command: the ordinary prompts are continued by the engine that the page runs.
"""

import argparse
import json
import math
import random
import subprocess
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

import torch
import torch.nn.functional as F
from tokenizers import Tokenizer
from transformers import GPT2LMHeadModel

import corpus
import facts
import odds
import synthetic

PROMPTS = ["The capital of France is", "The Eiffel Tower is located in", "The Eiffel Tower is in", "Once upon a time",
           "The United States of", *odds.LESSONS, "The quick brown fox", "Describe the color blue", "The cat sat on the",
           "Two plus three is", "7 + 5 =", "The opposite of hot is", "The day after Monday is", "Water freezes at zero degrees"]


class Model:
    """An exported model with its tokenizer."""

    def __init__(self, folder):
        self.net = GPT2LMHeadModel.from_pretrained(folder, torch_dtype=torch.float32).eval()
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.n_ctx = self.net.config.n_positions

    @torch.no_grad()
    def logits(self, ids):
        """`ids`: a list of at most `n_ctx` token ids. Logits: `[len(ids), d_vocab]`."""
        return self.net(torch.tensor([ids])).logits[0]

    def next(self, prompt):
        """The distribution after a prompt: `[d_vocab]`."""
        return self.logits(self.tokenizer.encode(prompt).ids)[-1].double().softmax(-1)

    def bits(self, documents):
        """Negative log2-likelihood of texts, each after `<|endoftext|>`. Windows overlap by half; a token is scored once."""
        eot, half, nats = self.tokenizer.token_to_id(corpus.EOT), self.n_ctx // 2, 0.0
        for text in documents:
            ids = [eot, *self.tokenizer.encode(text).ids]
            for at in range(0, len(ids) - 1, half):
                begin = max(0, at - half)
                window = ids[begin : at + half + 1]
                targets = torch.tensor(window[1:])
                targets[: at - begin] = -100
                nats += F.cross_entropy(self.logits(window[:-1]), targets, ignore_index=-100, reduction="sum").item()
        return nats / math.log(2)

    def bits_per_char(self, documents):
        """Bits a character over all texts."""
        return round(self.bits(documents) / sum(map(len, documents)), 4)

    def greedy(self, prompt, n):
        """The ids of a prompt and of its `n` most probable next tokens, one after the other."""
        ids = self.tokenizer.encode(prompt).ids
        for _ in range(n):
            ids.append(self.logits(ids)[-1].argmax().item())
        return ids

    def answers(self, prompt, answer):
        """Whether the most probable tokens after the prompt spell the answer."""
        ids, want = self.tokenizer.encode(prompt).ids, self.tokenizer.encode(answer).ids
        return self.logits(ids + want)[len(ids) - 1 : -1].argmax(-1).tolist() == want


def distribution(model, prompt):
    """The five most probable next tokens, and the entropy in bits."""
    p = model.next(prompt)
    top = [[model.tokenizer.decode([i], skip_special_tokens=False), round(q, 6)] for q, i in zip(*(t.tolist() for t in p.topk(5)))]
    return {"top": top, "entropy": round(-(p * p.clamp_min(1e-300).log2()).sum().item(), 2)}


def calibration(model, prompt, stated):
    """Stated and learnt odds of each outcome, in percent, by its first token; outcomes that share one are added up."""
    p, rows = model.next(prompt), defaultdict(lambda: [[], 0])
    for outcome, share in stated.items():
        first = model.tokenizer.encode(" " + outcome).ids[0]
        rows[first][0].append(outcome)
        rows[first][1] += share
    table = [[" / ".join(names), share, round(100 * p[token].item(), 1)] for token, (names, share) in rows.items()]
    other = 100 - sum(learnt for _, _, learnt in table)
    return {"rows": table, "total_variation": round((sum(abs(s - l) for _, s, l in table) + other) / 200, 3)}


def held_out_facts(model):
    """Each held-out phrasing with one fact (drawn by seed 1), and each with every fact."""
    by_phrasing = defaultdict(list)
    for kind, phrasing, prompt, answer in facts.held_out():
        by_phrasing[kind, phrasing].append((kind, prompt, answer))
    rng, one = random.Random(1), []
    asked, right = Counter(), Counter()
    for probes in by_phrasing.values():
        results = [model.answers(prompt, answer) for _, prompt, answer in probes]
        at = rng.randrange(len(probes))
        one.append([probes[at][1], probes[at][2], results[at]])
        asked[probes[0][0]] += len(results)
        right[probes[0][0]] += sum(results)
    return {"one_each": one, "right": sum(ok for *_, ok in one), "of": len(one),
            "all": {kind: [right[kind], asked[kind]] for kind in asked}}


def agreement(draft, model, n=40):
    """Of the model's greedy tokens after the ordinary prompts, up to `n` or the end of the text, those that the draft would have
    chosen at the same place."""
    eot = model.tokenizer.token_to_id(corpus.EOT)
    same = total = 0
    for prompt in corpus.ORDINARY:
        ids, start = model.greedy(prompt, n), len(model.tokenizer.encode(prompt).ids)
        end = ids.index(eot) + 1 if eot in ids else len(ids)
        theirs = draft.logits(ids[: end - 1]).argmax(-1).tolist()[start - 1 :]
        same += sum(a == b for a, b in zip(ids[start:end], theirs))
        total += end - start
    return {"same": same, "of": total}


def continuations(engine, folder):
    """The ordinary prompts, continued by the engine at temperature 0.7 with seed 1."""
    texts = {}
    with tempfile.TemporaryDirectory() as scratch:
        for prompt in corpus.ORDINARY:
            out = Path(scratch) / "trace.json"
            subprocess.run([engine, "trace", "--model", folder, "--prompt", prompt, "--backend", "cpu", "--temperature", "0.7",
                            "--top-k", "0", "--top-p", "1", "--seed", "1", "--max-tokens", "50", "--out", out],
                           check=True, stdout=subprocess.DEVNULL)
            texts[prompt] = json.loads(out.read_text())["text"]
    return texts


def report(args):
    """Everything that the cards print."""
    held = corpus.read_books(args.books, held_out=True)
    made = list(synthetic.held_out())
    models = {name: Model(args.out / name) for name in ("pocket", "pocket-draft")}
    found = {}
    for name, model in models.items():
        found[name] = {
            "parameters": sum(p.numel() for p in model.net.parameters()),
            "bytes": (args.out / name / "model.safetensors").stat().st_size,
            "books": {book: model.bits_per_char([text]) for book, text in held.items()},
            "books_together": model.bits_per_char(list(held.values())),
            "templates": model.bits_per_char(made),
            "facts": held_out_facts(model),
            "next": {prompt: distribution(model, prompt) for prompt in PROMPTS},
            "odds": {prompt: calibration(model, prompt, stated) for prompt, stated in odds.LESSONS.items()},
        }
        found[name]["continuations"] = continuations(args.engine, args.out / name)
    found["pocket-draft"]["agreement"] = agreement(models["pocket-draft"], models["pocket"])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--books", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True, help="folder for report.json")
    parser.add_argument("--engine", required=True)
    args = parser.parse_args()
    (args.work / "report.json").write_text(json.dumps(report(args), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
