"""A proposal of a dictionary's variables, read from the data: for a person to judge, never more than a proposal.

Codes that are read from the data are a disclosure in themselves, so every record is marked `read_from_data` and
without a confirmation, and a release is refused until somebody has said that its domain is public knowledge.
The bounds of numbers are rounded outward to round numbers, and the far ends of wide ones left out, so that a
proposal does not quote the smallest and greatest value of the file, which a custodian may overlook; it still says
of them between which round numbers they lie. No remark quotes a cell.

What the file, or a codebook beside it, says of its own columns is no such disclosure, and is proposed as it stands
there (`stated`): labels, code lists, missing codes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from dpdesk.data.proposing.contents import First, Found, Skip
from dpdesk.data.proposing.finding import find
from dpdesk.data.proposing.judging import MISSING_TEXTS, judge
from dpdesk.data.proposing.records import category, date, number
from dpdesk.data.proposing.stated import is_list, listed, with_bounds, with_codes
from dpdesk.data.sources.base import Source
from dpdesk.data.sources.known import Knowing, Known
from dpdesk.data.sources.typed import TypedSource
from dpdesk.errors import BadInput
from dpdesk.problems.problem import Phrase, Problem, phrase
from dpdesk.problems.render import render
from dpdesk.progress import Progress, silent
from dpdesk.schema.editing.starting import friendly_id
from dpdesk.schema.weights import looks_like_weight

Outcome = Literal["proposed", "weight", "identifier", "too_many", "date", "empty", "unreadable"]
LONGEST_HEADING = 500


@dataclass(frozen=True, slots=True)
class ProposedVariable:
    """What is proposed for one column.

    `record` is a variable of a dictionary file, None where nothing is proposed, `outcome` says why; `remarks` are
    sentences for the custodian. `flag` holds the cells that mean no and yes if the column is a yes-or-no column.
    """

    column: str
    record: dict[str, Any] | None
    remarks: tuple[Phrase | Problem, ...] = ()
    outcome: Outcome = "proposed"
    flag: tuple[str, str] | None = None

    @property
    def remark(self) -> str:
        """The remarks in English, "" if there are none."""
        return " ".join(map(render, self.remarks))


def propose(
    source: Source,
    columns: Sequence[str] | None = None,
    progress: Progress = silent,
    *,
    taken: Collection[str] = (),
    language: str = "en",
) -> tuple[ProposedVariable, ...]:
    """Propose a variable for each column of an opened file; the file is streamed, never held.

    Few distinct texts become a category with its codes in natural order; whole numbers of a moderate range a
    number counted one by one; wide numbers a number in equal bins between round bounds that hold at least 99 in
    100 of them. Columns that identify, hold free text or are named like a survey weight are not proposed.

    Args:
        source: the opened file.
        columns: the columns wanted, all of them by default.
        progress: told of each stage; may cancel by raising.
        taken: names that the dictionary has already.
        language: of the labels.

    Returns:
        One proposal for each column, in that order, their names distinct from each other and from `taken`.

    Raises:
        BadInput: there is no such column, or the file cannot be read as declared; never quotes its content.
    """
    wanted = tuple(source.columns if columns is None else columns)
    known = source.known() if isinstance(source, Knowing) else {}
    unreadable = _unreadable(source, wanted)
    read = [column for column in dict.fromkeys(wanted) if column not in unreadable and not looks_like_weight(column)]
    contents: dict[str, tuple[Found, First]] = {}
    if read:
        _, every, firsts = find(source, read, MISSING_TEXTS, progress, _skips(known))
        contents = dict(zip(read, zip(every, firsts, strict=True), strict=True))
    names = list(taken)
    proposals = []
    for column in wanted:
        if column in unreadable:
            proposals.append(ProposedVariable(column, None, (unreadable[column],), "unreadable"))
        elif column not in contents:
            proposals.append(ProposedVariable(column, None, (phrase("data.remark_weight"),), "weight"))
        else:
            proposals.append(_proposed(column, *contents[column], known.get(column), names, language))
    return tuple(proposals)


def _proposed(
    column: str, contents: Found, first: First, known: Known | None, names: list[str], language: str
) -> ProposedVariable:
    if known is not None and known.amount:
        contents.numbers.padded = False
    judgement = judge(column, contents, first)
    remarks: tuple[Phrase, ...] = judgement.remarks
    name = friendly_id(column, names)
    record: dict[str, Any]
    if known is not None and is_list(known, contents):
        record, remarks = listed(name, column, known, contents, language)
    elif judgement.outcome == "category":
        record = category(name, column, judgement, language)
        record = record if known is None else with_codes(record, known, language)
    elif judgement.outcome == "date" and judgement.years is not None:
        record = date(name, column, judgement, language)
        record = record if known is None or not known.label else record | {"label": {language: known.label}}
    elif judgement.outcome == "number":
        record = number(name, column, judgement, language)
        record = record if known is None else with_bounds(record, known, language)
    else:
        return ProposedVariable(column, None, remarks, judgement.outcome)
    names.append(name)
    return ProposedVariable(column, record, remarks, "proposed", judgement.flag)


def _skips(known: Mapping[str, Known]) -> dict[str, Skip]:
    """For each column of which the file says which values state nothing, whether a text is one of them."""
    return {
        column: facts.is_missing for column, facts in known.items() if facts.missing or facts.ranges or facts.extended
    }


def _unreadable(source: Source, columns: Iterable[str]) -> dict[str, Phrase | Problem]:
    """Columns that cannot be used at all, with a sentence why."""
    too_long = phrase("data.remark_heading", most=LONGEST_HEADING)
    why: dict[str, Phrase | Problem] = {column: too_long for column in columns if len(column) > LONGEST_HEADING}
    if isinstance(source, TypedSource):
        with source.engine() as engine:
            for column in columns:
                if column in source.columns:
                    try:
                        source.scan(engine, [column])
                    except BadInput as error:
                        why.setdefault(column, error.problem)
    return why
