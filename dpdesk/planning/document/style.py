"""The house style, field by field: how an office prints its releases, and nothing that decides a number.

A style is text and not meaning: a release is printed again in another one at no cost. A plan carries the style it is
released in, with its picture, so that the same bytes can be made from the ledger alone; what the plan's own `display`,
publisher or contact say goes before it. As a file of its own (`*.style.json`) it serves all plans of an office.
"""

from fractions import Fraction
from typing import Annotated, ClassVar, Literal, Self

from pydantic import ConfigDict, Field, StringConstraints, model_validator

from dpdesk.planning.document.record import Decimals, Level, Rational, Record
from dpdesk.schema.file.fields import Language, Unfit, Words

FORMAT = "dpdesk-style"
VERSION = 1
LARGEST_LOGO = 300_000  # bytes
_LETTERS = -(-LARGEST_LOGO // 3) * 4  # of them in base64

ERRORS = {80: "1.2816", 90: "1.6449", 95: "1.96", 99: "2.5758"}
"""How many standard errors a margin of each level is, as for the normal distribution: a convention of the marks."""

Flag = Literal[
    "impossible",
    "unreliable",
    "caution",
    "not_estimable",
    "unprotected",
    "revised",
    "less_detail",
    "unadjusted",
    "controlled",
]
Symbol = Annotated[str, StringConstraints(min_length=1, max_length=20)]
PICTURE = r"data:image/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}"
_LOGO = rf"^(?:{PICTURE}|[^/\\:\x00-\x1f]{{1,255}}\.(?:png|jpg|jpeg))$"
Logo = Annotated[str, StringConstraints(pattern=_LOGO, max_length=_LETTERS + 30)]


class Display(Record):
    """How numbers are printed, never what they are: `scale` 1000 prints counts and sums in thousands, `rounding_base` 5
    rounds them to fives; `decimals` is the most that any figure is printed with; `margins` says where the workbook has
    noise margins, beside each estimate, in a block after all of them, or on a sheet of their own; `totals` says whether
    rows and columns for all codes of a variable stand before or after them. `picture` draws the table, too: as bars,
    as a pyramid with two sides, as the curve of its cumulative counts, or as lines; where it is asked for all tables,
    those are drawn that it fits. `picture_of` is the code of the measure that is drawn, such as "mean:income"; else
    it is the first that suits.
    """

    scale: Literal[1, 1_000, 1_000_000, 1_000_000_000] = 1
    decimals: Decimals | None = None
    rounding_base: Annotated[int, Field(ge=1, le=10**9)] = 1
    layout: Literal["accessible", "classic", "list"] = "accessible"
    margins: Literal["beside", "block", "sheet"] = "beside"
    totals: Literal["first", "last"] = "first"
    picture: Literal["none", "bars", "pyramid", "curve", "line"] = "none"
    picture_of: Annotated[str, StringConstraints(min_length=1, max_length=300)] | None = None
    symbols: dict[Flag, Symbol] = Field(default={})


class Reliability(Record):
    """Which estimates are marked for the noise they bear; the noisy figures alone decide.

    `measure` "margin" sets the noise margin at `level` against the estimate, "cv" the standard error that the margin
    stands for. Where its share of the estimate is above `unreliable`, the estimate is marked so; above `caution`, to be
    used with caution. `error` "combined" takes noise and sampling error together where the plan declares the latter.
    """

    exact_fields: ClassVar[frozenset[str]] = frozenset({"unreliable", "caution"})

    measure: Literal["margin", "cv"] = "margin"
    error: Literal["noise", "combined"] = "noise"
    level: Level = 90
    unreliable: Rational = "1/2"
    caution: Rational | None = None

    @property
    def width(self) -> float:
        """How many standard errors are set against the estimate."""
        return float(ERRORS[self.level]) if self.measure == "margin" else 1.0

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        try:
            above = Fraction(self.unreliable)
            below = above / 2 if self.caution is None else Fraction(self.caution)
        except ZeroDivisionError:
            raise Unfit("planning.shares") from None
        if not 0 < below < above:
            raise Unfit("planning.shares_in_order")
        return self


class Font(Record):
    """The font of the workbook, and its sizes in points: of text, headings, and tables in the classic layout."""

    family: Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9 \-]{0,30}$")] = "Arial"
    text: Annotated[int, Field(ge=8, le=18)] = 12
    heading: Annotated[int, Field(ge=8, le=28)] = 16
    small: Annotated[int, Field(ge=7, le=14)] = 10


class StyleRecord(Record):
    """How an office prints: who it is, what it calls things, how tables are set out.

    `logo` names a PNG or JPEG file beside the style, and is the picture itself where a plan carries the style.
    `citation` may have {publisher}, {title}, {year}, {date} and {release} in it. `languages` are those of the release
    that files are written in, the first of them first; without it all languages of the title, English first. `csv`
    says whether there are CSV files with labels in each of them, or in the first alone; `workbook` whether each of them
    has a workbook of its own, or all are in one, the sheets of the second after those of the first.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, title="dpdesk house style, version 1")

    format: Literal["dpdesk-style"]
    version: Literal[1]
    name: Words
    publisher: Words | None = None
    logo: Logo | None = None
    contact: Words | None = None
    region: Words | None = None
    licence: Words | None = None
    citation: Words | None = None
    next_release: Words | None = None
    languages: Annotated[list[Language], Field(min_length=1, max_length=10)] | None = None
    csv: Literal["each", "first"] = "each"
    workbook: Literal["each", "together"] = "each"
    display: Display = Display()
    reliability: Reliability | None = None
    font: Font = Font()
    paper: Literal["A4", "letter"] = "A4"

    @model_validator(mode="after")
    def _named_picture(self) -> Self:
        if self.logo is not None and not any((self.publisher or {}).values()):
            raise Unfit("planning.logo_without_publisher")
        return self


PLAIN = StyleRecord(format="dpdesk-style", version=1, name={"en": "Plain", "de": "Schlicht"}, reliability=Reliability())
"""What is usual: nothing is said of the office, and an estimate is unreliable with a margin above half of it."""
