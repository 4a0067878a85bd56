"""Fingerprints: of small files what they have always been; of large ones a tree over parts that every byte decides."""

from __future__ import annotations

import hashlib
import hmac
import threading
from pathlib import Path

import pytest

from dpdesk.data.sources import fingerprints
from dpdesk.data.sources.fingerprints import fingerprint
from dpdesk.errors import BadInput, Cancelled

KEY = bytes(range(32))
CONTENT = bytes(range(251)) * 3


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fingerprints, "LARGE", 100)
    monkeypatch.setattr(fingerprints, "PART", 64)
    monkeypatch.setattr(fingerprints, "_BLOCK", 10)


def of(folder: Path, content: bytes, key: bytes = KEY) -> str:
    path = folder / "data.bin"
    path.write_bytes(content)
    return fingerprint(path, key)


def test_a_file_below_a_gibibyte_is_hashed_as_ever(tmp_path: Path) -> None:
    """The ledger keeps these for years: neither the hash nor the bound may ever be another."""
    assert of(tmp_path, CONTENT) == hmac.new(KEY, CONTENT, hashlib.sha256).hexdigest()
    assert (fingerprints.LARGE, fingerprints.PART) == (1 << 30, 1 << 26)


@pytest.mark.usefixtures("parts")
def test_a_large_file_is_the_tree_written_out(tmp_path: Path) -> None:
    def node(data: bytes, number: int, depth: int, last: bool) -> bytes:
        shape = {"fanout": 0, "depth": 2, "leaf_size": 64, "inner_size": 32}
        return hashlib.blake2b(
            data, key=KEY, digest_size=32, node_offset=number, node_depth=depth, last_node=last, **shape
        ).digest()

    for size in (100, 127, 128, 129, 192, len(CONTENT)):
        content = CONTENT[:size]
        pieces = [content[at : at + 64] for at in range(0, size, 64)]
        leaves = [node(piece, number, 0, number == len(pieces) - 1) for number, piece in enumerate(pieces)]
        expected = node(b"".join(leaves) + size.to_bytes(8, "little"), 0, 1, True)
        assert of(tmp_path, content) == expected.hex()


@pytest.mark.usefixtures("parts")
def test_every_byte_its_place_the_end_and_the_key_decide_it(tmp_path: Path) -> None:
    content = CONTENT[:300]
    found = {of(tmp_path, content), of(tmp_path, content, bytes(32))}
    others = [content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :] for at in range(300)]
    others += [content[:-1], content + b"\0", content[64:128] + content[:64] + content[128:], content[:256]]
    for other in others:
        found.add(of(tmp_path, other))
    assert len(found) == 2 + len(others)
    assert of(tmp_path, content) in found


@pytest.mark.usefixtures("parts")
def test_threads_change_nothing_and_end_with_the_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    two = of(tmp_path, CONTENT)
    monkeypatch.setattr(fingerprints, "THREADS", 1)
    assert of(tmp_path, CONTENT) == two
    told: list[tuple[float | None, bool]] = []

    def progress(stage: str, fraction: float | None = None) -> None:
        told.append((fraction, threading.current_thread() is threading.main_thread()))
        if fraction is not None and fraction > 0.5:
            raise Cancelled

    with pytest.raises(Cancelled):
        fingerprint(tmp_path / "data.bin", KEY, progress)
    assert all(here for _, here in told)
    assert [one for one, _ in told] == sorted(one for one, _ in told if one is not None)
    assert not [one for one in threading.enumerate() if one.name.startswith("dpdesk-fingerprint")]


@pytest.mark.usefixtures("parts")
def test_a_file_that_goes_away_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "data.bin"
    path.write_bytes(CONTENT)
    real = Path.open

    def gone(self: Path, *arguments: object, **options: object) -> object:
        if self == path:
            raise FileNotFoundError(2, "No such file or directory")
        return real(self, *arguments, **options)

    monkeypatch.setattr(Path, "open", gone)
    with pytest.raises(BadInput, match=r"data\.bin cannot be read \(No such file or directory\)\."):
        fingerprint(path, KEY)
