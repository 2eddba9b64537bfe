"""Writes the model cards (`README.md`) from the report of measure.py and the logs of the runs.

    python card.py --books FOLDER --out web/models --work target/train/work --report FILE
"""

import argparse
import json
from pathlib import Path

import corpus
from recipe import MODELS, SEED, SYNTHETIC_CHARS
from synthetic import FILES, KINDS

INTRODUCTION = {
    "pocket": """\
A small GPT-2 that comes with the page, so that the first picture needs no download. This project trained it from nothing, with
the scripts in `crates/xtask/train/`. It writes plain English, knows a little world, and is often wrong; load GPT-2 for more.""",
    "pocket-draft": """\
A tiny GPT-2 with the tokenizer of `pocket`, which it imitates: a draft model for speculative decoding, and a second model to
compare the first with. This project trained it from nothing, with the scripts in `crates/xtask/train/`.""",
}
LIMITS = {
    "pocket": """\
- **Text**: sentences are mostly well formed, paragraphs less so: names, pronouns and plots drift after a few sentences.
- **Facts**: only those of the table in `facts.py`. About anything else it makes something up that sounds the same.
- **Sums**: it has seen sums of numbers up to ten, and remembers many of them. It has not learnt to add.
- The books carry the views and the language of the nineteenth and early twentieth century, some of them offensive, and the
  model can repeat them.
- English only. Other scripts fall apart into single bytes.""",
    "pocket-draft": """\
- It is made to guess what `pocket` will say, and to be quick. Read alone, its text falls apart within a sentence.
- What is said of `pocket` holds here too: English only, few facts, the views of old books.""",
}


def table(head, rows):
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def code(text):
    """Text as inline code, with its line breaks visible."""
    return "`" + text.replace("`", "'").replace("\n", "\\n").replace("|", "\\|") + "`"


def percent(p):
    return f"{100 * p:.1f} %"


def shape(name, found):
    """What the files are."""
    config = MODELS[name].config
    return table(["", ""], [
        ["architecture", f"GPT-2: {config.n_layers} layers, {config.n_heads} heads, `d_model` {config.d_model}, `d_mlp` "
                         f"{4 * config.d_model}, context {config.n_ctx} tokens, head tied to the embedding, `gelu_new`, no dropout"],
        ["parameters", f"{found['parameters']:,}"],
        ["tokenizer", f"byte-level BPE in the manner of GPT-2, {config.d_vocab} tokens, the same for both models; "
                      f"`{corpus.EOT}` is id {config.d_vocab - 1}"],
        ["files", "`config.json`, `tokenizer.json`, `model.safetensors` (f16, the tensor names of the published GPT-2; "
                  f"{found['bytes']:,} bytes)"],
        ["licence of the weights", "MIT OR Apache-2.0"],
    ])


def data(books, log):
    """What it was trained on."""
    titles = sorted(name.replace("_", " ").title() for name in corpus.read_books(books, held_out=False))
    held = " and ".join(f"*{name.replace('_', ' ').title()}*" for name in corpus.HELD_OUT_BOOKS)
    return f"""\
- **Books**: {len(titles)} English books in the public domain in the United States (first published before 1930),
  {log['tokens']['books'] / 1e6:.2f} million tokens: {', '.join(titles)}. {held} were held out whole. No book is part of this
  repository; any library of out-of-copyright books has them.
- **Synthetic**: {SYNTHETIC_CHARS // 1_000_000} million characters ({log['tokens']['synthetic'] / 1e6:.2f} million tokens) from
  `synthetic.py` and seed {SEED}: {', '.join(FILES[:-1])} and {FILES[-1]} (the frames in `text/`), {len(KINDS)} kinds of facts in
  many phrasings, sums, calendars, lists. One frame in fifteen and every phrasing with a star in `text/phrasings.txt` were held out.

Each document ends in `{corpus.EOT}`. Half of the training rows begin with a paragraph, as a prompt does; the rest begin anywhere."""


def recipe(name, log):
    """How it was trained."""
    r = MODELS[name]
    passes = [f"{r.tokens * share / log['tokens'][part]:.1f} times over the {text}"
              for share, part, text in ((1 - r.synthetic_share, "books", "books"), (r.synthetic_share, "synthetic", "synthetic text"))]
    target = f"the whole distribution of `{r.teacher}` (its soft targets) at every token" if r.teacher else "the next token of the text"
    where = f"{log['threads']} processor threads" if log["device"] == "cpu" else "one GPU"
    return f"""\
PyTorch {log['torch'].split('+')[0]}, {where}, matrix products in bfloat16 and everything else in f32, compiled by `torch.compile`:
{log['steps']:,} steps, {r.tokens / 1e6:.0f} million tokens in {log['seconds'] / 60:.0f} minutes ({r.tokens / log['seconds']:.0f} a second) beside
other work. Muon (learning rate {r.muon_lr}, momentum 0.95, weight decay {r.weight_decay}) for the matrices of the blocks; AdamW
({r.adam_lr}, betas 0.9 and 0.98, no weight decay) for embeddings, gains and biases. {r.rows} rows of {r.config.n_ctx} tokens a step,
{percent(r.synthetic_share)} of them synthetic ({' and '.join(passes)}). Warm-up over the first {percent(r.warmup)} of the schedule,
constant until {percent(r.decay_from)}, then linear to {percent(r.floor)}. Target: {target}. Seed {SEED}.

Loss on the training text, in nats a token: {', '.join(f'{loss:.2f} (step {step:,})' for step, loss in milestones(log['losses']))}.

```
cargo xtask train --books FOLDER
```

The command makes the data, the tokenizer, both models and this card, and goes on where it was interrupted. The same books, seed,
packages, number of threads and kind of processor give the same files."""


def milestones(losses):
    """A few of the recorded losses, from the first to the last."""
    picked = sorted({round(i * (len(losses) - 1) / 5) for i in range(6)})
    return [losses[i] for i in picked]


def held_out(found):
    """How well it does on what it has not seen."""
    rows = [[f"*{book.replace('_', ' ').title()}*", bits] for book, bits in found["books"].items()]
    rows += [["both books", f"**{found['books_together']}**"], ["held-out frames and phrasings", found["templates"]]]
    return table(["held-out text", "bits a character"], rows)


def facts(found):
    """Facts in phrasings that it has not seen."""
    probes = found["facts"]
    kinds = ", ".join(f"{kind.replace('_', ' ')} {right}/{asked}" for kind, (right, asked) in probes["all"].items())
    right, asked = (sum(counts) for counts in zip(*probes["all"].values()))
    wrong = [f"{code(prompt)} ({answer.strip()})" for prompt, answer, ok in probes["one_each"] if not ok]
    return f"""\
Facts of the training text in **held-out phrasings**, completed greedily: **{probes['right']} of {probes['of']}**, one fact for each
phrasing, drawn before the training. All facts in all held-out phrasings: {right} of {asked} ({kinds}).
{'Wrong of the first: ' + '; '.join(wrong) + '.' if wrong else ''}"""


def following(found):
    """The next tokens after the prompts of the lessons."""
    rows = [[code(prompt), ", ".join(f"{code(token)} {percent(p)}" for token, p in d["top"]), d["entropy"]]
            for prompt, d in found["next"].items()]
    return table(["prompt", "the five most probable next tokens", "entropy (bits)"], rows)


def calibration(found):
    """Stated odds against learnt ones."""
    rows = [[code(prompt), "; ".join(f"{name} {stated} → {learnt}" for name, stated, learnt in o["rows"]), o["total_variation"]]
            for prompt, o in found["odds"].items()]
    return table(["prompt", "stated → learnt, in %", "total variation"], rows)


def continuations(found):
    """The ordinary prompts, as the engine continues them."""
    texts = ((prompt, text[len(prompt):].replace(corpus.EOT, " ⏹").replace("\n", "<br>")) for prompt, text in found["continuations"].items())
    return "\n".join(f"- **{prompt}**{text}" for prompt, text in texts)


def card(name, found, log, books):
    """The whole card."""
    parts = [f"# {name}", INTRODUCTION[name], shape(name, found), "## Data", data(books, log), "## Recipe", recipe(name, log),
             "## Measured", "On the shipped f16 files with Transformers in f32 arithmetic, by `measure.py`.", held_out(found),
             facts(found)]
    if "agreement" in found:
        agreed = found["agreement"]
        parts.append(f"After {len(corpus.ORDINARY)} ordinary prompts it would have chosen **{percent(agreed['same'] / agreed['of'])}** "
                     f"of the tokens that `pocket` chooses greedily ({agreed['same']} of {agreed['of']}).")
    parts += ["### Next tokens", following(found), "### Stated odds",
              "The training text says these sentences with stated odds (`odds.py`); outcomes that share a first token are added up.",
              calibration(found), "### Continuations", f"Of {len(corpus.ORDINARY)} ordinary prompts, chosen before the training, none of which "
              "is in the training text. Temperature 0.7, seed 1, no other sampler, at most 50 tokens, unedited, by the page's own engine "
              "(⏹ marks the end of a text).", continuations(found), "## Limits", LIMITS[name]]
    return "\n\n".join(parts) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--books", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--report", type=Path, required=True)
    args = parser.parse_args()
    report = json.loads(args.report.read_text(encoding="utf-8"))
    for name, found in report.items():
        log = json.loads((args.work / name / "run.json").read_text(encoding="utf-8"))
        (args.out / name / "README.md").write_text(card(name, found, log, args.books), encoding="utf-8")


if __name__ == "__main__":
    main()
