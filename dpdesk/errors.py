"""The errors a user can meet, each one sentence: what is wrong, where, and what to do.

`str(error)` is that sentence and nothing else. It names files, variables, fields and shapes, never a value
from the data: an error message is output, and output that depends on one person's record is a leak. For the
same reason a library's exception is replaced with `raise ... from None` wherever it may quote the data.
Each class carries the exit status of the command line.
"""

from __future__ import annotations


class DpdeskError(Exception):
    """Something went wrong that the user should read about in one sentence."""

    exit_status = 1


class BadInput(DpdeskError):
    """A file, a field or an argument is not what it must be."""

    exit_status = 2


class Refused(DpdeskError):
    """The request is well formed but may not be carried out: budget, changed data, a known fingerprint.

    `cause` is the ledger's word for it where the ledger refuses ("budget", "changed data", "known fingerprint"), so
    that a caller can offer the way on; empty elsewhere.
    """

    exit_status = 3

    def __init__(self, sentence: str, cause: str = "") -> None:
        super().__init__(sentence)
        self.cause = cause


class LedgerDamaged(DpdeskError):
    """The ledger does not verify: an entry was altered, removed, or an older copy was put back."""

    exit_status = 4


class Cancelled(DpdeskError):
    """The user stopped the task; nothing was spent."""
