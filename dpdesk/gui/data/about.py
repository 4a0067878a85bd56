"""What the data are: title, identifier, and whether everybody is in them or a sample."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from dpdesk.gui.desk.account import is_dataset_id
from dpdesk.gui.desk.trees import Tree, shown
from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.text import column, field, form, label, set_role, show_if
from dpdesk.gui.kit.theme import UNIT


class AboutForm(QWidget):
    """Emits `title_edited`, `id_edited` (any text) and `kind_edited`."""

    title_edited = Signal(str)
    id_edited = Signal(str)
    kind_edited = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.headline, self.identifier = QLineEdit(), QLineEdit()
        self.headline.setMaxLength(500)
        self.identifier.setMaxLength(128)
        self.kind = Choice(
            [("complete_count", self.tr("A complete count")), ("sample", self.tr("A sample"))], self.tr("choose…")
        )
        rows = form()
        field(rows, self.tr("Title of the data"), self.headline, self.tr("It stands on everything that is published."))
        field(
            rows, self.tr("Identifier"), self.identifier,
            self.tr("The account of the budget is kept under it: the same people, the same identifier."),
        )  # fmt: skip
        self._account = label("", "caption")  # what an identifier is for, or what is wrong with this one
        self._account.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        rows.addRow("", self._account)
        field(
            rows, self.tr("The data are"), self.kind,
            self.tr("Tables of a sample say in their title that they count sample cases, unweighted."),
        )  # fmt: skip
        self.fresh = label(
            self.tr(
                "Under this identifier the ledger has no account: the first release opens one, with a fresh budget. "
                "That is right for other people. About the same people both accounts together reveal more than either "
                "allows, and no ledger limits the sum."
            ),
            "problem",
        )
        self.fresh.hide()
        layout = column(self, spacing=UNIT)
        layout.addLayout(rows)
        layout.addWidget(self.fresh)
        self.headline.textEdited.connect(lambda text: self.title_edited.emit(text.strip()))
        self.identifier.textEdited.connect(self._on_id)
        self.kind.chosen.connect(self.kind_edited)
        self._mark()

    def take_focus(self) -> None:
        """Go to the title, ready to be replaced."""
        self.headline.setFocus(Qt.FocusReason.OtherFocusReason)
        self.headline.selectAll()

    def show_about(self, tree: Tree, language: str) -> None:
        """Show what the dictionary says; what is being typed is not replaced by an equal text."""
        title = shown(tree.get("title"), language)
        if title != self.headline.text().strip():
            self.headline.setText(title)
            self.headline.setCursorPosition(0)  # a long one is read from its beginning
        identifier = tree.get("dataset_id", "")
        if identifier != self.identifier.text().strip() and (identifier or not self.id_problem()):
            self.identifier.setText(identifier)
        self.kind.set_value(tree.get("data_kind"))
        self._mark()

    def warn_of_fresh_budget(self, fresh: bool) -> None:
        """Say what another identifier does, where it takes the place of one that has an account."""
        show_if(self.fresh, fresh)

    def id_problem(self) -> str:
        """What is wrong with the identifier as typed; "" for nothing."""
        text = self.identifier.text().strip()
        if not text or is_dataset_id(text):
            return ""
        return self.tr("Only a to z, 0 to 9, “-”, “_”, “.”, and first a letter or digit.")

    def _on_id(self, text: str) -> None:
        self._mark()
        self.id_edited.emit(text.strip())

    def _mark(self) -> None:
        problem = self.id_problem()
        set_role(self.identifier, "invalid", bool(problem))
        set_role(self._account, "role", "problem" if problem else "caption")
        self._account.setText(problem or self.tr("The budget account: all releases about these people spend from it."))
