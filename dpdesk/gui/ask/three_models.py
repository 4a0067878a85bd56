"""The three models as rows of a small table: which model, which way, how far off, how many people it needs. Qt-free.

Whoever shows them gives the words (`Words`), so that they can be in any language; numbers are made here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dpdesk.planning.aids.three_models import ThreeModels, Way

THIN = "\u202f"


@dataclass(frozen=True, slots=True)
class Words:
    """Names of models and ways by their keys, and sentences: `not_offered`, and `times` with {times}."""

    models: Mapping[str, str]
    ways: Mapping[str, str]
    not_offered: str
    times: str


@dataclass(frozen=True, slots=True)
class ModelRow:
    """One row: texts of its five columns, whether it is its model's best, and a sentence that says more."""

    model: str
    way: str
    error: str
    needed: str
    times: str
    best: bool
    more: str

    @property
    def cells(self) -> tuple[str, ...]:
        """The texts in the order of the columns."""
        return self.model, self.way, self.error, self.needed, self.times


def rows(found: ThreeModels, words: Words) -> list[ModelRow]:
    """All ways of all models, the best of each model first; a model is named in its first row only."""
    result: list[ModelRow] = []
    for one in found.models:
        best, times = one.best, found.times(one.model)
        for place, way in enumerate(sorted(one.ways, key=lambda way: way is not best)):
            factor = words.times.format(times=f"{times:.3g}") if way is best and times is not None else ""
            model = words.models[one.model] if place == 0 else ""
            result.append(_row(model, way, words, factor, way is best))
    return result


def _row(model: str, way: Way, words: Words, factor: str, best: bool) -> ModelRow:
    error = "–" if way.error is None else f"± {_grouped(way.error)}"
    needed = "–" if way.needed is None else _grouped(way.needed)
    more = way.why_not or (way.detail if way.offered else words.not_offered)
    return ModelRow(model, words.ways[way.method], error, needed, factor, best, more)


def _grouped(number: int) -> str:
    return f"{number:,}".replace(",", THIN)
