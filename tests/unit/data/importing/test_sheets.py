"""Spreadsheets of code lists: headings in two languages and any order, groups, missing codes; what does not fit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from dictionary_examples import category, number, small
from openpyxl import Workbook

from dpdesk.cli.commands import run
from dpdesk.data.importing.dictionary import imported
from dpdesk.data.importing.files import read_metadata
from dpdesk.errors import BadInput
from dpdesk.schema.dictionary import Dictionary

SIGNED = {"confirmed_by": "Steward", "confirmed_on": "2025-01-31"}


def sheet(folder: Path, text: str, name: str = "codes.csv", encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


def into(tree: dict[str, Any] | None, *files: Path, **more: Any) -> dict[str, Any]:
    made, _ = imported(tree, None, files, SIGNED["confirmed_by"], SIGNED["confirmed_on"], **more)
    if tree is not None:
        Dictionary.from_json(made)
    return made


@pytest.mark.parametrize(
    "text",
    [
        "variable,code,label,parent,missing\nsex,,Gender,,\nsex,1,Woman,,\nsex,2,Man,,\nsex,9,Unknown,,yes\n",
        "missing;label:en;code;variable\n;Gender;;sex\nno;Woman;1;\n;Man;2;\nnot stated;Unknown;9;\n",
        "Fehlend\tlabel (en)\tSchlüssel\tMerkmal\n\tGender\t\tSEX\nnein\tWoman\t1\tsex\n\tMan\t2\t\nja\tUnknown\t9\t\n",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_headings_in_any_order_and_two_languages(tmp_path: Path, text: str, encoding: str) -> None:
    if text.startswith("Fehlend"):
        text = text.replace("SEX", "sex")
    made = into(small(), sheet(tmp_path, text, encoding=encoding))["variables"][0]
    assert made["label"] == {"en": "Gender"}
    assert made["codes"] == [{"code": "1", "label": {"en": "Woman"}}, {"code": "2", "label": {"en": "Man"}}]
    assert made["missing"] == [{"code": "9", "kind": "not_stated", "label": {"en": "Unknown"}, "texts": ["9"]}]
    assert made["public"] == {"how": "imported", "source": {"en": "the file codes.csv"}, **SIGNED}


def test_a_german_heading_says_that_labels_are_german(tmp_path: Path) -> None:
    made = into(
        small(), sheet(tmp_path, "Merkmal;Code;Bezeichnung\nsex;F;weiblich\nsex;M;männlich\n", encoding="cp1252")
    )
    codes = made["variables"][0]["codes"]
    assert codes[0] == {"code": "F", "label": {"en": "Female", "de": "weiblich"}, "texts": ["F", "female"]}
    assert codes[1] == {"code": "M", "label": {"de": "männlich"}}


def test_parents_make_a_hierarchy_and_numbers_with_codes_become_a_category(tmp_path: Path) -> None:
    path = tmp_path / "codes.xlsx"
    book = Workbook()
    book.active.append(["a note on its own sheet"])
    rows = book.create_sheet("codes")
    for row in (["variable", "code", "label", "parent"], ["age", "N", "North", None], ["age", 1, "One", "N"],
                ["age", 2, "Two", "N"], ["age", 30, "Thirty", None]):  # fmt: skip
        rows.append(row)
    book.save(path)
    tree = small(variables=[number(missing=[{"code": "M", "kind": "not_stated", "texts": ["?"], "numbers": ["-8"]}])])
    made = into(tree, path)["variables"][0]
    assert (made["kind"], [one["code"] for one in made["codes"]]) == ("category", ["1", "2", "30"])
    assert made["missing"] == [{"code": "M", "kind": "not_stated", "texts": ["?", "-8"]}]
    assert made["otherwise"] == {"code": "M"}
    built = Dictionary.from_json(small(variables=[made])).variable("age")
    assert built.levels[0].codes == ("N", "30", "M") and built.levels[0].labels[0].show() == "North"


def test_a_new_dictionary_has_a_code_for_what_is_blank_and_gaps_for_what_nobody_said(tmp_path: Path) -> None:
    made = into(None, sheet(tmp_path, "variable,code,label\nMarital status,1,Single\nMarital status,2,Married\n"))
    assert not {"unit", "neighbours", "budget_cap", "source"} & set(made)
    (only,) = made["variables"]
    assert (only["name"], only["column"], only["otherwise"]) == ("Marital_status", "Marital status", {"code": "NS"})
    assert only["missing"][0]["texts"] == [""]


def test_what_was_read_from_the_data_stays_known_as_that(tmp_path: Path) -> None:
    tree = small(variables=[category(public={"how": "read_from_data"}, missing=[], otherwise="nowhere")])
    same = "variable,code,label:en,cell,public\nsex,,Sex,,read_from_data\nsex,F,Female,F,\nsex,F,,female,\nsex,M,,M,\n"
    assert into(tree, sheet(tmp_path, same)) == tree
    made = into(tree, sheet(tmp_path, same.replace(",Female,", ",Women,")))["variables"][0]
    assert made["public"] == {"how": "read_from_data", **SIGNED}
    begun = into(None, sheet(tmp_path, same))["variables"][0]
    assert begun["public"] == {"how": "read_from_data", **SIGNED}
    begun = into(None, sheet(tmp_path, same.replace("read_from_data", "typed")))["variables"][0]
    assert begun["public"]["how"] == "imported"
    made = into(tree, sheet(tmp_path, same.replace("read_from_data", "").replace(",Female,", ",Women,")))["variables"][
        0
    ]
    assert made["public"]["how"] == "imported"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("variable,code,colour\nsex,F,red\n", "the heading 'colour', which is not known: use 'variable', 'code'"),
        ("variable,code,Wert\nsex,F,F\n", "two columns that mean code"),
        ("Canary79,F\nsex,M\n", "has no column headed code"),
        ("variable,code\nsex,F,Canary79\n", "line 2: there is a cell beyond the last heading"),
        ("variable,code\n,F\n", "line 2: the variable is not named"),
        ("variable,code,missing\nsex,,yes\n", "line 2: a line without a code"),
        ("variable,code\nsex,_T\n", "line 2: a code must be"),
        ("variable,code,label\nsex,F,a\nsex,M,b\nsex,F,c\n", "line 4: the code 'F' of 'sex' stands in a line above"),
        ("variable,code,missing\nsex,F,Canary79\n", "line 2: missing must be"),
        ("variable,code,cell\nsex,F,'\"Canary79'\n".replace("'", ""), "no CSV: a quote is misplaced in line 2"),
        ('variable,code,cell\nsex,F,"""Canary79"\n', "line 2: a cell begins with a quote"),
        ("variable,code,public\nsex,,Canary79\n", "line 2: public must be"),
        ("code\nF\n", "does not say which variable"),
        ("variable,code\n", "says nothing about any variable"),
        ("", "has no column headed code"),
        ("variable,code,parent\nsex,F,N\nsex,M,N\nsex,N,Z\nsex,Z,N\n", "circle"),
    ],
)
def test_what_does_not_fit_is_one_sentence_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadInput) as caught:
        into(small(), sheet(tmp_path, text))
    assert said in str(caught.value) and "Canary79" not in str(caught.value)
    assert str(caught.value).count("\n") == 0


def test_a_list_of_one_variable_belongs_to_the_one_that_is_named(tmp_path: Path) -> None:
    path = sheet(tmp_path, "code,label\nF,Women\nM,Men\n", "anything.csv")
    assert into(small(), path, variable="sex")["variables"][0]["codes"][1]["label"] == {"en": "Men"}
    named = sheet(tmp_path, "code,label\nF,Women\nM,Men\n", "Sex.csv")
    assert into(small(), named)["variables"][0]["codes"][1]["label"] == {"en": "Men"}


def test_the_commands_write_a_sheet_and_take_it_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, book = tmp_path / "small.dictionary.json", tmp_path / "codes.xlsx"
    tree = small(variables=[category(public={"how": "read_from_data"}, codes={"file": "sex.csv"}), number()])
    (tmp_path / "sex.csv").write_text("code,label\nF,Female\nM,Male\n", encoding="utf-8")
    path.write_text(json.dumps(tree), encoding="utf-8")
    assert run(["dictionary", "export", str(path), "--to", str(book)]) == 0
    assert "not confirmed to be public: sex." in capsys.readouterr().out
    assert run(["dictionary", "export", str(path), "--to", str(book)]) == 2
    assert "exists already" in capsys.readouterr().err
    words = ["dictionary", "import", str(book), "--into", str(path), "--by", "Steward"]
    assert run([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["variables"] == {"sex": "same", "age": "same"}
    assert json.loads(path.read_text(encoding="utf-8")) == tree
    other = tmp_path / "else"
    other.mkdir()
    assert run([*words, "-o", str(other / "new.dictionary.json")]) == 0
    moved = json.loads((other / "new.dictionary.json").read_text(encoding="utf-8"))
    assert moved["variables"][0]["codes"][0] == {"code": "F", "label": {"en": "Female"}}
    capsys.readouterr()
    assert run(["dictionary", "import", str(book), "--by", "Steward"]) == 2
    assert capsys.readouterr().err.startswith("Name the dictionary to import into")
    assert run(["dictionary", "export", str(path), "--to", str(tmp_path / "codes.ods")]) == 2
    assert "must end in .xlsx or .csv" in capsys.readouterr().err


def test_what_is_made_of_others_is_labelled_but_not_changed(tmp_path: Path) -> None:
    recode = {"name": "all", "kind": "recode", "label": {"en": "All"}, "of": "sex",
              "codes": [{"code": "x", "members": ["F", "M", "NS"]}]}  # fmt: skip
    tree = small(variables=[category(), recode])
    made = into(tree, sheet(tmp_path, "variable,code,label\nall,x,Everybody\n"))["variables"][1]
    assert made["codes"] == [{"code": "x", "label": {"en": "Everybody"}, "members": ["F", "M", "NS"]}]
    with pytest.raises(BadInput, match="made of other variables"):
        into(tree, sheet(tmp_path, "variable,code,label\nall,y,Everybody\n"))


def test_nothing_is_read_of_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = sheet(tmp_path, "variable,code\n" + "sex,F\n" * 9)
    monkeypatch.setattr("dpdesk.data.importing.tables.LARGEST_CODEBOOK", 40)
    with pytest.raises(BadInput, match="is larger than 0 MB"):
        read_metadata(path, "en")
