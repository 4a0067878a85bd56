"""What a dictionary fixes of its account, for releases and sessions alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpdesk.ledger.terms import AccountTerms

if TYPE_CHECKING:
    from dpdesk.planning.document.plan import Plan
    from dpdesk.planning.sessions.plan import SessionPlan


def terms_of(plan: Plan | SessionPlan) -> AccountTerms:
    """What the dictionary of a plan fixes of its account."""
    dictionary = plan.dictionary
    return AccountTerms(
        dictionary.dataset_id,
        dictionary.cap,
        dictionary.unit.identity,
        dictionary.unit.max_rows,
        dictionary.neighbours,
    )
