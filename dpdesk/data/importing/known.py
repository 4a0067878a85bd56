"""What statistical files and codebooks say of their columns, as lists for a dictionary."""

from __future__ import annotations

from collections.abc import Mapping

from dpdesk.data.importing.listed import Listed
from dpdesk.data.proposing.contents import Found
from dpdesk.data.proposing.stated import listed, missing_of
from dpdesk.data.sources.known import Known
from dpdesk.schema.variables.numberformat import NumberFormat


def of_columns(known: Mapping[str, Known], language: str) -> list[Listed]:
    """What is said of each column; of amounts the missing codes alone."""
    return [_listed(column, facts, language) for column, facts in known.items()]


def _listed(column: str, facts: Known, language: str) -> Listed:
    label = {language: facts.label} if facts.label else {}
    spoken = frozenset([language])
    if not facts.amount and any(not facts.is_missing(text) for text, _ in facts.values):
        record, _ = listed("x", column, facts, Found(NumberFormat()), language)
        codes = tuple({"texts": [code["code"]], **code} for code in record["codes"])
        return Listed(
            name=column, label=label, codes=codes, missing=tuple(record["missing"]), languages=spoken, cells=True,
            partial=True,
        )  # fmt: skip
    missing = tuple(missing_of(facts, language))
    return Listed(name=column, label=label, missing=missing or None, languages=spoken, cells=True, partial=True)
