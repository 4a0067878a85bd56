"""What can fail fails before anything is reserved; from the draw mark to the seal nothing is left to luck."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from small import block, plan, table

from dpdesk.errors import BadInput
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import Reservation
from dpdesk.planning.choosing.choose import ChosenPlan, choose
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.release import run
from dpdesk.release.drawing import measured_at_most
from dpdesk.release.run import ReleaseRequest, release
from dpdesk.release.sealed import opened
from dpdesk.release.undisturbed import undisturbed


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "data.csv"
    path.write_text("sex,colour\n" + "f,red\nm,blue\n" * 20)
    return path


def simple() -> Plan:
    return plan(table("t", stub=[block("sex", "colour")]))


def kinds(ledger: Ledger) -> list[str]:
    return [entry.kind for entry in ledger.entries()]


def test_a_dictionary_that_would_not_be_read_back_is_refused(
    ledger: Ledger, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three code lists of 90,000 codes from files, say: each is taken, and together they are more than one file may be.

    A release of it was committed, and could not be printed, then or ever.
    """
    asked = simple()
    monkeypatch.setattr("dpdesk.schema.file.canonical.MOST_OBJECTS", 20)
    with pytest.raises(BadInput, match="too long to be kept with a release"):
        release(ReleaseRequest(asked, data), ledger)
    assert kinds(ledger) == ["ledger created"]
    monkeypatch.undo()
    assert not release(ReleaseRequest(asked, data), ledger).again


def test_more_integers_than_can_be_sealed_are_refused(
    ledger: Ledger, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = simple()
    sealed = opened(ledger.release(release(ReleaseRequest(asked, data), ledger).release.release_id).sealed)[0]
    integers = sum(values.size for group in sealed.values() for values in group.values())
    assert measured_at_most(choose(asked)) == integers
    other = plan(table("u", stub=[block("sex", "colour")]))
    monkeypatch.setattr("dpdesk.release.sealed.LARGEST_SEAL", 8 * integers - 1)
    before = kinds(ledger)
    with pytest.raises(BadInput, match="more than one release can seal"):
        release(ReleaseRequest(other, data), ledger)
    assert kinds(ledger) == before
    monkeypatch.setattr("dpdesk.release.sealed.LARGEST_SEAL", 8 * integers)
    release(ReleaseRequest(other, data), ledger)


def test_a_forecast_that_cannot_be_kept_costs_nothing(
    ledger: Ledger, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Forecaster, "forecast", lambda self, plan: {"a set": {1}})
    with pytest.raises(TypeError):
        release(ReleaseRequest(simple(), data), ledger)
    assert kinds(ledger) == ["ledger created"]


def test_nothing_that_the_plan_decides_is_worked_out_after_the_draw_mark(
    ledger: Ledger, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*_: Any) -> NoReturn:
        raise AssertionError("this is worked out after the draw mark")

    mark = Reservation.mark_draw

    def marked(self: Reservation, strategy: bytes = b"") -> None:
        mark(self, strategy)
        for name in ("decoders", "actual_loss"):
            monkeypatch.setattr(ChosenPlan, name, property(late))
        for name in ("forecast_bytes", "strategy_bytes", "prepare"):
            monkeypatch.setattr(run, name, late)

    monkeypatch.setattr(Reservation, "mark_draw", marked)
    done = release(ReleaseRequest(simple(), data), ledger)
    assert not done.again
    assert kinds(ledger)[-1] == "committed"


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Python's own handler: a shell that starts the tests in the background has interrupts ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_waits_for_the_seal(ledger: Ledger, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = run.draw

    def interrupted(*words: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        return draw(*words)

    with monkeypatch.context() as patch:
        patch.setattr(run, "draw", interrupted)
        with pytest.raises(KeyboardInterrupt):
            release(ReleaseRequest(simple(), data), ledger)
    assert kinds(ledger)[-2:] == ["draw marked", "sealed"]
    spent = ledger.spent("small")
    assert release(ReleaseRequest(simple(), data), ledger).notice is None
    assert ledger.spent("small") == spent
    assert kinds(ledger).count("draw marked") == 1


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_is_only_held_back() -> None:
    """Before and after it arrives at once, and an error within stays what it is."""
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), undisturbed():
        signal.raise_signal(signal.SIGINT)
    with pytest.raises(ValueError), undisturbed():
        raise ValueError
    assert signal.getsignal(signal.SIGINT) is before
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
