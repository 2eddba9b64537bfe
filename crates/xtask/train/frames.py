"""Frames: patterns of short texts, and how one text is drawn from a pattern.

A frame file holds frames separated by blank lines. Every line of a frame gives a sentence; `|` separates
the variants of a line, `[x|y]` is a choice inside it (nested at will), `{place}` a slot that keeps its
value within the text, `a(n)` becomes "a" or "an" by the word that follows, and `\\n` is a line break.
An empty variant leaves its line out; an indented line goes on with the line above.
"""

import re
from pathlib import Path

from words import Cast

# A word that takes "an".
VOWEL = re.compile(r"(?!use|uni|one|eu)[aeiou]|hour|hono|honest", re.IGNORECASE)


def read(path):
    """The frames of a file, each a list of parsed lines."""
    text = "\n".join(line for line in Path(path).read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    text = re.sub(r"\n +", "", text)
    frames = [frame.strip().splitlines() for frame in re.split(r"\n\s*\n", text) if frame.strip()]
    return [[parse(line.strip()) for line in frame] for frame in frames]


def parse(line):
    """A line as a choice: a list of variants, each a list of strings and nested choices."""
    stack = [[[]]]
    for piece in re.findall(r"[\[\]|]|[^\[\]|]+", line):
        if piece == "[":
            stack.append([[]])
        elif piece == "]":
            inner = stack.pop()
            if not stack:
                raise ValueError(f"a ] without its [ in: {line}")
            stack[-1][-1].append(inner)
        elif piece == "|":
            stack[-1].append([])
        else:
            stack[-1][-1].append(piece)
    if len(stack) != 1:
        raise ValueError(f"a [ without its ] in: {line}")
    return stack[0]


def choose(rng, choice):
    """One variant of a choice, with the choices inside it made."""
    return "".join(part if isinstance(part, str) else choose(rng, part) for part in rng.choice(choice))


def expand(rng, frame, **slots):
    """One text of a frame. `slots` are added to those of a fresh cast."""
    slots = {**Cast(rng).slots, **slots}
    lines = [choose(rng, line).strip().format(**slots).replace("\\n", "\n") for line in frame]
    return finish(" ".join(capital(line) for line in lines if line))


def finish(text):
    """No spaces around line breaks, and each `a(n)` as "a" or "an" by the sound of the next word."""
    text = re.sub(r" *\n *", "\n", text).strip()
    return re.sub(r"\b([Aa])\(n\) (?=\W*(\w+))", lambda m: f"{m[1]}{'n' if VOWEL.match(m[2]) else ''} ", text)


def capital(line):
    """The line with its first letter capital, wherever a quotation mark or a line break precedes it."""
    return re.sub(r"^(\W*)(\w)", lambda m: m[1] + m[2].upper(), line)
