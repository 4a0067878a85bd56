"""The session file, field by field: what may be written in a `*.session.json`, and nothing else.

A session asks questions one at a time, each before the next is known. Its file says on which variables, by which
method, for what part of the budget; the questions themselves come later and are not in it. Like a plan's, every field
is either *meaning* (it decides the answers) or *text*, every number is an integer or an exact text, and unknown keys
are refused.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field

from dpdesk.planning.document.model import LossRecord
from dpdesk.planning.document.record import Hash, Rational, Record, RelativePath
from dpdesk.schema.file.model import Name, Words

FORMAT = "dpdesk-session"
VERSION = 1
LARGEST_NUMBER = 10**12

Number = Annotated[int, Field(ge=1, le=LARGEST_NUMBER)]
Threshold = Annotated[int, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]


class SessionDictionary(Record):
    """The dictionary of the file that is asked; `meaning`, where it is given, must be the hash of its meaning."""

    text_fields: ClassVar[frozenset[str]] = frozenset({"path", "meaning"})

    path: RelativePath
    meaning: Hash | None = None


class NoisyCounts(Record):
    """Every question gets a count with noise; so many questions may be asked."""

    name: Literal["noisy-counts"]
    questions: Number


class AboveThreshold(Record):
    """Every question is answered "below" or "above" a threshold; the first "above" ends the session."""

    name: Literal["above-threshold"]
    threshold: Threshold


class SparseVector(Record):
    """Like above-threshold, until so many questions were answered "above"; `values` gives these a count beside."""

    name: Literal["sparse-vector"]
    threshold: Threshold
    hits: Number
    values: Literal["show", "hide"] = "hide"


class BetweenThresholds(Record):
    """Every question is answered "below", "between" or "above" two thresholds; the first "between" ends the session."""

    name: Literal["between-thresholds"]
    lower: Threshold
    upper: Threshold


class InteriorPoint(Record):
    """Is this code left or right of some value in the middle of the file? For so many questions on one variable."""

    name: Literal["interior-point"]
    size: Number
    questions: Number


class AdaptiveThresholds(Record):
    """How many are at this code or below it? So many questions on one variable, each with the same accuracy.

    `accuracy` is a share of `size`, the public number of records: "1/20" is one record in twenty.
    """

    exact_fields: ClassVar[frozenset[str]] = frozenset({"accuracy"})

    name: Literal["adaptive-thresholds"]
    size: Number
    questions: Number
    accuracy: Rational


class Median(Record):
    """The median of one variable, found by halving; `size` is the public number of records, if there is one."""

    name: Literal["median"]
    size: Number | None = None


class RandomizedResponse(Record):
    """The column itself, every record's code exchanged by chance, and all questions are read from that.

    `size` is the public number of units; where a unit may have several records, and in workbooks, it must be given.
    """

    name: Literal["randomized-response"]
    size: Number | None = None


Method = Annotated[
    NoisyCounts
    | AboveThreshold
    | SparseVector
    | BetweenThresholds
    | InteriorPoint
    | AdaptiveThresholds
    | Median
    | RandomizedResponse,
    Field(discriminator="name"),
]


class SessionRecord(Record):
    """A session of questions: about which variables, answered how, with how much of the budget.

    `failure` is the chance that is allowed for an answer to be further off than the forecast says.
    """

    text_fields: ClassVar[frozenset[str]] = frozenset({"title", "notes"})
    exact_fields: ClassVar[frozenset[str]] = frozenset({"failure"})

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, title="dpdesk session, version 1")

    format: Literal["dpdesk-session"]
    version: Literal[1]
    title: Words
    dictionary: SessionDictionary
    loss: LossRecord
    variables: Annotated[list[Name], Field(min_length=1, max_length=100)]
    method: Method
    failure: Rational = "1/20"
    notes: list[Words] = []
