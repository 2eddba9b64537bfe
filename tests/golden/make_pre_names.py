"""Hashes of the words that the `tokenizers` package cuts 10,098 strings into, for each name that `tokenizer.ggml.pre` of a `.gguf` file may have.

    python make_pre_names.py

For each name: the `normalizer` and the `pre_tokenizer` of the `tokenizer.json` that a model of that name is published with, as far as they say how words
are cut. `default` is llama.cpp's own way where a file says nothing. The package looks for patterns with Oniguruma, Logitscope with fancy-regex. Made with
tokenizers 0.23.3.
"""

import json

import tokenizers

import tokenizer_strings
from hashes import HERE, fnv1a64, hash_stream
from tokenizer_strings import LONGEST, PAIRS, joined

EACH = 500  # strings in a hash

NFC = {"type": "NFC"}
GPT2 = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
BYTES = GPT2 | {"use_regex": False}


def sequence(*steps) -> dict:
    return {"type": "Sequence", "pretokenizers": list(steps)}


def split(regex: str) -> dict:
    return {"type": "Split", "pattern": {"Regex": regex}, "behavior": "Isolated", "invert": False}


def llama3(digits: str) -> dict:
    """Llama 3's pattern, with its way to take digits."""
    parts = ["(?i:'s|'t|'re|'ve|'m|'ll|'d)", r"[^\r\n\p{L}\p{N}]?\p{L}+", digits, r" ?[^\s\p{L}\p{N}]+[\r\n]*", r"\s*[\r\n]+", r"\s+(?!\S)", r"\s+"]
    return split("|".join(parts))


UPPER, LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
BEFORE = r"[^\r\n\p{L}\p{N}]?"
TEKKEN = [f"{BEFORE}{UPPER}*{LOWER}+", f"{BEFORE}{UPPER}+{LOWER}*", r"\p{N}", r" ?[^\s\p{L}\p{N}]+[\r\n/]*", r"\s*[\r\n]+", r"\s+(?!\S)", r"\s+"]
GPT2_WORDS = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"

SHORT = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
GPT4O = [TEKKEN[0] + SHORT, TEKKEN[1] + SHORT, r"\p{N}{1,3}", *TEKKEN[3:]]

DIGITS = sequence({"type": "Digits", "individual_digits": True}, GPT2)
LLAMA3 = sequence(llama3(r"\p{N}{1,3}"), BYTES)
QWEN2 = sequence(llama3(r"\p{N}"), BYTES | {"trim_offsets": False})
DEFAULT = sequence(split(r"[\p{P}\$\+<=>\^~\|]+"), split(GPT2_WORDS), split(r"\p{N}+"), split("[0-9][0-9][0-9]"), BYTES)

# name: (normalizer, pre_tokenizer, whose).
PUBLISHED = {
    "default": (None, DEFAULT, "llama.cpp"),
    "gpt-2": (None, GPT2, "openai-community/gpt2"),
    "phi-2": (None, GPT2, "microsoft/phi-2"),
    "olmo": (NFC, GPT2, "allenai/OLMo-1.7-7B-hf"),
    "mpt": (NFC, GPT2, "mosaicml/mpt-7b"),
    "llama-bpe": (None, LLAMA3, "meta-llama/Meta-Llama-3-8B"),
    "llama3": (None, LLAMA3, "meta-llama/Meta-Llama-3-8B"),
    "llama-v3": (None, LLAMA3, "meta-llama/Meta-Llama-3-8B"),
    "dbrx": (None, LLAMA3, "allenai/OLMo-2-1124-7B"),
    "gpt-4o": (None, sequence(split("|".join(GPT4O)), BYTES), "microsoft/Phi-4-mini-instruct"),
    "qwen2": (NFC, QWEN2, "Qwen/Qwen1.5-7B"),
    "deepseek-r1-qwen": (NFC, QWEN2, "deepseek-ai/DeepSeek-R1-Distill-Qwen-1.5B"),
    "smollm": (None, DIGITS, "HuggingFaceTB/SmolLM-135M"),
    "starcoder": (None, DIGITS, "bigcode/starcoder2-3b"),
    "refact": (None, DIGITS, "smallcloudai/Refact-1_6-base"),
    "tekken": (None, sequence(split("|".join(TEKKEN)), BYTES), "mistralai/Mistral-Nemo-Base-2407"),
}


def words(normalizer, pre_tokenizer, strings: list) -> list:
    """A line of words for each string, in GPT-2's byte alphabet, which has no spaces."""
    model = dict(type="BPE", vocab={}, merges=[])
    file = dict(version="1.0", added_tokens=[], normalizer=normalizer, pre_tokenizer=pre_tokenizer, post_processor=None, decoder=None, model=model)
    tokenizer = tokenizers.Tokenizer.from_str(json.dumps(file))
    normal = tokenizer.normalizer.normalize_str if normalizer else str
    return [" ".join(word for word, _ in tokenizer.pre_tokenizer.pre_tokenize_str(normal(s))) + "\n" for s in strings]


def main():
    strings = tokenizer_strings.make(hash_stream("tokenizer_strings"))
    short = [string for string in strings if len(string.encode()) <= LONGEST]
    strings += [joined(short, i) for i in range(PAIRS)]
    found, lines = {}, {}
    for name, (normalizer, pre_tokenizer, whose) in PUBLISHED.items():
        lines[name] = words(normalizer, pre_tokenizer, strings)
        parts = ["".join(lines[name][at : at + EACH]) for at in range(0, len(strings), EACH)]
        found[name] = dict(whose=whose, words=[f"{fnv1a64(part.encode()):016x}" for part in parts])
        other = next((own for own, other in lines.items() if other == lines[name]), name)
        print(f"{name}: as {other}" if other != name else f"{name}: {sum(len(line.split()) for line in lines[name])} words")
    head = dict(tokenizers=tokenizers.__version__, strings=len(strings), each=EACH)
    text = json.dumps(head | dict(names=found), indent=0)
    (HERE / "pre_names.json").write_text(text + "\n", encoding="ascii", newline="\n")


if __name__ == "__main__":
    main()
