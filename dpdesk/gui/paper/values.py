"""What the cells of a finished table show: the official estimate or the unbiased value, and beside it margin or limits.

Qt-free. Everything here is computed from noisy integers, so all of it may be shown, copied and printed. Symbols are the
release's own: what is impossible or cannot be estimated has no number, and remarks stand behind the number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from dpdesk.gui.kit.local import local
from dpdesk.publish.documents.printed import BEYOND, below_one_step, beyond, unmoved
from dpdesk.release.result import CONTROLLED, EXACT, IMPOSSIBLE, LESS_DETAIL, NOT_ESTIMABLE
from dpdesk.translation import marked

if TYPE_CHECKING:
    from dpdesk.release.result import Release, TableResult

CONSISTENT, UNBIASED = "consistent", "unbiased"
MARGIN, LIMITS, ALONE, BOTH = "margin", "limits", "alone", "both"
_MOST_DECIMALS = 6
_MOST_KNOWN = 20_000
Cell = tuple[str, str, str]


class Values:
    """The texts of one table's cells."""

    def __init__(self, release: Release, table: TableResult, words: Words, language: str = "en") -> None:
        from dpdesk.publish.documents.facts import level, symbols
        from dpdesk.publish.documents.printed import Printed

        self._table, self._words, self._language = table, words, language
        self._symbols = symbols(release)
        self._level = level(release)
        self._decimals = [item.decimals for item in table.shell.items]
        printing = Printed(release, table)
        self._figures = [printing.of(item) for item in table.shell.items]

    def provider(self, which: str, beside: str) -> Callable[[int, int, int, int], Cell]:
        """What a `ShellModel` asks for each cell: its text, its tool tip, its role."""
        known: dict[tuple[int, int, int, int], Cell] = {}

        def shown(page: int, stub: int, box: int, item: int) -> Cell:
            at = (page, stub, box, item)
            if at in known:
                return known[at]
            if len(known) >= _MOST_KNOWN:
                known.clear()
            number, more, remarks = self.parts(at, which, beside)
            text = f"{number}  {more}" if more else number
            known[at] = (f"{text} {remarks}" if remarks else text, self.tip(at), "accent")
            return known[at]

        return shown

    def parts(self, at: tuple[int, int, int, int], which: str, beside: str) -> tuple[str, str, str]:
        """The number, what stands beside it, and its remarks, which stand right of both; all ready to print."""
        table, own = self._table, self._figures[at[3]]
        flag = str(table.flag[at])
        if IMPOSSIBLE in flag:
            return self._symbols[IMPOSSIBLE], "", ""
        if NOT_ESTIMABLE in flag:
            return self._symbols[NOT_ESTIMABLE], "", ""
        if LESS_DETAIL in flag:
            return self._symbols[LESS_DETAIL], "", ""
        if which == UNBIASED:
            finer = min(own.decimals + 1, _MOST_DECIMALS)
            number = self._number(float(table.unbiased[at]) / own.scale, finer, strip=True)
        else:
            number = self._number(own.nearest(float(table.estimate[at])), own.decimals)
        remarks = " ".join(self._symbols[one] for one in flag if one in self._symbols)
        if beside == ALONE or EXACT in flag or CONTROLLED in flag:
            return number, "", remarks
        if beside == LIMITS:
            ends = own.below(float(table.lower[at])), own.above(float(table.upper[at]))
            low, high = (self._number(end, own.decimals) for end in ends)
            return number, f"({low} – {high})", remarks
        margins = [table.margin]
        if beside == BOTH and table.sampling is not None and table.combined is not None:
            margins += [table.sampling, table.combined] if np.isfinite(table.combined[at]) else []
        if table.shell.items[at[3]].kind == "percentage" and not any(float(margin[at]) for margin in margins):
            return number, "", remarks  # a percentage of itself: 100, which no noise changes
        widths = [self._number(own.above(float(margin[at])), own.decimals) for margin in margins]
        if unmoved(table.shell.items[at[3]], float(table.margin[at])):
            widths[0] = marked(self._language, below_one_step(own.decimals))
        elif beyond(table.shell.items[at[3]], float(table.margin[at])):
            widths[0] = BEYOND
        return number, "  ".join(f"± {width}" for width in widths), remarks

    def _number(self, value: float, decimals: int, *, strip: bool = False) -> str:
        return marked(self._language, number_words(value, decimals, strip=strip))

    def longest(self, which: str, beside: str, line: int | None = None, item: int | None = None) -> int:
        """How many characters the longest cells have, judged by the largest values of each flag; all are published.

        line, item: of one line of the boxhead and one item alone.
        """
        lines, items = (slice(None) if one is None else slice(one, one + 1) for one in (line, item))
        table = self._table
        flags = table.flag[:, :, lines, items]
        each_flag = [flags == flag for flag in set(flags.ravel().tolist())]
        widest = (one for one in (table.sampling, table.combined) if one is not None)
        found: set[int] = set()
        for values in (table.unbiased if which == UNBIASED else table.estimate, table.upper, table.margin, *widest):
            part = values[:, :, lines, items]
            for so_marked in each_flag:
                own = np.where(so_marked, part, np.nan)
                if np.isfinite(own).any():
                    found |= {int(np.nanargmax(own)), int(np.nanargmin(own))}
        longest = 4
        for extreme in found:
            page, row, across, one = (int(at) for at in np.unravel_index(extreme, flags.shape))
            number, more, remarks = self.parts((page, row, across + (line or 0), one + (item or 0)), which, beside)
            longest = max(longest, len(f"{number}  {more}".rstrip()) + (len(remarks) + 1 if remarks else 0))
        return longest

    def tip(self, at: tuple[int, int, int, int]) -> str:
        """All values of a cell as they were released, a line each."""
        table, words, decimals = self._table, self._words, self._decimals[at[3]]
        flag = str(table.flag[at])
        lines = [words.meaning(one) for one in flag]
        if any(one in flag for one in (IMPOSSIBLE, NOT_ESTIMABLE, LESS_DETAIL)):
            return "\n".join(lines)
        finer = min(decimals + 4, _MOST_DECIMALS)
        margin = number_words(float(table.margin[at]), finer, strip=True)
        if unmoved(table.shell.items[at[3]], float(table.margin[at])):
            margin = below_one_step(decimals)
        values = [
            words.estimate.format(value=local(number_words(float(table.estimate[at]), decimals))),
            words.unbiased.format(value=local(number_words(float(table.unbiased[at]), finer, strip=True))),
            words.margin.format(level=self._level, value=local(margin)),
            words.limits.format(
                level=self._level,
                low=local(number_words(float(table.lower[at]), decimals)),
                high=local(number_words(float(table.upper[at]), decimals)),
            ),
        ]
        return "\n".join([*values, *self._sampling(at, finer), *lines])

    def _sampling(self, at: tuple[int, int, int, int], decimals: int) -> list[str]:
        """The margins of sampling and of both errors, a line each, where they are declared."""
        table, words = self._table, self._words
        if table.sampling is None or table.combined is None or not np.isfinite(table.combined[at]):
            return []
        told = ((words.sampling, table.sampling), (words.combined, table.combined))
        return [
            text.format(level=self._level, value=local(number_words(float(values[at]), decimals, strip=True)))
            for text, values in told
        ]


class Words:
    """The words of a tool tip, translated by the page; plain English by itself."""

    def __init__(
        self,
        estimate: str = "Estimate {value}",
        unbiased: str = "Unbiased value {value}",
        margin: str = "Noise margin ({level}) ± {value}",
        limits: str = "Limits ({level}) {low} to {high}",
        meanings: dict[str, str] | None = None,
        sampling: str = "Sampling margin ({level}) ± {value}",
        combined: str = "Noise and sampling margin ({level}) ± {value}",
    ) -> None:
        self.estimate, self.unbiased, self.margin, self.limits = estimate, unbiased, margin, limits
        self.sampling, self.combined = sampling, combined
        self._meanings = meanings or {}

    def meaning(self, flag: str) -> str:
        """What a remark means."""
        return self._meanings.get(flag, flag)


def number_words(value: float, decimals: int, *, strip: bool = False) -> str:
    """A number with its decimals and commas between thousands; `strip` drops zeros at its end."""
    text = f"{value:,.{decimals}f}"
    if strip and "." in text:
        text = text.rstrip("0").rstrip(".")
    return text.removeprefix("-") if text.strip("-0.,") == "" else text


def flags_in(table: TableResult) -> list[str]:
    """The remarks that occur in a table, each once."""
    return sorted({one for flags in set(table.flag.ravel().tolist()) for one in str(flags)})


def languages_of(release: Release) -> list[str]:
    """The languages the release's texts are written in, English first where there is."""
    from dpdesk.publish.documents.facts import languages

    return languages(release)
