"""A whole release: every group by itself, all together, and what metadata.json, workbook and ledger say of them."""

from __future__ import annotations

import csv
import hashlib
import json
import math
import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from check_strategy.audit_log import charge_of
from check_strategy.claims import Wrong, claim, encoded, not_whole, once
from check_strategy.loss import close
from check_strategy.stages import LOSS, Stated, check_detail, check_stage, shared
from check_strategy.workbook import ledger_line


def check(release: Path) -> list[str]:
    """Everything about one release, the folder above `publish` and `proof`; a line for each group."""
    folder = release / "proof"
    books = [path for path in (release / "publish").glob("*.xlsx") if path.name[:2] != "~$"]
    claim(len(books) > 0, "its folder publish holds no workbook of a release")
    raw = (folder / "strategy.json").read_bytes()
    strategy = json.loads(raw.decode(), parse_float=not_whole, parse_constant=not_whole, object_pairs_hook=once)
    metadata = json.loads((folder / "metadata.json").read_bytes().decode(), object_pairs_hook=once)
    digest = hashlib.sha256(raw).hexdigest()
    claim(metadata["files"].get("proof/strategy.json") == digest, "strategy.json is not the file listed")
    check_descriptions(strategy, metadata)
    names = [group["group"] for group in strategy["groups"]]
    counted = measurements(folder / "measurements.csv")
    claim(counted.keys() <= {*names}, "a group has no strategy")
    groups, wrong = [], []
    for group, described in zip(strategy["groups"], metadata["groups"]):
        try:
            groups.append(check_group(group, described, counted.get(group["group"], {})))
        except Wrong as why:
            wrong.append(f"group {group['group']}: {why}")
    claim(not wrong, "; ".join(wrong))
    lines = [line_of(group, stages) for group, stages in zip(strategy["groups"], groups)]
    loss = {name: Fraction(metadata["loss"][name]) for name in LOSS[:3] if metadata["loss"][name]}
    words = ", ".join(f"{name} = {metadata['loss'][name]}" for name in loss)
    for book in books:
        spent, differ = ledger_line(book)[8:10]  # the second in words, with its name in brackets
        claim(
            [spent, differ.rpartition("(")[2].rstrip(")")] == [words, metadata["neighbours"]],
            "a workbook states another loss or other neighbours",
        )
    charge = None if metadata["rehearsal"] else charge_of(folder, metadata, digest, loss)
    check_together(groups, loss, charge)
    return [*lines, f"together: {words}" + (", as the ledger says" if charge else ", a rehearsal in no ledger")]


def check_descriptions(strategy: dict[str, Any], metadata: dict[str, Any]) -> None:
    """strategy.json and metadata.json have the same groups, mechanisms and neighbours."""
    claim([strategy["format"], strategy["version"]] == ["dpdesk-strategy", 1], "strategy.json is of an unknown format")
    first, second = ([(own["group"], own["variables"]) for own in tree["groups"]] for tree in (strategy, metadata))
    claim(first == second, "metadata.json has other groups than strategy.json")
    claim(len({group for group, _ in first}) == len(first), "two groups have one name")
    for group, described in zip(strategy["groups"], metadata["groups"]):
        digest = hashlib.sha256(encoded(described["strategy"])).hexdigest()
        claim(
            [digest, described["strategy"]["mechanism"]] == [group["description"], group["mechanism"]],
            f"group {group['group']}: metadata.json describes another mechanism",
        )
    for group, described in zip(strategy["groups"], metadata["groups"]):
        counts, told = described.get("counts"), described["strategy"]
        claim(
            counts == "units once in each cell" or counts == counted_of(described["variables"][0], metadata),
            "metadata.json says that others are counted than its dictionary",
        )
        stages = [stage for several in group.get("stages", []) for stage in several]
        for stage in [told] if "outside" in group else stages:
            cells = math.prod(stage.get("sizes", ()))
            named = stage["neighbours"], stage["rows_per_unit"], bool(stage.get("once"))
            claim(named == differing(counts, metadata, cells), "metadata.json names other neighbours")
            claim(not (counts and stage["exact_row"]), "of units that records make up, nobody knows the number")


def counted_of(name: str, metadata: dict[str, Any]) -> str | None:
    """What a table by a variable counts: nothing is said where it counts records."""
    dictionary = metadata["documents"]["dictionary"]
    variables = {one["name"]: one for one in dictionary["variables"]}
    while variables[name]["kind"] != "members":
        made_of = [*variables[name].get("variables", ()), *filter(None, [variables[name].get("of")])]
        if not made_of:
            return None
        name = made_of[0]
    return "households of protected units" if "households" in dictionary else "units"


def differing(counts: str | None, metadata: dict[str, Any], cells: int) -> tuple[str, int, bool]:
    """What neighbours are to what a group counts: the relation, of how many rows, and whether each is in another cell.

    A protected unit is one of those counted where units are, and has so many rows where rows are; counted once in each
    cell, it has no more of them than there are cells. Of each household in which it has a row it makes another one, and
    where it is replaced so does what comes in its place.
    """
    neighbours, rows = metadata["neighbours"], metadata["unit"]["rows_of_a_unit"]
    if counts == "households of protected units":
        return "replace_one", rows if neighbours == "add_remove" else 2 * rows, False
    if counts == "units once in each cell":
        return neighbours, min(rows, cells), True
    return neighbours, 1 if counts == "units" else rows, False


def measurements(path: Path) -> dict[str, dict[str, list[int]]]:
    """Of each group and statistic the noisy integers, in their order."""
    found: dict[str, dict[str, list[int]]] = {}
    with path.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            claim(row["kind"] in ("noisy", "unbiased"), "measurements.csv has numbers of another kind")
            if row["kind"] == "noisy":
                group = found.setdefault(re.sub("^REHEARSAL ", "", row["group"]), {})
                numbers = group.setdefault(row["statistic"], [])
                claim(row["index"] == str(len(numbers)), "measurements.csv has a number twice, or lacks one")
                numbers.append(int(row["value"]))
    return found


def check_group(group: dict[str, Any], described: dict[str, Any], noisy: dict[str, list[int]]) -> list[Stated]:
    """What the stages of one group cost; of one that is no linear mechanism as it is stated."""
    told = described["strategy"]
    claim(
        described["measurements"] == {name: len(numbers) for name, numbers in noisy.items()},
        "measurements.csv has other measurements",
    )
    if "outside" in group:
        claim({*described["measurements"]} <= {"quantile"}, "what was counted with noise is no drawn quantile")
        claim(all(told["loss"][name] == value for name, value in group["loss"].items()), "its loss is another")
        stated = {name: Fraction(value) for name, value in group["loss"].items()}
        stages: list[Stated] = [(stated, Fraction(told["spent"]["rho"]), [])]
    elif len(group["stages"]) == 1:
        ((stage,),) = group["stages"]
        claim(
            list(described["measurements"].values()) == [vector["rows"] for vector in stage["vectors"]],
            "other numbers of rows were measured",
        )
        stages = [check_stage(stage, told)]
    else:
        stages = check_detail(group, told, noisy)
    for loss, rho, _ in stages:
        claim(rho >= 0 and all(amount >= 0 for amount in loss.values()), "a loss is below 0")
    return stages


def line_of(group: dict[str, Any], stages: Sequence[Stated]) -> str:
    """What is said of a group that holds."""
    first = stages[0][0]
    amounts = {name: sum(loss.get(name, Fraction(0)) for loss, _, _ in stages) for name in LOSS[:3] if name in first}
    if "part" in first:  # the (epsilon, delta) that stages share is not added up
        amounts.update({name: first[name] for name in amounts})
    words = ", ".join(f"{name} {amount}" for name, amount in amounts.items()) or "nothing"
    if "part" in first:
        words = f"{sum(loss['part'] for loss, _, _ in stages)} of {words}"
    ending = " AS STATED: " + group["outside"] if "outside" in group else " recomputed"
    return f"group {group['group']}, {group['mechanism']}: {words}{ending}"


def check_together(
    groups: Sequence[Sequence[Stated]], loss: dict[str, Fraction], charge: dict[str, Fraction] | None
) -> None:
    """All groups cost what is stated, and the ledger charged no less.

    Losses of one kind add up, and so do rho of all; stages that share an (epsilon, delta) cost it once.
    """
    stages = [stage for several in groups for stage in several]
    unprotected = any(not any(stated for stated, _, _ in several) for several in groups)
    total: dict[str, Fraction] = {}
    for stated, _, _ in stages:
        for name, amount in stated.items() if "part" not in stated else ():
            total[name] = total.get(name, Fraction(0)) + amount
    for name, amount in shared(stages).items():
        total[name] = total.get(name, Fraction(0)) + amount
    as_rho = sum((rho for _, rho, _ in stages), Fraction(0))
    if set(loss) == {"rho"} and (charge is None or set(charge) == {"rho"}) and as_rho:
        claim(close(as_rho, loss["rho"], not unprotected), f"the groups together cost rho {float(as_rho):.12g}")
    else:
        pure = any(stated and "delta" not in stated for stated, _, _ in stages)  # such a stage leaves delta to others
        whole = total and not unprotected
        claim(
            set(total) <= set(loss)
            and all(
                close(total.get(name, Fraction(0)), loss[name], whole and not (pure and name == "delta"))
                for name in loss
            ),
            "the groups together do not cost what is stated",
        )
    if charge is None:
        return
    in_rho = loss.keys() == {"epsilon"} and charge.keys() == {"rho"}
    claim(in_rho or charge.keys() >= loss.keys(), "the ledger does not charge the whole loss")
    for name, amount in charge.items():
        pure_rho = loss["epsilon"] ** 2 / 2 if name == "rho" and set(loss) == {"epsilon"} else Fraction(0)
        claim(close(loss.get(name, pure_rho), amount, True), f"the ledger charges {name} {float(amount):.12g}")
