"""The dictionary file, field by field: what may be written, and nothing else.

The format is meant to stay for years: every object refuses keys it does not know, every number is an
integer or an exact string, every public text is a map of languages, and nothing that matters for privacy
has a silent default. What the fields mean together is worked out in `build`; here is only their form.
"""

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    StringConstraints,
    Tag,
)

from dpdesk.limits import MOST_COLUMNS
from dpdesk.schema.file.fields import LARGEST_CODE_LIST as LARGEST_CODE_LIST
from dpdesk.schema.file.fields import Cell as Cell
from dpdesk.schema.file.fields import Code as Code
from dpdesk.schema.file.fields import Column as Column
from dpdesk.schema.file.fields import Describes as Describes
from dpdesk.schema.file.fields import Exact as Exact
from dpdesk.schema.file.fields import FileName as FileName
from dpdesk.schema.file.fields import Loss as Loss
from dpdesk.schema.file.fields import Name as Name
from dpdesk.schema.file.fields import Record as Record
from dpdesk.schema.file.fields import Words as Words
from dpdesk.schema.file.fields import fraction as fraction
from dpdesk.schema.file.sources import SOURCES as SOURCES
from dpdesk.schema.file.sources import AnySource as AnySource

FORMAT = "dpdesk-dictionary"
VERSION = 1


class RowUnit(Record):
    """Every row of the file is one unit of protection."""

    kind: Literal["row"]
    describes: Literal["person", "household", "other"]
    label: Words


class IdUnit(Record):
    """All rows with the same id are one unit of protection, cut to at most `max_rows` rows.

    `reason` says in words why that many are enough: a board that approves a plan reads it.
    """

    kind: Literal["id"]
    describes: Literal["person", "household", "other"]
    label: Words
    column: Column
    max_rows: Annotated[int, Field(ge=1, le=1_000_000)]
    rows_without_id: Literal["refuse", "drop", "own_unit"]
    missing_ids: list[Cell] = []
    reason: Words | None = None


class Households(Record):
    """Households that tables may count where each row is a person who is protected: all rows with the same id are one.

    At most `max_rows` rows of one are looked at. A person more or less changes one household at most.
    """

    column: Column
    label: Words
    max_rows: Annotated[int, Field(ge=1, le=1_000_000)]
    rows_without_id: Literal["refuse", "drop", "own_unit"]
    missing_ids: list[Cell] = []


class Cap(Record):
    """The budget the account is opened with: {epsilon}, {rho}, or {epsilon, delta, rule}."""

    epsilon: Loss | None = None
    rho: Loss | None = None
    delta: Loss | None = None
    rule: Literal["sum", "rho"] | None = None


class ToCode(Record):
    """Send it to a declared code of the variable."""

    code: Code


Fate = Literal["nowhere"] | ToCode
EdgeFate = Literal["clamp", "nowhere"] | ToCode


class CategoryCode(Record):
    """One code of a code list; `texts` are the cells that mean it, the code itself unless given."""

    code: Code
    label: Words | None = None
    texts: Annotated[list[Cell], Field(min_length=1)] | None = None


class CodeFile(Record):
    """A code list in a CSV file beside the dictionary, with the columns `code` and `label`."""

    file: FileName


class MissingCode(Record):
    """A code for cells that state no value: not stated and not applicable are different codes."""

    code: Code
    kind: Literal["not_stated", "not_applicable"]
    label: Words | None = None
    texts: list[Cell] = []


class MissingNumber(MissingCode):
    """A missing code of a number; `numbers` matches however the number is written (-8, -8.0)."""

    numbers: list[Exact] = []


class MissingCells(Record):
    """Cells that state no value of a quantity."""

    kind: Literal["not_stated", "not_applicable"]
    texts: list[Cell] = []
    numbers: list[Exact] = []


class HierarchyRow(Record):
    """One node of a hierarchy; the top ones have the parent ""."""

    code: Code
    parent: Code | Literal[""]
    label: Words | None = None


class LevelName(Record):
    """The name of one level above the variable's own codes."""

    name: Name
    label: Words | None = None


class Hierarchy(Record):
    """Codes grouped in levels, from the top down; the variable's own codes are the leaves.

    `valid_from` is the day from which its boundaries hold: of several such hierarchies of a variable each is a vintage.
    It decides no number; a plan names the vintage by which it counts.
    """

    name: Name
    label: Words | None = None
    valid_from: Annotated[str, StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")] | None = None
    levels: Annotated[list[LevelName], Field(min_length=1, max_length=30)]
    ragged: Literal["refuse", "repeat"] = "refuse"
    rows: list[HierarchyRow] | None = None
    file: FileName | None = None


class Confirmation(Record):
    """How it is known that the domain is public, and who said so; part of the text, not of the meaning."""

    how: Literal["typed", "imported", "read_from_data"]
    source: Words | None = None
    confirmed_by: Annotated[str, StringConstraints(min_length=1, max_length=200)] | None = None
    confirmed_on: Annotated[str, StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")] | None = None


class VariableRecord(Record):
    """What every variable has."""

    name: Name
    label: Words
    note: Words | None = None
    public: Confirmation | None = None


class CategoryRecord(VariableRecord):
    """A column of codes.

    With match "longest_beginning" a cell that is none of the texts has the longest code it begins with: a code list
    need not go down to the leaves of a classification ("3112" has the code "31" where 311 is not listed).
    """

    kind: Literal["category"]
    column: Column
    describes: Describes
    ordered: bool = False
    codes: Annotated[list[CategoryCode], Field(max_length=LARGEST_CODE_LIST)] | CodeFile
    missing: list[MissingCode] = []
    otherwise: Fate
    match: Literal["exact", "longest_beginning"] = "exact"
    hierarchies: list[Hierarchy] = []


class SingleBins(Record):
    """Whole numbers one by one; 57.5 belongs to 57."""

    first: int
    last: int


class WidthBins(Record):
    """Bins of equal width from `lower` to `upper`."""

    lower: Exact
    upper: Exact
    width: Exact


class EdgeBins(Record):
    """Bins between given edges, with codes and labels if wanted."""

    edges: Annotated[list[Exact], Field(min_length=2, max_length=LARGEST_CODE_LIST + 1)]
    codes: list[Code] | None = None
    labels: list[Words] | None = None


def _bins_by_keys(value: object) -> str:
    """Choose the way of giving bins that the keys speak of, so that a mistake is explained in its terms."""
    if isinstance(value, SingleBins) or (isinstance(value, dict) and ("first" in value or "last" in value)):
        return "single"
    if isinstance(value, EdgeBins) or (isinstance(value, dict) and "edges" in value):
        return "edges"
    return "width"


AnyBins = Annotated[
    Annotated[SingleBins, Tag("single")] | Annotated[WidthBins, Tag("width")] | Annotated[EdgeBins, Tag("edges")],
    Discriminator(_bins_by_keys),
]


class NumberRecord(VariableRecord):
    """A column of numbers, counted in bins."""

    kind: Literal["number"]
    column: Column
    describes: Describes
    unit_of_measure: Words | None = None
    bins: AnyBins
    below: EdgeFate
    above: EdgeFate
    unreadable: Fate
    missing: list[MissingNumber] = []
    hierarchies: list[Hierarchy] = []


class ToValue(Record):
    """Count it as this value."""

    value: Exact


class QuantityRecord(VariableRecord):
    """A column of numbers to be summed; clamped to public bounds and rounded to a public step."""

    kind: Literal["quantity"]
    column: Column
    describes: Describes
    unit_of_measure: Words | None = None
    lower: Exact
    upper: Exact
    step: Exact
    below: Literal["clamp", "not_stated"]
    above: Literal["clamp", "not_stated"]
    unreadable: Literal["not_stated"] | ToValue
    missing: list[MissingCells] = []


class PlainCode(Record):
    """A code that rules or groups lead to."""

    code: Code
    label: Words | None = None


class PlainMissing(PlainCode):
    """A missing code that rules or groups lead to."""

    kind: Literal["not_stated", "not_applicable"]


class CodeRange(Record):
    """The codes from one to another in the order of the code list, both included."""

    first: Code
    last: Code


class RuleRecord(Record):
    """If every named input has one of the listed codes (texts, for a bare column), the row gets `then`."""

    when: Annotated[dict[str, list[str] | CodeRange], Field(min_length=1)]
    then: Code


class CombinationRecord(VariableRecord):
    """Several columns or variables combined to one code by ordered rules; the first that holds decides."""

    kind: Literal["combination"]
    columns: list[Column] = []
    variables: list[Name] = []
    describes: Describes
    codes: Annotated[list[PlainCode], Field(min_length=1)]
    missing: list[PlainMissing] = []
    rules: Annotated[list[RuleRecord], Field(min_length=1)]
    otherwise: Fate
    hierarchies: list[Hierarchy] = []


class GroupCode(PlainCode):
    """A code that groups codes of another variable."""

    members: list[Code] | CodeRange


class GroupMissing(GroupCode):
    """A missing code that groups codes of another variable."""

    kind: Literal["not_stated", "not_applicable"]


class RecodeRecord(VariableRecord):
    """Codes of another variable in groups; `otherwise` is required where a code is in none."""

    kind: Literal["recode"]
    of: Name
    codes: Annotated[list[GroupCode], Field(min_length=1)]
    missing: list[GroupMissing] = []
    otherwise: Fate | None = None
    hierarchies: list[Hierarchy] = []


class MembersRecord(VariableRecord):
    """What the rows of one unit make up together, such as the size of a household: of the protected unit or households.

    `take`: "count" how many rows, as codes up to `most` "or more" (the unit's cap unless given); "number" the same as a
    quantity; "first" or "last" the first or last code of the variable `of`, in the order of its code list, among the
    rows. With `where` only rows with the listed codes are meant; `nobody` is the code of a unit that has none.
    """

    kind: Literal["members"]
    take: Literal["count", "number", "first", "last"]
    of: Name | None = None
    where: dict[Name, Annotated[list[Code], Field(min_length=1)] | CodeRange] = {}
    most: Annotated[int, Field(ge=1)] | None = None
    nobody: PlainMissing | None = None


class ImpossibleRecord(Record):
    """A combination of codes that a public rule excludes, in tables with all its variables; what only several rules
    exclude together wants a rule of its own.
    """

    when: Annotated[dict[Name, Annotated[list[Code], Field(min_length=1)] | CodeRange], Field(min_length=2)]
    reason: Words


class WeightColumn(Record):
    """What a column is that is named like a survey weight: something else, a weight that is not used, or one by which
    tables can be weighted, with bounds and a step as a quantity.
    """

    column: Column
    answer: Literal["not_a_weight", "ignored", "weight"]


AnyUnit = Annotated[RowUnit | IdUnit, Field(discriminator="kind")]
AnyVariable = Annotated[
    CategoryRecord | NumberRecord | QuantityRecord | CombinationRecord | RecodeRecord | MembersRecord,
    Field(discriminator="kind"),
]


class DictionaryRecord(Record):
    """A data dictionary: what is public about a file of confidential microdata."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, title="dpdesk data dictionary, version 1")

    format: Literal["dpdesk-dictionary"]
    version: Literal[1]
    dataset_id: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.\-]{0,127}$")]
    title: Words
    note: Words | None = None
    source: AnySource
    data_kind: Literal["complete_count", "sample"]
    unit: AnyUnit
    households: Households | None = None
    neighbours: Literal["add_remove", "replace_one"]
    budget_cap: Cap
    max_rows: Annotated[int, Field(ge=1, le=10**15)] = 10**10
    variables: Annotated[list[AnyVariable], Field(min_length=1, max_length=MOST_COLUMNS)]
    impossible: list[ImpossibleRecord] = []
    weight_columns: list[WeightColumn] = []


def dump(record: BaseModel) -> dict[str, Any]:
    """Return a record as plain JSON without the fields that were not given."""
    return record.model_dump(mode="json", exclude_unset=True)
