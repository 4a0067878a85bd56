"""The budget, always in view: spent, asked by this plan, left; red and in words where the plan asks too much."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from dpdesk.gui.desk.account import Account
from dpdesk.gui.kit import theme
from dpdesk.gui.kit.text import label, row, set_role
from dpdesk.gui.kit.words import amount_text

Amount = dict[str, Fraction]


class _Bar(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.spent = self.plan = 0.0
        self.over = False
        self.setFixedHeight(12)
        self.setMinimumWidth(120)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(240, 12)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QColor(colours.border))
        painter.setBrush(QColor(colours.paper))
        painter.drawRoundedRect(area, 3, 3)
        painter.setPen(Qt.PenStyle.NoPen)
        spent, plan = min(self.spent, 1.0), min(self.plan, 1.0 - min(self.spent, 1.0))
        start = area.left() + 1
        width = area.width() - 2
        painter.setBrush(QColor(colours.muted))
        painter.drawRect(QRectF(start, area.top() + 1, width * spent, area.height() - 2))
        painter.setBrush(QColor(colours.red if self.over else colours.accent))
        painter.drawRect(QRectF(start + width * spent, area.top() + 1, width * plan, area.height() - 2))
        painter.end()


class BudgetBar(QWidget):
    """A bar and a sentence; both say the same."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = row(self)
        self._head = label(wrap=False)
        self._bar = _Bar()
        self._words: QLabel = label(role="caption", wrap=False)
        layout.addWidget(self._head)
        layout.addWidget(self._bar, 1)
        layout.addWidget(self._words)
        self.show_budget(None, None)

    def show_budget(
        self, account: Account | None, plan: Amount | None, problem: str = "", *, released: bool = False
    ) -> None:
        """Show an account and what the plan on the desk would spend of it: nothing more once it is released."""
        if account is None:
            self._head.setText(self.tr("Budget"))
            self._bar.spent = self._bar.plan = 0.0
            self._bar.over = False
            self._bar.update()
            set_role(self._words, "role", "problem" if problem else "caption")
            self._words.setText(problem or self.tr("not set yet: say on the page Data what may be spent in all"))
            self._tell()
            return
        asked = {} if plan is None or released else plan
        left = {unit: account.left[unit] - asked.get(unit, Fraction(0)) for unit in account.limit}
        over = any(value < 0 for value in left.values())
        unit = next(iter(account.limit))
        whole = account.limit[unit]
        self._bar.spent = float(account.spent.get(unit, Fraction(0)) / whole)
        self._bar.plan = float(asked.get(unit, Fraction(0)) / whole)
        self._bar.over = over
        self._bar.update()
        self._head.setText(self.tr("Budget {amount}").format(amount=amount_text(account.limit)))
        parts = [self.tr("spent {amount}").format(amount=amount_text(account.spent))]
        if released:
            parts.append(self.tr("this plan is released"))
        elif asked:
            parts.append(self.tr("this plan {amount}").format(amount=amount_text(asked)))
        if over:
            parts.append(self.tr("more than is left"))
        else:
            parts.append(self.tr("left {amount}").format(amount=amount_text(left)))
        set_role(self._words, "role", "problem" if over else "caption")
        self._words.setText(" · ".join(parts))
        self._tell()

    def _tell(self) -> None:
        self.setAccessibleName(f"{self._head.text()}: {self._words.text()}")
