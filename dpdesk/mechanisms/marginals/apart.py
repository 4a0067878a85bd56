"""Tables that share no variable, with Laplace noise: each set of them by a strategy of its own, side by side.

Variables that occur in one table together, directly or through others, form a component. For every component another
row of the catalogue answers its tables on its own variables, everything else added up, and its integers are multiplied
by a whole number k_A. A lone component is answered by its codes.

Guarantee: what is measured is the stack over the components A of k_A·M_A, whole numbers throughout, and its columns'
norms and common parts follow from the components' (docs/proofs/marginals.md, claim 7, where the weights are, too).
Decoding is post-processing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod

import numpy as np

from dpdesk.mechanisms.baselines.histogram import IdentityAxis
from dpdesk.mechanisms.core.axis import Axis, TotalAxis
from dpdesk.mechanisms.core.matrix import Json, Term, total_json
from dpdesk.mechanisms.core.pieces import Piece, only_totals
from dpdesk.mechanisms.core.product import ProductStrategy
from dpdesk.mechanisms.core.question import LARGEST_PRODUCT, MAX, Choice, Question, Row
from dpdesk.mechanisms.core.scales import LAPLACE
from dpdesk.mechanisms.core.sensitivity import Triple, one_row
from dpdesk.mechanisms.core.strategy import Margin, Strategy
from dpdesk.mechanisms.marginals.strategy import margin_of
from dpdesk.problems.problem import Problem, problem
from dpdesk.queries.compound import Kronecker
from dpdesk.queries.workload import Array, FloatArray, IntArray

PLACES = 16
"""Binary places of a multiplier."""
MOST_TRIPLES = 4096


@dataclass(frozen=True, slots=True)
class Component:
    """Some variables with their strategy and multiplier."""

    variables: Margin
    strategy: Strategy
    multiplier: int


@dataclass(frozen=True)
class ApartStrategy(Strategy):
    """Components side by side; 2^places units are a count, and a component's rows are its multiplier times its own."""

    sizes: tuple[int, ...]
    pieces: tuple[Piece, ...]
    components: tuple[Component, ...]
    places: int

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        return tuple(
            np.concatenate([[0], np.cumsum([component.strategy.rows for component in self.components])]).tolist()
        )

    def _gain(self, place: int) -> float:
        """Units of a component's counts to one of the strategy's."""
        component = self.components[place]
        return component.multiplier * component.strategy.unit / self.unit

    @property
    def rows(self) -> int:
        """The rows of all components, one below the other."""
        return self._starts[-1]

    @property
    def exact_rows(self) -> IntArray:
        """Those of the components."""
        rows = [
            component.strategy.exact_rows + start
            for component, start in zip(self.components, self._starts, strict=False)
        ]
        return np.concatenate(rows).astype(np.int64)

    @property
    def unit(self) -> int:
        """2^places units are one count."""
        return 1 << self.places

    @property
    def largest_entry(self) -> int:
        """The largest entry of a component times its multiplier."""
        return max(component.multiplier * component.strategy.largest_entry for component in self.components)

    @property
    def largest_coefficient(self) -> float:
        """Divided by the gains."""
        return max(
            component.strategy.largest_coefficient / self._gain(place)
            for place, component in enumerate(self.components)
        )

    @property
    def mixes(self) -> bool:
        """Answers of different components bear different noise."""
        return True

    def unconditioned(self) -> ApartStrategy:
        """The same components, each with its total measured with noise."""
        return replace(
            self,
            components=tuple(
                replace(component, strategy=component.strategy.unconditioned()) for component in self.components
            ),
        )

    @property
    def needed_margins(self) -> tuple[Margin, ...]:
        """For each component the margin of its variables."""
        return tuple(component.variables for component in self.components)

    def measure(self, x: Array) -> Array:
        """From the whole vector."""
        return self.measure_margins({tuple(range(len(self.sizes))): x})

    def measure_margins(self, counts: Mapping[Margin, Array]) -> Array:
        """Each component's measurements of its own margin, times its multiplier."""
        return np.concatenate(
            [
                component.multiplier
                * np.asarray(component.strategy.measure(margin_of(component.variables, counts)), dtype=np.int64)
                for component in self.components
            ]
        )

    def decode(self, y: FloatArray) -> FloatArray:
        """Each component by itself, then every piece from where it belongs."""
        return np.asarray(self.decode_each(np.asarray(y)[None])[0])

    def decode_each(self, y: FloatArray) -> FloatArray:
        """The same of many vectors at once."""
        answers = []
        for place, component in enumerate(self.components):
            part = np.asarray(y[:, self._starts[place] : self._starts[place + 1]], dtype=np.float64) / self._gain(place)
            answers.append(component.strategy.decode_each(part))
        taken = [0] * len(self.components)
        in_order = []
        for piece in self.pieces:
            place = component_of(piece, self.components)
            in_order.append(answers[place][:, taken[place] : taken[place] + piece.count])
            taken[place] += piece.count
        return np.concatenate(in_order, axis=1)

    def _inner(self, piece: Piece) -> tuple[int, Piece]:
        place = component_of(piece, self.components)
        return place, within(piece, self.components[place].variables)

    def piece_sum(self, piece: Piece) -> float:
        """The sum by the component that answers the piece, in counts."""
        place, inner = self._inner(piece)
        return self.components[place].strategy.piece_sum(inner) / self._gain(place) ** 2

    def piece_variances(self, piece: Piece) -> FloatArray:
        """Its component's; nan for a piece that joins several."""
        if not any(_inside(piece, component.variables) for component in self.components):
            return np.full(piece.count, np.nan)
        place, inner = self._inner(piece)
        return np.asarray(self.components[place].strategy.piece_variances(inner) / self._gain(place) ** 2)

    def piece_maximum(self, piece: Piece) -> float:
        """The maximum by the component that answers the piece, in counts."""
        place, inner = self._inner(piece)
        return self.components[place].strategy.piece_maximum(inner) / self._gain(place) ** 2

    def coefficients(self, piece: Piece, rows: IntArray) -> FloatArray:
        """Its component's; columns of other components are left out."""
        place, inner = self._inner(piece)
        return np.asarray(self.components[place].strategy.coefficients(inner, rows) / self._gain(place))

    def decoder_rows(self, piece_number: int, piece: Piece, rows: IntArray) -> FloatArray:
        """Its component's, beside zeros."""
        place, inner = self._inner(piece)
        number = sum(component_of(earlier, self.components) == place for earlier in self.pieces[:piece_number])
        dense = np.zeros((rows.size, self.rows))
        decoded = self.components[place].strategy.decoder_rows(number, inner, rows)
        dense[:, self._starts[place] : self._starts[place + 1]] = decoded / self._gain(place)
        return dense

    def query_classes(self, piece: Piece, rows: IntArray) -> IntArray:
        """The labels of the component that answers the piece."""
        place, inner = self._inner(piece)
        return self.components[place].strategy.query_classes(inner, rows)

    def to_json(self) -> Json:
        """What each component says of itself, with its variables and multiplier."""
        return {
            "kind": "apart",
            "components": [
                {
                    "variables": list(component.variables),
                    "multiplier": str(component.multiplier),
                    "strategy": component.strategy.to_json(),
                }
                for component in self.components
            ],
            "units_to_a_count": str(self.unit),
        }

    @property
    def codes(self) -> tuple[int, ...]:
        """Number of codes of each variable, as it was given."""
        return self.sizes

    def terms(self) -> Iterator[Term]:
        """Every component's, times its multiplier, with totals of the other variables."""
        for component in self.components:
            for term in component.strategy.terms():
                factors = [total_json(size) for size in self.sizes]
                for place, factor in zip(component.variables, term.factors, strict=True):
                    if "merged" in factor:
                        raise TypeError("a matrix over classes of cells is not measured beside other strategies")
                    factors[place] = factor
                yield replace(term, times=component.multiplier * term.times, factors=tuple(factors))


def within(piece: Piece, variables: Margin) -> Piece:
    """A piece on some of the variables, those that it asks for among them.

    Args:
        piece: of the workload.
        variables: ascending numbers of variables.
    """
    return Piece(piece.group, Kronecker(*[piece.factors[i] for i in variables]))


def _inside(piece: Piece, variables: Margin) -> bool:
    return all(i in variables or only_totals(factor) for i, factor in enumerate(piece.factors))


def component_of(piece: Piece, components: Sequence[Component]) -> int:
    """The first component that has all of a piece's variables.

    Args:
        piece: of the workload.
        components: each with its variables.

    Returns:
        A position in `components`.
    """
    return next(place for place, component in enumerate(components) if _inside(piece, component.variables))


def components_of(pieces: Sequence[Piece]) -> list[Margin]:
    """Variables that occur together, as far as they occur; all of them as one where no more than totals are asked.

    Args:
        pieces: the workload as products.

    Returns:
        For each component the ascending numbers of its variables.
    """
    components: list[set[int]] = []
    for piece in pieces:
        asked = {i for i, factor in enumerate(piece.factors) if not only_totals(factor)}
        if asked and piece.count:
            joined = [variables for variables in components if variables & asked]
            components = [variables for variables in components if not variables & asked] + [asked.union(*joined)]
    return sorted(tuple(sorted(variables)) for variables in components) or [(0,)]


def refuses(question: Question) -> Problem | None:
    """Why Laplace noise cannot serve.

    Args:
        question: the workload.

    Returns:
        The problem, or None.
    """
    tables = [{i for i, factor in enumerate(piece.factors) if not only_totals(factor)} for piece in question.pieces]
    for variables in components_of(question.pieces):
        cells = prod(question.sizes[i] for i in variables)
        joined = prod(question.sizes) > LARGEST_PRODUCT and not any({*variables} <= table for table in tables)
        if cells > LARGEST_PRODUCT or joined:
            return problem("mechanisms.counted_together", cells=cells)
    return None


def answer(question: Question, rows: Mapping[str, Row], epsilon: Fraction | None) -> Choice:
    """The best of the rows for each component, and multipliers that divide the loss.

    Args:
        question: the workload.
        rows: of the catalogue, by name, of which the best answers each component.
        epsilon: ε of the whole.
    """
    variables = components_of(question.pieces)
    placed = [Component(margin, _histogram(question, margin), 1) for margin in variables]
    pieces: list[list[Piece]] = [[] for _ in variables]
    weights: list[list[float]] = [[] for _ in variables]
    for piece, weight in zip(question.pieces, question.piece_weights(), strict=True):
        place = component_of(piece, placed)
        pieces[place].append(within(piece, variables[place]))
        weights[place].append(weight)
    choices: list[Choice] = []
    costs, norms = [], []
    for inner, inner_weights in zip(pieces, weights, strict=True):
        asked = Question(tuple(inner), question.weights, question.objective, question.relation, question.sums)
        best = _best(asked, rows, epsilon) if len(placed) > 1 else _codes(asked)
        choices.append(best)
        unit = best.strategy.unit
        norms.append(one_row(best.l1 or best.triples, question.relation) / unit)
        if question.objective == MAX:
            costs.append(max(best.strategy.piece_maximum(piece) for piece in inner))
        else:
            pairs = zip(inner_weights, inner, strict=True)
            costs.append(sum(weight * best.strategy.piece_sum(piece) for weight, piece in pairs if piece.count))
    power = 1 / 2 if question.objective == MAX else 1 / 3
    wanted = [
        (cost if question.objective == MAX else cost / max(norm, 1e-300)) ** power if norm > 0 and cost > 0 else 1.0
        for cost, norm in zip(costs, norms, strict=True)
    ]
    places = 0 if len(placed) == 1 else PLACES
    strategies = [choice.strategy for choice in choices]
    multipliers = [
        max(1, round(weight / max(wanted) * 2.0**places * max(s.unit for s in strategies) / strategy.unit))
        for weight, strategy in zip(wanted, strategies, strict=True)
    ]
    unit = max(strategy.unit for strategy in strategies)
    places += unit.bit_length() - 1
    sealed = _sealed_multipliers(question, [component.variables for component in placed], strategies)
    if sealed is not None:
        multipliers, places = sealed
    components = tuple(
        Component(component.variables, strategy, multiplier)
        for component, strategy, multiplier in zip(placed, strategies, multipliers, strict=True)
    )
    whole = ApartStrategy(question.sizes, question.pieces, components, places)
    squares, sharp = _together([choice.triples for choice in choices], [k * k for k in multipliers])
    lengths, sharp_l1 = _together([choice.l1 or choice.triples for choice in choices], multipliers)
    return Choice(whole, squares, sharp and sharp_l1 and all(choice.exact for choice in choices), lengths)


def _sealed_multipliers(
    question: Question, variables: Sequence[Margin], strategies: Sequence[Strategy]
) -> tuple[list[int], int] | None:
    """Multipliers and places that sealed integers were drawn with, where the components are these."""
    tree = question.sealed_strategy("marginals")
    if tree is None or tree.get("kind") != "apart":
        return None
    sealed = [(tuple(part["variables"]), part["strategy"]) for part in tree["components"]]
    if sealed != [(margin, inner.to_json()) for margin, inner in zip(variables, strategies, strict=True)]:
        return None
    multipliers = [int(part["multiplier"]) for part in tree["components"]]
    return multipliers, int(tree["units_to_a_count"]).bit_length() - 1


def _histogram(question: Question, variables: Margin) -> ProductStrategy:
    axes: list[Axis] = []
    for i in variables:
        lone = all(only_totals(piece.factors[i]) for piece in question.pieces)
        axes.append(TotalAxis(question.sizes[i]) if lone else IdentityAxis(question.sizes[i]))
    pieces = tuple(within(piece, variables) for piece in question.pieces if _inside(piece, variables))
    return ProductStrategy(tuple(axes), pieces, question.known)


def _codes(question: Question) -> Choice:
    strategy = _histogram(question, tuple(range(len(question.sizes))))
    return Choice(strategy, strategy.triples())


def _best(question: Question, rows: Mapping[str, Row], epsilon: Fraction | None) -> Choice:
    """The row with the smallest error at its own sensitivity."""
    codes = _codes(question)
    if question.score(codes.strategy) == 0:
        return codes  # no query counts anybody
    scored: list[tuple[float, Choice]] = []
    for row in rows.values():
        slow = row.numerical and not row.stored(question, LAPLACE)
        if LAPLACE not in row.noises or slow or row.refuses(question, LAPLACE) is not None:
            continue
        choice = row.choose(question, LAPLACE, epsilon)
        norm = one_row(choice.l1 or choice.triples, question.relation) / choice.strategy.unit
        scored.append((question.score(choice.strategy) * norm**2, choice))
    return min(scored, key=lambda pair: pair[0])[1]


def _together(columns: Sequence[Sequence[Triple]], times: Sequence[int]) -> tuple[tuple[Triple, ...], bool]:
    """Triples of the stacked columns, and whether they are attained."""
    sharp = prod(len(column) for column in columns) <= MOST_TRIPLES
    if not sharp:
        columns = [_hull(column) for column in columns]
    triples = {
        (
            sum(k * a for k, (a, _, _) in zip(times, combination, strict=True)),
            sum(k * b for k, (_, b, _) in zip(times, combination, strict=True)),
            sum(k * g for k, (_, _, g) in zip(times, combination, strict=True)),
        )
        for combination in product(*columns)
    }
    return tuple(sorted(triples)), sharp


def _hull(triples: Sequence[Triple]) -> list[Triple]:
    """The largest norms with the least and the largest common part."""
    top = max(max(a, b) for a, b, _ in triples)
    return [(top, top, min(g for _, _, g in triples)), (top, top, top)]
