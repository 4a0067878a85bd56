"""The life of a reservation: every step in its order, every way it can end."""

from __future__ import annotations

import threading
from fractions import Fraction
from pathlib import Path

import ledger_world as world
import pytest

from dpdesk.errors import Cancelled, DpdeskError, Refused
from dpdesk.ledger.anchor import FileAnchor, Places
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import Reservation, StoredRelease
from dpdesk.privacy.loss import PureDP

TENTH = {"epsilon": Fraction(1, 10)}
FIFTH = {"epsilon": Fraction(1, 5)}


def reserved(ledger: Ledger, plan: str = "plan 0") -> Reservation:
    got = ledger.reserve(world.request(plan))
    assert isinstance(got, Reservation)
    return got


def test_the_whole_way(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        with reserved(ledger) as held:
            assert held.sealed is None and held.notice is None and held.state == "reserved"
            assert ledger.spent(world.DATASET) == TENTH
            held.mark_draw()
            held.seal(b"integers")
            stored = held.commit("result", PureDP("0.1"), b"summary")
        kinds = [entry.kind for entry in ledger.entries()]
        assert kinds[2:] == ["reserved", "draw marked", "sealed", "committed"]
        last = ledger.entries()[-1]
        assert (stored.entry, stored.head, stored.previous_head) == (last.number, last.head, last.previous_head)
        assert (stored.sealed, stored.summary, stored.result_hash) == (b"integers", b"summary", "result")
        assert stored.plan_json == world.request().plan_json
        assert stored.reserved_entry == held.entry == 3
        assert stored.release_id == held.release_id


def test_the_same_plan_again_is_the_stored_release(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        first = world.release(ledger, world.request())
        count = len(ledger.entries())
        assert ledger.reserve(world.request()) == first
        with Ledger.open(ledger.path) as other:
            assert other.reserve(world.request()) == first
        assert len(ledger.entries()) == count
        assert ledger.spent(world.DATASET) == TENTH
        assert ledger.releases() == [first]


@pytest.mark.parametrize(
    "steps",
    [
        ("seal",),
        ("commit",),
        ("mark_draw", "mark_draw"),
        ("mark_draw", "commit"),
        ("mark_draw", "abort"),
        ("mark_draw", "seal", "seal"),
        ("mark_draw", "seal", "mark_draw"),
        ("mark_draw", "seal", "abort"),
        ("abort", "mark_draw"),
        ("abort", "seal"),
        ("abort", "abort"),
        ("abort", "commit"),
        ("mark_draw", "seal", "commit", "mark_draw"),
        ("mark_draw", "seal", "commit", "abort"),
    ],
)
def test_no_step_out_of_order(tmp_path: Path, steps: tuple[str, ...]) -> None:
    with world.office(tmp_path) as ledger:
        held = reserved(ledger)
        doing = {
            "mark_draw": held.mark_draw,
            "seal": lambda: held.seal(b"x"),
            "abort": lambda: held.abort("reason"),
            "commit": lambda: held.commit("h", PureDP("0.1")),
        }
        for step in steps[:-1]:
            doing[step]()
        before = len(ledger.entries())
        with pytest.raises(DpdeskError, match="release"):
            doing[steps[-1]]()
        assert len(ledger.entries()) == before
        held.close()
        ledger.verify()


def test_commit_again_with_the_same_result_is_the_same_release(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        held = reserved(ledger)
        stored = world.finish(held)
        assert held.commit(stored.result_hash, PureDP("0.1")) == stored
        with pytest.raises(DpdeskError, match="another result"):
            held.commit("other", PureDP("0.1"))


def test_an_error_before_the_draw_gives_the_charge_back(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        with pytest.raises(Cancelled), reserved(ledger):
            raise Cancelled
        assert ledger.spent(world.DATASET) == {"epsilon": 0}
        assert ledger.entries()[-1].kind == "aborted"
        assert list(tmp_path.glob("*.lock")) == []


def test_an_error_after_the_draw_keeps_the_charge(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        with pytest.raises(Cancelled), reserved(ledger) as held:
            held.mark_draw()
            raise Cancelled
        assert ledger.spent(world.DATASET) == TENTH
        again = reserved(ledger)
        assert again.release_id != held.release_id
        assert again.notice is not None and again.notice.code == "ledger.earlier_run"
        assert ledger.spent(world.DATASET) == FIFTH
        with again:
            stored = world.finish(again)
        # From now on there is a finished one.
        assert ledger.reserve(world.request()) == stored


def test_a_sealed_release_is_resumed_never_drawn_again(tmp_path: Path) -> None:
    ledger = world.office(tmp_path)
    held = reserved(ledger)
    held.mark_draw()
    held.seal(b"the integers")
    held.abandon()
    ledger.close()
    with Ledger.open(tmp_path / "ledger.sqlite") as later:
        changed_text = world.request()
        resumed = later.reserve(changed_text)
        assert isinstance(resumed, Reservation)
        with resumed:
            assert resumed.sealed == b"the integers"
            assert resumed.release_id == held.release_id
            assert resumed.plan_json == world.request().plan_json
            with pytest.raises(DpdeskError):
                resumed.mark_draw()
            with pytest.raises(DpdeskError):
                resumed.seal(b"others")
            stored = world.finish(resumed)
        assert stored.sealed == b"the integers"
        assert later.spent(world.DATASET) == TENTH


def test_an_orphan_before_the_draw_is_given_back_to_any_plan_of_the_account(tmp_path: Path) -> None:
    with world.office(tmp_path, world.terms({"epsilon": "1/10"})) as ledger:
        orphan = reserved(ledger)
        with Ledger.open(ledger.path) as other:
            with pytest.raises(Refused):
                other.reserve(world.request("other plan"))
            orphan.abandon()
            world.release(other, world.request("other plan"))
        # The owner, should it live after all (somebody deleted its lock file), cannot draw any more.
        with pytest.raises(DpdeskError):
            orphan.mark_draw()
        assert ledger.spent(world.DATASET) == TENTH


def test_an_owner_whose_lock_file_was_deleted_cannot_draw_after_it_was_given_back(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger, Ledger.open(tmp_path / "ledger.sqlite") as other:
        owner = reserved(ledger)
        next(tmp_path.glob("*.lock")).unlink()
        taken = reserved(other)
        assert taken.release_id != owner.release_id
        with pytest.raises(DpdeskError, match="stands at 'aborted'"):
            owner.mark_draw()
        with taken:
            world.finish(taken)
        assert ledger.spent(world.DATASET) == TENTH


def test_the_same_plan_under_way_is_waited_for(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger, Ledger.open(tmp_path / "ledger.sqlite") as second:
        held = reserved(ledger)
        waiting = threading.Event()
        answers: list[StoredRelease | Reservation] = []
        thread = threading.Thread(
            target=lambda: answers.append(second.reserve(world.request(), lambda stage, fraction=None: waiting.set()))
        )
        thread.start()
        assert waiting.wait(20)
        stored = world.finish(held)
        thread.join(20)
        assert answers == [stored]
        assert [entry.kind for entry in ledger.entries()].count("draw marked") == 1


def test_waiting_can_be_cancelled(tmp_path: Path) -> None:
    def cancel(stage: str, fraction: float | None = None) -> None:
        raise Cancelled

    with world.office(tmp_path) as ledger, Ledger.open(tmp_path / "ledger.sqlite") as second:
        with reserved(ledger) as held:
            with pytest.raises(Cancelled):
                second.reserve(world.request(), cancel)
            world.finish(held)


def test_threads_on_one_ledger_object(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        outcomes: list[str] = []

        def work(number: int) -> None:
            try:
                outcomes.append(world.release(ledger, world.request(f"plan {number}")).release_id)
            except Refused:
                outcomes.append("refused")

        threads = [threading.Thread(target=work, args=(number,)) for number in range(14)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert outcomes.count("refused") == 4
        assert len(set(outcomes)) == 11
        ledger.verify()


def test_a_double_click(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        answers: list[StoredRelease] = []
        click = lambda: answers.append(world.release(ledger, world.request()))  # noqa: E731 - two clicks, one action
        threads = [threading.Thread(target=click) for _ in "ab"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert answers[0] == answers[1]
        assert ledger.spent(world.DATASET) == TENTH


def test_an_entry_of_another_window_between_two_looks_is_no_older_copy(tmp_path: Path) -> None:
    """The ledger is read, another window enters something and the anchor remembers it, then the anchor is read."""

    class Slow(FileAnchor):
        other: Ledger | None = None

        def seen(self, ledger_id: str) -> Places:
            if self.other is not None:
                other, self.other = self.other, None
                other.log_check(world.DATASET)
            return super().seen(ledger_id)

    world.office(tmp_path).close()
    slow, place = Slow(tmp_path / "anchors"), tmp_path / "ledger.sqlite"
    with Ledger.open(place, anchor=slow) as ledger, Ledger.open(place, anchor=FileAnchor(slow.folder)) as other:
        count = len(ledger.entries())
        slow.other = other
        assert len(ledger.entries()) == count + 1
