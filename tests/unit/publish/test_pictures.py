"""Pictures: the figures of the table in each of the three forms, gaps and marks, words, and what is refused."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import office
import openpyxl
import published
import pytest
import strict_reader
from model_tables import MODELS
from outsider import verifier
from PySide6.QtCore import QRectF

from dpdesk.errors import BadInput
from dpdesk.gui.paper import charts, picture_bars, picture_lines
from dpdesk.planning.choosing.checks import check_plan
from dpdesk.planning.compiler.pictures import BARS, CURVE, LINE, PYRAMID, Misfit, Plot, plot_of
from dpdesk.planning.document.formats import file_stems
from dpdesk.planning.document.plan import Plan
from dpdesk.problems.readers import COMMAND_LINE
from dpdesk.problems.render import render
from dpdesk.progress import silent
from dpdesk.publish.proof.verify import verify_result
from dpdesk.publish.tables import tidy
from dpdesk.publish.workbook import workbook
from dpdesk.publish.workbook.drawing import Drawing, Point, drawing_of, drawings, require_pictures
from dpdesk.publish.workbook.letters import column_width
from dpdesk.release.canonical import result_hash
from dpdesk.release.result import Release

AGES = {
    "name": "age", "kind": "number", "label": {"en": "Age", "de": "Alter"}, "column": "age", "describes": "unit",
    "unit_of_measure": {"en": "years"}, "bins": {"first": 0, "last": 9}, "below": "nowhere", "above": "clamp",
    "unreadable": "nowhere",
}  # fmt: skip
COUNT = {"kind": "count"}
SVG = "{http://www.w3.org/2000/svg}"


def shown(*tables: dict[str, Any], **more: Any) -> Release:
    categories = {"sex": ["M", "F"], "school": ["1", "2", "3"], "area": [f"A{at}" for at in range(50)]}
    labels = {"sex": "Sex", "school": "Schooling", "area": "Area"}
    one = published.dictionary([*(published.category(name, labels[name], categories[name]) for name in labels), AGES])
    return published.release(published.plan(one, list(tables), **more))


def table(kind: str, name: str = "people", **more: Any) -> dict[str, Any]:
    return published.table(name, **{"display": {"picture": kind}} | more)


def by_age(kind: str, **more: Any) -> dict[str, Any]:
    return table(kind, **{"stub": [published.block("age")], "boxhead": [published.block("sex")]} | more)


def curve(**more: Any) -> dict[str, Any]:
    measures = [COUNT, {"kind": "cdf", "variable": "age"}]
    return table(CURVE, **{"stub": [published.block("sex")], "boxhead": [], "measures": measures} | more)


PLANS = {
    "bars": lambda: shown(table(BARS)),
    "bars turned": lambda: shown(table(BARS, stub=[], boxhead=[published.block("school")])),
    "bars nested": lambda: shown(table(BARS, stub=[published.block("sex", "school")], boxhead=[])),
    "bars stacked": lambda: shown(table(BARS, stub=[published.block("sex"), published.block("school")], boxhead=[])),
    "bars rounded": lambda: shown(table(BARS), display={"scale": 1000, "rounding_base": 100}),
    "bars on pages": lambda: shown(
        table(BARS, pages=[published.block("sex")], stub=[published.block("school")], boxhead=[])
    ),
    "pyramid": lambda: shown(by_age(PYRAMID)),
    "pyramid nested": lambda: shown(by_age(PYRAMID, stub=[published.block("sex", "age")], boxhead=[])),
    "pyramid, totals last": lambda: shown(by_age(PYRAMID), display={"totals": "last"}),
    "curve": lambda: shown(curve()),
    "curve alone": lambda: shown(curve(stub=[])),
    "lines": lambda: shown(by_age(LINE)),
    "lines across": lambda: shown(by_age(LINE, stub=[published.block("sex")], boxhead=[published.block("age")])),
    "quantiles": lambda: shown(
        table(LINE, measures=[{"kind": "quantiles", "variable": "age", "at": ["1/4", "1/2", "3/4"]}], boxhead=[])
    ),
}


@cache
def release_of(name: str) -> Release:
    return PLANS[name]()


def found_in(release: Release) -> tuple[Plot, list[Drawing]]:
    (own,) = release.tables
    plot = plot_of(own.shell, str(release.plan.record.display_of(own.shell.name).picture))
    assert isinstance(plot, Plot)
    return plot, drawings(release, own, "en")


def figures(drawing: Drawing) -> list[list[tuple[float | None, float | None, float | None]]]:
    return [[(point.value, point.lower, point.upper) for point in series.points] for series in drawing.series]


# The same figures -----------------------------------------------------------------------------------------------------


def in_the_file(release: Release, plot: Plot, page: int) -> list[list[tuple[float, float, float]]]:
    """Estimates and limits of the cells that are drawn, from the tidy CSV."""
    shell = release.tables[0].shell
    text = b"".join(tidy.lines(release, release.tables[0])).decode("utf-8-sig")
    lines = list(csv.DictReader(io.StringIO(text)))
    by_place = np.array(
        [[float(line[name]) for name in ("estimate", "lower", "upper")] for line in lines]
    ).reshape(*shell.shape, 3)  # fmt: skip
    return [[tuple(by_place[page, *cell].tolist()) for cell in own if cell] for own in plot.cells]


def in_the_workbook(path: Path, number: int) -> list[list[tuple[float | None, float | None, float | None]]]:
    """What a chart of Excel draws, from the cells that its series and error bars name."""
    book = openpyxl.load_workbook(path)
    (sheet,) = [one for position, one in enumerate(one for one in book if one._charts) if position == number]
    (chart,) = sheet._charts

    def cells(reference: str) -> list[Any]:
        name, area = reference.rsplit("!", 1)
        assert name == f"'{sheet.title}'"
        return [cell.value for (cell,) in sheet[area.replace("$", "")]]

    pyramid = chart.tagname == "barChart" and chart.overlap == 100
    assert chart.y_axis.scaling.min == (None if pyramid else 0)  # a bar is as long as its figure is large
    found = []
    whole = list(chart.series)
    if chart.tagname in ("scatterChart", "lineChart") and not any(one.errBars for one in whole) and len(whole) > 1:
        for one, low, high in zip(whole[::3], whole[1::3], whole[2::3], strict=True):
            parts = [cells((own.yVal or own.val).numRef.f) for own in (one, low, high)]
            found.append(list(zip(*parts, strict=True)))
        return found
    for position, one in enumerate(whole):
        values = cells(one.val.numRef.f)
        above, below = (cells(getattr(one.errBars, way).numRef.f) for way in ("plus", "minus"))
        if pyramid and position == 0:  # to the left
            values, above, below = [-value for value in values], below, above
        ends = zip(values, above, below, strict=True)
        found.append([(value, value - down, value + up) for value, up, down in ends])
    return found


def on_paper(drawing: Drawing) -> list[list[tuple[float, float, float]]]:
    """What paper draws, from the places of bars, lines and their limits."""
    area = QRectF(0, 0, 5000, 4000)
    if drawing.kind in (BARS, PYRAMID):
        inside = picture_bars.frame(drawing, area)
        found: list[list[tuple[float, float, float]]] = [[] for _ in drawing.series]
        for bar in picture_bars.bars(drawing, inside):
            scale = picture_bars.scales_of(drawing, inside)[bar.series]
            to_left = scale.end < scale.start
            assert bar.limits is not None
            end = bar.area.left() if to_left else bar.area.right()
            drawn = (end, bar.limits.x1(), bar.limits.x2())
            found[bar.series].append(tuple(back(scale, one) for one in drawn))  # type: ignore[arg-type]
        return found
    inside = picture_lines.lines_frame(drawing, area)
    scale, places = picture_lines.heights(drawing, inside), picture_lines.places_of(drawing, inside)
    out = []
    for series in drawing.series:
        runs = [
            [back(scale, point.y()) for run in picture_lines.runs(series.points, places, scale, of) for point in run]
            for of in (lambda one: one.value, lambda one: one.lower, lambda one: one.upper)
        ]
        out.append(list(zip(*runs, strict=True)))
    return out


def back(scale: Any, place: float) -> float:
    return float(scale.low + (place - scale.start) / (scale.end - scale.start) * (scale.high - scale.low))


def same(one: Any, other: Any) -> bool:
    return [len(own) for own in one] == [len(own) for own in other] and np.allclose(
        np.array(one, np.float64), np.array(other, np.float64), rtol=0, atol=1e-6
    )


@pytest.mark.parametrize("name", PLANS)
def test_all_forms_draw_the_figures_of_the_table(name: str, tmp_path: Path, qapp: object) -> None:
    release = release_of(name)
    plot, found = found_in(release)
    assert len(found) == release.tables[0].shell.pages.size
    path = tmp_path / "book.xlsx"
    with path.open("wb") as stream:
        workbook.write(release, stream)
    for number, drawing in enumerate(found):
        mine = figures(drawing)
        if "rounded" not in name:
            assert same(mine, in_the_file(release, plot, drawing.page))
        assert same(mine, in_the_workbook(path, number)) and same(mine, on_paper(drawing))
        wrong = figures(planted(drawing))
        assert not same(wrong, in_the_workbook(path, number)) and not same(wrong, on_paper(drawing))
        assert not same(wrong, in_the_file(release, plot, drawing.page))


def planted(drawing: Drawing) -> Drawing:
    """The picture with one figure that is not the table's."""
    first, *others = drawing.series
    point = first.points[-1]
    wrong = replace(point, value=(point.value or 0.0) + 1.0)
    return replace(drawing, series=(replace(first, points=(*first.points[:-1], wrong)), *others))


@pytest.mark.parametrize("layout", workbook.LAYOUTS)
@pytest.mark.parametrize("name", ["bars rounded", "bars on pages", "pyramid", "curve", "lines"])
def test_a_workbook_with_pictures_is_sound_and_verifies(name: str, layout: str, tmp_path: Path) -> None:
    release = release_of(name)
    path = tmp_path / "book.xlsx"
    with path.open("wb") as stream:
        workbook.write(release, stream, layout=layout)
    assert strict_reader.faults(path) == []
    assert verify_result(path) == release.result_hash
    program = verifier()
    ((tables, line),) = program.workbook(path)
    assert program.hashes(tables, line["Hash of the unbiased values"])[2] == release.result_hash
    book = openpyxl.load_workbook(path)
    named = [name for name in book.sheetnames if name.endswith("picture")]
    links = [cell.hyperlink.location for (cell,) in book["Contents"].iter_rows(4, max_col=1)]
    assert named and all(f"'{name}'!A1" in links for name in named)
    for name in named:  # as accessible as the sheets of figures: one table with one header row, no empty row, no merged
        sheet = book[name]
        (own,) = sheet.tables.values()
        assert not sheet.merged_cells.ranges and sheet.freeze_panes is None
        assert all(sheet.cell(row, 1).value for row in range(1, sheet.max_row + 1))
        assert own.ref.endswith(str(sheet.max_row))


def test_each_chart_says_in_words_what_it_shows(tmp_path: Path) -> None:
    release = release_of("bars on pages")
    path = tmp_path / "book.xlsx"
    with path.open("wb") as stream:
        workbook.write(release, stream)
    told = [drawing.words for drawing in drawings(release, release.tables[0], "en")]
    with zipfile.ZipFile(path) as package:
        parts = [package.read(f"xl/drawings/drawing{at}.xml").decode() for at in range(1, len(told) + 1)]
    assert all(f'descr="{words}"' in part for words, part in zip(told, parts, strict=True))
    assert len(set(told)) == len(told)


@pytest.mark.parametrize("name", ["bars on pages", "pyramid", "curve", "lines"])
def test_charts_are_files_with_the_same_figures_and_words(name: str) -> None:
    release = release_of(name)
    made = charts.papers(release, ["en", "de"], silent)
    drawn = drawings(release, release.tables[0], "en")
    (stem,) = file_stems([release.tables[0].shell.name])
    pages = [f"-{one.page + 1}" if len(drawn) > 1 else "" for one in drawn]
    names = [f"publish/charts/{place}{stem}{page}.svg" for place in ("", "de/") for page in pages]
    assert list(made) == names and made == charts.papers(release, ["en", "de"], silent)
    for file, one in zip(names, drawn, strict=False):
        root = ElementTree.fromstring(made[file])
        texts = [text for piece in root.iter(f"{SVG}text") if (text := (piece.text or "").strip())]
        assert all(point.value is None or one.number(point.value) in texts for point in one.points if one.kind == BARS)
        assert root.findtext(f"{SVG}desc", "").startswith(one.words) and not list(root.iter(f"{SVG}clipPath"))
        assert all("sans-serif" in piece.get("font-family", "") for piece in root.iter(f"{SVG}text"))
        assert root.findtext(f"{SVG}title") in texts
    marked = charts.papers(replace(release, rehearsal=True), ["en"], silent)
    assert all(b">REHEARSAL</text>" in content.replace(b" </", b"</") for content in marked.values())


def test_charts_of_a_plan_without_pictures_are_refused() -> None:
    with pytest.raises(BadInput, match="None of the tables has a picture"):
        require_pictures(published.plan())


def test_libreoffice_draws_the_chart(tmp_path: Path) -> None:
    release = release_of("pyramid")
    path = tmp_path / "book.xlsx"
    with path.open("wb") as stream:
        workbook.write(release, stream)
    text = office.text(path, tmp_path)
    page = next(one for one in text.split("\f") if "Pyramid: " in one)
    assert page.count("Sex M") >= 2 and "Age" in page  # head of a column, key
    ticks = [line for line in page.splitlines() if line.split() and line.split()[0] == line.split()[-1] and "0" in line]
    assert any(" 0 " in line for line in ticks)  # an axis with both sides, without signs


# Gaps and marks -------------------------------------------------------------------------------------------------------


def flagged() -> Release:
    release = PLANS["bars"]()
    own = release.tables[0]
    for at, flag in (((1, 1), "z"), ((1, 2), "n"), ((1, 3), "a"), ((2, 1), "u"), ((2, 2), "d")):
        own.flag[0, *at, 0] = flag
    for array in (own.estimate, own.lower, own.upper, own.margin, own.unbiased):
        array[0, 1, 2, 0] = np.nan
    return replace(release, result_hash=result_hash(release))


def test_what_is_no_adjusted_figure_is_a_gap_and_marks_stay() -> None:
    (drawing,) = drawings(flagged(), flagged().tables[0], "en")
    males, females = ([series.points[at] for series in drawing.series] for at in (0, 1))
    assert males == [Point(mark="[z]"), Point(mark="[n]"), Point(mark="[unadjusted]")]
    assert [female.value is None for female in females] == [False, True, False] and females[0].mark == "[u]"
    assert "4 values are not drawn. 1 value is marked, as in the table." in drawing.words
    assert drawing.note.endswith("Hollow: marked in the table ([u]). Gaps: no figure to draw ([n], [unadjusted], [z]).")
    empty = flagged()
    empty.tables[0].flag[:] = "n"
    assert drawing_of(empty, empty.tables[0], 0, "en") is None


def test_an_exact_figure_has_no_limits_and_nothing_is_said_of_them() -> None:
    release = PLANS["bars"]()
    release.tables[0].flag[:] = "x"
    (drawing,) = drawings(release, release.tables[0], "en")
    assert not drawing.limited and "limit" not in drawing.words + drawing.note
    assert "Hollow: marked in the table ([exact])." in drawing.note


# Words ----------------------------------------------------------------------------------------------------------------


def test_the_words_tell_what_there_is_to_see() -> None:
    def value(codes: tuple[str, ...], measure: str) -> float:
        return {"1": 1000.0, "2": 2500.0, "3": 300.0}.get(codes[1], 9999.0) + (codes[0] == "F")

    plan = PLANS["bars"]().plan
    release = published.release(plan, value=value)
    (drawing,) = drawings(release, release.tables[0], "en")
    assert drawing.words == (
        "Bar chart: Count by Sex, 2 values from “Sex M” to “Sex F”, each for “Schooling 1”, “Schooling 2” and "
        "“Schooling 3”. Largest 2,501 (Sex F, Schooling 2), smallest 300 (Sex M, Schooling 3). Lower and upper limit "
        "(90 %) are 5 to 6 apart."
    )
    (german,) = drawings(release, release.tables[0], "de")
    assert german.words.startswith("Balkendiagramm: Anzahl nach Sex, 2 Werte von „Sex M“ bis „Sex F“, jeweils für")
    assert "Größter Wert 2.501 (Sex F, Schooling 2)" in german.words
    assert german.note == "Dünne Linien: von der unteren bis zur oberen Grenze (90 %)."


def test_a_curve_stands_over_the_numbers_of_its_axis() -> None:
    _, (drawing,) = found_in(release_of("curve"))
    assert drawing.x == tuple(float(one) for one in range(10))
    assert drawing.along == "Age (years)" and drawing.places[:2] == ("up to 0", "up to 1")
    assert drawing.measure == "Cumulative count" and "Male: from" not in drawing.words
    assert "Sex M: from " in drawing.words


# What is asked for ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("kind", [BARS, PYRAMID, CURVE, LINE])
def test_well_known_tables_have_each_picture_that_fits_them(name: str, kind: str) -> None:
    (shell,) = check_plan(MODELS[name]().released_as()).shells
    plot = plot_of(shell, kind)
    with_sides = {"sex by age", "census", "deaths", "death rates", "employment"}
    if kind == CURVE or (kind == PYRAMID and name not in with_sides):
        assert isinstance(plot, Misfit)
        return
    assert isinstance(plot, Plot) and len(plot.places) > 1
    assert len({cell for own in plot.cells for cell in own}) == len(plot.places) * len(plot.series)


def crowded() -> dict[str, Any]:
    """Three variables without any total."""
    nothing = [{"variable": name, "total": "none"} for name in ("sex", "school", "age")]
    return table(BARS, stub=[{"variables": nothing[:2]}], boxhead=[{"variables": nothing[2:]}])


MISFITS: dict[str, tuple[dict[str, Any], str]] = {
    "planning.picture_of": (table(BARS, display={"picture": BARS, "picture_of": "mean:age"}), '"mean:income"'),
    "planning.picture_curve": (table(CURVE), "cumulative counts"),
    "planning.picture_pyramid": (table(PYRAMID, boxhead=[], stub=[published.block("school")]), "two lines"),
    "planning.picture_large": (crowded(), "at most 40 places with 4 values each"),
    "planning.picture_pages": (table(BARS, pages=[published.block("area")]), "51 pages of at most 40"),
}


@pytest.mark.parametrize("code", MISFITS)
def test_a_picture_that_does_not_fit_is_refused_in_a_sentence(code: str) -> None:
    own, words = MISFITS[code]
    with pytest.raises(BadInput) as refused:
        check_plan(shown(own).plan)
    assert refused.value.problem.code == code
    for language, start in (("en", "tables[0].display.picture"), ("de", "tables[0].display.picture")):
        sentence = render(refused.value.problem, COMMAND_LINE, language)
        assert start in sentence and sentence.endswith(".") and ". " not in sentence.split(start)[1]
    assert words in render(refused.value.problem)


def test_the_plan_chooses_the_measure() -> None:
    rows = {"kind": "percentage", "base": "row"}
    mean = {"kind": "median", "variable": "age"}
    usual = shown(table(BARS, measures=[COUNT, rows, mean]))
    chosen = shown(table(BARS, measures=[COUNT, rows, mean], display={"picture": BARS, "picture_of": "percentage:row"}))
    (first,), (own,) = (drawings(one, one.tables[0], "en") for one in (usual, chosen))
    assert (first.measure, first.tick(50)) == ("Count", "50")
    assert (own.measure, own.tick(50)) == ("Percentage of the row", "50\N{NO-BREAK SPACE}%")
    assert {point.codes[-1] for point in own.points} == {"percentage:row"} and figures(own) != figures(first)
    medians = shown(table(BARS, measures=[COUNT, mean], display={"picture": BARS, "picture_of": "quantile:age"}))
    assert drawings(medians, medians.tables[0], "en")[0].measure == "Age (years)"
    assert check_plan(chosen.plan).tables and check_plan(medians.plan).tables


def test_one_asked_for_all_tables_is_drawn_where_it_fits() -> None:
    tables = [
        published.table("a"),
        published.table("b", stub=[published.block("age")], boxhead=[published.block("sex")]),
    ]
    release = shown(*tables, display={"picture": PYRAMID})
    assert check_plan(release.plan).tables
    assert [len(drawings(release, one, "en")) for one in release.tables] == [1, 1]
    release = shown(*tables, display={"picture": CURVE})
    assert check_plan(release.plan).tables
    assert [drawings(release, one, "en") for one in release.tables] == [[], []]
    none = shown(published.table("a", display={"picture": "none"}), display={"picture": BARS})
    assert drawings(none, none.tables[0], "en") == []


def test_a_picture_is_text_of_the_plan_and_goes_round() -> None:
    plain, drawn = shown(published.table()).plan, shown(table(BARS)).plan
    assert plain.meaning == drawn.meaning and plain.text_hash != drawn.text_hash
    again = Plan.from_json(drawn.to_json(), drawn.dictionary)
    assert again.to_json() == drawn.to_json() and again.record.display_of("people").picture == BARS
    assert result_hash(shown(published.table())) == result_hash(shown(table(BARS)))
    with pytest.raises(BadInput):
        shown(table("pie"))


# A picture that was changed -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bars rounded", "pyramid", "curve", "lines"])
def test_a_changed_picture_is_found_by_both_verifiers(name: str, tmp_path: Path) -> None:
    release = release_of(name)
    path = tmp_path / "book.xlsx"
    with path.open("wb") as stream:
        workbook.write(release, stream)
    with zipfile.ZipFile(path) as package:
        parts = {one: package.read(one).decode() for one in package.namelist()}
    (part,) = [one for one, text in parts.items() if one.startswith("xl/worksheets/sheet") and "<drawing" in text]
    cells = list(re.finditer(r'(<c r="([A-Z]+)\d+"[^>]*><v>)(-?[\d.]+)(?=</v>)', parts[part]))
    axis = max((cell[2] for cell in cells), key=lambda one: (len(one), one)) if name == "curve" else ""
    places = [cell.span(3) for cell in cells if cell[2] != axis]  # which only says where figures stand
    assert len(places) > 10
    for start, end in places[:: max(1, len(places) // 12)]:
        text = parts[part]
        wrong = f"{text[:start]}{float(text[start:end]) + 1000:g}{text[end:]}"
        altered = tmp_path / "altered.xlsx"
        with zipfile.ZipFile(altered, "w") as package:
            for one, content in parts.items():
                package.writestr(one, wrong if one == part else content)
        found = []
        for check in (verify_result, verifier().workbook):
            try:
                check(altered)  # type: ignore[operator]
            except Exception as error:
                found.append(type(error).__name__)
        assert found == ["BadInput", "Wrong"]


def test_a_short_table_stands_on_the_page_of_its_picture_and_no_heading_leaves_a_sign_alone() -> None:
    stream = io.BytesIO()
    workbook.write(release_of("bars"), stream)
    sheet = openpyxl.load_workbook(stream)["1 picture"]
    assert sheet.page_setup.fitToHeight == 1
    (table,) = sheet.tables.values()
    heads = [cell for cell in sheet[table.ref][0] if "limit (90 %)" in str(cell.value)]
    assert heads
    for cell in heads:  # "(90" stands on the second line, with its "%)"
        before = cell.value.partition(" %)")[0]
        assert column_width(before, strong=True) > sheet.column_dimensions[cell.column_letter].width
