"""A day, typed or chosen in a calendar."""

from __future__ import annotations

from PySide6.QtCore import QDate, QDateTime, QLocale, Qt, Signal
from PySide6.QtGui import QColor, QTextCharFormat, QWheelEvent
from PySide6.QtWidgets import QCalendarWidget, QDateEdit, QWidget

from dpdesk.gui import theme


def today() -> QDate:
    """The day by which the ledger counts."""
    return QDateTime.currentDateTimeUtc().date()


class DayField(QDateEdit):
    """From today on. The arrow keys change the part the cursor is in; F4 or Alt and Down open the calendar.

    `changed` when the day is another one.
    """

    changed = Signal()

    def __init__(self, language: str = "en", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        german = language == "de"
        self.setLocale(QLocale("de" if german else "en_GB"))
        self.setDisplayFormat("d. MMMM yyyy" if german else "d MMMM yyyy")
        self.setCalendarPopup(True)
        self.setMinimumDate(today())
        self.setDate(today())
        self.setKeyboardTracking(True)
        self._dress(self.calendarWidget())
        self.dateChanged.connect(lambda day: self.changed.emit())

    def _dress(self, calendar: QCalendarWidget) -> None:
        calendar.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        calendar.setFirstDayOfWeek(Qt.DayOfWeek.Monday)
        calendar.setAccessibleName(self.tr("Calendar"))
        plain = QTextCharFormat()
        plain.setForeground(QColor(theme.colours().text))
        for day in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):  # red means something else here
            calendar.setWeekdayTextFormat(day, plain)

    def set_day(self, day: QDate) -> None:
        """Show a day; one that has passed becomes today."""
        self.setDate(max(day, self.minimumDate()) if day.isValid() else self.minimumDate())

    def day(self) -> QDate:
        """The day shown."""
        return self.date()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()
