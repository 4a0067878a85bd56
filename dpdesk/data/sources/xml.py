"""XML files of codebooks and code lists, element by element: defusedxml resolves no entity and fetches nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError  # what defusedxml returns and raises

from dpdesk.errors import BadInput
from dpdesk.limits import LARGEST_CODEBOOK
from dpdesk.problems.problem import problem


@contextmanager
def elements(path: Path, events: Sequence[str], too_large: str) -> Iterator[Iterator[tuple[str, Element]]]:
    """Open an XML file and yield its events in order, ("start" or "end", the element).

    How many there may be is for the caller to say: each takes far more memory than it has bytes.

    Args:
        path: the file.
        events: which of the two are wanted.
        too_large: the code of the error for a file of more than LARGEST_CODEBOOK bytes.

    Raises:
        BadInput: the file is too large, has entities, or is no XML; said in words that quote nothing of it.
    """
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import iterparse

    if path.stat().st_size > LARGEST_CODEBOOK:
        raise BadInput(problem(too_large, file=path.name, most=LARGEST_CODEBOOK >> 20))
    try:
        with path.open("rb") as file:
            yield iterparse(file, events=tuple(events))
    except DefusedXmlException:
        raise BadInput(problem("data.codebook_entities", file=path.name)) from None
    except (ParseError, LookupError, ValueError):  # of encodings too
        raise BadInput(problem("data.codebook_not_xml", file=path.name)) from None


def tag(element: Element) -> str:
    """An element's name without its namespace."""
    return str(element.tag).rsplit("}", 1)[-1]
