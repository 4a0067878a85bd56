"""The bytes of a PDF: the same in every process, whatever its clock, zone and locale are, and whole."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import published
import pytest

from dpdesk.gui.paper.devices import _dated
from dpdesk.gui.paper.printing import Options, pdf_bytes

PROGRAM = """
import sys
import published
from dpdesk.gui.paper import offscreen
from dpdesk.gui.paper.printing import Options, pdf_bytes
offscreen.ensure()
sys.stdout.buffer.write(pdf_bytes(published.release(), Options()))
"""


def printed(**environment: str) -> bytes:
    support = str(Path(published.__file__).parent)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[4]), support]), **environment}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=env, capture_output=True, check=True, timeout=60)
    assert done.stderr == b""
    return done.stdout


def misplaced(content: bytes) -> list[bytes]:
    """Objects that do not stand where the table at the end says."""
    start = int(content.rpartition(b"startxref\n")[2].split()[0])
    assert content[start:].startswith(b"xref\n0 ")
    places = re.findall(rb"(?m)^(\d{10}) 00000 n", content[start:])
    assert len(places) > 20
    found = [content[int(place) :].partition(b" 0 obj")[0] for place in places]
    return [one for number, one in enumerate(found, 1) if one != str(number).encode()]


def test_pdfs_of_other_processes_are_the_same_bytes() -> None:
    """Another zone, locale and seed of Python's and Qt's tables."""
    one = printed(TZ="UTC", QT_HASH_SEED="")
    other = printed(TZ="Pacific/Kiritimati", LC_ALL="C", PYTHONHASHSEED="7")
    assert one == other and one.startswith(b"%PDF")
    assert misplaced(one) == []


@pytest.mark.parametrize("zone", ["Z", "+14'00'", "-03'30'"])
def test_dates_are_the_release_s_own_and_nothing_is_misplaced(zone: str, qapp: object) -> None:
    made = pdf_bytes(published.release(), Options())
    assert made.count(b"(D:20260203000000Z)") == 2 and b"2026-02-03T00:00:00+00:00" in made
    longer = made.replace(b"(D:20260203000000Z)", f"(D:20261231235959{zone})".encode())
    added = len(longer) - len(made)
    start = longer.rindex(b"\nxref\n") + 1  # a file as the writer leaves it: the places are those of the longer one

    def moved(found: re.Match[bytes]) -> bytes:
        return f"{int(found[1]) + added * (int(found[1]) > 200):010d}".encode() + found[2]

    places = re.sub(rb"(?m)^(\d{10})( 00000 n)", moved, longer[start:])
    longer = longer[:start] + re.sub(rb"startxref\n\d+", f"startxref\n{start}".encode(), places)
    assert misplaced(longer) == []
    assert _dated(longer, "2026-02-03") == made
