"""Patients counted once in each cell in which they have a record: as by hand, on every path and in every form."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from five_forms import UNIT_FORMS, UNIT_WAYS, in_form, take_way
from microdata import KEY, csv_format
from patients import Row, by_hand, chosen, planned, some_rows, write
from random_plans.capping import few_places

from dpdesk.data.counting.appearances import StreamAppearances
from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.engines.elsewhere import Elsewhere
from dpdesk.data.sources.base import Source
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput
from dpdesk.planning.choosing.choose import ChosenPlan
from dpdesk.planning.document.wording import Table

HEAD = ("patient", "diagnosis", "sex")


def counts(source: Source, plan: ChosenPlan) -> list[np.ndarray]:
    return [
        next(iter(one.counts.values()))
        for one in tabulate(source, plan.plan.dictionary, plan.domains, KEY)
        if one.domain.once
    ]


@pytest.mark.parametrize("cap", [1, 2, 4])
@pytest.mark.parametrize("way", UNIT_WAYS)
def test_patients_are_counted_as_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cap: int, way: str) -> None:
    take_way(way, monkeypatch)
    streamed: list[int] = []
    own = StreamAppearances.count
    monkeypatch.setattr(StreamAppearances, "count", lambda *given: (streamed.append(1), own(*given))[1])
    rows = some_rows()
    found = counts(open_source(write(tmp_path / "p.csv", rows), csv_format()), chosen(cap))
    assert bool(streamed) == (way == "stream")
    for one, expected in zip(found, by_hand(rows, cap), strict=True):
        assert np.array_equal(one, expected)


@pytest.mark.parametrize("way", UNIT_WAYS)
def test_rows_of_one_place_are_kept_by_their_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    """Whatever their order in the file, in a field of nine elements."""
    few_places(monkeypatch, 3)
    take_way(way, monkeypatch)
    rows = some_rows(6)
    for arranged in (sorted(rows), sorted(rows, reverse=True)):
        found = counts(open_source(write(tmp_path / "p.csv", arranged), csv_format()), chosen(2))
        for one, expected in zip(found, by_hand(rows, 2), strict=True):
            assert np.array_equal(one, expected)


PADDED: list[Row] = [
    *[(f"{' ' * (at % 2)}{patient[1:]}", *more) for at, (patient, *more) in enumerate(some_rows(3, 40))],
    *[(missing, "a", "f") for missing in ("", " ", "")],
]


def opened(kind: str, folder: Path, rows: list[Row]) -> Source:
    return in_form(kind, folder / "patients", HEAD, rows)


@pytest.mark.parametrize("kind", UNIT_FORMS)
@pytest.mark.parametrize("without", ["drop", "own_unit"])
def test_ids_with_spaces_and_rows_without_one_are_alike_in_every_form(tmp_path: Path, kind: str, without: str) -> None:
    found = counts(opened(kind, tmp_path, PADDED), chosen(2, without=without))
    for one, expected in zip(found, by_hand(PADDED[:-3], 2), strict=True):
        expected[(0, 0) if expected.ndim == 2 else 0] += 3 if without == "own_unit" else 0
        assert np.array_equal(one, expected)


def test_rows_without_an_id_are_refused_where_the_dictionary_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="without an id"):
        counts(opened("csv", tmp_path, PADDED), chosen(2))


def test_a_cluster_refuses_units_by_name(tmp_path: Path) -> None:
    here = opened("csv", tmp_path, some_rows())
    with pytest.raises(BadInput, match=r"patients\.csv.*not counted by a cluster"):
        counts(Elsewhere(here, None), chosen(2))  # type: ignore[arg-type]


def test_records_beside_patients_leave_out_the_same_and_keep_the_same_records(tmp_path: Path) -> None:
    """A record that is in no cell of one group is in none of any; the columns of all put a unit's records in order."""
    plan = chosen(2, [Table("diagnosis").each_once(), Table("sex")])
    rows = some_rows()
    source = open_source(write(tmp_path / "p.csv", rows), csv_format())
    records, patients = tabulate(source, plan.plan.dictionary, plan.domains, KEY)
    assert np.array_equal(next(iter(patients.counts.values())), by_hand(rows, 2)[1])
    assert records.rows == len(rows)
    assert records.nowhere == len(rows) - int(records.counts.sum())
    assert int(records.counts.sum()) >= int(by_hand(rows, 2)[0].sum())


def test_groups_of_codes_are_cells_and_what_a_universe_leaves_out_is_in_none(tmp_path: Path) -> None:
    """Codes that no table tells apart are one cell before anything is counted once."""
    plan = planned(4, [Table("diagnosis").each_once()])
    tree = plan.to_json()
    tree["tables"][0]["universe"] = {"text": {"en": "women"}, "where": [{"variable": "sex", "codes": ["f"]}]}
    tree["tables"][0]["stub"][0]["variables"][0]["codes"] = ["a", "b"]
    rows = some_rows()
    from dpdesk.planning.choosing.choose import choose
    from dpdesk.planning.document.plan import Plan

    women = choose(Plan.from_json(tree, plan.dictionary))
    source = open_source(write(tmp_path / "p.csv", rows), csv_format())
    [found] = counts(source, women)
    assert found.shape == (3, 2)  # a, b and all others; women and men
    assert np.array_equal(found[:2], by_hand(rows, 4)[0][:2])
