"""Estimates marked for the noise they bear, as the house style rules: a reading of what is printed, not a part of it.

The rule sets the noise margin beside the estimate, which are both published, so that anybody can mark the same cells
again. A mark is therefore no part of a release's cells: neither its hash nor what the ledger keeps knows of it, and
another style marks other cells of the same release. The workbook states the rule, and a reader of it asks whether the
marks are those that follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from dpdesk.planning.document.style import ERRORS
from dpdesk.release.canonical import without_style
from dpdesk.release.result import CAUTION, IMPOSSIBLE, LESS_DETAIL, NOT_ESTIMABLE, UNRELIABLE, TableResult, Values

if TYPE_CHECKING:
    from dpdesk.planning.document.style import Reliability, StyleRecord
    from dpdesk.release.result import Release

COMBINED = "combined"
_NO_ESTIMATE = {IMPOSSIBLE, LESS_DETAIL, NOT_ESTIMABLE}


@dataclass(frozen=True, slots=True)
class Ruling:
    """A rule for margins of one level: `width` standard errors, of which a margin is `errors`, against the estimate.

    All of it as text, as the workbook states it. Computed in doubles and in this order, as `verify.py` does it, so that
    both mark the same cells.
    """

    width: str
    errors: str
    shares: tuple[str, ...]  # of the estimate: above the first it is unreliable, above the next to be used with caution
    combined: bool = False  # whether the margin is that of noise and sampling together, where there is one

    @classmethod
    def of(cls, rule: Reliability, level: Fraction | int) -> Ruling:
        """The rule of a house style, for a release with margins of this level."""
        width = ERRORS[rule.level] if rule.measure == "margin" else "1"
        named = (rule.unreliable, *filter(None, [rule.caution]))
        return cls(width, ERRORS[int(level)], named, rule.error == "combined")

    @classmethod
    def read(cls, where: str, shares: Sequence[str]) -> Ruling:
        """The rule as a workbook states it."""
        width, errors, *error = where.split()
        return cls(width, errors, tuple(filter(None, shares)), error == [COMBINED])

    @property
    def where(self) -> str:
        """Width, errors and which error, as the workbook states them."""
        return " ".join([self.width, self.errors, *([COMBINED] if self.combined else [])])

    def mark(self, estimate: float, margin: float) -> str:
        """The mark of an estimate with its margin: `u`, `w` or none."""
        error, size = margin * float(self.width) / float(self.errors), abs(estimate)
        due = (letter for letter, share in self._due() if error > size * share)
        return next(due, "")

    def _due(self) -> list[tuple[str, float]]:
        """The marks and above which share each stands, the greatest first."""
        letters = zip(UNRELIABLE + CAUTION, self.shares, strict=False)
        return [(letter, float(Fraction(share))) for letter, share in letters]

    def marks(self, estimate: Values, margin: Values) -> np.ndarray[tuple[int, ...], np.dtype[np.object_]]:
        """The mark of each estimate with its margin."""
        marks = np.full(estimate.shape, "", dtype=object)
        with np.errstate(invalid="ignore"):
            error = np.where(np.isfinite(margin), margin, 0.0) * float(self.width) / float(self.errors)
            for letter, share in reversed(self._due()):
                marks[error > np.abs(estimate) * share] = letter
        return marks


def ruling(release: Release) -> Ruling | None:
    """The rule by which estimates of a release are marked; None where its house style has none."""
    rule = release.plan.record.house.reliability
    return None if rule is None else Ruling.of(rule, release.level)


def marked(tables: Sequence[TableResult], rule: Reliability | None, level: Fraction | int) -> tuple[TableResult, ...]:
    """Tables with the marks of a rule, and of no other; `level` is that of their margins."""
    return tuple(_marked(table, rule, level) for table in tables)


def _marked(table: TableResult, rule: Reliability | None, level: Fraction | int) -> TableResult:
    flags = [without_style(str(flag)) for flag in table.flag.ravel().tolist()]
    if rule is not None:
        letters = Ruling.of(rule, level).marks(table.estimate, judged(table, rule)).ravel().tolist()
        flags = [
            flag if set(flag) & _NO_ESTIMATE else flag + letter for flag, letter in zip(flags, letters, strict=True)
        ]
    return replace(table, flag=np.array(flags, dtype=object).reshape(table.flag.shape))


def judged(table: TableResult, rule: Reliability) -> Values:
    """The margins that a rule looks at: those of noise and sampling together if it asks for them and there are any."""
    if rule.error == "noise" or table.combined is None:
        return table.margin
    return np.where(np.isfinite(table.combined), table.combined, table.margin)


def shares(rule: Reliability | None) -> dict[str, Fraction]:
    """Above which share of the estimate each mark stands; none without a rule."""
    if rule is None:
        return {}
    by_letter = {UNRELIABLE: Fraction(rule.unreliable)}
    return by_letter if rule.caution is None else {**by_letter, CAUTION: Fraction(rule.caution)}


def in_style(release: Release, style: StyleRecord | None) -> Release:
    """The same release, printed in another house style; in its own where none is given.

    Raises:
        BadInput: signs of the style and of the plan cannot be told apart, or the style cannot be printed.
    """
    if style is None or style == release.plan.record.style:
        return release
    from dpdesk.planning.choosing.checks import check_printing

    plan = release.plan.in_style(style)
    check_printing(plan)
    return replace(release, plan=plan, tables=marked(release.tables, plan.record.house.reliability, release.level))
