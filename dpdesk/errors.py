"""The errors a user can meet, each one sentence: what is wrong, where, and what to do.

An error carries a `Problem` (a code, a place, public values), and `str(error)` is its sentence for the command line in
English; whoever shows it elsewhere renders the problem for his reader. It names files, variables, fields and shapes,
never a value from the data: an error message is output, and output that depends on one person's record is a leak. For
the same reason a library's exception is replaced with `raise ... from None` wherever it may quote the data. Each class
carries the exit status of the command line.
"""

from __future__ import annotations

from typing import Any

from dpdesk.problems.problem import Problem, problem, to_json
from dpdesk.problems.readers import JSON
from dpdesk.problems.render import render


class DpdeskError(Exception):
    """Something went wrong that the user should read about in one sentence; `problem` is what, as data."""

    exit_status = 1

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem

    def __str__(self) -> str:
        return render(self.problem)

    def to_json(self) -> dict[str, Any]:
        """The error for a program: code, place, values and sentence."""
        return to_json(self.problem) | {"text": render(self.problem, JSON)}


class BadInput(DpdeskError):
    """A file, a field or an argument is not what it must be."""

    exit_status = 2


class Refused(DpdeskError):
    """The request is well formed but may not be carried out: budget, changed data, a known fingerprint.

    `cause` is the ledger's word for it where the ledger refuses ("budget", "changed data", "known fingerprint"), so
    that a caller can offer the way on; empty elsewhere.
    """

    exit_status = 3

    def __init__(self, problem: Problem, cause: str = "") -> None:
        super().__init__(problem)
        self.cause = cause


class LedgerDamaged(DpdeskError):
    """The ledger does not verify: an entry was altered, removed, or an older copy was put back."""

    exit_status = 4


class Cancelled(DpdeskError):
    """The user stopped the task; nothing was spent, unless noise is `sealed`: the task then goes on from there."""

    def __init__(self, *, sealed: bool = False) -> None:
        super().__init__(problem("errors.stopped_sealed" if sealed else "errors.stopped"))
        self.sealed = sealed
