"""The offline check passes here, and fails where a socket is opened, a setting differs, a module is loaded."""

from __future__ import annotations

import socket
import sys
from types import ModuleType
from typing import Any

import pytest

from dpdesk.data.sources import database as engine
from dpdesk.data.sources import open as sources
from dpdesk.selftest import offline


def test_it_passes_where_nothing_else_was_loaded() -> None:
    files, database = offline._files(), offline._engine()
    assert files.passed and "was noticed" in files.detail and "XLSX" in files.detail
    assert database.passed, database.detail


def test_a_socket_opened_on_the_way_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even one that is closed at once: the hook saw it."""
    real = sources.open_source

    def leaking(*arguments: Any) -> Any:
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close()
        return real(*arguments)

    monkeypatch.setattr(sources, "open_source", leaking)
    result = offline._files()
    assert not result.passed and "0 events" not in result.detail


def test_an_engine_that_may_fetch_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from contextlib import contextmanager

    import duckdb

    @contextmanager
    def plain(file: str) -> Any:
        connected = duckdb.connect(":memory:")
        yield connected
        connected.close()

    monkeypatch.setattr(engine, "connection", plain)
    result = offline._engine()
    assert not result.passed and "autoinstall_known_extensions" in result.detail


def test_a_network_module_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in offline.FORBIDDEN:
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "socket", socket)
    assert offline._modules().passed
    monkeypatch.setitem(sys.modules, "ssl", ModuleType("ssl"))
    result = offline._modules()
    assert not result.passed and "ssl" in result.detail
