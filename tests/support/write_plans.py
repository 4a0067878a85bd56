"""Writes tests/plans/*.plan.json: the plans on Fulton County that tests and stories share.

Run it again after a change of a dictionary's meaning: `python tests/support/write_plans.py`.
"""

from __future__ import annotations

import json
from pathlib import Path

from dpdesk.schema.dictionary import Dictionary

TESTS = Path(__file__).resolve().parent.parent

SCHOOLING = {
    "name": "schooling",
    "title": {
        "en": "Persons aged 18 and over by sex, ethnic group and schooling",
        "de": "Personen ab 18 Jahren nach Geschlecht, ethnischer Gruppe und Bildung",
    },
    "stub": [{"variables": [{"variable": "sex"}, {"variable": "ethnic"}]}],
    "boxhead": [{"variables": [{"variable": "educ"}]}],
    "measures": [{"kind": "count"}],
}
AGE = {
    "name": "age",
    "title": {"en": "Persons aged 18 and over by age: cumulative counts and quartiles"},
    "measures": [
        {"kind": "count"},
        {"kind": "quantiles", "variable": "age", "at": ["1/4", "1/2", "3/4"]},
        {"kind": "cdf", "variable": "age"},
    ],
}
INCOME = {
    "name": "income",
    "title": {"en": "Persons aged 18 and over by income"},
    "measures": [
        {"kind": "count"},
        {
            "kind": "intervals",
            "variable": "income_bin",
            "intervals": [
                {"below": "5000", "label": {"en": "Under $5,000"}},
                {"at_least": "5000", "below": "10000"},
                {"at_least": "10000", "below": "25000"},
                {"at_least": "25000", "below": "50000"},
                {"at_least": "50000", "below": "100000"},
                {"at_least": "100000", "label": {"en": "$100,000 and over"}},
                {"below": "25000", "label": {"en": "Under $25,000"}},
                {"at_least": "25000", "label": {"en": "$25,000 and over"}},
            ],
        },
        {"kind": "median", "variable": "income_bin"},
    ],
}
TABLES = (SCHOOLING, AGE, INCOME)
CENSUS = json.loads((TESTS.parent / "resources" / "seven" / "plan.json").read_text(encoding="utf-8"))["tables"][0]
"""The table of Smith and Ullman, lecture 7, figure 1, as it is published for seven persons."""


def plan(dictionary: str, loss: dict[str, str], tables: tuple[dict, ...]) -> dict:
    """A plan in which each table is a group of its own, with equal parts."""
    path = TESTS / "dictionaries" / dictionary
    return {
        "format": "dpdesk-plan",
        "version": 1,
        "title": {"en": "Fulton County, Georgia, 2000"},
        "dictionary": {"path": f"../dictionaries/{dictionary}", "meaning": Dictionary.load(path).meaning_hash},
        "loss": loss,
        "level": 90,
        "groups": [{"name": table["name"], "part": f"1/{len(tables)}"} for table in tables],
        "tables": [{**table, "group": table["name"]} for table in tables],
        "notes": [{"text": {"en": "Incomes below 0 are counted as 0, above 256,000 as 256,000."}, "table": "income"}]
        if INCOME in tables
        else [],
        "reference_period": {"en": "1 April 2000"},
    }


def plans() -> dict[str, dict]:
    """Names of the plan files and what is in them."""
    epsilon, rho = ("fulton.dictionary.json", {"epsilon": "1"}), ("fulton_rho.dictionary.json", {"rho": "1/2"})
    written = {f"fulton_{table['name']}": plan(*epsilon, (table,)) for table in TABLES}
    written["fulton_epsilon"] = plan(*epsilon, TABLES)
    written["fulton_rho"] = plan(*rho, TABLES)
    census = plan("fulton_census.dictionary.json", {"rho": "1/2"}, (CENSUS,))
    census["groups"][0]["split"] = {"counts": "1", "sums": {"age_in_years": "1"}}
    adults = "The sample holds persons of 18 years or over: lines of younger ones are noise about 0."
    census["notes"] = [{"text": {"en": adults}}]
    written["fulton_census"] = census
    return written


if __name__ == "__main__":
    for name, tree in plans().items():
        text = json.dumps(tree, indent=2, ensure_ascii=False) + "\n"
        (TESTS / "plans" / f"{name}.plan.json").write_text(text, encoding="utf-8")
