"""The welcome: open the example, a file, last year's plan, a template, or a recent plan. Nothing else."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget

from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.text import column, grid, label, named, panel, row
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.shared.drop import DropZone
from dpdesk.gui.shared.page import Page, PageName
from dpdesk.gui.start.templates import NAMES, template

_WIDEST = 1120
_MOST_RECENT = 6


class StartPage(Page):
    """The page Start. What it offers belongs to the window: it emits `example_wanted` and `browse_wanted`."""

    name = PageName.START
    help_topic = "start"

    example_wanted = Signal()
    browse_wanted = Signal()
    template_wanted = Signal(object, object)  # a dictionary and a plan

    def title(self) -> str:
        """The page's name as shown."""
        return self.tr("Start")

    def build(self) -> None:
        """Make the five ways to begin."""
        sheet = QWidget()
        whole = QVBoxLayout(sheet)
        whole.setContentsMargins(0, 0, UNIT // 2, 0)
        whole.setSpacing(UNIT * 2)
        whole.addWidget(label(self.tr("Where would you like to begin?"), "title"))
        self._zone = zone = DropZone(self.settings)
        zone.wanted.connect(self.desk.open_wanted)
        zone.browse.connect(self._browse)
        zone.browse_folder.connect(self._browse)
        zone.refused.connect(lambda sentence: self.message.say("red", sentence))
        whole.addWidget(zone)
        cards = grid()
        cards.setSpacing(UNIT * 2)
        for at in range(2):
            cards.setColumnStretch(at, 1)
        cards.addWidget(self._example(), 0, 0)
        cards.addWidget(self._next_year(), 0, 1)
        cards.addWidget(self._templates(), 1, 0)
        cards.addWidget(self._recent(), 1, 1)
        whole.addLayout(cards)
        whole.addStretch(1)
        sheet.setMaximumWidth(_WIDEST)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        scroll.setWidget(sheet)
        self.body.addWidget(scroll, 1)

    def shown(self) -> None:
        """The page has come into view: other plans may be recent."""
        self._fill_recent()
        self._zone.path.clear()  # a file is asked for, whatever is in hand or was asked for before
        self._zone.path.setFocus()

    def _browse(self) -> None:
        """Looking for a file is the page Data's."""
        self.go.emit(PageName.DATA)
        self.browse_wanted.emit()

    # The cards ------------------------------------------------------------------------------------------------

    def _card(self, heading: str, words: str) -> tuple[QFrame, QVBoxLayout]:
        made = panel()
        inside = column(made, margin=UNIT * 2)
        inside.addWidget(label(heading, "heading"))
        inside.addWidget(label(words, "caption"))
        return made, inside

    def _button(self, inside: QVBoxLayout, text: str, description: str = "") -> QPushButton:
        button = QPushButton(text)
        named(button, text, description)
        line = row()
        line.addWidget(button)
        line.addStretch(1)
        inside.addLayout(line)
        return button

    def _example(self) -> QFrame:
        card, inside = self._card(
            self.tr("Look around first"),
            self.tr("Fifty thousand made-up persons and six tables, ready to rehearse. Nothing can go wrong."),
        )
        inside.addStretch(1)
        button = self._button(inside, self.tr("Open the example"))
        button.setProperty("primary", True)
        button.clicked.connect(self.example_wanted)
        return card

    def _next_year(self) -> QFrame:
        card, inside = self._card(
            self.tr("Next year"),
            self.tr("Last year's plan on this year's file: what differs, what to expect, and the account of both."),
        )
        inside.addStretch(1)
        button = self._button(inside, self.tr("Go on from last year's plan…"))
        button.clicked.connect(lambda: self.go.emit(PageName.NEXT_YEAR))
        return card

    def _templates(self) -> QFrame:
        card, inside = self._card(
            self.tr("New from a template"),
            self.tr("Common tables with their variables; you name your file, its people and their budget yourself."),
        )
        words = {
            "age_by_sex": self.tr("Age by sex"),
            "area_by_status": self.tr("Area by characteristic"),
            "income": self.tr("Distribution of income"),
            "census": self.tr("The census table"),
        }
        flow = FlowLayout()
        inside.addLayout(flow)
        for name in NAMES:
            button = QPushButton(words[name])
            named(button, words[name])
            flow.addWidget(button)
            button.clicked.connect(lambda _=False, name=name: self.template_wanted.emit(*template(name)))
        inside.addStretch(1)
        return card

    def _recent(self) -> QFrame:
        card, inside = self._card(self.tr("Recent plans"), self.tr("Plans and dictionaries you worked on."))
        self._recents = column(spacing=0)
        inside.addLayout(self._recents)
        inside.addStretch(1)
        self._fill_recent()
        return card

    def _fill_recent(self) -> None:
        while (item := self._recents.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.deleteLater()
        paths = self.settings.recent("plans")[:_MOST_RECENT]
        for path in paths:
            self._recents.addWidget(self._recent_button(path))
        if not paths:
            self._recents.addWidget(label(self.tr("None yet."), "caption"))

    def _recent_button(self, path: Path) -> QPushButton:
        button = QPushButton(f"{path.name}   ({path.parent.name})")
        button.setProperty("flat", True)
        button.setStyleSheet("text-align: left")
        named(button, path.name, str(path))
        button.clicked.connect(lambda: self.desk.open_wanted.emit(path))
        return button
