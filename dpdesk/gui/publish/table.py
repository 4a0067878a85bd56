"""A finished table with its numbers, what stands beside them, and the legend that explains both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget

from dpdesk.gui.kit.local import spoken
from dpdesk.gui.kit.text import column, label, splitter
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.publish.sheet import PublishSheet
from dpdesk.gui.publish.sums import SUMS, SumsLine

if TYPE_CHECKING:
    from dpdesk.gui.desk.tasks import Tasks
    from dpdesk.release.result import Release, TableResult


_FEW_COLUMNS = 40  # of which each is as wide as what stands in it
_SHORT = 90  # pixels of titles and scroll bars


class FinishedTable(QFrame):
    """Shows one table of a release, in the values asked for."""

    def __init__(self, tasks: Tasks, sums: str = SUMS, parent: QWidget | None = None) -> None:
        """Show tables; `sums` is the owner of what is added up in them."""
        super().__init__(parent)
        self.setProperty("panel", True)
        layout = column(self, margin=UNIT * 2, spacing=UNIT)
        self.sheet = PublishSheet(self.tr("Finished table"))
        self.legend = label(role="caption")
        self.sums = SumsLine(self.sheet.sheet, tasks, sums)
        from dpdesk.gui.publish.picture import TablePicture  # here: it loads the mechanisms, and the window is to be up

        self.picture = TablePicture(tasks)
        self.sheet.marked.connect(self.picture.watermark.show_word)
        self._both = splitter(Qt.Orientation.Vertical)
        self._both.addWidget(self.sheet)
        self._both.addWidget(self.picture)
        self._drawn: tuple[Release, TableResult, str, bool] | None = None
        layout.addWidget(self._both, 1)
        layout.addWidget(self.sums)
        layout.addWidget(self.legend)
        self.sheet.sheet.page_chosen.connect(lambda _: self._draw())

    def show_nothing(self) -> None:
        """Show no table."""
        self.sheet.sheet.show_model(None)
        self.sums.show_table(None, None, "")
        self._drawn = None
        self._draw()

    def show_table(
        self,
        release: Release,
        table: TableResult,
        language: str,
        which: str,
        beside: str,
        editable: str | None = None,
        coming: str = "",
    ) -> None:
        """Show a table, its titles and labels in a language; for `editable` and `coming` see `show_titles`.

        which: "consistent" or "unbiased"; beside: "margin", "limits", "both", or "alone" for nothing.
        """
        from dpdesk.gui.kit.sheet.model import ShellModel
        from dpdesk.gui.paper.values import Values, Words
        from dpdesk.publish.documents.arranged import arranged
        from dpdesk.publish.documents.facts import meanings

        self.show_titles(release, table, language, editable, coming)
        table = arranged(release, table)
        words = Words(
            self.tr("Estimate {value}"),
            self.tr("Raw value {value}"),
            self.tr("Noise margin ({level}) ± {value}"),
            self.tr("Limits ({level}) {low} to {high}"),
            meanings(release, spoken()),
            self.tr("Sampling margin ({level}) ± {value}"),
            self.tr("Noise and sampling margin ({level}) ± {value}"),
        )
        grid = self.sheet.sheet.grid
        self._show_legend(release, table, which, beside, language)
        values = Values(release, table, words, language)
        model = ShellModel(table.shell, grid, language=language)
        columns = range(model.columns.size if model.columns.size <= _FEW_COLUMNS else 0)
        lines = ((model.columns.line(at), None if model.items_down else model.columns.item(at)) for at in columns)
        widths = [values.longest(which, beside, line, item) for line, item in lines]
        grid.set_number_width(max(widths) if widths else values.longest(which, beside), widths)
        self.sheet.sheet.show_model(model)
        grid.set_values(values.provider(which, beside))
        self.sums.show_table(release, table, which)
        self._drawn = release, table, language, which == "unbiased"
        self._draw()

    def show_titles(
        self, release: Release, table: TableResult, language: str, editable: str | None, coming: str
    ) -> None:
        """Write above the table what it is.

        editable: what can be edited of its title, if any; coming: its title once a reason is given, "" for no other.
        """
        from dpdesk.publish.documents.arranged import arranged
        from dpdesk.publish.documents.printed import Printed
        from dpdesk.publish.workbook.titles import table_title

        table = arranged(release, table)
        universe = table.shell.universe.show(language) if table.shell.universe is not None else ""
        named = self.tr("Universe: {text}").format(text=universe) if universe else ""
        other = self.tr("Its new title, once the reason is given: “{title}”").format(title=coming) if coming else ""
        self.sheet.show_titles(
            table_title(release, table, None, language),
            ". ".join(filter(None, (other, named, Printed(release, table).words(language)))),
            rehearsal=release.rehearsal,
            editable=editable,
        )

    def _draw(self) -> None:
        """Show the picture of the page in view, if there is one."""
        from dpdesk.publish.workbook.drawing import drawing_of

        if self._drawn is None:
            self.picture.show_drawing(None)
            return
        release, table, language, unbiased = self._drawn
        page = max(self.sheet.sheet.page_field.currentIndex(), 0)
        self.picture.show_drawing(drawing_of(release, table, page, language, unbiased=unbiased))
        self._divide()

    def _divide(self) -> None:
        """A short table leaves the rest to its picture, a long one half."""
        grid, whole = self.sheet.sheet.grid, max(self._both.height(), 2 * _SHORT)
        model = grid.shell_model
        rows = 0 if model is None else model.rows.size + model.columns.levels
        needed = min(rows * grid.verticalHeader().defaultSectionSize() + _SHORT, whole // 2)
        self._both.setSizes([needed, whole - needed])

    def _show_legend(self, release: Release, table: TableResult, which: str, beside: str, language: str) -> None:
        from dpdesk.gui.paper.values import flags_in
        from dpdesk.publish.documents.corrected import corrections, in_language, tables_of
        from dpdesk.publish.documents.facts import level, meanings, symbols
        from dpdesk.publish.documents.sampling import adds_words

        meant, signs = meanings(release, spoken()), symbols(release)
        parts = [f"{signs[one]}\N{NO-BREAK SPACE}{meant[one]}" for one in flags_in(table) if one in signs]
        named_level = level(release)
        if beside == "limits":
            said = self.tr("In brackets: lower and upper limit ({level}) of the raw value.")
        elif beside == "both" and table.sampling is None:
            said = self.tr("±: noise margin ({level}); the plan declares no sampling errors for this table.")
        elif beside == "both":
            said = self.tr("±: noise margin ({level}), then sampling margin, then both together.")
        elif beside == "margin":
            said = self.tr("±: noise margin ({level}); in {share} of 100 releases the raw value is no further off.")
        else:
            said = self.tr("Noise margins ({level}) are in every cell's tool tip.")
        said = said.format(level=named_level, share=named_level.removesuffix(" %"))
        if which == "unbiased":
            said += " " + self.tr("Raw values need not add up, and can be negative; they are not the official ones.")
        corrected = (changes for _, changes in corrections(release))
        if any(table.shell.name in tables_of(tuple(in_language(one, language)), release) for one in corrected):
            parts.append(f"{signs['r']}\N{NO-BREAK SPACE}{meant['r']}")
        if adds := adds_words(table, spoken()):
            parts.insert(0, adds)
        self.legend.setText("   ".join([said, *parts]))
