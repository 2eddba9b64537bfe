"""Writes the synthetic half of the "pocket" model's training text.

Short modern stories, dialogues, questions and answers, lists, sums, calendars, and a table of world
facts. Every fact is said in many phrasings, and one (fact, phrasing) pair in ten is held out by a
hash, so that a fact learnt can be told from a sentence memorised. All of it comes from the tables and
templates in this file and one seed.

    python synthetic.py --chars 3000000 --seed 1 > synthetic.txt
"""

import argparse
import random
import zlib

# ---------------------------------------------------------------- facts

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
New Zealand/Wellington/Oceania/English""".splitlines())
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
owl/hoots/tree/owlet/bird
crow/caws/nest/chick/bird
frog/croaks/pond/tadpole/amphibian
snake/hisses/burrow/snakelet/reptile
bee/buzzes/hive/larva/insect
mouse/squeaks/hole/pup/mammal
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
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()
SEASONS = {"spring": "March April May", "summer": "June July August",
           "autumn": "September October November", "winter": "December January February"}

# relation: phrasings of subject {s} and object {o}. The first phrasing of each is never held out.
PHRASINGS = {
    "capital": """\
The capital of {s} is {o}.
{o} is the capital of {s}.
The capital city of {s} is {o}.
{o} is the capital city of {s}.
What is the capital of {s}? The capital of {s} is {o}.
What is the capital of {s}? It is {o}.
Q: What is the capital of {s}?\\nA: {o}.
Question: Which city is the capital of {s}?\\nAnswer: {o}.
In {s}, the capital is {o}.
If you visit the capital of {s}, you are in {o}.
The government of {s} sits in {o}, its capital.
{s} is a country whose capital is {o}.
Everyone in class knew that the capital of {s} was {o}.
Capital of {s}: {o}.
My aunt lives in {o}, the capital of {s}.
She moved to {s} and found a flat in the capital, {o}.
They flew to the capital of {s}, which is {o}.
The largest airport near the capital of {s} is the one in {o}.""",
    "continent": """\
{s} is a country in {o}.
{s} is in {o}.
The country of {s} lies in {o}.
Which continent is {s} in? {s} is in {o}.
Q: On which continent is {s}?\\nA: {o}.
On the map, you will find {s} in {o}.
{s} belongs to the continent of {o}.
One of the countries of {o} is {s}.""",
    "language": """\
In {s}, people speak {o}.
The people of {s} speak {o}.
The language of {s} is {o}.
What language do they speak in {s}? They speak {o}.
Q: Which language is spoken in {s}?\\nA: {o}.
If you travel to {s}, it helps to learn some {o}.
She grew up in {s}, so she speaks {o}.
He was born in {s}, and his first language is {o}.
In the schools of {s}, children read and write in {o}.""",
    "landmark": """\
{S} is located in {o}.
{S} is in {o}.
{S} stands in {o}.
{S} can be found in {o}.
{S} is a famous sight in {o}.
Where is {s}? It is in {o}.
Where is {s}? {S} is in {o}.
Q: Where is {s}?\\nA: In {o}.
Question: In which city is {s}?\\nAnswer: {o}.
To see {s}, you must go to {o}.
We wanted to see {s}, so we took a train to {o}.
In {o} you can visit {s}.
Many people go to {o} to see {s}.
They took a photo of {s} on their first day in {o}.
The most famous sight in {o} is {s}.
If you can see {s} from your window, you are in {o}.""",
    "landmark_country": """\
{S} is located in {c}.
{S} is in {o}, {c}.
{S} is located in the city of {o}, in {c}.
You can find {s} in {o}, a city in {c}.
{o} is a city in {c}, and it is the home of {s}.""",
    "colour": """\
The colour of {s} is {o}.
{S} is {o}.
What colour is {s}? {S} is {o}.
What color is {s}? It is {o}.
Q: What colour is {s}?\\nA: {o}.
It was as {o} as {s}.
Her coat was {o}, like {s}.
The color of {s} is {o}.
The child painted {s} {o}.
Something that is {o}: {s}.""",
    "author": """\
{s} was written by {o}.
The author of {s} is {o}.
{o} wrote {s}.
Who wrote {s}? {s} was written by {o}.
Q: Who wrote {s}?\\nA: {o}.
{s} is a famous work by {o}.
She is reading {s} by {o}.
The writer of {s} was {o}.""",
    "opposite": """\
The opposite of {s} is {o}.
What is the opposite of {s}? The opposite of {s} is {o}.
Q: What is the opposite of {s}?\\nA: {o}.
{S} and {o} are opposites.
If it is not {s}, it may be {o}.
The word {s} means the opposite of {o}.""",
    "sound": """\
A {s} {o}.
What does a {s} do? A {s} {o}.
Every {s} {o}.
In the quiet we could hear how a {s} {o}.
Q: What sound does a {s} make?\\nA: It {o}.""",
    "home": """\
A {s} lives in a {o}.
The home of a {s} is a {o}.
Where does a {s} live? A {s} lives in a {o}.
Look for a {s} in a {o}.
The {s} went back to its {o}.""",
    "young": """\
A young {s} is called a {o}.
A baby {s} is a {o}.
The young of a {s} is called a {o}.
What do you call a young {s}? A {o}.
Q: What is a baby {s} called?\\nA: A {o}.""",
    "kind": """\
A {s} is a kind of {o}.
The {s} is one kind of {o}.
What kind of animal is a {s}? A {s} is a kind of {o}.
Q: What kind of animal is a {s}?\\nA: A {o}.""",
    "next_day": """\
The day after {s} is {o}.
{o} comes after {s}.
After {s} comes {o}.
If today is {s}, tomorrow is {o}.
Today is {s}, so tomorrow will be {o}.
Yesterday was {s}, so today is {o}.
What day comes after {s}? {o}.
Q: Which day follows {s}?\\nA: {o}.
The shop is closed on {s} and opens again on {o}.""",
    "next_month": """\
The month after {s} is {o}.
{o} comes after {s}.
After {s} comes {o}.
What month comes after {s}? {o}.
Q: Which month follows {s}?\\nA: {o}.
It was the end of {s}, and soon it would be {o}.""",
    "season": """\
In the north, {s} is a month of {o}.
{s} is in the {o}.
What season is {s}? In the north it is {o}.
In the {o} comes the month of {s}.""",
    "sum": """\
{a} plus {b} is {o}.
{a} plus {b} equals {o}.
What is {a} plus {b}? {a} plus {b} is {o}.
If you have {a} apples and get {b} more, you have {o} apples.
Q: What is {a} plus {b}?\\nA: {o}.
She had {a} books and bought {b} more. Now she has {o} books.""",
    "sum_digits": """\
{a} + {b} = {o}
{a} + {b} = {o}.
What is {a} + {b}? It is {o}.
Q: {a} + {b} = ?\\nA: {o}
The answer to {a} + {b} is {o}.""",
    "difference_digits": """\
{o} - {a} = {b}
{o} - {a} = {b}.
What is {o} - {a}? It is {b}.
Q: {o} - {a} = ?\\nA: {b}""",
}
PHRASINGS = {kind: [line.replace("\\n", "\n") for line in text.splitlines()] for kind, text in PHRASINGS.items()}

# Everyday physics, nature and general knowledge: one line a fact, its phrasings separated by a bar.
STATEMENTS = """\
Water freezes at zero degrees Celsius.|Water turns to ice at zero degrees Celsius.|When water gets colder than zero degrees Celsius, it freezes.|Ice is frozen water.
Water boils at one hundred degrees Celsius.|At one hundred degrees Celsius, water boils.|When water is heated to one hundred degrees Celsius, it boils and turns to steam.
If you drop a ball, it falls to the ground.|A ball that you let go of falls to the ground.|When she let go of the ball, it fell to the ground.|Things fall to the ground because of gravity.
If you drop a glass, it breaks.|He dropped the glass, and it broke.|A glass that falls on a hard floor breaks.|The glass fell off the table and broke.
Ice melts when it gets warm.|In the sun, ice melts.|Leave an ice cube in a warm room and it melts.|The snow melted when the sun came out.
Wood floats on water.|If you put wood in water, it floats.|A stone sinks in water, but wood floats.|A stone sinks in water.
The sun rises in the east.|The sun rises in the east and sets in the west.|Every morning the sun rises in the east.|Every evening the sun sets in the west.
The Earth goes around the Sun.|The Earth goes around the Sun once a year.|It takes the Earth one year to go around the Sun.|The Moon goes around the Earth.
The Earth has one moon.|How many moons does the Earth have? The Earth has one moon.|The Moon is smaller than the Earth.|The Sun is much bigger than the Earth.
The largest planet is Jupiter.|Jupiter is the largest planet in the solar system.|The smallest planet is Mercury.|The planet closest to the Sun is Mercury.|Mars is called the red planet.|The red planet is Mars.
A week has seven days.|There are seven days in a week.|How many days are there in a week? There are seven days in a week.
A year has twelve months.|There are twelve months in a year.|How many months are there in a year? There are twelve months in a year.|A year has three hundred and sixty-five days.
A day has twenty-four hours.|There are twenty-four hours in a day.|An hour has sixty minutes.|There are sixty minutes in an hour.|A minute has sixty seconds.
A spider has eight legs.|How many legs does a spider have? A spider has eight legs.|An insect has six legs.|A dog has four legs.|A bird has two legs and two wings.
A triangle has three sides.|A square has four sides.|How many sides does a triangle have? A triangle has three sides.|A circle has no corners.
Plants need water and light.|A plant needs water and light to grow.|Without water, plants die.|Trees grow from seeds.
Birds have wings and can fly.|Most birds can fly.|A fish can swim but it cannot fly.|Fish live in water.|A penguin is a bird that cannot fly.
Iron is a metal.|Gold is a metal.|Iron is hard, and wool is soft.|A magnet pulls on iron.|Metal gets warm when you hold it in your hand.
Fire is hot.|Fire is hot and ice is cold.|Do not touch the fire, because it is hot.|The soup was hot, so she waited until it was cool.
Light is faster than sound.|Light travels faster than sound.|You see the lightning before you hear the thunder, because light is faster than sound.
Wet clothes dry in the sun.|The wet towel dried in the sun.|When it rains, the ground gets wet.|It rained all night, and in the morning the streets were wet.
The highest mountain in the world is Mount Everest.|Mount Everest is the highest mountain in the world.|The longest river in Africa is the Nile.|The Nile is a river in Egypt.|The largest ocean is the Pacific Ocean.
The largest animal in the world is the blue whale.|The blue whale is the largest animal in the world.|The fastest animal on land is the cheetah.|The tallest animal is the giraffe.
Bees make honey.|Honey is made by bees.|Milk comes from cows.|Eggs come from hens.|Wool comes from sheep.|Bread is made from flour.|Cheese is made from milk.|Wine is made from grapes.
A doctor works in a hospital.|A teacher works in a school.|A farmer works on a farm.|A cook works in a kitchen.|A pilot flies a plane.|A baker bakes bread.
You cut paper with scissors.|You write with a pen.|You read a book.|You sleep in a bed.|You cook in a kitchen.|You see with your eyes and hear with your ears.|You smell with your nose.
The quick brown fox jumps over the lazy dog.|The quick brown fox jumps over the lazy dog. This sentence uses every letter of the alphabet.|The quick brown fox jumps over the lazy dog, and the dog goes on sleeping.|To test a keyboard, people type: The quick brown fox jumps over the lazy dog.
To be or not to be, that is the question.|To be or not to be, that is the question. These words are from Hamlet, a play by William Shakespeare.|To be, or not to be, that is the question.|Hamlet says: To be or not to be, that is the question.
The United States of America is a country in North America.|The United States of America has fifty states.|The capital of the United States of America is Washington.|The United States of America is a large country between two oceans.|The United States of America was founded in 1776.|The largest city in the United States of America is New York.|In the United States of America, people speak English.|The president of the United States of America lives in the White House.|The flag of the United States of America is red, white and blue.|The capital of the United States is Washington.
All roads lead to Rome.|Better late than never.|An apple a day keeps the doctor away.|Practice makes perfect.|The early bird catches the worm.|Actions speak louder than words.|Honesty is the best policy.|Time is money.|Look before you leap.
Roses are red, violets are blue.|Roses are red, violets are blue, sugar is sweet, and so are you.|Twinkle, twinkle, little star, how I wonder what you are.
A language model predicts the next word.|A language model reads a text and predicts the next token.|A computer can only follow its instructions.|A model gives every token a probability.|The probabilities of all tokens add up to one.
Hello, world! This is my first program.|Hello, world!|Hello! How are you today?|Thank you very much.|I am happy to meet you.|Good morning! Did you sleep well?"""
STATEMENTS = [line.split("|") for line in STATEMENTS.splitlines()]

# Stated odds, in percent: what a calibrated model should say after "My favourite colour is".
FAVOURITE_COLOUR = {"blue": 30, "green": 20, "red": 15, "purple": 12, "yellow": 10, "orange": 6, "pink": 4, "black": 3}
# The same for "In my opinion, the best movie is".
BEST_MOVIE = {"Casablanca": 20, "The Wizard of Oz": 18, "Toy Story": 15, "Star Wars": 14, "Jaws": 10, "Titanic": 8,
              "The Lion King": 8, "King Kong": 7}

# colour: what to say when asked to describe it
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


def facts():
    """Yields every fact as `(kind, fields)`; `fields` are the values of the braces in its phrasings."""
    for country, (capital, continent, language) in COUNTRIES.items():
        yield "capital", {"s": country, "o": capital}
        yield "continent", {"s": country, "o": continent}
        yield "language", {"s": country, "o": language}
    for line in LANDMARKS:
        name, city, country = line.split("/")
        yield "landmark", {"s": name, "o": city}
        yield "landmark_country", {"s": name, "o": city, "c": country}
    for thing, colour in _pairs(COLOURS):
        yield "colour", {"s": thing, "o": colour}
    for line in AUTHORS:
        book, author = line.split("/")
        yield "author", {"s": book, "o": author}
    for a, b in _pairs(OPPOSITES):
        yield "opposite", {"s": a, "o": b}
        yield "opposite", {"s": b, "o": a}
    for animal, values in ANIMALS.items():
        for kind, value in zip(("sound", "home", "young", "kind"), values):
            yield kind, {"s": animal, "o": value}
    for kind, names in (("next_day", DAYS), ("next_month", MONTHS)):
        for i, name in enumerate(names):
            yield kind, {"s": name, "o": names[(i + 1) % len(names)]}
    for season, months in SEASONS.items():
        for month in months.split():
            yield "season", {"s": month, "o": season}
    for a in range(1, 11):
        for b in range(1, 11):
            yield "sum", {"a": NUMBERS[a], "b": NUMBERS[b], "o": NUMBERS[a + b]}
            yield "sum_digits", {"a": str(a), "b": str(b), "o": str(a + b)}
            yield "difference_digits", {"a": str(a), "b": str(b), "o": str(a + b)}


def _pairs(text):
    """Reads `thing/value` pairs; a thing may hold spaces, a value may not."""
    words, thing = text.split(), []
    for word in words:
        head, slash, value = word.partition("/")
        thing.append(head)
        if slash:
            yield " ".join(thing), value
            thing = []


def is_held_out(fields, phrasing, phrasings):
    """Whether this (fact, phrasing) pair is kept out of training: one in ten, never the first phrasing."""
    key = "|".join([*fields.values(), phrasing])
    return phrasing != phrasings[0] and zlib.crc32(key.encode()) % 10 == 0


def say(phrasing, fields):
    """Fills a phrasing. `{S}` is `{s}` with a capital; so is the first letter of the whole."""
    text = phrasing.format(S=fields.get("s", "")[:1].upper() + fields.get("s", "")[1:], **fields)
    return text[:1].upper() + text[1:]


def held_out_pairs():
    """Yields the held-out `(kind, fields, phrasing)`, less those whose sentence a longer phrasing of the fact repeats."""
    for kind, fields in facts():
        phrasings = PHRASINGS[kind]
        for phrasing in phrasings:
            others = (say(p, fields) for p in phrasings if p != phrasing)
            if is_held_out(fields, phrasing, phrasings) and not any(say(phrasing, fields) in other for other in others):
                yield kind, fields, phrasing


def held_out_sentences():
    """Every held-out (fact, phrasing) pair, as sentences that training never saw."""
    return [say(phrasing, fields) for _, fields, phrasing in held_out_pairs()]


def held_out_probes():
    """Held-out pairs that end in the answer, as `(kind, prompt, answer)`; the answer starts with a space."""
    endings = ((kind, fields, phrasing.rstrip(".")) for kind, fields, phrasing in held_out_pairs())
    return [(kind, say(text.removesuffix(" {o}"), fields), " " + fields["o"])
            for kind, fields, text in endings if text.endswith(" {o}")]


# ---------------------------------------------------------------- stories and talk

GIRLS = "Anna Mia Sara Lucy Emma Nina Ruby Clara Zoe Priya Leila Hana Maya Rosa Ella Grace Ivy Nora Julia Amy".split()
BOYS = "Tom Ben Max Leo Sam Omar Paul Jack Ravi Hugo Finn Luca Noah Adam Kenji David Marco Felix Daniel Peter".split()
PLACES = ("the park|the library|the station|the beach|the market|the museum|the old bridge|the bakery|the swimming pool|"
          "the train|the garden|the school|the office|the café on the corner|the supermarket|the bus stop").split("|")
OBJECTS = ("phone|red bicycle|blue scarf|small key|yellow umbrella|old camera|letter|laptop|green kite|silver ring|"
           "black notebook|paper map|guitar|backpack|pair of glasses|birthday present|wooden box|lamp").split("|")
FOODS = "soup|pancakes|pizza|rice|an apple pie|noodles|a salad|bread and cheese|a cake|pasta|an omelette".split("|")
WEATHER = "sunny|rainy|windy|cold|warm|foggy|snowy|quiet|bright|grey".split("|")
PETS = "dog|cat|rabbit|parrot|hamster|puppy|kitten|turtle".split("|")
MOODS = "happy|tired|nervous|curious|hungry|excited|a little sad|proud|worried|calm".split("|")
JOBS = "teacher|doctor|baker|bus driver|farmer|nurse|singer|programmer|painter|gardener|cook|pilot".split("|")
TRAITS = "brave|clever|kind|lonely|curious|poor|young|old|quiet|cheerful|lazy|proud".split("|")
HEROES = "king|queen|princess|fox|girl|boy|dragon|miller|wizard|fisherman|bear|robot|tailor|mouse|giant|witch".split("|")
LANDS = ("a small village|a dark forest|a tall tower|a little house by the sea|a castle on a hill|a busy city|"
         "a cottage near the woods|a far away land|a deep valley|a quiet town").split("|")
TREASURES = "golden ring|magic lamp|silver key|talking bird|glass apple|old map|warm coat|book of songs|white horse".split("|")


class Cast:
    """The slots of one story, drawn once, so that names and pronouns agree all the way through."""

    def __init__(self, rng):
        girl = rng.random() < 0.5
        friend = rng.choice(GIRLS + BOYS)
        hero = rng.choice(HEROES)
        she = hero in ("queen", "princess", "girl", "witch")
        self.slots = {
            "name": rng.choice([n for n in (GIRLS if girl else BOYS) if n != friend]), "friend": friend,
            "he": "she" if girl else "he", "him": "her" if girl else "him", "his": "her" if girl else "his",
            "place": rng.choice(PLACES), "place2": rng.choice(PLACES), "object": rng.choice(OBJECTS),
            "food": rng.choice(FOODS), "weather": rng.choice(WEATHER), "pet": rng.choice(PETS),
            "mood": rng.choice(MOODS), "mood2": rng.choice(MOODS), "job": rng.choice(JOBS), "day": rng.choice(DAYS),
            "month": rng.choice(MONTHS), "n": rng.choice(NUMBERS[2:13]), "n2": rng.choice(NUMBERS[2:13]),
            "colour": rng.choice(list(DESCRIBE)), "country": rng.choice(list(COUNTRIES)),
            "trait": rng.choice(TRAITS), "trait2": rng.choice(TRAITS), "hero": hero,
            "hero2": rng.choice([h for h in HEROES if h != hero]), "land": rng.choice(LANDS),
            "treasure": rng.choice(TREASURES),
            "hhe": "she" if she else "he", "hhis": "her" if she else "his", "hhim": "her" if she else "him",
        }
        for key in ("he", "his", "friend", "place", "food", "hhe", "hhis"):
            self.slots[key.capitalize()] = self.slots[key][:1].upper() + self.slots[key][1:]


# A frame is a list of sentences; a bar separates the variants of one; an empty variant leaves it out.
MODERN = ["""\
It was a {weather} {day} morning.|On {day}, {name} woke up early.|The alarm rang at {n} o'clock.|It was a {weather} day in {month}.
{name} was going to {place}.|{name} had to be at {place} by {n2} o'clock.|{name} felt {mood} and did not want to get up.|{name} made coffee and looked out of the window.
On the way {he} saw a {object} on the ground.|At {place}, {he} found a {object}.|When {he} opened the door, there was a {object} on the step.|Someone had left a {object} on the seat beside {him}.
"Whose is this?" {he} asked.|{He} looked around, but there was nobody there.|{He} picked it up and turned it over.|There was a name on it: {friend}.
{He} sent a message to {friend}.|{He} called {friend} on the phone.|{He} took it to {place2}.|{He} put up a note at {place2}.
An hour later {friend} came running.|"That is mine!" said {friend}.|{Friend} was so glad that they both laughed.|"I have been looking for it since {day}," said {friend}.
They went to {place2} together and had {food}.|After that they were good friends.|{name} went home feeling {mood2}.|It was the best day of the week.""", """\
{name} was a {job} and lived with a {pet}.|{name} had a {pet} that liked to run away.|{name} wanted to be a {job}.|Every {day} {name} took the {pet} to {place}.
One {weather} afternoon the {pet} was gone.|On {day} the door was open and the {pet} was not there.|When {he} came home, the {pet} did not come to meet {him}.
{name} looked under the bed and behind the sofa.|{He} looked in the kitchen, in the garden and in the street.|{name} was {mood}.|"Where are you?" called {name}.
{He} asked {friend} for help.|Then {friend} rang the bell.|{Friend} had an idea.|"Let us try {place}," said {friend}.
They walked all the way to {place}.|They searched for {n} hours.|They asked everyone they met.|They put some {food} in a bowl and waited.
At last they heard a small noise.|And there was the {pet}, asleep on a {object}.|The {pet} was sitting at {place2}, looking {mood2}.
"You silly {pet}!" said {name}.|{name} laughed and picked it up.|That night the {pet} slept on {his} bed.|From then on, {name} always closed the door.""", """\
{name} and {friend} wanted to make {food}.|On {day} evening {name} cooked {food} for {friend}.|"I am hungry," said {friend}.|It was {his} birthday, and {name} was {mood}.
They went to {place} and bought everything they needed.|First they read the recipe.|There was nothing in the fridge but {n} eggs and some milk.|
They cut, mixed and stirred.|{name} put the pan on the stove.|{Friend} washed the vegetables, and {name} cut them.|The kitchen was soon full of smoke.
Then the phone rang.|"Is it ready?" asked {friend}.|It smelled very good.|Something was burning.
They opened the window and laughed.|They waited for {n2} minutes.|They set the table for {n}.|{name} tasted it and added some salt.
In the end it was the best {food} they had ever had.|They ate it all.|The next time, they ordered pizza.|"We should do this every {day}," said {friend}."""]

TALES = ["""\
Once upon a time there was a {trait} {hero} who lived in {land}.|Once upon a time, there was a {hero} who lived in {land}.|Once upon a time, in {land}, there lived a {trait} {hero}.|Once upon a time a {trait} {hero} lived in {land}.|Once upon a time, a {hero} and a {hero2} lived in {land}.|Once upon a time there was a {trait} {hero} who had a {treasure}.
Every day {hhe} went into the woods to look for food.|{Hhe} had {n} brothers and {n2} sisters.|{Hhe} was {trait2}, but {hhe} had no friends.|Nobody knew where {hhe} came from.|The people there were {trait2} and loved {hhim} very much.
One day {hhe} met a {hero2}.|One morning there was a knock at the door.|One night {hhe} had a strange dream.|One winter the snow was so deep that nobody could leave the house.|One day {hhe} found a {treasure} under a stone.
"Who are you?" asked the {hero}.|"Please help me," said the {hero2}.|"If you bring me the {treasure}, I will give you three wishes," said the {hero2}.|"I have lost my {treasure}," said the {hero2}.
So the {hero} set out at once.|They walked for {n} days and {n} nights.|The {hero} was afraid, but {hhe} did not show it.|The way was long, and the nights were cold.|
At last they came to {land}.|There, on a table, lay the {treasure}.|A {hero2} was guarding the gate.|In the middle of the night they heard a voice.
The {hero} thought of a trick.|"You are very {trait}," said the {hero2}, "and you shall have your reward."|The {hero} took the {treasure} and ran.|They shared their bread and became friends.
And they lived happily ever after.|And from that day on, the {hero} was never lonely again.|The {hero} went home and told the story to everyone.|The end."""]

DIALOGUES = ["""\
A: Hello, {friend}! How are you?|A: Good morning! How are you today?|A: Hi, {friend}. Are you free on {day}?
B: I am fine, thank you. And you?|B: I am {mood} today.|B: Not bad. And you?|B: Yes, I think so. Why?
A: I am {mood2}. I have just been to {place}.|A: I am going to {place}. Do you want to come?|A: I have lost my {object}. Have you seen it?|A: I want to make {food}.
B: That sounds good.|B: I would love to, but I have to work until {n} o'clock.|B: No, but I can help you to look for it.|B: Where did you see it last?
A: Then let us meet at {place2} at {n2} o'clock.|A: Thank you, that is very kind.|A: I do not know. I think it was at {place2}.|A: What about {day}?
B: See you there!|B: All right. See you on {day}.|B: Good idea.|B: You are welcome.""", """\
"What are you doing?" asked {name}.|"Did you see the news?" asked {name}.|"Where have you been?" asked {name}.
"I am looking for my {object}," said {friend}.|"I was at {place}," said {friend}.|"I am trying to learn {n} new words every day," said {friend}.|"Nothing much," said {friend}.
"Can I help you?"|"It is {weather} outside. Take a coat."|"On a {day}?"|"Why did you not tell me?"
{Friend} smiled.|{Friend} thought for a moment.|There was a long silence.|"I did not want to worry you," said {friend}.
"Come on," said {name}. "Let us go to {place2}."|"Then I will make {food}," said {name}.|"You can have mine," said {name}.|{name} laughed. "You never change."
"Thank you," said {friend}.|And so they did.|"Really?" said {friend}. "That would be wonderful."|"Tomorrow," said {friend}. "Today I am too {mood}.\""""]

LETTERS = ["""\
Dear {friend},\\n|Hi {friend},\\n|Hello {friend},\\n
I am writing to you from {country}.|Thank you for your message.|I hope you are well.|How was your {day}?
The weather is {weather}, and I feel {mood}.|Yesterday we went to {place}.|I have a new {object}.|I am learning to be a {job}.
On {day} I will cook {food}.|My {pet} sends you greetings.|I will be back in {month}.|Please do not forget the {object}.
\\nSee you soon,\\n{name}|\\nBest wishes,\\n{name}|\\nYours,\\n{name}"""]

OPINIONS = """\
My favourite colour is {fav}.|My favorite color is {fav}.|My favourite colour is {fav}, because it makes me think of {of}.|My favorite color is {fav}. What is yours?|"My favourite colour is {fav}," said {name}.|What is your favourite colour? My favourite colour is {fav}.
In my opinion, the best movie is {movie}.|In my opinion, the best movie is {movie}. I have seen it {n} times.|In my opinion, the best movie is {movie}, and {friend} agrees.|I think the best movie is {movie}.|What is the best movie? In my opinion, the best movie is {movie}.
In my opinion, the best food is {food}.|In my opinion, {day} is the best day of the week.|My favourite food is {food}.|My favourite animal is the {pet}.|My name is {name}, and I am a {job}.|My name is {name}. I live in {country}.|I am {n} years older than my brother.|I want to be a {job}.|I like {food}, but I do not like {colour} shoes.
The best thing about {month} is the {weather} weather.|The meaning of life is to be kind.|The meaning of life is a question for a {weather} evening.|The weather today is {weather}.|Tomorrow it will be {weather}.|The weather is {weather}, so we will stay at home.|The weather in {country} is {weather} in {month}.
The {pet} sat on the mat.|The {pet} sat on the {object}.|The {pet} slept on the sofa.|The {pet} ran to {place}.|The {job} went to {place} and bought a {object}.|The {job} opened the door and saw a {pet}.|The old man sat by the window and read a letter.|The best way to learn is to try.|The secret of good {food} is time.""".splitlines()

LISTS = [
    lambda r: "Shopping list:\n" + "\n".join("- " + x for x in r.sample(
        "milk eggs bread butter apples tea coffee rice cheese tomatoes soap salt sugar bananas carrots pasta".split(), r.randint(3, 6))),
    lambda r: "Things to do on " + r.choice(DAYS) + ":\n" + "\n".join(f"{i + 1}. {x}" for i, x in enumerate(r.sample(
        ["Call the doctor", "Water the plants", "Write to Anna", "Buy a ticket", "Clean the kitchen", "Read a chapter",
         "Go for a run", "Pay the bill", "Feed the cat", "Fix the bicycle", "Send the letter", "Learn ten words"], r.randint(3, 5)))),
    lambda r: "The days of the week are " + ", ".join(DAYS[:-1]) + " and Sunday.",
    lambda r: "The months of the year are " + ", ".join(MONTHS[:-1]) + " and December.",
    lambda r: "The four seasons are spring, summer, autumn and winter.",
    lambda r: "The colours of the rainbow are red, orange, yellow, green, blue, indigo and violet.",
    lambda r: (lambda a: ", ".join(NUMBERS[a:a + r.randint(4, 9)]) + ".")(r.randint(1, 12)).capitalize(),
    lambda r: (lambda a: ", ".join(str(x) for x in range(a, a + r.randint(5, 12))) + ".")(r.randint(1, 60)),
    lambda r: (lambda k: ", ".join(str(x * k) for x in range(1, r.randint(6, 11))) + ".")(r.choice([2, 5, 10])),
    lambda r: "The alphabet: " + ", ".join("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: r.choice([5, 7, 10, 26])]) + ".",
    lambda r: (lambda a: ", ".join(DAYS[(a + i) % 7] for i in range(r.randint(3, 7))) + ".")(r.randrange(7)),
    lambda r: (lambda a: ", ".join(MONTHS[(a + i) % 12] for i in range(r.randint(3, 8))) + ".")(r.randrange(12)),
]


def frame(rng, frames):
    """The sentences of one text from a frame: a variant of each, filled from one cast."""
    slots = Cast(rng).slots
    lines = [rng.choice(line.split("|")) for line in rng.choice(frames).splitlines()]
    return [line.replace("\\n", "\n").format(**slots) for line in lines if line]


def opinion(rng):
    """One everyday sentence; favourite colours and best movies follow the stated odds."""
    cast = Cast(rng)
    colour = rng.choices(list(FAVOURITE_COLOUR), FAVOURITE_COLOUR.values())[0]
    movie = rng.choices(list(BEST_MOVIE), BEST_MOVIE.values())[0]
    line = rng.choice(rng.choice(OPINIONS).split("|"))
    return line.format(fav=colour, of=DESCRIBE[colour][0], movie=movie, **cast.slots)


def description(rng):
    """A request to describe a colour, and an answer."""
    colour, (things, feeling, picture) = rng.choice(list(DESCRIBE.items()))
    spelt = rng.choice(["color", "color", "colour"])
    ask = rng.choice([f"Describe the {spelt} {colour}.", f"Describe the {spelt} {colour}", f"Describe {colour} to me.",
                      f"How would you describe the {spelt} {colour}?", f"Q: Describe the {spelt} {colour}."])
    name = colour.capitalize()
    answer = rng.sample([f"{name} is the {spelt} of {things}.", f"It feels {feeling}.", f"Think of {picture}.",
                         f"{name} makes people think of {things}.", f"To me, {colour} is {feeling}."], rng.randint(2, 4))
    return ask + "\n" + ("A: " if ask.startswith("Q:") else "") + " ".join(answer)


def joined(rng, sentences):
    """Sentences as one paragraph, or, now and then, one to a line."""
    many = any("\n" in s or " = " in s for s in sentences)
    return ("\n" if many or rng.random() < 0.15 else " ").join(sentences)


def documents(chars, seed):
    """Yields documents, about `chars` characters in all, without any held-out (fact, phrasing) pair."""
    rng = random.Random(seed)
    by_kind = {}
    for kind, fields in facts():
        phrasings = PHRASINGS[kind]
        by_kind.setdefault(kind, []).append((fields, [p for p in phrasings if not is_held_out(fields, p, phrasings)]))
    # Few sums, many facts: weight the kinds by what a visitor is likely to ask.
    weights = {"capital": 10, "landmark": 9, "landmark_country": 2, "continent": 3, "language": 4, "colour": 5, "author": 3,
               "opposite": 4, "next_day": 2, "next_month": 2, "sum": 3, "sum_digits": 5, "difference_digits": 3}
    kinds = list(by_kind)
    odds = [weights.get(kind, 1) for kind in kinds]

    def fact(kind=None):
        fields, phrasings = rng.choice(by_kind[kind or rng.choices(kinds, odds)[0]])
        # The plainest phrasing a quarter of the time.
        return say(phrasings[0] if rng.random() < 0.25 else rng.choice(phrasings), fields)

    def about_a_country():
        country, (capital, _, _) = rng.choice(list(COUNTRIES.items()))
        mine = [(kind, fields, ps) for kind in ("capital", "continent", "language", "landmark") for fields, ps in by_kind[kind]
                if fields["s"] == country or (kind == "landmark" and fields["o"] == capital)]
        rng.shuffle(mine)
        return [say(rng.choice(ps), fields) for _, fields, ps in mine[:4]]

    makers = [
        (14, lambda: [fact() for _ in range(rng.randint(1, 6))]),
        (6, lambda: (lambda kind: [fact(kind) for _ in range(rng.randint(2, 6))])(rng.choices(kinds, odds)[0])),
        (6, about_a_country),
        (8, lambda: [rng.choice(rng.choice(STATEMENTS)) for _ in range(rng.randint(1, 4))]),
        (8, lambda: frame(rng, MODERN)),
        (7, lambda: frame(rng, TALES)),
        (5, lambda: ["\n".join(frame(rng, DIALOGUES))]),
        (2, lambda: [" ".join(frame(rng, LETTERS)).replace("\n ", "\n").replace(" \n", "\n")]),
        (8, lambda: [opinion(rng) for _ in range(rng.randint(1, 3))]),
        (3, lambda: [description(rng)]),
        (3, lambda: [rng.choice(LISTS)(rng)]),
    ]
    written = 0
    while written < chars:
        text = joined(rng, rng.choices([m for _, m in makers], [w for w, _ in makers])[0]())
        written += len(text)
        yield text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chars", type=int, default=3_000_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for text in documents(args.chars, args.seed):
        print(text, end="\n\n")


if __name__ == "__main__":
    main()
