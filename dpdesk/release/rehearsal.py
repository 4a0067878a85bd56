"""A rehearsal: the whole path to finished tables on made-up records, with an account that keeps nothing.

The same function releases; only the file (drawn from the dictionary alone) and the account differ. Nothing here can
touch a ledger: the account below has no file. The noise is real, from the operating system.
"""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk import installation
from dpdesk.errors import DpdeskError
from dpdesk.ledger import events
from dpdesk.ledger.reservation import Reservation, StoredRelease
from dpdesk.ledger.sessions import SessionRecord
from dpdesk.planning.choosing.checks import check_plan
from dpdesk.planning.document.reference import MADE_UP, MOST_MADE_UP, made_up_rows
from dpdesk.problems.problem import Phrase, problem
from dpdesk.progress import Progress, silent
from dpdesk.release.run import Outcome, release
from dpdesk.release.sessions.session import Session, open_session
from dpdesk.release.stand_in import write_stand_in
from dpdesk.release.terms import ReleaseRequest

if TYPE_CHECKING:
    from typing import Self

    from dpdesk.ledger.chain import Json
    from dpdesk.ledger.terms import AccountTerms, Amount, Request, SessionRequest
    from dpdesk.planning.document.plan import Plan
    from dpdesk.planning.sessions.plan import SessionPlan
    from dpdesk.privacy.loss import Loss


def rehearse(plan: Plan, *, seed: int = 1, progress: Progress = silent) -> Outcome:
    """Take a plan the whole path on made-up records; nothing is spent and nothing is kept.

    seed: draws the records only; two rehearsals with one seed differ by their noise.
    Raises BadInput where the plan cannot be carried out.
    """
    rows = made_up_rows(plan.reference, plan.dictionary)
    with tempfile.TemporaryDirectory(prefix="dpdesk-rehearsal-") as folder:
        path = Path(folder) / "stand-in.csv"
        fmt = write_stand_in(plan.dictionary, check_plan(plan).names, path, rows=rows, seed=seed)
        account = NoAccount(int.from_bytes(secrets.token_bytes(4), "big"))
        return release(ReleaseRequest(plan, path, source_format=fmt, rehearsal=True), account, progress)


def rehearse_session(plan: SessionPlan, *, seed: int = 1, progress: Progress = silent) -> Session:
    """Open a session on made-up records; nothing is spent and nothing is kept, the noise is real.

    seed: draws the records only. Raises BadInput where the session cannot be carried out.
    """
    size = getattr(plan.method, "size", None)
    rows = min(size or MADE_UP, MOST_MADE_UP, plan.dictionary.max_rows)
    with tempfile.TemporaryDirectory(prefix="dpdesk-rehearsal-") as folder:
        path = Path(folder) / "stand-in.csv"
        fmt = write_stand_in(plan.dictionary, plan.domain.variables, path, rows=rows, seed=seed)
        account = NoAccount(int.from_bytes(secrets.token_bytes(4), "big"))
        return open_session(plan, path, account, source_format=fmt, rehearsal=True, progress=progress)


@dataclass(slots=True)
class NoAccount:
    """An account that keeps nothing: its reservation lives in memory and its release bears no entry."""

    number: int
    key: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)

    def ensure_account(self, terms: AccountTerms) -> None:
        """Open no account: a rehearsal spends nothing."""

    def fingerprint_key(self) -> bytes:
        """A key of this rehearsal alone."""
        return self.key

    def known_records(self, fingerprint: str) -> str:
        """Something, so that the records are not read for a fingerprint that is kept nowhere."""
        return fingerprint

    def secret(self, dataset_id: str) -> bytes:
        """A key of this rehearsal alone."""
        return self.key

    def released(self, request: Request) -> StoredRelease | None:
        """None: a rehearsal knows of no earlier release."""
        return None

    def correct_text(
        self, release_id: str, texts: bytes, reason: str, *, office: str = "", role: str = ""
    ) -> StoredRelease:
        """There is nothing to correct."""
        raise DpdeskError(problem("release.rehearsal_texts"))

    def reserve(self, request: Request, progress: Progress = silent) -> Any:
        """Hold nothing: a reservation in memory."""
        return _Held(request, self.number)

    def check_session(self, request: SessionRequest) -> None:
        """Refuse nothing: there is no budget to exceed."""

    def open_session(self, request: SessionRequest) -> SessionRecord:
        """Open nothing: a record in memory."""
        return _Opened(request, self.number)


class _Opened(SessionRecord):
    """An open session without a store."""

    def __init__(self, request: SessionRequest, number: int) -> None:
        self.id = f"rehearsal-{number:08x}"
        self.entry, self.head = 0, ""
        self.dataset_id = request.dataset_id
        self.charge: Amount = {}
        self.is_open = True

    def answered_all(self, exchanges: Sequence[tuple[dict[str, Json], dict[str, Json]]], first: int) -> None:
        """Keep no answer; a closed session takes none."""
        if not self.is_open:
            raise DpdeskError(problem("release.rehearsal_closed"))

    def close(self, reason: str) -> None:
        """Close the session, in memory alone."""
        self.is_open = False

    def abandon(self) -> None:
        """Close the session, in memory alone."""
        self.is_open = False


class _Held(Reservation):
    """The steps of a reservation, in their order, without a store."""

    def __init__(self, request: Request, number: int) -> None:
        self.entry = 0
        self.release_id = f"rehearsal-{number:08x}"
        self.dataset_id = request.dataset_id
        self.notice: Phrase | None = None
        self.plan_json, self.dictionary_json = request.plan_json, request.dictionary_json
        self.sealed: bytes | None = None
        self._strategy = b""
        self._request = request
        self._step = events.RESERVED

    @property
    def state(self) -> str:
        """The step that was reached."""
        return self._step

    def _move(self, before: str, after: str) -> None:
        if self._step != before:
            raise DpdeskError(problem("release.rehearsal_order"))
        self._step = after

    def mark_draw(self, strategy: bytes = b"") -> None:
        """Noise is about to be drawn."""
        self._move(events.RESERVED, events.DRAW_MARKED)
        self._strategy = strategy

    def seal_first(self, first: bytes) -> None:
        """The first of two stages; kept nowhere."""
        self._move(events.DRAW_MARKED, events.FIRST_SEALED)

    def seal(self, sealed: bytes) -> None:
        """Keep the noisy integers in memory."""
        self._move(events.FIRST_SEALED if self._step == events.FIRST_SEALED else events.DRAW_MARKED, events.SEALED)
        self.sealed = sealed

    def commit(self, result_hash: str, loss: Loss, summary: bytes = b"") -> StoredRelease:
        """Finish with a release that is stored nowhere and spends nothing."""
        self._move(events.SEALED, events.COMMITTED)
        return StoredRelease(
            release_id=self.release_id,
            dataset_id=self.dataset_id,
            meaning=self._request.meaning,
            reserved_entry=0,
            entry=0,
            head="",
            previous_head="",
            date=datetime.now(tz=UTC).date().isoformat(),
            loss=loss,
            result_hash=result_hash,
            sealed=self.sealed or b"",
            summary=summary,
            plan_json=self.plan_json,
            dictionary_json=self.dictionary_json,
            remaining={},
            text_versions=(),
            program=installation.program(),
            strategy=self._strategy,
        )

    def abort(self, reason: str) -> None:
        """Nothing to give back."""
        self._step = "aborted"

    def close(self) -> None:
        """Nothing to let go of."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
