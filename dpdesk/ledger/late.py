"""A ledger that is made when the first thing is entered: what is refused before that leaves none behind.

One that is there already is opened at once, so that a damaged one is refused before any work is done.
"""

from __future__ import annotations

from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Self

from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import Reservation, StoredRelease
from dpdesk.ledger.terms import AccountTerms, Request
from dpdesk.progress import Progress, silent


class LateLedger:
    """What a release needs of a ledger; a context that closes it if it was opened."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._open = ExitStack()

    def __enter__(self) -> Self:
        if self.exists:
            _ = self.ledger
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    @property
    def exists(self) -> bool:
        """Whether there is one."""
        return self._path.expanduser().exists()

    @cached_property
    def ledger(self) -> Ledger:
        """The ledger, made where there is none."""
        return self._open.enter_context(Ledger.open(self._path, create=True))

    def ensure_account(self, terms: AccountTerms) -> None:
        """Open the account, or check that its terms are these."""
        self.ledger.ensure_account(terms)

    def fingerprint_key(self) -> bytes:
        """The key of file fingerprints."""
        return self.ledger.fingerprint_key()

    def known_records(self, fingerprint: str) -> str:
        """The fingerprint of the records of a file known by that of its bytes, "" if none is recorded."""
        return self.ledger.known_records(fingerprint)

    def secret(self, dataset_id: str) -> bytes:
        """The key of the row cap."""
        return self.ledger.secret(dataset_id)

    def released(self, request: Request) -> StoredRelease | None:
        """The finished release of this very plan and file, if there is one; charges nothing."""
        return self.ledger.released(request)

    def correct_text(
        self, release_id: str, texts: bytes, reason: str, *, office: str = "", role: str = ""
    ) -> StoredRelease:
        """Store new texts of a finished release."""
        return self.ledger.correct_text(release_id, texts, reason, office=office, role=role)

    def reserve(self, request: Request, progress: Progress = silent) -> Reservation | StoredRelease:
        """Charge the account durably, or return the release that exists already."""
        return self.ledger.reserve(request, progress)
