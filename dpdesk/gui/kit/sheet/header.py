"""The stub or the boxhead of a table: nested levels of labels, neighbouring equal ones drawn as one merged cell.

Only what is in view is drawn. A merged cell that is partly scrolled away keeps its label in the part that is seen. The
label of a column goes on over as many lines as it needs, up to MOST_LINES; one that is longer still, or too long for
the stub, ends in "…" and is whole in the tool tip.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QTableView, QToolTip, QWidget

from dpdesk.gui.kit import theme
from dpdesk.planning.compiler.sides import ShellSide

STEP = 16
"""Indentation of a line under its total."""
PAD = 8
NARROWEST = 88
WIDEST = 176
WIDEST_STUB = 280
MOST_LINES = 4
FEW_COLUMNS = 40
"""Columns beyond which a table scrolls anyway, and not all of them are narrowed."""
LOOKED_AT = 600
"""Labels looked at to choose a width; the rest are elided where they are longer."""


def line_height() -> int:
    """Height of a row and of a level of the boxhead, at the size of text in use."""
    return max(28, QFontMetrics(theme.font()).height() + 10)


class TableHeader(QHeaderView):
    """Draws a `ShellSide`: above the columns (horizontal) or beside the rows."""

    def __init__(self, orientation: Qt.Orientation, parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        self._side: ShellSide | None = None
        self._widths: list[int] = []
        self._lines: list[int] = []  # of text on each level of a boxhead
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setFont(theme.font(strong=self._across))

    @property
    def _across(self) -> bool:
        return self.orientation() == Qt.Orientation.Horizontal

    @property
    def side(self) -> ShellSide | None:
        """What it draws."""
        return self._side

    def set_side(self, side: ShellSide | None) -> None:
        """Draw another side; widths are chosen from its labels."""
        self._side = side
        self._widths = [] if side is None or self._across else _stub_widths(side, self.fontMetrics())
        self._lines = []
        self.updateGeometry()
        self.viewport().update()

    def level_widths(self) -> list[int]:
        """Widths of the columns of a stub."""
        view = self.parent()
        room = view.width() if isinstance(view, QWidget) else 0
        most = max(room * 45 // 100, 120)
        whole = sum(self._widths)
        if whole <= most or not whole:
            return self._widths
        return [max(width * most // whole, 40) for width in self._widths]

    def level_heights(self) -> list[int]:
        """Heights of the levels of a boxhead."""
        levels = 0 if self._side is None else self._side.levels
        lines = self._lines or [1] * levels
        return [line_height() + (more - 1) * self.fontMetrics().lineSpacing() for more in lines]

    def fit_levels(self) -> None:
        """Make the levels of a boxhead high enough for its labels at the widths of its columns."""
        side = self._side
        if side is None or not self._across or side.size > LOOKED_AT * 4:
            return
        lines = [1] * side.levels
        metrics, known = self.fontMetrics(), dict[tuple[str, int], int]()
        for section in range(side.size):
            for level in range(side.levels):
                start, end = side.run(section, level)
                text, span = side.label(section, level), side.span(section, level)
                if start != section or not text or not span:
                    continue
                width = sum(self.sectionSize(at) for at in range(start, end)) - 2 * PAD
                if (text, width) not in known:
                    known[text, width] = len(wrapped(text, metrics, width, MOST_LINES))
                last = level + span - 1
                lines[last] = max(lines[last], known[text, width] - span + 1)
        if lines != (self._lines or [1] * side.levels):
            self._lines = lines
            self.updateGeometry()
            self.geometriesChanged.emit()

    def sizeHint(self) -> QSize:
        """High (or wide) enough for its levels."""
        if self._side is None:
            return QSize(0, 0)  # Qt's own would ask for every label
        if self._across:
            return QSize(0, sum(self.level_heights()))
        return QSize(sum(self.level_widths()), 0)

    # Drawing --------------------------------------------------------------------------------------------------

    def visible_sections(self) -> tuple[int, int]:
        """First and last section in view; (0, -1) for none."""
        if self.count() == 0:
            return 0, -1
        length = self.viewport().width() if self._across else self.viewport().height()
        ends = [self.visualIndexAt(0), self.visualIndexAt(length - 1)]
        if ends == [-1, -1]:
            return (0, self.count() - 1) if self.length() <= length else (0, -1)
        known = [end for end in ends if end >= 0]
        if len(known) == 2:
            return min(known), max(known)
        first = known[0] if self.length() > length or self.offset() > 0 else 0
        return first, self.count() - 1

    def cells(self) -> list[tuple[int, int, QRect]]:
        """Section, level and place of every merged cell in view."""
        side = self._side
        if side is None:
            return []
        first, last = self.visible_sections()
        places = []
        for level in range(side.levels):
            section = first
            while section <= last:
                start, end = side.run(section, level)
                span = side.span(section, level)
                if span:
                    places.append((start, level, self._rect(start, min(end, self.count()) - 1, level, span)))
                section = end
        return places

    def _rect(self, start: int, last: int, level: int, span: int) -> QRect:
        ends = [(self.sectionViewportPosition(section), self.sectionSize(section)) for section in (start, last)]
        low = min(position for position, _ in ends)
        high = max(position + size for position, size in ends)
        if self._across:
            heights = self.level_heights()
            return QRect(low, sum(heights[:level]), high - low, sum(heights[level : level + span]))
        widths = self.level_widths()
        left, width = sum(widths[:level]), sum(widths[level : level + span])
        if self.isRightToLeft():
            left = self.viewport().width() - left - width
        return QRect(left, low, width, high - low)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the merged cells in view."""
        painter = QPainter(self.viewport())
        colours = theme.colours()
        painter.fillRect(self.viewport().rect(), QColor(colours.sunken))
        side = self._side
        if side is not None:
            current = self._current()
            for section, level, rect in self.cells():
                self._draw(painter, side, section, level, rect, level == side.levels - 1 and section == current)
        painter.end()

    def _current(self) -> int:
        view = self.parent()
        if not isinstance(view, QTableView):
            return -1
        index: QModelIndex = view.currentIndex()
        return (index.column() if self._across else index.row()) if index.isValid() else -1

    def _draw(self, painter: QPainter, side: ShellSide, section: int, level: int, rect: QRect, current: bool) -> None:
        colours = theme.colours()
        if current:
            painter.fillRect(rect, QColor(colours.accent_soft))
        painter.setPen(QColor(colours.line))
        edge = rect.left() if self.isRightToLeft() else rect.right()
        painter.drawLine(edge, rect.top(), edge, rect.bottom())
        painter.drawLine(rect.left(), rect.bottom(), rect.right(), rect.bottom())
        text = side.label(section, level)
        if not text:
            return
        seen = rect.intersected(self.viewport().rect())
        align = Qt.AlignmentFlag.AlignVCenter
        metrics = QFontMetrics(self._font(side, section, level))
        if self._across:
            inner = seen.adjusted(PAD, 0, -PAD, 0)
            merged = rect.width() > self.sectionSize(section)
            align |= Qt.AlignmentFlag.AlignHCenter if merged else Qt.AlignmentFlag.AlignRight
        else:
            indent = min(side.indent(section, level) * STEP, max(seen.width() - 48, 0))
            height = self.sectionSize(section)
            top = rect.top() if rect.top() >= 0 or rect.bottom() < height else min(0, rect.bottom() - height)
            inner = QRect(seen.left(), max(top, rect.top()), seen.width(), height)
            near, far = (PAD, PAD + indent) if self.isRightToLeft() else (PAD + indent, PAD)
            inner = inner.adjusted(near, 0, -far, 0)
            align |= Qt.AlignmentFlag.AlignLeft
        painter.setPen(QColor(colours.text))
        painter.setFont(self._font(side, section, level))
        room = max(1, (rect.height() - line_height()) // metrics.lineSpacing() + 1) if self._across else 1
        shown = "\n".join(wrapped(text, metrics, inner.width(), room))
        direction = self.layoutDirection()
        painter.setLayoutDirection(direction)
        horizontal = align & Qt.AlignmentFlag.AlignHorizontal_Mask
        if direction == Qt.LayoutDirection.RightToLeft and horizontal != Qt.AlignmentFlag.AlignHCenter:
            other = {Qt.AlignmentFlag.AlignLeft: Qt.AlignmentFlag.AlignRight}
            side_of = other.get(horizontal, Qt.AlignmentFlag.AlignLeft if self._across else horizontal)
            align = Qt.AlignmentFlag.AlignVCenter | side_of
        lines = Qt.TextFlag.TextSingleLine if room == 1 else Qt.TextFlag.TextDontClip
        painter.drawText(inner, int(align | Qt.AlignmentFlag.AlignAbsolute) | lines, shown)

    def _font(self, side: ShellSide, section: int, level: int) -> QFont:
        if self._across:
            return self.font()
        strong = side.indent(section, level) == 0 and level == 0
        return theme.font(strong=strong and side.size > 1)

    # Tool tips ------------------------------------------------------------------------------------------------

    def level_at(self, position: QPoint) -> int:
        """The level under a point."""
        side = self._side
        if side is None:
            return 0
        if self._across:
            heights = self.level_heights()
            below = (level for level in range(len(heights)) if position.y() < sum(heights[: level + 1]))
            return next(below, side.levels - 1)
        x = self.viewport().width() - position.x() if self.isRightToLeft() else position.x()
        for level, width in enumerate(self.level_widths()):
            if x < width:
                return level
            x -= width
        return side.levels - 1

    def label_at(self, position: QPoint) -> str:
        """The whole label of the cell under a point."""
        side, section = self._side, self.logicalIndexAt(position)
        if side is None or section < 0:
            return ""
        level = self.level_at(position)
        while level > 0 and not side.span(section, level):
            level -= 1
        return side.label(section, level)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the whole label as a tool tip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.label_at(event.pos()), self)
            return True
        return bool(super().viewportEvent(event))


def wrapped(text: str, metrics: QFontMetrics, width: int, most: int) -> list[str]:
    """A label in lines of so many pixels at most, broken between words; the last of `most` ends in "…" if it must."""
    words, lines = text.split(), list[str]()
    while words and len(lines) < most - 1:
        taken = 1
        while taken < len(words) and metrics.horizontalAdvance(" ".join(words[: taken + 1])) <= width:
            taken += 1
        lines.append(metrics.elidedText(" ".join(words[:taken]), Qt.TextElideMode.ElideRight, width))
        words = words[taken:]
    if words:
        lines.append(metrics.elidedText(" ".join(words), Qt.TextElideMode.ElideRight, width))
    return lines or [""]


def _stub_widths(side: ShellSide, metrics: QFontMetrics) -> list[int]:
    """Widths of the levels of a stub: the longest of the labels looked at, within reason."""
    strong = QFontMetrics(theme.font(strong=True))
    most = WIDEST_STUB if side.levels == 1 else WIDEST_STUB * 3 // 4
    widths = []
    for level in range(side.levels):
        widest = strong.horizontalAdvance(side.heading(level))
        for section in _looked_at(side.size):
            indent = side.indent(section, level) * STEP
            widest = max(widest, strong.horizontalAdvance(side.label(section, level)[:200]) + indent)
        widths.append(max(72, min(widest + 2 * PAD + 4, most)))
    return widths


def column_widths(
    side: ShellSide, metrics: QFontMetrics, narrowest: int = NARROWEST, room: int = 0, own: Sequence[int] = ()
) -> list[int] | None:
    """Widths of the columns under a boxhead, from its labels alone; None where there are too many to look at.

    own: how narrow each may be, where that is known column by column.
    room: how wide they may be together. What is left of it goes to columns whose labels would be cut short; where a
        little is missing, heads are broken into two lines, if all columns come into view by that. Where they do not,
        the view ends with a column: a figure that is half in view is not shown, as if it were not known yet.
    """
    if side.size > LOOKED_AT * 4:
        return None
    known: dict[str, int] = {}
    lows = own if len(own) == side.size else [narrowest] * side.size

    def advance(text: str) -> int:
        if text not in known:
            known[text] = metrics.horizontalAdvance(text[:200])
        return known[text]

    wished = []
    for section in range(side.size):
        widest = lows[section]
        for level in range(side.levels):
            start, end = side.run(section, level)
            widest = max(widest, -(-(advance(side.label(section, level)) + 2 * PAD + 2) // (end - start)))
        wished.append(widest)
    widths = [min(wish, max(WIDEST, low)) for wish, low in zip(wished, lows, strict=True)]
    left = room - sum(widths)
    if left < 0 < room:
        least = [_least(side, section, advance, low) for section, low in enumerate(lows[:FEW_COLUMNS])]
        return _ending_with_a_column(widths, least, room)
    for section, wish in enumerate(wished):
        more = max(0, min(wish - widths[section], left))
        widths[section] += more
        left -= more
    return widths


def _least(side: ShellSide, section: int, advance: Callable[[str], int], narrowest: int) -> int:
    """The narrowest a column may be: its heads need two lines then, and no word is cut."""
    least = narrowest
    for level in range(side.levels):
        start, end = side.run(section, level)
        words = side.label(section, level).split()
        halves = (max(advance(" ".join(words[:at])), advance(" ".join(words[at:]))) for at in range(1, len(words) + 1))
        least = max(least, -(-(min(halves, default=0) + 2 * PAD + 2) // (end - start)))
    return least


def _ending_with_a_column(widths: list[int], least: list[int], room: int) -> list[int]:
    """The widths with those of the first columns changed so that they fill the room.

    All columns are narrowed to come into view, where they can be; else the one that is cut at its edge by narrowing
    those before it; else these are widened, and it is out of view.
    """
    ends = list(accumulate(widths))
    whole = next(at for at, end in enumerate(ends) if end > room)
    for count in (len(widths), whole + 1):
        if count <= len(least):
            spare = [max(0, width - low) for width, low in zip(widths[:count], least, strict=False)]
            missing = ends[count - 1] - room
            if sum(spare) >= missing:
                made = [width - one * missing // sum(spare) for width, one in zip(widths, spare, strict=False)]
                widest = spare.index(max(spare))
                made[widest] -= sum(made) - room  # what rounding left
                return made + widths[count:]
    if not whole:
        return widths
    more, over = divmod(room - ends[whole - 1], whole)
    return [width + more + (at < over) for at, width in enumerate(widths[:whole])] + widths[whole:]


def _looked_at(size: int) -> range:
    """Sections looked at to choose a width: all of a short side, evenly spread ones of a long side."""
    return range(0, size, max(1, size // LOOKED_AT))
