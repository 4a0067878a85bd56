"""A field for an exact number: decimal comma or point, fractions, and powers of ten; never a float."""

from __future__ import annotations

import re

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from dpdesk.errors import DpdeskError
from dpdesk.gui.kit.local import decimal_comma, local
from dpdesk.gui.kit.text import set_role
from dpdesk.privacy.exact import parse_exact

_COMMA = re.compile(r"-?[0-9]+,[0-9]+")
_THOUSANDS = re.compile(r"-?[1-9][0-9]{0,2}([.,])[0-9]{3}")
"""One thousand and so many in one country, one and a fraction in the next."""


def exact_text(text: str) -> str | None:
    """The number as plan and dictionary write it ("0,5" becomes "0.5"), None if the text is no number.

    Neither is one whose mark may stand between thousands: "1,000" in English, "1.000" in German.
    """
    plain = text.strip().replace("\u00a0", "").replace("\u202f", "").replace("−", "-")
    grouped = _THOUSANDS.fullmatch(plain)
    if grouped is not None and (grouped[1] == ".") == decimal_comma():
        return None
    if _COMMA.fullmatch(plain):
        plain = plain.replace(",", ".")
    try:
        parse_exact(plain)
    except DpdeskError:
        return None
    return plain


class NumberField(QLineEdit):
    """Emits `edited` with the exact text whenever the user has typed another number; red while it is none."""

    edited = Signal(str)

    def __init__(self, parent: QWidget | None = None, *, whole: bool = False, negative: bool = False) -> None:
        super().__init__(parent)
        self._whole, self._negative = whole, negative
        self._last: str | None = None
        self.textEdited.connect(self._on_edit)

    def value(self) -> str | None:
        """The exact text, None if what is typed is no number of the wanted kind."""
        text = exact_text(self.text())
        if text is None:
            return None
        number = parse_exact(text)
        if (self._whole and number.denominator != 1) or (not self._negative and number < 0):
            return None
        return text

    def whole_from_one(self, most: int) -> int | None:
        """The whole number from 1 to `most` that is typed, None for anything else."""
        text = self.value()
        if text is None or "/" in text or "." in text or "e" in text.lower():
            return None
        return int(text) if 1 <= int(text) <= most else None

    def set_value(self, text: str | None) -> None:
        """Show a number without emitting; what the user is typing is not replaced by an equal number."""
        if text is not None and text == self.value():
            self._mark()
            return
        if text is not None and text == self._last and self.value() is None and self.hasFocus():
            return  # what is typed is no number yet: the last one does not take its place
        self._last = text
        self.setText(local(text or ""))
        self._mark()

    def _on_edit(self) -> None:
        self._mark()
        value = self.value()
        if value is not None and value != self._last:
            self._last = value
            self.edited.emit(value)

    def _mark(self) -> None:
        wrong = bool(self.text().strip()) and self.value() is None
        set_role(self, "invalid", wrong)
        if wrong:
            what = self.tr("a whole number") if self._whole else self.tr("a number such as 0.5, 0,5 or 1/2")
            self.setToolTip(self.tr("This must be {what}.").format(what=what))
        else:
            self.setToolTip(self.accessibleDescription())
