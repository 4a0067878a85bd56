"""What is written beside workbook and CSV files where it is ticked: PX, SDMX, charts, synthetic microdata."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QCheckBox, QWidget

from dpdesk.gui.kit.text import column, named
from dpdesk.gui.kit.theme import UNIT


class FormatBoxes(QWidget):
    """A box a format. What an earlier export put into the folder is ticked, so that it is not taken away unseen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: dict[str, QCheckBox] = {}
        self._found: set[str] = set()  # ticked for what lies in the folder, and not by hand
        layout = column(self, spacing=UNIT // 2)
        for name, text, tip in (
            (
                "px",
                self.tr("Also &PX files"),
                self.tr("Writes each table as a PX file, too, as PxWeb and PC-Axis read it, in all languages."),
            ),
            (
                "sdmx",
                self.tr("Also S&DMX files"),
                self.tr("Writes each table as SDMX-CSV, too, for data portals and other offices."),
            ),
            (
                "charts",
                self.tr("Also &charts"),
                self.tr("Writes the picture of each table that has one as an SVG file, too, for a site or a text."),
            ),
            (
                "microdata",
                self.tr("Also synthetic &microdata"),
                self.tr("Writes made-up records, too, whose tables are the published ones; costs nothing."),
            ),
        ):
            box = QCheckBox(text)
            named(box, text.replace("&", ""), tip)
            box.clicked.connect(lambda checked, name=name: self._found.discard(name))
            self.boxes[name] = box
            layout.addWidget(box)

    @property
    def wanted(self) -> list[str]:
        """The formats that are ticked."""
        return [name for name, box in self.boxes.items() if box.isChecked()]

    def show_folder(self, folder: Path | None) -> None:
        """Tick what the folder has from an earlier export, and no longer what the one before had."""
        from dpdesk.publish.folders import also_in

        there = set() if folder is None else set(also_in(folder))
        for name, box in self.boxes.items():
            if name in there and not box.isChecked():
                box.setChecked(True)
                self._found.add(name)
            elif name in self._found - there:
                box.setChecked(False)
                self._found.discard(name)

    def forget(self) -> None:
        """Nothing has been chosen."""
        self._found.clear()
        for box in self.boxes.values():
            box.setChecked(False)
