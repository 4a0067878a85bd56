"""The page Publish: one figure in window, CSV, workbook and PDF; exports, corrections, rehearsals, old releases."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
from pathlib import Path

import openpyxl
import pytest
import released_files
import xlsx_checker
from finding import double_click
from logos import png
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QFileDialog, QStyle, QStyleOptionComboBox
from town import COUNT, block, table

from dpdesk.cli.commands import run
from dpdesk.gui.desk.desk import REHEARSAL
from dpdesk.gui.desk.trees import put
from dpdesk.gui.kit.sheet.header import PAD
from dpdesk.gui.kit.side import SideArea
from dpdesk.gui.kit.words import day_text
from dpdesk.gui.paper.printing import Options, pdf_bytes
from dpdesk.gui.paper.texts import logo_of
from dpdesk.gui.publish.files import proposed_folder
from dpdesk.gui.publish.published import PublishedFolder
from dpdesk.gui.shared.releasing import start_rehearsal, start_release
from dpdesk.ledger import events
from dpdesk.ledger.ledger import Ledger
from dpdesk.progress import Stage
from dpdesk.publish.folders import stem, workbook_in
from dpdesk.publish.workbook import workbook

TITLE = "The town's tables"


@pytest.fixture
def plan(town):
    two = [
        table("people"),
        table(
            "ages",
            pages=[block("sex")],
            stub=[block("region")],
            boxhead=[block("ages")],
            measures=[COUNT, {"kind": "percentage", "base": "row"}],
        ),
    ]
    return town.plan("both", *two)


@pytest.fixture
def ready(window, desk, settled, town, plan):
    """The window over a plan that can be released."""
    desk.open(plan)
    desk.set_data(town.data, None)
    settled()
    return window


@pytest.fixture
def page(ready, desk, settled):
    """The page Publish over a finished release."""
    assert start_release(desk)
    assert not start_release(desk)
    settled()
    ready.open_page("Publish")
    settled()
    return ready.page


def test_in_a_narrow_window_the_table_has_the_room_of_the_list(page, settled):
    window, grid = page.window(), page.table.sheet.sheet.grid
    wide = {}
    for width in (1280, 1024, 1280):
        window.resize(width, 700)
        settled()
        QApplication.processEvents()
        wide[width] = grid.width()
        assert page.tables.isVisible() and page.files.export_button.isVisible()
        assert (page.tables.mapTo(page, page.tables.rect().center()).x() < page.width() / 2) == (width == 1280)
    assert wide[1024] >= 600 and wide[1280] >= wide[1024]
    usual = page.tables.width(), page.files.folder_field.width()
    window.resize(2560, 1440)
    settled()
    QApplication.processEvents()
    assert page.tables.width() > usual[0] and page.files.folder_field.width() > usual[1], "there is room"


def choose(box, text):
    at = box.findText(text)
    assert at >= 0, [box.itemText(one) for one in range(box.count())]
    box.setCurrentIndex(at)
    box.activated.emit(at)


def export(page, settled, folder):
    page.files.folder_field.setText(str(folder))
    page.files.export_button.click()
    settled()


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_window_workbook_and_csv_have_the_same_figures(page, desk, settled, tmp_path):
    export(page, settled, tmp_path / "out")
    layouts = {}
    for layout in workbook.LAYOUTS:
        with (tmp_path / "book.xlsx").open("wb") as stream:
            workbook.write(desk.release, stream, layout=layout)
        layouts[layout] = xlsx_checker.Book(tmp_path / "book.xlsx").tables()
    book = xlsx_checker.Book(workbook_in(tmp_path / "out")).tables()
    for number, name in enumerate(("people", "ages")):
        page.tables.list.setCurrentRow(number)
        page.switches.beside_field.setCurrentIndex(page.switches.beside_field.findData("alone"))
        grid = page.table.sheet.sheet.grid
        model = grid.shell_model
        QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
        seen = {}
        for at in range(model.pages.size):
            page.table.sheet.sheet.page_field.setCurrentIndex(at)
            model.set_page(at)
            for row in range(model.rowCount()):
                for column in range(model.columnCount()):
                    cell = model.cell_at(row, column)
                    seen[cell] = float(model.index(row, column).data().replace(",", ""))
        in_order = [value for _, value in sorted(seen.items())]
        filed = [float(one["estimate"]) for one in rows_of(tmp_path / "out" / "publish" / "tables" / f"{name}.csv")]
        assert in_order == filed
        assert margins_shown(page) == [row[4] for row in book[name][1]]
        for layout, tables in layouts.items():
            assert [row[0] for row in tables[name][1]] == filed, layout


def margins_shown(page):
    """The margin that the window shows beside each number, in the order of the cells."""
    page.switches.beside_field.setCurrentIndex(page.switches.beside_field.findData("margin"))
    model, seen = page.table.sheet.sheet.grid.shell_model, {}
    for at in range(model.pages.size):
        page.table.sheet.sheet.page_field.setCurrentIndex(at)
        model.set_page(at)
        for row in range(model.rowCount()):
            for column in range(model.columnCount()):
                shown = model.index(row, column).data().partition("± ")[2]  # none beside a percentage of itself
                seen[model.cell_at(row, column)] = float(shown.replace(",", "").replace("<1", "0") or 0)
    return [margin for _, margin in sorted(seen.items())]


def test_margins_limits_and_unbiased_values_stand_beside(page, desk):
    made = desk.release.tables[0]

    def first(role=Qt.ItemDataRole.DisplayRole):
        return page.table.sheet.sheet.grid.shell_model.index(0, 0).data(role)

    assert first().endswith(f"± {int(made.margin[0, 0, 0, 0] + 0.9999):,}")
    assert "noise margin (90 %)" in page.table.legend.text()
    page.switches.beside_field.setCurrentIndex(page.switches.beside_field.findData("limits"))
    assert f"({made.lower[0, 0, 0, 0]:,.0f} – {made.upper[0, 0, 0, 0]:,.0f})" in first()
    assert "lower and upper limit" in page.table.legend.text()
    page.switches.beside_field.setCurrentIndex(page.switches.beside_field.findData("alone"))
    page.switches.which_field.setCurrentIndex(page.switches.which_field.findData("unbiased"))
    assert float(first().replace(",", "")) == pytest.approx(made.unbiased[0, 0, 0, 0], abs=0.06)
    assert "not the official ones" in page.table.legend.text()
    assert "Raw value" in first(Qt.ItemDataRole.ToolTipRole)


def test_the_numbers_are_written_in_the_language_of_the_table(page, desk):
    page.table.show_table(desk.release, desk.release.tables[1], "de", "consistent", "alone")
    share = page.table.sheet.sheet.grid.model().index(0, 1).data()
    assert "," in share and "." not in share


def test_a_plan_that_was_released_is_never_said_to_be_unreleased(page, desk, settled, plan):
    desk.open(plan)
    settled()
    assert desk.release is None and page.isVisible()
    assert page._empty_heading.text() == "No release is open"
    assert page.switches.release_field.count() == 1


def test_a_table_is_copied_with_its_headings(page):
    grid = page.table.sheet.sheet.grid
    grid.selectAll()
    grid.copy_action.trigger()
    lines = QApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[-2:] == ["Sex f", "Sex m"]
    assert len(lines) == 6
    assert "±" in lines[1]


def test_exporting_again_gives_the_same_bytes_as_the_command_line(page, desk, settled, town, plan, tmp_path, capsys):
    export(page, settled, tmp_path / "one")
    assert ".xlsx" in page.files.files_text.toPlainText()
    export(page, settled, tmp_path / "one")
    assert "same bytes" in page.message.sentence and page.message.isVisible(), "in view wherever the side is scrolled"
    assert page.state().done
    words = ["release", str(plan), "--data", str(town.data), "--out", str(tmp_path / "two")]
    assert run([*words, "--ledger", str(desk.ledger_path)]) == 0
    capsys.readouterr()
    files = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*") if path.is_file())
    assert released_files.plain(file.as_posix() for file in files) == released_files.expected("people", "ages")
    for file in files:
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes(), file
    with Ledger.open(desk.ledger_path) as ledger:
        assert str(ledger.spent("town")["epsilon"]) == "1"


def test_microdata_are_exported_where_the_box_is_ticked(page, settled, town, plan, desk, tmp_path, capsys):
    page.files.formats.boxes["microdata"].click()
    export(page, settled, tmp_path / "one")
    assert "publish/microdata.csv" in page.files.files_text.toPlainText().splitlines()
    words = ["release", str(plan), "--data", str(town.data), "--out", str(tmp_path / "two"), "--also", "microdata"]
    assert run([*words, "--ledger", str(desk.ledger_path)]) == 0
    capsys.readouterr()
    for name in ("microdata.csv", "microdata.csv-metadata.json", "methods.md"):
        one, two = (tmp_path / folder / "publish" / name for folder in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()
    people = next(one for one in rows_of(tmp_path / "one" / "publish" / "tables" / "people.csv"))
    assert len(rows_of(tmp_path / "one" / "publish" / "microdata.csv")) == int(people["estimate"])
    page.files.formats.boxes["microdata"].click()
    export(page, settled, tmp_path / "one")
    assert not (tmp_path / "one" / "publish" / "microdata.csv").exists()


def test_formats_of_an_earlier_export_are_written_anew(page, settled, town, plan, desk, tmp_path, capsys):
    words = ["release", str(plan), "--data", str(town.data), "--out", str(tmp_path / "one"), "--also", "px"]
    assert run([*words, "--also", "sdmx", "--ledger", str(desk.ledger_path)]) == 0
    capsys.readouterr()
    places = [tmp_path / "one" / "publish" / place for place in ("px", "sdmx")]
    before = {path: path.read_bytes() for place in places for path in place.iterdir()}
    assert len(before) == 6
    export(page, settled, tmp_path / "one")
    assert {path: path.read_bytes() for place in places for path in place.iterdir()} == before
    assert "publish/px/people.px" in page.files.files_text.toPlainText().splitlines()
    export(page, settled, tmp_path / "two")
    assert not (tmp_path / "two" / "publish" / "px").exists()


def test_px_and_sdmx_are_exported_where_their_boxes_are_ticked(page, settled, town, plan, desk, tmp_path, capsys):
    for name in ("px", "sdmx"):
        page.files.formats.boxes[name].click()
    export(page, settled, tmp_path / "one")
    words = ["release", str(plan), "--data", str(town.data), "--out", str(tmp_path / "two"), "--also", "px"]
    assert run([*words, "--also", "sdmx", "--ledger", str(desk.ledger_path)]) == 0
    capsys.readouterr()
    one, two = (tmp_path / folder / "publish" for folder in ("one", "two"))
    names = [path.relative_to(two) for place in ("px", "sdmx") for path in sorted((two / place).iterdir())]
    assert len(names) == 6
    assert all((one / name).read_bytes() == (two / name).read_bytes() for name in names)
    page.files.formats.boxes["px"].click()
    export(page, settled, tmp_path / "one")
    assert not (one / "px").exists() and (one / "sdmx" / "people.csv").exists()
    page.files.folder_field.clear()
    page.files.folder_field.setText(str(tmp_path / "one"))
    assert page.files.formats.wanted == ["sdmx"]


def test_charts_are_refused_in_a_sentence_where_no_table_has_a_picture(page, settled, tmp_path):
    page.files.formats.boxes["charts"].click()
    export(page, settled, tmp_path / "one")
    assert page.message.sentence.startswith("None of the tables has a picture: choose one for a table first")
    assert not (tmp_path / "one").exists()


def test_formats_that_a_folder_has_are_ticked_and_taken_back_with_it(page, tmp_path):
    (tmp_path / "one" / "publish" / "px").mkdir(parents=True)
    (tmp_path / "one" / "publish" / "px" / "people.px").touch()
    formats = page.files.formats
    formats.boxes["sdmx"].click()
    page.files.folder_field.setText(str(tmp_path / "one"))
    assert formats.wanted == ["px", "sdmx"]
    page.files.folder_field.setText(str(tmp_path / "other"))
    assert formats.wanted == ["sdmx"]
    page.files.forget()
    assert formats.wanted == []


def test_a_folder_is_asked_for_and_another_release_is_not_overwritten(page, desk, settled, town, tmp_path):
    page.files.folder_field.clear()
    page.files.export_button.click()
    assert "folder" in page.message.sentence
    (tmp_path / "taken" / "publish" / "tables").mkdir(parents=True)
    (tmp_path / "taken" / "publish" / "tables" / "people.csv").write_text("something else")
    export(page, settled, tmp_path / "taken")
    assert "already holds a different publish/tables/people.csv" in page.message.sentence
    assert "--out" not in page.message.sentence
    assert sorted(path.name for path in (tmp_path / "taken").rglob("*")) == ["people.csv", "publish", "tables"]


def test_a_folder_is_proposed_and_opened(page, desk, town, settled, monkeypatch, qapp):
    """Beside the plan, by the title; a name that another release has is not taken, and what was typed stays."""
    proposed = Path(page.files.folder_field.text())
    assert (proposed.parent, proposed.name) == (town.folder, stem(desk.release, "en"))
    assert not page.files.open_button.isEnabled()
    (proposed / "publish").mkdir(parents=True)
    assert proposed_folder(town.folder, desk.release, "en").name == f"{proposed.name}-2"
    (proposed / "publish").rmdir()
    proposed.rmdir()
    page.files.export_button.click()
    settled()
    assert workbook_in(proposed).is_file()
    assert proposed_folder(town.folder, desk.release, "en") == proposed, "its own files are written again"
    opened = []
    monkeypatch.setattr("dpdesk.gui.publish.files.QDesktopServices.openUrl", opened.append)
    page.files.open_button.click()
    assert [one.toLocalFile() for one in opened] == [str(proposed)]
    page.files.folder_field.setText(str(town.folder / "mine"))
    assert not page.files.open_button.isEnabled(), "nothing is there yet"
    page.files.show_release(desk.release, ["en"])
    assert page.files.folder_field.text() == str(town.folder / "mine")
    area = next(one for one in page.findChildren(SideArea))
    assert page.proof.geometry().bottom() < area.viewport().height(), "what is beside a finished table fits"
    page.proof.open()
    assert page.standing.isVisible() and page.certificate.isVisible()


def test_an_export_can_be_stopped_and_leaves_nothing(page, desk, settled, qtbot, tmp_path, monkeypatch):
    from dpdesk.publish.workbook import workbook

    def stubborn(release, stream, *, progress, **more):
        while True:
            progress("writing people", 0.5)

    monkeypatch.setattr(workbook, "write", stubborn)
    page.files.folder_field.setText(str(tmp_path / "out"))
    page.files.export_button.click()
    qtbot.waitUntil(lambda: page.files.export_text.text().startswith("Writing people"), timeout=10_000)
    assert not page.files.export_button.isEnabled()
    page.files.cancel_button.click()
    settled()
    assert [path for path in (tmp_path / "out").rglob("*") if path.is_file()] == []
    assert page.files.export_button.isEnabled()


def test_texts_are_corrected_with_a_reason(page, window, desk, settled, town, qtbot, tmp_path):
    export(page, settled, tmp_path / "one")
    before, number = desk.release, desk.release.release_id
    assert not page.texts.correct_button.isVisible()
    town.data.unlink()  # no data are read for it
    desk.edit_plan("title", put(desk.plan, ["tables", 0, "title", "en"], "Persons, corrected"))
    settled()
    assert page.texts.correct_button.isVisible()
    assert not page.texts.correct_button.isEnabled()
    assert page.action().text == "Correct the texts ▸", "an export would have the texts of before"
    page.action().run()
    assert page.focusWidget() is page.texts.reason_field
    assert not page.texts.reason_field.visibleRegion().isEmpty()
    assert page.texts.changes_text.text() == "Table 1: title: “Persons, corrected”, before “Table people”"
    qtbot.keyClicks(page.texts.reason_field, "a misprint in the title")
    page.texts.correct_button.click()
    settled()
    assert desk.release.release_id == number
    assert desk.release.result_hash == before.result_hash
    assert desk.release.text_version == 2
    assert page.table.sheet.title.text() == "Persons, corrected [r]"
    assert "corrected after the release" in page.table.legend.text()
    assert not page.texts.correct_button.isVisible() and not page.texts.changes_text.isVisible()
    assert page.action().text == "Export"
    assert "“Persons, corrected”, before" in page.texts.told_text.text()
    page.tables.list.setCurrentRow(1)
    assert "[r]" not in page.table.sheet.title.text() + page.table.legend.text()
    export(page, settled, tmp_path / "two")
    one, two = (tmp_path / name / "publish" / "tables" / "people.csv" for name in ("one", "two"))
    assert rows_of(two) == rows_of(one)
    with Ledger.open(desk.ledger_path) as ledger:
        assert str(ledger.spent("town")["epsilon"]) == "1"
        assert ledger.entries()[-1].body["reason"] == "a misprint in the title"


def test_the_table_in_view_stays_when_a_text_is_corrected(page, desk, settled, qtbot):
    page.tables.list.setCurrentRow(1)
    grid = page.table.sheet.sheet.grid
    page.table.sheet.sheet.page_field.setCurrentIndex(1)
    grid.setCurrentIndex(grid.model().index(1, 1))
    desk.edit_plan("title", put(desk.plan, ["tables", 0, "title", "en"], "Persons, corrected"))
    settled()
    qtbot.keyClicks(page.texts.reason_field, "a misprint")
    page.texts.correct_button.click()
    settled()
    assert page.release.text_version == 2 and page.tables.at == 1
    assert page.table.sheet.sheet.page_field.currentIndex() == 1
    assert (grid.currentIndex().row(), grid.currentIndex().column()) == (1, 1)


def test_how_far_a_rehearsal_is_is_said(ready, desk, settled):
    start_rehearsal(desk, ready.page)
    desk.tasks.progressed.emit(REHEARSAL, str(Stage.ADD), 0.41)
    assert desk.status.endswith("nothing is read from the data… Making the figures add up, 41 %…")
    desk.tasks.progressed.emit(REHEARSAL, str(Stage.DRAW), None)
    assert desk.status.endswith("nothing is read from the data…"), "no data were read that noise would hide"
    settled()
    assert desk.status.startswith("Rehearsed on")


def test_a_rehearsal_can_be_stopped(ready, desk, settled, qtbot, monkeypatch):
    def endless(plan, progress):
        while True:
            progress("counting", None)

    monkeypatch.setattr("dpdesk.release.rehearsal.rehearse", endless)
    start_rehearsal(desk, ready.page)
    ready.open_page("Publish")
    qtbot.waitUntil(lambda: ready.page.stop_button.isVisible())
    ready.page.stop_button.click()
    settled()
    assert desk.rehearsal is None and not ready.page.stop_button.isVisible()
    assert "ehears" not in desk.status, "it says what was read, and no more of the rehearsal"
    assert ready.page._empty_heading.text() == "Nothing is released or rehearsed yet"


def test_a_rehearsal_bears_its_watermark_and_touches_no_ledger(ready, desk, settled, tmp_path):
    ready.open_page("Accuracy")
    start_rehearsal(desk, ready.page)
    settled()
    page = ready.page
    assert page.name == "Publish"
    assert page.table.sheet.watermark.isVisible()
    assert page.table.sheet.title.text().startswith("REHEARSAL")
    assert page.switches.release_field.currentText().startswith("Rehearsal on ")
    assert "made-up records" in page.table.sheet.title.text() and "made-up" in page.switches.release_field.currentText()
    assert page.action().text == "Next: Release ▸", "and not an export of what means nothing"
    assert "stands in no ledger" in page.certificate.certificate_text.text()
    assert not desk.ledger_path.exists()
    assert not page.texts.isVisible()
    export(page, settled, tmp_path / "out")
    export(page, settled, tmp_path / "out")
    assert "mean nothing" in page.message.sentence
    assert not page.state().done
    page.files.pdf_button.click()
    settled()
    assert text_of(pdf_in(tmp_path / "out")).count("REHEARSAL") >= 4


def test_finished_releases_are_opened_again(page, window, desk, settled, town, plan):
    first = desk.release
    desk.open(plan)  # as after a new start
    settled()
    assert desk.release is None
    window.open_page("Publish")
    settled()
    assert page.release is None
    texts = [page.switches.release_field.itemText(at) for at in range(page.switches.release_field.count())]
    assert len(texts) == 1
    assert texts[0].startswith(f"Entry {first.entry} · ")
    assert texts[0].endswith(f" · {TITLE}")
    choose(page.switches.release_field, texts[0])
    settled()
    assert desk.release.result_hash == first.result_hash
    assert page.certificate.head_field.text() == first.head
    assert not page.table.sheet.watermark.isVisible()


def afterwards(page, settled, opening, **answers):
    """Open a form about the release, fill it in, press its button twice."""
    opening.click()
    form = page.standing.form
    for key, text in answers.items():
        field = form.field(key)
        (field.setPlainText if hasattr(field, "setPlainText") else field.setText)(text)
    assert form.ok.isEnabled(), form.why.text()
    double_click(form.ok)
    settled()


def became(desk):
    """What the ledger records of the release after it was made."""
    wanted = {events.RELEASE_WITHDRAWN, events.EMBARGO_SET, events.EMBARGO_LIFTED}
    with Ledger.open(desk.ledger_path) as ledger:
        return [entry for entry in ledger.entries() if entry.kind in wanted]


def test_an_embargo_is_set_seen_exported_and_lifted(page, desk, settled, tmp_path):
    assert not page.banner.isVisible()
    assert "Neither" in page.standing.standing_text.text()
    afterwards(page, settled, page.standing.embargo_button, reason="press on Tuesday")
    assert [entry.kind for entry in became(desk)] == [events.EMBARGO_SET]
    until = became(desk)[0].text("until")
    assert page.banner.isVisible()
    assert page.banner.text.text().startswith("EMBARGO until ")
    assert page.switches.release_field.currentText().startswith("EMBARGO · Entry ")
    assert not page.standing.embargo_button.isVisible()
    export(page, settled, tmp_path / "under")
    cover = openpyxl.load_workbook(workbook_in(tmp_path / "under")).worksheets[0]
    assert any(f"EMBARGO until {day_text(until, 'en')}" in str(cell.value) for row in cover.iter_rows() for cell in row)
    afterwards(page, settled, page.standing.lift_button, reason="published")
    assert [entry.kind for entry in became(desk)] == [events.EMBARGO_SET, events.EMBARGO_LIFTED]
    assert not page.banner.isVisible()
    export(page, settled, tmp_path / "free")
    assert b"EMBARGO" not in (tmp_path / "free" / "proof" / "metadata.json").read_bytes()


def test_a_withdrawal_is_one_entry_a_notice_beside_the_files_and_seen_at_once(
    page, desk, settled, tmp_path, monkeypatch
):
    export(page, settled, tmp_path / "out")
    kept = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir() if path.is_file()}
    page.standing.withdraw_button.click()
    assert not page.standing.form.ok.isEnabled()
    assert "Reason" in page.standing.form.why.text()
    page.standing.form.give_up()
    afterwards(page, settled, page.standing.withdraw_button, reason="The file was last year's", office="Statistics")
    assert [entry.kind for entry in became(desk)] == [events.RELEASE_WITHDRAWN]
    assert "WITHDRAWN" in page.banner.text.text()
    assert "The file was last year's." in page.banner.text.text()
    assert page.table.sheet.watermark.isVisible()
    assert page.table.sheet.watermark.word == "WITHDRAWN"
    assert page.switches.release_field.currentText().startswith("WITHDRAWN · Entry ")
    assert not page.standing.withdraw_button.isVisible()
    notice = (tmp_path / "out" / "publish" / "withdrawn.html").read_text(encoding="utf-8")
    assert "The file was last year&#x27;s" in notice
    for name, content in kept.items():
        assert (tmp_path / "out" / name).read_bytes() == content, name
    assert str(tmp_path / "out" / "publish" / "withdrawn.html") in page.message.sentence
    export(page, settled, tmp_path / "again")
    assert (tmp_path / "again" / "publish" / "withdrawn.html").read_text(encoding="utf-8") == notice
    across = []
    monkeypatch.setattr("dpdesk.gui.paper.printing.watermark", lambda painter, width, height, word: across.append(word))
    page.files.folder_field.setText(str(tmp_path / "print"))
    page.files.pdf_button.click()
    settled()
    printed = text_of(pdf_in(tmp_path / "print"))
    sheets = int(printed.rsplit(" of ", 1)[1].split()[0])
    assert across == ["WITHDRAWN"] * sheets
    assert printed.count("WITHDRAWN") == sheets + 1  # in the last line of each, and on the cover


def test_what_another_program_withdraws_is_seen_and_never_exported_as_if_nothing_were(
    page, window, desk, settled, tmp_path
):
    with Ledger.open(desk.ledger_path) as ledger:
        ledger.withdraw(desk.release.release_id, "two regions were swapped")
    export(page, settled, tmp_path / "out")
    assert (tmp_path / "out" / "publish" / "withdrawn.html").exists()
    page.standing.withdraw_button.click()
    page.standing.form.field("reason").setPlainText("again")
    page.standing.form.ok.click()
    settled()
    assert len(became(desk)) == 1
    window.open_page("Tables")
    window.open_page("Publish")
    settled()
    assert "two regions were swapped" in page.banner.text.text()


def test_a_release_is_signed_with_a_passphrase_that_is_kept_nowhere(page, desk, settled, tmp_path):
    from dpdesk.publish.proof.signing import new_key, signed_by

    secret = "seven quiet herons wade"
    public = new_key(tmp_path / "office.key", secret)
    with Ledger.open(desk.ledger_path) as ledger:
        ledger.name_key(public)
        before = len(ledger.entries())
    export(page, settled, tmp_path / "out")
    page.standing.sign_button.click()
    form = page.standing.form
    field = form.field("passphrase")
    assert field.echoMode() == field.EchoMode.Password
    form.field("key").line.setText(str(tmp_path / "office.key"))
    field.setText("another one, quite wrong")
    double_click(form.ok)
    settled()
    assert "cannot be opened with this passphrase" in form.problem.text()
    assert field.text() == ""
    assert signed_by(tmp_path / "out") is None
    field.setText(secret)
    double_click(form.ok)
    settled()
    assert signed_by(tmp_path / "out") == public.hex()
    assert "statement.sig" in page.message.sentence
    assert not form.isVisible()
    with Ledger.open(desk.ledger_path) as ledger:
        assert len(ledger.entries()) == before
    kept = [path for path in tmp_path.rglob("*") if path.is_file() and secret.encode() in path.read_bytes()]
    assert kept == []


def test_a_notice_that_cannot_be_written_is_said_and_the_withdrawal_stands(page, desk, settled, tmp_path):
    (tmp_path / "file").write_text("no folder")
    afterwards(page, settled, page.standing.withdraw_button, reason="wrong", folder=str(tmp_path / "file"))
    assert len(became(desk)) == 1
    assert "The notice could not be written" in page.message.sentence
    assert page.banner.isVisible()


@pytest.mark.parametrize("last", ["release", "rehearsal"])
def test_of_a_release_and_a_rehearsal_that_came_unseen_the_later_is_shown(page, window, desk, settled, last):
    released = desk.release
    window.open_page("Tables")
    start_rehearsal(desk, window.pages["Data"])
    settled()
    rehearsed = desk.rehearsal
    desk.show_documents(desk.dictionary, desk.plan)
    window.open_page("Publish")
    window.open_page("Tables")  # nothing is in view any more
    settled()
    for one in (rehearsed, released) if last == "release" else (released, rehearsed):
        desk.show_release(one)
    window.open_page("Publish")
    settled()
    assert page.release is (released if last == "release" else rehearsed)


def test_a_rehearsal_has_nothing_to_withdraw(ready, desk, settled):
    start_rehearsal(desk, ready.page)
    settled()
    ready.open_page("Publish")
    settled()
    assert not ready.page.standing.isVisible()
    assert not ready.page.banner.isVisible()


def pdf_in(folder):
    (path,) = (folder / "publish").glob("*.pdf")
    return path


def text_of(path):
    tool = shutil.which("pdftotext")
    if tool is None:
        pytest.skip("pdftotext is not installed")
    return subprocess.run([tool, "-layout", str(path), "-"], capture_output=True, check=True, text=True).stdout


def test_a_pdf_has_the_figures_and_the_same_bytes_twice(page, desk, settled, tmp_path):
    for name in ("one", "two"):
        page.files.folder_field.setText(str(tmp_path / name))
        page.files.pdf_button.click()
        settled()
        assert page.files.files_text.toPlainText() == f"publish/{pdf_in(tmp_path / name).name}"
    assert pdf_in(tmp_path / "one").read_bytes() == pdf_in(tmp_path / "two").read_bytes()
    text = text_of(pdf_in(tmp_path / "one"))
    assert TITLE in text
    assert desk.release.head in text
    assert desk.release.result_hash in text
    assert "Page 1 of " in text
    assert "Noise margin (90 %)" in text
    made = desk.release.tables[0]
    for row, region in ((0, "Total"), (2, "Region e")):
        line = next(one for one in text.splitlines() if one.strip().startswith(region))
        wanted = [f"{made.estimate[0, row, column, 0]:,.0f}" for column in range(3)]
        assert [part.split()[0] for part in line.split("  ") if "±" in part] == wanted


def test_an_export_in_another_layout_changes_nothing_but_the_workbook(page, desk, settled, tmp_path):
    """The choice is for this export: neither the plan nor the release have another layout afterwards."""
    before = desk.plan
    export(page, settled, tmp_path)
    other = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    page.files.layout_field.setCurrentIndex(page.files.layout_field.findData("list"))
    export(page, settled, tmp_path)
    changed = {path.name for path, content in other.items() if path.read_bytes() != content}
    assert changed == {workbook_in(tmp_path).name, "metadata.json"}
    rows = openpyxl.load_workbook(workbook_in(tmp_path))["1"].iter_rows(values_only=True)
    assert any("Estimate" in row for row in rows) and desk.plan == before
    page.files.layout_field.setCurrentIndex(0)
    export(page, settled, tmp_path)
    assert {path: path.read_bytes() for path in other} == other


def test_a_title_is_put_right_above_its_table_and_enter_corrects_it(page, window, desk, settled, qtbot):
    """Double effort made a correction: to the tables, back here, and past a foot button that did nothing."""
    page.tables.list.setCurrentRow(1)
    head, name = page.table.sheet.head, desk.plan["tables"][1]["name"]
    head.edit_button.click()
    assert head.field.isVisible() and not head.shown.isVisible()
    qtbot.keyClick(head.field, Qt.Key.Key_Escape)
    assert head.shown.isVisible() and not page.texts.pending
    head.edit_button.click()
    head.field.clear()
    qtbot.keyClicks(head.field, "Ages of the town")
    qtbot.keyClick(head.field, Qt.Key.Key_Return)
    settled()
    assert desk.plan["tables"][1]["title"]["en"] == "Ages of the town"
    assert QApplication.focusWidget() is page.texts.reason_field
    assert "once the reason is given: “Ages of the town”" in page.table.sheet.below.text()
    qtbot.keyClicks(page.texts.reason_field, "plain words")
    qtbot.keyClick(page.texts.reason_field, Qt.Key.Key_Return)
    settled()
    assert desk.release.text_version == 2 and page.release is desk.release
    assert page.table.sheet.title.text().startswith("Ages of the town"), f"{name} stays in view"
    assert "once the reason" not in page.table.sheet.below.text()
    assert "(plain words): " in page.texts.told_text.text()


def test_the_foot_corrects_once_a_reason_is_given_and_leads_to_it_before(page, window, desk, settled):
    desk.edit_plan("title", put(desk.plan, ["tables", 0, "title", "en"], "Persons"))
    settled()
    assert window._next.text() == "Correct the texts ▸"
    window._next.click()
    assert QApplication.focusWidget() is page.texts.reason_field and desk.release.text_version == 1
    page.texts.reason_field.setText("a slip")
    window._next.click()
    settled()
    assert desk.release.text_version == 2


def test_the_correction_is_folded_up_over_other_documents(page, desk, settled, town):
    page.texts.fold.open()
    desk.open(town.plan("other", table("other")))
    settled()
    assert not page.texts.fold.line.isChecked()


def test_only_the_release_of_the_plan_on_the_desk_has_a_title_to_edit(page, desk, settled, town):
    assert page.table.sheet.head.edit_button.isVisible()
    desk.edit_plan("other", put(desk.plan, ["loss", "epsilon"], "1/7"))
    settled()
    assert not page.table.sheet.head.edit_button.isVisible()


def test_all_languages_are_exported(page, ready, desk, settled, town, tmp_path):
    """A German title added to the plan: the release is corrected, and has both files from then on."""
    desk.edit_plan("title", put(desk.plan, ["title", "de"], "Die Tabellen der Stadt"))
    settled()
    page.texts.reason_field.setText("a second language")
    page.texts.correct_button.click()
    settled()
    page.files.folder_field.setText(str(tmp_path / "out"))
    page.files.pdf_button.click()
    settled()
    names = {path.name for path in (tmp_path / "out" / "publish").iterdir() if path.suffix in (".xlsx", ".pdf")}
    stems = {"The-town-s-tables", "Die-Tabellen-der-Stadt"}
    assert names == {f"{stem}{ending}" for stem in stems for ending in (".xlsx", ".pdf")}
    assert sorted(page.files.files_text.toPlainText().splitlines()) == sorted(f"publish/{stem}.pdf" for stem in stems)


def test_the_print_preview_paints_every_sheet(page, qtbot):
    from PySide6.QtPrintSupport import QPrintPreviewDialog, QPrintPreviewWidget

    page.files.print_button.click()
    qtbot.waitUntil(lambda: page.findChild(QPrintPreviewDialog) is not None, timeout=10_000)
    dialog = page.findChild(QPrintPreviewDialog)
    qtbot.waitUntil(dialog.isVisible)
    preview = dialog.findChild(QPrintPreviewWidget)
    assert preview.pageCount() >= 4
    dialog.close()


def test_a_release_is_shown_and_exported_in_another_house_style(page, desk, settled, tmp_path):
    """All at no cost; the release itself stays as it was, and another release begins in its own style."""
    choice = page.files.style_field
    assert choice.currentText() == "As released" and "!" not in page.table.legend.text()
    export(page, settled, tmp_path / "first")
    own = tmp_path / "ours.style.json"
    rule = {"measure": "cv", "unreliable": "1/1000000"}
    tree = {"format": "dpdesk-style", "version": 1, "name": {"en": "Ours"}, "reliability": rule}
    own.write_text(json.dumps(tree), encoding="utf-8")
    choice.read(own)
    assert choice.currentText() == "Ours"
    assert (
        "[u]\N{NO-BREAK SPACE}unreliable: the standard error of the noise is above 0.0001 %" in page.table.legend.text()
    )
    export(page, settled, tmp_path / "second")
    told = json.loads((tmp_path / "second" / "proof" / "metadata.json").read_bytes())
    assert told["style"]["name"]["en"] == "Ours"
    assert told["result"] == json.loads((tmp_path / "first" / "proof" / "metadata.json").read_bytes())["result"]
    choice.chosen.emit("\0first")
    export(page, settled, tmp_path / "first")  # the same bytes: they are left as they are
    assert desk.release.plan.record.style is None and not page.texts.correct_button.isVisible()


def test_the_logo_of_a_house_style_stands_on_the_first_sheet_of_the_pdf(page, tmp_path):
    (tmp_path / "logo.png").write_bytes(png(80, 40))
    tree = {"format": "dpdesk-style", "version": 1, "name": {"en": "Ours"}, "publisher": {"en": "Us"}}
    (tmp_path / "ours.style.json").write_text(json.dumps(tree | {"logo": "logo.png"}), encoding="utf-8")
    page.files.style_field.read(tmp_path / "ours.style.json")
    styled = page.files.in_style(page.release)
    image, place = logo_of(styled)
    assert (image.width(), image.height()) == (80, 40) and (place.width(), place.height()) == (600.0, 300.0)
    drawn = [pdf_bytes(one, Options()).count(b"/Subtype /Image") for one in (styled, page.release)]
    assert drawn == [1, 0]
    assert logo_of(page.release) is None


def test_a_narrow_column_is_as_wide_as_its_own_figures(page, desk, settled, town):
    measures = [COUNT, {"kind": "sum", "variable": "income"}]
    desk.open(town.plan("sums", table("sums", boxhead=[], measures=measures), loss={"epsilon": "1/1000"}))
    settled()
    start_rehearsal(desk, page)
    settled()
    grid = page.table.sheet.sheet.grid
    model = grid.shell_model
    assert grid._own[0] < grid._own[1] <= grid._narrowest
    for at in range(model.columns.size):
        widest = max(grid.fontMetrics().horizontalAdvance(model.shown(row, at)[0]) for row in range(model.rows.size))
        assert widest + 2 * PAD <= grid.boxhead.sectionSize(at)


def test_the_names_of_the_values_are_seen_whole(page):
    box = page.switches.which_field
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    room = box.style().subControlRect(
        QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, box
    )
    words = [box.itemText(at) for at in range(box.count())]
    assert max(box.fontMetrics().horizontalAdvance(word) for word in words) <= room.width()


def opened_by_others(folder, window, settled, monkeypatch):
    """The dialog over a published folder."""
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    window.ask_published()
    settled()
    dialog = next(one for one in window.findChildren(PublishedFolder) if one.isVisible())
    told = dialog.banner.text.text() if dialog.banner.isVisible() else "", dialog.corrections.text()
    dialog.close()
    settled()
    return told


def test_a_folder_opened_by_others_tells_embargo_corrections_and_withdrawal(
    page, window, desk, settled, tmp_path, monkeypatch
):
    export(page, settled, tmp_path / "plain")
    assert opened_by_others(tmp_path / "plain", window, settled, monkeypatch) == ("", "")
    afterwards(page, settled, page.standing.embargo_button)  # a week is proposed
    desk.edit_plan("title", put(desk.plan, ["tables", 0, "title", "en"], "Persons, corrected"))
    settled()
    page.texts.reason_field.setText("the title was another table's")
    page.texts.correct_button.click()
    settled()
    export(page, settled, tmp_path / "out")
    banner, corrections = opened_by_others(tmp_path / "out", window, settled, monkeypatch)
    assert banner.startswith("EMBARGO until ")
    assert "the title was another table's; Table 1: title: “Persons, corrected”, before “" in corrections
    afterwards(page, settled, page.standing.withdraw_button, reason="Two regions were swapped")
    banner, _ = opened_by_others(tmp_path / "out", window, settled, monkeypatch)
    assert banner.startswith("WITHDRAWN: a notice")  # its files stay as they were
    assert opened_by_others(tmp_path / "plain", window, settled, monkeypatch)[0] == ""  # it has no notice
    export(page, settled, tmp_path / "again")
    banner, _ = opened_by_others(tmp_path / "again", window, settled, monkeypatch)
    assert banner.startswith("WITHDRAWN on") and "Two regions were swapped." in banner


def test_an_export_moves_nothing_beside_the_table(page, settled, tmp_path):
    """The card that corrects texts slid down by 160 pixels when the files were listed."""
    before = [one.pos() for one in (page.files, page.texts, page.proof)]
    export(page, settled, tmp_path / "out")
    assert page.files.outcome.isVisible() and page.files.files_text.toPlainText()
    assert [one.pos() for one in (page.files, page.texts, page.proof)] == before


def test_the_lines_that_can_be_opened_stand_under_each_other(page):
    lines = [fold.line for fold in (page.files.made_how, page.texts.fold, page.proof)]
    left = [line.mapTo(page, line.rect().topLeft()).x() for line in lines]
    assert max(left) - min(left) <= 1, left
