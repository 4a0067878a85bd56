"""The plan file, field by field: what may be written in a `*.plan.json`, and nothing else.

A plan is the only input of a release, and it is kept for years: every object refuses keys it does not know,
every number is an integer or an exact text, every public text is a map of languages. Each field is either
*meaning* (it decides the numbers) or *text* (titles, labels, notes, layout, display); `plan.py` hashes the two
apart. What the fields mean together with the dictionary is worked out in `blocks`, `measures` and `compile`.
"""

from typing import Annotated, ClassVar, Literal, Self, get_args

from pydantic import ConfigDict, Field, StringConstraints, model_validator

from dpdesk.planning.document.record import (
    Decimals,
    Hash,
    Level,
    Objective,
    Parameter,
    PrefixText,
    Rational,
    Record,
    RelativePath,
)
from dpdesk.planning.document.sampling import Sampling
from dpdesk.planning.document.style import PLAIN, Display, StyleRecord
from dpdesk.schema.file.fields import Unfit
from dpdesk.schema.file.model import Code, Exact, Name, Words
from dpdesk.schema.text import Text

FORMAT = "dpdesk-plan"
VERSION = 1
LEVELS = (80, 90, 95, 99)


class DictionaryReference(Record):
    """The dictionary a plan was made for: where it lies, and the hash of its meaning."""

    text_fields: ClassVar[frozenset[str]] = frozenset({"path"})

    path: RelativePath
    meaning: Hash


class LossRecord(Record):
    """What the release may spend: {epsilon}, {rho}, or {epsilon, delta}, as exact texts."""

    exact_fields: ClassVar[frozenset[str]] = frozenset({"epsilon", "delta", "rho"})

    epsilon: Parameter | None = None
    delta: Parameter | None = None
    rho: Parameter | None = None


Summed = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_.\-:*]{0,150}$")]


class Split(Record):
    """How a group's part is divided between its counts and each of its sums: rational weights, 1 if not given.

    Of a quantity also NAME:stated, NAME:squares and NAME*WEIGHT are summed, where measures need them.
    """

    exact_fields: ClassVar[frozenset[str]] = frozenset({"counts", "sums"})

    counts: Rational = "1"
    sums: dict[Summed, Rational] = {}


class DetailLevel(Record):
    """How finely areas of at least so many people by noisy size are shown: `cells` are the variables told apart there.

    A recode or combination may be named in the place of its variable; no variable at all leaves the area's totals.
    """

    exact_fields: ClassVar[frozenset[str]] = frozenset({"start"})

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)

    start: Annotated[Rational, Field(alias="from")]
    cells: list[Name]


class DetailRecord(Record):
    """Adaptive detail: a first share of the group's part measures the size of each area (each code of `variable`).

    The noisy sizes alone decide the level of each area, the last whose `from` is not above; the rest of the part is
    spent at these levels.
    """

    exact_fields: ClassVar[frozenset[str]] = frozenset({"first_share"})

    variable: Name
    first_share: Rational
    levels: Annotated[list[DetailLevel], Field(min_length=1, max_length=50)]


class GroupRecord(Record):
    """Tables that are answered jointly, with one part of the loss and one mechanism.

    `objective` says which error is made small: "weighted" the mean variance of each statistic, times its weight; "rmse"
    that of all counts alike; "max" the largest standard error. `weights` maps a statistic as `compile` names it ("sex
    by age", "total", …) to its weight in the weighted objective; 1 where nothing is said.
    """

    exact_fields: ClassVar[frozenset[str]] = frozenset({"part", "weights"})

    name: Name
    part: Rational
    mechanism: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{0,40}$")] = "best"
    noise: Literal["laplace", "gaussian"] | None = None
    objective: Objective = "weighted"
    weights: dict[str, Rational] = {}
    split: Split = Split()
    detail: DetailRecord | None = None


class Condition(Record):
    """One variable's part of a universe: listed codes, codes from … to …, or values from `at_least` to below `below`.

    `from` and `to` are codes in the order of the code list, both included; `at_least` and `below` are numbers that
    must be edges of the variable's bins.
    """

    exact_fields: ClassVar[frozenset[str]] = frozenset({"at_least", "below"})

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)

    variable: Name
    codes: Annotated[list[Code], Field(min_length=1)] | None = None
    first: Annotated[Code | None, Field(alias="from")] = None
    last: Annotated[Code | None, Field(alias="to")] = None
    at_least: Exact | None = None
    below: Exact | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        by_code = self.first is not None or self.last is not None
        by_value = self.at_least is not None or self.below is not None
        if (self.codes is not None) + by_code + by_value != 1:
            raise Unfit("planning.one_kind")
        return self


class Universe(Record):
    """Whom a table counts: all conditions hold; `text` says it in a sentence with a reference date."""

    text_fields: ClassVar[frozenset[str]] = frozenset({"text"})

    text: Words
    where: Annotated[list[Condition], Field(min_length=1)]


class NestedVariable(Record):
    """One variable of a block: its own codes, or named levels of one of its hierarchies (`levels`, parents first).

    `total` puts one line for all codes first; `codes` picks codes (a total still counts all of them); `missing` says
    whether the codes for not stated and not applicable get lines. The variable's own name as the last level means its
    own codes below the levels.
    """

    text_fields: ClassVar[frozenset[str]] = frozenset({"total_label"})

    variable: Name
    hierarchy: Name | None = None
    levels: Annotated[list[Name], Field(min_length=1)] | None = None
    total: Literal["first", "none"] = "first"
    total_label: Words | None = None
    codes: Annotated[list[Code], Field(min_length=1)] | None = None
    missing: Literal["show", "hide"] = "show"

    @model_validator(mode="after")
    def _levels_of_a_hierarchy(self) -> Self:
        if (self.hierarchy is None) != (self.levels is None):
            raise Unfit("planning.hierarchy_and_levels")
        return self


class Block(Record):
    """Variables nested in each other, the first outermost; a block without variables is one line for everyone. `label`
    stands above its lines or columns; of several blocks, one without it is called after its variables.
    """

    text_fields: ClassVar[frozenset[str]] = frozenset({"label"})

    variables: list[NestedVariable] = []
    label: Words | None = None


About = Literal["quantity", "bins", "order", "codes"]
"""What a statistic can be about: a quantity, a number with bins, codes in an order, any codes."""


class MeasureRecord(Record):
    """What every measure may carry: a weight, its own label and number of decimals.

    `weight` names a quantity that is never below 0, such as a survey weight. Then a count is the sum of the weights,
    and so are those of which percentages and quantiles are made; a sum is one of values times weights, and a mean that
    sum over the weights of the rows that state the quantity. `expanded` names public figures: the factor of each
    stratum, by which its noisy count or sum is multiplied before strata are added up. `controlled` names public
    figures to which a count is adjusted: each part of their cells is the public figure times its noisy share.

    A subclass says by `plural` what a method page calls many of it, and by `about` what its `variable` must be.
    """

    text_fields: ClassVar[frozenset[str]] = frozenset({"label", "decimals"})
    plural: ClassVar[Text]
    about: ClassVar[About | None] = None

    weight: Name | None = None
    expanded: Name | None = None
    controlled: Name | None = None
    label: Words | None = None
    decimals: Decimals | None = None


class LimitedRecord(MeasureRecord):
    """A measure that may have a universe of its own: those of a cell alone for whom all conditions of `where` hold."""

    where: Annotated[list[Condition], Field(min_length=1, max_length=20)] | None = None


class Count(LimitedRecord):
    """How many."""

    plural: ClassVar[Text] = Text({"en": "counts", "de": "Häufigkeiten"})
    kind: Literal["count"]


class Keep(Record):
    """A base of a percentage that keeps the named variables of the line and takes the total over all others."""

    keep: list[Name]


class Percentage(LimitedRecord):
    """The count as a percentage of the table's, the page's, the row's or the column's total, or of another base.

    A row's total is taken over the boxhead, a column's over the stub, a page's over both. With `where` it is those of
    the cell who meet it, of all in the base, which may then be the cell itself: it keeps all variables.
    """

    plural: ClassVar[Text] = Text({"en": "percentages", "de": "Anteile in Prozent"})
    kind: Literal["percentage"]
    base: Literal["table", "page", "row", "column"] | Keep


class Sum(LimitedRecord):
    """The sum of a quantity."""

    plural: ClassVar[Text] = Text({"en": "sums", "de": "Summen"})
    about: ClassVar[About | None] = "quantity"
    kind: Literal["sum"]
    variable: Name


class Mean(LimitedRecord):
    """The mean of a quantity over the rows that state it."""

    plural: ClassVar[Text] = Text({"en": "means", "de": "Mittelwerte"})
    about: ClassVar[About | None] = "quantity"
    kind: Literal["mean"]
    variable: Name


class Variance(LimitedRecord):
    """The variance of a quantity over the rows that state it: the mean squared distance from their mean."""

    plural: ClassVar[Text] = Text({"en": "variances", "de": "Varianzen"})
    about: ClassVar[About | None] = "quantity"
    kind: Literal["variance"]
    variable: Name


class Deviation(LimitedRecord):
    """The standard deviation of a quantity over the rows that state it."""

    plural: ClassVar[Text] = Text({"en": "standard deviations", "de": "Standardabweichungen"})
    about: ClassVar[About | None] = "quantity"
    kind: Literal["standard_deviation"]
    variable: Name


class Median(LimitedRecord):
    """The median of a variable with ordered bins, read from its cumulative counts."""

    plural: ClassVar[Text] = Text({"en": "medians", "de": "Mediane"})
    about: ClassVar[About | None] = "bins"
    kind: Literal["median"]
    variable: Name


class Quantiles(LimitedRecord):
    """Quantiles of a variable with ordered bins, each q an exact rational between 0 and 1."""

    text_fields: ClassVar[frozenset[str]] = frozenset({"label", "decimals"})
    exact_fields: ClassVar[frozenset[str]] = frozenset({"at"})

    plural: ClassVar[Text] = Text({"en": "quantiles", "de": "Quantile"})
    about: ClassVar[About | None] = "bins"
    kind: Literal["quantiles"]
    variable: Name
    at: Annotated[list[Rational], Field(min_length=1, max_length=1000)]


class Cdf(LimitedRecord):
    """How many are at most in each bin of a variable with ordered bins."""

    plural: ClassVar[Text] = Text({"en": "cumulative counts", "de": "kumulierte Häufigkeiten"})
    about: ClassVar[About | None] = "order"
    kind: Literal["cdf"]
    variable: Name


class Interval(Record):
    """Neighbouring bins: codes from … to … (both included), or values from `at_least` to below `below`."""

    text_fields: ClassVar[frozenset[str]] = frozenset({"label"})
    exact_fields: ClassVar[frozenset[str]] = frozenset({"at_least", "below"})

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)

    first: Annotated[Code | None, Field(alias="from")] = None
    last: Annotated[Code | None, Field(alias="to")] = None
    at_least: Exact | None = None
    below: Exact | None = None
    label: Words | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        by_code = self.first is not None or self.last is not None
        by_value = self.at_least is not None or self.below is not None
        if by_code == by_value:
            raise Unfit("planning.one_kind_of_range")
        return self


class Share(LimitedRecord):
    """How many lie within an interval, as a percentage of all who state a value: the share below a line, say."""

    plural: ClassVar[Text] = Text({"en": "shares", "de": "Anteile"})
    about: ClassVar[About | None] = "order"
    kind: Literal["share"]
    variable: Name
    within: Interval


class IntervalCounts(LimitedRecord):
    """How many are in each listed interval; intervals may overlap."""

    plural: ClassVar[Text] = Text({"en": "counts by intervals", "de": "Häufigkeiten von Intervallen"})
    about: ClassVar[About | None] = "order"
    kind: Literal["intervals"]
    variable: Name
    intervals: Annotated[list[Interval], Field(min_length=1)]


class AllIntervals(LimitedRecord):
    """How many are in every interval of neighbouring bins, D(D+1)/2 of them."""

    plural: ClassVar[Text] = Text({"en": "counts of all intervals", "de": "Häufigkeiten aller Intervalle"})
    about: ClassVar[About | None] = "order"
    kind: Literal["all_intervals"]
    variable: Name


class CodePrefixes(LimitedRecord):
    """How many have a code that begins with each prefix ("31"), or with any of several (["31", "32", "33"])."""

    plural: ClassVar[Text] = Text(
        {"en": "counts by the beginnings of codes", "de": "Häufigkeiten nach Anfängen von Codes"}
    )
    about: ClassVar[About | None] = "codes"
    kind: Literal["code_prefix"]
    variable: Name
    prefixes: Annotated[
        list[PrefixText | Annotated[list[PrefixText], Field(min_length=1)]], Field(min_length=1, max_length=10_000)
    ]


class Rate(MeasureRecord):
    """The count, or the sum of `variable`, over the public figures of the cell, times `per`: 1,000 or 100,000, say.

    With `standard`, public weights of the codes of a variable such as age, it is directly standardised: the mean of the
    rates of these codes by these weights.
    """

    text_fields: ClassVar[frozenset[str]] = frozenset({"label", "decimals"})
    exact_fields: ClassVar[frozenset[str]] = frozenset({"per"})

    plural: ClassVar[Text] = Text({"en": "rates", "de": "Raten"})
    about: ClassVar[About | None] = "quantity"
    kind: Literal["rate"]
    figures: Name
    per: Rational = "1000"
    variable: Name | None = None
    standard: Name | None = None


class IndexBase(Record):
    """The code of a variable of the table at which an index is 100."""

    variable: Name
    code: Code


class Index(MeasureRecord):
    """The count in per cent of that of the same cell at one code of a variable of the table."""

    plural: ClassVar[Text] = Text({"en": "indices", "de": "Indizes"})
    kind: Literal["index"]
    base: IndexBase


class RatioPart(Record):
    """One side of a ratio: the sum of a quantity; how many lie within intervals of a variable; of none, the count."""

    variable: Name | None = None
    within: list[Interval] = []


class RatioOf(LimitedRecord):
    """One sum or count of a cell over another, times `per`: debts over incomes, dependants per 100 of working age."""

    text_fields: ClassVar[frozenset[str]] = frozenset({"label", "decimals"})
    exact_fields: ClassVar[frozenset[str]] = frozenset({"per"})

    plural: ClassVar[Text] = Text({"en": "ratios", "de": "Verhältnisse"})
    kind: Literal["ratio"]
    top: RatioPart
    bottom: RatioPart
    per: Rational = "1"


class Gini(LimitedRecord):
    """The Gini coefficient of a variable with bins from 0 up, between 0 and 100."""

    plural: ClassVar[Text] = Text({"en": "Gini coefficients", "de": "Gini-Koeffizienten"})
    about: ClassVar[About | None] = "bins"
    kind: Literal["gini"]
    variable: Name


class QuintileShares(LimitedRecord):
    """The share of each fifth of the people, by the size of a variable with bins, in all of it."""

    plural: ClassVar[Text] = Text({"en": "shares of fifths", "de": "Anteile von Fünfteln"})
    about: ClassVar[About | None] = "bins"
    kind: Literal["quintile_shares"]
    variable: Name


class AtRisk(LimitedRecord):
    """The share below a part of a median, of those who state a variable with bins: at risk of poverty.

    The median is the cell's own; with `base` that of the whole table, the page, the row or the column, as of a
    percentage: with "table" everybody is set against one line.
    """

    text_fields: ClassVar[frozenset[str]] = frozenset({"label", "decimals"})
    exact_fields: ClassVar[frozenset[str]] = frozenset({"part"})

    plural: ClassVar[Text] = Text(
        {"en": "shares below a part of the median", "de": "Anteile unter einem Teil vom Median"}
    )
    about: ClassVar[About | None] = "bins"
    kind: Literal["at_risk"]
    variable: Name
    part: Rational = "3/5"
    base: Literal["table", "page", "row", "column"] | Keep | None = None


Measure = Annotated[
    Count
    | Percentage
    | Sum
    | Mean
    | Variance
    | Deviation
    | Median
    | Quantiles
    | Cdf
    | Share
    | IntervalCounts
    | AllIntervals
    | CodePrefixes
    | Rate
    | Index
    | RatioOf
    | Gini
    | QuintileShares
    | AtRisk,
    Field(discriminator="kind"),
]

MEASURES: dict[str, type[MeasureRecord]] = {
    get_args(record.model_fields["kind"].annotation)[0]: record for record in get_args(get_args(Measure)[0])
}
"""The record of each kind of measure."""


class FigureRow(Record):
    """A public figure, and what it is about: a code of each variable."""

    exact_fields: ClassVar[frozenset[str]] = frozenset({"figure"})

    codes: Annotated[list[Code], Field(min_length=1)]
    figure: Rational


class PublicFigures(Record):
    """Public numbers with which published ones are computed: a population, factors of strata, a standard's weights.

    They are exact and cost nothing. `rows` has one for each combination of codes of the variables that a table needs;
    0 says that there is nobody. `date` is the day or the period that they are about.
    """

    text_fields: ClassVar[frozenset[str]] = frozenset({"label", "source", "date"})

    name: Name
    label: Words | None = None
    source: Words
    date: Words | None = None
    variables: Annotated[list[Name], Field(min_length=1, max_length=10)]
    rows: Annotated[list[FigureRow], Field(min_length=1, max_length=200_000)]


class TableRecord(Record):
    """One table: whom it counts, its pages, stub and boxhead (lists of blocks), and its measures.

    `counts` says what a count counts: records, or units of protection (persons, firms), each once in every cell in
    which it has a record. Then cells do not add up to totals: all cells of its group are to be alike, without totals.
    """

    text_fields: ClassVar[frozenset[str]] = frozenset({"title", "display"})

    name: Name
    group: Name | None = None
    title: Words
    universe: Universe | None = None
    counts: Literal["records", "units"] = "records"
    pages: list[Block] = []
    stub: list[Block] = []
    boxhead: list[Block] = []
    measures: Annotated[list[Measure], Field(min_length=1)]
    display: Display | None = None


class Note(Record):
    """A note on the release (no table), a table, a row, a column or a cell.

    `page`, `row` and `column` name a line by the codes of its variables ("_T" for a total); `measure` names an item by
    its code ("count", "mean:income").
    """

    text: Words
    table: Name | None = None
    page: dict[Name, str] | None = None
    row: dict[Name, str] | None = None
    column: dict[Name, str] | None = None
    measure: str | None = None

    @model_validator(mode="after")
    def _inside_a_table(self) -> Self:
        inside = (self.page, self.row, self.column, self.measure)
        if self.table is None and any(part is not None for part in inside):
            raise Unfit("planning.note_without_table")
        return self


class Marginal(Record):
    """Public counts over one or several variables, in C order of their code lists."""

    variables: Annotated[list[Name], Field(min_length=1)]
    counts: Annotated[list[Annotated[int, Field(ge=0)]], Field(min_length=1)]


class ReferenceRecord(Record):
    """Public planning figures (last year's published table, say): their source, how many people, how they divide.

    `weights` says what all their weights come to, by the name of the weight: the size of the population, say.
    """

    exact_fields: ClassVar[frozenset[str]] = frozenset({"weights"})

    source: Words
    total: Annotated[int, Field(ge=1)]
    marginals: list[Marginal] = []
    weights: dict[Name, Rational] = {}


class TargetRecord(Record):
    """How accurate figures of a table shall be; it decides no number, the budget that reaches it does.

    `margin` is the widest noise margin allowed, at the plan's level; `cv` the largest standard error allowed as a share
    of the count the planning figures expect ("0.1" is 10 %). `cells` names statistics as `compile` does, all counts of
    the table where nothing is named, or one figure of another kind by its code ("quantile:age:1/2"), whose margin is
    rough; `above` leaves of them the cells in which the planning figures expect more.
    """

    exact_fields: ClassVar[frozenset[str]] = frozenset({"margin", "cv"})

    table: Name
    cells: Annotated[list[str], Field(min_length=1)] | None = None
    margin: Rational | None = None
    cv: Rational | None = None
    above: Annotated[int, Field(ge=0)] | None = None

    @model_validator(mode="after")
    def _one_figure(self) -> Self:
        if (self.margin is None) == (self.cv is None):
            raise Unfit("planning.margin_or_cv")
        return self


class PlanRecord(Record):
    """A release plan: which tables, about whom, with how much of the budget."""

    text_fields: ClassVar[frozenset[str]] = frozenset(
        {
            "title", "level", "reference", "targets", "sampling", "display", "notes", "publisher", "contact", "source",
            "reference_period", "region", "intended_use", "revision", "style",
        }
    )  # fmt: skip

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, title="dpdesk plan, version 1")

    format: Literal["dpdesk-plan"]
    version: Literal[1]
    title: Words
    dictionary: DictionaryReference
    loss: LossRecord
    level: Level = 90
    groups: list[GroupRecord] = []
    tables: Annotated[list[TableRecord], Field(min_length=1, max_length=1000)]
    reference: ReferenceRecord | None = None
    targets: Annotated[list[TargetRecord], Field(max_length=200)] = []
    sampling: Annotated[list[Sampling], Field(max_length=500)] = []
    public_figures: Annotated[list[PublicFigures], Field(max_length=100)] = []
    display: Display = Display()
    notes: list[Note] = []
    publisher: Words | None = None
    contact: Words | None = None
    source: Words | None = None
    reference_period: Words | None = None
    region: Words | None = None
    intended_use: Words | None = None
    revision: Words | None = None
    style: StyleRecord | None = None

    @property
    def house(self) -> StyleRecord:
        """The house style: the plan's, or the plain one, which says nothing that is not usual."""
        return self.style or PLAIN

    def display_of(self, name: str) -> Display:
        """How a table's numbers are printed: as the table says, else the plan, else the house style."""
        own = next((table.display for table in self.tables if table.name == name), None)
        return _over(_over(self.house.display, self.display), own)

    @property
    def symbols(self) -> dict[str, str]:
        """The signs that plan and house style give to marks, the plan's before the style's."""
        return {str(name): sign for one in (self.house.display, self.display) for name, sign in one.symbols.items()}


def _over(below: Display, above: Display | None) -> Display:
    """A display with all that another one states."""
    asked = {} if above is None else {field: getattr(above, field) for field in above.model_fields_set}
    return below.model_copy(update=asked)
