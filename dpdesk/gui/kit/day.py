"""A day, typed or chosen in a calendar."""

from __future__ import annotations

from PySide6.QtCore import QDate, QDateTime, QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QMouseEvent, QPixmap, QTextCharFormat, QTransform, QWheelEvent
from PySide6.QtWidgets import QApplication, QCalendarWidget, QDateEdit, QToolButton, QWidget

from dpdesk.gui.kit import theme
from dpdesk.gui.kit.language import day_pattern, locale
from dpdesk.resources import resource


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
        self.setLocale(locale(language))
        self.setDisplayFormat(day_pattern(language))
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
        chevron = QPixmap(str(resource(f"icons/chevron-{'dark' if theme.is_dark() else 'light'}.svg")))
        for name, angle in (("qt_calendar_prevmonth", 90), ("qt_calendar_nextmonth", -90)):
            if isinstance(button := calendar.findChild(QToolButton, name), QToolButton):
                button.setIcon(QIcon(chevron.transformed(QTransform().rotate(angle))))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the calendar by key, as a box of choices is opened; Qt has its arrow answer to the mouse alone."""
        alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        if event.key() != Qt.Key.Key_F4 and not (alt and event.key() == Qt.Key.Key_Down):
            super().keyPressEvent(event)
            return
        x = 8 if self.isRightToLeft() else self.width() - 8
        place, left = QPointF(x, self.height() / 2), Qt.MouseButton.LeftButton
        for kind, held in ((QEvent.Type.MouseButtonPress, left), (QEvent.Type.MouseButtonRelease, Qt.MouseButton(0))):
            on_screen = self.mapToGlobal(place)
            click = QMouseEvent(kind, place, on_screen, left, held, Qt.KeyboardModifier.NoModifier)
            QApplication.sendEvent(self, click)

    def set_day(self, day: QDate) -> None:
        """Show a day; one that has passed becomes today."""
        self.setDate(max(day, self.minimumDate()) if day.isValid() else self.minimumDate())

    def day(self) -> QDate:
        """The day shown."""
        return self.date()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()
