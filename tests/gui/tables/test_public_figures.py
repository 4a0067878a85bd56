"""Public figures are read from a file, and a measure becomes a rate by them or is expanded."""

from __future__ import annotations

import pytest

from dpdesk.gui.tables.bench import Chosen

POPULATION = "Sex,number\nFemale,26 100\nmale,25400\n"
WRONG = "Sex,number\nFemale,26 100\nmen,25400\n"


@pytest.fixture
def page(table_of_sexes):
    """The page Tables with a table of the sample's sexes."""
    page = table_of_sexes()
    page.bench.choose(Chosen("measure", None, 0))
    return page


def entries(page):
    menu = page.measures.add.menu()
    menu.aboutToShow.emit()
    return next(action.menu() for action in menu.actions() if action.text().startswith("Rate per")).actions()


def read(page, settled, tmp_path, text):
    file = tmp_path / "population.csv"
    file.write_text(text, encoding="utf-8")
    page.options.measure.public.read_file(file)
    settled()


def choose(box, value):
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def test_without_public_figures_the_menu_says_where_to_read_them(page):
    (why,) = entries(page)
    assert "Read public figures" in why.text() and not why.isEnabled()


def test_a_rate_by_figures_from_a_file(page, desk, settled, tmp_path):
    read(page, settled, tmp_path, POPULATION)
    (figures,) = desk.plan["public_figures"]
    assert figures["rows"] == [{"codes": ["F"], "figure": "26100"}, {"codes": ["M"], "figure": "25400"}]
    assert figures["source"] == {"en": "population.csv"}
    (entry,) = entries(page)
    entry.trigger()
    settled()
    rate = desk.plan["tables"][0]["measures"][-1]
    assert rate == {"kind": "rate", "figures": "population"} and desk.snapshot.plan_problem == ""
    assert page.measures.chips[-1].text().startswith("Rate per 1,000 of population")
    public = page.options.measure.public
    choose(public.per, "100000")
    public.source.setText("Register")
    public.source.textEdited.emit("Register")
    public.date.setText("1 January")
    public.date.textEdited.emit("1 January")
    settled()
    assert desk.plan["tables"][0]["measures"][-1]["per"] == "100000" and desk.snapshot.plan_problem == ""
    (figures,) = desk.plan["public_figures"]
    assert figures["source"] == {"en": "Register"} and figures["date"] == {"en": "1 January"}


def test_a_count_is_expanded_by_what_is_read_and_the_cases_stand_beside_it(page, desk, settled, tmp_path):
    read(page, settled, tmp_path, "sex;factor\nF;12.5\nM;40/3\n")
    choose(page.options.measure.public.expanded, "population")
    assert desk.plan["tables"][0]["measures"] == [{"kind": "count", "expanded": "population"}]
    settled()
    assert desk.snapshot.plan_problem == ""
    page.measures.count.click()
    settled()
    assert desk.plan["tables"][0]["measures"][0] == {"kind": "count"} and desk.snapshot.plan_problem == ""
    page.bench.choose(Chosen("measure", None, 1))
    choose(page.options.measure.public.expanded, None)
    assert {"kind": "count", "expanded": "population"} not in desk.plan["tables"][0]["measures"]


def test_a_file_with_an_unknown_code_is_refused_in_a_sentence(page, desk, settled, tmp_path):
    read(page, settled, tmp_path, WRONG)
    said = page.options.measure.public.said
    assert "line 3" in said.text() and "'men'" in said.text() and not said.isHidden()
    assert "public_figures" not in desk.plan


def test_the_confidential_file_is_refused(page, desk, settled, tmp_path, monkeypatch):
    monkeypatch.setattr(desk, "data_path", tmp_path / "population.csv")
    read(page, settled, tmp_path, POPULATION)
    assert not page.options.measure.public.said.isHidden() and "public_figures" not in desk.plan
