"""A release plan together with its dictionary: the only input of a release, and what "the same plan" means.

*Meaning* is what decides the numbers: the dictionary's meaning, the tables' structure, universes, loss, groups and
mechanisms. *Text* is everything a reader sees and no number depends on: titles, labels, notes, layout, display, the
level of the printed margins, planning figures. The two are hashed apart; a correction of text is not another plan.
Fields left at their default are not part of a hash, so that a field added in a later version changes no old plan's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from pathlib import Path, PurePosixPath
from typing import Any, Self

from dpdesk.errors import BadInput
from dpdesk.planning.document.model import (
    FORMAT,
    DetailRecord,
    GroupRecord,
    Note,
    PlanRecord,
    ReferenceRecord,
    Split,
    TableRecord,
    TargetRecord,
)
from dpdesk.planning.document.names import group_label, table_of
from dpdesk.planning.document.record import Record
from dpdesk.planning.document.sampling import Sampling
from dpdesk.planning.document.style import StyleRecord
from dpdesk.privacy.exact import format_exact, parse_exact
from dpdesk.privacy.loss import Loss, loss_from_json
from dpdesk.problems.problem import PLAN, Document, Label, Place, phrase, problem
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.file.canonical import load_json, meaning_hash, text_hash
from dpdesk.schema.file.formats import other_kind
from dpdesk.schema.file.problems import validated
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.text import Text

UNGROUPED = "main"
"""The group of the tables that name none."""
_HASH = re.compile(r"[0-9a-f]{64}")
_RELATIVE = re.compile(r"[^\\\x00-\x1f]{1,1000}")


@dataclass(frozen=True, slots=True)
class PlanGroup:
    """Tables answered jointly: their part of the loss, the mechanism asked for, the objective and its weights.

    `detail` says how finely areas are to be shown by their noisy sizes, if so.
    """

    name: str
    part: Fraction
    mechanism: str
    noise: str | None
    weights: Mapping[str, Fraction]
    count_weight: Fraction
    sum_weights: Mapping[str, Fraction]
    tables: tuple[TableRecord, ...]
    objective: str = "weighted"
    detail: DetailRecord | None = None

    @property
    def label(self) -> Label:
        """What it is called in a sentence."""
        return group_label(self.name, self.tables)


class Plan:
    """A plan whose file is well formed and whose dictionary is the one it was made for.

    Whether the tables can be compiled is checked by `checks.check_plan`; a plan being edited may well fail there.
    """

    def __init__(self, record: PlanRecord, dictionary: Dictionary, file: Document = PLAN) -> None:
        """Join a validated record and its dictionary.

        Raises:
            BadInput: the dictionary's meaning is another one, the loss is none, or the groups do not add up.
        """
        self.record = record
        self.dictionary = dictionary
        self.file = file
        if record.dictionary.meaning != dictionary.meaning_hash:
            place, path = file.whole.to("dictionary", "meaning"), record.dictionary.path
            raise BadInput(problem("planning.other_meaning", place, dictionary=path, meaning=dictionary.meaning_hash))
        self.loss: Loss = _loss(record, file)
        self.groups: tuple[PlanGroup, ...] = _groups(record, file)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a `*.plan.json` and the dictionary whose path, relative to it, the plan states.

        Raises:
            BadInput: one sentence with the file and the JSON path of the first thing that is wrong.
        """
        path = Path(path)
        file = Document("plan", str(path))
        tree = load_json(path, "plan")
        _require_plan(tree, file)
        if unmeant := without_meaning(tree):
            raise _meaning_wanted(unmeant, _dictionary_of(path, unmeant, file), file)
        record = validated(PlanRecord, tree, file)
        return cls(record, _dictionary_of(path, record.dictionary.path, file), file)

    @classmethod
    def from_json(cls, tree: Any, dictionary: Dictionary, file: Document = PLAN) -> Self:
        """Make a plan from a JSON tree and a dictionary already loaded. Raises BadInput as `load` does."""
        _require_plan(tree, file)
        if unmeant := without_meaning(tree):
            raise _meaning_wanted(unmeant, dictionary, file)
        return cls(validated(PlanRecord, tree, file), dictionary, file)

    def to_json(self) -> dict[str, Any]:
        """Return the plan as JSON, as it was written: defaults that were left out stay out."""
        return self.record.model_dump(mode="json", by_alias=True, exclude_unset=True)

    def in_style(self, style: StyleRecord | None) -> Self:
        """The same plan, printed in another house style; in its own where none is given."""
        if style is None:
            return self
        return type(self)(self.record.model_copy(update={"style": style}), self.dictionary, self.file)

    @cached_property
    def meaning_json(self) -> dict[str, Any]:
        """What the meaning hash covers."""
        return _part(self.record, text=False)

    @cached_property
    def text_json(self) -> dict[str, Any]:
        """What the text hash covers."""
        return _part(self.record, text=True)

    @cached_property
    def meaning(self) -> str:
        """Hash of the meaning, the dictionary's included: equal for "the same plan"."""
        return meaning_hash(self.meaning_json)

    @cached_property
    def text_hash(self) -> str:
        """Hash of the titles, labels, notes, layout and display."""
        return text_hash(self.text_json)

    @cached_property
    def figures(self) -> str:
        """Hash of all that decides what is drawn and printed: the meaning, the level of the limits, the decimals.

        Limits of drawn quantiles are drawn for their level, and limits and figures are rounded to the decimals; both
        are texts in the hash of the meaning, which stays what it was for plans that were released. An approval is of
        this hash.
        """
        asked = [[measure.decimals for measure in table.measures] for table in self.record.tables]
        decimals = [["usual" if number is None else number for number in own] for own in asked]
        return meaning_hash({"meaning": self.meaning, "level": self.level, "decimals": decimals})

    @property
    def tables(self) -> tuple[TableRecord, ...]:
        """The tables, in the order of the file."""
        return tuple(self.record.tables)

    def table_label(self, name: str) -> Label:
        """What a table is called in a sentence: its title, and the name that is typed."""
        return next((table_of(table) for table in self.tables if table.name == name), Label((), name))

    @property
    def level(self) -> int:
        """Level of the margins in percent: 80, 90, 95 or 99."""
        return self.record.level

    @property
    def title(self) -> Text:
        """Title of the release."""
        return Text(self.record.title)

    @property
    def notes(self) -> tuple[Note, ...]:
        """Notes on the release, its tables, rows, columns and cells."""
        return tuple(self.record.notes)

    @property
    def reference(self) -> ReferenceRecord | None:
        """Public planning figures, if the plan has any."""
        return self.record.reference

    @property
    def sampling(self) -> tuple[Sampling, ...]:
        """The sampling errors that the office declares."""
        return tuple(self.record.sampling)

    @property
    def targets(self) -> tuple[TargetRecord, ...]:
        """How accurate the tables shall be."""
        return tuple(self.record.targets)


def _require_plan(tree: Any, file: Document) -> None:
    """Refuse another file of dpdesk in the place of a plan, by its name."""
    other = other_kind(tree, FORMAT)
    if other is not None:
        raise BadInput(problem("planning.not_a_plan", file.whole, other=other))


def _dictionary_of(path: Path, stated: str, file: Document) -> Dictionary:
    """Load the dictionary a plan names, by its path relative to the plan's folder."""
    relative = PurePosixPath(stated)
    if relative.is_absolute() or ":" in relative.parts[0]:
        raise BadInput(problem("planning.dictionary_outside", file.whole.to("dictionary", "path")))
    return Dictionary.load(path.parent.joinpath(*relative.parts))


def without_meaning(tree: Any) -> str | None:
    """The path of a dictionary that a plan names without a hash of its meaning; None where all is as it should be."""
    reference = tree.get("dictionary") if isinstance(tree, Mapping) else None
    if not isinstance(reference, Mapping) or not isinstance(reference.get("path"), str):
        return None
    stated = reference.get("meaning", "")
    if not isinstance(stated, str) or _HASH.fullmatch(stated) or not _RELATIVE.fullmatch(reference["path"]):
        return None
    return str(reference["path"])


def _meaning_wanted(path: str, dictionary: Dictionary, file: Document) -> BadInput:
    """The error of a plan that lacks the hash, which is public."""
    place = file.whole.to("dictionary", "meaning")
    return BadInput(problem("planning.meaning_wanted", place, dictionary=path, meaning=dictionary.meaning_hash))


def _loss(record: PlanRecord, file: Document) -> Loss:
    try:
        return loss_from_json(record.loss.model_dump(exclude_none=True))
    except BadInput as wrong:
        raise BadInput(problem("planning.loss", file.whole.to("loss"), why=wrong.problem)) from None


def _groups(record: PlanRecord, file: Document) -> tuple[PlanGroup, ...]:
    """The groups in the order of the file, the group of tables without one last unless it is declared."""
    whole, declared = file.whole, {group.name: group for group in record.groups}
    if len({name.casefold() for name in declared}) != len(record.groups):
        raise BadInput(problem("planning.groups_alike", whole))
    members: dict[str, list[TableRecord]] = {name: [] for name in declared}
    for at, table in enumerate(record.tables):
        if table.group is not None and table.group not in declared:
            near, place = meant(table.group, declared, phrase("planning.add_there")), whole.to("tables", at, "group")
            raise BadInput(problem("planning.group_unlisted", place, group=table.group, near=near))
        members.setdefault(table.group or UNGROUPED, []).append(table)
    spent = Fraction(0)
    groups: list[PlanGroup] = []
    for at, group in enumerate(record.groups):
        if not members[group.name]:
            raise BadInput(problem("planning.group_empty", whole.to("groups", at)))
        groups.append(_group(group, members[group.name], whole.to("groups", at)))
        spent += groups[-1].part
    if spent > 1:
        raise BadInput(problem("planning.parts_sum", whole, sum=format_exact(spent)))
    if UNGROUPED in members and UNGROUPED not in declared:
        if spent == 1:
            raise BadInput(problem("planning.nothing_left", whole, table=table_of(members[UNGROUPED][0])))
        rest = GroupRecord(name=UNGROUPED, part=format_exact(1 - spent), split=Split())
        groups.append(_group(rest, members[UNGROUPED], whole.to("groups")))
    return tuple(groups)


def _group(group: GroupRecord, tables: list[TableRecord], place: Place) -> PlanGroup:
    def positive(text: str, *path: str) -> Fraction:
        value = parse_exact(text)
        if value <= 0:
            raise BadInput(problem("planning.above_zero", place.to(*path)))
        return value

    return PlanGroup(
        group.name,
        positive(group.part, "part"),
        group.mechanism,
        group.noise,
        {name: positive(text, f"weights.{name}") for name, text in group.weights.items()},
        positive(group.split.counts, "split.counts"),
        {name: positive(text, f"split.sums.{name}") for name, text in group.split.sums.items()},
        tuple(tables),
        group.objective,
        group.detail,
    )


def meaning_of(record: Record) -> dict[str, Any]:
    """The meaning of one record of a plan, such as a table, as canonical JSON."""
    return _part(record, text=False)


def text_of(record: Record) -> dict[str, Any]:
    """The text of one record, such as a session, as canonical JSON."""
    return _part(record, text=True)


def _part(record: Record, *, text: bool) -> dict[str, Any]:
    """The meaning of a record, or its text, as canonical JSON; fields at their default are left out."""
    result: dict[str, Any] = {}
    for name, field in type(record).model_fields.items():
        value = getattr(record, name)
        if value is None:
            continue
        key = field.alias or name
        if name in record.text_fields:
            if text and value != field.get_default(call_default_factory=False):
                result[key] = _whole(value)
        elif isinstance(value, Record):
            if inner := _part(value, text=text):
                result[key] = inner
        elif isinstance(value, list) and value and all(isinstance(one, Record) for one in value):
            inner_list = [_part(one, text=text) for one in value]
            if not text or any(inner_list):
                result[key] = inner_list
        elif not text:
            plain = _exact(value) if name in record.exact_fields else value
            default = field.get_default(call_default_factory=False)
            if plain != (_exact(default) if name in record.exact_fields and not field.is_required() else default):
                result[key] = plain
    return result


def _whole(value: Any) -> Any:
    """A text field with everything in it as plain JSON."""
    if isinstance(value, Record):
        return value.model_dump(mode="json", by_alias=True, exclude_none=True, exclude_defaults=True)
    if isinstance(value, list):
        return [_whole(one) for one in value]
    return value


def _exact(value: Any) -> Any:
    """Exact numbers in their lowest terms, wherever they stand in a field."""
    if isinstance(value, str):
        return _lowest(value)
    if isinstance(value, list):
        return [_exact(one) for one in value]
    if isinstance(value, dict):
        return {key: _exact(one) for key, one in value.items()}
    return value


@lru_cache(maxsize=4096)
def _lowest(text: str) -> str:
    return format_exact(parse_exact(text))
