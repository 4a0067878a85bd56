"""How it is known that a variable's domain is public, and who said so: a part of the variable's editor."""

from __future__ import annotations

from datetime import date

from PySide6.QtWidgets import QPushButton, QWidget

from dpdesk.errors import DpdeskError
from dpdesk.gui.desk.trees import Tree, put, shown
from dpdesk.gui.dictionary.editor.fields import Editing, TextLine, pair
from dpdesk.gui.dictionary.editor.part import Part
from dpdesk.gui.dictionary.edits.variables import withdraw
from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.gui.kit.text import column, grid, label, named, row
from dpdesk.gui.kit.theme import UNIT
from dpdesk.schema.editing.starting import confirm, is_unconfirmed


def today() -> str:
    """Today as year-month-day, where the user is."""
    return date.today().isoformat()  # noqa: DTZ011  # the user's own calendar day is meant


class PublicPart(Part):
    """Where codes or bounds come from, and their confirmation."""

    def __init__(self, editing: Editing, parent: QWidget | None = None) -> None:
        super().__init__(editing, parent)
        layout = column(self, margin=UNIT)
        self.sentence = label()
        layout.addWidget(self.sentence)
        form = grid()
        form.setColumnStretch(1, 1)
        form.setColumnStretch(3, 1)
        self.how = Choice(
            (
                ("typed", self.tr("typed from public knowledge")),
                ("imported", self.tr("imported from a public list")),
                ("read_from_data", self.tr("read from the data")),
            ),
            preset=True,
        )
        self.source, self.by = TextLine(), TextLine()
        pair(form, 0, 0, self.tr("Codes and bounds &were"), self.how, self.tr("How codes, bounds and bins are known."))
        pair(form, 0, 1, self.tr("&Source"), self.source, self.tr("Where the public list is found."))
        pair(
            form,
            1,
            0,
            self.tr("&Confirmed by"),
            self.by,
            self.tr("An office or a role: who says that they are public."),
        )
        self.note = TextLine()
        pair(form, 2, 0, self.tr("No&te"), self.note, self.tr("A remark on the variable for readers."))
        form.addWidget(self.note, 2, 1, 1, 3)
        self.note.typed.connect(lambda text: self.put_words(["note"], text, self.tr("Change a note"), "note"))
        self.how.chosen.connect(self._choose)
        self.source.typed.connect(self._put_source)
        layout.addLayout(form)
        buttons = row()
        self.confirm_button = QPushButton(self.tr("Confirm that they are public knowledge"))
        named(self.confirm_button, self.confirm_button.text(), self.tr("Record who confirms it, and today's date."))
        self.confirm_button.clicked.connect(self.confirm)
        self.withdraw_button = QPushButton(self.tr("Withdraw the confirmation"))
        named(self.withdraw_button, self.withdraw_button.text())
        self.withdraw_button.clicked.connect(
            lambda: editing.edit(self.tr("Withdraw a confirmation"), withdraw(editing.record))
        )
        self.by.returnPressed.connect(self.confirm)
        buttons.addWidget(self.confirm_button)
        buttons.addWidget(self.withdraw_button)
        buttons.addStretch(1)
        layout.addLayout(buttons)
        layout.addStretch(1)

    def confirm(self) -> None:
        """Record the confirmation of who is typed."""
        try:
            made = confirm({"public": self.editing.record.get("public") or {"how": "typed"}}, self.by.text(), today())
        except DpdeskError as problem:
            self.editing.refuse(sentence_of(problem))
            self.by.setFocus()
            return
        self.editing.edit(self.tr("Confirm a variable"), {**self.editing.record, "public": made["public"]})

    def _choose(self, how: str) -> None:
        record = self.editing.record
        public: Tree = {**(record.get("public") or {}), "how": how}
        self.editing.edit(self.tr("Say where codes and bounds come from"), {**record, "public": public})

    def _put_source(self, text: str) -> None:
        record = self.editing.record
        public = dict(record.get("public") or {"how": "typed"})
        texts = {**public.get("source", {}), self.editing.language: text}
        if not text:
            del texts[self.editing.language]
        public["source"] = texts
        if not texts:
            del public["source"]
        self.editing.edit(self.tr("Change the source"), put(record, ["public"], public), "public-source")

    def show_record(self, record: Tree, *, another: bool) -> None:
        """Show how a variable's domain is known."""
        public = record.get("public") or {}
        language = self.editing.language
        self.how.set_value(str(public.get("how", "typed")))
        self.source.show_text(str(public.get("source", {}).get(language, "")), shown(public.get("source"), language))
        self.note.show_text(str(record.get("note", {}).get(language, "")), shown(record.get("note"), language))
        confirmed = bool(public.get("confirmed_by"))
        if another or not self.by.hasFocus():
            self.by.show_text(str(public.get("confirmed_by", "")))
        self.withdraw_button.setVisible(confirmed)
        if is_unconfirmed(record):
            said = self.tr(
                "The codes or bounds were read from the data. Look through them; if they are public knowledge, say who "
                "confirms it. Without that nothing is released."
            )
        elif confirmed:
            said = self.tr("Confirmed by {by} on {on}.").format(
                by=public.get("confirmed_by"), on=public.get("confirmed_on")
            )
        else:
            said = self.tr("Nothing needs to be confirmed: the codes or bounds were not read from the data.")
        self.sentence.setText(said)
