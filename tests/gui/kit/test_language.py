"""Days and numbers as a language writes them, taken from its catalogues."""

from __future__ import annotations

import pytest

from dpdesk.gui.kit import language
from dpdesk.gui.kit.local import local, speak
from dpdesk.gui.kit.words import day_text


def test_a_day_is_written_as_the_catalogue_of_the_language_says(monkeypatch):
    assert [language.day_pattern(tag) for tag in ("en", "de")] == ["d MMMM yyyy", "d. MMMM yyyy"]
    assert day_text("2026-11-20", "de") == "20. November 2026" and day_text("2026-11-20", "en") == "20 November 2026"
    monkeypatch.setattr(language, "translated", lambda *_: "la {day}-a de {month}, {year}")
    assert language.day_pattern("eo") == "'la' d-'a' 'de' MMMM, yyyy"


@pytest.mark.parametrize(("tag", "written"), [("en", "1,234.5 of 2"), ("de", "1.234,5 of 2"), ("fr", "1,234.5 of 2")])
def test_a_number_has_the_marks_of_the_language(tag, written):
    speak(tag)
    try:
        assert local("1,234.5 of 2") == written
    finally:
        speak("en")
