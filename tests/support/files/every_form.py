"""A release written in each form its readers use, read back from there, and set beside what was released.

Each form yields the cells that differ, in words; nothing where all are the same.
"""

from __future__ import annotations

import csv
import io
import math
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import px_reader
import pytest
import xlsx_checker

from dpdesk.gui.desk.tasks import Tasks
from dpdesk.gui.kit.sheet.model import CELL
from dpdesk.gui.paper import offscreen
from dpdesk.gui.paper.printing import Document, Options, pdf_bytes
from dpdesk.gui.publish.table import FinishedTable
from dpdesk.publish.documents import facts
from dpdesk.publish.tables import px, sdmx, tidy
from dpdesk.publish.tables.text import csv_plain
from dpdesk.publish.workbook import workbook
from dpdesk.release.result import Release, TableResult

LAYOUTS = ("accessible", "classic", "list")
NOTHING = frozenset("znd")
"""The marks that stand where there is no number: impossible, not estimable, in less detail."""
DOTS = {'"."': "z", '".."': "n", '"..."': "d"}
STATUS = {"z": "M", "n": "O", "d": "K"}
"""The code of each in the list of observation statuses that all offices share."""
_TINY = 1e-9


class Cells:
    """The cells of a table in the order of the release: the number and the margin, NaN where there is none."""

    def __init__(self, release: Release, table: TableResult) -> None:
        signs = facts.symbols(release)
        self.name = table.shell.name
        self.flags = [str(flag) for flag in table.flag.ravel()]
        self.symbols = ["".join(signs.get(one, "") for one in flag) for flag in self.flags]
        self.letters = {signs[one]: one for one in NOTHING & signs.keys()}
        self.missing = ["".join(one for one in flag if one in NOTHING) for flag in self.flags]
        self.empty = np.array([not NOTHING.isdisjoint(flag) for flag in self.flags])
        self.estimate = np.where(self.empty, np.nan, table.estimate.ravel())
        hidden = np.array([not {"z", "d"}.isdisjoint(flag) for flag in self.flags])
        self.margin = np.where(hidden, np.nan, table.margin.ravel())  # one may be known where the estimate is not
        decimals = [item.decimals for item in table.shell.items]
        self.decimals = np.resize(decimals, table.estimate.shape).ravel()
        self.shape = table.estimate.shape
        self.quantile = np.resize([item.kind == "quantile" for item in table.shell.items], self.shape).ravel()
        self.per_cent = np.resize([item.kind == "percentage" for item in table.shell.items], self.shape).ravel()

    def printed(self, at: int) -> tuple[str, str, str]:
        """The number, the margin and the marks as a reader sees them, without spaces."""
        if self.empty[at]:
            return self.symbols[at], "", ""
        places = int(self.decimals[at])
        number = _rounded(float(self.estimate[at]), places)
        alone = not {"x", "k"}.isdisjoint(self.flags[at]) or (self.per_cent[at] and not self.margin[at])
        raised = math.ceil(round(float(self.margin[at]) * 10**places, 6)) / 10**places
        shown = f"<{10.0**-places:.{places}f}" if self.quantile[at] and not raised else f"{raised:,.{places}f}"
        if self.per_cent[at] and self.margin[at] > 100:  # percentages are no wider apart
            shown = ">100"
        return number, "" if alone else f"±{shown}", self.symbols[at]

    def held(self, at: int) -> float:
        """The margin in a cell whose format makes of it what is printed."""
        margin = self.printed(at)[1].removeprefix("±")
        if margin.startswith(">"):
            places = int(self.decimals[at])
            return math.ceil(round(float(self.margin[at]) * 10**places, 6)) / 10**places
        return 0.0 if margin.startswith("<") else float(margin.replace(",", "") or 0)

    def differing_marks(self, marks: Iterable[str], form: str) -> Iterator[str]:
        """Cells in whose place a form says something else of a missing number than the release: z, n or d."""
        for number, (wanted, mark) in enumerate(zip(self.missing, marks, strict=True)):
            if mark != wanted:
                yield f"{form} {self.name} mark {number}: {mark} for {wanted}"

    def differing(self, estimate: Any, margin: Any, form: str, *, hashed: bool = True) -> Iterator[str]:
        """Cells whose number is another than the released one, or whose margin is.

        `hashed`: of a file from which the result hash is computed, which has a margin that stands without an estimate.
        """
        margins = self.margin if hashed else np.where(self.empty, np.nan, self.margin)
        for name, here, there in (("estimate", self.estimate, estimate), ("margin", margins, margin)):
            found = np.array(there, dtype=np.float64)
            if found.shape != here.shape:
                yield f"{form} {self.name}: {found.size} cells for {here.size}"
                continue
            for at in np.flatnonzero(~((here == found) | (np.isnan(here) & np.isnan(found)))):
                yield f"{form} {self.name} {name} {at}: {found[at]} for {here[at]}"


def _rounded(value: float, places: int) -> str:
    text = f"{math.copysign(math.floor(abs(value) * 10**places + 0.5 + _TINY), value) / 10**places:,.{places}f}"
    return text.removeprefix("-") if not text.strip("-0.,") else text


def _missing(flag: str) -> str:
    return "".join(one for one in flag if one in NOTHING)


def _number(text: str) -> float:
    return float(text) if text else math.nan


def _rows(pieces: Iterator[bytes]) -> list[dict[str, str]]:
    lines = csv.DictReader(io.StringIO(b"".join(pieces).decode(), newline=""))
    return [{name: csv_plain(field) for name, field in line.items()} for line in lines]


def in_csv(table: TableResult, release: Release) -> list[dict[str, str]]:
    """The lines of the tidy file."""
    return _rows(tidy.lines(release, table))


def estimates_of(table: TableResult, release: Release) -> np.ndarray:
    """The numbers of the tidy file in the shape of the table."""
    return np.array([_number(line["estimate"]) for line in in_csv(table, release)]).reshape(table.estimate.shape)


def by_csv(written: Release, cells: list[Cells], folder: Path) -> Iterator[str]:
    for cell, table in zip(cells, written.tables, strict=True):
        lines = in_csv(table, written)
        values = [[_number(line[name]) for line in lines] for name in ("estimate", "margin")]
        yield from cell.differing(*values, "CSV")
        yield from cell.differing_marks((_missing(line["flag"]) for line in lines), "CSV")


def by_px(written: Release, cells: list[Cells], folder: Path) -> Iterator[str]:
    for number, (cell, table) in enumerate(zip(cells, written.tables, strict=True)):
        content = b"".join(px.lines(written, table, cell.name, number + 1, ("en",)))
        spelled = px_reader.read(content).data
        data = [math.nan if one.startswith('"') else float(one) for one in spelled]
        step = 2 if table.sampling is None else 4
        yield from cell.differing(data[::step], data[1::step], "PX", hashed=False)
        yield from cell.differing_marks((DOTS.get(one, "") for one in spelled[::step]), "PX")


def by_sdmx(written: Release, cells: list[Cells], folder: Path) -> Iterator[str]:
    """An observation stands once, though two blocks meet in it: it is looked up by its codes, else by their labels."""
    for cell, table in zip(cells, written.tables, strict=True):
        lines = _rows(sdmx.lines(written, table))
        measure = next(number for number, name in enumerate(lines[0]) if name.startswith("MEASURE"))
        fields = [list(line.values()) for line in lines]
        order = list(dict.fromkeys(field[measure] for field in fields))  # the first cell has all of them
        there = {}
        for part in (2, 0):
            for field, line in zip(fields, lines, strict=True):
                key = (*(text.partition(": ")[part] for text in field[3:measure]), order.index(field[measure]))
                there[key] = {head.partition(":")[0]: text for head, text in line.items()}
        columns = [column for column in tidy.columns(table) if column.variable is not None]
        names = [[column.header for column in columns if column.is_code == coded] for coded in (True, False)]
        items = [item.code for item in table.shell.items]
        values: list[list[float]] = [[], []]
        marks = []
        for row in in_csv(table, written):
            at = items.index(row["measure"])
            code = (*(row[name] or "_T" for name in names[0]), at)
            line = there.get(code) or there[(*(row[name] or "Total" for name in names[1]), at)]
            for name, value in zip(("OBS_VALUE", "NOISE_MARGIN"), values, strict=True):
                value.append(_number(line[name]))
            marks.append(_missing(line["MARK"]))
            status = line["OBS_STATUS"].partition(":")[0]
            if marks[-1] and status != STATUS[marks[-1]]:
                yield f"SDMX {cell.name} status: {status} for {marks[-1]}"
        yield from cell.differing(*values, "SDMX", hashed=False)
        yield from cell.differing_marks(marks, "SDMX")


def by_workbook(written: Release, cells: list[Cells], folder: Path, layout: str) -> Iterator[str]:
    path = folder / f"{layout}.xlsx"
    with path.open("wb") as stream:
        workbook.write(written, stream, layout=layout)
    tables = xlsx_checker.Book(path).tables()
    for cell in cells:
        _, rows = tables[cell.name]
        values = [[one if isinstance(one, float) else math.nan for one in (row[at] for row in rows)] for at in (0, 3)]
        yield from cell.differing(*values, layout)
        yield from cell.differing_marks((cell.letters.get(row[0], "") for row in rows), layout)
        for number, row in enumerate(rows):  # and beside the estimate the margin as it is printed
            margin = cell.printed(number)[1]
            if margin and row[4] != cell.held(number):
                yield f"{layout} {cell.name} printed margin {number}: {row[4]} for {margin}"


def by_window(written: Release, cells: list[Cells], folder: Path) -> Iterator[str]:
    """What the cells of the page's table say, page by page."""
    shown = FinishedTable(Tasks())
    for cell, table in zip(cells, written.tables, strict=True):
        shown.show_table(written, table, "en", "consistent", "margin")
        model = shown.sheet.sheet.grid.shell_model
        places = set()
        for page in range(model.pages.size):
            model.set_page(page)
            for row in range(model.rowCount()):
                for column in range(model.columnCount()):
                    index = model.index(row, column)
                    at = int(np.ravel_multi_index(index.data(CELL), cell.shape))
                    places.add(at)
                    text, wanted = "".join(index.data().split()), "".join("".join(cell.printed(at)).split())
                    if text != wanted:
                        yield f"window {cell.name} {at}: {text} for {wanted}"
        if len(places) != cell.estimate.size:
            yield f"window {cell.name}: {len(places)} cells for {cell.estimate.size}"
    shown.deleteLater()


def by_pdf(written: Release, cells: list[Cells], folder: Path) -> Iterator[str]:
    """The numbers of each line, then its margins with their marks, in the order in which they were drawn."""
    tool = shutil.which("pdftotext")
    if tool is None:
        pytest.skip("pdftotext is not installed")
    offscreen.ensure()
    options = Options(beside="margin")
    path = folder / "release.pdf"
    path.write_bytes(pdf_bytes(written, options))
    done = subprocess.run([tool, "-raw", str(path), "-"], check=True, capture_output=True)
    text = "".join(done.stdout.decode().split())
    place = 0
    for cell, paper in zip(cells, Document(written, options).tables, strict=True):
        for part in paper.parts():
            for band, page, line in (
                (band, page, line) for band in part.bands for page in part.pages for line in part.rows
            ):
                row, _, _ = paper.line(line)
                if row is None:
                    continue
                at = [int(np.ravel_multi_index(paper.place(page, row, column), cell.shape)) for column in band]
                numbers, margins, marks = zip(*map(cell.printed, at), strict=True)
                beside = (margin + mark for margin, mark in zip(margins, marks, strict=True))
                wanted = "".join("".join((*numbers, *beside)).split())
                found = text.find(wanted, place)
                if found < 0:
                    yield f"PDF {cell.name} {at}: no {wanted} after {text[place : place + 60]}"
                else:
                    place = found + len(wanted)


FORMS: dict[str, Callable[[Release, list[Cells], Path], Iterator[str]]] = {
    "window": by_window,
    **{
        layout: (lambda written, cells, folder, layout=layout: by_workbook(written, cells, folder, layout))
        for layout in LAYOUTS
    },
    "PDF": by_pdf,
    "CSV": by_csv,
    "SDMX": by_sdmx,
    "PX": by_px,
}


def differing(release: Release, folder: Path, form: str, written: Release | None = None) -> list[str]:
    """What a form says otherwise than the release; `written` is what the form is made of, for planted faults."""
    cells = [Cells(release, table) for table in release.tables]
    return list(FORMS[form](written or release, cells, folder))
