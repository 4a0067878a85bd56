"""A codebook: the columns of a text of fixed width with their places, and what is said of each. All is metadata."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dpdesk.data.sources.known import Known
from dpdesk.errors import BadInput
from dpdesk.limits import MOST_COLUMNS
from dpdesk.problems.problem import problem


@dataclass(frozen=True, slots=True)
class Place:
    """A column: where it begins, counted from 1, how wide it is, how many of its digits are decimals without a mark."""

    name: str
    start: int
    width: int
    known: Known
    decimals: int = 0

    def to_json(self) -> dict[str, Any]:
        """The column as the source format of a dictionary states it."""
        return {"name": self.name, "start": self.start, "width": self.width}


@dataclass(frozen=True, slots=True)
class Codebook:
    """The columns a codebook describes, and the name of its file."""

    file: str
    places: tuple[Place, ...]

    def __post_init__(self) -> None:
        names = [place.name for place in self.places]
        if not names:
            raise BadInput(problem("data.codebook_no_places", file=self.file))
        if len(names) > MOST_COLUMNS:
            raise BadInput(problem("data.codebook_columns", file=self.file, most=MOST_COLUMNS))
        if len(set(names)) < len(names):
            raise BadInput(problem("data.codebook_names", file=self.file))

    @property
    def width(self) -> int:
        """Where the last column ends."""
        return max(place.start + place.width - 1 for place in self.places)

    def layout(self) -> list[dict[str, Any]]:
        """The columns as the source format of a dictionary states them."""
        return [place.to_json() for place in self.places]


def origin(file: str) -> dict[str, str]:
    """Where something is said, in words."""
    return {"en": f"the codebook {file}", "de": f"das Codebuch {file}"}
