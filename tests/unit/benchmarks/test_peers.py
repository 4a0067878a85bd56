"""The peers' table: what is asked, how errors are counted, and that lines are what the programs gave.

Nothing here holds one program's noise against another's: that is what the command itself is for.
"""

from __future__ import annotations

import itertools
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import csv_lines
import numpy as np
import peers
import pytest
from programs import child, work
from programs.ready import NotOffered, Ready
from programs.work import CELLS, EPSILON, INTERVALS, PREFIXES, QUARTILES, RHO, TOTALS, Work

from dpdesk.mechanisms import build
from dpdesk.mechanisms.quantiles.ranks import rank_errors as ours
from dpdesk.privacy import Neighbours, PureDP
from dpdesk.queries import AllRange, Prefix

SMALL = (2, 3, 4)


def test_counts_and_records_are_the_same() -> None:
    for one in (Work(CELLS, SMALL, RHO), Work(PREFIXES, (37,), RHO), Work(QUARTILES, (64,), RHO)):
        cells = work.counts(one)
        assert cells.sum() == one.records
        assert cells.min() >= 0
        again = np.bincount(np.ravel_multi_index(tuple(work.codes(one).T), one.sizes), minlength=one.cells)
        assert again.tolist() == cells.tolist()


def test_answers_are_those_of_the_same_workloads() -> None:
    x = work.counts(Work(INTERVALS, (19,), RHO))
    assert work.answers(Work(INTERVALS, (19,), RHO), x)[0].tolist() == AllRange(19).answer(x).tolist()
    assert work.answers(Work(PREFIXES, (19,), RHO), x)[0].tolist() == Prefix(19).answer(x).tolist()
    tables = work.answers(Work(TOTALS, SMALL, RHO), np.arange(24))
    assert [one.size for one in tables] == [24, 12, 8, 4, 6, 3, 2, 1]
    assert tables[3].tolist() == np.arange(24).reshape(SMALL).sum(axis=(0, 1)).tolist()
    assert tables[-1].tolist() == [276]


def test_errors_count_tables_alike_and_see_both_signs() -> None:
    truth = [np.zeros(4), np.zeros(1)]
    assert work.errors([np.array([1.0, -3.0, 1.0, 1.0]), np.array([2.0])], truth) == ((3.0 + 4.0) / 2, 3.0)
    assert work.errors([np.zeros(4), np.zeros(1)], truth) == (0.0, 0.0)


def test_rank_errors_are_the_quantile_mechanisms_own() -> None:
    x = work.counts(Work(QUARTILES, (64,), RHO))
    for bins in itertools.product((0, 9, 40, 63), repeat=3):
        own = [ours(x, Fraction(share))[bin_] for share, bin_ in zip(work.SHARES, bins, strict=True)]
        assert work.rank_errors([bin_ + 0.4 for bin_ in bins], x) == pytest.approx((np.mean(np.square(own)), max(own)))


def test_by_hand_nothing_gets_worse() -> None:
    noise = np.random.default_rng(1)
    truth = work.counts(Work(PREFIXES, (50,), RHO)).astype(float)
    one, cells = Work(PREFIXES, (50,), RHO, True), Work(CELLS, (50,), RHO, True)
    for _ in range(20):
        noisy = truth + noise.normal(0, 30, 50)
        raised = work.raised(one, noisy)
        assert raised.min() >= 0
        assert np.linalg.norm(np.cumsum(raised - truth)) <= np.linalg.norm(np.cumsum(noisy - truth)) + 1e-9
        assert np.linalg.norm(work.raised(cells, noisy) - truth) <= np.linalg.norm(noisy - truth)
    swings = np.tile([9.0, -9.0], 25)  # in the wrong place, to the cells, the same would do harm
    clipped = np.maximum(swings, 0)
    assert np.linalg.norm(np.cumsum(clipped)) > 10 * np.linalg.norm(np.cumsum(swings))


@pytest.mark.parametrize("laplace", [True, False])
def test_the_tables_to_measure_are_the_best_of_all_sets(laplace: bool) -> None:
    tables = work.margins(SMALL)
    chosen = work.tables_to_measure(SMALL, laplace)

    def error(sets: list[tuple[int, ...]]) -> float:
        decay = np.exp(-1 / len(sets))
        noise = 2 * decay / (1 - decay) ** 2 if laplace else len(sets)
        sizes = {axes: int(np.prod([SMALL[i] for i in axes], dtype=int)) for axes in tables}
        return float(noise * np.mean([min(sizes[s] for s in sets if {*axes} <= {*s}) / sizes[axes] for axes in tables]))

    rest = tables[1:]
    every = [[tables[0], *some] for n in range(len(rest) + 1) for some in itertools.combinations(rest, n)]
    assert error(chosen) == pytest.approx(min(map(error, every)))
    assert len({round(error(one), 9) for one in every}) > 1
    cells = np.arange(24.0)
    measured = {axes: work.margin(cells, SMALL, axes) for axes in chosen}
    for one, right in zip(work.sums_of(SMALL, measured), work.answers(Work(TOTALS, SMALL, RHO), cells), strict=True):
        assert one.tolist() == right.tolist()


@pytest.mark.parametrize(
    "asked",
    [
        Work(CELLS, SMALL, EPSILON),
        Work(TOTALS, SMALL, RHO, True),
        Work(PREFIXES, (32,), EPSILON, True),
        Work(INTERVALS, (32,), RHO),
        Work(QUARTILES, (32,), EPSILON),
    ],
    ids=lambda one: one.kind,
)
def test_a_program_is_measured_here(asked: Work) -> None:
    found = child.measure("dpdesk", asked, 3)
    assert found["rmse"] <= found["largest"] + 30
    assert found["runs"] == 3
    assert found["how"]
    if asked.kind == INTERVALS:
        m = build("best", AllRange(32), PureDP("1"), Neighbours.ADD_REMOVE)
        assert found["forecast"] < m.rmse  # rho = 1/2 is the larger budget
    assert (found["forecast"] is None) == asked.non_negative


def test_an_error_of_the_program_under_test_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that is off by 5 in one cell of 24, at every run."""
    asked = Work(CELLS, SMALL, RHO)
    off = work.counts(asked).astype(float)
    off[3] -= 5
    fake = type(sys)("programs.with_fake")
    fake.prepare = lambda _: Ready("1", "wrongly", lambda: [off])  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, fake.__name__, fake)
    found = child.measure("fake", asked, 2)
    assert found["rmse"] == pytest.approx(5 / 24**0.5)
    assert found["largest"] == 5


def test_what_a_peer_lacks_is_said() -> None:
    from programs import with_diffprivlib, with_tumult

    with pytest.raises(NotOffered, match="pure epsilon"):
        with_diffprivlib.prepare(Work(CELLS, SMALL, RHO))
    with pytest.raises(NotOffered, match="cut off at 0"):
        with_diffprivlib.prepare(Work(CELLS, SMALL, EPSILON))
    with pytest.raises(NotOffered, match="non-negative"):
        with_tumult.prepare(Work(CELLS, SMALL, EPSILON, True))


def test_a_line_in_its_own_process_and_one_that_fails(tmp_path: Path) -> None:
    asked = Work(CELLS, SMALL, EPSILON, True)
    none = peers.measure(asked, "diffprivlib", sys.executable, 1)
    assert none.error is None
    assert "diffprivlib" in none.why_not
    kept = [replace(none, program="opendp", error=9.0, release_seconds=2.0, why_not="")]
    found = list(peers.lines([asked], {}, 2, kept))
    assert [line.program for line in found] == ["dpdesk", "opendp"]
    mine = found[0]
    assert mine.error is not None
    assert mine.error_ratio == mine.time_ratio == mine.memory_ratio == 1.0
    assert found[1].error_ratio == pytest.approx(9.0 / mine.error)
    assert found[1].memory_ratio is None
    csv_lines.write(peers.Line, [*found, none], tmp_path / "peers.csv")
    again = csv_lines.read(peers.Line, tmp_path / "peers.csv")
    assert [line.error for line in again[:2]] == pytest.approx([mine.error, 9.0], rel=1e-3)
    assert again[2] == none
    assert peers.main([str(tmp_path / "peers.csv"), "--redraw", "--picture", str(tmp_path / "peers.png")]) == 0
    assert (tmp_path / "peers.png").stat().st_size > 5_000


def test_a_picture_that_cannot_be_written_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    csv_lines.write(
        peers.Line, [peers.Line(CELLS, "24", EPSILON, "unbiased", "opendp", error_ratio=1.5)], tmp_path / "a.csv"
    )
    assert peers.main([str(tmp_path / "a.csv"), "--redraw", "--picture", str(tmp_path / "none" / "a.png")]) == 2
    assert "cannot be written" in capsys.readouterr().err
