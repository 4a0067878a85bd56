"""Plans as offices make them, on public files and on the bundled sample."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
Json = dict[str, Any]


@dataclass(frozen=True)
class Office:
    """A file, where its dictionary lies, and the plan as JSON (without the dictionary's meaning).

    `truths` counts the true values, where the reference of the random plans does not: given the plan, the shells of its
    tables and the file, for each table its cells in order, each by name, kind, value and number of people.
    """

    file: Path
    dictionary: Json
    folder: Path
    plan: Json
    truths: Callable[[Json, Sequence[Any], Path], list[list[tuple[str, str, float, float]]]] | None = None


def data_folder() -> Path:
    """DPDESK_DATA, else ../shared/data, as the tests find it."""
    named = os.environ.get("DPDESK_DATA")
    return Path(named) if named else ROOT.parent / "shared" / "data"


def block(*names: str | Json) -> Json:
    return {"variables": [{"variable": name} if isinstance(name, str) else name for name in names]}


def apart(name: str) -> Json:
    """A variable without a line for its total."""
    return {"variable": name, "total": "none"}


def table(name: str, stub: list[Json], boxhead: list[Json], *measures: Json, group: str = "all") -> Json:
    counted = list(measures) or [COUNT]
    axes = {"stub": stub, "boxhead": boxhead}
    return {"name": name, "group": group, "title": {"en": name}, "measures": counted, **axes}


COUNT: Json = {"kind": "count"}
AGES = ["0-14", "15-24", "25-34", "35-44", "45-54", "55-64", "65-74", "75+"]


def age_groups(first: int, last: int) -> Json:
    """A recode of single years of age, as far as they go."""
    codes = []
    for code in AGES:
        low, high = (int(code[:2]), last) if code.endswith("+") else map(int, code.split("-"))
        if high >= first:
            codes.append({"code": code, "members": {"first": str(max(low, first)), "last": str(high)}})
    return {"name": "age_group", "kind": "recode", "label": {"en": "Age group"}, "of": "age", "codes": codes}


def _office(
    file: str, dictionary: str, loss: Json, tables: list[Json], groups: list[Json] | None = None, **changed: Any
) -> Office:
    """A plan on one of the dictionaries of the tests; `variables` are added or replaced, other keys replaced."""
    folder = ROOT / "tests" / "dictionaries"
    tree = json.loads((folder / f"{dictionary}.dictionary.json").read_text("utf-8"))
    added = {one["name"]: one for one in changed.pop("variables", [])}
    tree["variables"] = [added.pop(one["name"], one) for one in tree["variables"]] + list(added.values())
    tree |= {"budget_cap": {"rho": "10"} if "rho" in loss else {"epsilon": "10"}, **changed}
    plan = {
        "format": "dpdesk-plan",
        "version": 1,
        "title": {"en": "A release"},
        "loss": loss,
        "groups": groups or [{"name": "all", "part": "1"}],
        "tables": tables,
    }
    return Office(data_folder() / file, tree, folder, plan)


FULTON = "fulton_pums/FultonPUMS5full.csv"
SD2011 = "sd2011/SD2011.csv"
EUSILC = "eusilc/eusilc13puf.csv"
PUMS = "pums_with_ids/PUMS_dup.csv"


def area_sex_age() -> Office:
    """Area by sex and age group, with all margins."""
    own = table("area", [block("region")], [block("sex", "age_group")])
    return _office(SD2011, "sd2011", {"rho": "1/2"}, [own], variables=[age_groups(16, 97)])


def _sparse(loss: Json) -> Office:
    own = table("sparse", [block("ethnic", "educ")], [block("sex", "married")])
    return _office(FULTON, "fulton", loss, [own])


def under(office: Callable[[], Office], loss: Json) -> Callable[[], Office]:
    """The same plan for another budget, under another law of noise."""

    def made() -> Office:
        own = office()
        cap = dict.fromkeys(loss, "10")
        return replace(own, dictionary={**own.dictionary, "budget_cap": cap}, plan={**own.plan, "loss": loss})

    return made


def sparse_rho() -> Office:
    """A sparse table of four variables with all margins, Gaussian noise."""
    return _sparse({"rho": "1/2"})


def sparse_epsilon() -> Office:
    """The same with Laplace noise."""
    return _sparse({"epsilon": "1"})


def income_bins() -> Office:
    """256 bins of income, quartiles and listed intervals."""
    dictionary = json.loads((ROOT / "tests/dictionaries/fulton.dictionary.json").read_text("utf-8"))
    income = deepcopy(next(one for one in dictionary["variables"] if one["name"] == "income_bin"))
    income["bins"] = {"lower": "0", "upper": "256000", "width": "1000"}
    edges = ["0", "5000", "10000", "25000", "50000", "100000"]
    listed: list[Json] = [{"at_least": low, "below": high} for low, high in pairwise(edges)]
    listed += [{"at_least": "100000"}, {"below": "25000"}, {"at_least": "25000"}]
    quartiles = {"kind": "quantiles", "variable": "income_bin", "at": ["1/4", "1/2", "3/4"]}
    intervals = {"kind": "intervals", "variable": "income_bin", "intervals": listed}
    tables = [table("bins", [block("income_bin")], []), table("income", [], [], COUNT, quartiles, intervals)]
    return _office(FULTON, "fulton", {"epsilon": "1"}, tables, variables=[income])


def means_by_group() -> Office:
    """Means, sums and percentages by state and sex, medians by state, households protected."""
    bands = {
        "name": "income_band",
        "kind": "number",
        "label": {"en": "Income, in bands"},
        "column": "eqInc",
        "describes": "household",
        "bins": {"lower": "0", "upper": "100000", "width": "2500"},
        "below": "clamp",
        "above": "clamp",
        "unreadable": {"code": "NS"},
        "missing": [{"code": "NS", "kind": "not_stated", "label": {"en": "Not stated"}, "texts": [""]}],
    }
    where = [[block("state")], [block("sex")]]
    income = {"variable": "income"}
    of_income = [COUNT, {"kind": "sum", **income}, {"kind": "mean", **income}, {"kind": "percentage", "base": "row"}]
    medians = [{"kind": "median", "variable": "income_band"}]
    tables = [
        table("income", *where, *of_income, group="income"),
        table("medians", [block("state")], [], *medians, group="medians"),
    ]
    groups = [{"name": "income", "part": "1/2"}, {"name": "medians", "part": "1/2"}]
    return _office(EUSILC, "eusilc", {"rho": "1/2"}, tables, groups, variables=[bands])


def shared_margins() -> Office:
    """Two groups that share sex by age group."""
    tables = [
        table("schooling", [block("educ")], [block("sex", "age_group")], group="schooling"),
        table("ethnic", [block("ethnic")], [block("sex", "age_group")], group="ethnic"),
    ]
    groups = [{"name": "schooling", "part": "2/3"}, {"name": "ethnic", "part": "1/3"}]
    return _office(FULTON, "fulton", {"rho": "1/2"}, tables, groups)


def known_total() -> Office:
    """Neighbours that replace a person: how many there are is public."""
    measures = [COUNT, {"kind": "percentage", "base": "row"}]
    own = table("smoking", [block("region")], [block("sex", "smoke")], *measures)
    return _office(SD2011, "sd2011", {"rho": "1/2"}, [own], neighbours="replace_one")


def capped_households() -> Office:
    """Households of at most five rows: none of this file has more."""
    unit = {
        "kind": "id",
        "describes": "household",
        "label": {"en": "household"},
        "column": "pid",
        "max_rows": 5,
        "rows_without_id": "drop",
    }
    mean = {"kind": "mean", "variable": "income"}
    tables = [
        table("schooling", [block("educ")], [block("sex")], group="counts"),
        table("income", [block("married")], [block("sex")], COUNT, mean, group="sums"),
    ]
    groups = [{"name": "counts", "part": "1/2"}, {"name": "sums", "part": "1/2"}]
    return _office(PUMS, "pums_with_ids", {"rho": "2"}, tables, groups, unit=unit)


def cut_households() -> Office:
    """Households of which at most two rows are counted: many have more."""
    unit = {
        "kind": "id",
        "describes": "household",
        "label": {"en": "household"},
        "column": "db030",
        "max_rows": 2,
        "rows_without_id": "refuse",
    }
    own = table("age", [block("state")], [block("sex", "age_group")])
    return _office(EUSILC, "eusilc", {"rho": "1/2"}, [own], unit=unit, variables=[age_groups(0, 100)])


def adaptive_detail() -> Office:
    """Areas in as much detail as their noisy sizes allow: some are near the sizes where levels begin."""
    levels = [
        {"from": "0", "cells": ["sex"]},
        {"from": "3220", "cells": ["sex", "age_group"]},
        {"from": "3730", "cells": ["sex", "age_group", "married"]},
    ]
    detail = {"variable": "puma", "first_share": "1/10", "levels": levels}
    own = table("areas", [block(apart("puma"))], [block("sex", "age_group", "married")])
    groups = [{"name": "all", "part": "1", "detail": detail}]
    return _office(FULTON, "fulton", {"rho": "1/20"}, [own], groups)


def sample() -> Office:
    """The plan that comes with the program."""
    folder = ROOT / "resources" / "sample"
    dictionary = json.loads((folder / "sample.dictionary.json").read_text("utf-8"))
    return Office(folder / "sample.csv.gz", dictionary, folder, json.loads((folder / "plan.json").read_text("utf-8")))


PLANS: dict[str, Callable[[], Office]] = {
    "area-sex-age": area_sex_age,
    "sparse-rho": sparse_rho,
    "sparse-epsilon": sparse_epsilon,
    "income-bins": income_bins,
    "means": means_by_group,
    "shared-margins": shared_margins,
    "known-total": known_total,
    "capped-households": capped_households,
    "cut-households": cut_households,
    "adaptive-detail": adaptive_detail,
    "sample": sample,
    "area-sex-age-epsilon": under(area_sex_age, {"epsilon": "1"}),
    "income-bins-rho": under(income_bins, {"rho": "1/2"}),
    "means-epsilon": under(means_by_group, {"epsilon": "1"}),
    "shared-margins-epsilon": under(shared_margins, {"epsilon": "1"}),
    "known-total-epsilon": under(known_total, {"epsilon": "1"}),
    "capped-households-epsilon": under(capped_households, {"epsilon": "2"}),
    "cut-households-epsilon": under(cut_households, {"epsilon": "1"}),
    "adaptive-detail-epsilon": under(adaptive_detail, {"epsilon": "1/3"}),
}
