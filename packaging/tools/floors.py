"""Draw the floors of the house: `python packaging/tools/floors.py [--check]` writes docs/pictures/floors.svg.

The picture is made of the import contracts in pyproject.toml and of the first words of each package, so that it cannot
say anything else than what import-linter checks. With --check nothing is written; the exit status says whether the
picture is current.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PICTURE = ROOT / "docs" / "pictures" / "floors.svg"
WIDTH, HEIGHT, GAP, LETTER = 960, 46, 8, 5.8
_STYLE = """<style>
text { font: 13px sans-serif; fill: #1b1f24; } .name { font-weight: bold; } .word { font-size: 10.5px; }
rect { fill: #eef1f4; stroke: #8b949e; } .blind { fill: #dcebfb; } .confidential { fill: #fdebc8; }
</style>"""


def contracts() -> dict[str, dict[str, object]]:
    """The import contracts by their id."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return {one["id"]: one for one in tomllib.loads(text)["tool"]["importlinter"]["contracts"]}


def floors() -> list[list[str]]:
    """The names on each floor, the highest first."""
    layers = contracts()["floors"]["layers"]
    return [[name.strip(" ()") for name in re.split(r"[:|]", str(layer))] for layer in _listed(layers)]


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else []


def words(name: str) -> str:
    """The question that a package answers: the first words of its docstring."""
    file = ROOT / "dpdesk" / name / "__init__.py"
    if not file.exists():
        return ""
    text = (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").split("\n")[0]
    return re.split(r"(?<=\?)|[.:]", text)[0].strip()


def drawn() -> str:
    """The picture."""
    rows = floors()
    blind = {str(name).removeprefix("dpdesk.") for name in _listed(contracts()["forecast-is-blind"]["source_modules"])}
    height = len(rows) * (HEIGHT + GAP) + GAP
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        "<title>The floors of dpdesk: each imports only what stands below it</title>",
        _STYLE,
    ]
    for number, row in enumerate(rows):
        wide = (WIDTH - GAP * (len(row) + 1)) / len(row)
        for place, name in enumerate(row):
            kind = "confidential" if name == "data" else "blind" if name in blind else "other"
            left, top = GAP + place * (wide + GAP), GAP + number * (HEIGHT + GAP)
            lines.append(f'<rect class="{kind}" x="{left:.0f}" y="{top}" width="{wide:.0f}" height="{HEIGHT}" rx="4"/>')
            middle, said = left + wide / 2, words(name)
            said = said if len(said) * LETTER < wide else ""
            base = top + (20 if said else 27)
            lines.append(f'<text class="name" text-anchor="middle" x="{middle:.0f}" y="{base}">{escape(name)}</text>')
            if said:
                lines.append(
                    f'<text class="word" text-anchor="middle" x="{middle:.0f}" y="{base + 16}">{escape(said)}</text>'
                )
    return "\n".join([*lines, "</svg>"]) + "\n"


def main(arguments: list[str]) -> int:
    """Write the picture, or compare it; return the exit status."""
    picture = drawn()
    if "--check" in arguments:
        return 0 if PICTURE.exists() and PICTURE.read_text(encoding="utf-8") == picture else 1
    PICTURE.write_text(picture, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
