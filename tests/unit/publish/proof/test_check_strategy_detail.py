"""The program that recomputes what a release cost, against adaptive detail: each area is paid for once.

The forger of these tests owns the ledger too: the draw mark, its chain and all lists of files agree with what was
changed, so that nothing but the recomputation can refuse it.
"""

from __future__ import annotations

import copy
import hashlib
import json
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import detailed
import pytest
from rechecked import checker, problem
from small import small

from dpdesk.ledger.anchor import MemoryAnchor
from dpdesk.ledger.ledger import Ledger
from dpdesk.publish.write import write_release
from dpdesk.release.rehearsal import rehearse
from dpdesk.release.run import ReleaseRequest, release

SECOND = "areas were not measured once each, at the level of their size"
Rows = dict[str, list[int]]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("detail")
    data = detailed.written(folder / "data.csv")
    with Ledger.open(folder / "ledger.sqlite", create=True, anchor=MemoryAnchor()) as ledger:
        done = release(ReleaseRequest(detailed.detailed(), data), ledger).release
        write_release(done, folder / "out", audit=ledger.release_lines(done.release_id))
    return folder / "out"


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """A copy, to be changed."""
    return Path(shutil.copytree(made, tmp_path / "copy"))


def read(folder: Path) -> tuple[dict[str, Any], dict[str, Any], Rows]:
    """The group's strategy, its description, and the integers that were drawn."""
    strategy, said = (json.loads((folder / "proof" / name).read_bytes()) for name in ("strategy.json", "metadata.json"))
    rows: Rows = {}
    for line in (folder / "proof" / "measurements.csv").read_text().splitlines()[1:]:
        _, statistic, kind, _, _, value = line.split(",")
        if kind == "noisy":
            rows.setdefault(statistic, []).append(int(value))
    return strategy["groups"][0], said["groups"][0]["strategy"], rows


def forge(folder: Path, own: dict[str, Any], told: dict[str, Any], rows: Rows) -> None:
    """Publish these instead, with a ledger that says so."""
    encoded = checker().encoded
    own["description"] = hashlib.sha256(encoded(told)).hexdigest()
    strategy = json.loads((folder / "proof" / "strategy.json").read_bytes()) | {"groups": [own]}
    (folder / "proof" / "strategy.json").write_text(json.dumps(strategy))
    lines = ["group,statistic,kind,index,cell,value"]
    lines += [
        f"g,{name},noisy,{position},,{value}" for name, drawn in rows.items() for position, value in enumerate(drawn)
    ]
    (folder / "proof" / "measurements.csv").write_text("\r\n".join([*lines, ""]))
    digest, head, heads = hashlib.sha256((folder / "proof" / "strategy.json").read_bytes()).hexdigest(), "0" * 64, {}
    log = []
    for number, line in enumerate((folder / "proof" / "audit.jsonl").read_bytes().splitlines()[:-1], 1):
        entry = json.loads(line)
        if entry["body"]["kind"] == "draw marked":
            entry["body"]["strategy"] = digest
        link = {"body_hash": hashlib.sha256(encoded(entry["body"])).hexdigest(), "entry": number, "previous_head": head}
        head = heads[entry["head"]] = hashlib.sha256(encoded(link)).hexdigest()
        log.append(json.dumps(entry | {"head": head, "previous_head": link["previous_head"]}))
    (folder / "proof" / "audit.jsonl").write_text("\n".join([*log, "{}", ""]))
    said = json.loads((folder / "proof" / "metadata.json").read_bytes())
    said["ledger"].update({name: heads[said["ledger"][name]] for name in ("head", "previous_head")})
    said["groups"][0] |= {"strategy": told, "measurements": {name: len(drawn) for name, drawn in rows.items()}}
    said["files"] = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in said["files"]}
    (folder / "proof" / "metadata.json").write_text(json.dumps(said))


def test_what_was_released_is_accepted_and_so_is_its_copy(made: Path, folder: Path) -> None:
    assert problem(made) == ""
    forge(folder, *read(folder))  # the forger changes nothing: only changes are refused
    assert problem(folder) == ""


@pytest.mark.parametrize("times", [2, 10])
def test_areas_are_not_measured_several_times_for_the_price_of_one(folder: Path, times: int) -> None:
    own, told, rows = read(folder)
    forge(folder, own, told, rows | {"count": rows["count"] * times})
    assert problem(folder) == f"group g: {SECOND}"


def test_a_level_is_that_of_the_noisy_size(folder: Path) -> None:
    """The areas of 600 and 3,000 people exchange their sizes: as many numbers in all, and none where it belongs."""
    own, told, rows = read(folder)
    sizes = rows["sizes"]
    sizes[2], sizes[3] = sizes[3], sizes[2]
    forge(folder, own, told, rows)
    assert problem(folder) == ""  # the same numbers in another order: areas are alike in what they cost
    sizes[3] = 3000
    forge(folder, own, told, rows)
    assert SECOND in problem(folder)


Change = Callable[[dict[str, Any], dict[str, Any], Rows], object]


def twice(own: dict[str, Any], told: dict[str, Any], rows: Rows) -> None:
    told["areas"][1] = told["areas"][0]


def sizes_measured_twice(own: dict[str, Any], told: dict[str, Any], rows: Rows) -> None:
    (first,), _ = own["stages"]
    first["terms"] *= 2
    first["vectors"][0]["rows"] *= 2
    rows["sizes"] *= 2


def no_areas(own: dict[str, Any], told: dict[str, Any], rows: Rows) -> None:
    (first,), _ = own["stages"]
    told["areas"], first["sizes"], first["matrices"] = [], [0], [{"kind": "identity", "codes": 0}]
    rows["sizes"] = []


def level(**changes: Any) -> Change:
    return lambda own, told, rows: own["stages"][1][1].update(changes)


FORGED: dict[str, tuple[Change, str]] = {
    "an area named twice": (twice, "named twice"),
    "an area of no variable": (lambda own, told, rows: told.update(variable="other"), "named twice"),
    "no areas at all": (no_areas, "once each"),
    "sizes measured twice": (sizes_measured_twice, "one noisy number for each area"),
    "sizes of which each is two": (lambda own, told, rows: own["stages"][0][0].update(terms=[
        {"factors": [0], "times": 1}, {"factors": [0], "times": 1}]), "one noisy number for each area"),
    "sizes of areas together": (
        lambda own, told, rows: own["stages"][0][0]["matrices"][0].update(kind="prefixes"), "one noisy number",
    ),
    "more sizes than areas": (lambda own, told, rows: rows["sizes"].append(1), "one noisy number for each area"),
    "a size without noise": (
        lambda own, told, rows: own["stages"][0][0]["vectors"][0].update(exact=[0]), "one noisy number",
    ),
    "two levels from one size": (lambda own, told, rows: told.update({"from": ["0", "9", "9", "10"]}), "do not begin"),
    "levels from above nothing": (lambda own, told, rows: told.update({"from": ["1", "2", "3", "4"]}), "do not begin"),
    "a level named twice": (lambda own, told, rows: own["stages"][1].append(own["stages"][1][3]), "do not begin"),
    "levels under two laws of noise": (level(noise="laplace"), "not alike"),
    "a level for another loss": (level(loss={"rho": "1/9"}), "not alike"),
    "a level with a sum more": (level(vectors=[{"rows": 3}, {"rows": 3}]), "not alike"),
    "a level as if it were the only area": (level(one_of_many_areas=False), "not alike"),
    "a statistic more": (lambda own, told, rows: rows.update(more=[1]), "once each"),
    "one number more": (lambda own, told, rows: rows["count"].append(1), "once each"),
    "one number less": (lambda own, told, rows: rows["count"].pop(), "once each"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGED)
def test_what_areas_and_levels_cannot_be_is_refused(made: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a level costs by itself: its loss is taken as stated here."""
    module, (change, says) = checker(), FORGED[name]
    own, told, rows = read(made)
    assert module.check_detail(own, told, rows)
    monkeypatch.setattr(module, "check_stage", lambda stage, told, among=0: ({"rho": Fraction(1)}, Fraction(1), []))
    assert module.check_detail(own, told, rows)
    changed = copy.deepcopy((own, told, rows))
    change(*changed)
    with pytest.raises(module.Wrong, match=says):
        module.check_detail(*changed)


def test_no_area_has_a_known_number_of_rows() -> None:
    """A person who moves from one area to another changes both totals, so neither may be published as it is."""
    total = {
        "neighbours": "replace_one", "rows_per_unit": 1, "exact_row": True, "noise": "laplace", "loss": {}, "rho": None,
        "sizes": [2], "matrices": [{"kind": "total", "codes": 2}], "terms": [{"factors": [0], "times": 1}],
        "vectors": [{"vector": "count", "values": [1], "scale": "1", "grid": 1, "rows": 1, "exact": [0]}],
    }  # fmt: skip
    module = checker()
    assert module.loss_of(total)[0] == {}  # of one table for everybody it is
    with pytest.raises(module.Wrong, match="known number of rows"):
        module.loss_of(total | {"one_of_many_areas": True})


def test_numbers_beside_those_that_are_counted_are_refused(folder: Path) -> None:
    path = folder / "proof" / "measurements.csv"
    before = path.read_text()
    for line, says in (
        ("g,count,exact,0,,5", "of another kind"),
        ("g,count,noisy,0,,5", "a number twice"),
        ("h,count,noisy,0,,5", "no strategy"),
    ):
        path.write_text(f"{before}{line}\n")
        assert says in problem(folder)


def test_a_group_that_stands_twice_is_refused(folder: Path) -> None:
    strategy, said = (json.loads((folder / "proof" / name).read_bytes()) for name in ("strategy.json", "metadata.json"))
    for tree, name in ((strategy, "strategy.json"), (said, "metadata.json")):
        tree["groups"] *= 2
        digest = hashlib.sha256((folder / "proof" / "strategy.json").read_bytes()).hexdigest()
        said["files"]["proof/strategy.json"] = digest
        (folder / "proof" / name).write_text(json.dumps(tree))
    assert problem(folder) == "two groups have one name"


def test_epsilon_and_delta_allow_for_the_grids_of_all_levels(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a grid adds is allowed for over all vectors in which neighbours may differ, those of other levels too."""
    module = checker()
    stage = {
        "neighbours": "add_remove", "rows_per_unit": 1, "exact_row": False, "noise": "gaussian",
        "loss": {"epsilon": "1", "delta": "1e-6"}, "rho": "1/1240", "one_of_many_areas": True,
        "sizes": [2], "matrices": [{"kind": "identity", "codes": 2}], "terms": [{"factors": [0], "times": 1}],
        "vectors": [{"vector": "count", "values": [1], "scale": "620", "grid": 1, "rows": 2, "exact": []}],
    }  # fmt: skip
    assert module.loss_of(stage)[1] == module.loss_of(stage, 2)[1] == Fraction(1, 1240)
    with pytest.raises(module.Wrong, match="too coarse"):
        module.loss_of(stage, 1000)
    own, told, rows = read(made)
    asked: list[int] = []
    monkeypatch.setattr(module, "check_stage", lambda one, of, among=0: asked.append(among) or ({}, Fraction(0), []))
    module.check_detail(own, told, rows)
    assert sorted(asked) == [0, 4, 4, 4, 4]  # the sizes by themselves, and four levels of one vector each
    monkeypatch.undo()
    account = small(budget_cap={"epsilon": "10", "delta": "1e-5", "rule": "sum"}, neighbours="add_remove")
    one = detailed.detailed(loss={"epsilon": "1", "delta": "1e-6"}, dictionary=account, group={"noise": "gaussian"})
    write_release(rehearse(one).release, tmp_path / "out")
    assert problem(tmp_path / "out") == ""
