"""Plans of weighted surveys: means, medians, poverty, inequality, rates. Their true values are counted from the file.

True incomes are those of the file, brought within the bounds of the dictionary but not put into bins; weights and
summed values are rounded to their steps, as the dictionary says. Planning figures are the file's own counts, so that
the forecast can be held against what many releases show; an office would take last year's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from limits_plans import EUSILC, ROOT, SD2011, Json, Office, age_groups, apart, block, data_folder, table

Frame = pd.DataFrame
PER = 1000
BIN = 1000


@dataclass(frozen=True)
class Survey:
    """A file, its columns (region, sex, age, income, weight), and what its dictionary declares of them."""

    file: str
    dictionary: str
    columns: dict[str, str]
    regions: str
    ages: tuple[int, int]
    largest: dict[str, float]
    step: dict[str, float]
    bin: int


AUSTRIA = Survey(
    EUSILC, "eusilc", {"region": "db040", "sex": "rb090", "age": "age", "y": "eqInc", "w": "rb050"}, "state", (0, 100),
    {"y": 100_000, "w": 800}, {"y": 100, "w": 1}, 1000,
)  # fmt: skip
POLAND = Survey(
    SD2011, "sd2011", {"region": "region", "sex": "sex", "age": "age", "y": "income", "w": "weight"}, "region",
    (16, 97),
    {"y": 8_000, "w": 160}, {"y": 10, "w": 1}, 100,
)  # fmt: skip


def survey(about: Survey, loss: Json, tables: Callable[[Survey], list[Json]], groups: Sequence[str]) -> Office:
    """A plan on one of the files, one part of the budget for each group."""
    folder = ROOT / "tests" / "dictionaries"
    dictionary = json.loads((folder / f"{about.dictionary}.dictionary.json").read_text("utf-8"))
    own = {one["name"]: one for one in (_income(about), _bins(about), _weight(about), age_groups(*about.ages))}
    kept = [variable for variable in dictionary["variables"] if variable["name"] in (about.regions, "sex", "age")]
    kept = [{**one, "below": "clamp"} if one["name"] == "age" else one for one in kept]
    dictionary |= {
        "unit": {"kind": "row", "describes": "person", "label": {"en": "person"}},
        "neighbours": "add_remove",
        "variables": kept + list(own.values()),
        "weight_columns": [
            {**weight_column, "answer": "weight" if weight_column["column"] == about.columns["w"] else "ignored"}
            for weight_column in dictionary.get("weight_columns", [])
        ],
        "budget_cap": {next(iter(loss)): "10"},
    }
    frame = people(about, data_folder() / about.file)
    written = tables(about)
    plan = {
        "format": "dpdesk-plan",
        "version": 1,
        "title": {"en": "A survey"},
        "loss": loss,
        "groups": [{"name": name, "part": f"1/{len(groups)}"} for name in groups],
        "tables": written,
        "reference": planning_figures(about, frame, dictionary, written),
        "public_figures": public_figures(about, frame),
    }
    return Office(data_folder() / about.file, dictionary, folder, plan, partial(truths, about))


def _income(about: Survey) -> Json:
    return _quantity("income", about.columns["y"], about.largest["y"], about.step["y"])


def _weight(about: Survey) -> Json:
    return _quantity("w", about.columns["w"], about.largest["w"], about.step["w"])


def _quantity(name: str, column: str, upper: float, step: float) -> Json:
    return {
        "name": name, "kind": "quantity", "label": {"en": name}, "column": column, "describes": "unit",
        "lower": "0", "upper": str(upper), "step": str(step), "below": "clamp", "above": "clamp",
        "unreadable": "not_stated", "missing": [{"kind": "not_stated", "texts": [""]}],
    }  # fmt: skip


def _bins(about: Survey) -> Json:
    return {
        "name": "income_bin", "kind": "number", "label": {"en": "Income, in bins"}, "column": about.columns["y"],
        "describes": "unit", "bins": {"lower": "0", "upper": str(about.largest["y"]), "width": str(about.bin)},
        "below": "clamp", "above": "clamp", "unreadable": {"code": "NS"},
        "missing": [{"code": "NS", "kind": "not_stated", "label": {"en": "Not stated"}, "texts": [""]}],
    }  # fmt: skip


# --- what is published -----------------------------------------------------------------------------------------------

W = {"weight": "w"}
LINES: list[Json] = [
    {"kind": "median", "variable": "income_bin", **W},
    {"kind": "gini", "variable": "income_bin", **W},
    {"kind": "quintile_shares", "variable": "income_bin", **W},
    {"kind": "at_risk", "variable": "income_bin", **W},
]


def means(about: Survey) -> list[Json]:
    """Cases, weighted counts, totals, means, shares and deviations by region and sex."""
    income = {"variable": "income", **W}
    measures: list[Json] = [
        {"kind": "count"},
        {"kind": "count", **W},
        {"kind": "sum", **income},
        {"kind": "mean", **income},
        {"kind": "percentage", "base": "column", **W},
        {"kind": "variance", **income},
        {"kind": "standard_deviation", **income},
    ]
    return [table("means", [block(about.regions)], [block("sex")], *measures, group="means")]


def lines(_: Survey) -> list[Json]:
    """Weighted median, Gini, fifths by sex; at risk of poverty by age and sex."""
    risk = [LINES[-1], {**LINES[-1], "base": "table"}]
    return [
        table("lines", [block("sex")], [], *LINES, group="lines"),
        table("poverty", [block("age_group")], [block("sex")], *risk, group="lines"),
    ]


def rates(about: Survey) -> list[Json]:
    """Expanded counts, rates, standardised rates, an index, a ratio of sums, a share below a line."""
    line = str(int(about.largest["y"] // 4 // about.bin * about.bin))
    area = [
        {"kind": "count", "expanded": "factors"},
        {"kind": "rate", "figures": "people", "per": str(PER), "expanded": "factors"},
        {"kind": "rate", "figures": "people", "per": str(PER), **W},
        {"kind": "ratio", "top": {"variable": "income"}, "bottom": {"variable": "w"}, "per": "1"},
    ]
    index = [{"kind": "index", "base": {"variable": "sex", "code": "female" if about is AUSTRIA else "F"}}]
    return [
        table("area", [block(about.regions)], [block(apart("sex"))], *area, group="rates"),
        table("standard", [block(about.regions)], [], {"kind": "rate", "figures": "people_by_age", "per": str(PER),
              "standard": "standard", **W}, group="rates"),
        table("index", [block(about.regions)], [block(apart("sex"))], *index, group="rates"),
        table("below", [block("sex")], [], {"kind": "share", "variable": "income_bin", "within": {"below": line}, **W},
              group="below"),
    ]  # fmt: skip


SURVEYS: dict[str, Callable[[], Office]] = {
    f"{name}-{what}-{noise}": partial(survey, about, loss, tables, groups)
    for name, about in (("eusilc", AUSTRIA), ("sd2011", POLAND))
    for what, tables, groups in (
        ("means", means, ["means"]),
        ("lines", lines, ["lines"]),
        ("rates", rates, ["rates", "below"]),
    )
    for noise, loss in (("rho", {"rho": "1"}), ("epsilon", {"epsilon": "2"}))
}


# --- what is public --------------------------------------------------------------------------------------------------


def public_figures(about: Survey, frame: Frame) -> list[Json]:
    """People by region and sex and by region and age, factors by region, and a standard: made up, near the weights."""

    def rows(names: Sequence[str], figure: Callable[..., float]) -> list[Json]:
        lists = [sorted(frame[name].unique()) for name in names]
        return [{"codes": list(codes), "figure": str(round(figure(*codes)))} for codes in product(*lists)]

    def people_of(names: Sequence[str]) -> Callable[..., float]:
        sums = frame.groupby(list(names))["w"].sum()
        return lambda *codes: 1.03 * float(sums.get(codes if len(names) > 1 else codes[0], 0.0)) + 500

    def figures(name: str, variables: list[str], own: list[Json]) -> Json:
        return {"name": name, "source": {"en": "made up"}, "variables": variables, "rows": own}

    area, by_age = about.regions, ["region", "age_group"]
    return [
        figures("people", [area, "sex"], rows(["region", "sex"], people_of(["region", "sex"]))),
        figures("people_by_age", [area, "age_group"], rows(by_age, people_of(by_age))),
        figures("factors", [area], [
            {"codes": [code], "figure": str(50 + 7 * number)}
            for number, code in enumerate(sorted(frame["region"].unique()))
        ]),
        figures("standard", ["age_group"], rows(["age_group"], lambda code: 100 + 10 * _first_age(code))),
    ]  # fmt: skip


def planning_figures(about: Survey, frame: Frame, dictionary: Json, tables: Sequence[Json]) -> Json:
    """The file's own counts: by region and sex, and by age, or by age, sex and bin of income."""
    by_line = any(one["group"] == "lines" for one in tables)
    wanted = ["age_group", "sex", "income_bin"] if by_line else [about.regions, "sex"]
    codes = {
        variable["name"]: [each["code"] for each in variable.get("codes", [])] for variable in dictionary["variables"]
    }
    bins = np.floor(frame["y"] / about.bin).clip(upper=about.largest["y"] / about.bin - 1)
    own = frame.assign(income_bin=bins.fillna(-1).astype(int)).rename(columns={"region": about.regions})
    lists: list[list[Any]] = [codes[name] if name != "income_bin" else [*range(_many(about)), -1] for name in wanted]
    sizes = own.groupby(wanted).size().reindex(pd.MultiIndex.from_product(lists), fill_value=0)
    marginals = [{"variables": wanted, "counts": [int(size) for size in sizes]}]
    if not by_line:
        ages = own.groupby("age_group").size().reindex(codes["age_group"], fill_value=0)
        marginals.append({"variables": ["age_group"], "counts": [int(age) for age in ages]})
    return {
        "source": {"en": "the file itself"},
        "total": len(frame),
        "marginals": marginals,
        "weights": {"w": str(round(float(frame["w"].sum()))), "income": str(round(float(frame["steps"].sum())))},
    }


def _many(about: Survey) -> int:
    return int(about.largest["y"] // about.bin)


# --- what is true ----------------------------------------------------------------------------------------------------


def people(about: Survey, path: Path) -> Frame:
    """A row for each person: codes as the dictionary has them, y and its value in steps, w in steps; NaN for none."""
    frame = pd.read_csv(path, usecols=list(about.columns.values()))
    frame = frame.rename(columns={column: name for name, column in about.columns.items()})
    if about is POLAND:
        frame["sex"] = frame["sex"].map({"FEMALE": "F", "MALE": "M"})
    first, last = about.ages
    frame["age"] = frame["age"].clip(first, last)
    names = [one["code"] for one in age_groups(first, last)["codes"]]
    lows = [_first_age(code) for code in names]
    places = np.searchsorted(lows, frame["age"], side="right") - 1
    frame["age_group"] = [names[place] for place in places]
    for name in ("y", "w"):
        frame[name] = frame[name].clip(0, about.largest[name])
        rounded = np.floor(frame[name] / about.step[name] + 0.5) * about.step[name]
        frame[name if name == "w" else "steps"] = rounded
    return frame


def _first_age(code: str) -> int:
    return int(code.rstrip("+").split("-")[0])


def truths(about: Survey, plan: Json, shells: Sequence[Any], path: Path) -> list[list[tuple[str, str, float, float]]]:
    """For each table its cells in order: name, kind of number, true value, and how many people are in it."""
    frame = people(about, path)
    public = {public_figure["name"]: public_figure for public_figure in plan["public_figures"]}
    found = []
    for written, shell in zip(plan["tables"], shells, strict=True):
        axes = [getattr(shell, axis) for axis in ("pages", "stub", "boxhead")]
        names = [[variable.name for variable in axis.variables] for axis in axes]
        cells = []
        for several in product(*(axis.lines for axis in axes)):
            codes = {
                name: code
                for own, line in zip(names, several, strict=True)
                for name, code in zip(own, line.codes, strict=True)
                if code not in ("", "_T")
            }
            cell = Cell(about, frame, public, codes)
            values = [value for measure in written["measures"] for value in cell.values(measure)]
            words = ", ".join(f"{name} {code}" for name, code in codes.items())
            cells += [(f"{shell.name}: {words}: {kind}", kind, value, cell.size) for kind, value in values]
        found.append(cells)
    return found


class Cell:
    """Who is in a cell, by the codes of its lines; every statistic in a line or two."""

    def __init__(self, about: Survey, frame: Frame, public: dict[str, Json], codes: dict[str, str]) -> None:
        self.about, self.every, self.public, self.codes = about, frame, public, codes
        self.here = self._among(frame, codes)
        self.size = float(len(self.here))

    def _among(self, frame: Frame, codes: dict[str, str]) -> Frame:
        """Those of some codes; a level above the regions is the beginning of theirs."""
        for name, code in codes.items():
            own = frame["region" if name == self.about.regions else name]
            frame = frame[own.str.startswith(code) if name == self.about.regions else own == code]
        return frame

    def values(self, measure: Json) -> list[tuple[str, float]]:
        """Kind and true value of each item."""
        kind = measure["kind"] + (" weighted" if "weight" in measure else "")
        kind += " of all" if measure["kind"] == "at_risk" and "base" in measure else ""
        kind += " expanded" if "expanded" in measure else " standardised" if "standard" in measure else ""
        found = getattr(self, f"_{measure['kind']}")(measure)
        return [(kind, value) for value in (found if isinstance(found, list) else [found])]

    def _weights(self, measure: Json, own: Frame) -> np.ndarray:
        return own["w"].fillna(0).to_numpy() if "weight" in measure else np.ones(len(own))

    def _stated(self, measure: Json) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Incomes as they are and in steps, and weights, of those who state an income."""
        own = self.here[self.here["y"].notna()]
        return own["y"].to_numpy(), own["steps"].to_numpy(), self._weights(measure, own)

    def _count(self, measure: Json) -> float:
        if "expanded" not in measure:
            return float(self._weights(measure, self.here).sum())
        factors = {row["codes"][0]: float(row["figure"]) for row in self.public["factors"]["rows"]}
        return float(self.here["region"].map(factors).sum())

    def _sum(self, measure: Json) -> float:
        _, steps, weights = self._stated(measure)
        return float(steps @ weights)

    def _mean(self, measure: Json) -> float:
        _, steps, weights = self._stated(measure)
        return float(steps @ weights / weights.sum())

    def _variance(self, measure: Json) -> float:
        _, steps, weights = self._stated(measure)
        return float((steps - self._mean(measure)) ** 2 @ weights / weights.sum())

    def _standard_deviation(self, measure: Json) -> float:
        return float(np.sqrt(self._variance(measure)))

    def _percentage(self, measure: Json) -> float:
        kept = {name: code for name, code in self.codes.items() if name == "sex"}
        return 100 * self._count(measure) / Cell(self.about, self.every, self.public, kept)._count(measure)

    def _median(self, measure: Json) -> float:
        values, _, weights = self._stated(measure)
        order = np.argsort(values, kind="stable")
        running = weights[order].cumsum()
        return float(values[order][np.searchsorted(running, running[-1] / 2)])

    def _gini(self, measure: Json) -> float:
        values, _, weights = self._stated(measure)
        order = np.argsort(values, kind="stable")
        own, w = values[order], weights[order]
        ranks = w.cumsum() - w / 2
        return float(100 * (2 * (w * ranks * own).sum() / (w.sum() * (w * own).sum()) - 1))

    def _quintile_shares(self, measure: Json) -> list[float]:
        values, _, weights = self._stated(measure)
        order = np.argsort(values, kind="stable")
        own, ranks = values[order], np.concatenate([[0.0], weights[order].cumsum()])
        below = [np.clip(q * ranks[-1] / 5, ranks[:-1], ranks[1:]) - ranks[:-1] for q in range(6)]
        return [float(100 * ((b - a) @ own) / (weights @ values)) for a, b in pairwise(below)]

    def _at_risk(self, measure: Json) -> float:
        values, _, weights = self._stated(measure)
        others = Cell(self.about, self.every, self.public, {}) if "base" in measure else self
        return float(100 * weights[values < 0.6 * others._median(measure)].sum() / weights.sum())

    def _share(self, measure: Json) -> float:
        values, _, weights = self._stated(measure)
        return float(100 * weights[values < float(measure["within"]["below"])].sum() / weights.sum())

    def _rate(self, measure: Json) -> float:
        if "standard" not in measure:
            return PER * self._count(measure) / self._figure("people", self.codes)
        standard = {row["codes"][0]: float(row["figure"]) for row in self.public["standard"]["rows"]}
        rates = 0.0
        for code, share in standard.items():
            inside = self.codes | {"age_group": code}
            own = Cell(self.about, self.every, self.public, inside)._count(measure)
            rates += share * PER * own / self._figure("people_by_age", inside)
        return rates / sum(standard.values())

    def _figure(self, name: str, codes: dict[str, str]) -> float:
        own = self.public[name]
        return sum(
            float(row["figure"])
            for row in own["rows"]
            if all(
                code.startswith(codes.get(variable, ""))
                if variable == self.about.regions
                else code == codes.get(variable, code)
                for variable, code in zip(own["variables"], row["codes"], strict=True)
            )
        )

    def _index(self, measure: Json) -> float:
        base = self.codes | {measure["base"]["variable"]: measure["base"]["code"]}
        return 100 * self.size / Cell(self.about, self.every, self.public, base).size

    def _ratio(self, _: Json) -> float:
        return float(self.here["steps"].fillna(0).sum() / self.here["w"].fillna(0).sum())
