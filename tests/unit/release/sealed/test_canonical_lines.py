"""The lines that a result hash is made of: JSON, whatever stands in a name or a code."""

from __future__ import annotations

import hashlib
import json

import pytest

from dpdesk.release.canonical import CellsOf, hashes_of

ODD = 'a "quoted" \\ code, with\ttabs\nand lines\x00\x1f, é 数 😀 \u2028'


@pytest.mark.parametrize("code", ["f", "", ODD, "],["])
def test_a_line_of_the_official_cells_is_json(code: str) -> None:
    row = [code, "count", "12", "10", "14", "2", ""]
    lines = [["dpdesk official cells, version 1"], ["table", ODD, "sex"], row]
    written = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    found = hashes_of([CellsOf(ODD, ("sex",), [row], None)])
    assert found.cells == hashlib.sha256(written.encode()).hexdigest()
