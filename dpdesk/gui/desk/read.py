"""What has been read of the data file, as the status line says it in the language of the window."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import QObject


class Read(Enum):
    """What was read last of a file; it outlives the documents, and the language of the window."""

    NOTHING = auto()
    BEGINNING = auto()
    FIRST_ROWS = auto()
    STOPPED = auto()
    FAILED = auto()
    PROPOSED = auto()
    NONE_PROPOSED = auto()
    CONFIRMED = auto()
    CHECKED = auto()
    RELEASED = auto()


class ReadWords(QObject):
    """The sentences of the status line."""

    def of(self, what: Read) -> str:
        """What was read, in one sentence."""
        return {
            Read.NOTHING: self.tr("Nothing has been read from the data."),
            Read.BEGINNING: self.tr("Only the beginning of the file has been read, to see how it is written."),
            Read.FIRST_ROWS: self.tr("The first rows of the file have been read, and shown to you alone."),
            Read.STOPPED: self.tr("Reading was stopped; nothing that was read has been kept."),
            Read.FAILED: self.tr("The file could not be read to the end; nothing that was read has been kept."),
            Read.PROPOSED: self.tr("The columns were read to propose codes: confirm that they are public."),
            Read.NONE_PROPOSED: self.tr("The columns were read to propose codes; none was proposed."),
            Read.CONFIRMED: self.tr("Codes and bounds were read from the data, and are confirmed to be public."),
            Read.CHECKED: self.tr(
                "The whole file has been read for the confidential check, and the figures shown to you alone."
            ),
            Read.RELEASED: self.tr("The whole file has been read for a release."),
        }[what]
