"""Bookmarks of a PDF, which Qt does not write: the tables at the side of whatever shows the file, and its language.

New objects stand behind those of the writer, none of which is moved or changed: a list of bookmarks and another
catalogue, which names them and the language.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dpdesk.gui.paper.contents import Entry


def with_bookmarks(content: bytes, entries: Sequence[Entry], language: str) -> bytes:
    """The file with a bookmark for each entry; one of level 1 stands below the one before it of level 0."""
    body, _, end = content.rpartition(b"\nxref\n")
    places, _, trailer = end.partition(b"trailer\n")
    size, root = (_number(trailer, rb"/%b (\d+)" % name) for name in (b"Size", b"Root"))
    catalogue = _object(content, root)
    pages = [
        int(one) for one in re.findall(rb"(\d+) 0 R", _list(_object(content, _number(catalogue, rb"/Pages (\d+)"))))
    ]
    first = size + 2  # after the catalogue and the list itself
    made = [
        b"<<\n%b\n/Outlines %d 0 R\n/PageMode /UseOutlines\n/Lang (%b)\n"
        b"/ViewerPreferences << /DisplayDocTitle true >>\n>>"
        % (catalogue.strip().removeprefix(b"<<").removesuffix(b">>").strip(), size + 1, language.encode()),
        *_outline(entries, size + 1, first, pages),
    ]
    out, lines = bytearray(body + b"\n"), []
    for number, one in enumerate(made, size):
        lines.append(b"%010d 00000 n \n" % len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, one)
    start = len(out)
    head, _, known = places.partition(b"\n")
    if head != b"0 %d" % size:
        return content
    trailer = re.sub(rb"/Size \d+", b"/Size %d" % (size + len(made)), trailer)
    trailer = re.sub(rb"/Root \d+", b"/Root %d" % size, trailer)
    trailer = re.sub(rb"startxref\n\d+", b"startxref\n%d" % start, trailer)
    return bytes(out) + b"xref\n0 %d\n%b%btrailer\n%b" % (size + len(made), known, b"".join(lines), trailer)


def _outline(entries: Sequence[Entry], root: int, first: int, pages: Sequence[int]) -> list[bytes]:
    """The list of bookmarks, and each of them, as objects numbered from `first`."""
    above = [max((n for n in range(at) if entries[n].level < one.level), default=-1) for at, one in enumerate(entries)]
    below = {parent: [at for at, one in enumerate(above) if one == parent] for parent in (-1, *range(len(entries)))}
    ends = b"/First %d 0 R\n/Last %d 0 R\n"
    made = [
        b"<<\n/Type /Outlines\n%b/Count %d\n>>" % (ends % (first + below[-1][0], first + below[-1][-1]), len(below[-1]))
    ]
    for at, one in enumerate(entries):
        beside, parent = below[above[at]], root if above[at] < 0 else first + above[at]
        parts = [b"/Title %b" % _text(one.title), b"/Parent %d 0 R" % parent]
        place = beside.index(at)
        parts += [b"/Prev %d 0 R" % (first + beside[place - 1])] if place else []
        parts += [b"/Next %d 0 R" % (first + beside[place + 1])] if place + 1 < len(beside) else []
        if below[at]:  # closed at first
            parts.append(ends % (first + below[at][0], first + below[at][-1]) + b"/Count -%d" % len(below[at]))
        parts.append(b"/Dest [%d 0 R /Fit]" % pages[one.sheet - 1])
        made.append(b"<<\n%b\n>>" % b"\n".join(parts))
    return made


def _text(title: str) -> bytes:
    return b"<%b>" % (b"\xfe\xff" + title.encode("utf-16-be")).hex().encode()


def _number(text: bytes, pattern: bytes) -> int:
    found = re.search(pattern, text)
    return int(found[1]) if found else 0


def _object(content: bytes, number: int) -> bytes:
    """What an object of the writer holds."""
    found = re.search(rb"(?:^|\n)%d 0 obj\n(.*?)\nendobj\n" % number, content, re.S)
    return found[1] if found else b""


def _list(pages: bytes) -> bytes:
    return pages.partition(b"/Kids")[2].partition(b"]")[0]
