"""A released table: its published lines, as data frames and in notebooks: those of its CSV file, and no others."""

from __future__ import annotations

import csv
import io
import math
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any, Literal

from dpdesk.api.frames import Backend, library, made
from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.publish.tables.text import csv_plain
from dpdesk.publish.tables.tidy import LAST, NUMBERS, SAMPLED, spelled

Value = Literal["estimate", "lower", "upper", "margin", "unbiased", "sampling_margin", "combined_margin"]
Row = dict[str, str]
_MOST_LINES = 100


@dataclass(frozen=True, repr=False)
class ReleasedTable:
    """One table as published: its CSV file (`content`), and its numbers of pages, lines, columns and figures a cell."""

    name: str
    title: str
    shape: tuple[int, ...]
    content: bytes

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The lines of the CSV file, every field a text, in the order of `shape`."""
        text = io.StringIO(self.content.decode(), newline="")
        return tuple({key: csv_plain(field) for key, field in row.items()} for row in csv.DictReader(text))

    def to_frame(
        self, layout: Literal["tidy", "wide"] = "tidy", *, backend: Backend = "pandas", value: Value = "estimate"
    ) -> Any:
        """Return a data frame.

        Args:
            layout: "tidy" has a row for each cell, with the columns of the CSV file; "wide" has the shape of the table,
                with the labels of pages and stub as index and those of boxhead and figures as columns (pandas only).
            backend: the library of the frame; it must be installed.
            value: what stands in the cells of the wide layout.

        Raises:
            BadInput: the library is not installed, or has no such layout.
        """
        if layout == "tidy":
            return made({name: [_cell(name, row[name]) for row in self.rows] for name in self.rows[0]}, backend)
        if (layout, backend) != ("wide", "pandas"):
            raise BadInput(problem("api.frame_layout"))
        known = [name for name in (*NUMBERS, *SAMPLED) if name in self.rows[0]]
        if value not in known:
            raise BadInput(problem("api.frame_value", known=", ".join(known), value=value))
        pandas = library(backend)
        lines, columns = self._lines(), self._columns()
        cells, width = [_cell(value, row[value]) for row in self.rows], len(columns)
        return pandas.DataFrame(
            [cells[start : start + width] for start in range(0, len(cells), width)],
            index=_index(pandas, lines, self._names((0, 1)) or ["total"]),
            columns=_index(pandas, columns, [*self._names((2,)), "measure"]),
            dtype=float,
        )

    def _axis_of(self) -> dict[str, int]:
        """The axis of each variable: pages, stub or boxhead, by which its code changes along the lines."""
        pages, stub, boxhead, figures = self.shape
        steps = (stub * boxhead * figures, boxhead * figures, figures)
        axes, last = {}, 1
        header = list(self.rows[0])
        names = header[1 : header.index(LAST[0])][::2]
        for name in names:
            for axis, (step, size) in enumerate(zip(steps, (pages, stub, boxhead), strict=True)):
                if any(self.rows[step * code][name] != self.rows[0][name] for code in range(size)):
                    last = axis
            axes[name] = last
        return axes

    def _names(self, axes: tuple[int, ...]) -> list[str]:
        return [name for name, axis in self._axis_of().items() if axis in axes]

    def _lines(self) -> list[tuple[str, ...]]:
        """The labels of pages and stub for each line of the wide table."""
        names, step = self._names((0, 1)), self.shape[2] * self.shape[3]
        starts = self.rows[::step]
        return [tuple(row[f"{name}_label"] for name in names) if names else ("",) for row in starts]

    def _columns(self) -> list[tuple[str, ...]]:
        """The labels of boxhead and figure for each column of the wide table."""
        names = self._names((2,))
        first = self.rows[: self.shape[2] * self.shape[3]]
        return [(*(row[f"{name}_label"] for name in names), row["measure_label"]) for row in first]

    def __repr__(self) -> str:
        return f"ReleasedTable({self.name!r}, {math.prod(self.shape):,} cells)"

    def _repr_html_(self) -> str:
        """The table in its shape, with the noise margin beside each number."""
        columns, lines = self._columns(), self._lines()
        width = len(columns)
        head = "".join(f"<th>{escape(' · '.join(filter(None, column)))}</th>" for column in columns)
        body = []
        for number, line in enumerate(lines[:_MOST_LINES]):
            cells = "".join(
                f"<td>{escape(_shown(row))}</td>" for row in self.rows[number * width : (number + 1) * width]
            )
            body.append(f"<tr><th>{escape(' · '.join(filter(None, line)))}</th>{cells}</tr>")
        if len(lines) > _MOST_LINES:
            body.append(f'<tr><td colspan="{width + 1}">… and {len(lines) - _MOST_LINES:,} lines more</td></tr>')
        level = self.rows[0]["level"]
        caption = f"{escape(self.title)} (± noise margin, {escape(level)} %)"
        return f"<table><caption>{caption}</caption><tr><th></th>{head}</tr>{''.join(body)}</table>"


def _index(pandas: Any, labels: list[tuple[str, ...]], names: list[str]) -> Any:
    """A pandas index, of several levels where there are several names."""
    if len(names) > 1:
        return pandas.MultiIndex.from_tuples(labels, names=names)
    return pandas.Index([label for (label,) in labels], name=names[0])


def _cell(column: str, text: str) -> float | str | None:
    """What stands in a column: a number, None where there is none, or a text."""
    if column not in (*NUMBERS, *SAMPLED, "level"):
        return text
    return float(text) if text else None


def _shown(row: Row) -> str:
    """A cell as people read it: the margin has the decimals of the estimate, rounded up."""
    if not row["estimate"]:
        return spelled("", row["flag"])
    digits = len(row["estimate"].partition(".")[2])
    margin = f" ± {math.ceil(float(row['margin']) * 10**digits) / 10**digits:,.{digits}f}" if row["margin"] else ""
    return f"{float(row['estimate']):,.{digits}f}{margin}"
