"""What the window reads of a data file and of its account before anything is released. Qt-free; for threads.

Only the beginning of a file is read here, and of that only how it is written leaves these functions, but for the rows
of the confidential preview.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.errors import BadInput, DpdeskError
from dpdesk.gui.data.edits import cap_differs
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.problems.problem import Phrase, problem
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.data.proposing.sniffing import Proposal
    from dpdesk.data.sources.base import Source
    from dpdesk.planning.document.plan import Plan
    from dpdesk.schema.dictionary import Dictionary


@dataclass(frozen=True, slots=True)
class Beginning:
    """How a file is written, what its heading suggests is wrong with that (None for nothing), what its table needs."""

    path: Path
    proposal: Proposal
    hint: Phrase | None
    notes: tuple[Phrase, ...] = ()


def read_beginning(path: Path, proposal: Proposal | None = None, source: Mapping[str, Any] | None = None) -> Beginning:
    """Propose how a file is written; or, given an earlier proposal, open it as `source` says.

    Raises:
        BadInput: one sentence why it cannot be read.
    """
    from dpdesk.data.proposing.sniffing import sniff, table_remarks
    from dpdesk.schema.dictionary import SourceFormat

    try:
        if proposal is None or source is None:
            found = sniff(path)
            now = opened(path, found.format.to_json())
            return Beginning(path, found, now.hint, table_remarks(now))
        now = opened(path, source)
        found = replace(proposal, format=SourceFormat.from_json(source), columns=now.columns)
        return Beginning(path, found, now.hint, table_remarks(now))
    except OSError as error:
        raise BadInput(problem("gui.unreadable", name=path.name, reason=str(error.strerror))) from None


def endings() -> tuple[str, ...]:
    """What the names of files of microdata usually end in, the most usual kind first."""
    from dpdesk.data.sources.kinds import FORMATS

    return tuple(ending for one in reversed(FORMATS) for ending in one.endings)


def opened(path: Path, source: Mapping[str, Any]) -> Source:
    """A file opened as a `source` object says; BadInput why it cannot be."""
    from dpdesk.data.sources.open import open_source
    from dpdesk.schema.dictionary import SourceFormat

    return open_source(path, SourceFormat.from_json(source))


def first_rows(path: Path, source: Mapping[str, Any], rows: int = 20) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The columns and first rows of a file: confidential.

    Raises:
        BadInput: the file cannot be read as declared.
    """
    from dpdesk.data.sources.preview import preview

    try:
        found = opened(path, source)
        return found.columns, list(preview(found, rows))
    except OSError as error:
        raise BadInput(problem("gui.unreadable", name=path.name, reason=str(error.strerror))) from None


@dataclass(frozen=True, slots=True, repr=False)
class LeftOut:
    """What a cap leaves out of a file: `over` of its `rows`, of `units` with more than `cap` rows. Confidential."""

    rows: int
    over: int
    units: int
    cap: int


def left_out(path: Path, tree: Tree, ledger: Path, progress: Progress) -> LeftOut:
    """What the cap on a unit's rows leaves out; that somebody looked is in the ledger before anything can be seen.

    Raises:
        DpdeskError: the file cannot be read, or the ledger cannot be written.
    """
    from dpdesk.data.counting.checking import check_cap
    from dpdesk.gui.desk.documents import drafted
    from dpdesk.gui.shared.weights import answer_weights, weight_questions
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.schema.dictionary import Dictionary

    progress("opening the file")
    unit = {**_SOME_UNIT, **tree["unit"]}
    some = {**_SOME_VARIABLE, "column": unit["column"]}
    try:
        source = opened(path, tree["source"])
        draft = {**_plain(tree), "unit": unit, "variables": [some]}
        asked = weight_questions(draft, source.columns)  # rows are counted, whatever these columns are
        dictionary = Dictionary.from_json(drafted(answer_weights(draft, asked, "not_a_weight")))
        dictionary.check_columns(source.columns, file=path.name, hint=source.hint)
        with Ledger.open(ledger, create=True) as book:
            book.log_check(dictionary.dataset_id)
        found = check_cap(source, dictionary, progress)
    except OSError as error:
        raise BadInput(problem("gui.unreadable", name=path.name, reason=str(error.strerror))) from None
    return LeftOut(found.rows, found.over_cap, found.units_over_cap, dictionary.unit.max_rows)


_SOME_UNIT: Tree = {"describes": "person", "label": {"en": "one"}, "rows_without_id": "drop"}
_SOME_VARIABLE: Tree = {
    "name": "some", "kind": "category", "label": {"en": "some"}, "describes": "unit", "codes": [{"code": "0"}],
    "otherwise": "nowhere",
}  # fmt: skip


def _plain(tree: Tree) -> Tree:
    """A dictionary without what rests on its variables."""
    return {key: value for key, value in tree.items() if key not in ("impossible", "weight_columns")}


@dataclass(frozen=True, slots=True)
class ColumnsFound:
    """Why a file's columns do not do ("" if they do), and those of the dictionary that it lacks and no table needs."""

    problem: str
    unused: tuple[str, ...] = ()


def columns_found(
    dictionary: Dictionary, plan: Plan | None, columns: tuple[str, ...], file: str, hint: Phrase | None
) -> ColumnsFound:
    """Whether a file with these columns does for a dictionary, or for the tables of a plan where there are any."""
    try:
        dictionary.check_columns(columns, file=file, hint=hint)
        return ColumnsFound("")
    except BadInput as error:
        whole = sentence_of(error)
    if plan is None or not plan.tables:
        return ColumnsFound(whole)
    from dpdesk.planning.compiler.compile import compile_plan

    try:
        dictionary.check_columns(columns, compile_plan(plan).names, file=file, hint=hint)
    except BadInput as error:
        return ColumnsFound(sentence_of(error))
    return ColumnsFound("", tuple(one for one in dictionary.columns_needed() if one not in columns))


@dataclass(frozen=True, slots=True)
class FixedTerms:
    """What an account fixed when it was opened, and in which fields a dictionary differs from it."""

    cap: Tree
    unit_text: str
    neighbours: str
    differing: tuple[str, ...]  # of "budget_cap", "unit", "neighbours"


def fixed_terms(ledger: Path, dictionary: Tree) -> FixedTerms | None:
    """The terms of the account of a dictionary's data set; None before its first release.

    Raises:
        DpdeskError: the ledger cannot be read.
    """
    from pydantic import TypeAdapter, ValidationError

    from dpdesk.ledger.ledger import Ledger
    from dpdesk.schema.file import model
    from dpdesk.schema.source import Unit

    if "dataset_id" not in dictionary or not ledger.exists():
        return None
    with Ledger.open(ledger) as book:
        terms = book.terms(dictionary["dataset_id"])
    if terms is None:
        return None
    cap, neighbours = dict(terms.cap.to_json()), terms.neighbours.value
    differing = []
    record: Any = None
    try:
        record = TypeAdapter(model.AnyUnit).validate_python(dictionary.get("unit"))
        unit = Unit.of(record)
        if (unit.identity, unit.max_rows) != (terms.unit_text, terms.c):
            differing.append("unit")
    except (ValidationError, DpdeskError):
        differing.append("unit")
    if dictionary.get("neighbours") != neighbours:
        differing.append("neighbours")
    if "budget_cap" not in dictionary or cap_differs(dictionary["budget_cap"], cap):
        differing.append("budget_cap")
    return FixedTerms(cap, terms.unit_text, neighbours, tuple(differing))
