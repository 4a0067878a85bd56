"""The accessible layout: a table in its shape, as guidance of the UK's Government Analysis Function asks.

Title in A1, what the sheet holds below it, then one table marked up as a table with one header row of distinct
headings, in full; no merged cells, no empty rows or columns, no filter buttons, no frozen panes, nothing below the
table; notes as `[note 1]`, gathered on the sheet *Notes*. The labels stand left, then each column of the table with its
noise margin beside it, and marks where a column has any; limits and codes stand on the right of the same row, outside
the printed area: with them the sheet can be joined to other data, and the result hash can be computed again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product, zip_longest

from dpdesk.planning.document.style import Font
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.arranged import order_of
from dpdesk.publish.documents.notes import Marks, Numbered, mark
from dpdesk.publish.documents.printed import Printed
from dpdesk.publish.documents.words import said
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook.cells import (
    CODE,
    COMBINED,
    EXACT_COMBINED,
    EXACT_SAMPLING,
    MARGIN,
    MARK,
    NARROW,
    SAMPLING,
    WIDE,
    RowCells,
    Slot,
    distinct,
    label_cells,
    number_width,
    object_name,
    one_line,
    remarked,
    width,
    word_width,
)
from dpdesk.publish.workbook.codes import Map, in_order, sampling_told, told
from dpdesk.publish.workbook.grid import Grid
from dpdesk.publish.workbook.letters import text_width
from dpdesk.publish.workbook.paper import PAPERS, Paper, cut, ranges
from dpdesk.publish.workbook.sheet import Cell, Running, Sheet, TableObject, column_letters
from dpdesk.publish.workbook.stub import subjects
from dpdesk.publish.workbook.titles import Place, head_words, table_title
from dpdesk.release.canonical import variables_of
from dpdesk.release.result import Release

HEADER_ROW = 5
_NUMBER, _WIDEST = 15.0, 30.0  # a column of numbers
_SMALLEST = 65  # per cent of twelve points
_SAMPLED_HEADS = (
    "sampling margin ({level})", "noise and sampling margin ({level})", "exact sampling margin ({level})",
    "exact noise and sampling margin ({level})",
)  # fmt: skip
_HEADINGS = {"label": "heading", "code": "heading", "mark": "heading-mark", "number": "heading-right"}

Tell = Callable[[str, float | None], None]


@dataclass(frozen=True, slots=True)
class Setting:
    """A table to be set out: its sheets, and who hears how far it is."""

    release: Release
    places: Sequence[Place]
    language: str
    tell: Tell
    notes: list[Numbered]  # of the plan; their numbers depend on all figures of the release
    because: str = ""  # why it is not set out as it was asked to be

    def title(self, place: Place, marks: Marks) -> str:
        """The title line of a sheet with its notes; what is remarked on all tables stands among the notes alone."""
        title = table_title(self.release, place.table, place.page, self.language, place.name)
        if place.margins:
            title += f": {said(self.language, 'noise margins ({level})', level=facts.level(self.release))}"
        return carried(title) + mark(sorted(marks.title), self.language)

    @property
    def margins(self) -> str:
        """Where the noise margins stand: "beside", "block" or "sheet"."""
        return self.release.plan.record.display_of(self.places[0].table.shell.name).margins

    @property
    def paper(self) -> Paper:
        """The paper of the house style."""
        return PAPERS[self.release.plan.record.house.paper]

    @property
    def across(self) -> float:
        """The widths of columns that its paper has room for in its own size of print."""
        return self.paper.landscape * Font().text / self.release.plan.record.house.font.text

    def sheets(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The sheets with estimates, and the codes of their pages."""
        return tuple((place.name, place.page_codes) for place in self.places if not place.margins)

    def margin_sheets(self) -> tuple[tuple[str, str], ...]:
        """Each sheet of margins, and the one they belong to."""
        return tuple((one.name, before.name) for before, one in pairwise(self.places) if one.margins)

    def foot(self, place: Place) -> str:
        """What a page of paper says at its foot: the sheet has but a number for its name."""
        return said(self.language, "Table {number}", number=place.name)

    def watermark(self) -> str:
        """What is printed at the top of every page."""
        return said(self.language, facts.REHEARSAL) if self.release.rehearsal else ""


def sheets(setting: Setting) -> tuple[list[Sheet], Map]:
    """The sheets of a table, and where its cells stand on them."""
    table = _Table(setting)
    return [table.sheet(place) for place in setting.places], table.map()


class _Table:
    """The columns of a table's sheets."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        release, language = setting.release, setting.language
        self._table = table = setting.places[0].table
        self._grid = grid = Grid(table.shell, release.dictionary, language)
        self._marks = marks = Marks(table.shell, setting.notes)
        self._remarked = remarked(table, grid, marks)
        self._levels, self._printing = grid.levels(), Printed(release, table)
        self._used: set[str] = set()
        self._labels = [distinct(one_line(label) or "?", self._used) for label in self._names()]
        self._values = [self._value_heads(at) for at in range(grid.columns.size)]
        codes = len(self._row_names())
        labelled = [one for at, one in enumerate(self._labels) if at != self._level_at()]
        self._codes = [f"{label}{said(language, CODE)}" for label in labelled[:codes]]
        self._arrange()

    def _row_names(self) -> list[str]:
        """The labels of what a row has codes of."""
        shell, language = self._table.shell, self._setting.language
        axes = [shell.pages] if self._grid.pages_below else []
        found = [v.label.show(language) or v.name for axis in (*axes, self._grid.row_axis) for v in axis.variables]
        return [*found, said(language, "Measure")] if self._grid.down else found

    def _level_at(self) -> int | None:
        return None if self._levels is None else len(self._row_names()) - self._grid.down

    def _names(self) -> list[str]:
        names, at = self._row_names(), self._level_at()
        if at is not None:
            names.insert(at, said(self._setting.language, "Level"))
        return names or [said(self._setting.language, "Group")]

    def _value_heads(self, column: int) -> tuple[str, ...]:
        """Headings of estimate, margin, mark, limits and exact margin."""
        language, marks = self._setting.language, self._marks
        notes = marks.stub if self._grid.column_axis is self._table.shell.stub else marks.boxhead
        named = facts.level(self._setting.release)
        endings = (
            "",
            *(
                f": {said(language, text, level=named)}"
                for text in (
                    "noise margin ({level})", "mark", "lower limit ({level})", "upper limit ({level})",
                    "exact noise margin ({level})", *(["exact estimate"] if self._printing.rounded else []),
                )
            ),
        )  # fmt: skip
        if self._table.sampling is not None:
            more = (f": {said(language, text, level=named)}" for text in _SAMPLED_HEADS)
            endings = (*endings, *[""] * (SAMPLING - len(endings)), *more)
        head = distinct(one_line(self._grid.column_words(column, notes, marks.items)), self._used, endings)
        return tuple(f"{head}{ending}" for ending in endings)

    # Columns ------------------------------------------------------------------------------------------------------

    def _arrange(self) -> None:
        """Which value of which column of the grid stands in which column of the sheets, after labels and codes.

        A slot is a column of the grid and the place of one of its values, as `RowCells` has them.
        """
        estimates = [[(at, 0), (at, MARK)] if has_mark else [(at, 0)] for at, has_mark in enumerate(self._remarked)]
        sampled = self._table.sampling is not None
        printed, exact = ((SAMPLING, COMBINED), (EXACT_SAMPLING, EXACT_COMBINED)) if sampled else ((), ())
        every = range(self._grid.columns.size)
        margins: list[list[Slot]] = [[(at, value) for value in (MARGIN, *printed)] for at in every]
        if self._setting.margins == "beside":
            self._groups = [[own[0], *beside, *own[1:]] for own, beside in zip(estimates, margins, strict=True)]
        elif self._setting.margins == "block":
            self._groups = [*estimates, *margins]
        else:
            self._groups = estimates
        self._margins = margins if self._setting.margins == "sheet" else []
        more = 4 if self._printing.rounded else 3
        right = (*range(MARK + 1, MARK + 1 + more), *exact)
        self._right = [(at, value) for at in every for value in right]

    def map(self) -> Map:
        """Where the cells stand."""
        grid, shell, labels = self._grid, self._table.shell, len(self._labels)
        printed = [slot for group in self._groups for slot in group]
        codes = range(labels + len(printed), labels + len(printed) + len(self._codes))
        letters = {slot: column_letters(labels + at) for at, slot in enumerate(printed)}
        letters |= {slot: column_letters(codes.stop + at) for at, slot in enumerate(self._right)}
        apart = [slot for own in self._margins for slot in own]
        letters |= {slot: column_letters(labels + at) for at, slot in enumerate(apart)}
        rows = len(self._setting.places[0].pages) * grid.rows.size
        return Map(
            shell.name,
            variables_of(shell),
            self._setting.sheets(),
            HEADER_ROW + 1,
            HEADER_ROW + rows,
            grid.step,
            tuple(map(column_letters, codes)),
            tuple((told(letters, at), tuple(grid.column_codes(at))) for at in grid.columns_in_order()),
            self._printing.told,
            self._setting.margin_sheets(),
            in_order(self._starts(), grid.row_axis),
            sampled=sampling_told(letters, grid.columns_in_order()) if self._table.sampling is not None else (),
        )

    def _starts(self) -> Iterator[tuple[tuple[int, int], int]]:
        """The first row of each line on each page, by page and line of the release."""
        grid, order = self._grid, order_of(self._grid.row_axis)
        pages = range(len(self._setting.places[0].pages))
        for at, (page, line) in enumerate(product(pages, range(grid.rows.size // grid.step))):
            yield (page, order[line]), HEADER_ROW + 1 + at * grid.step

    def sheet(self, place: Place) -> Sheet:
        """The table, or the part of it on these pages: headings in one row, each column with its margin beside it."""
        setting, language = self._setting, self._setting.language
        groups, codes, right = (self._margins, [], []) if place.margins else (self._groups, self._codes, self._right)
        slots = [slot for group in groups for slot in group]
        values = [*slots, *right]
        kinds = ["label"] * len(self._labels) + ["mark" if value == MARK else "number" for _, value in slots]
        printed = len(kinds)
        kinds += ["code"] * len(codes) + ["number"] * len(right)
        of_values = [self._values[column][value] for column, value in values]
        heads = (*self._labels, *of_values[: len(slots)], *codes, *of_values[len(slots) :])
        widths = self._widths(heads, kinds)
        rows = len(place.pages) * self._grid.rows.size
        notes = " ".join(self._explained())
        title, told = setting.title(place, self._marks), head_words(setting.release, place.table, language)
        together = ranges(len(self._labels), map(len, groups))
        divided = cut(widths[:printed], len(self._labels), together, setting.across, _SMALLEST)
        narrow = max(text_width(told), text_width(notes), 1.4 * len(title)) > sum(
            widths[:printed]
        )  # on paper they would be cut off
        top: list[list[Cell]] = [
            [("title", title, False)],
            [("plain", told, False)],
            [("plain", notes, False)],
            [("link", said(language, "Contents"), False)],
            [(_HEADINGS[kind], text, False) for kind, text in zip(kinds, heads, strict=True)],
        ]

        def all_rows() -> Iterator[Sequence[Cell]]:
            yield from top
            yield from self._rows(place, values, len(slots))

        return Sheet(
            place.name,
            widths,
            HEADER_ROW + rows,
            all_rows(),
            TableObject(object_name(place.name, place.table.shell.name), HEADER_ROW, heads, rows),
            (("A4", said(language, "Contents")),),
            printed,
            setting.watermark(),
            frozen=False,
            foot=setting.foot(place),
            cut=divided,
            running=Running(HEADER_ROW, title, told) if divided or narrow else None,
        )

    def _explained(self) -> Iterator[str]:
        """What the sheet holds, and what its columns are about: their one header has the codes alone."""
        language = self._setting.language
        yield said(language, "One table, its header in row {row}.", row=HEADER_ROW)
        names = dict.fromkeys(name for _, _, name in subjects(self._grid.columns, language))
        if names:
            yield said(language, "Columns: {names}.", names="; ".join(names))
        yield said(language, "The sheet Notes explains margins and marks; limits and codes stand on the right.")

    def _widths(self, heads: Sequence[str], kinds: Sequence[str]) -> tuple[float, ...]:
        number = min(max(_NUMBER, number_width(self._table) * 1.2), _WIDEST)
        widths = []
        for head, kind, label in zip_longest(heads, kinds, self._label_widths(), fillvalue=0.0):
            longest = 1.3 * max(map(len, str(head).split())) + 2
            if kind in ("label", "code"):
                widths.append(max(NARROW, float(label), min(word_width(str(head)), WIDE)))
            else:
                widths.append(max(number, min(longest, _WIDEST)))
        return tuple(widths)

    def _label_widths(self) -> Iterator[float]:
        language, grid = self._setting.language, self._grid
        axes = [self._table.shell.pages] if grid.pages_below else []
        for axis in (*axes, grid.row_axis):
            for i in range(len(axis.variables)):
                yield width(max((len(line.labels[i].show(language)) for line in axis.lines), default=0))
        if self._levels is not None:
            yield width(max(map(len, self._levels)))
        if grid.down:
            yield width(max(len(grid.item_words(item)) for item in self._table.shell.items))
        if not self._row_names():
            yield width(0)

    def _rows(self, place: Place, values: Sequence[Slot], printed: int) -> Iterator[list[Cell]]:
        language, grid, marks = self._setting.language, self._grid, self._marks
        shell = place.table.shell
        page_labels = label_cells(shell.pages, marks.pages, language) if grid.pages_below else []
        labels = label_cells(grid.row_axis, marks.stub, language)
        items = list(shell.items) if grid.down else []
        cells = RowCells(self._setting.release, place.table, grid, marks)
        total, done = len(place.pages) * grid.rows.size, 0
        for page in place.pages:
            for row in range(grid.rows.size):
                if done % 64 == 0:
                    self._setting.tell(f"writing {shell.name}", done / total)
                done += 1
                line, at = grid.rows.line(row), grid.rows.item(row)
                left = [*page_labels[page]] if page_labels else []
                left += labels[line]
                left += [("text", self._levels[line], False)] if self._levels is not None else []
                if grid.down:
                    left.append(("text", grid.item_words(items[at]) + mark(marks.items.get(at, []), language), False))
                if not left:
                    left = [("text", said(language, "Total"), False)]
                codes: list[Cell] = [
                    ("plain", carried(code), False) if code else None for code in grid.row_codes(page, row)
                ]
                of_row = cells.row(page, row)
                shown = [of_row[column][value] for column, value in values]
                yield [*left, *shown] if place.margins else [*left, *shown[:printed], *codes, *shown[printed:]]
        self._setting.tell(f"writing {shell.name}", 1.0)
