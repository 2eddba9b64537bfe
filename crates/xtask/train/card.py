"""Writes the model cards (`README.md`) from the report of measure.py and the logs of the runs.

    python card.py --books FOLDER --out web/models --work target/train/work
"""

import argparse
import json
from pathlib import Path

import corpus
from facts import LARGEST_SUM
from recipe import MANNER, MODELS, SEED, SYNTHETIC_CHARS
from trainer import GRAD_NORM
from synthetic import FILES, HOLD_OUT, KINDS

INTRODUCTION = {
    "pocket": """\
A small GPT-2 that comes with the page, so that the first picture needs no download. This project trained it from nothing, with
the scripts in `crates/xtask/train/`. It writes plain English, knows a little world, and is often wrong; load GPT-2 for more.""",
    "pocket-draft": """\
A tiny GPT-2 with the tokenizer of `pocket`, which it imitates: a draft model for speculative decoding, and a second model to
compare the first with. This project trained it from nothing, with the scripts in `crates/xtask/train/`.""",
}
LIMITS = {
    "pocket": f"""\
- **Text**: sentences are mostly well formed, paragraphs less so: names, pronouns and plots drift after a few sentences.
- **Facts**: only those of the table in `facts.py` and of `text/statements.txt`, and asked in other words than it knows, it finds
  far from all of them (above). About anything else it makes something up that sounds the same.
- **Sums**: it has seen those up to {LARGEST_SUM} and knows some by heart (above); it has not learnt to add.
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


def title(name):
    """The title of a book, from the name of its file."""
    words = name.split("_")
    small = ("a", "and", "in", "of", "the", "with")
    return " ".join(word if word in small and at else word.capitalize() for at, word in enumerate(words))


def percent(p):
    return f"{100 * p:.1f} %"


def shape(found, config):
    """What the files are."""
    return table(["", ""], [
        ["architecture", f"GPT-2: {config['n_layer']} layers, {config['n_head']} heads, `d_model` {config['n_embd']}, `d_mlp` "
                         f"{4 * config['n_embd']}, context {config['n_ctx']} tokens, head tied to the embedding, `gelu_new`, no dropout"],
        ["parameters", f"{found['parameters']:,}"],
        ["tokenizer", f"byte-level BPE in the manner of GPT-2, {config['vocab_size']} tokens, the same for both models; "
                      f"{code(corpus.EOT)} is id {config['eos_token_id']}"],
        ["files", "`config.json`, `tokenizer.json`, `model.safetensors` (f16, the tensor names of the published GPT-2; "
                  f"{found['bytes']:,} bytes)"],
        ["licence of the weights", "MIT OR Apache-2.0"],
    ])


def data(books, log):
    """What it was trained on."""
    titles = sorted(title(name) for name in corpus.read_books(books, held_out=False))
    held = " and ".join(f"*{title(name)}*" for name in corpus.HELD_OUT_BOOKS)
    return f"""\
- **Books**, {log['tokens']['books'] / 1e6:.2f} million tokens: {', '.join(titles)}. {held} were held out whole. Those that this
  project trains on were first published before 1930 and are in the public domain in the United States. No book is part of
  this repository; any library of out-of-copyright books has them.
- **Synthetic**: {SYNTHETIC_CHARS // 1_000_000} million characters ({log['tokens']['synthetic'] / 1e6:.2f} million tokens) from
  `synthetic.py` and seed {SEED}: {', '.join(FILES[:-1])} and {FILES[-1]} (the frames in `text/`), {len(KINDS)} kinds of facts in
  phrasings that are written or composed of parts, sums, calendars, lists. One frame in {HOLD_OUT} (of the statements none) and every
  phrasing with a star in `text/phrasings.txt` were held out.

Each document ends in `{corpus.EOT}`. Half of the training rows begin with a paragraph, as a prompt does; the rest begin anywhere."""


def recipe(name, log):
    """How it was trained."""
    r = MODELS[name]
    left = 1 - r.written_share
    passes = [f"{r.tokens * left * share / log['tokens'][part]:.1f} times over the {text}"
              for share, part, text in ((1 - r.synthetic_share, "books", "books"), (r.synthetic_share, "synthetic", "synthetic text"))]
    own = f"""; {percent(r.written_share)} are drawn from {r.written_rows:,} rows that `{r.teacher}` wrote itself: texts
of at most {MANNER.longest} tokens, the first {MANNER.beginning} at temperature {MANNER.bold}, the rest at {' or '.join(map(str, MANNER.temperatures))}. The embeddings begin as the teacher's, in their first {r.config.d_model} principal
components""" if r.teacher else ""
    target = f"the whole distribution of `{r.teacher}` (its soft targets) at every token" if r.teacher else "the next token of the text"
    return f"""\
{'; then '.join(log['how'])}: {log['steps']:,} steps, {r.tokens / 1e6:.0f} million tokens in {log['seconds'] / 60:.0f} minutes
({r.tokens / log['seconds']:.0f} a second, other work included). Mixed precision: matrix products and what lies between two of them in
bfloat16; weights, residual stream, norms, softmax and loss in f32. Muon (learning rate {r.muon_lr}, Nesterov momentum 0.95, weight decay
{r.weight_decay}) for the matrices of the blocks; AdamW ({r.adam_lr}, betas 0.9 and 0.98, eps 1e-9, no weight decay, gradients clipped
to norm {GRAD_NORM}) for embeddings, gains and biases. {r.rows} rows of {r.config.n_ctx} tokens a step, {percent(left * r.synthetic_share)} of them
synthetic ({' and '.join(passes)}){own}. Warm-up over the first {percent(r.warmup)} of the schedule, constant until {percent(r.decay_from)}, then
linear to {percent(r.floor)}. Target: {target}. Seed {SEED}.

Cross-entropy with the target, in nats a token, a mean over the steps before: \
{', '.join(f'{loss:.2f} (step {step:,})' for step, loss in milestones(log['losses']))}.

```
cargo xtask train --books FOLDER
```

The command makes the data, the tokenizer, both models and this card, and goes on where it was interrupted. What it makes depends
on the books, the seed and the scripts; on another processor, or with another number of threads, sums round differently and the
weights come out a little different."""


def milestones(losses):
    """A few of the recorded losses, from the first to the last."""
    picked = sorted({round(i * (len(losses) - 1) / 5) for i in range(6)})
    return [losses[i] for i in picked]


def held_out(found):
    """How well it does on what it has not seen."""
    rows = [[f"*{title(book)}*", bits] for book, bits in found["books"].items()]
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
phrasing, drawn by seed 1. All facts in all held-out phrasings: {right} of {asked} ({kinds}). No held-out phrasing, not even
up to its answer, is said by the generator; its parts are, in other phrasings.
{'Wrong of the first: ' + '; '.join(wrong) + '.' if wrong else ''}"""


def following(found):
    """The next tokens after some prompts."""
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
    texts = ((prompt, escape(text[len(prompt):].replace(corpus.EOT, " ⏹"))) for prompt, text in found["continuations"].items())
    return "\n".join(f"- **{prompt}**{text}" for prompt, text in texts)


def escape(text):
    """Text that Markdown shows as it is, with its line breaks."""
    for sign in "\\`*_<[":
        text = text.replace(sign, "\\" + sign)
    return text.replace("\n", "<br>")


def card(name, found, config, log, books):
    """The whole card."""
    parts = [f"# {name}", INTRODUCTION[name], shape(found, config), "## Data", data(books, log), "## Recipe", recipe(name, log),
             "## Measured", "On the shipped f16 files with Transformers in f32 arithmetic, by `measure.py`.", held_out(found),
             facts(found)]
    if "agreement" in found:
        agreed = found["agreement"]
        parts.append(f"After {len(corpus.ORDINARY)} ordinary prompts it would have chosen **{percent(agreed['same'] / agreed['of'])}** "
                     f"of the tokens that `pocket` chooses greedily ({agreed['same']} of {agreed['of']}; 40 after each, or up to the end of the text).")
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
    args = parser.parse_args()
    report = json.loads((args.work / "report.json").read_text(encoding="utf-8"))
    for name, found in report.items():
        log = json.loads((args.work / name / "run.json").read_text(encoding="utf-8"))
        config = json.loads((args.out / name / "config.json").read_text(encoding="utf-8"))
        (args.out / name / "README.md").write_text(card(name, found, config, log, args.books), encoding="utf-8")


if __name__ == "__main__":
    main()
