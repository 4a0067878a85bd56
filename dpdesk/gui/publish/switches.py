"""What is looked at on the page Publish: which release, which values of it, and what stands beside them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QWidget

from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.text import label, named, row
from dpdesk.gui.kit.theme import UNIT


class Switches(QWidget):
    """Three choices in a line that wraps. `release_chosen` carries the key of a release."""

    release_chosen = Signal(str)
    values_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.release_field, self.which_field, self.beside_field = Box(), Box(), Box()
        flow = FlowLayout(self, spacing=UNIT)
        adjust = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        for text, one, tip, width in (
            (self.tr("&Release"), self.release_field, self.tr("Which finished release, or the rehearsal."), 56),
            (
                self.tr("&Values"),
                self.which_field,
                self.tr("Adjusted values add up and are the official ones; raw ones are for research."),
                24,
            ),
            (self.tr("Show &beside"), self.beside_field, self.tr("What stands beside each number."), 14),
        ):
            one.setSizeAdjustPolicy(adjust)
            one.setMinimumContentsLength(width)
            shown = label(text, wrap=False)
            shown.setBuddy(one)
            named(one, text.replace("&", ""), tip)
            pair = QWidget()
            layout = row(pair)
            layout.addWidget(shown)
            layout.addWidget(one)
            flow.addWidget(pair)
        self.which_field.addItem(self.tr("adjusted to add up (official)"), "consistent")
        self.which_field.addItem(self.tr("raw"), "unbiased")
        self.beside_field.addItem(self.tr("noise margin"), "margin")
        self.beside_field.addItem(self.tr("limits"), "limits")
        self.beside_field.addItem(self.tr("noise and sampling margins"), "both")
        self.beside_field.addItem(self.tr("nothing"), "alone")
        self.release_field.activated.connect(lambda at: self.release_chosen.emit(self.release_field.itemData(at)))
        self.which_field.currentIndexChanged.connect(self.values_chosen)
        self.beside_field.currentIndexChanged.connect(self.values_chosen)

    @property
    def which(self) -> str:
        """The values chosen: "consistent" or "unbiased"."""
        return str(self.which_field.currentData())

    @property
    def beside(self) -> str:
        """What stands beside them: "margin", "limits", "both" margins of noise and sampling, "alone" for nothing."""
        return str(self.beside_field.currentData())

    def show_releases(self, releases: Sequence[tuple[str, str]], chosen: str) -> None:
        """Offer releases as (text, key); the one of a key is chosen, "" for none."""
        box = self.release_field
        if [(box.itemText(at), box.itemData(at)) for at in range(box.count())] != list(releases):
            box.clear()
            for text, key in releases:
                box.addItem(text, key)
                box.setItemData(box.count() - 1, text, Qt.ItemDataRole.ToolTipRole)
        box.setCurrentIndex(box.findData(chosen) if chosen else -1)
        box.setEnabled(bool(releases))
