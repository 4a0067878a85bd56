"""What a statistical file says of its variables is proposed as it stands there, and nothing of its records with it."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas
import pyreadstat
import pytest
from microdata import KEY, dictionary
from statistical import CANARY, opened

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.proposing.contents import Found
from dpdesk.data.proposing.proposal import ProposedVariable, propose
from dpdesk.data.proposing.stated import BESIDES, LIST, is_list
from dpdesk.data.sources.known import Known
from dpdesk.schema.domain import GroupDomain
from dpdesk.schema.variables.numberformat import NumberFormat

SEX = {1.0: "Female", 2.0: "Male", 8.0: "Not applicable", 9.0: "Refused"}


def saved(path: Path, columns: dict[str, list[Any]], **more: Any) -> Path:
    pyreadstat.write_sav(pandas.DataFrame(columns), path, **more)
    return path


def one(folder: Path, cells: list[Any], **more: Any) -> ProposedVariable:
    labels = {key: {"v": value} for key, value in more.items()}
    return propose(opened(saved(folder / "people.sav", {"v": cells}, **labels)), ["v"])[0]


def record(proposal: ProposedVariable) -> dict[str, Any]:
    assert proposal.record is not None, proposal.remark
    dictionary([proposal.record])  # it is a valid one
    return proposal.record


def test_labels_of_values_become_a_code_list_that_nobody_has_to_confirm(tmp_path: Path) -> None:
    proposal = one(
        tmp_path, [1.0, 2.0, 2.0, 9.0, None] * 9, variable_value_labels=SEX, missing_ranges=[8, 9],
        column_labels="Sex of the person",
    )  # fmt: skip
    made = record(proposal)
    assert made["label"] == {"en": "Sex of the person"} and proposal.remarks == (LIST,)
    assert [(code["code"], code["label"]["en"]) for code in made["codes"]] == [("1", "Female"), ("2", "Male")]
    assert [(code["code"], code["kind"], code["texts"]) for code in made["missing"]] == [
        ("8", "not_applicable", ["8"]), ("9", "not_stated", ["9"]), ("NS", "not_stated", [""]),
    ]  # fmt: skip
    assert made["otherwise"] == {"code": "NS"}
    assert made["public"] == {"how": "imported", "source": {"en": "what people.sav says of its variables"}}
    assert dictionary([made]).unconfirmed() == ()


def test_a_code_list_is_the_same_whatever_the_records_hold(tmp_path: Path) -> None:
    """No value of the data that is not in the metadata gets into the proposal, a missing one neither."""
    few = one(tmp_path, [1.0] * 400, variable_value_labels=SEX, missing_ranges=[9])
    many = one(tmp_path, [2.0] * 399 + [7919.0], variable_value_labels=SEX, missing_ranges=[9])
    assert record(few) == record(many) and "7919" not in json.dumps(record(many)) + many.remark
    assert few.remarks == (LIST,) and many.remarks == (LIST, BESIDES)


def test_the_codes_are_counted_as_they_are_proposed(tmp_path: Path) -> None:
    cells = [1.0] * 20 + [2.0] * 28 + [9.0] * 3 + [None] * 2 + [4.0]
    path = saved(
        tmp_path / "people.sav", {"v": cells * 3},
        variable_value_labels={"v": SEX}, missing_ranges={"v": [9]},
    )  # fmt: skip
    source = opened(path)
    made = record(propose(source)[0])
    described = dictionary([made])
    codes = described.variable("v").codes
    counts = tabulate(source, described, [GroupDomain(("v",))], KEY)[0].counts
    assert dict(zip(codes, map(int, counts), strict=True)) == {"1": 60, "2": 84, "8": 0, "9": 9, "NS": 9}


def test_values_without_labels_are_read_from_the_data_as_ever(tmp_path: Path) -> None:
    rng = random.Random(1)
    cells = [float(rng.randrange(100)) for _ in range(500)] + [997.0] * 5
    proposal = one(
        tmp_path, cells, variable_value_labels={0.0: "Newborn", 997.0: "Not applicable"}, missing_ranges=[997]
    )
    made = record(proposal)
    assert made["kind"] == "number" and made["public"] == {"how": "read_from_data"}
    assert made["bins"] == {"first": 0, "last": 100}  # 997 is no age
    assert made["missing"][0] == {
        "code": "997", "kind": "not_applicable", "label": {"en": "Not applicable"}, "texts": [], "numbers": ["997"],
    }  # fmt: skip
    assert dictionary([made]).unconfirmed() == ("v",)


def test_a_range_that_nobody_can_list_is_not_stated(tmp_path: Path) -> None:
    cells = [float(at % 90) for at in range(500)] + [5000.5, 99999.0]
    made = record(one(tmp_path, cells, missing_ranges=[{"lo": 1000, "hi": 1_000_000}]))
    assert made["bins"] == {"first": 0, "last": 90}
    assert made["above"] == made["unreadable"] == {"code": "NS"} and made["below"] == "clamp"


def test_labels_of_some_codes_stand_beside_those_that_were_read(tmp_path: Path) -> None:
    made = record(one(tmp_path, ["x", "y", "z"] * 20, variable_value_labels={"x": "Ex", "w": CANARY}))
    assert [(code["code"], code["label"]["en"]) for code in made["codes"]] == [("x", "Ex"), ("y", "y"), ("z", "z")]
    assert made["public"] == {"how": "read_from_data"}


def test_extended_missing_values_of_stata(tmp_path: Path) -> None:
    frame = pandas.DataFrame({"v": [1, 2, "a", "b"] * 5}, dtype=object)
    path = tmp_path / "people.dta"
    pyreadstat.write_dta(
        frame, path, variable_value_labels={"v": {1: "Yes", 2: "No", "a": "Inapplicable"}},
        missing_user_values={"v": ["a", "b"]},
    )  # fmt: skip
    source = opened(path)
    made = record(propose(source)[0])
    assert [code["code"] for code in made["codes"]] == ["1", "2"]
    assert [(code["code"], code["kind"]) for code in made["missing"]] == [
        (".a", "not_applicable"), ("NS", "not_stated"),
    ]  # fmt: skip
    assert '".b"' not in json.dumps(made)  # the records alone have it
    described = dictionary([made])
    counts = tabulate(source, described, [GroupDomain(("v",))], KEY)[0].counts
    assert dict(zip(described.variable("v").codes, map(int, counts), strict=True)) == {
        "1": 5, "2": 5, ".a": 5, "NS": 5,
    }  # fmt: skip


def test_labels_that_are_long_or_strange_make_valid_records(tmp_path: Path) -> None:
    labels = {" a b": "first", "_T": "=cmd|' /C calc'!A0", "a b": "x" * 120, "é": "tab\there"}
    made = record(one(tmp_path, ["_T", "a b", "é"] * 9, variable_value_labels=labels))
    assert {code["code"] for code in made["codes"]} == {"T", "a b", "é"}
    assert {code["label"]["en"] for code in made["codes"]} == {"=cmd|' /C calc'!A0", "first", "tab here"}


@pytest.mark.parametrize(
    ("found", "is_one"),
    [({"1": 10, "2": 5}, True), ({"1": 100, "7": 5}, True), ({"1": 90, "7": 10}, False), ({}, True), (None, False)],
)
def test_when_labels_make_up_a_code_list(found: dict[str, int] | None, is_one: bool) -> None:
    known = Known(values=(("1", "Yes"), ("2", "No"), ("9", "Refused")), missing=("9",))
    assert is_list(known, Found(NumberFormat(), texts=found)) is is_one
    only_missing = Known(values=(("9", "Refused"),), ranges=((Fraction(9), None),))
    assert not is_list(only_missing, Found(NumberFormat(), texts=found))
