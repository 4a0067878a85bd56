"""A codebook: the columns of a text of fixed width with their places, and what is said of each.

It is a DDI Codebook in XML (`ddi`) or a layout in CSV (`layout`), called as the data file is: `people.xml` or
`people.layout.csv` beside `people.dat` or `people.dat.gz`. All of it is metadata.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dpdesk.data.sources.known import Known
from dpdesk.errors import BadInput
from dpdesk.limits import MOST_COLUMNS

XML, LAYOUT = ".xml", ".layout.csv"
_PACKED = ".gz"


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
            raise BadInput(f"{self.file} gives no column a place (a first character and a width).")
        if len(names) > MOST_COLUMNS:
            raise BadInput(f"{self.file} has more than {MOST_COLUMNS} columns: is it a codebook?")
        if len(set(names)) < len(names):
            raise BadInput(f"{self.file} describes two columns of one name: rename one.")

    @property
    def width(self) -> int:
        """Where the last column ends."""
        return max(place.start + place.width - 1 for place in self.places)

    def layout(self) -> list[dict[str, Any]]:
        """The columns as the source format of a dictionary states them."""
        return [place.to_json() for place in self.places]


def read_codebook(path: Path) -> Codebook:
    """Read a codebook of either kind.

    Raises:
        BadInput: one sentence why it cannot be read.
    """
    from dpdesk.data.sources.codebooks.ddi import read_ddi
    from dpdesk.data.sources.codebooks.layout import read_layout

    try:
        with path.open("rb") as file:
            head = file.read(200).lstrip(b"\xef\xbb\xbf \t\r\n")
        return read_ddi(path) if head.startswith(b"<") else read_layout(path)
    except OSError as error:
        raise BadInput(f"{path.name} cannot be read ({error.strerror or 'input error'}).") from None


def beside(path: Path) -> Path | None:
    """The codebook that is called as a data file is; None where there is none."""
    name = path.name.removesuffix(_PACKED)
    stem = name.rsplit(".", 1)[0] if "." in name else name
    for one in dict.fromkeys((name, stem)):
        for ending in (XML, LAYOUT):
            found = path.with_name(one + ending)
            if found != path and found.is_file():
                return found
    return None


def origin(file: str) -> dict[str, str]:
    """Where something is said, in words."""
    return {"en": f"the codebook {file}", "de": f"das Codebuch {file}"}
