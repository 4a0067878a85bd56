"""Published limits cover in every cell, for every mechanism; the command that measures it in earnest is the same code.

`dpdesk.selftest.benchmark_coverage`: 10,000 releases of 64 codes. Here 600 of 8 codes; each cell is an alarm by chance
with a probability below 1e-12, some 20,000 cells and levels: below 1e-7 together.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dpdesk.mechanisms import Mechanism, catalogue
from dpdesk.selftest import benchmark_coverage
from dpdesk.selftest.benchmark_coverage import by_chance, lines, main


@pytest.mark.statistical
@pytest.mark.parametrize("name", list(catalogue()))
def test_the_worst_cell_is_covered(name: str) -> None:
    found = list(lines(8, 600, [name]))
    assert [line for line in found if not line.holds] == []
    if found:
        assert {line.level for line in found} == {80, 90, 95, 99}
        assert all(line.mean >= line.level / 100 - 0.01 for line in found)


@pytest.mark.statistical
def test_limits_of_margins_that_are_too_small_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wrong control: six tenths of each margin."""
    margins = Mechanism.margins
    monkeypatch.setattr(Mechanism, "margins", lambda *all_: 0.6 * margins(*all_))
    assert not all(line.holds for line in lines(8, 600, ["histogram"]))


def test_chance_is_bounded() -> None:
    assert by_chance(0.9, 100) < 0.9 - 6 * (0.09 / 100) ** 0.5
    assert 0.9 - 8 * (0.09 / 10_000) ** 0.5 < by_chance(0.9, 10_000) < 0.9
    assert by_chance(0.5, 3) == 0


def test_the_command_writes_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "coverage.csv"
    monkeypatch.setattr(benchmark_coverage, "LOSSES", {"rho = 1/2": benchmark_coverage.LOSSES["rho = 1/2"]})
    assert main([str(path), "--codes", "8", "--releases", "200", "--mechanism", "histogram"]) == 0
    assert path.read_text(encoding="utf-8").startswith("workload,neighbours,budget,mechanism,noise,cells,level")
