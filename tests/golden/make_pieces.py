"""Writes two small tokenizers that are built like SentencePiece's BPE, and the ids that the `tokenizers` package gives by them.

    python make_pieces.py

`tokenizer_pieces.json` is built like Llama 2's: a space before the text, every space "▁", bytes for what no token is. It begins a text with
<s>. `tokenizer_pieces_split.json` is built like Gemma's: no space before the text, and words cut behind their spaces. Their tokens are made of the
test strings. Made with tokenizers 0.23.3.
"""

import argparse
import json
from pathlib import Path

import tokenizers

import tokenizer_strings
from hashes import HERE, fnv1a64, hash_stream
from make_golden import write_rows

SPECIAL = ["<unk>", "<s>", "</s>"]
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]


def trained(strings: list):
    """Characters and merges of the strings: (vocabulary in order, merges)."""
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace()
    # So few characters that many are written as bytes.
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=900, limit_alphabet=150, show_progress=False)
    tokenizer.train_from_iterator(strings, trainer)
    model = json.loads(tokenizer.to_str())["model"]
    return sorted(model["vocab"], key=model["vocab"].get), model["merges"]


def file(words: list, merges: list, normalizer: dict, pre_tokenizer) -> dict:
    """A `tokenizer.json`."""
    texts = SPECIAL + BYTES + [word for word in words if word not in SPECIAL + BYTES]
    flags = dict(single_word=False, lstrip=False, rstrip=False, normalized=False, special=True)
    start = {"SpecialToken": dict(id="<s>", type_id=0)}
    return dict(
        version="1.0",
        truncation=None,
        padding=None,
        added_tokens=[dict(id=i, content=text, **flags) for i, text in enumerate(SPECIAL)],
        normalizer=normalizer,
        pre_tokenizer=pre_tokenizer,
        post_processor=dict(
            type="TemplateProcessing",
            single=[start, {"Sequence": dict(id="A", type_id=0)}],
            pair=[start, {"Sequence": dict(id="A", type_id=0)}, start, {"Sequence": dict(id="B", type_id=1)}],
            special_tokens={"<s>": dict(id="<s>", ids=[1], tokens=["<s>"])},
        ),
        decoder=None,
        model=dict(
            type="BPE",
            dropout=None,
            unk_token="<unk>",
            continuing_subword_prefix=None,
            end_of_word_suffix=None,
            fuse_unk=True,
            byte_fallback=True,
            ignore_merges=False,
            vocab={text: i for i, text in enumerate(texts)},
            merges=[" ".join(merge) if isinstance(merge, list) else merge for merge in merges],
        ),
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=HERE, help="where to write (default: beside this script)")
    args = parser.parse_args()
    strings = tokenizer_strings.make(hash_stream("tokenizer_strings"))
    words, merges = trained(strings)
    spaces = dict(type="Replace", pattern=dict(String=" "), content="▁")
    llama = dict(type="Sequence", normalizers=[dict(type="Prepend", prepend="▁"), spaces])
    split = dict(type="Split", pattern=dict(String=" "), behavior="MergedWithPrevious", invert=False)
    for name, value in (
        ("tokenizer_pieces", file(words, merges, llama, None)),
        ("tokenizer_pieces_split", file(words, merges, spaces, split)),
    ):
        text = json.dumps(value)
        (args.out / f"{name}.json").write_text(text + "\n", encoding="ascii", newline="\n")
        tokenizer = tokenizers.Tokenizer.from_str(text)
        rows = [tokenizer.encode(string, add_special_tokens=False).ids for string in strings]
        assert not any(0 in row and "<unk>" not in string for row, string in zip(rows, strings)), "nothing is unknown"
        size = tokenizer.get_vocab_size(with_added_tokens=True)
        vocab = "".join(f"{tokenizer.id_to_token(i)}\n" for i in range(size))
        head = dict(tokenizers=tokenizers.__version__, vocab_size=size, vocab_fnv1a64=f"{fnv1a64(vocab.encode()):016x}")
        write_rows(args.out / f"{name}_ids.json", head, "ids", rows)


if __name__ == "__main__":
    main()
