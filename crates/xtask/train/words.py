"""The words that fill the slots of frames, and the cast of one text."""

from dataclasses import dataclass

HER = "Anna Mia Sara Lucy Emma Nina Ruby Clara Zoe Priya Leila Hana Maya Rosa Ella Grace Ivy Nora Julia Amy".split()
HIM = "Tom Ben Max Leo Sam Omar Paul Jack Ravi Hugo Finn Luca Noah Adam Kenji David Marco Felix Daniel Peter".split()
SHE = {"he": "she", "him": "her", "his": "her", "himself": "herself"}
HE = {"he": "he", "him": "him", "his": "his", "himself": "himself"}
RELATIVES = {"mother": SHE, "father": HE, "sister": SHE, "brother": HE, "grandmother": SHE, "grandfather": HE,
             "aunt": SHE, "uncle": HE, "cousin": HE, "daughter": SHE, "son": HE}

# What stands before a question, and between it and its answer.
FORMS = [("", " "), ("", "\n"), ("Q: ", "\nA: "), ("Question: ", "\nAnswer: ")]

DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()

# slot: its words. A slot with a 2 behind its name takes another word of the same row.
WORDS = {key: words.split("|") for key, words in (line.split(": ") for line in """\
place: the park|the library|the station|the beach|the market|the museum|the bakery|the swimming pool|the school|the office|the supermarket|the cinema|the harbour|the farm|the café on the corner|the hospital|the post office|the town hall|the zoo|the bookshop
town: Millbrook|Ashford|Greenhill|Oakham|Westbridge|Riverton|Stonefield|Maple Bay|Northgate|Little Hampton|Fairview|Redwood
city: London|Paris|Rome|Berlin|Madrid|Tokyo|New York|Sydney|Vienna|Dublin|Lisbon|Cairo|Toronto|Moscow
country: France|Italy|Spain|Germany|Japan|Canada|Greece|Ireland|India|Mexico|Portugal|Norway|Egypt|Brazil|Australia
food: soup|pancakes|pizza|rice|noodles|salad|bread and cheese|apple pie|chocolate cake|pasta|potatoes|fried eggs|porridge|fish and chips|vegetable curry|sandwiches
drink: tea|coffee|milk|orange juice|hot chocolate|lemonade|water
fruit: apples|pears|cherries|bananas|strawberries|oranges|grapes|plums
object: umbrella|key|letter|red scarf|camera|phone|notebook|map|guitar|backpack|lamp|wooden box|silver ring|green kite|watch|ticket|blue hat|bicycle bell|basket|laptop|pair of glasses|paper bag
pet: dog|cat|rabbit|parrot|hamster|puppy|kitten|tortoise
animal: horse|cow|sheep|fox|owl|bear|frog|duck|mouse|goat|hen|squirrel|hedgehog|deer
job: teacher|doctor|baker|bus driver|farmer|nurse|singer|programmer|painter|gardener|cook|pilot|dentist|postman|engineer|librarian
day: Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday
month: January|February|March|April|May|June|July|August|September|October|November|December
season: spring|summer|autumn|winter
weather: sunny|rainy|windy|cold|warm|foggy|snowy|cloudy|bright|stormy|grey
colour: blue|green|red|purple|yellow|orange|pink|black|white|brown|grey
mood: happy|tired|nervous|curious|hungry|excited|sad|proud|worried|calm|cheerful|lonely|bored|surprised
glad: happy|glad|proud|pleased|cheerful|delighted|relieved|grateful
sad: sad|unhappy|worried|upset|disappointed|lonely|anxious|miserable
adj: old|tiny|heavy|strange|beautiful|broken|shiny|new|dusty|useful|expensive|simple|large|wonderful|funny|empty
n: two|three|four|five|six|seven|eight|nine
hour: one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve
subject: maths|history|science|English|music|art|geography|French
sport: football|tennis|basketball|hockey|cricket|volleyball|chess
instrument: piano|violin|guitar|drums|flute|trumpet|cello
hobby: painting|swimming|reading|dancing|cooking|fishing|gardening|running|drawing|singing|cycling
vehicle: bus|train|taxi|tram|ferry|car""".splitlines())}


@dataclass
class Person:
    """Someone of the cast. A pronoun with a capital first letter gives the capital form."""

    name: str
    pronouns: dict

    def __format__(self, _):
        return self.name

    def __getattr__(self, form):
        pronoun = self.pronouns[form.lower()]
        return pronoun if form.islower() else pronoun.capitalize()


class Cast:
    """One value for each slot, drawn anew for each text: `slots` as `str.format` takes them."""

    def __init__(self, rng):
        names = rng.sample(HER + HIM, 3)
        self.slots = {slot: Person(name, SHE if name in HER else HE) for slot, name in zip("abc", names)}
        relative = rng.choice(list(RELATIVES))
        self.slots["relative"] = Person(relative, RELATIVES[relative])
        self.slots["q"], self.slots["answer"] = rng.choice(FORMS)
        for slot, words in WORDS.items():
            self.slots[slot], self.slots[slot + "2"] = rng.sample(words, 2)
