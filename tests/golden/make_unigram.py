"""Writes two small Unigram tokenizers, and hashes of what the `tokenizers` package gives by them for 10,098 strings.

    python make_unigram.py

`tokenizer_unigram.json` has no bytes to fall back to, as T5's has none; `tokenizer_unigram_bytes.json` has, as llm-jp's has. Both are trained on the
test strings. `tokenizer_unigram_hashes.json` has ways to use them as other models do: another normalizer and pre_tokenizer each, and
the hashes. The charsmap in it is compiled by SentencePiece from rules written here, which are some of NFKC.
Made with tokenizers 0.23.3, sentencepiece 0.2.3 and protobuf 7.36.
"""

import argparse
import base64
import itertools
import json
import tempfile
import unicodedata
from pathlib import Path

import sentencepiece
import tokenizers
from sentencepiece import sentencepiece_model_pb2

import tokenizer_strings
from hashes import HERE, fnv1a64, hash_stream
from tokenizer_strings import LONGEST, PAIRS, joined

EACH = 50  # strings in a hash of ids
EACH_PLACES = 1000
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]
# Blocks whose characters the charsmap replaces: spaces, ligatures, widths, marks, numbers.
BLOCKS = [(0xA0, 0xBE), (0x2000, 0x200F), (0x2024, 0x2033), (0x2070, 0x208E), (0x2100, 0x2138), (0x2460, 0x247F), (0x3000, 0x3000)]
BLOCKS += [(0x3300, 0x3357), (0xFB00, 0xFB06), (0xFDFA, 0xFDFB), (0xFF01, 0xFF9F)]
CHARSMAP = "charsmap"  # where that of the file is put
SPACES = {"type": "Replace", "pattern": {"Regex": " {2,}"}}


def charsmap() -> str:
    """What SentencePiece compiles of rules: NFKC of some blocks, kana and vowels with a mark behind them, some controls left out."""
    rules = {}
    for first, last in BLOCKS:
        for code in range(first, last + 1):
            rules[chr(code)] = unicodedata.ucd_3_2_0.normalize("NFKC", chr(code))
    for letter, mark in itertools.chain(
        itertools.product("ｶｷｸｹｺﾊﾋﾌﾍﾎ", "ﾞﾟ"), itertools.product("aeiouAEIOU", "\u0300\u0301\u0302\u0308")
    ):
        rules[letter + mark] = unicodedata.ucd_3_2_0.normalize("NFKC", letter + mark)
    rules |= {chr(code): "" for code in [*range(1, 9), 0xB, *range(0xE, 0x20), 0x7F, 0xAD]}
    rules |= {c: " " for c in "\t\n\x0c\r\u1680\u200b\u200e\u2028\ufeff"}
    codes = lambda text: " ".join(f"{ord(c):X}" for c in text)
    lines = [f"{codes(a)}\t{codes(b)}\n" for a, b in sorted(rules.items()) if a != b]
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "rules.tsv").write_text("".join(lines))
        (folder / "text").write_text("a b c d e f\n" * 9)
        sentencepiece.SentencePieceTrainer.train(
            input=str(folder / "text"),
            model_prefix=str(folder / "m"),
            vocab_size=10,
            hard_vocab_limit=False,
            normalization_rule_tsv=str(folder / "rules.tsv"),
            minloglevel=2,
        )
        model = sentencepiece_model_pb2.ModelProto.FromString((folder / "m.model").read_bytes())
    return base64.b64encode(model.normalizer_spec.precompiled_charsmap).decode()


def trained(strings: list, special: list, size: int) -> list:
    """Pieces of the strings with their scores, rounded, so that some ways to cut are equally good."""
    tokenizer = tokenizers.Tokenizer(tokenizers.models.Unigram())
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace()
    trainer = tokenizers.trainers.UnigramTrainer(
        vocab_size=size, special_tokens=special, unk_token="<unk>", show_progress=False, max_piece_length=12
    )
    # Rare characters have no piece.
    often = [c for c, n in count(strings).items() if n >= 12]
    kept = ["".join(c for c in string if c in often) for string in strings]
    tokenizer.train_from_iterator(kept, trainer)
    vocab = json.loads(tokenizer.to_str())["model"]["vocab"]
    return [[text, round(score, 2)] for text, score in vocab]


def count(strings: list) -> dict:
    counts = {}
    for c in "".join(strings):
        counts[c] = counts.get(c, 0) + 1
    return counts


def file(vocab: list, special: list, byte_fallback: bool, template: list) -> dict:
    """A `tokenizer.json`. Of `template` only the tokens before "A" begin a text."""
    flags = dict(single_word=False, lstrip=False, rstrip=False, normalized=False, special=True)
    texts = [text for text, _ in vocab]
    parts = [{"Sequence": dict(id="A", type_id=0)} if part == "A" else {"SpecialToken": dict(id=part, type_id=0)} for part in template]
    tokens = {part: dict(id=part, ids=[texts.index(part)], tokens=[part]) for part in template if part != "A"}
    return dict(
        version="1.0",
        truncation=None,
        padding=None,
        added_tokens=[dict(id=texts.index(text), content=text, **flags) for text in special],
        normalizer=None,
        pre_tokenizer=dict(type="Metaspace", replacement="▁", prepend_scheme="always", split=True),
        post_processor=dict(type="TemplateProcessing", single=parts, pair=parts, special_tokens=tokens),
        decoder=None,
        model=dict(type="Unigram", unk_id=texts.index("<unk>"), vocab=vocab, byte_fallback=byte_fallback),
    )


def ways() -> dict:
    """Uses of the two files: name: (file, normalizer, pre_tokenizer)."""
    sequence = lambda key, steps: {"type": "Sequence", key: steps}
    metaspace = lambda scheme, split=True: dict(type="Metaspace", replacement="▁", prepend_scheme=scheme, split=split)
    precompiled = dict(type="Precompiled", precompiled_charsmap=CHARSMAP)
    old = sequence("pretokenizers", [dict(type="WhitespaceSplit"), dict(type="Metaspace", replacement="▁", add_prefix_space=True)])
    replace = lambda text, content: dict(type="Replace", pattern=dict(String=text), content=content)
    kinds = lambda *kinds: [dict(type=kind) for kind in kinds]
    plain, bytes = "tokenizer_unigram", "tokenizer_unigram_bytes"
    strip = dict(type="Strip", strip_left=False, strip_right=True)
    before = lambda regex: dict(type="Replace", pattern=dict(Regex=regex), content="▁")
    quotes = [replace("``", '"'), replace("''", '"')]
    return {
        "plain": (plain, None, metaspace("always")),
        "t5_old": (plain, precompiled, old),
        "t5": (plain, sequence("normalizers", [precompiled, strip, SPACES | dict(content="▁")]), metaspace("always")),
        "albert": (
            plain,
            sequence("normalizers", quotes + kinds("NFKD", "StripAccents", "Lowercase") + [precompiled, SPACES | dict(content=" ")]),
            old,
        ),
        "nmt": (plain, sequence("normalizers", kinds("Nmt", "NFKC") + [SPACES | dict(content=" ")]), metaspace("always")),
        "bytes": (bytes, None, metaspace("first")),
        "bytes_nfkc": (bytes, sequence("normalizers", kinds("NFD", "NFKC")), metaspace("never", False)),
        "bytes_bare": (bytes, replace(" ", "▁"), None),
        # As llm-jp has it, now and before.
        "llm_jp": (bytes, sequence("normalizers", [before(r"(?<!\n)^"), before(" ")]), None),
        "llm_jp_old": (bytes, sequence("normalizers", [before(r"(?<!\n)^| "), before(" ")]), None),
    }


def places(string: str, tokens: list, offsets: list) -> list:
    """Places of the tokens in bytes, as `crates/model/src/tokenizer/places.rs` makes them of the library's, which are in characters."""
    ends = [0, *itertools.accumulate(len(c.encode()) for c in string)]
    text = string.encode()
    found, before = [], 0
    pairs = list(zip(tokens, offsets))
    while pairs:
        (token, at), start = pairs[0], max(ends[pairs[0][1][0]], before)
        shared = len(pairs) > 1 and pairs[1][1][0] == at[0]
        if shared and token == b" ":
            found.append((start, start))
            pairs = pairs[1:]
            continue
        end = before = max(ends[at[1]], start)
        group = [token for token, _ in itertools.takewhile(lambda pair: pair[1] == at, pairs)]
        in_turn = b"".join(group) == text[start:end]
        for token in group:
            to = start + len(token) if in_turn else end
            found.append((start, to))
            start = to
        pairs = pairs[len(group) :]
    return found


def hashes(lines: list, each: int) -> list:
    parts = ["".join(lines[at : at + each]) for at in range(0, len(lines), each)]
    return [f"{fnv1a64(part.encode()):016x}" for part in parts]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=HERE, help="where to write (default: beside this script)")
    parser.add_argument("--keep", action="store_true", help="use the two tokenizers that are there")
    args = parser.parse_args()
    strings = tokenizer_strings.make(hash_stream("tokenizer_strings"))
    short = [string for string in strings if len(string.encode()) <= LONGEST]
    all_strings = strings + [joined(short, i) for i in range(PAIRS)]
    files = {}
    for name, special, with_bytes, template in (
        ("tokenizer_unigram", ["<pad>", "</s>", "<unk>"], False, ["A", "</s>"]),
        ("tokenizer_unigram_bytes", ["<unk>", "<s>", "</s>"], True, ["<s>", "A"]),
    ):
        path = args.out / f"{name}.json"
        if not args.keep:
            vocab = trained(strings, special, 900 if with_bytes else 1100)
            if with_bytes:
                vocab[3:3] = [[byte, 0.0] for byte in BYTES]
            path.write_text(json.dumps(file(vocab, special, with_bytes, template)) + "\n", encoding="ascii", newline="\n")
        files[name] = json.loads(path.read_text())
    found = {}
    compiled = charsmap()
    for name, (of, normalizer, pre_tokenizer) in ways().items():
        parts = files[of] | dict(normalizer=normalizer, pre_tokenizer=pre_tokenizer)
        tokenizer = tokenizers.Tokenizer.from_str(json.dumps(parts).replace(f'"{CHARSMAP}"', f'"{compiled}"'))
        encodings = [tokenizer.encode(string, add_special_tokens=False) for string in all_strings]
        rows = [encoding.ids for encoding in encodings]
        with_bytes = parts["model"]["byte_fallback"]
        texts = [text.replace("▁", " ").encode() for text, _ in parts["model"]["vocab"]]
        own = [places(s, [texts[id] for id in e.ids], e.offsets) for s, e in zip(all_strings, encodings)]
        # The package gives all bytes of neighbours the place of all of them.
        own = [] if with_bytes else own
        found[name] = dict(
            file=of,
            normalizer=normalizer,
            pre_tokenizer=pre_tokenizer,
            ids=hashes(["".join(f"{id} " for id in row) + "\n" for row in rows], EACH),
            places=hashes(["".join(f"{a}-{b} " for a, b in row) + "\n" for row in own], EACH_PLACES),
        )
        unknown = parts["model"]["unk_id"]
        print(f"{name}: {sum(map(len, rows))} tokens, {sum(row.count(unknown) for row in rows)} unknown, {len(set().union(*rows))} of {len(texts)} used")
    head = dict(tokenizers=tokenizers.__version__, strings=len(all_strings), each=EACH, each_places=EACH_PLACES, charsmap=compiled)
    text = json.dumps(head | dict(ways=found), indent=0)
    (args.out / "tokenizer_unigram_hashes.json").write_text(text + "\n", encoding="ascii", newline="\n")


if __name__ == "__main__":
    main()
