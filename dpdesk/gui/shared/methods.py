"""The methods compared for one table: plain names, errors, how far above the best possible, and which is chosen."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QObject, Qt

from dpdesk.gui.kit.local import local
from dpdesk.gui.kit.plots.numbers import number, number_up
from dpdesk.gui.kit.rows import NO_INDEX, Index
from dpdesk.gui.kit.sentences import language_shown, refusal_text
from dpdesk.planning.forecast.above import AT_MOST, CERTIFIED, percent_above
from dpdesk.publish.documents.words import said
from dpdesk.translation import translatable

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
"""The `MethodRow` of an index."""
SCALE_ROLE = Qt.ItemDataRole.UserRole + 2
"""The error that fills a bar."""
PLAIN = translatable(
    {
        "laplace": (
            "Noise on every figure",
            "Every published count gets noise of its own; good for few figures.",
        ),
        "gaussian": (
            "Noise on every figure",
            "Every published count gets noise of its own; good for few figures.",
        ),
        "histogram": (
            "Noise on every innermost cell",
            "The finest cells get noise and all totals are their sums; good for the cells, bad for totals.",
        ),
        "prefix-difference": (
            "Running totals and their differences",
            "Running totals get noise; what lies between two of them is their difference.",
        ),
        "binary-tree": (
            "Sums over a tree of ranges",
            "Ranges of 1, 2, 4, 8 … codes get noise; every other range is the sum of a few of them.",
        ),
        "tree": (
            "Tree of ranges, all combined",
            "Ranges of well chosen sizes get noise, and every figure is estimated from all of them.",
        ),
        "weighted-tree": (
            "Weighted tree of ranges",
            "Ranges of several sizes get more or less noise, as the figures asked for need it.",
        ),
        "toeplitz": (
            "Running totals with shared noise",
            "Neighbouring running totals share part of their noise, which makes all of them more accurate.",
        ),
        "sine": (
            "Waves over the range",
            "Overlapping waves over all codes get noise; close to the best possible for running totals.",
        ),
        "factorization": (
            "Fitted to this table",
            "What gets noise is computed for exactly these figures by an optimisation.",
        ),
        "p-identity": (
            "Cells and a few fitted sums",
            "The finest cells and a few sums found by an optimisation get noise.",
        ),
        "marginals": (
            "Totals first, then departures",
            "Totals get noise, then how the cells depart from them; nothing is measured twice.",
        ),
    }
)
"""A plain name and a sentence for every mechanism of the catalogue that a group may name, the simpler first."""
DRAWN = translatable(
    {
        "small-database": (
            "One of all small databases",
            "A small database that answers about as the real one does is drawn from all of them.",
        ),
        "exponential-quantile": (
            "Quantiles drawn one by one",
            "Each quantile is drawn by itself, values close to it in rank more likely than others.",
        ),
        "approximate-quantiles": (
            "Quantiles drawn from the middle outwards",
            "The middle quantile is drawn first, then the others from the side of it they lie on.",
        ),
    }
)
"""The same for mechanisms that draw their answers: they are compared, and chosen by the statistic they are for."""
ONCE = translatable("Each cell gets noise of its own; cells do not add up.")
"""The sentence of the one method for a table that counts units once in each cell."""
METHOD, TYPICAL, MARGIN, WORST, ABOVE = range(5)
_LONGEST_BAR = 4.0
"""A bar is full at so many times the smallest error: a hopeless method must not flatten the others."""


def plain_words(method: str, *, once: bool = False) -> tuple[str, str]:
    """A method's plain name and sentence, in the window's language; of a table that counts units `once` a cell."""
    name, sentence = PLAIN.get(method) or DRAWN.get(method, (method, ""))
    sentence = ONCE if once and method == "histogram" else sentence
    language = language_shown()
    return said(language, name), said(language, sentence)


@dataclass(frozen=True, slots=True)
class MethodRow:
    """One method with one law of noise. Errors are None where they need public planning figures.

    `minimised` is the error the group's objective compares; `ratio` is how far that is above the best possible, or,
    where that is not `proven`, above the best known; `loose` says that no method need come near. `takes_long`: found
    by optimisation, and not asked for.
    """

    method: str
    noise: str | None
    plain: str
    technical: str
    sentence: str
    chosen: bool
    available: bool
    why_not: str
    rmse: float | None = None
    objective: float | None = None
    margin: float | None = None
    worst: float | None = None
    ratio: float | None = None
    ranks: float | None = None
    limit_ranks: float | None = None
    proven: bool = True
    loose: bool = False
    minimised: float | None = None
    takes_long: bool = False

    @property
    def key(self) -> tuple[str, str | None]:
        """The method and its law of noise, by which a row is known."""
        return self.method, self.noise

    @property
    def bound(self) -> float | None:
        """What the best possible method would leave of what is minimised, where that is known."""
        return None if self.minimised is None or not self.ratio else self.minimised / self.ratio


class MethodsModel(QAbstractTableModel):
    """Rows in the order of their error, the chosen first, those that cannot be used last."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[MethodRow] = []
        self._level, self._once = 90, False
        self._apart = False  # whether what is made small is another error than the typical one of the table

    # Contents -------------------------------------------------------------------------------------------------

    def set_table(
        self, table: Mapping[str, Any] | None, group: Mapping[str, Any] | None = None, *, once: bool = False
    ) -> None:
        """Show a table of a forecast and its group, None for none; rows that stay keep their place in the view.

        `once`: it counts units, each once in a cell.
        """
        self._once = once
        rows = [] if table is None else self._made(table, group or {})
        level, apart = 90 if table is None else int(table["level"]), any(_differ(one) for one in rows)
        if (level, apart) != (self._level, self._apart):
            self._level, self._apart = level, apart
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, ABOVE)
        if rows == self._rows:
            return
        if rows and [row.key for row in rows] == [row.key for row in self._rows]:
            self._rows = rows
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, ABOVE))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def _made(self, table: Mapping[str, Any], group: Mapping[str, Any]) -> list[MethodRow]:
        chosen = (table["chosen"], table["chosen_noise"])
        known = {(one["mechanism"], one["noise"]): one for one in group.get("methods", ())}
        rows = [self._row(one, chosen, known.get((one["mechanism"], one["noise"]), {})) for one in table["mechanisms"]]

        def place(row: MethodRow) -> tuple[bool, bool, bool, float]:
            error = row.rmse if row.rmse is not None else float("inf")
            return not row.chosen, not row.available, not row.takes_long, error

        return sorted(rows, key=place)

    def _row(self, one: Mapping[str, Any], chosen: tuple[str, str | None], known: Mapping[str, Any]) -> MethodRow:
        method, noise = str(one["mechanism"]), one["noise"]
        plain, sentence = plain_words(method, once=self._once)
        takes_long = bool(known.get("takes_long", False))
        technical = (
            method
            if noise is None
            else f"{method}, {self.tr('Laplace noise') if noise == 'laplace' else self.tr('Gaussian noise')}"
        )
        return MethodRow(
            method,
            noise,
            plain,
            technical,
            sentence,
            (method, noise) == chosen,
            bool(one["available"]),
            self.tr("found by optimisation, which takes a while") if takes_long else refusal_text(one),
            one["rmse"],
            one["objective"],
            one["margin_max"],
            one["expected_max_error"],
            one["ratio_to_bound"],
            one.get("rank_error"),
            one.get("limit_ranks"),
            one["bound_is"] in (None, CERTIFIED, AT_MOST),
            one["bound_is"] == AT_MOST,
            known.get("minimised", one["objective"]),
            takes_long,
        )

    @property
    def rows(self) -> Sequence[MethodRow]:
        """All rows, as shown."""
        return self._rows

    # The model ------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        """Number of columns."""
        return 0 if parent.isValid() else ABOVE + 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell shows."""
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        row, column = self._rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if column == METHOD else Qt.AlignmentFlag.AlignRight
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            return self._more(row, column)
        if role == ROW_ROLE:
            return row
        if role == SCALE_ROLE:
            return self._scale()
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The heading of a column."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section <= ABOVE:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (
                self.tr("Method"),
                self.tr("Typical\nerror"),
                self.tr("Widest noise\nmargin, {level} %").format(level=self._level),
                self.tr("Expected\nworst cell"),
                self.tr("Error judged,\nabove best") if self._apart else self.tr("Above best\npossible"),
            )[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return (
                self.tr("A way to add noise. All of them keep the same promise; they differ in accuracy."),
                self.tr("How far off a count of this table is, in root mean square."),
                self.tr("The noise margin of the least accurate count of this table."),
                self.tr("How far off the worst figure of all tables computed together is expected to be, or less."),
                self.tr(
                    "The error a method is judged by, for all tables computed together, and how much larger it is than "
                    "any method with this noise must make it. The bar is that error, the tick the best possible."
                ),
            )[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if section == METHOD else Qt.AlignmentFlag.AlignRight
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        return None

    def _text(self, row: MethodRow, column: int) -> str:
        if column == METHOD:
            return f"✓ {row.plain} ({row.technical})" if row.chosen else f"{row.plain} ({row.technical})"
        if not row.available:
            return "–"
        if row.rmse is None and row.ranks is not None:
            return self._of_ranks(row, column)
        if column == TYPICAL:
            return self._figure(row.rmse)
        if column == MARGIN:
            return self._figure(None) if row.margin is None else f"± {number_up(row.margin)}"
        if column == WORST:
            return self._figure(row.worst)
        above = self.tr("not known") if row.ratio is None else local(f"{percent_above(row.ratio)} %")
        if row.loose:
            above = self.tr("at most {above}").format(above=above)
        if not self._apart or row.minimised is None:
            return above
        return self.tr("{error}: {above}").format(error=number(row.minimised), above=above)

    def above_words(self, row: MethodRow) -> str:
        """How far a method is above the best possible, as a sentence without its end."""
        if row.ratio is None:
            return self.tr("how far above the best possible is not known")
        percent = local(percent_above(row.ratio))
        if percent == "0":
            return self.tr("as good as any method can be") if row.proven else self.tr("as good as the best known")
        words = self.tr("{n} % above the best possible") if row.proven else self.tr("{n} % above the best known")
        if row.loose:
            words = self.tr("at most {n} % above the best possible")
        return words.format(n=percent)

    def _of_ranks(self, row: MethodRow, column: int) -> str:
        """A method that draws quantiles: how far off in ranks, and how far limits reach."""
        if column == TYPICAL and row.ranks is not None:
            return self.tr("{error} ranks").format(error=local(f"{math.ceil(row.ranks * 10) / 10:.2g}"))
        if column == MARGIN and row.limit_ranks is not None:
            return self.tr("± {margin} ranks").format(margin=number_up(row.limit_ranks))
        return "–"

    def _figure(self, value: float | None, sign: str = "") -> str:
        return self.tr("needs planning figures") if value is None else sign + number(value)

    def _more(self, row: MethodRow, column: int) -> str:
        if not row.available:
            return row.why_not
        if column == METHOD:
            chosen = self.tr("Chosen.") + " " if row.chosen else ""
            return chosen + row.sentence
        if column == ABOVE and row.minimised is not None and row.bound is not None:
            template = (
                self.tr("It is judged by an error of {error}; the best possible is {bound}.")
                if row.proven
                else self.tr("It is judged by an error of {error}; the best known is {bound}.")
            )
            if row.loose:
                template = self.tr(
                    "It is judged by an error of {error}; no method with this noise has less than {bound}, "
                    "and the best may have more."
                )
            return template.format(error=number(row.minimised), bound=number(row.bound))
        if column == ABOVE and row.ratio is None:
            return self.tr("For this kind of noise no limit is known below which no method can go.")
        return self._text(row, column)

    def _scale(self) -> float:
        found = [row.minimised for row in self._rows if row.minimised]
        return min(max(found), _LONGEST_BAR * min(found)) if found else 0.0


def _differ(row: MethodRow) -> bool:
    """Whether a method's typical error in the table is not what is compared, the error over all tables of the group."""
    if not row.available or not row.rmse or row.minimised is None:
        return False
    return abs(row.rmse / row.minimised - 1) > 1e-9
