"""Six published tables that everybody in the trade knows, as plans: what is released shall look like them.

Sex by age of the American Community Survey (B01001), income by household (HINC-01), a census table of area levels by
age and sex, deaths by cause, deaths by age and sex with their rates, monthly employment by province and industry.
Areas, causes and figures are made up.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from dpdesk.planning.document.plan import Plan
from dpdesk.schema.dictionary import Dictionary

Json = dict[str, Any]


@dataclass(frozen=True)
class Model:
    """A dictionary, a plan on it without the link to it, and what draws one made-up record."""

    dictionary: Json
    plan: Json
    record: Callable[[Random], Sequence[object]]
    size: int

    def released_as(self, **changes: Any) -> Plan:
        """The plan, for tests that need no records."""
        made = Dictionary.from_json(self.dictionary)
        return Plan.from_json(self._plan(made.meaning_hash) | changes, made)

    def write(self, folder: Path, **changes: Any) -> None:
        """Dictionary, plan and records as files."""
        folder.mkdir(parents=True, exist_ok=True)
        meaning = Dictionary.from_json(self.dictionary).meaning_hash
        (folder / "model.dictionary.json").write_text(json.dumps(self.dictionary, indent=1), "utf-8")
        (folder / "model.plan.json").write_text(json.dumps(self._plan(meaning) | changes, indent=1), "utf-8")
        chance = Random(1)
        with (folder / "records.csv").open("w", encoding="utf-8", newline="") as file:
            lines = csv.writer(file)
            columns = [
                one["column"] for one in [*self.dictionary["variables"], self.dictionary["unit"]] if "column" in one
            ]
            lines.writerow(dict.fromkeys(columns))
            lines.writerows(self.record(chance) for _ in range(self.size))

    def _plan(self, meaning: str) -> Json:
        link = {"path": "model.dictionary.json", "meaning": meaning}
        return {"format": "dpdesk-plan", "version": 1, "dictionary": link, "loss": {"rho": "1"}, **self.plan}


def en(text: str) -> dict[str, str]:
    return {"en": text}


def category(name: str, label: str, codes: Mapping[str, str], **more: Any) -> Json:
    return {
        "name": name,
        "kind": "category",
        "label": en(label),
        "column": name,
        "describes": "unit",
        "codes": [{"code": code, "label": en(words)} for code, words in codes.items()],
        "otherwise": "nowhere",
        **more,
    }


def age(groups: Sequence[int], last: int = 100) -> list[Json]:
    """Single years, and groups that begin at these ages."""
    ends = [*(start - 1 for start in groups[1:]), last]
    codes = [
        {
            "code": f"{first}-{end}" if end < last else f"{first}+",
            "label": en(_years(first, end, last)),
            "members": {"first": str(first), "last": str(end)},
        }
        for first, end in zip(groups, ends, strict=True)
    ]
    years = {
        "name": "age",
        "kind": "number",
        "label": en("Age"),
        "column": "age",
        "describes": "unit",
        "unit_of_measure": en("years"),
        "bins": {"first": 0, "last": last},
        "below": "nowhere",
        "above": "clamp",
        "unreadable": "nowhere",
    }
    return [years, {"name": "ages", "kind": "recode", "label": en("Age"), "of": "age", "codes": codes}]


def _years(first: int, end: int, last: int) -> str:
    if first == 0:
        return f"Under {end + 1} years" if end else "Under 1 year"
    if end == last:
        return f"{first} years and over"
    if first == end:
        return f"{first} years"
    return f"{first} {'and' if end == first + 1 else 'to'} {end} years"


def _dictionary(name: str, title: str, unit: str, variables: Sequence[Json], **more: Any) -> Json:
    return {
        "format": "dpdesk-dictionary",
        "version": 1,
        "dataset_id": name,
        "title": en(title),
        "source": {"kind": "csv"},
        "data_kind": "complete_count",
        "unit": {"kind": "row", "describes": unit, "label": en(f"one {unit}")},
        "neighbours": "add_remove",
        "budget_cap": {"rho": "10"},
        "max_rows": 10**6,
        "variables": list(variables),
        **more,
    }


def block(*variables: str | Json, label: str = "") -> Json:
    nested = [{"variable": one} if isinstance(one, str) else one for one in variables]
    return {"variables": nested, **({"label": en(label)} if label else {})}


def parts(name: str, **more: Any) -> Json:
    """A variable without a line for everyone."""
    return {"variable": name, "total": "none", **more}


COUNT = {"kind": "count"}
SEX = category("sex", "Sex", {"M": "Male", "F": "Female"})
AGES_OF_THE_SURVEY = [0, 5, 10, 15, 18, 20, 21, 22, 25, 30, 35, 40, 45, 50, 55, 60, 62, 65, 67, 70, 75, 80, 85]
AREAS = {"N": "North Vale County", "E": "Eastmark County", "S": "Southport County", "W": "Westmoor County"}


def sex_by_age() -> Model:
    """B01001: a line for everyone, then the ages of each sex below its total; a page for each area."""
    chance_of = dict(zip(AREAS, (6, 3, 2, 1), strict=True))
    table = {
        "name": "B01001",
        "title": en("Sex by age"),
        "universe": {"text": en("Total population"), "where": [{"variable": "sex", "codes": ["M", "F"]}]},
        "pages": [block(parts("area"))],
        "stub": [block(), block(parts("sex"), "ages")],
        "measures": [COUNT | {"label": en("Estimate")}],
    }
    areas = category("area", "County", AREAS, describes="area")
    return Model(
        _dictionary("survey", "Community survey 2024", "person", [areas, SEX, *age(AGES_OF_THE_SURVEY)]),
        {
            "title": en("Detailed tables: sex by age"),
            "tables": [table],
            "reference_period": en("1 July 2024"),
            "contact": en("Population Office, Community Survey, survey@example.org"),
        },
        lambda chance: [
            chance.choices([*chance_of], [*chance_of.values()])[0],
            chance.choice("MF"),
            min(100, int(chance.triangular(0, 100, 30))),
        ],
        60_000,
    )


def income() -> Model:
    """HINC-01: characteristics of households stacked down, income brackets across, then median and mean."""
    brackets = [(low, low + 5000) for low in range(0, 100_000, 5000)] + [(100_000, 150_000), (150_000, 200_000)]
    intervals: list[Json] = [
        {
            "at_least": str(low),
            "below": str(high),
            "label": en(f"Under ${high:,}" if low == 0 else f"${low:,} to ${high - 1:,}"),
        }
        for low, high in brackets
    ]
    intervals.append({"at_least": "200000", "below": "250000", "label": en("$200,000 and over")})
    household = category(
        "household",
        "Type of household",
        {
            "MC": "Married-couple family",
            "MH": "Male householder, no spouse present",
            "FH": "Female householder, no spouse present",
            "NF": "Nonfamily household",
        },
    )
    money = {"column": "income", "describes": "unit", "label": en("Income"), "unit_of_measure": en("dollars")}
    band = {"name": "income_band", "kind": "number", "below": "clamp", "above": "clamp", "unreadable": "nowhere"}
    band |= {"bins": {"lower": "0", "upper": "250000", "width": "2500"}, **money}
    quantity = {"name": "income", "kind": "quantity", "lower": "0", "upper": "250000", "step": "100", **money}
    quantity |= {"below": "clamp", "above": "clamp", "unreadable": "not_stated"}
    regions = category("region", "Region", {"1": "Northeast", "2": "Midwest", "3": "South", "4": "West"})
    sizes = {"1": "One person", "2": "Two people", "3": "Three people", "4": "Four people", "5": "Five people or more"}
    table = {
        "name": "HINC-01",
        "title": en("Selected characteristics of households by total money income"),
        "universe": {"text": en("Households"), "where": [{"variable": "region", "codes": ["1", "2", "3", "4"]}]},
        "stub": [
            block(),
            block(parts("region"), label="Region"),
            block(parts("household"), label="Type of household"),
            block(parts("size"), label="Size of household"),
        ],
        "measures": [
            COUNT | {"label": en("Total")},
            {"kind": "intervals", "variable": "income_band", "intervals": intervals},
            {"kind": "median", "variable": "income_band", "label": en("Median income")},
            {"kind": "mean", "variable": "income", "label": en("Mean income"), "decimals": 0},
        ],
        "display": {"layout": "classic"},
    }
    persons = category("size", "Size of household", sizes)
    return Model(
        _dictionary("households", "Household survey 2024", "household", [regions, household, persons, band, quantity]),
        {"title": en("Household income in 2024"), "tables": [table], "reference_period": en("2024")},
        lambda chance: [
            chance.choice("1234"),
            chance.choice(["MC", "MH", "FH", "NF"]),
            chance.choice("12345"),
            round(min(249_000, chance.lognormvariate(11, 0.7)), -2),
        ],
        40_000,
    )


def census() -> Model:
    """Levels of areas down, sex and age across."""
    rows = [{"code": code, "parent": "", "label": en(name)} for code, name in (("A", "North"), ("B", "South"))]
    districts = {}
    for region in "AB":
        for county in range(1, 4):
            own = f"{region}{county}"
            rows.append(
                {
                    "code": own,
                    "parent": region,
                    "label": en(f"{'Upper' if region == 'A' else 'Lower'} {county}. County"),
                }
            )
            for district in range(1, 5):
                districts[f"{own}{district}"] = f"District {own}.{district}"
                rows.append({"code": f"{own}{district}", "parent": own})
    levels = [{"name": "region", "label": en("Region")}, {"name": "county", "label": en("County")}]
    hierarchy = {"name": "area", "label": en("Region, county, district"), "levels": levels, "rows": rows}
    area = category("district", "District", districts, describes="area", hierarchies=[hierarchy])
    nested = {"variable": "district", "hierarchy": "area", "levels": ["region", "county", "district"]}
    table = {
        "name": "P1",
        "title": en("Usual residents by area, sex and age"),
        "stub": [block(nested | {"total_label": en("Country")})],
        "boxhead": [block("sex", "ages")],
        "measures": [COUNT],
    }
    return Model(
        _dictionary("census", "Census 2025", "person", [area, SEX, *age([0, 15, 25, 45, 65, 80])]),
        {"title": en("Census 2025: usual residents"), "tables": [table], "reference_period": en("1 January 2025")},
        lambda chance: [chance.choice([*districts]), chance.choice("MF"), min(100, int(chance.triangular(0, 100, 30)))],
        50_000,
    )


CAUSES = {
    ("I", "Certain infectious and parasitic diseases (A00–B99)"): {
        "A15": "Tuberculosis (A15–A19)",
        "A40": "Septicaemia (A40–A41)",
        "B15": "Viral hepatitis (B15–B19)",
    },
    ("II", "Neoplasms (C00–D48)"): {
        "C15": "Malignant neoplasm of oesophagus (C15)",
        "C34": "Malignant neoplasms of trachea, bronchus and lung (C33–C34)",
        "C50": "Malignant neoplasm of breast (C50)",
        "D00": "In situ and benign neoplasms, and neoplasms of uncertain or unknown behaviour (D00–D48)",
    },
    ("IX", "Diseases of the circulatory system (I00–I99)"): {
        "I10": "Hypertensive diseases (I10–I15)",
        "I20": "Ischaemic heart diseases (I20–I25)",
        "I60": "Cerebrovascular diseases (I60–I69)",
    },
    ("X", "Diseases of the respiratory system (J00–J99)"): {
        "J09": "Influenza and pneumonia (J09–J18)",
        "J40": "Chronic lower respiratory diseases (J40–J47)",
    },
    ("XX", "External causes of morbidity and mortality (V01–Y98)"): {
        "V01": "Transport accidents (V01–V99)",
        "X60": "Intentional self-harm (X60–X84)",
    },
}


def deaths() -> Model:
    """Chapters and causes down, sex and age across, and the share of all deaths beside each count."""
    rows, codes = [], {}
    for (chapter, words), causes in CAUSES.items():
        rows.append({"code": chapter, "parent": "", "label": en(words)})
        rows += [{"code": code, "parent": chapter} for code in causes]
        codes |= causes
    hierarchy = {
        "name": "icd",
        "label": en("ICD-10"),
        "levels": [{"name": "chapter", "label": en("Chapter")}],
        "rows": rows,
    }
    cause = category("cause", "Underlying cause", codes, hierarchies=[hierarchy])
    nested = {"variable": "cause", "hierarchy": "icd", "levels": ["chapter", "cause"], "total_label": en("All causes")}
    table = {
        "name": "D1",
        "title": en("Deaths by underlying cause, sex and age"),
        "stub": [block(nested)],
        "boxhead": [block("sex"), block(parts("ages"))],
        "measures": [
            COUNT | {"label": en("Deaths")},
            {"kind": "percentage", "base": "column", "label": en("% of all deaths")},
        ],
    }
    impossible = [{"when": {"sex": ["M"], "cause": ["C50"]}, "reason": en("Counted for women only.")}]
    weights = [1, 3, 1, 2, 8, 6, 2, 4, 14, 9, 5, 7, 2, 2]

    def record(chance: Random) -> list[object]:
        (own,) = chance.choices([*codes], weights)
        return [own, "F" if own == "C50" else chance.choice("MF"), min(100, int(chance.triangular(0, 100, 85)))]

    return Model(
        _dictionary(
            "deaths",
            "Register of deaths 2024",
            "person",
            [cause, SEX, *age([0, 1, 15, 45, 65, 75, 85])],
            impossible=impossible,
        ),
        {"title": en("Deaths 2024 by cause"), "tables": [table], "reference_period": en("2024")},
        record,
        20_000,
    )


AGES_AT_DEATH = [0, 1, 5, 15, 25, 35, 45, 55, 65, 75, 85]
LIVING = {  # at mid-year, by age
    "M": (4_100, 16_900, 43_800, 46_200, 49_700, 51_300, 53_900, 50_800, 38_600, 22_400, 7_900),
    "F": (3_900, 16_100, 41_700, 44_300, 48_900, 51_900, 54_600, 52_700, 42_500, 28_300, 13_800),
}


def death_rates() -> Model:
    """Age down, sex across, and beside each number of deaths the rate, which is derived from it and the population."""
    codes = [one["code"] for one in age(AGES_AT_DEATH)[1]["codes"]]
    living = [
        {"codes": [own, sex], "figure": str(figure)}
        for sex, figures in LIVING.items()
        for own, figure in zip(codes, figures, strict=True)
    ]
    population = {
        "name": "population",
        "label": en("Population at mid-year"),
        "source": en("Population register"),
        "date": en("1 July 2024"),
        "variables": ["ages", "sex"],
        "rows": living,
    }
    table = {
        "name": "D2",
        "title": en("Deaths and death rates by age and sex"),
        "stub": [block({"variable": "ages", "total_label": en("All ages")})],
        "boxhead": [block({"variable": "sex", "total_label": en("Both sexes")})],
        "measures": [
            COUNT | {"label": en("Deaths")},
            {"kind": "rate", "figures": "population", "per": "1000", "label": en("Deaths per 1,000"), "decimals": 1},
        ],
    }
    return Model(
        _dictionary("mortality", "Register of deaths 2024", "person", [SEX, *age(AGES_AT_DEATH)]),
        {
            "title": en("Mortality 2024"),
            "tables": [table],
            "reference_period": en("2024"),
            "public_figures": [population],
        },
        lambda chance: [chance.choice("MF"), min(100, int(chance.triangular(0, 100, 85)))],
        8_000,
    )


MONTHS = "January February March April May June July August September October November December".split()
PROVINCES = {"10": "Easternland", "24": "Riverland", "35": "Lakeland", "59": "Coastland"}
INDUSTRIES = {
    ("goods", "Goods-producing sector"): {
        "11": "Agriculture",
        "21": "Forestry, fishing, mining, quarrying, oil and gas",
        "22": "Utilities",
        "23": "Construction",
        "31": "Manufacturing",
    },
    ("services", "Services-producing sector"): {
        "41": "Wholesale and retail trade",
        "48": "Transportation and warehousing",
        "61": "Educational services",
        "62": "Health care and social assistance",
        "91": "Public administration",
    },
}


def employment() -> Model:
    """Industries down, months across, a page for each province; thousands with one decimal."""
    rows, codes = [], {}
    for (sector, words), own in INDUSTRIES.items():
        rows.append({"code": sector, "parent": "", "label": en(words)})
        rows += [{"code": code, "parent": sector} for code in own]
        codes |= own
    levels = [{"name": "sector", "label": en("Sector")}]
    naics = {"name": "naics", "label": en("Industry"), "levels": levels, "rows": rows}
    industry = category("industry", "Industry", codes, hierarchies=[naics])
    months = {f"2024-{at:02}": f"{name[:3]} 2024" for at, name in enumerate(MONTHS, 1)}
    table = {
        "name": "E1",
        "title": en("Employment by industry, monthly"),
        "pages": [block({"variable": "province", "total_label": en("All provinces")})],
        "stub": [block({"variable": "industry", "hierarchy": "naics", "levels": ["sector", "industry"],
                        "total_label": en("Total employed, all industries")})],
        "boxhead": [block(parts("month"))],
        "measures": [COUNT | {"label": en("Persons employed")}],
        "display": {"scale": 1000, "decimals": 1},
    }  # fmt: skip
    variables = [category("province", "Province", PROVINCES, describes="area"), industry]
    variables.append(category("month", "Month", months, ordered=True))
    unit = {"kind": "id", "column": "person", "describes": "person", "label": en("one person")}
    return Model(
        _dictionary("labour", "Labour force register 2024", "person", variables)
        | {"unit": {**unit, "max_rows": 12, "rows_without_id": "drop"}},
        {"title": en("Employment by province and industry, 2024"), "tables": [table], "loss": {"rho": "5"}},
        lambda chance: [
            chance.choices([*PROVINCES], [1, 8, 14, 5])[0],
            chance.choice([*codes]),
            chance.choice([*months]),
            chance.randrange(20_000),
        ],
        200_000,
    )


MODELS = {
    "sex by age": sex_by_age,
    "income": income,
    "census": census,
    "deaths": deaths,
    "death rates": death_rates,
    "employment": employment,
}
