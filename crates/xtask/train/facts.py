"""The world of the bundled models: a table of facts, and many ways to say each of them.

The phrasings stand in `text/phrasings.txt`. Those with a star there are held out as a whole, so that
a fact learnt can be told from a sentence memorised.
"""

import random
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from frames import VOWEL, capital, choose, finish, parse
from words import DAYS, MONTHS, Cast

PATH = Path(__file__).parent / "text" / "phrasings.txt"

# country: capital, continent, language
COUNTRIES = {
    row[0]: row[1:] for row in (line.split("/") for line in """\
France/Paris/Europe/French
Germany/Berlin/Europe/German
Italy/Rome/Europe/Italian
Spain/Madrid/Europe/Spanish
Portugal/Lisbon/Europe/Portuguese
Greece/Athens/Europe/Greek
Poland/Warsaw/Europe/Polish
Sweden/Stockholm/Europe/Swedish
Norway/Oslo/Europe/Norwegian
Denmark/Copenhagen/Europe/Danish
Finland/Helsinki/Europe/Finnish
Ireland/Dublin/Europe/English
England/London/Europe/English
Scotland/Edinburgh/Europe/English
Austria/Vienna/Europe/German
Hungary/Budapest/Europe/Hungarian
Russia/Moscow/Europe/Russian
Ukraine/Kyiv/Europe/Ukrainian
Belgium/Brussels/Europe/Dutch
Turkey/Ankara/Asia/Turkish
Japan/Tokyo/Asia/Japanese
China/Beijing/Asia/Chinese
India/New Delhi/Asia/Hindi
Thailand/Bangkok/Asia/Thai
Vietnam/Hanoi/Asia/Vietnamese
South Korea/Seoul/Asia/Korean
Iran/Tehran/Asia/Persian
Egypt/Cairo/Africa/Arabic
Kenya/Nairobi/Africa/Swahili
Morocco/Rabat/Africa/Arabic
Nigeria/Abuja/Africa/English
Ghana/Accra/Africa/English
Canada/Ottawa/North America/English
Mexico/Mexico City/North America/Spanish
Cuba/Havana/North America/Spanish
Brazil/Brasilia/South America/Portuguese
Argentina/Buenos Aires/South America/Spanish
Chile/Santiago/South America/Spanish
Peru/Lima/South America/Spanish
Colombia/Bogota/South America/Spanish
Australia/Canberra/Oceania/English
New Zealand/Wellington/Oceania/English
the United States/Washington/North America/English
the Netherlands/Amsterdam/Europe/Dutch
Switzerland/Bern/Europe/German
Iceland/Reykjavik/Europe/Icelandic
the Czech Republic/Prague/Europe/Czech""".splitlines())
}

LANDMARKS = """\
the Eiffel Tower/Paris/France
the Louvre/Paris/France
Notre-Dame/Paris/France
Big Ben/London/England
Tower Bridge/London/England
Buckingham Palace/London/England
the British Museum/London/England
the Colosseum/Rome/Italy
the Trevi Fountain/Rome/Italy
the Brandenburg Gate/Berlin/Germany
the Parthenon/Athens/Greece
the Prado Museum/Madrid/Spain
the Sagrada Familia/Barcelona/Spain
the Little Mermaid/Copenhagen/Denmark
Edinburgh Castle/Edinburgh/Scotland
Red Square/Moscow/Russia
the Kremlin/Moscow/Russia
the Forbidden City/Beijing/China
the Tokyo Tower/Tokyo/Japan
the Opera House/Sydney/Australia
the Harbour Bridge/Sydney/Australia
the Statue of Liberty/New York/the United States
the Empire State Building/New York/the United States
Central Park/New York/the United States
the White House/Washington/the United States
the Golden Gate Bridge/San Francisco/the United States
the Hollywood Sign/Los Angeles/the United States
the Taj Mahal/Agra/India
the Blue Mosque/Istanbul/Turkey
the Atomium/Brussels/Belgium""".splitlines()

COLOURS = """\
the sky/blue the sea/blue grass/green a leaf/green a frog/green a cucumber/green a lime/green snow/white milk/white
a swan/white a polar bear/white a cloud/white the sun/yellow a lemon/yellow a banana/yellow butter/yellow
blood/red a tomato/red a strawberry/red a cherry/red a fire engine/red an orange/orange a carrot/orange
a pumpkin/orange coal/black the night/black a raven/black chocolate/brown mud/brown coffee/brown
an elephant/grey a mouse/grey ash/grey a flamingo/pink a pig/pink a plum/purple an aubergine/purple gold/yellow"""

# animal: sound, home, young, kind
ANIMALS = {
    row[0]: row[1:] for row in (line.split("/") for line in """\
dog/barks/kennel/puppy/mammal
cat/meows/house/kitten/mammal
cow/moos/barn/calf/mammal
horse/neighs/stable/foal/mammal
sheep/bleats/field/lamb/mammal
pig/grunts/sty/piglet/mammal
lion/roars/grassland/cub/mammal
wolf/howls/forest/pup/mammal
bear/growls/cave/cub/mammal
duck/quacks/pond/duckling/bird
hen/clucks/coop/chick/bird
owl/hoots/tree//bird
crow/caws/nest//bird
frog/croaks/pond/tadpole/amphibian
snake/hisses/hole//reptile
bee/buzzes/hive//insect
mouse/squeaks/hole//mammal
whale/sings/sea/calf/mammal""".splitlines())
}

AUTHORS = """\
Hamlet/William Shakespeare
Romeo and Juliet/William Shakespeare
Macbeth/William Shakespeare
Pride and Prejudice/Jane Austen
Frankenstein/Mary Shelley
Dracula/Bram Stoker
Great Expectations/Charles Dickens
A Christmas Carol/Charles Dickens
Alice in Wonderland/Lewis Carroll
Jane Eyre/Charlotte Bronte
Wuthering Heights/Emily Bronte
Little Women/Louisa May Alcott
The Great Gatsby/F. Scott Fitzgerald
Tom Sawyer/Mark Twain
The Time Machine/H. G. Wells
Don Quixote/Miguel de Cervantes
War and Peace/Leo Tolstoy
The Odyssey/Homer""".splitlines()

OPPOSITES = """hot/cold big/small up/down left/right day/night good/bad happy/sad fast/slow old/new light/dark wet/dry
open/closed full/empty rich/poor strong/weak early/late loud/quiet high/low hard/soft long/short black/white
true/false clean/dirty near/far first/last heavy/light inside/outside love/hate begin/end buy/sell"""

NUMBERS = ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
           "seventeen eighteen nineteen twenty").split()
# Sums of larger numbers are not said.
LARGEST_SUM = 12
SEASONS = {"spring": "March April May", "summer": "June July August",
           "autumn": "September October November", "winter": "December January February"}


@dataclass
class Relation:
    """A kind of fact: its facts, as the values of the braces in its phrasings; those phrasings, parsed; the parts from which more
    are put together; and the held-out phrasings, as they are written."""

    facts: list = field(default_factory=list)
    phrasings: list = field(default_factory=list)
    # Clauses that say the fact, what is asked for, and short answers.
    clauses: list = field(default_factory=list)
    asked: list = field(default_factory=list)
    answers: list = field(default_factory=list)
    held_out: list = field(default_factory=list)


def table():
    """Yields every fact as `(kind, fields)`."""
    for country, (capital, continent, language) in COUNTRIES.items():
        yield "capital", {"s": country, "o": capital}
        yield "continent", {"s": country, "o": continent}
        yield "language", {"s": country, "o": language}
    for line in LANDMARKS:
        name, city, country = line.split("/")
        yield "landmark", {"s": name, "o": city}
        yield "landmark_country", {"s": name, "o": city, "c": country}
    for thing, colour in pairs(COLOURS):
        yield "colour", {"s": thing, "o": colour}
    for line in AUTHORS:
        book, author = line.split("/")
        yield "author", {"s": book, "o": author}
    for one, other in pairs(OPPOSITES):
        yield "opposite", {"s": one, "o": other}
        yield "opposite", {"s": other, "o": one}
    for animal, values in ANIMALS.items():
        for kind, value in zip(("sound", "home", "young", "kind"), values):
            if value:
                yield kind, {"s": animal, "o": value}
    for kind, names in (("next_day", DAYS), ("next_month", MONTHS)):
        for i, name in enumerate(names):
            yield kind, {"s": name, "o": names[(i + 1) % len(names)]}
    for season, months in SEASONS.items():
        for month in months.split():
            yield "season", {"s": month, "o": season}
    for x in range(1, 11):
        for y in range(1, LARGEST_SUM + 1 - x):
            yield "sum", {"x": NUMBERS[x], "y": NUMBERS[y], "o": NUMBERS[x + y]}
            yield "sum_digits", {"x": str(x), "y": str(y), "o": str(x + y)}
            yield "difference_digits", {"x": str(x), "y": str(y), "o": str(x + y)}
    for x in range(1, 6):
        for y in range(1, 6):
            yield "product_digits", {"x": str(x), "y": str(y), "o": str(x * y)}


def pairs(text):
    """Reads `thing/value` pairs; a thing may hold spaces, a value may not."""
    thing = []
    for word in text.split():
        head, slash, value = word.partition("/")
        thing.append(head)
        if slash:
            yield " ".join(thing), value
            thing = []


@cache
def relations():
    """Every relation by its kind, from the table and the file of phrasings."""
    found = {}
    for line in PATH.read_text(encoding="utf-8").splitlines():
        mark, text = line[:2], line[2:]
        if mark == "= ":
            relation = found.setdefault(text, Relation())
        elif mark == "* ":
            relation.held_out.append(text)
        elif mark in ("+ ", "? ", ": "):
            {"+": relation.clauses, "?": relation.asked, ":": relation.answers}[mark[0]].append(parse(text))
        elif line and not line.startswith("#"):
            relation.phrasings.append(parse(line))
    for kind, fields in table():
        found[kind].facts.append(fields)
    return found


@cache
def unsaid():
    """Matches a held-out phrasing with any subject in it, up to its answer. Whatever followed there would teach: the answer the
    held-out phrasing itself, anything else that the answer does not come there."""
    begun = (re.escape(text.split("{o}")[0]) for relation in relations().values() for text in relation.held_out)
    spelt = (text.replace(r"a\(n\)", "an?").replace(r"\ ", r"\s") for text in begun)
    return re.compile("|".join(re.sub(r"\\\{\w+\\\}", ".+", text) for text in spelt), re.IGNORECASE)


def say(rng, phrasing, fields):
    """A fact in a phrasing. `{S}` is `{s}` with a capital; so is the first letter of the whole."""
    return capital(filled(rng, phrasing, slots(rng, fields)))


def compose(rng, relation, fields):
    """A fact in a phrasing that is put together from the parts of its relation and those under `= any`."""
    whole = slots(rng, fields)
    clause, asked, answer = (filled(rng, rng.choice(parts), whole) for parts in (relation.clauses, relation.asked, relation.answers))
    if rng.random() < 0.3:
        answer = clause + "."
    whole |= {"clause": clause, "Clause": capital(clause), "asked": asked, "answer": capital(answer)}
    return capital(filled(rng, rng.choice(relations()["any"].phrasings), whole))


def slots(rng, fields):
    """The values of all braces for one fact."""
    subject = fields.get("s", "")
    return {**Cast(rng).slots, **fields, "S": subject[:1].upper() + subject[1:]}


def filled(rng, phrasing, values):
    """A phrasing with its choices made and its braces filled."""
    return finish(choose(rng, phrasing).format(**values).replace("\\n", "\n"))


def held_out(seed=1):
    """Every held-out phrasing with each of its facts, as `(kind, phrasing, prompt, answer)`; the answer starts with a space."""
    rng = random.Random(seed)
    for kind, relation in relations().items():
        for phrasing in relation.held_out:
            for fields in relation.facts:
                prompt, answer = say(rng, parse(phrasing), {**fields, "o": "\0"}).split("\0")[0], fields["o"]
                # With the answer unknown, its article is too: take the one that suits.
                if prompt.endswith("a(n) "):
                    prompt = prompt.removesuffix("a(n) ") + ("an " if VOWEL.match(answer) else "a ")
                yield kind, phrasing, prompt.rstrip(" "), " " + answer


def answers():
    """The answers that lessons ask for and that should be single tokens."""
    kinds = ("capital", "continent", "language", "landmark", "colour", "opposite", "sound", "home", "young", "kind", "next_day",
             "next_month", "season", "sum", "sum_digits", "product_digits")
    return sorted({fields["o"] for kind in kinds for fields in relations()[kind].facts} | set(COUNTRIES))
