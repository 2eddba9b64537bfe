"""A byte-level BPE tokenizer of any size: the 256 bytes, then pairs of bytes, then three. Our engine insists on one."""

import itertools
import json
from pathlib import Path


def byte_letters() -> list:
    """`[256]`: the letter that stands for each byte in GPT-2's files."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    strange = itertools.count(256)
    return [chr(byte if byte in plain else next(strange)) for byte in range(256)]


def write(path: Path, vocab_size: int):
    """Writes a tokenizer.json with exactly `vocab_size` tokens, 256 to 16,843,008."""
    letters = byte_letters()
    pairs = itertools.product(letters, letters)
    triples = ((a + b, c) for a, b, c in itertools.product(letters, repeat=3))
    merges = list(itertools.islice(itertools.chain(pairs, triples), vocab_size - len(letters)))
    tokens = letters + [left + right for left, right in merges]
    assert len(tokens) == vocab_size, f"{vocab_size} tokens cannot be made of up to three bytes"
    level = dict(type="ByteLevel", add_prefix_space=False, trim_offsets=True, use_regex=True)
    model = dict(
        type="BPE",
        dropout=None,
        unk_token=None,
        continuing_subword_prefix=None,
        end_of_word_suffix=None,
        fuse_unk=False,
        byte_fallback=False,
        ignore_merges=False,
        vocab={token: i for i, token in enumerate(tokens)},
        merges=[f"{left} {right}" for left, right in merges],
    )
    tokenizer = dict(
        version="1.0",
        truncation=None,
        padding=None,
        added_tokens=[],
        normalizer=None,
        pre_tokenizer=level,
        post_processor=None,
        decoder=level,
        model=model,
    )
    path.write_text(json.dumps(tokenizer), encoding="utf-8")
