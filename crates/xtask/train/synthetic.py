"""The synthetic part of the training text: stories, talk, facts, sums, calendars, from templates and one seed.

    python synthetic.py --chars 100000 --seed 1
    python synthetic.py --held-out
"""

import argparse
import random
from pathlib import Path

import facts
import frames
import odds
from words import DAYS, MONTHS

TEXT = Path(__file__).parent / "text"
FILES = ("dialogues", "letters", "memories", "prose", "questions", "statements", "stories", "tales")
# One frame of so many is held out as a whole; of the statements none, for they are facts.
HOLD_OUT = 15

# kind of fact: how often it is said
KINDS = {"capital": 10, "continent": 4, "language": 5, "landmark": 10, "landmark_country": 2, "colour": 8, "author": 4,
         "opposite": 10, "sound": 3, "home": 3, "young": 3, "kind": 3, "next_day": 5, "next_month": 5, "season": 4,
         "sum": 16, "sum_digits": 12, "difference_digits": 2, "product_digits": 1}
# A fact takes the plainest phrasing of its relation below this share, any written one below the next, and is composed above.
PLAIN, WRITTEN = 0.15, 0.5

# colour: what it is the colour of, how it feels, what to think of
DESCRIBE = {
    "blue": ("the clear sky and the deep sea", "calm and cool", "a cold lake on a quiet morning"),
    "red": ("fire and ripe strawberries", "warm and strong", "a sunset in late summer"),
    "green": ("fresh grass and young leaves", "calm and alive", "a walk in the forest after the rain"),
    "yellow": ("the sun and ripe lemons", "bright and happy", "a warm morning in July"),
    "black": ("the night and old coal", "deep and quiet", "a room with no light at all"),
    "white": ("fresh snow and clean paper", "pure and still", "a silent winter field"),
    "orange": ("pumpkins and autumn leaves", "warm and cheerful", "a fire on a cold evening"),
    "purple": ("ripe plums and evening clouds", "rich and dreamy", "a garden of violets at dusk"),
    "pink": ("roses and the morning sky", "soft and sweet", "a paper flower on a birthday cake"),
    "brown": ("wet earth and old wood", "solid and warm", "a cup of coffee in the kitchen"),
}
SHOPPING = "milk eggs bread butter apples tea coffee rice cheese tomatoes soap salt sugar bananas carrots pasta".split()
TASKS = ["Call the doctor", "Water the plants", "Write to Anna", "Buy a ticket", "Clean the kitchen", "Read a chapter",
         "Go for a run", "Pay the bill", "Feed the cat", "Fix the bicycle", "Send the letter", "Learn ten words"]


class Generator:
    """Draws documents. The same `rng` state gives the same documents on every machine."""

    def __init__(self, rng):
        self.rng = rng
        self.frames = {name: split(name)[0] for name in FILES}

    def framed(self, name):
        """One text from a file of frames."""
        return frames.expand(self.rng, self.rng.choice(self.frames[name]))

    def fact(self, kind=None):
        """One fact: in the plainest phrasing, in another, or in one put together from parts."""
        kind = kind or self.rng.choices(list(KINDS), KINDS.values())[0]
        return self.say(kind, self.rng.choice(facts.relations()[kind].facts))

    def say(self, kind, fields):
        """A fact in any phrasing but a held-out one."""
        rng, relation = self.rng, facts.relations()[kind]
        while True:
            how = rng.random()
            if how < PLAIN:
                text = facts.say(rng, relation.phrasings[0], fields)
            elif how < WRITTEN or not relation.clauses:
                text = facts.say(rng, rng.choice(relation.phrasings), fields)
            else:
                text = facts.compose(rng, relation, fields)
            if not facts.unsaid().search(text):
                return text

    def some_facts(self):
        """Several facts of any kind, or of one kind."""
        kind = self.rng.choice([None, self.rng.choices(list(KINDS), KINDS.values())[0]])
        return self.joined([self.fact(kind) for _ in range(self.rng.randint(1, 6))])

    def about_a_country(self):
        """What is known about one country."""
        rng = self.rng
        country = rng.choice(list(facts.COUNTRIES))
        mine = [(kind, fields) for kind in ("capital", "continent", "language", "landmark_country")
                for fields in facts.relations()[kind].facts if country in (fields["s"], fields.get("c"))]
        rng.shuffle(mine)
        return self.joined([self.say(kind, fields) for kind, fields in mine[:4]])

    def description(self):
        """A request to describe a colour, and an answer."""
        rng = self.rng
        colour, (things, feeling, picture) = rng.choice(list(DESCRIBE.items()))
        spelt = rng.choice(["color", "color", "colour"])
        ask = rng.choice([f"Describe the {spelt} {colour}.", f"Describe the {spelt} {colour}", f"Describe {colour} to me.",
                          f"Describe the {spelt} {colour} to someone who has never been able to see.",
                          f"How would you describe the {spelt} {colour}?", f"Q: Describe the {spelt} {colour}."])
        name = colour.capitalize()
        answer = rng.sample([f"{name} is the {spelt} of {things}.", f"It feels {feeling}.", f"Think of {picture}.",
                             f"{name} makes people think of {things}.", f"To me, {colour} is {feeling}.",
                             f"{name} is like {picture}."], rng.randint(2, 4))
        return ask + "\n" + ("A: " if ask.startswith("Q:") else "") + " ".join(answer)

    def listing(self):
        """A list, a count, or a piece of the calendar."""
        rng = self.rng
        start, number = rng.randint(1, 60), rng.randint(1, 12)
        words = facts.NUMBERS[number : number + rng.randint(4, 9)]
        return rng.choice([
            "Shopping list:\n" + "\n".join("- " + thing for thing in rng.sample(SHOPPING, rng.randint(3, 6))),
            f"Things to do on {rng.choice(DAYS)}:\n" + "\n".join(
                f"{i + 1}. {task}" for i, task in enumerate(rng.sample(TASKS, rng.randint(3, 5)))),
            f"The days of the week are {', '.join(DAYS[:-1])} and Sunday.",
            f"The months of the year are {', '.join(MONTHS[:-1])} and December.",
            "The four seasons are spring, summer, autumn and winter.",
            "The colours of the rainbow are red, orange, yellow, green, blue, indigo and violet.",
            ", ".join(words).capitalize() + ".",
            ", ".join(str(start + i) for i in range(rng.randint(5, 12))) + ".",
            (lambda step: ", ".join(str(i * step) for i in range(1, rng.randint(6, 11))) + ".")(rng.choice([2, 5, 10])),
            "The alphabet: " + ", ".join("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: rng.choice([5, 7, 10, 26])]) + ".",
            ", ".join(DAYS[(number + i) % 7] for i in range(rng.randint(3, 7))) + ".",
            ", ".join(MONTHS[(number + i) % 12] for i in range(rng.randint(3, 8))) + ".",
        ])

    def joined(self, sentences):
        """Sentences as one paragraph, or, now and then, one to a line."""
        many = any("\n" in sentence or " = " in sentence for sentence in sentences)
        return ("\n" if many or self.rng.random() < 0.15 else " ").join(sentences)

    def document(self):
        """One document."""
        rng = self.rng
        makers = [
            (48, self.some_facts),
            (7, self.about_a_country),
            (6, lambda: self.joined([self.framed("statements") for _ in range(rng.randint(1, 3))])),
            (8, lambda: self.joined([odds.sentence(rng) for _ in range(rng.randint(1, 2))])),
            (12, lambda: self.framed("stories")),
            (7, lambda: self.framed("memories")),
            (7, lambda: self.framed("tales")),
            (10, lambda: self.framed("dialogues")),
            (4, lambda: self.framed("letters")),
            (14, lambda: self.framed("questions")),
            (30, lambda: self.framed("prose")),
            (2, self.description),
            (2, self.listing),
        ]
        return rng.choices([maker for _, maker in makers], [weight for weight, _ in makers])[0]()


def split(name):
    """The frames of a file that training sees, and those that are held out."""
    found = frames.read(TEXT / f"{name}.txt")
    out = [] if name == "statements" else found[HOLD_OUT // 2 :: HOLD_OUT]
    return [frame for frame in found if frame not in out], out


def documents(chars, seed):
    """Yields documents, about `chars` characters in all, from templates that are not held out."""
    generator, written = Generator(random.Random(seed)), 0
    while written < chars:
        text = generator.document()
        written += len(text)
        yield text


def held_out(seed=1):
    """Texts of the held-out templates: three of every frame, and three facts in every phrasing."""
    rng = random.Random(seed)
    for name in FILES:
        for frame in split(name)[1]:
            yield from (frames.expand(rng, frame) for _ in range(3))
    for relation in facts.relations().values():
        for phrasing in relation.held_out:
            yield from (facts.say(rng, frames.parse(phrasing), rng.choice(relation.facts)) for _ in range(3))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chars", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--held-out", action="store_true")
    args = parser.parse_args()
    for text in held_out(args.seed) if args.held_out else documents(args.chars, args.seed):
        print(text, end="\n\n")


if __name__ == "__main__":
    main()
