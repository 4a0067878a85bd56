"""Any sequence of releases, sessions, decisions of a board, crashes and reopenings spends what a small model says."""

from __future__ import annotations

import os
import shutil
import tempfile
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import ledger_world as world
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from dpdesk.errors import DpdeskError, Refused
from dpdesk.ledger import board
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import Reservation, StoredRelease
from dpdesk.ledger.sessions import ENDED, SessionRecord
from dpdesk.privacy.loss import PureDP

CAP = Fraction(1)
COSTS = {"a": Fraction(1, 10), "b": Fraction(1, 3), "c": Fraction(1, 7), "d": Fraction(3, 5), "e": Fraction(1, 10**12)}


SESSION, SESSION_COST = "f", Fraction(1, 20)
ANALYST, CHAIR = {"office": "Census", "role": "analyst"}, {"office": "Board", "role": "chair"}


def meaning(plan: str) -> str:
    return plan * 64


class Model:
    """What must be spent: a list of [plan, state] and the sessions; and whose plans a board has approved."""

    def __init__(self) -> None:
        self.runs: list[list[str]] = []
        self.sessions: list[list[object]] = []  # [how many answers, how it stands]
        self.demanded, self.submitted, self.approved = False, set[str](), dict[str, str]()

    def spent(self) -> Fraction:
        releases = sum((COSTS[plan] for plan, state in self.runs if state != "aborted"), Fraction(0))
        return releases + SESSION_COST * len(self.sessions)

    def may(self, plan: str, cost: Fraction) -> bool:
        return self.spent() + cost <= CAP and (not self.demanded or plan in self.approved)

    def of(self, plan: str, *states: str) -> list[list[str]]:
        return [run for run in self.runs if run[0] == plan and run[1] in states]

    def reserve(self, plan: str) -> str:
        if self.of(plan, "committed"):
            return "stored"
        if self.of(plan, "sealed"):
            return "resumed"
        self.give_back()
        if not self.may(plan, COSTS[plan]):
            return "refused"
        self.runs.append([plan, "reserved"])
        return "new"

    def give_back(self) -> None:
        for run in self.runs:
            if run[1] == "reserved":  # its owner is gone: this machine runs one release at a time
                run[1] = "aborted"


class LedgerMachine(RuleBasedStateMachine):
    """The ledger beside the model; at most one reservation and one session are held, the others are crashed."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(dir=Path(os.environ["XDG_STATE_HOME"])))  # in memory, where possible
        self.ledger = world.office(self.folder)
        self.model = Model()
        self.held: Reservation | None = None
        self.plan = ""
        self.drawn: dict[str, bytes] = {}
        self.asking: SessionRecord | None = None
        self.number = 0

    def run(self, *states: str) -> list[str]:
        return self.model.of(self.plan, *states)[-1]

    @precondition(lambda self: self.held is None)
    @rule(plan=st.sampled_from(sorted(COSTS)))
    def reserve(self, plan: str) -> None:
        expected = self.model.reserve(plan)
        try:
            got = self.ledger.reserve(world.request(meaning(plan), PureDP(COSTS[plan])))
        except Refused:
            assert expected == "refused"
            return
        if isinstance(got, StoredRelease):
            assert expected == "stored"
            assert got.sealed == self.drawn[got.release_id]
            return
        assert expected == ("resumed" if got.sealed is not None else "new")
        self.held, self.plan = got, plan
        if got.sealed is not None:
            assert got.sealed == self.drawn[got.release_id]

    @precondition(lambda self: self.held is not None)
    @rule()
    def mark_draw(self) -> None:
        assert self.held is not None
        if self.held.state == "reserved":
            self.held.mark_draw()
            self.run("reserved")[1] = "drawn"
        else:
            try:
                self.held.mark_draw()
            except DpdeskError:
                return
            raise AssertionError("a second draw mark was accepted")

    @precondition(lambda self: self.held is not None and self.held.state == "draw marked")
    @rule()
    def seal(self) -> None:
        assert self.held is not None
        assert self.held.release_id not in self.drawn
        self.drawn[self.held.release_id] = world.fresh_noise()
        self.held.seal(self.drawn[self.held.release_id])
        self.run("drawn")[1] = "sealed"

    @precondition(lambda self: self.held is not None and self.held.state == "sealed")
    @rule()
    def commit(self) -> None:
        assert self.held is not None
        self.held.commit("hash", PureDP(COSTS[self.plan]))
        self.run("sealed")[1] = "committed"
        self.held = None

    @precondition(lambda self: self.held is not None)
    @rule()
    def abort(self) -> None:
        assert self.held is not None
        try:
            self.held.abort("the user stopped it")
        except DpdeskError:
            assert not self.model.of(self.plan, "reserved")
            return
        self.run("reserved")[1] = "aborted"
        self.held = None

    @precondition(lambda self: self.held is not None)
    @rule()
    def crash(self) -> None:
        assert self.held is not None
        self.held.abandon()
        self.held = None
        self.end_session()
        self.reopen()

    def end_session(self) -> None:
        if self.asking is not None:
            self.asking.abandon()
            self.asking = None
            self.model.sessions[-1][1] = ENDED

    @precondition(lambda self: self.asking is None)
    @rule()
    def open_session(self) -> None:
        if self.held is None:
            self.model.give_back()
        expected = self.model.may(SESSION, SESSION_COST)
        asked = replace(world.session_request(), meaning=meaning(SESSION), loss=PureDP(SESSION_COST))
        try:
            self.asking = self.ledger.open_session(asked)
        except Refused:
            assert not expected
            return
        assert expected
        self.model.sessions.append([0, "open"])

    @precondition(lambda self: self.asking is not None)
    @rule(how_many=st.integers(1, 3))
    def answer(self, how_many: int) -> None:
        assert self.asking is not None
        first = self.model.sessions[-1][0] + 1
        exchanges = [({"area": [str(n)]}, {"answer": "above"}) for n in range(first, first + how_many)]
        self.asking.answered_all(exchanges, first)
        self.model.sessions[-1][0] += how_many

    @precondition(lambda self: self.asking is not None)
    @rule()
    def close_session(self) -> None:
        assert self.asking is not None
        self.asking.close("seen enough")
        self.asking, self.model.sessions[-1][1] = None, "closed"

    @precondition(lambda self: self.asking is not None)
    @rule()
    def crash_session(self) -> None:
        self.end_session()

    @rule()
    def demand_or_waive(self) -> None:
        change = self.ledger.waive_approval if self.model.demanded else self.ledger.demand_approval
        change(world.DATASET, "decided by the board", **CHAIR)
        self.model.demanded = not self.model.demanded

    @rule(plan=st.sampled_from([*sorted(COSTS), SESSION]))
    def submit_approve_or_withdraw(self, plan: str) -> None:
        here = world.DATASET, meaning(plan)
        if plan not in self.model.submitted:
            self.ledger.submit(*here, b"{}", b"{}", **ANALYST)
            self.model.submitted.add(plan)
        elif plan not in self.model.approved:
            self.number += 1
            self.ledger.approve(*here, number=f"no. {self.number}", expires=date(2999, 1, 1), **CHAIR)
            self.model.approved[plan] = f"no. {self.number}"
        else:
            self.ledger.withdraw_approval(*here, self.model.approved.pop(plan), "no longer", **CHAIR)

    @precondition(lambda self: any(state == "committed" for _, state in self.model.runs))
    @rule(until=st.dates(date(2900, 1, 1)))
    def decide_about_a_release(self, until: date) -> None:
        """An embargo, then its lifting, then a withdrawal: none of them changes what is spent."""
        stored = self.ledger.releases()[-1]
        if stored.embargo is None and stored.withdrawn is None:
            self.ledger.embargo(stored.release_id, until)
        elif stored.withdrawn is None:
            self.ledger.lift_embargo(stored.release_id, "published")
            self.ledger.withdraw(stored.release_id, "an error in the data")

    @precondition(lambda self: self.held is None and self.asking is None)
    @rule()
    def reopen(self) -> None:
        self.ledger.close()
        self.ledger = Ledger.open(self.folder / "ledger.sqlite")
        self.what_else_the_model_says()

    @invariant()
    def spent_is_what_the_model_says(self) -> None:
        assert self.ledger.spent(world.DATASET) == {"epsilon": self.model.spent()}
        left = self.ledger.remaining(world.DATASET)
        assert left["epsilon"] == str(CAP - self.model.spent())
        assert Fraction(left["epsilon_float"]) <= CAP - self.model.spent()

    def what_else_the_model_says(self) -> None:
        found = [[len(one.transcript), one.state] for one in self.ledger.sessions()]
        assert found == self.model.sessions
        for plan in (self.plan or "a", SESSION):
            standing = self.ledger.standing(world.DATASET, meaning(plan))
            assert standing.demanded == self.model.demanded
            if standing.state != board.RELEASED:
                assert (standing.state == board.APPROVED) == (plan in self.model.approved), plan
            if standing.state == board.APPROVED:
                assert standing.approval is not None and standing.approval.number == self.model.approved[plan]

    def teardown(self) -> None:
        if self.held is not None:
            self.held.close()
        self.end_session()
        self.what_else_the_model_says()
        self.ledger.verify()
        self.ledger.close()
        shutil.rmtree(self.folder)


LedgerMachine.TestCase.settings = settings(
    max_examples=15,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestLedgerModel = LedgerMachine.TestCase
