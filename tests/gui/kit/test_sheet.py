"""Tables as they are drawn: merged cells, indentation, widths from labels, copying, and a million cells."""

from __future__ import annotations

import pytest
from pace import Work
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication, QPainter, QPixmap
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QStyleOptionViewItem

from dpdesk.gui.desk.snapshot import made_plan
from dpdesk.gui.kit import theme
from dpdesk.gui.kit.sheet.grid import TableGrid, TableSheet
from dpdesk.gui.kit.sheet.header import MOST_LINES, PAD, column_widths, line_height, wrapped
from dpdesk.gui.kit.sheet.model import CELL, ShellModel
from dpdesk.gui.tables.codes import CodesModel
from dpdesk.gui.tables.edits import plan as edits
from dpdesk.gui.tables.measures.interval_rows import IntervalsModel
from dpdesk.planning.compiler.measures.build import build_shell
from dpdesk.problems.problem import PLAN
from dpdesk.resources import resource
from dpdesk.schema.dictionary import Dictionary


def category(name, codes, label=None):
    return {
        "name": name, "kind": "category", "label": {"en": label or name.title()}, "column": name, "describes": "unit",
        "codes": [{"code": code, "label": {"en": text}} for code, text in codes], "otherwise": "nowhere",
    }  # fmt: skip


def numbered(n, stem="code"):
    return [(str(at), f"{stem} {at}") for at in range(n)]


def shell_of(variables, **table):
    """A shell over variables made here."""
    dictionary = Dictionary.from_json(
        {
            "format": "dpdesk-dictionary", "version": 1, "dataset_id": "d", "title": {"en": "D"},
            "source": {"kind": "csv"}, "data_kind": "complete_count",
            "unit": {"kind": "row", "describes": "person", "label": {"en": "one person"}},
            "neighbours": "add_remove", "budget_cap": {"epsilon": "1"}, "variables": variables,
        }
    )  # fmt: skip
    record = {"name": "t", "title": {"en": "T"}, "measures": [{"kind": "count"}], **table}
    plan = made_plan({"format": "dpdesk-plan", "version": 1, "title": {"en": ""}, "tables": [record]}, dictionary)
    return build_shell(dictionary, plan.tables[0], PLAN.whole)[0]


def block(*names, **options):
    return {"variables": [edits.nested(name, **options) for name in names]}


@pytest.fixture(scope="module")
def sample():
    from dpdesk.planning.compiler.compile import compile_plan
    from dpdesk.planning.document.plan import Plan

    return compile_plan(Plan.load(resource("sample/plan.json"))).shells


def numbers(page, line, across, item):
    return f"{page}.{line}.{across}.{item}", "tip", "accent"


@pytest.fixture
def grid(qtbot, desk):
    made = TableGrid("table")
    qtbot.addWidget(made)
    made.resize(900, 400)
    made.show()
    return made


def test_the_models_keep_qts_rules(qapp, sample):
    for shell in sample:
        model = ShellModel(shell)
        tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
        model.set_values(numbers)
        model.set_page(model.pages.size - 1)
        del tester
    codes = CodesModel()
    tester = QAbstractItemModelTester(codes, QAbstractItemModelTester.FailureReportingMode.Warning)
    codes.set_codes(["a", "b"], ["A", "B"], None)
    assert codes.setData(codes.index(0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    assert not codes.setData(codes.index(1), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    intervals = IntervalsModel()
    second = QAbstractItemModelTester(intervals, QAbstractItemModelTester.FailureReportingMode.Warning)
    intervals.set_intervals([{"below": "5"}, {"from": "a", "to": "b"}], ["a", "b"], ["A", "B"], "en")
    assert intervals.setData(intervals.index(0, 1), "7,5")
    assert intervals.intervals[0] == {"below": "7.5"}
    assert not intervals.setData(intervals.index(0, 1), "many")
    assert intervals.setData(intervals.index(1, 0), "B")
    assert intervals.intervals[1]["from"] == "b"
    del tester, second


def test_every_cell_is_where_the_tidy_order_says(sample):
    for shell in sample:
        model = ShellModel(shell)
        model.set_values(numbers)
        seen = set()
        for page in range(model.pages.size):
            model.set_page(page)
            for row in range(model.rowCount()):
                for column in range(model.columnCount()):
                    cell = model.index(row, column).data(CELL)
                    assert model.index(row, column).data() == ".".join(map(str, cell))
                    seen.add(cell)
        assert len(seen) == shell.cells


def test_labels_are_those_of_the_shell(sample):
    for shell in sample:
        model = ShellModel(shell, items_down=False)
        for line, wanted in enumerate(shell.stub.lines):
            texts = [label.show() for label in wanted.labels if label.show()]
            assert [model.rows.label(line, level) for level in range(model.rows.levels)] == (texts or ["Total"])
            assert sum(model.rows.indent(line, level) for level in range(model.rows.levels)) == wanted.depth
            if shell.stub.variables:
                codes = dict(zip([one.name for one in shell.stub.variables], wanted.codes, strict=True))
                assert model.rows.codes(line) == codes


def test_runs_are_the_codes_of_the_outer_variable(grid):
    variables = [category("a", numbered(3)), category("b", numbered(4)), category("c", numbered(2))]
    shell = shell_of(variables, boxhead=[block("a", "b"), block("c")])
    grid.show_model(ShellModel(shell, grid))
    side = grid.boxhead.side
    assert (side.levels, side.size) == (2, 4 * 5 + 3)
    assert [side.run(section, 0) for section in (0, 7, 19, 20)] == [(0, 5), (5, 10), (15, 20), (20, 21)]
    assert [side.span(section, 0) for section in (0, 20)] == [1, 2]
    assert side.span(20, 1) == 0
    assert side.heading(0) == "A / C"


def test_a_merged_cell_keeps_its_label_when_scrolled(grid):
    shell = shell_of([category("a", numbered(3)), category("b", numbered(30))], boxhead=[block("a", "b")])
    grid.show_model(ShellModel(shell, grid))
    grid.boxhead.setOffset(0)
    whole = [rect for section, level, rect in grid.boxhead.cells() if level == 0]
    assert whole[0].width() == sum(grid.boxhead.sectionSize(at) for at in range(31))
    grid.horizontalScrollBar().setValue(700)
    moved = [rect for section, level, rect in grid.boxhead.cells() if level == 0]
    assert moved[0].left() == -700
    assert grid.boxhead.label_at(QPoint(5, 5)) == "Total"
    assert grid.boxhead.label_at(QPoint(5, 40)).startswith("code")


def test_thirty_columns_long_and_right_to_left_labels(grid, qapp):
    long = [(str(at), ("מילה ארוכה " * 20)[:200] if at % 2 else "A very long label " * 11) for at in range(30)]
    shell = shell_of([category("a", long), category("b", long)], boxhead=[block("a")], stub=[block("b")])
    for direction in (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft):
        grid.setLayoutDirection(direction)
        model = ShellModel(shell, grid)
        model.set_values(numbers)
        grid.show_model(model)
        grid.horizontalScrollBar().setValue(500)
        qapp.processEvents()
        grid.grab()
        assert all(grid.columnWidth(at) <= 176 * 3 // 2 for at in range(31)), "those in view fill it"
        assert grid.stub.width() <= 300
        first, last = grid.boxhead.visible_sections()
        assert 0 < first < last < 31
        section = (first + last) // 2
        at = QPoint(grid.boxhead.sectionViewportPosition(section) + 4, 4)
        assert grid.boxhead.label_at(at) == model.columns.label(section, 0)
    grid.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_widths_do_not_depend_on_values(grid):
    shell = shell_of([category("a", numbered(3))], boxhead=[block("a")])
    widths = []
    for text in ("1", "123,456,789,012"):
        model = ShellModel(shell, grid)
        model.set_values(lambda page, line, across, item, text=text: (text, "", ""))
        grid.show_model(model)
        widths.append([grid.columnWidth(at) for at in range(4)])
    assert widths[0] == widths[1]
    grid.set_number_width(20)
    assert grid.columnWidth(0) > widths[0][0]


def test_columns_grow_with_the_numbers_after_they_had_their_own_widths(grid):
    def widths():
        return {grid.boxhead.sectionSize(at) for at in range(grid.boxhead.count())}

    grid.resize(2400, 400)  # all columns are in view: none is widened to fill it
    grid.show_model(ShellModel(shell_of([category("a", [("1", "one"), ("2", "2" * 30)])], boxhead=[block("a")]), grid))
    assert len(widths()) > 1
    grid.set_number_width(40)
    assert len(widths()) == 1
    grid.set_number_width(60)
    assert widths() == {grid.boxhead.defaultSectionSize()}


def test_a_million_cells_cost_nothing_until_they_are_seen(grid, qapp):
    shell = shell_of(
        [category("a", numbered(999)), category("b", numbered(99)), category("c", numbered(9))],
        stub=[block("a", "c")], boxhead=[block("b")],
    )  # fmt: skip
    assert shell.cells == 1_000_000
    asked = []

    def provider(*cell):
        asked.append(cell)
        return numbers(*cell)

    with Work() as work:
        model = ShellModel(shell, grid)
        model.set_values(provider)
        grid.show_model(model)
        qapp.processEvents()
        grid.grab()
    assert work.squares < 5  # about 0.6 is usual
    assert len(asked) < 2000
    grid.choose(9_999, 99)
    qapp.processEvents()
    assert grid.currentIndex().data() == "0.9999.99.0"
    assert model.cell_words(9_999, 99) == "code 998 · code 8 · code 98"


def test_copying_gives_all_headings(grid, qapp, qtbot, sample):
    model = ShellModel(sample[3], grid)
    model.set_values(numbers)
    grid.show_model(model)
    selection = QItemSelection(model.index(1, 5), model.index(2, 6))
    grid.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
    QTest.keyClick(grid, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == (
        "\tFemale\tFemale\nAge group\tTotal\tSingle\nUnder 15\t0.1.5.0\t0.1.6.0\n15 to 24\t0.2.5.0\t0.2.6.0\n"
    )
    big = ShellModel(sample[1], grid, items_down=True)
    big.set_values(numbers)
    grid.show_model(big)
    grid.copy_all_action.trigger()
    qtbot.waitUntil(lambda: grid._gathering is None)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == 1 + big.rowCount()


def test_the_chosen_cell_stays_when_the_table_changes(grid, sample):
    grid.show_model(ShellModel(sample[0], grid))
    chosen = []
    grid.chosen.connect(chosen.append)
    grid.choose(4, 2)
    assert chosen[-1] == (0, 4, 2, 0)
    grid.show_model(ShellModel(sample[0], grid))
    assert (grid.currentIndex().row(), grid.currentIndex().column()) == (4, 2)
    grid.show_model(ShellModel(sample[5], grid))
    assert grid.currentIndex().row() == 2
    grid.show_model(None)
    assert grid.shell_model is None


def test_a_sheet_shows_title_universe_and_pages(qtbot, desk, sample):
    sheet = TableSheet("sheet")
    qtbot.addWidget(sheet)
    model = ShellModel(sample[2], sheet.grid)
    model.set_values(numbers)
    sheet.show_model(model)
    sheet.show()
    assert sheet._universe.text() == "Residents aged 25 and over, 1 January 2025"
    assert [sheet.page_field.itemText(at) for at in range(3)] == ["Total", "Female", "Male"]
    with qtbot.waitSignal(sheet.page_chosen):
        sheet.page_field.setCurrentIndex(2)
    assert sheet.grid.model().index(0, 0).data() == "2.0.0.0"


def test_a_number_is_not_cut_at_the_edge_of_the_sheet(grid, qapp):
    """Half of "± 6.4" would be read as "± 6": the text keeps within the part of its cell that is in view."""
    shell = shell_of([category("a", numbered(30)), category("b", numbered(2))], boxhead=[block("a")], stub=[block("b")])
    model = ShellModel(shell, grid)
    model.set_values(numbers)
    grid.show_model(model)
    width = grid.columnWidth(1)
    for scrolled in (20, 50):
        grid.horizontalScrollBar().setValue(scrolled)
        qapp.processEvents()
        edge = grid.viewport().width() - 1
        cut = [grid.visualRect(model.index(0, at)) for at in range(31)]
        cut = [rect for rect in cut if rect.left() < 0 <= rect.right() or rect.left() <= edge < rect.right()]
        assert cut, "the sheet is as wide as its columns: nothing is tested"
        for rect in cut:
            seen = grid.in_view(rect)
            assert seen.left() >= 0 and seen.right() <= edge and seen.width() < width
            assert (seen.top(), seen.height()) == (rect.top(), rect.height())


def test_a_figure_half_scrolled_away_is_no_shorter_figure(grid, qapp):
    shell = shell_of([category("a", numbered(30)), category("b", numbered(2))], boxhead=[block("a")], stub=[block("b")])
    model = ShellModel(shell, grid)
    model.set_values(lambda *at: ("487 ± 7", "tip", "accent"))
    grid.show_model(model)
    drawn = set()

    class Noting(QPainter):
        def drawText(self, rect, flags, text):
            drawn.add(text)

    pixmap, option = QPixmap(grid.size()), QStyleOptionViewItem()
    for scrolled in range(0, grid.columnWidth(1), 5):
        grid.horizontalScrollBar().setValue(scrolled)
        qapp.processEvents()
        painter = Noting(pixmap)
        for at in range(31):
            option.rect = grid.visualRect(model.index(0, at))
            if option.rect.right() > 0 and option.rect.left() < grid.viewport().width():
                grid.itemDelegate().paint(painter, option, model.index(0, at))
        painter.end()
    assert drawn == {"487 ± 7", "…"}


def test_a_long_head_goes_on_over_lines_and_is_not_cut(grid):
    words = "Highest level of schooling completed at the time of the last census"
    shell = shell_of([category("a", [("x", words), *numbered(9)])], boxhead=[block("a")])
    grid.show_model(ShellModel(shell, grid))
    metrics, width = grid.boxhead.fontMetrics(), grid.boxhead.sectionSize(1) - 2 * PAD
    lines = wrapped(words, metrics, width, MOST_LINES)
    assert 1 < len(lines) and " ".join(lines) == words
    assert grid.boxhead.height() == sum(grid.boxhead.level_heights()) >= len(lines) * metrics.lineSpacing()
    assert all(metrics.horizontalAdvance(line) <= width for line in lines)
    grid.boxhead.resizeSection(1, 700)
    assert sum(grid.boxhead.level_heights()) == line_height(), "one line is enough in a wide column"
    assert wrapped("Donaudampfschifffahrtsgesellschaft", metrics, 60, 3)[0].endswith("…")


def test_columns_are_as_wide_as_their_own_numbers():
    shell = shell_of([category("of", [("a", "A"), ("b", "B")])], boxhead=[block("of", total="none")])
    side, metrics = ShellModel(shell, None).columns, QFontMetrics(theme.font(strong=True))
    assert column_widths(side, metrics, 300) == [300, 300]
    assert column_widths(side, metrics, 300, own=[90, 300]) == [90, 300]


def test_heads_are_broken_where_all_columns_come_into_view_by_that():
    texts = [("a", "Lower quartile: income"), ("b", "Median: income"), ("c", "Upper quartile: income")]
    shell = shell_of([category("of", texts)], boxhead=[block("of", total="none")])
    side = ShellModel(shell, None).columns
    metrics = QFontMetrics(theme.font(strong=True))
    wide = column_widths(side, metrics)
    assert column_widths(side, metrics, room=sum(wide)) == wide
    narrow = column_widths(side, metrics, room=sum(wide) - 60)
    assert sum(narrow) <= sum(wide) - 60
    for width, (_, text) in zip(narrow, texts, strict=True):
        assert " ".join(wrapped(text, metrics, width - 2 * PAD, 2)) == text, "no word of it is cut"
    assert column_widths(side, metrics, room=40) == wide, "no column comes into view: nothing is gained"


@pytest.mark.parametrize("codes", [12, 60])
def test_a_table_that_does_not_fit_ends_its_view_with_a_column(grid, qapp, codes):
    """The figures of the last one in view were "…" until somebody scrolled, as if they were not known yet."""
    shell = shell_of([category("a", numbered(codes, "some group"))], boxhead=[block("a")])
    for width in range(500, 900, 37):
        grid.resize(width, 400)
        grid.show_model(ShellModel(shell, grid))
        qapp.processEvents()
        edges = [grid.columnViewportPosition(at) + grid.columnWidth(at) for at in range(codes + 1)]
        assert grid.viewport().width() in edges and min(map(grid.columnWidth, range(codes + 1))) >= 88
