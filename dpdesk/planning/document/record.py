"""What the records of plans, sessions and house styles are made of: a base that is strict, and the kinds of fields."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints


class Record(BaseModel):
    """A JSON object of the plan; says which of its fields are text and which are exact numbers written as text.

    Keys it does not know are refused and types are not converted. Exact numbers have one meaning however they are
    written: "1/2" and "0.5" are the same plan.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    text_fields: ClassVar[frozenset[str]] = frozenset()
    exact_fields: ClassVar[frozenset[str]] = frozenset()


Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Parameter = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Rational = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,40}(\.[0-9]{1,40}|/[0-9]{1,40})?$")]
RelativePath = Annotated[str, StringConstraints(pattern=r"^[^\\\x00-\x1f]+$", max_length=1000)]
Decimals = Annotated[int, Field(ge=0, le=12)]
Level = Literal[80, 90, 95, 99]
Objective = Literal["weighted", "rmse", "max"]
PrefixText = Annotated[str, StringConstraints(max_length=200)]
