"""Why the method chosen for a table is not the one with the smallest error shown: a sentence, where that is so.

A comparison shows typical errors, unweighted and of one table, and lists every method with every noise. What is chosen
is best for the whole group by its own objective, among the methods that plan and account allow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpdesk.mechanisms.core.scales import LAPLACE
from dpdesk.mechanisms.quantiles.mechanism import SENTENCES
from dpdesk.planning.choosing.candidates import allowed_rows
from dpdesk.planning.forecast.above import objective_words

if TYPE_CHECKING:
    from dpdesk.mechanisms import Mechanism
    from dpdesk.planning.choosing.candidates import Bench, Candidate
    from dpdesk.planning.compiler.compiled import CompiledGroup
    from dpdesk.planning.document.plan import Plan

ALIKE = 1e-9
"""Errors that differ by less are shown alike; of methods that tie the simpler is chosen."""
Row = Mapping[str, Any]
_TAKES = (
    ", but would take its part of the loss by itself: the groups with Gaussian noise would share less, and lose more "
    "than is gained"
)
_TAKEN = ", but all groups together are answered best if this one takes its part of epsilon for Laplace noise"


def why_chosen(
    plan: Plan, group: CompiledGroup, bench: Bench, candidates: Sequence[Candidate], entry: Mapping[str, Any]
) -> str | None:
    """Why another row of a table's entry has a smaller error than the chosen one; None where none has."""
    chosen = next(row for row in entry["mechanisms"] if _key(row) == (entry["chosen"], entry["chosen_noise"]))
    better = _better(chosen, entry["mechanisms"], "rank_error") or _better(chosen, entry["mechanisms"], "rmse")
    if better is None:
        return None
    if group.plan.mechanism == chosen["mechanism"] != better["mechanism"]:
        return f"{_words(better)} would have a smaller error here; the plan names {chosen['mechanism']}."
    built = {(candidate.name, candidate.noise): candidate.mechanism for candidate in candidates}
    return f"{_words(better)} would have a smaller error here{_because(plan, group, bench, built, chosen, better)}."


def _better(chosen: Row, rows: Sequence[Row], figure: str) -> Row | None:
    """The available row with the smallest figure, where that is smaller than the chosen one's."""
    if chosen.get(figure) is None:
        return None
    known = [row for row in rows if row["available"] and row.get(figure) is not None]
    least = min(known, key=lambda row: float(row[figure]))
    return least if least[figure] < chosen[figure] * (1 - ALIKE) else None


def _because(
    plan: Plan,
    group: CompiledGroup,
    bench: Bench,
    built: Mapping[tuple[str, str | None], Mechanism | None],
    chosen: Row,
    better: Row,
) -> str:
    """What a better row lacks; with the sign before it."""
    taken, other = built.get(_key(chosen)), built.get(_key(better))
    if better["mechanism"] in SENTENCES:
        return _TAKES
    if _key(better) not in set(allowed_rows(plan, group)):
        return _not_allowed(plan, group, taken, better["noise"])
    builder = bench.workshop(plan, group).builder
    if builder.takes_long(better["mechanism"], str(better["noise"])):
        return "; it is found by optimisation, and is taken where the plan names it"
    if taken is None or other is None:
        return "; what is compared is the whole group"
    mine, its = _apart(builder.score(taken), builder.score(other))
    if mine == its:
        return "; of methods that answer the whole group alike the simpler is chosen"
    objective = {"objective": group.plan.objective, "weights": group.plan.weights}
    return (
        f"; judged by {objective_words(objective)}, over all tables of the group: {mine} with the method chosen, "
        f"{its} with that one"
    )


def _apart(first: float, second: float) -> tuple[str, str]:
    """Two figures in as many digits as tell them apart, ten at most."""
    texts = [(f"{first:.{digits}g}", f"{second:.{digits}g}") for digits in range(4, 11)]
    return next((pair for pair in texts if pair[0] != pair[1]), texts[-1])


def _not_allowed(plan: Plan, group: CompiledGroup, taken: Mechanism | None, noise: str | None) -> str:
    """Why a law of noise is not among those that the group may choose from."""
    asked = next(record.noise for record in plan.groups if record.name == group.name)
    if asked is not None:
        return f"; the plan asks for {asked.capitalize()} noise"
    if noise == LAPLACE and plan.dictionary.cap.units == ("rho",):
        epsilon: Fraction = getattr(group.loss, "epsilon", Fraction(0))
        costs = "" if taken is None or taken.rho is None else f", and the method chosen rho {float(taken.rho):.4g}"
        return f", but the account adds up rho, in which it would cost {float(epsilon**2 / 2):.4g}{costs}"
    if len(plan.groups) > 1:
        return _TAKES if noise == LAPLACE else _TAKEN
    return ", but all levels of detail have one law of noise, the one that is best at the last level"


def _key(row: Row) -> tuple[str, str | None]:
    return row["mechanism"], row["noise"]


def _words(row: Row) -> str:
    name, noise = str(row["mechanism"]), row["noise"]
    return name if noise is None or name in SENTENCES else f"{name} with {noise.capitalize()} noise"
