"""What publications say of weighted figures: kind of sample, units, accuracy, and which of them a picture draws."""

from __future__ import annotations

import io
from typing import Any

import openpyxl
import published

from dpdesk.planning.compiler.pictures import BARS, CURVE, Plot, plot_of
from dpdesk.publish import methods
from dpdesk.publish.tables import px
from dpdesk.publish.tables.units import unit_words
from dpdesk.publish.workbook import workbook
from dpdesk.publish.workbook.accuracy import error_words
from dpdesk.publish.workbook.drawing import drawing_of
from dpdesk.publish.workbook.titles import table_title
from dpdesk.release.result import Release

WEIGHT = {
    "name": "w", "kind": "quantity", "label": {"en": "Weight", "de": "Gewicht"}, "column": "w", "describes": "unit",
    "lower": 0, "upper": 10, "step": 1, "below": "clamp", "above": "clamp", "unreadable": "not_stated",
}  # fmt: skip
AGES = {
    "name": "age", "kind": "number", "label": {"en": "Age", "de": "Alter"}, "column": "age", "describes": "unit",
    "unit_of_measure": {"en": "years", "de": "Jahre"}, "bins": {"first": 0, "last": 9}, "below": "nowhere",
    "above": "clamp", "unreadable": "nowhere",
}  # fmt: skip
COUNT: dict[str, Any] = {"kind": "count"}
CDF = {"kind": "cdf", "variable": "age"}
BY = {"weight": "w"}
WEIGHTS = [{"column": "w", "answer": "weight"}]


def survey(*measures: dict[str, Any], picture: str = "none", kind: str = "sample") -> Release:
    """One table by sex with such measures; German, too."""
    sex = published.category("sex", "Sex", ["M", "F"])
    one = published.dictionary([sex, AGES, WEIGHT], data_kind=kind, weight_columns=WEIGHTS)
    stub = {"title": {"en": "People", "de": "Leute"}, "stub": [published.block("sex")], "boxhead": []}
    table = published.table(**stub, measures=list(measures), display={"picture": picture})
    return published.release(published.plan(one, [table], title={"en": "Survey", "de": "Erhebung"}))


def title(release: Release, language: str) -> str:
    return table_title(release, release.tables[0], None, language)


def test_a_title_calls_no_weighted_table_unweighted() -> None:
    weighted, both = survey(COUNT | BY), survey(COUNT, COUNT | BY)
    assert title(survey(COUNT), "en") == "People (sample cases, unweighted)"
    assert [title(weighted, tag) for tag in ("en", "de")] == [
        "People (sample, weighted)",
        "Leute (Stichprobe, gewichtet)",
    ]
    assert [title(both, tag) for tag in ("en", "de")] == [
        "People (sample, partly weighted)", "Leute (Stichprobe, teilweise gewichtet)",
    ]  # fmt: skip
    assert title(survey(COUNT | BY, kind="complete_count"), "en") == "People"


def test_no_text_says_that_a_weighted_release_is_unweighted() -> None:
    release = survey(COUNT, COUNT | BY)
    written = io.BytesIO()
    workbook.write(release, written)
    cells = [
        str(cell)
        for sheet in openpyxl.load_workbook(written)
        for row in sheet.iter_rows(values_only=True)
        for cell in row
    ]
    texts = [*cells, *(methods.what(release, tag) for tag in ("en", "de")), px_text(release)]
    assert not [text for text in texts if "cases, unweighted" in text or "fälle, ungewichtet" in text]
    assert "in weighted figures each case counts by its weight" in methods.what(release, "en")
    assert "In gewichteten Zahlen zählt jeder Fall mit seinem Gewicht" in methods.what(release, "de")


def px_text(release: Release) -> str:
    return b"".join(px.lines(release, release.tables[0], "people", 1, ["en", "de"])).decode("utf-8")


def test_accuracy_of_counts_is_not_promised_of_weighted_figures() -> None:
    shown = survey(COUNT, COUNT | BY).tables[0].shell.items
    row = {"rmse": 1.23, "margin_max": 3.21}
    words = error_words(row, "en", shown)
    assert words.startswith("Noise moves an unweighted count by about 1.3; no margin of one")
    assert words.endswith("Weighted figures have margins of their own.")
    assert error_words(row, "en", shown[:1]).startswith("Noise moves a count by about 1.3; no margin of a count")


def test_a_weighted_count_is_a_number() -> None:
    release = survey(COUNT | BY, CDF | BY)
    items = release.tables[0].shell.items
    assert {unit_words(item, release.dictionary, "de") for item in items} == {"Anzahl"}


def test_a_curve_of_weighted_counts_is_drawn_and_called_weighted() -> None:
    release = survey(COUNT, CDF, CDF | BY, picture=CURVE)
    plain = plot_of(release.tables[0].shell, CURVE)
    assert isinstance(plain, Plot) and len(plain.places) == 10  # and not those of both measures
    weighted = survey(CDF | BY, picture=CURVE)
    drawn = drawing_of(weighted, weighted.tables[0], 0, "de")
    assert drawn is not None and drawn.measure == "Kumulierte Häufigkeit, gewichtet" and drawn.along == "Alter (Jahre)"
    assert drawn.x is not None and len(drawn.x) == 10
    assert not any("gewichtet" in place or "Alter" in place for place in drawn.places)


def test_a_weighted_picture_does_not_read_as_if_its_axis_were_the_weight() -> None:
    release = survey(COUNT | BY, picture=BARS)
    for tag, words in (("en", "“Count, weighted” by Sex"), ("de", "„Anzahl, gewichtet“ nach Sex")):
        drawn = drawing_of(release, release.tables[0], 0, tag)
        assert drawn is not None and words in drawn.words
        assert tag == "en" or "Größter Wert" in drawn.words


def test_all_intervals_of_a_weighted_measure_are_drawn() -> None:
    given = [{"below": 3}, {"at_least": 3, "below": 6}, {"at_least": 6, "below": 9}]
    intervals = {"kind": "intervals", "variable": "age", "intervals": given}
    plot = plot_of(survey(intervals | BY, picture=BARS).tables[0].shell, BARS)
    assert isinstance(plot, Plot) and len(plot.places) == 3
