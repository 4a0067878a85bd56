"""A session of questions on a confidential file: opened once for its whole cost, asked one question at a time, closed.

Guarantee: what leaves a session are the answers of its mechanism, whose promise covers the whole run, and the order of
steps keeps that promise through crashes as well. The file is counted and found unchanged first; then the opening, which
is charge and draw mark in one, is on the disk; only then may noise be drawn. It lives in this process's memory alone,
like the exact counts: neither is in any repr, pickle, log, error or file. An answer is in the ledger before anybody
sees it, so a session that is lost loses budget, never an answer that somebody knows.

A record counts in one cell of the session's variables at most, after the row cap, so one unit moves the count of any
question by at most c; the mechanism is told c and scales its noise by it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from dpdesk.errors import BadInput, DpdeskError, Refused
from dpdesk.ledger.terms import AccountTerms, SessionRequest
from dpdesk.planning.sessions.plan import SessionPlan, method_class
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress, Stage, as_stage, silent
from dpdesk.release.sessions.asking import ADAPTIVE, COLUMN, Exchange, Session
from dpdesk.release.sessions.counts import Counts, Integers
from dpdesk.release.terms import terms_of

if TYPE_CHECKING:
    from dpdesk.ledger.sessions import SessionRecord
    from dpdesk.schema.source import SourceFormat


class SessionAccount(Protocol):
    """The part of a ledger a session needs; a rehearsal brings one that keeps nothing."""

    def ensure_account(self, terms: AccountTerms) -> None:
        """Open the account, or check that its terms are these."""

    def fingerprint_key(self) -> bytes:
        """The key of file fingerprints."""

    def known_records(self, fingerprint: str) -> str:
        """The fingerprint of the records of a file known by that of its bytes, "" if none is recorded."""

    def secret(self, dataset_id: str) -> bytes:
        """The key of the row cap."""

    def check_session(self, request: SessionRequest) -> None:
        """Refuse what the opening would refuse."""

    def open_session(self, request: SessionRequest) -> SessionRecord:
        """Charge the account durably for the whole session."""


def open_session(
    plan: SessionPlan,
    data: Path | str,
    account: SessionAccount,
    *,
    engine: str = "duckdb",
    accept_changed: str | None = None,
    confirm_known: str | None = None,
    office: str = "",
    role: str = "",
    source_format: SourceFormat | None = None,
    rehearsal: bool = False,
    progress: Progress = silent,
) -> Session:
    """Open a session, at the cost of all that it may answer; each opening is a session of its own.

    plan: validated; data: the confidential file; account: the ledger; engine: where it is counted; accept_changed,
    confirm_known: written reasons (for data that changed, data known under another name); office, role: who acts,
    never a person's name; source_format: in a rehearsal, how the made-up file is written; progress: may stop the
    opening until `Stage.OPEN` has been reported, and is not told afterwards.

    Raises:
        BadInput: plan, dictionary or file are not what they must be (nothing is spent).
        Refused: budget, changed data, a known fingerprint, or what the method cannot promise (nothing is spent).
        LedgerDamaged: the ledger does not verify.
    """
    from dpdesk.data.counting.tabulation import tabulate
    from dpdesk.data.engines.open import open_on

    progress(Stage.CHECK)
    dictionary = plan.dictionary
    if not rehearsal:
        plan.require_confirmed()
    plan.require_known_size()
    run = _run(plan, None)
    source = open_on(engine, data, source_format or dictionary.source)
    dictionary.check_columns(source.columns, plan.domain.variables, file=source.name, hint=source.hint)
    counted = plan.method.name == COLUMN and plan.every_record_shows
    if counted and dictionary.source.hides_empty_records(len(source.columns)):
        raise BadInput(problem("release.one_column_session"))
    account.ensure_account(terms_of(plan))
    before = source.fingerprint(account.fingerprint_key(), progress)
    records = account.known_records(before) or source.records_fingerprint(account.fingerprint_key(), progress)
    request = SessionRequest(
        dataset_id=dictionary.dataset_id,
        meaning=plan.meaning,
        fingerprint=before,
        records=records,
        loss=plan.loss,
        plan_json=_json_bytes(plan.to_json()),
        dictionary_json=_json_bytes(dictionary.to_json()),
        accept_changed=accept_changed,
        confirm_known=confirm_known,
        title=plan.title.get("en"),
        text_hash=plan.text_hash,
        office=office,
        role=role,
        terms_json=_json_bytes({"guarantee": run.guarantee(), "method": run.describe()}),
    )
    progress(Stage.ASK)
    account.check_session(request)
    progress(Stage.COUNT)
    (contingency,) = tabulate(source, dictionary, [plan.domain], account.secret(dictionary.dataset_id), progress)
    if source.fingerprint(account.fingerprint_key(), as_stage(progress, Stage.COMPARE)) != before:
        raise Refused(problem("release.file_changed_session", file=source.name))
    counts = Counts(plan, contingency)
    if plan.method.name == ADAPTIVE:
        run = _run(plan, counts.by_code())
    del contingency
    progress(Stage.OPEN)
    return Session(plan, run, counts, account.open_session(request))


def _run(plan: SessionPlan, counts: Integers | None) -> Any:
    """The mechanism, ready to be asked; adaptive thresholds hold the counts, of nobody where none are given."""
    if plan.method.name == ADAPTIVE:
        held = np.zeros(plan.cells, dtype=np.int64) if counts is None else counts
        run = method_class(ADAPTIVE)(held, **plan.arguments())
    else:
        run = plan.mechanism()
    if run.loss != plan.loss:
        raise DpdeskError(problem("release.other_loss"))
    return run


def _json_bytes(tree: Any) -> bytes:
    return json.dumps(tree, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


__all__ = ["Exchange", "Session", "SessionAccount", "open_session"]
