"""Figures in another unit or rounded for print: the same in every layout and window; hashes still hold."""

from __future__ import annotations

import importlib.util
import io
import re
import zipfile
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import openpyxl
import published
import pytest
import strict_reader
import xlsx_checker

from dpdesk.errors import BadInput
from dpdesk.gui.paper.layout import TablePaper
from dpdesk.gui.paper.values import Values, Words
from dpdesk.planning.choosing.checks import check_plan
from dpdesk.planning.document.plan import Plan
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.arranged import arranged
from dpdesk.publish.documents.printed import Figure, Printed, below_one_step
from dpdesk.publish.proof.verify import verify_result
from dpdesk.publish.tables import tidy
from dpdesk.publish.workbook import workbook
from dpdesk.publish.workbook.titles import units
from dpdesk.release.canonical import result_hash
from dpdesk.release.result import Release
from dpdesk.resources import resource

LAYOUTS = ["accessible", "classic", "list"]
COUNT, SHARE = {"kind": "count"}, {"kind": "percentage", "base": "column"}


def rounded(**display: Any) -> Release:
    plan = published.plan(tables=[published.table(measures=[COUNT, SHARE])], display=display)
    made = published.release(plan)
    table = made.tables[0]
    table.estimate[..., 0] = np.arange(12).reshape(1, 3, 4) * 1234 + 250
    table.estimate[..., 1] = np.resize([0.05, 12.3, 99.9], (1, 3, 4))
    table.margin[..., 0], table.margin[..., 1] = 301.0, 0.31
    table.lower[..., 0], table.upper[..., 0] = table.estimate[..., 0] - 299, table.estimate[..., 0] + 299
    table.flag[0, 0, 1, 0] = "a"
    table.flag[0, 2, 3, 0] = "z"
    return published.release(plan, tables=made.tables)


def written(release: Release, path: Path, layout: str) -> Path:
    with path.open("wb") as stream:
        workbook.write(release, stream, layout=layout)
    return path


@pytest.mark.parametrize(
    ("figure", "value", "printed"),
    [
        (Figure(1, Fraction(5), 0), 12.0, (10.0, 15.0, 10.0)),
        (Figure(1, Fraction(5), 0), 12.5, (15.0, 15.0, 10.0)),
        (Figure(1, Fraction(5), 0), -12.5, (-15.0, -10.0, -15.0)),
        (Figure(1000, Fraction(100), 1), 12_345.0, (12.3, 12.4, 12.3)),
        (Figure(1000, Fraction(500), 1), 12_250.0, (12.5, 12.5, 12.0)),
        (Figure(1, Fraction(1, 10), 1), 22.452, (22.5, 22.5, 22.4)),
        (Figure(1, Fraction(1, 10), 1), 0.3, (0.3, 0.3, 0.3)),
        (Figure(1, Fraction(1, 10), 1), 0.25, (0.3, 0.3, 0.2)),
        (Figure(1, Fraction(1), 0), 4.000_000_000_1, (4.0, 4.0, 4.0)),  # an error of arithmetic
        (Figure(1, Fraction(1), 0), 4.001, (4.0, 5.0, 4.0)),
    ],
)
def test_estimates_are_rounded_to_the_nearest_and_promises_outward(
    figure: Figure, value: float, printed: tuple[float, float, float]
) -> None:
    if value != 4.000_000_000_1:
        assert figure.below(value) == printed[2]
    assert (figure.nearest(value), figure.above(value)) == printed[:2]
    assert np.isnan(figure.nearest(float("nan"))) and np.isnan(figure.above(float("nan")))


@pytest.mark.parametrize(
    ("display", "count", "share", "margin"),
    [
        ({"scale": 1000}, [0.0, 1.0, 3.0], [0.1, 12.3, 99.9], 1.0),
        ({"scale": 1000, "decimals": 2}, [0.25, 1.48, 2.72], [0.1, 12.3, 99.9], 0.31),
        ({"rounding_base": 500}, [500.0, 1500.0, 2500.0], [0.1, 12.3, 99.9], 500.0),
        ({"scale": 1000, "rounding_base": 500}, [0.5, 1.5, 2.5], [0.1, 12.3, 99.9], 0.5),
        ({"decimals": 0}, [250.0, 1484.0, 2718.0], [0.0, 12.0, 100.0], 301.0),
        ({}, [250.0, 1484.0, 2718.0], [0.05, 12.3, 99.9], 301.0),
    ],
)
def test_a_table_is_printed_as_its_display_asks(
    display: dict[str, Any], count: list[float], share: list[float], margin: float, tmp_path: Path
) -> None:
    release = rounded(**display)
    assert check_plan(release.plan).tables
    for layout in LAYOUTS:
        path = written(release, tmp_path / f"{layout}.xlsx", layout)
        assert verify_result(path) == release.result_hash and strict_reader.faults(path) == []
        assert outsider(path) == release.result_hash
        header, rows = xlsx_checker.Book(path).tables()["people"]
        shown = "Printed estimate" if "Printed estimate" in header else "Estimate"
        found = {
            code: [row[header.index(shown)] for row in rows if row[header.index("Measure (code)")] == code]
            for code in ("count", "percentage:column")
        }
        assert found["count"][:3] == count and found["percentage:column"][:3] == share, layout
        assert found["count"][-1] == "[z]" and rows[0][4] == margin
        exact = [row[0] for row in rows if row[header.index("Measure (code)")] == "count"]
        assert exact[:2] == [250.0, 1484.0]  # what was released is there, too


def outsider(path: Path) -> str:
    """The result hash as the program beside the release works it out."""
    program = loaded()
    ((tables, line),) = program.workbook(path)
    return str(program.hashes(tables, line["Hash of the unbiased values"])[2])


def loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_of_a_release", str(resource("verify.py")))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def changed(path: Path, pattern: str, to: str, part: str = "sheet4.xml") -> Path:
    out = path.with_name("changed.xlsx")
    with zipfile.ZipFile(path) as package, zipfile.ZipFile(out, "w") as other:
        for name in package.namelist():
            text = package.read(name).decode()
            if name.endswith(part):
                text, count = re.subn(pattern, to, text)
                assert count == 1
            other.writestr(name, text)
    return out


@pytest.mark.parametrize("wrong", ["0.7", "251", "250", "-0.5", "0.25"])
def test_a_printed_figure_that_is_not_the_released_one_rounded_is_found(tmp_path: Path, wrong: str) -> None:
    release = rounded(scale=1000, rounding_base=500)
    path = written(release, tmp_path / "book.xlsx", "accessible")
    altered = changed(path, r'(<c r="B6"[^>]*><v>)0.5<', rf"\g<1>{wrong}<")
    assert verify_result(altered) != release.result_hash != outsider(altered)
    altered = changed(path, r'(<c r="C6"[^>]*><v>)0.5<', rf"\g<1>{wrong}<")  # its margin
    assert verify_result(altered) != release.result_hash != outsider(altered)


def test_window_and_paper_print_the_same_and_tell_what_was_released() -> None:
    release = rounded(scale=1000, rounding_base=500)
    values = Values(release, release.tables[0], Words())
    assert values.parts((0, 0, 0, 0), "consistent", "margin") == ("0.5", "± 0.5", "[u]")
    assert values.parts((0, 0, 1, 0), "consistent", "limits") == ("1.5", "(1.0 – 2.0)", "[unadjusted]")
    assert values.parts((0, 0, 1, 1), "consistent", "margin") == ("12.3", "± 0.4", "")
    assert "Estimate 1,484" in values.tip((0, 0, 1, 0))


def test_the_longest_cell_is_found_where_its_value_is_neither_the_largest_nor_the_smallest() -> None:
    release = published.release(Plan.load(resource("sample/plan.json")))
    table = release.tables[0]
    values = Values(release, table, Words())
    middle = np.unravel_index(int(np.argsort(table.estimate, axis=None)[table.estimate.size // 2]), table.flag.shape)
    table.flag[middle] = "ua"
    for beside in ("alone", "margin", "limits"):
        parts = (values.parts(at, "consistent", beside) for at in np.ndindex(table.flag.shape))
        texts = [f"{number}  {more}".rstrip() + (f" {remarks}" if remarks else "") for number, more, remarks in parts]
        assert values.longest("consistent", beside) == max(map(len, texts))


def test_a_quantile_that_noise_moves_by_less_than_a_step_has_a_margin_below_one(tmp_path: Path) -> None:
    release = published.release(Plan.load(resource("sample/plan.json")))
    table = release.tables[1]
    at = next(at for at, item in enumerate(table.shell.items) if item.kind == "quantile")
    table.margin[..., at] = 0.0
    for language, least in (("en", "<1"), ("de", "<1")):
        assert f"{least} " in facts.standard_notes(release, language)[1]
        assert Values(release, table, Words(), language).parts((0, 0, 0, at), "consistent", "margin")[1] == f"± {least}"
    assert "± <1" in Values(release, table, Words()).tip((0, 0, 0, at))
    for layout, shown in (("accessible", "<1"), ("classic", "±<1"), ("list", "<1")):
        sheet = openpyxl.load_workbook(written(release, tmp_path / f"{layout}.xlsx", layout))["2"]
        formats = {cell.number_format for row in sheet.iter_rows() for cell in row if cell.value == 0}
        assert any(one.endswith(f';"{shown}"') for one in formats)
    assert below_one_step(1) == "<0.1"


def test_a_margin_wider_than_percentages_are_is_not_counted_out(tmp_path: Path) -> None:
    release = published.release(Plan.load(resource("sample/plan.json")))
    table = release.tables[2]
    at = next(at for at, item in enumerate(table.shell.items) if item.kind == "percentage")
    table.margin[..., at] = 100.0
    assert ">100" not in facts.standard_notes(release, "en")[1]
    table.margin[..., at] = 3908.25
    for language in ("en", "de"):
        assert ">100" in facts.standard_notes(release, language)[1]
        assert Values(release, table, Words(), language).parts((0, 0, 0, at), "consistent", "margin")[1] == "± >100"
    for layout, shown in (("accessible", ">100"), ("classic", "±>100"), ("list", ">100")):
        book = openpyxl.load_workbook(written(release, tmp_path / f"{layout}.xlsx", layout))
        cells = (cell for sheet in book if sheet.title[0] == "3" for row in sheet.iter_rows() for cell in row)
        formats = {cell.number_format for cell in cells if isinstance(cell.value, float) and cell.value > 3908}
        assert any(one.startswith(f'[>100]"{shown}";') for one in formats)


def test_the_unit_is_said_and_csv_files_hold_what_was_released() -> None:
    release = rounded(scale=1000, rounding_base=500)
    words = "Counts and sums in thousands, rounded to multiples of 500; rounded figures need not add up"
    assert Printed(release, release.tables[0]).words("en") == words
    for layout in LAYOUTS:
        stream = io.BytesIO()
        workbook.write(release, stream, layout=layout)
        assert words in str(openpyxl.load_workbook(stream)["1"]["A2"].value)
    csv = b"".join(tidy.lines(release, release.tables[0]))
    assert csv == b"".join(tidy.lines(rounded(), rounded().tables[0])) and b",1484," in csv
    assert Printed(rounded(), release.tables[0]).words("en") == ""
    assert result_hash(release) == result_hash(rounded())


def test_a_table_goes_before_the_plan() -> None:
    tables = [published.table("a"), published.table("b", display={"scale": 1, "decimals": 0})]
    plan = published.plan(tables=tables, display={"scale": 1000, "layout": "classic"})
    assert check_plan(plan).tables
    release = published.release(plan)
    assert [Printed(release, table).told for table in release.tables] == [(1000, 1), None]
    assert plan.record.display_of("b").layout == "classic"


# Where the margins stand ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("margins", ["beside", "block", "sheet"])
def test_margins_stand_where_the_display_asks_and_are_read_back(margins: str, layout: str, tmp_path: Path) -> None:
    release = rounded(margins=margins, scale=1000, rounding_base=500)
    path = written(release, tmp_path / "book.xlsx", layout)
    assert verify_result(path) == release.result_hash == outsider(path) and strict_reader.faults(path) == []
    book = openpyxl.load_workbook(path)
    apart = margins == "sheet" and layout != "list"
    assert ("1 margins" in book.sheetnames) == apart
    _, rows = xlsx_checker.Book(path).tables()["people"]
    assert rows[0][4] == 0.5 and rows[1][4] == 0.4 and rows[-2][4] == (None if layout == "classic" else "[z]")
    if apart:
        assert "noise margins (90 %)" in book["1 margins"]["A1"].value
        links = [cell.hyperlink.location for (cell,) in book["Contents"].iter_rows(4, max_col=1)]
        assert "'1 margins'!A1" in links


def test_heads_say_where_the_margins_stand() -> None:
    def heads(margins: str, layout: str, name: str = "1", row: int = 5) -> list[Any]:
        stream = io.BytesIO()
        workbook.write(published.release(published.plan(display={"margins": margins})), stream, layout=layout)
        return [cell.value for cell in openpyxl.load_workbook(stream)[name][row]]

    ends = [f"{head}: noise margin (90 %)" for head in ("Total", "Schooling 1", "Schooling 2", "Schooling 3")]
    assert heads("beside", "accessible")[1:4] == ["Total", ends[0], "Schooling 1"]
    assert heads("block", "accessible")[1:9] == ["Total", "Schooling 1", "Schooling 2", "Schooling 3", *ends]
    assert heads("sheet", "accessible")[1:6] == ["Total", "Schooling 1", "Schooling 2", "Schooling 3", "Sex (code)"]
    assert heads("sheet", "accessible", "1 margins") == ["Sex", *ends]
    named = heads("block", "classic", row=4)
    assert (named[1], named[5]) == ("Estimate", "Noise margin (90 %)")
    assert heads("block", "classic")[1:6:4] == 2 * ["Schooling"]
    assert heads("block", "classic", row=6)[1:9] == 2 * ["Total", "Schooling 1", "Schooling 2", "Schooling 3"]
    assert heads("sheet", "classic", "1 margins", 5)[1:5] == ["Total", "Schooling 1", "Schooling 2", "Schooling 3"]


@pytest.mark.parametrize("layout", ["accessible", "classic"])
def test_a_changed_margin_on_its_own_sheet_is_found(layout: str, tmp_path: Path) -> None:
    release = rounded(margins="sheet")
    path = written(release, tmp_path / "book.xlsx", layout)
    first = "B6" if layout == "accessible" else "B7"
    altered = changed(path, rf'(<c r="{first}"[^>]*><v>)301<', r"\g<1>300<", "sheet5.xml")
    assert verify_result(altered) != release.result_hash != outsider(altered)
    stray = f'<c r="ZZ{first[1:]}" t="n"><v>7</v></c></row>'
    altered = changed(path, f'(<c r="{first}"((?!</row>).)*)</row>', rf"\g<1>{stray}", "sheet5.xml")
    with pytest.raises(BadInput, match="knows of none"):
        verify_result(altered)
    with pytest.raises(Exception, match="knows of none"):
        outsider(altered)


# Where the totals stand -----------------------------------------------------------------------------------------------


def many(**display: Any) -> Release:
    """Tables with nested and stacked lines, pages, measures across and down, and lines without a total."""
    names = {"sex": ["M", "F"], "land": ["n", "s"], "work": ["in", "out", "off"]}
    age = {**published.category("age", "Age", [str(at) for at in range(20)]), "ordered": True}
    one = published.dictionary([*(published.category(name, name.title(), codes) for name, codes in names.items()), age])
    sex, land, work = (published.block(name) for name in names)
    cdf = {"kind": "cdf", "variable": "age"}
    both = {"variables": [{"variable": "sex"}, {"variable": "land"}]}
    tables = [
        published.table("plain", stub=[work], boxhead=[both], measures=[COUNT, SHARE]),
        published.table("paged", pages=[work], stub=[both, land], boxhead=[], measures=[COUNT, SHARE]),
        published.table("down", pages=[work], stub=[sex], boxhead=[land], measures=[COUNT, cdf]),
        published.table("turned", stub=[sex], boxhead=[], measures=[COUNT, cdf]),
        published.table("none", stub=[{"variables": [{"variable": "sex", "total": "none"}]}], boxhead=[work]),
    ]
    note = {"text": {"en": "Noted."}, "table": "plain", "row": {"work": "_T"}}
    return published.release(published.plan(one, tables, notes=[note], display=display))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("margins", ["beside", "sheet"])
def test_totals_stand_last_and_the_cells_are_still_those_of_the_release(
    margins: str, layout: str, tmp_path: Path
) -> None:
    release = many(totals="last", margins=margins)
    assert release.result_hash == many().result_hash
    path = written(release, tmp_path / "book.xlsx", layout)
    assert verify_result(path) == release.result_hash == outsider(path) and strict_reader.faults(path) == []
    tables = xlsx_checker.Book(path).tables()
    for table in release.tables:
        _, rows = tables[table.shell.name]
        assert [row[0] for row in rows] == table.estimate.ravel().tolist()


def labels(release: Release, layout: str, name: str = "1") -> list[Any]:
    stream = io.BytesIO()
    workbook.write(release, stream, layout=layout)
    sheet = openpyxl.load_workbook(stream)[name]
    return [sheet.cell(row, 1).value for row in range(6, 10)]


def test_totals_last_are_last_and_keep_their_notes() -> None:
    ends = ["Work in", "Work out", "Work off"]
    assert labels(many(totals="last"), "accessible") == [*ends, "Total [note 4]"]
    assert labels(many(), "accessible") == ["Total [note 4]", *ends]
    shown = arranged(many(totals="last"), many().tables[0])
    nested = [line.codes for line in shown.shell.boxhead.lines]
    assert nested == [(a, b) for a in ("M", "F", "_T") for b in ("n", "s", "_T")]
    assert shown.estimate[0, 3, 8, 0] == many().tables[0].estimate[0, 0, 0, 0]
    assert arranged(many(), many().tables[0]).shell.boxhead.lines[0].codes == ("_T", "_T")


def test_lines_that_the_order_leaves_out_or_names_twice_are_found(tmp_path: Path) -> None:
    release = many(totals="last")
    path = written(release, tmp_path / "book.xlsx", "accessible")
    for wrong in ("6-8", "9 6-9", "9 6-99999999999999"):
        book = openpyxl.load_workbook(path)
        line = next(row for row in book["Codes"].iter_rows(min_row=4) if row[1].value == "order")
        assert line[2].value == "9 6-8"
        line[2].value = wrong
        book.save(tmp_path / "other.xlsx")
        for check in (verify_result, outsider):
            with pytest.raises(Exception, match=r"a column twice|has figures where|has lines that"):  # its own in each
                check(tmp_path / "other.xlsx")


def test_the_window_and_paper_show_totals_last(qapp: object) -> None:
    release = many(totals="last")
    shown = TablePaper(release, release.tables[0], "en", "consistent", "margin")
    assert shown.line(3)[1] == "Total [note 4]"
    assert shown.cell(0, 3, 16)[0] == f"{release.tables[0].estimate[0, 0, 0, 0]:,.0f}"


def test_beside_counts_a_quartile_is_in_the_unit_of_its_variable() -> None:
    """'Number' is the unit of counts, and says nothing of a blood pressure."""
    pressure = {
        "name": "pressure", "kind": "number", "column": "pressure",
        "label": {"en": "Blood pressure", "de": "Blutdruck"},
        "describes": "unit", "bins": {"first": 40, "last": 49}, "below": "clamp", "above": "clamp",
        "unreadable": "nowhere",
    }  # fmt: skip
    quartiles = {"kind": "quantiles", "variable": "pressure", "at": ["1/4", "1/2", "3/4"]}

    def told(language: str, *measures: dict[str, Any], **more: Any) -> str:
        one = published.dictionary([published.category("sex", "Sex", ["M", "F"]), pressure | more])
        tables = [published.table(measures=list(measures), boxhead=[])]
        made = published.release(published.plan(one, tables))
        return units(made, made.tables[0], language)

    assert told("en", COUNT, quartiles) == "persons, unit of Blood pressure"
    assert told("de", COUNT, quartiles) == "Personen, Einheit von Blutdruck"
    assert told("en", COUNT, quartiles, unit_of_measure={"en": "mm Hg"}) == "persons, mm Hg"
    assert told("en", quartiles) == ""
