"""What the tokenizers of the other golden ids give for pairs of their strings, in turn with something between: 7,400 more.

Only a hash of the ids is kept, one for ten pairs.
"""

import argparse
import json
from pathlib import Path

import tokenizers

from hashes import HERE, fnv1a64
from tokenizer_strings import LONGEST, PAIRS, joined

EACH = 10


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--gpt2-tokenizer", type=Path, required=True, help="GPT-2's tokenizer.json")
    args = parser.parse_args()
    strings = json.loads((HERE / "tokenizer_strings.json").read_text())["strings"]
    strings = [string for string in strings if len(string.encode()) <= LONGEST]
    found = {}
    for name, path in {
        "gpt2": args.gpt2_tokenizer,
        "pocket": HERE / "../../web/models/pocket/tokenizer.json",
        "pieces": HERE / "tokenizer_pieces.json",
        "pieces_split": HERE / "tokenizer_pieces_split.json",
    }.items():
        tokenizer = tokenizers.Tokenizer.from_file(str(path))
        rows = [tokenizer.encode(joined(strings, i), add_special_tokens=False).ids for i in range(PAIRS)]
        lines = ["".join(f"{id} " for id in row) + "\n" for row in rows]
        parts = ["".join(lines[at : at + EACH]) for at in range(0, PAIRS, EACH)]
        found[name] = [f"{fnv1a64(part.encode()):016x}" for part in parts]
    text = json.dumps(dict(tokenizers=tokenizers.__version__, pairs=PAIRS, each=EACH, hashes=found), indent=0)
    (HERE / "tokenizer_joined.json").write_text(text + "\n", encoding="ascii", newline="\n")


if __name__ == "__main__":
    main()
