"""Trains the bundled models: tokenizer, pocket, pocket-draft. `cargo xtask train` calls it.

    python train.py --books FOLDER --out web/models --work target/train/work

A step whose result lies in the work folder is not taken again, and a training run goes on from its last checkpoint.
"""

import argparse
import hashlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer

import corpus
import synthetic
from export import export
from model import Gpt2
from recipe import MANNER, MODELS, SEED, SYNTHETIC_CHARS, TOKENIZER_CHARS
from trainer import Trainer
from write import write

HERE = Path(__file__).parent
# What the data and the arithmetic depend on.
SCRIPTS = ("corpus", "facts", "frames", "model", "muon", "odds", "synthetic", "words", "write")
# Rows that a teacher writes at a time.
AT_ONCE = 256


@dataclass
class Pipeline:
    """What is trained, from what, and where it goes."""

    recipes: dict
    books: Path
    out: Path
    work: Path
    # Characters of synthetic text.
    tokenizer_chars: int = TOKENIZER_CHARS
    chars: int = SYNTHETIC_CHARS
    compiled: bool = True
    device: str = "cpu"
    show_every: int = 50

    def tokenizer(self):
        """The tokenizer of all models, trained or read from the work folder."""
        path = self.work / "tokenizer.json"
        if not path.exists():
            d_vocab = next(iter(self.recipes.values())).config.d_vocab
            print(f"tokenizer: {d_vocab} entries", flush=True)
            books = corpus.read_books(self.books, held_out=False).values()
            made = corpus.train_tokenizer(books, synthetic.documents(self.tokenizer_chars, SEED), d_vocab)
            made.save(str(path.with_suffix(".tmp")))
            path.with_suffix(".tmp").replace(path)
        return Tokenizer.from_file(str(path))

    def inputs(self):
        """What the result depends on, each as a SHA-256: books, scripts and frames, recipes."""
        def digest(parts):
            return hashlib.sha256(b"\0".join(parts)).hexdigest()

        books = corpus.read_books(self.books, held_out=False)
        files = [HERE / f"{name}.py" for name in SCRIPTS] + sorted((HERE / "text").iterdir())
        return {"books": digest(text.encode() for text in books.values()),
                "scripts": digest(path.read_bytes() for path in files),
                "recipes": digest([repr((self.recipes, SEED, self.tokenizer_chars, self.chars)).encode()])}

    def claim(self):
        """Ties the work folder to its inputs: what other books or another recipe left there must not be gone on with."""
        path, inputs = self.work / "inputs.json", self.inputs()
        if not path.exists():
            path.write_text(json.dumps(inputs) + "\n", encoding="utf-8")
        other = [name for name, digest in json.loads(path.read_text(encoding="utf-8")).items() if inputs[name] != digest]
        if other:
            raise SystemExit(f"{self.work} was begun with other {' and '.join(other)}: choose another folder with --work, "
                             "or delete it to train anew")

    def trained(self, name):
        """A finished model, from its checkpoint, in f32."""
        model = Gpt2(self.recipes[name].config)
        model.load_state_dict(torch.load(self.work / name / "last.pt", map_location="cpu", weights_only=True)["model"])
        return model.to(self.device).eval()

    def written(self, name, teacher, eot, rows):
        """The rows that the teacher of a model wrote after the first token of training rows; from the work folder, if they are there."""
        path, n = self.work / name / "written.npy", self.recipes[name].written_rows
        if not path.exists():
            print(f"{self.recipes[name].teacher} writes {n} rows", flush=True)
            starts = torch.from_numpy(np.stack([rows.row(k)[:1] for k in range(n)])).to(self.device)
            with torch.autocast(self.device, torch.bfloat16):
                ids = [write(teacher, part, eot, MANNER, SEED + k) for k, part in enumerate(starts.split(AT_ONCE))]
            path.parent.mkdir(parents=True, exist_ok=True)
            np.save(path.with_suffix(".tmp.npy"), torch.cat(ids).cpu().numpy())
            path.with_suffix(".tmp.npy").replace(path)
        return corpus.Rows(np.load(path))

    def run(self, until=None):
        """Trains every model and writes its files. With `until`, each run stops after so many steps, as if interrupted."""
        self.work.mkdir(parents=True, exist_ok=True)
        corpus.read_books(self.books, held_out=True)
        self.claim()
        tokenizer = self.tokenizer()
        eot = tokenizer.token_to_id(corpus.EOT)
        (n_ctx,) = {recipe.config.n_ctx for recipe in self.recipes.values()}
        made, books = corpus.streams(tokenizer, self.books, self.chars, SEED, n_ctx)
        sizes = {"books": len(books.ids), "synthetic": len(made.ids)}
        for name, recipe in self.recipes.items():
            mixed = [(made, recipe.synthetic_share), (books, 1 - recipe.synthetic_share)]
            teacher = self.trained(recipe.teacher) if recipe.teacher else None
            if recipe.written_rows:
                own, left = self.written(name, teacher, eot, corpus.Batches(mixed, recipe.rows)), 1 - recipe.written_share
                mixed = [(own, recipe.written_share), *((stream, share * left) for stream, share in mixed)]
            trainer = Trainer(recipe, corpus.Batches(mixed, recipe.rows), self.work / name, self.device, SEED, teacher, self.compiled)
            print(f"{name}: {trainer.model.n_params()} parameters, {recipe.tokens} tokens to train on, drawn from "
                  f"{sizes['books']} of books and {sizes['synthetic']} synthetic, on {self.device}", flush=True)
            model = trainer.run(until, self.show_every)
            folder = self.out / name
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(self.work / "tokenizer.json", folder / "tokenizer.json")
            export(model, eot, folder)
            log = {"steps": trainer.step, "seconds": round(trainer.spent, 1), "losses": trainer.losses, "tokens": sizes,
                   "how": trainer.how}
            (self.work / name / "run.json").write_text(json.dumps(log) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--books", type=Path, required=True, help="folder of plain-text books")
    parser.add_argument("--out", type=Path, required=True, help="folder of the model folders")
    parser.add_argument("--work", type=Path, required=True, help="folder of the checkpoints")
    parser.add_argument("--threads", type=int, help="processor threads (default: all)")
    parser.add_argument("--eager", action="store_true", help="no torch.compile: slower, needs no C++ compiler")
    args = parser.parse_args()
    torch.set_flush_denormal(True)
    if args.threads:
        torch.set_num_threads(args.threads)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    Pipeline(MODELS, args.books, args.out, args.work, compiled=not args.eager, device=device).run()


if __name__ == "__main__":
    main()
