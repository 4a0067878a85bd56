"""How often published limits hold the true value, and how far published numbers are from it, with real noise.

    PYTHONPATH=tests/support python tests/benchmarks/limits.py [--plans NAME ...] [--releases 300] [--csv FILE]

Each plan goes the way of a release: chosen, counted once, and for every release noise is drawn and what is published
computed, at the levels 80, 90, 95 and 99 from the same noise. True values are counted from the file by other code.
Plans whose file is not at hand (DPDESK_DATA, else ../shared/data, or --data) are left out.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program does

import argparse
import csv
import gzip
import multiprocessing
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from limits_figures import SIZES, Cells, Figure, Printed, figures, kind_of, wrong
from limits_plans import PLANS as COUNTED
from limits_plans import Office
from limits_remembered import laws_once
from limits_surveys import SURVEYS
from limits_truth import truths
from one_plan import once, require_same
from random_plans.invariants import named
from random_plans.records import KEY

from dpdesk.data.counting.contingency import Contingency
from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.sources.open import open_source
from dpdesk.planning.choosing.choose import SIZES as AREA_SIZES
from dpdesk.planning.choosing.choose import ChosenPlan
from dpdesk.planning.choosing.combinations import linear_std
from dpdesk.planning.choosing.detail_stages import detail_of
from dpdesk.planning.choosing.printed import own_noises
from dpdesk.planning.compiler.detail import area_of_cells
from dpdesk.planning.compiler.detail import at_level as shown_at
from dpdesk.planning.document.model import LEVELS
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.derived import expected_answers, expected_cell
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.postprocess.weighed_answers import WeighedProjection
from dpdesk.release import finish as finishing
from dpdesk.release.detail import mechanism_of
from dpdesk.release.finish import Finished, finish, prepare
from dpdesk.release.finish import measured as measured_of
from dpdesk.release.population.listed import Listed
from dpdesk.release.population.written import Written
from dpdesk.release.result import EXACT, IMPOSSIBLE, LESS_DETAIL, NOT_ESTIMABLE, TableResult
from dpdesk.schema.dictionary import Dictionary

PLANS = COUNTED | SURVEYS
Sealed = dict[str, dict[str, np.ndarray]]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--plans", nargs="+", choices=PLANS, default=list(PLANS), metavar="NAME", help=", ".join(PLANS))
    parser.add_argument("--releases", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=1, help="plans at once, each in a process of its own")
    parser.add_argument("--csv", type=Path, help="all figures, one a line")
    parser.add_argument("--data", type=Path, help="the folder of public files")
    asked = parser.parse_args(arguments)
    if asked.data is not None:
        os.environ["DPDESK_DATA"] = str(asked.data.resolve())
    there = [name for name in asked.plans if PLANS[name]().file.is_file()]
    for name in asked.plans:
        if name not in there:
            print(f"{name}: left out, there is no {PLANS[name]().file}")
    apart = multiprocessing.get_context("spawn")
    every: list[Figure] = []
    with ProcessPoolExecutor(asked.jobs, mp_context=apart, max_tasks_per_child=1) as pool:
        for found, complaints in pool.map(measured, there, [asked.releases] * len(there)):
            every += found
            print("\n".join(_report(found, complaints, asked.releases)), end="\n\n", flush=True)
    if asked.csv is not None:
        with asked.csv.open("w", encoding="utf-8", newline="") as file:
            lines = csv.writer(file)
            lines.writerow([one.name for one in fields(Figure)])
            lines.writerows(astuple(one) for one in every)
    return 0


def measured(name: str, releases: int) -> tuple[list[Figure], list[str]]:
    """All figures of a plan, and what looks wrong."""
    office = PLANS[name]()
    if office.file.suffix != ".gz":
        return _measured(name, office, releases)
    with tempfile.TemporaryDirectory() as folder:
        unpacked = Path(folder) / office.file.stem
        unpacked.write_bytes(gzip.decompress(office.file.read_bytes()))
        return _measured(name, replace(office, file=unpacked), releases)


def _measured(name: str, office: Office, releases: int) -> tuple[list[Figure], list[str]]:
    clock = Clock()
    dictionary = Dictionary.from_json(office.dictionary, folder=office.folder)
    forecaster = Forecaster()
    by_level = {level: forecaster.choose(_plan(office, dictionary, level)) for level in LEVELS}
    first = by_level[LEVELS[0]]
    clock.lap("choose")
    promised = forecaster.forecast(first.plan)
    clock.lap("forecast")
    counts = tabulate(open_source(office.file, dictionary.source), dictionary, first.domains, KEY)
    clock.lap("count")
    sealed = [draw(first, counts) for _ in range(releases)]
    clock.lap("draw_each", releases)
    if office.truths is None:
        prepared = prepare(first)
        clock.lap("prepare")
        finish(first, sealed[0], prepared)
        clock.lap("finish_one")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    cells = _cells(office, dictionary, first, promised)
    if first.groups[0].detail is not None:
        cells = replace(cells, forecast=at_levels_given(first, sealed))
    clock.lap("truth")
    if office.truths is not None:
        printed = {level: _printed(one, cells) for level, one in as_measured(first, sealed).items()}
    else:
        own = {level: at_level(chosen, counts, sealed) for level, chosen in by_level.items()}
        clock.lap("draw_quantiles", releases * len(LEVELS))
        printed = {level: _printed(one, cells) for level, one in finished(by_level, own).items()}
    clock.lap("finish_all_levels", releases)
    found = list(figures(name, cells, printed))
    complaints = list(wrong(name, cells, printed, found))
    clock.laps |= {"processor": time.process_time(), "peak_memory_MB": peak}
    return found + [Figure(name, "", "", "", what, value) for what, value in clock.laps.items()], complaints


@dataclass(frozen=True)
class Measured:
    """The tables of a release that is not adjusted."""

    tables: tuple[TableResult, ...]


class Clock:
    """Seconds of processor time since the last lap."""

    def __init__(self) -> None:
        self.last, self.laps = time.process_time(), dict[str, float]()

    def lap(self, what: str, times: int = 1) -> None:
        now = time.process_time()
        self.laps[what], self.last = (now - self.last) / times, now


def _plan(office: Office, dictionary: Dictionary, level: int) -> Plan:
    tree = {**office.plan, "dictionary": {"path": "dictionary.json", "meaning": dictionary.meaning_hash}}
    return Plan.from_json({**tree, "level": level}, dictionary)


def draw(chosen: ChosenPlan, counts: Sequence[Contingency]) -> Sealed:
    """What a release seals."""
    sealed: Sealed = {}
    for group, own in zip(chosen.groups, counts, strict=True):
        sizes = group.measure_first(own.counts) if group.detail is not None else None
        sealed[group.name] = group.measure(own.counts, own.sums, sizes)
    return sealed


def at_level(chosen: ChosenPlan, counts: Sequence[Contingency], sealed: Sequence[Sealed]) -> list[Sealed]:
    """The same noisy integers, but for limits of drawn quantiles, which are drawn for their level."""
    drawn = [(group, own) for group, own in zip(chosen.groups, counts, strict=True) if group.drawn is not None]
    return [one | {group.name: group.measure(own.counts, own.sums, None) for group, own in drawn} for one in sealed]


def finished(by_level: dict[int, ChosenPlan], sealed: dict[int, list[Sealed]]) -> dict[int, list[Finished]]:
    """What `finish` makes of each: consistent numbers, which know no level, are looked for once a release."""
    first = next(iter(by_level.values()))
    prepared = prepare(first)
    alike = {level: _with_groups_of(first, chosen) for level, chosen in by_level.items()}
    found: dict[int, list[Finished]] = {level: [] for level in by_level}
    for at in range(len(next(iter(sealed.values())))):
        with _consistent_once():
            for level, chosen in alike.items():
                found[level].append(finish(chosen, sealed[level][at], prepared))
    for level, chosen in by_level.items():
        require_same(found[level][0], finish(chosen, sealed[level][0]))
    return found


def as_measured(chosen: ChosenPlan, sealed: Sequence[Sealed]) -> dict[int, list[Measured]]:
    """The limits of each release from what was drawn; published ones are wider where the adjusted estimate is outside.

    No cells are looked for whose sums are consistent, which takes nearly all of a release's time.
    """
    with laws_once(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(finishing, "shared", once(finishing.shared))
        found = {level: [Measured(measured_of(chosen, one, level)) for one in sealed] for level in LEVELS}
    for level in LEVELS:
        for one, plainly in zip(found[level][0].tables, measured_of(chosen, sealed[0], level), strict=True):
            np.testing.assert_allclose(one.lower, plainly.lower, rtol=1e-9)
            np.testing.assert_allclose(one.upper, plainly.upper, rtol=1e-9)
    return found


def _with_groups_of(first: ChosenPlan, chosen: ChosenPlan) -> ChosenPlan:
    """The same plan with the very groups of another level; those whose quantiles are drawn know their level."""
    groups = zip(first.groups, chosen.groups, strict=True)
    return replace(chosen, groups=tuple(one if one.drawn is None else own for one, own in groups))


@contextmanager
def _consistent_once() -> Iterator[None]:
    """The same answers are brought to the same cells once in here: the noise of one release at several levels."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WeighedProjection, "fit", once(WeighedProjection.fit))
        for form in (Listed, Written):
            for name in ("counts", "sums", "shared"):
                patch.setattr(form, name, once(getattr(form, name)))
        patch.setattr(finishing, "everybody", once(finishing.everybody))
        yield


def _cells(office: Office, dictionary: Dictionary, chosen: ChosenPlan, promised: dict[str, Any]) -> Cells:
    shells = [table.shell for table in chosen.compiled.tables]
    forecast = np.array([np.nan if one is None else one for table in promised["tables"] for one in table["cells_std"]])
    if office.truths is not None:
        every = office.truths(office.plan, shells, office.file)
        names, kinds, truth, counted = map(list, zip(*(cell for own in every for cell in own), strict=True))
        drawn = np.zeros(len(names), dtype=bool)
        errors = expected(chosen, forecast)[None]
        return Cells(names, np.array(kinds), np.array(truth), np.array(counted), errors, drawn)
    definitions, values, sizes = truths(dictionary.to_json(), office.plan, shells, office.file)
    names, kinds, drawn = [], [], []
    for definition, own, table in zip(definitions, values, chosen.compiled.tables, strict=True):
        for cell in np.ndindex(own.shape):
            names.append(named(definition, cell))
            kinds.append(kind_of(definition.items[cell[3]].kind))
            drawn.append(chosen.groups[table.group].drawn is not None)
    truth, counted = (np.concatenate([one.ravel() for one in every]) for every in (values, sizes))
    return Cells(names, np.array(kinds), truth, counted, forecast[None], np.array(drawn))


def expected(chosen: ChosenPlan, forecast: np.ndarray) -> np.ndarray:
    """Standard errors as forecast, with those that planning figures tell of derived cells."""
    found, start = forecast.copy(), 0
    for table in chosen.compiled.tables:
        own = found[start : start + table.shell.cells].reshape(table.shell.shape)
        start += table.shell.cells
        figures = expected_answers(chosen.plan, chosen.compiled.groups[table.group])
        for recipe in table.recipes:
            for cell in np.ndindex(own.shape[:3]) if figures is not None and not recipe.measured.linear else ():
                for item in range(recipe.stop - recipe.start):
                    one = expected_cell(chosen.plan, chosen.noises[table.group], recipe, cell, item, figures)
                    own[(*cell, recipe.start + item)] = np.nan if one is None or one.std is None else one.std
    return found


def at_levels_given(chosen: ChosenPlan, sealed: Sequence[Sealed]) -> np.ndarray:
    """Standard errors, releases × cells, at the level that each area got; NaN where it does not show a cell."""
    (group,) = chosen.groups
    detail, mechanism = detail_of(group.compiled), mechanism_of(group)
    levels = np.stack([mechanism.levels_of(one[group.name][AREA_SIZES]) for one in sealed])
    noises = [own_noises(*level) for level in zip(detail.levels, mechanism.levels, strict=True)]
    found = []
    for table in chosen.compiled.tables:
        area = area_of_cells(table, detail.tables).ravel()
        by_level = np.full((len(noises), area.size, table.shell.shape[-1]), np.nan)
        for level, own in enumerate(noises):
            shown, hidden = shown_at(table, detail.tables, level)
            for recipe in shown.recipes:
                if recipe.measured.linear:
                    std = np.where(hidden[..., recipe.span], np.nan, linear_std(recipe, own))
                    by_level[level][:, recipe.span] = std.reshape(area.size, -1)
        found.append(by_level[levels[:, area], np.arange(area.size)].reshape(len(sealed), -1))
    return np.concatenate(found, axis=1)


def _printed(releases: Sequence[Finished | Measured], cells: Cells) -> Printed:
    """What releases print; a percentage that is the same in all of them, limits and all, is exact (100 of 100)."""

    def stacked(what: str) -> np.ndarray:
        return np.stack([np.concatenate([getattr(table, what).ravel() for table in one.tables]) for one in releases])

    flag = stacked("flag")
    numbers = [stacked(what) for what in ("estimate", "lower", "upper", "margin", "unbiased")]
    always = np.all([(one == numbers[0][0]).all(axis=0) for one in numbers[:3]], axis=0) & (cells.kinds == "percentage")
    exact = (flag == EXACT) | always
    none = exact | np.isin(flag, [IMPOSSIBLE, LESS_DETAIL, NOT_ESTIMABLE])
    return Printed(*numbers, ~none, exact, flag == IMPOSSIBLE)


# --- the report ------------------------------------------------------------------------------------------------------


def _report(found: Sequence[Figure], complaints: Sequence[str], releases: int) -> Iterator[str]:
    known = {(one.kind, one.level, one.size, one.figure): one for one in found}
    plan = found[0].plan

    def text(kind: str, level: str, size: str, figure: str, form: str = ".3f") -> str:
        """A figure as it is printed, a dash where there is none."""
        one = known.get((kind, level, size, figure))
        return "-" if one is None else format(one.value, form)

    yield f"=== {plan}: {releases} releases"
    head = ("kind", "cells", "level", "mean", "worst", "z", "chance", "inside", "width", "/range", "worst cell")
    yield "{:<11}{:>6}{:>6}{:>8}{:>8}{:>7}{:>9}{:>8}{:>10}{:>8}  {}".format(*head)
    kinds = list(dict.fromkeys(one.kind for one in found if one.kind))
    for kind in kinds:
        for level in map(str, LEVELS):
            worst = known.get((kind, level, "", "coverage_worst"))
            if worst is None:
                continue
            yield (
                f"{kind:<11}{text(kind, '', '', 'cells', '.0f'):>6}{level:>6}"
                f"{text(kind, level, '', 'coverage_mean', '.4f'):>8}{worst.value:>8.3f}"
                f"{text(kind, level, '', 'z_worst', '.1f'):>7}{text(kind, level, '', 'chance', '.1g'):>9}"
                f"{text(kind, level, '', 'estimates_inside', '.4f'):>8}{text(kind, level, '', 'width', '.4g'):>10}"
                f"{text(kind, level, '', 'width_over_range', '.3g'):>8}  {worst.cell}"
            )
    for kind in kinds:
        most = known.get((kind, "", "", "std_over_forecast_most"))
        if most is not None:
            rmse, std, least = (
                text(kind, "", "", what)
                for what in ("rmse_over_forecast", "std_over_forecast", "std_over_forecast_least")
            )
            yield (
                f"{kind}: unbiased over forecast: rmse {rmse}, std {std}, by cell {least} to {most.value:.3f} "
                f"({most.cell}); largest z of a mean {text(kind, '', '', 'bias_z', '.1f')}"
            )
        yield (
            f"{kind}: printed rmse {text(kind, '', '', 'rmse_printed', '.5g')}, over that of unbiased values "
            f"{text(kind, '', '', 'rmse_ratio')}, bias {text(kind, '', '', 'bias_printed', '.4g')}"
        )
    yield "true count: printed rmse over unbiased; at each level the width of limits, over plain ones, and coverage"
    for size in SIZES:
        if ("count", "", size, "rmse_printed") in known:
            spans = "; ".join(
                f"{level} %: {text('count', level, size, 'width', '.1f')}, "
                f"{text('count', level, size, 'width_over_plain')}, {text('count', level, size, 'coverage_mean')}"
                for level in map(str, LEVELS)
            )
            yield f"{size:>10}: {text('count', '', size, 'rmse_ratio')}; {spans}"
    yield ", ".join(f"{one.figure} {one.value:.3g}" for one in found if not one.kind)
    yield from (f"LOOK AT {one}" for one in complaints)


if __name__ == "__main__":
    sys.exit(main())
