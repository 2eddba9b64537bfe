"""The strings of tokenizer_strings.json: hand-written ones that are hard for a tokenizer, then random ones.

A character that is invisible, combines, has a look-alike or runs right to left is written as an escape.
"""

import unicodedata

WORDS = """the of and to in is that it was for on are as with his they at be this from have or by one had not but
what all were when we there can an your which their said if do will each about how up out them then she many some so
these would other into has more her two like him see time could no make than first been its who now people my made over
did down only way find use may water long little very after words called just where most know get through back much
before go good new write our used me man too any day same right look think also around another came come work three
word must because does part even place well such here take why things help put years different away again off went old
number great tell men say small every found still between name should home big give air line set own under read last
never us left end along while might next sound below saw something thought both few those always looked show large
often together asked house world going want school important until form food keep children feet land side without boy
once animals life enough took sometimes four head above kind began almost live page got earth need far hand high year
mother light parts country father let night following picture being study second eyes soon times story boys since
white days ever paper hard near sentence better best across during today others however sure means knew try told young
miles sun ways thing whole hear example heard several change answer room sea against top turned learn point city play
toward five using himself usually attention logits softmax transformer embedding tokenizer antidisestablishmentarianism
SolidGoldMagikarp petertodd internationalization supercalifragilisticexpialidocious OpenAI GPT iPhone JavaScript
WebGPU Rust unpack2x16float""".split()

PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

# Every character that some definition of white space includes, and look-alikes that most exclude.
SPACES = (
    "\t\n\x0b\x0c\r \x1c\x1d\x1e\x1f\x85\xa0\u1680\u180e\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008"
    "\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\u200b\u200c\u200d\u2060\ufeff"
)

CONTRACTIONS = ["'s", "'t", "'re", "'ve", "'m", "'ll", "'d"]

# First, last: blocks to draw from. Only code points that Unicode 3.2 (2002) assigned are used, so that
# letters are letters in every library's tables.
BLOCKS = {
    "latin": [(0x41, 0x5A), (0x61, 0x7A), (0xC0, 0x24F), (0x1E00, 0x1EFF)],
    "greek and cyrillic": [(0x370, 0x3FF), (0x400, 0x4FF)],
    "hebrew and arabic": [(0x5D0, 0x5EA), (0x600, 0x6FF), (0xFB50, 0xFDFF)],
    "indic and thai": [(0x900, 0x97F), (0x980, 0x9FF), (0xB80, 0xBFF), (0xE00, 0xE7F)],
    "georgian, armenian, ethiopic": [(0x10A0, 0x10FF), (0x531, 0x587), (0x1200, 0x137F)],
    "kana": [(0x3041, 0x30FF), (0xFF66, 0xFF9F)],
    "han": [(0x4E00, 0x9FA5), (0x3400, 0x4DB5), (0x20000, 0x2A6D6)],
    "hangul": [(0xAC00, 0xD7A3), (0x1100, 0x11F9)],
    "marks": [(0x300, 0x34F), (0x20D0, 0x20EA), (0xFE00, 0xFE0F)],
    "numbers": [
        (0x30, 0x39),
        (0xB2, 0xB3),
        (0xBC, 0xBE),
        (0x660, 0x669),
        (0x966, 0x96F),
        (0x2070, 0x2089),
        (0x2153, 0x2183),
        (0x2460, 0x24FE),
        (0x3007, 0x3007),
        (0x3021, 0x3029),
        (0xFF10, 0xFF19),
        (0x1D7CE, 0x1D7FF),
    ],
    "symbols": [
        (0xA1, 0xBF),
        (0x2010, 0x2027),
        (0x2030, 0x204F),
        (0x20A0, 0x20B1),
        (0x2100, 0x214B),
        (0x2190, 0x23FF),
        (0x2500, 0x27BE),
        (0x3001, 0x301F),
        (0x1D400, 0x1D7C9),
    ],
    "controls": [
        (0x00, 0x1F),
        (0x7F, 0x9F),
        (0x200B, 0x200F),
        (0x202A, 0x202E),
        (0x2060, 0x2063),
        (0xFEFF, 0xFEFF),
        (0xFFF9, 0xFFFD),
        (0xE0020, 0xE007F),
    ],
    "private": [(0xE000, 0xE0FF), (0xF0000, 0xF00FF)],
    "ascii": [(0x20, 0x7E)],
}

EMOJI = [
    "\U0001f600",
    "\U0001f602",
    "\u2764\ufe0f",
    "\u263a\ufe0f",
    "\U0001f44d\U0001f3fd",
    "\U0001f44b\U0001f3ff",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
    "\U0001f469\U0001f3fe\u200d\U0001f4bb",
    "\U0001f3f3\ufe0f\u200d\U0001f308",
    "\U0001f3f4\u200d\u2620\ufe0f",
    "\U0001f1e9\U0001f1ea",
    "\U0001f1ef\U0001f1f5",
    "\U0001f1fa\U0001f1f8",
    "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "1\ufe0f\u20e3",
    "#\ufe0f\u20e3",
    "\U0001f9d1\u200d\U0001f680",
    "\U0001f648",
    "\U0001f389",
    "\u2728",
    "\U0001fae0",
    "\u00a9\ufe0f",
]

SENTENCES = [
    "Hello, world!",
    "Hello world",
    " Hello world",
    "hello  world",
    "The quick brown fox jumps over the lazy dog.",
    "Once upon a time, there was a little girl named Lily.",
    "It was the best of times, it was the worst of times;",
    "Alan Turing theorized that computers would one day become",
    "My name is",
    "Q: What is 2+2?\nA: 4\n",
    "I don't think we'll ever know; they've said it's what you'd expect, I'm sure you're right.",
    "I DON'T THINK WE'LL EVER KNOW; THEY'VE SAID IT'S WHAT YOU'D EXPECT.",
    "It\u2019s a \u201csmart\u201d quote \u2013 and an em dash \u2014 here\u2026",
    "Dr. Smith paid $1,234.56 (+12.5%) on 2024-02-29 at 08:30:15Z.",
    "3.14159265358979323846264338327950288419716939937510",
    "e = mc^2; a != b; x <= y; z >= w; p -> q; f :: a => b",
    "https://example.org/path?q=1&r=%20#frag",
    "user.name+tag@example.co.uk",
    "C:\\Program Files\\App\\file.txt",
    "/usr/local/bin/env --flag=value -x",
    "192.168.0.1:8080 ::1 fe80::1%eth0",
    "café",
    "cafe\u0301",
    "naïve résumé coöperate façade",
    "straße STRASSE ẞ",
    "Ångström A\u030angstro\u0308m \u212b",
    "\ufb01 \ufb02 \ufb03 \ufb06",
    "İstanbul ığır",
    "Zal\u0337\u0321\u034d\u0353go\u0336\u0322\u0325",
    "Zażółć gęślą jaźń",
    "Příliš žluťoučký kůň",
    "Ξεσκεπάζω τὴν ψυχοφθόρα βδελυγμία",
    "Съешь ещё этих мягких французских булок",
    "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd",
    "\u0645\u0631\u062d\u0628\u0627 \u0628\u0627\u0644\u0639\u0627\u0644\u0645",
    "\u0627\u0644\u0639\u064e\u0631\u064e\u0628\u0650\u064a\u064e\u0651\u0629 \u0661\u0662\u0663\u0664",
    "\u0928\u092e\u0938\u094d\u0924\u0947 \u0926\u0941\u0928\u093f\u092f\u093e",
    "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35\u0e0a\u0e32\u0e27\u0e42\u0e25\u0e01",
    "\u0bb5\u0ba3\u0b95\u0bcd\u0b95\u0bae\u0bcd",
    "你好\uff0c世界\uff01",
    "今日は\u3001世界\u3002カタカナ \uff76\uff80\uff76\uff85 \uff46\uff55\uff4c\uff4c\uff57\uff49\uff44\uff54\uff48",
    "안녕하세요 세계",
    "\u1112\u1161\u11ab\u1100\u1173\u11af",
    "\U00020000\U00020001\U0002a6d6",
    "\U0001d49c\U0001d4b7\U0001d4b8 \U0001d7d8\U0001d7d9",
    "\u00bd \u00b2 \u2167 \u2460 \u3007 \u0663 \u0967 \uff15",
    "\ufffd\ufffd",
    "\ue000\uf8ff",
    # Spelled with the byte-level alphabet itself.
    "\u0120hello",
    "\u010a",
    "\u0120\u0120 \u0142\u0143 \u00a1\u00ac\u00ad\u00ae",
    "#version: 0.2",
    "\u0120t h e",
    # Bidirectional controls, byte-order marks, and zero-width characters inside words.
    "\ufeffstart",
    "a\u200bb\u200cc\u200dd\u2060e",
    "\u202eright to left\u202c",
    "soft\u00adhyphen",
    "nul\x00inside",
    "\x00",
    "\x7f",
    "\x1b[31mred\x1b[0m",
    "\u2028\u2029",
    "\x85",
    "line\rline\r\nline\n\nline\n\n\nline",
    "\n",
    "\n\n",
    "\r\n",
    "\t",
    " ",
    "  ",
    "   ",
    " \n",
    "\n ",
    " \t\n",
    "a ",
    "a  ",
    " a",
    "  a",
    "a\n",
    "\na",
    "a \n b",
    # The special token is matched anywhere in a text, but only whole.
    "<|endoftext|>",
    "Hello<|endoftext|>world",
    "<|endoftext|><|endoftext|>",
    " <|endoftext|> ",
    "\n<|endoftext|>\n",
    "it's<|endoftext|>'s",
    "<|endoftext|",
    "|endoftext|>",
    "< |endoftext|>",
    "<|ENDOFTEXT|>",
    "<<|endoftext|>>",
    "endoftext",
    "<|im_start|>user\nHi<|im_end|>",
    "[CLS] [MASK] <s></s><unk><pad>",
]

CODE = [
    "def add(a, b):\n    return a + b\n",
    "for (int i = 0; i < n; ++i) {\n\tsum += x[i];\n}\n",
    'fn main() {\n    println!("{}", 1_000u64);\n}',
    "let v: Vec<Option<&'static str>> = vec![None; 3];",
    "#include <stdio.h>\n#define MAX(a,b) ((a)>(b)?(a):(b))",
    "SELECT * FROM t WHERE id='x' AND n>=10;",
    "<div class=\"a b\" style='x:y'>\n  <p>Hi &amp; bye</p>\n</div>",
    '{"key": [1, 2.5e-3, null, true], "s": "\\u00e9\\n"}',
    "const f = async () => await g?.(x ?? y);",
    "@group(0) @binding(1) var<storage, read_write> x: array<f32>;",
    "if x==1:\n\tpass\nelse:\n\traise ValueError(f'{x!r}')\n",
    "$ ls -la | grep '^d' && echo \"$HOME\" > /dev/null 2>&1",
    "    indented four\n        indented eight\n\t\ttabs",
    "// comment\r\n/* block */\r\n",
    "x=y/*p;\na=b//c;",
    "^(?:[a-z0-9._%+-]+)@[a-z]{2,}$",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "# Title\n\n- item\n  - nested\n\n```rust\nfn f() {}\n```",
    "camelCaseWord snake_case_word SCREAMING_CASE kebab-case-word",
    "0x1F 0b1010 0o17 1e10 1_000 .5 5. -1 +1 1,000,000",
    "\\begin{align} \\frac{1}{\\sqrt{d_k}} QK^{\\top} \\end{align}",
]


class Dice:
    """Draws from a stream of u64."""

    def __init__(self, stream):
        self.stream = stream

    def below(self, n: int) -> int:
        return (next(self.stream) >> 33) % n

    def between(self, low: int, high: int) -> int:
        """Both ends included."""
        return low + self.below(high - low + 1)

    def pick(self, items):
        return items[self.below(len(items))]

    def character(self, block: str) -> str:
        while True:
            first, last = self.pick(BLOCKS[block])
            char = chr(self.between(first, last))
            if unicodedata.ucd_3_2_0.category(char) != "Cn":
                return char

    def characters(self, block: str, low: int, high: int) -> str:
        return "".join(self.character(block) for _ in range(self.between(low, high)))

    def word(self) -> str:
        word = self.pick(WORDS)
        return self.pick([word, word, word, word.capitalize(), word.upper()])

    def number(self) -> str:
        digits = "".join(self.pick("0123456789") for _ in range(self.between(1, 12)))
        return self.pick(
            [digits, "-" + digits, digits + "." + digits[:3], "$" + digits, digits + "%", "0x" + digits, digits + "th"]
        )

    def run(self, alphabet: str, low: int, high: int) -> str:
        """Characters of `alphabet`, some of them repeated."""
        text = ""
        for _ in range(self.between(low, high)):
            text += self.pick(alphabet) * self.pick([1, 1, 1, 2, 3, 7])
        return text

    def piece(self) -> str:
        """One piece of a mixture."""
        kind = self.below(12)
        if kind < 3:
            return self.word()
        if kind == 3:
            return self.word() + self.pick(CONTRACTIONS)
        if kind == 4:
            return self.number()
        if kind == 5:
            return self.run(PUNCTUATION, 1, 4)
        if kind == 6:
            return self.run("  \t\n\r", 1, 3)
        if kind == 7:
            return self.run(SPACES, 1, 3)
        if kind == 8:
            return self.pick(EMOJI)
        if kind == 9:
            return self.character("latin") + self.characters("marks", 1, 3)
        return self.characters(self.pick(list(BLOCKS)), 1, 4)


def make(stream) -> list:
    """At least 2,000 different strings, drawn from `stream`, an iterator of u64; the first is empty."""
    dice = Dice(stream)
    strings = ["", *SENTENCES, *CODE, *EMOJI, "".join(EMOJI), " ".join(EMOJI)]

    # Every ASCII character, every kind of space, alone and beside letters, digits and punctuation.
    strings += [chr(i) for i in range(0x80)]
    for space in SPACES:
        strings += [
            space,
            space * 2,
            f"a{space}b",
            f"a{space}{space}b",
            f"1{space} 2",
            f" {space}a",
            f"{space} !",
            f"a{space}",
        ]
    # Contractions: case, a curly apostrophe, more letters, an apostrophe on either side.
    for short in CONTRACTIONS:
        for form in (
            short,
            short.upper(),
            short.replace("'", "\u2019"),
            short + "x",
            short + "'",
            "'" + short,
            short + short,
        ):
            strings += [form, "we" + form, "we " + form, "7" + form + "7", "\n" + form + " \u00e9" + form]

    # Long: one word, no spaces; a run of one character; many lines.
    strings.append("".join(dice.word() for _ in range(400)))
    strings.append("".join(dice.pick("abcdefghijklmnopqrstuvwxyz") for _ in range(3000)))
    strings += [
        "a" * 1000,
        " " * 1000,
        "\n" * 300,
        "=" * 500,
        "\u00e9" * 200,
        "\U0001f600" * 100,
        "0123456789" * 60,
        "ab" * 500,
        " a" * 300,
    ]
    strings += [" " * n + "x" for n in range(1, 34)] + ["-" * n for n in range(1, 34)] + ["9" * n for n in range(1, 18)]

    for _ in range(300):
        strings.append(
            " ".join(dice.word() for _ in range(dice.between(1, 9))) + dice.pick(["", ".", "?", "!", "...", ",", " "])
        )
    for _ in range(80):
        strings.append(dice.pick([" ", ", ", "+", ""]).join(dice.number() for _ in range(dice.between(1, 4))))
    for _ in range(100):
        strings.append(dice.pick(["", " ", "a", "1"]) + dice.run(PUNCTUATION, 1, 6) + dice.pick(["", " ", "a", "1"]))
    for _ in range(100):
        strings.append(dice.pick(["", "a", "!"]) + dice.run(" \t\n\r", 1, 6) + dice.pick(["", "a", "!", "'s"]))
    for _ in range(80):
        strings.append(
            "".join(
                dice.pick(["\n", "\n", "\n\n", "\r\n"])
                + dice.pick(["", "  ", "    ", "\t", "        "])
                + dice.word()
                + dice.pick(["(", "[", " = ", ".", "::", "->", "_"])
                + dice.word()
                + dice.pick(["()", ");", "]", ";", ":", " {", "}", ""])
                for _ in range(dice.between(1, 4))
            )
        )
    for block in BLOCKS:
        for _ in range(30):
            strings.append(
                dice.pick(["", " ", "a", "\u00e9"]) + dice.characters(block, 1, 12) + dice.pick(["", " ", "1", "."])
            )
    for _ in range(60):
        text = unicodedata.ucd_3_2_0.normalize(
            dice.pick(["NFC", "NFD", "NFKC", "NFKD"]), dice.characters(dice.pick(["latin", "hangul", "kana"]), 2, 8)
        )
        strings.append(text)
    for _ in range(700):
        strings.append("".join(dice.piece() + dice.pick(["", "", " "]) for _ in range(dice.between(2, 9))))

    strings = list(dict.fromkeys(strings))
    assert len(strings) >= 2000
    return strings


# Pairs of the strings, those of at most LONGEST bytes: PAIRS more to tokenize.
PAIRS = 7400
LONGEST = 200
BETWEEN = ["", " ", "\n", "—"]


def joined(strings: list, i: int) -> str:
    """The `i`-th pair, of those strings that are not long."""
    n = len(strings)
    return strings[i * 7919 % n] + BETWEEN[i % len(BETWEEN)] + strings[(i * 104729 + i // n) % n]
