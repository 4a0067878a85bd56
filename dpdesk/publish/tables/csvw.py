"""`NAME.csv-metadata.json` beside each CSV file: what its columns are, for programs (CSV on the Web, W3C 2015).

The name is the one under which the standard looks for the description of a file. Titles stand in all languages of the
release; the name in the header is the one of no language ("und"), by which a validator knows the column.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dpdesk.publish.documents import facts
from dpdesk.publish.documents.corrected import corrections, tables_of, words
from dpdesk.publish.documents.words import said
from dpdesk.publish.tables.text import csv_guarded, one_line
from dpdesk.publish.tables.tidy import NUMBERS, REHEARSAL, SAMPLED, Column, columns
from dpdesk.release.result import Release, TableResult, Values
from dpdesk.translation import spoken

ENDING = "-metadata.json"
CONTEXT = "http://www.w3.org/ns/csvw"
TITLES = {
    "table": "Table",
    "measure": "Measure (code)",
    "measure_label": "Measure",
    "unit": "Unit of measure",
    "estimate": "Estimate",
    "lower": "Lower limit",
    "upper": "Upper limit",
    "level": "Level of limits and margin, in percent",
    "margin": "Noise margin",
    "unbiased": "Unbiased value",
    "flag": "Mark",
    "sampling_margin": "Sampling margin",
    "combined_margin": "Noise and sampling margin together",
}
_WHOLE = ("estimate", "lower", "upper")  # where a table counts
DIALECT = {
    "encoding": "utf-8",
    "lineTerminators": ["\r\n"],
    "delimiter": ",",
    "quoteChar": '"',
    "doubleQuote": True,
    "header": True,
    "headerRowCount": 1,
    "skipInitialSpace": False,
    "trim": False,
}


def document(release: Release, table: TableResult, url: str, language: str = "en") -> bytes:
    """The description of one file; `url` is its name (which needs no encoding), `language` that of its labels."""
    described = columns(table)
    names = [column_name(column.header) for column in described]
    keys = _primary_key(table, [name for name, one in zip(names, described, strict=True) if _is_key(one)])
    universe, record, written = table.shell.universe, release.plan.record, facts.languages(release)
    tree: dict[str, Any] = {
        "@context": [CONTEXT, {"@language": language}],
        "url": url,
        "dc:title": in_languages(table.shell.title, mark=REHEARSAL if release.rehearsal else ""),
        **({} if universe is None or not any(universe.values()) else {"dc:description": in_languages(universe)}),
        **({"dc:publisher": in_languages(office)} if (office := record.publisher or record.house.publisher) else {}),
        **({"dc:rights": in_languages(record.house.licence)} if record.house.licence else {}),
        "dc:source": in_languages(record.source or release.dictionary.title),
        **({"dc:spatial": in_languages(region)} if (region := record.region or record.house.region) else {}),
        **({"dc:temporal": in_languages(record.reference_period)} if record.reference_period else {}),
        "dc:issued": {"@value": release.date, "@type": "xsd:date"},
        **_corrected(release, table),
        "dc:identifier": release.release_id,
        "dialect": DIALECT,
        "tableSchema": {
            "columns": [
                _column(release, table, column, name, language, written)
                for column, name in zip(described, names, strict=True)
            ],
            **({"primaryKey": keys} if keys else {}),
        },
    }
    return (json.dumps(tree, ensure_ascii=False, indent=1) + "\n").encode()


def _corrected(release: Release, table: TableResult) -> dict[str, Any]:
    """When a text of the table was corrected last, and every such text as it was and is."""
    own = [
        (one, change)
        for one, changes in corrections(release)
        for change in changes
        if table.shell.name in tables_of((change,), release)
    ]
    if not own:
        return {}
    told = [{"@value": words(change, release, change.language), "@language": change.language} for _, change in own]
    return {"dc:modified": {"@value": own[-1][0].date, "@type": "xsd:date"}, "skos:changeNote": told}


def _column(
    release: Release, table: TableResult, column: Column, name: str, language: str, written: Sequence[str]
) -> dict[str, Any]:
    titles = {"und": csv_guarded(one_line(column.header)), **_titles(column, written)}
    found: dict[str, Any] = {"name": name, "titles": titles, "datatype": "string", "null": ""}
    if column.header in NUMBERS and column.variable is None:
        values: Values = getattr(table, column.header)
        whole = column.header in _WHOLE and bool(np.all(values[np.isfinite(values)] % 1 == 0))
        found["datatype"] = "integer" if whole else "decimal"
    elif column.header in ("level", *SAMPLED) and column.variable is None:
        found["datatype"] = "decimal"
    elif (column.variable is not None and not column.is_code) or column.header in ("measure_label", "unit"):
        found["lang"] = language
    elif column.header == "flag" and column.variable is None:
        there = _flags(table)
        meanings = [f"{flag}: {meaning}" for flag, _, meaning in facts.marks(release, language) if flag in there]
        if meanings:
            found["dc:description"] = {"@value": "; ".join(meanings), "@language": language}
    return found


def _titles(column: Column, languages: Sequence[str]) -> dict[str, str]:
    """The titles of a column in those of some languages in which it has any."""
    if column.variable is None:
        return {one: said(one, TITLES[column.header]) for one in languages if spoken(one)}
    ending = " (code)" if column.is_code else ""
    return {one: f"{text}{said(one, ending) if ending else ''}" for one, text in column.variable.items() if text}


def in_languages(text: Mapping[str, str], mark: str = "") -> list[dict[str, str]]:
    """A text in every language in which there is one."""
    return [{"@value": f"{mark}{words}", "@language": language} for language, words in text.items() if words]


def column_name(header: str) -> str:
    """The name of a column as a variable of URI templates (RFC 6570): what is no letter or digit is percent-encoded."""
    name = "".join(one if re.fullmatch("[A-Za-z0-9_]", one) else _encoded(one) for one in header)
    return f"%5F{name[1:]}" if name.startswith("_") else name  # names that begin with _ are kept for the standard


def _encoded(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode())


def _is_key(column: Column) -> bool:
    return column.is_code or (column.variable is None and column.header == "measure")


def _primary_key(table: TableResult, names: list[str]) -> list[str]:
    """The columns of codes and the measure, where they tell all lines apart and none of them is ever empty."""
    shell = table.shell
    axes = [[line.codes for line in axis.lines] for axis in (shell.pages, shell.stub, shell.boxhead)]
    codes = [item.code for item in shell.items]
    distinct = all(len(set(one)) == len(one) for one in axes) and len(set(codes)) == len(codes)
    full = all(code for axis in axes for line in axis for code in line)
    return names if distinct and full else []


def _flags(table: TableResult) -> set[str]:
    return {letter for flag in set(table.flag.ravel().tolist()) for letter in str(flag)}
