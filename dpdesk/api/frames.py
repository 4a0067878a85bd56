"""Data frames for a caller, by the library that is named; it is imported when it is asked for."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Literal

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem

Backend = Literal["pandas", "polars", "pyarrow"]
_MADE_BY = {"pandas": "DataFrame", "polars": "DataFrame", "pyarrow": "table"}


def library(name: str) -> Any:
    """A library of data frames, imported.

    Args:
        name: "pandas", "polars" or "pyarrow".

    Raises:
        BadInput: it is none of those that are known, or is not installed.
    """
    if name not in _MADE_BY:
        raise BadInput(problem("api.backend", name=name))
    try:
        return import_module(name)
    except ImportError:
        raise BadInput(problem("api.backend_missing", name=name)) from None


def made(columns: Mapping[str, Sequence[Any]], backend: str) -> Any:
    """A data frame with some columns.

    Args:
        columns: the cells of each column by its name, equally many; a number that is missing is None, in pandas NaN.
        backend: "pandas", "polars" or "pyarrow".

    Returns:
        A `DataFrame`, of PyArrow a `Table`, with the columns in the order given.

    Raises:
        BadInput: the library is none of these, or is not installed.
    """
    of = library(backend)
    if backend == "pandas":
        columns = {name: [math.nan if cell is None else cell for cell in cells] for name, cells in columns.items()}
    return getattr(of, _MADE_BY[backend])(dict(columns))
