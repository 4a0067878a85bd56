"""From the columns of a stage and its noise to its loss.

One unit has c rows at most, so neighbours differ by c times what one row changes (under replacement one row by
another). A row carries the value v of a cell's column: 1 for counts, a number of a known range for a sum. Of two
rows with values v, w in cells with the triple (A, B, G) the changes differ by |v|(A - G) + |w|(B - G) + |v - w|G in
L1, and by v^2 A + w^2 B - 2vwG in the square of L2. A unit that is counted once in each cell has no two rows in one;
of cells measured each by itself the columns are orthogonal, so that the square of L2 is c times that of one row, and
not c^2 times. Counts and sums bear noise of their own, so the loss of a stage
is the greatest sum over its vectors of that, in units of the noise, over all pairs of cells.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Dict, List, Optional, Tuple  # as Python 3.8 has them

from check_strategy.claims import claim
from check_strategy.columns import Columns
from check_strategy.frontier import Triple
from check_strategy.gaussian import Block, gaussian_profile
from check_strategy.together import check_chain, corner_triples

Cost = Tuple[Dict[str, Fraction], Optional[Fraction], List[int], bool]


def loss_of(stage: dict[str, Any], among: int = 0) -> Cost:
    """What a stage costs, recomputed: ({name: amount}, rho, greatest norm of each vector, whether it is attained).

    `among`: the vectors of all stages of which only one is measured of an area.
    """
    check_neighbours(stage)
    check_once(stage)
    columns = Columns(stage)
    triples, attained = neighbours(stage, columns)
    check_rows(stage, columns)
    laplace, rows, vectors = stage["noise"] == "laplace", stage["rows_per_unit"], stage["vectors"]
    changed = [changes(vector, laplace) for vector in vectors]
    norms = {tuple(norm(triple, own) for own in changed) for triple in triples}
    greatest = [max(own) for own in zip(*norms)]
    weights = [weight(vector, laplace) for vector in vectors]
    claim(all((own and own > 0) or not most for own, most in zip(weights, greatest)), "what can change bears no noise")
    total = max(sum((n * own for n, own in zip(each, weights) if n and own), Fraction(0)) for each in norms) * rows
    attained = attained and not bounded(stage)
    if not total:
        return {}, Fraction(0), greatest, attained
    stated = {name: Fraction(value) for name, value in (stage["loss"] or {}).items()}
    if laplace:
        delta = {"delta": stated["delta"]} if "delta" in stated else {}
        return {"epsilon": total, **delta}, None, greatest, attained
    rho = total * squared(stage) / rows / 2
    if "delta" not in stated:
        return {"rho": rho}, rho, greatest, attained
    kept = "part" in stated or gaussian_profile(stated["epsilon"], stated["delta"], rho, blocks(stage, greatest), among)
    claim(kept, f"the noise does not keep its delta: the rho recomputed is {float(rho):.12g}")
    return stated, rho, greatest, attained


def check_neighbours(stage: dict[str, Any]) -> None:
    """Noise and neighbours are such as this program knows, and the values of counts are 1."""
    replaced, rows = stage["neighbours"] == "replace_one", stage["rows_per_unit"]
    claim(
        stage["noise"] in ("laplace", "gaussian")
        and stage["neighbours"] in ("replace_one", "add_remove")
        and rows >= 1
        and (not stage["exact_row"] or (replaced and rows == 1)),
        "noise or neighbours are not known here",
    )
    claim(not (stage.get("one_of_many_areas") and stage["exact_row"]), "of many areas none has a known number of rows")
    first = stage["vectors"][0]
    claim("together" in first or first["values"] == [1], "the values of counts are not 1")
    check_chain(stage)


def neighbours(stage: dict[str, Any], columns: Columns) -> tuple[set[Triple], bool]:
    """The triples of all that one unit's row can change, and whether they occur (else they bound all that do)."""
    top, replaced = columns.largest(), stage["neighbours"] == "replace_one"
    triples = set() if replaced and stage["exact_row"] else {(top, 0, 0)}  # a row that comes or goes
    if not replaced:
        return triples, True
    if stage.get("one_of_many_areas"):
        triples.add((top, top, 0))  # in two areas: each is at most half of the loss, whatever the other one's level
    more, occur = columns.differences()
    return triples | more, occur


def squared(stage: dict[str, Any]) -> int:
    """How many times what one row changes a unit changes, in the square of L2."""
    return int(stage["rows_per_unit"] ** (1 if stage.get("once") else 2))


def bounded(stage: dict[str, Any]) -> bool:
    """Whether there are fewer cells than units that are counted once in each could have."""
    units = 2 if stage["neighbours"] == "replace_one" else 1
    return bool(stage.get("once")) and units * stage["rows_per_unit"] > math.prod(stage["sizes"])


def check_once(stage: dict[str, Any]) -> None:
    """Where units are counted once in each cell, counts alone are measured, each cell by itself."""
    if stage.get("once"):
        ((_, factors),) = [(term, [stage["matrices"][at] for at in term["factors"]]) for term in stage["terms"]]
        claim(
            not stage["exact_row"]
            and stage["terms"][0]["times"] == 1
            and len(stage["vectors"]) == 1
            and stage["vectors"][0]["values"] == [1]
            and all(own["kind"] == "identity" or size == 1 for own, size in zip(factors, stage["sizes"])),
            "what units are counted once in is no cells that are measured each by itself",
        )


def check_rows(stage: dict[str, Any], columns: Columns) -> None:
    """There are as many rows as are stated, and those without noise cannot change."""
    for number, vector in enumerate(stage["vectors"]):
        terms = columns.terms if number else columns.every
        start, times = 0, len(vector.get("matrix", [()]))  # of mixtures each is measured by all rows
        for (_, factors), term in zip(terms, itertools.repeat({}) if number else stage["terms"]):
            alone = start in vector["exact"] and all(own.kind == "total" for own in factors)
            claim(alone or not term.get("counts_only"), "a row of counts alone is not their total without noise")
            start += math.prod(own.height() for own in factors)
        claim(start * times == vector["rows"], "the number of rows is another one")
        claim(len({*vector["exact"]}) == len(vector["exact"]), "a row without noise is listed twice")
        for at in vector["exact"]:
            entries = columns.row(terms, at)
            alike = all(len({*own}) == 1 for own in entries) and stage["exact_row"] and number == 0
            claim(alike or not all(any(own) for own in entries), "a row without noise can change")


def changes(vector: dict[str, Any], laplace: bool) -> list[Triple]:
    """For every pair of values that two rows can have the numbers p, q and h with which a change is pA + qB - 2hG."""
    if "together" in vector:
        return corner_triples(vector, laplace)
    pairs = [(v, w) for v in vector["values"] for w in vector["values"]]
    if laplace:
        return [(abs(v), abs(w), (abs(v) + abs(w) - abs(v - w)) // 2) for v, w in pairs]
    return [(v * v, w * w, v * w) for v, w in pairs]


def norm(triple: Triple, pairs: Sequence[Triple]) -> int:
    """The greatest change of one vector by rows of two cells, whatever their values."""
    a, b, g = triple
    return max(p * a + q * b - 2 * h * g for p, q, h in pairs)


def weight(vector: dict[str, Any], laplace: bool) -> Fraction | None:
    """What a change of 1 costs: 1/b for Laplace, 1/sigma^2 for Gaussian noise, on a grid; None without noise."""
    if not vector["scale"]:
        return None
    grid = Fraction(vector["grid"])
    return (grid if laplace else grid**2) / Fraction(vector["scale"])


def blocks(stage: dict[str, Any], greatest: Sequence[int]) -> list[Block]:
    """Of each vector of a stage with Gaussian noise what `gaussian_profile` asks."""
    return [
        (Fraction(vector["scale"]), min(vector["rows"], squared(stage) * most))
        for vector, most in zip(stage["vectors"], greatest)
        if most
    ]


def close(amount: Fraction, stated: Fraction, exact: object) -> bool:
    """Whether an amount that was recomputed is the stated one; below it where that is said to be an upper bound."""
    return amount <= stated if not exact else amount <= stated <= amount * (1 + Fraction(1, 10**12))
