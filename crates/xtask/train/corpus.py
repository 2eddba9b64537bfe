"""What the models are trained on: books, synthetic documents, their tokenizer, and the rows of each step."""

from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

import facts
import odds
import synthetic

# Prompts of which no sentence may be in the training text. Chosen before the first training run of these models.
ORDINARY = (Path(__file__).parent / "text" / "ordinary.prompts").read_text(encoding="utf-8").splitlines()
EOT = "<|endoftext|>"
# Held out whole, by the names of their files.
HELD_OUT_BOOKS = ("carmilla", "study_in_scarlet")
CHAPTER_CHARS = 12_000
# How often the answers of the lessons are shown to the tokenizer, so that each becomes one token.
ANSWERS_SHOWN = 300


def read_books(folder, held_out):
    """The training books of a folder of plain text, or the held-out ones, as `{name: text}`."""
    paths = sorted(Path(folder).glob("*.txt"))
    if not paths:
        raise SystemExit(f"{folder} holds no .txt files: name a folder of plain-text books with --books")
    missing = sorted(set(HELD_OUT_BOOKS) - {p.stem for p in paths})
    if missing:
        raise SystemExit(f"{folder} lacks {' and '.join(f'{name}.txt' for name in missing)}, held out for measuring: "
                         "put it there, or name two of your own books in HELD_OUT_BOOKS in corpus.py")
    return {p.stem: p.read_text(encoding="utf-8") for p in paths if (p.stem in HELD_OUT_BOOKS) == held_out}


def chapters(text):
    """Splits a book between paragraphs into chunks of about a chapter."""
    chunk, size = [], 0
    for paragraph in text.split("\n\n"):
        heading = paragraph.upper().startswith(("CHAPTER ", "STAVE ")) and size > 2000
        if chunk and (heading or size > CHAPTER_CHARS):
            yield "\n\n".join(chunk)
            chunk, size = [], 0
        chunk.append(paragraph)
        size += len(paragraph)
    yield "\n\n".join(chunk)


def train_tokenizer(books, made, d_vocab):
    """A byte-level BPE tokenizer in the manner of GPT-2; `<|endoftext|>` is the last id."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=d_vocab - 1,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        special_tokens=[],
        show_progress=False,
    )
    outcomes = {outcome.split()[0] for stated in odds.LESSONS.values() for outcome in stated}
    shown = [" " + " ".join([*facts.answers(), *sorted(outcomes)])] * ANSWERS_SHOWN
    tokenizer.train_from_iterator([*books, *made, *shown], trainer)
    tokenizer.add_special_tokens([EOT])
    return tokenizer


class Stream:
    """Documents joined by `<|endoftext|>` and cut into windows, each window once an epoch, in a seeded order.

    `row(k)` depends on `k` alone, so that a resumed run sees what an unbroken one would have seen.
    """

    def __init__(self, tokenizer, documents, n_ctx, seed):
        eot = tokenizer.token_to_id(EOT)
        newline = tokenizer.token_to_id("Ċ")
        ids = [i for doc in tokenizer.encode_batch(list(documents)) for i in (*doc.ids, eot)]
        self.ids = np.array(ids, dtype=np.int64)
        after = np.zeros(len(ids), dtype=bool)
        after[1:] = self.ids[:-1] == eot
        after[2:] |= (self.ids[:-2] == newline) & (self.ids[1:-1] == newline)
        self.starts = np.flatnonzero(after)
        self.n_ctx, self.seed = n_ctx, seed
        self.n = (len(ids) - 1) // n_ctx - 1
        if self.n < 1:
            raise SystemExit(f"{len(ids)} tokens are too few for one row of {n_ctx}: add text")
        self.epoch = None

    def row(self, k):
        """Window `k`: `[n_ctx + 1]` ids. Half of the windows begin with a paragraph, as a prompt does."""
        epoch, i = divmod(k, self.n)
        if epoch != self.epoch:
            rng = np.random.default_rng([self.seed, epoch])
            self.epoch, self.phase = epoch, rng.integers(self.n_ctx)
            self.order, self.snap = rng.permutation(self.n), rng.random(self.n) < 0.5
        at = self.phase + self.order[i] * self.n_ctx
        if self.snap[i]:
            j = np.searchsorted(self.starts, at)
            if j < len(self.starts) and self.starts[j] + self.n_ctx < len(self.ids):
                at = self.starts[j]
        return self.ids[at : at + self.n_ctx + 1]


class Rows:
    """Rows of ids, `[n, n_ctx + 1]`, again and again in the same order."""

    def __init__(self, ids):
        self.ids = ids

    def row(self, k):
        """Row `k`: `[n_ctx + 1]` ids."""
        return self.ids[k % len(self.ids)]


class Batches:
    """Mixes streams: `streams` are pairs of a stream and its share of the rows, which is kept exactly, row by row."""

    def __init__(self, streams, rows):
        self.rows, self.streams = rows, []
        left = 1.0
        # Each share as one of what the streams before it leave.
        for stream, share in streams:
            self.streams.append((stream, share / left))
            left -= share

    def row(self, k):
        """Row `k` of the mixture: `[n_ctx + 1]` ids."""
        for stream, share in self.streams[:-1]:
            before, after = int(k * share), int((k + 1) * share)
            if after > before:
                return stream.row(before)
            k -= before
        return self.streams[-1][0].row(k)

    def batch(self, step):
        """Inputs and targets of one step, each `[rows, n_ctx]`."""
        ids = torch.from_numpy(np.stack([self.row(k) for k in range(step * self.rows, (step + 1) * self.rows)]))
        return ids[:, :-1].contiguous(), ids[:, 1:].contiguous()


def without_prompts(documents):
    """The documents, none of which may hold an ordinary prompt."""
    for document in documents:
        known = [prompt for prompt in ORDINARY if prompt in document]
        if known:
            raise SystemExit(f"the training text holds {known[0]!r}: change the text or the prompt")
        yield document


def streams(tokenizer, books, synthetic_chars, seed, n_ctx):
    """The synthetic text and the training books of a folder."""
    texts = (chapter for text in read_books(books, held_out=False).values() for chapter in chapters(text))
    made = without_prompts(synthetic.documents(synthetic_chars, seed))
    return Stream(tokenizer, made, n_ctx, seed + 1), Stream(tokenizer, without_prompts(texts), n_ctx, seed)
