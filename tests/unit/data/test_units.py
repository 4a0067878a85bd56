"""Households counted, each once: what their persons make up together is what a count by hand says, on every path."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from households import TABLE, described, households_by_hand, some_rows, write
from microdata import KEY, csv_format

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.counting.units import StreamUnits
from dpdesk.data.engines import local_units
from dpdesk.data.sources.open import open_source
from dpdesk.schema.domain import GroupDomain

DOMAIN = GroupDomain(TABLE, ("persons",), units=True)


@pytest.mark.parametrize("cap", [1, 2, 5])
@pytest.mark.parametrize("way", ["engine", "parts", "stream"])
def test_households_are_counted_as_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cap: int, way: str) -> None:
    rows = some_rows()
    if way == "parts":
        monkeypatch.setattr(local_units, "ROWS_AT_ONCE", 60)
    if way == "stream":
        monkeypatch.setattr(local_units, "MOST_TEXTS", 3)
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
