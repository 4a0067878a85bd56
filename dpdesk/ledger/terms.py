"""What an account and a request consist of, and exact amounts in the units of an account's rule.

An amount is a small mapping such as {"epsilon": 1/10} or {"epsilon": 1/2, "delta": 1/1000000}. Amounts are
added and compared component by component in exact arithmetic; ten spends of 1/10 are exactly 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from dpdesk.errors import BadInput, LedgerDamaged
from dpdesk.ledger import board
from dpdesk.ledger.chain import Json
from dpdesk.privacy.accounting import Cap, charge
from dpdesk.privacy.exact import float_down
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.problems.problem import problem

Amount = dict[str, Fraction]

_FRACTION = re.compile(r"(0|[1-9][0-9]*)(/[1-9][0-9]*)?", re.ASCII)
_MOST_DIGITS = 2000
_FINE = 10**60


@dataclass(frozen=True, slots=True)
class AccountTerms:
    """What is fixed when an account is opened: cap (with its rule), unit of protection, c and neighbours."""

    dataset_id: str
    cap: Cap
    unit_text: str
    c: int
    neighbours: Neighbours

    def __post_init__(self) -> None:
        if not self.dataset_id or len(self.dataset_id) > 200 or not self.dataset_id.isprintable():
            raise BadInput(problem("ledger.dataset_id"))
        if self.c < 1:
            raise BadInput(problem("ledger.rows_of_unit"))

    @property
    def rule(self) -> str:
        """The rule of the account: how losses are added up."""
        return self.cap.rule


@dataclass(frozen=True, slots=True)
class Request:
    """What a release asks of its account.

    `loss` is the plan's; `actual` the sum of its groups' actual losses, known before any data is read, which is
    what an account that adds ρ is charged. `accept_changed` and `confirm_known` are reasons in writing: for data
    that changed under this dataset_id, and for data that is recorded under another one. `figures` is the hash that an
    approval is of, beside the meaning; a session has none. `records` is the fingerprint of the records, however they
    are written; empty where there is none. `wave` is the day of the wave the data belong to, where the account has a
    series; empty for the wave that has these data.
    """

    dataset_id: str
    meaning: str
    fingerprint: str
    loss: Loss
    plan_json: bytes
    dictionary_json: bytes
    accept_changed: str | None = None
    confirm_known: str | None = None
    actual: Loss | None = None
    title: str = ""
    text_hash: str = ""
    figures: str = ""
    office: str = ""
    role: str = ""
    records: str = ""
    wave: str = ""

    @property
    def prints(self) -> frozenset[str]:
        """All fingerprints by which these data may be known."""
        return frozenset({self.fingerprint, self.records} - {""})

    @property
    def recorded(self) -> dict[str, Json]:
        """Its fields in an entry: the fingerprint, and that of the records where there is one."""
        return {"fingerprint": self.fingerprint, **({"records": self.records} if self.records else {})}

    @property
    def who(self) -> dict[str, str]:
        """The optional office and role, those that are given."""
        return board.either(self.office, self.role)


@dataclass(frozen=True, slots=True)
class SessionRequest(Request):
    """What the opening of a session asks of its account: the loss of the whole session.

    `terms_json` says exactly what will run: the mechanism's parameters and its guarantee in words.
    """

    terms_json: bytes = b"{}"


def adds_rho(cap: Cap) -> bool:
    """Whether the account adds ρ, and so is charged a release's actual losses."""
    return cap.units == ("rho",)


def limit_of(cap: Cap) -> Amount:
    """Return what may be spent in all under the cap."""
    return dict(zip(cap.units, cap.limit, strict=True))


def price_of(cap: Cap, loss: Loss) -> Amount:
    """Return what a loss costs under the cap; Refused if the account does not take that kind of loss."""
    return dict(zip(cap.units, charge(cap, loss), strict=True))


# Amounts ------------------------------------------------------------------------------------------------------


def zero_like(amount: Amount) -> Amount:
    """Return 0 in the units of `amount`."""
    return dict.fromkeys(amount, Fraction(0))


def add(left: Amount, right: Amount) -> Amount:
    """Return the sum; both have the same units."""
    return {unit: left[unit] + right[unit] for unit in left}


def subtract(left: Amount, right: Amount) -> Amount:
    """Return the difference; both have the same units."""
    return {unit: left[unit] - right[unit] for unit in left}


def within(left: Amount, right: Amount) -> bool:
    """Whether no component of `left` exceeds that of `right`."""
    return left.keys() == right.keys() and all(left[unit] <= right[unit] for unit in left)


def amount_to_json(amount: Amount) -> dict[str, Json]:
    """Return the amount as exact strings."""
    return {unit: str(value) for unit, value in sorted(amount.items())}


def amount_from_json(obj: object) -> Amount:
    """Read an amount from the ledger.

    Raises:
        LedgerDamaged: if it is not a mapping of non-negative fractions in lowest terms.
    """
    if not isinstance(obj, dict) or not obj:
        raise LedgerDamaged(problem("ledger.amount_unreadable"))
    return {str(unit): fraction(text) for unit, text in obj.items()}


def fraction(text: object) -> Fraction:
    """Read a non-negative fraction in lowest terms as the ledger writes it; LedgerDamaged otherwise."""
    if isinstance(text, str) and len(text) <= _MOST_DIGITS and _FRACTION.fullmatch(text):
        value = Fraction(text)
        if str(value) == text:
            return value
    raise LedgerDamaged(problem("ledger.amount_not_exact"))


def charged(amount: Amount, most: Amount | None = None) -> Amount:
    """Return a charge with a denominator of at most 10^60, rounded up but never above `most`.

    Actual losses can have denominators of any length; a ledger of many years must not grow with their products.
    """
    rounded = {unit: value if value.denominator <= _FINE else -rounded_down(-value) for unit, value in amount.items()}
    return rounded if most is None else {unit: min(value, most[unit]) for unit, value in rounded.items()}


def shown(amount: Amount) -> dict[str, str | float]:
    """Return what is left of a budget for show: strings and, beside them, floats rounded down.

    A fraction with a denominator beyond 10^60 is itself rounded down to a multiple of 10^-60.
    """
    result: dict[str, str | float] = {}
    for unit, value in sorted(amount.items()):
        result[unit] = str(rounded_down(value))
        result[f"{unit}_float"] = float_down(value) if value else 0.0
    return result


def in_short(amount: Amount, *, up: bool) -> dict[str, str]:
    """Return the amount as strings of bounded length: exact, or with a denominator beyond 10^60 rounded to 10^-60."""
    short = charged(amount) if up else {unit: rounded_down(value) for unit, value in amount.items()}
    return {unit: str(value) for unit, value in sorted(short.items())}


def rounded_down(value: Fraction) -> Fraction:
    """Return `value`, or if its denominator is beyond 10^60 the multiple of 10^-60 below it."""
    return value if value.denominator <= _FINE else Fraction((value.numerator * _FINE) // value.denominator, _FINE)


# Losses and caps in the ledger --------------------------------------------------------------------------------


def loss_to_json(loss: Loss) -> dict[str, Json]:
    """Return the loss as exact strings, only the parameters that it has."""
    if isinstance(loss, PureDP):
        return {"epsilon": str(loss.epsilon)}
    if isinstance(loss, ZCDP):
        return {"rho": str(loss.rho)}
    return {"delta": str(loss.delta), "epsilon": str(loss.epsilon)}


def loss_from_ledger(obj: object) -> Loss:
    """Read a loss from the ledger; LedgerDamaged if it is not one of the three kinds."""
    amount = amount_from_json(obj)
    try:
        if set(amount) == {"epsilon"}:
            return PureDP(amount["epsilon"])
        if set(amount) == {"rho"}:
            return ZCDP(amount["rho"])
        if set(amount) == {"epsilon", "delta"}:
            return ApproxDP(amount["epsilon"], amount["delta"])
    except BadInput:
        pass
    raise LedgerDamaged(problem("ledger.loss_unknown"))


def cap_to_json(cap: Cap) -> dict[str, Json]:
    """Return the cap as exact strings, with its rule where there is a choice."""
    return dict(cap.to_json())


def cap_from_ledger(obj: object) -> Cap:
    """Read a cap from the ledger; LedgerDamaged if it is none."""
    if isinstance(obj, Mapping):
        try:
            return Cap.from_json(dict(obj))
        except BadInput:
            pass
    raise LedgerDamaged(problem("ledger.cap_unreadable"))
