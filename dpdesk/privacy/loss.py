"""What is promised: pure ε, ρ (zero-concentrated) or (ε, δ), each an exact rational.

A loss is an upper bound on what neighbours can be told apart by: PureDP(ε) bounds every likelihood ratio by e^ε;
ZCDP(ρ) bounds every Rényi divergence of order α by ρα (Bun & Steinke 2016); ApproxDP(ε, δ) bounds the
hockey-stick divergence at e^ε by δ. Floats are refused: "0.1" is 1/10. Floats shown beside are rounded up.
SharedDP is a part of an (ε, δ) that is divided: what is drawn with pure noise has its part of ε; Gaussian noise of all
parts is calibrated once (calibration.py), since it composes like the noise of one mechanism.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from dpdesk.errors import BadInput
from dpdesk.privacy.exact import float_up, format_exact, parse_exact
from dpdesk.problems.problem import problem

Exact = str | int | Fraction
LossJson = dict[str, str | float | None]


def _positive(value: Exact, name: str) -> Fraction:
    """``value`` as a rational above zero, or BadInput naming the parameter."""
    number = parse_exact(value)
    if number <= 0:
        raise BadInput(problem("privacy.not_above_zero", name=name))
    return number


def _part(part: Exact) -> Fraction:
    """A part of a budget: above 0 and at most 1."""
    number = parse_exact(part)
    if not 0 < number <= 1:
        raise BadInput(problem("privacy.part"))
    return number


def _json(epsilon: Fraction | None = None, delta: Fraction | None = None, rho: Fraction | None = None) -> LossJson:
    """Every parameter as text of an exact rational, with a float rounded up beside it; unused ones null."""
    result: LossJson = {}
    for name, value in (("epsilon", epsilon), ("delta", delta), ("rho", rho)):
        result[name] = None if value is None else format_exact(value)
        result[f"{name}_float"] = None if value is None else float_up(value)
    return result


@dataclass(frozen=True, slots=True)
class PureDP:
    """A loss of pure ε-differential privacy, exact."""

    epsilon: Fraction

    def __init__(self, epsilon: Exact) -> None:
        """Take ε as text, int or Fraction; BadInput for floats and for what is not positive."""
        object.__setattr__(self, "epsilon", _positive(epsilon, "epsilon"))

    def share(self, part: Exact) -> PureDP:
        """A part of this budget.

        Args:
            part: above 0 and at most 1, exact; parts that add up to 1 compose to the whole.

        Raises:
            BadInput: the part lies outside.

        >>> PureDP("1/2").share("1/2")
        PureDP(epsilon=Fraction(1, 4))
        """
        return PureDP(self.epsilon * _part(part))

    def to_json(self) -> LossJson:
        """Exact texts and floats rounded up."""
        return _json(epsilon=self.epsilon)

    def __str__(self) -> str:
        """As in a sentence."""
        return f"epsilon = {format_exact(self.epsilon)}"


@dataclass(frozen=True, slots=True)
class ZCDP:
    """A loss of ρ-zero-concentrated differential privacy, exact."""

    rho: Fraction

    def __init__(self, rho: Exact) -> None:
        """Take ρ as text, int or Fraction; BadInput for floats and for what is not positive."""
        object.__setattr__(self, "rho", _positive(rho, "rho"))

    def share(self, part: Exact) -> ZCDP:
        """A part of this budget.

        Args:
            part: above 0 and at most 1, exact; parts that add up to 1 compose to the whole.

        Raises:
            BadInput: the part lies outside.
        """
        return ZCDP(self.rho * _part(part))

    def to_json(self) -> LossJson:
        """Exact texts and floats rounded up."""
        return _json(rho=self.rho)

    def __str__(self) -> str:
        """As in a sentence."""
        return f"rho = {format_exact(self.rho)}"


@dataclass(frozen=True, slots=True)
class ApproxDP:
    """(ε, δ)-differential privacy, 0 < δ < 1."""

    epsilon: Fraction
    delta: Fraction

    def __init__(self, epsilon: Exact, delta: Exact) -> None:
        """Take both as text, int or Fraction; BadInput for floats, for what is not positive and for δ ≥ 1."""
        object.__setattr__(self, "epsilon", _positive(epsilon, "epsilon"))
        object.__setattr__(self, "delta", _positive(delta, "delta"))
        if self.delta >= 1:
            raise BadInput(problem("privacy.delta_below_one"))

    def share(self, part: Exact) -> ApproxDP:
        """A part of this budget.

        Args:
            part: above 0 and at most 1, exact; parts that add up to 1 compose to the whole.

        Raises:
            BadInput: the part lies outside.

        >>> str(ApproxDP(1, "1e-6").share("1/2"))
        '1/2 of epsilon = 1, delta = 1/1000000'
        """
        fraction = _part(part)
        return self if fraction == 1 else SharedDP(self, fraction)

    def to_json(self) -> LossJson:
        """Exact texts and floats rounded up."""
        return _json(epsilon=self.epsilon, delta=self.delta)

    def __str__(self) -> str:
        """As in a sentence."""
        return f"epsilon = {format_exact(self.epsilon)}, delta = {format_exact(self.delta)}"


@dataclass(frozen=True, slots=True)
class SharedDP(ApproxDP):
    """A part of an (ε, δ) budget, among others.

    ``epsilon`` and ``delta`` are the part of both, which composes with anything. Gaussian noise is calibrated to
    ``together``, what Gaussian noise of all parts may spend together, and has ``part`` of its μ² = Σ Δ²/σ².
    """

    together: ApproxDP
    part: Fraction

    def __init__(self, together: ApproxDP, part: Exact, alone: ApproxDP | None = None) -> None:
        """``part`` of ``together``; ``alone`` is the part of the whole budget, where others have spent some of it."""
        fraction = _part(part)
        epsilon, delta = together.epsilon * fraction, together.delta * fraction
        object.__setattr__(self, "epsilon", epsilon if alone is None else alone.epsilon)
        object.__setattr__(self, "delta", delta if alone is None else alone.delta)
        object.__setattr__(self, "together", together)
        object.__setattr__(self, "part", fraction)

    def share(self, part: Exact) -> SharedDP:
        """A part of this part.

        Args:
            part: above 0 and at most 1, exact.

        Raises:
            BadInput: the part lies outside.
        """
        fraction = _part(part)
        alone = ApproxDP(self.epsilon * fraction, self.delta * fraction)
        return SharedDP(self.together, self.part * fraction, alone)

    def beside(self, epsilon: Fraction, delta: Fraction) -> SharedDP:
        """The same part where other parts spend some of the budget by themselves, on other noise.

        The parts that are left divide what is left in the same proportions.

        Args:
            epsilon: what the others spend of ε, in all.
            delta: and of δ.
        """
        left = ApproxDP(self.together.epsilon - epsilon, self.together.delta - delta)
        return SharedDP(left, self.part * self.together.epsilon / left.epsilon, self.alone)

    @property
    def alone(self) -> ApproxDP:
        """The part of both parameters, to be spent by itself."""
        return ApproxDP(self.epsilon, self.delta)

    @property
    def pure(self) -> PureDP:
        """The part of epsilon, to be spent by itself."""
        return PureDP(self.epsilon)

    def to_json(self) -> LossJson:
        """What Gaussian noise of all parts spends together, and the part of it."""
        return {**_json(epsilon=self.together.epsilon, delta=self.together.delta), "part": format_exact(self.part)}

    def __str__(self) -> str:
        """As in a sentence."""
        return f"{format_exact(self.part)} of {self.together}"


Loss = PureDP | ZCDP | ApproxDP


def loss_from_json(obj: Mapping[str, object]) -> Loss:
    """The loss that a JSON object states.

    Args:
        obj: {"epsilon"}, {"rho"} or {"epsilon", "delta"}, exact numbers as texts; nulls and *_float are ignored.

    Raises:
        BadInput: for any other combination, for numbers that are no texts, and for unknown keys.

    >>> loss_from_json({"epsilon": "0.5", "delta": "1e-6"}) == ApproxDP("1/2", "1/1000000")
    True
    """
    known = {"epsilon", "delta", "rho"}
    unknown = sorted(set(obj) - known - {f"{name}_float" for name in known})
    if unknown:
        raise BadInput(problem("privacy.loss_field", name=str(unknown[0])))
    given: dict[str, str] = {}
    for name in ("epsilon", "delta", "rho"):
        value = obj.get(name)
        if value is None:
            continue
        if not isinstance(value, str):
            raise BadInput(problem("privacy.loss_not_text", name=name))
        given[name] = value
    if set(given) == {"epsilon"}:
        return PureDP(given["epsilon"])
    if set(given) == {"rho"}:
        return ZCDP(given["rho"])
    if set(given) == {"epsilon", "delta"}:
        return ApproxDP(given["epsilon"], given["delta"])
    raise BadInput(problem("privacy.loss_kind"))
