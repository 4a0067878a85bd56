"""The Dask this process computes with: whether it is installed, its client, and its errors in our words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from typing import Any

from dpdesk.errors import BadInput, DpdeskError
from dpdesk.problems.problem import problem


def require() -> None:
    """Refuse to go on where Dask and pyarrow are not installed."""
    if find_spec("dask") is None or find_spec("pyarrow") is None:
        raise BadInput(problem("data.no_dask"))


@cache
def client() -> Any:
    """The client of a Dask cluster this process has or is told of; None to compute in this process."""
    import dask

    try:
        from distributed import Client, get_client
    except ImportError:
        return None
    with suppress(ValueError):
        return get_client()
    if dask.config.get("scheduler-address", None) is None:
        return None
    try:
        return Client()
    except Exception:  # of sockets, TLS, settings: Dask states no type, and its words name hosts
        raise BadInput(problem("data.dask_unreachable")) from None


def where_it_runs() -> str:
    """Say where the counting happens."""
    from dask import __version__ as version

    if client() is None:
        return f"Counting happens on Dask {version}, in this process."
    return (
        f"Counting happens on the workers of Dask {version}, whose temporary files, where they have any, hold records "
        "in clear."
    )


@contextmanager
def guarded(name: str) -> Iterator[None]:
    """Replace every exception of Dask, Arrow and their workers by a sentence that quotes nothing."""
    try:
        yield
    except DpdeskError:
        raise
    except Exception as error:  # whatever a worker raised comes through, and its words may quote a record
        raise BadInput(problem("data.dask_failed", file=name, kind=type(error).__name__)) from None
