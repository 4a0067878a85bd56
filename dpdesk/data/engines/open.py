"""A source opened to be counted here or by a cluster, and where that is; only the engine named is loaded."""

from __future__ import annotations

from pathlib import Path

from dpdesk.data.sources.base import Source
from dpdesk.data.sources.frames.source import FrameSource, opened_as
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.schema.dictionary import SourceFormat

LOCAL = "duckdb"
ENGINES = (LOCAL, "spark", "dask")
"""The names of the engines, as a user gives them."""


def open_on(engine: str, data: str | Path | FrameSource, format: SourceFormat) -> Source:
    """Open a source to be counted by the named engine.

    Raises:
        BadInput: it cannot be read as declared, the engine is not installed, or might read it otherwise.
    """
    if isinstance(data, FrameSource):
        return opened_as(data, format)
    if engine == LOCAL:
        return open_source(data, format)
    if engine == "spark":
        from dpdesk.data.engines.on_spark import open_on_spark

        return open_on_spark(data, format)
    if engine == "dask":
        from dpdesk.data.engines.on_dask import open_on_dask

        return open_on_dask(data, format)
    raise BadInput(problem("data.engine_unknown", engine=engine, known=tuple(ENGINES)))


def where(engine: str) -> str | None:
    """Say where an engine counts, as soon as its session stands; None for this computer."""
    if engine == "spark":
        from dpdesk.data.engines import spark_session

        return spark_session.where_it_runs(spark_session.session())
    if engine == "dask":
        from dpdesk.data.engines import dask_session

        dask_session.require()
        return dask_session.where_it_runs()
    return None
