"""Last year's plan beside this year's file: what differs, what to expect, and the accounts of all years. Qt-free.

Of the file only the beginning is read, and of that only the names of its columns and how it is written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.errors import BadInput, DpdeskError
from dpdesk.gui.desk import documents
from dpdesk.gui.desk.snapshot import made_plan
from dpdesk.gui.desk.trees import Tree, put
from dpdesk.gui.desk.written import source_differences
from dpdesk.planning.document.vintages import Vintage, outdated
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.planning.forecast.forecast import Forecaster
    from dpdesk.schema.dictionary import Dictionary

_TRAILING = re.compile(r"[-_.]?\d+$")
_YEAR = re.compile(r"(?:19|20)\d\d")
_TERMS = ("unit", "neighbours", "budget_cap")


@dataclass(frozen=True, slots=True)
class Margins:
    """The widest noise margin of a table as last year's dictionary gives it, and as this year's does."""

    name: str
    title: Mapping[str, str]
    before: float | None
    now: float | None


@dataclass(frozen=True, slots=True)
class YearAccount:
    """One account of the ledger whose name differs from another year's in its number alone."""

    name: str
    limit: Mapping[str, Fraction]
    spent: Mapping[str, Fraction]

    @property
    def left(self) -> dict[str, Fraction]:
        """What is left of it."""
        return {unit: amount - self.spent.get(unit, Fraction(0)) for unit, amount in self.limit.items()}


@dataclass(frozen=True, slots=True)
class Comparison:
    """What stands beside what: both documents, and every difference found."""

    dictionary: Tree  # this year's, under last year's account still
    plan: Tree
    missing: tuple[str, ...]  # columns the plan needs and the file lacks
    unused: tuple[str, ...]  # columns the file lacks that the dictionary names and the plan does not need
    new: tuple[str, ...]  # columns of the file that no variable reads
    written_otherwise: bool
    gone: tuple[str, ...]  # variables
    added: tuple[str, ...]
    changed: tuple[str, ...]
    terms: tuple[str, ...]  # of "unit", "neighbours", "budget_cap"
    vintages: tuple[Vintage, ...]  # by which tables count, though there are later boundaries
    margins: tuple[Margins, ...]
    accounts: tuple[YearAccount, ...]

    @property
    def account(self) -> str:
        """Last year's account."""
        return str(self.dictionary.get("dataset_id", ""))

    @property
    def year(self) -> str:
        """The year that last year's documents name: in their account, else in a title; "" if they name none."""
        titles = [*self.plan.get("title", {}).values(), *self.dictionary.get("title", {}).values()]
        return next((found[-1] for text in (self.account, *titles) if (found := _YEAR.findall(text))), "")


def compare(
    plan_path: Path, data: Path, dictionary_path: Path | None, ledger: Path, forecaster: Forecaster, progress: Progress
) -> Comparison:
    """Read last year's plan, this year's dictionary where there is another, and the beginning of this year's file.

    Raises:
        BadInput: one sentence why one of them cannot be used.
    """
    progress("reading")
    opened = documents.open_document(plan_path)
    if opened.plan is None:
        raise BadInput(problem("gui.not_a_document", name=plan_path.name))
    before, now = opened.dictionary, opened.dictionary
    if dictionary_path is not None:
        now = documents.open_document(dictionary_path).dictionary
    columns, written = _written(data, now)
    known = _columns(now)
    needed = _needed(opened.plan, now)
    mine, theirs = ({variable["name"]: variable for variable in tree.get("variables", ())} for tree in (before, now))
    return Comparison(
        now,
        opened.plan,
        tuple(one for one in needed if one not in columns),
        tuple(one for one in known if one not in needed and one not in columns),
        tuple(column for column in columns if column not in known),
        written,
        tuple(name for name in mine if name not in theirs),
        tuple(name for name in theirs if name not in mine),
        tuple(name for name in mine if name in theirs and mine[name] != theirs[name]),
        tuple(name for name in _TERMS if before.get(name) != now.get(name)),
        _outdated(opened.plan, now),
        _margins(opened.plan, before, now, forecaster, progress),
        _accounts(ledger, str(before.get("dataset_id", ""))),
    )


def _written(data: Path, dictionary: Tree) -> tuple[tuple[str, ...], bool]:
    """The columns of a file, read as it seems to be written, and whether the dictionary says otherwise."""
    from dpdesk.data.proposing.sniffing import sniff
    from dpdesk.schema.dictionary import SourceFormat

    try:
        found = sniff(data)
    except OSError as error:
        raise BadInput(problem("gui.unreadable", name=data.name, reason=str(error.strerror))) from None
    said = dictionary.get("source")
    try:
        same = said is not None and not source_differences(
            found.format.to_json(), SourceFormat.from_json(said).to_json()
        )
    except DpdeskError:
        same = False
    return found.columns, not same


def _columns(dictionary: Tree) -> tuple[str, ...]:
    made = _made(dictionary)
    needed = [] if made is None else [column for variable in made.variables for column in variable.columns]
    unit = dictionary.get("unit", {})
    return tuple(dict.fromkeys([*needed, *([unit["column"]] if unit.get("kind") == "id" else [])]))


def _needed(plan: Tree, dictionary: Tree) -> tuple[str, ...]:
    """The columns that a release of the plan reads; all of the dictionary where that cannot carry the plan."""
    from dpdesk.planning.compiler.compile import compile_plan

    made = _made(dictionary)
    try:
        if made is None or "loss" not in plan:
            return _columns(dictionary)
        return made.columns_needed(compile_plan(made_plan(plan, made)).names)
    except BadInput:
        return _columns(dictionary)


def _made(dictionary: Tree) -> Dictionary | None:
    from dpdesk.schema.dictionary import Dictionary

    return Dictionary.from_json(documents.drafted(dictionary)) if dictionary.get("variables") else None


def _outdated(plan: Tree, dictionary: Tree) -> tuple[Vintage, ...]:
    """The vintages of which this year's dictionary has a later one; none where it cannot carry the plan."""
    made = _made(dictionary)
    try:
        return () if made is None or "loss" not in plan else outdated(made_plan(plan, made))
    except BadInput:
        return ()


def _margins(
    plan: Tree, before: Tree, now: Tree, forecaster: Forecaster, progress: Progress
) -> tuple[Margins, ...]:  # fmt: skip
    first = _widest(plan, before, forecaster, progress)
    second = first if now is before else _widest(plan, now, forecaster, progress)
    return tuple(
        Margins(table["name"], table.get("title", {}), first.get(table["name"]), second.get(table["name"]))
        for table in plan.get("tables", ())
    )


def _widest(plan: Tree, dictionary: Tree, forecaster: Forecaster, progress: Progress) -> dict[str, float | None]:
    """The widest margin of each table; nothing where the dictionary cannot carry the plan."""
    made = _made(dictionary)
    if made is None or "loss" not in plan:
        return {}
    try:
        forecast = forecaster.forecast(made_plan(plan, made), progress, compared=False)
    except BadInput:
        return {}
    found: dict[str, float | None] = {}
    for table in forecast["tables"]:
        chosen = (table["chosen"], table["chosen_noise"])
        rows = [
            mechanism for mechanism in table["mechanisms"] if (mechanism["mechanism"], mechanism["noise"]) == chosen
        ]
        found[table["table"]] = rows[0]["margin_max"] if rows else None
    return found


def _accounts(ledger: Path, name: str) -> tuple[YearAccount, ...]:
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.ledger.terms import limit_of

    if not ledger.exists() or not name:
        return ()
    found = []
    with Ledger.open(ledger) as book:
        for one in book.accounts():
            terms = book.terms(one)
            if stem(one) == stem(name) and terms is not None:
                limit = {unit: Fraction(value) for unit, value in limit_of(terms.cap).items()}
                found.append(YearAccount(one, limit, dict(book.spent(one))))
    return tuple(sorted(found, key=lambda one: one.name))


def stem(name: str) -> str:
    """An account's name without the number at its end: "survey-2024" gives "survey"."""
    return _TRAILING.sub("", name)


# This year's documents ----------------------------------------------------------------------------------------------


def this_year(tree: Tree, account: str | None, old: str, new: str) -> Tree:
    """Documents of last year under another account (None for a plan, which names none), years in texts replaced."""
    made = with_year(tree, old, new) if old and new else tree
    return made if account is None else put(made, ["dataset_id"], account)


def with_year(tree: Any, old: str, new: str) -> Any:
    """A tree in whose public texts one year stands for another; codes, names and numbers stay as they are."""
    if isinstance(tree, dict):
        if is_text(tree):
            return {language: re.sub(rf"\b{old}\b", new, text) for language, text in tree.items()}
        return {key: with_year(value, old, new) for key, value in tree.items()}
    return [with_year(one, old, new) for one in tree] if isinstance(tree, list) else tree


def naming(tree: Any, year: str) -> int:
    """How many public texts name a year."""
    if isinstance(tree, dict):
        if is_text(tree):
            return int(any(re.search(rf"\b{year}\b", text) for text in tree.values()))
        return sum(naming(value, year) for value in tree.values())
    return sum(naming(one, year) for one in tree) if isinstance(tree, list) else 0


def is_text(tree: Mapping[str, Any]) -> bool:
    """Whether an object is a public text: a map of languages."""
    return bool(tree) and all(
        re.fullmatch(r"[a-z]{2}(-[A-Za-z0-9]+)?", key) and isinstance(value, str) for key, value in tree.items()
    )
