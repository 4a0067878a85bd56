"""The command: every folder, and what was found."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from pathlib import Path

from check_strategy.claims import Wrong
from check_strategy.release import check


def release_of(place: Path) -> Path:
    """The folder with `publish` and `proof`, of which one may be named."""
    above = place.resolve().parent
    inside = place.resolve().name in ("publish", "proof") and not (place / "proof" / "metadata.json").is_file()
    return above if inside and (above / "proof" / "metadata.json").is_file() else place


def main(arguments: Sequence[str]) -> int:
    """Check every folder and say what was found."""
    status = 0
    beside = Path(__file__).resolve().parent
    for folder in map(release_of, [Path(own) for own in arguments] or [beside]):
        try:
            print(*(f"{folder}: {line}" for line in check(folder)), sep="\n")
        except Exception as error:  # whatever a changed file does to a reader, it does not hold
            print(f"WRONG: {folder}: {error if isinstance(error, Wrong) else 'it is not whole'}")
            status = 1
    print("Do not rely on these files." if status else "Everything holds. Run verify.py as well.")
    return status


if __name__ == "__main__":
    if isinstance(sys.stdout, io.TextIOWrapper):  # a folder's name may hold what the terminal cannot show
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
