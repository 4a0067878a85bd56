"""The structure message beside an SDMX-CSV file: it knows every component and code of the file, and each reference."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import published
import pytest
from model_tables import MODELS
from published import block, category, dictionary, plan, table

from dpdesk.publish.tables import sdmx, sdmx_structure
from dpdesk.release.result import Release

URN = re.compile(r"urn:sdmx:org\.sdmx\.infomodel\.[a-z]+\.\w+=(\w+):(\w+)\(1\.0\.0\)(?:\.(\w+))?")
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_\-]*")


@cache
def released(name: str) -> Release:
    return published.release(MODELS[name]().released_as())


def message(release: Release, at: int = 0, *languages: str) -> Any:
    return json.loads(sdmx_structure.document(release, release.tables[at], languages or ("en",)))


def wrong(release: Release, at: int, told: Any) -> Iterator[str]:
    """Where a file and its structure disagree, and what refers to nothing."""
    pieces = b"".join(sdmx.lines(release, release.tables[at])).decode().splitlines()
    head, *rows = csv.reader(pieces)
    (structure,) = told["data"]["dataStructures"]
    parts = structure["dataStructureComponents"]
    dimensions = [dimension["id"] for dimension in parts["dimensionList"]["dimensions"]]
    own = [*dimensions, *(measure["id"] for measure in parts["measureList"]["measures"])]
    own += [attribute["id"] for attribute in parts["attributeList"]["attributes"]]
    if own != [name.partition(": ")[0] for name in head[3:]]:
        yield "other components"
    names = {one["id"]: one["name"] for one in told["data"]["conceptSchemes"][0]["concepts"]}
    yield from (
        f"{name}: other name" for name in head[3:] if names.get(name.partition(": ")[0]) != name.partition(": ")[2]
    )
    identifier = f"{structure['agencyID']}:{structure['id']}({structure['version']})"
    if rows and rows[0][1].partition(": ")[0] != identifier:
        yield f"the file is of {rows[0][1]}"
    lists = {
        codelist["id"]: {code["id"]: code["name"] for code in codelist["codes"]}
        for codelist in told["data"]["codelists"]
    }
    components = [
        one
        for which, what in (
            ("dimensionList", "dimensions"), ("measureList", "measures"), ("attributeList", "attributes"),
        )
        for one in parts[which][what]
    ]  # fmt: skip
    for place, component in enumerate(components, start=3):
        concept = URN.fullmatch(component["conceptIdentity"])
        if concept is None or concept[3] != component["id"] or concept[3] not in names:
            yield f"{component['id']}: no concept"
        enumeration = component["localRepresentation"].get("enumeration")
        if enumeration is None:
            continue
        found = URN.fullmatch(enumeration)
        codes = lists.get(found[2], {}) if found is not None else {}
        for code, _, label in {tuple(row[place].partition(": ")) for row in rows}:
            if codes.get(code) != label:
                yield f"{component['id']}: {code} is not listed as {label}"


@pytest.mark.parametrize("name", MODELS)
def test_the_structure_knows_every_component_code_and_label_of_its_file(name: str) -> None:
    release = released(name)
    for at in range(len(release.tables)):
        assert list(wrong(release, at, message(release, at))) == []


def test_a_code_that_is_not_listed_is_found() -> None:
    release = released("census")
    told = message(release)
    del told["data"]["codelists"][0]["codes"][1]
    assert any("is not listed" in one for one in wrong(release, 0, told))
    told = message(release)
    told["data"]["dataStructures"][0]["dataStructureComponents"]["dimensionList"]["dimensions"].pop(0)
    assert "other components" in list(wrong(release, 0, told))


def test_identifiers_are_those_the_standard_allows_and_stand_once() -> None:
    told = message(released("deaths"))["data"]
    for kind in ("dataStructures", "conceptSchemes", "codelists"):
        ids = [one["id"] for one in told[kind]]
        assert len(set(ids)) == len(ids) and all(NAME.fullmatch(one) for one in ids)
    for codelist in told["codelists"]:
        codes = [code["id"] for code in codelist["codes"]]
        assert len(set(codes)) == len(codes) and all(re.fullmatch(r"[A-Za-z0-9_@$\-]+", code) for code in codes)


def test_names_are_in_every_language_of_the_release() -> None:
    sex = category("sex", "Sex", ["M", "F"]) | {"label": {"en": "Sex", "de": "Geschlecht"}}
    one = dictionary([sex, category("school", "Schooling", ["1"])])
    release = published.release(
        plan(one, [table(title={"en": "Persons", "de": "Personen"}, boxhead=[block("school")])])
    )
    told = message(release, 0, "de", "en")
    assert told["meta"]["contentLanguages"] == ["de", "en"]
    (structure,) = told["data"]["dataStructures"]
    assert (structure["name"], structure["names"]) == ("Personen", {"de": "Personen", "en": "Persons"})
    concepts = {concept["id"]: concept["names"] for concept in told["data"]["conceptSchemes"][0]["concepts"]}
    assert concepts["SEX"] == {"de": "Geschlecht", "en": "Sex"}
    assert concepts["NOISE_MARGIN"] == {"de": "Rauschspanne", "en": "Noise margin"}


def test_a_rehearsal_is_a_test_and_says_so() -> None:
    told = message(published.release(rehearsal=True))
    assert told["meta"]["test"] is True
    assert told["data"]["dataStructures"][0]["name"].startswith("REHEARSAL ")
    assert message(published.release())["meta"]["test"] is False
