"""The classic layout: a table as printed tables look, set up for paper.

Number and title; a headnote with universe and reference period; headings that span their columns; the stub indented by
its levels; each margin in small type right of its estimate, or where the display puts it; thin rules above and below
the head and at the foot only; then what the signs mean, and the source. Fitted to the width of a page or cut between
columns, the head repeated on each. Limits and codes stand right of what is printed, so that the result hash can be
computed again from this layout, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil

import numpy as np

from dpdesk.planning.document.style import Font
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.arranged import order_of
from dpdesk.publish.documents.notes import Marks, mark
from dpdesk.publish.documents.printed import Printed
from dpdesk.publish.documents.words import said
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook.accessible import Setting
from dpdesk.publish.workbook.cells import (
    COMBINED,
    EXACT_COMBINED,
    EXACT_SAMPLING,
    MARGIN,
    MARK,
    SAMPLING,
    RowCells,
    Slot,
    remarked,
)
from dpdesk.publish.workbook.codes import Map, in_order, sampling_told, told
from dpdesk.publish.workbook.foot import below
from dpdesk.publish.workbook.grid import Grid
from dpdesk.publish.workbook.letters import column_width, indented, wrapped_lines
from dpdesk.publish.workbook.paper import LONGEST, Cut, cut, pieces, ranges
from dpdesk.publish.workbook.sheet import Cell, Running, Sheet, column_letters
from dpdesk.publish.workbook.stub import Stub, corner_words, distribution, subjects
from dpdesk.publish.workbook.styles import BELOW_A_RULE, SMALL_LINE, STUBS
from dpdesk.publish.workbook.titles import Place, beside_words, headnote_words
from dpdesk.release.canonical import variables_of
from dpdesk.release.result import TableResult

HEAD_ROW = 4  # the first row of the head; above it title, headnote and a rule
_STUB_MOST, _SLACK = 48.0, 0.3  # of the stub, and what it has to spare since widths are rounded
_LEAST_NUMBER = 5.0
_MARK = 6.0
_NARROWEST = 56.0  # a table, below which its notes stand
_LONG_WIDTH = 72.0  # one of several pages, which then is set a little smaller and has more lines on each
_PORTRAIT = 92.0  # widths that a portrait page shows in a size one can read
_LONG, _PORTRAIT_LONG = 36, 125.0  # a table that is longer than a landscape page may be set somewhat smaller
_SMALLEST, _SMALLEST_LONG = 80, 76  # per cent of ten points, and where that saves a page
_FAR = 8.0  # widths between a label and its numbers, over which dots lead the eye
_SPARE = 1  # line, since no two programs set text alike
_SAFELY = 98  # per cent of the size in which columns fit, where it is given since pages end at given rows
_BEYOND = 0.1  # of a page: a table that ends within it before the end of one, or after, keeps to that page
_PAGES_TOGETHER = 18  # lines; pages of a table that are longer begin on new pages of paper
_SMALL = Font().small
_WIDER, _WIDEST_HEAD = 1.15, 14.0  # how much wider columns are made for a heading of two lines, and how wide for three


def sheets(setting: Setting) -> tuple[list[Sheet], Map]:
    """The sheets of a table, and where its cells stand on them."""
    table, margins = _Table(setting), _Table(setting, only_margins=True)
    made = [(margins if place.margins else table).sheet(place) for place in setting.places]
    return made, table.map(margins)


class _Table:
    """The columns, the head and the stub of a table's sheets, or of those with its noise margins only."""

    def __init__(self, setting: Setting, *, only_margins: bool = False) -> None:
        self._setting, self._only_margins = setting, only_margins
        release, language = setting.release, setting.language
        self._table = table = setting.places[0].table
        self._grid = grid = Grid(table.shell, release.dictionary, language, below=True)
        self._marks, self._printing = Marks(table.shell, setting.notes), Printed(release, table)
        self._remarked = remarked(table, grid, self._marks)
        self._lines = list(Stub(grid, self._marks, setting.places[0].pages).lines())
        self._beside = setting.margins == "beside" and not only_margins
        sampled = table.sampling is not None
        self._errors = (MARGIN, SAMPLING, COMBINED) if sampled else (MARGIN,)
        right = range(MARK + 1, MARK + 4 + self._printing.rounded)
        self._right = (*right, *((EXACT_SAMPLING, EXACT_COMBINED) if sampled else ()))
        self._under = 1 + sum(1 for _ in below(setting, setting.places[0], beside=self._beside))  # lines, with a rule
        values = self._value_widths()
        self._blocks: list[list[range]] = []  # the columns of each column of the grid
        self._slots: list[Slot] = []  # what stands in them
        widths = [self._stub_width()]
        for block in self._arranged():
            self._blocks.append(ranges(len(widths), map(len, block)))
            self._slots += [slot for own in block for slot in own]
            widths += [values[at][value] for own in block for at, value in own]
        self._widths = self._roomy(widths)
        size = Font().small / release.plan.record.house.font.small
        self._across = setting.paper.landscape * size
        upright = (_PORTRAIT_LONG if len(self._lines) > _LONG else _PORTRAIT) * setting.paper.upright * size
        self._portrait = sum(self._widths) <= upright
        self._cut = None if self._portrait else cut(self._widths, 1, self._groups(), self._across, _SMALLEST)
        self._size = self._cut.scale / 100 if self._cut else self._fitting()
        self._breaks = self._page_ends()
        self._name_measures_again()
        self._on_first = self._cut.after[0] if self._cut else len(widths)  # columns on the first page

    def _arranged(self) -> list[list[list[Slot]]]:
        """The values of each column of the grid; those of all once more where margins follow in a block."""
        every = range(self._grid.columns.size)
        margins = [[[(at, value)] for at in every] for value in self._errors]  # a block of each
        if self._only_margins:
            return [[[(at, value) for value in self._errors] for at in every]]  # with as many headings as the estimates
        before: list[int] = [0, *self._errors] if self._beside else [0]
        found = [[(at, value) for value in [*before, *([MARK] if self._remarked[at] else [])]] for at in every]
        return [found, *margins] if self._setting.margins == "block" else [found]

    def _roomy(self, widths: list[float]) -> list[float]:
        """Columns wide enough for the longest word of their headings, and a stub that leaves the notes room."""
        for at, own in ((at, own) for block in self._blocks for at, own in enumerate(block)):
            level = self._grid.columns.levels - 1
            room = sum(widths[column] for column in own)
            widths[own[0]] += max(0.0, self._head_width(self._label(at, level), room) - room)
        self._widen_for_spans(widths)
        least = _LONG_WIDTH if len(self._lines) > _LONG else _NARROWEST
        wider = max(0.0, least - sum(widths))
        self._label_style = "leader" if wider > _FAR else "stub"
        widths[0] += wider
        return widths

    def _widen_for_spans(self, widths: list[float]) -> None:
        """Headings that span columns have their words whole, too: what these lack is shared among the columns."""
        for block in self._blocks:
            for level in range(self._grid.columns.levels - 1):
                for first, end, text, _ in self._spans(level):
                    whole = range(block[first][0], block[end - 1][-1] + 1)
                    own = self._ruled(whole, last=False, columns=len(widths))
                    words = (column_width(word, _SMALL, strong=True) for word in text.split())
                    lacking = max(words, default=0.0) - sum(widths[at] for at in own)
                    for inner in block[first:end]:
                        widths[inner[0]] += max(0.0, lacking) / (end - first)

    def _head_width(self, text: str, room: float) -> float:
        """How wide a heading is whose words are whole: in two lines where it has nearly room for them, else in three,
        or as few as a wide column lets it have.
        """
        words = (column_width(word, _SMALL, strong=True) for word in text.split())
        wide = min(max(words, default=0.0), _WIDEST_HEAD)
        few = max(3, self._wrapped(text, _WIDEST_HEAD, strong=True))
        for lines, most in ((2, room * _WIDER), (few, _WIDEST_HEAD)):
            steps = (wide + at / 2 for at in range(int(2 * max(0.0, most - wide)) + 1))
            fitting = next((one for one in steps if self._wrapped(text, one, strong=True) <= lines), None)
            if fitting is not None:
                return fitting
        return _WIDEST_HEAD

    def _wrapped(self, text: str, width: float, points: float = _SMALL, *, strong: bool = False) -> int:
        """How many lines a text takes in a width."""
        family = self._setting.release.plan.record.house.font.family
        return wrapped_lines(text, width, points, strong=strong, family=family)

    def _groups(self) -> list[range]:
        """The columns under each of the outermost headings, or each column with its margin where these are too wide."""
        most = self._across * 100 / _SMALLEST - self._widths[0]
        found = []
        for block in self._blocks:
            for first, end, _, _ in self._spans(0):
                own = range(block[first][0], block[end - 1][-1] + 1)
                fits = sum(self._widths[at] for at in own) <= most
                found += [own] if fits else block[first:end]
        return found

    def _stub_width(self) -> float:
        labels = ((row is None, label, depth) for _, row, label, depth in self._lines)
        widths = (column_width(label, _SMALL, strong=strong) - indented(0, depth) for strong, label, depth in labels)
        return min(max(11.0, max(widths, default=0.0) + _SLACK), _STUB_MOST)

    def _value_widths(self) -> list[dict[int, float]]:
        """Widths of the values of each column: what its own measure needs, where measures go across."""
        grid, found, mark_width = self._grid, [], self._mark_width()
        for number, margin in zip(*_lengths(self._table, self._printing), strict=True):
            room = max(_LEAST_NUMBER, 0.8 * (number if self._beside else max(number, margin)) + 0.8)
            own = 0.68 * margin + 1.4 if self._beside else room
            found.append({0: room, MARK: mark_width, **dict.fromkeys(self._errors, own)})
        if grid.down:
            most = {value: max(own[value] for own in found) for value in found[0]}
            return [most] * grid.columns.size
        return [found[grid.columns.item(at)] for at in range(grid.columns.size)]

    def _mark_width(self) -> float:
        """Room for the signs of a cell in their small type; references to notes may take two lines."""
        signs = facts.symbols(self._setting.release)
        flags = {str(flag) for flag in self._table.flag.ravel().tolist()}
        longest = max((len(" ".join(signs[letter] for letter in flag)) for flag in flags), default=0)
        return _MARK if self._marks.cells else min(_MARK, 0.5 * longest + 0.6)

    # The head -----------------------------------------------------------------------------------------------------

    def _head_rows(self) -> int:
        return self._named_blocks + self._named_subjects + self._grid.columns.levels

    @property
    def _named_blocks(self) -> bool:
        """Whether a row above all others says what each block holds."""
        return len(self._blocks) > 1

    @property
    def _named_subjects(self) -> bool:
        """Whether a row says what the blocks of the boxhead are about: "Sex", "Age"."""
        return any(True for _ in self._subjects())

    def _subjects(self) -> Iterator[tuple[int, int, str]]:
        """The blocks of the boxhead that have a name: first column, the one after the last, name."""
        return subjects(self._grid.columns, self._setting.language)

    @property
    def _first(self) -> int:
        return HEAD_ROW + self._head_rows()

    def _label(self, column: int, level: int) -> str:
        columns, grid, marks = self._grid.columns, self._grid, self._marks
        line = columns.line(column)
        if level >= columns.axis_levels and not grid.down:
            items = grid.shell.items
            return grid.item_words(items[columns.item(column)]) + mark(
                marks.items.get(columns.item(column), []), self._setting.language
            )
        text = carried(columns.label(column, level))
        notes = marks.stub if grid.column_axis is grid.shell.stub and grid.column_axis.variables else marks.boxhead
        last = level + columns.span(column, level) >= columns.axis_levels
        return text + (mark(notes.get(line, []), self._setting.language) if last and text else "")

    def _spans(self, level: int) -> Iterator[tuple[int, int, str, int]]:
        """Headings of a level: first column and the one after the last, text, and how many levels it covers."""
        columns, at = self._grid.columns, 0
        while at < columns.size:
            _, end = columns.run(at, level) if level < columns.axis_levels else (at, at + 1)
            span = columns.span(at, level)
            if level < columns.axis_levels and span > 1:
                span = min(span, columns.levels - level)
            yield at, end, self._label(at, level), span
            at = end

    def _head(self) -> tuple[list[list[Cell]], list[str], dict[int, float]]:
        """The rows of the head, the areas that are merged, and their heights."""
        printed = len(self._widths)
        levels = self._head_rows()
        rows: list[list[Cell]] = [[None] * printed for _ in range(levels)]
        merged, heights = [], {}
        for level in range(levels):
            lines = 1
            for whole, text, span in self._on_pages(level):
                own = self._ruled(whole, last=level + span == levels, columns=printed)
                for lower in range(level, level + span):
                    for column in own:
                        rows[lower][column] = ("span", "", False)
                rows[level][own[0]] = ("span", text, False)
                if len(own) > 1 or span > 1:
                    merged.append(_area(own[0], HEAD_ROW + level, own[-1], HEAD_ROW + level + span - 1))
                if span == 1:
                    lines = max(lines, self._wrapped(text, sum(self._widths[one] for one in own), strong=True))
            heights[HEAD_ROW + level] = lines * SMALL_LINE + 2
        for row in rows:
            row[0] = ("corner", "", False)
        rows[0][0] = ("corner", corner_words(self._grid), False)
        if levels > 1:
            merged.append(_area(0, HEAD_ROW, 0, HEAD_ROW + levels - 1))
        need = self._wrapped(corner_words(self._grid), self._widths[0], strong=True) * SMALL_LINE + 2
        last = HEAD_ROW + levels - 1
        heights[last] = max(heights[last], need - sum(heights[at] for at in range(HEAD_ROW, last)))
        return rows, merged, heights

    def _ruled(self, own: range, *, last: bool, columns: int) -> range:
        """The columns below which a heading has a rule: one that spans several ends before the next one begins."""
        wide = len(own) > 2 and own.stop < columns
        return own[:-1] if wide and not last else own

    def _on_pages(self, row: int) -> Iterator[tuple[range, str, int]]:
        """The headings of a row of the head, said again on each page that their columns go on to."""
        after = self._cut.after if self._cut else ()
        for own, text, span in self._headings(row):
            inside = [own.start, *(end for end in after if own.start < end < own.stop), own.stop]
            for first, end in pairwise(inside):
                yield range(first, end), text, span

    def _headings(self, row: int) -> Iterator[tuple[range, str, int]]:
        """The headings of a row of the head: the columns of each, its text, and how many rows it covers."""
        language = self._setting.language
        named = ("Noise margin ({level})", "Sampling margin ({level})", "Noise and sampling margin ({level})")
        errors = [said(language, text, level=facts.level(self._setting.release)) for text in named]
        for block, name in zip(self._blocks, (said(language, "Estimate"), *errors), strict=False):
            if self._named_blocks and row == 0:
                yield range(block[0][0], block[-1][-1] + 1), name, 1
                continue
            own = row - self._named_blocks - self._named_subjects
            if own < 0:
                for first, end, text in self._subjects():
                    yield range(block[first][0], block[end - 1][-1] + 1), text, 1
                continue
            for first, end, text, span in self._spans(own):
                if span:
                    yield range(block[first][0], block[end - 1][-1] + 1), text, span

    # The sheet ----------------------------------------------------------------------------------------------------

    def _letters(self) -> dict[Slot, str]:
        """The letters of the columns in which values stand."""
        return {slot: column_letters(at) for at, slot in enumerate(self._slots, 1)}

    def map(self, margins: _Table) -> Map:
        """Where the cells stand; their margins may stand on sheets of their own."""
        grid, shell, printed = self._grid, self._table.shell, len(self._widths)
        codes = range(printed + 1, printed + 1 + len(grid.row_codes(0, 0)))
        right = [(at, value) for at in range(grid.columns.size) for value in self._right]
        letters = {slot: column_letters(codes.stop + at) for at, slot in enumerate(right)}
        letters = margins._letters() | letters | self._letters()
        blocks = len(self._setting.places[0].pages) * grid.rows.size // grid.step  # lines of the table, with headings
        step = len(self._lines) // blocks if grid.step > 1 else 1
        return Map(
            shell.name,
            variables_of(shell),
            self._setting.sheets(),
            self._first,
            self._first + len(self._lines) - 1,
            step,
            tuple(map(column_letters, codes)),
            tuple((told(letters, at), tuple(grid.column_codes(at))) for at in grid.columns_in_order()),
            self._printing.told,
            self._setting.margin_sheets(),
            in_order(self._starts(step), grid.row_axis),
            sampled=sampling_told(letters, grid.columns_in_order()) if self._table.sampling is not None else (),
        )

    def _starts(self, step: int) -> Iterator[tuple[tuple[int, int], int]]:
        """The first row of each line on each page, with its heading, by page and line of the release."""
        rows, order = self._grid.rows, order_of(self._grid.row_axis)
        for at, (page, row, _, _) in enumerate(self._lines, self._first):
            if row is not None and rows.item(row) == 0:
                yield (page, order[rows.line(row)]), at - (at - self._first) % step

    def sheet(self, place: Place) -> Sheet:
        """The table, or the part of it on these pages: spanned headings, an indented stub, its notes below."""
        setting, printed = self._setting, len(self._widths)
        head, merged, heights = self._head()
        under = list(below(setting, place, beside=self._beside))
        foot = self._first + len(self._lines)
        first = self._on_first
        across = sum(self._widths[:first])
        for at, text in enumerate(under, foot + 1):
            merged += [_area(own.start, at, own.stop - 1, at) for own in self._note_columns if len(own) > 1]
            lines = (self._wrapped(text, sum(self._widths[own.start : own.stop])) for own in self._note_columns)
            heights[at] = max(lines) * SMALL_LINE
        right = [] if self._only_margins else self._right_heads()
        head[-1] = [*head[-1], None, *right]  # what is not printed
        title = setting.title(place, self._marks)
        heights[1] = 17.0 * self._wrapped(title, across, Font().text, strong=True)
        heights[3] = 6.0
        for row in (self._first, *(end + 1 for end in self._breaks)):  # below a rule
            _, _, label, depth = self._lines[row - self._first]
            heights[row] = self._lines_of(label, depth) * SMALL_LINE + BELOW_A_RULE
        merged += [_area(0, 1, first - 1, 1), _area(0, 2, first - 1, 2)]
        beside = beside_words(setting.release, place.table, setting.language) if self._beside else ""
        headnote = headnote_words(setting.release, place.table, setting.language, beside)
        heights[2] = self._wrapped(headnote, across) * SMALL_LINE + 2
        top: list[list[Cell]] = [
            [("classic-title", title, False)],
            [("small-note", headnote, False)],
            [("rule", "", False)] * printed,
            *head,
        ]

        def all_rows() -> Iterator[Sequence[Cell]]:
            yield from top
            yield from self._rows(place)
            yield [("foot", "", False)] * printed
            yield from (self._note(text, first=not at) for at, text in enumerate(under))

        widths = (*self._widths, 3.0, *(12.0 for _ in right))
        return Sheet(
            place.name,
            widths,
            foot + len(under),
            all_rows(),
            print_columns=printed,
            watermark=setting.watermark(),
            repeated=(HEAD_ROW - 1 if self._cut else 1, self._first - 1),
            merged=tuple(merged),
            heights=heights,
            portrait=self._portrait,
            small=True,
            foot=setting.foot(place),
            breaks=self._breaks,
            most_pages=self._most_pages(foot + len(under), heights),
            cut=self._cut or (Cut(int(self._size * _SAFELY), 0, ()) if self._breaks else None),
            running=Running(HEAD_ROW - 1, title, headnote) if self._cut else None,
        )

    @property
    def _note_columns(self) -> list[range]:
        """The columns in which notes stand on each page of paper: what is repeated on every page has no room for them,
        or they would be printed in part on the others.
        """
        before, after = (self._cut.repeated, self._cut.after) if self._cut else (0, ())
        return [range(*ends) for ends in pairwise([before, *after, len(self._widths)])]

    def _note(self, text: str, *, first: bool) -> list[Cell]:
        """A line below the table, on each page of paper; the first is named in the stub where they stand beside it."""
        row: list[Cell] = [None] * len(self._widths)
        for own in self._note_columns:
            row[own.start] = ("small-note", text, False)
        if first and row[0] is None:
            row[0] = ("small-note", said(self._setting.language, "Notes"), False)
        return row

    def _page_ends(self) -> tuple[int, ...]:
        """The rows after which a page of paper ends: long pages of the table begin on new ones, short ones stand
        together as far as there is room, and none is divided that has room on one.
        """
        pages = self._setting.places[0].pages
        length = len(self._lines) // len(pages)
        together = 1 if length > _PAGES_TOGETHER else max(1, self._room // length)
        inside = [one.start for one in self._parts(length)]
        starts = (length * at + start for at in range(0, len(pages), together) for start in inside)
        return tuple(self._first - 1 + start for start in starts if start)

    def _parts(self, length: int) -> list[range]:
        """The parts of a page of the table that is too long for one of paper; the last has room for the notes.

        It is set somewhat smaller where that saves a page of paper.
        """
        lines = sum(self._lines_of(*line[2:]) for line in self._lines[:length])
        need = lines + self._under
        if not self._room * (1 + self._beyond) < need <= LONGEST or self._room * length // lines <= self._under:
            return [range(length)]
        fewest = ceil(need / (self._room * (1 + self._beyond)))
        while self._cut is None and ceil(need / self._room) > fewest:
            self._size *= 0.99
        return pieces([depth for *_, depth in self._lines[:length]], self._room * length // lines, after=self._under)

    @property
    def _beyond(self) -> float:
        """By which part of a page a table may be longer: set somewhat smaller it then keeps to the page."""
        return _BEYOND if self._cut else max(_BEYOND, self._room_at(_SMALLEST_LONG / 100) / self._room - 1)

    def _lines_of(self, label: str, depth: int) -> int:
        """How many lines a label takes in the stub."""
        return self._wrapped(label, indented(self._widths[0], depth))

    def _name_measures_again(self) -> None:
        """Name a distribution again where it goes on below the head of a page."""
        items = list(self._grid.shell.items)
        for at in (row + 1 - self._first for row in self._breaks):
            page, row, _, depth = self._lines[at]
            item = 0 if row is None else self._grid.rows.item(row)
            if row is not None and self._grid.step > 1 and distribution(self._grid, items, item)[0]:
                words = self._grid.item_words(items[item])
                words += mark(self._marks.items.get(item, []), self._setting.language)
                self._lines[at] = page, row, words, depth

    @property
    def _room(self) -> int:
        """How many lines of one row a page of paper has room for, below the title and the head."""
        return self._room_at(self._size)

    def _room_at(self, size: float) -> int:
        above = self._first - HEAD_ROW if self._cut else self._first
        return max(1, int(self._lines_of_paper(size)) - above - _SPARE)

    def _fitting(self) -> float:
        """In which size all columns have room beside each other."""
        paper, small = self._setting.paper, Font().small / self._setting.release.plan.record.house.font.small
        return min(1.0, (paper.upright_widths if self._portrait else paper.landscape) * small / sum(self._widths))

    def _lines_of_paper(self, size: float) -> float:
        """How many lines of text a page of paper has room for in a size of print."""
        paper, small = self._setting.paper, Font().small / self._setting.release.plan.record.house.font.small
        return paper.lines(SMALL_LINE / small * size, upright=self._portrait)

    def _most_pages(self, rows: int, heights: Mapping[int, float]) -> int:
        """How many pages of paper a table keeps to that ends just before the end of one, or just beyond; 0 for others.

        How high its lines are is an estimate: it is made somewhat smaller where they are higher.
        """
        if self._cut or self._breaks:
            return 0
        lines = sum(heights.get(row, SMALL_LINE) for row in range(1, rows + 1)) / SMALL_LINE
        room, repeated = self._lines_of_paper(self._size), self._first - 1
        pages = 1 + (lines - room) / (room - repeated) if lines > room else lines / room
        most = max(1, ceil(pages - self._beyond))
        return most if pages > most - _BEYOND else 0

    def _right_heads(self) -> list[Cell]:
        language, grid = self._setting.language, self._grid
        named = facts.level(self._setting.release)
        codes = len(grid.row_codes(0, 0))
        texts = [said(language, "Code")] * codes
        for _ in range(grid.columns.size):
            texts += [
                said(language, text, level=named)
                for text in ("Lower limit ({level})", "Upper limit ({level})", "Exact noise margin ({level})")
            ]
            texts += [said(language, "Exact estimate")] if self._printing.rounded else []
            if self._table.sampling is not None:
                both = ("Exact sampling margin ({level})", "Exact noise and sampling margin ({level})")
                texts += [said(language, text, level=named) for text in both]
        return [("small", text, False) for text in texts]

    def _rows(self, place: Place) -> Iterator[list[Cell]]:
        grid, release = self._grid, self._setting.release
        cells = RowCells(release, place.table, grid, self._marks, small=True, beside=self._beside)
        for done, (page, row, label, depth) in enumerate(self._lines):
            if done % 64 == 0:
                self._setting.tell(f"writing {place.table.shell.name}", done / len(self._lines))
            indent = min(depth, STUBS[-1])
            if row is None:
                yield [(f"group{indent}", carried(label), False)]
                continue
            codes: list[Cell] = [
                ("small", carried(code), False) if code else None for code in grid.row_codes(page, row)
            ]
            left: list[Cell] = [(f"{self._label_style}{indent}", carried(label), False)]
            of_row = cells.row(page, row)
            left += [of_row[column][value] for column, value in self._slots]
            right = [own[value] for own in of_row for value in self._right]
            yield left if self._only_margins else [*left, None, *codes, *right]
        self._setting.tell(f"writing {place.table.shell.name}", 1.0)


def _area(left: int, top: int, right: int, bottom: int) -> str:
    return f"{column_letters(left)}{top}:{column_letters(right)}{bottom}"


def _lengths(table: TableResult, printing: Printed) -> tuple[list[int], list[int]]:
    """How many characters the longest printed estimate of each measure has, and its longest printed margin."""
    over, widest_of = (0, 1, 2), table.margin if table.combined is None else np.fmax(table.margin, table.combined)
    estimates, margins = (np.where(np.isfinite(one), one, 0.0) for one in (table.estimate, widest_of))
    numbers, widest = np.abs(estimates).max(axis=over).tolist(), margins.max(axis=over).tolist()
    signs = (estimates.min(axis=over) < 0).tolist()
    figures = [printing.of(item) for item in table.shell.items]
    return (
        [
            len(f"{own.nearest(one):,.{own.decimals}f}") + sign
            for own, one, sign in zip(figures, numbers, signs, strict=True)
        ],
        [len(f"{own.above(one):,.{own.decimals}f}") for own, one in zip(figures, widest, strict=True)],
    )
