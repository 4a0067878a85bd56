"""What the page Data still needs, in a sentence for each gap of the dictionary."""

from __future__ import annotations

from PySide6.QtCore import QObject


class Lacking(QObject):
    """Words for the gaps that `schema.editing.deciding` finds."""

    def sentence(self, gap: str, *, file_open: bool) -> str:
        """What to do about a gap."""
        if gap == "source":
            return self.tr("Confirm how the file is written.") if file_open else self.tr("Open a file of microdata.")
        return {
            "title": self.tr("Give the data a title."),
            "dataset_id": self.tr("Name the budget account of these people."),
            "data_kind": self.tr("Say whether the data are a complete count or a sample."),
            "unit.describes": self.tr("Say whose privacy is protected."),
            "unit.label": self.tr("Name in own words what is protected."),
            "unit.kind": self.tr("Say whether each has one row in the file or several."),
            "unit.column": self.tr("Name the column that tells them apart."),
            "unit.max_rows": self.tr("Say how many rows of each are counted at most."),
            "unit.rows_without_id": self.tr("Say what becomes of rows without an identifier."),
            "households.max_rows": self.tr("Say how many persons of a household are looked at."),
            "households.rows_without_id": self.tr("Say what becomes of persons without a household."),
            "neighbours": self.tr("Say whether their number is public."),
            "budget_cap": self.tr("Set the budget of all releases together."),
        }[gap]
