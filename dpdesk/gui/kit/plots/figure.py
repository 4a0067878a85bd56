"""A picture before it is painted: its lines, its axes in words, and the same as a table. Qt-free."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Style = Literal["main", "other", "bound", "bars", "dots"]
"""How a series is drawn: thick, thin, dashed; as columns from zero; as points."""


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """One line, or columns: `x` and `y` are float64 of one length; columns have the edges of their feet as `x`."""

    name: str
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    style: Style = "main"


class Rows(Sequence[tuple[str, ...]]):
    """Rows of a table that are made when they are looked at."""

    def __init__(self, length: int, make: Callable[[int], tuple[str, ...]]) -> None:
        self._length, self._make = length, make

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self._make(number) for number in range(*index.indices(self._length))]
        if not -self._length <= index < self._length:
            raise IndexError(index)
        return self._make(index % self._length)


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """What a picture shows.

    `x_title` and `y_title` say in words what the axes measure, units included. `point` is a place along x that can be
    moved within `reach` (both None where nothing can). `headings` and `rows` tell the same as a table; `note` is a
    sentence under the picture, `empty` one instead of it.
    """

    x_title: str = ""
    y_title: str = ""
    series: tuple[Series, ...] = ()
    log_x: bool = False
    log_y: bool = False
    from_zero: bool = False
    point: float | None = None
    reach: tuple[float, float] | None = None
    headings: tuple[str, ...] = ()
    rows: Sequence[tuple[str, ...]] = ()
    note: str = ""
    empty: str = ""
    whole_x: bool = False
    key: Any = field(default=None)
