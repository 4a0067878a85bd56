"""The description beside each CSV file, by the rules of the standard; each rule finds a fault that is planted."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import csvw_checker
import numpy as np
import published
import pytest

from dpdesk.publish.write import write_release
from dpdesk.release.canonical import result_hash
from dpdesk.release.result import Release


def kept(tmp_path: Path, release: Release, **how: Any) -> list[Path]:
    write_release(release, tmp_path, **how)
    return sorted((tmp_path / "publish" / "tables").glob("*.csv"))


def described(file: Path) -> dict[str, Any]:
    return dict(json.loads(file.with_name(f"{file.name}-metadata.json").read_bytes()))


def bilingual() -> Release:
    """Two languages, a name like another column's, names that are no variables of URI templates, measures in units."""
    sex = {**published.category("sex", "Sex", ["F", "M"]), "label": {"en": "Sex", "de": "Geschlecht"}}
    one = published.dictionary([sex, published.category("unit", "Unit", ["1", "=2"])], title={"en": "P", "de": "P"})
    share = {"kind": "percentage", "base": "row"}
    first = published.table("first", title={"en": "Persons", "de": "Personen"}, measures=[{"kind": "count"}, share])
    first |= {"stub": [published.block("sex")], "boxhead": [published.block("unit")]}
    stacked = published.table("stacked", stub=[published.block("sex"), published.block("unit")], boxhead=[])
    made = published.release(published.plan(one, [first, stacked], title={"en": "P", "de": "P (de)"}))
    table = made.tables[0]
    table.flag[0, 0, 0, 0], table.flag[0, 1, 0, 0] = "z", "nu"
    for array in (table.estimate, table.lower, table.upper, table.margin, table.unbiased):
        array[0, 1, 0, 0] = np.nan
    return replace(made, result_hash=result_hash(made))


@pytest.mark.parametrize(
    ("make", "language"),
    [(published.release, "en"), (published.full, "en"), (bilingual, "en"), (bilingual, "de")],
)
def test_every_description_keeps_the_rules(tmp_path: Path, make: Callable[[], Release], language: str) -> None:
    files = kept(tmp_path, make(), languages=[language])
    assert files and [csvw_checker.problems(file) for file in files] == [[] for _ in files]


def test_what_is_described(tmp_path: Path) -> None:
    first, stacked = kept(tmp_path, bilingual())
    tree = described(first)
    columns = {one["name"]: one for one in tree["tableSchema"]["columns"]}
    assert tree["url"] == "first.csv" and tree["tableSchema"]["primaryKey"] == ["sex", "variable%3Aunit", "measure"]
    assert columns["sex"]["titles"] == {"und": "sex", "en": "Sex (code)", "de": "Geschlecht (Code)"}
    assert columns["sex_label"]["titles"]["de"] == "Geschlecht" and columns["sex_label"]["lang"] == "en"
    assert columns["margin"]["titles"] == {"und": "margin", "en": "Noise margin", "de": "Rauschspanne"}
    kinds = {name: one["datatype"] for name, one in columns.items() if one["datatype"] != "string"}
    assert kinds == {
        "estimate": "integer",
        "lower": "integer",
        "upper": "integer",
        "level": "decimal",
        "margin": "decimal",
        "unbiased": "decimal",
    }
    said = columns["flag"]["dc:description"]["@value"]
    assert "z: impossible" in said and "u: unreliable" in said and "x:" not in said
    assert {one["@language"]: one["@value"] for one in tree["dc:title"]} == {"en": "Persons", "de": "Personen"}
    # A code that a block does not split by is empty: no key of a database.
    assert "primaryKey" not in described(stacked)["tableSchema"]
    assert all("dc:description" not in one for one in described(stacked)["tableSchema"]["columns"])


def test_a_rehearsal_says_so(tmp_path: Path) -> None:
    (file,) = kept(tmp_path, published.release(rehearsal=True))
    assert all(one["@value"].startswith("REHEARSAL") for one in described(file)["dc:title"])
    assert csvw_checker.problems(file) == []


def swapped(tree: Any) -> None:
    columns = tree["tableSchema"]["columns"]
    columns[0], columns[1] = columns[1], columns[0]


FAULTS: dict[str, Callable[[Any], object]] = {
    "@context is not": lambda tree: tree.update({"@context": "http://www.w3.org/ns/csvw#"}),
    "@context has more": lambda tree: tree["@context"].append({"@language": "en"}),
    "unknown properties of the table": lambda tree: tree.update(title="Persons"),
    "unknown properties of the column": lambda tree: tree["tableSchema"]["columns"][0].update(label="x"),
    "is no name of a column": lambda tree: tree["tableSchema"]["columns"][0].update(name="_row"),
    "two columns have one name": lambda tree: tree["tableSchema"]["columns"][0].update(name="sex"),
    "are not by language": lambda tree: tree["tableSchema"]["columns"][0].update(titles={"e": "x"}),
    "none of its titles": swapped,
    "described": lambda tree: tree["tableSchema"]["columns"].pop(),
    "unknown datatype": lambda tree: tree["tableSchema"]["columns"][0].update(datatype="whole"),
    "holds what is no integer": lambda tree: tree["tableSchema"]["columns"][-2].update(datatype="integer"),
    "holds what is no decimal": lambda tree: tree["tableSchema"]["columns"][-3].update(null="-"),
    "two lines have one primary key": lambda tree: tree["tableSchema"].update(primaryKey=["sex"]),
    "the primary key names no column": lambda tree: tree["tableSchema"].update(primaryKey=["sex", "age"]),
    "the primary key is empty": lambda tree: tree["tableSchema"].update(primaryKey=["sex", "school", "flag"]),
    "other line ends": lambda tree: tree["dialect"].update(lineTerminators=["\n"]),
    "url is not": lambda tree: tree.update(url="other.csv"),
    "dc:issued": lambda tree: tree.update({"dc:issued": {"@value": "today", "@type": "xsd:date"}}),
    "dc:issued: a value that is not of its type": lambda tree: tree.update(
        {"dc:issued": {"@value": "2026-02-03", "@type": "date"}}
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_checker_finds_a_fault(tmp_path: Path, fault: str) -> None:
    release = published.release()
    table = release.tables[0]
    for name in ("estimate", "lower", "upper", "margin", "unbiased"):
        getattr(table, name)[0, 0, 0, 0] = np.nan
    table.flag[0, 0, 0, 0] = "n"
    (file,) = kept(tmp_path, replace(release, result_hash=result_hash(release)))
    assert csvw_checker.problems(file) == []
    tree = described(file)
    FAULTS[fault](tree)
    file.with_name(f"{file.name}-metadata.json").write_text(json.dumps(tree), encoding="utf-8")
    assert any(fault in one for one in csvw_checker.problems(file)), csvw_checker.problems(file)


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        (b",3228,", b",[n],", "lower holds what is no integer"),
        (b",3231.25,", b",3.2e3,", "unbiased holds what is no decimal"),
        (b"sex,", b"gender,", "is headed 'gender'"),
        (b",90,", b",90,,", "another number of fields"),
        (b"table,", b"\xef\xbb\xbftable,", "byte order mark"),
    ],
)
def test_the_checker_finds_a_fault_of_the_file(tmp_path: Path, before: bytes, after: bytes, fault: str) -> None:
    (file,) = kept(tmp_path, published.release())
    file.write_bytes(file.read_bytes().replace(before, after, 1))
    assert any(fault in one for one in csvw_checker.problems(file)), csvw_checker.problems(file)
