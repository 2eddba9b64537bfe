"""Sentences whose odds are stated: what a model has learnt can be compared with the truth.

`LESSONS` maps the prompt of a lesson to the odds, in percent, of what follows it in the training text.
"""

from frames import choose, finish, parse
from words import Cast


def percent(text):
    """Reads `word share, word share, …`; the shares must add up to 100."""
    odds = {word: int(share) for word, share in (entry.rsplit(" ", 1) for entry in text.replace("\n", " ").split(", "))}
    if sum(odds.values()) != 100:
        raise ValueError(f"odds that add up to {sum(odds.values())}: {text}")
    return odds


LESSONS = {
    "My favourite colour is": percent("blue 30, green 20, red 15, purple 12, yellow 10, orange 6, pink 4, black 3"),
    "I tossed a coin and got": percent("heads 50, tails 50"),
    "I rolled a die and got a": percent("one 17, two 17, three 17, four 17, five 16, six 16"),
    "For breakfast I had": percent("toast 35, porridge 25, eggs 20, fruit 12, pancakes 8"),
    "In my opinion, the best movie is": percent("""\
Casablanca 6, Jaws 5, Titanic 5, Star Wars 5, Toy Story 5, King Kong 4, Frozen 4, Alien 3, Rocky 3, Up 3, Big 3, Babe 3,
Bambi 3, Dumbo 3, Pinocchio 3, Mary Poppins 3, Rear Window 3, High Noon 3, Some Like It Hot 3, Modern Times 3, City Lights 3,
Back to the Future 3, Finding Nemo 3, Home Alone 3, Paddington 3, Gone with the Wind 2, Roman Holiday 2, Groundhog Day 2,
Beauty and the Beast 2, The Wizard of Oz 2, The Lion King 2"""),
}

# The plain sentence of a lesson, and other ways to put it. `{o}` follows the odds.
PHRASINGS = {
    "My favourite colour is": """\
My favourite colour is {o}.
My favourite colour is {o}[, because it makes me think of {place}|, and my {relative} likes {colour}|, and yours is {colour}|. What is yours?\\nMine is {colour}].
My favorite color is {o}.
"My favourite colour is {o}," said {a}.
What is your favourite colour? My favourite colour is {o}.
Q: What is your favourite colour?\\nA: My favourite colour is {o}.
[My name is {a}|I am {a}], and my favourite colour is {o}.""",
    "I tossed a coin and got": """\
I tossed a coin and got {o}.
I tossed a coin and got {o}[, so {a} had to go first|. Then I tossed it again|, and {a} laughed].
{a} tossed a coin and got {o}.
We tossed a coin. It was {o}.""",
    "I rolled a die and got a": """\
I rolled a die and got a {o}.
I rolled a die and got a {o}[, so I moved on|. Then it was {a}'s turn|, which was what I needed].
{a} rolled a die and got a {o}.
We rolled a die. It was a {o}.""",
    "For breakfast I had": """\
For breakfast I had {o}.
For breakfast I had {o} [and {drink}|with my {relative}|in the kitchen|because I was hungry].
For breakfast {a} had {o}.
What did you have for breakfast? For breakfast I had {o}.""",
    "In my opinion, the best movie is": """\
In my opinion, the best movie is {o}.
In my opinion, the best movie is {o}[. I have seen it {n} times|, and {a} agrees|, but my {relative} does not agree|. We saw it on {day}].
What is the best movie? In my opinion, the best movie is {o}.
I think the best movie is {o}.
"In my opinion, the best movie is {o}," said {a}.""",
}
PARSED = {lesson: [parse(line) for line in text.splitlines()] for lesson, text in PHRASINGS.items()}


def sentence(rng):
    """One sentence with stated odds; the plain one half of the time."""
    lesson = rng.choice(list(LESSONS))
    outcome = rng.choices(list(LESSONS[lesson]), LESSONS[lesson].values())[0]
    phrasing = PARSED[lesson][0] if rng.random() < 0.5 else rng.choice(PARSED[lesson])
    return finish(choose(rng, phrasing).format(**{**Cast(rng).slots, "o": outcome}).replace("\\n", "\n"))
