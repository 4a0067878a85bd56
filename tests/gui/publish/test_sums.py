"""Selected cells of a finished table come to what `dpdesk derive` says, with the same margin."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel
from town import COUNT, block, table
from watchdog import Turns

from dpdesk.cli.commands import run
from dpdesk.gui.publish.published import PublishedFolder
from dpdesk.gui.publish.selected import CONSISTENT, MOST, SelectedCells
from dpdesk.gui.shared.releasing import start_rehearsal, start_release
from dpdesk.progress import silent

MEASURES = [COUNT, {"kind": "sum", "variable": "income"}, {"kind": "mean", "variable": "income"}]
WEIGHTED = [{**one, "weight": "income"} for one in MEASURES[:2]]


@pytest.fixture
def released(window, desk, settled, town, request):
    """The page Publish over a release; a test may ask for another display of the first table."""
    display = getattr(request, "param", {})
    tables = [
        table("people", **display),
        table("money", stub=[block("sex")], boxhead=[], measures=[*MEASURES, *WEIGHTED]),
    ]
    groups = [{"name": "people", "part": "1/2"}, {"name": "money", "part": "1/2"}]
    for one, group in zip(tables, groups, strict=True):
        one["group"] = group["name"]
    plan = town.plan("both", *tables, groups=groups)
    desk.open(plan)
    desk.set_data(town.data, None)
    settled()
    assert start_release(desk)
    settled()
    window.open_page("Publish")
    settled()
    return window.page, plan


def select(page, settled, *cells):
    """Select cells by row and column, one after the other."""
    grid = page.table.sheet.sheet.grid
    model = grid.shell_model
    for at, cell in enumerate(cells):
        how = QItemSelectionModel.SelectionFlag
        grid.selectionModel().select(model.index(*cell), how.ClearAndSelect if at == 0 else how.Select)
    settled()
    return page.table.sums.text.text()


def derived(page, settled, plan, tmp_path, capsys, expression):
    """What the command line says of the files of this release."""
    page.files.folder_field.setText(str(tmp_path / "out"))
    page.files.export_button.click()
    settled()
    assert run(["derive", str(plan), expression, "--release", str(tmp_path / "out"), "--json"]) == 0
    return json.loads(capsys.readouterr().out)["derived"][0]


def line_of(shell, *codes):
    """The line of the tidy CSV with these codes, counted from 1."""
    cells = [found for found, _, _ in shell.cells_in_order()]
    return 1 + cells.index(codes)


@pytest.mark.parametrize("released", [{}, {"display": {"totals": "last"}}], indirect=True, ids=["first", "last"])
def test_a_sum_has_the_margin_that_the_command_line_says(released, desk, settled, tmp_path, capsys):
    page, plan = released
    made = desk.release.tables[0]
    model = page.table.sheet.sheet.grid.shell_model
    shown = [(1, 0), (2, 1), (0, 0)]
    said = select(page, settled, *shown)
    lines, total = [], 0.0
    for row, column in shown:
        codes = (*model.shell.stub.lines[row].codes, *model.shell.boxhead.lines[column].codes)
        at = line_of(made.shell, *codes)
        lines.append(f"people#{at}")
        total += made.estimate.ravel()[at - 1]
    margin = derived(page, settled, plan, tmp_path, capsys, " + ".join(lines))["margin"]
    own = sum(made.margin.ravel()[int(one.partition("#")[2]) - 1] for one in lines)
    assert margin < own  # the margins of the cells do not add up
    assert said == f"3 cells:   sum {total:,.0f} ± {math.ceil(margin):,}"


def test_of_two_cells_difference_and_ratio_are_said_and_copied(released, desk, settled, tmp_path, capsys):
    page, plan = released
    first, second = (float(value) for value in desk.release.tables[0].estimate[0, 1, 1:, 0])
    said = select(page, settled, (1, 1), (1, 2))
    assert said.startswith("2 cells:   sum ")
    assert f"first less second {first - second:,.0f} ± ".replace("--", "-") in said
    lines = [line_of(desk.release.tables[0].shell, "n", code) for code in "fm"]
    less = derived(page, settled, plan, tmp_path, capsys, f"people#{lines[0]} - people#{lines[1]}")
    ratio = derived(page, settled, plan, tmp_path, capsys, f"people#{lines[0]} / people#{lines[1]}")
    page.table.sums.copy_button.click()
    words = [line.split("\t") for line in QApplication.clipboard().text().splitlines()]
    assert [one[0] for one in words] == ["Sum", "Difference", "Ratio"]
    assert words[1][2] == f"{math.ceil(less['margin']):,}"
    assert float(words[2][1].removesuffix(" %")) == pytest.approx(100 * first / second, abs=0.51)
    share = float(words[2][2].removesuffix(" %"))
    assert 100 * ratio["margin"] <= share <= 100 * ratio["margin"] + 1


def test_unbiased_values_are_added_up_where_they_are_shown(released, desk, settled):
    page, _ = released
    page.switches.which_field.setCurrentIndex(page.switches.which_field.findData("unbiased"))
    page.switches.which_field.activated.emit(page.switches.which_field.currentIndex())
    said = select(page, settled, (1, 1), (1, 2))
    total = float(desk.release.tables[0].unbiased[0, 1, 1:, 0].sum())
    assert float(said.split("sum ")[1].split(" ")[0].replace(",", "")) == pytest.approx(total, abs=0.51)


@pytest.mark.usefixtures("released")
def test_cells_of_a_rehearsal_are_added_up_too(window, desk, settled):
    start_rehearsal(desk, window.pages["Accuracy"])
    settled()
    page = window.pages["Publish"]
    window.open_page("Publish")
    settled()
    assert page.release is desk.rehearsal
    total = float(desk.rehearsal.tables[0].estimate[0, 1, 1:, 0].sum())
    assert f"sum {total:,.0f} ± " in select(page, settled, (1, 1), (1, 2))


def test_what_cannot_be_added_up_is_said(released, settled):
    page, _ = released
    hint = "Select several cells"
    assert page.table.sums.text.text().startswith(hint)
    assert not page.table.sums.copy_button.isVisible()
    page.tables.list.setCurrentRow(1)
    settled()
    assert "cannot be added up" in select(page, settled, (0, 2), (1, 2))  # means
    both = select(page, settled, (0, 0), (0, 1))  # a count, and a sum of incomes
    assert "sum" not in both and "first by second" in both
    assert "sum" in select(page, settled, (1, 1), (2, 1))
    assert select(page, settled, (1, 1)).startswith(hint)


def test_the_window_does_not_wait_for_sums(released, settled, qtbot):
    """All cells of a table, one after the other and together: 50 ms are a million squares, usual is a tenth."""
    page, _ = released
    grid = page.table.sheet.sheet.grid
    with Turns() as turns:
        for row in range(grid.shell_model.rowCount()):
            grid.selectionModel().select(grid.shell_model.index(row, 0), QItemSelectionModel.SelectionFlag.Select)
            qtbot.wait(1)
        grid.selectAll()
        settled()
    assert turns.own < 0.5
    assert "15 cells" in page.table.sums.text.text()


def test_too_many_cells_are_not_looked_at(released):
    page, _ = released
    grid = page.table.sheet.sheet.grid
    grid.selectAll()
    assert len(grid.selected_cells(MOST)) == 15
    assert grid.selected_cells(14) == []


@pytest.mark.usefixtures("released")
def test_weighted_sums_are_not_added_to_others_of_the_quantity(desk):
    cells = SelectedCells(desk.release)

    def is_added(*places):
        found = cells.figures("money", [(0, line, 0, item) for line, item in places], CONSISTENT, silent)
        return "sum" in [figure.kind for figure in found]

    count, income, weights, product = 0, 1, 3, 4
    assert not is_added((1, income), (1, product)) and not is_added((1, weights), (1, product))
    assert not is_added((1, count), (1, weights))
    assert is_added((1, product), (2, product))
    assert is_added((1, income), (2, weights))  # both are sums of incomes


@pytest.mark.usefixtures("released")
def test_impossible_cells_count_nobody(desk):
    release = desk.release
    flags = release.tables[0].flag
    flags[0, 1, 1, 0] = "z"
    cells = SelectedCells(release)
    with_it = cells.figures("people", [(0, 1, 1, 0), (0, 1, 2, 0), (0, 2, 2, 0)], CONSISTENT, silent)
    without = cells.figures("people", [(0, 1, 2, 0), (0, 2, 2, 0)], CONSISTENT, silent)
    assert with_it[0] == without[0]
    assert len(with_it) == 1


def test_a_published_folder_is_opened_without_ledger_or_data(released, window, desk, settled, tmp_path, monkeypatch):
    """Somebody else's window, who has the folder alone, adds up the same cells to the same numbers."""
    page, _ = released
    told = select(page, settled, (0, 1), (1, 2))
    page.files.folder_field.setText(str(tmp_path / "out"))
    page.files.export_button.click()
    settled()
    made = desk.release
    window.new()  # nothing is open any more
    settled()
    folder = (tmp_path / "out").rename(tmp_path / "received")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder / "publish"))
    window.ask_published()
    settled()
    (dialog,) = (one for one in window.findChildren(PublishedFolder) if one.isVisible())
    assert dialog.release.release_id == made.release_id
    owners = {one._owner for one in (page.table.sums, dialog.table.sums)}
    assert len(owners) == 2  # an addition in one gives up none in the other
    for mine, theirs in zip(dialog.release.tables, made.tables, strict=True):
        for name in ("estimate", "lower", "upper", "margin"):
            assert np.array_equal(getattr(mine, name), getattr(theirs, name), equal_nan=True)
    assert select(dialog, settled, (0, 1), (1, 2)) == told and "±" in told
    dialog.close()
    table = folder / "publish" / "tables" / "people.csv"
    table.write_bytes(table.read_bytes().replace(b",u\r\n", b",\r\n") + b" ")
    window.ask_published()
    settled()
    assert any("people.csv" in one.text() for one in window.page.message.findChildren(QLabel))
