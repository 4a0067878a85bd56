"""What a session will cost and how wrong its answers may be, before any data are read; and when it is the wrong tool.

Two forecasts are set side by side: the session's error, from the exact tails of its noise, for all its questions
together; and that of a release of Tables at the same loss, which gives *every* number the session could ask for (every
cell of its variables, or every cumulative count along its variable, or its median), by the method the program would
choose. Both are stated for the same chance of failure: with probability at least 1 - failure no answer, and no number
of the table, is off by more. For the table that is the smaller of two proven bounds: each number's margin at the level
1 - failure/k (union bound over k numbers), and Chernoff's bound, min over t of (ln(2k/failure) + psi(t))/t, with the
moment generating functions of mechanisms/margins.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput, DpdeskError, Refused
from dpdesk.mechanisms.errors.margins import expected_max_bound
from dpdesk.planning.choosing.quantile_methods import compare
from dpdesk.planning.compiler.statistics import count_rows
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.planning.sessions.plan import SessionPlan, method_class
from dpdesk.privacy.exact import format_exact, parse_exact
from dpdesk.privacy.loss import ApproxDP

if TYPE_CHECKING:
    from dpdesk.mechanisms import Mechanism

LEVEL = 90
MOST_LINES = 20_000
"""A table of more lines is not set beside a session with its levels and totals, but cell by cell."""
_MOST_LAWS = 1024
"""Laws of Laplace noise that are looked at one by one for the error of a table; a second or so."""
NOMINAL = 10_000
"""Records for which a randomised response is forecast where their number is not known."""


@dataclass(frozen=True, slots=True)
class WrongTool:
    """What Tables would give at the same loss, and which of the two is the right tool.

    `cells` numbers, each with a noise margin of at most `margin` (90 %), all together within `error` at the session's
    own chance of failure, by the method `mechanism`; `ratio` is the session's error over `error`. `wide_error` and
    `wide_ratio` say the same of a table with all levels and totals (None along an order, and where it is too long).
    `verdict`: "tables" where Tables is at least as accurate for all of these, "cells" where it is for single cells only
    and the session for whole levels and totals, "session" where the session is more accurate even for single cells.
    Figures in counts; those compared are None where the session cannot be opened.
    """

    cells: int
    margin: float
    error: int
    mechanism: str
    ratio: float | None
    wide_error: int | None
    wide_ratio: float | None
    verdict: str
    along: str | None
    sentence: str

    @property
    def better(self) -> bool:
        """Whether Tables is at least as accurate for every single cell, and gives all of them."""
        return self.verdict != "session"


@dataclass(frozen=True, slots=True)
class SessionForecast:
    """The forecast of a session; a pure function of its plan.

    `error`: with probability at least 1 - `failure` none of `questions` answers is off by more, None if the session
    cannot be opened (`refused` says why). `needed`: how many records the file must have, where the method asks for
    that. `size`: the number of records the error is stated for, where it depends on it.
    """

    method: str
    title: str
    loss: Mapping[str, Any]
    charge: Mapping[str, Fraction]
    cells: int
    questions: int
    failure: Fraction
    error: int | None
    needed: int | None
    size: int | None
    guarantee: str
    refused: DpdeskError | None
    wrong_tool: WrongTool | None

    def to_json(self) -> dict[str, Any]:
        """The forecast as the JSON object of `dpdesk ask --json`."""
        tool = self.wrong_tool
        return {
            "method": self.method,
            "loss": dict(self.loss),
            "charge": {unit: format_exact(value) for unit, value in self.charge.items()},
            "cells": self.cells,
            "questions": self.questions,
            "failure": format_exact(self.failure),
            "error": self.error,
            "needed": self.needed,
            "size": self.size,
            "guarantee": self.guarantee,
            "refused": None if self.refused is None else str(self.refused),
            "problem": None if self.refused is None else self.refused.to_json(),
            "tables": None
            if tool is None
            else {
                "cells": tool.cells,
                "margin": tool.margin,
                "level": LEVEL,
                "error": tool.error,
                "mechanism": tool.mechanism,
                "ratio": tool.ratio,
                "wide_error": tool.wide_error,
                "wide_ratio": tool.wide_ratio,
                "verdict": tool.verdict,
                "sentence": tool.sentence,
            },
        }


def forecast_session(plan: SessionPlan, forecaster: Forecaster | None = None) -> SessionForecast:
    """Forecast a session. A method that refuses its parameters says so in `refused`; nothing is raised for that."""
    method, questions = plan.method, asked_for(plan)
    size = getattr(method, "size", None)
    if method.name == "randomized-response" and size is None:
        size = NOMINAL
    error: int | None = None
    refused: DpdeskError | None = None
    guarantee = ""
    try:
        plan.require_known_size()
        promise = promised(plan, size)
        guarantee, error = promise.guarantee, promise.error
    except (BadInput, Refused) as problem:
        refused = problem
    return SessionForecast(
        method.name,
        plan.title.show(),
        plan.loss.to_json(),
        plan.charge,
        plan.cells,
        questions,
        plan.failure,
        error,
        _needed(plan),
        size,
        guarantee,
        refused,
        _wrong_tool(plan, error, forecaster or Forecaster()),
    )


def asked_for(plan: SessionPlan) -> int:
    """For how many questions the error is stated: as many as may be asked, or one for each cell."""
    method = plan.method
    if method.name == "median":
        return max(1, (plan.cells - 1).bit_length())
    return int(getattr(method, "questions", plan.cells))


@dataclass(frozen=True, slots=True)
class Promise:
    """What a method promises in a sentence, and the error none of its answers exceeds at the session's certainty."""

    guarantee: str
    error: int


def promised(plan: SessionPlan, size: int | None = None) -> Promise:
    """What a session's method promises; `size` is the number of units a randomised column is forecast for.

    Raises:
        BadInput, Refused: the method refuses its parameters, with its own sentence.
    """
    arguments, questions = plan.arguments(), asked_for(plan)
    if plan.method.name == "adaptive-thresholds":
        arguments["counts"] = np.zeros(plan.cells, dtype=np.int64)  # nobody: its figures do not depend on the counts
    elif plan.method.name == "randomized-response":
        arguments["units"] = size or plan.method.size or NOMINAL
        column = method_class(plan.method.name)(**arguments)
        return Promise(column.guarantee(), column.error(questions, plan.failure, of_codes=1))
    mechanism = method_class(plan.method.name)(**arguments)
    return Promise(mechanism.guarantee(), mechanism.error(questions, plan.failure))


def _needed(plan: SessionPlan) -> int | None:
    """How many records the method needs to keep its promise, where it needs any number of them."""
    method, loss = plan.method, plan.loss
    if not isinstance(loss, ApproxDP):
        return None
    try:
        if method.name == "interior-point":
            from dpdesk.sequential.interior_point import smallest_size

            return smallest_size(method.questions, plan.failure, loss, plan.rows_per_unit)
        if method.name == "adaptive-thresholds":
            from dpdesk.sequential.adaptive_thresholds import AdaptiveThresholds

            accuracy = parse_exact(method.accuracy)
            asked = (accuracy, method.questions, plan.failure, loss, plan.neighbours, plan.rows_per_unit)
            return AdaptiveThresholds.terms(*asked).needed
    except (BadInput, Refused):
        return None
    return None


# Tables at the same loss -----------------------------------------------------------------------------------------


def _wrong_tool(plan: SessionPlan, error: int | None, forecaster: Forecaster) -> WrongTool | None:
    """The forecasts of the tables, compared; None where no table can be made."""
    try:
        cells, margin, most, name = _best_table(plan, forecaster)
    except BadInput:
        return None
    wide = _wide(plan, forecaster)
    ratio, wide_ratio = _ratio(error, most), _ratio(error, wide)
    verdict = "session"
    if ratio is None or ratio >= 1:
        verdict = "cells" if wide_ratio is not None and wide_ratio < 1 else "tables"
    along = None if plan.along is None else plan.along.name
    tool = WrongTool(cells, margin, most, name, ratio, wide, wide_ratio, verdict, along, "")
    return replace(tool, sentence=sentence(plan, tool, error))


def _ratio(error: int | None, other: int | None) -> float | None:
    return None if error is None or not other else error / other


def _best_table(plan: SessionPlan, forecaster: Forecaster) -> tuple[int, float, int, str]:
    """Numbers, widest noise margin, error of all together and method of the table with every number."""
    mechanism, rows = _table(plan, table_plan(plan), forecaster)
    widest = rows[int(np.argmax(mechanism.std[rows]))]
    margin = float(mechanism.margins(LEVEL, np.array([widest], dtype=np.int64))[0])
    found = int(rows.size), margin, table_error(mechanism, rows, plan.failure), mechanism.name
    if plan.method.name != "median":
        return found
    drawn = _drawn_median(plan, forecaster)
    return found if drawn is None or drawn[2] >= found[2] else drawn


def _drawn_median(plan: SessionPlan, forecaster: Forecaster) -> tuple[int, float, int, str] | None:
    """The same of a table that asks for the median alone, where it would be drawn; its errors are in records."""
    tree = table_plan(plan)
    tree["tables"][0]["measures"] = [{"kind": "median", "variable": plan.variables[0]}]
    tables = Plan.from_json(tree, plan.dictionary, plan.file)
    compiled = forecaster.bench.compile(tables)
    choice = compare(tables, compiled, 0, forecaster.bench.chosen(tables, compiled.groups[0]).built)
    if choice is None or choice.chosen is None:
        return None
    drawn = choice.chosen
    return 1, drawn.rank_bound(LEVEL), ceil(drawn.rank_bound(100 * (1 - plan.failure))), drawn.name


def _wide(plan: SessionPlan, forecaster: Forecaster) -> int | None:
    """The error of all numbers of a table with all levels and totals."""
    if plan.along is not None:
        return None
    tree = wide_plan(plan)
    if tree is None:
        return None
    try:
        return table_error(*_table(plan, tree, forecaster), plan.failure)
    except BadInput:
        return None


def table_error(mechanism: Mechanism, rows: NDArray[np.int64], failure: Fraction) -> int:
    """A whole number: with probability at least 1 - failure no answer of these rows is off by more.

    The widest law need not be that of the greatest variance, so the laws of all rows are looked at where that is
    quick; a Chernoff bound stands for those of more than `_MOST_LAWS` rows with Laplace noise.
    """
    if mechanism.scale.parameter is None or not float(mechanism.std[rows].max()):
        return 0
    chernoff = expected_max_bound(
        mechanism.scale,
        ceil(rows.size / failure),
        mechanism.figures.largest,
        mechanism.strategy.largest_coefficient,
    )
    if mechanism.noise == "laplace" and rows.size > _MOST_LAWS:
        return ceil(chernoff * (1 - 1e-12))
    level = 100 * (1 - failure / rows.size)
    return ceil(min(chernoff, float(mechanism.margins(level, rows).max())) * (1 - 1e-12))


def _table(plan: SessionPlan, tree: dict[str, Any], forecaster: Forecaster) -> tuple[Mechanism, NDArray[np.int64]]:
    """The method the program would choose for the table, and the rows of its numbers."""
    tables = Plan.from_json(tree, plan.dictionary, plan.file)
    compiled = forecaster.bench.compile(tables)
    mechanism = forecaster.bench.chosen(tables, compiled.groups[0]).built
    return mechanism, np.unique(count_rows(compiled.tables[0]))


def table_plan(plan: SessionPlan) -> dict[str, Any]:
    """The release plan that gives, at the same loss, every number the session could ask for, as a JSON tree.

    Along an order all cumulative counts, else every cell of the session's variables.
    """
    if plan.along is not None:
        return _tree(plan, {"measures": [{"kind": "cdf", "variable": plan.along.name}]})
    return _cells(plan, [{"variable": variable.name, "total": "none"} for variable in plan.space.variables])


def wide_plan(plan: SessionPlan) -> dict[str, Any] | None:
    """The same with the levels of hierarchies and all totals; None where that is more than `MOST_LINES` lines."""
    nested, lines = [], 1
    for variable in plan.space.variables:
        one: dict[str, Any] = {"variable": variable.name}
        first = next((level.hierarchy for level in variable.levels), None)
        levels = [level for level in variable.levels if level.hierarchy == first]
        if first is not None:
            one |= {"hierarchy": first, "levels": [*(level.name for level in levels), variable.name]}
        nested.append(one)
        lines *= variable.size + sum(level.size for level in levels) + 1
    return None if lines > MOST_LINES else _cells(plan, nested)


def _cells(plan: SessionPlan, nested: list[dict[str, Any]]) -> dict[str, Any]:
    return _tree(plan, {"stub": [{"variables": nested}], "measures": [{"kind": "count"}]})


def _tree(plan: SessionPlan, table: dict[str, Any]) -> dict[str, Any]:
    return {
        "format": "dpdesk-plan",
        "version": 1,
        "title": plan.record.title,
        "dictionary": {"path": plan.record.dictionary.path, "meaning": plan.dictionary.meaning_hash},
        "loss": plan.record.loss.model_dump(exclude_none=True),
        "level": LEVEL,
        "tables": [{"name": "all", "title": plan.record.title, **table}],
    }


# In words --------------------------------------------------------------------------------------------------------

TELLS = {
    "noisy-counts": "counts",
    "above-threshold": 'only "above" or "below"',
    "sparse-vector": 'only "above" or "below"',
    "between-thresholds": 'only "left", "between" or "right"',
    "interior-point": 'only "left" or "right"',
    "adaptive-thresholds": "counts",
    "median": "the median alone",
    "randomized-response": "counts",
}
"""What a session of each method tells."""


def sentence(plan: SessionPlan, tool: WrongTool, error: int | None) -> str:
    """Which of the two is the right tool, with the figures of both."""
    records = " records" if tool.along is not None and tool.cells == 1 else ""
    margin = f"± {ceil(tool.margin - 1e-9):,}{records}"
    if tool.along is None:
        whole = f"all {tool.cells:,} cells"
    elif tool.cells > 1:
        whole = f"all {tool.cells:,} cumulative counts of {tool.along}"
    else:
        whole = f"the median of {tool.along}"
    each = f"{whole}{', each' if tool.cells > 1 else ''} with a noise margin ({LEVEL} %) of {margin} or less"
    if error is None or tool.ratio is None:
        return f"At this budget Tables gives {each}: use Tables."
    table = f"{each}, and {'none' if tool.cells > 1 else 'not'} off by more than ± {tool.error:,}{records}"
    tells = TELLS[plan.method.name]
    if getattr(plan.method, "values", "hide") == "show":
        tells += ", and a count for those above"
    if tool.verdict == "session":
        better = f"The session is {_figure(1 / tool.ratio)} times more accurate than Tables, which would give {table}"
        if plan.method.name == "noisy-counts":
            return (
                f"{better}, but only because it answers fewer questions: if you know them now, put them into a table "
                "of their own, which is at least as accurate."
            )
        return f"{better}; it tells {tells}."
    session = f"the session tells {tells}, off by up to ± {error:,}, {_less(tool.ratio)}"
    if tool.verdict == "tables":
        return f"This is the wrong tool: at this budget Tables gives {table}, while {session}; use Tables."
    return (
        f"For single cells this is the wrong tool: at this budget Tables gives {table}, while {session}. For whole "
        f"levels and totals the session is {_figure(1 / (tool.wide_ratio or 1))} times more accurate than a table with "
        f"all of them (± {tool.wide_error:,})."
    )


def _less(ratio: float) -> str:
    return "no more accurately" if ratio < 1.05 else f"{_figure(ratio)} times less accurately"


def _figure(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 9.95 else f"{ratio:.1f}"
