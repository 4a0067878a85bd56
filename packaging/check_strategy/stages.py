"""A group of tables: what strategy.json says it measured, against what metadata.json says it cost.

Most groups have one stage. Adaptive detail has two: the sizes of areas, then of each area the level of detail that
its noisy size gives it, one of several. Of each stage that is checked comes its `Stated` loss, rho, and blocks of
noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Dict, List, Tuple  # as Python 3.8 has them

from check_strategy.claims import claim, encoded
from check_strategy.gaussian import Block, gaussian_profile
from check_strategy.loss import blocks, close, loss_of, squared

LOSS = ("epsilon", "delta", "rho", "part")

Stated = Tuple[Dict[str, Fraction], Fraction, List[Block]]


def check_stage(stage: dict[str, Any], told: dict[str, Any], among: int = 0) -> Stated:
    """A stage against its description in metadata.json; the loss stated, with the rho and the blocks it has."""
    cost, rho, greatest, attained = loss_of(stage, among)
    same = ("neighbours", "rows_per_unit", "exact_row", "noise")
    named = [*(stage[name] for name in same), bool(stage.get("once"))]
    claim(named == [*(told[name] for name in same), bool(told.get("once"))], "metadata.json names other neighbours")
    in_metadata = told["loss"] and {name: told["loss"][name] for name in LOSS if told["loss"].get(name)}
    claim(stage["loss"] == in_metadata, "metadata.json states another loss than strategy.json")
    exact = attained and told["sensitivity"]["is"] == "exact"
    claim((stage["loss"] is None) == (not cost), "a loss is stated where there is none, or none where there is one")
    stated = {name: Fraction(value) for name, value in (stage["loss"] or {}).items()}
    claim(
        cost.keys() == stated.keys() and all(close(cost[name], stated[name], exact) for name in cost),
        "the loss recomputed is " + ", ".join(f"{name} {float(value):.12g}" for name, value in cost.items()),
    )
    if cost and rho is not None:
        claim(close(rho, Fraction(stage["rho"]), exact), f"the rho recomputed is {float(rho):.12g}")
    check_noise(stage, told, greatest, exact)  # last: who reads of a wrong loss is to know what it is
    if rho is None or not cost:
        return stated, stated.get("epsilon", Fraction(0)) ** 2 / 2, []
    return stated, Fraction(stage["rho"]), blocks(stage, greatest)


def check_noise(stage: dict[str, Any], told: dict[str, Any], greatest: Sequence[int], exact: bool) -> None:
    """Noise and sensitivities that metadata.json states are those of the stage."""
    vectors = [told, *told["sums"]]
    claim(len(vectors) == len(stage["vectors"]), "metadata.json has other sums than strategy.json")
    for vector, described in zip(stage["vectors"], vectors):
        if "together" in vector or "joint" in described:
            names = ["count", *(f"sum {at}" for at in described["joint"]["vectors"][1:])]
            claim(
                [vector["together"], vector["ends"], vector["matrix"]]
                == [names, described["joint"]["ends"], described["joint"]["matrix"]],
                "metadata.json measures other vectors together",
            )
    laplace = stage["noise"] == "laplace"
    sensitivity, scale = ("l1", "scale") if laplace else ("l2_squared", "sigma_squared")
    for vector, described, largest in zip(stage["vectors"], vectors, greatest):
        claim(
            [described[scale], described["grid"], described["measurements"], described["exact_measurements"]]
            == [vector["scale"], vector["grid"], vector["rows"], len(vector["exact"])],
            "metadata.json has other noise",
        )
        row = Fraction(described["sensitivity"][sensitivity]) / (stage["rows_per_unit"] if laplace else squared(stage))
        # Half a squared distance may have been rounded up to a whole number.
        rounding = 0 if laplace else largest % 2
        claim(
            largest <= row and (not exact or row - largest <= rounding),
            f"columns differ by {largest} a row, and {row} is stated",
        )


def check_detail(group: dict[str, Any], told: dict[str, Any], noisy: dict[str, list[int]]) -> list[Stated]:
    """Adaptive detail: the loss of the sizes and that of the levels, each with its rho and blocks.

    A row of the file is in one area, and pays for one size and for one level. So no area may be counted twice: the
    numbers that were drawn are one for each area, then for each area those of the level that its noisy size gives it.
    """
    (first,), levels = group["stages"]
    areas, starts, sizes = told["areas"], list(map(Fraction, told["from"])), noisy.get("sizes", [])
    claim(len({*areas}) == len(areas) and told["variable"] in group["variables"], "an area is named twice")
    claim(
        len(levels) == len(told["levels"]) == len(starts)
        and starts[0] == 0
        and all(low < high for low, high in zip(starts, starts[1:])),
        "levels do not begin one above the other",
    )
    codes = {"kind": "identity", "codes": len(areas)}
    claim(
        [first["sizes"], first["matrices"], first["terms"]] == [[len(areas)], [codes], [{"factors": [0], "times": 1}]]
        and len(first["vectors"]) == 1
        and first["vectors"][0]["exact"] == []
        and list(noisy)[:1] == ["sizes"]
        and len(sizes) == len(areas),
        "the sizes are not one noisy number for each area",
    )
    claim(
        all(level["one_of_many_areas"] for level in levels)
        and len({encoded([level["loss"], level["noise"], len(level["vectors"])]) for level in levels}) == 1,
        "levels of detail are not alike",
    )
    steps = [start * first["vectors"][0]["grid"] for start in starts]
    chosen = [levels[max(0, sum(size >= step for step in steps) - 1)]["vectors"] for size in sizes]
    drawn = [sum(vectors[at]["rows"] for vectors in chosen) for at in range(len(levels[0]["vectors"]))]
    claim(list(map(len, noisy.values()))[1:] == drawn, "areas were not measured once each, at the level of their size")
    among = sum(len(level["vectors"]) for level in levels)
    every = [check_stage(level, described, among) for level, described in zip(levels, told["levels"])]
    stated, rho, _ = max(every, key=lambda one: one[1])
    return [check_stage(first, told["sizes"]), (stated, rho, [block for one in every for block in one[2]])]


def shared(stages: Sequence[Stated]) -> dict[str, Fraction]:
    """What stages with a part of one (epsilon, delta) cost together: {} for none, else the two amounts."""
    stages = [one for one in stages if "part" in one[0]]
    if not stages:
        return {}
    pots = [{name: loss[name] for name in ("epsilon", "delta")} for loss, _, _ in stages]
    claim(all(pot == pots[0] for pot in pots), "parts are parts of different losses")
    claim(sum(loss["part"] for loss, _, _ in stages) <= 1, "parts are more than the whole")
    every = [block for _, _, noise in stages for block in noise]
    rho = sum((rho for _, rho, _ in stages), Fraction(0))
    claim(
        gaussian_profile(pots[0]["epsilon"], pots[0]["delta"], rho, every),
        "the noise of all groups together does not keep its delta",
    )
    return pots[0]
