"""The Spark session the environment gives, kept as quiet as it can be, and its errors in our words.

Spark's own messages quote rows. Its log is switched off as far as it can be from here, every exception is replaced
`from None`, and where this program starts Spark itself, its pages in the browser are off, it listens on this computer
only, and what it writes to disk on the way is encrypted. A session that was there before keeps its own settings.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from dpdesk.data.engines.seam import COUNT_HERE
from dpdesk.data.sources.database import run_apart
from dpdesk.errors import BadInput, DpdeskError
from dpdesk.problems.problem import Problem, problem
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

T = TypeVar("T")
_OLDEST = 4
CLEAR = "Spark's temporary files hold records in clear unless it encrypts them: ask those who run it"


def session() -> SparkSession:
    """Return the session the environment gives, started if need be.

    Raises:
        BadInput: Spark is not installed, too old, or cannot be started or reached.
    """
    try:
        import pyspark
        from pyspark.sql import SparkSession
    except ImportError:
        raise BadInput(problem("data.no_spark")) from None
    if int(pyspark.__version__.split(".")[0]) < _OLDEST:
        raise BadInput(problem("data.old_spark", oldest=_OLDEST))
    logging.getLogger("SQLQueryContextLogger").disabled = True
    logging.getLogger("py4j").setLevel(logging.CRITICAL + 1)
    try:
        builder = SparkSession.builder.appName("dpdesk")
        remote = "SPARK_REMOTE" in os.environ or "SPARK_CONNECT_MODE_ENABLED" in os.environ
        if not remote and SparkSession.getActiveSession() is None:
            for name, value in _settings().items():
                builder = builder.config(name, value)
        spark = builder.getOrCreate()
        if not is_remote(spark):
            spark.sparkContext.setLogLevel("OFF")
        return spark
    except Exception:  # of Java, py4j, gRPC or a setting: Spark states no type, and its words name hosts
        raise BadInput(problem("data.spark_unreachable")) from None


def _settings() -> dict[str, str]:
    """What a session of our own is started with, unless somebody has settled it already."""
    from pyspark import SparkConf

    given = SparkConf()
    wanted = {
        "spark.log.level": "OFF",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.io.encryption.enabled": "true",
        "spark.eventLog.enabled": "false",
    }
    if given.get("spark.master") is None:
        wanted |= {"spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1"}
    return {name: value for name, value in wanted.items() if given.get(name) is None}


def is_remote(spark: SparkSession) -> bool:
    """Whether a session is one of Spark Connect, which has no context of its own here."""
    return type(spark).__module__.startswith("pyspark.sql.connect")


def where_it_runs(spark: SparkSession) -> str:
    """Say where the counting happens, for those who ask for it."""
    if is_remote(spark):
        return f"Counting happens on Spark {spark.version} through Spark Connect. {CLEAR}."
    master = spark.sparkContext.master
    if spark.sparkContext.getConf().get("spark.io.encryption.enabled") == "true":
        return f"Counting happens on Spark {spark.version} ({master}), which encrypts its temporary files."
    return f"Counting happens on Spark {spark.version} ({master}). {CLEAR}."


@contextmanager
def guarded(name: str) -> Iterator[None]:
    """Replace every exception of Spark by a sentence that quotes nothing."""
    try:
        yield
    except DpdeskError:
        raise
    except Exception as error:  # of Java, py4j or gRPC, of many kinds, and their words may quote a record
        raise BadInput(_problem(type(error).__name__, _class_of(error), name)) from None


def _class_of(error: Exception) -> str:
    """Spark's own name for a kind of error, or all its words where it has none: looked through, and never shown."""
    name = ""
    with suppress(Exception):
        name = str(error.getErrorClass() or "")  # type: ignore[attr-defined]
    return name or str(error)


def _problem(kind: str, named: str, name: str) -> Problem:
    if "PATH_NOT_FOUND" in named or "TABLE_OR_VIEW_NOT_FOUND" in named:
        return problem("data.spark_finds_nothing", file=name)
    if "USER_RAISED_EXCEPTION" in named:
        return problem("data.spark_dates", file=name, duckdb=COUNT_HERE)
    if "INVALID_UTF8_STRING" in named:
        return problem("data.not_its_encoding", file=name)
    if "MALFORMED" in named or "FAILED_READ_FILE" in named:
        return problem("data.spark_cannot_read", file=name)
    return problem("data.spark_failed", file=name, kind=kind, duckdb=COUNT_HERE)


def run(spark: SparkSession, work: Callable[[], T], stage: str, progress: Progress, name: str) -> T:
    """Do some work of Spark on a second thread while reporting progress; cancel interrupts it."""

    def safe() -> T:
        with guarded(name):
            return work()

    def stop() -> None:
        with suppress(Exception):
            if is_remote(spark):
                spark.interruptAll()
            else:
                spark.sparkContext.cancelAllJobs()

    return run_apart(stop, safe, stage, progress)
