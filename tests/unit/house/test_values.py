"""Dataclasses that are written when they are used are those of Python in everything but when that is."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, replace
from functools import cached_property
from typing import Any, ClassVar

import pytest

from dpdesk import values


class Described(ABC):
    @abstractmethod
    def text(self) -> str: ...


def classes(make: Callable[..., Any]) -> list[Any]:
    """Classes of all kinds there are in dpdesk, made by this or by Python's own decorator."""

    @make(frozen=True, slots=True)
    class Point:
        """A point."""

        kinds: ClassVar[int] = 3
        x: int
        y: int = 2
        seen: list[int] = field(default_factory=list, compare=False, repr=False)

    @make(frozen=True, slots=True)
    class Named(Point, Described):
        """One with a name that is given by name, and what is worked out of all."""

        name: str = field(default="n", kw_only=True)
        size: int = field(init=False)
        one: int = field(init=False, default=1)
        more: dict[str, int] = field(init=False, default_factory=dict, hash=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "size", len(self.name))

        def text(self) -> str:
            """Its name."""
            return self.name

    @make(frozen=True)
    class Worked:
        """One that keeps what it worked out."""

        x: int

        @cached_property
        def twice(self) -> int:
            """Twice x."""
            return 2 * self.x

    @make(frozen=True, slots=True, eq=False)
    class Alone:
        """One that equals itself."""

        x: int

    @make(slots=True, kw_only=True)
    class Open:
        """One that can be changed."""

        x: int
        y: int = 0

    @make(frozen=True, slots=True, repr=False)
    class Own:
        """One with functions of its own."""

        x: int = 0

        def __repr__(self) -> str:
            return "own"

        def __hash__(self) -> int:
            return 7

    @make
    class Empty:
        """One without fields."""

    return [Point, Named, Worked, Alone, Open, Own, Empty]


OURS, PYTHONS = classes(values.dataclass), classes(dataclasses.dataclass)
GIVEN: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((1,), {}),
    ((1, 3), {}),
    ((), {"x": 1, "y": 3}),
    ((1, 2, [5]), {"name": "long"}),
    ((), {}),
    ((1,), {"unknown": 2}),
    ((1, 2, [], "name"), {}),
    ((1,), {"size": 3}),
]


def told(kind: Any, given: tuple[tuple[Any, ...], dict[str, Any]]) -> list[Any]:
    """All that can be told of an object that a class makes of something."""
    try:
        made, again = (kind(*given[0], **given[1]) for _ in range(2))
    except TypeError as error:
        return [str(error)]
    facts: list[Any] = [repr(made), made == again, made != again, made == 1, dataclasses.fields(made) != ()]
    facts += [made.__hash__ is None or hash(made) == hash(again), type(made).__eq__ is object.__eq__]
    facts += [hasattr(made, "__dict__"), getattr(made, "twice", None), getattr(made, "size", None)]
    for change in (lambda: setattr(made, "x", 9), lambda: delattr(made, "x")):
        try:
            change()
            facts.append(getattr(made, "x", None))
        except AttributeError as error:
            facts += [type(error), str(error)]
    return facts


@pytest.mark.parametrize("number", range(len(OURS)))
def test_objects_are_made_compared_shown_and_kept_as_pythons(number: int) -> None:
    ours, pythons = OURS[number], PYTHONS[number]
    for given in GIVEN:
        assert told(ours, given) == told(pythons, given)
    assert str(inspect.signature(ours)) == str(inspect.signature(pythons))
    assert ours.__match_args__ == pythons.__match_args__ and ours.__doc__ == pythons.__doc__


def test_objects_are_replaced_copied_and_told_apart() -> None:
    point, named, *_ = OURS
    assert replace(point(1), y=5) == point(1, 5) != point(1)
    assert dataclasses.asdict(point(1)) == {"x": 1, "y": 2, "seen": []}
    assert copy.deepcopy(named(1, name="long")) == named(1, name="long") and len({point(1), point(1), point(2)}) == 2
    assert point(1) != named(1) and isinstance(named(1), point)
    with pytest.raises(ValueError, match="size"):
        replace(named(1), size=2)


@values.dataclass(frozen=True, slots=True)
class Sent:
    """One that is sent to another process."""

    x: int
    y: str = "y"


def test_objects_are_sent() -> None:
    assert pickle.loads(pickle.dumps(Sent(3))) == Sent(3)


def test_a_subclass_that_is_no_dataclass_has_more_than_fields() -> None:
    class More(OURS[2]):  # type: ignore[misc]  # made by a function
        """One with a note."""

    more = More(1)
    more.note = "note"
    with pytest.raises(FrozenInstanceError):
        more.x = 2
    assert more.note == "note"


def test_nothing_is_compiled_before_it_is_used() -> None:
    code = (
        "import builtins; from dpdesk.values import dataclass; real, calls = builtins.exec, []\n"
        "builtins.exec = lambda *given: (calls.append(given), real(*given))[1]\n"
        "@dataclass(frozen=True, slots=True)\n"
        "class One:\n    '''One.'''\n    x: int = 0\n"
        "assert not calls; One() == One(1); One() == One(2); print(len(calls))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["2"]
