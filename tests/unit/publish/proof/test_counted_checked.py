"""What the program for outsiders holds against a release that prices tables of households as tables of persons."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from households import described
from rechecked import problem

from dpdesk.planning.compiler import compile as compiling
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.wording import Table, new_plan
from dpdesk.publish.write import write_release
from dpdesk.release.rehearsal import rehearse
from dpdesk.schema.dictionary import Dictionary

HOUSEHOLDS = "households of protected units"


def rehearsed(folder: Path, table: Table, mechanism: str = "best", neighbours: str = "add_remove") -> Path:
    dictionary = described(3, persons=True, neighbours=neighbours)
    tree = new_plan(dictionary, [table], {"epsilon": "1"}, path="d.json")
    tree["tables"][0]["group"] = "g"
    tree["groups"] = [{"name": "g", "part": "1", "mechanism": mechanism}]
    write_release(rehearse(Plan.from_json(tree, dictionary)).release, folder)
    return folder


@pytest.mark.parametrize("neighbours", ["add_remove", "replace_one"])
def test_drawn_quantiles_of_households_are_checked_for_their_neighbours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, neighbours: str
) -> None:
    asked = Table("hh_region").statistic("median oldest"), "exponential-quantile", neighbours
    assert problem(rehearsed(tmp_path / "right", *asked)) == ""
    monkeypatch.setattr(Dictionary, "changed", lambda own, of_units: (own.neighbours, 1))
    monkeypatch.setattr("rechecked._SEEN", set())  # of the other neighbours this would be the right strategy
    with pytest.raises(AssertionError, match="names other neighbours"):
        rehearsed(tmp_path / "wrong", *asked)


def test_a_number_of_households_that_is_taken_as_known_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A planted fault: under add/remove the relation of households is replacement, and their total is free of noise."""
    made = compiling._as_group
    monkeypatch.setattr(compiling, "_as_group", lambda *own, **more: made(*own, **(more | {"exact_row": True})))
    with pytest.raises(AssertionError, match="nobody knows the number"):
        rehearsed(tmp_path, Table("hh_type").by("hh_size"))


@pytest.mark.parametrize(("table", "says"), [("hh_type", None), ("hh_type", "units"), ("region", HOUSEHOLDS)])
def test_what_is_counted_follows_from_the_dictionary(tmp_path: Path, table: str, says: str | None) -> None:
    folder = rehearsed(tmp_path, Table(table))
    path = folder / "proof" / "metadata.json"
    tree: dict[str, Any] = json.loads(path.read_bytes())
    assert tree["groups"][0].get("counts") == (HOUSEHOLDS if table == "hh_type" else None)
    tree["groups"][0]["counts"] = says
    path.write_text(json.dumps(tree), encoding="utf-8")
    assert "others are counted" in problem(folder)
