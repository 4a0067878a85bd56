"""Many releases of one plan, for tests that simulate: what the plan alone decides is worked out once.

The chosen plan and what is prepared remember it: margins, what noise has in common, the numbers that groups share, the
projection's own matrices. Beside a simulation it is seen that the same integers give the same bytes to one that
remembers nothing yet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from dpdesk.planning.choosing.choose import ChosenPlan
from dpdesk.release.finish import Finished, finish, prepare

Sealed = dict[str, dict[str, np.ndarray]]


def finished(chosen: ChosenPlan, sealed: Sequence[Sealed]) -> list[Finished]:
    """What `finish` makes of each."""
    prepared = prepare(chosen)
    found = [finish(chosen, one, prepared) for one in sealed]
    require_same(found[0], finish(replace(chosen), sealed[0]))
    return found


def require_same(one: Finished, plainly: Finished) -> None:
    assert one.result_hash == plainly.result_hash
    for own, other in zip(one.tables, plainly.tables, strict=True):
        np.testing.assert_array_equal(own.unbiased, other.unbiased)


def once(compute: Callable[..., Any]) -> Callable[..., Any]:
    """The function, called once with the same arguments: arrays and numbers by what is in them, others by identity."""
    known: dict[Any, tuple[Any, Any]] = {}

    def remembered(*given: Any, **more: Any) -> Any:
        key = tuple(_key(one) for one in (*given, *more.values()))
        if key not in known:
            known[key] = (given, compute(*given, **more))  # the arguments live on: no other object takes their place
        return known[key][1]

    return remembered


def _key(given: Any) -> Any:
    if isinstance(given, np.ndarray):
        return given.shape, given.tobytes()
    if isinstance(given, list | tuple):
        return tuple(_key(one) for one in given)
    return given if isinstance(given, int | str | Fraction) else id(given)
