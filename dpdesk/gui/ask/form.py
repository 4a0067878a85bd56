"""What a session is about and what it may spend: variables, the numbers its kind asks for, certainty, budget."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QFormLayout, QFrame, QLabel, QMenu, QSizePolicy, QToolButton, QWidget

from dpdesk.gui.ask import draft as edits
from dpdesk.gui.ask.draft import KINDS, VALUES, Draft
from dpdesk.gui.ask.words import AskWords
from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.local import whole
from dpdesk.gui.kit.number import NumberField
from dpdesk.gui.kit.text import column, field, form, label, named, row, set_menu, show_if
from dpdesk.gui.kit.theme import UNIT

if TYPE_CHECKING:
    from dpdesk.schema.variables.variable import Variable

_NUMBERS = tuple(dict.fromkeys(name for kind in KINDS for name in kind.fields if name != VALUES))
_LONGEST = 40
_WIDE = 128


class _Removable(QToolButton):
    """A variable that was added: a click or Delete takes it away."""

    removed = Signal(str)

    def __init__(self, name: str, shown: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.setProperty("chip", True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        short = shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"
        self.setText(f"{short}  ×")
        named(self, self.tr("Remove {variable}").format(variable=shown))
        self.setToolTip(self.tr("Remove {variable}").format(variable=shown))
        self.clicked.connect(lambda: self.removed.emit(self.name))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete removes."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit(self.name)
        else:
            super().keyPressEvent(event)


class AskForm(QFrame):
    """`edited` with the new draft."""

    edited = Signal(object)

    def __init__(self, words: AskWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._words = words
        self._draft = Draft()
        self._variables: Mapping[str, Variable] = {}
        self._labels: Mapping[str, str] = {}
        self._drawn: object = None
        self.chips: list[_Removable] = []
        layout = column(self, margin=UNIT * 2, spacing=UNIT)
        layout.addWidget(label(self.tr("About what, and how sure?"), "heading"))
        self._form: QFormLayout = form()
        layout.addLayout(self._form)
        self._make_variables()
        self.numbers: dict[str, NumberField] = {}
        self._number_labels: dict[str, QLabel] = {}
        for name in _NUMBERS:
            self._make_number(name)
        self.values = QCheckBox(self.tr("Say the &count, too, where the answer is Yes"))
        self.values.setAccessibleDescription(
            self.tr("The counts take half of the budget: Yes and No are less sure then.")
        )
        self.values.setToolTip(self.values.accessibleDescription())
        self.values.clicked.connect(lambda on: self._edit(_with(self._draft, values=on)))
        self._form.addRow("", self.values)
        self._make_rest()

    def _make_variables(self) -> None:
        head = label(self.tr("&Variables"), wrap=False)
        self.add = QToolButton()
        self.add.setProperty("plain", True)
        self.add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.add.setText(self.tr("Add a variable…"))
        named(self.add, self.tr("Add a variable"), self.tr("What the questions are about: area, say, or area and sex."))
        head.setBuddy(self.add)
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill)
        set_menu(self.add, self.menu)
        place = QWidget()
        self._flow = FlowLayout(place)
        self._flow.addWidget(self.add)
        self.size_label = label(role="caption")
        holder = QWidget()
        holder.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        inside = column(holder, spacing=2)
        inside.addWidget(place)
        inside.addWidget(self.size_label)
        self._form.addRow(head, holder)

    def _make_number(self, name: str) -> None:
        made = NumberField(whole=name != "accuracy")
        made.setMaximumWidth(_WIDE)
        text, description = self._words.field("", name)
        self._number_labels[name] = field(self._form, text, made, description)
        made.edited.connect(lambda value, n=name: self._edit(edits.put_number(self._draft, n, value)))
        made.textEdited.connect(lambda typed, n=name, one=made: self._emptied(n, one))
        self.numbers[name] = made

    def _emptied(self, name: str, widget: NumberField) -> None:
        if widget.value() is None and name in self._draft.numbers:
            self._edit(edits.put_number(self._draft, name, None))

    def _make_rest(self) -> None:
        self.certainty = Choice([(one, self._words.certainty(one)) for one in edits.CERTAINTIES])
        field(
            self._form,
            self.tr("&Certainty"),
            self.certainty,
            self.tr("How sure what is said about errors has to be. It costs nothing: the noise is the same."),
        )
        self.certainty.setMaximumWidth(_WIDE)
        self.certainty.chosen.connect(lambda value: self._edit(_with(self._draft, failure=value)))
        self.epsilon, self.delta = NumberField(), NumberField()
        for one, name in ((self.epsilon, "epsilon"), (self.delta, "delta")):
            one.setFixedWidth(_WIDE)
            one.edited.connect(lambda value, n=name: self._edit(_with(self._draft, **{n: value})))
            one.textEdited.connect(lambda typed, n=name, w=one: self._no_number(n, w))
        self._delta_label = label("δ", wrap=False)
        named(self.delta, "δ", self.tr("How small a chance may remain that the promise of ε does not hold."))
        head = label(self.tr("May &spend ε"), wrap=False)
        head.setBuddy(self.epsilon)
        named(
            self.epsilon,
            self.tr("May spend ε"),
            self.tr("All of it is spent when the session is opened; more makes the answers surer."),
        )
        holder = QWidget()
        inside = row(holder)
        for widget in (self.epsilon, self._delta_label, self.delta):
            inside.addWidget(widget)
        inside.addStretch(1)
        self._form.addRow(head, holder)

    def _no_number(self, name: str, widget: NumberField) -> None:
        if widget.value() is None:
            self._edit(_with(self._draft, **{name: ""}))

    # Showing --------------------------------------------------------------------------------------------------

    def show_draft(self, draft: Draft, variables: Mapping[str, Variable], labels: Mapping[str, str]) -> None:
        """Show a draft; fields in which somebody is typing are left alone."""
        self._draft, self._variables, self._labels = draft, variables, labels
        kind = edits.kind_of(draft)
        for name, widget in self.numbers.items():
            wanted = name in kind.fields
            if self._form.isRowVisible(widget) != wanted:
                self._form.setRowVisible(widget, wanted)
            if widget.value() is not None or name in draft.numbers:
                widget.set_value(draft.numbers.get(name))
        if self._form.isRowVisible(self.values) != (VALUES in kind.fields):
            self._form.setRowVisible(self.values, VALUES in kind.fields)
        self.values.setChecked(draft.values)
        self.certainty.set_value(draft.failure)
        self.epsilon.set_value(draft.epsilon or None) if draft.epsilon or self.epsilon.value() else None
        for one in (self._delta_label, self.delta):
            show_if(one, kind.needs_delta)
        if draft.delta:
            self.delta.set_value(draft.delta)
        self._draw_variables(kind.one_variable)

    def _draw_variables(self, one_only: bool) -> None:
        wanted = (self._draft.variables, tuple(self._labels.get(name, name) for name in self._draft.variables))
        if wanted != self._drawn:
            self._drawn = wanted
            for chip in self.chips:
                self._flow.removeWidget(chip)
                chip.hide()
                chip.deleteLater()
            self._flow.removeWidget(self.add)
            self.chips = []
            for name, shown in zip(*wanted, strict=True):
                chip = _Removable(name, shown)
                chip.removed.connect(self._remove)
                self._flow.addWidget(chip)
                chip.show()
                self.chips.append(chip)
            self._flow.addWidget(self.add)
        cells = edits.cells(self._draft, self._variables)
        if one_only:
            size = self.tr("{n} values") if cells else self.tr("one variable with an order: age, income")
        else:
            size = self.tr("{n} cells to ask about") if cells else self.tr("area, say, or area and sex")
        self.size_label.setText(size.format(n=whole(cells)))
        self.add.setText(self.tr("Another variable…") if self.chips else self.tr("Add a variable…"))

    def _fill(self) -> None:
        self.menu.clear()
        offered = [
            name
            for name, variable in self._variables.items()
            if name not in self._draft.variables and edits.can_ask(self._draft, variable)
        ]
        for name in offered:
            shown = self._labels.get(name, name).replace("&", "&&")
            shown = shown if len(shown) <= 90 else f"{shown[:89]}…"
            self.menu.addAction(shown).triggered.connect(lambda checked=False, n=name: self.put_variable(n))
        if not offered:
            none = self.menu.addAction(self.tr("There is no other variable that could be asked about."))
            none.setEnabled(False)

    def put_variable(self, name: str) -> None:
        """Add a variable."""
        self._edit(edits.add_variable(self._draft, name))

    def _remove(self, name: str) -> None:
        self._edit(edits.remove_variable(self._draft, name))
        self.add.setFocus(Qt.FocusReason.OtherFocusReason)

    def _edit(self, draft: Draft) -> None:
        self._draft = draft
        self.edited.emit(draft)


def _with(draft: Draft, **changes: object) -> Draft:
    from dataclasses import replace

    return replace(draft, **changes)  # type: ignore[arg-type]  # fields by name
