"""Texts in the reader's language: a language is what has a folder with catalogues, and nothing else has to know it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import published
import pytest
from catalogues_told import catalogues

from dpdesk import bundled, translation
from dpdesk.problems import render as rendering
from dpdesk.problems.problem import PLAN, problem
from dpdesk.problems.readers import Window
from dpdesk.problems.render import render
from dpdesk.publish.documents.words import day, listed, number, said
from dpdesk.publish.languages import published as languages_of

CACHES = (translation.languages, translation.marks, translation._catalogue, rendering._shared)
MADE_UP = {
    "problems": [
        ("number", "1,234.5", "1'234·5"),
        ("starts", "In the plan {name}", "Ynth plän {name}"),
        ("keys", "codes", "cödla"),
        ("schema.empty", "{place} must not be empty.", "{place} nüt lerg."),
    ],
    "publications": [
        (None, "Total", "Totäl"),
        (None, "May", "Mäj"),
        (None, "{day} {month} {year}", "{year}, {month} {day}"),
        (None, "{first} and {last}", "{first} äd {last}"),
    ],
}


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language of a few sentences, zz-Made, as its translator would begin it."""
    for kind, texts in MADE_UP.items():
        catalogue = catalogues.Catalog(locale="de")
        for context, text, told in texts:
            catalogue.add(text, told, context=context)
        path = tmp_path / "translations" / "zz" / f"{kind}.mo"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(catalogues.mo(catalogue))
    monkeypatch.setattr(bundled, "_candidates", lambda: (tmp_path,))
    for cache in CACHES:
        cache.cache_clear()
    yield
    for cache in CACHES:
        cache.cache_clear()


def test_there_are_english_and_german() -> None:
    assert translation.languages() == ("en", "de")
    assert [translation.spoken(tag) for tag in ("de", "de-AT", "en-GB", "fr", "")] == ["de", "de", "en", None, None]


def test_what_has_no_translation_stays_english() -> None:
    for kind in (translation.PROBLEMS, translation.PUBLICATIONS):
        assert translation.translated(kind, "Nobody says this.", "de") == "Nobody says this."
        assert translation.translated(kind, "", "de") == ""  # the head of a catalogue has this name
    assert translation.translated(translation.PUBLICATIONS, "Total", "fr") == "Total"
    assert translation.marks("fr") == (",", ".")


def test_a_language_is_said_as_soon_as_it_has_catalogues(made_up: None) -> None:
    assert translation.languages() == ("en", "zz")
    assert (said("zz", "Total"), said("zz-CH", "Total"), said("zz", "Count")) == ("Totäl", "Totäl", "Count")
    assert day("zz", "2026-05-07") == "2026, Mäj 7" and listed(["a", "b"], "zz") == "a äd b"
    assert number("zz", 1234567.25, 2) == "1'234'567·25"
    empty = problem("schema.empty", PLAN.whole.to("codes"))
    assert render(empty, language="zz") == "Ynth plän: codes nüt lerg."
    assert render(empty, Window(), "zz") == "Cödla nüt lerg."
    assert render(empty, language="de") == "In the plan: codes must not be empty."


def test_a_release_is_published_in_it(made_up: None) -> None:
    plan = published.plan(title={"en": "Persons", "zz": "Persöns", "fr": "Personnes"})
    assert languages_of(plan) == ["en", "zz"]
