"""The sampling errors of a table's figures, from what the office declares and the figures themselves.

What a declaration says nothing of has none: NaN. See `document/sampling.py` for the forms, docs/proofs/sampling.md for
the formulas.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.compiler.measures.base import Measured, Ratio
from dpdesk.planning.compiler.measures.count import Counts
from dpdesk.planning.compiler.measures.percentage import Percentage
from dpdesk.planning.compiler.measures.quantity import Mean, Sum
from dpdesk.planning.compiler.measures.share import Share
from dpdesk.planning.compiler.measures.weighted import WeightedCounts
from dpdesk.planning.document.sampling import CellErrors, DesignEffect, Sampling, SizeClasses, VarianceFunction
from dpdesk.privacy.exact import parse_exact

if TYPE_CHECKING:
    from dpdesk.planning.compiler.recipes import TableMap
    from dpdesk.planning.compiler.shells import Shell

Values = NDArray[np.float64]

MEASURE = "measure"
"""The column of a file of errors that has the codes of measures."""


def declared_for(declared: Sequence[Sampling], table: str) -> list[Sampling]:
    """What is declared of a table's figures: of all tables first, of a measure of its own last."""
    own = (one for one in declared if one.table in (None, table))
    return sorted(own, key=lambda one: (one.table is not None) + (one.measure is not None))


class Errors(NamedTuple):
    """The standard error of each figure of a table, in its unit and the shape of the shell, and what says so."""

    values: Values
    used: tuple[Sampling, ...]


def standard_errors(
    declared: Sequence[Sampling], table: TableMap, estimates: Values, bases: Mapping[int, Values]
) -> Errors | None:
    """The sampling errors of a table; None where nothing is declared.

    estimates: what it is evaluated at; bases: for each recipe with a base (by `start`) how large that is, of the shape
    (pages, stub, boxhead), in cases or in units of the weight.
    """
    own = declared_for(declared, table.shell.name)
    if not own:
        return None
    result, by = np.full(estimates.shape, np.nan), np.full(estimates.shape, -1)
    for number, one in enumerate(own):
        if isinstance(one, CellErrors):
            found = _of_cells(one, table.shell)
        else:
            found = np.full(estimates.shape, np.nan)
            for recipe in table.recipes:
                base = bases.get(recipe.start)
                below = None if base is None else np.where(base > 0, base, np.nan)[..., None]
                found[..., recipe.span] = _errors(one, recipe.measured, estimates[..., recipe.span], below)
            if one.measure is not None:
                found[..., [position for position, code in enumerate(_codes(table.shell)) if code != one.measure]] = (
                    np.nan
                )
        here = np.isfinite(found) & np.isfinite(estimates)
        result[here], by[here] = found[here], number
    return Errors(result, tuple(one for number, one in enumerate(own) if (by == number).any()))


def serves(one: Sampling, measured: Measured) -> bool:
    """Whether a declaration says anything of a measure."""
    if isinstance(one, CellErrors):
        return True
    if isinstance(one, DesignEffect):
        return _is_size(measured) or _is_percentage(measured) or (_is_mean(measured) and one.deviation is not None)
    if isinstance(one, VarianceFunction):
        return _is_amount(measured) or _is_percentage(measured)
    return _is_amount(measured) or _is_percentage(measured) or _is_mean(measured)


def adds(measured: Measured) -> bool:
    """Whether the margins of noise and of sampling are added as they are: the law of its noise is not about normal."""
    return not (measured.direct or isinstance(measured, Ratio))


def cell_rows(one: CellErrors) -> dict[tuple[str, ...], Fraction]:
    """The errors of a file by the codes of its columns."""
    return {tuple(codes): parse_exact(error) for *codes, error in one.rows}


def cells_named(columns: Sequence[str], shell: Shell) -> Iterator[tuple[str, ...]]:
    """The codes of each cell of a table in the columns of a file of errors, in the order of the tidy CSV."""
    names = [*(variable.name for variable in shell.variables), MEASURE]
    places = [names.index(column) for column in columns]
    for codes, _, item in shell.cells_in_order():
        every = (*codes, item.code)
        yield tuple(every[place] for place in places)


def _of_cells(one: CellErrors, shell: Shell) -> Values:
    known = {codes: float(error) for codes, error in cell_rows(one).items()}
    found = [known.get(codes, np.nan) for codes in cells_named(one.columns, shell)]
    return np.array(found, dtype=np.float64).reshape(shell.shape)


def _codes(shell: Shell) -> list[str]:
    return [item.code for item in shell.items]


def _is_size(measured: Measured) -> bool:
    return isinstance(measured, Counts | WeightedCounts)


def _is_amount(measured: Measured) -> bool:
    return isinstance(measured, Counts | Sum)


def _is_percentage(measured: Measured) -> bool:
    return isinstance(measured, Percentage | Share)


def _is_mean(measured: Measured) -> bool:
    return isinstance(measured, Mean)


def _errors(one: Sampling, measured: Measured, estimates: Values, base: Values | None) -> Values:
    """The standard errors of a measure's items; NaN where the declaration says nothing of it."""
    if not serves(one, measured) or (base is None and not _is_amount(measured)):
        return np.full(estimates.shape, np.nan)
    size = np.abs(estimates)
    of: Values = size if base is None else np.broadcast_to(base, size.shape)
    if isinstance(one, SizeClasses):
        return _by_class(one, size, of)
    if isinstance(one, VarianceFunction):
        a, b = _number(one.a), _number(one.b)
        variance = a * size**2 + b * size if base is None else b * _spread(size) / of
    elif isinstance(one, DesignEffect):
        weighted = measured.weight is not None
        effect = _number(one.effect) * (1 - one.sample / one.population)
        whole, each = (one.population, one.population / one.sample) if weighted else (one.sample, 1.0)
        if base is None:
            variance = effect * each * np.minimum(size, whole) * (1 - np.minimum(size, whole) / whole)
        else:
            spread = _number(one.deviation or "0") ** 2 if _is_mean(measured) else _spread(size)
            variance = effect * spread * each / of
    else:
        return np.full(estimates.shape, np.nan)
    return np.asarray(np.sqrt(np.maximum(variance, 0.0)))


def _spread(percent: Values) -> Values:
    """p(100 − p) of percentages."""
    inside = np.clip(percent, 0.0, 100.0)
    return np.asarray(inside * (100.0 - inside))


def _by_class(one: SizeClasses, size: Values, of: Values) -> Values:
    starts = np.array([_number(own.start) for own in one.classes])
    shares = np.array([0.0 if own.cv is None else _number(own.cv) for own in one.classes])
    errors = np.array([0.0 if own.error is None else _number(own.error) for own in one.classes])
    at = np.maximum(np.searchsorted(starts, np.nan_to_num(of), side="right") - 1, 0)
    return np.where(np.isfinite(of), errors[at] + shares[at] * size, np.nan)


def _number(text: str) -> float:
    return float(parse_exact(text))
