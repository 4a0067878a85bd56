"""Where the files that come with the program lie: schemas, the bundled sample, later icons and help.

They live outside the package, in `resources/` of a checkout; a wheel carries them as `dpdesk/_resources`, a
frozen program beside its unpacked modules. One function finds them in all three.
"""

from __future__ import annotations

import sys
from pathlib import Path

from dpdesk.errors import DpdeskError
from dpdesk.problems.problem import problem


def _candidates() -> tuple[Path, ...]:
    package = Path(__file__).resolve().parent
    frozen = getattr(sys, "_MEIPASS", None)
    first = () if frozen is None else (Path(frozen) / "resources",)
    return (*first, package / "_resources", package.parent / "resources")


def resource(name: str) -> Path:
    """Return the path of the bundled file or folder `name`, written with forward slashes.

    Raises:
        DpdeskError: if no such file came with this installation, or if `name` leaves the resources.
    """
    parts = name.split("/")
    if name.startswith("/") or ".." in parts or "\\" in name:
        raise DpdeskError(problem("resources.outside", name=name))
    for root in _candidates():
        path = root.joinpath(*parts)
        if path.exists():
            return path
    raise DpdeskError(problem("resources.missing", name=name))
