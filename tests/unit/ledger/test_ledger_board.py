"""Four eyes in the ledger: who may approve what, how long it holds, and what replay refuses as impossible."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import ledger_world as world
import pytest

from dpdesk.errors import BadInput, DpdeskError, LedgerDamaged, Refused
from dpdesk.ledger import board, events
from dpdesk.ledger.anchor import MemoryAnchor
from dpdesk.ledger.chain import FIRST_HEAD, canonical, make_entry
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import Reservation, StoredRelease
from dpdesk.ledger.terms import SessionRequest
from dpdesk.privacy.accounting import Cap
from dpdesk.privacy.loss import PureDP

MEANING, EDITED = "a" * 64, "b" * 64
ANALYST = {"office": "Census Office", "role": "Analyst"}
CHAIR = {"office": "Disclosure Board", "role": "Chair"}
TODAY = "2026-03-01"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Sets the clock's day; it begins at TODAY."""

    def is_now(day: str) -> None:
        monkeypatch.setattr(board, "clock", lambda: day)

    is_now(TODAY)
    return is_now


@pytest.fixture
def ledger(tmp_path: Path, clock: Callable[[str], None]) -> Any:
    with world.office(tmp_path) as opened:
        yield opened


def submit(ledger: Ledger, meaning: str = MEANING, **who: str) -> None:
    ledger.submit(world.DATASET, meaning, b'{"plan":1}', b'{"dictionary":1}', **(who or ANALYST))


def approve(
    ledger: Ledger, meaning: str = MEANING, number: str = "2026/1", until: str = "2026-03-31", **who: str
) -> None:
    ledger.approve(world.DATASET, meaning, number=number, expires=date.fromisoformat(until), **(who or CHAIR))


def release(ledger: Ledger, meaning: str = MEANING, **more: Any) -> StoredRelease:
    held = ledger.reserve(world.request(meaning, **more))
    return world.finish(held) if isinstance(held, Reservation) else held


def state(ledger: Ledger, meaning: str = MEANING) -> str:
    return ledger.standing(world.DATASET, meaning).state


def spent(ledger: Ledger) -> Fraction:
    return ledger.spent(world.DATASET)["epsilon"]


def cause(ledger: Ledger, meaning: str = MEANING, **more: Any) -> str:
    """Why a release is refused; it is logged and nothing is spent."""
    before, count = spent(ledger), len(ledger.entries())
    with pytest.raises(Refused) as caught:
        ledger.reserve(world.request(meaning, **more))
    assert spent(ledger) == before
    assert [entry.kind for entry in ledger.entries()[count:]] == [events.REFUSED]
    assert ledger.entries()[-1].text("cause") == caught.value.cause
    return caught.value.cause


def test_from_draft_to_released(ledger: Ledger) -> None:
    assert state(ledger) == "draft"
    ledger.demand_approval(world.DATASET, "office rule")
    assert cause(ledger) == "approval"
    submit(ledger)
    assert state(ledger) == "submitted" and cause(ledger) == "approval"
    approve(ledger)
    assert state(ledger) == "approved"
    assert state(ledger, EDITED) == "draft" and cause(ledger, EDITED) == "approval"
    done = release(ledger)
    assert done.approval == "2026/1" and state(ledger) == "released"
    assert ledger.entries()[-4].text("approval") == "2026/1"
    ledger.verify()


def test_the_same_office_and_role_cannot_approve(ledger: Ledger) -> None:
    with pytest.raises(BadInput, match="not submitted"):
        approve(ledger)
    submit(ledger)
    for office, role in (
        ("Census Office", "Analyst"),
        ("  census  office ", "ANALYST"),
        ("CENSUS OFFICE", "analyst\u00a0"),
    ):
        with pytest.raises(Refused, match="cannot approve"):
            approve(ledger, office=office, role=role)
    assert state(ledger) == "submitted"
    approve(ledger, office="Census Office", role="Deputy")  # another role of the same office
    with pytest.raises(BadInput, match="of that number already"):
        approve(ledger)


@pytest.mark.parametrize(
    "who",
    [
        {"office": "", "role": "Chair"},
        {"office": "Board", "role": "  "},
        {"office": "Board\nof all", "role": "Chair"},
        {"office": "B" * 201, "role": "Chair"},
        {"office": "Board\u202e", "role": "Chair"},
    ],
)
def test_who_acts_is_named_on_one_line(ledger: Ledger, who: dict[str, str]) -> None:
    submit(ledger)
    count = len(ledger.entries())
    with pytest.raises(BadInput, match="one printable line"):
        approve(ledger, **who)
    with pytest.raises(BadInput, match="one printable line"):
        submit(ledger, **who)
    assert len(ledger.entries()) == count


def test_who_releases_is_named_on_one_line_too(ledger: Ledger) -> None:
    count = len(ledger.entries())
    for who in ({"office": "B" * 201}, {"role": "Head\x1b[2J"}):
        with pytest.raises(BadInput, match="one printable line"):
            ledger.reserve(replace(world.request(MEANING), **who))
    with pytest.raises(BadInput, match="printable"):
        ledger.raise_cap(world.DATASET, Cap.from_json({"epsilon": "2"}), "more\x1b[2J")
    assert len(ledger.entries()) == count and spent(ledger) == 0


def test_an_approval_ends_with_its_last_day_and_no_clock_revives_it(
    ledger: Ledger, clock: Callable[[str], None]
) -> None:
    ledger.demand_approval(world.DATASET, "office rule")
    submit(ledger)
    with pytest.raises(BadInput, match="must not be past"):
        approve(ledger, until="2026-02-28")
    approve(ledger, until="2026-03-31")
    clock("2026-03-31")
    assert state(ledger) == "approved"
    clock("2026-04-01")
    assert state(ledger) == "expired" and cause(ledger) == "approval"
    clock(TODAY)  # put back: the ledger has seen the first of April
    assert state(ledger) == "expired" and cause(ledger) == "approval"
    with pytest.raises(BadInput, match="must not be past"):
        approve(ledger, number="2026/2", until="2026-03-31")
    submit(ledger)
    assert state(ledger) == "submitted"
    approve(ledger, number="2026/2", until="2026-04-30")
    assert release(ledger).approval == "2026/2"
    ledger.verify()


def test_a_withdrawn_approval_holds_no_longer_and_the_demand_can_be_given_up(ledger: Ledger) -> None:
    ledger.demand_approval(world.DATASET, "office rule")
    with pytest.raises(BadInput, match="already"):
        ledger.demand_approval(world.DATASET, "again")
    submit(ledger)
    approve(ledger)
    with pytest.raises(BadInput, match="no approval of that number"):
        ledger.withdraw_approval(world.DATASET, MEANING, "2026/9", "mistake", **CHAIR)
    ledger.withdraw_approval(world.DATASET, MEANING, "2026/1", "mistake", **CHAIR)
    assert state(ledger) == "withdrawn" and cause(ledger) == "approval"
    with pytest.raises(BadInput, match="before"):
        ledger.withdraw_approval(world.DATASET, MEANING, "2026/1", "mistake", **CHAIR)
    with pytest.raises(BadInput, match="in writing"):
        ledger.waive_approval(world.DATASET, "  ")
    ledger.waive_approval(world.DATASET, "pilot")
    with pytest.raises(BadInput, match="demands no approval"):
        ledger.waive_approval(world.DATASET, "pilot")
    assert release(ledger).approval == ""


def test_what_was_released_is_given_again_without_an_approval(ledger: Ledger, clock: Callable[[str], None]) -> None:
    submit(ledger)
    approve(ledger)
    done = release(ledger)
    assert done.approval == "2026/1"  # noted although nobody demands it
    ledger.demand_approval(world.DATASET, "office rule")
    clock("2027-01-01")
    assert release(ledger) == done
    assert cause(ledger, fingerprint="e" * 64, accept_changed="corrected file") == "approval"


def test_a_session_needs_an_approval_too(ledger: Ledger) -> None:
    asked = SessionRequest(world.DATASET, MEANING, world.FINGERPRINT, PureDP("1/10"), b"{}", b"{}")
    ledger.demand_approval(world.DATASET, "office rule")
    for step in (ledger.check_session, ledger.open_session):
        with pytest.raises(Refused) as caught:
            step(asked)
        assert caught.value.cause == "approval" and spent(ledger) == 0
    submit(ledger)
    approve(ledger)
    with ledger.open_session(asked):
        assert ledger.entries()[-1].text("approval") == "2026/1"
    assert ledger.sessions()[0].approval == "2026/1"


def test_midnight_between_judging_and_charging_changes_nothing(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    submit(ledger)
    approve(ledger, until=TODAY)
    days = iter([TODAY])
    monkeypatch.setattr(board, "clock", lambda: next(days, "2026-03-02"))
    done = ledger.reserve(world.request(MEANING))
    assert isinstance(done, Reservation)
    done.close()
    ledger.verify()


def test_a_release_is_withdrawn_once_and_keeps_its_numbers(ledger: Ledger) -> None:
    done = release(ledger)
    for call in (
        lambda: ledger.withdraw("nothing", "reason"),
        lambda: ledger.embargo("nothing", date(2026, 4, 1)),
        lambda: ledger.lift_embargo(done.release_id, "reason"),
        lambda: ledger.embargo(done.release_id, date(2026, 2, 28)),
        lambda: ledger.withdraw(done.release_id, "\x07"),
        lambda: ledger.withdraw(done.release_id, "x" * 2001),
    ):
        with pytest.raises(BadInput):
            call()
    under = ledger.embargo(done.release_id, date(2026, 4, 1), reason="press")
    assert under.embargo == "2026-04-01" and ledger.release(done.release_id).embargo == "2026-04-01"
    assert ledger.embargo(done.release_id, date(2026, 5, 1)).embargo == "2026-05-01"
    assert ledger.lift_embargo(done.release_id, "agreed").embargo is None
    gone = ledger.withdraw(done.release_id, "wrong reference date", office="Census Office", role="Head")
    assert gone.withdrawn is not None
    assert (gone.withdrawn.reason, gone.withdrawn.office) == ("wrong reference date", "Census Office")
    assert gone.withdrawn.entry == len(ledger.entries())
    assert (gone.sealed, gone.result_hash, gone.head) == (done.sealed, done.result_hash, done.head)
    for again in (lambda: ledger.withdraw(done.release_id, "again"), lambda: ledger.embargo(done.release_id, date.max)):
        with pytest.raises(BadInput, match="withdrawn"):
            again()
    assert spent(ledger) == Fraction(1, 10) and release(ledger).withdrawn == gone.withdrawn
    ledger.verify()


def test_signing_keys_are_named(ledger: Ledger) -> None:
    with pytest.raises(BadInput, match="32 bytes"):
        ledger.name_key(b"short")
    ledger.name_key(bytes(range(32)), reason="first key")
    assert [entry.text("public") for entry in ledger.signing_keys()] == [bytes(range(32)).hex()]


def test_what_is_submitted_is_kept(ledger: Ledger, tmp_path: Path) -> None:
    submit(ledger)
    entry = ledger.entries()[-1]
    ledger.verify()
    with sqlite3.connect(tmp_path / "ledger.sqlite") as connection:
        connection.execute("DROP TRIGGER payloads_delete")
        connection.execute("DELETE FROM payloads WHERE hash = ?", (entry.text("plan"),))
        trigger = "BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END"
        connection.execute(f"CREATE TRIGGER payloads_delete BEFORE DELETE ON payloads {trigger}")
    connection.close()
    with pytest.raises(LedgerDamaged):
        ledger.verify()


# Replay -----------------------------------------------------------------------------------------------------------


def _chained(bodies: Sequence[dict[str, Any]]) -> None:
    entries, head = [], FIRST_HEAD
    for number, one in enumerate(bodies, start=1):
        entries.append(make_entry(number, one, head))
        head = entries[-1].head
    world.replay(entries)


def _body(kind: str, day: str = TODAY, **fields: Any) -> dict[str, Any]:
    return {"kind": kind, "date": day, "salt": "0" * 32, "dataset": world.DATASET, **fields}


SUBMITTED = _body(events.SUBMITTED, meaning=MEANING, plan="c" * 64, dictionary="d" * 64, **ANALYST)
APPROVED = _body(events.APPROVED, meaning=MEANING, number="1", expires="2026-03-31", **CHAIR)
ENDED = _body(events.APPROVAL_WITHDRAWN, meaning=MEANING, number="1", reason="r", **CHAIR)
DEMANDED = _body(events.APPROVAL_DEMANDED, reason="r")


def _reserved(
    approval: str | None, meaning: str = MEANING, day: str = TODAY, kind: str = events.RESERVED
) -> dict[str, Any]:
    named = {} if approval is None else {"approval": approval}
    own = {"release": "r1"} if kind == events.RESERVED else {"session": "s1", "terms": "e" * 64}
    return _body(
        kind, day, lock="l", meaning=meaning, fingerprint="f" * 64, loss={"epsilon": "1/10"},
        charge={"epsilon": "1/10"}, plan="c" * 64, dictionary="d" * 64, **named, **own,
    )  # fmt: skip


def _finished(ledger: Ledger) -> list[dict[str, Any]]:
    return [dict(entry.body) for entry in ledger.entries()]


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The entries of a new ledger with one account, on a day that is not after TODAY."""
    with world.office(tmp_path_factory.mktemp("begun")) as ledger:
        return [body | {"date": "2026-01-01"} for body in _finished(ledger)]


IMPOSSIBLE: dict[str, list[dict[str, Any]]] = {
    "approved without a submission": [APPROVED],
    "approved by who submitted": [SUBMITTED, {**APPROVED, **ANALYST}],
    "approved by who submitted, spelt otherwise": [
        SUBMITTED,
        {**APPROVED, "office": " CENSUS office", "role": "analyst "},
    ],
    "approved in another meaning": [SUBMITTED, {**APPROVED, "meaning": EDITED}],
    "approved before it was submitted": [APPROVED, SUBMITTED],
    "approved twice under one number": [SUBMITTED, APPROVED, APPROVED],
    "approved until no day": [SUBMITTED, {**APPROVED, "expires": "2026-02-30"}],
    "approved until a day written otherwise": [SUBMITTED, {**APPROVED, "expires": "20260331"}],
    "approved by nobody": [SUBMITTED, {**APPROVED, "role": " "}],
    "approved without a number": [SUBMITTED, {**APPROVED, "number": ""}],
    "submitted by nobody": [{**SUBMITTED, "office": ""}],
    "submitted without a hash": [{**SUBMITTED, "meaning": "plan"}],
    "withdrawn without an approval": [SUBMITTED, ENDED],
    "withdrawn twice": [SUBMITTED, APPROVED, ENDED, ENDED],
    "released without the demanded approval": [DEMANDED, _reserved(None)],
    "released in another meaning": [DEMANDED, SUBMITTED, APPROVED, _reserved("1", EDITED)],
    "released under a number never given": [SUBMITTED, APPROVED, _reserved("2")],
    "released under a withdrawn approval": [SUBMITTED, APPROVED, ENDED, _reserved("1")],
    "released under an expired approval": [SUBMITTED, APPROVED, _reserved("1", day="2026-04-01")],
    "released on an earlier day than the ledger has seen": [
        SUBMITTED, APPROVED, _body(events.CHECK_LOOKED, "2026-04-01"), _reserved("1"),
    ],
    "asked without the demanded approval": [DEMANDED, _reserved(None, kind=events.SESSION_OPENED)],
    "no longer demanded, though it never was": [_body(events.APPROVAL_WAIVED, reason="r")],
    "of no account": [{**SUBMITTED, "dataset": "elsewhere"}],
    "a release withdrawn before it was finished": [
        _reserved(None), _body(events.RELEASE_WITHDRAWN, release="r1", reason="r"),
    ],
    "an embargo on nothing": [_body(events.EMBARGO_SET, release="r1", until="2026-04-01")],
    "a key that is none": [{"kind": events.KEY_NAMED, "date": TODAY, "salt": "0" * 32, "public": "00"}],
}  # fmt: skip


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_replay_refuses_what_cannot_have_happened(begun: list[dict[str, Any]], name: str) -> None:
    _chained([*begun, DEMANDED, SUBMITTED, APPROVED, _reserved("1")])  # what can
    with pytest.raises(LedgerDamaged, match="cannot have happened"):
        _chained([*begun, *IMPOSSIBLE[name]])


def test_replay_refuses_impossible_marks_of_a_release(ledger: Ledger) -> None:
    done = release(ledger)
    begun = _finished(ledger)
    gone = _body(events.RELEASE_WITHDRAWN, release=done.release_id, reason="r")
    under = _body(events.EMBARGO_SET, release=done.release_id, until="2026-04-01")
    lifted = _body(events.EMBARGO_LIFTED, release=done.release_id, reason="r")
    _chained([*begun, under, under, lifted, gone])
    for tail in ([gone, gone], [lifted], [under, lifted, lifted], [{**under, "until": "soon"}]):
        with pytest.raises(LedgerDamaged, match="cannot have happened"):
            _chained([*begun, *tail])


def test_an_unknown_kind_of_entry_is_a_newer_dpdesks_and_no_damage(ledger: Ledger, tmp_path: Path) -> None:
    last = ledger.entries()[-1]
    newer = make_entry(last.number + 1, {"kind": "board dissolved", "date": TODAY, "salt": "0" * 32}, last.head)
    path = tmp_path / "ledger.sqlite"
    ledger.close()
    with sqlite3.connect(path) as connection:
        row = (newer.number, canonical(newer.body).decode(), newer.head)
        connection.execute("INSERT INTO events VALUES (?, ?, ?)", row)
    connection.close()
    with pytest.raises(DpdeskError, match="newer dpdesk") as caught:
        Ledger.open(path, anchor=MemoryAnchor())
    assert caught.value.exit_status == 2
