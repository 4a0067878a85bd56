"""What a release is asked to do, and what its dictionary fixes of its account, for releases and sessions alike."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dpdesk.ledger.terms import AccountTerms

if TYPE_CHECKING:
    from dpdesk.data.sources.frames.source import FrameSource
    from dpdesk.planning.document.plan import Plan
    from dpdesk.planning.sessions.plan import SessionPlan
    from dpdesk.schema.source import SourceFormat


@dataclass(frozen=True, slots=True)
class ReleaseRequest:
    """A plan, the confidential file, and what the one who releases says about them.

    plan: validated.
    data: the confidential file, or a data frame taken over; with another engine than "duckdb" it may be an address.
    engine: where it is counted: "duckdb" for here, "spark" or "dask".
    accept_changed: the written reason why the data may differ from those released before under this dataset_id.
    confirm_known: the written reason why data may be released that are known under another dataset_id.
    correct_text: the written reason for other titles, labels or notes of a plan that is released already; with it
        nothing is drawn.
    office, role: who acts, for the ledger; never a person's name.
    source_format: in a rehearsal, how the made-up file is written; otherwise the dictionary says it.
    rehearsal: the records are made up, and what comes of them is marked so.
    microdata: synthetic records are to be made of it (release/microdata.py); a plan that has none is refused.
    wave: the day (YYYY-MM-DD) of the wave the data are of, where their account has a series.
    """

    plan: Plan
    data: Path | str | FrameSource
    engine: str = "duckdb"
    accept_changed: str | None = None
    confirm_known: str | None = None
    correct_text: str | None = None
    office: str = ""
    role: str = ""
    source_format: SourceFormat | None = None
    rehearsal: bool = False
    microdata: bool = False
    wave: str = ""


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
