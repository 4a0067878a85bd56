"""Codebooks as files: a DDI Codebook in XML (`ddi`) or a layout in CSV (`layout`).

One that is called as the data file is belongs to it: `people.xml` or `people.layout.csv` beside `people.dat` or
`people.dat.gz`.
"""

from __future__ import annotations

from pathlib import Path

from dpdesk.data.sources.fixed.codebook import Codebook
from dpdesk.data.sources.fixed.ddi import read_ddi
from dpdesk.data.sources.fixed.layout import read_layout
from dpdesk.data.sources.records import unreadable
from dpdesk.errors import BadInput

XML, LAYOUT = ".xml", ".layout.csv"
_PACKED = ".gz"


def read_codebook(path: Path) -> Codebook:
    """Read a codebook of either kind.

    Raises:
        BadInput: one sentence why it cannot be read.
    """
    try:
        with path.open("rb") as file:
            head = file.read(200).lstrip(b"\xef\xbb\xbf \t\r\n")
        return read_ddi(path) if head.startswith(b"<") else read_layout(path)
    except OSError as error:
        raise BadInput(unreadable(path.name, error)) from None


def beside(path: Path) -> Path | None:
    """The codebook that is called as a data file is; None where there is none."""
    name = path.name.removesuffix(_PACKED)
    stem = name.rsplit(".", 1)[0] if "." in name else name
    for base in dict.fromkeys((name, stem)):
        for ending in (XML, LAYOUT):
            codebook = path.with_name(base + ending)
            if codebook != path and codebook.is_file():
                return codebook
    return None
