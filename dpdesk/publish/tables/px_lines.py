"""How texts stand in a PX file: in quotation marks, with none inside, and on lines of at most 256 characters."""

from __future__ import annotations

from collections.abc import Iterator

from dpdesk.publish.tables.text import carried, one_line

LINE = 256


def quoted(text: str) -> str:
    """A text in quotation marks; the format has no way to write one inside it."""
    return f'"{text.replace(chr(34), chr(39))}"'


def keyed(*names: str) -> str:
    """What a keyword is about: ("Sex","Male")."""
    return f"({','.join(map(quoted, names))})"


def keyword(word: str, *values: str) -> Iterator[str]:
    """A keyword and its values, each as a text; a line that would be too long ends after a comma before."""
    *above, line = _folded(f"{word}=")
    yield from above
    for at, value in enumerate(values, 1):
        text = quoted(one_line(value)) + ("," if at < len(values) else ";")
        if len(line) + len(text) > LINE:
            yield line
            line = ""
        line += text
    yield line


def long_text(word: str, text: str) -> Iterator[str]:
    """A keyword with one text of any length: # stands for a new line in it, and each piece has its own line."""
    *above, first = _folded(f"{word}=")
    yield from above
    rest = carried(text).replace("\n", "#").replace("\t", " ")
    pieces, room = [], max(LINE - len(first), LINE // 2) - len('"";')
    while len(rest) > room:
        cut = rest.rfind(" ", 0, room) + 1 or room
        pieces.append(rest[:cut])
        rest, room = rest[cut:], LINE - len('"";')
    pieces.append(rest)
    *before, last = map(quoted, pieces)
    if len(first) > LINE // 2:
        yield first
        first = ""
    for one in before:
        yield first + one
        first = ""
    yield f"{first}{last};"


def _folded(word: str) -> list[str]:
    """A keyword with what it is about, on several lines where its names are many; a line ends after a comma."""
    names = word.replace('","', '",\n"').split("\n")
    found = names[:1]
    for name in names[1:]:
        if len(found[-1]) + len(name) > LINE:
            found.append("")
        found[-1] += name
    return found
