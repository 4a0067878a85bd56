"""Many releases of one plan, for tests that simulate: what the plan alone decides is worked out once.

A release works all of it out anew, as it happens once. What is remembered here takes no noisy number: margins, the
numbers groups share and what their noise has in common, the projection's own matrices. Beside a
simulation it is seen that the same integers give the same bytes without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpdesk.mechanisms import Mechanism
from dpdesk.planning.choosing.choose import ChosenPlan
from dpdesk.planning.choosing.noise import Noise
from dpdesk.release import informed
from dpdesk.release.finish import Finished, finish, prepare

Sealed = dict[str, dict[str, np.ndarray]]


def finished(chosen: ChosenPlan, sealed: Sequence[Sealed]) -> list[Finished]:
    """What `finish` makes of each."""
    prepared = prepare(chosen)
    with decided_once():
        found = [finish(chosen, one, prepared) for one in sealed]
    require_same(found[0], finish(chosen, sealed[0]))
    return found


@contextmanager
def decided_once() -> Iterator[None]:
    """What the plan alone decides is worked out once in here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Mechanism, "margins", once(Mechanism.margins))
        patch.setattr(Noise, "_average_margins", once(Noise._average_margins))
        patch.setattr(informed, "_moments", once(informed._moments))
        patch.setattr(informed, "shared_numbers", once(informed.shared_numbers))
        yield


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
