"""Calls that open confidential data from somebody's own program, which prints errors with all that is around them."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from dpdesk.errors import DpdeskError
from dpdesk.problems.problem import problem

if TYPE_CHECKING:
    from dpdesk.data.sources.frames.source import FrameSource

P = ParamSpec("P")
T = TypeVar("T")


def discreet(call: Callable[P, T]) -> Callable[P, T]:
    """Let nothing out of a call but its result and errors of ours, which say no value of the data.

    Notebooks and collectors of errors print the variables of every function that an error passed through; so an error
    leaves here as if it arose here. What libraries warn of may quote a cell, too.

    Args:
        call: a function that opens confidential data.

    Returns:
        The same function, in which warnings are silent. It raises errors of ours as they are, wishes to stop
        (`KeyboardInterrupt`, `SystemExit`) as such, and of all others a `DpdeskError` with the name of their type.
    """

    @wraps(call)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return call(*args, **kwargs)
        except BaseException as error:
            safe = _discreet_error(error)
        del args, kwargs
        safe.__cause__ = safe.__context__ = None
        raise safe.with_traceback(None)

    return wrapped


def _discreet_error(error: BaseException) -> BaseException:
    """What a caller learns: an error of ours as it is, a wish to stop as such, of all others the type."""
    if isinstance(error, DpdeskError):
        return error
    if isinstance(error, KeyboardInterrupt):
        return KeyboardInterrupt()
    if isinstance(error, SystemExit):
        return SystemExit(error.code if type(error.code) is int else 1)
    return DpdeskError(problem("api.internal", kind=type(error).__name__))


def handed(data: Any) -> Path | FrameSource:
    """What a caller hands over as data, opened no further.

    Args:
        data: a path as text or `Path`, or a frame of pandas, Polars or PyArrow: a row a record, a column a variable.

    Returns:
        The path, or the frame as a source.

    Raises:
        BadInput: it is neither.
    """
    if isinstance(data, str | Path):
        return Path(data)
    from dpdesk.data.sources.frames.source import FrameSource

    return FrameSource(data)
