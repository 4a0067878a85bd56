"""Something fails at every stage of a release, on pairs of files that differ in one person: what is said is the same.

The fault quotes what a careless library would quote at that stage: counts, a cell, a path. Exit status, standard
output, standard error, the kinds of entries in the ledger and the files that are left are compared, and no quotation
may be among them. Whether a file can be read at all is outside the guarantee; the neighbours here can be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
import town

import dpdesk.data.counting.tabulation
import dpdesk.data.engines.local
import dpdesk.data.engines.open
import dpdesk.publish.write
import dpdesk.release.run
from dpdesk.cli.commands import run
from dpdesk.data.counting import streaming
from dpdesk.data.counting.expression import Expression
from dpdesk.data.sources import base
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import Reservation
from dpdesk.planning.choosing.choose import ChosenGroup
from dpdesk.planning.forecast.forecast import Forecaster

WOMAN = {"sex": "f", "region": "n", "age": "3", "income": "100"}
PERSONS: list[dict[str, str]] = [
    WOMAN,
    {**WOMAN, "sex": "m", "region": "w", "age": "9"},
    {**WOMAN, "region": "Quokka"},
    {**WOMAN, "sex": "Quokka"},
    {**WOMAN, "age": "Quokka"},
    {**WOMAN, "age": "-5"},
    {**WOMAN, "age": "1e400"},
    {**WOMAN, "age": "7919.5"},
    {**WOMAN, "income": ""},
    {**WOMAN, "income": "Quokka"},
    {**WOMAN, "income": "99999999"},
    {**WOMAN, "income": "-1,5"},
    {**WOMAN, "sex": "", "region": "", "age": "", "income": ""},
    {**WOMAN, "sex": "f "},
    {**WOMAN, "sex": "F"},
    {**WOMAN, "region": '"'},
    {**WOMAN, "region": "a\nb"},
    {**WOMAN, "region": "ü"},
    {**WOMAN, "region": "\u202e"},
    {**WOMAN, "region": "x" * 5000},
    {**WOMAN, "age": "٣"},
    {**WOMAN, "age": "3.0"},
    {**WOMAN, "age": "NaN"},
    {**WOMAN, "income": "inf"},
    {**WOMAN, "income": "NULL"},
    {**WOMAN, "region": "NA"},
    {**WOMAN, "region": "=1+1"},
    {**WOMAN, "income": "1e-9"},
    {**WOMAN, "income": "0x10"},
    {**WOMAN, "sex": "m", "region": "s", "age": "0", "income": "1000"},
]
"""The persons in whom thirty pairs differ."""

Fault = Callable[[pytest.MonkeyPatch], None]


def fails(
    target: Any, name: str, kind: Callable[[str], BaseException], quote: Callable[[tuple[Any, ...]], object]
) -> Fault:
    """Where `name` is called, `kind` is raised in its place, quoting what `quote` makes of its arguments."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        def failing(*args: Any, **more: Any) -> Any:
            raise kind(f"row 17: {quote(args)!r}")

        patch.setattr(target, name, failing)

    return plant


def second_fingerprint(patch: pytest.MonkeyPatch) -> None:
    import dpdesk.data.sources.fingerprints as module

    real, calls = module.fingerprint, iter(range(9))

    def failing(path: Path, *args: Any) -> str:
        if next(calls) == 1:
            raise OSError(5, f"Input/output error near {path.read_text()[-40:]!r}", "Quokka")
        return real(path, *args)

    patch.setattr(module, "fingerprint", failing)


def after_counting(patch: pytest.MonkeyPatch) -> None:
    real = dpdesk.data.counting.tabulation.tabulate

    def failing(*args: Any) -> Any:
        made = real(*args)
        raise ArithmeticError(f"{made[0].counts.tolist()}")

    patch.setattr(dpdesk.data.counting.tabulation, "tabulate", failing)


def by_the_engine(fault: Fault) -> Fault:
    """The same where the engine counts, as it does long files."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(base, "WORTH_AN_ENGINE", 0)
        fault(patch)

    return plant


STAGES: dict[str, Fault] = {
    "opening the file": fails(dpdesk.data.engines.open, "open_source", UnicodeError, lambda args: args[0].read_text()),
    "reserving": fails(Ledger, "reserve", RuntimeError, lambda args: args[1]),
    "in the engine": by_the_engine(
        fails(dpdesk.data.engines.local, "learn", duckdb.ConversionException, lambda args: args[1])
    ),
    "in a library": by_the_engine(fails(Expression, "of_joined", SystemError, lambda args: args[1].fetchall())),
    "after counting": after_counting,
    "comparing": second_fingerprint,
    "marking": fails(Reservation, "mark_draw", TimeoutError, lambda args: args[0].release_id),
    "drawing": fails(ChosenGroup, "measure", ValueError, lambda args: args[1].tolist()),
    "sealing": fails(dpdesk.release.run, "pack", OverflowError, lambda args: {k: list(v) for k, v in args[0].items()}),
    "adding up": fails(dpdesk.release.run, "finish", ZeroDivisionError, lambda args: args[1]),
    "entering": fails(Reservation, "commit", OSError, lambda args: args[0].release_id),
    "writing": fails(dpdesk.publish.write, "write_release", OSError, lambda args: args[1]),
}
BASE = list(town.people(60))


@pytest.fixture(scope="module")
def forecaster() -> Forecaster:
    return Forecaster()


@pytest.fixture
def place(tmp_path: Path, forecaster: Forecaster, monkeypatch: pytest.MonkeyPatch) -> Iterator[town.Town]:
    """A town whose plan is chosen once for all releases: that has nothing to do with records."""
    monkeypatch.setattr(dpdesk.release.run, "Forecaster", lambda *known: forecaster)
    made = town.Town(tmp_path / "town", rows=1)
    one = town.table("t", stub=[town.block("region"), town.block("age")], group="g")
    made.plan("plan", one, groups=[{"name": "g", "part": "1", "mechanism": "laplace"}])
    yield made


def outcome(
    place: town.Town, people: list[dict[str, str]], fault: Fault, capsys: pytest.CaptureFixture[str]
) -> tuple[Any, ...]:
    """What a release of these people comes to when something fails: all that anybody can see of it."""
    out, ledger = place.folder / "out", place.folder / "l.sqlite"
    town.write_people(place.data, people)
    with pytest.MonkeyPatch.context() as patch:
        fault(patch)
        words = ["--data", place.data, "--out", out, "--ledger", ledger]
        status = run(["release", str(place.folder / "plan.plan.json"), *map(str, words)])
    said = capsys.readouterr()
    kinds = []
    if ledger.exists():
        with Ledger.open(ledger) as opened:
            kinds = [one.kind for one in opened.entries()]
            assert not any("Quokka" in str(one.body) or "row 17" in str(one.body) for one in opened.entries())
        ledger.unlink()
    left = sorted(path.name for path in out.rglob("*")) if out.exists() else []
    for path in sorted(out.rglob("*"), reverse=True) if out.exists() else ():
        path.rmdir() if path.is_dir() else path.unlink()
    return status, said.out, re.sub(r"[0-9a-f]{32}", "", said.err), kinds, left


@pytest.mark.parametrize("stage", STAGES)
def test_a_fault_says_the_same_of_neighbours(stage: str, place: town.Town, capsys: pytest.CaptureFixture[str]) -> None:
    """Each stage with its own persons, so that all thirty pairs are tried."""
    own = PERSONS[list(STAGES).index(stage) :: len(STAGES)]
    assert len(own) >= 2
    found = [outcome(place, people, STAGES[stage], capsys) for people in (BASE, *([*BASE, one] for one in own))]
    assert [one for one in found if one != found[0]] == [], found[0]
    only, (status, out, err, kinds, _) = str(found[0]), found[0]
    assert status in (1, 2) and out == "" and err.count("\n") == 1, err
    for quoted in ("row 17", "Quokka", "7919", "array", "town.csv'"):
        assert quoted not in only
    assert ("draw marked" in kinds) == (stage in ("drawing", "sealing", "adding up", "entering", "writing")), kinds


def test_a_fault_of_counting_without_the_engine_says_the_same_of_neighbours(
    place: town.Town, capsys: pytest.CaptureFixture[str]
) -> None:
    fault = fails(streaming, "texts_of", SystemError, lambda args: args[1])
    found = [outcome(place, people, fault, capsys) for people in (BASE, *([*BASE, one] for one in PERSONS[::5]))]
    assert [one for one in found if one != found[0]] == [], found[0]
    status, _, err, kinds, _ = found[0]
    assert status == 1 and "Quokka" not in err and "row 17" not in err and "draw marked" not in kinds


def test_a_message_that_quotes_is_seen(
    place: town.Town, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The positive control: an error for users that names how many rows there are."""
    from dpdesk.errors import BadInput
    from dpdesk.problems.problem import problem

    def quoting(text: str) -> BadInput:
        return BadInput(problem("data.empty", file=text))

    fault = fails(dpdesk.release.run, "finish", quoting, lambda args: args[1])
    assert outcome(place, BASE, fault, capsys) != outcome(place, [*BASE, WOMAN], fault, capsys)
