"""Any sequence of reservations, draws, crashes and reopenings spends what a thirty-line model says."""

from __future__ import annotations

import shutil
import tempfile
from fractions import Fraction
from pathlib import Path

import ledger_world as world
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from dpdesk.errors import DpdeskError, Refused
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import Reservation, StoredRelease
from dpdesk.privacy.loss import PureDP

CAP = Fraction(1)
COSTS = {"a": Fraction(1, 10), "b": Fraction(1, 3), "c": Fraction(1, 7), "d": Fraction(3, 5), "e": Fraction(1, 10**12)}


class Model:
    """What must be spent: a list of [plan, state], nothing else."""

    def __init__(self) -> None:
        self.runs: list[list[str]] = []

    def spent(self) -> Fraction:
        return sum((COSTS[plan] for plan, state in self.runs if state != "aborted"), Fraction(0))

    def of(self, plan: str, *states: str) -> list[list[str]]:
        return [run for run in self.runs if run[0] == plan and run[1] in states]

    def reserve(self, plan: str) -> str:
        if self.of(plan, "committed"):
            return "stored"
        if self.of(plan, "sealed"):
            return "resumed"
        for run in self.runs:
            if run[1] == "reserved":   # its owner is gone: this machine runs one release at a time
                run[1] = "aborted"
        if self.spent() + COSTS[plan] > CAP:
            return "refused"
        self.runs.append([plan, "reserved"])
        return "new"


class LedgerMachine(RuleBasedStateMachine):
    """The ledger beside the model; at most one reservation is held at a time, the others are crashed."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.ledger = world.office(self.folder)
        self.model = Model()
        self.held: Reservation | None = None
        self.plan = ""
        self.drawn: dict[str, bytes] = {}

    def run(self, *states: str) -> list[str]:
        return self.model.of(self.plan, *states)[-1]

    @precondition(lambda self: self.held is None)
    @rule(plan=st.sampled_from(sorted(COSTS)))
    def reserve(self, plan: str) -> None:
        expected = self.model.reserve(plan)
        try:
            got = self.ledger.reserve(world.request(plan, PureDP(COSTS[plan])))
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
        self.reopen()

    @precondition(lambda self: self.held is None)
    @rule()
    def reopen(self) -> None:
        self.ledger.close()
        self.ledger = Ledger.open(self.folder / "ledger.sqlite")

    @invariant()
    def spent_is_what_the_model_says(self) -> None:
        assert self.ledger.spent(world.DATASET) == {"epsilon": self.model.spent()}
        left = self.ledger.remaining(world.DATASET)
        assert left["epsilon"] == str(CAP - self.model.spent())
        assert Fraction(left["epsilon_float"]) <= CAP - self.model.spent()

    def teardown(self) -> None:
        if self.held is not None:
            self.held.close()
        self.ledger.verify()
        self.ledger.close()
        shutil.rmtree(self.folder)


LedgerMachine.TestCase.settings = settings(
    max_examples=25, stateful_step_count=40, deadline=None, suppress_health_check=[HealthCheck.too_slow],
)
TestLedgerModel = LedgerMachine.TestCase
