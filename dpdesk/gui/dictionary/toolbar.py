"""The tools of the dictionary: propose, new, combine, group; and two questions, asked while they are open."""

from __future__ import annotations

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QLayout, QMenu, QPushButton, QWidget

from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.text import named, row
from dpdesk.gui.kit.theme import UNIT


class Toolbar(QWidget):
    """Buttons in a line that wraps; each tells its wish. `questions` come and go, and stand where they move nothing."""

    propose = Signal()
    take_in = Signal()
    new = Signal(str)  # the kind of variable
    combine = Signal()
    group = Signal()
    quantity = Signal()
    confirm = Signal()
    rules = Signal()
    weights = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow: QLayout = FlowLayout(self, spacing=UNIT)
        self.propose_button = self._button(self.tr("&Propose variables from the file…"), self.propose)
        self.import_button = self._button(self.tr("I&mport labels and codes…"), self.take_in)
        self.new_button = self._button(self.tr("Ne&w variable"), None)
        self.new_button.setMenu(self._kinds())
        self.combine_button = self._button(self.tr("Com&bine columns…"), self.combine)
        self.group_button = self._button(self.tr("&Group…"), self.group)
        self.quantity_button = self._button(self.tr("Add a &quantity"), self.quantity)
        self.rules_button = self._button(self.tr("&Impossible combinations…"), self.rules)
        self.questions = QWidget()
        self._flow = row(self.questions)
        self.weights_button = self._button(self.tr("Wei&ght columns…"), self.weights)
        self.confirm_button = self._button(self.tr("Con&firm what was read from the data…"), self.confirm)
        named(self.quantity_button, self.tr("Add a quantity"), self.tr("Sums and means of the number in view."))

    def _button(self, text: str, wish: SignalInstance | None) -> QPushButton:
        made = QPushButton(text)
        named(made, text.replace("&", ""))
        if wish is not None:
            made.clicked.connect(lambda: wish.emit())
        self._flow.addWidget(made)
        return made

    def _kinds(self) -> QMenu:
        menu = QMenu(self)
        for kind, text in (
            ("category", self.tr("&Category: a column of codes")),
            ("number", self.tr("&Number: a column of numbers, counted in bins")),
            ("quantity", self.tr("&Quantity: a column of amounts, to be summed")),
            ("combination", self.tr("C&ombination: several columns, one code")),
            ("recode", self.tr("&Groups: codes of another variable put together")),
            ("members", self.tr("Of the whole &unit: made of all its rows, such as its size")),
        ):
            menu.addAction(text).triggered.connect(lambda _=False, kind=kind: self.new.emit(kind))
        return menu

    def show_state(
        self, kind: str | None, *, variables: int, unconfirmed: bool, weights: bool, has_file: bool, reading: bool
    ) -> None:
        """Offer what can be done: `kind` is that of the variable in view, `weights` whether columns look like some."""
        self.confirm_button.setVisible(unconfirmed)
        self.weights_button.setVisible(weights)
        self.rules_button.setEnabled(variables > 1)
        self.group_button.setEnabled(kind not in (None, "quantity", "members"))
        self.quantity_button.setEnabled(kind == "number")
        self.propose_button.setEnabled(has_file and not reading)
        self.propose_button.setToolTip("" if has_file else self.tr("Choose the file on the page Data first."))
