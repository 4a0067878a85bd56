"""Numbers somebody puts together from published cells, with the error of the whole: before a release and after it.

Sums, differences and averages of cells, and ratios of such: "men under 18 + women under 18", "2 × a − b", "a / b". The
error is that of the combination itself, from the covariance of the unbiased answers (averages over groups included) and
the law of their noise; adding up the cells' own margins would be far too wide where noises cancel, and too narrow where
they do not. Before a release standard error, margin and P(|error| > t) of a sum need no data at all; those of a ratio
need public planning figures. After a release the unbiased values of the published cells give the limits too.

An expression: cells joined by + and −, each with a plain factor in front if wanted (`0.5*`), and at most one `/`. A
cell is `table[code,code,…]` with the codes of its page, stub and boxhead in the order of the tidy CSV and that of the
measure where the table has several, or `table#n`, the n-th line of the tidy CSV.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isfinite, sqrt

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.mechanisms.answers.combined import Block, half_widths, probability_of, variances
from dpdesk.mechanisms.answers.joint import pair
from dpdesk.mechanisms.errors.mixed_laws import law_of_sum
from dpdesk.planning.choosing.choose import ChosenPlan
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.recipes import Recipe, TableMap
from dpdesk.planning.document.names import item_label
from dpdesk.planning.forecast.derived import expected_answers
from dpdesk.postprocess.derived import closest_limits
from dpdesk.postprocess.limits.ratios import ratio_limits
from dpdesk.problems.problem import problem
from dpdesk.release.canonical import codes_in_order
from dpdesk.schema.file.spelling import meant

Values = NDArray[np.float64]
Cell = tuple[str, int]
"""Name of a table, and a position in the order of its tidy CSV."""

BATCH = 2**22
"""Coefficients held at once."""

_CELL = re.compile(r'\s*(?:"([^"]+)"|([^\s\[\]#"+*/()-][^\s\[\]#"+*/()]*))\s*(?:#\s*(\d+)|\[((?:[^\]"]|"[^"]*")*)\])')
_FACTOR = re.compile(r"\s*(\d+(?:\.\d+)?)\s*\*")
_SIGN = re.compile(r"\s*([+−-])")
_CODE = re.compile(r'\s*(?:"([^"]*)"|([^,]*?))\s*(?:,|$)')


@dataclass(frozen=True, slots=True)
class Derived:
    """A derived number: its standard error and margin at `level` per cent, P(|error| > t) for the t asked for.

    `value` is the planning figures' before a release and the unbiased one after it, None where there are none; lower
    and upper the limits that cover at the level. For a ratio, std is that of its linear approximation, margin half the
    length of the limits; both None where it is not estimable. `whole`: for a sum of counts after a release the first
    and last whole number it can be, the narrowest limits that cover as often (postprocess/derived.py).
    """

    expression: str
    level: int
    std: float | None
    margin: float | None
    t: float | None = None
    chance: float | None = None
    value: float | None = None
    lower: float | None = None
    upper: float | None = None
    whole: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Expression:
    """Cells with weights, and those of the denominator ({}: it is a sum)."""

    text: str
    top: Mapping[Cell, float]
    bottom: Mapping[Cell, float]


class Derivation:
    """Derived numbers of one plan; makes nothing but public figures from it."""

    def __init__(self, chosen: ChosenPlan) -> None:
        self.chosen = chosen
        self._tables = {table.shell.name: table for table in chosen.compiled.tables}

    def parse(self, text: str) -> Expression:
        """Read an expression. Raises BadInput, one sentence, for what it does not understand or does not find."""
        above, slash, below = _outside(text).partition("/")
        if "/" in below:
            raise BadInput(problem("release.divides_twice", text=text))
        top = self._sum(text, text[: len(above)])
        bottom = self._sum(text, text[len(above) + 1 :]) if slash else {}
        return Expression(text, top, bottom)

    def evaluate(
        self, what: Expression | str, values: Mapping[str, Values] | None = None, *, more_than: float | None = None
    ) -> Derived:
        """A derived number with its error; `values`: for each table the unbiased cells of a release, flat.

        Raises BadInput for an expression it does not understand, and for a ratio of nothing known.
        """
        asked = self.parse(what) if isinstance(what, str) else what
        level = self.chosen.plan.level
        if more_than is not None and not more_than >= 0:
            raise BadInput(problem("release.chance_above"))
        top, bottom = self._value(asked.top, values), self._value(asked.bottom, values)
        blocks = self._blocks(asked.top)
        if not asked.bottom:
            margin = float(half_widths(blocks, probability_of(level))[0]) if blocks else 0.0
            chance = None if more_than is None else self._chance(blocks, more_than)
            std = sqrt(float(variances(blocks)[0])) if blocks else 0.0
            lower, upper = (None, None) if top is None else (top - margin, top + margin)
            whole = None
            if values is not None and top is not None and self._counts(asked.top):
                first, last = closest_limits(np.array([top]), np.array([margin]))
                whole = int(first[0]), int(last[0])
            return Derived(asked.text, level, std, margin, more_than, chance, top, lower, upper, whole)
        if top is None or bottom is None:
            raise BadInput(problem("release.ratio_of_unknown", text=asked.text))
        return self._ratio(asked, top, bottom, more_than)

    def covariance(self, expressions: list[Expression]) -> Values:
        """The covariance matrix of sums of cells (no ratios), in the units of their tables."""
        if any(expression.bottom for expression in expressions):
            raise BadInput(problem("release.covariance_of_ratio"))
        weights = [dict(self._keyed(expression.top)) for expression in expressions]
        result = np.zeros((len(weights), len(weights)))
        for i, a in enumerate(weights):
            for j, b in enumerate(weights):
                result[i, j] = sum(a[k].scale.variance * float(a[k].rows[0] @ b[k].rows[0]) for k in a if k in b)
        return result

    def counted(self, cell: Cell) -> str:
        """What a cell adds up: rows, or a quantity, which a weight makes another one. BadInput for the rest."""
        return self._row(cell)[1].measured.vector

    # ---------------------------------------------------------------------------------------------------------

    def _ratio(self, asked: Expression, top: float, bottom: float, more_than: float | None) -> Derived:
        level = self.chosen.plan.level
        numerator, denominator = self._both(asked)
        if not numerator or bottom <= 0:  # nobody can be counted there, or nobody is
            return Derived(asked.text, level, None, None, more_than)
        values = np.array([top]), np.array([bottom])
        joint = pair(numerator, denominator)
        low, high = ratio_limits(*values, [joint], np.zeros(1, dtype=np.int64), probability_of(level))
        if not isfinite(float(low[0])):
            return Derived(asked.text, level, None, None, more_than)
        ratio, lower, upper = top / bottom, float(low[0]), float(high[0])
        std = joint.std((1.0, -ratio)) / bottom
        chance = None
        if more_than is not None:  # Â/B̂ > r + t exactly where the noise of A − (r + t)B is above tB, B̂ being above 0
            chance = 0.0
            for edge in (ratio - more_than, ratio + more_than):
                noise = [Block(x.scale, x.rows - edge * y.rows) for x, y in zip(numerator, denominator, strict=True)]
                chance += self._chance(noise, more_than * bottom) / 2
        return Derived(asked.text, level, std, (upper - lower) / 2, more_than, chance, ratio, lower, upper)

    def _counts(self, weights: Mapping[Cell, float]) -> bool:
        """Whether a combination is a count of something: whole positive multiples of counts."""
        counts = all(self._row(cell)[1].measured.counts for cell in weights)
        return counts and all(weight > 0 and weight == int(weight) for weight in weights.values())

    @staticmethod
    def _chance(blocks: list[Block], t: float) -> float:
        law = law_of_sum([(block.rows[0], block.scale) for block in blocks])
        return min(1.0, max(0.0, 1 - law.mass(t)))

    def _value(self, weights: Mapping[Cell, float], values: Mapping[str, Values] | None) -> float | None:
        """What the combination is by the values given, else by the plan's planning figures; None where unknown."""
        if values is not None:
            total = sum(weight * float(values[table][place]) for (table, place), weight in weights.items())
            if not isfinite(total):
                raise BadInput(problem("release.not_estimable"))
            return total
        value = 0.0
        for cell, weight in weights.items():
            table, recipe, row = self._row(cell)
            expected = self._expected[table.group]
            if not recipe.measured.counts or expected is None:
                return None
            value += weight * (0.0 if row == NO_ROW else float(expected[row]))
        return value

    @cached_property
    def _expected(self) -> list[Values | None]:
        """Each group's answers by the plan's planning figures."""
        return [expected_answers(self.chosen.plan, group.compiled) for group in self.chosen.groups]

    def _both(self, asked: Expression) -> tuple[list[Block], list[Block]]:
        top, bottom = dict(self._keyed(asked.top)), dict(self._keyed(asked.bottom))
        first, second = [], []
        for key in {**top, **bottom}:
            known = top.get(key) or bottom[key]
            empty = Block(known.scale, np.zeros_like(known.rows))
            first.append(top.get(key, empty))
            second.append(bottom.get(key, empty))
        return first, second

    def _blocks(self, weights: Mapping[Cell, float]) -> list[Block]:
        return [block for _, block in self._keyed(weights)]

    def _keyed(self, weights: Mapping[Cell, float]) -> list[tuple[object, Block]]:
        """For each mechanism involved the coefficients of the combination."""
        by_noise: dict[tuple[int, str], dict[int, float]] = {}
        for cell, weight in weights.items():
            table, recipe, row = self._row(cell)
            measured = recipe.measured
            if row != NO_ROW:
                weighed = by_noise.setdefault((table.group, measured.vector), {})
                weighed[row] = weighed.get(row, 0.0) + weight * float(measured.unit)
        blocks: dict[object, Block] = {}
        for (group, statistic), rows in by_noise.items():
            noise = self.chosen.noises[group][statistic]
            wanted, factors = np.array(list(rows), dtype=np.int64), np.array(list(rows.values()))
            step = max(1, BATCH // max(noise.measurements, 1))
            for some in (slice(first, first + step) for first in range(0, wanted.size, step)):
                for key, block in noise.blocks(wanted[some]).items():
                    total = (factors[some] @ block.rows)[None, :]
                    blocks[key] = Block(block.scale, blocks[key].rows + total if key in blocks else total)
        return list(blocks.items())

    def _unknown(self, name: str) -> BadInput:
        near = meant(name, self._tables, "")
        return BadInput(problem("release.no_table", name=name, near=near, known=tuple(self._tables)))

    def _row(self, cell: Cell) -> tuple[TableMap, Recipe, int]:
        """The table, the recipe and the workload row of a cell that is one number measured."""
        name, position = cell
        table = self._tables.get(name)
        if table is None:
            raise self._unknown(name)
        if not 0 <= position < table.shell.cells:
            raise BadInput(problem("release.no_such_cell", table=table.shell.label, cells=table.shell.cells))
        page, line, column, item = (int(i) for i in np.unravel_index(position, table.shell.shape))
        recipe = next(candidate for candidate in table.recipes if candidate.start <= item < candidate.stop)
        if not recipe.measured.direct or not self.chosen.groups[table.group].mechanisms:
            derived, label = recipe.measured.item(item - recipe.start), table.shell.label
            shown = item_label(derived.code, derived.label)
            raise BadInput(problem("release.itself_derived", cell=position + 1, table=label, item=shown))
        return table, recipe, int(recipe.rows[page, line, column, item - recipe.start])

    def _sum(self, whole: str, text: str) -> dict[Cell, float]:
        weights: dict[Cell, float] = {}
        position, first = 0, True
        while position < len(text.rstrip()):
            sign = _SIGN.match(text, position)
            if sign is None and not first:
                raise BadInput(problem("release.sign_expected", text=whole, rest=text[position:].strip()))
            weight = -1.0 if sign is not None and sign.group(1) != "+" else 1.0
            position = position if sign is None else sign.end()
            factor = _FACTOR.match(text, position)
            if factor is not None:
                weight, position = weight * float(factor.group(1)), factor.end()
            cell = _CELL.match(text, position)
            if cell is None:
                raise BadInput(problem("release.no_cell", text=whole, rest=text[position:].strip()))
            key = self._cell(cell.group(1) or cell.group(2), cell.group(3), cell.group(4))
            self._row(key)
            weights[key] = weights.get(key, 0.0) + weight
            position, first = cell.end(), False
        if not weights:
            raise BadInput(problem("release.names_no_cell", text=whole))
        return weights

    def _cell(self, name: str, line: str | None, codes: str | None) -> Cell:
        if name not in self._tables:
            raise self._unknown(name)
        if line is not None:
            return name, int(line) - 1
        wanted = tuple(a or b or "" for a, b in _CODE.findall((codes or "").strip()))[: (codes or "").count(",") + 1]
        shell = self._tables[name].shell
        known = self._codes.setdefault(name, {})
        if not known:
            for position, cell_codes in enumerate(codes_in_order(shell)):
                known.setdefault(cell_codes, position)
        if len(shell.items) == 1 and (*wanted, shell.items[0].code) in known:
            return name, known[*wanted, shell.items[0].code]
        if wanted in known:
            return name, known[wanted]
        example = next(iter(known))
        raise BadInput(problem("release.cell_unknown", table=shell.label, wanted=tuple(wanted), first=tuple(example)))

    @cached_property
    def _codes(self) -> dict[str, dict[tuple[str, ...], int]]:
        return {}


def _outside(text: str) -> str:
    """The text with everything in quotes and brackets blanked out."""
    return re.sub(r'"[^"]*"|\[[^\]]*\]', lambda match: "x" * len(match.group()), text)
