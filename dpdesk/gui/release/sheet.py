"""What the sheet to sign says, worked out from the plan, its dictionary and the ledger; no data file is opened.

To be called in a thread. The price is the one the ledger will charge, the cells published exactly are
those the release will mark, and the odds are stated as the definition gives them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.errors import DpdeskError
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.gui.shared.price import Price

if TYPE_CHECKING:
    from dpdesk.planning.aids.ranges import MarginRange
    from dpdesk.planning.choosing.choose import ChosenPlan
    from dpdesk.planning.compiler.recipes import TableMap
    from dpdesk.planning.document.plan import Plan
    from dpdesk.planning.forecast.forecast import Forecaster
    from dpdesk.privacy.accounting import Cap
    from dpdesk.privacy.odds import Odds

Amount = Mapping[str, Fraction]
_MOST_OTHERS = 4


@dataclass(frozen=True, slots=True)
class TableLine:
    """One table of the release; `margins` are expected ones, None where nothing can be said before."""

    name: str
    title: str
    universe: str
    cells: int
    margins: MarginRange | None = None
    others: tuple[tuple[str, MarginRange], ...] = ()  # rough ones of figures that have their own, by what they are
    more: bool = False  # whether there are still others


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything the page Release shows beside the documents themselves."""

    meaning: str
    title: str
    level: int
    tables: tuple[TableLine, ...]
    cells: int
    cost: Amount
    left: Amount
    odds: Odds
    exact: tuple[str, ...]
    impossible: bool
    confirmed: tuple[tuple[str, str], ...]
    unconfirmed: tuple[str, ...]
    looked: tuple[tuple[str, int], ...]
    before: tuple[tuple[int, str], ...]
    problem: str = ""
    tied: tuple[Mapping[str, Any], ...] = ()  # groups whose numbers may be printed as drawn

    @property
    def affordable(self) -> bool:
        """Whether the account has enough left."""
        return all(value >= 0 for value in self.left.values())

    @property
    def price(self) -> Price:
        """What a release from a file not released from before costs."""
        return Price(self.cost, self.left)

    @property
    def price_here(self) -> Price | None:
        """What the release costs on the file of before, where there was one: nothing. None if it cannot be charged."""
        if self.problem:
            return None
        return Price({}, {}, self.cost) if self.before else self.price


@dataclass(frozen=True, slots=True)
class _History:
    """What the ledger says of an account: its budget, what is spent of it, who looked, and releases of the plan."""

    cap: Cap
    spent: Mapping[str, Fraction]
    looked: tuple[tuple[str, int], ...] = ()
    before: tuple[tuple[int, str], ...] = ()


def _history(plan: Plan, path: Path) -> _History:
    """Read the ledger; an account that is not opened yet has spent nothing of the dictionary's budget."""
    from dpdesk.ledger.events import CHECK_LOOKED
    from dpdesk.ledger.ledger import Ledger

    name, cap = plan.dictionary.dataset_id, plan.dictionary.cap
    unspent = dict.fromkeys(cap.units, Fraction(0))
    if not path.exists():
        return _History(cap, unspent)
    with Ledger.open(path) as ledger:
        looked = tuple(
            (entry.date, entry.number) for entry in ledger.entries(name) if entry.body["kind"] == CHECK_LOOKED
        )
        terms = ledger.terms(name)
        if terms is None:
            return _History(cap, unspent, looked)
        same = [stored for stored in ledger.releases(name) if stored.meaning == plan.meaning]
        return _History(
            terms.cap, dict(ledger.spent(name)), looked, tuple((stored.entry, stored.date) for stored in same)
        )


def read_sheet(plan: Plan, ledger: Path, language: str, forecaster: Forecaster) -> Sheet:
    """Work the sheet out.

    Raises:
        DpdeskError: the ledger cannot be read or does not verify, or the plan cannot be carried out.
    """
    from dpdesk.ledger.terms import charged, limit_of, price_of
    from dpdesk.planning.aids.ranges import margin_ranges
    from dpdesk.planning.choosing.tied import tied_json
    from dpdesk.privacy.odds import odds

    dictionary = plan.dictionary
    chosen = forecaster.choose(plan)
    history = _history(plan, ledger)
    cap, spent = history.cap, history.spent
    cost: dict[str, Fraction] = {}
    problem = ""
    try:
        cost = charged(price_of(cap, chosen.actual_loss))
    except DpdeskError as error:
        problem = sentence_of(error)
    limit = limit_of(cap)
    unconfirmed = _unconfirmed(plan, language)
    ranges = margin_ranges(plan, forecaster=forecaster)
    tables = tuple(
        TableLine(
            shell.name,
            shell.title.show(language) or shell.name,
            shell.universe.show(language) if shell.universe is not None else "",
            shell.cells,
            ranges.get(shell.name),
            *_others(plan, table, ranges.get(shell.name), language, forecaster),
        )
        for shell, table in zip(chosen.compiled.shells, chosen.compiled.tables, strict=True)
    )
    return Sheet(
        meaning=plan.meaning,
        title=plan.title.show(language),
        level=plan.level,
        tables=tables,
        cells=sum(one.cells for one in tables),
        cost=cost,
        left={unit: limit[unit] - spent.get(unit, Fraction(0)) - cost.get(unit, Fraction(0)) for unit in limit},
        odds=odds(plan.loss, cap.delta),
        exact=_exact(chosen),
        impossible=any(group.ruled for group in chosen.compiled.groups),
        confirmed=tuple(
            (variable.label.show(language), variable.provenance)
            for variable in dictionary.variables
            if "confirmed by" in variable.provenance
        ),
        unconfirmed=unconfirmed,
        looked=history.looked,
        before=history.before,
        problem=problem,
        tied=tuple(tied_json(plan, forecaster.bench)),
    )


def _others(
    plan: Plan, table: TableMap, margins: MarginRange | None, language: str, forecaster: Forecaster
) -> tuple[tuple[tuple[str, MarginRange], ...], bool]:
    """Rough ranges of what the range of a table's counts or sums says nothing about; and whether there is more."""
    from dpdesk.planning.aids.ranges import rough_ranges

    if margins is None or not margins.only:
        return (), False
    found = rough_ranges(plan, table, forecaster=forecaster)
    known = tuple((label.show(language), one) for label, one in found if one is not None)[:_MOST_OTHERS]
    said = margins.only == "sums" or not any(
        recipe.measured.direct and not recipe.measured.counts for recipe in table.recipes
    )
    return known, len(known) < len(found) or not said


def _unconfirmed(plan: Plan, language: str) -> tuple[str, ...]:
    """Labels of the plan's variables that rest on a domain read from the data and not confirmed."""
    from dpdesk.planning.choosing.checks import names_relied_on

    found = []
    for name in names_relied_on(plan):
        try:
            plan.dictionary.require_confirmed([name])
        except DpdeskError:
            found.append(plan.dictionary.variable(name).label.show(language))
    return tuple(found)


def _exact(chosen: ChosenPlan) -> tuple[str, ...]:
    """Names of the tables with counts that bear no noise, by the rule that marks them in the release."""
    from dpdesk.publish.review.figures import quiet_cells

    tables = chosen.compiled.tables
    return tuple(table.shell.name for table in tables if bool((quiet_cells(chosen, table) & ~table.empty).any()))
