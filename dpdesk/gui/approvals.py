"""What the window does with approvals: the calls the command line makes. Qt-free, and to be called in threads.

Nothing here reads data, draws or spends; each function writes one entry, or one file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dpdesk.planning.plan import Plan

Answers = Mapping[str, str]


def submit(make: Callable[[], Plan], ledger: Path, answers: Answers) -> None:
    """Enter a plan as submitted; its account is opened if this is its first use, and so is the ledger.

    Raises:
        DpdeskError: the plan is not complete, its dictionary differs from the account, or office or role is missing.
    """
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.release.stored import dictionary_bytes, plan_bytes
    from dpdesk.release.terms import terms_of

    plan = make()
    with Ledger.open(ledger, create=True) as opened:
        opened.ensure_account(terms_of(plan))
        opened.submit(
            plan.dictionary.dataset_id,
            plan.meaning,
            plan_bytes(plan),
            dictionary_bytes(plan.dictionary),
            office=answers["office"],
            role=answers["role"],
            title=plan.title.get("en"),
            text_hash=plan.text_hash,
            note=answers.get("note", ""),
        )


def approve(dataset: str, meaning: str, ledger: Path, answers: Answers) -> None:
    """Enter the approval of a submitted plan.

    Raises:
        DpdeskError: it was not submitted, or by the same office and role, or a day or number cannot be.
    """
    from dpdesk.ledger.ledger import Ledger

    with Ledger.open(ledger) as opened:
        opened.approve(
            dataset,
            meaning,
            number=answers["number"],
            expires=date.fromisoformat(answers["expires"]),
            conditions=answers.get("conditions", ""),
            office=answers["office"],
            role=answers["role"],
        )


def withdraw_approval(dataset: str, meaning: str, number: str, ledger: Path, answers: Answers) -> None:
    """Enter that an approval holds no longer.

    Raises:
        DpdeskError: there is none of that number that holds.
    """
    from dpdesk.ledger.ledger import Ledger

    with Ledger.open(ledger) as opened:
        opened.withdraw_approval(
            dataset, meaning, number, answers["reason"], office=answers["office"], role=answers["role"]
        )


def demand(dataset: str, ledger: Path, wanted: bool, answers: Answers) -> None:
    """Enter that an account demands approvals from now on, or no longer.

    Raises:
        DpdeskError: it is so already.
    """
    from dpdesk.ledger.ledger import Ledger

    with Ledger.open(ledger) as opened:
        say = opened.demand_approval if wanted else opened.waive_approval
        say(dataset, answers["reason"], office=answers.get("office", ""), role=answers.get("role", ""))
