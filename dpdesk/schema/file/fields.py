"""The kinds of fields that dictionaries and plans are made of: codes, names, exact numbers, public texts.

Every object refuses keys it does not know, every number is an integer or an exact text, every public text a
map of languages. Where nearly all signs will do, `max_length` says how many: a pattern that counts them is compiled
as often as they may repeat, which took milliseconds of every start.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    WithJsonSchema,
)

from dpdesk.limits import LARGEST_CODE_LIST as LARGEST_CODE_LIST
from dpdesk.schema.text import LANGUAGE

RESERVED_CODES = ("_T",)

_CONTROL = re.compile(r"[\x00-\x1f]")
_NUMBER = re.compile(r"-?[0-9]{1,40}(\.[0-9]{1,40}|/[0-9]{1,40})?")


class Unfit(ValueError):
    """A field that is not what it must be, by the code of its problem; the validating library hands it on."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def decimal_comma(text: str) -> bool:
    """Whether a text is a number with a comma where a decimal point is needed."""
    return re.fullmatch(r"-?[0-9]{1,40},[0-9]{1,40}", text) is not None


def _exact(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise Unfit("schema.must_be_number")
    text = str(value)
    if decimal_comma(text):
        raise Unfit("schema.decimal_comma")
    if not _NUMBER.fullmatch(text) or re.search(r"/0*$", text):
        raise Unfit("schema.must_be_number")
    return text


def _code(code: str) -> str:
    if code != code.strip() or _CONTROL.search(code):
        raise Unfit("schema.code_with_spaces")
    if code in RESERVED_CODES:
        raise Unfit("schema.code_of_totals")
    return code


def _cell(text: str) -> str:
    if text != text.strip(" \t"):
        raise Unfit("schema.cell_with_spaces")
    return text


Exact = Annotated[
    str,
    BeforeValidator(_exact),
    WithJsonSchema({"anyOf": [{"type": "integer"}, {"type": "string", "pattern": f"^{_NUMBER.pattern}$"}]}),
]
Code = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(_code)]
Cell = Annotated[str, StringConstraints(max_length=1000), AfterValidator(_cell)]
Column = Annotated[str, StringConstraints(min_length=1, max_length=500)]
Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_.\-]{0,63}$")]
Language = Annotated[str, StringConstraints(pattern=LANGUAGE)]
Words = Annotated[dict[Language, str], Field(min_length=1)]
FileName = Annotated[str, StringConstraints(pattern=r"^[^/\\:\x00-\x1f]+$", max_length=255)]
Loss = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Describes = Literal["unit", "household", "area"]


def fraction(text: str) -> Fraction:
    """Return the rational an `Exact` field states."""
    return Fraction(text)


class Record(BaseModel):
    """A JSON object that refuses keys it does not know and does not convert types.

    Files of many records do without `from __future__ import annotations`: each text would be evaluated at every start.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
