"""How a plan becomes numbers: one function that walks the way of a value and reads like a sentence about it.

Guarantee: what leaves this function is a function of noisy integers and public parameters. The order makes that true
through crashes as well: the charge is reserved durably before the file is counted, the `draw` mark is durable before
the first random bit, the noisy integers are sealed before anything is computed from them, and the exact counts are
dropped then. A release that was sealed is finished from its seal; it is never drawn a second time. So it may be stopped
while its figures are made to add up, and goes on from there when the same plan is released again.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput, Cancelled, Refused
from dpdesk.ledger.reservation import Reservation, StoredRelease
from dpdesk.ledger.terms import AccountTerms, Request
from dpdesk.planning.choosing.checks import require_confirmed, require_titles
from dpdesk.planning.choosing.choose import ChosenPlan
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.problems.problem import Phrase, phrase, problem
from dpdesk.problems.render import render
from dpdesk.progress import Progress, Stage, as_stage, heard_by, silent
from dpdesk.release.drawing import draw, measured_at_most
from dpdesk.release.finish import Finished, Prepared, finish, prepare
from dpdesk.release.reliability import in_style
from dpdesk.release.result import Release, unadjusted
from dpdesk.release.sealed import Sealed, opened, pack, require_sealable, unpack
from dpdesk.release.stored import (
    as_release,
    current_plan,
    dictionary_bytes,
    forecast_bytes,
    other_texts,
    pack_summary,
    plan_bytes,
    require_readable,
    require_text_only,
    stored_plan,
    text_bytes,
    texts_differ,
)
from dpdesk.release.strategy import strategy_bytes
from dpdesk.release.terms import ReleaseRequest, terms_of
from dpdesk.release.trial import try_to_finish
from dpdesk.release.undisturbed import undisturbed

if TYPE_CHECKING:
    from dpdesk.data.sources.base import Source
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.planning.document.plan import Plan
    from dpdesk.privacy.loss import Loss

Integers = NDArray[np.int64]


class Account(Protocol):
    """The part of a ledger a release needs; a rehearsal brings one that keeps nothing."""

    def ensure_account(self, terms: AccountTerms) -> None:
        """Open the account, or check that its terms are these."""

    def fingerprint_key(self) -> bytes:
        """The key of file fingerprints."""

    def known_records(self, fingerprint: str) -> str:
        """The fingerprint of the records of a file known by that of its bytes, "" if none is recorded."""

    def secret(self, dataset_id: str) -> bytes:
        """The key of the row cap."""

    def released(self, request: Request) -> StoredRelease | None:
        """The finished release of this very plan and file, if there is one; charges nothing."""

    def correct_text(
        self, release_id: str, texts: bytes, reason: str, *, office: str = "", role: str = ""
    ) -> StoredRelease:
        """Store new texts of a finished release."""

    def reserve(self, request: Request, progress: Progress = silent) -> Reservation | StoredRelease:
        """Charge the account durably, or return the release that exists already."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished release; `notices` are sentences the user should read, `again` whether it existed before.

    `made` is what its microdata are made of, where they were asked for and it was finished now.
    """

    release: Release
    again: bool
    notices: tuple[Phrase, ...] = ()
    made: tuple[ChosenPlan, Prepared, Finished] | None = None

    @property
    def notice(self) -> str | None:
        """The notices for who types commands, in English; None if there are none."""
        return " ".join(render(notice) for notice in self.notices) or None


def release(asked: ReleaseRequest, account: Account, progress: Progress = silent) -> Outcome:
    """Release a plan once.

    asked: the plan, the data and the reasons that were given; account: the ledger; progress: may stop the release until
    `Stage.DRAW` begins, and again in `Stage.ADD`, from where the same call goes on later; else it is only told.

    Raises:
        BadInput: plan, dictionary or file are not what they must be (nothing is spent).
        Refused: budget, changed data, a known fingerprint (nothing is spent).
        Cancelled: `progress` stopped it (nothing is spent before the draw, and nothing more when it is released again).
        LedgerDamaged: the ledger does not verify.
    """
    from dpdesk.data.counting.tabulation import tabulate
    from dpdesk.data.engines.open import open_on

    progress(Stage.CHECK)
    plan, dictionary = asked.plan, asked.plan.dictionary
    if not asked.rehearsal:
        require_confirmed(plan)
        require_titles(plan)
    forecaster = Forecaster()
    chosen, promised = forecaster.choose(plan), forecaster.forecast(plan)
    if asked.microdata:
        from dpdesk.release.microdata import require_population

        require_population(chosen)
    source = open_on(asked.engine, asked.data, asked.source_format or dictionary.source)
    dictionary.check_columns(source.columns, chosen.names, file=source.name, hint=source.hint)
    _require_visible_records(plan, chosen, len(source.columns))
    _require_records(source)
    # Whatever the end will need that the plan alone decides is made now, so that it fails now if it fails.
    require_readable(plan)
    prepared, promise = prepare(chosen), forecast_bytes(promised)
    strategy, decoders, loss = strategy_bytes(chosen), chosen.decoders, chosen.actual_loss
    require_sealable(measured_at_most(chosen), plan.file.whole)
    with heard_by(_rising(progress, Stage.ADJUST)):
        try_to_finish(chosen, prepared, promise)
    if asked.correct_text is None:
        account.ensure_account(terms_of(plan))
    before = source.fingerprint(account.fingerprint_key(), progress)
    records = account.known_records(before) or source.records_fingerprint(account.fingerprint_key(), progress)
    request = _request(asked, chosen, before, records)
    if asked.correct_text is not None:
        return _again(asked, _released(account, request), account)
    progress(Stage.RESERVE)
    held = account.reserve(request, progress)
    if isinstance(held, StoredRelease):
        return _again(asked, held, account)
    with held:
        if held.sealed is None:
            progress(Stage.COUNT)
            contingencies = tabulate(
                source, dictionary, chosen.domains, account.secret(dictionary.dataset_id), progress
            )
            if source.fingerprint(account.fingerprint_key(), as_stage(progress, Stage.COMPARE)) != before:
                raise Refused(problem("release.file_changed", file=source.name))
            progress(Stage.DRAW)
            with undisturbed():
                held.mark_draw(strategy)
                measured = draw(chosen, contingencies, held)
                _tell(progress, Stage.SEAL)
                held.seal(pack(measured, decoders))
            del contingencies
            stored, finished = _committed(held, chosen, prepared, promise, loss, measured, progress)
        else:  # resumed: the plan the integers were drawn for, which differs from this one in its texts at most
            stored, finished, chosen, prepared = _from_seal(held, held.sealed, progress)
    notices = (held.notice,) if held.notice else _printed_again(stored, asked.plan)
    made = (chosen, prepared, finished) if asked.microdata else None
    made_of = as_release(stored, rehearsal=asked.rehearsal, compiler=forecaster.bench.tabulate)
    done = in_style(made_of, asked.plan.record.style)  # a resumed one had its own
    return Outcome(done, again=False, notices=(*notices, *_unadjusted(done)), made=made)


def finish_sealed(release_id: str, ledger: Ledger, progress: Progress = silent) -> Outcome:
    """Finish a release that was stopped after its noise was sealed; reads no data and costs nothing.

    The file may be gone, or corrected, since it was drawn: what was paid for is made of the seal alone. One that is
    finished is given again.

    Raises:
        BadInput: no release of that number is sealed.
        Cancelled: `progress` stopped it once more.
    """
    held = ledger.sealed(release_id)
    again = isinstance(held, StoredRelease)
    if isinstance(held, Reservation):
        with held:
            held, *_ = _from_seal(held, held.sealed or b"", progress)
    done = as_release(held)
    return Outcome(done, again, _unadjusted(done))


def _from_seal(
    held: Reservation, sealed: bytes, progress: Progress
) -> tuple[StoredRelease, Finished, ChosenPlan, Prepared]:
    """Finish what is sealed by the plan it was drawn for."""
    plan = stored_plan(held.plan_json, held.dictionary_json)
    forecaster = Forecaster(opened(sealed)[1])
    chosen, promised = forecaster.choose(plan), forecaster.forecast(plan)
    prepared, measured = prepare(chosen), unpack(sealed, chosen.decoders)
    promise, loss = forecast_bytes(promised), chosen.actual_loss
    return *_committed(held, chosen, prepared, promise, loss, measured, progress), chosen, prepared


def _committed(
    held: Reservation,
    chosen: ChosenPlan,
    prepared: Prepared,
    promise: bytes,
    loss: Loss,
    measured: Sealed,
    progress: Progress,
) -> tuple[StoredRelease, Finished]:
    """Make the figures of sealed integers and enter them."""
    with heard_by(_rising(progress, Stage.ADD)):
        finished = finish(chosen, measured, prepared)
    _tell(progress, Stage.ENTER)
    return held.commit(finished.result_hash, loss, pack_summary(finished, promise)), finished


def correct(plan: Plan, release_id: str, ledger: Ledger, reason: str, *, office: str = "", role: str = "") -> Outcome:
    """Give a finished release the texts of `plan`, a plan of the same meaning; reads no data and costs nothing.

    Raises:
        BadInput: another plan, no reason, or a correction that would change numbers.
    """
    stored = ledger.release(release_id)
    if stored.meaning != plan.meaning:
        raise BadInput(problem("release.more_than_texts"))
    require_text_only(stored, plan)
    plan = _in_its_style(plan, stored)
    return Outcome(
        as_release(ledger.correct_text(release_id, text_bytes(plan), reason, office=office, role=role)), again=True
    )


def _in_its_style(plan: Plan, stored: StoredRelease) -> Plan:
    """A plan that states no house style, in that of the release."""
    return plan if plan.record.style is not None else plan.in_style(current_plan(stored).record.style)


def _tell(progress: Progress, stage: Stage) -> None:
    """Report a stage past the draw mark: from there on a release is finished, whoever would rather stop it.

    Nor may a report that cannot be shown cost what was drawn: the budget is spent, and the noise not yet sealed.
    """
    with suppress(Exception):
        progress(stage)


def _rising(progress: Progress, reported: Stage) -> Progress:
    """Report how much of an adjustment is done, never less than before; a report that fails does not stop it."""
    most = 0.0

    def report(stage: str, fraction: float | None = None) -> None:
        nonlocal most
        most = max(most, min(fraction or 0.0, 1.0))
        try:
            progress(reported, most)
        except Cancelled:
            raise Cancelled(sealed=reported == Stage.ADD) from None
        except Exception:  # noqa: S110 -- as `_tell`: what cannot be shown costs nobody a release
            pass

    return report


def _released(account: Account, request: Request) -> StoredRelease:
    """The release whose texts are to be corrected: it is never made for that."""
    stored = account.released(request)
    if stored is None:
        raise BadInput(problem("release.nothing_to_correct"))
    return stored


def _again(asked: ReleaseRequest, stored: StoredRelease, account: Account) -> Outcome:
    """The release that exists already, with corrected texts where these are asked for; costs nothing."""
    plan, reason = asked.plan, asked.correct_text
    notices: tuple[Phrase, ...] = ()
    if reason is None:
        notices = _printed_again(stored, plan)
    elif texts_differ(stored, plan := _in_its_style(plan, stored)):
        require_text_only(stored, plan)
        stored = account.correct_text(stored.release_id, text_bytes(plan), reason, office=asked.office, role=asked.role)
    if stored.withdrawn is not None:
        gone = stored.withdrawn
        notices = (phrase("release.withdrawn", day=gone.date, entry=gone.entry), *notices)
    done = in_style(as_release(stored), plan.record.style)
    return Outcome(done, again=True, notices=(*notices, *_unadjusted(done)))


def _unadjusted(made: Release) -> tuple[Phrase, ...]:
    """That figures are not adjusted, and the kind of the exception where one ended the adjustment."""
    if made.failed:
        return (phrase("release.adjustment_failed", kind=made.failed),)
    return (phrase("release.unadjusted"),) if any(map(unadjusted, made.tables)) else ()


def _printed_again(stored: StoredRelease, plan: Plan) -> tuple[Phrase, ...]:
    """What the release has that the plan has otherwise; nothing where they differ in nothing that is printed."""
    notices = []
    before = current_plan(stored)
    if before.figures != plan.figures:
        if before.level == plan.level:
            notices.append(phrase("release.own_level", level=before.level))
        else:
            notices.append(phrase("release.other_level", level=before.level, now=plan.level))
    if other_texts(stored, plan):
        notices.append(phrase("release.other_texts"))
    return tuple(notices)


def _require_visible_records(plan: Plan, chosen: ChosenPlan, columns: int) -> None:
    """Refuse a text file of one column where the number of records is taken as known: an empty record is a blank line.

    The number of columns is public (the dictionary's file format); what is refused does not depend on any record.
    """
    known = any(group.compiled.exact_row for group in chosen.groups)
    if known and plan.dictionary.source.hides_empty_records(columns):
        raise BadInput(problem("release.one_column"))


def _require_records(source: Source) -> None:
    """Refuse a file without any record, of which a release would count nobody.

    That a file holds no record at all is a refusal like others that tell whether reading succeeded: outside the
    guarantee. How many of its records a plan counts is inside it, so that a release is never refused for that: a code
    list that suits none of them shows in the confidential check.
    """
    if not source.has_records():
        raise BadInput(problem("release.no_records", file=source.name))


def _request(asked: ReleaseRequest, chosen: ChosenPlan, fingerprint: str, records: str) -> Request:
    plan = asked.plan
    return Request(
        dataset_id=plan.dictionary.dataset_id,
        meaning=plan.meaning,
        fingerprint=fingerprint,
        loss=plan.loss,
        actual=chosen.actual_loss,
        plan_json=plan_bytes(plan),
        dictionary_json=dictionary_bytes(plan.dictionary),
        accept_changed=asked.accept_changed,
        confirm_known=asked.confirm_known,
        title=plan.title.get("en"),
        text_hash=plan.text_hash,
        figures=plan.figures,
        office=asked.office,
        role=asked.role,
        records=records,
        wave=asked.wave,
    )


__all__ = ["Account", "Finished", "Mapping", "Outcome", "ReleaseRequest", "correct", "release", "terms_of"]
