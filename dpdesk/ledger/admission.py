"""Whether an account takes a request: approval, known data, changed data, kind of loss and budget, in that order.

Pure: it looks at a history and writes nothing. What a custodian accepts in writing comes back as the entries that
record it, so that a release and the opening of a session write them in the transaction that charges the account, and
a check made beforehand, while the data is still to be read, writes none.
"""

from __future__ import annotations

from dataclasses import dataclass

from dpdesk.errors import BadInput, Refused
from dpdesk.ledger import board, events
from dpdesk.ledger.board import standing_of
from dpdesk.ledger.chain import Json
from dpdesk.ledger.history import History
from dpdesk.ledger.series import WaveOf, why_no_wave
from dpdesk.ledger.states import AccountState
from dpdesk.ledger.terms import (
    Amount,
    Request,
    adds_rho,
    charged,
    loss_to_json,
    price_of,
    shown,
    subtract,
    within,
)
from dpdesk.privacy.loss import ApproxDP
from dpdesk.problems.problem import phrase, problem

Fields = dict[str, Json]

_HOW_IT_STANDS = {
    board.DRAFT: phrase("ledger.is_draft"),
    board.SUBMITTED: phrase("ledger.is_submitted"),
    board.EXPIRED: phrase("ledger.has_expired"),
    board.WITHDRAWN: phrase("ledger.was_withdrawn"),
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a request would lead to: the entries of its written acceptances, and a refusal or a price.

    `approval` is the number of the living approval of its meaning, whether the account demands one or not; `clock` is
    the day on which it was judged, which is the day of the charge, so that midnight does not pass between the two.
    """

    accepted: tuple[tuple[str, Fields], ...]
    refusal: Refused | None
    price: Amount
    clock: str
    approval: str = ""
    wave: WaveOf | None = None

    @property
    def under(self) -> Fields:
        """The fields of the charge: its day, the approval if there is one, and the wave where there are waves."""
        approved: Fields = {"approval": self.approval} if self.approval else {}
        wave = self.wave
        waved: Fields = {} if wave is None else {"wave": wave.number, "waves": wave.waves, "wave_day": wave.day}
        if wave is not None and wave.most < wave.waves:
            waved[events.MOST] = wave.most
        return {"date": self.clock, **approved, **waved}


def judge(history: History, request: Request, clock: str) -> Verdict:
    """Judge a request as the account stands on the clock's day (YYYY-MM-DD), or a later one that the ledger has seen.

    Raises:
        BadInput: the account was never opened, a written reason is too long, or the actual losses exceed the plan's.
    """
    account = account_of(history, request.dataset_id)
    accepted: list[tuple[str, Fields]] = []
    today = history.today(clock)
    approval = account.board.live(request.meaning, request.figures, request.text_hash, today)
    number = "" if approval is None else approval.text("number")
    if account.board.demanded is not None and approval is None:
        return Verdict((), _not_approved(account, request, today), {}, clock)
    wave = _wave(account, request)
    refusal = wave if isinstance(wave, Refused) else _data_objection(history, account, request, wave, accepted)
    price: Amount = {}
    if refusal is None:
        try:
            price = _price(account, request)
        except Refused as caught:
            refusal, caught.cause = caught, "kind of loss"
    number_of_wave = wave.number if isinstance(wave, WaveOf) else 0
    if refusal is None and not within(account.spent_with(number_of_wave, price), account.total):
        left = shown(subtract(account.total, account.spent))
        rest = tuple(f"{unit} = {left[unit]}" for unit in sorted(account.total))
        asked = tuple(f"{unit} = {price[unit]}" for unit in sorted(price))
        refusal = Refused(
            problem("ledger.budget", account=request.dataset_id, left=rest, asked=asked),
            "budget",
        )
    if refusal is None and isinstance(wave, WaveOf):
        refusal = _beyond_wave(account, request, wave, price)
    return Verdict(tuple(accepted), refusal, price, clock, number, wave if isinstance(wave, WaveOf) else None)


def _wave(account: AccountState, request: Request) -> WaveOf | Refused | None:
    """The wave of a request: that of its day, else the one that has its data; None where the account has no series."""
    series, name = account.series, request.dataset_id
    if series is None:
        return Refused(problem("ledger.no_series", account=name), "wave") if request.wave else None
    held = series.holding(request.prints)
    day = request.wave or (series.begun[held - 1].day if held else "")
    if not day:
        begun = len(series.begun)
        return Refused(problem("ledger.which_wave", account=name, begun=begun, waves=series.waves), "wave")
    why = why_no_wave(series, day, request.prints)
    if why is not None:
        return Refused(problem("ledger.no_such_wave", account=name, why=why), "wave")
    return WaveOf(series.numbered(day) or len(series.begun) + 1, series.waves, day, series.most)


def _beyond_wave(account: AccountState, request: Request, wave: WaveOf, price: Amount) -> Refused | None:
    """Refuse what would take more than the wave's part."""
    if account.series is None or within(price, account.series.left(wave.number)):
        return None
    left = shown(account.series.left(wave.number))
    rest = tuple(f"{unit} = {left[unit]}" for unit in sorted(price))
    asked = tuple(f"{unit} = {price[unit]}" for unit in sorted(price))
    objection = problem(
        "ledger.wave_budget", account=request.dataset_id, wave=wave.number, waves=wave.waves, left=rest, asked=asked
    )
    return Refused(objection, "budget")


def _not_approved(account: AccountState, request: Request, today: str) -> Refused:
    standing = standing_of(account.board, request.meaning, today, "", request.figures, request.text_hash)
    return Refused(
        problem("ledger.not_approved", account=request.dataset_id, how=_HOW_IT_STANDS[standing.state]),
        "approval",
    )


def refused_fields(request: Request, refusal: Refused) -> Fields:
    """The fields of the entry that records a refusal."""
    title: Fields = {"title": request.title} if request.title else {}
    return {
        "dataset": request.dataset_id, "cause": refusal.cause, "meaning": request.meaning,
        "fingerprint": request.fingerprint, "loss": loss_to_json(request.loss), **title, **request.who,
    }  # fmt: skip


def account_of(history: History, dataset_id: str) -> AccountState:
    """The account of that name; BadInput if it was never opened."""
    account = history.accounts.get(dataset_id)
    if account is None:
        raise BadInput(problem("ledger.no_account", account=dataset_id))
    return account


def _data_objection(
    history: History,
    account: AccountState,
    request: Request,
    wave: WaveOf | None,
    accepted: list[tuple[str, Fields]],
) -> Refused | None:
    prints = request.prints
    before = account.fingerprints
    if wave is not None and account.series is not None:  # each wave has data of its own
        begun = account.series.begun
        before = begun[wave.number - 1].prints if wave.number <= len(begun) else set()
    recognised = prints & (account.fingerprints | account.confirmed)
    if not recognised and history.known_elsewhere(request.dataset_id, prints):
        if not (request.confirm_known or "").strip():
            return Refused(
                problem("ledger.known_data", account=request.dataset_id),
                "known fingerprint",
            )
        reason = board.words(request.confirm_known or "", phrase("ledger.the_confirmation"))
        accepted.append((events.FINGERPRINT_CONFIRMED, _acceptance(request, reason)))
    if before and not prints & before:
        if not (request.accept_changed or "").strip():
            return Refused(
                problem("ledger.changed_data", account=request.dataset_id),
                "changed data",
            )
        reason = board.words(request.accept_changed or "", phrase("ledger.to_accept_data"))
        accepted.append((events.DATA_ACCEPTED, _acceptance(request, reason)))
    return None


def _acceptance(request: Request, reason: str) -> Fields:
    return {
        "dataset": request.dataset_id, **request.recorded, "reason": reason, **request.who,
    }  # fmt: skip


def _price(account: AccountState, request: Request) -> Amount:
    """Return what the request costs: the actual losses where ρ adds up, the plan's full loss elsewhere.

    Raises:
        Refused: if the account does not take that kind of loss.
        BadInput: if the actual losses exceed what the plan states, where the two can be compared.
    """
    cap = account.terms.cap
    if request.actual is None or not adds_rho(cap):
        return charged(price_of(cap, request.loss))
    actual = price_of(cap, request.actual)
    if not isinstance(request.loss, ApproxDP) and not within(actual, price_of(cap, request.loss)):
        raise BadInput(problem("ledger.beyond_loss"))
    return charged(actual)
