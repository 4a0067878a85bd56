"""The budget as the window shows it: what the account allows, has spent, would spend and would keep.

Qt-free. The account is the ledger's where the ledger knows the data set, else what the dictionary would open. All
amounts are exact; floats appear only to draw a bar.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dpdesk.ledger.board import Standing
    from dpdesk.ledger.chain import Entry
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.planning.approval_files import AnyPlan
    from dpdesk.planning.document.plan import Plan
    from dpdesk.schema.dictionary import Dictionary

Amount = Mapping[str, Fraction]
USUAL_DELTA = "0.000001"
"""δ where nobody has said another."""
_DATASET_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.\-]{0,127}")


def is_dataset_id(text: str) -> bool:
    """Whether a text may be the identifier of a data set, under which its account is kept."""
    return _DATASET_ID.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class Account:
    """What the ledger knows of one data set: limit and spent, by unit; `opened` is False before its first release.

    `released` holds what the plans of its finished releases mean: on the same file they cost nothing more. `standings`
    says by meaning and figures how submitted plans stand (figures "" for sessions, and for what was submitted before
    figures were hashed), `demanded` whether nothing is released without an approval.
    """

    dataset_id: str
    limit: Amount
    spent: Amount
    opened: bool
    released: frozenset[str] = frozenset()
    demanded: bool = False
    standings: Mapping[tuple[str, str], Standing] = field(default_factory=dict)

    @property
    def left(self) -> Amount:
        """What is left of the limit, by unit."""
        return {unit: self.limit[unit] - self.spent.get(unit, Fraction(0)) for unit in self.limit}

    def standing(self, plan: AnyPlan) -> Standing | None:
        """How a plan or session stands, if it was submitted."""
        standing = self.standings.get((plan.meaning, plan.figures))
        return standing or self.standings.get((plan.meaning, ""))

    def covers(self, amount: Amount) -> bool:
        """Whether that much is left."""
        left = self.left
        return all(value <= left.get(unit, 0) for unit, value in amount.items())


def read_account(ledger: Path, dictionary: Dictionary) -> Account:
    """The account of a dictionary's data set; no ledger is created by looking.

    Raises:
        DpdeskError: the ledger cannot be read, or does not verify.
    """
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.ledger.terms import limit_of

    name = dictionary.dataset_id
    if ledger.exists():
        with Ledger.open(ledger) as opened:
            terms = opened.terms(name)
            if terms is not None:
                limit = {unit: Fraction(value) for unit, value in limit_of(terms.cap).items()}
                entries = opened.entries(name)
                return Account(
                    name,
                    limit,
                    dict(opened.spent(name)),
                    True,
                    _released(entries),
                    opened.standing(name, "").demanded,
                    _standings(opened, name, entries),
                )
    limit = {unit: Fraction(value) for unit, value in limit_of(dictionary.cap).items()}
    return Account(name, limit, dict.fromkeys(limit, Fraction(0)), False)


def _released(entries: Iterable[Entry]) -> frozenset[str]:
    from dpdesk.ledger.events import COMMITTED, RESERVED

    bodies = [entry.body for entry in entries]
    done = {body["release"] for body in bodies if body["kind"] == COMMITTED}
    return frozenset(str(body["meaning"]) for body in bodies if body["kind"] == RESERVED and body["release"] in done)


def _standings(ledger: Ledger, name: str, entries: Iterable[Entry]) -> dict[tuple[str, str], Standing]:
    from dpdesk.ledger.events import SUBMITTED

    submitted = [entry for entry in entries if entry.kind == SUBMITTED]
    texts = {(entry.text("meaning"), entry.text("figures")): entry.text("text") for entry in submitted}
    return {hashes: ledger.standing(name, *hashes, text) for hashes, text in texts.items()}


def price(plan: Plan) -> dict[str, Fraction] | None:
    """What the plan's loss costs the account, in the units of its rule; None where only the mechanisms decide it."""
    from dpdesk.errors import DpdeskError
    from dpdesk.privacy.accounting import charge

    cap = plan.dictionary.cap
    try:
        return dict(zip(cap.units, charge(cap, plan.loss), strict=True))
    except DpdeskError:
        return None
