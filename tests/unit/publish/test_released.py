"""The files of a release read back: the same unbiased numbers, for this plan and its methods only."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from small import COUNT, block, plan, small, table

from dpdesk.cli import commands as cli
from dpdesk.errors import BadInput
from dpdesk.planning.choosing.choose import ChosenPlan, choose
from dpdesk.publish.proof.released import unbiased_cells
from dpdesk.publish.write import write_release
from dpdesk.release.canonical import codes_in_order
from dpdesk.release.derivation import Derivation
from dpdesk.release.rehearsal import rehearse
from dpdesk.release.result import Release


def asked(**more: object) -> ChosenPlan:
    tables = [
        table("t", stub=[block("sex", "colour")], measures=[COUNT, {"kind": "percentage", "base": "column"}]),
        table("u", stub=[block("sex")]),
    ]
    return choose(
        plan(
            *tables,
            loss={"rho": "1"},
            dictionary=small(budget_cap={"rho": "10"}, neighbours="add_remove"),
            **more,
        )
    )


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Release]:
    folder = tmp_path_factory.mktemp("released")
    release = rehearse(asked().plan).release
    write_release(release, folder)
    return folder, release


def test_every_cell_comes_back(released: tuple[Path, Release]) -> None:
    folder, release = released
    found = unbiased_cells(folder, asked())
    for one in release.tables:
        np.testing.assert_array_equal(found[one.shell.name], one.unbiased.ravel())
    derived = Derivation(asked()).evaluate("t[f,red,count] + t[m,red,count]", found)
    codes = list(codes_in_order(release.tables[0].shell))
    places = [codes.index((sex, "red", "count")) for sex in ("f", "m")]
    assert derived.value == pytest.approx(float(release.tables[0].unbiased.ravel()[places].sum()))
    assert derived.lower is not None


def test_another_plan_is_refused(released: tuple[Path, Release]) -> None:
    other = choose(plan(table("t", stub=[block("sex")]), loss={"epsilon": "1"}))
    with pytest.raises(BadInput, match="another plan"):
        unbiased_cells(released[0], other)


def test_other_methods_and_other_files_are_refused(released: tuple[Path, Release], tmp_path: Path) -> None:
    folder, _ = released
    tree = json.loads((folder / "proof" / "metadata.json").read_bytes())
    with pytest.raises(BadInput, match="folder a release was written to"):
        unbiased_cells(tmp_path, asked())
    tree["groups"][0]["strategy"]["mechanism"] = "another"
    (tmp_path / "proof").mkdir()
    (tmp_path / "proof" / "metadata.json").write_text(json.dumps(tree), encoding="utf-8")
    with pytest.raises(BadInput, match="another version"):
        unbiased_cells(tmp_path, asked())
    (tmp_path / "proof" / "metadata.json").write_bytes((folder / "proof" / "metadata.json").read_bytes())
    with pytest.raises(BadInput, match=r"t\.csv is not readable"):
        unbiased_cells(tmp_path, asked())


def test_the_command_prints_one_object(
    released: tuple[Path, Release], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = asked().plan
    (tmp_path / "small.dictionary.json").write_text(json.dumps(own.dictionary.to_json()), encoding="utf-8")
    (tmp_path / "p.plan.json").write_text(json.dumps(own.to_json()), encoding="utf-8")
    words = ["derive", str(tmp_path / "p.plan.json"), "u[_T] - u[f]", "u[f] / u[_T]", "--more-than", "4"]
    assert cli.run([*words, "--release", str(released[0]), "--json"]) == 0
    tree = json.loads(capsys.readouterr().out)
    assert [one["expression"] for one in tree["derived"]] == words[2:4]
    assert tree["sums"] == [words[2]]
    assert tree["covariance"][0][0] == pytest.approx(tree["derived"][0]["std"] ** 2)
    assert cli.run(words) == 2
    assert "planning figures" in capsys.readouterr().err
    assert cli.run([*words[:3], "--more-than", "4"]) == 0
    said = capsys.readouterr().out
    assert "noise margin (90 %)" in said
    assert "of being more than 4 off" in said
    assert cli.run([*words, "--release", str(released[0]), "--language", "de"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"  Rohwert -?\d+(,\d+)?, Grenzen -?[\d,]+ bis [\d,]+\n", said)
    assert re.search(r"  Rauschspanne \(90 %\) ±[\d,]+, typischer Fehler [\d,]+\n  in .* um mehr als 4 daneben\n", said)
