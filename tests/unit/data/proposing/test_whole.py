"""A whole dictionary proposed from a file: the window's proposals, what was said, and what is left open."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from dpdesk.data.proposing.proposal import propose
from dpdesk.data.proposing.sniffing import sniff
from dpdesk.data.proposing.whole import propose_file
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput
from dpdesk.planning.document.wording import Table
from dpdesk.problems.render import render
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.editing.deciding import Decisions
from dpdesk.schema.editing.starting import confirmed

SAID = Decisions(unit="person", neighbours="add_remove", data_kind="complete_count", epsilon="2")


@pytest.fixture
def people(tmp_path: Path) -> Path:
    path = tmp_path / "our_people.v2.csv"
    rows = [f"Canary{at % 60},{'fm'[at % 2]},{at % 7},1.5" for at in range(300)]
    path.write_text("\n".join(["id,sex,rooms,weight", *rows]) + "\n", encoding="utf-8")
    return path


def test_the_variables_are_those_the_window_proposes(people: Path) -> None:
    found = propose_file(people, SAID, ignore_weights=True)
    source = open_source(people, sniff(people).format)
    assert found.variables == propose(source)
    made = Dictionary.from_json(found.tree)
    assert made.names == ("id", "sex", "rooms") and made.unconfirmed() == made.names
    assert (made.dataset_id, made.title.show("en")) == ("our-people", "Our people")
    assert (made.unit.kind, made.unit.label.show("en"), made.budget_cap) == ("row", "one person", {"epsilon": "2"})
    made.check_columns(source.columns)
    sure = Dictionary.from_json(confirmed(found.tree, ["sex"], "Steward", "2025-01-31"))
    assert sure.unconfirmed() == ("id", "rooms") and sure.meaning_hash == made.meaning_hash


def test_nothing_is_guessed_that_decides_about_privacy(people: Path) -> None:
    found = propose_file(people, Decisions())
    assert found.open == ("data_kind", "unit.describes", "unit.kind", "neighbours", "budget_cap", "weight_columns")
    assert not {"unit", "neighbours", "budget_cap", "data_kind"} & set(found.tree)
    with pytest.raises(BadInput):
        Dictionary.from_json(found.tree)


def test_the_id_of_a_unit_in_own_words_is_no_variable(people: Path) -> None:
    said = Decisions(unit="one firm", id_column="id", max_rows=5, rows_without_id="drop", neighbours="add_remove",
                     data_kind="sample", epsilon="2", delta="1e-6", rule="sum")  # fmt: skip
    found = propose_file(people, said, ignore_weights=True, title="Firms", dataset_id="firms", language="de")
    made = Dictionary.from_json(found.tree)
    assert made.names == ("sex", "rooms") and found.open == ()
    assert (made.unit.describes, made.unit.label.show("de"), made.unit.column) == ("other", "one firm", "id")
    assert made.title == {"de": "Firms"} and made.budget_cap == {"epsilon": "2", "delta": "1e-6", "rule": "sum"}


def test_a_weight_has_the_bounds_that_were_typed_and_is_answered_for(people: Path) -> None:
    found = propose_file(people, SAID, weights=["weight 0 4 1/2"])
    made = Dictionary.from_json(found.tree)
    weight = made.variable("weight")
    assert found.open == () and found.tree["weight_columns"] == [{"column": "weight", "answer": "weight"}]
    assert (weight.lower, weight.upper, weight.step, weight.columns) == (0, 4, Fraction(1, 2), ("weight",))
    assert "weight" not in made.unconfirmed()
    assert propose_file(people, SAID, weights=["rooms 0 9"]).open == ("weight_columns",)
    for words in ("weight 0", "none 0 1"):
        with pytest.raises(BadInput):
            propose_file(people, SAID, weights=[words])


def test_a_quantity_has_the_bounds_that_were_typed_and_is_what_a_mean_of_the_number_means(people: Path) -> None:
    found = propose_file(people, SAID, ignore_weights=True, quantities=["rooms 0 20", "sex 0 1 1/2"])
    made = Dictionary.from_json(found.tree)
    rooms = made.variable("rooms_amount")
    assert (rooms.is_quantity, rooms.lower, rooms.upper, rooms.columns) == (True, 0, 20, ("rooms",))
    assert made.names[3:] == ("rooms_amount", "sex_amount") and "rooms_amount" in made.unconfirmed()  # as its number is
    asked = Table("sex").mean("rooms").median("rooms").to_json(made)["measures"]
    assert [one["variable"] for one in asked] == ["rooms_amount", "rooms"]
    for words, said in {
        "Rooms 0 1": "did you mean 'rooms'?",
        "rooms 0": "two public bounds",
        "": "No variable",
    }.items():
        with pytest.raises(BadInput) as caught:
            propose_file(people, SAID, quantities=[words])
        assert said in str(caught.value)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (Decisions(unit="person", id_column="ID"), "has no column 'ID' (did you mean 'id'?)"),
        (Decisions(unit="person", id_column="Canary1"), "has no column 'Canary1': name"),
        (Decisions(unit="person", max_rows=2), "needs the unit and its id"),
        (Decisions(id_column="id"), "needs the unit and its id"),
        (Decisions(epsilon="two"), "must be an exact number above zero"),
        (Decisions(epsilon="2", rho="1"), "must be exactly one of"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(people: Path, said: Decisions, sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        propose_file(people, said)
    assert sentence in str(caught.value)


def test_of_a_file_without_a_heading_no_cell_is_proposed(tmp_path: Path) -> None:
    """Its first record would pass for names of columns; a name that is near is then a cell of somebody's."""
    path = tmp_path / "people.csv"
    path.write_text("Canarybird,f\nCanarybyrd,m\nCanaryburd,f\n", encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        propose_file(path, Decisions(unit="person", id_column="Canarybirt"))
    assert "Canarybird" not in str(caught.value)


def test_a_heading_that_looks_like_several_columns_is_a_remark(tmp_path: Path) -> None:
    path = tmp_path / "joined.csv"
    path.write_text("age;sex\n1\n2\n1\n", encoding="utf-8")
    found = propose_file(path, SAID)
    assert render(found.remarks[-1]) == "Check the delimiter: the file seems to be separated by ';', not by ','."
    assert render(found.remarks[-1], language="de") == (
        "Prüfen Sie das Trennzeichen; die Datei scheint durch ';' getrennt zu sein, nicht durch ','."
    )
