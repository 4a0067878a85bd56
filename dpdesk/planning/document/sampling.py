"""The sampling error of a survey, as the office declares it: public knowledge of the design, and never of this file.

A standard error that was computed from the file of the release would be a fact of it that no noise protects. Last
wave's errors, a design effect with the numbers of those asked and stood for, or a published variance function are not.
The declaration is text and not meaning: it decides what stands beside a number, and no number.
"""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import ConfigDict, Field, StringConstraints, model_validator

from dpdesk.planning.document.record import Rational, Record
from dpdesk.schema.file.fields import Unfit
from dpdesk.schema.file.model import Name, Words

Signed = Annotated[str, StringConstraints(pattern=r"^-?[0-9]{1,40}(\.[0-9]{1,40}|/[0-9]{1,40})?$")]
CellField = Annotated[str, StringConstraints(max_length=200)]


class SamplingRecord(Record):
    """Whose sampling error it is, and where it was taken from: all figures, those of a table, or one of its measures.

    `measure` names an item by its code ("count", "mean:income"). Of several that fit a figure, the one that names the
    most holds.
    """

    table: Name | None = None
    measure: str | None = None
    source: Words

    @model_validator(mode="after")
    def _inside_a_table(self) -> Self:
        if self.table is None and self.measure is not None:
            raise Unfit("planning.measure_without_table")
        return self


class DesignEffect(SamplingRecord):
    """The variance of simple random sampling without replacement, times a design effect.

    `sample` people were asked (or answered), who stand for `population`. `deviation` is the standard deviation of a
    quantity in the population, without which means have no error.
    """

    exact_fields: ClassVar[frozenset[str]] = frozenset({"effect", "deviation"})

    kind: Literal["design_effect"]
    effect: Rational
    sample: Annotated[int, Field(ge=1)]
    population: Annotated[int, Field(ge=1)]
    deviation: Rational | None = None

    @model_validator(mode="after")
    def _sample_of_population(self) -> Self:
        if self.sample > self.population:
            raise Unfit("planning.sample_above_population")
        return self


class VarianceFunction(SamplingRecord):
    """A generalized variance function: the relative variance of an estimate x is a + b/x, and the variance of a
    percentage p of a base x is b·p(100 − p)/x.
    """

    exact_fields: ClassVar[frozenset[str]] = frozenset({"a", "b"})

    kind: Literal["variance_function"]
    a: Signed
    b: Rational


class SizeClass(Record):
    """Estimates from this size on: their standard error, as a share of the estimate (`cv`) or in its unit (`error`)."""

    exact_fields: ClassVar[frozenset[str]] = frozenset({"start", "cv", "error"})

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)

    start: Annotated[Rational, Field(alias="from")]
    cv: Rational | None = None
    error: Rational | None = None

    @model_validator(mode="after")
    def _one_figure(self) -> Self:
        if (self.cv is None) == (self.error is None):
            raise Unfit("planning.cv_or_error")
        return self


class SizeClasses(SamplingRecord):
    """Standard errors by classes of size, the first from 0: the size of a count or a sum is its own, that of a
    percentage or a mean is its base's.
    """

    kind: Literal["size_classes"]
    classes: Annotated[list[SizeClass], Field(min_length=1, max_length=200)]


class CellErrors(SamplingRecord):
    """A standard error for each cell: rows of codes of the `columns`, as the CSV file of the table has them ("_T" for
    a total, "measure" for a measure), and last the error, in the unit of the cell. Other cells have none.
    """

    kind: Literal["cell_errors"]
    columns: Annotated[list[CellField], Field(min_length=1, max_length=50)]
    rows: Annotated[list[list[CellField]], Field(min_length=1, max_length=200_000)]


Sampling = Annotated[
    DesignEffect | VarianceFunction | SizeClasses | CellErrors,
    Field(discriminator="kind"),
]
