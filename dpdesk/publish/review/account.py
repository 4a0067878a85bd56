"""The account of a plan as a board must see it: all that was spent on these people, and what this release leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from dpdesk.errors import DpdeskError
from dpdesk.ledger import events
from dpdesk.ledger.board import RELEASED
from dpdesk.ledger.terms import Amount, charged, limit_of, loss_from_ledger, price_of
from dpdesk.publish.review.parts import Grid, Piece, Words, amount_words, recorded_words

if TYPE_CHECKING:
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.planning.choosing.choose import ChosenPlan
    from dpdesk.planning.document.plan import Plan


@dataclass(frozen=True, slots=True)
class Account:
    """What a ledger knows of the people of a plan; without one, what the dictionary would open."""

    dataset_id: str
    known: bool
    ledger: tuple[tuple[str, str], ...]
    limit: Amount
    spent: Amount
    cost: Amount
    problem: str
    rows: tuple[tuple[str, ...], ...]
    others: tuple[tuple[str, ...], ...]
    looked: tuple[str, ...]
    standing: str
    submitted: str

    @classmethod
    def of(cls, plan: Plan, chosen: ChosenPlan, ledger: Ledger | None) -> Account:
        """Read what is known of the account of a plan."""
        name, cap = plan.dictionary.dataset_id, plan.dictionary.cap
        terms = None if ledger is None else ledger.terms(name)
        cap = cap if terms is None else terms.cap
        spent: Amount = dict.fromkeys(cap.units, Fraction(0))
        rows: list[tuple[str, ...]] = []
        others: list[tuple[str, ...]] = []
        looked: list[str] = []
        standing = submitted = ""
        where: tuple[tuple[str, str], ...] = ()
        if ledger is not None:
            found = ledger.standing(name, plan.meaning, plan.figures, plan.text_hash)
            standing = found.sentence
            if found.state == RELEASED:
                standing += " On the same file the stored release is written again and nothing is spent."
            submitted = "" if found.submitted is None else found.submitted.date
            entries = ledger.entries()
            where = (("Ledger, entries", str(entries[-1].number)), ("Ledger, head", entries[-1].head))
            looked = [entry.date for entry in ledger.entries(name) if entry.kind == events.CHECK_LOOKED]
            if terms is not None:
                spent = ledger.spent(name)
                rows = list(_history(ledger, name))
            others = [
                (other, other_terms.unit_text, amount_words(ledger.spent(other)))
                for other in ledger.accounts()
                if other != name and (other_terms := ledger.terms(other)) is not None
            ]
        cost: Amount = {}
        problem = ""
        try:
            cost = charged(price_of(cap, chosen.actual_loss))
        except DpdeskError as error:
            problem = str(error)
        return cls(
            name,
            terms is not None, where, limit_of(cap), spent, cost, problem, tuple(rows), tuple(others), tuple(looked),
            standing, submitted,
        )  # fmt: skip

    def _left(self, *, with_cost: bool = True) -> Amount:
        cost = self.cost if with_cost else {}
        return {unit: self.limit[unit] - self.spent[unit] - cost.get(unit, 0) for unit in self.limit}

    def _over(self) -> bool:
        return any(value < 0 for value in self._left().values())

    def before_words(self) -> str:
        """What was spent before this release."""
        if not self.ledger:
            return f"not known: no ledger was at hand; the dictionary's cap is {amount_words(self.limit)}"
        opened = "" if self.known else ": the account is not opened yet"
        return f"{amount_words(self.spent)} of {amount_words(self.limit)}{opened}"

    def after_words(self) -> str:
        """What this release leaves."""
        if self._over():
            return "the budget does not suffice"
        return amount_words(self._left()) + ("" if self.ledger else ", if nothing was spent before")

    def pieces(self) -> Iterator[Piece]:
        """Everything that was spent on the people of this plan."""
        if not self.ledger:
            yield Words(
                "No ledger was at hand when this document was made, so it cannot say what was spent before. The office "
                "that keeps the ledger prints it with --ledger."
            )
        elif not self.known:
            yield Words("The ledger has no account of these data yet: nothing was spent by this ledger.")
        if self.rows:
            yield Grid(
                ("Day", "What", "About", "Spent"), self.rows, (0.13, 0.22, 0.45, 0.2), frozenset({3}),
                title=f"The account of {self.dataset_id}, from its opening",
            )  # fmt: skip
        rows = [("Cap of the account", self.limit)]
        if self.ledger:
            rows += [("Spent in all", self.spent), ("Left now", self._left(with_cost=False))]
        if not self.problem:
            rows += [("This release", self.cost)]
            rows += [("Left afterwards" if self.ledger else "Left afterwards, if nothing was spent", self._left())]
        yield Grid(
            ("Budget", "Amount"), tuple((name, amount_words(amount)) for name, amount in rows), (0.7, 0.3),
            frozenset({1}), frozenset({len(rows) - 1}),
        )  # fmt: skip
        if self.problem:
            yield Words(self.problem)
        if self._over():
            yield Words("This release would be refused: the budget does not suffice for it.")
        if self.others:
            yield Grid(
                ("Account", "Unit", "Spent"), self.others, (0.4, 0.35, 0.25), frozenset({2}),
                title="Other accounts of this ledger: what they spent on the same people adds up with this account",
            )  # fmt: skip
        if self.looked:
            yield Words(
                f"Somebody looked at exact figures of the file, for the last time on {self.looked[-1]} "
                f"({_counted(len(self.looked))} in all). Choices made after looking lie outside the guarantee; ask "
                "which were."
            )
        elif self.ledger:
            yield Words("By this ledger nobody has looked at exact figures of the file.")


def _history(ledger: Ledger, name: str) -> Iterator[tuple[str, ...]]:
    """Day, what happened, what it was about and what it cost, for all that touched an account's budget."""
    given = {entry.text("release") for entry in ledger.entries(name) if entry.kind == events.ABORTED}
    done = {entry.text("release"): entry for entry in ledger.entries(name) if entry.kind == events.COMMITTED}
    gone = {entry.text("release") for entry in ledger.entries(name) if entry.kind == events.RELEASE_WITHDRAWN}
    for entry in ledger.entries(name):
        title = entry.text("title") or entry.text("release") or entry.text("session")
        if entry.kind == events.OPENED:
            yield (entry.date, "account opened", f"cap {recorded_words(entry.body['cap'])}", "")
        elif entry.kind == events.CAP_RAISED:
            yield (entry.date, "cap raised", f"to {recorded_words(entry.body['cap'])}: {entry.text('reason')}", "")
        elif entry.kind == events.RESERVED and entry.text("release") not in given:
            end = done.get(entry.text("release"))
            what = "release" if end is not None else "unfinished release, spent"
            what += ", withdrawn" if entry.text("release") in gone else ""
            charge = (end or entry).body["charge"]
            yield (entry.date, what, title, recorded_words(charge))
        elif entry.kind == events.SESSION_OPENED:
            yield (entry.date, "session of questions", title, recorded_words(entry.body["charge"]))
        elif entry.kind == events.REFUSED:
            asked = loss_from_ledger(entry.body["loss"])
            yield (entry.date, f"refused ({entry.text('cause')})", f"{title or 'no title'}, asked for {asked}", "0")


def _counted(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
