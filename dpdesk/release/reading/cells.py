"""What a way of reading is given and gives back: a recipe with the answers it names, and the values of its cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.choosing.choose import ChosenGroup
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.recipes import Recipe, TableMap
from dpdesk.release.reading.answers import Answers

Values = NDArray[np.float64]
Integers = NDArray[np.int64]


class Cells(NamedTuple):
    """The cells of a recipe, each of the shape (pages, stub, boxhead, items); NaN where there is no number."""

    estimate: Values
    lower: Values
    upper: Values
    margin: Values
    unbiased: Values


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A recipe of a table, and what it is computed from: the answers of its group by vector, or what was drawn."""

    table: TableMap
    recipe: Recipe
    group: ChosenGroup
    answers: Mapping[str, Answers]
    drawn: Integers | None = None

    @property
    def vector_answers(self) -> Answers:
        """The answers that its rows are."""
        return self.answers[self.recipe.measured.vector]

    @property
    def decimals(self) -> int:
        """The decimal places with which the item is shown."""
        return self.table.shell.items[self.recipe.start].decimals


def at_rows(values: NDArray[np.generic], rows: Integers) -> Values:
    """Answers in `rows`, 0 where nobody is counted."""
    return np.where(rows == NO_ROW, 0.0, np.asarray(values, dtype=np.float64)[np.maximum(rows, 0)])


def outward(low: Values, high: Values, decimals: int) -> tuple[Values, Values]:
    """Limits rounded away from each other."""
    places = 10.0**decimals
    return np.floor(low * places) / places, np.ceil(high * places) / places
