"""What this release may spend: ε or ρ, or ε and δ, as exact numbers; only kinds the account takes are offered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from dpdesk.gui.accuracy.edits.loss import APPROXIMATE, CONCENTRATED, PURE, Kind, kind_of
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.number import NumberField
from dpdesk.gui.kit.text import label, named, row, set_role
from dpdesk.gui.kit.theme import UNIT
from dpdesk.privacy.exact import parse_exact


class LossField(QWidget):
    """`edited` with a parameter's name and its exact text; `kind_chosen` with the parameters of another kind."""

    edited = Signal(str, str)
    kind_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kinds: tuple[Kind, ...] = ()
        layout = row(self, spacing=UNIT)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        head = label(self.tr("This release may &spend"), wrap=False)
        self.kind = Box()
        named(
            self.kind,
            self.tr("Kind of budget"),
            self.tr("ε for Laplace noise, ρ for Gaussian noise, ε with a small δ for either; as the account allows."),
        )
        self.kind.setSizeAdjustPolicy(Box.SizeAdjustPolicy.AdjustToContents)
        self.kind.activated.connect(self._on_kind)
        self.first, self.second = NumberField(), NumberField()
        head.setBuddy(self.first)
        self._between = label("δ", wrap=False)
        named(self.second, "δ", self.tr("How small a chance may remain that the promise of ε does not hold."))
        for field, wide in ((self.first, 96), (self.second, 112)):
            field.setFixedWidth(wide)
        for widget in (head, self.kind, self.first, self._between, self.second):
            layout.addWidget(widget)
        self.first.edited.connect(lambda text: self._on_number(self.first, text))
        self.second.edited.connect(lambda text: self._on_number(self.second, text))
        self.show_loss({}, ())

    def show_loss(self, loss: Mapping[str, str], kinds: Sequence[Kind]) -> None:
        """Show a loss and the kinds that may be chosen; numbers the user is typing are left alone."""
        shown = kind_of(loss)
        offered = tuple(kinds) if not shown or shown in kinds else (shown, *kinds)
        if offered != self._kinds:
            self._kinds = offered
            self.kind.clear()
            words = {
                PURE: self.tr("Strict (ε)"),
                CONCENTRATED: self.tr("For many tables (ρ)"),
                APPROXIMATE: self.tr("As a regulation asks (ε, δ)"),
            }
            for one in offered:
                self.kind.addItem(words.get(one, ", ".join(one)))
        if shown in self._kinds:
            self.kind.setCurrentIndex(self._kinds.index(shown))
        symbol = "ρ" if shown == CONCENTRATED else "ε"
        what = self.tr("The budget of this release, {symbol}; more makes the tables more accurate.")
        named(self.first, self.tr("Budget of this release, {symbol}").format(symbol=symbol), what.format(symbol=symbol))
        self.setEnabled(bool(shown))
        self.kind.setEnabled(len(self._kinds) > 1)
        self.first.set_value(loss.get(shown[0]) if shown else None)
        two = shown == APPROXIMATE
        self._between.setVisible(two)
        self.second.setVisible(two)
        self.second.set_value(loss.get("delta") if two else None)
        self.updateGeometry()

    @property
    def unit(self) -> str:
        """The parameter of the first field."""
        return "rho" if self._shown == CONCENTRATED else "epsilon"

    @property
    def _shown(self) -> Kind:
        at = self.kind.currentIndex()
        return self._kinds[at] if 0 <= at < len(self._kinds) else ()

    def _on_kind(self, at: int) -> None:
        self.kind_chosen.emit(self._kinds[at])

    def _on_number(self, field: NumberField, text: str) -> None:
        """Pass a number on that can be a budget; another is marked and said."""
        value = parse_exact(text)
        if value <= 0 or (field is self.second and value >= Fraction(1)):
            set_role(field, "invalid", True)
            field.setToolTip(self.tr("This must be above 0, and δ below 1."))
            return
        self.edited.emit("delta" if field is self.second else self.unit, text)
