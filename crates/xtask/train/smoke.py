"""A trial of the whole pipeline in a minute: tiny models, a few steps, generated text in the place of books.

    python smoke.py --books FOLDER --out FOLDER --work FOLDER

It shows that the loss falls, and that a run which was interrupted ends in the same files as one that was not.
"""

import argparse
import json
from dataclasses import replace
from pathlib import Path

import torch

import corpus
import synthetic
from recipe import MODELS, SEED
from train import Pipeline

CHARS, HELD_OUT_CHARS = 200_000, 10_000
STEPS, INTERRUPTED_AFTER = 40, 11
TINY = {"n_layers": 2, "n_heads": 2, "d_model": 32, "n_ctx": 96, "d_vocab": 600}


def books(folder):
    """A folder of generated text."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed, name in enumerate(("trial", *corpus.HELD_OUT_BOOKS), SEED + 1):
        chars = HELD_OUT_CHARS if name in corpus.HELD_OUT_BOOKS else CHARS
        text = "\n\n".join(synthetic.documents(chars, seed))
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return folder


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--books", type=Path, required=True, help="folder for the generated books")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    args = parser.parse_args()
    torch.set_flush_denormal(True)

    rows = 8
    recipes = {name: replace(recipe, config=replace(recipe.config, **TINY), rows=rows, tokens=STEPS * rows * TINY["n_ctx"])
               for name, recipe in MODELS.items()}
    for name, recipe in recipes.items():
        if recipe.teacher:
            config = replace(recipe.config, d_model=TINY["d_model"] // 2)
            recipes[name] = replace(recipe, config=config, written_rows=2 * rows)
    unbroken = Pipeline(recipes, books(args.books), args.out, args.work, CHARS, CHARS, compiled=False, show_every=10)
    unbroken.run()
    for name in recipes:
        losses = json.loads((unbroken.work / name / "run.json").read_text())["losses"]
        # A student begins near its floor, the entropy of the teacher.
        if not losses[-1][1] < losses[0][1] - 0.05:
            raise SystemExit(f"the loss of {name} did not fall: {losses}")

    name = next(iter(recipes))
    broken = replace(unbroken, recipes={name: recipes[name]}, out=args.work / "models", work=args.work / "interrupted")
    broken.run(until=INTERRUPTED_AFTER)
    step = torch.load(broken.work / name / "last.pt", weights_only=True)["step"]
    if step != INTERRUPTED_AFTER:
        raise SystemExit(f"the checkpoint of step {INTERRUPTED_AFTER} is of step {step}")
    broken.run()
    logs = [json.loads((run.work / name / "run.json").read_text()) for run in (broken, unbroken)]
    if logs[0]["losses"] != logs[1]["losses"]:
        raise SystemExit(f"the losses of a run that was interrupted differ: {logs}")
    for file in ("tokenizer.json", "config.json", "model.safetensors"):
        if (broken.out / name / file).read_bytes() != (unbroken.out / name / file).read_bytes():
            raise SystemExit(f"{file} differs between a run that was interrupted and one that was not")
    print("the losses fall, and an interrupted run ends in the same files")


if __name__ == "__main__":
    main()
