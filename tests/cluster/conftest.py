"""Tests that need a cluster's engines, each on this machine: `pytest tests/cluster`, in a process of their own."""

from __future__ import annotations

import os
import shutil
import socket
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

CONNECT = socket.socket.connect  # as it is before any test
PACKAGES = {"spark": ("pyspark", "pyarrow"), "dask": ("dask", "pyarrow")}


@pytest.fixture(autouse=True, scope="session")
def no_network() -> None:
    """Spark's own processes talk to each other over sockets of this machine; nothing else is refused or needed here."""


@pytest.fixture(scope="session", params=["spark", "dask"])
def engine(request: pytest.FixtureRequest) -> str:
    """The name of each engine that is installed."""
    return started(request.param)


@pytest.fixture(scope="session")
def spark() -> Any:
    """The session of Spark."""
    started("spark")
    from dpdesk.data.engines.spark_session import session

    return session()


def started(name: str) -> str:
    if any(find_spec(package) is None for package in PACKAGES[name]):
        pytest.skip(f"{name} is not installed (packaging/test.py installs it)")
    if name == "spark" and shutil.which("java") is None:
        pytest.skip("Spark needs Java 17 or newer (Debian: default-jre-headless)")
    if name == "spark" and socket.socket.connect is not CONNECT:
        pytest.skip("Spark needs the sockets that tests before it were refused: run tests/cluster by itself")
    os.environ.setdefault("PYARROW_IGNORE_TIMEZONE", "1")
    return name


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder whose name holds no sign that Spark takes for a pattern, as parametrised names do."""
    made = tmp_path.parent / f"cluster-{abs(hash(tmp_path.name)):x}"
    made.mkdir()
    return made


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The libraries of clusters warn of their own makings, which are not this program's."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.filterwarnings("default"))
