"""Sessions in the ledger: charged whole and for good, answers in order and durable, closed once by whoever may."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import ledger_world as world
import pytest

from dpdesk.errors import BadInput, DpdeskError, LedgerDamaged, Refused
from dpdesk.ledger import events
from dpdesk.ledger.anchor import MemoryAnchor
from dpdesk.ledger.chain import canonical, make_entry
from dpdesk.ledger.export import verify_export
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import Reservation
from dpdesk.ledger.sessions import ENDED, PROGRAM_ENDED, SessionRecord
from dpdesk.ledger.store import Store
from dpdesk.ledger.terms import SessionRequest
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP
from dpdesk.problems.problem import problem
from dpdesk.problems.render import render

QUESTION, ANSWER = {"area": ["01"]}, {"answer": "above"}


def asking(loss: Loss | None = None, **more: Any) -> SessionRequest:
    fields: dict[str, Any] = {
        "dataset_id": world.DATASET, "meaning": "session", "fingerprint": world.FINGERPRINT,
        "loss": loss or PureDP("1/10"), "plan_json": b'{"title":{"de":"Frage","en":"Asked"}}',
        "dictionary_json": b"{}", "title": "Asked", "terms_json": b'{"guarantee":"none"}',
    }  # fmt: skip
    return SessionRequest(**(fields | more))


def told(record: SessionRecord, *answers: str) -> None:
    for number, answer in enumerate(answers, start=1):
        record.answered({"area": [f"{number:02d}"]}, {"answer": answer}, number)


def spent(ledger: Ledger) -> Fraction:
    return ledger.spent(world.DATASET)["epsilon"]


def test_a_session_is_kept_from_opening_to_closing(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        record = ledger.open_session(asking(office="Statistics", role="custodian"))
        assert spent(ledger) == Fraction(1, 10)
        told(record, "below", "above")
        assert [one.state for one in ledger.sessions()] == ["open"]
        assert [render(one) for one in ledger.unfinished()] == [f"Session {record.id} (entry 3, answers: 2) is open."]
        record.close("seen enough")
        record.close("again")  # nothing happens
        (kept,) = ledger.sessions(world.DATASET)
        assert (kept.state, kept.reason, kept.entry) == ("closed", "seen enough", 3)
        assert kept.title.get("de") == "Frage"
        assert (kept.loss, kept.charge) == (PureDP("1/10"), {"epsilon": Fraction(1, 10)})
        assert (kept.office, kept.role) == ("Statistics", "custodian")
        assert [(one.number, one.question, one.answer, one.entry) for one in kept.transcript] == [
            (1, {"area": ["01"]}, {"answer": "below"}, 4), (2, {"area": ["02"]}, {"answer": "above"}, 5),
        ]  # fmt: skip
        assert json.loads(kept.terms_json) == {"guarantee": "none"}
        assert ledger.session(record.id) == kept
        assert ledger.sessions("another") == []
        assert ledger.entries()[-1].text("transcript") == kept.transcript_hash
        assert spent(ledger) == Fraction(1, 10)
        assert ledger.unfinished() == ()
        ledger.verify()
        assert list(tmp_path.glob("*.lock")) == []


def test_nothing_is_answered_after_the_closing(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        record = ledger.open_session(asking())
        record.close("done")
        with pytest.raises(DpdeskError, match="is closed"):
            record.answered(QUESTION, ANSWER, 1)
        assert ledger.sessions()[0].transcript == ()


def test_every_opening_is_charged_and_the_eleventh_refused(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        for _ in range(10):
            with ledger.open_session(asking()):
                pass
        for refuse in (ledger.check_session, ledger.open_session):
            with pytest.raises(Refused, match="does not suffice") as caught:
                refuse(asking())
            assert caught.value.cause == "budget"
            assert ledger.entries()[-1].kind == events.REFUSED
        assert spent(ledger) == 1
        assert len({one.id for one in ledger.sessions()}) == 10
        ledger.verify()


def test_a_check_beforehand_charges_and_accepts_nothing(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        ledger.check_session(asking())
        world.release(ledger, world.request())
        entries = len(ledger.entries())
        ledger.check_session(asking(fingerprint="e" * 64, accept_changed="corrected file"))
        assert len(ledger.entries()) == entries
        with ledger.open_session(asking(fingerprint="e" * 64, accept_changed="corrected file")):
            pass
        assert [entry.kind for entry in ledger.entries()[entries:]] == [
            events.DATA_ACCEPTED, events.SESSION_OPENED, events.SESSION_CLOSED,
        ]  # fmt: skip


def test_changed_and_known_data_are_refused_as_for_a_release(tmp_path: Path) -> None:
    with world.office(tmp_path, world.terms(), world.terms(dataset_id="other")) as ledger:
        ledger.open_session(asking()).close("done")
        for refuse in (ledger.check_session, ledger.open_session):
            with pytest.raises(Refused) as changed:
                refuse(asking(fingerprint="e" * 64))
            with pytest.raises(Refused) as known:
                refuse(asking(dataset_id="other"))
            assert (changed.value.cause, known.value.cause) == ("changed data", "known fingerprint")
        assert len(ledger.sessions()) == 1
        with pytest.raises(Refused):  # what a session recorded binds a release too
            ledger.reserve(world.request(dataset_id="other"))


def test_a_release_given_back_does_not_forget_a_session_on_the_same_file(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        ledger.open_session(asking()).close("done")
        held = ledger.reserve(world.request())
        assert isinstance(held, Reservation)
        held.abort("another day")
        with pytest.raises(Refused, match="not the one"):
            ledger.check_session(asking(fingerprint="e" * 64))


@pytest.mark.parametrize(
    ("cap", "loss", "price"),
    [
        ({"rho": "1"}, PureDP("1/2"), {"rho": Fraction(1, 8)}),
        ({"epsilon": "1", "delta": "1e-6", "rule": "sum"}, PureDP("1/2"), {"epsilon": Fraction(1, 2), "delta": 0}),
        (
            {"epsilon": "1", "delta": "1e-6", "rule": "sum"}, ApproxDP("1/2", "1e-7"),
            {"epsilon": Fraction(1, 2), "delta": Fraction(1, 10**7)},
        ),
    ],
)  # fmt: skip
def test_a_session_is_charged_by_the_rule_of_its_account(
    tmp_path: Path, cap: dict[str, str], loss: Loss, price: dict[str, Fraction]
) -> None:
    with world.office(tmp_path, world.terms(cap)) as ledger:
        with ledger.open_session(asking(loss)) as record:
            assert record.charge == price
        assert ledger.spent(world.DATASET) == price
        ledger.verify()


@pytest.mark.parametrize("loss", [ZCDP("1/10"), ApproxDP("1/2", "1e-7")])
def test_a_loss_the_account_cannot_take_is_refused(tmp_path: Path, loss: Loss) -> None:
    with world.office(tmp_path) as ledger:
        with pytest.raises(Refused) as caught:
            ledger.open_session(asking(loss))
        assert caught.value.cause == "kind of loss"
        with pytest.raises(BadInput, match="no account"):
            ledger.open_session(asking(dataset_id="unknown"))
        assert list(tmp_path.glob("*.lock")) == []


def test_a_session_whose_program_ended_is_closed_by_the_next(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        gone, living = ledger.open_session(asking()), ledger.open_session(asking())
        told(gone, "below")
        gone.abandon()
        assert "was open when its program ended" in render(ledger.unfinished()[0])
        assert "was open when its program ended" in " ".join(map(render, ledger.verify().sentences))
        with Ledger.open(ledger.path) as other:
            states = {one.id: (one.state, one.reason, len(one.transcript)) for one in other.sessions()}
        assert states == {gone.id: (ENDED, PROGRAM_ENDED, 1), living.id: ("open", "", 0)}
        with pytest.raises(DpdeskError, match="is closed"):
            gone.answered(QUESTION, ANSWER, 2)
        told(living, "above")
        assert spent(ledger) == Fraction(1, 5)
        living.abandon()
        ledger.open_session(asking()).close("done")  # an opening closes what ended, too
        assert [one.state for one in ledger.sessions()] == [ENDED, ENDED, "closed"]


def test_a_session_closed_by_another_program_answers_no_more(tmp_path: Path) -> None:
    """Somebody removes the file of the lock of a living owner: its next answer is not stored, so not shown."""
    with world.office(tmp_path) as ledger:
        record = ledger.open_session(asking())
        told(record, "below")
        next(tmp_path.glob("*.lock")).unlink()
        with Ledger.open(ledger.path) as other:
            assert other.sessions()[0].state == ENDED
        with pytest.raises(DpdeskError, match="is closed"):
            record.answered(QUESTION, ANSWER, 2)
        assert not record.is_open
        record.close("late")
        ledger.verify()


def test_a_copy_that_cannot_be_written_can_still_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with world.office(tmp_path) as ledger:
        record = ledger.open_session(asking())
        record.abandon()

        def read_only(_: object) -> bool:
            raise DpdeskError(problem("ledger.lock_folder", folder="here"))

        monkeypatch.setattr("dpdesk.ledger.locks.OwnerLock.try_acquire", read_only)
        assert [one.state for one in ledger.sessions()] == [ENDED]
        assert ledger.entries()[-1].kind == events.SESSION_OPENED


def test_an_answer_is_stored_once_however_often_it_is_brought(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger, ledger.open_session(asking()) as record:
        pairs = [({"area": [str(n)]}, {"answer": "above"}) for n in range(3)]
        record.answered_all(pairs[:2], 1)
        record.answered_all(pairs, 1)  # after an interruption, when it is not known how far it came
        assert [one.question for one in ledger.sessions()[0].transcript] == [{"area": [str(n)]} for n in range(3)]
        with pytest.raises(DpdeskError, match="missing"):
            record.answered_all(pairs, 7)


def test_an_answer_that_cannot_be_stored_leaves_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with world.office(tmp_path) as ledger, ledger.open_session(asking()) as record:
        real = Store.append

        def failing(self: Store, history: Any, kind: str, **fields: Any) -> Any:
            if kind == events.SESSION_ANSWERED and fields["number"] == 2:
                raise DpdeskError(problem("ledger.in_use", path="l.sqlite"))
            return real(self, history, kind, **fields)

        monkeypatch.setattr(Store, "append", failing)
        with pytest.raises(DpdeskError, match="in use"):
            record.answered_all([(QUESTION, ANSWER)] * 2, 1)
        assert ledger.sessions()[0].transcript == ()
        monkeypatch.undo()
        record.answered_all([(QUESTION, ANSWER)] * 2, 1)
        ledger.verify()


def test_an_answer_cannot_be_confirmed_by_guessing_it(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger, ledger.open_session(asking()) as record:
        told(record, "above")
        record.answered({"area": ["01"]}, {"answer": "above"}, 2)
        hashes = [entry.text("exchange") for entry in ledger.entries() if entry.kind == events.SESSION_ANSWERED]
        assert len(set(hashes)) == 2  # the same question and answer twice


def test_the_audit_log_of_one_session(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        world.release(ledger, world.request("before"))
        with ledger.open_session(asking()) as record:
            told(record, "below", "above")
        world.release(ledger, world.request("after"))
        full = verify_export(("\n".join(ledger.export_lines()) + "\n").encode())
        assert full.complete
        assert full.spent == {world.DATASET: {"epsilon": "3/10"}}
        lines = ledger.session_lines(record.id)
        part = verify_export(("\n".join(lines) + "\n").encode())
        assert [entry.kind for entry in part.shown] == [
            "ledger created", "account opened", "session opened", "session answered", "session answered",
            "session closed",
        ]  # fmt: skip
        assert "above" not in "".join(lines)
        broken = "\n".join(line.replace('"answers":2', '"answers":1') for line in lines) + "\n"
        assert broken.encode() != ("\n".join(lines) + "\n").encode()
        with pytest.raises(LedgerDamaged):
            verify_export(broken.encode())
        with pytest.raises(BadInput, match="no session"):
            ledger.session_lines("unknown")


@pytest.mark.parametrize(
    "field",
    ["exchange", "plan", "dictionary", "terms"],
)
def test_a_changed_part_of_a_session_is_found(tmp_path: Path, field: str) -> None:
    with world.office(tmp_path) as ledger:
        with ledger.open_session(asking(dictionary_json=b'{"d":1}')) as record:
            told(record, "below")
        name = next(entry.text(field) for entry in ledger.entries() if field in entry.body)
        ledger._store._connection.execute("DROP TRIGGER payloads_update")
        ledger._store._connection.execute("UPDATE payloads SET data = ? WHERE hash = ?", (b'{"x":1}', name))
        with pytest.raises(LedgerDamaged):
            ledger.verify()
        with pytest.raises(LedgerDamaged):
            ledger.sessions()


def impossible(ledger: Ledger, at: int, **changes: Any) -> None:
    """Replay the ledger up to an entry with that entry's body changed."""
    entries = ledger.entries()[: at - 1]
    world.replay([*entries, make_entry(at, {**ledger.entries()[at - 1].body, **changes}, entries[-1].head)])


@pytest.mark.parametrize(
    ("at", "changes"),
    [
        (3, {"charge": {"epsilon": "2"}}),
        (3, {"charge": {"rho": "1/10"}}),
        (3, {"loss": {"epsilon": "0"}}),
        (3, {"terms": 1}),
        (4, {"number": 2}),
        (4, {"number": 0}),
        (4, {"session": "unknown"}),
        (4, {"dataset": "unknown"}),
        (5, {"answers": 2}),
        (5, {"transcript": "0" * 64}),
        (6, {"session": "first"}),
        (6, {"kind": "session closed", "answers": 1, "transcript": "", "reason": "x"}),
    ],
)
def test_a_history_that_could_not_have_happened_is_refused(tmp_path: Path, at: int, changes: dict[str, Any]) -> None:
    with world.office(tmp_path) as ledger:
        with ledger.open_session(asking()) as record:
            told(record, "below")
        ledger.open_session(asking()).close("done")
        world.replay(ledger.entries())
        if changes.get("session") == "first":
            changes = {"session": record.id}
        with pytest.raises(LedgerDamaged):
            impossible(ledger, at, **changes)


def test_a_charge_that_its_loss_does_not_have_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong control: a program that charges sessions too little is found out by verifying."""
    from dpdesk.ledger import admission

    with world.office(tmp_path) as ledger:
        monkeypatch.setattr(admission, "price_of", lambda cap, loss: {"epsilon": Fraction(1, 100)})
        ledger.open_session(asking()).close("done")
        monkeypatch.undo()
        with pytest.raises(LedgerDamaged, match="charge of entry 3"):
            ledger.verify()


def test_an_older_copy_put_in_place_stops_the_session(tmp_path: Path) -> None:
    anchor = MemoryAnchor()
    world.office(tmp_path).close()
    path = tmp_path / "ledger.sqlite"
    with Ledger.open(path, anchor=anchor) as ledger:
        record = ledger.open_session(asking())
        copy = path.read_bytes()
        told(record, "below")
        path.write_bytes(copy)
        with pytest.raises(LedgerDamaged, match="older state"):
            record.answered(QUESTION, ANSWER, 2)
        record.abandon()
    with pytest.raises(LedgerDamaged, match="ROLLBACK"):  # answers are remembered outside as soon as they are stored
        Ledger.open(path, anchor=anchor)


def test_an_exchange_that_is_none_is_damage(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger, ledger.open_session(asking()) as record:
        with ledger._store.transaction() as history:
            name = ledger._store.put(canonical({"question": {}}))
            fields = {"dataset": world.DATASET, "session": record.id, "number": 1, "exchange": name}
            ledger._store.append(history, events.SESSION_ANSWERED, **fields)
        with pytest.raises(LedgerDamaged, match="not readable"):
            ledger.sessions()


def test_a_reason_is_needed_to_close(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        record = ledger.open_session(asking())
        with pytest.raises(BadInput):
            record.close(" ")
        assert ledger.sessions()[0].state == ENDED  # the lock was let go all the same
