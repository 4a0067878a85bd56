"""The page House style: edited, undone, kept with the office, used for a plan and for an export."""

from __future__ import annotations

import json

import openpyxl
import pytest
from logos import png

from dpdesk.gui.shared.publishing import export
from dpdesk.gui.shared.releasing import start_rehearsal
from dpdesk.planning.document.style_files import kept, load_style, office_folder
from dpdesk.publish.folders import workbook_in


@pytest.fixture
def page(window, settled):
    """The page, opened from the menu."""
    window.open_page("Style")
    settled()
    yield window.page
    window.pages["Style"].editing.undo.setClean()


def type_into(page, qtbot, path, text):
    line = page.form.fields[path].line
    line.clear()
    line.textEdited.emit("")
    qtbot.keyClicks(line, text)


def choose(page, path, at):
    choice = page.form.fields[path].choice
    choice.set_value(str(at))
    choice.chosen.emit(str(at))


def test_a_style_is_edited_kept_and_offered_everywhere(page, window, desk, qtbot, tmp_path):
    page.start_field.chosen.emit("uk")
    type_into(page, qtbot, ("name",), "Town Statistics")
    type_into(page, qtbot, ("publisher",), "Office of the Town")
    type_into(page, qtbot, ("licence",), "CC BY 4.0")
    choose(page, ("display", "layout"), 1)
    type_into(page, qtbot, ("display", "rounding_base"), "5")
    type_into(page, qtbot, ("reliability", "caution"), "12.5")
    type_into(page, qtbot, ("display", "symbols", "caution"), "(!)")
    type_into(page, qtbot, ("font", "text"), "11")
    (tmp_path / "logo.png").write_bytes(png())
    page.form.picked.emit(tmp_path / "logo.png")
    choose(page, ("languages",), 1)
    page.keep_button.click()
    assert "Town Statistics" in page.message.sentence and not page.editing.unsaved
    style = load_style(office_folder() / "town-statistics.style.json")
    assert style.publisher == {"en": "Office of the Town"} and style.licence == {"en": "CC BY 4.0"}
    assert (style.display.layout, style.display.rounding_base, style.display.symbols["caution"]) == (
        "classic",
        5,
        "(!)",
    )
    assert style.display.symbols["impossible"] == "[z]"  # what it began with
    assert (style.reliability.caution, style.font.text, style.languages) == ("1/8", 11, ["de", "en"])
    assert style.logo.startswith("data:image/png;base64,")
    assert list(kept()) == ["town-statistics"]
    window.open_page("Release")
    choice = window.page.cover.style_field
    choice.showPopup()
    assert choice.findText("Town Statistics") >= 0
    choice.hidePopup()
    choice.chosen.emit("town-statistics")
    assert desk.plan["style"]["publisher"] == {"en": "Office of the Town"}


def test_each_change_is_undone_while_the_page_is_in_view(page, window, desk, qtbot):
    first = page.editing.tree
    assert not window._undo_button.isEnabled()
    type_into(page, qtbot, ("publisher",), "Office")
    choose(page, ("display", "totals"), 1)
    assert page.editing.unsaved and page.editing.tree["display"] == {"totals": "last"}
    window._undo_button.click()
    assert "display" not in page.editing.tree and page.form.fields["display", "totals"].choice.value() == "0"
    window._undo_button.click()
    assert page.editing.tree == first and page.form.fields[("publisher",)].line.text() == ""
    window._redo_button.click()
    assert page.editing.tree["publisher"] == {"en": "Office"}
    assert desk.undo.count() == 0
    window.open_page("Data")
    assert not window._undo_button.isEnabled()
    window.open_page("Style")
    page.cancel_button.click()
    assert page.editing.tree == first and not page.editing.unsaved


@pytest.mark.parametrize(
    ("path", "text", "words"),
    [
        (("display", "decimals"), "x", "Decimals at most must be a whole number"),
        (("display", "decimals"), "13", "Decimals at most must be at most 12"),
        (("font", "text"), "100", "Text (points) must be at most 18"),
        (("reliability", "unreliable"), "half", "Unreliable above (%) must be"),
        (("reliability", "caution"), "60", "the share with caution must be above 0, and the unreliable one above that"),
        (("display", "symbols", "impossible"), "[u]", "Impossible by public rule is also the symbol of something else"),
        (("display", "symbols", "caution"), "[u]", "Use with caution is also the symbol of something else"),
        (("display", "symbols", "revised"), "12", "number"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field_and_nowhere_else(page, window, qtbot, path, text, words):
    type_into(page, qtbot, path, text)
    said = {at: one.problem.text() for at, one in page.form.fields.items() if one.problem.text()}
    assert list(said) == [path] and words in said[path], said
    assert not page.keep_button.isEnabled() and not page.action().enabled
    window._undo_button.click()
    assert not any(one.problem.text() for one in page.form.fields.values()) and page.action().enabled


def test_a_logo_that_is_none_is_refused_beside_its_field(page, tmp_path):
    (tmp_path / "logo.png").write_text("no picture")
    page.form.picked.emit(tmp_path / "logo.png")
    assert "PNG" in page.form.fields[("logo",)].problem.text() and "logo" not in page.editing.tree
    (tmp_path / "logo.png").write_bytes(png())
    page.form.picked.emit(tmp_path / "logo.png")  # of nobody
    assert page.form.fields[("publisher",)].problem.text()


def test_the_table_beside_the_form_follows_the_style(page, qtbot):
    assert "11 [u]" in plain(page)
    choose(page, ("reliability", "measure"), 0)
    assert "[u]" not in plain(page) and not page.form.fields["reliability", "level"].isEnabled()
    choose(page, ("reliability", "measure"), 2)
    type_into(page, qtbot, ("display", "symbols", "unreliable"), "!!")
    type_into(page, qtbot, ("reliability", "unreliable"), "40")
    assert "11 !!" in plain(page) and "45 !!" not in plain(page)
    type_into(page, qtbot, ("display", "rounding_base"), "5")
    assert "12,345" in plain(page) and "8,205" in plain(page) and "multiples of 5" in plain(page)
    type_into(page, qtbot, ("contact",), "Desk <desk@town.example>")
    assert "Contact: Desk <desk@town.example>" in plain(page)
    assert plain(page).index("Total") < plain(page).index("North")
    choose(page, ("display", "totals"), 1)
    assert plain(page).index("Total") > plain(page).index("North")
    choose(page, ("display", "margins"), 2)
    assert "±" not in plain(page)


def plain(page):
    return page.preview.toPlainText().replace("\u00a0", " ")


def test_a_style_is_edited_for_a_plan_from_the_page_release(ready_to_sign, window, desk, qtbot, settled, tmp_path):
    cover = ready_to_sign.cover
    cover.open_button.setChecked(True)
    cover.style_field.parent().edit_button.click()
    page = window.page
    assert page.name == "Style" and page.action().text == "Use for this plan"
    type_into(page, qtbot, ("publisher",), "Office of the Town")
    page.action().run()
    assert window.page is ready_to_sign and not page.editing.unsaved
    assert desk.plan["style"]["publisher"] == {"en": "Office of the Town"}
    settled()
    start_rehearsal(desk, ready_to_sign)
    settled()
    export(desk.rehearsal, tmp_path / "out", desk.ledger_path)
    cover_sheet = openpyxl.load_workbook(workbook_in(tmp_path / "out")).worksheets[0]
    assert "Office of the Town" in {row[1].value for row in cover_sheet.iter_rows(min_row=4)}
    desk.undo.undo()
    assert "style" not in desk.plan


def test_a_style_is_edited_for_an_export(ready_to_sign, window, desk, qtbot, settled):
    start_rehearsal(desk, ready_to_sign)
    settled()
    window.open_page("Publish")
    settled()
    publish = window.page
    publish.files.style_field.parent().edit_button.click()
    page = window.page
    assert page.action().text == "Use for this export"
    type_into(page, qtbot, ("name",), "For once")
    type_into(page, qtbot, ("display", "symbols", "unreliable"), "(!)")
    page.action().run()
    assert window.page is publish and publish.files.style_field.currentText() == "For once"
    assert "style" not in desk.plan
    assert publish.files.in_style(publish.release).plan.record.symbols["unreliable"] == "(!)"


def test_another_styles_file_is_not_written_over(page, qtbot, tmp_path):
    page.keep_button.click()
    assert "another name" in page.form.fields[("name",)].problem.text()  # that of one that comes with the program
    type_into(page, qtbot, ("name",), "Ours")
    page.keep_button.click()
    type_into(page, qtbot, ("publisher",), "Office")
    page.keep_button.click()  # its own file
    assert load_style(office_folder() / "ours.style.json").publisher == {"en": "Office"}
    page.start_field.chosen.emit("us")
    type_into(page, qtbot, ("name",), "OURS")
    page.keep_button.click()
    assert "another name" in page.form.fields[("name",)].problem.text()
    assert load_style(office_folder() / "ours.style.json").publisher == {"en": "Office"}
    page.save_as(tmp_path / "handed.style.json")
    assert json.loads((tmp_path / "handed.style.json").read_text())["name"]["en"] == "OURS"


def test_closing_the_window_asks_once_about_changes(page, window, qtbot):
    type_into(page, qtbot, ("publisher",), "Office")
    assert not window.close() and "not kept" in page.message.sentence
    page.message.declined.emit()
    assert window.isVisible() and page.editing.tree["publisher"] == {"en": "Office"}
    window.close()
    page.message.acted.emit()
    qtbot.waitUntil(lambda: not window.isVisible())


def test_a_style_of_the_program_that_was_edited_has_another_name(page, qtbot):
    page.start_field.chosen.emit("plain")
    assert page.editing.tree["name"] == {"en": "Plain", "de": "Schlicht"}
    type_into(page, qtbot, ("publisher",), "Office")
    assert page.editing.tree["name"] == {"en": "Plain, changed", "de": "Schlicht, geändert"}
    page.editing.undo.setIndex(0)
    assert page.editing.tree["name"] == {"en": "Plain", "de": "Schlicht"}
