"""An office asks what its targets cost, uses the answer, and finds in the forecast what was promised."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import commands

ROOT = Path(__file__).resolve().parents[2]


def planned(folder: Path, *targets: dict[str, str]) -> Path:
    """The plan of Fulton's schooling and age tables with targets, beside its dictionary."""
    shutil.copy(ROOT / "tests" / "dictionaries" / "fulton_rho.dictionary.json", folder)
    tree = json.loads((ROOT / "tests" / "plans" / "fulton_rho.plan.json").read_text(encoding="utf-8"))
    tree["dictionary"]["path"] = "fulton_rho.dictionary.json"
    tree["targets"] = list(targets)
    path = folder / "one.plan.json"
    path.write_text(json.dumps(tree), encoding="utf-8")
    return path


def test_the_least_budget_is_told_with_its_split_and_kept(tmp_path: Path) -> None:
    plan = planned(tmp_path, {"table": "schooling", "margin": "7"}, {"table": "age", "margin": "5"})
    told = commands.dpdesk("forecast", plan, "--least-budget", home=tmp_path / "home").out
    asked = commands.dpdesk("forecast", plan, "--least-budget", "--json", home=tmp_path / "home").json()
    least = asked["least_budget"]
    assert f"All targets are met with rho {least['text']}, and with no less." in told
    assert "group schooling: part" in told and "group age: part" in told and "above the best possible" in told
    tree = json.loads(plan.read_text(encoding="utf-8"))
    tree["loss"] = {"rho": least["text"]}
    for group in tree["groups"]:
        group["part"] = least["parts"][group["name"]]
    plan.write_text(json.dumps(tree), encoding="utf-8")
    again = commands.dpdesk("forecast", plan, "--json", home=tmp_path / "home").json()
    assert again["targets"] == least["targets"] and all(one["met"] for one in again["targets"])


def test_the_target_that_cannot_be_met_is_named(tmp_path: Path) -> None:
    plan = planned(tmp_path, {"table": "schooling", "margin": "7"}, {"table": "age", "margin": "0.001"})
    told = commands.dpdesk("forecast", plan, "--least-budget", home=tmp_path / "home").out
    assert "This target cannot be met: noise margin (90 %) at most 0.001 on all counts of table 'age'." in told
    assert "✗ noise margin (90 %) at most 0.001" in told
