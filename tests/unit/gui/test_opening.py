"""Plans as the window opens them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from small import dictionary_json, plan_json, small, table

from dpdesk.gui.desk.documents import open_document


@pytest.mark.parametrize("stated", [None, "", "?"])
def test_a_plan_without_the_hash_of_its_dictionary_is_opened_to_be_looked_through(
    tmp_path: Path, stated: str | None
) -> None:
    (tmp_path / "small.dictionary.json").write_text(json.dumps(dictionary_json()), encoding="utf-8")
    path = tmp_path / "a.plan.json"
    tree = plan_json(small(), table(stub="sex"))
    path.write_text(json.dumps(tree), encoding="utf-8")
    assert not open_document(path).stale
    del tree["dictionary"]["meaning"]
    if stated is not None:
        tree["dictionary"]["meaning"] = stated
    path.write_text(json.dumps(tree), encoding="utf-8")
    opened = open_document(path)
    assert opened.stale and opened.plan is not None and "dictionary" not in opened.plan
