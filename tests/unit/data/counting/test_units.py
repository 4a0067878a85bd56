"""Households counted, each once: what their persons make up together is what a count by hand says, on every path."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from five_forms import UNIT_FORMS, UNIT_WAYS, in_form, take_way
from households import TABLE, Row, described, households_by_hand, kept, made_of, some_rows, write
from microdata import KEY, csv_format
from random_plans.capping import few_places

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.counting.units import StreamUnits
from dpdesk.data.engines import local_units
from dpdesk.data.engines.elsewhere import Elsewhere
from dpdesk.data.sources.base import Source
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput
from dpdesk.schema.domain import GroupDomain

DOMAIN = GroupDomain(TABLE, ("persons",), units=True)


@pytest.mark.parametrize("cap", [1, 2, 5])
@pytest.mark.parametrize("way", UNIT_WAYS)
def test_households_are_counted_as_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cap: int, way: str) -> None:
    rows = some_rows()
    take_way(way, monkeypatch)
    streamed: list[int] = []
    own = StreamUnits.units
    monkeypatch.setattr(StreamUnits, "units", lambda *given: (streamed.append(1), own(*given))[1])
    dictionary = described(cap)
    [found] = tabulate(open_source(write(tmp_path / "p.csv", rows), csv_format()), dictionary, [DOMAIN], KEY)
    shape = [dictionary.variable(name).size for name in TABLE]
    counts, persons = households_by_hand(rows, cap, TABLE, shape)
    assert bool(streamed) == (way == "stream")
    assert np.array_equal(found.counts, counts)
    assert np.array_equal(found.sums["persons"], persons)
    assert found.nowhere == 0


@pytest.mark.parametrize("way", UNIT_WAYS)
def test_rows_of_one_place_are_kept_by_their_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    """Whatever their order in the file, in a field of nine elements."""
    few_places(monkeypatch, 3)
    take_way(way, monkeypatch)
    rows, dictionary = some_rows(6), described(2)
    shape = [dictionary.variable(name).size for name in TABLE]
    counts, persons = households_by_hand(rows, 2, TABLE, shape)
    for arranged in (sorted(rows), sorted(rows, reverse=True)):
        source = open_source(write(tmp_path / "p.csv", arranged), csv_format())
        [found] = tabulate(source, dictionary, [DOMAIN], KEY)
        assert np.array_equal(found.counts, counts)
        assert np.array_equal(found.sums["persons"], persons)


HEAD = ("hid", "age", "region", "rel")
PADDED: list[Row] = [
    *[(f"{' ' * (at % 2)}{household[1:]}", *more) for at, (household, *more) in enumerate(some_rows(3, 30))],
    *[(missing, "70", "north", "ref") for missing in ("", " ", "")],
]


def opened(kind: str, folder: Path, rows: list[Row]) -> Source:
    return in_form(kind, folder / "persons", HEAD, rows)


@pytest.mark.parametrize("kind", UNIT_FORMS)
@pytest.mark.parametrize("without", ["drop", "own_unit"])
def test_ids_with_spaces_and_rows_without_one_are_alike_in_every_form(tmp_path: Path, kind: str, without: str) -> None:
    [found] = tabulate(opened(kind, tmp_path, PADDED), described(2, without), [DOMAIN], KEY)
    units = kept(PADDED, 2)
    alone = units.pop("")
    expected = list(units.values()) + ([[one] for one in PADDED[-3:]] if without == "own_unit" else [])
    counts = np.zeros(found.counts.shape, np.int64)
    for own in expected:
        made = made_of(own, 2)
        counts[tuple(made[name] for name in TABLE)] += 1
    assert alone and np.array_equal(found.counts, counts)


def test_different_rows_without_an_id_that_are_alike_as_units_are_each_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a stream, too, to which 70 and 71 are two texts: the household of one that either makes is the same."""
    rows: list[Row] = [("", age, "north", "ref") for age in ("70", "71", "71", "7")]
    found = []
    for most in (local_units.MOST_TEXTS, 0):
        monkeypatch.setattr(local_units, "MOST_TEXTS", most)
        [own] = tabulate(opened("csv", tmp_path, rows), described(2, "own_unit"), [DOMAIN], KEY)
        found.append(own.counts)
    assert sorted(found[0][found[0] > 0]) == [1, 3]
    assert np.array_equal(*found)


def test_rows_without_an_id_are_refused_where_the_dictionary_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="without an id"):
        tabulate(opened("csv", tmp_path, PADDED), described(2), [DOMAIN], KEY)


@pytest.mark.parametrize("way", ["engine", "stream"])
def test_where_persons_are_protected_households_alone_are_cut_to_the_cap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    if way == "stream":
        monkeypatch.setattr(local_units, "MOST_TEXTS", 0)
    dictionary, rows = described(2, "own_unit", persons=True), [*some_rows(), ("", "70", "north", "ref")]
    persons = GroupDomain(("rel", "age"))
    both = tabulate(opened("csv", tmp_path, rows), dictionary, [persons, DOMAIN], KEY)
    shape = [dictionary.variable(name).size for name in TABLE]
    counts, members = households_by_hand(rows, 2, TABLE, shape)
    assert np.array_equal(both[1].counts, counts) and np.array_equal(both[1].sums["persons"], members)
    assert both[0].rows == len(rows) and both[1].rows == 81
    assert both[0].counts.sum() == sum(rel != "?" for _, _, _, rel in rows) > members.sum()


def test_persons_and_households_are_counted_beside_each_other(tmp_path: Path) -> None:
    persons = GroupDomain(("region", "age"))
    source = opened("csv", tmp_path, some_rows())
    both = tabulate(source, described(2), [persons, DOMAIN], KEY)
    assert [one.rows for one in both] == [len(some_rows()), 80]
    # Columns that only the other tables read put the rows of a unit in order, too: the persons are the same.
    alone = described(2)
    rows = [row for own in kept(some_rows(), 2).values() for row in own]
    assert int(both[1].sums["persons"].sum()) == len(rows)
    sizes = [alone.variable(name).size for name in persons.variables]
    counted = np.zeros(sizes, np.int64)
    for _, age, region, _ in rows:
        cells = alone.variable("region").encode([region]), alone.variable("age").encode([age])
        if min(cells) >= 0:
            counted[cells] += 1
    assert np.array_equal(both[0].counts, counted)


def test_a_cluster_refuses_units_by_name(tmp_path: Path) -> None:
    here = opened("csv", tmp_path, some_rows())
    with pytest.raises(BadInput, match=r"persons\.csv.*not counted by a cluster"):
        tabulate(Elsewhere(here, None), described(2), [DOMAIN], KEY)  # type: ignore[arg-type]
