"""The catalogues of translations: complete, right in form, and the files that `packaging/translate.py` would write."""

from __future__ import annotations

import ast
import gettext
import io

import pytest
from catalogues_told import catalogues, publications, translate
from translations.catalogues import Text
from translations.publications import texts_of


def catalogue(*pairs: tuple[str, str], context: str | None = None) -> catalogues.Catalog:
    """A small German catalogue."""
    made = catalogues.Catalog(locale="de")
    for text, said in pairs:
        made.add(text, said, context=context)
    return made


def told(made: catalogues.Catalog) -> dict[str, str]:
    return {text: said for _, text, said in catalogues.messages(made)}


def compiled(made: catalogues.Catalog) -> gettext.GNUTranslations:
    return gettext.GNUTranslations(io.BytesIO(catalogues.mo(made)))


# The catalogues that come with the program ---------------------------------------------------------------------------


@pytest.fixture(scope="module", params=translate.KINDS, ids=lambda kind: kind.name)
def kind(request: pytest.FixtureRequest) -> translate.Kind:
    return request.param


@pytest.fixture(scope="module")
def german(kind: translate.Kind) -> catalogues.Catalog:
    """The German catalogue of a kind as it should be now."""
    return kind.current("de")


def test_a_compiled_catalogue_has_the_texts_of_the_program(kind: translate.Kind, german: catalogues.Catalog) -> None:
    """None that the program does not say, and none that was reworded since: run packaging/translate.py."""
    assert len(list(catalogues.messages(german))) > 400
    assert kind.compiled(german) == kind.path("de").with_suffix(kind.ending).read_bytes()


def test_every_text_is_translated_and_no_translation_looks_wrong(
    kind: translate.Kind, german: catalogues.Catalog
) -> None:
    assert list(translate.faults(kind, german)) == []


# What is found when something is wrong -------------------------------------------------------------------------------


def test_a_text_without_a_translation_is_found() -> None:
    made = catalogues.updated(catalogue(("Total", "Insgesamt")), [Text("Total"), Text("Count")], "words")
    assert told(made) == {"Total": "Insgesamt", "Count": ""}
    assert compiled(made).gettext("Count") == "Count"


def test_a_text_that_the_program_does_not_say_is_dropped() -> None:
    made = catalogues.updated(catalogue(("Total", "Insgesamt"), ("Gone", "Weg")), [Text("Total")], "words")
    assert told(made) == {"Total": "Insgesamt"} and b"Gone" not in catalogues.po(made)


def test_a_reworded_sentence_waits_for_its_translator() -> None:
    """The old translation stays in the file beside the old English, and nobody is told it."""
    old = catalogue(("The file {file} is empty.", "Die Datei {file} ist leer."), context="a.b")
    made = catalogues.updated(old, [Text("The file {file} is quite empty.", "a.b")], "words")
    assert list(catalogues.messages(made)) == [("a.b", "The file {file} is quite empty.", "")]
    written = catalogues.po(made).decode()
    assert '#| msgid "The file {file} is empty."' in written and "#, fuzzy" in written and "ist leer." in written
    assert compiled(made).pgettext("a.b", "The file {file} is quite empty.").startswith("The file")


def test_the_same_english_has_a_translation_of_its_own_in_each_context() -> None:
    old = catalogue(("rows", "Zeilen"), context="one")
    made = catalogues.updated(old, [Text("rows", "one"), Text("rows", "two")], "words")
    assert next(said for _, _, said in catalogues.messages(made)) == "Zeilen"
    assert compiled(made).pgettext("two", "rows") == "rows"


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("Die Spalte fehlt in {file}.", "other fields"),
        ("Die Spalte {name} fehlt in {file} {near}.", "other fields"),
        ("Die Spalte {name} fehlt in {file}", "another end"),
        ("Die Spalte {name} fehlt in {file}. ", "another end"),
        ("Die Spalte {name} is missing in {file}.", "half translated (is missing)"),
        ("The column {name} fehlt in {file}.", "half translated (the column)"),
    ],
)
def test_what_is_wrong_with_a_translation_is_found(said: str, fault: str) -> None:
    english = "The column {name} is missing in {file}."
    assert fault in list(catalogues.faults(english, said))
    assert list(catalogues.faults(english, "Die Spalte {name} fehlt in {file}.")) == []


def test_what_is_the_same_in_every_language_is_no_english() -> None:
    for english, said in (
        ("Give a day (--until YYYY-MM-DD).", "Nennen Sie einen Tag (--until YYYY-MM-DD)."),
        ("`dpdesk is a command` of the line.", "`dpdesk is a command` der Zeile."),
        ("Under a licence such as CC BY 4.0.", "Mit einer Lizenz wie CC BY 4.0."),
        ("No file 'of the kind' there.", "Keine Datei 'of the kind' dort."),
    ):
        assert list(catalogues.faults(english, said)) == []


# Which texts of publications are found -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code",
    [
        'said(language, "One" if some else "Two")',
        'def f(some):\n    words = "One"\n    if some:\n        words = "Two"\n    return said(language, words)',
        'WORDS = {1: "One", 2: "Two"}\ndef f(n):\n    return said(language, WORDS[n])',
        'def f():\n    return [said(language, text) for text in ("One", "Two")]',
        'HEADS = translatable(("One", "Two"))',
        'FIRST = "One"\ndef f(some):\n    words = FIRST if some else "Two"\n    return said("de", words, number=some)',
    ],
)
def test_a_text_is_found_where_it_is_said(code: str) -> None:
    assert sorted(texts_of(ast.parse(code))) == ["One", "Two"]


def test_other_texts_of_the_program_are_not_taken_for_texts_of_a_publication() -> None:
    code = 'words = "no text"\ndef f(words, language="en"):\n    """Say."""\n    return said("de", words, unit="m")'
    assert [text for text in texts_of(ast.parse(code)) if text != "no text"] == []
    assert "en" not in publications() and "text" not in publications()
