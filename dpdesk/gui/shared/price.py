"""What a button will spend, and what is left after it: said on the button itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from PySide6.QtCore import QObject

from dpdesk.gui.kit.words import amount_text


@dataclass(frozen=True, slots=True)
class Price:
    """What is charged to an account, and what it has left after that, by unit; nothing is charged for what is free."""

    cost: Mapping[str, Fraction]
    left: Mapping[str, Fraction]
    elsewhere: Mapping[str, Fraction] | None = None  # what is charged on another file, where it is free on this one

    @property
    def affordable(self) -> bool:
        """Whether the account has enough."""
        return all(value >= 0 for value in self.left.values())


class PriceWords(QObject):
    """Words for a price."""

    def on_button(self, does: str, price: Price | None) -> str:
        """What a button does, and below it at what price; the first alone where the price is not known."""
        if price is None:
            return does
        if not price.cost:
            said = self.tr("free on the same file")
            if price.elsewhere:
                said = self.tr("free on the same file, else {cost}").format(cost=amount_text(price.elsewhere))
        elif price.affordable:
            said = self.tr("spends {cost} · leaves {left}").format(
                cost=amount_text(price.cost), left=amount_text(price.left)
            )
        else:
            said = self.tr("spends {cost}: more than is left").format(cost=amount_text(price.cost))
        return f"{does}\n{said}"
