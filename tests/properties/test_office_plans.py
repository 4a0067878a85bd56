"""Plans of kinds that random plans never draw, without noise, against a tabulation by pandas; and the control."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest
from random_plans.case import Case
from random_plans.noiseless import released
from random_plans.office_plans import PLANS, Office, chosen_rows

from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.joint import separators
from dpdesk.postprocess.closest.exact_fit import ExactFit
from dpdesk.release.finish import Finished
from dpdesk.release.result import IMPOSSIBLE, LESS_DETAIL, NOT_ESTIMABLE
from dpdesk.schema.dictionary import Dictionary

NONE = (IMPOSSIBLE, LESS_DETAIL, NOT_ESTIMABLE)


def finished(made: Office, *, noise: bool = False) -> Finished:
    dictionary = Dictionary.from_json(made.dictionary)
    meaning = {"path": "office.dictionary.json", "meaning": dictionary.meaning_hash}
    chosen = choose(Plan.from_json({**made.plan, "dictionary": meaning}, dictionary))
    rows = [tuple(row) for row in made.frame.astype(str).itertuples(index=False)]
    return released(Case(0, made.dictionary, made.plan, list(made.frame.columns), rows, chosen), noise=noise)


def off(made: Office, found: Finished) -> Iterator[str]:
    """The cells whose number is not the true one, or whose limits leave it out."""
    compared = 0
    for table in found.tables:
        names = [variable.name for variable in table.shell.variables]
        inside = made.universes.get(table.shell.name)
        frame = made.frame if inside is None else made.frame[inside(made.frame)]
        values = (getattr(table, name).ravel() for name in ("flag", "estimate", "lower", "upper"))
        for (codes, _, item), flag, number, low, high in zip(table.shell.cells_in_order(), *values, strict=True):
            if flag in NONE:
                continue
            cell = dict(zip(names, codes, strict=True))
            true = _true(made, frame, cell, item.code)
            half = (
                0.0 if item.code.startswith(("cdf", "interval")) or item.code == "count" else 0.5 * 10.0**-item.decimals
            )
            compared += 1
            if not abs(number - true) <= half + 1e-6:
                yield f"{table.shell.name} {cell} {item.code}: {number} for {true}"
            elif not low - half - 1e-6 <= true <= high + half + 1e-6:
                yield f"{table.shell.name} {cell} {item.code}: {true} beyond {low} to {high}"
    assert compared > 10


def _true(made: Office, frame: pd.DataFrame, cell: dict[str, str], code: str) -> float:
    rows = chosen_rows(frame, cell)
    if code in made.based:
        value, without = made.based[code]
        return value(rows, chosen_rows(frame, cell, without))
    return float(made.measures[code](rows))


@pytest.mark.parametrize("name", PLANS)
def test_without_noise_every_number_is_that_of_pandas(name: str) -> None:
    made = PLANS[name]()
    assert list(off(made, finished(made))) == []


@pytest.mark.parametrize("name", ["many_measures", "universes_inside"])
def test_fits_by_iterations_as_of_large_tables_say_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They end a thousandth of a person away, which of an income up to 4,000 is four."""
    monkeypatch.setattr(ExactFit, "cells", lambda *given: None)
    made = PLANS[name]()
    assert list(off(made, finished(made))) == []


def test_a_number_that_is_one_off_is_seen() -> None:
    made = PLANS["ends_of_intervals"]()
    found = finished(made)
    found.tables[1].estimate[0, 0, 0, 0] += 1
    assert len(list(off(made, found))) == 1


def test_codes_that_nobody_tells_and_are_taken_as_told_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each group then has a table of its own, and one has to take what the other made up of people it did not count."""
    monkeypatch.setattr(separators, "_known", lambda factor, level: np.ones(level.size, dtype=bool))
    made = PLANS["crossing_universes"]()
    assert len(list(off(made, finished(made)))) >= 3
