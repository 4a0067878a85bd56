"""`microdata.csv`: synthetic records that have the published numbers, for programs; and its description beside it.

Columns: the variables that the tables name, under their names, with their codes; then quantities, in their unit. Lines
in the order of the codes. The form is that of the CSV files of the tables (tidy.py, csvw.py): codes are spelled alike.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from dpdesk.publish.documents import facts
from dpdesk.publish.documents.words import number, said
from dpdesk.publish.tables.csvw import CONTEXT, DIALECT, column_name, in_languages
from dpdesk.publish.tables.text import csv_field, csv_guarded, one_line
from dpdesk.publish.tables.tidy import REHEARSAL
from dpdesk.release.canonical import number_text
from dpdesk.release.microdata import Column, Microdata
from dpdesk.release.result import Release
from dpdesk.translation import spoken

NAME = "microdata.csv"
_LINES_AT_ONCE = 20_000


def lines(records: Microdata, *, rehearsal: bool = False) -> Iterator[bytes]:
    """The file in pieces of some thousand lines; those of a rehearsal say so in a column of their own."""
    mark = [REHEARSAL.strip()] if rehearsal else []
    names = [csv_field(column.variable.name) for column in records.columns]
    yield (",".join(mark + names) + "\r\n").encode()
    codes = [[csv_field(code) for code in column.variable.codes] for column in records.columns]
    for first in range(0, records.size, _LINES_AT_ONCE):
        fields = [
            _fields(column, own, slice(first, first + _LINES_AT_ONCE))
            for column, own in zip(records.columns, codes, strict=True)
        ]
        yield "".join(",".join([*mark, *line]) + "\r\n" for line in zip(*fields, strict=True)).encode()


def _fields(column: Column, codes: list[str], span: slice) -> list[str]:
    values = zip(column.values[span].tolist(), column.there[span].tolist(), strict=True)
    if not column.variable.is_quantity:
        return [codes[value] if there else "" for value, there in values]
    step = column.variable.step
    return [spelled(value * step) if there else "" for value, there in values]


def spelled(value: Fraction) -> str:
    """A value of a quantity as tables spell numbers."""
    return str(value.numerator) if value.denominator == 1 else number_text(float(value))


def document(release: Release, records: Microdata) -> bytes:
    """The description of the file, as CSV on the Web has it."""
    mark = {"name": REHEARSAL.strip(), "titles": {"und": REHEARSAL.strip()}, "datatype": "string", "null": ""}
    texts = {one: words(records, one) for one in facts.languages(release) if spoken(one)}
    tree: dict[str, Any] = {
        "@context": [CONTEXT, {"@language": "en"}],
        "url": NAME,
        "dc:title": in_languages(release.plan.title, mark=REHEARSAL if release.rehearsal else ""),
        "dc:description": in_languages(texts or {"en": words(records, "en")}),
        "dc:source": in_languages(release.dictionary.title),
        "dc:issued": {"@value": release.date, "@type": "xsd:date"},
        "dc:identifier": release.release_id,
        "dialect": DIALECT,
        "tableSchema": {"columns": [mark] * release.rehearsal + [_column(column) for column in records.columns]},
    }
    return (json.dumps(tree, ensure_ascii=False, indent=1) + "\n").encode()


def _column(column: Column) -> dict[str, Any]:
    variable = column.variable
    titles = {
        "und": csv_guarded(one_line(variable.name)),
        **{one: text for one, text in variable.label.items() if text},
    }
    whole = variable.is_quantity and variable.step.denominator == 1
    datatype = ("integer" if whole else "decimal") if variable.is_quantity else "string"
    return {"name": column_name(variable.name), "titles": titles, "datatype": datatype, "null": ""}


def words(records: Microdata, language: str) -> str:
    """What the file is, and what it is not fit for."""
    text = said(
        language,
        "The file {name} holds {number} synthetic records, none of them taken from the confidential file. They were "
        "made from the published figures by calculation, without further noise, so that tables counted from them are "
        "the published ones. Whatever no table shows is an artefact: relations between variables that stand in no "
        "table together, codes that no table tells apart (the first of them stands for all), and single values of a "
        "quantity (each is about the mean of all whom the same figures count, whatever the other codes of its "
        "record). The records do not serve to estimate variances or to test hypotheses, for which the margins of the "
        "tables are needed, and must not be matched or combined with the confidential file.",
        name=NAME,
        number=number(language, records.size),
    )
    if not records.left_out:
        return text
    names = ", ".join(one.label.show(language) or one.name for one in records.left_out)
    left = said(
        language,
        "Left out, because no values of single records have all published figures: {names}.",
        names=names,
    )
    return f"{text} {left}"
