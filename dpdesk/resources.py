"""The files that come with the program: schemas, the bundled sample, icons, help, translations."""

from __future__ import annotations

from pathlib import Path

from dpdesk.bundled import bundled
from dpdesk.errors import DpdeskError
from dpdesk.problems.problem import problem


def resource(name: str) -> Path:
    """Return the path of the bundled file or folder `name`, written with forward slashes.

    Raises:
        DpdeskError: if no such file came with this installation, or if `name` leaves the resources.
    """
    parts = name.split("/")
    if name.startswith("/") or ".." in parts or "\\" in name:
        raise DpdeskError(problem("resources.outside", name=name))
    path = bundled(*parts)
    if path is None:
        raise DpdeskError(problem("resources.missing", name=name))
    return path
