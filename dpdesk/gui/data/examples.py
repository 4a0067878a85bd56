"""What others have spent in public: releases whose privacy loss is published, to hold one's own budget against."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from PySide6.QtCore import QObject

from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP


@dataclass(frozen=True, slots=True)
class Example:
    """One release: what it was, where its loss is stated, and the loss for one person (or what else is named)."""

    what: str
    source: str
    amount: Fraction
    loss: Loss


class Examples(QObject):
    """Words for them; every figure stands in the source named beside it."""

    def of(self, kind: str) -> list[Example]:
        """The examples in a measure ("epsilon", "rho", "delta" for both ε and δ), the smallest first."""
        handbook = self.tr("U.S. Census Bureau, Disclosure avoidance handbook for the 2020 census")
        if kind == "epsilon":
            return [
                self._pure(self.tr("Broadband use in the United States, Microsoft 2021"), "arXiv 2103.14035", "0.2"),
                self._pure(self.tr("Births of 2014 in Israel, Ministry of Health 2024"), "arXiv 2405.00267", "9.98"),
            ]
        if kind == "rho":
            return [
                self._rho(self.tr("Wikipedia, page views a day, 2023"), "arXiv 2308.16298", "0.015"),
                self._rho(self.tr("US census 2020, redistricting"), handbook, "2.56"),
                self._rho(self.tr("US census 2020, tables (DHC)"), handbook, "4.96"),
            ]
        return [
            self._both(
                self.tr("Searches about vaccines, each day anew, Google 2021 (δ 1e-5)"),
                "arXiv 2107.01179", "2.19", "1e-5",
            ),
            self._both(
                self.tr("Victims of human trafficking, IOM and Microsoft 2023 (δ 5.8e-6)"),
                self.tr("Microsoft and CTDC, Global Victim-Perpetrator Synthetic Dataset"), "12", "58/10000000",
            ),
            self._both(
                self.tr("US census 2020, redistricting file, persons (δ 1e-10)"), handbook, "17.14", "1e-10"
            ),
        ]  # fmt: skip

    def _pure(self, what: str, source: str, epsilon: str) -> Example:
        return Example(what, source, Fraction(epsilon), PureDP(epsilon))

    def _rho(self, what: str, source: str, rho: str) -> Example:
        return Example(what, source, Fraction(rho), ZCDP(rho))

    def _both(self, what: str, source: str, epsilon: str, delta: str) -> Example:
        return Example(what, source, Fraction(epsilon), ApproxDP(epsilon, delta))
