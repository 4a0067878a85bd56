"""The arithmetic of an account: one cap, one rule, exact fractions.

Guarantee: as long as every release is charged with ``charge`` and refused when ``remaining`` would fall below 0, the
whole sequence of releases, each chosen in the light of all before, stays within the cap. Each rule bounds the *sum* of
one kind of loss against a limit fixed beforehand, which holds for losses chosen adaptively too (ε, and ε with δ:
Rogers, Roth, Ullman, Vadhan 2016; ρ: Feldman, Zrnic 2021):
``epsilon``  ε adds (basic composition of pure mechanisms).
``rho``      ρ adds (Bun & Steinke 2016); pure ε counts as ε²/2, which it satisfies.
``sum``      ε adds and δ adds; pure ε counts as (ε, 0).
``rho-of-delta`` (written "rho" in a file beside epsilon and delta) ρ adds up to the largest ρ whose tight conversion
at the cap's δ is within the cap's ε. Only losses with a finite ρ can be charged.
The smaller of two compositions is never taken afterwards: that is not a proven stopping rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from dpdesk.errors import BadInput, Refused
from dpdesk.privacy.conversion import largest_rho
from dpdesk.privacy.exact import format_exact, parse_exact
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP
from dpdesk.problems.problem import Phrase, phrase, problem

Rule = Literal["epsilon", "rho", "sum", "rho-of-delta"]
Amounts = tuple[Fraction, ...]

_UNITS: dict[Rule, tuple[str, ...]] = {
    "epsilon": ("epsilon",),
    "rho": ("rho",),
    "sum": ("epsilon", "delta"),
    "rho-of-delta": ("rho",),
}


@dataclass(frozen=True, slots=True)
class Cap:
    """The cap of an account in the parameters it was given in, and the rule by which charges add up.

    Attributes:
        rule: "epsilon", "rho", "sum" or "rho-of-delta" (the module says what each adds).
        epsilon, delta, rho: those that the rule has, exact; the others None.

    >>> Cap("sum", epsilon=Fraction(2), delta=Fraction(1, 10**6)).units
    ('epsilon', 'delta')
    """

    rule: Rule
    epsilon: Fraction | None = None
    delta: Fraction | None = None
    rho: Fraction | None = None

    def __post_init__(self) -> None:
        """Refuse parameters that do not belong to the rule or are not positive (δ: below 1)."""
        wanted = {"epsilon": {"epsilon"}, "rho": {"rho"}}.get(self.rule, {"epsilon", "delta"})
        given = {n for n in ("epsilon", "delta", "rho") if getattr(self, n) is not None}
        if self.rule not in _UNITS or given != wanted:
            raise BadInput(problem("privacy.cap_kind"))
        for name in sorted(given):
            value = getattr(self, name)
            if value <= 0 or (name == "delta" and value >= 1):
                raise BadInput(problem("privacy.cap_range", name=name))

    @property
    def units(self) -> tuple[str, ...]:
        """Names of the amounts of this account: ("epsilon",), ("rho",) or ("epsilon", "delta")."""
        return _UNITS[self.rule]

    @property
    def limit(self) -> Amounts:
        """What may be spent in all, in ``units``."""
        if self.rule == "rho-of-delta":
            return (largest_rho(_given(self.epsilon), _given(self.delta)),)
        return tuple(_given(getattr(self, name)) for name in self.units)

    def to_json(self) -> dict[str, str]:
        """{"epsilon"} | {"rho"} | {"epsilon", "delta", "rule": "sum" | "rho"}, exact texts."""
        values = ((name, getattr(self, name)) for name in ("epsilon", "delta", "rho"))
        result = {name: format_exact(value) for name, value in values if value is not None}
        if self.delta is not None:
            result["rule"] = "sum" if self.rule == "sum" else "rho"
        return result

    @classmethod
    def from_json(cls, obj: Mapping[str, object]) -> Cap:
        """The cap that a dictionary or a ledger states.

        Args:
            obj: {"epsilon"}, {"rho"} or {"epsilon", "delta", "rule"}, exact numbers as texts.

        Raises:
            BadInput: for any other combination, for numbers that are no texts, and for unknown keys.

        >>> Cap.from_json({"rho": "1/2"}).limit
        (Fraction(1, 2),)
        """
        unknown = sorted(set(obj) - {"epsilon", "delta", "rho", "rule"})
        if unknown:
            raise BadInput(problem("privacy.cap_field", name=str(unknown[0])))
        numbers: dict[str, Fraction] = {}
        for name in ("epsilon", "delta", "rho"):
            value = obj.get(name)
            if value is not None:
                if not isinstance(value, str):
                    raise BadInput(problem("privacy.cap_not_text", name=name))
                numbers[name] = parse_exact(value)
        rule = obj.get("rule")
        if "delta" in numbers:
            if rule not in ("sum", "rho"):
                raise BadInput(problem("privacy.cap_rule"))
            return cls("sum" if rule == "sum" else "rho-of-delta", **numbers)
        if rule is not None and rule not in numbers:
            raise BadInput(problem("privacy.cap_without_rule"))
        return cls("rho" if "rho" in numbers else "epsilon", **numbers)


def charge(cap: Cap, loss: Loss) -> Amounts:
    """What a loss costs an account.

    Args:
        cap: the account's limit, and the rule by which its charges add up.
        loss: under rules in ρ a group's *actual* loss: for (ε, δ) plans with Gaussian noise that is
            `ZCDP(gaussian_rho(...))`, with Laplace noise `PureDP`; an `ApproxDP` alone has no finite ρ.

    Returns:
        One exact number for each of `cap.units`.

    Raises:
        Refused: the account cannot take that kind of loss.

    >>> charge(Cap("rho", rho=Fraction(1)), PureDP("1/2"))
    (Fraction(1, 8),)
    """
    if cap.rule == "epsilon":
        if isinstance(loss, PureDP):
            return (loss.epsilon,)
        raise Refused(problem("privacy.account_epsilon"))
    if cap.rule == "sum":
        if isinstance(loss, PureDP):
            return loss.epsilon, Fraction(0)
        if isinstance(loss, ApproxDP):
            return loss.epsilon, loss.delta
        raise Refused(problem("privacy.account_sum"))
    if isinstance(loss, ZCDP):
        return (loss.rho,)
    if isinstance(loss, PureDP):
        return (loss.epsilon**2 / 2,)
    raise Refused(problem("privacy.account_rho"))


def total(cap: Cap, losses: Sequence[Loss]) -> Amounts:
    """What several losses cost an account together.

    Args:
        cap: the account's limit, and the rule by which its charges add up.
        losses: any number of them.

    Returns:
        The sum of their charges in `cap.units`; zeros for none.

    Raises:
        Refused: the account cannot take one of the losses.

    >>> total(Cap("epsilon", epsilon=Fraction(2)), [PureDP("1/2"), PureDP("1/4")])
    (Fraction(3, 4),)
    """
    result = zero(cap)
    for loss in losses:
        result = add(result, charge(cap, loss))
    return result


def zero(cap: Cap) -> Amounts:
    """Nothing spent, in the cap's units.

    Args:
        cap: of an account.
    """
    return (Fraction(0),) * len(cap.units)


def add(first: Amounts, second: Amounts) -> Amounts:
    """Two amounts in the same units, added.

    Args:
        first: by unit (ε, δ or ρ).
        second: in the same units.
    """
    return tuple(a + b for a, b in zip(first, second, strict=True))


def remaining(cap: Cap, spent: Amounts) -> Amounts:
    """What is left of a cap.

    Args:
        cap: the account's limit.
        spent: what is gone, in `cap.units`.

    Returns:
        One exact number for each unit; below 0 where more is gone than the cap allows.
    """
    return tuple(limit - used for limit, used in zip(cap.limit, spent, strict=True))


def affords(cap: Cap, spent: Amounts, cost: Amounts) -> bool:
    """Whether a cost still fits, exactly.

    Args:
        cap: the account's limit.
        spent: what is gone, in `cap.units`.
        cost: what is asked, likewise.

    >>> affords(Cap("epsilon", epsilon=Fraction(1)), (Fraction(1, 2),), (Fraction(1, 2),))
    True
    """
    return all(left >= needed for left, needed in zip(remaining(cap, spent), cost, strict=True))


def require(cap: Cap, spent: Amounts, cost: Amounts) -> None:
    """Refuse a cost that does not fit.

    Args:
        cap: the account's limit.
        spent: what is gone, in `cap.units`.
        cost: what is asked, likewise.

    Raises:
        Refused: it does not fit; the sentence says what is asked and what is left.
    """
    if affords(cap, spent, cost):
        return
    asked, left = _in_words(cap, cost), _in_words(cap, remaining(cap, spent))
    raise Refused(problem("privacy.not_enough", asked=asked, left=left))


def _in_words(cap: Cap, amounts: Amounts) -> tuple[Phrase, ...]:
    """Each amount with its unit."""
    pairs = zip(cap.units, amounts, strict=True)
    return tuple(phrase("privacy.amount", unit=unit, amount=_short(amount)) for unit, amount in pairs)


def _short(value: Fraction) -> str | Phrase:
    """The exact text where it is short, else a decimal."""
    text = format_exact(value)
    return text if len(text) <= 24 else phrase("privacy.about", amount=f"{float(value):.6g}")


def _given(value: Fraction | None) -> Fraction:
    """A parameter that the rule requires."""
    if value is None:
        raise BadInput(problem("privacy.cap_lacks"))
    return value
