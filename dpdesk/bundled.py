"""Where the files that come with the program lie, without a word about one that is missing (`resources` says it).

They live outside the package, in `resources/` of a checkout; a wheel carries them as `dpdesk/_resources`, a
frozen program beside its unpacked modules. One function finds them in all three.
"""

from __future__ import annotations

import sys
from pathlib import Path


def _candidates() -> tuple[Path, ...]:
    package = Path(__file__).resolve().parent
    frozen = getattr(sys, "_MEIPASS", None)
    first = () if frozen is None else (Path(frozen) / "resources",)
    return (*first, package / "_resources", package.parent / "resources")


def bundled(*parts: str) -> Path | None:
    """Return the path of the bundled file or folder under these names; None if it did not come along."""
    paths = (root.joinpath(*parts) for root in _candidates())
    return next((path for path in paths if path.exists()), None)
