"""A format is one class in one list: the dictionary has its keys, the window its form, and nobody asks for its name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dpdesk.data.sources.kinds import FORMATS, format_of
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput
from dpdesk.schema.file.model import SOURCES
from dpdesk.schema.source import SourceFormat

DATA = Path(__file__).parents[3] / "dpdesk" / "data"


def test_the_list_of_formats_and_the_keys_of_the_dictionary_name_the_same_kinds() -> None:
    assert {one.kind for one in FORMATS} == set(SOURCES)
    assert len(FORMATS) == len(SOURCES)


def test_no_ending_belongs_to_two_formats() -> None:
    endings = [ending for one in FORMATS for ending in one.endings]
    assert len(endings) == len(set(endings)) and all(ending.startswith(".") for ending in endings)


def test_opening_and_proposing_know_no_format_by_name() -> None:
    """Only the class itself says its kind; where records are counted on a cluster, it is asked for what it is."""
    for path in (DATA / "sources" / "open.py", DATA / "sources" / "kinds.py", DATA / "proposing" / "sniffing.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(rf'"(?:{"|".join(SOURCES)})"', text), path.name


@pytest.mark.parametrize("kind", sorted(SOURCES))
def test_a_format_gives_back_the_keys_it_was_given(kind: str) -> None:
    stated = {"kind": kind, **{name: "x" for name, key in SOURCES[kind].model_fields.items() if key.is_required()}}
    stated["kind"] = kind
    again = SourceFormat.from_json(stated).to_json()
    assert {name: again[name] for name in stated} == stated and set(again) <= set(SOURCES[kind].model_fields)


def test_a_kind_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text("a\n1\n", encoding="utf-8")
    with pytest.raises(BadInput, match="is none that is read"):
        open_source(path, SourceFormat("spoken"))
    assert format_of("csv") is FORMATS[-1]
