"""Counting by Dask: the files in parts, each counted where it is read, the counts added up.

A part is some row groups of a Parquet file, or some lines of a text; the one expression is computed over each as an
Arrow table, and over the groups of all. Under a cap the rows first go to the part of their unit (by a hash that is the
same everywhere), and each unit is cut there. Only counted groups come back; equal rows are interchangeable, so that a
part read twice, or in another order, changes no count.

Which machines compute is Dask's own setting: a client the process has already, the scheduler of its configuration
(DASK_SCHEDULER_ADDRESS), or threads of this process. Workers need dpdesk, too, and see the files under the same path.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from dpdesk.data.engines.elsewhere import Elsewhere, is_address
from dpdesk.data.engines.layout import layout_of
from dpdesk.data.sources.base import Source, open_source
from dpdesk.errors import BadInput, DpdeskError
from dpdesk.schema.dictionary import SourceFormat

NEEDED = "install them with `pip install 'dpdesk[cluster]'`"


def open_on_dask(data: str | Path, format: SourceFormat) -> Source:
    """Open a source that Dask shall count."""
    require()
    from dpdesk.data.engines.arrow_rows import parts_of
    from dpdesk.data.engines.dask_counting import DaskEngine

    if is_address(str(data)):
        raise BadInput("Dask counts files that this computer sees, too: name a path, or count with --engine spark.")
    here = open_source(Path(data), format)
    layout = layout_of(here)
    with guarded(here.name):
        parts = parts_of(layout)
    return Elsewhere(here, DaskEngine(parts))


def require() -> None:
    """Refuse to go on where Dask and pyarrow are not installed."""
    if find_spec("dask") is None or find_spec("pyarrow") is None:
        raise BadInput(f"Dask and pyarrow are not installed beside dpdesk: {NEEDED}.")


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
    except Exception:
        raise BadInput("Dask's scheduler cannot be reached: check DASK_SCHEDULER_ADDRESS.") from None


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
    except Exception as error:
        raise BadInput(
            f"Dask could not count {name} ({type(error).__name__}): is it complete, readable by every worker, and with "
            "the same number of fields in every record?"
        ) from None
