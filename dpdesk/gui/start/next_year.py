"""Next year: last year's plan on this year's file. What differs, what to expect, and the accounts of all years."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFileDialog, QFrame, QHeaderView, QLineEdit, QPushButton, QScrollArea, QWidget

from dpdesk.gui.desk.trees import shown
from dpdesk.gui.kit.rows import RowsModel
from dpdesk.gui.kit.table import DataTable
from dpdesk.gui.kit.text import column, grid, label, named, panel, row, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import amount_text, few, number_shown
from dpdesk.gui.shared.drop import path_of
from dpdesk.gui.shared.page import Action, Page, PageName, State
from dpdesk.gui.shared.whose_file import WhoseFile, following
from dpdesk.gui.start.comparing import Comparison, Margins, compare, naming, this_year
from dpdesk.progress import Progress

COMPARE = "next-year"


class NextYearPage(Page):
    """The page Next year. What it finds out is shown; `action` puts this year's documents onto the desk."""

    name = PageName.NEXT_YEAR
    help_topic = "start"

    begin_wanted = Signal(object, object, object)  # this year's dictionary, its plan, its file

    def title(self) -> str:
        """The page's name as shown."""
        return self.tr("Next year")

    def build(self) -> None:
        """Make the three fields, and what is found out about them."""
        self._found: Comparison | None = None
        self._key: tuple[Path | None, ...] = ()
        self.plan, self.data, self.dictionary = QLineEdit(), QLineEdit(), QLineEdit()
        sheet = QWidget()
        whole = column(sheet, spacing=UNIT * 2)
        whole.addWidget(label(self.tr("Last year's plan on this year's file"), "title"))
        whole.addWidget(self._files())
        self._results = QWidget()
        found = column(self._results, spacing=UNIT * 2)
        both = row(spacing=UNIT * 2)
        for part in (self._differences(), self._people()):  # the question stands above figures, which may be many
            side = column()
            side.addWidget(part)
            side.addStretch(1)
            both.addLayout(side, 1)
        found.addLayout(both)
        found.addWidget(self._expected())
        self._results.hide()
        whole.addWidget(self._results)
        whole.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(sheet)
        self.body.addWidget(scroll, 1)

    # Parts ----------------------------------------------------------------------------------------------------

    def _files(self) -> QFrame:
        made = panel()
        inside = column(made, margin=UNIT * 2)
        lines = grid()
        lines.setColumnStretch(1, 1)
        kinds = self.tr("Plans and dictionaries") + " (*.json)"
        fields = (
            (self.plan, self.tr("Last year's plan"), self.tr("The plan as it was saved."), kinds),
            (self.data, self.tr("This year's file"), self.tr("The file of microdata of this year."), ""),
            (
                self.dictionary, self.tr("This year's dictionary"),
                self.tr("Only if there is another than last year's."), kinds,
            ),
        )  # fmt: skip
        for at, (entry, text, description, filters) in enumerate(fields):
            shown_label = label(text, wrap=False)
            shown_label.setBuddy(entry)
            named(entry, text, description)
            entry.setPlaceholderText(description)
            entry.editingFinished.connect(self._compare)
            browse = QPushButton(self.tr("Browse…"))
            named(browse, f"{self.tr('Browse…')} {text}", description)
            browse.clicked.connect(
                lambda _=False, entry=entry, text=text, filters=filters: self._browse(entry, text, filters)
            )
            for place, widget in enumerate((shown_label, entry, browse)):
                lines.addWidget(widget, at, place)
        inside.addLayout(lines)
        self._state = label("", "caption")
        inside.addWidget(self._state)
        return made

    def _differences(self) -> QFrame:
        made = panel()
        inside = column(made, margin=UNIT * 2)
        inside.addWidget(label(self.tr("What differs"), "heading"))
        self._said = label()
        inside.addWidget(self._said)
        return made

    def _expected(self) -> QFrame:
        made = panel()
        inside = column(made, margin=UNIT * 2)
        inside.addWidget(label(self.tr("Expected margins"), "heading"))
        headings = (self.tr("Table"), self.tr("Last year"), self.tr("This year"), self.tr("Change"))
        self._margins = RowsModel(headings, self, right=(1, 2))
        self._margins_table = self._table(self.tr("Expected margins"), self._margins)
        heads = self._margins_table.horizontalHeader()
        heads.setStretchLastSection(False)
        heads.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)  # a long title ends in dots, no figure does
        inside.addWidget(self._margins_table)
        inside.addWidget(
            label(self.tr("The widest noise margin of a cell, at last year's budget of the release."), "caption")
        )
        return made

    def _people(self) -> QFrame:
        made = panel()
        inside = column(made, margin=UNIT * 2)
        inside.addWidget(label(self.tr("Whose records are these?"), "heading"))
        headings = (self.tr("Account"), self.tr("Spent"), self.tr("Of"), self.tr("Left"), "")
        self._accounts = RowsModel(headings, self, right=(1, 2, 3))
        self._accounts_table = self._table(self.tr("The accounts of all years"), self._accounts)
        inside.addWidget(self._accounts_table)
        self._whose = WhoseFile()
        self._whose.changed.connect(self._on_whose)
        inside.addWidget(self._whose)
        self._year = QCheckBox()
        self._whose.answered.connect(lambda: self._year.setChecked(self._whose.other_people))  # else a correction
        inside.addWidget(self._year)
        return made

    def _table(self, name: str, model: RowsModel) -> DataTable:
        made = DataTable(name)
        made.setModel(model)
        return made

    # Finding out ----------------------------------------------------------------------------------------------

    def shown(self) -> None:
        """The page has come into view: the newest plan is offered."""
        recent = self.settings.recent("plans")
        if not self.plan.text() and recent:
            self.plan.setText(str(recent[0]))
        (self.data if self.plan.text() else self.plan).setFocus()

    def _browse(self, entry: QLineEdit, text: str, kinds: str) -> None:
        known = path_of(entry.text()) or path_of(self.plan.text())
        name, _ = QFileDialog.getOpenFileName(self, text, str(known.parent) if known is not None else "", kinds)
        if name:
            entry.setText(name)
            self._compare()

    def _compare(self) -> None:
        plan, data, dictionary = (path_of(one.text()) for one in (self.plan, self.data, self.dictionary))
        if plan is None or data is None:
            return
        key = (plan, data, dictionary)
        if self._found is not None and key == self._key:
            return
        self._key = key
        self.message.clear()
        self._state.setText(self.tr("Comparing…"))
        desk = self.desk

        def work(progress: Progress) -> Comparison:
            return compare(plan, data, dictionary, desk.ledger_path, desk.forecasts.forecaster, progress)

        desk.tasks.start(COMPARE, work, lambda found: self._on_found(found, data), self._on_problem)

    def _on_problem(self, sentence: str) -> None:
        self._found = None
        self._results.hide()
        self._state.setText("")
        self.message.say("red", sentence)
        self.changed.emit()

    def _on_found(self, found: Comparison, data: Path) -> None:
        self._found = found
        self._state.setText(self.tr("Of the file only the beginning has been read."))
        self.desk.say_beginning_read(data)
        self._said.setText("\n".join(f"▸ {one}" for one in self._sentences(found)))
        language = self.desk.window_language
        rows = [
            (shown(one.title, language) or one.name, _margin(one.before), _margin(one.now), self._trend(one))
            for one in found.margins
        ]
        self._fill(self._margins_table, self._margins, rows)
        self._fill(
            self._accounts_table,
            self._accounts,
            [
                (one.name, amount_text(one.spent), amount_text(one.limit), amount_text(one.left), "")
                for one in found.accounts
            ],
        )
        show_if(self._accounts_table, bool(found.accounts))
        self._whose.forget()
        self._whose.show_account(found.account)
        self._results.show()
        self._on_whose()

    def _fill(self, table: DataTable, model: RowsModel, rows: Sequence[tuple[str, ...]]) -> None:
        model.set_rows(rows)
        table.resizeColumnsToContents()
        height = table.horizontalHeader().sizeHint().height() + 4
        table.setFixedHeight(height + table.verticalHeader().defaultSectionSize() * min(8, max(1, len(rows))))

    def _trend(self, one: Margins) -> str:
        if one.before is None or one.now is None:
            return self.tr("not known yet")
        if abs(one.now - one.before) <= one.before / 1000:
            return self.tr("as last year")
        return self.tr("wider") if one.now > one.before else self.tr("narrower")

    def _sentences(self, found: Comparison) -> list[str]:
        said = []
        if found.missing:
            said.append(self.tr("The file lacks columns that the plan needs: {names}.").format(
                names=few(found.missing)
            ))  # fmt: skip
        else:
            said.append(self.tr("The file has all columns that the plan needs."))
        if found.unused:
            said.append(self.tr("The file lacks columns that the plan does not use: {names}.").format(
                names=few(found.unused)
            ))  # fmt: skip
        if found.new:
            said.append(self.tr("Columns that the dictionary does not use: {names}.").format(names=few(found.new)))
        said.append(
            self.tr("The file seems to be written otherwise than last year's: the page Data shows how.")
            if found.written_otherwise
            else self.tr("It is written as last year's.")
        )
        for names, words in (
            (found.gone, self.tr("Variables that are gone: {names}.")),
            (found.added, self.tr("New variables: {names}.")),
            (found.changed, self.tr("Variables with other codes, bounds or labels: {names}.")),
        ):
            if names:
                said.append(words.format(names=few(names)))
        words_of = {
            "unit": self.tr("Whose privacy is protected is another than last year."),
            "neighbours": self.tr("Whether their number is public is answered otherwise."),
            "budget_cap": self.tr("The budget of all releases is another than last year."),
        }
        said += [words_of[one] for one in found.terms]
        said += [
            self.tr(
                "“{table}” counts by boundaries valid from {since}; {newer} is valid from {day}. Choose it on the page "
                "Tables where it is to be counted by."
            ).format(table=one.table, since=one.since, newer=one.newer, day=one.newer_since)
            for one in found.vintages
        ]
        if not (found.gone or found.added or found.changed or found.terms):
            said.append(self.tr("The dictionary is last year's."))
        said.append(self.tr("Whether all codes of the file are known, only the confidential check tells, later."))
        return said

    # Beginning ------------------------------------------------------------------------------------------------

    def _years(self) -> tuple[str, str]:
        """Last year, and this one as the new account names it; "" where they are not known."""
        found = self._found
        if found is None or not found.year:
            return "", ""
        new = following(found.year)
        return found.year, new

    def _on_whose(self) -> None:
        found, (old, new) = self._found, self._years()
        count = 0 if found is None or not old else naming(found.plan, old) + naming(found.dictionary, old)
        self._year.setText(
            self.tr("Write {new} for {old} in titles and texts: {count} of them").format(old=old, new=new, count=count)
        )
        show_if(self._year, bool(count) and (self._whose.same_people or self._whose.other_people))
        self.changed.emit()

    def _lack(self) -> str:
        if self._found is None:
            return self.tr("Name last year's plan and this year's file.")
        if not (self._whose.same_people or self._whose.other_people):
            return self.tr("Say whose records these are.")
        if self._whose.other_people and not self._whose.is_another:
            return self.tr("Give these people an account of their own.")
        return ""

    def state(self) -> State:
        """A page apart is never complete."""
        return State(False)

    def action(self) -> Action:
        """Put this year's documents onto the desk."""
        lack = self._lack()
        return Action(self.tr("Begin this year ▸"), self._begin, not lack, lack)

    def _begin(self) -> None:
        found, data = self._found, path_of(self.data.text())
        if found is None or data is None:
            return
        other = self._whose.other_people
        old, new = self._years() if self._year.isChecked() else ("", "")
        dictionary = this_year(found.dictionary, self._whose.account if other else None, old, new)
        plan = this_year(found.plan, None, old, new)
        self.begin_wanted.emit(dictionary, plan, Path(data))


def _margin(value: float | None) -> str:
    return "–" if value is None else f"± {number_shown(value)}"
