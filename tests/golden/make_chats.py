"""Writes the tokens that Transformers makes of conversations: those of the template's text, and no others.

    python make_chats.py

The templates and conversations are those of `templates.json`, the tokenizers the small ones beside it, which begin any other text with <s>. Some
templates write <s> themselves, some do not. Made with Transformers 5.24.
"""

import argparse
import json
from pathlib import Path

import transformers

from hashes import HERE
from make_golden import write_rows

TOKENIZERS = ["tokenizer_pieces", "tokenizer_pieces_split"]
TEMPLATES = ["chatml", "gemma", "llama2", "mistral1", "phi3", "plain", "zephyr"]
CONVERSATION = "turns"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=HERE, help="where to write (default: beside this script)")
    args = parser.parse_args()
    golden = json.loads((HERE / "templates.json").read_text(encoding="utf-8"))
    messages = [dict(role=role, content=content) for role, content in golden["conversations"][CONVERSATION]]
    chats = []
    for name in TOKENIZERS:
        tokenizer = transformers.PreTrainedTokenizerFast(
            tokenizer_file=str(HERE / f"{name}.json"), bos_token="<s>", eos_token="</s>", unk_token="<unk>"
        )
        for template in TEMPLATES:
            how = dict(chat_template=golden["templates"][template], add_generation_prompt=True)
            text = tokenizer.apply_chat_template(messages, tokenize=False, **how)
            ids = tokenizer.apply_chat_template(messages, tokenize=True, return_dict=False, **how)
            chats.append([name, template, text, list(ids)])
    write_rows(args.out / "chats.json", dict(transformers=transformers.__version__), "chats", chats)


if __name__ == "__main__":
    main()
