"""Write the bundled samples: `.venv/bin/python packaging/make_samples.py`.

`resources/sample/` gets 50,000 synthetic persons of an invented country, Norland: nobody in it exists, and no
real file was looked at. Every person is drawn by whole-number arithmetic alone (the generator SplitMix64 of
Steele, Lea and Flood 2014, and tables of whole-number weights), so that the same bytes come out on every
machine. The variables hang together as in a census: age and the size of the district, ethnic group and
region, schooling and age, industry and schooling, income and all of them.

`resources/seven/` gets the seven persons behind the census table in Smith and Ullman, lecture 7, figure 1.
At the end the hash of each dictionary's meaning is written into its plan.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path

RESOURCES = Path(__file__).resolve().parent.parent / "resources"
PERSONS = 50_000
SEED = 20_261_121
HEADER = "person,district,age,sex,ethnic_group,marital_status,schooling,industry,income"

# The country: regions, their counties, and the districts of each county.
COUNTRY: dict[str, dict[str, tuple[str, ...]]] = {
    "North": {
        "Aldmark": ("Aldholm", "Birkvik", "Carrow", "Dunmere"),
        "Brannsund": ("Eiderness", "Fellbeck", "Granby", "Haveth"),
        "Corrin": ("Isleworth Moor", "Jorvale", "Kestrel Head", "Lunna"),
    },
    "East": {
        "Dorvale": ("Marrick", "Nethercote", "Oakshott", "Pellmouth"),
        "Estermark": ("Quarrington", "Rushdale", "Sollen", "Tarnow"),
        "Fenwold": ("Ullin", "Varden", "Wexcombe", "Yarmoor"),
    },
    "South": {
        "Garsund": ("Amberley Fields", "Brightwater", "Castle Ford", "Dovecote"),
        "Harrowmark": ("Elmstead", "Fairhaven", "Goldcliff", "Harbour East"),
        "Ilverness": ("Harbour West", "Ironbridge Vale", "Kingsmead", "Langport"),
    },
    "West": {
        "Jarlmark": ("Millbrook", "Newhaven Rise", "Overstrand", "Pinewood"),
        "Kolmere": ("Queensferry", "Ravensby", "Stonegate", "Thornhill"),
        "Lorrin": ("Upwell", "Vinehall", "Westerfold", "Yew Hollow"),
    },
}

# Sections, divisions (two digits) and classes (four digits) of industry, with the weight of each class.
INDUSTRY: dict[tuple[str, str], dict[tuple[str, str], dict[tuple[str, str], int]]] = {
    ("A", "Agriculture, forestry and fishing"): {
        ("01", "Farming"): {
            ("0111", "Growing of cereals"): 18,
            ("0141", "Dairy cattle"): 14,
            ("0150", "Mixed farming"): 16,
        },
        ("02", "Forestry"): {("0210", "Silviculture"): 6, ("0220", "Logging"): 9},
        ("03", "Fishing"): {("0311", "Sea fishing"): 8, ("0321", "Fish farming"): 3},
    },
    ("C", "Manufacturing"): {
        ("10", "Food"): {
            ("1011", "Meat"): 14,
            ("1051", "Dairy products"): 10,
            ("1071", "Bread and pastry"): 20,
        },
        ("16", "Wood"): {("1610", "Sawmilling"): 11, ("1623", "Builders' carpentry"): 9},
        ("25", "Metal products"): {("2511", "Metal structures"): 15, ("2562", "Machining"): 17},
        ("31", "Furniture"): {
            ("3101", "Office furniture"): 5,
            ("3102", "Kitchen furniture"): 8,
            ("3109", "Other furniture"): 4,
        },
        ("32", "Other manufacturing"): {("3212", "Jewellery"): 1, ("3250", "Medical instruments"): 7},
        ("33", "Repair of machinery"): {("3312", "Repair of machines"): 9, ("3315", "Repair of boats"): 3},
    },
    ("F", "Construction"): {
        ("41", "Buildings"): {("4120", "Construction of buildings"): 38},
        ("43", "Specialised construction"): {
            ("4321", "Electrical installation"): 18,
            ("4322", "Plumbing"): 15,
            ("4334", "Painting"): 9,
        },
    },
    ("G", "Trade"): {
        ("46", "Wholesale trade"): {("4631", "Fruit and vegetables"): 12, ("4673", "Building materials"): 14},
        ("47", "Retail trade"): {
            ("4711", "Supermarkets"): 46,
            ("4752", "Hardware shops"): 12,
            ("4771", "Clothing shops"): 17,
            ("4773", "Pharmacies"): 11,
        },
    },
    ("H", "Transport"): {
        ("49", "Land transport"): {
            ("4931", "Urban passenger transport"): 13,
            ("4941", "Freight by road"): 29,
        },
        ("50", "Water transport"): {("5010", "Passenger ships"): 4},
        ("53", "Post"): {("5310", "Postal services"): 9},
    },
    ("I", "Accommodation and food service"): {
        ("55", "Accommodation"): {("5510", "Hotels"): 16},
        ("56", "Food service"): {("5610", "Restaurants"): 38, ("5630", "Bars"): 8},
    },
    ("J", "Information and finance"): {
        ("62", "Computer services"): {("6201", "Programming"): 29, ("6202", "Computer consultancy"): 16},
        ("64", "Banking"): {("6419", "Banks"): 21},
    },
    ("P", "Education"): {
        ("85", "Education"): {
            ("8510", "Pre-primary education"): 21,
            ("8520", "Primary education"): 41,
            ("8531", "Secondary education"): 32,
            ("8542", "Universities"): 19,
        },
    },
    ("Q", "Health and social work"): {
        ("86", "Health"): {
            ("8610", "Hospitals"): 52,
            ("8621", "General practice"): 13,
            ("8623", "Dentists"): 7,
        },
        ("87", "Residential care"): {("8730", "Homes for the elderly"): 31},
        ("88", "Social work"): {("8891", "Day care of children"): 19},
    },
}  # fmt: skip

# Classes that ask for a degree, and those that hardly do.
LEARNED = ("6201", "6202", "6419", "8520", "8531", "8542", "8610", "8621", "8623")

# Persons at each age per 10,000 of one age: a young bulge, a plateau, a long decline.
AGES = (
    *(1_020 + 6 * age for age in range(35)),
    *(1_230 - 4 * (age - 35) for age in range(35, 65)),
    *(max(2, 1_110 - 33 * (age - 65)) for age in range(65, 99)),
    2,
    1,
)
ETHNIC = ("N", "S", "T", "O", "M", "X")  # Norlander, Sarvi, Taumak, Ostrian, mixed, other
ETHNIC_WEIGHTS = {
    "North": (560, 330, 20, 15, 60, 15),
    "East": (760, 40, 30, 90, 60, 20),
    "South": (640, 25, 160, 70, 75, 30),
    "West": (820, 30, 45, 40, 50, 15),
}
# None, primary, lower secondary, upper secondary, first degree, higher degree.
SCHOOLING = ("0", "1", "2", "3", "4", "5")
# Single, married, widowed, separated or divorced, by decade of age from 15; the first line is for under 18.
MARITAL = ("S", "M", "W", "D")
MARITAL_WEIGHTS = (
    (998, 2, 0, 0), (905, 88, 0, 7), (560, 400, 2, 38), (300, 600, 6, 94), (210, 635, 18, 137),
    (150, 640, 55, 155), (90, 590, 190, 130), (70, 390, 460, 80), (60, 180, 710, 50),
)  # fmt: skip


class Draws:
    """SplitMix64: a sequence of 64-bit whole numbers from a seed, the same on every machine."""

    _MASK = (1 << 64) - 1

    def __init__(self, seed: int) -> None:
        """Start the sequence."""
        self._state = seed & self._MASK

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to `bound` - 1 (the bias of below 2^-40 does not matter here)."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & self._MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & self._MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & self._MASK
        return ((z ^ (z >> 31)) * bound) >> 64

    def choose(self, cumulative: Sequence[int]) -> int:
        """Return a position with probability in proportion to its weight."""
        return bisect_right(cumulative, self.below(cumulative[-1]))


def cumulate(weights: Sequence[int]) -> list[int]:
    """The running totals of weights."""
    return list(accumulate(weights))


def districts() -> list[tuple[str, str, str]]:
    """Code, name and region of every district; the code is region, county in the region, district in it."""
    return [
        (f"{r}{c}{d:02d}", name, region)
        for r, (region, counties) in enumerate(COUNTRY.items(), 1)
        for c, names in enumerate(counties.values(), 1)
        for d, name in enumerate(names, 1)
    ]


def classes() -> list[tuple[str, str, int]]:
    """Code, label and weight of every class of industry."""
    return [
        (code, label, weight)
        for divisions in INDUSTRY.values()
        for members in divisions.values()
        for (code, label), weight in members.items()
    ]


def schooling_weights(age: int) -> tuple[int, ...]:
    """Weights of the levels of schooling at an age of 15 or more: later generations stayed longer."""
    if age < 18:
        return (12, 260, 668, 60, 0, 0)
    if age < 25:
        return (10, 40, 180, 560, 190, 20)
    late = max(0, age - 40)
    return (10 + 2 * late, 50 + 7 * late, 170 + 2 * late, 420, max(70, 250 - 4 * late), max(25, 100 - 2 * late))


def income(draws: Draws, age: int, level: int, sex: str, code: str) -> int:
    """A year's income in crowns: a base by schooling, a rise with age, a long upper tail; in steps of ten."""
    base = (9_000, 13_000, 16_000, 22_000, 31_000, 41_000)[level]
    base += 220 * min(max(age - 20, 0), 35)
    if code in LEARNED:
        base += 4_000
    if code in ("NA", "NS"):
        base = base * 45 // 100
    if sex == "F":
        base = base * 91 // 100
    # The mean of four draws is a bell; one person in forty earns a multiple.
    spread = sum(draws.below(1_001) for _ in range(4)) // 4
    amount = base * (400 + 12 * spread // 10) // 1_000
    if draws.below(40) == 0:
        amount = amount * (1_500 + draws.below(4_000)) // 1_000
    return amount // 10 * 10


def persons(count: int = PERSONS, seed: int = SEED) -> Iterator[str]:
    """The lines of the file, without its header."""
    draws = Draws(seed)
    places = districts()
    # The size of a district falls like one over its rank; ranks are scattered over the country.
    sizes = cumulate([12_000 // (1 + (at * 29 + 7) % len(places)) for at in range(len(places))])
    ages = cumulate(AGES)
    ethnic = {region: cumulate(weights) for region, weights in ETHNIC_WEIGHTS.items()}
    marital = [cumulate(weights) for weights in MARITAL_WEIGHTS]
    schooling = [cumulate(schooling_weights(age)) for age in range(len(AGES))]
    work = classes()
    plain = cumulate([1 if code in LEARNED else weight for code, _, weight in work])
    learned = cumulate([4 * weight if code in LEARNED else weight for code, _, weight in work])
    for number in range(1, count + 1):
        code, _, region = places[draws.choose(sizes)]
        age = draws.choose(ages)
        sex = "F" if draws.below(1_000) < 488 + age // 3 else "M"
        group = ETHNIC[draws.choose(ethnic[region])]
        married = MARITAL[0] if age < 16 else MARITAL[draws.choose(marital[0 if age < 18 else min(8, (age - 5) // 10)])]
        if age < 15:
            level, industry, money = (0 if age < 7 else 1), "NA", "NA"
        else:
            level = draws.choose(schooling[age])
            active = 250 if age < 18 else 780 if age < 60 else 420 if age < 67 else 40
            if draws.below(1_000) >= active:
                industry = "NA"
            elif draws.below(1_000) < 15:
                industry = "NS"
            else:
                industry = work[draws.choose(learned if level >= 4 else plain)][0]
            money = "" if draws.below(1_000) < 20 else str(income(draws, age, level, sex, industry))
        yield f"{number},{code},{age},{sex},{group},{married},{SCHOOLING[level]},{industry},{money}"


def sample_csv() -> bytes:
    """The bytes of sample.csv."""
    return "\n".join([HEADER, *persons(), ""]).encode("ascii")


def code_files() -> dict[str, str]:
    """The code lists and hierarchies the sample's dictionary names."""
    areas = ["code,parent,label"]
    for r, (region, counties) in enumerate(COUNTRY.items(), 1):
        areas.append(f"{r},,{region}")
        for c, (county, names) in enumerate(counties.items(), 1):
            areas.append(f"{r}{c},{r},{county}")
            areas += [f"{r}{c}{d:02d},{r}{c},{name}" for d, name in enumerate(names, 1)]
    groups = ["code,parent,label"]
    for (section, title), divisions in INDUSTRY.items():
        groups.append(f'{section},,"{title}"')
        for (division, label), members in divisions.items():
            groups.append(f'{division},{section},"{label}"')
            groups += [f'{code},{division},"{name}"' for code, name in members]
    return {
        "districts.csv": "\n".join(["code,label", *(f"{code},{name}" for code, name, _ in districts()), ""]),
        "areas.csv": "\n".join([*areas, ""]),
        "industries.csv": "\n".join(["code,label", *(f'{code},"{label}"' for code, label, _ in classes()), ""]),
        "industry_groups.csv": "\n".join([*groups, ""]),
    }


SEVEN = """age,sex,race,status
8,F,B,single
18,M,W,single
24,F,W,single
30,M,W,married
36,F,B,married
66,F,B,married
84,M,B,married
"""


def write_plan_hash(dictionary: Path, plan: Path) -> None:
    """Write the hash of the dictionary's meaning into the plan, changing nothing else."""
    from dpdesk.schema.dictionary import Dictionary

    text = plan.read_text(encoding="utf-8")
    wanted = Dictionary.load(dictionary).meaning_hash
    changed, count = re.subn(r'("meaning": ")[^"]*(")', rf"\g<1>{wanted}\g<2>", text)
    if count != 1:
        raise ValueError(f"{plan} must contain the meaning of its dictionary once")
    json.loads(changed)
    plan.write_text(changed, encoding="utf-8", newline="\n")


def main() -> int:
    """Write everything; return the exit status."""
    sample, seven = RESOURCES / "sample", RESOURCES / "seven"
    sample.mkdir(parents=True, exist_ok=True)
    seven.mkdir(parents=True, exist_ok=True)
    with (sample / "sample.csv.gz").open("wb") as raw:
        with gzip.GzipFile("sample.csv", "wb", 9, raw, mtime=0) as packed:
            packed.write(sample_csv())
    for name, text in code_files().items():
        (sample / name).write_text(text, encoding="utf-8", newline="\n")
    (seven / "seven.csv").write_text(SEVEN, encoding="ascii", newline="\n")
    write_plan_hash(sample / "sample.dictionary.json", sample / "plan.json")
    write_plan_hash(seven / "seven.dictionary.json", seven / "plan.json")
    return 0


if __name__ == "__main__":
    sys.exit(main())
