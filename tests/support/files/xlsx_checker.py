"""An independent reader of a release's workbook: its own code, from the file alone, sharing nothing with the writer."""

from __future__ import annotations

import zipfile
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
REL = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


class Book:
    """Sheets as lists of rows of text or float."""

    def __init__(self, path: Path) -> None:
        with zipfile.ZipFile(path) as package:
            self.parts = {name: package.read(name) for name in package.namelist()}
        targets = {r.get("Id"): r.get("Target") for r in self._xml("xl/_rels/workbook.xml.rels")}
        self.sheets: dict[str, list[list[Any]]] = {}
        for sheet in self._xml("xl/workbook.xml").iter(MAIN + "sheet"):
            self.sheets[str(sheet.get("name"))] = self._rows(str(targets[sheet.get(REL)])[1:])

    def _xml(self, name: str) -> ElementTree.Element:
        return ElementTree.fromstring(self.parts[name])

    def _rows(self, name: str) -> list[list[Any]]:
        rows = []
        for row in self._xml(name).iter(MAIN + "row"):
            cells: dict[int, Any] = {}
            for cell in row.iter(MAIN + "c"):
                column = _place(str(cell.get("r")).rstrip("0123456789")) + 1
                if cell.find(MAIN + "f") is not None:
                    raise AssertionError("a formula")
                value, inside = cell.find(MAIN + "v"), cell.find(MAIN + "is")
                if inside is not None:
                    cells[column] = "".join(t.text or "" for t in inside.iter(MAIN + "t"))
                elif value is not None:  # else a cell that only has a rule above or below it
                    cells[column] = float(value.text or "")
            rows.append([cells.get(i) for i in range(1, max(cells, default=0) + 1)])
        return rows

    def tables(self) -> dict[str, tuple[list[str], list[list[Any]]]]:
        """Each table by its name as a list, header first, whatever its layout: as the sheet Codes says."""
        told: dict[str, dict[str, list[list[Any]]]] = defaultdict(lambda: defaultdict(list))
        width = len(self.sheets["Codes"][2])
        for line in self.sheets["Codes"][3:]:
            line = line + [None] * (width - len(line))
            told[line[0]][line[1]].append(line[2:])
        return {name: self._table(own) for name, own in told.items() if name != "(all)"}

    def _table(self, own: dict[str, list[list[Any]]]) -> tuple[list[str], list[list[Any]]]:
        names = [name for name in own["variables"][0][1:] if name]
        header = ["Estimate", "Lower", "Upper", "Margin", "Printed", "Mark"]
        header += [f"{name} (code)" for name in [*names, "Measure"]]
        header += ["Printed estimate"] if "printed" in own else []
        first, last, step, across = map(int, own["rows"][0][0].split())
        down = [_place(letters) for letters in own["rows"][0][1:] if letters]
        rows = []
        for sheet, *page in own["sheet"]:
            above = page[: len(names) + 1 - len(down) - across]
            lines = [Line(row) for row in self.sheets[sheet][first - 1 : last]]
            beside = next((name for name, main, *_ in own["margins"] if main == sheet), sheet)
            margins = [Line(row) for row in self.sheets[beside][first - 1 : last]]
            runs = [run.split("-") for where, *_ in own["order"] for run in where.split()]
            order = [at - first for run in runs for at in range(int(run[0]), int(run[-1]) + 1, step)]
            for start in order or range(0, len(lines), step):
                for where, *codes in own["column"]:
                    places = [_place(letters) for letters in where.split()]
                    for line, margin in zip(lines[start : start + step], margins[start : start + step], strict=True):
                        if line[places[0]] is None:
                            continue
                        own_codes = [line[at] for at in down]
                        after = len(down) - (step > 1)
                        found = [*above, *own_codes[:after], *codes[:across], *own_codes[after:]]
                        values = [margin[at] if nth == 4 else line[at] for nth, at in enumerate(places)]
                        rows.append([*values[:6], *found, *values[6:]])
        return header, rows


class Line(list[Any]):
    """A row that goes on without end: nothing stands behind what it holds."""

    def __getitem__(self, at: Any) -> Any:
        return super().__getitem__(at) if at < len(self) else None


@cache
def _place(letters: str) -> int:
    """The place of a column; for none, one where nothing stands."""
    place = 0
    for letter in letters:
        place = 26 * place + ord(letter) - 64
    return 16_999 if letters == "-" else place - 1


def sums_that_fail(header: list[str], rows: list[list[Any]], measure: str = "count") -> list[str]:
    """For every total ("_T") in a variable's code column: does it equal the sum over that variable's codes?

    Only for variables without hierarchies, whose lines besides the total are all their codes.
    """
    codes = [i for i, head in enumerate(header) if head.endswith(" (code)")]
    measure_at, estimate = codes[-1], header.index("Estimate")
    variables = codes[:-1]
    value: dict[tuple[Any, ...], float] = {}
    for row in rows:
        row = row + [None] * (len(header) - len(row))
        if row[measure_at] == measure:
            number = row[estimate]
            value[tuple(row[i] for i in variables)] = 0.0 if number == "[z]" else number
    bad = []
    for place in range(len(variables)):
        parts: dict[tuple[Any, ...], list[float]] = defaultdict(list)
        for key, number in value.items():
            if key[place] not in ("_T", None):
                parts[(*key[:place], "_T", *key[place + 1 :])].append(number)
        bad += [
            f"{key}: {value[key]} is not {sum(some)}"
            for key, some in parts.items()
            if value.get(key, sum(some)) != sum(some)
        ]
    if not value:
        bad.append("there is nothing to add up")
    return bad
