"""Dataclasses of which nothing is compiled before it is used: a command loads hundreds and makes objects of some.

`dataclass` is that of Python, for which type checkers take it, and `field`, `fields` and `replace` of `dataclasses`
serve as they do there. But Python writes and compiles six functions for a class as soon as its module is loaded, which
was a fifth of the time of a forecast. Here each is written when it is first called.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(kind: type | None = None, /, **options: bool) -> Any:
        """Make a class a dataclass, as `dataclasses.dataclass` does.

        Args:
            kind: the class; without it the decorator is returned.
            options: of `init`, `repr`, `eq`, `frozen`, `slots` and `kw_only`, with Python's meaning and defaults.
        """
        return (lambda plain: _made(plain, **options)) if kind is None else _made(kind, **options)


Write = Callable[[type], Callable[..., Any]]
"""Writes a function of a class."""


class _Factory:
    """The default of a field whose value its factory makes."""

    def __repr__(self) -> str:
        return "<factory>"


_FACTORY = _Factory()


def _made(
    plain: type,
    *,
    init: bool = True,
    repr: bool = True,
    eq: bool = True,
    frozen: bool = False,
    slots: bool = False,
    kw_only: bool = False,
) -> type:
    own_hash = plain.__dict__.get("__hash__", MISSING)
    hashed = own_hash is MISSING or (own_hash is None and "__eq__" in plain.__dict__)
    kind: type = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(plain)
    if init:
        _add(kind, __init__=_Later(_frozen_init if frozen else _init))
    if repr:
        _add(kind, __repr__=_show)
    if eq:
        _add(kind, __eq__=_Later(_equal))
        if hashed:
            _put(kind, "__hash__", _Later(_hash) if frozen else None)
    if frozen:
        _add(kind, __setattr__=_keep, __delattr__=_keep)
        if slots:
            _add(kind, __getstate__=_state, __setstate__=_restore)
    return kind


def _add(kind: type, **members: Any) -> None:
    """Add what a class does not define itself."""
    for name, member in members.items():
        if name not in kind.__dict__:
            _put(kind, name, member)


def _put(kind: type, name: str, member: Any) -> None:
    setattr(kind, name, member)
    if isinstance(member, _Later):
        member.kind, member.name = kind, name


class _Later:
    """A function of a class that is written when it is first looked up, and takes this one's place."""

    kind: type
    name: str

    def __init__(self, write: Write) -> None:
        self._write = write

    def __get__(self, value: Any, kind: type | None = None) -> Any:
        written = self._write(self.kind)
        written.__qualname__, written.__module__ = f"{self.kind.__qualname__}.{self.name}", self.kind.__module__
        setattr(self.kind, self.name, written)
        return written if value is None else written.__get__(value)


def _init(kind: type, put: str = "self.{0} = {1}") -> Callable[..., None]:
    """Takes the fields and sets them."""
    names: dict[str, Any] = {"_FACTORY": _FACTORY, "_set": object.__setattr__}
    taken, by_name, lines = ["self"], list[str](), list[str]()
    for one in _fields(kind):
        name, value, default = one.name, one.name, ""
        if one.default_factory is not MISSING:
            names[f"_new_{name}"], new, default = one.default_factory, f"_new_{name}()", "=_FACTORY"
            value = f"{new} if {name} is _FACTORY else {name}" if one.init else new
        elif one.default is not MISSING:
            names[f"_default_{name}"], default = one.default, f"=_default_{name}"
            value = name if one.init else f"_default_{name}"
        elif not one.init:
            continue  # the class sets it itself
        if one.init:
            (by_name if one.kw_only else taken).append(name + default)
        lines.append(put.format(name, value))
    if hasattr(kind, "__post_init__"):
        lines.append("self.__post_init__()")
    head = f"def written({', '.join([*taken, '*', *by_name] if by_name else taken)}):"
    written = _compiled("\n ".join([head, *lines, "pass"]), names)
    written.__annotations__ = {one.name: one.type for one in _fields(kind) if one.init} | {"return": None}
    return written


def _frozen_init(kind: type) -> Callable[..., None]:
    return _init(kind, "_set(self, {0!r}, {1})")


def _equal(kind: type) -> Callable[..., bool]:
    """Compares with an object of the same class."""
    compared = [one.name for one in _fields(kind) if one.compare]
    alike = f"{_row('self', compared)} == {_row('other', compared)}"
    return _compiled(
        f"def written(self, other):\n return {alike} if other.__class__ is self.__class__ else NotImplemented"
    )


def _hash(kind: type) -> Callable[..., int]:
    hashed = [one.name for one in _fields(kind) if (one.compare if one.hash is None else one.hash)]
    return _compiled(f"def written(self):\n return hash({_row('self', hashed)})")


def _row(of: str, names: list[str]) -> str:
    return f"({''.join(f'{of}.{name}, ' for name in names)})"


def _compiled(text: str, names: dict[str, Any] | None = None) -> Callable[..., Any]:
    known = names or {}
    exec(text, known)  # noqa: S102 -- names of fields alone
    written: Callable[..., Any] = known.pop("written")
    return written


def _fields(kind: Any) -> tuple[Field[Any], ...]:
    return dataclasses.fields(kind)


@recursive_repr()
def _show(self: Any) -> str:
    shown = [f"{one.name}={getattr(self, one.name)!r}" for one in _fields(self) if one.repr]
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _keep(self: Any, name: str, *value: Any) -> None:
    """Refuse to set or delete a field; a subclass that is no dataclass may have more than fields."""
    if "__dataclass_fields__" in type(self).__dict__ or name in self.__dataclass_fields__:
        raise FrozenInstanceError(f"cannot {'assign to' if value else 'delete'} field {name!r}")
    (object.__setattr__ if value else object.__delattr__)(self, name, *value)


def _state(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in _fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for one, value in zip(_fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)
