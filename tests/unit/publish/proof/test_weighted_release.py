"""The programs that lie beside a release, before weighted tables: accepted as they are, refused when changed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from outsider import data_file, problems
from rechecked import problem
from small import COUNT, block, dictionary_json, plan, table

from dpdesk.ledger.anchor import MemoryAnchor
from dpdesk.ledger.ledger import Ledger
from dpdesk.publish.write import write_release
from dpdesk.release.run import ReleaseRequest, release
from dpdesk.schema.dictionary import Dictionary

WEIGHT = {
    "name": "wt", "kind": "quantity", "column": "kilos", "label": {"en": "Weight"}, "describes": "unit", "lower": "0",
    "upper": "80", "step": "1/2", "below": "clamp", "above": "clamp", "unreadable": "not_stated",
}  # fmt: skip
ASKED: list[dict[str, Any]] = [
    COUNT, {"kind": "percentage", "base": "column"}, {"kind": "mean", "variable": "pay"},
    {"kind": "variance", "variable": "years"}, {"kind": "median", "variable": "age"},
]  # fmt: skip
CAPS = {
    "replace_one": ({"epsilon": "1"}, {"epsilon": "10"}),
    "add_remove": ({"epsilon": "1", "delta": "1e-6"}, {"epsilon": "10", "delta": "1e-5", "rule": "rho"}),
}


@pytest.fixture(scope="module", params=CAPS)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("weighted")
    loss, cap = CAPS[request.param]
    tree = dictionary_json(neighbours=request.param, budget_cap=cap, data_kind="sample")
    known = Dictionary.from_json({**tree, "variables": [*tree["variables"], WEIGHT]})
    given = table(stub=[block("sex")], measures=[COUNT, *({**one, "weight": "wt"} for one in ASKED)])
    data = data_file(folder / "data.csv")
    with Ledger.open(folder / "ledger.sqlite", create=True, anchor=MemoryAnchor()) as ledger:
        done = release(ReleaseRequest(plan(given, dictionary=known, loss=loss), data), ledger).release
        write_release(done, folder / "out", audit=ledger.release_lines(done.release_id))
    return folder / "out"


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """A copy, to be changed."""
    return Path(shutil.copytree(made, tmp_path / "copy"))


def test_both_programs_accept_it(made: Path) -> None:
    assert problem(made) == "" and problems(made) == []


def test_a_weight_said_to_be_smaller_is_refused(folder: Path) -> None:
    """Half the greatest weight would be half the loss."""
    path = folder / "proof" / "strategy.json"
    tree = json.loads(path.read_text(encoding="utf-8"))
    (stages,) = (group["stages"] for group in tree["groups"])
    own = next(one for one in vectors(stages) if one["vector"] == "sum 1" or "sum 1" in one.get("together", []))
    ends = own["ends"][own["together"].index("sum 1") - 1] if "together" in own else own["values"]
    assert ends == [0, 160]
    ends[1] = 80
    path.write_text(json.dumps(tree), encoding="utf-8")
    assert problem(folder)


def vectors(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict) and "vector" in node:
        yield node
    elif isinstance(node, dict | list):
        for one in node.values() if isinstance(node, dict) else node:
            yield from vectors(one)


def test_a_changed_weighted_number_is_refused(folder: Path) -> None:
    (path,) = (folder / "publish" / "tables").glob("*.csv")
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if "count:weighted:wt" in line)
    fields = lines[at].split(",")
    place = lines[0].split(",").index("estimate")
    label = len(fields) - len(lines[0].split(","))  # its comma
    fields[place + label] = str(float(fields[place + label]) + 1)
    path.write_text(text.replace(lines[at], ",".join(fields)), encoding="utf-8")
    assert problems(folder)
