"""Counting by Dask: the files in parts, each counted where it is read, the counts added up.

A part is some row groups of a Parquet file, or some lines of a text; the one expression is computed over each as an
Arrow table, and over the groups of all. Under a cap the rows first go to the part of their unit (by a hash that is the
same everywhere), and each unit is cut there. Only counted groups come back; equal rows are interchangeable, so that a
part read twice, or in another order, changes no count.

Which machines compute is Dask's own setting: a client the process has already, the scheduler of its configuration
(DASK_SCHEDULER_ADDRESS), or threads of this process. Workers need dpdesk, too, and see the files under the same path.
"""

from __future__ import annotations

from pathlib import Path

from dpdesk.data.engines.dask_session import guarded, require
from dpdesk.data.engines.elsewhere import Elsewhere, is_address
from dpdesk.data.engines.layout import layout_of
from dpdesk.data.sources.base import Source
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.schema.dictionary import SourceFormat


def open_on_dask(data: str | Path, format: SourceFormat) -> Source:
    """Open a source that Dask shall count."""
    require()
    from dpdesk.data.engines.arrow_rows import parts_of
    from dpdesk.data.engines.dask_counting import DaskEngine

    if is_address(str(data)):
        raise BadInput(problem("data.dask_path"))
    here = open_source(Path(data), format)
    layout = layout_of(here)
    with guarded(here.name):
        parts = parts_of(layout)
    return Elsewhere(here, DaskEngine(parts))
