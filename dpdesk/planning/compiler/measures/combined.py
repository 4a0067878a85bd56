"""Sums of answers times public numbers: rates, expanded counts and sums, directly standardised rates.

A cell is Σ f·a over answers a of its group, with factors f that the plan's public figures say: exact, and the same
whatever the data are. So its noise is Σ f·noise, whose law is that of the answers. docs/proofs/public_figures.md
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.measures.base import FromFigures, Measured, Place, beside
from dpdesk.planning.compiler.measures.codes import CodeSets
from dpdesk.planning.compiler.measures.count import Count
from dpdesk.planning.compiler.measures.figures import Figures, codes_within, lines_of, named, on_axes, within
from dpdesk.planning.compiler.measures.quantity import Sum
from dpdesk.planning.document import model as document
from dpdesk.privacy.exact import format_exact, parse_exact
from dpdesk.problems.problem import problem
from dpdesk.schema.text import Text
from dpdesk.schema.variables.variable import Variable

Values = NDArray[np.float64]
DECIMALS = 1
"""Of rates, where nothing else is said."""


@dataclass(frozen=True, slots=True, eq=False)
class Combined(FromFigures):
    """Σ factor × answer, over all of a cell or over sets of codes; NaN where a public figure says there is nobody.

    `inner` says what an answer is; `factors` has the shape (P, S, B, k), or 1 where all of an axis are alike.
    """

    codes: CodeSets | None
    factors: Values

    @property
    def linear(self) -> bool:
        return True

    @property
    def rows(self) -> int:
        return int(self.factors.shape[3])

    @property
    def along(self) -> CodeSets | None:
        return self.codes

    @property
    def negative(self) -> bool:
        """Whether a cell can be below zero."""
        return isinstance(self.inner, Sum) and self.inner.negative

    def blank(self, nobody: NDArray[np.bool_]) -> NDArray[np.bool_]:
        lacking = np.isnan(self.factors).any(axis=3, keepdims=True)
        return np.asarray(nobody.all(axis=3, keepdims=True) | lacking)


def combined(inner: Measured, measure: document.Measure, place: Place) -> Measured:
    """A measure with what public figures make of it, the measure itself where it asks for none."""
    rate = measure if isinstance(measure, document.Rate) else None
    if rate is None and measure.expanded is None:
        return inner
    if not isinstance(inner, Count | Sum):
        raise BadInput(problem("planning.not_expanded", place.where.to("expanded")))
    made = Combined(inner, inner.item(0), None, np.ones((1, 1, 1, 1)))
    if rate is not None:
        made = _rate(made, rate, place)
    if measure.expanded is not None:
        if made.codes is not None:
            raise BadInput(problem("planning.standard_expanded", place.where.to("expanded")))
        made = _expanded(made, measure.expanded, measure, place)
    return made


def _expanded(plain: Combined, name: str, measure: document.Measure, place: Place) -> Combined:
    """Each stratum's answer times its factor; strata of one factor are one answer."""
    figures = named(place, name, "expanded")
    if len(figures.variables) != 1:
        raise BadInput(problem("planning.factors_of_one", place.where.to("expanded"), name=name))
    (variable,) = figures.variables
    by_factor: dict[Fraction, list[int]] = {}
    inside = within(variable, place.universe, place.dictionary, place.table)
    for at in codes_within(variable, figures.roots[0], inside, place.where.to("expanded")):
        by_factor.setdefault(figures.code((at,), place.where.to("expanded")), []).append(at)
    by_factor.pop(Fraction(0), None)
    if not by_factor:
        raise BadInput(problem("planning.factors_zero", place.where.to("expanded"), name=name))
    factors = np.array([float(factor) for factor in by_factor]) * plain.factors
    sets = CodeSets(variable, tuple(map(tuple, by_factor.values())), f"factors {name}")
    words = {"en": "expanded", "de": "hochgerechnet"}
    label = plain.words.label if measure.label else beside(plain.words.label, words)
    item = replace(plain.words, code=f"{plain.words.code}:expanded:{name}", label=label)
    return replace(plain, words=item, codes=sets, factors=factors)


def _rate(plain: Combined, rate: document.Rate, place: Place) -> Combined:
    figures, per = named(place, rate.figures, "figures"), parse_exact(rate.per)
    if per <= 0:
        raise BadInput(problem("planning.above_zero", place.where.to("per")))
    standard = None if rate.standard is None else named(place, rate.standard, "standard")
    shown = f"{int(per):,}" if per.denominator == 1 else format_exact(per)
    tags = dict.fromkeys(["en", "de", *figures.label])
    each = {tag: f"{'je' if tag == 'de' else 'per'} {_grouped(shown, tag)}" for tag in tags}
    words = {tag: f"{text} ({figures.label.show(tag)})" for tag, text in each.items()}
    if standard is not None:
        told = {"en": "standardised", "de": "standardisiert"}
        words = {tag: f"{text}, {told.get(tag, told['en'])}: {standard.label.show(tag)}" for tag, text in words.items()}
    code = f"rate:{plain.words.code}:{figures.name}:{format_exact(per)}" + (f":{rate.standard}" if standard else "")
    item = replace(
        plain.words,
        code=code,
        kind="rate",
        label=Text(rate.label) if rate.label else beside(plain.words.label, words, " "),
        decimals=DECIMALS if rate.decimals is None else rate.decimals,
        per=per,
    )
    if standard is None:
        totals = _totals(figures, [None], place)
        return replace(plain, words=item, factors=_over(per, totals))
    return _standardised(replace(plain, words=item), figures, standard, per, place)


def _standardised(plain: Combined, figures: Figures, standard: Figures, per: Fraction, place: Place) -> Combined:
    """The mean of rates of the codes of a variable, by the standard's weights of those that the table counts."""
    where = place.where.to("standard")
    if len(standard.variables) != 1:
        raise BadInput(problem("planning.factors_of_one", where, name=standard.name))
    (variable,) = standard.variables
    if all(one.root != variable.root for one in figures.variables):
        raise BadInput(problem("planning.standard_unknown", where, name=figures.name, variable=variable.name))
    if on_axes(variable, place.axes):
        raise BadInput(problem("planning.standard_on_axis", where, variable=variable.name))
    inside = within(variable, place.universe, place.dictionary, place.table)
    shares = {at: standard.code((at,), where) for at in codes_within(variable, standard.roots[0], inside, where)}
    shares = {at: share for at, share in shares.items() if share}
    if not shares:
        raise BadInput(problem("planning.factors_zero", where, name=standard.name))
    totals = _totals(figures, [(variable, at) for at in shares], place)
    whole = sum(shares.values())
    factors = [_over(per * share / whole, totals[..., k : k + 1]) for k, share in enumerate(shares.values())]
    sets = CodeSets(variable, tuple((at,) for at in shares), f"standard {standard.name}")
    return replace(plain, codes=sets, factors=np.concatenate(factors, axis=3))


def _totals(figures: Figures, among: Sequence[tuple[Variable, int] | None], place: Place) -> NDArray[Any]:
    """Each cell's figure as a fraction (P, S, B, k): of all of it, or of those in it with a code of a variable."""
    where = place.where.to("figures")
    lines = [
        lines_of(variable, place.axes, place.universe, place.dictionary, place.table) for variable in figures.variables
    ]
    shape = np.broadcast_shapes((1, 1, 1), *(line.of.shape for line in lines))
    flat = np.stack([np.broadcast_to(line.of, shape).ravel() for line in lines], axis=1)
    cells, back = np.unique(flat, axis=0, return_inverse=True)
    found = np.empty((len(cells), len(among)), dtype=object)
    for position, cell in enumerate(cells.tolist()):
        sets = [line.sets[number] for line, number in zip(lines, cell, strict=True)]
        for k, one in enumerate(among):
            met = list(sets)
            if one is not None:
                root, codes = one[0].root, frozenset(one[0].members[one[1]])
                met = [own & codes if variable.root == root else own
                       for variable, own in zip(figures.variables, sets, strict=True)]  # fmt: skip
            found[position, k] = figures.total(met, where)
    return found[back.reshape(-1)].reshape(*shape, len(among))


def _over(top: Fraction, below: NDArray[Any]) -> Values:
    """A number over fractions, rounded once; NaN where they are 0."""
    known = {one: float(top / one) if one else np.nan for one in set(below.ravel().tolist())}
    return np.array([known[one] for one in below.ravel().tolist()], dtype=np.float64).reshape(below.shape)


def _grouped(number: str, tag: str) -> str:
    """A number as it is written in a language."""
    return number.replace(",", ".") if tag == "de" else number
